"""The layers, and what keeps a rule sheet pure: checked in the source itself."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from referee.engine.message import in_english
from referee.games import GAMES

ROOT = Path(__file__).parent.parent
REFEREE = ROOT / "referee"
SOURCES = sorted(file for file in REFEREE.rglob("*.py") if file.read_bytes().strip())

# Who may import whom; `engine <- games <- store <- web`.
LAYERS = {
    "engine": {"engine"},
    "games": {"engine", "games"},
    "store": {"engine", "games", "store", "settings"},
}
# Where one file knows a clock, chance or the world outside, replay is no longer the same twice.
IMPURE = {
    "asyncio", "datetime", "glob", "http", "io", "locale", "multiprocessing", "os", "pathlib",
    "random", "secrets", "shutil", "signal", "socket", "sqlite3", "subprocess", "tempfile",
    "threading", "time", "urllib", "uuid", "zoneinfo",
}  # fmt: skip
LONGEST_FILE = 300  # lines


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
    assert {"engine", "games", "store", "web"} <= {layer(file) for file in SOURCES}


@pytest.mark.parametrize("file", files(*LAYERS), ids=short)
def test_a_layer_imports_only_what_stands_to_its_left(file: Path) -> None:
    for module in imported(file):
        if module.split(".")[0] == "referee":
            assert module.split(".")[1] in LAYERS[layer(file)], module


@pytest.mark.parametrize("file", files("engine", "games"), ids=short)
def test_engine_and_rule_sheets_need_nothing_but_python(file: Path) -> None:
    for module in imported(file):
        top = module.split(".")[0]
        assert top == "referee" or top in sys.stdlib_module_names, module
        assert top not in IMPURE, module


@pytest.mark.parametrize("file", files("engine", "games"), ids=short)
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
    if layer(file) not in ("web", "app", "cli", "serve"):
        assert tops.isdisjoint({"flask", "flask_babel", "htmx_flask", "werkzeug", "starlette"})


@pytest.mark.parametrize("file", files("web"), ids=short)
def test_the_web_leaves_the_database_to_the_store(file: Path) -> None:
    tops = {module.split(".")[0] for module in imported(file)}
    assert tops.isdisjoint({"sqlmodel", "sqlalchemy", "alembic", "psycopg", "sqlite3"})


# -- every ask is awaited ----------------------------------------------------------------------


@cache
def askers() -> frozenset[str]:
    """The functions that return an `Asking`, whose call does nothing until it is awaited."""
    return frozenset(
        node.name
        for file in files("engine", "games")
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


@pytest.mark.parametrize("file", [*files("games"), REFEREE / "engine" / "asking.py"], ids=short)
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


@pytest.mark.parametrize("file", [*files("games"), REFEREE / "engine" / "asking.py"], ids=short)
def test_no_question_or_fact_is_made_and_dropped(file: Path) -> None:
    """A statement that only calls something must change something: a list, a dict."""
    changes = {"append", "extend", "update", "add"}
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


def game_words() -> re.Pattern[str]:
    titles = [in_english(game.title) for game in GAMES.values()]
    return re.compile("|".join(map(re.escape, [*GAMES, *titles])), re.IGNORECASE)


@pytest.mark.parametrize(
    "template", sorted((ROOT / "templates").rglob("*.*")), ids=lambda file: str(file.name)
)
def test_no_template_knows_a_game_by_name(template: Path) -> None:
    assert game_words().findall(template.read_text("utf-8")) == []


def docstrings(module: ast.Module) -> set[int]:
    found = set()
    for node in ast.walk(module):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                found.add(id(first.value))
    return found


@pytest.mark.parametrize("file", files("engine", "store", "web", "app"), ids=short)
def test_nothing_branches_on_a_games_name_outside_games(file: Path) -> None:
    module = tree(file)
    words, skipped = game_words(), docstrings(module)
    named = [
        node.value
        for node in ast.walk(module)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in skipped
        and words.search(node.value)
    ]
    assert named == []


# -- size and opening --------------------------------------------------------------------------


@pytest.mark.parametrize("file", SOURCES, ids=short)
def test_no_file_is_too_long_to_read(file: Path) -> None:
    assert len(file.read_text("utf-8").splitlines()) <= LONGEST_FILE


@pytest.mark.parametrize("file", SOURCES, ids=short)
def test_every_file_opens_with_a_sentence_that_says_what_it_knows(file: Path) -> None:
    doc = ast.get_docstring(tree(file))
    assert doc
    assert doc.splitlines()[0][-1] in ".:?", doc.splitlines()[0]
