"""Taking a club along, bringing it in and letting it go, at the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.store import NewMatch, Store
from tests.cli.conftest import Home


def test_out_and_in_and_gone(home: Home) -> None:
    assert home.run("upgrade").returncode == 0
    store = Store(f"sqlite:///{home.file}")
    match = store.create(NewMatch("pitch", ("Ana", "Ben", "Cleo", "Dan")))
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
