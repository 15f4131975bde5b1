"""What holds for every hand: no key twice, levels agree, secrets stay, words can be said."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given

from referee.engine import (
    BIDS,
    NOT_AN_ANSWER,
    PLAYS,
    AnyGame,
    Ask,
    Hand,
    Outcome,
    Play,
    Question,
    Refusal,
    Said,
    Score,
    Seat,
    Side,
    fold,
    house_rules,
    in_english,
    is_fact,
)
from referee.engine.hand import replay
from referee.engine.question import NOT_YET
from referee.engine.ruled import misdealt
from referee.games import GAMES
from tests.every_game.playing import Draw, match_log, matches, played, quick, stages

GENERIC = (NOT_AN_ANSWER, NOT_YET)  # the only refusals that rest on no rule of a game


@given(matches())
@quick(60)
def test_no_key_is_asked_twice_and_none_is_a_fact_of_the_match(draw: Draw) -> None:
    for _, hand in stages(draw.game, draw.table, draw.chance):
        keys = [a.question.key for a in hand.answered]
        keys += [q.key for q in (*hand.open, *hand.offers)]
        assert len(keys) == len(set(keys))
        assert not any(is_fact(key) or key in ("next", "end") for key in keys)


@given(matches())
@quick(60)
def test_something_is_asked_until_the_hand_is_scored(draw: Draw) -> None:
    for told, hand in stages(draw.game, draw.table, draw.chance):
        assert bool(hand.open) is (hand.score is None)
        assert all(len(q.legal) > 1 for q in hand.open)
        assert hand.answers().items() >= told.items()


def finer(play: Play) -> tuple[Play, ...]:
    return PLAYS[PLAYS.index(play) :]


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_level_scores_the_same_from_what_the_finer_one_tells(name: str) -> None:
    @given(matches(name))
    @quick(25)
    def holds(draw: Draw) -> None:
        for play in PLAYS[1:]:
            fine = draw.at("every", play)
            told, hand = played(fine.game, fine.table, fine.chance)
            assert hand.score is not None
            facts = told | hand.answers() | dict(hand.facts)
            for coarse in PLAYS[: PLAYS.index(play) + 1]:
                for bids in BIDS:
                    table = fine.at(bids, coarse).table
                    again = replay(fine.game.scored(table), facts)
                    assert again.open == (), f"{bids} {coarse} asks again"
                    assert essence(again.score) == essence(hand.score)

    holds()


def essence(score: Score | None) -> object:
    """What a level of detail must not change; only the finer bids know how the bid was won."""
    assert score is not None
    facts = {k: v for k, v in score.facts.items() if k != "how"}
    return score.lines, score.headline, score.summary, score.roles, facts, score.scored


@given(matches())
@quick(60)
def test_a_fact_once_known_stays_known(draw: Draw) -> None:
    """So that a change to a coarser level in mid-hand may write it down."""
    before: dict[str, str] = {}
    for _, hand in stages(draw.game, draw.table, draw.chance):
        assert dict(hand.facts).items() >= before.items()
        before = dict(hand.facts)


@given(matches(play="cards"))
@quick(30)
def test_what_is_known_in_mid_hand_is_not_asked_again_at_a_coarser_level(draw: Draw) -> None:
    cut = Random(draw.seed)
    steps = list(stages(draw.game, draw.table, draw.chance))
    told, hand = cut.choice(steps)
    if hand.score is not None:
        return
    known = told | dict(hand.facts)
    for play in PLAYS[:-1]:
        coarse = replay(draw.game.scored(draw.at("final", play).table), known)
        asked = {q.key for q in coarse.open}
        assert asked.isdisjoint(known), (asked, known)


# -- secrets -----------------------------------------------------------------------------------


@given(matches("call_partner_euchre"))
@quick(60)
def test_no_shared_screen_tells_the_partner_before_the_called_card_falls(draw: Draw) -> None:
    fallen = False
    for told, hand in stages(draw.game, draw.table, draw.chance):
        called = told.get("called")
        fallen = any(k.startswith("card.") and v == called for k, v in told.items())
        over = hand.score is not None
        public = hand.public()
        if over or fallen or called is None:
            continue
        assert "partner" not in public.facts
        assert "partner" not in public.answers()
        assert all(role.text != "partner" for role in public.roles.values())


@given(matches())
@quick(60)
def test_a_secret_answer_leaves_no_trace_on_a_shared_screen(draw: Draw) -> None:
    """Whatever else had been answered to a secret question, the public hand is the same."""
    for told, hand in stages(draw.game, draw.table, draw.chance):
        for answer in hand.answered:
            if not (answer.question.secret and hand.score is None and answer.told):
                continue
            shown = {
                repr(other.public())
                for value in answer.question.legal
                if (other := replayed(draw, told, answer.question.key, value)).score is None
            }
            assert shown == {repr(hand.public())}


@given(matches())
@quick(40)
def test_every_irregularity_can_be_said_and_names_a_rule_that_exists(draw: Draw) -> None:
    known = numbers(draw.game)
    for code in draw.game.irregularities(draw.table):
        assert code.rule in known
        assert spoken(code.title)
        assert all(spoken(need.prompt) for need in code.needs)
        assert all(spoken(choice.label) for choice in code.choices.values())


def replayed(draw: Draw, told: dict[str, str], key: str, value: str) -> Hand:
    return replay(draw.game.scored(draw.table), {**told, key: value})


# -- words and rule numbers --------------------------------------------------------------------


def numbers(game: AnyGame) -> set[str]:
    return {rule.number for rule in game.rules()} | {r.rule for r in house_rules(game).values()}


def refusals(question: Question) -> Iterator[Refusal]:
    yield from question.refusals.values()
    yield question.otherwise
    yield question.missing
    if question.turn is not None:
        yield question.turn


def said(asked: Ask | None, question: Question) -> Iterator[Said]:
    """Every text of a question, and of each answer to it."""
    if asked is not None:
        yield asked.prompt
        yield asked.help or ""
    yield from (question.prompt, question.help or "", *question.details.values())
    for value, label in question.legal.items():
        yield label
        yield question.said(value)
    yield from (refusal.text for refusal in refusals(question))


def score_words(score: Score) -> Iterator[Said]:
    yield from (score.headline, score.summary or "", *score.roles.values())
    yield from (line.why for line in score.lines)
    yield from (reason.text for reason in score.story)


def outcome_words(outcome: Outcome) -> Iterator[Said]:
    yield outcome.headline
    yield from (reason.text for reason in outcome.story)


def spoken(text: Said) -> str:
    """In English, and nothing left to be filled in."""
    words = in_english(text, player=lambda seat: f"player {seat}", side=lambda side: f"side {side}")
    assert "%" not in words, words
    return words


@given(matches())
@quick(60)
def test_every_question_can_be_said_and_names_rules_that_exist(draw: Draw) -> None:
    known = numbers(draw.game)
    for _, hand in stages(draw.game, draw.table, draw.chance):
        for role in hand.roles.values():
            spoken(role)
        for reason in draw.game.needs(draw.table, hand):
            assert spoken(reason.text)
            assert reason.rule in known
        for offence in hand.offences:
            assert spoken(offence.facts)
            assert offence.rule in known
        for question in (*hand.open, *hand.offers):
            for text in said(hand.asking, question):
                spoken(text)
            for refusal in refusals(question):
                assert refusal.rule in known or refusal in GENERIC, refusal


@given(matches())
@quick(80)
def test_every_score_can_be_said_and_names_rules_that_exist(draw: Draw) -> None:
    sheet = fold(draw.setup, match_log(draw, 4))
    known = numbers(draw.game)
    void = misdealt(draw.game, draw.table).score
    assert void is not None
    for score in (void, *(row.score for row in sheet.rows)):
        assert score is not None
        assert all(spoken(text) for text in score_words(score) if text != "")
        assert {line.rule for line in score.lines} <= known
        assert {reason.rule for reason in score.story} <= known
        assert score.story, "no reason given"
        for line in score.lines:
            assert line.side in draw.table.sides
    if sheet.outcome is not None:
        assert all(spoken(text) for text in outcome_words(sheet.outcome))
        assert {reason.rule for reason in sheet.outcome.story} <= known


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_rule_and_house_rule_can_be_said(name: str) -> None:
    game = GAMES[name]()
    assert spoken(game.title)
    assert spoken(game.aim())
    assert game.over.rule in numbers(game)
    listed = [rule.number for rule in game.rules()]
    assert len(listed) == len(set(listed))
    assert all(spoken(rule.text) for rule in game.rules())
    for rule in house_rules(game).values():
        assert spoken(rule.text)
        assert all(spoken(label) for label in rule.values.values())


@given(matches())
@quick(30)
def test_every_seat_has_a_side_and_the_deal_goes_to_somebody_at_the_table(draw: Draw) -> None:
    teams = draw.table.teams
    assert sorted(seat for team in teams for seat in team) == list(draw.table.seats)
    assert all(teams)
    told, hand = played(draw.game, draw.table, draw.chance)
    assert hand.score is not None
    dealer: Seat = draw.game.next_dealer(draw.table, hand.score)
    assert dealer in draw.table.seats
    sides: tuple[Side, ...] = draw.table.sides
    assert {line.side for line in hand.score.lines} <= set(sides), told
