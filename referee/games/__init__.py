"""The rule sheets, by the name that a stored match carries: whatever game this folder holds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from pkgutil import iter_modules

from referee.engine import AnyGame, Game, in_english


def found() -> Iterator[type[AnyGame]]:
    """The class of each game: a module or a folder that offers one."""
    for module in iter_modules(__path__):
        if module.name != "playthrough":  # which reads GAMES
            offered = vars(import_module(f"{__name__}.{module.name}")).values()
            yield from (it for it in offered if isinstance(it, type) and issubclass(it, Game))


def order(game: type[AnyGame]) -> tuple[int, int, str]:
    """What fits most tables first, then the smaller table."""
    return -len(game.players), min(game.players), in_english(game.title)


GAMES: Mapping[str, type[AnyGame]] = {
    game.name: game for game in sorted({it for it in found() if "name" in vars(it)}, key=order)
}
