"""The layers, and what keeps a rule sheet pure: checked in the source itself."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from itertools import product
from pathlib import Path
from random import Random

import pytest

from referee.engine import (
    BIDS,
    PLAYS,
    SUIT_NAMES,
    AnyGame,
    HouseRuleError,
    Known,
    Table,
    house_rules,
    in_english,
)
from referee.games import GAMES

ROOT = Path(__file__).parent.parent
REFEREE = ROOT / "referee"
SOURCES = sorted(file for file in REFEREE.rglob("*.py") if file.read_bytes().strip())

# Who may import whom.  import-linter holds the order (pyproject.toml), this what it cannot see.
ORDER = ("engine", "tricks", "games", "store", "web")
PURE = ("engine", "tricks", "games")
# Where one file knows a clock, chance or the world outside, replay is no longer the same twice.
IMPURE = {
    "asyncio", "datetime", "glob", "http", "io", "locale", "multiprocessing", "os", "pathlib",
    "random", "secrets", "shutil", "signal", "socket", "sqlite3", "subprocess", "tempfile",
    "threading", "time", "urllib", "uuid", "zoneinfo",
}  # fmt: skip
LONGEST_FILE = 250  # lines, numbered rules apart
MOST_FILES = 8  # in a room, besides its __init__
MOST_FLOORS = 4  # of imports inside a room


@cache
def tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text("utf-8"), str(file))


def imported(file: Path) -> Iterator[str]:
    """Every module that a file imports, at the top or deep inside."""
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: relative import"
            yield node.module or ""


def layer(file: Path) -> str:
    """The folder under referee/, or the name of a file that stands there."""
    return file.relative_to(REFEREE).parts[0].removesuffix(".py")


def files(*layers: str) -> list[Path]:
    return [file for file in SOURCES if layer(file) in layers]


def short(file: Path) -> str:
    return file.relative_to(REFEREE).as_posix()


def test_there_is_something_to_check() -> None:
    assert set(ORDER) <= {layer(file) for file in SOURCES}


@pytest.mark.parametrize("file", files(*ORDER), ids=short)
def test_a_layer_imports_only_what_stands_to_its_left(file: Path) -> None:
    known = ORDER[: ORDER.index(layer(file)) + 1]
    for module in imported(file):
        if module.split(".")[0] == "referee":
            assert module.split(".")[1] in (*known, "settings"), module


@pytest.mark.parametrize("file", files(*PURE), ids=short)
def test_engine_and_rule_sheets_need_nothing_but_python(file: Path) -> None:
    for module in imported(file):
        top = module.split(".")[0]
        assert top == "referee" or top in sys.stdlib_module_names, module
        assert module != "referee.settings"
        assert top not in IMPURE, module


@pytest.mark.parametrize("file", files(*PURE), ids=short)
def test_engine_and_rule_sheets_open_and_print_nothing(file: Path) -> None:
    called = {
        node.func.id
        for node in ast.walk(tree(file))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert called.isdisjoint({"open", "print", "input", "exec", "eval", "__import__"})


@pytest.mark.parametrize("file", SOURCES, ids=short)
def test_only_the_web_knows_flask(file: Path) -> None:
    tops = {module.split(".")[0] for module in imported(file)}
    if layer(file) not in ("web", "app", "cli", "server"):
        assert tops.isdisjoint({"flask", "flask_babel", "htmx_flask", "werkzeug", "starlette"})


@pytest.mark.parametrize("file", files("web"), ids=short)
def test_the_web_leaves_the_database_to_the_store(file: Path) -> None:
    tops = {module.split(".")[0] for module in imported(file)}
    assert tops.isdisjoint({"sqlmodel", "sqlalchemy", "alembic", "psycopg", "sqlite3"})


SHEETS = [file for file in files("games") if "playthrough" not in file.parts]

# -- every ask is awaited ----------------------------------------------------------------------


@cache
def askers() -> frozenset[str]:
    """The functions that return an `Asking`, whose call does nothing until it is awaited."""
    return frozenset(
        node.name
        for file in files(*PURE)
        for node in ast.walk(tree(file))
        if isinstance(node, ast.FunctionDef)
        and node.returns is not None
        and ast.unparse(node.returns).startswith("Asking[")
    )


def called_name(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


@pytest.mark.parametrize(
    "file", [*files("tricks", "games"), REFEREE / "engine" / "ask.py"], ids=short
)
def test_every_ask_is_awaited(file: Path) -> None:
    """A generator that is called without `yield from` asks nothing, and nobody notices."""
    module = tree(file)
    awaited = {id(node.value) for node in ast.walk(module) if isinstance(node, ast.YieldFrom)}
    forgotten = [
        f"line {node.lineno}: {called_name(node)}"
        for node in ast.walk(module)
        if isinstance(node, ast.Call) and called_name(node) in askers() and id(node) not in awaited
    ]
    assert forgotten == []


@pytest.mark.parametrize("file", [*SHEETS, REFEREE / "engine" / "ask.py"], ids=short)
def test_no_question_or_fact_is_made_and_dropped(file: Path) -> None:
    """A statement that only calls something must change something: a list, a dict, a tally."""
    changes = {
        "append",
        "extend",
        "update",
        "add",
        "line",
        "reason",
        "role",
        "count",
        "score",
        "points",
    }
    dropped = [
        f"line {node.lineno}: {ast.unparse(node)}"
        for node in ast.walk(tree(file))
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Call)
        and called_name(node.value) not in changes
    ]
    assert dropped == []


def test_the_check_of_asks_sees_the_rule_sheets() -> None:
    assert {"hand", "auction", "ask_suit", "ask_winners", "every_card"} <= askers()


# -- no game outside games/ --------------------------------------------------------------------

# Terms of the field that belong to one game.  All else is found in the games themselves.
TERMS = {
    "pitch": ["smears?", "improper leads?", "forced dealer", "card points", "game cards"],
    "german_whist": ["stock", "up-?cards?", "(first|second) stage"],
    "call_partner_euchre": ["jicks?", "bowers?", "buried", "called card", "(lone|made) march"],
}
# Words of a game that everybody uses: as its keys they are looked for in comparisons alone.
ORDINARY = {
    "answer", "bid", "bids", "call", "called", "count", "discard", "game", "high", "how", "jack",
    "low", "name", "order", "partner", "trick", "tricks", "up",
    *(in_english(name) for name in SUIT_NAMES.values()),
}  # fmt: skip


def answer_keys(sheet: AnyGame) -> Iterator[str]:
    """What hands of a game ask for and make known, at every level, without numbers."""
    for players, bids, play in product(sheet.players, BIDS, PLAYS):
        try:
            table = Table(sheet.teams(players), bids=bids, play=play)
        except HouseRuleError:  # not for so many
            continue
        for seed in range(4):
            chance, hand = Random(seed), sheet.hand(table)
            with suppress(StopIteration):
                step = next(hand)
                while True:
                    given: dict[str, str] = {}
                    if isinstance(step, Known):
                        yield from step.facts
                    else:
                        yield from (question.key for question in step.questions)
                        given = {
                            question.key: chance.choice(list(question.legal))
                            for question in step.questions
                            if not question.offer
                        }
                    step = hand.send(given)


@cache
def own_words() -> dict[str, list[str]]:
    """Patterns of what only one game says: its name, its house rules, its answer keys, its terms.

    A game that is added brings its words by itself.
    """
    said: dict[str, set[str]] = {}
    for name, kind in GAMES.items():
        sheet = kind()
        keys = {key.partition(".")[0] for key in answer_keys(sheet)}
        said[name] = {name, *name.split("_"), *house_rules(sheet), *keys}
    found = {}
    for name, words in said.items():
        others = set().union(*(said[other] for other in said if other != name))
        own = sorted(w for w in words - others - ORDINARY if len(w) > 2)
        title = re.escape(in_english(GAMES[name].title))
        titles = [] if title.lower() in ORDINARY else [title]
        found[name] = [*(w.replace("_", "[_-]?") for w in own), *titles, *TERMS.get(name, ())]
    return found


@cache
def game_words() -> re.Pattern[str]:
    """The words of all games, and the numbers of their rules, as whole words in any form."""
    words = [word for name in own_words() for word in own_words()[name]]
    sheets = [kind() for kind in GAMES.values()]
    numbers = {rule.number for sheet in sheets for rule in sheet.rules()} | {
        rule.rule for sheet in sheets for rule in house_rules(sheet).values()
    }
    short = [re.escape(n) for n in sorted(numbers) if re.fullmatch(r"[A-Z]{1,2}[0-9]+", n)]
    return re.compile(
        rf"(?<![a-z])(?i:{'|'.join(words)})(?![a-z])|(?<![A-Za-z0-9])(?:{'|'.join(short)})(?![A-Za-z0-9])"
    )


def spoken(file: Path) -> list[str]:
    """Where a file says a word of a game: in a name, a text, a docstring or a comment."""
    text = file.read_text("utf-8")
    return [
        f"line {text.count(chr(10), 0, found.start()) + 1}: {found[0]}"
        for found in game_words().finditer(text)
    ]


@pytest.mark.parametrize(
    "template", sorted((ROOT / "templates").rglob("*.*")), ids=lambda file: str(file.name)
)
def test_no_template_knows_a_game_by_name(template: Path) -> None:
    assert spoken(template) == []


@pytest.mark.parametrize("file", files("engine", "store", "web"), ids=short)
def test_no_word_of_a_game_is_said_in_another_layer(file: Path) -> None:
    assert spoken(file) == []


def test_the_words_of_a_game_come_from_the_game() -> None:
    for name in GAMES:
        assert own_words()[name], name
    for said in (
        "Pitch",
        "team_layout",
        "TeamLayout",
        "the jick",
        "swept",
        "P33",
        "a_smear",
        "PA9",
    ):
        assert game_words().search(said), said
    for said in ("speech", "laid out", "a trick", "hearts", "XP33"):
        assert not game_words().search(said), said


def docstrings(module: ast.Module) -> set[int]:
    found = set()
    for node in ast.walk(module):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                found.add(id(first.value))
    return found


@pytest.mark.parametrize("file", files("engine", "tricks", "store", "web", "app"), ids=short)
def test_nothing_branches_on_a_games_name_outside_games(file: Path) -> None:
    module = tree(file)
    words = [*GAMES, *(in_english(game.title) for game in GAMES.values())]
    names = re.compile("|".join(re.escape(w) for w in words if w.lower() not in ORDINARY), re.I)
    skipped = docstrings(module)
    named = [
        node.value
        for node in ast.walk(module)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in skipped
        and names.search(node.value)
    ]
    assert named == []


# -- rooms -------------------------------------------------------------------------------------

PACKAGES = {file.parent for file in REFEREE.rglob("__init__.py")}
ROOMS = sorted(p for p in PACKAGES if p.parent.name in ("store", "web") and p.name != "migrations")


def module_file(module: str) -> Path | None:
    """The file of a module of ours, or the folder of a package."""
    path = ROOT.joinpath(*module.split("."))
    if path in PACKAGES:
        return path
    return path.with_suffix(".py") if path.with_suffix(".py").exists() else None


@cache
def offered(package: Path) -> set[str]:
    """The names that others may use: those that a package's `__init__` has."""
    module = tree(package / "__init__.py")
    taken = [
        name for node in module.body if isinstance(node, ast.ImportFrom) for name in node.names
    ]
    made = [node for node in module.body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    set_ = [node.target for node in module.body if isinstance(node, ast.AnnAssign)]
    return (
        {name.asname or name.name for name in taken}
        | {node.name for node in made}
        | {ast.unparse(target) for target in set_}
    )


def borrowed(file: Path) -> Iterator[tuple[Path, str]]:
    """What a file takes from packages that it does not stand in: the package, or the file inside
    it, and the name."""
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "referee":
            found = module_file(node.module or "")
            assert found is not None, node.module
            package = found if found in PACKAGES else found.parent
            if not file.is_relative_to(package):
                yield from ((found, name.name) for name in node.names)


@pytest.mark.parametrize("file", SOURCES, ids=short)
def test_others_take_from_a_package_what_it_offers(file: Path) -> None:
    inside = [f"{short(found)}: {name}" for found, name in borrowed(file) if found not in PACKAGES]
    assert inside == []
    unsaid = [
        f"{short(at)}: {name}"
        for at, name in borrowed(file)
        if name not in offered(at) and at / name not in PACKAGES
    ]
    assert unsaid == []


@pytest.mark.parametrize("room", ROOMS, ids=short)
def test_a_room_is_taken_in_at_a_glance(room: Path) -> None:
    """At most eight files, and at most four floors of them."""
    inside = [file for file in room.glob("*.py") if file.name != "__init__.py"]
    assert len(inside) <= MOST_FILES
    below: dict[Path, set[Path]] = {
        file: {path for module in modules_in(file) if (path := module_file(module)) in inside}
        for file in inside
    }

    def floors(file: Path) -> int:
        return 1 + max((floors(other) for other in below[file]), default=0)

    assert max((floors(file) for file in inside), default=0) <= MOST_FLOORS


def modules_in(file: Path) -> Iterator[str]:
    """Every module that a file imports, those named after `import` in a `from` too."""
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.ImportFrom):
            yield node.module or ""
            yield from (f"{node.module}.{name.name}" for name in node.names)


# -- size and opening --------------------------------------------------------------------------


def numbered_rules(module: ast.Module) -> int:
    """The lines of numbered rules: they are read as prose."""
    return sum(
        (node.end_lineno or 0) - node.lineno + 1
        for node in ast.walk(module)
        if isinstance(node, ast.Call) and called_name(node) in ("Rule", "law")
    )


@pytest.mark.parametrize("file", SOURCES, ids=short)
def test_no_file_is_too_long_to_read(file: Path) -> None:
    lines = len(file.read_text("utf-8").splitlines())
    assert lines - numbered_rules(tree(file)) <= LONGEST_FILE


@pytest.mark.parametrize("file", SOURCES, ids=short)
def test_every_file_opens_with_a_sentence_that_says_what_it_knows(file: Path) -> None:
    doc = ast.get_docstring(tree(file))
    assert doc
    assert doc.splitlines()[0][-1] in ".:?", doc.splitlines()[0]
