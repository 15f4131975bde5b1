"""Players: who has played here, what came of it, and a new name or another identity for them."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, request, url_for

from referee.engine import Said, msg
from referee.games import GAMES
from referee.store import BadName, Refused
from referee.web.request import page, see, the_store

pages = Blueprint("players", __name__)


@pages.get("/players")
def everybody() -> Response:
    """All players of the club, those who played last first; hidden ones only where wanted."""
    store = the_store()
    return page(
        "club/players/list.html", "club/players/list.html", players=store.players(),
        hidden=store.players(hidden=True), wanted=request.args.get("hidden") == "yes",
    )  # fmt: skip


@pages.get("/players/<id>")
def one(id: str) -> Response:
    """What a player did in all matches, and with whom."""
    return show(id)


def show(
    id: str, status: int = 200, problem: Said | None = None, kept: str | None = None
) -> Response:
    store = the_store()
    player = store.stats.player(id)
    if player.merged_into is not None:
        return see(url_for("players.one", id=player.merged_into))
    others = [p for p in (*store.players(), *store.players(hidden=True)) if p.id != player.id]
    return page(
        "club/players/one.html", "club/players/one.html", status, player=player, games=GAMES,
        others=others, rated=store.stats.catch_up(), problem=problem, kept=kept,
    )  # fmt: skip


@pages.get("/players/<id>/and/<other>")
def two(id: str, other: str) -> Response:
    """Two players with and against each other."""
    both = the_store().stats.head_to_head(id, other, request.args.get("before"))
    return page("club/players/two.html", "club/players/two.html", both=both, games=GAMES)


@pages.get("/players/<id>/and")
def with_whom(id: str) -> Response:
    """The form of a player's page asks for `other` here."""
    other = request.args.get("other", "")[:40]
    return redirect(url_for("players.two", id=id, other=other), 303)  # type: ignore[return-value]


@pages.post("/players/<id>")
def rename(id: str) -> Response:
    """Another name, in all matches; what was typed is kept where it is refused."""
    name = request.form.get("name", "")
    try:
        the_store().rename(id, name)
    except BadName as error:
        return show(id, 422, error.text, name[:200])
    return see(url_for("players.one", id=id))


@pages.post("/players/<id>/merge")
def merge(id: str) -> Response:
    """This player is really another one: all that it did is that one's."""
    into = request.form.get("into", "")
    if not into:
        return show(id, 422, msg("Choose who this player really is."))
    try:
        the_store().merge(id, into)
    except Refused as error:
        return show(id, 422, error.text)
    return see(url_for("players.one", id=into))


@pages.post("/players/<id>/unmerge")
def unmerge(id: str) -> Response:
    """Take a merge back: each has again what was theirs."""
    the_store().unmerge(id)
    return see(url_for("players.one", id=id))


@pages.post("/players/<id>/hide")
def hide(id: str) -> Response:
    """Offer a player no more, or again (`hidden` is no)."""
    the_store().hide(id, request.form.get("hidden") != "no")
    return see(url_for("players.one", id=id))
