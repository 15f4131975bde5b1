"""The browser that the other tests rely on starts, and looks like a phone to a page."""

from playwright.sync_api import Page


def test_chromium_looks_like_a_phone(page: Page) -> None:
    page.set_content("<!doctype html><meta name=viewport content='width=device-width'><p>Hello")
    seen = page.evaluate(
        "[innerWidth, innerHeight, devicePixelRatio, navigator.maxTouchPoints > 0,"
        " matchMedia('(pointer: coarse)').matches, matchMedia('(hover: none)').matches]"
    )
    assert seen == [390, 844, 3, True, True, True]
