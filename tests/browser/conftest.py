"""The browser tests drive a real Chromium that looks like a phone."""

import os
import shutil
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium")
FLAGS = [
    "--no-sandbox",  # in containers the tests run as root
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "screen": {"width": 390, "height": 844},
    "device_scale_factor": 3,
    "is_mobile": True,
    "has_touch": True,
    "locale": "en-GB",
    "timezone_id": "Europe/London",
}


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
