"""Who imports whom: floors, circles, and the rooms of the store."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path

from tests.bench.house.lines import REFEREE, sources

Graph = Mapping[str, Collection[str]]  # what each imports
STORE = "referee.store"


def module_of(file: Path) -> str:
    parts = file.relative_to(REFEREE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported() -> dict[str, set[str]]:
    """What every module imports of ours: at the top, deep inside, for types alone."""
    files = {module_of(file): file for file in sources()}
    return {
        module: {
            found for found in named(module, file, files) if found in files and found != module
        }
        for module, file in files.items()
    }


def named(module: str, file: Path, known: Collection[str]) -> Iterator[str]:
    package = (module if file.name == "__init__.py" else module.rpartition(".")[0]).split(".")
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) + 1 - node.level] if node.level else []
            source = ".".join([*above, *([node.module] if node.module else [])])
            for alias in node.names:  # a module of the package, or a name in it
                inside = f"{source}.{alias.name}"
                yield inside if inside in known else source


def within(graph: Graph, inside: Callable[[str], bool]) -> dict[str, set[str]]:
    return {m: {n for n in graph[m] if inside(n)} for m in graph if inside(m)}


def reachable(graph: Graph) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for module in graph:
        seen: set[str] = set()
        todo = list(graph[module])
        while todo:
            if (one := todo.pop()) not in seen:
                seen.add(one)
                todo += graph[one]
        found[module] = seen
    return found


def circles(graph: Graph) -> list[list[str]]:
    """Groups of modules that all need each other."""
    reach = reachable(graph)
    found = {
        tuple(sorted({m} | {n for n in reach[m] if m in reach[n]})) for m in graph if m in reach[m]
    }
    return [list(group) for group in sorted(found)]


def chain(graph: Graph) -> list[str]:
    """The longest chain of imports, from who imports to who imports nothing; a circle is one."""
    reach = reachable(graph)
    same = {m: min({m} | {n for n in reach[m] if m in reach[n]}) for m in graph}
    longest: dict[str, list[str]] = {}

    def below(one: str) -> list[str]:
        if one not in longest:
            group = [m for m in graph if same[m] == one]
            others = {same[n] for m in group for n in graph[m]} - {one}
            longest[one] = [one, *max((below(o) for o in sorted(others)), key=len, default=[])]
        return longest[one]

    return max((below(one) for one in sorted(set(same.values()))), key=len, default=[])


# -- the store ---------------------------------------------------------------------------------


def in_store(module: str) -> bool:
    return module == STORE or module.startswith(STORE + ".")


def room_of(module: str) -> str:
    """A folder of the store, or a file that stands in it alone."""
    return module.removeprefix(STORE + ".").partition(".")[0]


def rooms(graph: Graph) -> dict[str, set[str]]:
    """Which room imports which."""
    found: dict[str, set[str]] = {}
    inside = within(graph, lambda m: in_store(m) and m != STORE)
    for module, needs in inside.items():
        mine = found.setdefault(room_of(module), set())
        mine.update(room_of(n) for n in needs if room_of(n) != room_of(module))
    return found


def folders() -> list[str]:
    """The rooms that are folders."""
    top = REFEREE / "store"
    return sorted({f.relative_to(top).parts[0] for f in sources(top) if f.parent != top})


def floors_inside(graph: Graph, room: str) -> tuple[int, int]:
    """The longest chain of files in one room, with its `__init__` and without."""
    top = f"{STORE}.{room}"
    files = within(graph, lambda m: m.startswith(f"{top}."))
    every = within(graph, lambda m: m == top or m.startswith(f"{top}."))
    return len(chain(every)), len(chain(files))
