"""The referee's menu: misdeal, seats, detail, house rules, points brought over, notes, the end."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Response, abort, request, url_for

from referee.engine import (
    AnyGame,
    Bids,
    IllegalAnswer,
    Message,
    Play,
    Said,
    StaleQuestion,
    encode,
    house_rules,
    msg,
    offers,
)
from referee.store import BadName, Match, TooMuch, clean_name
from referee.store.matches import chosen, overtaken
from referee.web.request import page, see, the_store, typed, whole
from referee.web.screens import hand_asked, screen_of
from referee.web.table.answer import record
from referee.web.table.correct import menu_pages as pages
from referee.web.table.play import show
from referee.web.table.texts import OVERTAKEN, Text

# The depths that a table chooses from (UX: four of the six levels of detail).
DEPTHS: Mapping[str, tuple[Bids, Play, Message, Message]] = {
    "quick": ("final", "totals", msg("Quick"), msg("the bid and the result")),
    "bidding": ("every", "totals", msg("With bidding"), msg("every bid and the result")),
    "tricks": ("every", "winners", msg("Trick by trick"), msg("every bid, who took each trick")),
    "cards": ("every", "cards", msg("Card by card"), msg("every bid, every card")),
}


def depths_of(game: AnyGame | type[AnyGame]) -> Mapping[str, tuple[Bids, Play, Message, Message]]:
    """The depths that a game has."""
    bids, plays = game.bid_levels, game.play_levels
    return {name: it for name, it in DEPTHS.items() if it[0] in bids and it[1] in plays}


@pages.get("/t/<id>/menu")
def menu(id: str) -> Response:
    """Everything that may be said at any time."""
    match = the_store().load(id)
    return show_menu(match, hand_asked(match))


def show_menu(
    match: Match,
    number: int,
    status: int = 200,
    problem: Said | None = None,
    unsaved: Text | None = None,
) -> Response:
    """The menu of a hand; `unsaved` is a note that was not kept, so that it is not lost."""
    screen = screen_of(match, number)
    note = screen.row.said.get("note", "")
    return page(
        "table/menu.html", "table/menu.html", status, screen=screen, say=screen.voice,
        depths=depths_of(match.sheet.game), offers=offers(match.setup, match.sheet, screen.row),
        players=the_store().players(), rules=house_rules(match.sheet.game), encode=encode,
        problem=problem, note=unsaved or Text(note, note),
    )  # fmt: skip


@pages.post("/t/<id>/note")
def note(id: str) -> Response:
    """Keep a note for a hand; what was typed is kept where it is refused or comes too late."""
    hand, uid = whole("hand"), request.form.get("uid", "")[:64]
    if "text" not in request.form or not uid:
        abort(400)
    match = the_store().load(id)
    if hand >= len(match.sheet.rows):
        abort(400)
    stands = match.sheet.rows[hand].said.get("note", "")
    seen = typed("seen_note") if "seen_note" in request.form else stands
    text = Text(typed("text").strip(), seen)
    if overtaken(seen, text.typed, stands):
        return show_menu(match, hand, 409, OVERTAKEN, Text(text.typed, stands, choose=True))
    try:
        kept = chosen(seen, text.typed, stands)
        record(id, [(hand, "note", kept)], uid=uid + ":note", seen=match.version)
    except StaleQuestion as error:  # written in this very moment
        theirs = Text(text.typed, error.stands or "", choose=True)
        return show_menu(the_store().load(id), hand, 409, OVERTAKEN, theirs)
    except TooMuch as error:
        return show_menu(match, hand, 413, error.text, text)
    except IllegalAnswer as error:
        return show_menu(match, hand, 422, error.refusal.text, text)
    return see(url_for("matches.play", id=id))


@pages.post("/t/<id>/own-questions")
def own_questions(id: str) -> Response:
    """Whether a phone in a seat answers only what is asked of that seat."""
    wanted = request.form.get("only")
    if wanted not in ("yes", "no"):
        abort(400)
    the_store().set_own_questions(id, wanted == "yes")
    return see(url_for("menu.menu", id=id))


@pages.post("/t/<id>/seat")
def seat(id: str) -> Response:
    """Somebody else sits there: from the start (wrong seating) or from this hand on."""
    store = the_store()
    match = store.load(id)
    number = match.sheet.number
    asking = match.sheet.asking
    if asking is not None and asking.questions[0].key == "next":
        number += 1  # the hand is scored: a substitute plays from the next one on
    if request.form.get("from") == "start":
        number = 0
    place, who = request.form.get("seat", ""), request.form.get("who", "")
    if place not in {str(s) for s in match.sheet.now.table.seats} or not request.form.get("uid"):
        abort(400)
    try:
        name = request.form.get("name", "")
        if name.strip():
            who = store.player(clean_name(name))
        who = match.sits_as.get(who, who)
        uid = request.form.get("uid", "")[:64] + f":seat.{place}={who}"
        record(id, [(number, f"seat.{place}", who)], uid=uid)
    except BadName as error:
        return show(match, 422, error.text)
    except IllegalAnswer as error:
        return show(match, 422, error.refusal.text, error.refusal.rule)
    return see(url_for("matches.play", id=id))
