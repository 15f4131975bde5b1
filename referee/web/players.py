"""Players: who has played here, and a new name for one of them."""

from __future__ import annotations

from flask import Blueprint, Response, current_app, request, url_for

from referee.engine.message import Said
from referee.store import BadName, Store
from referee.web.htmx import page, see

pages = Blueprint("players", __name__)


def the_store() -> Store:
    store: Store = current_app.extensions["store"]
    return store


@pages.get("/players")
def everybody() -> Response:
    """All players of the club, those who played last first."""
    return show()


def show(status: int = 200, problem: Said | None = None, kept: str = "", who: str = "") -> Response:
    players = the_store().players()
    return page("players.html", "players.html", status, players=players, problem=problem,
                kept=kept, who=who)  # fmt: skip


@pages.post("/players/<id>")
def rename(id: str) -> Response:
    """Another name, in all matches; what was typed is kept where it is refused."""
    name = request.form.get("name", "")
    try:
        the_store().rename(id, name)
    except BadName as error:
        return show(422, error.text, name[:200], id)
    return see(url_for("players.everybody"))
