"""Live tables: the stream of a match, and what is published to it after a save."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from flask import Flask, render_template
from starlette.requests import Request
from starlette.responses import PlainTextResponse

from referee.store import Match, Store
from referee.web.guard.roles import COOKIES, view_kind
from referee.web.live.hub import Hub, Receive, Send, State, View, encode
from referee.web.screens.table import screen_of
from referee.web.words import LANGUAGES

PATH = "/live/"
ENTERING = ("enter", "own")  # kinds of views that hold what one taps to answer


def init_app(app: Flask) -> None:
    app.extensions["hub"] = hub = Hub()
    app.jinja_env.globals["phones_at"] = lambda match: len(hub.devices(match))


def render(app: Flask, match: Match, view: View) -> str:
    """The fragment that everybody with this view gets; it holds nothing of one viewer alone."""
    return next(html for _, html in rendered(app, match, [view]))


def rendered(app: Flask, match: Match, views: Iterable[View]) -> Iterator[tuple[View, str]]:
    """The fragment of every view, those of the players first."""
    screen = screen_of(match)
    for language, same in groupby(sorted(views, key=by_language), lambda view: view.language):
        with app.test_request_context(headers={"Accept-Language": language}):
            fragments: dict[tuple[str, bool, bool], str] = {}
            for view in same:
                template = "match/_tv.html" if view.kind == "tv" else "match/_play.html"
                # At the end an owner may play again; till then all who enter see the same.
                owning = view.kind == "own" and screen.stage == "over"
                shows = (template, view.kind in ENTERING, owning)
                if shows not in fragments:
                    fragments[shows] = render_template(
                        template,
                        screen=screen,
                        say=screen.voice,
                        entering=view.kind in ENTERING,
                        owning=owning,
                    )
                yield view, fragments[shows]


def by_language(view: View) -> tuple[str, str]:
    return view.language, view.kind  # `enter` is the first of the kinds


def publish(app: Flask, match: Match, mine: View | None = None) -> str:
    """Show the new state of a match to every phone that has it open.  Call it after the commit.

    Gives the fragment of the view `mine`: what was shown to others need not be rendered anew.
    """
    hub: Hub = app.extensions["hub"]
    views = hub.views(match.id)
    answer = ""
    for view, html in rendered(app, match, views if mine is None else {*views, mine}):
        if view == mine:
            answer = html
        if view in views:
            hub.publish(view, match.version, html)
    return answer


def endpoint(app: Flask) -> Callable[[Any, Receive, Send], Awaitable[None]]:
    """The one address that is not Flask's: `/live/<match>`, as an ASGI application.

    Bare, as it stays on the stack of every open stream."""
    hub: Hub = app.extensions["hub"]
    store: Store = app.extensions["store"]

    async def live(scope: Any, receive: Receive, send: Send) -> None:
        """A stream of the match's state, for whoever may look at it."""
        asked = Asked.of(scope)
        access = None
        if not hub.closing:
            loop = asyncio.get_running_loop()
            access = await loop.run_in_executor(hub.threads, store.access, asked.token, asked.match)
        if access is None:
            await PlainTextResponse("", 404)(scope, receive, send)
            return
        view = View(asked.match, "tv" if asked.tv else view_kind(access.role), LANGUAGES[0])

        def current(seen: int) -> State | None:
            if store.version(view.match) == seen:
                return None
            match = store.load(view.match)
            return State(match.version, encode(render(app, match, view), id=match.version))

        await hub.listen(view, access.device, asked.seen, current, receive, send)

    return live


@dataclass(frozen=True)
class Asked:
    """What a phone asks to hear, and the proof that it may."""

    match: str
    token: str | None
    tv: bool
    seen: int  # the version that it shows; -1 where it does not say

    @classmethod
    def of(cls, scope: Any) -> Asked:
        request = Request(scope)
        try:
            seen = int(request.headers.get("last-event-id") or request.query_params["seen"])
        except (KeyError, ValueError):
            seen = -1
        return cls(
            scope["path"].removeprefix(PATH),
            next((v for name in COOKIES if (v := request.cookies.get(name))), None),
            request.query_params.get("view") == "tv",
            seen,
        )
