"""What the house has come to, to be compared from one tree to the next.

`python -m tests.bench.house` counts the tree it stands in; `--all` also names what was counted.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from referee.app import create_app
from referee.games import GAMES
from referee.settings import Settings
from tests.bench.house import imports, lines
from tests.bench.house.counters import Calls, Statements
from tests.bench.house.tap import one_tap, player_page
from tests.cli.conftest import Home

GOALS = {"pitch": 560, "call_partner_euchre": 420, "german_whist": 260}


def row(what: str, value: object, goal: object = "") -> None:
    print(f"{what:58} {value!s:>24}  {f'goal {goal}' if goal != '' else ''}".rstrip(), flush=True)


def sizes() -> None:
    row("lines of referee/ without migrations", sum(map(lines.lines, lines.sources())), 15_500)
    games = lines.games(GAMES)
    for name in GAMES:
        found = games[name]
        told = f"{lines.deciding(found)} in {len(found)} files"
        row(f"lines that decide something, {name}", told, GOALS.get(name, ""))
    simple = [f"{name} {lines.lines(f[0])}" for name, f in games.items() if len(f) == 1]
    row("lines of a game of one file", ", ".join(simple) or "there is none", "at most 100")


def work(detail: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:
        home = Home(Path(folder) / "instance")
        assert home.run("upgrade").returncode == 0
        app = create_app(Settings.from_env({"REFEREE_INSTANCE": str(home.folder)}))
        calls, save = one_tap(app)
        first, _ = one_tap(app, hand=1)
        page = player_page(app)
        app.extensions["store"].close()
    row("our calls for one tap / functions / files", counted(calls), "300 / 90 / 20")
    row("  the same in the first hand of a match", counted(first))
    row("statements of a save / transactions", spoken(save), "4 / 1")
    row("statements of a player's page / transactions", spoken(page), "12 / 1")
    if detail:
        for key, count in calls.made.most_common():
            print(f"    {count:4} {key[1]}  {Path(key[0]).relative_to(lines.REFEREE)}")
        for statement in [*save.said, "--", *page.said]:
            print(f"    {statement[:150]}")


def counted(calls: Calls) -> str:
    return f"{calls.made.total()} / {len(calls.made)} / {len(calls.files)}"


def spoken(statements: Statements) -> str:
    return f"{len(statements.said)} / {statements.transactions}"


def structure(detail: bool) -> None:
    graph = imports.imported()
    floors = imports.chain(imports.within(graph, imports.in_store))
    row("import floors inside the store", len(floors))
    rounds = imports.circles(graph)
    sized = ", ".join(str(len(group)) for group in rounds)
    row("circles of imports, those for types alone too", f"{len(rounds)} ({sized or '-'})", 0)
    rooms = imports.chain(imports.rooms(graph))
    row("chain of rooms in the store (a file alone is one)", len(rooms), "at most 10")
    folders = imports.folders()
    for room in folders:
        every, files = imports.floors_inside(graph, room)
        row(f"floors inside store/{room} (without its __init__)", f"{every} ({files})", "at most 4")
    row("files over 200 lines, rules apart", len(lines.longer(200)))
    row("files over 250 lines, rules apart", len(lines.longer(250)), 0)
    crowds = ", ".join(f"{folder}/ {count}" for folder, count in lines.crowded().items())
    row("folders of store/ and web/ with more than eight files", crowds or "none", "none")
    if detail:
        print(f"    floors: {' <- '.join(reversed(floors))}")
        print(f"    rooms: {' <- '.join(reversed(rooms))}")
        for group in rounds:
            print(f"    circle: {' '.join(group)}")
        for file in lines.longer(200):
            print(f"    {lines.lines(file) - lines.prose(file)} {file.relative_to(lines.REFEREE)}")


if __name__ == "__main__":
    detail = "--all" in sys.argv[1:]
    sizes()
    work(detail)
    structure(detail)
