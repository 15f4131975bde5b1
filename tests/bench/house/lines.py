"""How long the source is, and how much of a rule sheet decides something."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

REFEREE = Path(__file__).parents[3] / "referee"
RUFF = Path(sys.executable).with_name("ruff")
LAW = {"Rule", "Law", "law"}  # calls that declare a numbered rule
HOUSE = {"house"}  # calls that declare a house rule
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
CLOSING = re.compile(r"[\s)\]},:]*")  # lines that formatting alone makes


def sources(folder: Path = REFEREE) -> list[Path]:
    """Python files, but for the migrations: those are history."""
    return sorted(f for f in folder.rglob("*.py") if "migrations" not in f.parts)


def lines(file: Path) -> int:
    return len(file.read_text("utf-8").splitlines())


def prose(file: Path) -> int:
    """Lines of numbered rules."""
    text = file.read_text("utf-8")
    return len(spanned(n for n in ast.walk(ast.parse(text)) if declares(n, LAW)))


def spanned(nodes: Iterable[ast.AST]) -> set[int]:
    """The numbers of the lines on which these stand."""
    found: set[int] = set()
    for node in nodes:
        if isinstance(node, ast.expr | ast.stmt):
            found.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return found


def declares(node: ast.AST, names: set[str]) -> bool:
    return isinstance(node, ast.Call) and named(node.func) in names


def named(node: ast.AST | None) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


# -- games -------------------------------------------------------------------------------------


def games(names: Iterable[str]) -> dict[str, list[Path]]:
    """The files of each game: a folder of its name, a file of its name, files that begin with it.

    The longest name that fits has a file."""
    known = sorted(names, key=len, reverse=True)
    found: dict[str, list[Path]] = {name: [] for name in known}
    top = REFEREE / "games"
    for file in sources(top):
        first = file.relative_to(top).parts[0].removesuffix(".py")
        owner = next((n for n in known if first == n or first.startswith(f"{n}_")), None)
        if owner is not None:
            found[owner].append(file)
    return found


@cache
def formatted(file: Path) -> str:
    done = subprocess.run(
        [RUFF, "format", "-"], input=file.read_text("utf-8"), capture_output=True, text=True,
        check=True, cwd=REFEREE.parent,
    )  # fmt: skip
    return done.stdout


def deciding(files: Iterable[Path]) -> int:
    """Lines that decide something.

    A logical line here is a line of code after formatting, apart from those of closing brackets
    alone.  Not counted: docstrings, comments, blank lines, imports, numbered rules, declarations of
    house rules and the tables of their values."""
    trees = {file: ast.parse(formatted(file)) for file in files}
    nodes = {file: list(ast.walk(tree)) for file, tree in trees.items()}
    tables = {
        named(node.args[0])
        for walked in nodes.values()
        for node in walked
        if isinstance(node, ast.Call) and declares(node, HOUSE) and node.args
    } - {""}
    total = 0
    for file, walked in nodes.items():
        apart = spanned(node for node in walked if stands_apart(node, tables))
        apart |= spanned(doc for node in walked if (doc := docstring(node)) is not None)
        for number, line in enumerate(formatted(file).splitlines(), 1):
            code = not CLOSING.fullmatch(line) and not line.strip().startswith("#")
            total += code and number not in apart
    return total


def stands_apart(node: ast.AST, tables: set[str]) -> bool:
    match node:
        case ast.Import() | ast.ImportFrom():
            return True
        case ast.If(test=test):
            return named(test) == "TYPE_CHECKING"
        case ast.AnnAssign(target=target, value=value):
            return named(target) in tables or (value is not None and declares(value, HOUSE))
        case ast.Assign(targets=targets, value=value):
            return any(named(t) in tables for t in targets) or declares(value, HOUSE)
    return declares(node, LAW)


def docstring(node: ast.AST) -> ast.Expr | None:
    if not isinstance(node, DOCUMENTED) or not node.body:
        return None
    match node.body[0]:
        case ast.Expr(value=ast.Constant(value=str())) as doc:
            return doc
    return None


# -- files and folders -------------------------------------------------------------------------


def longer(than: int) -> list[Path]:
    """Files with more lines than that, numbered rules apart."""
    return [file for file in sources() if lines(file) - prose(file) > than]


def crowded(most: int = 8) -> dict[str, int]:
    """Folders of store/ and web/, those two included, with more files than that in them."""
    counts: dict[str, int] = {}
    for file in [*sources(REFEREE / "store"), *sources(REFEREE / "web")]:
        if file.name != "__init__.py":
            folder = file.parent.relative_to(REFEREE).as_posix()
            counts[folder] = counts.get(folder, 0) + 1
    return {folder: count for folder, count in counts.items() if count > most}
