"""The phones, as a process of their own: told by lines of JSON what to do, and answers in such.

    {"do": "connect", "to": "referee"}        1,000 streams (or "most"); answers when all have begun
    {"do": "saves", "seconds": 20}            10 saves a second to each server, in turn
    {"do": "saturate", "of": "referee", "seconds": 8}   as many saves as it takes
    {"do": "leave"}                           close every stream

Run as `python -m tests.bench.load PLAN`, where PLAN is a file with the ports, tables and answers.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import sys
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from tests.bench.wire import Line, Stream, listen, many_files

AT_ONCE = 20  # streams that are being opened at the same time; savers at saturation
SAVES = 10  # a second
SERVERS = ("referee", "floor", "bare")
APPS = SERVERS[:2]  # they take the same addresses and forms
FORM = {"Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true"}


class Table:
    """A match with its phones: what was answered so far, and when each phone saw the newest."""

    def __init__(self, match: str, cookies: list[str], answers: list[list[Any]]) -> None:
        self.match, self.cookies, self.answers = match, cookies, answers
        self.next = 0
        self.frame = b""
        self.seen: dict[str, list[float]] = {server: [] for server in SERVERS}

    def form(self) -> bytes:
        hand, key, value = self.answers[self.next]
        said = {"hand": hand, "answer": f"{key}={value}", "seen": self.next, "uid": f"{self.next}"}
        self.next += 1
        return urlencode(said).encode()

    @property
    def path(self) -> str:
        return f"/t/{self.match}/answer"

    def hear(self, server: str, message: bytes, now: float) -> None:
        if b"id: " not in message:
            return
        frame = message[message.index(b"id: ") :] + b"\n\n"
        version = int(frame[4 : frame.index(b"\n")])
        if version == self.next and version:
            if server == "referee":
                self.frame = frame
            self.seen[server].append(now)


class Load:
    def __init__(self, plan: dict[str, Any]) -> None:
        self.ports: dict[str, int] = plan["ports"]
        self.tables = [Table(match, cookies, plan["answers"]) for match, cookies in plan["tables"]]
        self.turn = itertools.cycle(self.tables)
        self.streams: list[Stream] = []

    async def connect(self, to: str, most: int | None = None) -> dict[str, Any]:
        gate = asyncio.Semaphore(AT_ONCE)

        async def one(table: Table, cookie: str) -> None:
            path = f"/live/{table.match}?seen={table.next}" if to in APPS else f"/{table.match}"
            async with gate:
                heard = lambda message, now: table.hear(to, message, now)  # noqa: E731
                self.streams.append(await listen(self.ports[to], path, cookie, heard))

        phones = [(table, cookie) for table in self.tables for cookie in table.cookies]
        await asyncio.gather(*(one(*phone) for phone in phones[:most]))
        return {"phones": len(phones)}

    async def saves(self, seconds: float) -> dict[str, Any]:
        """Save, then hand the bare server the very bytes that came of it, turn by turn."""
        took: dict[str, list[float]] = {server: [] for server in SERVERS}
        answered: list[float] = []
        missing = 0
        lines = {server: Line(port, "") for server, port in self.ports.items()}
        begin = time.perf_counter()
        for number in range(int(seconds * SAVES)):
            table = next(self.turn)
            await asyncio.sleep(max(0.0, begin + number / SAVES - time.perf_counter()))
            form = table.form()
            for seen in table.seen.values():
                seen.clear()
            for server in SERVERS:
                line = lines[server]
                line.cookie = table.cookies[0]
                if server == "bare":
                    await line.ask("PUT", f"/{table.match}", table.frame)
                path = table.path if server in APPS else f"/{table.match}"
                start = time.perf_counter()
                answer = await line.ask("POST", path, form, FORM)
                if server == "referee":
                    answered.append(time.perf_counter() - start)
                assert answer.status == 200, answer
                await asyncio.sleep(0.25 / SAVES)  # each has its part of the time
                took[server] += [at - start for at in table.seen[server]]
            missing += sum(len(table.cookies) - len(seen) for seen in table.seen.values())
        for line in lines.values():
            line.close()
        return {**took, "answered": answered, "missing": missing, "bytes": len(table.frame)}

    async def saturate(self, seconds: float, of: str) -> dict[str, Any]:
        """Savers that do nothing but save, each at tables of its own."""
        end = time.perf_counter() + seconds
        saved = 0

        async def saver(number: int) -> None:
            nonlocal saved
            line = Line(self.ports[of], "")
            for table in itertools.cycle(self.tables[number::AT_ONCE]):
                if time.perf_counter() >= end:
                    break
                line.cookie = table.cookies[0]
                # What saves nothing may be given the same answer again and again.
                form = table.form() if of == "referee" else b"seen=0"
                answer = await line.ask("POST", table.path, form, FORM)
                assert answer.status == 200, answer
                saved += 1
            line.close()

        start = time.perf_counter()
        await asyncio.gather(*(saver(number) for number in range(AT_ONCE)))
        return {"saved": saved, "seconds": time.perf_counter() - start}

    async def leave(self) -> dict[str, Any]:
        for stream in self.streams:
            stream.transport.close()
        self.streams.clear()
        return {}


async def obey(load: Load) -> None:
    """One order a line, until there is no more."""
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        order = json.loads(line)
        print(json.dumps(await getattr(load, order.pop("do"))(**order)), flush=True)


if __name__ == "__main__":
    many_files()
    asyncio.run(obey(Load(json.loads(Path(sys.argv[1]).read_text()))))
