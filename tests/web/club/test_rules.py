"""The rules: every number that a page links to stands on the rules page, as played here."""

from __future__ import annotations

import re
from random import Random

import pytest

from referee.engine import encode, house_rules
from referee.games import GAMES
from referee.store import Store
from tests.web.pages import FIVE, FOUR, Page, Web, new_uid

WALKS = 6  # random matches a game
HANDS = 2


def anchors(page: Page) -> set[str]:
    return {e.attrs["id"] for e in page.root if "id" in e.attrs}


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_rule_has_a_number_of_its_own_and_some_text(web: Web, name: str) -> None:
    page = web.get(f"/rules/{name}")
    rules = page.root.one("ol", class_="law").all("li")
    numbers = [e.attrs["id"] for e in rules]
    assert len(numbers) == len(set(numbers)) > 10
    for rule in rules:
        assert rule.text.startswith(rule.attrs["id"] + " ")
        assert len(rule.text) > len(rule.attrs["id"]) + 10


def test_the_list_of_games_leads_to_each(web: Web) -> None:
    links = web.get("/rules").links
    for name in GAMES:
        assert f"/rules/{name}" in links


def test_the_rules_of_a_match_mark_what_its_table_changed(web: Web) -> None:
    id = web.start("german_whist", FOUR[:2], rules={"target": "9"})
    page = web.get(f"/t/{id}/rules")
    changed = [e.text for e in page.root.all("div", class_="changed")]
    assert len(changed) == 1
    assert "9 changed" in changed[0]
    assert f"/t/{id}" in page.links


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_house_rule_names_a_rule_that_is_there(web: Web, name: str) -> None:
    page = web.get(f"/rules/{name}")
    ids = anchors(page)
    missing = {n: r.rule for n, r in house_rules(GAMES[name]).items()
               if len(r.values) > 1 and r.rule not in ids}  # fmt: skip
    assert not missing


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_rule_that_a_page_links_to_is_there(web: Web, store: Store, name: str) -> None:
    """Random matches, right and wrong answers, at every depth and under any house rules."""
    chance = Random(name)
    linked: set[str] = set()
    for _ in range(WALKS):
        id = random_match(web, chance, name)
        there = anchors(web.get(f"/t/{id}/rules"))
        for page in (*walk(web, store, chance, id), web.get(f"/t/{id}/hands")):
            found = {m[1] for m in re.finditer(rf"/t/{id}/rules#([A-Z]+\d+)", page.html)}
            assert found <= there, f"{found - there} linked from {page.path}: {page.text[:200]}"
            linked |= found
    assert len(linked) >= 2, linked


def random_match(web: Web, chance: Random, name: str) -> str:
    kind = GAMES[name]
    rules = {}
    for key, rule in house_rules(kind).items():
        if chance.random() < 0.3 and key not in ("team_layout", "hand_size"):
            rules[key] = encode(chance.choice(list(rule.values)))
    players = (*FIVE, "Flo", "Gus")[: chance.choice(kind.players)]
    depth = chance.choice(["quick", "bidding", "tricks", "cards"])
    return web.start(name, players, depth, rules=rules)


def walk(web: Web, store: Store, chance: Random, id: str) -> list[Page]:
    """Pages of a match played at random; now and then an answer that is not legal."""
    pages = []
    sheet = store.load(id).sheet
    while sheet.asking is not None and sheet.number < HANDS:
        question = chance.choice([q for q in sheet.asking.questions if not q.offer])
        wrong = [v for v in question.refusals if v not in question.legal]
        if wrong and chance.random() < 0.3:
            answer = f"{question.key}={chance.choice(wrong)}"
            pages.append(web.answer(id, answer, sheet.number, status=422))
        value = chance.choice(list(question.legal))
        said = [(sheet.number, question.key, value)]
        sheet = store.record(id, said, uid=new_uid()).match.sheet
        if sheet.now.score is not None:
            pages.append(web.get(f"/t/{id}"))
    return pages


def test_what_is_refused_is_called_as_the_game_calls_it(web: Web) -> None:
    id = web.start("pitch", FOUR, rules={"min_bid": "2", "smear": "no"})
    called = [e.text for e in web.get(f"/t/{id}/rules").root.all("dt")]
    assert {"Ben bid 1", "Ben bid a smear", "Pass"} <= set(called)
    id = web.start("call_partner_euchre", FIVE)
    web.say(id, "maker=1 trump=H called=AS")
    called = [e.text for e in web.get(f"/t/{id}/rules").root.all("dt")]
    assert "Ben" in called
    assert "1" not in called
