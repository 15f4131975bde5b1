"""What is needed, what beats what, why a call is refused, and how the table lies."""

from __future__ import annotations

import pytest

from referee.engine import Card, Side, SideName, Suit, in_english
from referee.games import GAMES
from referee.tricks import TrickRules, claimed_revoke
from tests.samples import BY_CARDS
from tests.talk import Talk, rule_sheet, table_of


def needs(talk: Talk) -> list[str]:
    row = talk.now
    told = talk.sheet.game.needs(row.table, row.hand)
    numbers = {rule.number for rule in talk.sheet.game.rules()} | {"WA4"}
    assert {reason.rule for reason in told} <= numbers
    return [in_english(reason.text) for reason in told]


def test_what_the_sides_of_pitch_need() -> None:
    talk = table_of(rule_sheet("pitch"), 4, start=(18, 24)).say("contract=0.3")
    assert needs(talk) == [
        "0 need 3 of High, Low, Jack and Game to make the bid.",
        "0 need 3 points to reach 21.",
        "1 did not bid: they cannot win on this hand.",
    ]
    talk = table_of(rule_sheet("pitch"), 4, start=(18, 24)).say("contract=1.smear")
    assert needs(talk)[0] == "1 need all six tricks and all four points."
    assert "1 go out with any bid that they make." in needs(talk)


def test_what_is_needed_in_euchre_names_no_partner() -> None:
    told = "upcard=9H order.1=order called=AS"
    talk = table_of(rule_sheet("call_partner_euchre"), 5, bids="every").say(told)
    assert needs(talk)[0] == "1 and the partner, if any, need three of the five tricks."
    assert len(needs(talk)) == 6


def test_what_is_needed_in_german_whist() -> None:
    talk = table_of(rule_sheet("german_whist"), 2, play="winners", start=(9, 0))
    talk.say("trump=H trick.1=0 trick.2=0")
    assert needs(talk)[1] == "0 have 2 tricks, 5 more for the first point."
    assert needs(talk)[-2] == "0 need 6 points to reach 15."


@pytest.mark.parametrize("name", BY_CARDS)
@pytest.mark.parametrize("trump", [None, *map(Suit, "CDHS")])
def test_what_beats_what_names_each_card_once(name: str, trump: Suit | None) -> None:
    game = GAMES[name]()
    ranks = game.ranks(trump)
    cards = [*ranks.trumps, *(card for suit in ranks.plain for card in suit)]
    assert len(cards) == len(set(cards)) == (28 if name == "call_partner_euchre" else 52)
    assert bool(ranks.trumps) is (trump is not None)
    assert {note.rule for note in ranks.notes} <= {rule.number for rule in game.rules()}


def test_the_bowers_are_the_highest_trumps() -> None:
    ranks = rule_sheet("call_partner_euchre").ranks(Suit("H"))
    assert ranks.trumps[:4] == ("JH", "JD", "AH", "KH")
    assert [suit[0] for suit in ranks.plain] == ["AC", "AD", "AS"]
    assert "JD" not in ranks.plain[1]


@pytest.mark.parametrize(
    ("told", "key", "value", "code"),
    [
        ("bid.1=2", "bid.2", "2", "BID_TOO_LOW"),
        ("bid.1=2", "bid.2", "1", "BID_TOO_LOW"),
        ("bid.1=pass bid.2=pass bid.3=pass", "bid.0", "1", "DEALER_MUST_BID"),
        ("bid.1=pass bid.2=pass bid.3=pass", "bid.0", "pass", "DEALER_MUST_BID"),
        ("bid.1=3", "bid.3", "4", "BID_OUT_OF_TURN"),
    ],
)
def test_why_a_bid_is_not_allowed(told: str, key: str, value: str, code: str) -> None:
    talk = table_of(rule_sheet("pitch"), 4, bids="every").say(told)
    refusal = talk.refused(key, value)
    assert refusal.code == code
    assert refusal.rule in {rule.number for rule in talk.sheet.game.rules()}


@pytest.mark.parametrize("rules", [{}, {"min_bid": "2"}, {"smear": "no"}, {"dealer_steal": "no"}])
def test_every_bid_that_is_not_offered_has_its_reason(rules: dict[str, str]) -> None:
    talk = table_of(rule_sheet("pitch", **rules), 4, bids="every").say("bid.1=3 bid.2=pass")
    for call in ("pass", "pass"):
        [question] = talk.now.hand.open
        every = {"pass", "1", "2", "3", "4", "smear"}
        assert set(question.refusals) == every - set(question.legal)
        talk.tell(question.key, call)


def test_the_board_of_pitch_as_the_cards_fall() -> None:
    talk = table_of(rule_sheet("pitch"), 4, play="cards").say(
        "contract=0.2 card.1.0=KC card.1.1=JC"
    )
    board = talk.now.hand.board
    assert board is not None
    assert (board.number, board.count, board.trump, board.turn, board.winning) == (1, 6, "C", 2, 0)
    assert board.trick == ((0, "KC"), (1, "JC"))
    talk.say("card.1.2=2C card.1.3=TH")
    board = talk.now.hand.board
    assert board is not None
    assert (board.number, board.leader, board.turn, board.last_winner) == (2, 0, 0, 0)
    assert (board.trick, len(board.last)) == ((), 4)
    assert [n for _, n in board.camps] == [1, 0]
    *so_far, ours, theirs = board.lines
    assert [(in_english(n.label or "-"), n.said, n.cards) for n in so_far] == [
        ("High", SideName(Side(0)), ("KC",)),
        ("Low", SideName(Side(0)), ("2C",)),
        ("Jack", SideName(Side(0)), ("JC",)),
        ("Game", SideName(Side(0)), ()),
    ]
    assert [in_english(line.said) for line in (ours, theirs)] == ["0 14", "1 0"]


def test_the_board_of_german_whist_counts_the_stock() -> None:
    talk = table_of(rule_sheet("german_whist"), 2, play="cards").say("trump=H up.1=9H")
    board = talk.now.hand.board
    assert board is not None
    assert board.stage is not None
    assert [in_english(said) for said in board.beside] == ["26 cards in the stock", "9H turned up"]
    assert board.turn == 1
    assert [q.key for q in talk.now.hand.beside] == ["lead.1"]
    talk.say("card.1.1=AC card.1.0=2C")
    board = talk.now.hand.board
    assert board is not None
    assert (board.number, board.turn) == (2, 1)
    assert [in_english(said) for said in board.beside] == ["24 cards in the stock"]
    assert [q.key for q in talk.now.hand.beside] == ["lead.2", "up.2"]


def test_what_may_be_told_of_a_trick_is_about_the_one_that_is_played() -> None:
    talk = table_of(rule_sheet("german_whist"), 2, play="cards").say("trump=H")
    for n in range(1, 15):
        keys = {f"lead.{n}", f"up.{n}"} if n <= 13 else {f"lead.{n}"}
        assert {q.key for q in talk.now.hand.beside} == keys
        for _ in talk.now.table.seats:
            [question] = talk.now.hand.open
            talk.tell(question.key, next(iter(question.legal)))


def test_the_board_of_euchre_knows_no_camps_before_the_called_card_falls() -> None:
    talk = table_of(rule_sheet("call_partner_euchre"), 5, play="cards")
    talk.say(
        "maker=1 trump=H called=AS card.1.1=9C card.1.2=TC card.1.3=KC card.1.4=QC card.1.0=8C"
    )
    board = talk.now.hand.board
    assert board is not None
    assert board.camps == ()
    assert board.taken == {0: 0, 1: 0, 2: 0, 3: 1, 4: 0}
    talk.say("card.2.3=AS")
    board = talk.now.hand.board
    assert board is not None
    assert [n for _, n in board.camps] == [1, 0]


EUCHRE = TrickRules(Suit("S"), bowers=True)
PITCH = TrickRules(Suit("S"), ruff_any_time=True)


@pytest.mark.parametrize(
    ("rules", "led", "card", "later", "proved"),
    [
        (EUCHRE, "H", "9D", "AH", True),
        (EUCHRE, "H", "9H", "AH", False),  # that followed
        (EUCHRE, "S", "9D", "JC", True),  # the left bower is a trump
        (EUCHRE, "C", "9D", "JC", False),
        (EUCHRE, "C", "JC", "AC", True),  # and no club
        (PITCH, "H", "2S", "AH", False),  # a trump may be played at any time
        (PITCH, "S", "2H", "AS", True),
        (PITCH, "H", "2D", "AS", False),
    ],
)
def test_the_two_cards_of_a_claim(
    rules: TrickRules, led: str, card: str, later: str, proved: bool
) -> None:
    verdict = claimed_revoke(rules, Suit(led), Card(card), Card(later))
    assert verdict.proved is proved
    assert "%" not in in_english(verdict.text)
