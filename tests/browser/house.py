"""A house with a server of its own that can be stopped and started, and guests with phones.

The browser finds the server under two addresses: that of this computer, which browsers trust, and
one of a home network, where they withhold what needs https: as at a real card table.
"""

from __future__ import annotations

import os
import re
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, BrowserType, Page

from referee.store import NewMatch, Store
from tests.browser.conftest import CHROMIUM, FLAGS, PHONE, REFEREE, ROOT, TIMEOUT, await_server
from tests.browser.cutproxy import CutProxy
from tests.browser.phone import Phone, Server
from tests.devices import owner, phone

HOST, LAN = "127.0.0.1", "192.168.1.20"
MAPPED = f"--host-resolver-rules=MAP {LAN} {HOST}"
SMALL = {**PHONE, "device_scale_factor": 1}  # draws faster


@dataclass
class House:
    folder: Path
    port: int
    browser: Browser
    host: str = HOST
    process: subprocess.Popen[bytes] | None = None
    phones: list[Phone] = field(default_factory=list)
    proxies: list[CutProxy] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.env = {**os.environ, "REFEREE_INSTANCE": str(self.folder), "PYTHONPATH": str(ROOT)}
        subprocess.run([*REFEREE, "upgrade"], env=self.env, check=True, capture_output=True)
        self.store = Store(f"sqlite:///{self.folder / 'referee.sqlite'}")
        self.owner = owner(self.store)
        self.start()

    def start(self) -> None:
        command = [*REFEREE, "serve", "--local", "--port", str(self.port)]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(command, env=self.env, stdout=log, stderr=log)
        await_server(f"http://{HOST}:{self.port}", self.process, self.folder / "log")

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait(60)

    def match(self, game: str, *players: str, **more: Any) -> str:
        return self.store.create(NewMatch(game, players, **more))

    def line(self) -> CutProxy:
        self.proxies.append(CutProxy(self.port))
        return self.proxies[-1]

    def url(self, port: int | None = None) -> str:
        return f"http://{self.host}:{port or self.port}"

    def context(self, cookie: str | None = None, **options: Any) -> BrowserContext:
        context = self.browser.new_context(**{**SMALL, **options})
        context.set_default_timeout(TIMEOUT)
        if cookie is not None:
            context.add_cookies([{"name": "referee", "value": cookie, "url": self.url()}])
        return context

    def page(
        self, cookie: str | None = None, line: CutProxy | None = None, **options: Any
    ) -> Phone:
        """A phone that has this cookie, and perhaps a line that can be cut."""
        return self.opened(self.context(cookie, **options), line)

    def opened(self, context: BrowserContext, line: CutProxy | None = None) -> Phone:
        """Another page of the same phone."""
        server = Server(self.url(line.port if line else None), self.store, "")
        made = Phone(context.new_page(), server, rough=True)
        made.page.on("dialog", lambda dialog: dialog.dismiss())
        self.phones.append(made)
        return made

    def guest(
        self, match: str, role: str, place: str, line: CutProxy | None = None, **options: Any
    ) -> Phone:
        """A phone that has joined, with the table open."""
        guest = self.page(phone(self.store, role, match, place), line, **options)
        return guest.open(f"/t/{match}" + ("/tv" if role == "display" else ""))

    def leave(self) -> list[str]:
        """Everybody goes home; tells what odd things the phones have seen."""
        # htmx tells of each line that broke, a browser on plain http of what it leaves out there.
        known = re.compile("untrustworthy|error: htmx: htmx:(sse:error|error|response:error)")
        odd = [line for guest in self.phones for line in guest.odd if not known.search(line)]
        for context in {guest.page.context for guest in self.phones}:
            context.close()
        for line in self.proxies:
            line.close()
        self.phones.clear()
        self.proxies.clear()
        return odd


@contextmanager
def open_house(folder: Path, browser_type: BrowserType) -> Iterator[House]:
    """A running server, and a browser that finds it under both addresses."""
    browser = browser_type.launch(executable_path=CHROMIUM, args=[*FLAGS, MAPPED])
    house = House(folder, free_port(), browser)
    try:
        yield house
    finally:
        house.leave()
        house.stop()
        house.store.close()
        browser.close()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def shown(page: Page) -> str:
    """What the table says, without the words of the network."""
    return page.locator("#table main").inner_text()
