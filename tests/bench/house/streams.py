"""Phones that have a table open, without a network: streams of the server's ASGI application."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import Future
from typing import Any

from flask import Flask

from referee.server.run import asgi


class Streams:
    """Phones with the table open, in an event loop of their own."""

    def __init__(self, app: Flask) -> None:
        self.asgi: Any = asgi(app)
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.seen: dict[str, int] = {}
        self.news = threading.Condition()
        self.streams: list[tuple[Future[None], asyncio.Event]] = []

    def open(self, match: str, cookie: str, seen: int) -> None:
        scope = {
            "type": "http", "http_version": "1.1", "method": "GET", "path": f"/live/{match}",
            "query_string": f"seen={seen}".encode(), "root_path": "", "scheme": "http",
            "headers": [(b"host", b"localhost"), (b"cookie", f"referee={cookie}".encode())],
            "client": ("127.0.0.1", 1), "server": ("localhost", 80), "asgi": {"version": "3.0"},
        }  # fmt: skip
        gone = asyncio.Event()

        async def receive() -> dict[str, Any]:
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: dict[str, Any]) -> None:
            text = message.get("body", b"").decode()
            with self.news:
                self.seen.setdefault(cookie, -1)
                if text.startswith("id: "):
                    self.seen[cookie] = int(text[4:].split("\n", 1)[0])
                self.news.notify_all()

        task: Future[None] = asyncio.run_coroutine_threadsafe(
            self.asgi(scope, receive, send), self.loop
        )
        self.streams.append((task, gone))
        with self.news:
            assert self.news.wait_for(lambda: cookie in self.seen, 10)

    def wait(self, version: int) -> None:
        """Until every phone has seen a version."""
        with self.news:
            assert self.news.wait_for(lambda: set(self.seen.values()) == {version}, 10), self.seen

    def close(self) -> None:
        for task, gone in self.streams:
            self.loop.call_soon_threadsafe(gone.set)
            task.result(10)
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(10)
        self.loop.close()
