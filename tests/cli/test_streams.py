"""Open streams, and a server that is told to stop."""

from __future__ import annotations

import signal
import socket
import time
from collections.abc import Callable

import pytest

from referee.store import NewMatch, Store
from tests.cli.conftest import PATIENCE, Home
from tests.devices import phone

STREAMS = 50
AT_MOST = 1.0  # seconds


def listen(port: int, match: str, token: str) -> socket.socket:
    """A stream that has begun, as the bytes on the wire."""
    stream = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    stream.sendall(
        f"GET /live/{match} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAccept-Encoding: gzip\r\n"
        f"Cookie: referee={token}\r\n\r\n".encode()
    )
    return stream


def begun(stream: socket.socket) -> bytes:
    said = b""
    while b": here" not in said:
        more = stream.recv(65536)
        assert more, said
        said += more
    return said


def stopped(home: Home, port: int, match: str, token: str, wanted: signal.Signals) -> float:
    """The seconds that a server with open streams takes to stop."""
    server = home.serve(port)
    streams = [listen(port, match, token) for _ in range(STREAMS)]
    try:
        for stream in streams:
            said = begun(stream)
            assert said.startswith(b"HTTP/1.1 200")
            assert b"text/event-stream" in said
            assert b"content-encoding" not in said.lower()  # compressed, it would be held back
        start = time.monotonic()
        server.send_signal(wanted)
        assert server.wait(PATIENCE) == 0
        took = time.monotonic() - start
        for stream in streams:
            rest = b""
            while more := stream.recv(65536):
                rest += more
            assert rest.endswith(b"0\r\n\r\n")  # ended, not torn off
    finally:
        for stream in streams:
            stream.close()
    assert server.stdout is not None
    assert "Traceback" not in server.stdout.read()
    return took


@pytest.mark.mood("measures how soon a server stops")
def test_a_server_with_open_streams_stops_at_once(home: Home, free_port: Callable[[], int]) -> None:
    assert home.run("upgrade").returncode == 0
    store = Store(f"sqlite:///{home.file}")
    match = store.create(NewMatch("pitch", ["Ana", "Ben", "Cleo", "Dan"]))
    token = phone(store, "watcher", match, "watch")
    store.close()
    # The better of two, so that a busy machine is not blamed on the server.
    signals = (signal.SIGTERM, signal.SIGINT)
    assert min(stopped(home, free_port(), match, token, s) for s in signals) <= AT_MOST


def test_a_stream_is_for_those_at_the_table(home: Home, free_port: Callable[[], int]) -> None:
    assert home.run("upgrade").returncode == 0
    store = Store(f"sqlite:///{home.file}")
    match = store.create(NewMatch("pitch", ["Ana", "Ben", "Cleo", "Dan"]))
    other = store.create(NewMatch("pitch", ["Ana", "Ben", "Cleo", "Dan"]))
    token = phone(store, "watcher", match, "watch")
    store.close()
    port = free_port()
    home.serve(port)
    for asked, proof in ((match, "x"), (other, token), ("a" * 24, token), ("%00", token)):
        with listen(port, asked, proof) as stream:
            assert stream.recv(65536).startswith(b"HTTP/1.1 404"), asked
