"""What undo, the tags and the record call an answer: in words that a player would say."""

from __future__ import annotations

import re
from random import Random

import pytest

from referee.engine import Table, in_english, name_of, newest, offers
from referee.games import GAMES
from tests.every_game.playing import stages
from tests.samples import SAMPLES
from tests.talk import LEVELS, Talk, rule_sheet, table_of

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva")
TOLD = [(game, *row) for game, sample in SAMPLES.items() for row in sample.called]

# What may be said in every game, after a scored hand; {side} is the first side.
ANY_TIME = [
    ("next=ok", "next deal"),
    ("dealer=1", "Ben dealt"),
    ("note=rain", "a note"),
    ("seat.0=Zoe", "a change of seats"),
    ("start.0=3", "3 points brought over"),
    ("rule.target=50", "a house rule"),
    ("bids=every", "the level of detail"),
    ("play=winners", "the level of detail"),
    ("agree.0=ok", "{side} agreed"),
    ("agree.0=ok agree.0=none", "{side} no longer agreed"),
    ("end=stopped", "the match was stopped"),
    ("end=stopped end=none", "the match goes on"),
    ("end=conceded.0", "{side} gave up"),
]


def called(talk: Talk) -> str:
    """What undo would say that it takes back."""
    row = talk.now
    said = name_of(talk.setup, talk.sheet, newest(talk.log))
    teams = [" & ".join(NAMES[seat] for seat in team) for team in row.table.teams]
    return in_english(said, lambda seat: NAMES[seat], lambda side: teams[side])


def table(game: str, levels: str = "final totals", rules: str = "") -> Talk:
    bids, play = next(pair for pair in LEVELS if " ".join(pair) == levels)
    sheet = rule_sheet(game, **dict(rule.split("=") for rule in rules.split()))
    return table_of(sheet, NAMES[: SAMPLES[game].players], bids=bids, play=play)


@pytest.mark.parametrize(("game", "levels", "rules", "told", "words"), TOLD)
def test_an_answer_is_called_what_a_player_would_say(
    game: str, levels: str, rules: str, told: str, words: str
) -> None:
    assert called(table(game, levels, rules).say(told)) == words


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("told", "words"), ANY_TIME)
def test_what_is_said_at_any_time_is_called_so_too(game: str, told: str, words: str) -> None:
    talk = table(game)
    if told.startswith(("bids", "play")) and not SAMPLES[game].deal:
        assert set(offers(talk.setup, talk.sheet, talk.now)).isdisjoint({"bids", "play"})
        return
    if not told.startswith(("bids", "play")):  # finer only before the first answer
        talk.say(SAMPLES[game].hand)
    side = " & ".join(NAMES[seat] for seat in talk.now.table.teams[0])
    assert called(talk.say(told, hand=0)) == words.format(side=side)


def test_a_ruling_is_called_by_its_facts() -> None:
    talk = table("pitch").say("contract=0.2 ruling.1=MISDEAL")
    facts = called(talk)
    assert facts
    assert "ruling" not in facts.lower()
    assert called(talk.say("ruling.1=none")) == "No ruling"


def kind(key: str) -> str:
    return re.sub(r"\.[0-9]+", "", key)


@pytest.mark.parametrize("game", GAMES)
def test_every_question_of_every_game_is_in_these_tables(game: str) -> None:
    known = {kind(pair.split("=")[0]) for row in TOLD if row[0] == game for pair in row[3].split()}
    asked: set[str] = set()
    for rules in ("", "scoring=all26_difference" if game == "german_whist" else ""):
        for levels in LEVELS:
            talk = table(game, " ".join(levels), rules)
            seats = Table(talk.now.table.teams, bids=levels[0], play=levels[1])
            for seed in range(4 if "cards" in levels else 200):
                for _, hand in stages(talk.setup.game, seats, Random(seed)):
                    asked |= {kind(key) for key in hand.questions()}
    assert asked == known
    talk = table(game).say(SAMPLES[game].hand)
    offered = {kind(key) for key in offers(talk.setup, talk.sheet, talk.now)}
    anytime = {kind(told.split("=")[0]) for told, _ in ANY_TIME} - {"next"} | {"ruling"}
    if not SAMPLES[game].deal:
        anytime -= {"bids", "play"}
    assert {key.split(".")[0] for key in offered} == {key.split(".")[0] for key in anytime}
