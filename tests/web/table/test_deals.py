"""Whole deals card by card through the web: what the screen offers, proves and scores."""

from __future__ import annotations

from typing import Any

import pytest

from referee.store import Store
from tests.games.test_deals import EUCHRE, PITCH, WHIST, ids, play, table_for, tricks_of
from tests.web.pages import OURS, Page, Web, new_uid

GAME = {"pitch": "pitch", "german_whist": "german_whist", "euchre5": "call_partner_euchre"}


def send(web: Web, id: str, hand: int, key: str, value: str) -> Page:
    """One tap; the answer is the table's new fragment."""
    response = web.client.post(
        f"/t/{id}/answer",
        data={"hand": hand, "uid": new_uid(), "answer": f"{key}={value}"},
        headers={**OURS, "HX-Request": "true"},
    )
    page = Page(f"/t/{id}", response)
    assert page.status == 200, page.trouble
    return page


@pytest.mark.parametrize("deal", [*PITCH, *WHIST, *EUCHRE], ids=ids)
def test_a_deal_entered_by_taps(web: Web, store: Store, deal: dict[str, Any]) -> None:
    talk = table_for(deal)
    list(play(talk, deal, tricks_of(deal)))
    dealer = list(deal["players"]).index(deal["dealer"])
    rules = {k: str(v) for k, v in deal["options"].items()}
    id = web.start(GAME[deal["game"]], deal["players"], "cards", dealer, rules=rules)
    page = web.get(f"/t/{id}")
    taps = 0
    for entry in talk.log:
        if entry.value == "pass" and f"{entry.key}=pass" not in page.answers:
            continue  # nothing else was open to them after a smear: nobody is asked
        if entry.key.partition(".")[0] not in ("lead", "up"):  # told on a page of their own
            assert f"{entry.key}={entry.value}" in page.answers
        page = send(web, id, entry.hand, entry.key, entry.value)
        taps += 1
    sheet = store.load(id).sheet
    assert (sheet.totals, sheet.rows[0].score) == (talk.sheet.totals, talk.row(0).score)

    # At most a tap a card and a call, and four more.
    cards = sum(len(t["plays"]) for t in tricks_of(deal))
    assert taps <= cards + len(deal.get("auction") or deal.get("calls") or ()) + 4
    proved = sheet.rows[0].hand.offences
    assert len([b for b in page.root.all("button") if b.text == "Record it"]) == len(proved)
    if proved:
        first = f"ruling.1={proved[0].ruling}"
        page = web.press(page, first)
        assert store.load(id).sheet.rows[0].said["ruling.1"] == proved[0].ruling


def test_a_revoke_is_ruled_on_by_claim_and_taken_back(web: Web, store: Store) -> None:
    id = web.start("call_partner_euchre", ["A", "B", "C", "D", "E"])
    web.say(id, "maker=1 trump=H called=AS partner=3 tricks=3")
    page = web.press(web.get(f"/t/{id}/rulings/1"), "See what changes", seat="3", trick="2")
    assert "D revoked in trick 2." in page.text
    assert "Total of A: 0 becomes 2." in page.text
    page = web.press(page, "Change it")
    assert store.load(id).sheet.totals == (2, 0, 2, 0, 2)
    page = web.press(web.get(f"/t/{id}/rulings"), "Take this ruling back")
    assert store.load(id).sheet.totals == (0, 1, 0, 1, 0)


def test_every_irregularity_has_a_page_and_can_be_recorded(web: Web, store: Store) -> None:
    for game, players, answers in (
        ("pitch", 4, "contract=0.2 trump=C high=0 low=0 jack=none game=1"),
        ("german_whist", 2, "trump=H tricks=9"),
        ("call_partner_euchre", 5, "maker=1 trump=S called=AH partner=3 tricks=3"),
    ):
        id = web.start(game, [f"P{n}" for n in range(players)])
        web.say(id, answers)
        match = store.load(id)
        codes = match.sheet.game.irregularities(match.sheet.now.table)
        for place, code in enumerate(codes):
            page = web.press(web.get(f"/t/{id}/rulings/{place}"), "See what changes")
            web.press(page, "Change it")
            assert store.load(id).sheet.rows[0].rulings[-1].code.name == code.name
            store.undo(id, store.version(id), uid=new_uid())
        web.get(f"/t/{id}/rulings/{len(codes)}", 404)


def test_game_cards_are_counted_and_a_count_is_put_right(web: Web, store: Store) -> None:
    id = web.start("pitch", ["N", "E", "S", "W"])
    web.say(id, "contract=0.2 trump=C")
    page = web.press(
        web.get(f"/t/{id}/count"), "That is the count",
        typing={"count.0.T": "1", "count.0.J": "3", "count.1.T": "2"},
    )  # fmt: skip
    assert "game=1" in page.answers
    assert "game=0" not in page.answers
    web.say(id, "high=0 low=0 jack=none")
    assert store.load(id).sheet.rows[0].score is not None
    page = web.press(web.get(f"/t/{id}/hand/1"), "Take this count", typing={"answer": "count.0=30"})
    page = web.press(page, "Change it")
    assert store.load(id).sheet.rows[0].hand.answers()["game"] == "0"


def test_the_table_may_enter_the_result_in_mid_hand(web: Web, store: Store) -> None:
    id = web.start("pitch", ["N", "E", "S", "W"], "cards")
    web.say(id, "bid.1=2 bid.2=pass bid.3=pass bid.0=pass card.1.1=AS card.1.2=2S")
    page = web.press(web.get(f"/t/{id}"), "Just enter the result")
    assert {"high=0", "jack=none"} <= set(page.answers)
    assert store.load(id).sheet.now.hand.answers()["trump"] == "S"


@pytest.mark.parametrize(
    ("led", "card", "later", "told"),
    [
        ("S", "9C", "AS", "a revoke"),
        ("S", "KS", "AS", "that followed"),
        ("S", "9C", "AC", "no proof"),
        ("H", "9C", "JD", "a revoke"),  # the left bower is a heart where hearts are trump
        ("D", "9C", "JD", "no proof"),
    ],
)
def test_the_two_cards_of_a_claim_are_looked_at(
    web: Web, led: str, card: str, later: str, told: str
) -> None:
    id = web.start("call_partner_euchre", ["A", "B", "C", "D", "E"])
    assert "Is it proved?" not in web.get(f"/t/{id}/rulings/1").text
    web.say(id, "maker=1 trump=H called=AS partner=3 tricks=3")
    page = web.get(f"/t/{id}/rulings/1?led={led}&card={card}&later={later}")
    assert told in page.text
    web.get(f"/t/{id}/rulings/1?led=X&card=2C&later=AS")
