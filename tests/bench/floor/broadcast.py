"""The least broadcast of server-sent events: who listens to which table, and a way to tell them."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable
from typing import Any

PATH = "/live/"
HEADERS = [(b"content-type", b"text/event-stream; charset=utf-8"), (b"cache-control", b"no-cache")]
HERE = b": here\n\n"

Send = Callable[[Any], Awaitable[None]]
Receive = Callable[[], Awaitable[Any]]


class Broadcast:
    """Only the event loop touches the listeners; other threads hand it what is to be told."""

    def __init__(self) -> None:
        self.listeners: dict[str, set[Send]] = defaultdict(set)
        self.loop: asyncio.AbstractEventLoop | None = None
        self.sending: set[asyncio.Future[None]] = set()

    def publish(self, table: str, version: int, text: str) -> None:
        """Send a message to all who listen to a table.  Called from any thread."""
        if self.loop is not None:
            lines = text.replace("\n", "\ndata: ")
            message = f"id: {version}\ndata: {lines}\n\n".encode()
            self.loop.call_soon_threadsafe(self.tell, table, message)

    def tell(self, table: str, message: bytes) -> None:
        for send in self.listeners[table]:
            event = {"type": "http.response.body", "body": message, "more_body": True}
            task = asyncio.ensure_future(send(event))
            self.sending.add(task)  # the loop itself would forget it
            task.add_done_callback(self.sending.discard)

    async def listen(self, scope: Any, receive: Receive, send: Send) -> None:
        """The stream of one phone, until it goes away."""
        self.loop = asyncio.get_running_loop()
        table = scope["path"].removeprefix(PATH)
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        await send({"type": "http.response.body", "body": HERE, "more_body": True})
        self.listeners[table].add(send)
        try:
            while (await receive())["type"] != "http.disconnect":
                pass
        finally:
            self.listeners[table].discard(send)
