"""Who listens to which match, and the newest state for them.

A message carries state, not a queue: a listener that was busy or asleep gets the newest one.  Only
the event loop touches the listeners; other threads hand their messages over to it.
"""

from __future__ import annotations

import asyncio
import random
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field

BEAT = 20.0  # seconds between heartbeats, which the page can see
OLDEST = 300.0  # seconds that a stream lives; the phone then connects anew


@dataclass(frozen=True)
class View:
    """What a listener may see of a match: the same bytes for all who share it."""

    match: str
    kind: str  # enter, watch or tv
    language: str


@dataclass(eq=False)
class Listener:
    """One open page.  `sent` is the version that it shows."""

    view: View
    device: str
    sent: int
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    phones: int = -1  # the number of phones that it was told
    ended: bool = False
    farewell: str = ""  # the event that it is told at the end


@dataclass(frozen=True)
class State:
    """A rendered view at a version, encoded once for everybody."""

    version: int
    data: bytes


def encode(text: str, id: int | None = None, event: str | None = None) -> bytes:
    """A server-sent event."""
    lines = [f"event: {event}"] if event else []
    lines += [f"id: {id}"] if id is not None else []
    lines += [f"data: {line}" for line in text.splitlines() or [""]]
    return ("\n".join(lines) + "\n\n").encode()


class Hub:
    """The listeners of one process."""

    def __init__(self) -> None:
        self._listeners: dict[str, set[Listener]] = defaultdict(set)
        self._states: dict[View, State] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self.closing = False

    # -- from any thread ---------------------------------------------------------------

    def views(self, match: str) -> set[View]:
        """The views of a match that somebody has open: what is worth rendering."""
        return {listener.view for listener in tuple(self._listeners.get(match, ()))}

    def publish(self, view: View, version: int, html: str) -> None:
        """Show a new state to all who have the view open."""
        self._run(self._show, view, State(version, encode(html, id=version)))

    def drop(self, device: str) -> None:
        """End the streams of a device that lost its right to listen."""
        self._run(self._drop, device)

    def move(self, match: str, device: str) -> None:
        """Tell a device that its place at the table has changed; it then looks and listens anew."""
        self._run(self._move, match, device)

    def devices(self, match: str) -> set[str]:
        return {listener.device for listener in tuple(self._listeners.get(match, ()))}

    def _run(self, call: Callable[..., None], *values: object) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(call, *values)

    # -- in the event loop -------------------------------------------------------------

    def _show(self, view: View, state: State) -> None:
        known = self._states.get(view)
        if known is not None and known.version >= state.version:
            return  # two saves may hand over in either order
        self._states[view] = state
        for listener in self._listeners.get(view.match, ()):
            if listener.view == view:
                listener.wake.set()

    def _drop(self, device: str) -> None:
        for listeners in self._listeners.values():
            for listener in listeners:
                if listener.device == device:
                    listener.ended = True
                    listener.wake.set()

    def _move(self, match: str, device: str) -> None:
        for listener in self._listeners.get(match, ()):
            if listener.device == device:
                listener.ended, listener.farewell = True, "moved"
                listener.wake.set()

    def _told(self, match: str) -> None:
        """The number of phones changed: wake those who were told another one."""
        for listener in self._listeners.get(match, ()):
            listener.wake.set()

    def close(self) -> None:
        """End every stream: the server is going down."""
        self.closing = True
        for listeners in self._listeners.values():
            for listener in listeners:
                listener.wake.set()

    async def listen(
        self, view: View, device: str, seen: int, current: Callable[[], State]
    ) -> AsyncIterator[bytes]:
        """The events for one page that shows version `seen`.

        `current` renders the state as it is, in a worker thread: a save may have landed between the
        page and its stream.
        """
        self._loop = asyncio.get_running_loop()
        listener = Listener(view, device, seen)
        self._listeners[view.match].add(listener)
        self._told(view.match)
        try:
            yield b": here\n\n"
            self._show(view, await self._loop.run_in_executor(None, current))
            async for event in self._events(listener):
                yield event
        finally:
            self._listeners[view.match].discard(listener)
            if not self._listeners[view.match]:
                del self._listeners[view.match]
            if not any(other.view == view for other in self._listeners.get(view.match, ())):
                self._states.pop(view, None)
            self._told(view.match)

    async def _events(self, listener: Listener) -> AsyncIterator[bytes]:
        assert self._loop is not None
        end = self._loop.time() + OLDEST * random.uniform(0.8, 1.2)
        while not (self.closing or listener.ended) and self._loop.time() < end:
            phones = len(self.devices(listener.view.match))
            if phones != listener.phones:
                listener.phones = phones
                yield encode(str(phones), event="phones")
            state = self._states.get(listener.view)
            if state is not None and state.version != listener.sent:
                listener.sent = state.version
                yield state.data
                continue
            listener.wake.clear()
            try:  # spread over time: all at once would be felt
                async with asyncio.timeout(BEAT * random.uniform(0.75, 1.0)):
                    await listener.wake.wait()
            except TimeoutError:
                yield encode("", event="beat")
        if listener.farewell:
            yield encode("", event=listener.farewell)
