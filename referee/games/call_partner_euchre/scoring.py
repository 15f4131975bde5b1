"""Scoring of Euchre for five, who reaches the target, and what is counted of each player."""

from __future__ import annotations

from collections.abc import Mapping

from referee.engine import (
    DEALING,
    Card,
    Counts,
    Line,
    Measure,
    Message,
    Outcome,
    PlayerName,
    Reason,
    Score,
    Seat,
    Side,
    SideName,
    Suit,
    Table,
    dealing,
    highest,
    msg,
    msgs,
)
from referee.games.call_partner_euchre.house import TRICKS, CallPartnerEuchreHouse

NEEDED = 3  # tricks that win the hand (E18, E20)


def score(
    house: CallPartnerEuchreHouse,
    table: Table,
    trump: Suit,
    maker: Seat,
    called: str,
    partner: str,
    taken: int,
) -> Score:
    """Each attacker or each defender scores by the attackers' tricks (E18-E23, EA13-EA18)."""
    lone = not partner.isdecimal()
    attackers = (maker,) if lone else (maker, Seat(int(partner)))
    if taken == TRICKS:
        won, rule = (house.lone_march if lone else house.march), "E19"
    elif taken >= NEEDED:
        won, rule = 1, "E18"
    elif taken > 0:
        won, rule = 2, "E20"
    else:
        won, rule = house.defenders_sweep, "E21"
    made = taken >= NEEDED
    why = (
        msg("attackers took %(n)s", n=taken)
        if made
        else msg("defenders took %(n)s", n=TRICKS - taken)
    )
    lines = tuple(
        Line(Side(seat), won, why, rule) for seat in table.seats if (seat in attackers) == made
    )
    roles = {seat: msg("defended") for seat in table.seats} | {maker: msg("alone")}
    if not lone:
        roles |= {maker: msg("called"), Seat(int(partner)): msg("partner")}
    facts = {
        "maker": str(maker),
        "trump": trump,
        "called": called,
        "partner": partner,
        "tricks": str(taken),
        "made": "yes" if made else "no",
    }
    summary = (
        msg("%(who)s alone", who=PlayerName(maker))
        if called == "alone"
        else msg("%(who)s", who=PlayerName(maker))
    )
    return Score(
        lines,
        headline(made, taken, lone),
        story(maker, called, partner, taken, won, rule),
        summary,
        roles,
        facts,
    )


def headline(made: bool, taken: int, lone: bool) -> Message:
    if not made:
        return msg("The defenders set the maker") if lone else msg("The defenders set them")
    if taken == TRICKS:
        return msg("A march, alone") if lone else msg("A march")
    return msg("The maker made it alone") if lone else msg("The attackers made it")


def story(
    maker: Seat, called: str, partner: str, taken: int, won: int, rule: str
) -> tuple[Reason, ...]:
    """*Why this score*: who was with whom, the tricks, and what they are worth."""
    who = PlayerName(maker)
    if called == "alone":
        who_with_whom = Reason(msg("%(who)s went alone.", who=who), "E22")
    elif partner == "buried":
        text = msg("%(who)s called %(card)s, which was buried: alone.", who=who, card=Card(called))
        who_with_whom = Reason(text, "E23")
    elif partner == "own":
        text = msg(
            "%(who)s called %(card)s from their own hand: alone.", who=who, card=Card(called)
        )
        who_with_whom = Reason(text, "EA7")
    else:
        text = msg(
            "%(who)s called %(card)s, and %(partner)s held it.",
            who=who,
            card=Card(called),
            partner=PlayerName(Seat(int(partner))),
        )
        who_with_whom = Reason(text, "E13")
    lone = not partner.isdecimal()
    if lone:
        text = msg("The maker took %(n)s of 5 tricks; 3 are needed.", n=taken)
    else:
        text = msg("Together they took %(n)s of 5 tricks; 3 are needed.", n=taken)
    if taken >= NEEDED and lone:
        worth = msgs(
            "The lone maker scores %(n)s point.", "The lone maker scores %(n)s points.", won
        )
    elif taken >= NEEDED:
        worth = msgs("Attackers score %(n)s point each.", "Attackers score %(n)s points each.", won)
    else:
        worth = msgs("Defenders score %(n)s point each.", "Defenders score %(n)s points each.", won)
    return (who_with_whom, Reason(text, "E18"), Reason(worth, rule))


def redealt() -> Score:
    """EA4: everybody passed twice; nothing scores and the deal passes."""
    reason = Reason(msg("Everybody passed. The deal passes to the left."), "EA4")
    return Score((), msg("All passed"), (reason,), msg("all passed"), scored=False)


def outcome(tie_rule: str, there: Mapping[Side, int], score: Score) -> Outcome | None:
    """EA19: who wins where one or several have reached the target."""
    maker = Side(int(score.facts.get("maker", "-1")))
    best = highest(there)
    if tie_rule == "shared_all":
        winners = tuple(there)
    elif tie_rule == "maker_first" and maker in there:
        winners = (maker,)
    elif tie_rule == "play_on" and len(best) > 1:
        return None
    else:
        winners = best
    names = tuple(SideName(s) for s in winners)
    text = msg("%(side)s reached %(total)s.", side=names, total=there[winners[0]])
    told = [Reason(text, "E4")]
    if len(there) > 1:
        told.append(Reason(TIE_WORDS[tie_rule], "EA19"))
    return Outcome(winners, msg("%(side)s won", side=names), tuple(told))


TIE_WORDS = {
    "highest_then_shared": msg("Several were there at once: the highest total wins, equals share."),
    "maker_first": msg("Several were there at once: the maker comes first, then the highest."),
    "play_on": msg("Several were there at once: the one who leads alone wins."),
    "shared_all": msg("Several were there at once: all of them share the win."),
}
MEASURES = (
    Measure("bids", msg("Trump made")),
    Measure("made", msg("Hands made"), "bids"),
    Measure("set", msg("Hands set"), "bids"),
    Measure("bid_points", msg("Points a hand as maker"), "bids", mean=True),
    Measure("marches", msg("All five tricks as maker"), "bids"),
    Measure("alone", msg("Alone on purpose"), "bids"),
    Measure("alone_made", msg("Alone and made"), "alone"),
    Measure("called", msg("Cards called"), "bids"),
    Measure("called_held", msg("Called cards that found a partner"), "called"),
    Measure("buried", msg("Called cards that were buried"), "called"),
    Measure("partner", msg("Hands as the partner called")),
    Measure("partner_made", msg("Made as the partner called"), "partner"),
    Measure("defended", msg("Hands in defence")),
    Measure("set_them", msg("Makers set"), "defended"),
    *DEALING,
)


def counts(table: Table, score: Score) -> Counts:
    """The maker, the partner who was called, and those who defended."""
    facts = score.facts
    maker, made = Seat(int(facts["maker"])), facts["made"] == "yes"
    called, partner = facts["called"] != "alone", facts["partner"]
    told: dict[Seat, dict[str, int]] = {}
    for seat in table.seats:
        if seat == maker:
            counted = {"bids": 1, "made" if made else "set": 1}
            counted["bid_points"] = score.points(table.side(seat))
            counted["marches"] = int(made and facts["tricks"] == str(TRICKS))
            if called:
                counted |= {"called": 1, "called_held": int(partner.isdecimal())}
                counted["buried"] = int(partner == "buried")
            else:
                counted |= {"alone": 1, "alone_made": int(made)}
        elif partner == str(seat):
            counted = {"partner": 1, "partner_made": int(made)}
        else:
            counted = {"defended": 1, "set_them": int(not made)}
        if seat == table.dealer:
            counted |= dealing(table, score.points(table.side(seat)))
        told[seat] = {name: n for name, n in counted.items() if n}
    return told
