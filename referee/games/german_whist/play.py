"""The play of German Whist, card by card: thirteen tricks with a draw, thirteen without."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from referee.engine import Asking, Board, Card, Known, Seat, SideName, Suit, Table, pack
from referee.games.german_whist import words as law
from referee.games.german_whist.house import TRICKS
from referee.games.german_whist.law import REVOKE, REVOKE_1
from referee.tricks import Play, TrickRules, ask_trick, open_trick, trick_taken

STOCK = 26  # cards left after the deal, the up-card among them (W2, W3)


def every_card(table: Table, trump: Suit) -> Asking[tuple[int, int]]:
    """All 26 tricks; the up-card of a first-stage trick may be entered, never must (W10)."""
    up: dict[int, Card] = {}  # the cards turned up, as far as they are written down

    def dress(board: Board) -> Board:
        n = play.number
        stage = law.FIRST_STAGE if n <= TRICKS and not play.before else law.SECOND_STAGE
        camps = tuple((SideName(s), board.taken[table.teams[s][0]]) for s in table.sides)
        beside = law.stock(max(STOCK - 2 * (n - 1), 0), up.get(n))
        return replace(board, stage=stage, camps=camps, beside=beside)

    def draws(play: Play) -> Iterator[tuple[Seat, Card | None]]:
        """The winner takes the card that was turned up, the loser one that nobody sees."""
        n = len(play.tricks)
        if n <= TRICKS:
            yield play.leader, up.get(n)
            yield next(s for s in table.seats if s != play.leader), None

    # The non-dealer leads to the first trick (W7).
    play = Play(
        table,
        pack(),
        TRICKS,
        table.eldest,
        TrickRules,
        REVOKE,
        early=(TRICKS, REVOKE_1),
        dress=dress,
        draws=draws,
        made=trump,
        missing=law.TRICKS_SUM,
    )
    for n in range(1, 2 * TRICKS + 1):
        first = n <= TRICKS
        prompt = (law.FIRST_PROMPT if first else law.SECOND_PROMPT).with_params(
            n=n if first else n - TRICKS
        )
        turned = (
            (law.up_card(n, [c for c in play.left if c not in up.values()], play.picker),)
            if first
            else ()
        )
        said = yield from open_trick(play, prompt, *turned)
        if f"up.{n}" in said:
            up[n] = Card(said[f"up.{n}"])
        yield from ask_trick(play, prompt)
        if not first:
            yield trick_taken(play)
        if n == TRICKS:
            play.before = TRICKS
            yield Known({"stage1": str(play.taken.count(Seat(0)))}, board=play.board)
    taken = [seat == Seat(0) for seat in play.taken]
    return sum(taken[:TRICKS]), sum(taken[TRICKS:])
