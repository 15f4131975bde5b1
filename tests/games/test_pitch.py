"""Pitch in card words: bids, points, house rules, and who goes out; one row a case."""

from __future__ import annotations

import pytest

from referee.engine import Card, HouseRuleError, Seat, Suit, Table, alternate, in_english
from referee.games.pitch.points import count_points
from referee.tricks import Trick, TrickRules
from tests.talk import Talk, rule_sheet, table_of

NAMES = ("North", "East", "South", "West")
WORDS = {"H": "high", "L": "low", "J": "jack", "G": "game"}


def took(points: str) -> str:
    """`HL.G` is what side 0 took; `.` stands for side 1, `-` for nobody (jack) or a tie (game)."""
    nobody = {"J": "none", "G": "tie"}
    said = []
    for letter, mark in zip("HLJG", points, strict=True):
        side = {letter: "0", ".": "1", "-": nobody.get(letter, "")}[mark]
        said.append(f"{WORDS[letter]}={side}")
    return " ".join(said)


def scored(bid: str, points: str, swept: str = "", start: str = "0 0", **rules: str) -> Talk:
    """One hand of four players: seat 0 bids."""
    before = tuple(map(int, start.split()))
    talk = table_of(rule_sheet("pitch", **rules), NAMES, dealer=3, start=before)
    talk.say(f"contract=0.{bid} trump=C {took(points)}")
    if talk.open == ["swept"]:
        assert swept, "asked, but not expected"
        talk.say(f"swept={swept}")
    else:
        assert not swept, "expected, but not asked"
    return talk


# -- scoring -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bid", "points", "delta"),
    [
        ("1", "H.-.", [1, 2]),
        ("2", "HL-.", [2, 1]),
        ("2", "HLJG", [4, 0]),
        ("2", "H.-G", [2, 1]),
        ("3", "HL-.", [-3, 1]),
        ("3", "HLJ.", [3, 1]),
        ("3", "....", [-3, 4]),
        ("4", "HLJG", [4, 0]),
        ("4", "HL-G", [-4, 0]),  # the jack is not out: a four cannot be made
        ("4", "HLJ-", [-4, 0]),  # a tie for Game as well
        ("1", "..-.", [-1, 3]),
    ],
)
def test_a_bid(bid: str, points: str, delta: list[int]) -> None:
    assert scored(bid, points).points() == delta


@pytest.mark.parametrize(
    ("points", "swept", "rules", "delta"),
    [
        ("HLJG", "yes", {}, [5, 0]),
        ("HLJG", "no", {}, [-5, 0]),
        ("HL.G", "", {}, [-5, 1]),
        ("HL-G", "", {}, [-5, 0]),
        ("HL-G", "yes", {"smear_needs_jack": "no"}, [5, 0]),
        ("HL-G", "no", {"smear_needs_jack": "no"}, [-5, 0]),
        ("HL.G", "", {"smear_needs_jack": "no"}, [-5, 1]),
        ("HLJG", "yes", {"smear_needs_jack": "no"}, [5, 0]),
        ("....", "", {}, [-5, 4]),
    ],
)
def test_a_smear(points: str, swept: str, rules: dict[str, str], delta: list[int]) -> None:
    assert scored("smear", points, swept, **rules).points() == delta


@pytest.mark.parametrize(
    ("bid", "points", "swept", "value", "delta"),
    [
        ("2", "HLJG", "", "4", [4, 0]),
        ("2", "HLJG", "yes", "5", [5, 0]),
        ("2", "HLJG", "no", "5", [4, 0]),
        ("4", "HLJG", "yes", "5", [5, 0]),
        ("2", "....", "yes", "5", [-2, 5]),  # the defenders swept
        ("2", "HL-G", "", "5", [3, 0]),  # not all four points
        ("smear", "....", "yes", "5", [-5, 5]),  # they had not bid it
        ("smear", "....", "", "4", [-5, 4]),
        ("smear", "HLJG", "yes", "5", [5, 0]),
    ],
)
def test_a_sweep_that_was_not_bid(
    bid: str, points: str, swept: str, value: str, delta: list[int]
) -> None:
    assert scored(bid, points, swept, unbid_sweep=value).points() == delta


@pytest.mark.parametrize(
    ("game_tie", "bid", "delta"),
    [
        ("none", "2", [2, 1]),
        ("bidder", "3", [3, 1]),
        ("non_bidder", "2", [2, 2]),
        ("none", "3", [-3, 1]),
        ("non_bidder", "3", [-3, 2]),
    ],
)
def test_a_tie_for_game(game_tie: str, bid: str, delta: list[int]) -> None:
    assert scored(bid, "H.J-", game_tie=game_tie).points() == delta


@pytest.mark.parametrize("game_tie", ["none", "bidder", "non_bidder"])
def test_with_three_sides_a_tie_for_game_goes_to_nobody(game_tie: str) -> None:
    talk = table_of(rule_sheet("pitch", game_tie=game_tie), 3, dealer=2)
    talk.say("contract=0.2 trump=C high=0 low=0 jack=none game=tie")
    assert talk.points() == [2, 0, 0]


@pytest.mark.parametrize(
    ("start", "points", "delta"),
    [
        ("0 17", "HL..", [2, 2]),
        ("0 19", "HL..", [2, 1]),
        ("0 20", "HL..", [2, 0]),
        ("0 25", "HL..", [2, 0]),  # points made with bids are not taken away
        ("19 0", "HLJ.", [3, 1]),  # the cap is for the defence
        ("0 19", "HLJ.", [3, 1]),
        ("0 19", "....", [-2, 1]),
    ],
)
def test_points_in_defence_stop_at_the_cap(start: str, points: str, delta: list[int]) -> None:
    assert scored("2", points, start=start, defence_cap="20").points() == delta


@pytest.mark.parametrize(
    ("start", "rule", "why"),
    [("0 18", "P25", "jack game"), ("0 19", "PA23", "jack game, stopped at 20")],
)
def test_the_sheet_says_when_the_cap_took_a_point(start: str, rule: str, why: str) -> None:
    line = scored("2", "HL..", start=start, defence_cap="20").score().lines[1]
    assert (line.rule, in_english(line.why)) == (rule, why)


def test_every_side_but_the_bidders_keeps_what_it_takes() -> None:
    talk = table_of(rule_sheet("pitch"), 7, dealer=6)
    talk.say("contract=1.3 trump=H high=1 low=2 jack=3 game=4")
    assert talk.points() == [0, -3, 1, 1, 1, 0, 0]


# -- going out ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "start", "bid", "points", "winner"),
    [
        # only a side that makes its bid in the hand goes out
        ("bid_out", "19 0", "2", "HL-.", (0,)),
        ("bid_out", "0 20", "2", "HL-.", None),
        ("bid_out", "19 21", "2", "HL-.", (0,)),
        ("bid_out", "25 0", "3", "HL-.", None),
        ("bid_out", "18 0", "2", "HL-.", None),
        ("bid_out", "17 0", "2", "HLJG", (0,)),
        # the bidders first, then the highest of the others
        ("bidder_first", "19 21", "2", "HL-.", (0,)),
        ("bidder_first", "0 20", "2", "HL-.", (1,)),
        ("bidder_first", "25 0", "3", "HL-.", None),
        ("bidder_first", "25 20", "3", "HL-.", (1,)),
        # the highest; equal: play on
        ("highest", "19 21", "2", "HL-.", (1,)),
        ("highest", "20 20", "2", "HL-.", (0,)),
        ("highest", "19 20", "2", "HL-.", None),
        ("highest", "25 0", "3", "HL-.", (0,)),
        ("highest", "18 19", "2", "HL-.", None),
        # High, Low, Jack, Game are counted until a side is there
        ("count_order", "20 20", "2", "HL-.", (0,)),
        ("count_order", "20 20", "2", ".L-G", (1,)),
        ("count_order", "20 20", "2", "....", (1,)),
        ("count_order", "19 20", "2", "HL-.", (0,)),
        ("count_order", "18 20", "2", "HL-.", (1,)),
        ("count_order", "19 20", "2", "H.-G", (1,)),
        ("count_order", "20 19", "4", "HLJ.", None),
        ("count_order", "22 20", "4", "HLJ.", (1,)),  # set: the loss comes first
        ("count_order", "0 0", "2", "HL-.", None),
    ],
)
def test_who_goes_out(
    rule: str, start: str, bid: str, points: str, winner: tuple[int, ...] | None
) -> None:
    assert scored(bid, points, start=start, win_rule=rule).won() == winner


@pytest.mark.parametrize(("points", "needs_jack"), [("HLJG", "yes"), ("HL-G", "no")])
def test_all_five_of_a_smear_are_counted_last(points: str, needs_jack: str) -> None:
    """Also where the jack is not out: High, Low, Game, and two for the smear."""
    rules = {"win_rule": "count_order", "smear_needs_jack": needs_jack}
    assert scored("smear", points, "yes", start="16 0", **rules).won() == (0,)


@pytest.mark.parametrize(
    ("start", "result", "winner"),
    [("0 0", "wins_match", (0,)), ("-1 0", "wins_match", None), ("0 0", "points", None)],
)
def test_a_smear_wins_the_match_where_the_house_says_so(
    start: str, result: str, winner: tuple[int, ...] | None
) -> None:
    """But not for a side below zero."""
    talk = scored("smear", "HLJG", "yes", start=start, smear_result=result)
    assert talk.won() == winner
    assert talk.points() == [5, 0]


@pytest.mark.parametrize(
    ("start", "lose_at", "winner"),
    [
        ("-17 3", "-21", (1,)),
        ("-16 3", "-21", (1,)),
        ("-15 3", "-21", None),
        ("-17 3", "none", None),
        ("-17 3", "-30", None),
    ],
)
def test_a_side_that_falls_too_low_ends_the_match(
    start: str, lose_at: str, winner: tuple[int, ...] | None
) -> None:
    assert scored("smear", "HL.G", start=start, lose_at=lose_at).won() == winner


def test_equal_highest_share_where_a_third_side_falls_too_low() -> None:
    talk = table_of(rule_sheet("pitch", lose_at="-21"), 3, dealer=2, start=(-20, 4, 4))
    talk.say("contract=0.2 trump=C high=1 low=2 jack=none game=tie")
    assert talk.sheet.totals == (-22, 5, 5)
    assert talk.won() == (1, 2)


def test_the_target_may_be_another() -> None:
    assert scored("2", "HL-.", start="5 0", target="7").won() == (0,)


# -- bidding -----------------------------------------------------------------------------------


def bidding(**rules: str) -> Talk:
    return table_of(rule_sheet("pitch", **rules), NAMES, dealer=0, bids="every")


@pytest.mark.parametrize(
    ("said", "rules", "open_bids"),
    [
        ("", {}, "pass 1 2 3 4 smear"),
        ("bid.1=2", {}, "pass 3 4 smear"),
        ("bid.1=pass bid.2=3", {}, "pass 4 smear"),
        ("bid.1=4", {}, "pass smear"),
        ("", {"min_bid": "2"}, "pass 2 3 4 smear"),
        ("", {"smear": "off"}, "pass 1 2 3 4"),
        # the dealer, seat 0
        ("bid.1=2 bid.2=pass bid.3=pass", {}, "pass 2 3 4 smear"),
        ("bid.1=2 bid.2=pass bid.3=pass", {"dealer_steal": "no"}, "pass 3 4 smear"),
        ("bid.1=4 bid.2=pass bid.3=pass", {}, "pass 4 smear"),
        ("bid.1=4 bid.2=pass bid.3=pass", {"dealer_steal_four": "no"}, "pass smear"),
        ("bid.1=smear", {}, "pass smear"),
        ("bid.1=pass bid.2=pass bid.3=pass", {}, "2 3 4 smear"),
        ("bid.1=pass bid.2=pass bid.3=pass", {"smear": "off"}, "2 3 4"),
        ("bid.1=pass bid.2=pass bid.3=pass", {"forced_min": "1"}, "1 2 3 4 smear"),
        ("bid.1=pass bid.2=pass bid.3=pass", {"all_pass": "redeal"}, "pass 1 2 3 4 smear"),
    ],
)
def test_the_bids_that_are_open(said: str, rules: dict[str, str], open_bids: str) -> None:
    talk = bidding(**rules).say(said)
    [question] = talk.now.hand.open
    assert list(question.legal) == open_bids.split()


@pytest.mark.parametrize(
    ("said", "rules", "bid", "code", "rule"),
    [
        ("bid.1=2", {}, "2=2", "BID_TOO_LOW", "P9"),
        ("bid.1=2", {}, "2=1", "BID_TOO_LOW", "P9"),
        ("", {}, "1=5", "BID_UNKNOWN", "P12"),
        ("", {}, "1=0", "BID_UNKNOWN", "P12"),
        ("", {"smear": "off"}, "1=smear", "BID_UNKNOWN", "P18"),
        ("", {"min_bid": "2"}, "1=1", "BID_BELOW_MINIMUM", "P12"),
        ("", {}, "2=3", "BID_OUT_OF_TURN", "P8"),
        ("bid.1=pass bid.2=pass bid.3=pass", {}, "0=pass", "DEALER_MUST_BID", "P10"),
        ("bid.1=pass bid.2=pass bid.3=pass", {}, "0=1", "DEALER_MUST_BID", "P10"),
        ("bid.1=3 bid.2=pass bid.3=pass", {"dealer_steal": "no"}, "0=3", "BID_TOO_LOW", "P9"),
        ("bid.1=smear", {"dealer_steal_smear": "no"}, "0=smear", "SMEAR_NOT_STEALABLE", "P11"),
    ],
)
def test_a_bid_that_is_refused(
    said: str, rules: dict[str, str], bid: str, code: str, rule: str
) -> None:
    seat, value = bid.split("=")
    refusal = bidding(**rules).say(said).refused(f"bid.{seat}", value)
    assert (refusal.code, refusal.rule) == (code, rule)


@pytest.mark.parametrize(
    ("said", "contract", "how"),
    [
        ("bid.1=2 bid.2=pass bid.3=3 bid.0=pass", "3.3", "normal"),
        ("bid.1=2 bid.2=pass bid.3=3 bid.0=3", "0.3", "stolen"),
        ("bid.1=2 bid.2=pass bid.3=3 bid.0=4", "0.4", "normal"),
        ("bid.1=pass bid.2=pass bid.3=pass bid.0=2", "0.2", "forced"),
        ("bid.1=pass bid.2=pass bid.3=pass bid.0=smear", "0.smear", "forced"),
        ("bid.1=smear bid.0=smear", "0.smear", "stolen"),
    ],
)
def test_who_wins_the_bid_and_how(said: str, contract: str, how: str) -> None:
    facts = bidding().say(said).now.hand.facts
    assert (facts["contract"], facts["how"]) == (contract, how)


def test_after_a_smear_the_others_are_not_asked() -> None:
    assert bidding(dealer_steal_smear="no").say("bid.1=smear").open == ["trump"]


@pytest.mark.parametrize(("bids", "said"), [("final", "contract=pass"), ("every", "bid.0=pass")])
def test_all_pass_and_redeal(bids: str, said: str) -> None:
    talk = table_of(rule_sheet("pitch", all_pass="redeal"), NAMES)
    if bids == "every":
        talk.say("bids=every bid.1=pass bid.2=pass bid.3=pass")
    talk.say(said)
    assert talk.points() == [0, 0]
    assert talk.say("next=ok").now.table.dealer == 1


def test_a_final_bid_knows_no_minimum_of_the_others() -> None:
    talk = table_of(rule_sheet("pitch", min_bid="2", smear="off"), NAMES)
    [question] = talk.now.hand.open
    assert {value.split(".")[1] for value in question.legal} == {"2", "3", "4"}
    assert talk.refused("contract", "pass").code == "DEALER_MUST_BID"


# -- what follows from the tricks --------------------------------------------------------------


def test_a_side_without_a_trick_has_none_of_the_points() -> None:
    talk = table_of(rule_sheet("pitch"), 3, dealer=2, play="winners")
    talk.say("contract=0.2 trump=C trick.1=0 trick.2=1 trick.3=0 trick.4=0 trick.5=0 trick.6=0")
    for point in ("high", "low", "jack", "game"):
        refusal = talk.refused(point, "2")
        assert (refusal.code, refusal.rule) == ("RESULT_INCONSISTENT", "P20")


def test_low_may_be_held_by_a_side_without_a_trick() -> None:
    talk = table_of(rule_sheet("pitch", low_to="holder"), NAMES, dealer=3, play="winners")
    talk.say("contract=0.2 trump=C " + " ".join(f"trick.{n}=0" for n in range(1, 7)))
    talk.say("low=1 jack=none game=0")
    assert talk.points() == [2, 1]


def test_a_sweep_may_tie_at_nothing() -> None:
    """Six tricks without a single ten or court card: there is no Game to win."""
    talk = table_of(rule_sheet("pitch"), NAMES, dealer=3, play="winners")
    talk.say("contract=0.2 trump=C " + " ".join(f"trick.{n}=0" for n in range(1, 7)))
    talk.say("jack=none game=tie")
    assert talk.points() == [2, 0]


def tricks(text: str) -> tuple[list[Trick], list[Seat]]:
    """`0:AC 2C KC 3C` is a trick that seat 0 led."""
    found, taken, leader = [], list[Seat](), 0
    for line in text.strip().splitlines():
        first, _, cards = line.strip().partition(":")
        leader = int(first)
        plays = [(Seat((leader + n) % 4), Card(card)) for n, card in enumerate(cards.split())]
        found.append(Trick(tuple(plays)))
        taken.append(TrickRules(Suit("C"), ruff_any_time=True).winner(found[-1]))
    return found, taken


@pytest.mark.parametrize(
    ("text", "low_to", "won"),
    [
        ("0:AC 2C KC 3C", "taker", {"high": 0, "low": 0, "jack": None, "game": 0}),
        ("0:AC 2C KC 3C", "holder", {"high": 0, "low": 1, "jack": None, "game": 0}),
        ("0:JC 2H 3H 4H", "taker", {"high": 0, "low": 0, "jack": 0, "game": 0}),  # one trump
        ("0:JC QC 3H 4H", "taker", {"high": 1, "low": 1, "jack": 1, "game": 1}),
        ("0:3C 2H 4H 5H", "taker", {"high": 0, "low": 0, "jack": None, "game": None}),
        (  # ace of trumps 4; king and queen 5
            "0:AC 2H 3H 4H\n0:2D KD QH 5D",
            "taker",
            {"high": 0, "low": 0, "jack": None, "game": 1},
        ),
        (
            "0:9C 8C AH 7C\n0:2D KD 6S AD",
            "taker",
            {"high": 0, "low": 0, "jack": None, "game": 1},
        ),
        (
            "0:9C 8C TH 7C\n0:2D TD 6S 3D",
            "taker",
            {"high": 0, "low": 0, "jack": None, "game": None},
        ),
    ],
)
def test_the_points_follow_from_the_cards(
    text: str, low_to: str, won: dict[str, int | None]
) -> None:
    table = Table(alternate(4, 2))
    assert count_points(table, *tricks(text), Suit("C"), low_to) == won


def test_the_card_pitched_is_trump_at_once() -> None:
    talk = table_of(rule_sheet("pitch"), NAMES, play="cards").say("contract=2.2 card.1.2=7D")
    assert talk.now.hand.facts["trump"] == "D"


# -- tables ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "layout", "sides"),
    [
        (2, "auto", "0 1"),
        (3, "auto", "0 1 2"),
        (4, "auto", "02 13"),
        (5, "auto", "0 1 2 3 4"),
        (6, "auto", "03 14 25"),
        (7, "auto", "0 1 2 3 4 5 6"),
        (4, "solo", "0 1 2 3"),
        (4, "two_teams", "02 13"),
        (4, "three_teams", None),
        (5, "two_teams", None),
        (6, "solo", "0 1 2 3 4 5"),
        (6, "two_teams", "024 135"),
        (6, "three_teams", "03 14 25"),
        (7, "three_teams", None),
        (2, "three_teams", None),  # not a side without a player
        (1, "auto", None),
        (8, "auto", None),
    ],
)
def test_who_plays_with_whom(players: int, layout: str, sides: str | None) -> None:
    game = rule_sheet("pitch", team_layout=layout)
    if sides is None:
        with pytest.raises(HouseRuleError) as refused:
            game.teams(players)
        assert in_english(refused.value.text)
    else:
        teams = ["".join(map(str, team)) for team in game.teams(players)]
        assert teams == sides.split()


@pytest.mark.parametrize(
    ("players", "size", "named"),
    [(4, "auto", False), (6, "auto", True), (6, "6", False), (4, "8-2", True), (7, "auto", False)],
)
def test_trump_is_named_before_a_discard_and_pitched_otherwise(
    players: int, size: str, named: bool
) -> None:
    talk = table_of(rule_sheet("pitch", hand_size=size), players, play="cards")
    talk.say("contract=1.2")
    assert talk.open == (["trump"] if named else ["card.1.1"])


def test_eight_cards_are_too_many_for_seven_players() -> None:
    with pytest.raises(HouseRuleError):
        rule_sheet("pitch", hand_size="8-2").teams(7)
