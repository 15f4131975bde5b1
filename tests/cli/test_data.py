"""Taking a club along, bringing it in and letting it go, at the command line."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.cli import data as cli_data
from referee.cli import main
from referee.store import NewMatch, NotSaved, Store
from referee.store.keeping import Keeping
from tests.cli.conftest import Home

TABLE = NewMatch("pitch", ("Ana", "Ben", "Cleo", "Dan"))


def test_out_and_in_and_gone(home: Home) -> None:
    assert home.run("upgrade").returncode == 0
    store = Store(f"sqlite:///{home.file}")
    match = store.create(TABLE)
    store.close()
    file = str(home.folder / "club.jsonl")
    assert home.run("export", file).returncode == 0
    assert "1 are here already" in home.run("import", file, "--dry-run").stdout
    assert home.run("delete", match).returncode == 1  # nobody said yes
    assert home.run("delete", match, "--yes").returncode == 0
    assert "1 matches are new" in home.run("import", file).stdout
    assert home.run("forget", "Ana", "--yes").returncode == 0
    assert "Ana" not in home.run("export").stdout
    assert home.run("delete", "--club", "--yes").returncode == 0
    assert home.run("export", "--csv").stdout.count("\n") == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_is_told_in_one_line(home: Home) -> None:
    assert home.run("upgrade").returncode == 0
    done = home.run("export", "/dev/full")
    assert done.returncode == 1
    assert done.stderr == "Error: Not written: No space left on device.\n"


@pytest.fixture
def inside(home: Home, monkeypatch: pytest.MonkeyPatch) -> CliRunner:
    """Runs commands in this process, on a club of two matches."""
    assert home.run("upgrade").returncode == 0
    monkeypatch.setenv("REFEREE_INSTANCE", str(home.folder))
    monkeypatch.setattr(cli_data, "EVERY", 1)
    store = Store(f"sqlite:///{home.file}")
    for _ in range(2):
        store.create(TABLE)
    store.close()
    return CliRunner()


@pytest.mark.parametrize(
    "what", [OSError(errno.ENOSPC, "No space left on device"), KeyboardInterrupt()], ids=repr
)
def test_an_export_that_breaks_off_leaves_the_older_file_as_it_was(
    home: Home, inside: CliRunner, monkeypatch: pytest.MonkeyPatch, what: BaseException
) -> None:
    folder = home.folder / "copies"
    folder.mkdir()
    file = folder / "club.jsonl"
    link = folder / "latest"
    link.symlink_to(file)
    file.write_text("older")
    file.chmod(0o640)

    def broken(self: Keeping, *told: object) -> Iterator[str]:
        yield "x" * 100_000
        raise what

    with monkeypatch.context() as patch:
        patch.setattr(Keeping, "export_club", broken)
        assert inside.invoke(main, ["export", str(link)]).exit_code == 1
    assert file.read_text() == "older"
    assert sorted(folder.iterdir()) == [file, link]

    assert inside.invoke(main, ["export", str(link)]).exit_code == 0
    assert file.read_text().endswith('"matches":2}}\n')
    assert link.is_symlink()
    assert file.stat().st_mode & 0o777 == 0o640
    assert sorted(folder.iterdir()) == [file, link]


def test_how_far_it_is_stands_beside_what_is_written(home: Home, inside: CliRunner) -> None:
    for words in (["export"], ["export", "--csv"]):
        done = inside.invoke(main, words)
        size = len(done.stdout_bytes)
        assert done.stderr == f"2 matches\n{size} bytes written.\n"
        assert "matches\n" not in done.stdout
    file = home.folder / "club.jsonl"
    inside.invoke(main, ["export", str(file)])
    store = Store(f"sqlite:///{home.file}")
    store.keeping.delete_club()
    store.close()
    done = inside.invoke(main, ["import", str(file)])
    assert done.stderr == "1 matches checked\n2 matches checked\n2 matches\n"
    assert "2 matches are new" in done.stdout


def test_an_import_that_breaks_off_says_how_to_go_on(
    home: Home, inside: CliRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = home.folder / "club.jsonl"
    inside.invoke(main, ["export", str(file)])

    def full(*_: object) -> None:
        raise NotSaved("the disk is full")

    monkeypatch.setattr(Keeping, "take_in", full)
    done = inside.invoke(main, ["import", str(file)])
    assert done.exit_code == 1
    assert "import the file once more" in done.stderr
