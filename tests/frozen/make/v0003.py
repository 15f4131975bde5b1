"""Schema 0003: house-rule cards; the games declare their irregularities, so there are rulings."""

import sys
from pathlib import Path

import v0001
import v0002
from evening import Clock, closed, made, report
from saying import said
from table import Table

from referee.store import Store


def ruled(store: Store) -> None:
    """A ruling of every kind in every game."""
    Clock.next_evening()
    pitch = Table(store, "pitch", "Ana Ben Cléo Dan", rules="target=21 lead_rule=any")
    pitch.every_ruling().say("end=stopped")
    whist = Table(store, "german_whist", "Ana Dan", rules="scoring=per_trick", start=(-90, -95))
    whist.every_ruling()
    euchre = Table(
        store, "call_partner_euchre", "Ana Ben Cléo Dan Eva", rules="target=30", play="winners"
    )
    euchre.every_ruling().say("end=conceded.0")
    claimed = Table(store, "pitch", "Dan Eva Fay", play="cards", rules="revoke_penalty=set_or_zero")
    claimed.hands(1).say("ruling.1=REVOKE:1").hands(1).say("end=conceded.1")


def cards(store: Store) -> None:
    """Cards of two games; one was saved twice, one taken away."""
    store.save_card("pitch", "At Ana's", {"target": "11", "low_to": "holder"})
    store.save_card("pitch", "Été", {"lead_rule": "any", "dealer_steal_smear": "no"})
    store.save_card("pitch", "At Ana's", {"target": "15", "low_to": "holder"})
    store.save_card("german_whist", "To fifty", {"scoring": "per_trick", "target": "50"})
    store.remove_card(store.save_card("call_partner_euchre", "Not this", {"march": "3"}))


if __name__ == "__main__":
    file = Path(sys.argv[1])
    store = made(file, "0003", clock=Clock.now)
    v0001.played(store)
    v0001.seldom(store)
    v0002.phones(store)
    ruled(store)
    cards(store)
    said(store, file)
    closed(store, file)
    report(file)
