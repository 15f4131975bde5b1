"""What went wrong at the table: its facts, how it is ruled, and what that changes."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, Response, abort, request, url_for

from referee.engine import SUITS, Card, Code, IllegalAnswer, Question, Said, Suit, Verdict
from referee.store import Match
from referee.web.request import page, see, the_store
from referee.web.screens import Screen, hand_asked, screen_of
from referee.web.table.answer import record
from referee.web.table.correct import shown as effect_page

pages = Blueprint("rulings", __name__)


@pages.get("/t/<id>/rulings")
def listed(id: str) -> Response:
    """What is on record for a hand, and what may be recorded."""
    screen = shown(the_store().load(id))
    return page("table/rulings/list.html", "table/rulings/list.html",
                screen=screen, say=screen.voice,
                codes=codes(screen), open=screen.free_ruling)  # fmt: skip


@pages.get("/t/<id>/rulings/<int:place>")
def code(id: str, place: int) -> Response:
    """One irregularity, by its place in the list: who, where, and how it is ruled."""
    screen = shown(the_store().load(id))
    found = dict(enumerate(codes(screen))).get(place) or abort(404)
    return page("table/rulings/code.html", "table/rulings/code.html",
                screen=screen, say=screen.voice,
                code=found, place=place, proof=proof(screen) if found.claim else None)  # fmt: skip


@dataclass(frozen=True)
class Proof:
    """The two cards of a claim: what was led, played and later shown, and what that proves."""

    cards: tuple[Card, ...]
    verdict: Verdict | None


def proof(screen: Screen) -> Proof | None:
    """The claim of a revoke as the form asks for it; None where trump is not known yet."""
    trump = screen.row.hand.public().trump
    if trump is None:
        return None
    game = screen.sheet.game
    ranks = game.ranks(trump)
    cards = (*ranks.trumps, *(card for suit in ranks.plain for card in suit))
    led, card, later = (request.args.get(name, "") for name in ("led", "card", "later"))
    if led not in SUITS or card not in cards or later not in cards:
        return Proof(cards, None)
    verdict = game.claimed(trump, Suit(led), Card(card), Card(later))
    return Proof(cards, verdict)


@pages.get("/t/<id>/ruling")
def compose(id: str) -> Response:
    """From the form to the page that shows what the ruling would change."""
    screen = shown(the_store().load(id))
    known = {str(place): code for place, code in enumerate(codes(screen))}
    found = known.get(request.args.get("code", "")) or abort(404)
    fields = [request.args.get(need.name, "") for need in found.needs]
    choice = request.args.get("choice", found.default)
    said = [field for field in fields if field]
    value = ":".join([found.name, *said, *([choice] if choice != found.default else [])])
    key = screen.free_ruling or abort(404)
    return effect_page(screen.match, {key: value})


def shown(match: Match) -> Screen:
    return screen_of(match, hand_asked(match))


def codes(screen: Screen) -> tuple[Code, ...]:
    return screen.sheet.game.irregularities(screen.row.table)


@pages.get("/t/<id>/count")
def count(id: str) -> Response:
    """The counter: how many of each card that counts a side has taken."""
    return show_counter(screen_of(the_store().load(id)))


def show_counter(
    screen: Screen, status: int = 200, problem: Said | None = None, rule: str = ""
) -> Response:
    questions = counts(screen)
    title = next((q.counter.title for q in questions if q.counter), screen.sheet.game.title)
    return page("table/rulings/count.html", "table/rulings/count.html", status, screen=screen,
                say=screen.voice, questions=questions, title=title,
                problem=problem, rule=rule)  # fmt: skip


@pages.post("/t/<id>/count")
def counted(id: str) -> Response:
    """Add up what was counted; the sums are the answers."""
    screen = screen_of(the_store().load(id))
    answers = [
        (screen.sheet.number, question.key, str(points(question))) for question in counts(screen)
    ]
    uid = request.form.get("uid", "")[:64]
    if not answers or not uid:
        abort(400)
    try:
        record(id, answers, uid=uid + ":count")
    except IllegalAnswer as error:
        return show_counter(screen, 422, error.refusal.text, error.refusal.rule)
    return see(url_for("matches.play", id=id))


def counts(screen: Screen) -> list[Question]:
    """The counts that may be given now, or given anew."""
    return [q for q in screen.row.hand.questions().values() if q.counter is not None]


def points(question: Question) -> int:
    """What the cards of one side come to, by its counter."""
    counter = question.counter or abort(400)
    total = 0
    for rank, worth in counter.worth.items():
        text = request.form.get(f"{question.key}.{rank}", "0")
        if text not in map(str, range(counter.each + 1)):
            abort(400)
        total += int(text) * worth
    return total
