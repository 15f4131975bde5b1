"""What was compiled for one test need not be compiled again for the next.

Every test has a database and an app of its own.  Statements, templates and addresses are the same
in all of them, and compiling them anew took a third of the time.  Nothing else is shared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import CodeType
from typing import Any
from unittest.mock import patch

from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from sqlalchemy import URL, Engine, Pool
from sqlalchemy.engine import Dialect
from werkzeug.routing import Rule


class Templates(BytecodeCache):
    """Compiled templates, found again by name and by a sum over their source."""

    def __init__(self) -> None:
        self.known: dict[tuple[str, str], CodeType | None] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self.known.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.known[bucket.key, bucket.checksum] = bucket.code


class Address(Rule):
    """A rule whose builders of addresses are made once: they are plain functions of the rule."""

    known: dict[tuple[object, ...], Callable[..., tuple[str, str]]] = {}

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        key = (self.rule, repr(self.defaults), tuple(self._trace), append_unknown)
        if key not in self.known:
            self.known[key] = super()._compile_builder(append_unknown)
        return self.known[key]


@contextmanager
def pages() -> Iterator[None]:
    """Apps made in here share what is compiled of templates and addresses."""
    options: dict[str, Any] = {**Flask.jinja_options, "bytecode_cache": Templates()}
    with (
        patch.object(Flask, "jinja_options", options),
        patch.object(Flask, "url_rule_class", Address),
    ):
        yield


@contextmanager
def statements() -> Iterator[None]:
    """Engines of SQLite made in here share their compiled statements.

    Not those of PostgreSQL: there a dialect also knows how transactions are isolated, and a race
    between two phones would be another one.
    """
    first: dict[str, Engine] = {}
    plain = Engine.__init__

    def made(self: Engine, pool: Pool, dialect: Dialect, url: URL, **more: Any) -> None:
        plain(self, pool, dialect, url, **more)
        if dialect.name != "sqlite":
            return
        known = first.get(dialect.driver)
        if known is None or getattr(known.dialect, "server_version_info", None) is None:
            first[dialect.driver] = self  # a dialect is complete once it was connected
        else:
            self.dialect, self._compiled_cache = known.dialect, known._compiled_cache

    with patch.object(Engine, "__init__", made):
        yield
