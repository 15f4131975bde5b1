"""Recorded matches: Referee says the same lines as ever.

A file is its own expectation.  `UPDATE=1` writes anew what Referee says; look at the difference.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from referee.games import playthrough

FILES = sorted(Path(__file__).parent.glob("*.txt"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_referee_says_what_it_always_said(file: Path) -> None:
    text = file.read_text("utf-8")
    match = playthrough.read(text)
    said = playthrough.say(match)
    if os.environ.get("UPDATE") == "1":
        file.write_text(said, "utf-8", newline="\n")
        text = said
    assert said == text
    assert match.waiting() is None, "a recorded match ends with a scored hand"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_match_written_out_and_read_again_is_the_same(file: Path) -> None:
    match = playthrough.read(file.read_text("utf-8"))
    sheet = match.sheet()
    names = {who: who for who in match.setup.players}
    again = playthrough.read(playthrough.write(match.setup, sheet, names)).sheet()
    assert [(row.hand.score, row.after) for row in again.rows] == [
        (row.hand.score, row.after) for row in sheet.rows
    ]
    assert again.outcome == sheet.outcome


def test_every_file_says_in_its_first_line_what_it_shows() -> None:
    assert FILES
    for file in FILES:
        assert file.read_text("utf-8").startswith("# "), file.name
