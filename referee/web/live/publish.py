"""What is shown of a match after a save, and the hub that shows it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from flask import Flask, current_app, render_template

from referee.store import Match
from referee.web.live.events import View
from referee.web.live.hub import Hub
from referee.web.screens import screen_of

ENTERING = ("enter", "own")  # kinds of views that hold what one taps to answer


def init_app(app: Flask) -> None:
    app.extensions["hub"] = hub = Hub()
    app.jinja_env.globals["phones_at"] = lambda match: len(hub.devices(match))


def the_hub() -> Hub:
    hub: Hub = current_app.extensions["hub"]
    return hub


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
                template = "match/_tv.html" if view.kind == "tv" else "table/_play.html"
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
