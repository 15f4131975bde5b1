"""A club counted once more from its replayed matches, by other means than the store's.

Everything here goes by public ids and reads what a hand says of itself: who did what (`facts`) and
what was scored (`lines`).  Neither the games' measures nor the store's sums are called.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, cast

from openskill.models import PlackettLuce

from referee.engine import Dealt, Sheet
from referee.games.german_whist.scoring import Result as WhistResult
from referee.games.hearts import Result as HeartsResult
from referee.store import Match

Totals = dict[tuple[str, ...], Counter[str]]
Who = Callable[[str], str]


@dataclass
class Recount:
    """Sums under readable keys; counts stand under "#name".  `ratings` are by match and player."""

    players: Totals = field(default_factory=dict)
    pairs: Totals = field(default_factory=dict)
    rules: Totals = field(default_factory=dict)
    ratings: dict[tuple[str, str], tuple[float, float]] = field(default_factory=dict)


def recount(matches: Sequence[tuple[Match, datetime]], who: Who) -> Recount:
    """All ended matches, in that order; `who` tells which player somebody counts as."""
    found, model = Recount(), PlackettLuce()
    strength: dict[tuple[str, str], tuple[float, float]] = {}
    for match, ended in matches:
        sheet = match.sheet
        assert sheet.outcome is not None
        last = sheet.counted[-1]
        # One player under two names that were merged counts by the higher seat.
        seat_of = {who(player): seat for seat, player in enumerate(last.players)}
        teams = [[p for p, seat in seat_of.items() if seat in team] for team in last.table.teams]
        champions = {p for side in sheet.outcome.winners for p in teams[side]}
        own = by_player(sheet, who)
        of_all = Counter({"matches": 1, "hands": sum(was_scored(d) for d in sheet.counted)})
        of_all["#margin"] = lead(sheet)
        for player, counted in own.items():
            of_all.update({n if n[0] == "#" else f"#{n}": k for n, k in counted.items()})
            mine = Counter({**counted, "matches": 1, "wins": int(player in champions)})
            for period in ("", f"{ended:%Y}", f"{ended:%Y-%m}", f"{ended:%Y-%m-%d}"):
                found.players.setdefault((player, match.game, period), Counter()).update(mine)
        for one in (p for team in teams for p in team):
            for team in teams:
                for other in team:
                    if one != other:
                        relation = "with" if one in team else "against"
                        key = (one, other, relation, match.game)
                        won = {"matches": 1, "wins": int(one in champions)}
                        found.pairs.setdefault(key, Counter()).update(won)
        for rule, value in rules_in_the_end(sheet).items():
            found.rules.setdefault((match.game, rule, value), Counter()).update(of_all)
        rate(model, strength, match, teams, own)
        found.ratings |= {(match.id, p): strength[match.game, p] for p in own}
    return found


def by_player(sheet: Sheet, who: Who) -> dict[str, Counter[str]]:
    """Hands, points and counts of everybody who ever sat in a hand that counts."""
    found: dict[str, Counter[str]] = {}
    for dealt in sheet.counted:
        for seat, player in enumerate(dealt.players):
            counted = found.setdefault(who(player), Counter())
            side = next(n for n, team in enumerate(dealt.table.teams) if seat in team)
            gained = sum(line.points for line in lines(dealt) if line.side == side)
            counted["points"] += gained
            if was_scored(dealt):
                counted["hands"] += 1
                did = DID[sheet.game.name](dealt, seat, gained)
                if seat == dealt.table.dealer:
                    did.update({"dealt": 1, "dealt_points": gained})
                counted.update({f"#{name}": n for name, n in did.items()})
    return found


def lines(dealt: Dealt) -> Sequence[Any]:
    return dealt.score.lines if dealt.score is not None else ()


def was_scored(dealt: Dealt) -> bool:
    return dealt.score is not None and dealt.score.scored


def facts_of(dealt: Dealt) -> Mapping[str, str]:
    assert dealt.score is not None
    return dealt.score.facts


def of_pitch(dealt: Dealt, seat: int, gained: int) -> Counter[str]:
    facts = facts_of(dealt)
    did: Counter[str] = Counter()
    bidder = int(facts["bidder"])
    (bidders,) = (team for team in dealt.table.teams if bidder in team)
    good = facts["made"] == "yes"
    if seat == bidder:
        did["bids"] = 1
        did["made" if good else "set"] = 1
        did["bid_size"] = int(facts["bid"])
        did["bid_points"] = gained
        if facts["bid"] == "5":
            did["smears"] = 1
            did["smears_made"] = good
    elif seat in bidders:
        did["partner"] = 1
        did["partner_made"] = good
    else:
        did["defended"] = 1
        did["set_them"] = not good
    return did


def of_euchre(dealt: Dealt, seat: int, gained: int) -> Counter[str]:
    facts = facts_of(dealt)
    did: Counter[str] = Counter()
    good = facts["made"] == "yes"
    if str(seat) == facts["maker"]:
        did["bids"] = 1
        did["made" if good else "set"] = 1
        did["bid_points"] = gained
        did["marches"] = good and facts["tricks"] == "5"
        if facts["called"] == "alone":
            did["alone"] = 1
            did["alone_made"] = good
        else:
            did["called"] = 1
            did["called_held"] = facts["partner"] in ("0", "1", "2", "3", "4")
            did["buried"] = facts["partner"] == "buried"
    elif str(seat) == facts["partner"]:
        did["partner"] = 1
        did["partner_made"] = good
    else:
        did["defended"] = 1
        did["set_them"] = not good
    return did


def of_whist(dealt: Dealt, seat: int, gained: int) -> Counter[str]:
    assert dealt.score is not None
    assert isinstance(dealt.score.result, WhistResult)
    second = dealt.score.result.second
    tricks = second if seat == 0 else 13 - second
    scored: Counter[int] = Counter()
    for line in dealt.score.lines:
        scored[line.side] += line.points if line.rule in ("W20", "WA4") else 0
    won = scored[seat] > scored[1 - seat]
    return Counter(tricks=tricks, all_tricks=int(tricks == 13), hands_won=int(won))


def of_hearts(dealt: Dealt, seat: int, gained: int) -> Counter[str]:
    assert dealt.score is not None
    result = dealt.score.result
    assert isinstance(result, HeartsResult)
    hearts, queens = dict(enumerate(result.hearts.values())), int(result.queen == seat)
    did = Counter(queens=queens, hearts=hearts[seat])
    did["clean"] = int(not hearts[seat] and not queens)
    did["moons"] = int(hearts[seat] == 13 and queens)
    moon = [line for line in dealt.score.lines if line.rule == "HE12"]
    did["moons_suffered"] = int(any(line.side == seat and line.points > 0 for line in moon))
    return did


DID: Mapping[str, Callable[[Dealt, int, int], Counter[str]]] = {
    "pitch": of_pitch,
    "call_partner_euchre": of_euchre,
    "german_whist": of_whist,
    "hearts": of_hearts,
}


def counting_up(sheet: Sheet, totals: Sequence[int]) -> list[int]:
    """Totals as if the highest won: where the lowest does, what each has less than nothing."""
    return list(totals) if sheet.game.best == "high" else [-total for total in totals]


def lead(sheet: Sheet) -> int:
    """What the best winner had more than the best of the rest."""
    assert sheet.outcome is not None
    winners = set(sheet.outcome.winners)
    totals = counting_up(sheet, sheet.totals)
    best = [total for side, total in enumerate(totals) if side in winners]
    rest = [total for side, total in enumerate(totals) if side not in winners]
    return max(0, max(best) - max(rest)) if best and rest else 0


def far_behind(sheet: Sheet) -> int:
    """How far the winner who was furthest behind the best ever was, before the last hand."""
    if sheet.outcome is None or sheet.outcome.how != "won":
        return 0
    totals = [sheet.start, *(dealt.after for dealt in sheet.counted)][:-1]
    scores = [counting_up(sheet, after) for after in totals]
    return max(max(score) - score[side] for score in scores for side in sheet.outcome.winners)


def rules_in_the_end(sheet: Sheet) -> dict[str, str]:
    game: Any = sheet.game
    words = {True: "yes", False: "no", None: "none"}
    values = {f.name: getattr(game, f.name) for f in dataclasses.fields(game)}
    return {
        name: words[value] if value is None or isinstance(value, bool) else str(value)
        for name, value in values.items()
    }


def rate(
    model: PlackettLuce,
    strength: dict[tuple[str, str], tuple[float, float]],
    match: Match,
    teams: Sequence[Sequence[str]],
    own: Mapping[str, object],
) -> None:
    """Everybody's strength after a match: winners before all others, these by their totals."""
    outcome, game = match.sheet.outcome, match.game
    assert outcome is not None
    for player in own:
        strength.setdefault((game, player), (25.0, 25.0 / 3))
    scores = [
        10_000 if side in outcome.winners else total
        for side, total in enumerate(counting_up(match.sheet, match.sheet.totals))
        if teams[side]
    ]
    teams = [team for team in teams if team]
    if not outcome.winners or len(teams) < 2:
        return
    before = [[model.create_rating(list(strength[game, p])) for p in team] for team in teams]
    after = model.rate(before, scores=cast("list[float]", scores))
    for team, ratings in zip(teams, after, strict=True):
        for player, rating in zip(team, ratings, strict=True):
            strength[game, player] = rating.mu, rating.sigma
