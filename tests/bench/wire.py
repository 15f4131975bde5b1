"""Phones as bytes on a socket: streams that are read, and a connection that saves."""

from __future__ import annotations

import asyncio
import resource
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

HERE = "127.0.0.1"  # nothing here ever talks to another address
FILES = 8_192
PATIENCE = 30.0  # seconds


def many_files() -> None:
    """Let this process open as many files as 1,000 phones need."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = FILES if most == resource.RLIM_INFINITY else most
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(FILES, most), most))


@dataclass
class Answer:
    """What came back on a request."""

    status: int
    body: bytes


class Stream(asyncio.Protocol):
    """A phone that listens.  `seen` is told every message with the time of its last byte."""

    def __init__(self, path: str, cookie: str, seen: Callable[[bytes, float], None]) -> None:
        self.path, self.cookie, self.seen = path, cookie, seen
        self.read = b""
        self.begun: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(
            f"GET {self.path} HTTP/1.1\r\nHost: {HERE}\r\nAccept: text/event-stream\r\n"
            f"Cookie: referee={self.cookie}\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        now = time.perf_counter()
        self.read += data
        if not self.begun.done() and b": here" in self.read:
            self.begun.set_result(None)
        *messages, self.read = self.read.split(b"\n\n")
        for message in messages:
            self.seen(message, now)

    def connection_lost(self, error: Exception | None) -> None:
        if not self.begun.done():
            self.begun.set_exception(ConnectionError(f"{self.path}: {self.read[:80]!r}"))


async def listen(port: int, path: str, cookie: str, seen: Callable[[bytes, float], None]) -> Stream:
    """A stream that has begun."""
    loop = asyncio.get_running_loop()
    _, stream = await loop.create_connection(lambda: Stream(path, cookie, seen), HERE, port)
    await asyncio.wait_for(stream.begun, PATIENCE)
    return stream


class Line:
    """A kept connection that asks one thing after the other."""

    def __init__(self, port: int, cookie: str) -> None:
        self.port, self.cookie = port, cookie
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(
        self, method: str, path: str, body: bytes = b"", headers: Mapping[str, str] | None = None
    ) -> Answer:
        if self.streams is None:
            self.streams = await asyncio.open_connection(HERE, self.port)
        reader, writer = self.streams
        more = "".join(f"{name}: {value}\r\n" for name, value in (headers or {}).items())
        writer.write(
            f"{method} {path} HTTP/1.1\r\nHost: {HERE}\r\nOrigin: http://{HERE}\r\n"
            f"Cookie: referee={self.cookie}\r\nContent-Length: {len(body)}\r\n{more}\r\n".encode()
            + body
        )
        head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
        status = int(head.split(b" ", 2)[1])
        lower = head.lower()
        if b"chunked" in lower:
            return Answer(status, await self._chunks(reader))
        size = lower.partition(b"content-length: ")[2].partition(b"\r\n")[0]
        return Answer(status, await reader.readexactly(int(size or 0)))

    @staticmethod
    async def _chunks(reader: asyncio.StreamReader) -> bytes:
        body = b""
        while size := int(await reader.readline(), 16):
            body += await reader.readexactly(size)
            await reader.readline()
        await reader.readline()
        return body

    def close(self) -> None:
        if self.streams is not None:
            self.streams[1].close()
