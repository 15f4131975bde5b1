"""A trial: large numbers of something done by chance; broken off, it goes on where it stopped."""

from __future__ import annotations

import json
import time
import traceback
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path

PROGRESS = Path("test-results") / "trials"


@dataclass(frozen=True)
class Trial:
    """`many` is how many are usual, `of` what is counted, `piece` how many are tried at a time.

    `attempt` is handed the seed and the number of a piece, from 0 on, and returns what was found
    wrong, a line each; what it raises is found as well.  The same seed and piece do the same.
    """

    name: str
    many: int
    of: str
    attempt: Callable[[int, int], list[str]]
    piece: int = 1

    def pieces(self, many: int) -> int:
        return -(-many // self.piece)


@dataclass
class Progress:
    """How far a run has come; kept in a file until the run is through."""

    done: int = 0  # pieces
    found: list[str] = field(default_factory=list)
    seconds: float = 0


def run(trial: Trial, seed: int, many: int, until: float, anew: bool = False) -> tuple[str, bool]:
    """Run a trial until it is through or the clock (`time.monotonic`) says `until`.

    Returns the line that says what came of it, and whether nothing was found.
    """
    file = PROGRESS / f"{trial.name}-{seed}-{many}.json"
    progress = Progress()
    if file.exists() and not anew:
        progress = Progress(**json.loads(file.read_text("utf-8")))
    pieces = trial.pieces(many)
    while progress.done < pieces and time.monotonic() < until:
        began = time.monotonic()
        progress.found += attempted(trial, seed, progress.done)
        progress.seconds += time.monotonic() - began
        progress.done += 1
        save(file, progress)
    whole = progress.done >= pieces
    if whole:
        file.unlink(missing_ok=True)
    return line(trial, seed, many, progress, whole), not progress.found


def attempted(trial: Trial, seed: int, piece: int) -> list[str]:
    try:
        return trial.attempt(seed, piece)
    except Exception:
        return [f"{trial.name} seed {seed} piece {piece}: {traceback.format_exc()}"]


def save(file: Path, progress: Progress) -> None:
    """Whole or not at all, whenever the run is broken off."""
    file.parent.mkdir(parents=True, exist_ok=True)
    fresh = file.with_suffix(".new")
    fresh.write_text(json.dumps(asdict(progress)), "utf-8")
    fresh.replace(file)


def line(trial: Trial, seed: int, many: int, progress: Progress, whole: bool) -> str:
    done = progress.done * trial.piece
    found = f"{len(progress.found)} FOUND" if progress.found else "nothing found"
    rest = trial.pieces(many) * trial.piece - done
    left = "" if whole else f", {rest} left: the same command goes on"
    told = f"{trial.name:10} seed {seed:<4} {done:>6} {trial.of}: {found}, {progress.seconds:.0f} s"
    return "\n".join([*progress.found, told + left])
