"""The auction of Pitch: one round, each bid higher than the last (P8-P12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.engine.ask import ask
from referee.engine.errors import Refusal
from referee.engine.question import Asking, Known, Question
from referee.engine.table import Seat, Table
from referee.games.pitch import rules as law
from referee.games.pitch.scoring import SMEAR, Contract

if TYPE_CHECKING:
    from referee.games.pitch.game import Pitch

BIDS = {"1": 1, "2": 2, "3": 3, "4": 4, "smear": SMEAR}


def auction(game: Pitch, table: Table) -> Asking[Contract | None]:
    """One round: each bid higher than the last, the dealer may steal or must bid (P8-P12)."""
    if table.bids == "final":
        no = not_open(game)
        if game.all_pass == "dealer_forced":
            no["pass"] = law.dealer_must_bid(game.forced_min)
        question = law.contract_question(table, final_bids(game), game.all_pass, no)
        return (yield from ask(question, contract_said))
    best: Contract | None = None
    for seat in table.clockwise(table.eldest):
        bid = yield from ask(bid_question(game, table, seat, best), BIDS.get)
        if bid is not None:
            how = "normal"
            if seat == table.dealer:
                how = "forced" if best is None else "stolen" if bid == best.bid else "normal"
            best = Contract(seat, bid, how)
    if best is not None:
        name = next(text for text, n in BIDS.items() if n == best.bid)
        yield Known({"contract": f"{best.bidder}.{name}", "how": best.how})
    else:
        yield Known({"contract": "pass"})
    return best


def final_bids(game: Pitch) -> list[str]:
    return [b for b in BIDS if b not in not_open(game)]


def not_open(game: Pitch) -> dict[str, Refusal]:
    """The bids that this table does not know, and why."""
    no = {b: law.below_minimum(game.min_bid) for b, n in BIDS.items() if n < game.min_bid}
    return no if game.smear else no | {"smear": law.NO_SMEAR}


def bid_question(game: Pitch, table: Table, seat: Seat, best: Contract | None) -> Question:
    """The bids open to `seat`, and why the others are not."""
    dealer = seat == table.dealer
    forced = dealer and best is None and game.all_pass == "dealer_forced"
    legal = [] if forced else ["pass"]
    refusals = not_open(game)
    if forced:
        refusals["pass"] = law.dealer_must_bid(game.forced_min)
    for text, n in BIDS.items():
        if text in refusals:
            continue
        if forced and n < game.forced_min:
            refusals[text] = law.dealer_must_bid(game.forced_min)
        elif best is None or n > best.bid:
            legal.append(text)
        elif dealer and n == best.bid and game.dealer_steal:
            if n == SMEAR and not game.dealer_steal_smear:
                refusals[text] = law.SMEAR_NOT_STEALABLE
            elif n == 4 and not game.dealer_steal_four:
                refusals[text] = law.FOUR_NOT_STEALABLE
            else:
                legal.append(text)
        else:
            refusals[text] = law.bid_too_low(best.bid, dealer, game.dealer_steal)
    return law.bid_question(seat, legal, refusals, (best.bidder, best.bid) if best else None)


def contract_said(answer: str) -> Contract | None:
    """`2.3` is a bid of three by seat two; `pass` where all passed and redeal."""
    if answer == "pass":
        return None
    seat, bid = answer.split(".")
    return Contract(Seat(int(seat)), BIDS[bid])
