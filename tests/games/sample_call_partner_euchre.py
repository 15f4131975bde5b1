"""A sample of Euchre for five: a table, a hand, its house rules, what its answers are called."""

from __future__ import annotations

from tests.sample import Sample

SAMPLE = Sample(
    players=5,
    hand="maker=1 trump=S called=AH partner=3 tricks=3",
    deal="maker",
    target="3",
    promised={
        "target": "10 5 7 11 15",
        "stick_the_dealer": "yes no",
        "call_rule": "any non_trump ace",
        "call_timing": "after_discard with_order",
        "own_card": "alone forbidden",
        "march": "2 3",
        "lone_march": "2 4 5",
        "defenders_sweep": "4 2",
        "tie_rule": "highest_then_shared maker_first play_on shared_all",
        "revoke_award": "2 3 manual",
        "revoke_award_lone": "4 5 manual",
        "misdeal": "same_dealer deal_passes",
    },
    called=(
        ("final totals", "", "maker=1", "Ben made it"),
        ("final totals", "stick_the_dealer=no", "maker=pass", "all passed"),
        ("every totals", "", "upcard=9H", "9H turned up"),
        ("every totals", "", "upcard=9H order.1=pass", "Ben passed"),
        ("every totals", "", "upcard=9H order.1=order", "Ben made it trump"),
        (
            "every totals",
            "",
            "upcard=9H order.1=pass order.2=pass order.3=pass order.4=pass order.0=pass "
            "name.1=pass",
            "Ben passed",
        ),
        (
            "every totals",
            "",
            "upcard=9H order.1=pass order.2=pass order.3=pass order.4=pass order.0=pass name.1=S",
            "Ben named spades",
        ),
        ("final totals", "", "maker=1 trump=S", "spades are trump"),
        ("final totals", "", "maker=1 trump=S called=AH", "Ben called AH"),
        ("final totals", "", "maker=1 trump=S called=alone", "Ben goes alone"),
        ("final totals", "", "maker=1 trump=S called=AH partner=3", "the last answer"),
        (
            "final totals",
            "",
            "maker=1 trump=S called=AH partner=2 tricks=1 partner=3",
            "Dan held the called card",
        ),
        (
            "final totals",
            "",
            "maker=1 trump=S called=AH partner=2 tricks=1 partner=buried",
            "nobody held the called card",
        ),
        (
            "final totals",
            "own_card=alone",
            "maker=1 trump=S called=AH partner=2 tricks=1 partner=own",
            "Ben called a card of their own",
        ),
        (
            "final totals",
            "",
            "maker=1 trump=S called=AH partner=3 tricks=1",
            "the attackers took 1 trick",
        ),
        (
            "final totals",
            "",
            "maker=1 trump=S called=AH partner=3 tricks=3",
            "the attackers took 3 tricks",
        ),
        ("final winners", "", "maker=1 trump=S called=AH trick.1=2", "Cleo took trick 1"),
        ("final cards", "", "maker=1 trump=S called=AH lead.1=2", "Cleo led to trick 1"),
        ("final cards", "", "maker=1 trump=S called=AH card.1.1=8D", "Ben played 8D"),
    ),
)
