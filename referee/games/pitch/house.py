"""The house rules of Pitch, and the numbers that every part of it needs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from referee.engine import Said, Table, house, msg, pack

SMEAR = 5  # "really a bid of five" (P18)
YES_NO: Mapping[bool, Said] = {True: msg("yes"), False: msg("no")}
TARGET: Mapping[int, Said] = {21: 21, 7: 7, 11: 11, 15: 15}
LEAD_RULE: Mapping[str, Said] = {
    "trump_if_held": msg("trump, if you have one"),
    "any": msg("any card"),
}
LOW_TO: Mapping[str, Said] = {"taker": msg("whoever takes it"), "holder": msg("whoever held it")}
TEAM_LAYOUT: Mapping[str, Said] = {
    "auto": msg("by the number of players"),
    "solo": msg("each for himself"),
    "two_teams": msg("two teams"),
    "three_teams": msg("three teams"),
}
HAND_SIZE: Mapping[str, Said] = {
    "auto": msg("six; eight at a table of six"),
    "6": msg("six"),
    "8-2": msg("eight, two discarded"),
}
WIN_RULE: Mapping[str, Said] = {
    "bid_out": msg("only who makes a bid"),
    "bidder_first": msg("the bidder first"),
    "highest": msg("the highest"),
    "count_order": msg("first in counting order"),
}
MIN_BID: Mapping[int, Said] = {1: 1, 2: 2}
ALL_PASS: Mapping[str, Said] = {
    "dealer_forced": msg("the dealer must bid"),
    "redeal": msg("deal again"),
}
FORCED_MIN: Mapping[int, Said] = {2: 2, 1: 1}
SMEAR_RESULT: Mapping[str, Said] = {
    "points": msg("scores five"),
    "wins_match": msg("wins the match"),
}
UNBID_SWEEP: Mapping[int, Said] = {4: 4, 5: 5}
GAME_TIE: Mapping[str, Said] = {
    "none": msg("nobody"),
    "bidder": msg("the bidders"),
    "non_bidder": msg("the others"),
}
LOSE_AT: Mapping[int | None, Said] = {None: msg("no limit"), -21: -21}
DEFENCE_CAP: Mapping[int | None, Said] = {None: msg("no limit"), 20: 20}
DISCARD: Mapping[str, Said] = {"any": msg("any two"), "non_trump_only": msg("no trumps")}
REVOKE_PENALTY: Mapping[str, Said] = {
    "amount_bid": msg("lose the bid"),
    "set_or_zero": msg("set, or nothing"),
    "manual": msg("the table rules"),
}
MISDEAL: Mapping[str, Said] = {
    "same_dealer": msg("the same dealer deals"),
    "deal_passes": msg("the deal passes"),
}

PACK = pack()
TRICKS = 6
BIDS = {"1": 1, "2": 2, "3": 3, "4": 4, "smear": SMEAR}
POINTS = ("high", "low", "jack", "game")  # in the order in which they are counted (PA22)


@dataclass(frozen=True)
class PitchHouse:
    """What a table may agree on."""

    target: int = house(TARGET, msg("Points needed to go out"), "P36", (1, 500), first=True)
    lead_rule: str = house(LEAD_RULE, msg("Leads after the first"), "PA10", first=True)
    low_to: str = house(LOW_TO, msg("Low goes to"), "PA12", first=True)
    dealer_steal_smear: bool = house(YES_NO, msg("The dealer may steal a smear"), "PA9", first=True)
    team_layout: str = house(TEAM_LAYOUT, msg("Teams"), "PA1", fixed=True)
    hand_size: str = house(HAND_SIZE, msg("Cards dealt to each"), "PA2")
    win_rule: str = house(WIN_RULE, msg("Who wins at the target"), "PA22")
    min_bid: int = house(MIN_BID, msg("Lowest bid"), "PA6")
    max_bid: int = house({4: 4}, msg("Highest bid below the smear"), "P12")
    all_pass: str = house(ALL_PASS, msg("When everybody passes"), "PA7")
    forced_min: int = house(FORCED_MIN, msg("Least bid of a forced dealer"), "PA6")
    dealer_steal: bool = house(YES_NO, msg("The dealer may steal with an equal bid"), "P11")
    dealer_steal_four: bool = house(YES_NO, msg("The dealer may steal a four"), "PA8")
    smear: bool = house(YES_NO, msg("Smear bids"), "P18")
    smear_value: int = house({SMEAR: SMEAR}, msg("Worth of a smear"), "PA16")
    smear_needs_jack: bool = house(YES_NO, msg("A smear needs the jack in play"), "PA17")
    smear_result: str = house(SMEAR_RESULT, msg("A smear that is made"), "PA18")
    unbid_sweep: int = house(UNBID_SWEEP, msg("All six tricks and points, not bid"), "PA19")
    game_tie: str = house(GAME_TIE, msg("A tie for Game goes to"), "PA14")
    lose_at: int | None = house(LOSE_AT, msg("A side this low loses the match"), "PA20", (-500, -1))
    defence_cap: int | None = house(DEFENCE_CAP, msg("Points in defence stop at"), "PA23", (1, 499))
    discard: str = house(DISCARD, msg("What may be discarded from eight cards"), "PA4")
    revoke_penalty: str = house(REVOKE_PENALTY, msg("After a revoke"), "PA29")
    misdeal: str = house(MISDEAL, msg("After a misdeal"), "PA30")

    def eight_cards(self, table: Table) -> bool:
        """PA2: eight cards and two discarded, by custom at a table of six."""
        return self.hand_size == "8-2" or (self.hand_size == "auto" and len(table.seats) == 6)
