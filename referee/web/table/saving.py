"""Saving at a table: with the device's name on it, within its rights, and shown on every phone."""

from __future__ import annotations

from collections.abc import Sequence

from flask import current_app, g

from referee.engine.errors import IllegalAnswer, Refusal
from referee.engine.log import is_fact
from referee.engine.message import PlayerName, msg
from referee.engine.table import Seat
from referee.store import Match, Saved
from referee.web.guard.roles import view_kind
from referee.web.htmx import wants_fragment
from referee.web.live.hub import View
from referee.web.live.stream import publish
from referee.web.request import the_store
from referee.web.words import language

Answer = tuple[int, str, str]


def record(id: str, answers: Sequence[Answer], uid: str, seen: int | None = None) -> Saved:
    """Save answers.  Raises what the store raises, and IllegalAnswer for a question of others."""
    if limited():
        match = the_store().load(id)
        for answer in answers:
            own_question(match, answer)
    return shown(the_store().record(id, answers, uid, seen, device=g.access.device))


def undo(id: str, seq: int, uid: str) -> Saved:
    own_entry(id, seq)
    return shown(the_store().undo(id, seq, uid, device=g.access.device))


def redo(id: str, seq: int, uid: str) -> Saved:
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
