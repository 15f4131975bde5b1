"""Home: carry on, or start a match."""

from __future__ import annotations

from flask import Blueprint, Response, g, render_template

from referee.games import GAMES
from referee.web.join import door
from referee.web.request import the_store

pages = Blueprint("home", __name__)


@pages.get("/")
def index() -> str | Response:
    """The open matches, newest first, and the games with who played them last.

    A guest sees the tables that this phone has joined; a stranger only how to join one.
    """
    store = the_store()
    if g.device is None:
        return door()
    if not g.device.owner:
        tables = store.devices.matches_of(g.device.id)
        return render_template("guest.html", tables=tables, games=GAMES)
    last = {name: store.last_match(name) for name in GAMES}
    return render_template("club/home.html", open=store.open_matches(), games=GAMES, last=last)
