"""Random matches by the engine alone: their transcripts are what they were (see `transcripts`)."""

from __future__ import annotations

from tests.trials.engine_words import NAMES
from tests.trials.transcripts import BLOCK, block, first_match, frozen, of_book
from tests.trials.trial import Trial


def attempt(seed: int, piece: int) -> list[str]:
    """A block of matches of each game.  A seed that has no digests on record is only played."""
    books = [found for name in NAMES for found in book_differences(name, seed)]
    found = [found for name in NAMES for found in differences(name, seed, piece)]
    return found if piece else books + found


def differences(name: str, seed: int, number: int) -> list[str]:
    made = block(name, number, seed)
    was = frozen(name, seed).get(str(number), made)
    first = first_match(number, seed)
    show = f"--show {name} {first}-{first + BLOCK - 1}"
    parts = zip(("kernel", "looks"), made, was, strict=True)
    return [f"{name} block {number}: the {part} differs, {show}" for part, a, b in parts if a != b]


def book_differences(name: str, seed: int) -> list[str]:
    made = of_book(name)
    return [] if frozen(name, seed).get("book", made) == made else [f"{name}: its book differs"]


MATCHES = Trial("matches", 1000, "of each game", attempt, BLOCK)
