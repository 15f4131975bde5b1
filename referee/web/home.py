"""Home: carry on, or start a match."""

from __future__ import annotations

from flask import Blueprint, current_app, render_template

from referee.games import GAMES
from referee.store import Store

pages = Blueprint("home", __name__)


@pages.get("/")
def index() -> str:
    """The open matches, newest first, and the games with who played them last."""
    store: Store = current_app.extensions["store"]
    last = {name: store.last_match(name) for name in GAMES}
    return render_template("home.html", open=store.open_matches(), games=GAMES, last=last)
