"""Hearts: nobody wants hearts or the queen of spades, and the lowest total wins.

Source: HE1-HE18 and the decisions HEA1-HEA12, as far as a hand is told by its result: who took the
queen, and how many hearts each.  Not here yet: `moon=choice`, which needs a question of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from referee.engine import (
    DEALING,
    Ask,
    Asking,
    Best,
    Game,
    Law,
    Measure,
    Message,
    PlayerName,
    Preset,
    Question,
    ReachTarget,
    Refusal,
    Said,
    Seat,
    Table,
    Tally,
    adding_up,
    house,
    law,
    msg,
    msgs,
    seat_labels,
)

HEARTS, QUEEN = 13, 13  # hearts in the pack; points for the queen of spades (HE11)
ALL = HEARTS + QUEEN
QUEEN_TAKEN = Refusal("QUEEN_TAKEN", "HE10", msg("One of the players has the queen of spades."))
HEARTS_SUM = Refusal("HEARTS_SUM", "HE10", msg("The hearts of all players add up to thirteen."))


@dataclass(frozen=True)
class Result:
    """Who took the queen of spades, and how many hearts each."""

    queen: Seat
    hearts: Mapping[Seat, int]

    def points(self, seat: Seat) -> int:
        return self.hearts[seat] + QUEEN * (seat == self.queen)

    @property
    def shooter(self) -> Seat | None:
        """Who took them all, if anybody did."""
        return self.queen if self.hearts[self.queen] == HEARTS else None

    def words(self, seat: Seat) -> Message:
        hearts = msgs("%(n)s heart", "%(n)s hearts", self.hearts[seat])
        if seat != self.queen:
            return hearts
        if not self.hearts[seat]:
            return msg("the queen of spades")
        return msg("%(hearts)s and the queen of spades", hearts=hearts)


@dataclass(frozen=True)
class Hearts(Game[Result]):
    name: ClassVar[str] = "hearts"
    title: ClassVar[Message] = msg("Hearts")
    players: ClassVar[tuple[int, ...]] = (4, 3, 5, 6)
    best: ClassVar[Best] = "low"
    presets: ClassVar[tuple[Preset, ...]] = (
        Preset(msg("To 100"), {}),
        Preset(msg("A short match, to 50"), {"target": "50"}),
    )
    measures: ClassVar[tuple[Measure, ...]] = (
        Measure("queens", msg("Queens of spades taken")),
        Measure("hearts", msg("Hearts taken"), mean=True),
        Measure("clean", msg("Hands without a point")),
        Measure("moons", msg("Moons shot")),
        Measure("moons_suffered", msg("Moons of others")),
        *DEALING,
    )

    target: int = house({100: 100, 50: 50}, msg("Ends at"), "HE14", (20, 500), first=True)
    moon: str = house(
        {
            "add": msg("26 points for each of the others"),
            "subtract": msg("26 points off"),
            "off": msg("nothing special"),
        },
        msg("Shooting the moon"),
        "HE12",
        first=True,
    )
    tie_rule: str = house(
        {"shared": msg("they share the win"), "play_on": msg("another hand is played")},
        msg("Equal lowest"),
        "HE15",
    )

    laws: ClassVar[tuple[Law, ...]] = (
        law("HE1", msg("Three to six play, each alone; the lowest total wins.")),
        law("HE2", msg("One pack of 52 cards, ace high, no trump.")),
        law(
            "HE3",
            msg(
                "Everybody gets the same number of cards; low clubs and diamonds are left out "
                "where they do not go round."
            ),
        ),
        law(
            "HE4",
            msg(
                "Before play each passes three cards (two with five or six players): left, right, "
                "across, then a hand without passing."
            ),
        ),
        law("HE5", msg("All cards are dealt, one at a time.")),
        law("HE6", msg("The lowest club in the pack leads to the first trick.")),
        law(
            "HE7",
            msg(
                "Follow suit if you can; otherwise play any card. Hearts may not be led before one "
                "was played, unless the leader has nothing else."
            ),
        ),
        law(
            "HE8",
            msg(
                "On the first trick no heart and no queen of spades, unless there is nothing else."
            ),
        ),
        law("HE9", msg("The highest card of the suit led wins the trick, and its winner leads.")),
        law("HE10", msg("All thirteen hearts and the queen of spades are taken by somebody.")),
        law("HE11", msg("A heart counts one point, the queen of spades thirteen.")),
        law(
            "HE12",
            msg("Who takes all hearts and the queen scores nothing, and each other player 26."),
            moon="add",
        ),
        law(
            "HE12", msg("Who takes all hearts and the queen takes 26 points off."), moon="subtract"
        ),
        law(
            "HE12",
            msg("Who takes all hearts and the queen scores 26 like anybody else."),
            moon="off",
        ),
        law("HE14", msg("The match ends after a hand in which somebody has %(target)s or more.")),
        law("HE15", msg("Equal lowest at the end share the win."), tie_rule="shared"),
        law(
            "HE15",
            msg("Where two are lowest at the end, another hand is played."),
            tie_rule="play_on",
        ),
        law("HE18", msg("The deal passes to the left.")),
    )

    @property
    def end(self) -> ReachTarget:
        return ReachTarget(self.target, "HE14", "HE15", self.best, self.tie_rule == "shared")

    def hand(self, table: Table) -> Asking[Result]:
        keys = {seat: f"hearts.{seat}" for seat in table.seats}
        numbers: dict[str, Said] = {str(n): n for n in range(HEARTS + 1)}
        queen = Question(
            "queen",
            "row",
            msg("Queen of spades"),
            seat_labels(table.seats),
            noted=msg("%(answer)s took the queen of spades"),
            otherwise=QUEEN_TAKEN,
            missing=QUEEN_TAKEN,
        )
        hearts = (
            Question(
                key,
                "row",
                msg("Hearts of %(who)s", who=PlayerName(seat)),
                numbers,
                noted=msg("%(who)s took %(answer)s hearts", who=PlayerName(seat)),
                otherwise=HEARTS_SUM,
                missing=HEARTS_SUM,
            )
            for seat, key in keys.items()
        )
        prompt = msg("Who took what?")
        said = yield Ask((queen, *hearts), prompt, check=adding_up(HEARTS, keys.values()))
        return Result(
            Seat(int(said["queen"])), {seat: int(said[key]) for seat, key in keys.items()}
        )

    def score(self, table: Table, result: Result, tally: Tally) -> None:
        shooter = None if self.moon == "off" else result.shooter
        tally.headline = msg("%(who)s took the queen of spades", who=PlayerName(result.queen))
        tally.summary = msg("queen to %(who)s", who=PlayerName(result.queen))
        if shooter is not None:
            tally.headline = msg("%(who)s shot the moon", who=PlayerName(shooter))
            tally.summary = tally.headline
            tally.reason(
                msg("%(who)s took all hearts and the queen.", who=PlayerName(shooter)), "HE12"
            )
        for seat in table.seats:
            side, points = table.side(seat), result.points(seat)
            tally.role(seat, result.words(seat))
            if shooter is None and points:
                tally.line(side, points, result.words(seat), "HE11")
            elif self.moon == "add" and shooter not in (None, seat):
                tally.line(side, ALL, msg("the moon of another"), "HE12")
            elif self.moon == "subtract" and shooter == seat:
                tally.line(side, -ALL, msg("shot the moon"), "HE12")
            tally.count(
                seat,
                queens=int(seat == result.queen),
                hearts=result.hearts[seat],
                clean=int(not points),
                moons=int(seat == result.shooter),
                moons_suffered=int(self.moon == "add" and shooter not in (None, seat)),
            )
