"""An earlier hand put right: shown first, then done; the score sheet follows."""

from referee.store import Store
from tests.web.pages import FOUR, OURS, PITCH, WHIST, Web


def test_a_change_is_shown_before_it_is_made(web: Web, store: Store) -> None:
    id = web.start("pitch", FOUR)
    web.say(id, PITCH + " next=ok")
    web.say(id, "contract=1.2", hand=1)
    page = web.press(web.get(f"/t/{id}/hand/1"), "contract=0.3")
    assert "Hand 1, Ana & Cleo: 2 becomes −3." in page.text
    assert "Total of Ana & Cleo: 2 becomes −3." in page.text
    assert store.load(id).version == 8
    sheet = web.press(page, "Change it")
    assert sheet.path == f"/t/{id}/sheet"
    rows = sheet.root.all("tr")
    assert "corrected" in rows[1].text
    assert "−3" in rows[1].text
    assert "corrected" in web.get(f"/t/{id}/hands").text
    assert store.load(id).sheet.totals == (-3, 1)
    assert "Ben bid 2" in web.get(f"/t/{id}").text


def test_after_a_scored_hand_the_correction_leads_to_the_score_sheet(web: Web) -> None:
    id = web.start("german_whist", FOUR[:2])
    web.say(id, WHIST)
    page = web.press(web.get(f"/t/{id}/hand/1"), "tricks=10")
    assert web.press(page, "Change it").path == f"/t/{id}/sheet"


def test_page_and_fragment_of_a_correction_agree(web: Web) -> None:
    id = web.start("pitch", FOUR)
    web.say(id, PITCH)
    for query in ("", "?answer=contract=0.3", "?answer=contract=9.9", "?only=trump"):
        status = 422 if "9.9" in query else 200
        page = web.get(f"/t/{id}/hand/1{query}", status)
        fragment = web.get(f"/t/{id}/hand/1{query}", status, fragment=True)
        assert page.root.one("div", id="table").text == fragment.root.text


def test_several_changes_are_made_together(web: Web, store: Store) -> None:
    id = web.start("pitch", FOUR)
    web.say(id, PITCH)
    page = web.press(web.get(f"/t/{id}/hand/1"), "contract=0.3")
    page = web.press(page, "game=0")
    assert page.root.all("button", value="contract=0.3", aria_pressed="true")
    assert page.root.all("button", value="game=0", aria_pressed="true")
    web.press(page, "Change it")
    assert store.load(id).sheet.totals == (3, 0)


def test_the_score_may_stay_as_it_is(web: Web) -> None:
    id = web.start("pitch", FOUR)
    web.say(id, PITCH)
    page = web.press(web.get(f"/t/{id}/hand/1"), "trump=H")
    assert "The score stays as it is." in page.text


def test_a_change_that_asks_again_says_so(web: Web, store: Store) -> None:
    id = web.start("call_partner_euchre", ["Ana", "Ben", "Cleo", "Dan", "Eve"])
    web.say(id, "maker=1 trump=S called=alone tricks=5")
    page = web.press(web.get(f"/t/{id}/hand/1"), "called=AH")
    assert "Hand 1 will be asked again" in page.text
    after = web.press(page, "Change it")
    assert any(a.startswith("partner=") for a in after.answers)
    assert store.load(id).sheet.now.score is None


def test_a_correction_that_ends_the_match_earlier_says_so_and_keeps_the_rest(web: Web) -> None:
    id = web.start("german_whist", FOUR[:2], start=(10, 0))
    web.say(id, WHIST + " next=ok")
    web.say(id, "trump=S tricks=8", hand=1)
    page = web.press(web.get(f"/t/{id}/hand/1"), "tricks=12")
    assert "The match ends with hand 1" in page.text
    assert "Hand 2 comes after the end and no longer counts." in page.text
    web.press(page, "Change it")
    assert "after the end" in web.get(f"/t/{id}/sheet").text
    # Another correction withdraws the win, and hand 2 counts again.
    page = web.press(web.get(f"/t/{id}/hand/1"), "tricks=7")
    assert (
        "The match is unfinished again and back on the home page: the win is withdrawn, and "
        "statistics and ratings change."
    ) in page.text
    assert "Hand 2 counts again." in page.text
    web.press(page, "Change it")
    assert "after the end" not in web.get(f"/t/{id}/sheet").text


def test_an_illegal_change_is_refused_with_its_rule(web: Web, store: Store) -> None:
    id = web.start("german_whist", FOUR[:2])
    web.say(id, WHIST)
    page = web.get(f"/t/{id}/hand/1?answer=tricks=14", 422)
    assert "Rule W" in page.trouble
    assert store.load(id).version == 2


def test_odd_changes_in_the_address_are_no_fault_of_ours(web: Web) -> None:
    id = web.start("german_whist", FOUR[:2])
    web.say(id, WHIST)
    odd = ("x", "=", "x=", "=x", "tricks=", "tricks=%00", "tricks=%ED%A0%80", "rule.target=x",
           "rule.nothing=1", "start.0=x", "note=" + "x" * 600, "seat.0=nobody",
           "next=no")  # fmt: skip
    for text in odd:
        for path in (f"/t/{id}/hand/1?answer={text}", f"/t/{id}/change?change={text}"):
            response = web.client.get(path)
            assert response.status_code in (200, 400, 409, 413, 422), (path, response.status_code)
    many = "&".join(f"change=trick.{n}=0" for n in range(1000))
    assert web.client.get(f"/t/{id}/hand/1?{many}").status_code in (409, 422)


def test_an_answer_of_the_open_hand_is_changed_by_its_tag(web: Web, store: Store) -> None:
    id = web.start("pitch", FOUR)
    web.say(id, "contract=0.2 trump=C high=0")
    page = web.get(f"/t/{id}")
    tags = page.root.one("ul", class_="tags").all("a")
    assert [t.text for t in tags] == ["Ana bid 2", "Clubs are trump"]
    page = web.get(tags[1].attrs["href"])
    assert {a.partition("=")[0] for a in page.answers} == {"trump"}
    page = web.press(page, "trump=H")
    assert "Hearts are trump" in page.text
    assert store.load(id).sheet.now.hand.answers()["high"] == "0"


def test_a_correction_made_twice_counts_once(web: Web, store: Store) -> None:
    id = web.start("german_whist", FOUR[:2])
    web.say(id, WHIST)
    page = web.press(web.get(f"/t/{id}/hand/1"), "tricks=10")
    for _ in range(2):
        web.press(page, "Change it")
    assert store.load(id).version == 3


def test_a_correction_that_comes_too_late_reads_what_stands(web: Web, store: Store) -> None:
    id = web.start("german_whist", FOUR[:2])
    web.say(id, WHIST)
    page = web.press(web.get(f"/t/{id}/hand/1"), "tricks=10")
    web.answer(id, "tricks=11")
    late = web.press(page, "Change it", 409)
    assert "Already answered" in late.trouble
    assert store.load(id).sheet.rows[0].hand.answers()["tricks"] == "11"


def test_a_hand_is_looked_at_page_by_page(web: Web) -> None:
    id = web.start("german_whist", FOUR[:2])
    for hand in range(3):
        web.say(id, "trump=H tricks=7 next=ok" if hand < 2 else "trump=H tricks=7", hand)
    page = web.get(f"/t/{id}/hand/2")
    assert f"/t/{id}/hand/1" in page.links
    assert f"/t/{id}/hand/3" in page.links


def test_htmx_asks_for_a_preview_by_fragment(web: Web) -> None:
    id = web.start("german_whist", FOUR[:2])
    web.say(id, WHIST)
    html = web.client.get(
        f"/t/{id}/hand/1?answer=tricks=10", headers={**OURS, "HX-Request": "true"}
    ).get_data(as_text=True)
    assert "<html" not in html
    assert "Change it" in html
