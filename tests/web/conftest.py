"""A web app over a fresh SQLite database for each test."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from referee.app import create_app
from referee.settings import Settings
from referee.store import Store
from referee.store.upgrade import parsed, upgrade
from tests.web.pages import Web


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated database with nothing in it, to be copied."""
    file = tmp_path_factory.mktemp("empty") / "referee.sqlite"
    upgrade(parsed(f"sqlite:///{file}"))
    return file


@pytest.fixture
def store(empty_database: Path, tmp_path: Path) -> Iterator[Store]:
    file = tmp_path / "referee.sqlite"
    shutil.copy(empty_database, file)
    store = Store(f"sqlite:///{file}")
    yield store
    store.close()


@pytest.fixture
def app(store: Store, tmp_path: Path) -> Flask:
    settings = Settings(instance=tmp_path, database="unused", given_key="a key of the tests")
    return create_app(settings, store)


@pytest.fixture
def web(app: Flask) -> Web:
    return Web(app.test_client())
