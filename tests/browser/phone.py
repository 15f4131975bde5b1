"""A phone at the table: taps, counts them, and hears what goes wrong."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import ConsoleMessage, Locator, Page, Request, expect

from referee.store import NewMatch, Store

DEPTHS = {
    "quick": ("final", "totals"),
    "bidding": ("every", "totals"),
    "tricks": ("every", "winners"),
    "cards": ("every", "cards"),
}
FOUR = ("Ana", "Ben", "Cleo", "Dan")
FIVE = (*FOUR, "Eve")


@dataclass
class Server:
    """The running server, its database, and the cookie of its owner's phone."""

    url: str
    store: Store
    cookie: str

    def start(
        self,
        game: str,
        players: Sequence[str],
        depth: str = "quick",
        start: Sequence[int] = (),
        **rules: str,
    ) -> str:
        """A match on record, without tapping it together."""
        bids, play = DEPTHS[depth]
        return self.store.create(
            NewMatch(game, tuple(players), rules, 0, bids, play, tuple(start), secrets.token_hex(8))
        )

    def say(self, id: str, answers: str, hand: int = 0) -> None:
        """Answers on record, as if tapped on some other phone."""
        for answer in answers.split():
            key, value = answer.split("=", 1)
            self.store.record(id, [(hand, key, value)], uid=secrets.token_hex(12))

    def log(self, id: str) -> list[str]:
        return [f"{e.key}={e.value}" for e in self.store.load(id).log]


@dataclass
class Phone:
    """One browser with one page.  `odd` collects errors and requests to other hosts."""

    page: Page
    server: Server
    taps: int = 0
    odd: list[str] = field(default_factory=list)
    rough: bool = False  # the test breaks the line on purpose, or sends what is refused

    def __post_init__(self) -> None:
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.odd.append(f"error: {error}"))
        self.page.on("dialog", lambda dialog: self.odd.append(f"dialog: {dialog.message}"))
        self.page.on("request", self._asked)

    def _heard(self, message: ConsoleMessage) -> None:
        network = re.search("Failed to (load resource|fetch)|net::ERR", message.text)
        if message.type in ("error", "warning") and not (self.rough and network):
            self.odd.append(f"{message.type}: {message.text}")

    def _asked(self, request: Request) -> None:
        if not request.url.startswith((self.server.url, "data:")):
            self.odd.append(f"asked {request.url}")

    def open(self, path: str = "/") -> Phone:
        self.page.goto(self.server.url + path)
        return self

    def tap(self, what: str | Locator) -> Phone:
        """Tap a button or a link, by its text or as found."""
        self.taps += 1
        (self.by_text(what) if isinstance(what, str) else what).tap()
        return self

    def by_text(self, text: str) -> Locator:
        name = re.compile(rf"^\s*{re.escape(text)}")
        return (
            self.page.get_by_role("link", name=name)
            .or_(self.page.get_by_role("button", name=name))
            .first
        )

    def button(self, answer: str) -> Locator:
        return self.page.locator(f'button[name=answer][value="{answer}"]')

    def answer(self, answers: str) -> Phone:
        """Tap answers, one after the other, each as soon as it is there."""
        for answer in answers.split():
            self.tap(self.button(answer))
            self.told_well()
        return self

    def saved(self, version: int) -> Phone:
        """Wait until the page has seen that many entries."""
        seen = self.page.locator("#table input[name=seen]").first
        expect(seen).to_have_value(str(version))
        return self

    def told_well(self) -> None:
        """No text shows what should have been filled in."""
        text = self.page.locator("body").inner_text()
        for odd in ("None", "%(", "Markup", "undefined"):
            assert odd not in text, text

    def throttled(self, latency: int) -> Any:
        """A slow line: milliseconds there and back."""
        cdp = self.page.context.new_cdp_session(self.page)
        cdp.send("Network.enable")
        cdp.send(
            "Network.emulateNetworkConditions",
            {"offline": False, "latency": latency, "downloadThroughput": 50_000,
             "uploadThroughput": 50_000},
        )  # fmt: skip
        return cdp
