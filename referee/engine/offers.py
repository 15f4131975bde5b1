"""What may be said at any time: who dealt, who sits where, detail, notes, rulings, the end."""

from __future__ import annotations

from collections.abc import Mapping

from referee.engine.ask import seat_labels, side_labels
from referee.engine.errors import Refusal
from referee.engine.house import house_rules
from referee.engine.match import Dealt, Setup, Sheet
from referee.engine.message import Said, SideName, msg
from referee.engine.question import FreeText, Question
from referee.engine.rulings import KEY, Rulings, TooLate
from referee.engine.table import BIDS, PLAYS

LONGEST_NOTE = 500  # characters
LONGEST_NAME = 64  # characters of a player's id or name
MOST_RULINGS = 99  # of a hand
HIGHEST_START = 999  # points brought over from a paper sheet
CLOSED = Refusal(
    "CLAIM_TOO_LATE",
    "REF-CLOSED",
    msg("The next hand has begun: a revoke can no longer be claimed. Points can be put right."),
)
POINTS: Mapping[str, Said] = {str(n): n for n in range(-HIGHEST_START, HIGHEST_START + 1)}


def offers(setup: Setup, sheet: Sheet, row: Dealt) -> dict[str, Question]:
    """What may be said at any time: who dealt, who sits where, detail, notes, rulings, the end."""
    table = row.table
    asked = [
        Question(
            "dealer",
            "seat",
            msg("Who really dealt this hand?"),
            seat_labels(table.seats),
            noted=msg("%(answer)s dealt"),
            offer="menu",
        ),
        Question(
            "note",
            "text",
            msg("Note for this hand"),
            FreeText(LONGEST_NOTE),
            noted=msg("a note"),
            offer="menu",
        ),
        *ruling_offers(sheet, row),
        *(
            Question(
                f"seat.{seat}",
                "text",
                msg("Who sits here?"),
                bench(setup),
                noted=msg("a change of seats"),
                offer="menu",
            )
            for seat in table.seats
        ),
    ]
    if row.score is not None:
        agreed: dict[str, Said] = {"ok": msg("yes"), "none": msg("no")}
        asked += [
            Question(
                f"agree.{side}",
                "choice",
                msg("Is the score right?"),
                agreed,
                noted=msg("%(side)s agreed", side=SideName(side)),
                notes={"none": msg("%(side)s no longer agreed", side=SideName(side))},
                offer="menu",
            )
            for side in table.sides
        ]
    if row.number == 0:
        asked += [
            Question(
                f"start.{side}",
                "number",
                msg("Points brought over"),
                POINTS,
                noted=msg("%(answer)s points brought over"),
                offer="menu",
            )
            for side in table.sides
        ]
        asked += [
            Question(
                f"rule.{name}",
                "text",
                rule.text,
                FreeText(20),
                noted=msg("a house rule"),
                offer="menu",
            )
            for name, rule in house_rules(sheet.game).items()
        ]
    if row.number == sheet.number and row.counted:
        asked += level_offers(sheet, row)
        if sheet.outcome is None or sheet.outcome.how != "won":
            asked.append(end_offer(row))
    return {q.key: q for q in asked}


def bench(setup: Setup) -> Mapping[str, Said]:
    if setup.bench is None:
        return FreeText(LONGEST_NAME, shortest=1)
    return {who: who for who in (*setup.players, *setup.bench)}


def ruling_offers(sheet: Sheet, row: Dealt) -> list[Question]:
    """The rulings on record and one more."""
    codes = sheet.game.irregularities(row.table)
    free = free_ruling(row)
    keys = [*(key for key in row.said if KEY.fullmatch(key)), *([free] if free else [])]
    closed = row.said.get("next") == "ok" or row.number < sheet.number
    return [
        Question(
            key,
            "choice",
            msg("Ruling"),
            Rulings(codes, row.said.get(key), closed),
            refusals=TooLate(codes, CLOSED) if closed else {},
            offer="menu",
        )
        for key in keys
    ]


def free_ruling(row: Dealt) -> str | None:
    """The key under which another ruling of a hand is recorded; None where no more can be."""
    keys = (f"ruling.{n}" for n in range(1, MOST_RULINGS + 1))
    return next((key for key in keys if key not in row.said), None)


def end_offer(row: Dealt) -> Question:
    legal: dict[str, Said] = {"none": msg("Play on"), "stopped": msg("Stop without a winner")}
    for value, side in side_labels(row.table.sides).items():
        legal[f"conceded.{value}"] = msg("%(side)s give up", side=side)
    notes = {"none": msg("the match goes on"), "stopped": msg("the match was stopped")}
    for value, side in side_labels(row.table.sides).items():
        notes[f"conceded.{value}"] = msg("%(side)s gave up", side=side)
    prompt = msg("End the match early?")
    return Question("end", "choice", prompt, legal, notes=notes, offer="menu")


def level_offers(sheet: Sheet, row: Dealt) -> list[Question]:
    """Any level of the game before the first answer of a hand; in mid-hand only a coarser one."""
    fresh = not any(a.told for a in row.hand.answered)
    bids, plays = sheet.game.bid_levels, sheet.game.play_levels
    if len(bids) == len(plays) == 1:
        return []
    bids = bids if fresh else bids[: BIDS.index(row.table.bids) + 1]
    plays = plays if fresh else plays[: PLAYS.index(row.table.play) + 1]
    noted = msg("the level of detail")
    return [
        Question(
            "bids",
            "choice",
            msg("Which bids are written down?"),
            {b: BID_LEVELS[b] for b in bids},
            noted=noted,
            offer="menu",
        ),
        Question(
            "play",
            "choice",
            msg("How much of the play is written down?"),
            {p: PLAY_LEVELS[p] for p in plays},
            noted=noted,
            offer="menu",
        ),
    ]


BID_LEVELS: Mapping[str, Said] = {"final": msg("the final bid"), "every": msg("every bid")}
PLAY_LEVELS: Mapping[str, Said] = {
    "totals": msg("the result"),
    "winners": msg("who took each trick"),
    "cards": msg("every card"),
}
