"""A new match: who sits where, who deals, how much is written down, the house rules.

Every tap is a page of its own and the form travels in the address, so it works without a script.
*Start* makes the match.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.datastructures import MultiDict

from referee.engine import (
    AnyGame,
    HouseRuleError,
    Message,
    Said,
    Seat,
    encode,
    house_rules,
    msg,
    msgs,
    with_rules,
)
from referee.games import GAMES
from referee.store import BadName, NewMatch, clean_name
from referee.web.request import page, see, the_store
from referee.web.table import DEPTHS, depths_of

pages = Blueprint("new", __name__)

MOST_POINTS = 999  # brought over from a paper sheet


@dataclass
class Seating:
    """The form as it stands.  `same` is true while the last table is offered unchanged."""

    players: list[str]
    dealer: int
    depth: str
    rules: dict[str, str]
    start: list[str]
    same: bool
    add: str = ""


@pages.get("/new/<name>")
def form(name: str) -> Response:
    """The table as seated so far; a tap on a name seats it, another takes it away."""
    kind = GAMES.get(name) or abort(404)
    try:
        seating = seat(kind, request.args)
    except BadName as error:
        return show(kind, untouched(kind, request.args), 422, error.text)
    return show(kind, seating)


@pages.post("/cards/<card>/remove")
def remove_card(card: str) -> Response:
    """Throw one of the club's house-rule cards away."""
    the_store().remove_card(card)
    return see(url_for("home.index"))


@pages.post("/new/<name>")
def start(name: str) -> Response:
    """Make the match and go to its table."""
    kind = GAMES.get(name) or abort(404)
    seating = untouched(kind, request.form)
    uid = request.form.get("uid", "")[:64]
    try:
        if seating.add.strip():  # typed, but *Add* was not tapped
            seating.players.append(clean_name(seating.add))
            seating.add = ""
        game = with_rules(kind(), seating.rules)
        teams = game.teams(len(seating.players))
        bids, play, *_ = depths_of(kind).get(seating.depth) or abort(400)
        match = NewMatch(
            game=name, rules=seating.rules, players=seating.players, dealer=seating.dealer,
            bids=bids, play=play, start=totals(seating.start, len(teams)),
            uid=uid or secrets.token_hex(12),
        )  # fmt: skip
        if request.form.get("card_name", "").strip():
            the_store().save_card(name, request.form["card_name"], seating.rules)
        id = the_store().create(match)
    except (BadName, HouseRuleError) as error:
        return show(kind, seating, 422, error.text)
    return see(url_for("matches.play", id=id))


def untouched(kind: type[AnyGame], form: MultiDict[str, str]) -> Seating:
    """The form as it was sent."""
    known = house_rules(kind)
    rules = {
        name: form[f"rule.{name}"]
        for name, rule in known.items()
        if form.get(f"rule.{name}", encode(rule.default)) != encode(rule.default)
    }
    dealer = form.get("dealer", "0")
    seats = [text[:200] for text in form.getlist("p")[: max(kind.players) + 1]]
    return Seating(
        seats,
        int(dealer) if dealer in {str(n) for n in range(len(seats))} else 0,
        form.get("depth", "quick") if form.get("depth", "quick") in DEPTHS else "quick",
        rules,
        form.getlist("start")[: max(kind.players)],
        same=False,
        add=form.get("add", "")[:200],
    )


def seat(kind: type[AnyGame], form: MultiDict[str, str]) -> Seating:
    """The form after a tap: a name seated or taken away, another dealer.  Raises BadName."""
    if not form:
        return as_last_time(kind)
    seating = untouched(kind, form)
    if "only" in form:  # a first name, where the last table was offered: a new seating
        seating.players, seating.dealer = [clean_name(form["only"])], 0
    elif "tap" in form:
        name = clean_name(form["tap"])
        if name in seating.players:
            seating.players.remove(name)
            seating.dealer = min(seating.dealer, max(0, len(seating.players) - 1))
        else:
            seating.players.append(name)
    elif "deals" in form and form["deals"] in {str(n) for n in range(len(seating.players))}:
        seating.dealer = int(form["deals"])
    elif "card" in form:
        seating.rules = dict(card_rules(kind.name, form["card"]))
    elif seating.add.strip():
        seating.players.append(clean_name(seating.add))
        seating.add = ""
    if len(seating.players) > max(kind.players):
        raise BadName(msg("There is no seat left at this table."))
    return seating


def card_rules(game: str, card: str) -> Mapping[str, str]:
    """The house rules of a preset (by its place) or of one of the club's own cards."""
    presets = {f"preset-{n}": preset.rules for n, preset in enumerate(GAMES[game].presets)}
    own = {card.id: card.rules for card in the_store().cards(game)}
    return {**presets, **own}.get(card) or {}


def as_last_time(kind: type[AnyGame]) -> Seating:
    """The same table again; the deal has passed on by itself."""
    last = the_store().last_match(kind.name)
    if last is None:
        return Seating([], 0, "quick", {}, [], same=False)
    depth = next(
        (d for d, (bids, play, *_) in DEPTHS.items() if (bids, play) == (last.bids, last.play)),
        "quick",
    )
    return Seating(list(last.players), last.next_dealer, depth, dict(last.rules), [], same=True)


def totals(texts: list[str], sides: int) -> tuple[int, ...]:
    """Points brought over, one a side.  Raises HouseRuleError where one is not a number."""
    found = []
    for text in [*texts, *[""] * sides][:sides]:
        plain = text.strip().replace("\N{MINUS SIGN}", "-") or "0"
        digits = plain.removeprefix("-")
        if not (digits.isascii() and digits.isdecimal() and len(digits) <= len(str(MOST_POINTS))):
            raise HouseRuleError(
                msg(
                    "“%(text)s” is not a number of points up to %(most)s.",
                    text=text[:20],
                    most=MOST_POINTS,
                )
            )
        found.append(int(plain))
    return tuple(found)


def show(
    kind: type[AnyGame], seating: Seating, status: int = 200, problem: Said | None = None
) -> Response:
    game, teams = described(kind, seating)
    known = [row.name for row in the_store().players()]
    return page(
        "match/new.html", "match/_new.html", status, kind=kind, game=game, seating=seating,
        teams=teams, known=known, depths=depths_of(kind), rules=house_rules(kind), encode=encode,
        problem=problem, missing=missing(kind, seating, teams), uid=secrets.token_hex(12),
        cards=the_store().cards(kind.name), presets=kind.presets,
        card_name=request.form.get("card_name", "")[:200],
    )  # fmt: skip


def described(
    kind: type[AnyGame], seating: Seating
) -> tuple[AnyGame, tuple[tuple[Seat, ...], ...] | None]:
    """The rule sheet as chosen, and who would play with whom if that many can play so."""
    try:
        game = with_rules(kind(), seating.rules)
    except HouseRuleError:
        return kind(), None
    try:
        return game, game.teams(len(seating.players))
    except HouseRuleError:
        return game, None


def missing(kind: type[AnyGame], seating: Seating, teams: object) -> Message | None:
    """Why the match cannot start yet."""
    fewest = min(kind.players)
    if len(seating.players) < fewest:
        return msgs("%(n)s more player", "%(n)s more players", fewest - len(seating.players))
    if teams is None:
        return msg("That many players cannot play by these house rules.")
    return None
