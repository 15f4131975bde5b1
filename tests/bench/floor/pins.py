"""Whether the floor still stands on the packages that it was laid with."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PINNED = Path(__file__).with_name("requirements.txt")


def pins() -> dict[str, str]:
    lines = PINNED.read_text("utf-8").split()
    return dict(line.split("==") for line in lines)


def moved() -> list[str]:
    """Packages whose installed version is another one: figures then compare no more with older
    ones, unless the floor is measured in a virtualenv of its own."""
    told = []
    for name, pinned in pins().items():
        try:
            installed = version(name)
        except PackageNotFoundError:
            installed = "none"
        if installed != pinned:
            told.append(f"{name} {installed}, pinned {pinned}")
    return told
