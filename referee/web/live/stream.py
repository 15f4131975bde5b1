"""Live tables: the stream of a match, and what is published to it after a save."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from flask import Flask
from starlette.requests import Request
from starlette.responses import PlainTextResponse

from referee.store import Store
from referee.web.guard import COOKIES, view_kind
from referee.web.live.events import Receive, Send, State, View, encode
from referee.web.live.hub import Hub
from referee.web.live.publish import render
from referee.web.words import LANGUAGES

PATH = "/live/"


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
            access = await loop.run_in_executor(
                hub.threads, store.devices.access, asked.token, asked.match
            )
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
