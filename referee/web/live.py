"""Live tables: the stream of a match, and what is published to it after a save."""

from __future__ import annotations

from typing import Any

from flask import Flask, render_template
from sse_starlette import EventSourceResponse
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from referee.store import Match, NotFound, Store
from referee.web.hub import Hub, State, View, encode
from referee.web.rights import COOKIES, view_kind
from referee.web.say import LANGUAGES
from referee.web.screen import screen_of

HEADERS = {"Cache-Control": "no-cache, no-transform"}
TEMPLATES = {"enter": "match/_play.html", "watch": "match/_play.html", "tv": "match/_tv.html"}


def init_app(app: Flask) -> None:
    app.extensions["hub"] = hub = Hub()
    app.jinja_env.globals["phones_at"] = lambda match: len(hub.devices(match))


def render(app: Flask, match: Match, view: View) -> str:
    """The fragment that everybody with this view gets; it holds nothing of one viewer alone."""
    with app.test_request_context(headers={"Accept-Language": view.language}):
        screen = screen_of(match)
        return render_template(
            TEMPLATES[view.kind], screen=screen, say=screen.voice, may_enter=view.kind == "enter"
        )


def publish(app: Flask, match: Match) -> None:
    """Show the new state of a match to every phone that has it open.  Call it after the commit."""
    hub: Hub = app.extensions["hub"]
    for view in hub.views(match.id):
        hub.publish(view, match.version, render(app, match, view))


def routes(app: Flask) -> list[Route]:
    """The one address that is not Flask's: `/live/<match>`."""
    hub: Hub = app.extensions["hub"]
    store: Store = app.extensions["store"]

    async def live(request: Request) -> Response:
        """A stream of the match's state, for whoever may look at it."""
        id = request.path_params["id"]
        token = next((v for name in COOKIES if (v := request.cookies.get(name))), None)
        access = await run_in_threadpool(store.access, token, id)
        if access is None:
            return PlainTextResponse("", 404)
        tv = request.query_params.get("view") == "tv"
        view = View(id, "tv" if tv else view_kind(access.role), LANGUAGES[0])

        def current() -> State:
            match = store.load(id)
            return State(match.version, encode(render(app, match, view), id=match.version))

        try:
            seen = int(request.headers.get("last-event-id") or request.query_params["seen"])
        except (KeyError, ValueError, NotFound):
            seen = -1
        events: Any = hub.listen(view, access.device, seen, current)
        return EventSourceResponse(events, headers=HEADERS, ping=0)

    return [Route("/live/{id}", live)]
