"""The rules: of a game by default, or as one match plays it."""

from __future__ import annotations

from flask import Blueprint, abort, current_app, render_template

from referee.engine.game import Game
from referee.engine.house import agreed, house_rules
from referee.games import GAMES
from referee.store import Store
from referee.web.say import Voice

pages = Blueprint("rules", __name__)


@pages.get("/rules")
def games() -> str:
    """The games whose rules are here."""
    return render_template("rules/games.html", games=GAMES)


@pages.get("/rules/<name>")
def of_game(name: str) -> str:
    """A game's numbered rules and the house rules that it starts with."""
    kind = GAMES.get(name) or abort(404)
    return show(kind(), None)


@pages.get("/t/<id>/rules")
def of_match(id: str) -> str:
    """The rules as this match plays them."""
    store: Store = current_app.extensions["store"]
    return show(store.load(id).sheet.game, id)


def show(game: Game, match: str | None) -> str:
    known = house_rules(game)
    chosen = {name: known[name].label(value) for name, value in agreed(game).items()}
    changed = {name for name, value in agreed(game).items() if value != known[name].default}
    return render_template(
        "rules/game.html", game=game, house=known, chosen=chosen, changed=changed, match=match,
        say=Voice((), ()),
    )  # fmt: skip
