"""Home: the way back to the table, and the way to a new one."""

from tests.web.pages import FOUR, WHIST, Web


def test_a_fresh_installation_offers_the_three_games_and_nothing_to_carry_on(web: Web) -> None:
    page = web.get("/")
    assert page.heading == "Referee"
    assert "Carry on" not in page.text
    for game, players in (
        ("pitch", "2 to 7 players"),
        ("german_whist", "2 players"),
        ("call_partner_euchre", "5 players"),
    ):
        link = page.root.one("a", href=f"/new/{game}")
        assert players in link.text


def test_the_open_match_stands_first_with_its_totals(web: Web) -> None:
    id = web.start("german_whist", ["Ana", "Ben"])
    web.say(id, WHIST)
    page = web.get("/")
    section = page.root.one("a", href=f"/t/{id}").inside("section")
    assert section is not None
    assert section.text == "Carry on German Whist, hand 2 Ana 3 · Ben 0 Back to the table"


def test_several_open_matches_are_all_there(web: Web) -> None:
    ids = [web.start("pitch", FOUR) for _ in range(3)]
    page = web.get("/")
    for id in ids:
        assert f"/t/{id}" in page.links


def test_an_ended_match_is_not_carried_on_but_played_again(web: Web) -> None:
    id = web.start("german_whist", ["Ana", "Ben"])
    web.answer(id, "end=stopped")
    page = web.get("/")
    assert f"/t/{id}" not in page.links
    assert "Ana, Ben again" in page.text
