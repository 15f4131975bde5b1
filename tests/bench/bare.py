"""The least that a live server can be: asyncio, no framework, no storage, no rights.

`GET /` is an empty page, `GET /<table>` a stream, `PUT /<table>` sets the message of a table and
`POST /<table>` sends it to every stream of that table.  Run as `python -m tests.bench.bare PORT`.
"""

from __future__ import annotations

import asyncio
import sys
from collections import defaultdict

from tests.bench.wire import many_files

STREAM = (
    b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-cache\r\n"
    b"Access-Control-Allow-Origin: *\r\n\r\n: here\n\n"
)
PAGE = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 15\r\n\r\n<!doctype html>"
DONE = b"HTTP/1.1 200 OK\r\nAccess-Control-Allow-Origin: *\r\nContent-Length: 0\r\n\r\n"


class Connection(asyncio.Protocol):
    listening: dict[bytes, set[asyncio.Transport]] = defaultdict(set)
    messages: dict[bytes, bytes] = {}

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport, self.read, self.table = transport, b"", b""

    def connection_lost(self, error: Exception | None) -> None:
        self.listening[self.table].discard(self.transport)

    def data_received(self, data: bytes) -> None:
        self.read += data
        head, end, body = self.read.partition(b"\r\n\r\n")
        if not end:
            return
        first, *lines = head.split(b"\r\n")
        method, table, _ = first.split(b" ")
        sizes = [line[15:] for line in lines if line.lower().startswith(b"content-length:")]
        size = int(sizes[0]) if sizes else 0
        if len(body) < size:
            return
        self.read = body[size:]
        self.answer(method, table, body[:size])

    def answer(self, method: bytes, table: bytes, body: bytes) -> None:
        if table == b"/":
            self.transport.write(PAGE)
            return
        if method == b"GET":
            self.table = table
            self.listening[table].add(self.transport)
            self.transport.write(STREAM)
            return
        if method == b"PUT":
            self.messages[table] = body
        else:
            for stream in self.listening[table]:
                stream.write(self.messages[table])
        self.transport.write(DONE)


async def serve(port: int) -> None:
    server = await asyncio.get_running_loop().create_server(
        Connection, "127.0.0.1", port, backlog=128
    )
    await server.serve_forever()


if __name__ == "__main__":
    many_files()
    asyncio.run(serve(int(sys.argv[1])))
