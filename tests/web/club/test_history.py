"""History: a page at a time, by game, with how each match ended; and the record of one."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from urllib.parse import unquote_plus

import pytest

from referee.store import Store
from tests.web.pages import FIVE, FOUR, HANDS, PITCH, WHIST, Page, Web
from tests.web.statements import statements


def shown(page: Page) -> list[str]:
    return [link for link in page.links if link.startswith("/t/")]


def ended(web: Web, how: str = "stopped", game: str = "german_whist") -> str:
    id = web.start(game, HANDS[game][0])
    web.answer(id, f"end={how}")
    return f"/t/{id}"


def test_an_empty_history_says_how_to_fill_it(web: Web) -> None:
    assert "No match yet" in web.get("/history").text


def test_matches_stand_newest_first_twenty_a_page(web: Web) -> None:
    made = [ended(web) for _ in range(45)]
    found: list[str] = []
    page = web.get("/history")
    sizes = []
    while True:
        sizes.append(len(shown(page)))
        found += shown(page)
        older = [a for a in page.root.all("a") if a.text == "Older matches"]
        if not older:
            break
        page = web.get(older[0].attrs["href"])
    assert sizes == [20, 20, 5]
    assert found == made[::-1]


def test_one_game_at_a_time_page_by_page(web: Web) -> None:
    pitch = [ended(web, game="pitch") for _ in range(21)]
    ended(web)
    page = web.get("/history?game=pitch")
    assert shown(page) == pitch[:0:-1]
    older = next(a for a in page.root.all("a") if a.text == "Older matches")
    assert shown(web.get(older.attrs["href"])) == pitch[:1]
    assert len(shown(web.get("/history?game=bridge"))) == 20


def test_a_row_says_who_won_and_how_it_ended(web: Web) -> None:
    web.start("pitch", FOUR)
    won = web.start("german_whist", FOUR[:2], start=(14, 3))
    web.say(won, WHIST)
    given_up = ended(web, "conceded.0", "call_partner_euchre")
    stopped = ended(web)
    rows = {a.attrs["href"]: a.text for a in web.get("/history").root.all("a")}
    assert "Ana 17 won" in rows[f"/t/{won}"]
    assert "1 hand" in rows[f"/t/{won}"]
    assert "Ben 3" in rows[f"/t/{won}"]
    assert "Ana 0 won" not in rows[given_up]
    assert "stopped" in rows[stopped]
    assert "won" not in rows[stopped]


def test_the_record_tells_each_hand_with_answers_lines_and_reasons(web: Web) -> None:
    id = web.start("pitch", FOUR)
    web.say(id, PITCH + " next=ok")
    web.say(id, "contract=1.3 trump=H high=0 low=1 jack=none game=0", hand=1)
    page = web.get(f"/t/{id}/hands")
    first, second = (
        e for e in page.root.all("section") if e.attrs.get("id", "").startswith("hand")
    )
    assert "Ana bid 2 · Clubs are trump" in first.text
    assert "Ana & Cleo +2" in first.text
    assert "Rule P" in first.text
    assert "Ben & Dan −3" in second.text
    assert "Totals: Ana & Cleo 4 · Ben & Dan −2" in second.text


def test_an_ended_match_is_read_from_history_to_its_hands(web: Web) -> None:
    id = web.start("german_whist", FOUR[:2], start=(14, 0))
    web.say(id, WHIST)
    page = web.get("/history")
    page = web.get(shown(page)[0])
    record = next(a for a in page.root.all("a") if a.text == "Hand by hand")
    assert "Tricks 9–4" in web.get(record.attrs["href"]).text


def test_an_empty_record_says_so(web: Web) -> None:
    id = web.start("call_partner_euchre", FIVE)
    assert "No hand has been played yet." in web.get(f"/t/{id}/hands").text


def test_history_loads_no_entry(web: Web, store: Store) -> None:
    for _ in range(3):
        ended(web)
    with statements(store) as said:
        web.get("/history")
    assert said
    assert not [s for s in said if "entry" in s]


def id_of(store: Store, name: str) -> str:
    return next(p.id for p in store.players() if p.name == name)


def played(web: Web, *players: str) -> str:
    id = web.start("german_whist", list(players))
    web.answer(id, "end=stopped")
    return f"/t/{id}"


def test_a_player_s_matches_page_by_page(web: Web, store: Store) -> None:
    cleo = [played(web, "Ana", "Cleo") for _ in range(21)]
    played(web, "Ana", "Ben")
    page = web.get(f"/history?player={id_of(store, 'Cleo')}")
    assert shown(page) == cleo[:0:-1]
    older = next(a for a in page.root.all("a") if a.text == "Older matches")
    assert shown(web.get(older.attrs["href"])) == cleo[:1]
    mark = next(a for a in page.root.one("ul", class_="tags given").all("a"))
    assert len(shown(web.get(mark.attrs["href"]))) == 20


def test_a_partner_is_of_the_same_side(web: Web, store: Store) -> None:
    id = web.start("pitch", FOUR)
    web.answer(id, "end=stopped")
    ana, ben, cleo = (id_of(store, name) for name in ("Ana", "Ben", "Cleo"))
    assert shown(web.get(f"/history?player={ana}&partner={cleo}")) == [f"/t/{id}"]
    assert shown(web.get(f"/history?player={ana}&partner={ben}")) == []
    text = web.get(f"/history?player={ana}&partner={ben}").text
    assert "No match like that" in text
    assert "with Ben" in text


def test_words_days_and_open_ones(web: Web) -> None:
    done, open_ = played(web, "Ana", "Ben"), web.start("german_whist", ["Ana", "Cleo"])
    today = datetime.now(UTC).date()
    assert shown(web.get("/history?q=ben")) == [done]
    assert shown(web.get("/history?q=nobody")) == []
    assert shown(web.get(f"/history?from={today - timedelta(1)}&to={today + timedelta(1)}")) == [
        done
    ]
    assert shown(web.get(f"/history?to={today - timedelta(2)}")) == []
    assert shown(web.get("/history?open=yes")) == [f"/t/{open_}"]


@pytest.mark.parametrize(
    "wrong",
    [
        "from=2026-02-30",
        "to=x",
        "from=2026-02-02&to=2026-02-01",
        "q=" + 101 * "x",
        "from=20261130",
        "to=2026-11-30T12",
        "to=2026-11-301",
        "from=2026-W48-1",
        "from=26-11-30",
        "from=%EF%BC%92026-11-30",
        "to=+2026-11-30",
        "from=0000-01-01",
    ],
)
def test_a_filter_that_cannot_be_is_refused_and_kept(web: Web, wrong: str) -> None:
    played(web, "Ana", "Ben")
    page = web.get(f"/history?game=german_whist&{wrong}", 422)
    assert page.trouble
    assert shown(page) == []
    values = [e.attrs.get("value", "") for e in page.root.all("input")]
    for part in wrong.split("&"):
        assert unquote_plus(part.partition("=")[2]) in values
    assert "german_whist" in values


@pytest.mark.parametrize(
    "odd", ["player=nobody", "player=%00", "game=bridge", "open=no", "text=%20"]
)
def test_what_is_not_known_is_left_out(web: Web, odd: str) -> None:
    done = played(web, "Ana", "Ben")
    assert shown(web.get(f"/history?{odd}")) == [done]


def test_a_row_shows_the_place_and_the_first_line_of_the_note(web: Web, store: Store) -> None:
    done = played(web, "Ana", "Ben")
    store.past.describe(done.removeprefix("/t/"), "The mill", "A long evening\nand a short night")
    row = next(a for a in web.get("/history").root.all("a") if a.attrs["href"] == done)
    assert "The mill" in row.text
    assert "A long evening" in row.text
    assert "short night" not in row.text


def test_who_was_merged_finds_the_matches_of_both(web: Web, store: Store) -> None:
    both = [played(web, "Ana", "Ben"), played(web, "Cleo", "Dan")]
    played(web, "Eva", "Fay")
    ana, cleo = (id_of(store, name) for name in ("Ana", "Cleo"))
    store.merge(cleo, ana)
    assert shown(web.get(f"/history?player={cleo}")) == both[::-1]
    assert "Ana" in web.get(f"/history?player={cleo}").root.one("ul", class_="tags given").text
