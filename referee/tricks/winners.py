"""The play where only the winners are written down: who took each trick."""

from __future__ import annotations

from collections.abc import Callable

from referee.engine import (
    Asking,
    Board,
    Known,
    Message,
    PlayerName,
    Question,
    Refusal,
    Seat,
    Table,
    ask,
    msg,
    msgs,
    seat_labels,
    to_seat,
)


def ask_winners(
    table: Table,
    count: int,
    leader: Seat | None,
    missing: Refusal,
    help: Message | None = None,
    board: Callable[[Board], Board] = lambda board: board,
) -> Asking[tuple[Seat, ...]]:
    """Ask who took each of `count` tricks (level `winners`); `leader` is None where not known."""
    taken: list[Seat] = []

    def lies() -> Board:
        last = taken[-1] if taken else None
        leads = leader if len(taken) < count else None
        tricks = {seat: taken.count(seat) for seat in table.seats}
        n = min(len(taken) + 1, count)
        at = Board(n, count, leader=leads, turn=leads, last_winner=last, taken=tricks)
        return board(at)

    for n in range(1, count + 1):
        yield Known(board=lies)
        leads = msg("%(who)s leads.", who=PlayerName(leader)) if leader is not None else help
        question = Question(
            f"trick.{n}",
            "seat",
            msg("Who took trick %(n)s of %(count)s?", n=n, count=count),
            seat_labels(table.seats),
            help=leads,
            noted=msg("%(answer)s took trick %(n)s", n=n),
            details={
                str(s): msgs("%(n)s trick", "%(n)s tricks", taken.count(s)) for s in table.seats
            },
            missing=missing,
        )
        leader = yield from ask(question, to_seat)
        taken.append(leader)
    yield Known(board=lies)
    return tuple(taken)
