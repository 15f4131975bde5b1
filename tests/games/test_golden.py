"""Every golden case, entered at every level that asks for what it gives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from referee.engine import BIDS, Bids, IllegalAnswer, Play, Side, house_rules
from referee.games.german_whist.scoring import Result
from referee.games.pitch.house import POINTS
from tests.talk import Talk, as_texts, cases, rule_sheet, table_of

PLAYS: tuple[Play, ...] = ("totals", "winners")
NAMES = {
    "pitch": "pitch",
    "german_whist": "german_whist",
    "euchre5": "call_partner_euchre",
}
# A refused input is asked at these levels only; at the others the case has nothing to refuse.
ASKED_AT: Mapping[str, tuple[tuple[Bids, ...], tuple[Play, ...]]] = {
    "DEALER_MUST_BID": (("every",), PLAYS),
    "BID_TOO_LOW": (("every",), PLAYS),
    "BID_UNKNOWN": (BIDS, PLAYS),
    "BID_BELOW_MINIMUM": (("every",), PLAYS),
    "SMEAR_NOT_STEALABLE": (("every",), PLAYS),
    "RESULT_INCONSISTENT": (BIDS, ("winners",)),
    "MATCH_OVER": (BIDS, PLAYS),
    "TRICKS_SUM": (BIDS, ("winners",)),
    "RESULT_RANGE": (BIDS, ("totals",)),
    "OWN_CARD_CALLED": (BIDS, PLAYS),
    "CALL_NOT_ALLOWED": (BIDS, PLAYS),
    "CARD_NOT_IN_PACK": (BIDS, PLAYS),
    "DEALER_MUST_CALL": (("every",), PLAYS),
    "CALL_OUT_OF_TURN": (("every",), PLAYS),
    "BURIED_HAS_NO_PARTNER": (BIDS, PLAYS),
}
JsonCase = dict[str, Any]


@dataclass(frozen=True)
class Names:
    """The seats and sides of a case by the names that it uses."""

    seats: Mapping[str, int]
    sides: Mapping[str, Side]


def runs() -> Iterator[Any]:
    for file in NAMES:
        for case in cases(file):
            hands = case["hands"]
            codes = [h["expect_error"]["code"] for h in hands if "expect_error" in h]
            levels = ASKED_AT[codes[0]] if codes else (BIDS, PLAYS)
            if case["id"] == "P-59":  # the card points may be counted at both
                levels = (BIDS, PLAYS)
            for bids in levels[0]:
                for play in levels[1]:
                    yield pytest.param(case, bids, play, id=f"{case['id']}-{bids}-{play}")


@pytest.mark.parametrize(("case", "bids", "play"), list(runs()))
def test_golden_case(case: JsonCase, bids: Bids, play: Play) -> None:
    game = rule_sheet(NAMES[case["game"]], **as_texts(case["options"]))
    names = names_of(case, game.teams(len(case["players"])))
    in_order = sorted(names.sides, key=lambda name: names.sides[name])
    start = tuple(case["start_scores"][name] for name in in_order)
    dealer = names.seats[case["hands"][0]["dealer"]]
    talk = table_of(game, case["players"], dealer, bids, play, start)
    for number, hand in enumerate(case["hands"]):
        if "expect_error" in hand:
            check_refused(talk, number, hand, names)
            return
        if talk.sheet.number != number:
            talk.tell("next", "ok")
        if talk.row(number).table.dealer != names.seats[hand["dealer"]]:
            talk.tell("dealer", str(names.seats[hand["dealer"]]), number)
        enter(talk, number, hand, names)
        check(talk, number, hand, names)


def names_of(case: JsonCase, teams: tuple[tuple[int, ...], ...]) -> Names:
    seats = {name: n for n, name in enumerate(case["players"])}
    members = case.get("teams") or {name: [name] for name in case["players"]}
    by_seats = {frozenset(team): Side(n) for n, team in enumerate(teams)}
    sides = {
        name: by_seats[frozenset(seats[p] for p in players)] for name, players in members.items()
    }
    assert len(sides) == len(teams)
    return Names(seats, sides)


# -- entering a hand ---------------------------------------------------------------------------


def enter(talk: Talk, number: int, hand: JsonCase, names: Names) -> None:
    """Say what the case gives: the calls in the order spoken, the rest as it is asked."""
    for n, irregularity in enumerate(hand.get("irregularities", ()), start=1):
        talk.tell(f"ruling.{n}", ruling(irregularity, names), number)
    if talk.row(number).score is not None:
        return
    for key, value in spoken(talk, hand, names):
        talk.tell(key, value, number)
    given = known(talk, number, hand, names)
    while talk.row(number).score is None:
        if talk.setup.bids == "every" or "expect_error" in hand:
            count_game(talk, number, hand, names)
        wanted = [key for key in talk.open if key in given]
        if not wanted:
            talk.tell("next", "ok", number)
            pytest.fail(f"{talk.open} not given, and the hand was closed all the same")
        talk.tell(wanted[0], given[wanted[0]], number)


def ruling(irregularity: Mapping[str, Any], names: Names) -> str:
    """An irregularity as `ruling.<n>` tells it, with the choice of the other player if any."""
    if irregularity["code"] == "MISDEAL":
        return "MISDEAL"
    words = [irregularity["code"], str(names.seats[irregularity["player"]])]
    if irregularity.get("stage") == 1:
        words += ["stage1", irregularity["opponent_choice"]]
    return ":".join(words)


def count_game(talk: Talk, number: int, hand: JsonCase, names: Names) -> None:
    """Tell the card points of each side that took a trick; then Game is theirs to decide (P21)."""
    pips = hand.get("result", {}).get("pips", {})
    counted = {f"count.{names.sides[name]}": str(n) for name, n in pips.items()}
    offered = [q.key for q in talk.row(number).hand.offers if q.key in counted]
    for key in offered:
        talk.tell(key, counted[key], number)
    if offered:
        assert "game" not in talk.open
        talk.tell("game", known(talk, number, hand, names)["game"], number)


def spoken(talk: Talk, hand: JsonCase, names: Names) -> Iterator[tuple[str, str]]:
    """The calls, or what came of them."""
    every = talk.setup.bids == "every"
    if "auction" in hand and every:
        yield from ((f"bid.{names.seats[who]}", str(bid)) for who, bid in hand["auction"])
    elif "auction" in hand and hand.get("expect_contract"):
        made = hand["expect_contract"]
        yield "contract", f"{names.seats[made['bidder']]}.{made['bid']}"
    elif hand.get("auction"):
        bids = [(who, bid) for who, bid in hand["auction"] if bid != "pass"]
        yield "contract", f"{names.seats[bids[-1][0]]}.{bids[-1][1]}" if bids else "pass"
    elif "calls" in hand and every:
        yield "upcard", hand["upcard"]
        for who, call in hand["calls"]:
            named = call.startswith("call:") or (f"order.{names.seats[who]}", "pass") in said(talk)
            key = "name" if named else "order"
            yield f"{key}.{names.seats[who]}", call.removeprefix("call:")
    elif "calls" in hand:
        who, call = hand["calls"][-1]
        yield "maker", str(names.seats[who])
        yield "trump", call.removeprefix("call:") if call != "order" else hand["upcard"][1]


def said(talk: Talk) -> set[tuple[str, str]]:
    return {(e.key, e.value) for e in talk.log if e.hand == talk.sheet.number}


def known(talk: Talk, number: int, hand: JsonCase, names: Names) -> dict[str, str]:
    """What the case gives, by the keys that some level asks."""
    given: dict[str, str] = {}
    if "trump" in hand:
        given["trump"] = hand["trump"]
    result = hand.get("result", {})
    if "high" in result:
        nobody = {"jack": "none", "game": "tie"}
        for point in POINTS:
            side = result[point]
            given[point] = nobody[point] if side is None else str(names.sides[side])
        given["swept"] = "yes" if max(result["tricks"].values()) == 6 else "no"
    elif "tricks" in result:
        given["tricks"] = str(result["tricks"]["A"])
    if "stage1_tricks" in result:
        given["stage1"] = str(result["stage1_tricks"]["A"])
    if "called" in hand:
        given |= euchre_result(hand, names)
    tricks = result.get("tricks") or hand.get("tricks", {})
    sides = names.sides if "result" in hand else names.seats
    teams = talk.row(number).table.teams
    seats = [teams[sides[who]][0] for who, n in tricks.items() for _ in range(n)]
    return given | {f"trick.{n}": str(seat) for n, seat in enumerate(seats, start=1)}


def euchre_result(hand: JsonCase, names: Names) -> dict[str, str]:
    maker = hand.get("expect_maker") or hand["calls"][-1][0]
    where, partner = hand["called_location"], hand["partner"]
    alone = "own" if where == "own" else "buried"
    held = alone if partner is None else str(names.seats[partner])
    if partner is not None and where != "held":
        held = f"{alone}.{held}"  # both cannot be true
    attackers = hand["tricks"][maker] + (hand["tricks"][partner] if partner else 0)
    called = "alone" if hand.get("alone_declared") else hand["called"]
    return {"called": called, "partner": held, "tricks": str(attackers)}


def check_refused(talk: Talk, number: int, hand: JsonCase, names: Names) -> None:
    """The refusal names exactly this code and rule, and changes nothing."""
    with pytest.raises(IllegalAnswer) as refused:
        enter_anyhow(talk, number, hand, names)
    refusal = refused.value.refusal
    assert {"code": refusal.code, "rule": refusal.rule} == hand["expect_error"]
    assert refusal.rule in on_the_rules_page(talk)
    before = list(talk.log)
    again = talk.refused(refused.value.key, refused.value.value, number)
    assert (again, talk.log) == (refusal, before)
    if refusal.code != "MATCH_OVER":
        assert talk.row(number).score is None


def enter_anyhow(talk: Talk, number: int, hand: JsonCase, names: Names) -> None:
    if number < len(talk.sheet.rows):
        enter(talk, number, hand, names)
        return
    for key, value in (*spoken(talk, hand, names), ("trump", hand.get("trump", "H"))):
        talk.tell(key, value, number)


# -- checking a hand ---------------------------------------------------------------------------


def on_the_rules_page(talk: Talk) -> set[str]:
    game = talk.sheet.game
    return {rule.number for rule in game.rules()} | {r.rule for r in house_rules(game).values()}


def check(talk: Talk, number: int, hand: JsonCase, names: Names) -> None:
    row, score, expect = talk.row(number), talk.score(number), hand["expect"]
    assert {n: score.points(s) for n, s in names.sides.items()} == expect["delta"]
    told = {line.rule for line in score.lines} | {reason.rule for reason in score.story}
    assert told <= on_the_rules_page(talk)
    assert {n: row.after[s] for n, s in names.sides.items()} == expect["totals"]
    assert (talk.sheet.outcome is not None) is expect["match_over"]
    winners = {name for name, side in names.sides.items() if side in (talk.won() or ())}
    one = expect.get("winner")
    assert winners == (set(expect["winners"]) if "winners" in expect else {one} - {None})
    if expect.get("made") is not None:
        assert score.facts["made"] == ("yes" if expect["made"] else "no")
    if "points" in expect and score.scored:
        took = Counter(score.facts[p] for p in POINTS)
        assert {n: took[str(s)] for n, s in names.sides.items()} == expect["points"]
    if "tricks_after_ruling" in expect:
        assert isinstance(score.result, Result)
        assert score.result.second == expect["tricks_after_ruling"]["A"]
    if "attackers" in expect:
        for name in expect["attackers"] + expect["defenders"]:
            defends = score.roles[talk.row(number).table.seats[names.seats[name]]]
            assert (defends.text == "defended") is (name in expect["defenders"])
        assert score.facts["tricks"] == str(expect["attackers_tricks"])
    check_contract(talk, number, hand, names)
    if "expect_first_leader" in hand:
        assert first_leader(talk, number, hand) == names.seats[hand["expect_first_leader"]]
    if "next_dealer" in expect:
        after = Talk(talk.setup, talk.log).say("next=ok")
        assert after.row(number + 1).table.dealer == names.seats[expect["next_dealer"]]


def check_contract(talk: Talk, number: int, hand: JsonCase, names: Names) -> None:
    score = talk.score(number)
    if hand.get("expect_contract"):
        contract = hand["expect_contract"]
        bid = 5 if contract["bid"] == "smear" else contract["bid"]
        assert score.facts["bidder"] == str(names.seats[contract["bidder"]])
        assert score.facts["bid"] == str(bid)
        if talk.setup.bids == "every":
            assert score.facts["how"] == contract["how"]
    elif "expect_contract" in hand:
        assert not score.scored
    if "expect_maker" in hand:
        assert score.facts["maker"] == str(names.seats[hand["expect_maker"]])
        assert score.facts["trump"] == hand["expect_trump"]


def first_leader(talk: Talk, number: int, hand: JsonCase) -> int:
    """Who is asked for the first card, where cards are written down."""
    setup = talk.setup
    dealer = talk.row(number).table.dealer
    cards = table_of(setup.game, setup.players, dealer, setup.bids, "cards")
    cards.tell("trump", hand["trump"])
    return int(cards.open[0].removeprefix("card.1."))


def test_the_partner_stays_hidden_until_the_hand_is_scored() -> None:
    """E-44: whatever was said of the called card, the shared screen shows the same."""
    case = next(c for c in cases("euchre5") if c["id"] == "E-44")
    public = case["hands"][0]["expect_public_before_reveal"]
    shown = []
    for held in ("3", "0", "buried", "own"):
        game = rule_sheet("call_partner_euchre")
        talk = table_of(game, case["players"], dealer=4, bids="every")
        talk.say(f"upcard=9H order.0=pass order.1=order called=AS partner={held}")
        assert talk.open == ["tricks"]
        assert talk.now.hand.answers()["partner"] == held
        seen = talk.now.hand.public()
        assert seen.facts == {"maker": "1", "trump": public["trump"]}
        assert seen.answers()["called"] == public["called"]
        assert public["partner"] is None
        assert "partner" not in seen.answers()
        assert set(seen.roles) == {1}
        shown.append(repr(seen))
    assert len(set(shown)) == 1
