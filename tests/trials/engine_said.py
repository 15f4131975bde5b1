"""What the referee says of a match, line by line in plain English: see `engine_words`.

`looks` is what may be dressed anew (the board, ranks, trump, facts of a score); all else must stay
as it is, byte for byte.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from referee.engine import revisions
from referee.engine.board import Board
from referee.engine.cards import Card, Suit
from referee.engine.house import agreed, encode
from referee.engine.match import Dealt
from referee.engine.score import Outcome, Reason, Score
from referee.engine.table import Seat
from tests.talk import offences_of
from tests.trials.engine_words import Match, english


def reasons(name: str, told: Sequence[Reason]) -> Iterator[str]:
    for reason in told:
        yield f"{name} ({reason.rule}) {english(reason.text)}"


def roles(shown: Mapping[Seat, object]) -> str:
    return "; ".join(f"{seat}: {english(shown[seat])}" for seat in sorted(shown))  # type: ignore[arg-type]


def agreement(match: Match) -> Iterator[str]:
    """The house rules in force, who plays with whom, the numbered rules as they are played."""
    game = match.sheet.game
    yield "agreed " + " ".join(f"{k}={encode(v)}" for k, v in sorted(agreed(game).items()))
    yield f"aim: {english(game.aim())}"
    yield f"sides {[list(map(int, team)) for team in match.sheet.rows[0].table.teams]}"
    for rule in game.rules():
        yield f"rule {rule.number} [{english(rule.section)}] {english(rule.text)}"


def irregularities(match: Match, hand: int) -> Iterator[str]:
    """What may go wrong in a hand and how it may be ruled."""
    for code in match.sheet.game.irregularities(match.sheet.rows[hand].table):
        facts = [code.facts.text, code.facts_in_trick.text if code.facts_in_trick else "-"]
        yield f"code {code.name} ({code.rule}) {english(code.title)}: {facts} claim={code.claim}"
        for need in code.needs:
            legal = [f"{value}: {english(label)}" for value, label in need.legal.items()]
            shown = legal if len(legal) < 60 else [*legal[:3], *legal[-3:]]
            yield f"  needs {need.name}: {english(need.prompt)} {shown} optional={need.optional}"
        for key, choice in code.choices.items():
            yield f"  rules {key}: {english(choice.label)}. {choice.words.text}"


def asked_hand(match: Match) -> Iterator[str]:
    """What is known of the hand that is asked about: roles, needs, offences that are proved."""
    row = match.sheet.now
    public = row.hand.public()
    if public.roles:
        yield f"roles {roles(public.roles)}"
    if match.sheet.outcome is None:
        yield from reasons("needs", match.sheet.game.needs(row.table, public))
    for o in offences_of(row.hand):
        yield f"offence {o.ruling} ({o.rule}) {english(o.facts)} in {o.trick}, {o.proved_in_trick}"


def scored(score: Score) -> Iterator[str]:
    for line in score.lines:
        yield f"  {line.points:+d} side {line.side}: {english(line.why)} ({line.rule})"
    yield f"  {english(score.headline)} | {english(score.summary)} | {roles(score.roles)}"
    yield from reasons("  why", score.story)
    if not score.scored:
        yield "  not scored"


def hand_row(match: Match, row: Dealt) -> Iterator[str]:
    """One hand of the score sheet."""
    t = row.table
    marks = f"{'' if row.counted else ' uncounted'}{' corrected' if row.corrected else ''}"
    yield f"hand {row.number} dealer {t.dealer} {t.bids} {t.play} {list(row.players)}{marks}"
    for ruling in row.rulings:
        yield f"  ruled {ruling.key}={ruling.value} ({ruling.rule}) {english(ruling.facts)}"
        yield f"  {english(ruling.words)} {ruling.seat} {ruling.side}"
    if row.score is not None:
        yield from scored(row.score)
        game = match.sheet.game
        yield f"  next dealer {game.next_dealer(t, row.score)}, totals {list(row.after)}"
        if row.score.scored:
            counts = game.counts(t, row.score)
            for seat in sorted(counts):
                yield f"  counts {seat}: {sorted(counts[seat].items())}"


def ended(outcome: Outcome) -> Iterator[str]:
    yield f"{outcome.how}, winners {list(outcome.winners)}: {english(outcome.headline)}"
    yield from reasons("  end", outcome.story)


def score_sheet(match: Match) -> Iterator[str]:
    """The whole match so far."""
    sheet = match.sheet
    for row in sheet.rows:
        yield from hand_row(match, row)
    yield f"from {list(sheet.start)} to {list(sheet.totals)}, hand {sheet.number}"
    if sheet.outcome is not None:
        yield from ended(sheet.outcome)


def changes(match: Match) -> Iterator[str]:
    """What was put right, and by which row of the log."""
    found = revisions(match.setup, match.log, match.sheet, {"id0": "Ann", "id7": "Zoe"})
    for hand in sorted(found):
        for r in found[hand]:
            yield f"changed {r.seq} {r.hand} {r.key}: {english(r.old)} -> {english(r.new)}"


def verdict(match: Match, led: str, card: str, later: str) -> str:
    """What two cards prove of a revoke that is claimed, once trump is known."""
    trump = match.sheet.now.hand.public().trump
    if trump is None:
        return "no trump yet"
    found = match.sheet.game.claimed(trump, Suit(led), Card(card), Card(later))
    return f"{found.proved} {english(found.text)}"


# -- looks -------------------------------------------------------------------------------------


def looks(match: Match) -> Iterator[str]:
    """The board as it lies, trump, and what is known besides."""
    hand = match.sheet.now.hand
    public = hand.public()
    yield f"trump {public.trump or '-'} known {sorted(public.facts.items())}"
    if hand.board is not None:
        yield from board(hand.board)


def board(b: Board) -> Iterator[str]:
    seats = (b.leader, b.turn, b.winning, b.last_winner)
    yield f"board {b.number}/{b.count} {b.trump} {english(b.stage)} {seats}"
    yield f"  lies {b.trick}, before {b.last}, taken {sorted(b.taken.items())}"
    camps = [f"{english(who)} {n}" for who, n in b.camps]
    lines = [f"{english(n.label)} {n.cards}: {english(n.said)}" for n in b.lines]
    yield f"  camps {camps} {[english(said) for said in b.beside]} {lines}"


def score_looks(match: Match) -> Iterator[str]:
    for row in match.sheet.rows:
        if row.score is not None:
            yield f"facts {row.number} {sorted(row.score.facts.items())}"
    ranks = match.sheet.game.ranks(match.sheet.now.hand.public().trump)
    yield f"ranks {ranks.trumps} {ranks.plain}"
    yield from reasons("ranks", ranks.notes)
