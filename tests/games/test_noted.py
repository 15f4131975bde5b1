"""What undo, the tags and the record call an answer: in words that a player would say."""

from __future__ import annotations

import re
from random import Random

import pytest

from referee.engine import Table, in_english, name_of, newest, offers
from referee.games import GAMES
from tests.every_game.playing import stages
from tests.talk import LEVELS, Talk, rule_sheet, table_of

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva")
PLAYERS = {"pitch": 4, "german_whist": 2, "call_partner_euchre": 5}
PITCH_HAND = "contract=0.2 trump=C high=0 low=0 jack=none"
HAND = {
    "pitch": f"{PITCH_HAND} game=1",
    "german_whist": "trump=H tricks=9",
    "call_partner_euchre": "maker=1 trump=S called=AH partner=3 tricks=3",
}
CALLED = "maker=1 trump=S called=AH"

# game, levels, house rules; what is told, and how its last answer is called.
TOLD = [
    ("pitch", "final totals", "", "contract=0.2", "Ana bid 2"),
    ("pitch", "final totals", "", "contract=0.smear", "Ana bid a smear"),
    ("pitch", "final totals", "all_pass=redeal", "contract=pass", "all passed"),
    ("pitch", "every totals", "", "bid.1=2", "Ben bid 2"),
    ("pitch", "every totals", "", "bid.1=smear", "Ben bid a smear"),
    ("pitch", "every totals", "", "bid.1=pass", "Ben passed"),
    ("pitch", "final totals", "", "contract=0.2 trump=C", "clubs are trump"),
    ("pitch", "final totals", "", "contract=0.2 trump=C high=0", "High to Ana & Cleo"),
    ("pitch", "final totals", "", "contract=0.2 trump=C low=1", "Low to Ben & Dan"),
    ("pitch", "final totals", "", "contract=0.2 trump=C jack=1", "Jack to Ben & Dan"),
    ("pitch", "final totals", "", PITCH_HAND, "nobody took Jack"),
    ("pitch", "final totals", "", f"{PITCH_HAND} game=1", "Game to Ben & Dan"),
    ("pitch", "final totals", "", f"{PITCH_HAND} game=tie", "a tie for Game"),
    ("pitch", "final totals", "", "contract=0.2 trump=C count.0=34", "Ana & Cleo counted 34"),
    ("pitch", "final totals", "", "contract=0.smear trump=C high=0 low=0 jack=0 game=0 swept=yes",
     "Ana & Cleo took all six tricks"),
    ("pitch", "final totals", "", "contract=0.smear trump=C high=0 low=0 jack=0 game=0 swept=no",
     "Ana & Cleo did not take all six tricks"),
    ("pitch", "final winners", "", "contract=0.2 trump=C trick.1=3", "Dan took trick 1"),
    ("pitch", "final cards", "", "contract=0.2 card.1.0=AC", "Ana played AC"),
    ("pitch", "final cards", "", "contract=0.2 lead.1=1", "Ben led to trick 1"),
    ("german_whist", "final totals", "", "trump=H", "hearts are trump"),
    ("german_whist", "final totals", "", "trump=H tricks=9", "tricks 9–4"),
    ("german_whist", "final totals", "scoring=all26_difference", "trump=H tricks=9 stage1=6",
     "tricks 6–7"),
    ("german_whist", "final winners", "", "trump=H trick.1=1", "Ben took trick 1"),
    ("german_whist", "final cards", "", "trump=H card.1.1=2S", "Ben played 2S"),
    ("german_whist", "final cards", "", "trump=H lead.1=0", "Ana led to trick 1"),
    ("german_whist", "final cards", "", "trump=H up.1=9H", "9H turned up"),
    ("call_partner_euchre", "final totals", "", "maker=1", "Ben made it"),
    ("call_partner_euchre", "final totals", "stick_the_dealer=no", "maker=pass", "all passed"),
    ("call_partner_euchre", "every totals", "", "upcard=9H", "9H turned up"),
    ("call_partner_euchre", "every totals", "", "upcard=9H order.1=pass", "Ben passed"),
    ("call_partner_euchre", "every totals", "", "upcard=9H order.1=order", "Ben made it trump"),
    ("call_partner_euchre", "every totals", "", "upcard=9H order.1=pass order.2=pass order.3=pass "
     "order.4=pass order.0=pass name.1=pass", "Ben passed"),
    ("call_partner_euchre", "every totals", "", "upcard=9H order.1=pass order.2=pass order.3=pass "
     "order.4=pass order.0=pass name.1=S", "Ben named spades"),
    ("call_partner_euchre", "final totals", "", "maker=1 trump=S", "spades are trump"),
    ("call_partner_euchre", "final totals", "", CALLED, "Ben called AH"),
    ("call_partner_euchre", "final totals", "", "maker=1 trump=S called=alone", "Ben goes alone"),
    ("call_partner_euchre", "final totals", "", f"{CALLED} partner=3", "the last answer"),  # secret
    ("call_partner_euchre", "final totals", "", f"{CALLED} partner=2 tricks=1 partner=3",
     "Dan held the called card"),
    ("call_partner_euchre", "final totals", "", f"{CALLED} partner=2 tricks=1 partner=buried",
     "nobody held the called card"),
    ("call_partner_euchre", "final totals", "own_card=alone",
     f"{CALLED} partner=2 tricks=1 partner=own", "Ben called a card of their own"),
    ("call_partner_euchre", "final totals", "", f"{CALLED} partner=3 tricks=1",
     "the attackers took 1 trick"),
    ("call_partner_euchre", "final totals", "", f"{CALLED} partner=3 tricks=3",
     "the attackers took 3 tricks"),
    ("call_partner_euchre", "final winners", "", f"{CALLED} trick.1=2", "Cleo took trick 1"),
    ("call_partner_euchre", "final cards", "", f"{CALLED} lead.1=2", "Cleo led to trick 1"),
    ("call_partner_euchre", "final cards", "", f"{CALLED} card.1.1=8D", "Ben played 8D"),
]  # fmt: skip

# What may be said in every game, after a scored hand; {side} is the first side.
ANY_TIME = [
    ("next=ok", "next deal"),
    ("dealer=1", "Ben dealt"),
    ("note=rain", "a note"),
    ("seat.0=Zoe", "a change of seats"),
    ("start.0=3", "3 points brought over"),
    ("rule.target=9", "a house rule"),
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
    return table_of(sheet, NAMES[: PLAYERS[game]], bids=bids, play=play)


@pytest.mark.parametrize(("game", "levels", "rules", "told", "words"), TOLD)
def test_an_answer_is_called_what_a_player_would_say(
    game: str, levels: str, rules: str, told: str, words: str
) -> None:
    assert called(table(game, levels, rules).say(told)) == words


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("told", "words"), ANY_TIME)
def test_what_is_said_at_any_time_is_called_so_too(game: str, told: str, words: str) -> None:
    talk = table(game)
    if not told.startswith(("bids", "play")):  # finer only before the first answer
        talk.say(HAND[game])
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
    talk = table(game).say(HAND[game])
    offered = {kind(key) for key in offers(talk.setup, talk.sheet, talk.now)}
    anytime = {kind(told.split("=")[0]) for told, _ in ANY_TIME} - {"next"} | {"ruling"}
    assert {key.split(".")[0] for key in offered} == {key.split(".")[0] for key in anytime}
