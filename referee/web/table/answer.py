"""Answers, undo and redo: saved within the rights of the device, and shown on every phone."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Response, abort, current_app, g, request, url_for

from referee.engine import (
    IllegalAnswer,
    Message,
    PlayerName,
    Refusal,
    Said,
    Seat,
    StaleQuestion,
    is_fact,
    msg,
    offers,
)
from referee.store import Match, Saved
from referee.web.guard import view_kind
from referee.web.live import View, publish
from referee.web.request import as_fragment, intent, parted, see, the_store, wants_fragment, whole
from referee.web.table.play import pages, show
from referee.web.words import language

MEANWHILE = msg("Somebody answered that meanwhile. This is how it stands now.")
Answer = tuple[int, str, str]


@pages.post("/t/<id>/answer")
def answer(id: str) -> Response:
    """Record answers: `answer` holds `key=value`, once for each."""
    said = [parted(text) for text in request.form.getlist("answer")]
    hand, seen = whole("hand"), whole("seen") if "seen" in request.form else None
    uid = request.form.get("uid", "")[:64]
    if not said or not uid:
        abort(400)
    # Two taps on the same answer are one; another answer of the same screen is another intent.
    intent = uid + ":" + "&".join(f"{key}={value}" for key, value in said)
    try:
        saved = record(id, [(hand, k, v) for k, v in said], uid=intent, seen=seen)
    except IllegalAnswer as error:
        return show(the_store().load(id), 422, error.refusal.text, error.refusal.rule)
    except StaleQuestion as error:
        match = the_store().load(id)
        mine = (hand, *said[0]) if len(said) == 1 and error.stands else None
        return show(match, 409, answered_before(match, error), duel=mine)
    if not saved.fresh and secret_of_others(saved.match, hand, said):
        # To hear that a secret was said already would be to hear the secret.
        mine = (hand, *said[0]) if len(said) == 1 else None
        return show(saved.match, 409, MEANWHILE, duel=mine)
    return done(id, saved)


def secret_of_others(match: Match, hand: int, said: list[tuple[str, str]]) -> bool:
    """Whether an answer repeats a secret that another phone gave, before the hand is scored."""
    row = match.sheet.rows[min(hand, len(match.sheet.rows) - 1)]
    secrets = {q.key for q in row.hand.questions().values() if q.secret and row.score is None}
    return any(key in secrets and not said_here(match, hand, key) for key, _ in said)


def said_here(match: Match, hand: int, key: str) -> bool:
    """Whether the newest answer to a question came from this phone."""
    entry = next((e for e in reversed(match.log) if (e.hand, e.key) == (hand, key)), None)
    return entry is not None and match.devices.get(entry.seq) == g.access.device


def done(id: str, saved: Saved) -> Response:
    """The new state: as a fragment, or by looking at the table again."""
    then = request.form.get("then")
    if wants_fragment() and then is None:
        shown = fragment()
        return as_fragment(shown) if shown else show(saved.match)
    # A hand that was put right and is asked again goes on at the table.
    sheet = saved.match.sheet
    scored = sheet.asking is None or sheet.now.score is not None
    settled = then == "sheet" and (scored or sheet.number > whole("hand"))
    return see(url_for("matches.sheet" if settled else "matches.play", id=id))


def answered_before(match: Match, error: StaleQuestion) -> Message:
    """What to tell the phone that was late."""
    if error.stands is None:
        return msg("That question is no longer open. This is how it stands now.")
    row = match.sheet.rows[min(error.hand, len(match.sheet.rows) - 1)]
    question = {**row.hand.questions(), **offers(match.setup, match.sheet, row)}.get(error.key)
    secret = question is not None and question.secret and row.score is None
    if question is None or secret or error.stands not in question.legal:
        return MEANWHILE
    who = who_answered(match, error.hand, error.key)
    if who is None:
        return msg("Already answered: %(said)s.", said=question.said(error.stands))
    return msg("%(who)s already answered: %(said)s.", who=who, said=question.said(error.stands))


def who_answered(match: Match, hand: int, key: str) -> Said | None:
    """Whose other phone gave the answer that stands: the player in its seat, else its name."""
    entry = next((e for e in reversed(match.log) if (e.hand, e.key) == (hand, key)), None)
    device = match.devices.get(entry.seq) if entry is not None else None
    if device is None or device == g.access.device:
        return None
    seats = the_store().devices.holders(match.id)
    seat = next((s for s, holder in seats.items() if holder.device == device), None)
    return PlayerName(Seat(seat)) if seat is not None else match.device_names.get(device)


@pages.post("/t/<id>/undo")
def undo(id: str) -> Response:
    """Take back the newest answer, named by its row so that a double tap takes back one."""
    try:
        return done(id, take_back(id, whole("seq"), uid=intent("undo")))
    except StaleQuestion:
        late = msg("Something else was entered meanwhile. Nothing was taken back.")
        return show(the_store().load(id), 409, late)


@pages.post("/t/<id>/redo")
def redo(id: str) -> Response:
    """Take back the newest undo."""
    try:
        return done(id, bring_back(id, whole("seq"), uid=intent("redo")))
    except StaleQuestion:
        late = msg("Something else was entered meanwhile. Nothing was brought back.")
        return show(the_store().load(id), 409, late)


@pages.post("/t/<id>/agree")
def agree(id: str) -> Response:
    """The side in this phone's seat has looked at the score and agrees; nothing waits for it."""
    match = the_store().load(id)
    side = side_of(match)
    if side is None:
        abort(403)
    uid = request.form.get("uid", "")[:64] + f":agree.{side}"
    return done(id, record(id, [(whole("hand"), f"agree.{side}", "ok")], uid=uid))


# -- saving --------------------------------------------------------------------------------------


def record(id: str, answers: Sequence[Answer], uid: str, seen: int | None = None) -> Saved:
    """Save answers.  Raises what the store raises, and IllegalAnswer for a question of others."""
    if limited():
        match = the_store().load(id)
        for answer in answers:
            own_question(match, answer)
    return shown(the_store().record(id, answers, uid, seen, device=g.access.device))


def take_back(id: str, seq: int, uid: str) -> Saved:
    own_entry(id, seq)
    return shown(the_store().undo(id, seq, uid, device=g.access.device))


def bring_back(id: str, seq: int, uid: str) -> Saved:
    own_entry(id, seq)
    return shown(the_store().redo(id, seq, uid, device=g.access.device))


def shown(saved: Saved) -> Saved:
    """Every phone sees what was saved; nothing new is not news.  The one that saved it gets the
    same as its answer, if it takes a fragment (see `fragment`)."""
    if saved.fresh:
        kind = view_kind(g.access.role)
        mine = View(saved.match.id, kind, language()) if wants_fragment() else None
        g.shown = publish(current_app._get_current_object(), saved.match, mine)  # type: ignore[attr-defined]
    return saved


def fragment() -> str:
    """The table as it was shown to this phone's kind after this request's save; "" for none."""
    shown: str = g.get("shown", "")
    return shown


def limited() -> bool:
    """Whether this device sits in a seat, and that answers its own questions only."""
    return g.access is not None and g.access.role == "seat" and g.access.own_questions


def own_question(match: Match, answer: Answer) -> None:
    """Where the match says so, a seat answers only what is asked of it."""
    hand, key, value = answer
    if not match.own_questions or key == f"agree.{side_of(match)}":
        return
    row = match.sheet.rows[hand] if hand < len(match.sheet.rows) else match.sheet.now
    question = row.hand.questions().get(key)
    if question is None or question.seat != g.access.seat or is_fact(key):
        raise IllegalAnswer(hand, key, value, not_yours(question.seat if question else None))


def own_entry(id: str, seq: int) -> None:
    """Where the match says so, a seat takes back only its own."""
    if limited():
        match = the_store().load(id)
        if match.own_questions and match.devices.get(seq) != g.access.device:
            raise IllegalAnswer(match.sheet.number, "undo", "", not_yours(None))


def not_yours(seat: Seat | None) -> Refusal:
    text = msg("At this table every phone answers for its own seat only.")
    if seat is not None:
        text = msg("At this table %(who)s answers that.", who=PlayerName(seat))
    return Refusal("NOT_YOURS", "", text)


def side_of(match: Match) -> int | None:
    """The side of this device's seat."""
    seat = g.access.seat if g.access is not None else None
    return None if seat is None else match.sheet.now.table.side(Seat(seat))
