"""What is no request is refused, and a head without end is not kept: by both readers of HTTP."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Iterator
from typing import Any

import pytest
import uvicorn

from referee.server import listen
from referee.server.run import LARGEST_HEAD, reader

PATIENCE = 90  # seconds
END = b"Host: localhost\r\n\r\n"


async def echo(scope: Any, receive: Any, send: Any) -> None:
    """Says how many bytes the body had."""
    size, more = 0, scope["type"] == "http"
    while more:
        message = await receive()
        size, more = size + len(message["body"]), message["more_body"]
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": f"{size} bytes".encode()})


@pytest.fixture(params=[reader, "h11"], ids=["chosen", "h11"], scope="module")
def port(request: pytest.FixtureRequest) -> Iterator[int]:
    config = uvicorn.Config(echo, http=request.param, lifespan="off", log_config=None)
    server, listener = uvicorn.Server(config), listen("127.0.0.1", 0)
    thread = threading.Thread(target=lambda: asyncio.run(server.serve([listener])))
    thread.start()
    yield listener.getsockname()[1]
    server.should_exit = True
    thread.join(PATIENCE)


def said(port: int, *parts: bytes) -> bytes:
    """What comes back until the server hangs up."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as line:
        came = b""
        try:
            for part in parts:
                line.sendall(part)
        except OSError:
            pass  # it hung up on the talker, and its reason may still be there
        try:
            while data := line.recv(65_536):
                came += data
        except ConnectionError:
            pass
        return came


def test_a_body_is_no_head_however_long_it_is(port: int) -> None:
    size = 4 * LARGEST_HEAD
    head = b"POST / HTTP/1.1\r\nConnection: close\r\nContent-Length: %d\r\n" % size
    answer = said(port, head + END + b"x" * size)
    assert answer.startswith(b"HTTP/1.1 200")
    assert b"%d bytes" % size in answer


def test_many_requests_on_one_line_are_no_head_either(port: int) -> None:
    one = b"GET / HTTP/1.1\r\n" + END
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as line:
        for _ in range(LARGEST_HEAD // len(one) + 10):
            line.sendall(one)
            answer = b""
            while not answer.endswith(b"0\r\n\r\n"):
                answer += (more := line.recv(65_536))
                assert more
            assert answer.startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize(
    "head",
    [
        b"GET /" + b"a" * LARGEST_HEAD,
        b"GET / HTTP/1.1\r\nX: " + b"a" * LARGEST_HEAD,
        b"GET / HTTP/1.1\r\n" + b"X: a\r\n" * (LARGEST_HEAD // 6),
    ],
    ids=["address", "line", "lines"],
)
def test_a_head_without_end_is_refused(port: int, head: bytes) -> None:
    more = (b"a" * 60_000,) * 4
    assert b" 200 " not in said(port, head, *more)


@pytest.mark.parametrize(
    "request_",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",  # somebody speaks https
        b"nonsense\r\n\r\n",
        b"GET  HTTP/1.1\r\n" + END,
        b"GET / HTTP/1.1\r\nno colon\r\n" + END,
        b"GET / HTTP/1.1\r\nContent-Length: -1\r\n" + END,
    ],
)
def test_what_is_no_request_is_refused(port: int, request_: bytes) -> None:
    assert said(port, request_).startswith(b"HTTP/1.1 400")
