"""Listening to a match: everybody gets the newest state, and whoever left is forgotten."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest

from referee.web.live import Hub, View
from referee.web.live import hub as hubs
from referee.web.live.events import State, encode

TABLE = View("table", "enter", "en")
WATCH = View("table", "watch", "en")
OTHER = View("other", "enter", "en")


class Phone:
    """The other end of a stream: what ASGI would send to it, read as events."""

    def __init__(self) -> None:
        self.raw = b""
        self.over = False
        self.gate = asyncio.Event()  # closed, the line takes nothing more
        self.gate.set()
        self._gone = asyncio.Event()

    async def send(self, message: Any) -> None:
        await self.gate.wait()
        if message["type"] == "http.response.start":
            assert message["status"] == 200
            self.headers = dict(message["headers"])
            return
        self.raw += message["body"]
        if not message.get("more_body", False):
            self.over = True
            self._gone.set()  # a server tells the end of a response so

    async def receive(self) -> Any:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    def leave(self) -> None:
        self._gone.set()

    @property
    def events(self) -> list[dict[str, str]]:
        found = []
        for block in self.raw.decode().split("\n\n")[:-1]:
            lines = [line.partition(": ") for line in block.split("\n")]
            found.append({name: value for name, _, value in lines if name})
        return [event for event in found if event]

    @property
    def states(self) -> list[int]:
        """The versions that it was shown, in order."""
        return [int(event["id"]) for event in self.events if "id" in event]

    @property
    def phones(self) -> list[int]:
        return [int(e["data"]) for e in self.events if e.get("event") == "phones"]


def at(version: int) -> Callable[[int], State | None]:
    """A store at that version."""
    state = State(version, encode(f"v{version}", id=version))
    return lambda seen: None if seen == version else state


@asynccontextmanager
async def listening(
    hub: Hub,
    view: View = TABLE,
    device: str = "a",
    seen: int = 0,
    current: Callable[[int], State | None] | None = None,
) -> AsyncIterator[Phone]:
    phone = Phone()
    stream = hub.listen(view, device, seen, current or at(seen), phone.receive, phone.send)
    task = asyncio.create_task(stream)
    await settled()
    try:
        yield phone
    finally:
        phone.leave()
        with suppress(asyncio.CancelledError):
            await task
        await settled()


async def settled() -> None:
    """Until all that was handed over, also to the threads, has happened."""
    for _ in range(3):
        await asyncio.sleep(0.01)


def run(test: Callable[[Hub], Awaitable[None]]) -> None:
    async def with_hub() -> None:
        hub = Hub()
        try:
            await test(hub)
        finally:
            hub.close()
            await settled()
        assert hub.views("table") == set()

    # In a thread of its own: the browser tests leave an event loop running in the main one.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(with_hub())).result()


def test_a_new_state_reaches_all_who_have_the_view_open() -> None:
    async def test(hub: Hub) -> None:
        async with (
            listening(hub) as ana,
            listening(hub, device="b") as ben,
            listening(hub, WATCH, "c") as watcher,
            listening(hub, OTHER, "d") as stranger,
        ):
            assert hub.views("table") == {TABLE, WATCH}
            hub.publish(TABLE, 1, "<p>one\n<p>two")
            await settled()
            assert ana.states == ben.states == [1]
            assert watcher.states == stranger.states == []
            assert b"data: <p>one\ndata: <p>two\n\n" in ana.raw

    run(test)


def test_the_headers_keep_proxies_from_holding_it_back() -> None:
    async def test(hub: Hub) -> None:
        async with listening(hub) as ana:
            assert ana.headers[b"content-type"].startswith(b"text/event-stream")
            assert ana.headers[b"cache-control"] == b"no-cache, no-transform"
            assert ana.headers[b"x-accel-buffering"] == b"no"
            assert ana.raw.startswith(b": ")  # something at once

    run(test)


def test_a_busy_phone_gets_the_newest_state_and_no_queue() -> None:
    async def test(hub: Hub) -> None:
        async with listening(hub) as ana:
            ana.gate.clear()
            for version in range(1, 51):
                hub.publish(TABLE, version, f"v{version}")
                await asyncio.sleep(0)
            await settled()
            ana.gate.set()
            await settled()
            assert ana.states[-1] == 50
            assert len(ana.states) <= 2  # the one that was under way, and the newest

    run(test)


def test_an_older_state_never_follows_a_newer() -> None:
    async def test(hub: Hub) -> None:
        async with listening(hub) as ana:
            for version in (3, 1, 2, 3, 5, 4):
                hub.publish(TABLE, version, f"v{version}")
                await settled()
            assert ana.states == [3, 5]

    run(test)


@pytest.mark.parametrize(("seen", "shown"), [(7, []), (6, [7]), (2, [7]), (-1, [7])])
def test_who_comes_back_gets_what_it_missed(seen: int, shown: list[int]) -> None:
    async def test(hub: Hub) -> None:
        async with listening(hub, seen=seen, current=at(7)) as ana:
            assert ana.states == shown

    run(test)


def test_a_save_between_the_page_and_its_stream_is_not_missed() -> None:
    async def test(hub: Hub) -> None:
        loop = asyncio.get_running_loop()

        def slow(seen: int) -> State | None:
            """While the state is read, version 2 is saved and published."""
            asyncio.run_coroutine_threadsafe(save(), loop).result()
            return State(1, encode("v1", id=1))

        async def save() -> None:
            hub.publish(TABLE, 2, "v2")

        async with listening(hub, current=slow) as ana:
            await settled()
            assert ana.states[-1] == 2
            assert 1 not in ana.states[ana.states.index(2) :]

    run(test)


def test_a_state_of_yesterday_is_not_kept_for_who_comes_today() -> None:
    async def test(hub: Hub) -> None:
        async with listening(hub) as ana:
            ana.leave()
            hub.publish(TABLE, 1, "v1")  # arrives when nobody is there any more
            await settled()
        await settled()
        async with listening(hub, seen=8, current=at(8)) as ben:
            assert ben.states == []
        assert hub._states == {}

    run(test)


def test_how_many_phones_there_are() -> None:
    async def test(hub: Hub) -> None:
        async with listening(hub) as ana:
            assert ana.phones == [1]
            async with listening(hub, WATCH, "b"), listening(hub, OTHER, "x"):
                assert ana.phones == [1, 2]
                assert hub.everybody() == {"a", "b", "x"}
                async with listening(hub, device="a"):  # the same phone, another page
                    assert ana.phones == [1, 2]
                    assert hub.devices("table") == {"a", "b"}
            assert ana.phones == [1, 2, 1]

    run(test)


def test_a_removed_device_hears_no_more() -> None:
    async def test(hub: Hub) -> None:
        async with (
            listening(hub) as ana,
            listening(hub, OTHER) as elsewhere,
            listening(hub, device="b") as ben,
        ):
            hub.drop("a")
            await settled()
            assert ana.over
            assert elsewhere.over
            assert not ben.over
            hub.publish(TABLE, 1, "v1")
            await settled()
            assert ana.states == []
            assert ben.states == [1]
            assert ben.phones == [2, 1]

    run(test)


def test_a_phone_that_was_moved_is_told_and_comes_anew() -> None:
    async def test(hub: Hub) -> None:
        async with (
            listening(hub) as ana,
            listening(hub, OTHER) as elsewhere,
            listening(hub, device="b") as ben,
        ):
            hub.move("table", "a")
            await settled()
            assert ana.over
            assert ana.events[-1]["event"] == "moved"
            assert not elsewhere.over
            assert not ben.over

    run(test)


def test_the_end_ends_every_stream() -> None:
    async def test(hub: Hub) -> None:
        async with listening(hub) as ana, listening(hub, OTHER, "b") as ben:
            hub.close()
            await settled()
            assert ana.over
            assert ben.over

    run(test)


def test_an_old_stream_ends_so_that_the_phone_connects_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hubs, "OLDEST", 0.05)
    monkeypatch.setattr(hubs, "BEAT", 0.03)

    async def test(hub: Hub) -> None:
        async with listening(hub) as ana:
            async with asyncio.timeout(30):
                while not ana.over:
                    await asyncio.sleep(0.01)

    run(test)


@pytest.mark.mood("counts the beats of a third of a second")
def test_a_beat_is_an_event_that_the_page_can_see(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hubs, "BEAT", 0.05)

    async def test(hub: Hub) -> None:
        async with listening(hub) as ana:
            await asyncio.sleep(0.3)
            beats = [event for event in ana.events if event.get("event") == "beat"]
            assert 2 <= len(beats) <= 8

    run(test)


def test_who_left_is_forgotten() -> None:
    async def test(hub: Hub) -> None:
        tasks = len(asyncio.all_tasks())
        for n in range(200):
            phone = Phone()
            if n % 3 == 0:
                phone.gate.clear()  # it goes away while something is on its way
            stream = hub.listen(TABLE, f"d{n}", 0, at(0), phone.receive, phone.send)
            task = asyncio.create_task(stream)
            await asyncio.sleep(0)
            hub.publish(TABLE, n + 1, "v")
            if n % 2:
                task.cancel()
            else:
                phone.leave()
                phone.gate.set()
            await asyncio.wait([task], timeout=30)
            assert task.done()
        await settled()
        assert dict(hub._listeners) == {}
        assert hub._states == {}
        assert len(asyncio.all_tasks()) == tasks

    run(test)


def test_a_phone_that_cannot_be_told_harms_nobody() -> None:
    async def test(hub: Hub) -> None:
        async with listening(hub) as ana:
            stuck = Phone()
            stream = hub.listen(TABLE, "stuck", 0, at(0), stuck.receive, stuck.send)
            task = asyncio.create_task(stream)
            await settled()
            stuck.gate.clear()
            hub.publish(TABLE, 1, "v1")
            await settled()
            hub.publish(TABLE, 2, "v2")
            await settled()
            assert ana.states == [1, 2]
            stuck.leave()
            await asyncio.wait([task], timeout=30)
            await settled()
            assert ana.phones[-1] == 1

    run(test)
