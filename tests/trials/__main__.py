"""Trials: large numbers of matches and mishaps, seeded.  `python -m tests.trials --help`."""

from __future__ import annotations

import argparse
import sys
import time

from tests.trials.cuts import CUT
from tests.trials.duels import DUELLED
from tests.trials.engine_words import NAMES, book
from tests.trials.kills import KILLED
from tests.trials.matches import MATCHES
from tests.trials.offences import OFFENCES
from tests.trials.recounts import RECOUNT
from tests.trials.transcripts import SEED, freeze, transcript
from tests.trials.trial import Trial, run

TRIALS: dict[str, Trial] = {
    trial.name: trial for trial in (MATCHES, OFFENCES, RECOUNT, DUELLED, KILLED, CUT)
}


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser("make trials TRIALS=", description=__doc__)
    parser.add_argument("names", nargs="*", help=f"of {', '.join(TRIALS)}; all where none is named")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--many", type=int, help="how many, instead of the usual number")
    parser.add_argument("--minutes", type=float, default=60, help="then stop; run again to go on")
    parser.add_argument("--anew", action="store_true", help="forget a run that was broken off")
    parser.add_argument(
        "--show",
        nargs=2,
        metavar=("GAME", "SEED"),
        help="print the transcript of a match, of several (20-39) or of a game's book",
    )
    parser.add_argument("--kernel", action="store_true", help="show the kernel without the looks")
    parser.add_argument(
        "--freeze", action="store_true", help="put the digests of random matches on record anew"
    )
    chosen = parser.parse_args()
    if unknown := set(chosen.names) - set(TRIALS):
        parser.error(f"no trial called {', '.join(sorted(unknown))}")
    return chosen


def show(name: str, which: str, kernel: bool) -> None:
    first, _, last = which.partition("-")
    whole = which == "book"
    seeds = range(0) if whole else range(int(first), int(last or first) + 1)
    for lines in (book(name) if whole else (), *(transcript(name, seed) for seed in seeds)):
        for line in lines:
            if not (kernel and line.startswith("~")):
                print(line)


def main() -> int:
    chosen = options()
    if chosen.show:
        name, seeds = chosen.show
        show(name, seeds, chosen.kernel)
        return 0
    if chosen.freeze:
        for name in NAMES:
            print(freeze(name, chosen.seed, chosen.many or MATCHES.many))
        return 0
    until = time.monotonic() + 60 * chosen.minutes
    right = True
    for name in chosen.names or TRIALS:
        trial = TRIALS[name]
        line, good = run(trial, chosen.seed, chosen.many or trial.many, until, chosen.anew)
        print(line, flush=True)
        right = right and good
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
