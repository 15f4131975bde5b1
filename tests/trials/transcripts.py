"""Random matches written down in plain English, and the digests that hold them fast.

A transcript has two parts, each with a digest of its own for every `BLOCK` matches: the kernel,
which no change of the engine or of a game may touch, and the looks (lines that begin with `~`),
which may be dressed anew.  `tests/frozen/transcripts` has the digests as the code made them that
was there before the engine was rebuilt.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from itertools import chain
from pathlib import Path
from random import Random

from tests.trials import engine_said as said
from tests.trials.engine_words import Asked, Match, book
from tests.trials.random_match import CARDS, steps

BLOCK = 20  # matches
SEED = 0  # of the frozen matches
FROZEN = Path(__file__).parents[1] / "frozen" / "transcripts"


def asked(question: Asked) -> Iterator[str]:
    """A question with all that may be answered, and why anything else is refused."""
    q = question
    marks = f"{' offer' if q.offer else ''}{' secret' if q.secret else ''}"
    yield f"? {q.key} seat {q.seat}{marks}: {q.prompt} [{q.help}]"
    yield f"  {len(q.legal)} answers"
    yield from (f"  {value}: {label} | {noted}" for value, label, noted in q.answers)
    yield from (f"  beside {value}: {text}" for value, text in q.details)
    yield from (f"  not {value}: {why}" for value, why in q.refused)
    yield f"  else {q.otherwise}; turn {q.turn}; missing {q.missing}"
    yield f"~ {q.key} {q.looks}"


def looks(lines: Iterator[str]) -> Iterator[str]:
    return (f"~ {line}" for line in lines)


def screen(match: Match) -> Iterator[str]:
    prompt, help, waiting = match.screen()
    yield f"asked {match.hand}: {prompt} [{help}]"
    for question in chain(waiting, match.extras(newest=2)):
        yield from asked(question)
    yield from said.asked_hand(match)
    yield from looks(said.looks(match))


def answers(match: Match) -> list[str]:
    return [f"= {key}={value}: {text}" for key, value, text in match.answered(match.hand)]


def transcript(name: str, seed: int) -> Iterator[str]:
    """One match.  Raises AssertionError where the whole log, replayed, says something else."""
    chance = Random(f"look {name} {seed}")
    before: list[str] = []
    sheet: list[str] = []
    for number, (words, match) in enumerate(steps(name, seed)):
        yield words
        if ": stale" in words or ": on record" in words or ": refused" in words:
            continue
        if number == 0:
            yield from said.agreement(match)
            yield from said.irregularities(match, 0)
            yield from chain.from_iterable(map(asked, match.any_time(0)))
        yield from screen(match)
        now = answers(match)
        yield from (line for line in now if line not in before)
        before = now
        was, sheet = sheet, list(said.score_sheet(match))
        yield from (line for line in sheet if line not in was)
        if chance.random() < 0.03:
            yield f"besides {match.extra_keys()}"
            yield said.verdict(match, chance.choice("CDHS"), *chance.choices(CARDS, k=2))
            yield from looks(said.score_looks(match))
    yield from sheet
    yield from said.changes(match)
    yield from said.agreement(match)
    yield from chain.from_iterable(map(asked, match.any_time(chance.randrange(match.hands))))
    yield from looks(said.score_looks(match))
    again = match.afresh()
    for one in (said.score_sheet, screen):
        assert list(one(again)) == list(one(match)), f"{name} {seed}: replayed, it differs"


def digests(lines: Iterator[str]) -> tuple[str, str]:
    """Of the kernel and of the looks."""
    kernel, dress = sha256(), sha256()
    for line in lines:
        (dress if line.startswith("~") else kernel).update(f"{line}\n".encode())
    return kernel.hexdigest(), dress.hexdigest()


def block(name: str, number: int, seed: int = SEED) -> tuple[str, str]:
    """The digests of `BLOCK` matches; those of one seed are others than those of the next."""
    first = first_match(number, seed)
    matches = (transcript(name, n) for n in range(first, first + BLOCK))
    return digests(chain.from_iterable(matches))


def first_match(number: int, seed: int) -> int:
    return seed * 1_000_000 + number * BLOCK


def of_book(name: str) -> tuple[str, str]:
    return digests(book(name))


def file_of(name: str, seed: int = SEED) -> Path:
    return FROZEN / (f"{name}.txt" if seed == SEED else f"{name}-{seed}.txt")


def frozen(name: str, seed: int = SEED) -> dict[str, tuple[str, str]]:
    """What is on record of a seed: by `book` or the number of a block."""
    file = file_of(name, seed)
    if not file.exists():
        return {}
    rows = (line.split() for line in file.read_text("ascii").splitlines() if line[0] != "#")
    return {what: (kernel, dress) for what, kernel, dress in rows}


def freeze(name: str, seed: int, many: int) -> Path:
    """Put the digests of `many` matches on record, as the code says them now."""
    rows = {"book": of_book(name)}
    for number in range(-(-many // BLOCK)):
        rows[str(number)] = block(name, number, seed)
    file = file_of(name, seed)
    file.parent.mkdir(parents=True, exist_ok=True)
    text = "".join(f"{what} {kernel} {dress}\n" for what, (kernel, dress) in rows.items())
    file.write_text(f"# {BLOCK} matches a block: kernel, looks\n{text}", "ascii")
    return file
