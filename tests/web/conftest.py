"""A web app over a fresh SQLite database for each test."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask

from referee.app import create_app
from referee.settings import Settings
from referee.store import Store, upgrade
from referee.store.base import parsed
from tests import compiled
from tests.devices import owner
from tests.web.pages import Web


@pytest.fixture(scope="session", autouse=True)
def compiled_once() -> Iterator[None]:
    with compiled.pages(), compiled.statements():
        yield


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated database with nothing in it, to be copied."""
    file = tmp_path_factory.mktemp("empty") / "referee.sqlite"
    upgrade(parsed(f"sqlite:///{file}"))
    return file


@pytest.fixture
def stores(empty_database: Path, tmp_path: Path) -> Iterator[Callable[[], Store]]:
    """Opens stores with nothing in them."""
    made: list[Store] = []

    def another() -> Store:
        file = tmp_path / f"referee{len(made)}.sqlite"
        shutil.copy(empty_database, file)
        made.append(Store(f"sqlite:///{file}"))
        return made[-1]

    yield another
    for store in made:
        store.close()


@pytest.fixture
def store(stores: Callable[[], Store]) -> Store:
    return stores()


@pytest.fixture
def app(store: Store, tmp_path: Path) -> Flask:
    return an_app(store, tmp_path)


def an_app(store: Store, folder: Path) -> Flask:
    settings = Settings(instance=folder, database="unused", given_key="a key of the tests")
    return create_app(settings, store)


@pytest.fixture
def web(app: Flask, store: Store) -> Web:
    return owners(app, store)


def owners(app: Flask, store: Store) -> Web:
    """The owner's phone: without a cookie there is only the page to join by."""
    client = app.test_client()
    client.set_cookie("referee", owner(store))
    return Web(client)


@pytest.fixture
def other_web(stores: Callable[[], Store], tmp_path: Path) -> Web:
    """Another installation with nothing in it."""
    store = stores()
    return owners(an_app(store, tmp_path), store)
