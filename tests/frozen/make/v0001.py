"""Schema 0001: matches, players, history.  No phones, no rulings but a misdeal."""

import sys
from pathlib import Path

from evening import Clock, closed, made, report
from saying import said
from table import Table

from referee.store import Store


def played(store: Store) -> None:
    """Every game at several levels; put right, taken back, given up, left open."""
    four, five, two = "Ana Ben Cléo Dan", "Ana Ben Cléo Dan Eva", "Ana Ben"

    won = Table(store, "pitch", four, rules="target=4 lead_rule=any", dealer=2)
    won.hands(2).correct(0, "game").hands(1).undo(3).redo(2).to_the_end()
    Table(store, "pitch", "Ana Ben Fay", bids="every", rules="low_to=holder hand_size=8-2").hands(
        2
    ).say("ruling.1=MISDEAL").hands(2).say("note=the_lights_went_out").correct(0).say("end=stopped")
    Table(store, "pitch", "Ana Ben Cléo Dan Eva Fay", play="winners", start=(3, -2, 0)).hands(
        2
    ).correct(1).hands(1).say("end=conceded.1")

    Clock.next_evening()
    cards = Table(store, "pitch", four, play="cards", bids="every", rules="game_tie=bidder")
    cards.hands(1).asked(9)
    shorter = Table(store, "pitch", two, start=(5, 6), rules="target=9", play="winners", dealer=1)
    shorter.hands(1).say("start.0=4", 0).hands(1).say("rule.target=7", 0).hands(1)
    shorter.say("play=totals").hands(3).undo(2)
    store.rename(store.player("Fay"), "Fay O'Hara")

    whist = Table(store, "german_whist", two, rules="scoring=per_trick target=20")
    whist.hands(1).correct(0, "tricks").hands(2).undo().to_the_end()
    Table(store, "german_whist", "Dan Cléo", play="winners", dealer=1).hands(1).undo(2).redo(2)
    Table(
        store, "german_whist", "Eva Ben", play="cards", rules="dealer_rotation=winner_deals"
    ).hands(1).asked(7)
    again = Table(store, "german_whist", "Ben Eva", rules="scoring=majority_one target=2")
    again.to_the_end().correct(0, "tricks").to_the_end()  # the end moves when a hand is put right
    past = Table(store, "german_whist", "Dan Ana", rules="scoring=majority_one target=2", dealer=1)
    past.say("trump=H tricks=13").say("next=ok").say("trump=S tricks=0").say("next=ok")
    past.say("trump=C tricks=12").say("tricks=10", 1)  # it was over before the third hand

    Clock.next_evening()
    euchre = Table(store, "call_partner_euchre", five, rules="target=3 march=3")
    euchre.hands(2).correct(0, "tricks").to_the_end()
    asked = Table(store, "call_partner_euchre", five, bids="every", play="winners", dealer=4)
    asked.hands(1).say("dealer=2").hands(2).correct(1).say("ruling.1=MISDEAL").hands(1)
    seats = Table(store, "call_partner_euchre", five, rules="stick_the_dealer=no call_rule=ace")
    seats.hands(1).say("next=ok").say(f"seat.1={store.player('Gus')}").hands(2)
    seats.correct(0).say("end=conceded.2").undo().redo()
    Table(store, "call_partner_euchre", five, play="cards", start=(1, 2, 3, 4, 5)).hands(1).asked(8)
    Table(store, "pitch", four)  # nothing said yet


def seldom(store: Store) -> None:
    """What chance seldom brings: smears, lone hands, marches, bidding out, a tie."""
    Clock.next_evening()
    smears = Table(store, "pitch", "Ana Ben Cléo Dan", rules="smear_result=points target=30")
    smears.say("contract=0.smear trump=H high=0 low=0 jack=0 game=0 swept=yes").say("next=ok")
    smears.say("contract=1.smear trump=S high=1 low=1 jack=1 game=1 swept=no").say("next=ok")
    smears.say("contract=2.smear trump=C high=0 low=1 jack=none game=tie").say("next=ok")
    smears.say("contract=3.4 trump=D high=1 low=1 jack=1 game=1").say("end=conceded.0")
    moon = Table(store, "pitch", "Ben Cléo Dan Eva", rules="smear_result=wins_match")
    moon.say("contract=3.smear trump=H high=1 low=1 jack=1 game=1 swept=yes")
    out = Table(store, "pitch", "Ana Ben Cléo Dan", start=(20, 20))
    out.say("contract=0.2 trump=C high=1 low=1 jack=none game=1").say("next=ok")
    out.say("contract=1.1 trump=H high=0 low=1 jack=none game=0")

    euchre = Table(store, "call_partner_euchre", "Ana Ben Cléo Dan Eva", rules="lone_march=5")
    for answers in (
        "maker=1 trump=H called=alone tricks=5",
        "maker=2 trump=S called=alone tricks=3",
        "maker=3 trump=C called=alone tricks=2",
        "maker=1 trump=D called=AH partner=4 tricks=5",
        "maker=0 trump=D called=AH partner=buried tricks=5",
        "maker=4 trump=H called=AS partner=2 tricks=0",
    ):
        euchre.say(answers).asked()


if __name__ == "__main__":
    file = Path(sys.argv[1])
    store = made(file, "0001")
    played(store)
    seldom(store)
    said(store, file)
    closed(store, file)
    report(file)
