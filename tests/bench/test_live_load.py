"""1,000 phones at their tables, beside a bare asyncio broadcast of the same messages and the floor:
Flask with a broadcast and nothing of ours."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from referee.store import Store
from tests.bench.figures import Limits, cpu, memory, percentile, raw_saves
from tests.bench.floor.pins import moved
from tests.bench.load import SERVERS
from tests.bench.tables import PLACES, answers, tables
from tests.bench.wire import many_files
from tests.cli.conftest import Home
from tests.cli.test_streams import stopped

PHONES = 1_000
TABLES = -(-PHONES // len(PLACES))
ROOT = Path(__file__).parents[2]
STOPS = (signal.SIGTERM, signal.SIGINT)


def python(*words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", *words],
        cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip


class Load:
    """The process of the phones."""

    def __init__(self, plan: Path) -> None:
        self.process = python("tests.bench.load", str(plan))

    def __call__(self, do: str, **how: Any) -> dict[str, Any]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps({"do": do, **how}) + "\n")
        self.process.stdin.flush()
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        return answer


def end(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.communicate()


def test_a_thousand_phones(home: Home, free_port: Callable[[], int], tmp_path: Path) -> None:
    many_files()
    assert home.run("upgrade").returncode == 0
    store = Store(f"sqlite:///{home.file}")
    made = tables(store, TABLES)
    store.close()
    ports = {server: free_port() for server in SERVERS}
    plan = tmp_path / "plan.json"
    plan.write_text(json.dumps({"ports": ports, "tables": made, "answers": answers(90)}))

    server = home.serve(ports["referee"])
    others = [python(f"tests.bench.{name}", str(ports[name])) for name in ("floor", "bare")]
    load = Load(plan)
    try:
        limits = Limits()
        load("saturate", seconds=2, of="referee")  # warm: all templates, all threads
        measure(server.pid, load, limits)
        saturate(load, limits, tmp_path / "raw.sqlite")
    finally:
        end(load.process)
        for other in others:
            end(other)
        home.stop()
    match, cookies = made[0]
    took = min(stopped(home, free_port(), match, cookies[0], s) for s in STOPS)
    limits.most("stop with 50 open streams", took, 1.0, " s")
    limits.check()


def measure(pid: int, load: Load, limits: Limits) -> None:
    """Memory, rest, and from a save to the other phones."""
    load("connect", to="referee", most=60)  # warm too: what the first ones take, all share
    load("leave")
    for other in ("floor", "bare"):
        load("connect", to=other)
    before = memory(pid)
    phones = load("connect", to="referee")["phones"]
    time.sleep(3)
    limits.most("memory a phone", (memory(pid) - before) / phones / 1024, 16, " KiB")

    start, idle = cpu(pid), 30.0
    time.sleep(idle)
    limits.most("idle, of a core", 100 * (cpu(pid) - start) / idle, 1, " %")

    load("saves", seconds=2)
    seen = load("saves", seconds=20)
    assert seen["missing"] == 0
    print(f"  {len(seen['referee'])} messages of about {seen['bytes']} bytes")
    print(f"  answered: p50 {1000 * percentile(seen['answered'], 50):.2f} ms")
    for change in moved():
        print(f"  the floor has moved, figures compare no more: {change}")
    for percent, limit in ((50, 10), (99, 30)):
        ours, floor, bare = (percentile(seen[server], percent) for server in SERVERS)
        told = f"bare {1000 * bare:.2f} ms, the floor {1000 * floor:.2f} ms"
        print(f"  save to seen, p{percent}: {1000 * ours:.2f} ms, {told}")
        limits.goal(f"save to seen, p{percent}, of the floor's", ours / floor, "2.5 x", " x")
        limits.most(f"save to seen, p{percent}, of the bare one's", ours / bare, limit, " x")


def saturate(load: Load, limits: Limits, file: Path) -> None:
    """As many saves as it takes with everybody connected, beside sqlite3 alone, in turns."""
    ours: list[float] = []
    raw: list[float] = []
    empty: list[float] = []
    for _ in range(3):
        raw.append(raw_saves(file, 2))
        for server, figures in (("referee", ours), ("floor", empty)):
            done = load("saturate", seconds=3, of=server)
            figures.append(done["saved"] / done["seconds"])
    limits.goal("saves a second", max(ours))
    limits.goal("saves a second, sqlite3 alone", max(raw))
    limits.goal("answers a second, the floor", max(empty))
    disk = sum(raw) / sum(empty)
    limits.goal("sqlite3 alone, of the floor's answers", disk, "3 x or the disk is too slow", " x")
    limits.goal("saves a second, of the floor's answers", sum(ours) / sum(empty), "0.25 x", " x")
    limits.least("saves a second, of sqlite3 alone", sum(ours) / sum(raw), 0.15, " x")
