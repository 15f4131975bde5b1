"""Every screen on real phone sizes: all answers in sight, big enough to hit, nothing sideways."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from referee.engine import Question, Sheet
from tests.browser.phone import FIVE, Phone, Server

SIZES = ((390, 844), (390, 664), (360, 640), (320, 568))
TOUCH = 44  # pixels, the least height of a target
SEVEN = (*FIVE, "Flo", "Gus")
LONG = ("Maximiliana Fitzgerald-Worthington", "Bartholomäus von Hohenzollern-Hechingen",
        "Wilhelmina Wwwwwwwwwwwwwwwwwwwwwwww", "Jean-Christophe de la Rochefoucauld",
        "Konstantinos Papadopoulos", "Anna", "Nebukadnezar der Zweite von Babylonien")  # fmt: skip

FIT = """() => {
  const page = document.scrollingElement, tools = document.querySelector('.tools');
  const floor = tools ? tools.getBoundingClientRect().top : innerHeight;
  const last = Math.max(...[...document.querySelectorAll('main .ans button, main .end .btn')]
    .map(e => e.getBoundingClientRect().bottom));
  const first = Math.min(...[...document.querySelectorAll('main form button')]
    .map(e => e.getBoundingClientRect().top));
  const cut = [...document.querySelectorAll('main h1, main form button')]
    .filter(e => e.getBoundingClientRect().right > page.clientWidth + 1
              || e.getBoundingClientRect().left < -1).length;
  return {over: page.scrollHeight - page.clientHeight, hidden: Math.ceil(last - floor),
          above: first < 0, cut, sideways: page.scrollWidth - page.clientWidth};
}"""
SMALL = """least => [...document.querySelectorAll('a, button, summary, select, input, textarea')]
  .filter(e => e.type !== 'hidden' && e.checkVisibility() && !e.closest('.vh') &&
     !e.matches('.vh, p a, p .rule, h2 a, .lines a, caption a'))
  .map(e => [e.getBoundingClientRect(), e])
  .filter(([r, e]) => r.height > 0 && r.height < least - .5)
  .map(([r, e]) => `${e.textContent.trim().slice(0, 30)} ${r.height.toFixed(1)}`)"""


@dataclass(frozen=True)
class Case:
    """A match to walk through."""

    game: str
    players: tuple[str, ...]
    depth: str

    def __str__(self) -> str:
        long = "long-" if self.players[0] == LONG[0] else ""
        return f"{self.game}-{long}{len(self.players)}-{self.depth}"


def cases() -> Iterator[Case]:
    for depth in ("quick", "bidding", "tricks", "cards"):
        for names in (SEVEN, LONG):
            yield Case("german_whist", names[:2], depth)
            yield Case("call_partner_euchre", names[:5], depth)
            if depth == "quick":
                yield Case("hearts", names[:4], depth)
            for count in range(2, 8):
                if (names is SEVEN and depth in ("quick", "tricks")) or count in (4, 7):
                    yield Case("pitch", names[:count], depth)


def shape(sheet: Sheet) -> tuple[object, ...]:
    """What makes a screen look different from another one."""
    if sheet.asking is None:
        return ("over",)
    kinds = tuple((q.kind, q.key.split(".")[0], size(q)) for q in sheet.asking.questions)
    return (*kinds, sheet.number)


def size(question: Question) -> int:
    count = len(question.legal)
    return count if count < 8 and question.kind != "card" else count // 26


def walk(server: Server, case: Case) -> Iterator[str]:
    """Every screen of two hands and the end that looks different; gives the id each time."""
    id = server.start(case.game, case.players, case.depth)
    seen: set[tuple[object, ...]] = set()
    while True:
        sheet = server.store.load(id).sheet
        if shape(sheet) not in seen:
            seen.add(shape(sheet))
            yield id
        if sheet.asking is None:
            return
        if sheet.number == 1 and sheet.now.score is not None:
            server.say(id, "end=conceded.0", 1)
            continue
        given = sheet.now.hand.answers()
        open = [q for q in sheet.asking.questions if not q.offer and q.key not in given]
        server.say(id, f"{open[0].key}={choice(open[0], sheet.number)}", sheet.number)


def choice(question: Question, hand: int) -> str:
    """Answers that lead through long stories: the highest bids, then what is asked most."""
    legal = list(question.legal)
    if question.kind == "grid":
        return "0.smear" if hand == 0 and "0.smear" in legal else legal[-2]
    if question.key.startswith("bid."):
        return "2" if "2" in legal else legal[0]
    if question.key.startswith(("order.", "name.")):
        return legal[-1] if question.key.endswith(".0") else legal[0]
    return legal[-1] if hand else legal[0]


@pytest.mark.parametrize("case", list(cases()), ids=str)
def test_play_screens_fit_without_scrolling(reader: Phone, server: Server, case: Case) -> None:
    phone = reader
    long = case.players[0] == LONG[0]
    wrong: list[str] = []
    for id in walk(server, case):
        phone.page.set_viewport_size({"width": 390, "height": 844})
        phone.open(f"/t/{id}")
        phone.told_well()
        heading = phone.page.locator("h1").inner_text()
        over = server.store.load(id).sheet.asking is None or phone.page.locator(".proved").count()
        reading = phone.page.locator("main.ask").count() == 0  # a score with its reasons
        for width, height in SIZES:
            phone.page.set_viewport_size({"width": width, "height": height})
            fit = phone.page.evaluate(FIT)
            bad = {k: v for k, v in fit.items() if v is True or (k != "above" and v > 0)}
            if reading and (long or over):  # reasons may scroll, the buttons stay in sight
                bad.pop("over", None)
            if bad:
                wrong.append(f"{width}x{height} {heading!r}: {bad}")
            if width == 390 and (small := phone.page.evaluate(SMALL, TOUCH)):
                wrong.append(f"{width}x{height} {heading!r}: small {small}")
    assert not wrong, "\n".join(wrong)
