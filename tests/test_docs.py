"""The words in the papers and on the pages keep up with the code."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from referee.engine import house_rules, in_english
from referee.engine.question import Kind
from referee.games import GAMES

ROOT = Path(__file__).parent.parent
PAPERS = ("README.md", "CONTRIBUTING.md")


def read(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def targets() -> set[str]:
    return set(re.findall(r"^([a-z]+):.*## ", read("Makefile"), re.MULTILINE))


@pytest.mark.parametrize("paper", PAPERS)
def test_every_make_target_that_a_paper_names_exists(paper: str) -> None:
    named = set(re.findall(r"(?:^|`)make ([a-z]+)", read(paper), re.MULTILINE))
    assert named
    assert named <= targets()


@pytest.mark.parametrize("folder", ["engine", "games", "every_game", "playthroughs", "cases"])
def test_every_test_folder_that_contributing_names_exists(folder: str) -> None:
    if f"tests/{folder}/" in read("CONTRIBUTING.md"):
        assert (ROOT / "tests" / folder).is_dir()


@pytest.mark.parametrize("kind", [kind for kind in get_args(Kind) if kind not in ("text", "count")])
def test_every_kind_of_question_has_its_template(kind: str) -> None:
    """`text` and `count` are for offers alone: the menu shows them."""
    assert (ROOT / "templates" / "question" / f"_{kind}.html").is_file()


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_house_rule_is_described_in_words_of_its_own(name: str) -> None:
    rules = house_rules(GAMES[name])
    texts = [in_english(rule.text) for rule in rules.values()]
    assert len(set(texts)) == len(texts)
    for key, rule in rules.items():
        assert "_" not in in_english(rule.text), "a name of the code is no description"
        labels = [in_english(label) for label in rule.values.values()]
        assert len(set(labels)) == len(labels), key


def test_the_rules_page_shows_every_rule_and_house_rule() -> None:
    """The page takes both from the rule sheet, so that none can be forgotten."""
    page = read("templates/club/rules/game.html")
    assert "game.rules()" in page
    assert "house.items()" in page
