"""A match: a plain fold over its log of entries, hand after hand, until the rules end it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from referee.engine.facts import agreed_game, brought_over, really_dealt, seated
from referee.engine.game import AnyGame
from referee.engine.hand import Hand, replay
from referee.engine.log import Entry, by_hand, corrected_hands, is_fact, standing
from referee.engine.message import PlayerName, SideName, msg
from referee.engine.question import Answers, Ask, Question
from referee.engine.ruled import is_void, may_win, misdealt, ruled, rulings_of
from referee.engine.rulings import Ruling
from referee.engine.score import Outcome, Score, best_of
from referee.engine.table import BIDS, FIRST_SEAT, PLAYS, Bids, Play, Seat, Side, Table


@dataclass(frozen=True)
class Setup:
    """What a match was created with.  `players` are names or ids, clockwise; `start` holds totals
    brought over, one a side; `bench` holds who else may sit down (None: anybody)."""

    game: AnyGame
    players: tuple[str, ...]
    dealer: Seat = FIRST_SEAT
    bids: Bids = "final"
    play: Play = "totals"
    start: tuple[int, ...] = ()
    bench: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Dealt:
    """One hand in its match: at which table, by whom, and the totals after it."""

    number: int  # from 0
    table: Table
    players: tuple[str, ...]
    hand: Hand
    after: tuple[int, ...]
    said: Answers  # everything recorded for the hand, facts and rulings too
    counted: bool = True  # False: played after what is now the end of the match
    corrected: bool = False
    rulings: tuple[Ruling, ...] = ()

    @property
    def score(self) -> Score | None:
        return self.hand.score


@dataclass(frozen=True)
class Sheet:
    """The whole match as every screen shows it."""

    game: AnyGame
    rows: tuple[Dealt, ...]
    start: tuple[int, ...]
    totals: tuple[int, ...]
    outcome: Outcome | None
    asking: Ask | None  # what the table is asked now; None when the match is over
    number: int  # the hand that is asked about, or the last one counted
    started: frozenset[int] = field(default_factory=frozenset)  # hands with an answer on record

    @property
    def now(self) -> Dealt:
        return self.rows[self.number]

    @property
    def counted(self) -> tuple[Dealt, ...]:
        return tuple(row for row in self.rows if row.counted)


def fold(setup: Setup, log: Sequence[Entry], before: Sheet | None = None) -> Sheet:
    """Replay every hand on record, and open the next one unless the match is over.

    `before` is the fold of an earlier log: its hands are taken over where nothing about them has
    changed, as replaying a hand depends on its table and its answers alone."""
    rows_standing = standing(log)
    recorded = by_hand(rows_standing)
    started = frozenset(
        n for n, said in enumerate(recorded) if any(not is_fact(key) for key in said)
    )
    put_right = corrected_hands(rows_standing)
    game = agreed_game(setup.game, recorded)
    teams = game.teams(len(setup.players))
    start = brought_over(setup.start, recorded, len(teams))

    rows: list[Dealt] = []
    players, dealer, bids, play = setup.players, setup.dealer, setup.bids, setup.play
    totals = start
    outcome: Outcome | None = None
    while True:
        number = len(rows)
        said: Answers = recorded[number] if number < len(recorded) else {}
        players = seated(players, said)
        bids = next((b for b in BIDS if b == said.get("bids")), bids)
        play = next((p for p in PLAYS if p == said.get("play")), play)
        dealer = really_dealt(dealer, said, len(players))
        table = Table(teams, dealer, bids, play, totals)
        rulings = rulings_of(game, table, said)
        known = known_hand(before, game, number, table, said)
        if known is not None:
            hand = known
        elif is_void(rulings):
            hand = misdealt(game, table, rulings)
        else:
            hand = ruled(game, table, replay(game.scored(table), said), rulings)

        after = totals
        if hand.score is not None and outcome is None:
            after = tuple(
                t + hand.score.points(s) for s, t in zip(table.sides, totals, strict=True)
            )
        rows.append(
            Dealt(
                number,
                table,
                players,
                hand,
                after,
                said,
                outcome is None,
                number in put_right,
                rulings,
            )
        )
        if outcome is None:
            totals = after
            unfinished = any(row.score is None for row in rows)
            outcome = given_up(game, said, table, totals)
            if outcome is None and hand.score and hand.score.scored and not unfinished:
                outcome = may_win(game.outcome(table, hand.score, totals), hand.score)
        more = any(n > number for n in started)
        if not more and (hand.score is None or said.get("next") != "ok" or outcome is not None):
            break
        if hand.score is not None:
            dealer = game.next_dealer(table, hand.score)
        else:
            dealer = table.eldest

    number, asking = what_is_asked(game, rows, outcome)
    return Sheet(game, tuple(rows), start, totals, outcome, asking, number, started)


def known_hand(
    before: Sheet | None, game: AnyGame, number: int, table: Table, said: Answers
) -> Hand | None:
    """The hand as it was replayed before, if it is the same; the order of answers counts."""
    if before is None or number >= len(before.rows) or before.game != game:
        return None
    row = before.rows[number]
    same = row.table == table and list(row.said.items()) == list(said.items())
    return row.hand if same else None


def what_is_asked(
    game: AnyGame, rows: Sequence[Dealt], outcome: Outcome | None
) -> tuple[int, Ask | None]:
    """The hand that is asked about and the question: an unfinished hand first, else whether the
    score of the last one is right."""
    if outcome is not None:
        return max(row.number for row in rows if row.counted), None
    for row in rows:
        if row.hand.asking is not None:
            return row.number, row.hand.asking
    last = rows[-1]
    assert last.score is not None
    next_dealer = game.next_dealer(last.table, last.score)
    right = msg("Right. %(who)s deals next", who=PlayerName(next_dealer))
    question = Question(
        "next", "choice", msg("Is that right?"), {"ok": right}, noted=msg("next deal")
    )
    return last.number, Ask((question,), question.prompt)


def given_up(game: AnyGame, said: Answers, table: Table, totals: Sequence[int]) -> Outcome | None:
    """A match that the table ended: stopped without a winner, or conceded by a side; then the best
    of the others win."""
    how, _, side = said.get("end", "").partition(".")
    if how == "stopped":
        return Outcome((), msg("The match was stopped"), how="stopped")
    if how != "conceded" or not side.isdecimal() or int(side) not in table.sides:
        return None
    loser = Side(int(side))
    winners = best_of({s: totals[s] for s in table.sides if s != loser}, game.best)
    text = msg("%(side)s gave up the match", side=SideName(loser))
    return Outcome(winners, text, how="conceded")


def first_ended(setup: Setup, log: Sequence[Entry], sheet: Sheet) -> int | None:
    """The `seq` of the entry of the last hand with which the match had ended there first; None
    where that hand never ended it before.  `sheet` is the log's fold."""
    for entry in log:
        if entry.hand == sheet.number:
            then = fold(setup, log[: entry.seq], sheet)
            if then.outcome is not None and then.number == sheet.number:
                return entry.seq
    return None
