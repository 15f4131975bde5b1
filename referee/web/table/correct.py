"""Putting something right: the drafts that a page carries, and what they would change."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from flask import Blueprint, Response, abort, request

from referee.engine import (
    IllegalAnswer,
    Message,
    PlayerName,
    Question,
    Said,
    Sheet,
    Side,
    SideName,
    StaleQuestion,
    encode,
    house_rules,
    msg,
    offers,
    read_ruling,
)
from referee.store import Match
from referee.web.request import page, the_store
from referee.web.screens import Screen, hand_asked, screen_of
from referee.web.table.play import pages

menu_pages = Blueprint("menu", __name__)
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


def drafted(kept: Sequence[str], picked: Sequence[str]) -> dict[str, str]:
    """The changes so far, `key=value` each; the newest pick for a key wins."""
    texts = [*kept, *picked][:MOST_DRAFTS]
    return dict(text.split("=", 1) for text in texts if "=" in text)


def questions_of(screen: Screen, only: str | None = None) -> list[Question]:
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


# -- the pages ------------------------------------------------------------------------------------


@pages.get("/t/<id>/hand/<int:number>")
def hand(id: str, number: int) -> Response:
    """One hand, to look at or to put right: changes are shown before they are made."""
    match = the_store().load(id)
    if not 1 <= number <= len(match.sheet.rows):
        abort(404)
    return change_page(match, number - 1)


def change_page(match: Match, number: int) -> Response:
    drafts = drafted(request.args.getlist("change"), request.args.getlist("answer"))
    if match.sheet.rows[number].score is None:
        drafts = {}  # a score worked out before its time would tell a secret
    seen = preview(match, number, drafts) if drafts else Seen()
    screen = screen_of(match, number)
    return page(
        "table/hand.html", "table/_hand.html", seen.status, screen=screen, say=screen.voice,
        drafts=drafts, seen=seen, only=request.args.get("only"),
        questions=questions_of(screen, request.args.get("only")),
        what=named_drafts(screen, drafts),
    )  # fmt: skip


def named_drafts(screen: Screen, drafts: dict[str, str]) -> list[Said]:
    """The changes in words, also of facts and house rules."""
    match = screen.match
    known = {**screen.row.hand.questions(), **offers(match.setup, match.sheet, screen.row)}
    return [
        known[k].said(v)
        for k, v in drafts.items()
        if k in known and v in known[k].legal and not k.startswith(("rule.", "seat."))
    ]


@menu_pages.get("/t/<id>/change")
def change(id: str) -> Response:
    """What a changed fact of the match would do, before it is done."""
    match = the_store().load(id)
    texts = [t for t in request.args.getlist("change") if "=" in t]
    texts += [f"{k}={v}" for k, v in request.args.items() if k.startswith(("rule.", "start."))]
    return shown(match, differing(match, drafted(texts, ())))


def shown(match: Match, drafts: dict[str, str]) -> Response:
    """The page of an effect, with the button that makes the change."""
    # A house rule or points brought over hold for the whole match; a ruling or the end for a hand.
    of_hand = any(key.startswith(("ruling.", "end")) for key in drafts)
    number = hand_asked(match) if of_hand else 0
    seen = preview(match, number, drafts)
    screen = screen_of(match, number)
    return page(
        "table/change.html", "table/_change.html", seen.status, screen=screen, say=screen.voice,
        drafts=drafts, seen=seen, what=worded(screen, drafts),
    )  # fmt: skip


def differing(match: Match, drafts: dict[str, str]) -> dict[str, str]:
    """Only what is not so already: a form sends all its fields."""
    game = match.sheet.game
    now = {f"rule.{name}": encode(getattr(game, name)) for name in house_rules(game)}
    now |= {f"start.{side}": str(points) for side, points in enumerate(match.sheet.start)}
    cleaned = {k: v.strip().replace("\N{MINUS SIGN}", "-") for k, v in drafts.items()}
    return {k: v for k, v in cleaned.items() if now.get(k) != v}


def worded(screen: Screen, drafts: dict[str, str]) -> list[Said]:
    """The changed facts in words."""
    known = house_rules(screen.sheet.game)
    told: list[Said] = []
    for key, value in drafts.items():
        name = key.removeprefix("rule.")
        if name in known:
            label = next((s for v, s in known[name].values.items() if encode(v) == value), value)
            told.append(msg("%(rule)s: %(value)s", rule=known[name].text, value=label))
        elif key.startswith("start."):
            told.append(msg("Points brought over: %(value)s", value=value))
        elif key == "end":
            known_ends = offers(screen.match.setup, screen.sheet, screen.row)["end"].legal
            told += [known_ends[value]] if value in known_ends else []
        else:
            ruling = read_ruling(screen.sheet.game.irregularities(screen.row.table), key, value)
            told += [ruling.facts, ruling.words] if ruling is not None else []
    return told
