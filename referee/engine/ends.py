"""How a match ends: who has won, in which words, and what is missing until then."""

from __future__ import annotations

from dataclasses import dataclass

from referee.engine.message import Message, SideName, msg, msgs
from referee.engine.score import Best, Outcome, Reason, best_of
from referee.engine.table import Side, Table


@dataclass(frozen=True)
class ReachTarget:
    """The match ends after a hand with which somebody has `target` points; the `best` total wins.

    Equal best totals share the win where `shared`, else another hand is played.  Where several are
    there at once the target moves on by `further` until one is there alone (0: it stays).  `rule`
    is the number of the rule that says all this, `tie_rule` of what is said for several."""

    target: int
    rule: str
    tie_rule: str = ""
    best: Best = "high"
    shared: bool = False
    further: int = 0

    @property
    def aim(self) -> Message:
        """In a line, for lists and headings."""
        return msg("To %(target)s", target=self.target)

    def outcome(self, table: Table, after: tuple[int, ...]) -> Outcome | None:
        """The end of the match at the totals `after` a hand, one a side; None where it goes on."""
        target = self.target
        while self.further and sum(total >= target for total in after) > 1:
            target += self.further
        totals = {side: after[side] for side in table.sides}
        there = {side: total for side, total in totals.items() if total >= target}
        winners = best_of(there if self.best == "high" else totals, self.best)
        if not there or (len(winners) > 1 and not self.shared):
            return None
        names = tuple(SideName(side) for side in winners)
        several = len(winners) > 1 if self.best == "low" else target > self.target or len(there) > 1
        said = Reason(
            self._said(totals, there, winners[0], target), self.tie_rule if several else self.rule
        )
        return Outcome(winners, msg("%(side)s won", side=names), (said,))

    def _said(
        self, totals: dict[Side, int], there: dict[Side, int], winner: Side, target: int
    ) -> Message:
        if self.best == "high":
            return msg(
                "%(side)s reached %(total)s; the match goes to %(target)s.",
                side=SideName(winner),
                total=totals[winner],
                target=target,
            )
        [most, *_] = best_of(there, "high")
        return msg(
            "%(side)s ended the match with %(total)s; the lowest total is %(least)s.",
            side=SideName(most),
            total=there[most],
            least=totals[winner],
        )

    def missing(self, table: Table) -> tuple[Reason, ...]:
        """What the sides still need, before a hand or in it."""
        totals = {side: table.total(side) for side in table.sides}
        if self.best == "high":
            return tuple(
                Reason(
                    msgs(
                        "%(side)s need %(n)s point to reach %(target)s.",
                        "%(side)s need %(n)s points to reach %(target)s.",
                        max(self.target - total, 0),
                        side=SideName(side),
                        target=self.target,
                    ),
                    self.rule,
                )
                for side, total in totals.items()
            )
        told = []
        least, second, *_ = sorted(totals.values())
        if least < second:
            [lowest] = best_of(totals, "low")
            told.append(
                msg("%(side)s is lowest by %(n)s.", side=SideName(lowest), n=second - least)
            )
        [most, *_] = best_of(totals, "high")
        if (left := self.target - totals[most]) > 0:
            told.append(
                msgs(
                    "%(n)s more point for %(side)s and the match ends.",
                    "%(n)s more points for %(side)s and the match ends.",
                    left,
                    side=SideName(most),
                )
            )
        return tuple(Reason(text, self.rule) for text in told)
