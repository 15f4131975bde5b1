"""The auction of Pitch: one round, each bid higher than the last (P8-P12)."""

from __future__ import annotations

from dataclasses import dataclass

from referee.engine import Asking, Known, Question, Refusal, Seat, Table, ask
from referee.games.pitch import words
from referee.games.pitch.house import BIDS, SMEAR, PitchHouse


@dataclass(frozen=True)
class Contract:
    """Who pitches, for how much (5 is the smear), and how: normal, forced or stolen (P10, P11)."""

    bidder: Seat
    bid: int
    how: str = "normal"


def auction(house: PitchHouse, table: Table) -> Asking[Contract | None]:
    """One round: each bid higher than the last, the dealer may steal or must bid (P8-P12)."""
    if table.bids == "final":
        no = not_open(house)
        if house.all_pass == "dealer_forced":
            no["pass"] = words.dealer_must_bid(house.forced_min)
        question = words.contract_question(table, final_bids(house), house.all_pass, no)
        return (yield from ask(question, contract_said))
    best: Contract | None = None
    for seat in table.clockwise(table.eldest):
        bid = yield from ask(bid_question(house, table, seat, best), BIDS.get)
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


def final_bids(house: PitchHouse) -> list[str]:
    return [b for b in BIDS if b not in not_open(house)]


def not_open(house: PitchHouse) -> dict[str, Refusal]:
    """The bids that this table does not know, and why."""
    no = {b: words.below_minimum(house.min_bid) for b, n in BIDS.items() if n < house.min_bid}
    return no if house.smear else no | {"smear": words.NO_SMEAR}


def bid_question(house: PitchHouse, table: Table, seat: Seat, best: Contract | None) -> Question:
    """The bids open to `seat`, and why the others are not."""
    dealer = seat == table.dealer
    forced = dealer and best is None and house.all_pass == "dealer_forced"
    legal = [] if forced else ["pass"]
    refusals = not_open(house)
    if forced:
        refusals["pass"] = words.dealer_must_bid(house.forced_min)
    for text, n in BIDS.items():
        if text in refusals:
            continue
        if forced and n < house.forced_min:
            refusals[text] = words.dealer_must_bid(house.forced_min)
        elif best is None or n > best.bid:
            legal.append(text)
        elif dealer and n == best.bid and house.dealer_steal:
            if n == SMEAR and not house.dealer_steal_smear:
                refusals[text] = words.SMEAR_NOT_STEALABLE
            elif n == 4 and not house.dealer_steal_four:
                refusals[text] = words.FOUR_NOT_STEALABLE
            else:
                legal.append(text)
        else:
            refusals[text] = words.bid_too_low(best.bid, dealer, house.dealer_steal)
    return words.bid_question(seat, legal, refusals, (best.bidder, best.bid) if best else None)


def contract_said(answer: str) -> Contract | None:
    """`2.3` is a bid of three by seat two; `pass` where all passed and redeal."""
    if answer == "pass":
        return None
    seat, bid = answer.split(".")
    return Contract(Seat(int(seat)), BIDS[bid])
