"""Answering: what is late, illegal, sent twice, or no answer at all."""

from __future__ import annotations

import json

import pytest

from referee.store import Store
from tests.web.pages import FIVE, FOUR, OURS, PITCH, WHIST, Web, new_uid


def test_a_late_answer_reads_what_was_answered(web: Web, store: Store) -> None:
    id = web.start("pitch", FOUR)
    web.answer(id, "contract=0.2", seen=0)
    late = web.answer(id, "contract=1.3", seen=0, status=409)
    assert late.trouble == "Already answered: Ana bid 2."
    assert "trump=H" in late.answers
    assert [e.value for e in store.load(id).log] == ["0.2"]


def test_the_same_answer_late_is_no_trouble_and_counts_once(web: Web, store: Store) -> None:
    id = web.start("pitch", FOUR)
    web.answer(id, "contract=0.2", seen=0)
    web.answer(id, "contract=0.2", seen=0)
    assert store.load(id).version == 1
    headers = {**OURS, "HX-Request": "true"}
    data = {"answer": "contract=0.2", "hand": "0", "seen": "0", "uid": new_uid()}
    web.post(f"/t/{id}/answer", data, 200, headers)
    assert store.load(id).version == 1


def test_an_answer_to_a_hand_that_is_long_over_is_late(web: Web, store: Store) -> None:
    id = web.start("german_whist", FOUR[:2])
    web.say(id, WHIST + " next=ok")
    web.answer(id, "trump=C", hand=1)
    web.answer(id, "tricks=8", hand=0, seen=1, status=409)
    assert store.load(id).version == 4


@pytest.mark.parametrize(
    ("game", "told", "answer", "rule"),
    [
        ("pitch", "", "contract=0.9", "P"),
        ("pitch", "contract=0.2 trump=C", "high=7", "P"),
        ("german_whist", "trump=H", "tricks=14", "W"),
        ("call_partner_euchre", "maker=1 trump=S", "called=ZZ", "E"),
        ("call_partner_euchre", "maker=1 trump=S", "called=2S", "E"),
    ],
)
def test_an_illegal_answer_is_refused_with_its_rule(
    web: Web, store: Store, game: str, told: str, answer: str, rule: str
) -> None:
    players = {"pitch": FOUR, "german_whist": FOUR[:2], "call_partner_euchre": FIVE}[game]
    id = web.start(game, players)
    web.say(id, told)
    before = store.load(id).log
    page = web.answer(id, answer, status=422)
    assert page.trouble
    [link] = [e for e in page.root.all("a") if e.attrs.get("class") == "rule"]
    number = link.attrs["href"].partition("#")[2]
    assert number.startswith(rule)
    assert number in link.text
    assert web.get(link.attrs["href"].partition("#")[0]).root.all("li", id=number)
    assert store.load(id).log == before
    assert page.answers == web.get(f"/t/{id}").answers


def test_a_bid_that_is_too_low_is_refused_in_words(web: Web) -> None:
    id = web.start("pitch", FOUR, "bidding")
    web.say(id, "bid.1=3")
    page = web.answer(id, "bid.2=2", status=422)
    assert "Rule P" in page.trouble
    page = web.answer(id, "bid.3=4", status=422)
    assert page.trouble == "Bids go round from the dealer's left, one each. Rule P8"


def test_nothing_is_scored_after_the_end(web: Web, store: Store) -> None:
    id = web.start("german_whist", FOUR[:2], start=(14, 0))
    web.say(id, WHIST)
    page = web.answer(id, "trump=H", hand=1, status=422)
    assert "over" in page.trouble
    assert store.load(id).version == 2


def test_an_answer_sent_twice_counts_once(web: Web, store: Store) -> None:
    id = web.start("german_whist", FOUR[:2])
    uid = new_uid()
    for _ in range(3):
        web.answer(id, "trump=H", seen=0, uid=uid)
    assert store.load(id).version == 1


def test_next_sent_twice_deals_one_hand(web: Web, store: Store) -> None:
    id = web.start("german_whist", FOUR[:2])
    web.say(id, WHIST)
    uid = new_uid()
    for _ in range(2):
        web.answer(id, "next=ok", seen=2, uid=uid)
    match = store.load(id)
    assert (match.version, match.sheet.number) == (3, 1)


def test_four_taps_on_one_screen_all_count(web: Web, store: Store) -> None:
    """One form, one uid, the version of before the first tap: four rows are four intents."""
    id = web.start("pitch", FOUR)
    web.say(id, "contract=0.2 trump=C")
    uid = new_uid()
    for one in PITCH.split()[2:]:
        web.answer(id, one, seen=2, uid=uid)
    assert store.load(id).version == 6
    assert store.load(id).sheet.now.score is not None


def test_a_second_thought_on_the_points_screen_counts(web: Web, store: Store) -> None:
    id = web.start("pitch", FOUR)
    web.say(id, "contract=0.2 trump=C")
    uid = new_uid()
    web.answer(id, "high=0", seen=2, uid=uid)
    web.answer(id, "high=1", seen=3, uid=uid)
    assert store.load(id).sheet.now.hand.answers()["high"] == "1"


@pytest.mark.parametrize("name", ["hand", "seen"])
@pytest.mark.parametrize(
    "number",
    ["", " ", "-0", "-1", "+1", "1.0", "1e3", "0x1", "１３", "٣", "²", "NaN", "Infinity", "1_0",
     "1 ", "null", "true", "9" * 5000, "9" * 8, "\x00", "\ud800", "🂡"],
)  # fmt: skip
def test_a_number_that_is_none_is_a_bad_request(
    web: Web, store: Store, name: str, number: str
) -> None:
    id = web.start("german_whist", FOUR[:2])
    numbers = {"hand": "0", "seen": "0", name: number}
    data = {"answer": "trump=H", "uid": new_uid(), **numbers}
    body = "&".join(f"{k}={quoted(v)}" for k, v in data.items())
    page = web.post(f"/t/{id}/answer", body.encode(), 400)
    assert page.trouble == "That request makes no sense here."
    assert store.load(id).version == 0


@pytest.mark.parametrize("number", ["", "-1", "１", "1e3", "9" * 5000, "NaN"])
@pytest.mark.parametrize("what", ["undo", "redo"])
def test_undo_wants_the_number_of_a_row(web: Web, store: Store, what: str, number: str) -> None:
    id = web.start("german_whist", FOUR[:2])
    web.say(id, "trump=H")
    web.post(f"/t/{id}/{what}", {"seq": number, "uid": new_uid()}, 400)
    assert store.load(id).version == 1


@pytest.mark.parametrize(
    "answer",
    ["", "trump", "=", "=H", "trump=", "trump==H", "trump=h", "Trump=H", "trump=H H", "x=1",
     "trump=" + "H" * 5000, "k" * 5000 + "=1", "trump=\x00", "\x00=H", "trump=\ud800", "\ud800=H",
     "trump=\u202eH", "card.999999999999.0=AS", "card.-1.0=AS", "seat.0=nobody", "seat.9=x",
     "seat.١=x", "rule.target=NaN", "rule.target=１３", "rule.target=1e3", "rule.target=-0",
     "rule.target=" + "9" * 5000, "rule.__class__=x", "rule.name=x", "start.0=-0", "start.0=1e3",
     "start.0=９", "start.0=" + "9" * 5000, "start.9=1", "ruling.1=NONSENSE", "ruling.0=MISDEAL",
     "ruling.99=MISDEAL", "ruling.100=MISDEAL", "end=conceded.9", "end=conceded.-1", "dealer=9",
     "dealer=-1", "bids=sometimes", "play=", "note=" + "x" * 501, "note=\x07", "next=ok"],
)  # fmt: skip
def test_what_is_no_answer_is_refused_and_writes_nothing(
    web: Web, store: Store, answer: str
) -> None:
    id = web.start("german_whist", FOUR[:2])
    body = f"hand=0&uid={new_uid()}&answer={quoted(answer)}"
    response = web.client.post(
        f"/t/{id}/answer", data=body, headers=OURS,
        content_type="application/x-www-form-urlencoded",
    )  # fmt: skip
    assert response.status_code in (400, 409, 413, 422), response.status_code
    assert store.load(id).log == ()
    web.get(f"/t/{id}")


def test_of_several_answers_one_illegal_saves_none(web: Web, store: Store) -> None:
    id = web.start("german_whist", FOUR[:2])
    web.answer(id, "trump=H tricks=99", status=422)
    assert store.load(id).version == 0


def test_a_hand_far_ahead_is_refused(web: Web, store: Store) -> None:
    id = web.start("german_whist", FOUR[:2])
    for hand in (2, 499, 500, 9_999_999):
        data = {"answer": "trump=H", "hand": str(hand), "uid": new_uid()}
        response = web.client.post(f"/t/{id}/answer", data=data, headers=OURS)
        assert response.status_code in (409, 413, 422)
    assert store.load(id).version == 0


def test_without_a_uid_nothing_is_saved(web: Web, store: Store) -> None:
    id = web.start("german_whist", FOUR[:2])
    web.answer(id, "trump=H", uid="", status=400)
    assert store.load(id).version == 0


DEEP = "[" * 10_000 + "]" * 10_000


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (DEEP, "application/json"),
        (json.dumps({"answer": "trump=H", "hand": 0}), "application/json"),
        ('{"hand": NaN, "seen": 1e400, "answer": "\\ud800"}', "application/json"),
        ("answer=trump=H&hand=0&uid=" + "1" * 24, "text/plain"),
        ("", "application/x-www-form-urlencoded"),
        ("", "multipart/form-data"),
        ("--x\r\n", "multipart/form-data; boundary=x"),
        (
            "--x\r\nContent-Disposition: form-data; name=a\r\n\r\n",
            "multipart/form-data; boundary=x",
        ),
        ("a=1&" * 10_000, "application/x-www-form-urlencoded"),
        ("%ff=%fe&answer=%ed%a0%80=%c0&hand=0&uid=1", "application/x-www-form-urlencoded"),
        ("&".join(f"f{n}=" for n in range(100_000)), "application/x-www-form-urlencoded"),
        ("x=" + "y" * 1_000_000, "application/x-www-form-urlencoded"),
        ("z" * 1_000_000, "application/octet-stream"),
    ],
    ids=lambda value: value[:40],
)
@pytest.mark.parametrize("what", ["answer", "undo", "redo", "note", "seat"])
def test_a_body_that_is_no_form_of_ours_is_refused(
    web: Web, store: Store, what: str, body: str, kind: str
) -> None:
    id = web.start("german_whist", FOUR[:2])
    response = web.client.post(f"/t/{id}/{what}", data=body, content_type=kind, headers=OURS)
    assert 400 <= response.status_code < 500, response.status_code
    assert 'role="alert"' in response.get_data(as_text=True)
    assert store.load(id).version == 0


@pytest.mark.parametrize("path", ["/new/pitch", "/t/{}/answer", "/t/{}/note", "/t/{}/seat"])
def test_a_body_of_a_megabyte_is_too_much(web: Web, store: Store, path: str) -> None:
    id = web.start("pitch", FOUR)
    page = web.post(path.format(id), b"add=" + b"x" * 1_000_000, 413)
    assert page.trouble == "That is too much at once."
    assert store.load(id).version == 0


def quoted(text: str) -> str:
    """Percent-encoded, lone surrogates too."""
    return "".join(f"%{byte:02x}" for byte in text.encode("utf-8", "surrogatepass"))
