"""The table: page and fragment, the question, the score, the end, and unknown links."""

from __future__ import annotations

import pytest

from tests.web.pages import FIVE, FOUR, HANDS, PITCH, WHIST, Web, parse


def matches_at_every_stage(web: Web) -> list[str]:
    ids = []
    for game, (players, hand) in HANDS.items():
        answers = hand.split()
        for told in (0, 1, len(answers) - 1, len(answers)):
            id = web.start(game, players)
            web.say(id, " ".join(answers[:told]))
            ids.append(id)
        id = web.start(game, players)
        web.answer(id, "end=conceded.0")
        ids.append(id)
    return ids


def test_page_and_fragment_say_the_same(web: Web) -> None:
    for id in matches_at_every_stage(web):
        page = web.get(f"/t/{id}")
        fragment = web.get(f"/t/{id}", fragment=True)
        assert "HX-Request" in page.response.vary
        assert "HX-Request" in fragment.response.vary
        assert not fragment.root.all("html")
        [table] = [e for e in fragment.root.children if not isinstance(e, str)]
        assert (table.tag, table.attrs["id"]) == ("div", "table")
        whole = page.root.one("div", id="table")
        assert whole.text == table.text
        assert page.answers == fragment.answers
        assert [e.attrs.get("href") for e in whole] == [e.attrs.get("href") for e in table]


def test_a_page_restored_from_history_is_whole(web: Web) -> None:
    id = web.start("pitch", FOUR)
    headers = {"HX-Request": "true", "HX-History-Restore-Request": "true"}
    html = web.client.get(f"/t/{id}", headers=headers).get_data(as_text=True)
    assert parse(html).all("html")


@pytest.mark.parametrize("game", sorted(HANDS))
def test_every_answer_offered_is_accepted_and_leads_on(web: Web, game: str) -> None:
    players, hand = HANDS[game]
    id = web.start(game, players)
    for answer in hand.split():
        page = web.get(f"/t/{id}")
        assert answer in page.answers
        before = page.text
        assert web.press(page, answer).text != before
    page = web.get(f"/t/{id}")
    assert page.answers == ["next=ok"]
    assert "Why this score" in page.text
    after = web.press(page, "next=ok")
    assert "hand 2" in after.text


def test_the_answer_to_htmx_is_the_new_fragment(web: Web) -> None:
    id = web.start("german_whist", FOUR[:2])
    page = web.get(f"/t/{id}")
    inputs = {e.attrs["name"]: e.attrs["value"] for e in page.root.one("form", id="answer")
              if e.tag == "input"}  # fmt: skip
    response = web.client.post(
        f"/t/{id}/answer", data={**inputs, "answer": "trump=H"},
        headers={"HX-Request": "true", "Sec-Fetch-Site": "same-origin"},
    )  # fmt: skip
    assert response.status_code == 200
    fragment = parse(response.get_data(as_text=True))
    assert fragment.text == web.get(f"/t/{id}", fragment=True).root.text


def test_the_end_says_who_won_and_by_which_rule(web: Web) -> None:
    id = web.start("german_whist", ["Ana", "Ben"], start=(14, 0))
    web.say(id, WHIST)
    page = web.get(f"/t/{id}")
    assert "Ana" in page.heading
    assert page.answers == []
    assert any(f"/t/{id}/rules#W21" in link for link in page.links)
    assert "Play again" in page.text
    assert "After 1 hand " in page.text


def test_a_side_with_fewer_points_may_win_and_the_page_says_why(web: Web) -> None:
    """P36: a side goes out only on a hand that it bid and made."""
    id = web.start("pitch", FOUR, start=(20, 25))
    web.say(id, PITCH)
    page = web.get(f"/t/{id}")
    assert page.answers == []
    assert page.heading == "Ana & Cleo won"
    totals = [li.text for li in page.root.one("ul", class_="gain pad").all("li")]
    assert totals == ["Ben & Dan26", "Ana & Cleowon22"]
    assert any(f"/t/{id}/rules#P" in link for link in page.links)


@pytest.mark.parametrize(
    "path",
    [
        "/t/nothing",
        "/t/" + "a" * 24,
        "/t/" + "a" * 24 + "/sheet",
        "/t/" + "a" * 24 + "/hands",
        "/t/" + "a" * 24 + "/hand/1",
        "/t/" + "a" * 24 + "/menu",
        "/t/" + "a" * 24 + "/rules",
        "/t/" + "a" * 24 + "/change?change=rule.target=11",
        "/t/%00",
        "/t/%ED%A0%80",
        "/t/" + "z" * 5000,
        "/new/bridge",
        "/rules/bridge",
        "/history?before=nonsense",
        "/nowhere",
        "/static/nothing.css",
        "/static/../pyproject.toml",
        "/static/%2e%2e/pyproject.toml",
    ],
)
def test_an_unknown_link_is_a_page_of_its_own(web: Web, path: str) -> None:
    page = web.get(path, 404)
    assert page.trouble == "There is nothing at this address."
    assert "/" in page.links


@pytest.mark.parametrize("number", ["0", "2", "999999999999999999999", "-1", "1e3"])
def test_a_hand_that_is_not_there_is_not_found(web: Web, number: str) -> None:
    id = web.start("pitch", FOUR)
    web.get(f"/t/{id}/hand/{number}", 404)


@pytest.mark.parametrize("what", ["answer", "undo", "redo", "note", "seat"])
def test_an_unknown_match_cannot_be_changed(web: Web, what: str) -> None:
    data = {"answer": "trump=H", "hand": "0", "seq": "1", "seat": "0", "text": "x", "uid": "1" * 24}
    assert web.post(f"/t/{'a' * 24}/{what}", data, 404).trouble


def test_the_wrong_method_is_refused_in_words(web: Web) -> None:
    id = web.start("pitch", FOUR)
    assert web.get(f"/t/{id}/answer", 405).trouble == "That cannot be done at this address."


@pytest.mark.parametrize("depth", ["tricks", "cards"])
def test_the_partner_is_not_asked_while_the_called_card_is_out(web: Web, depth: str) -> None:
    """E14: no page may show or ask who the partner is before the card has fallen."""
    id = web.start("call_partner_euchre", FIVE, depth)
    web.say(id, "upcard=9H order.1=pass order.2=order called=AS")
    for path in ("", "/sheet", "/hands", "/hand/1", "/menu"):
        page = web.get(f"/t/{id}{path}")
        assert "partner=" not in page.html, path
        assert "buried" not in page.html, path
