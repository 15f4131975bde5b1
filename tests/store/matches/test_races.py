"""Several phones at the same instant, a database that is busy, and a connection that breaks."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
from sqlalchemy import create_engine, make_url, text

from referee.engine import StaleQuestion
from referee.store import Busy, NotSaved, Saved, Store
from referee.store.base.database import Turnstile
from tests.store.conftest import four
from tests.store.steps import answers, play


def at_once(*calls: Callable[[], Saved]) -> list[Saved | Exception]:
    """Run the calls in threads that start together; what each gave or raised."""
    gate = threading.Barrier(len(calls))

    def run(call: Callable[[], Saved]) -> Saved | Exception:
        gate.wait()
        try:
            return call()
        except StaleQuestion as error:
            return error

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def test_of_two_phones_on_one_question_one_wins(store: Store) -> None:
    for turn in range(15):
        key = store.create(four())
        results = at_once(
            lambda k=key: store.record(k, [(0, "contract", "0.2")], uid="a", seen=0),  # type: ignore[misc]
            lambda k=key: store.record(k, [(0, "contract", "1.3")], uid="b", seen=0),  # type: ignore[misc]
        )
        won = [r for r in results if isinstance(r, Saved)]
        lost = [r for r in results if isinstance(r, StaleQuestion)]
        assert (len(won), len(lost)) == (1, 1), turn
        log = store.load(key).log
        assert [lost[0].stands] == [entry.value for entry in log]


def test_two_phones_with_the_same_answer_save_it_once(store: Store) -> None:
    for _ in range(10):
        key = store.create(four())
        results = at_once(
            lambda k=key: store.record(k, [(0, "contract", "0.2")], uid="a", seen=0),  # type: ignore[misc]
            lambda k=key: store.record(k, [(0, "contract", "0.2")], uid="b", seen=0),  # type: ignore[misc]
        )
        assert sorted(r.fresh for r in results if isinstance(r, Saved)) == [False, True]
        assert store.version(key) == 1


def test_one_intent_sent_twice_at_once_counts_once(store: Store, match: str) -> None:
    results = at_once(*[lambda: store.record(match, answers(0), uid="tap", seen=0)] * 6)
    assert sorted(r.fresh for r in results if isinstance(r, Saved)) == [False] * 5 + [True]
    assert store.version(match) == 6


def test_phones_on_different_questions_lose_nothing(store: Store, match: str) -> None:
    store.record(match, answers(0)[:2], uid="a")
    points = answers(0)[2:]
    results = at_once(*(lambda p=p: store.record(match, [p], uid=p[1], seen=2) for p in points))
    assert all(isinstance(result, Saved) and result.fresh for result in results)
    loaded = store.load(match)
    assert loaded.sheet.totals == (-2, 3)
    assert [entry.seq for entry in loaded.log] == [1, 2, 3, 4, 5, 6]


def test_many_writers_on_many_matches_lose_nothing(store: Store) -> None:
    keys = [store.create(four()) for _ in range(8)]

    def evening(key: str) -> int:
        for hand in range(3):
            play(store, key, hand)
        return store.version(key)

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(evening, keys)) == [18] * 8
    assert store.audit() == (8, [])


def test_creating_at_once_makes_a_player_once(store: Store) -> None:
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: store.create(four(uid="")), range(8)))
    assert len(store.players()) == 4


def test_the_lock_is_handed_on_in_the_order_of_asking() -> None:
    turnstile = Turnstile()
    order: list[int] = []

    def wait(number: int) -> None:
        with turnstile.turn(10):
            order.append(number)

    threads = [threading.Thread(target=wait, args=(n,)) for n in range(8)]
    with turnstile.turn(1):
        for place, thread in enumerate(threads, 1):
            thread.start()
            while len(turnstile._waiting) < place:
                time.sleep(0.001)
        with pytest.raises(Busy), turnstile.turn(0.01):
            pass
    for thread in threads:
        thread.join()
    assert order == list(range(8))
    with turnstile.turn(1):
        pass


def test_a_database_that_stays_busy_saves_nothing(url: str) -> None:
    store = Store(url, patience=0.2)
    match = store.create(four())
    engine = create_engine(url)
    with engine.connect() as other:
        if engine.dialect.name == "sqlite":
            other.exec_driver_sql("BEGIN IMMEDIATE")
        else:
            other.execute(text("SELECT * FROM match FOR UPDATE"))
        with pytest.raises(Busy):
            store.record(match, [(0, "contract", "0.2")], uid="tap")
        assert store.load(match).log == ()  # reading goes on
    engine.dispose()
    assert store.record(match, [(0, "contract", "0.2")], uid="tap").fresh
    store.close()


def test_a_broken_connection_is_replaced(url: str) -> None:
    if make_url(url).get_backend_name() == "sqlite":
        return  # there is no server that could go away
    store = Store(url)
    match = store.create(four())
    engine = create_engine(url)
    with engine.connect() as other:
        other.execute(
            text(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE pid <> pg_backend_pid() AND datname = current_database()"
            )
        )
    engine.dispose()
    assert store.record(match, [(0, "contract", "0.2")], uid="tap").fresh
    store.close()


def test_a_full_disk_is_said_and_overcome(url: str) -> None:
    address = make_url(url)
    if address.get_backend_name() != "sqlite":
        return  # its disk is its own affair; it says so by an error of the same class
    store = Store(url)
    match = store.create(four())
    with store._database.engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count = 1")  # cut down to what is in use
    for number in range(1000):
        try:
            store.record(match, [(0, "note", f"{number} " + 400 * "x")], uid="")
        except NotSaved:
            break
    else:
        pytest.fail("the disk never filled up")
    version = store.version(match)
    assert version == len(store.load(match).log)
    with store._database.engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count = 100000")
    assert store.record(match, [(0, "note", "space again")], uid="tap").fresh
    assert store.audit() == (1, [])
    store.close()


def test_a_database_that_turns_read_only_is_said(url: str) -> None:
    store = Store(url)
    match = store.create(four())
    if make_url(url).get_backend_name() == "sqlite":
        with store._database.engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA query_only = ON")
    else:
        engine = create_engine(url, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            name = make_url(url).database
            connection.execute(
                text(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
            )
        engine.dispose()
        store._database.engine.dispose()  # the setting holds for new connections
    with pytest.raises(NotSaved):
        store.record(match, [(0, "contract", "0.2")], uid="tap")
    assert store.load(match).log == ()
    store.close()


def test_saves_are_on_the_disk_when_they_are_acknowledged(url: str) -> None:
    store = Store(url)
    with store._database.engine.connect() as connection:
        if connection.dialect.name == "sqlite":
            modes = [
                connection.exec_driver_sql(f"PRAGMA {name}").scalar()
                for name in ("journal_mode", "synchronous", "foreign_keys")
            ]
            assert modes == ["wal", 2, 1]
        else:
            assert connection.scalar(text("SHOW synchronous_commit")) == "on"
    store.close()


def test_the_file_is_a_plain_sqlite_database(url: str) -> None:
    file = make_url(url).database
    if not url.startswith("sqlite"):
        return
    with closing(sqlite3.connect(str(file))) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
