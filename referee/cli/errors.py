"""What is wrong becomes one line and status 1; and the store, opened for one command."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from referee.settings import Settings, SettingsError

if TYPE_CHECKING:
    from referee.store import Store


@contextmanager
def one_line() -> Iterator[None]:
    """What is wrong with the settings, the database or the port becomes one line, status 1."""
    from referee.server import ServeError
    from referee.store import StoreError

    try:
        yield
    except (SettingsError, StoreError, ServeError) as error:
        raise click.ClickException(" ".join(str(error).split())) from error


@contextmanager
def opened() -> Iterator[Store]:
    """The store; what it refuses becomes one line, status 1."""
    from referee.engine import in_english
    from referee.store import Refused, Store

    with one_line():
        store = Store(Settings.from_env().database)
        try:
            yield store
        except Refused as error:
            raise click.ClickException(in_english(error.text)) from error
        finally:
            store.close()
