"""The house rules of Euchre for five, and the pack and numbers that every part of it needs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from referee.engine import Said, house, msg, pack

PACK = pack("8")  # 28 cards (E1)
TRICKS = 5
YES_NO: Mapping[bool, Said] = {True: msg("yes"), False: msg("no, deal again")}
TARGET: Mapping[int, Said] = {10: 10, 5: 5, 7: 7, 11: 11, 15: 15}
CALL_RULE: Mapping[str, Said] = {
    "any": msg("any card"),
    "non_trump": msg("no trumps"),
    "ace": msg("aces only"),
}
CALL_TIMING: Mapping[str, Said] = {
    "after_discard": msg("after the dealer's discard"),
    "with_order": msg("with the call of trump"),
}
OWN_CARD: Mapping[str, Said] = {
    "alone": msg("plays alone, in secret"),
    "forbidden": msg("is not allowed"),
}
TIE_RULE: Mapping[str, Said] = {
    "highest_then_shared": msg("the highest; equals share"),
    "maker_first": msg("the maker first"),
    "play_on": msg("play on until one leads"),
    "shared_all": msg("all of them share"),
}
BY_HAND = msg("the table rules")
AWARD: Mapping[str, Said] = {"2": 2, "3": 3, "manual": BY_HAND}
AWARD_LONE: Mapping[str, Said] = {"4": 4, "5": 5, "manual": BY_HAND}
MISDEAL: Mapping[str, Said] = {
    "same_dealer": msg("the same dealer deals"),
    "deal_passes": msg("the deal passes"),
}
ALONE = ("alone", "buried", "own")


@dataclass(frozen=True)
class CallPartnerEuchreHouse:
    """What a table may agree on."""

    target: int = house(TARGET, msg("Points needed to win"), "E4", (1, 100), first=True)
    tie_rule: str = house(TIE_RULE, msg("Several reach the target at once"), "EA19", first=True)
    stick_the_dealer: bool = house(YES_NO, msg("The dealer must name trump in the end"), "EA4")
    call_rule: str = house(CALL_RULE, msg("Which cards may be called"), "EA5")
    call_timing: str = house(CALL_TIMING, msg("When the card is called"), "EA6")
    own_card: str = house(OWN_CARD, msg("Calling a card one holds"), "EA7")
    march: int = house({2: 2, 3: 3}, msg("All five tricks with a partner"), "EA17")
    lone_march: int = house({2: 2, 4: 4, 5: 5}, msg("All five tricks alone"), "EA14")
    defenders_sweep: int = house({4: 4, 2: 2}, msg("All five tricks for the defenders"), "EA18")
    revoke_award: str = house(AWARD, msg("Points for a revoke of the others"), "EA25")
    revoke_award_lone: str = house(AWARD_LONE, msg("The same against a lone maker"), "EA25")
    misdeal: str = house(MISDEAL, msg("After a misdeal"), "EA26")
