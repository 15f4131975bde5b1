"""A new match: seating by taps, the same table again, house rules, and names that cannot be."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest

from referee.store import Store
from tests.web.pages import FIVE, FOUR, HANDS, OURS, WHIST, Page, Web, new_uid


def seated(page: Page) -> list[str]:
    return [e.attrs["value"] for e in page.root.all("input", name="p")]


def test_names_typed_one_by_one_sit_down_in_that_order(web: Web, store: Store) -> None:
    page = web.get("/new/german_whist")
    assert "disabled" in page.button("2 more players").attrs
    page = web.press(page, "Add", add="Ana")
    assert "1 more player" in page.text
    page = web.press(page, "Add", add="  Ben ")
    assert seated(page) == ["Ana", "Ben"]
    page = web.press(page, "Start")
    assert "trump=H" in page.answers
    assert [p.name for p in store.players()] == ["Ana", "Ben"]


def test_a_name_typed_without_add_still_plays(web: Web) -> None:
    page = web.press(web.get("/new/german_whist"), "Add", add="Ana")
    page = web.get("/new/german_whist?p=Ana&p=Ben&add=Cleo&op=add", 422)
    assert page.trouble == "There is no seat left at this table."
    assert page.root.one("input", name="add").attrs["value"] == "Cleo"
    web.post("/new/german_whist", [("p", "Ana"), ("add", "Ben"), ("uid", new_uid())])


def test_a_tap_takes_a_name_away_and_back(web: Web) -> None:
    query = urlencode([("p", name) for name in FOUR])
    page = web.get(f"/new/pitch?{query}&tap=Ben")
    assert seated(page) == ["Ana", "Cleo", "Dan"]
    page = web.get(f"/new/pitch?{query}&deals=3")
    assert "Dan deals first" in page.text


def test_the_same_table_again_with_the_deal_passed_on(web: Web, store: Store) -> None:
    id = web.start("german_whist", ["Ana", "Ben"], rules={"target": "9"}, start=(8, 0))
    web.say(id, WHIST)
    page = web.get("/new/german_whist")
    assert seated(page) == ["Ana", "Ben"]
    assert "Ben deals first" in page.text
    page = web.press(page, "Start")
    again = store.load(page.path.rsplit("/", 1)[1])
    assert (again.setup.dealer, again.setup.game.goal, again.setup.start) == (1, 9, (0, 0))


def test_other_people_than_last_time_take_one_tap_each(web: Web, store: Store) -> None:
    for name in FIVE:
        store.player(name)
    web.start("pitch", FOUR)
    page = web.get("/new/pitch")
    page = web.press(page, "Eve")
    assert seated(page) == ["Eve"]
    for name in ("Dan", "Ben"):
        page = web.press(page, name)
    assert seated(page) == ["Eve", "Dan", "Ben"]


def test_start_pressed_twice_makes_one_match(web: Web, store: Store) -> None:
    page = web.get("/new/german_whist?p=Ana&p=Ben")
    first, second = web.press(page, "Start"), web.press(page, "Start")
    assert first.path == second.path
    assert len(store.open_matches()) == 1


def test_totals_of_a_paper_sheet_and_house_rules_are_taken(web: Web, store: Store) -> None:
    id = web.start("pitch", FOUR, dealer=3, start=(-4, 17), rules={"target": "11"})
    match = store.load(id)
    assert match.sheet.totals == (-4, 17)
    assert match.setup.game.goal == 11
    assert match.setup.dealer == 3


@pytest.mark.parametrize(
    "points", ["1e3", "-0.5", "１３", "NaN", "9" * 5000, "--1", "1000", "\x00"]
)
def test_points_that_are_no_number_are_refused_and_kept(
    web: Web, store: Store, points: str
) -> None:
    data = [("p", name) for name in FOUR]
    data += [("start", points), ("start", "7"), ("uid", new_uid())]
    page = web.post("/new/pitch", data, 422)
    assert "is not a number of points" in page.trouble
    fields = [e.attrs["value"] for e in page.root.all("input", name="start")]
    assert fields[1] == "7"
    assert fields[0] in (points, points[:200]) or points == "\x00"
    assert store.open_matches() == []


@pytest.mark.parametrize("value", ["0", "-1", "1e3", "２１", "NaN", "9" * 5000, "x", ""])
def test_a_house_rule_that_cannot_be_is_refused_and_kept(
    web: Web, store: Store, value: str
) -> None:
    data = [("p", name) for name in FOUR] + [("rule.target", value), ("uid", new_uid())]
    page = web.post("/new/pitch", data, 422)
    assert page.trouble
    assert seated(page) == list(FOUR)
    assert page.root.one("input", name="rule.target").attrs["value"] == value
    assert store.open_matches() == []


IMPOSSIBLE = [
    "",
    "   ",
    "\t\n",
    "x" * 41,
    "x" * 5000,
    "a\x00b",
    "a\x07b",
    "\u202eevil",
    "\u2066a",
    "\u200b",
    "a\ufeffb",
    "a\ufffdb",
    "\ue000",
    "Z" + "\u0301" * 30,
    "\u3164",
]


@pytest.mark.parametrize("name", IMPOSSIBLE, ids=ascii)
def test_an_impossible_name_is_refused_and_all_else_is_kept(
    web: Web, store: Store, name: str
) -> None:
    data = [("p", "Ana"), ("p", "Ben"), ("p", name), ("p", "Dan"), ("dealer", "1")]
    data += [("depth", "tricks"), ("rule.target", "11"), ("start", "3"), ("uid", new_uid())]
    body = "&".join(f"{k}={quoted(v)}" for k, v in data).encode()
    page = web.post("/new/pitch", body, 422)
    assert "name" in page.trouble or "player" in page.trouble
    kept = seated(page)
    assert kept[:2] == ["Ana", "Ben"]
    assert kept[3] == "Dan"
    assert page.root.one("input", name="dealer").attrs["value"] == "1"
    assert page.root.one("input", name="rule.target").attrs["value"] == "11"
    assert page.root.all("option", value="tricks", selected="")
    assert store.open_matches() == []
    assert store.players() == []


@pytest.mark.parametrize("name", [n for n in IMPOSSIBLE if n.strip()], ids=ascii)
def test_an_impossible_name_that_is_added_is_refused_and_kept(web: Web, name: str) -> None:
    page = web.get(f"/new/pitch?p=Ana&p=Ben&dealer=1&depth=tricks&add={quoted(name)}", 422)
    assert page.trouble
    assert seated(page) == ["Ana", "Ben"]
    assert page.root.all("option", value="tricks", selected="")
    typed = page.root.one("input", name="add").attrs["value"]
    assert typed == name[:200]


@pytest.mark.parametrize("name", ["\ud800", "a\udfff", "\udc00\ud800"], ids=ascii)
def test_a_lone_surrogate_is_refused_in_words(web: Web, store: Store, name: str) -> None:
    body = f"p=Ana&p={quoted(name)}&uid={new_uid()}".encode()
    assert web.post("/new/german_whist", body, 400).trouble == "That request makes no sense here."
    assert web.get(f"/new/pitch?p=Ana&add={quoted(name)}", 400).trouble
    form = [("p", "Ana"), ("p", "Ben\udfff"), ("uid", new_uid())]
    response = web.client.post("/new/german_whist", headers=OURS, data=multipart(form),
                               content_type="multipart/form-data; boundary=-")  # fmt: skip
    assert response.status_code == 422
    assert store.players() == []


@pytest.mark.parametrize("twice", [("Ana", "Ana"), ("Ana", "ANA"), ("Ana", "Ａｎａ"),
                                   ("Zoé", "Zoe\u0301"), ("Ana", " Ana ")])  # fmt: skip
def test_two_equal_names_are_refused(web: Web, store: Store, twice: tuple[str, str]) -> None:
    data = [("p", twice[0]), ("p", "Ben"), ("p", twice[1]), ("uid", new_uid())]
    page = web.post("/new/pitch", data, 422)
    assert page.trouble.startswith("Two players are called")
    assert seated(page) == [twice[0], "Ben", twice[1]]
    assert store.players() == []


def test_eight_players_of_pitch_are_refused_and_kept(web: Web, store: Store) -> None:
    names = [f"Player {n}" for n in range(8)]
    page = web.post("/new/pitch", [*(("p", n) for n in names), ("uid", new_uid())], 422)
    assert "players" in page.trouble
    assert seated(page) == names
    page = web.get("/new/pitch?" + urlencode([*(("p", n) for n in names[:7]), ("tap", "Z")]), 422)
    assert page.trouble == "There is no seat left at this table."
    assert store.open_matches() == []


@pytest.mark.parametrize(
    ("game", "players"),
    [("pitch", 1), ("german_whist", 1), ("german_whist", 3), ("call_partner_euchre", 4),
     ("call_partner_euchre", 6), ("pitch", 0), ("pitch", 150)],
)  # fmt: skip
def test_a_wrong_number_of_players_is_refused(
    web: Web, store: Store, game: str, players: int
) -> None:
    data = [("p", f"P{n}") for n in range(players)] + [("uid", new_uid())]
    page = web.post(f"/new/{game}", data, 422)
    assert page.trouble
    assert store.open_matches() == []


@pytest.mark.parametrize("field", ["dealer", "depth", "uid", "rule.target", "rule.nothing", "op"])
@pytest.mark.parametrize("value", ["-1", "99", "１", "NaN", "\x00", "x" * 5000])
def test_odd_fields_are_never_a_fault_of_ours(web: Web, field: str, value: str) -> None:
    data = [("p", name) for name in FOUR] + [(field, value)]
    response = web.client.post("/new/pitch", data=urlencode(data), headers=OURS,
                               content_type="application/x-www-form-urlencoded")  # fmt: skip
    assert response.status_code in (303, 422)
    assert web.client.get("/new/pitch?" + urlencode(data)).status_code in (200, 422)


@pytest.mark.parametrize("count", range(2, 8))
def test_pitch_says_who_partners_whom(web: Web, count: int) -> None:
    names = [f"P{n}" for n in range(count)]
    page = web.get("/new/pitch?" + urlencode([("p", n) for n in names]))
    assert ("Partners" in page.text) == (count in (4, 6))
    page = web.press(page, "Start")
    assert page.heading == "Who won the bid?"


def test_fragment_and_page_agree(web: Web) -> None:
    for query in ("", "?p=Ana&p=Ben", "?p=Ana&tap=Ben&dealer=1"):
        page = web.get("/new/pitch" + query)
        fragment = web.get("/new/pitch" + query, fragment=True)
        assert fragment.root.text == page.text
        assert not fragment.root.all("html")


@pytest.mark.parametrize("game", sorted(HANDS))
@pytest.mark.parametrize("depth", ["quick", "bidding", "tricks", "cards"])
def test_every_game_starts_at_every_depth(web: Web, game: str, depth: str) -> None:
    players, _ = HANDS[game]
    page = web.get("/t/" + web.start(game, players, depth))
    assert page.answers


def quoted(text: str) -> str:
    return "".join(f"%{byte:02x}" for byte in text.encode("utf-8", "surrogatepass"))


def multipart(form: list[tuple[str, str]]) -> bytes:
    parts = [
        f'---\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
        for name, value in form
    ]
    return "".join([*parts, "-----\r\n"]).encode("utf-8", "surrogatepass")
