"""Putting something right: the drafts that a page carries, and what they would change."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from referee.engine.errors import IllegalAnswer, StaleQuestion
from referee.engine.match import Sheet
from referee.engine.message import Message, PlayerName, Said, SideName, msg
from referee.engine.question import Question
from referee.engine.table import Side
from referee.store import Match
from referee.web.request import the_store
from referee.web.screens.table import Screen

MOST_DRAFTS = 60  # changes carried in an address
WON_NO_MORE = msg(
    "The match is unfinished again and back on the home page: the win is withdrawn, and statistics "
    "and ratings change."
)
STOPPED_NO_MORE = msg(  # one without a winner was never rated
    "The match is unfinished again and back on the home page, and counts in no statistic."
)


@dataclass(frozen=True)
class Effect:
    """What would change, each in a sentence; empty where the score stays as it is."""

    told: tuple[Message, ...]


@dataclass(frozen=True)
class Seen:
    """A preview: its effect, or what is wrong with it."""

    effect: Effect | None = None
    problem: Said | None = None
    rule: str = ""
    status: int = 200


def preview(match: Match, number: int, drafts: dict[str, str]) -> Seen:
    """What these changes to a hand would do; writes nothing."""
    if not drafts:
        return Seen(problem=msg("Nothing is different."))
    store = the_store()
    try:
        after = store.preview(match.id, [(number, k, v) for k, v in drafts.items()])
    except IllegalAnswer as error:
        return Seen(None, error.refusal.text, error.refusal.rule, 422)
    except StaleQuestion:
        return Seen(None, msg("That question is no longer open."), "", 409)
    return Seen(effect(match, after))


def drafts(kept: Sequence[str], picked: Sequence[str]) -> dict[str, str]:
    """The changes so far, `key=value` each; the newest pick for a key wins."""
    texts = [*kept, *picked][:MOST_DRAFTS]
    return dict(text.split("=", 1) for text in texts if "=" in text)


def questions(screen: Screen, only: str | None = None) -> list[Question]:
    """What was told in this hand, in order: it may all be answered anew; or one question alone."""
    if only is not None:
        known = screen.row.hand.questions()
        return [known[only]] if only in known else []
    answered = [a.question for a in screen.row.hand.answered if a.told]
    return [*answered, *screen.row.hand.open]


def effect(match: Match, after: Sheet) -> Effect:
    """The difference that a preview makes: to the end of the match, then by hand, and in totals."""
    before = match.sheet
    told = [*end_changed(before, after)]  # what matters most, and is seen without scrolling
    for old, new in zip(before.rows, after.rows, strict=False):
        n = old.number + 1
        if new.hand.open and old.score is not None:
            asked = new.hand.open[0].prompt
            told.append(msg("Hand %(n)s will be asked again: %(question)s", n=n, question=asked))
        if old.counted and not new.counted and old.score is not None:
            told.append(msg("Hand %(n)s comes after the end and no longer counts.", n=n))
        if new.counted and not old.counted:
            told.append(msg("Hand %(n)s counts again.", n=n))
        told += points_changed(old.number, before, after)
    told += totals_changed(before, after)
    return Effect(tuple(told))


def points_changed(number: int, before: Sheet, after: Sheet) -> Iterable[Message]:
    old, new = before.rows[number], after.rows[number]
    if old.score is None or new.score is None or len(old.table.sides) != len(new.table.sides):
        return
    for side in old.table.sides:
        was, now = old.score.points(side), new.score.points(side)
        if was != now:
            yield msg(
                "Hand %(n)s, %(side)s: %(was)s becomes %(now)s.",
                n=number + 1, side=SideName(side), was=was, now=now,
            )  # fmt: skip


def totals_changed(before: Sheet, after: Sheet) -> Iterable[Message]:
    if len(before.totals) != len(after.totals):
        return
    for n, (was, now) in enumerate(zip(before.totals, after.totals, strict=True)):
        if was != now:
            yield msg("Total of %(side)s: %(was)s becomes %(now)s.", side=SideName(Side(n)),
                      was=was, now=now)  # fmt: skip


def end_changed(before: Sheet, after: Sheet) -> Iterable[Message]:
    if after.outcome is None and before.outcome is not None:
        yield WON_NO_MORE if before.outcome.winners else STOPPED_NO_MORE
    elif after.outcome is not None and before.outcome != after.outcome:
        yield msg("The match ends with hand %(n)s: %(said)s.", n=after.number + 1,
                  said=after.outcome.headline)  # fmt: skip
    if before.now.table.dealer != after.now.table.dealer and before.number == after.number:
        yield msg("%(who)s deals.", who=PlayerName(after.now.table.dealer))
