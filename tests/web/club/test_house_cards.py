"""House-rule cards at set-up: presets, the club's own, and what everybody is shown."""

from __future__ import annotations

from tests.web.pages import FOUR, Page, Web

TABLE = "&".join(f"p={name}" for name in FOUR)


def chosen(page: Page, rule: str) -> str:
    select = page.root.one("select", name=f"rule.{rule}")
    return next(o.attrs["value"] for o in select.all("option") if "selected" in o.attrs)


def test_a_preset_sets_the_house_rules_and_keeps_the_table(web: Web) -> None:
    page = web.press(web.get(f"/new/pitch?{TABLE}"), "Lead anything")
    assert chosen(page, "lead_rule") == "any"
    assert [e.attrs["value"] for e in page.root.all("input", name="p")] == list(FOUR)
    page = web.press(page, "Bid to go out, lead trump")
    assert chosen(page, "lead_rule") == "trump_if_held"


def test_house_rules_are_kept_as_a_card_and_shown_to_the_table(web: Web) -> None:
    page = web.press(web.get(f"/new/pitch?{TABLE}"), "Low to holder")
    page = web.press(page, "Start", card_name="Thursday")
    assert "Low goes to: whoever held it" in page.text
    page = web.press(web.get(f"/new/pitch?{TABLE}"), "Thursday")
    assert (chosen(page, "low_to"), chosen(page, "lead_rule")) == ("holder", "any")


def test_a_card_is_thrown_away(web: Web) -> None:
    web.press(web.get(f"/new/pitch?{TABLE}"), "Start", card_name="Thursday")
    page = web.get(f"/new/pitch?{TABLE}")
    remove = next(b for b in page.root.all("button") if "formaction" in b.attrs)
    web.post(remove.attrs["formaction"])
    assert "Thursday" not in web.get(f"/new/pitch?{TABLE}").text
    web.post(remove.attrs["formaction"], status=404)


def test_a_card_with_an_impossible_name_starts_nothing(web: Web) -> None:
    page = web.press(web.get(f"/new/pitch?{TABLE}"), "Start", status=422, card_name="\u202ex")
    assert page.root.one("input", name="card_name").attrs["value"] == "\u202ex"
    assert "Carry on" not in web.get("/").text
