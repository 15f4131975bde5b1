"""Who listens to which match, and the newest state for them.

A message carries state, not a queue: a listener that was busy or asleep gets the newest one.  Only
the event loop touches the listeners; other threads hand their messages over to it.

A stream at rest is one task that waits for the phone to go away; sending is a task of its own for
as long as there is something to send.  Beats are spread over a wheel that turns once in 20 seconds.
"""

from __future__ import annotations

import asyncio
import random
from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Event

from referee.web.live.events import BEATS, HEADERS, HERE, Receive, Send, State, View, encode

BEAT = 20.0  # seconds between heartbeats, which the page can see
SPOKES = 80  # of the wheel; the phones of one get their beat at the same time
THREADS = 4  # that look up who comes and what is new to them
SOON = 0.05  # seconds that a save waits for its phones at most
OLDEST = 300.0  # seconds that a stream lives; the phone then connects anew


@dataclass(eq=False, slots=True)
class Listener:
    """One open page.  `sent` is the version that it shows."""

    view: View
    device: str
    sent: int
    send: Send
    end: float  # when the stream is old, by the clock of the loop
    phones: int = -1  # the number of phones that it was told
    ended: bool = False
    farewell: str = ""  # the event that it is told at the end
    due: bool = False  # its next beat
    telling: asyncio.Task[None] | None = None


class Hub:
    """The listeners of one process."""

    def __init__(self) -> None:
        self._listeners: dict[str, set[Listener]] = defaultdict(set)
        self._states: dict[View, State] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self.closing = False
        self._wheel: list[set[Listener]] = [set() for _ in range(SPOKES)]
        self._turning: asyncio.TimerHandle | None = None
        self.threads = ThreadPoolExecutor(THREADS, "live")

    # -- from any thread ---------------------------------------------------------------

    def views(self, match: str) -> set[View]:
        """The views of a match that somebody has open: what is worth rendering."""
        return {listener.view for listener in tuple(self._listeners.get(match, ()))}

    def publish(self, view: View, version: int, html: str) -> None:
        """Show a new state to all who have the view open.

        Waits until it is on its way: a thread that went on computing would hold the phones up.
        """
        sent = Event()
        if self._run(self._show, view, State(version, encode(html, id=version)), sent):
            sent.wait(SOON)

    def drop(self, device: str) -> None:
        """End the streams of a device that lost its right to listen."""
        self._run(self._drop, device)

    def move(self, match: str, device: str) -> None:
        """Tell a device that its place at the table has changed; it then looks and listens anew."""
        self._run(self._move, match, device)

    def end(self, match: str | None = None) -> None:
        """End the streams of a match that is gone, or all: nothing that was shown is kept."""
        self._run(self._end, match)

    def devices(self, match: str) -> set[str]:
        return {listener.device for listener in tuple(self._listeners.get(match, ()))}

    def everybody(self) -> set[str]:
        """The devices that have any match open."""
        return set[str]().union(*map(self.devices, tuple(self._listeners)))

    def _run(self, call: Callable[..., None], *values: object) -> bool:
        """Let the event loop do it; False where there is none, as nobody ever listened."""
        if self._loop is None or self._loop.is_closed():
            return False
        self._loop.call_soon_threadsafe(call, *values)
        return True

    # -- in the event loop -------------------------------------------------------------

    def _show(self, view: View, state: State, sent: Event | None = None) -> None:
        assert self._loop is not None
        known = self._states.get(view)
        if known is None or known.version < state.version:  # two saves may come in either order
            telling = [one for one in self._listeners.get(view.match, ()) if one.view == view]
            if telling:  # else the last one left meanwhile: the next will ask for itself
                self._states[view] = state
            for listener in telling:
                self._tell(listener)
        if sent is not None:
            self._loop.call_soon(sent.set)  # after all that was begun here

    def _drop(self, device: str) -> None:
        for listeners in self._listeners.values():
            for listener in listeners:
                if listener.device == device:
                    listener.ended = True
                    self._tell(listener)

    def _end(self, match: str | None) -> None:
        for view in [view for view in self._states if match in (None, view.match)]:
            del self._states[view]
        for listeners in [self._listeners.get(match, set())] if match else self._listeners.values():
            for listener in listeners:
                listener.ended = True
                self._tell(listener)

    def _move(self, match: str, device: str) -> None:
        for listener in self._listeners.get(match, ()):
            if listener.device == device:
                listener.ended, listener.farewell = True, "moved"
                self._tell(listener)

    def _told(self, match: str) -> None:
        """The number of phones changed: tell those who know another one."""
        for listener in self._listeners.get(match, ()):
            self._tell(listener)

    def close(self) -> None:
        """End every stream: the server is going down."""
        self.closing = True
        for listeners in self._listeners.values():
            for listener in listeners:
                self._tell(listener)
        self.threads.shutdown(wait=False)

    async def listen(
        self,
        view: View,
        device: str,
        seen: int,
        current: Callable[[int], State | None],
        receive: Receive,
        send: Send,
    ) -> None:
        """Stream the events to one page that shows version `seen`, until it goes away.

        `current` renders the state as it is unless that has the version it is given: a save may
        have landed between the page and its stream.
        """
        self._loop = loop = asyncio.get_running_loop()
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        await send({"type": "http.response.body", "body": HERE, "more_body": True})
        end = loop.time() + OLDEST * random.uniform(0.8, 1.2)
        listener = Listener(view, device, seen, send, end)
        self._listeners[view.match].add(listener)
        spoke = random.choice(self._wheel)  # all at once would be felt
        spoke.add(listener)
        if self._turning is None:
            self._turn(0, loop.time())
        self._told(view.match)
        try:
            if not self.closing:
                state = await loop.run_in_executor(self.threads, current, seen)
                if state is not None:
                    self._show(view, state)
            while (await receive())["type"] != "http.disconnect":
                pass  # the rest of a request that should have no body
        finally:
            spoke.discard(listener)
            self._forget(listener)

    def _forget(self, listener: Listener) -> None:
        view = listener.view
        if listener.telling is not None:
            listener.telling.cancel()
        self._listeners[view.match].discard(listener)
        if not self._listeners[view.match]:
            del self._listeners[view.match]
        if not any(other.view == view for other in self._listeners.get(view.match, ())):
            self._states.pop(view, None)
        self._told(view.match)

    def _turn(self, spoke: int, due: float) -> None:
        """Beat for the listeners of one spoke; the next one is due soon, if anybody listens."""
        assert self._loop is not None
        for listener in self._wheel[spoke]:
            listener.due = True
            self._tell(listener)
        self._turning = None
        if self._listeners:
            due += BEAT / SPOKES
            self._turning = self._loop.call_at(due, self._turn, (spoke + 1) % SPOKES, due)

    def _tell(self, listener: Listener) -> None:
        """Send what is new to a listener, unless that is under way."""
        assert self._loop is not None
        if listener.telling is None:
            listener.telling = self._loop.create_task(self._send(listener))

    async def _send(self, listener: Listener) -> None:
        while not self._over(listener):
            event = self._next(listener)
            if event is None:
                listener.telling = None
                return
            await listener.send({"type": "http.response.body", "body": event, "more_body": True})
        last = encode("", event=listener.farewell) if listener.farewell else b""
        await listener.send({"type": "http.response.body", "body": last})

    def _over(self, listener: Listener) -> bool:
        assert self._loop is not None
        return self.closing or listener.ended or self._loop.time() >= listener.end

    def _next(self, listener: Listener) -> bytes | None:
        """What a listener does not know yet."""
        phones = len(self.devices(listener.view.match))
        if phones != listener.phones:
            listener.phones = phones
            return encode(str(phones), event="phones")
        state = self._states.get(listener.view)
        if state is not None and state.version > listener.sent:
            listener.sent = state.version
            return state.data
        if listener.due:
            listener.due = False
            return BEATS
        return None
