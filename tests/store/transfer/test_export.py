"""A club taken along: out of one database, into another, and out again as the same bytes."""

from __future__ import annotations

import io
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import make_url

from referee.store import NewMatch, Refused, Store
from tests.store.conftest import NUMBERS, four, on_server
from tests.store.phones import Join
from tests.store.steps import FOUR, finish, play, rows


def filled(store: Store, match: str, join: Join) -> None:
    """Finished and open matches, notes, a merge, a hidden and a forgotten player."""
    token, _ = join("seat", "0", name="Ana's phone")
    device = store.devices.device(token)
    assert device is not None
    store.record(match, [(0, "note", "Rain; Ana dealt")], uid="n", device=device.id)
    store.undo(match, store.version(match), uid="u")
    store.past.describe(match, "P" * 80, "a long evening\n" * 130)
    finish(store, match)
    other = store.create(four("Ana", "Ben", "Eva", "Dan", target="5", uid="x"))
    play(store, other, 0, FOUR)
    store.record(other, [(1, "seat.2", store.player("Fay"))], uid="s")
    store.create(NewMatch("german_whist", ("Ben", "Cleo"), start=(3, -2)))
    store.save_card("pitch", "House", {"target": "7"})
    store.merge(store.player("Cleopatra"), store.player("Cleo"))
    store.hide(store.player("Dan"))
    store.keeping.forget(store.player("Gone"))


def exported(store: Store) -> str:
    return "".join(f"{line}\n" for line in store.keeping.export_club())


def source(text: str) -> io.BytesIO:
    return io.BytesIO(text.encode())


@pytest.fixture
def match(store: Store) -> str:
    """One that `finish` ends."""
    return store.create(four(target="7"))


@pytest.fixture
def elsewhere(
    request: pytest.FixtureRequest, mould: Path, server: str, tmp_path: Path
) -> Callable[[str], Store]:
    """Opens a fresh store on SQLite or PostgreSQL."""

    def opened(kind: str) -> Store:
        name = f"other{next(NUMBERS)}"
        if kind == "sqlite":
            shutil.copy(mould, tmp_path / name)
            store = Store(f"sqlite:///{tmp_path / name}")
        else:
            on_server(server, f"CREATE DATABASE {name} TEMPLATE ready STRATEGY FILE_COPY")
            url = make_url(server).set(database=name).render_as_string(hide_password=False)
            store = Store(url)
            request.addfinalizer(lambda: on_server(server, f"DROP DATABASE {name} WITH (FORCE)"))
        request.addfinalizer(store.close)
        return store

    return opened


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_a_club_goes_from_sqlite_to_postgresql_and_back_as_the_same_bytes(
    store: Store, match: str, join: Join, elsewhere: Callable[[str], Store]
) -> None:
    filled(store, match, join)
    text = exported(store)
    for kind in ("postgresql", "sqlite"):
        other = elsewhere(kind)
        looked = other.keeping.look(source(text))
        assert rows(other, "SELECT count(*) FROM player") == [(0,)]
        done = other.keeping.take_in(source(text))
        assert looked == done
        assert (done.new, done.here) == (3, 0)
        assert exported(other) == text
        assert other.audit() == (3, [])
        again = other.keeping.take_in(source(text))
        assert (again.new, again.here, again.arrived) == (0, 3, [])
        assert exported(other) == text


def test_statistics_of_an_import_are_those_of_the_club(
    store: Store, match: str, join: Join, elsewhere: Callable[[str], Store]
) -> None:
    filled(store, match, join)
    other = elsewhere("sqlite")
    other.keeping.take_in(source(exported(store)))
    query = (
        "SELECT name, game, period, matches, wins, points FROM player_stat"
        " JOIN player ON player.id = player_id ORDER BY name, game, period"
    )
    assert rows(other, query) == rows(store, query) != []


def test_a_match_comes_home_as_one_that_is_here(store: Store, match: str) -> None:
    finish(store, match)
    text = store.keeping.export_match(match)
    store.keeping.look(source(text))
    assert (store.keeping.take_in(source(text)).here, len(store.history().items)) == (1, 1)
    store.keeping.delete_match(match)
    assert store.keeping.take_in(source(text)).new == 1
    assert store.audit() == (1, [])


def test_tokens_and_links_stay_at_home(store: Store, match: str, join: Join) -> None:
    token, _ = join("scorer", "score")
    text = exported(store)
    assert token not in text
    for (secret,) in rows(
        store, "SELECT token_hash FROM device UNION SELECT token_hash FROM join_link"
    ):
        assert secret not in text


def test_who_comes_in_with_a_file_is_in_no_phone(
    store: Store, match: str, join: Join, elsewhere: Callable[[str], Store]
) -> None:
    filled(store, match, join)
    other = elsewhere("sqlite")
    other.keeping.take_in(source(exported(store)))
    assert other.devices.listed() == []
    assert not other.devices.has_owner()


# -- files that are refused ------------------------------------------------------------------------

Lines = list[dict[str, Any]]


def entry(lines: Lines, n: int = 0) -> dict[str, Any]:
    row: dict[str, Any] = found(lines)["entries"][n]
    return row


def found(lines: Lines) -> dict[str, Any]:
    match: dict[str, Any] = next(line["match"] for line in lines if "match" in line)
    return match


def changed(name: str, value: Any) -> Callable[[Lines], None]:
    return lambda lines: found(lines).update({name: value})


def said(name: str, value: Any) -> Callable[[Lines], None]:
    return lambda lines: entry(lines).update({name: value})


def named(name: Any) -> Callable[[Lines], None]:
    return lambda lines: lines[1]["player"].update(name=name)


def twice(lines: Lines) -> None:
    lines.insert(-1, {"match": found(lines)})
    lines[-1]["end"].update(matches=2)


HOSTILE: dict[str, Callable[[Lines], Any]] = {
    "another version": lambda lines: lines[0].update(version=2),
    "a version that is no number": lambda lines: lines[0].update(version=True),
    "another format": lambda lines: lines[0].update(format="x"),
    "a club name that is none": lambda lines: lines[0].update(name={}),
    "cut off": lambda lines: lines.pop(),
    "a line missing": lambda lines: lines.pop(1),
    "out of order": lambda lines: lines.insert(1, lines.pop(-2)),
    "a match twice": twice,
    "a number for a name": named(7),
    "no name": named("   "),
    "a control character": named("A\x07na"),
    "a direction override": named("A\u202ena"),
    "a lone surrogate": named("A\ud800"),
    "the same name twice": named("BEN"),
    "merged into himself": lambda lines: lines[1]["player"].update(merged_into=1),
    "merged into nobody": lambda lines: lines[1]["player"].update(merged_into=99),
    "an id that is none": changed("id", "../etc"),
    "a foreign player": changed("players", [1, 2, 3, 99]),
    "somebody twice": changed("players", [1, 2, 3, 3]),
    "too many seats": changed("players", list(range(1, 40))),
    "an unknown game": changed("game", "chess"),
    "an unknown rule": changed("rules", {"x": "1"}),
    "a rule that is a number": changed("rules", {"target": 7}),
    "true for a number": changed("dealer", True),
    "another total": changed("totals", [9, 9]),
    "another winner": changed("winners", [0]),
    "another line": changed("lines", []),
    "never ended": changed("ended", None),
    "no time": changed("created", "yesterday"),
    "a time without a zone": changed("created", "2026-11-30T10:00:00"),
    "a year before all": changed("created", "0001-01-01T00:00:00+14:00"),
    "more than is known": changed("admin", True),
    "a bad start": changed("start", [10**7, 0]),
    "a long note": changed("note", "x" * 2001),
    "a long place": changed("place", "x" * 81),
    "a seq left out": said("seq", 5),
    "the same seq twice": lambda lines: entry(lines, 1).update(seq=1),
    "hand below nought": said("hand", -1),
    "hand far away": said("hand", 10**6),
    "takes back the future": said("undoes", 2),
    "a foreign phone": said("device", 12),
    "a foreigner sits down": lambda lines: entry(lines).update(key="seat.0", value="77"),
    "a key that is none": said("key", "a b; drop"),
    "an answer with a control character": said("value", "a\x07"),
    "an answer that turns round": said("value", "A\u202e"),
    "an answer of two lines": said("value", "a\nb"),
    "an endless answer": said("value", "x" * 600),
    "start that is no number": lambda lines: entry(lines).update(key="start.0", value="x"),
}  # fmt: skip


def refused(store: Store, data: bytes) -> str:
    """The reason why a file is not taken; nothing is written, neither looked at nor taken in."""
    before = exported(store), rows(store, "SELECT count(*) FROM device")
    for way in (store.keeping.look, store.keeping.take_in):
        with pytest.raises(Refused) as error:
            way(io.BytesIO(data))
    assert (exported(store), rows(store, "SELECT count(*) FROM device")) == before
    assert error.value.text.text.startswith("Line ")
    assert int(str(error.value.text.params["n"])) >= 1
    return str(error.value.text.params["why"])


@pytest.fixture
def lines(store: Store, match: str) -> Lines:
    """A file of a match that has been deleted since."""
    finish(store, match)
    text = exported(store)
    store.keeping.delete_match(match)
    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.parametrize("how", HOSTILE)
def test_a_file_that_is_wrong_is_refused_whole(store: Store, lines: Lines, how: str) -> None:
    HOSTILE[how](lines)
    refused(store, "".join(f"{json.dumps(line)}\n" for line in lines).encode())


@pytest.mark.parametrize(
    "raw",
    [
        b"", b"\xff\xfe", b"\xef\xbb\xbf", b"\xef\xbb\xbf" * 2 + b"{}",
        b"[" * 100_000, b'{"a":' * 100_000, b"{", b"null", b"7",
        b'{"format":"referee club","version":NaN}', b'{"format":"referee club","version":1.0}',
        b'{"format":"referee club","version":' + b"9" * 5_000 + b"}",
        b'{"format":"referee club","format":"referee club"}',
        b'{"format":"referee club","version":1,"name":"' + b"x" * (10 * 2**20) + b'"}',
    ],
    ids=lambda raw: repr(raw[:24]) + str(len(raw)),
)  # fmt: skip
def test_what_is_no_file_of_ours_is_refused(store: Store, raw: bytes) -> None:
    refused(store, raw)


def test_the_file_itself_is_good(store: Store, lines: Lines) -> None:
    text = "".join(f"{json.dumps(line)}\n" for line in lines)
    assert store.keeping.look(source("\ufeff" + text)).new == 1  # as some editors write it
    assert store.keeping.take_in(source(text)).new == 1


def test_a_spreadsheet_gets_no_formula_and_real_numbers(store: Store) -> None:
    match = store.create(four("=1+1", "-Ben", "@Cleo", "Dan"))
    play(store, match, 0)
    sheet = store.keeping.match_csv(match)
    assert "'=1+1 & @Cleo,-2," in sheet
    assert "'-Ben & Dan,3," in sheet
    assert "'@Cleo" in "".join(store.keeping.club_csv())
