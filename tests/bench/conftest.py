"""Benches measure ratios within one run: what else the machine does then touches both sides."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.cli.conftest import free_port, home

__all__ = ["free_port", "home"]

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if sys.platform != "linux":
        for item in items:
            item.add_marker(pytest.mark.skip("reads /proc"))
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.bench)
