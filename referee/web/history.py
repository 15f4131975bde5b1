"""History: every match, newest first."""

from __future__ import annotations

from flask import Blueprint, current_app, render_template, request

from referee.games import GAMES
from referee.store import Store

pages = Blueprint("history", __name__)


@pages.get("/history")
def matches() -> str:
    """A page of matches; `before` is where the last page ended, `game` keeps one game."""
    store: Store = current_app.extensions["store"]
    game = request.args.get("game")
    game = game if game in GAMES else None
    found = store.history(request.args.get("before"), game)
    return render_template("history.html", found=found, games=GAMES, game=game)
