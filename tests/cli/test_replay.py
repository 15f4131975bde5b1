"""`referee replay`: prints what the referee says, and says where a file is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.cli import main
from referee.games import playthrough

EXAMPLE = """\
# East-West pass 21 while defending and do not win: they must bid out (P36).
pitch seats=North,East,South,West dealer=0 bids=final play=totals
contract=0.2 trump=C high=1 low=1 jack=none game=1
= 0 -2 bid 2 set: took nothing
= 1 +3 high low game
== -2 3
"""
HEADER = "pitch seats=A,B,C,D\n"


def replayed(text: str) -> str:
    result = CliRunner().invoke(main, ["replay", "-"], input=text)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_the_example_is_said_as_it_stands(tmp_path: Path) -> None:
    file = tmp_path / "example.txt"
    file.write_text(EXAMPLE, "utf-8")
    result = CliRunner().invoke(main, ["replay", str(file)])
    assert (result.exit_code, result.output) == (0, EXAMPLE)
    bare = "".join(line for line in EXAMPLE.splitlines(keepends=True) if not line.startswith("="))
    assert replayed(bare) == EXAMPLE


def test_answers_may_stand_in_any_order() -> None:
    line = "game=1 jack=none low=1 high=1 trump=C contract=0.2"
    assert replayed(HEADER + line).endswith("== -2 3\n")


def test_the_winners_are_named_at_the_end() -> None:
    said = replayed(
        "pitch seats=A,B,C,D target=7 start=0,4\ncontract=1.4 trump=S high=1 low=1 jack=1 game=1\n"
    )
    assert said.splitlines()[-1] == "== 0 8 winners 1"


def test_a_match_that_was_stopped_has_no_winners() -> None:
    assert replayed(HEADER + "end=stopped\n").splitlines()[-1] == "== 0 0 winners none"


@pytest.mark.parametrize(("yes", "no"), [("yes", "no"), ("true", "false")])
def test_booleans_have_two_spellings(yes: str, no: str) -> None:
    said = replayed(
        f"pitch seats=A,B,C,D dealer_steal={no}\n"
        f"contract=0.smear trump=C high=0 low=0 jack=0 game=0 swept={yes}\n"
    )
    assert "= 0 " in said


def test_a_note_stands_in_quotes() -> None:
    line = 'contract=0.2 trump=C high=1 low=1 jack=none game=1 note="said \\"two\\", meant three"'
    match = playthrough.read(HEADER + line)
    assert match.log[-1].value == 'said "two", meant three'
    names = {name: name for name in match.setup.players}
    written = playthrough.write(match.setup, match.sheet(), names, "again")
    assert playthrough.say(playthrough.read(written)) == written


def test_an_unfinished_hand_is_told_beside_the_output() -> None:
    result = CliRunner().invoke(main, ["replay", "-"], input=HEADER + "contract=0.2\n")
    assert result.exit_code == 0
    assert result.stdout == HEADER + "contract=0.2\n"
    assert result.stderr == "-:2: the hand is not finished: trump is asked\n"


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("", "1: there is no header"),
        ("# only a comment\n", "1: there is no header"),
        ("snap seats=A,B\n", "1: no game snap"),
        ("pitch dealer=0\n", "1: seats="),
        ("pitch seats=A,A,B,C\n", "1: seats="),
        ("pitch seats=A,B,C,D dealer=4\n", "1: dealer=4"),
        ("pitch seats=A,B,C,D dealer=x\n", "1: dealer"),
        ("pitch seats=A,B,C,D start=1\n", "1: start="),
        ("pitch seats=A,B,C,D bids=some\n", "1: bids=some"),
        ("pitch seats=A,B,C,D play=some\n", "1: play=some"),
        ("pitch seats=A,B,C,D colour=red\n", "1: There is no house rule"),
        ("pitch seats=A,B,C,D target=x\n", "1: “x” is not an allowed value"),
        ("\n# c\n" + HEADER + "contract\n", "4: not key=value: contract"),
        (HEADER + "contract=0.2 contract=0.3\n", "2: contract is said twice"),
        (HEADER + "contract=0.9\n", "2: contract=0.9: "),
        (HEADER + "contract=0.2 colour=red\n", "2: colour=red: colour is not asked here"),
        (HEADER + "contract=0.2\ncontract=0.2\n", "3: the hand before is not finished"),
        (HEADER + "end=stopped\ncontract=0.2\n", "3: the match is over already"),
        (HEADER + 'note="\\q"\n', "2: note: a wrong escape"),
    ],
)
def test_a_wrong_file_says_where_and_what(tmp_path: Path, text: str, where: str) -> None:
    file = tmp_path / "wrong.txt"
    file.write_text(text, "utf-8")
    result = CliRunner().invoke(main, ["replay", str(file)])
    assert result.exit_code == 1
    assert result.stdout == ""
    assert result.stderr.startswith(f"Error: {file}:{where}")
    assert result.stderr.count("\n") == 1


def test_a_file_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    for file in (tmp_path / "none.txt", tmp_path):
        result = CliRunner().invoke(main, ["replay", str(file)])
        assert result.exit_code == 1
        assert str(file) in result.stderr
    file = tmp_path / "latin.txt"
    file.write_bytes(b"# caf\xe9\n")
    assert "UTF-8" in CliRunner().invoke(main, ["replay", str(file)]).stderr
