"""The browser tests drive a real Chromium that looks like a phone, against a real server."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Timer
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from referee.store import Store
from tests.browser.phone import Phone, Server
from tests.devices import owner

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
CHROMIUM = (
    os.environ.get("CHROMIUM")
    or shutil.which("chromium-headless-shell")
    or shutil.which("chromium")
)
FLAGS = [
    "--no-sandbox",  # in containers the tests run as root
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
TIMEOUT = 30_000  # milliseconds; a busy machine may be slow
expect.set_options(timeout=TIMEOUT)
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "screen": {"width": 390, "height": 844},
    "device_scale_factor": 3,
    "is_mobile": True,
    "has_touch": True,
    "locale": "en-GB",
    "timezone_id": "Europe/London",
}
REFEREE = [sys.executable, "-c", "from referee.cli import main; main()"]


HANGS = 240.0  # seconds after which a test's browser is taken away: some of its calls wait for ever


def browsers_below(pid: int) -> list[int]:
    """The processes below one that are browsers."""
    told = subprocess.run(
        ["ps", "-eo", "pid=,ppid=,args="], capture_output=True, text=True, check=True
    )
    rows = [line.split(None, 2) for line in told.stdout.splitlines()]
    below = {pid}
    for _ in range(4):  # the driver, the browser, its own children
        below |= {int(child) for child, parent, *_ in rows if int(parent) in below}
    return [int(one) for one, _, *said in rows if int(one) in below and "chrom" in "".join(said)]


def end_browsers(test: str) -> None:
    print(f"{test} waited for its browser for {HANGS} s: it is ended", file=sys.__stderr__)
    for pid in browsers_below(os.getpid()):
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


@pytest.fixture(autouse=True)
def ends(request: pytest.FixtureRequest) -> Iterator[None]:
    """A test that hangs fails, with its name."""
    timer = Timer(HANGS, end_browsers, [request.node.nodeid])
    timer.start()
    yield
    timer.cancel()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """`pytest -m "not browser"` leaves out this folder."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    # Without a path Playwright takes its own build.
    path = {"executable_path": CHROMIUM} if CHROMIUM else {}
    return {**browser_type_launch_args, **path, "args": FLAGS}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_context_args, **PHONE}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for all tests of a file: what the last match was like is offered for the next."""
    with serving(tmp_path_factory.mktemp("instance")) as server:
        yield server


@contextmanager
def serving(folder: Path) -> Iterator[Server]:
    """`referee upgrade` and `referee serve` in a folder of their own."""
    env = {**os.environ, "REFEREE_INSTANCE": str(folder), "PYTHONPATH": str(ROOT)}
    subprocess.run([*REFEREE, "upgrade"], env=env, check=True, capture_output=True)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [*REFEREE, "serve", "--local", "--port", str(port)]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, env=env, stdout=log, stderr=log)
        url = f"http://127.0.0.1:{port}"
        store = Store(f"sqlite:///{folder / 'referee.sqlite'}")
        try:
            await_server(url, process, folder / "log")
            yield Server(url, store, owner(store))
        finally:
            store.close()
            process.terminate()
            process.wait(60)


def await_server(url: str, process: "subprocess.Popen[bytes]", log: Path) -> None:
    until = time.monotonic() + 90
    while time.monotonic() < until and process.poll() is None:
        try:
            urllib.request.urlopen(url + "/rules", timeout=2).close()
        except urllib.error.HTTPError as answered:
            answered.close()
            return
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise AssertionError(f"the server did not start: {log.read_text()}")


def owners_phone(browser: Browser, server: Server, **options: Any) -> Phone:
    context = browser.new_context(**{**PHONE, **options})
    context.set_default_timeout(TIMEOUT)
    context.add_cookies([{"name": "referee", "value": server.cookie, "url": server.url}])
    return Phone(context.new_page(), server)


@pytest.fixture
def new_phone(browser: Browser, server: Server) -> Iterator[Callable[..., Phone]]:
    """Makes phones of the owner; afterwards nothing odd may have happened on any of them."""
    made: list[Phone] = []

    def another(**options: Any) -> Phone:
        made.append(owners_phone(browser, server, **options))
        return made[-1]

    yield another
    odd = [line for phone in made for line in phone.odd]
    for phone in made:
        phone.page.context.close()
    assert not odd, odd


@pytest.fixture
def phone(new_phone: Callable[..., Phone]) -> Phone:
    return new_phone()


@pytest.fixture(scope="module")
def reading_phone(browser: Browser, server: Server) -> Iterator[Phone]:
    phone = owners_phone(browser, server, device_scale_factor=1)
    yield phone
    phone.page.context.close()


@pytest.fixture
def reader(reading_phone: Phone) -> Iterator[Phone]:
    """A phone that only looks at pages: the same one for all tests of a file."""
    reading_phone.odd.clear()
    yield reading_phone
    assert not reading_phone.odd, reading_phone.odd
