"""The samples of all games, found beside their tests."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from referee.games import GAMES
from tests.sample import Sample

SAMPLES: Mapping[str, Sample] = {
    name: import_module(f"tests.games.sample_{name}").SAMPLE for name in GAMES
}
BY_CARDS = sorted(name for name, sample in SAMPLES.items() if sample.deal)
