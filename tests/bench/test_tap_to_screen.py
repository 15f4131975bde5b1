"""From a tap on one phone to the change on another one's screen, in a real Chromium, beside a bare
page that gets the same bytes over a bare EventSource.

Both ends are pages of one browser on one machine, so they read the same clock.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from referee.store import Store
from tests.bench.figures import Limits
from tests.bench.tables import answers, tables
from tests.browser.conftest import CHROMIUM, FLAGS, PHONE
from tests.cli.conftest import Home

TAPS = 20
WARM = 5  # before them
ROOT = Path(__file__).parents[2]

CLOCK = "performance.timeOrigin + performance.now()"
# The time of the tap, as the finger comes down, and of the first change after `ARM`.
WATCH = f"""() => {{
  new MutationObserver(() => window.change?.({CLOCK}))
    .observe(document.body, {{ childList: true, subtree: true, attributes: true,
                               characterData: true }});
  document.addEventListener("pointerdown", () => {{ window.tapped = {CLOCK}; }}, true);
}}"""
ARM = "() => { window.changed = new Promise((done) => { window.change = done; }); }"
# What a live page is at its least: a button that posts, and what comes is shown.
BARE = """(address) => {
  document.body.innerHTML = '<button>Tap</button><div></div>';
  document.querySelector("button").onclick = () => fetch(address, { method: "POST", body: "x" });
  const stream = new EventSource(address);
  stream.onmessage = (event) => { document.querySelector("div").innerHTML = event.data; };
  return new Promise((done) => { stream.onopen = () => done(true); });
}"""


@pytest.fixture
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture
def bare(free_port: Callable[[], int]) -> Iterator[str]:
    """The address of a bare server."""
    port = free_port()
    process = subprocess.Popen([sys.executable, "-m", "tests.bench.bare", str(port)], cwd=ROOT)
    address = f"http://127.0.0.1:{port}/table"
    end = time.monotonic() + 10
    while time.monotonic() < end:
        try:
            put(address, b"data: x\n\n")
            break
        except OSError:
            time.sleep(0.05)
    yield address
    process.kill()
    process.wait()


def put(address: str, message: bytes) -> None:
    asked = urllib.request.Request(address, message, method="PUT")
    urllib.request.urlopen(asked, timeout=5).close()


def opened(browser: Browser, address: str, cookie: str = "") -> Page:
    """A page on a phone of its own."""
    context = browser.new_context(**PHONE)
    if cookie:
        origin = address.partition("/t/")[0]  # else the cookie would be of /t/ alone
        context.add_cookies([{"name": "referee", "value": cookie, "url": origin}])
    page = context.new_page()
    page.goto(address)
    return page


def taken(tapping: Page, watching: Page, tap: Callable[[], None]) -> float:
    """Milliseconds from a tap to the first change on the other screen."""
    watching.evaluate(ARM)
    tap()
    changed: float = watching.evaluate("() => window.changed")
    tapped: float = tapping.evaluate("() => window.tapped")
    return changed - tapped


def test_tap_to_screen(
    home: Home, free_port: Callable[[], int], browser: Browser, bare: str
) -> None:
    assert home.run("upgrade").returncode == 0
    store = Store(f"sqlite:///{home.file}")
    [(match, cookies)] = tables(store, 1)
    port = free_port()
    home.serve(port)
    address = f"http://127.0.0.1:{port}/t/{match}"
    ours = [opened(browser, address, cookie) for cookie in cookies[:2]]
    theirs = [opened(browser, bare.replace("/table", "/")) for _ in range(2)]
    for page in theirs:
        page.evaluate(BARE, bare)
    for page in (*ours, *theirs):
        page.evaluate(WATCH)

    took: dict[str, list[float]] = {"referee": [], "bare": []}
    for number, (_, key, value) in enumerate(answers(TAPS + WARM)):
        button = ours[0].locator(f'button[name=answer][value="{key}={value}"]').first
        button.wait_for()
        took["referee"].append(taken(ours[0], ours[1], button.tap))
        seen = ours[1].locator(f'#table input[name=seen][value="{number + 1}"]').first
        seen.wait_for(state="attached")
        html = ours[1].locator("#table").evaluate("(table) => table.outerHTML")
        put(bare, "".join(f"data: {line}\n" for line in html.splitlines()).encode() + b"\n")
        took["bare"].append(taken(theirs[0], theirs[1], theirs[0].get_by_text("Tap").first.tap))
    store.close()
    for page in (*ours, *theirs):
        page.context.close()

    medians = {server: statistics.median(times[WARM:]) for server, times in took.items()}
    print(f"\n  tap to screen: {medians['referee']:.1f} ms, bare {medians['bare']:.1f} ms")
    limits = Limits()
    limits.most("tap to screen, of the bare one's", medians["referee"] / medians["bare"], 3, " x")
    limits.check()
