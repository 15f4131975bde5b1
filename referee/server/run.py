"""The server: one process, uvicorn outside, Flask inside."""

from __future__ import annotations

import gc
import logging
import signal
import socket
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import Any, cast

import uvicorn
from a2wsgi import WSGIMiddleware
from filelock import FileLock, Timeout
from flask import Flask
from starlette.middleware.gzip import GZipMiddleware

from referee.server.wire import reader
from referee.settings import Settings
from referee.web.live import stream as live
from referee.web.live.hub import Hub, Receive, Send

SWITCH = 0.0005  # seconds until a thread that computes lets the others have a go
THREADS = 16  # requests at work at once
SMALLEST_GZIP = 500  # bytes; below, compressing gains nothing
GOODBYE = 10  # seconds that a running request has to finish when the server is stopped
EVERYWHERE = ("0.0.0.0", "::")


class ServeError(Exception):
    """The server cannot start; the text is one line."""


def asgi(app: Flask) -> Callable[[Any, Receive, Send], Awaitable[None]]:
    """The whole server as one ASGI application: the streams, and Flask for all else."""
    inside = cast(Any, WSGIMiddleware(cast(Any, app), workers=THREADS))
    pages = GZipMiddleware(inside, minimum_size=SMALLEST_GZIP)  # streams would be held back
    streams = live.endpoint(app)

    async def serve(scope: Any, receive: Receive, send: Send) -> None:
        is_stream = scope["type"] == "http" and scope["path"].startswith(live.PATH)
        await (streams if is_stream else pages)(scope, receive, send)

    return serve


class Server(uvicorn.Server):
    """uvicorn, which ends the open streams first: they would go on for ever."""

    def __init__(self, config: uvicorn.Config, hub: Hub) -> None:
        super().__init__(config)
        self.hub = hub

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.hub.close()
        await super().shutdown(sockets)


@contextmanager
def alone(file: Path | None) -> Iterator[None]:
    """Hold a SQLite file for this process; other databases look after themselves.

    The operating system lets go of the lock when the process ends, however it ends.
    Raises ServeError where another process holds it.
    """
    if file is None:
        yield
        return
    lock = FileLock(file.with_name(file.name + ".lock"))
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise ServeError(f"Another Referee is serving {file}: stop it first.") from None
    except OSError as error:
        raise ServeError(f"{lock.lock_file} cannot be made: {error.strerror}.") from None
    try:
        yield
    finally:
        lock.release()


@contextmanager
def known_at(file: Path, address: str) -> Iterator[None]:
    """Tell commands that run beside the server where it is.

    Where the folder is missing or read-only they go by the settings: the database and the key may
    be elsewhere.
    """
    with suppress(OSError):
        file.write_text(address, "utf-8")
    try:
        yield
    finally:
        with suppress(OSError):
            file.unlink()


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there.  Raises ServeError."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol)
        try:
            if sys.platform != "win32":  # there it would let two servers share a port
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
            listener.listen(128)
        except OSError:
            listener.close()
            raise
    except OSError as error:
        raise ServeError(
            f"Cannot listen on {host} port {port}: {error.strerror}. "
            "Choose another one: referee serve --port 8081"
        ) from None
    return listener


def run(app: Flask, listener: socket.socket) -> None:
    """Serve until the process is told to stop; running requests are finished first."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    config = uvicorn.Config(
        asgi(app),
        http=cast(Any, reader),
        log_config=None,
        access_log=False,  # addresses of matches are nobody's business
        proxy_headers=False,  # anybody in the network could forge them
        server_header=False,
        timeout_graceful_shutdown=GOODBYE,
    )
    server = Server(config, app.extensions["hub"])
    # Python's own 5 ms are felt several times in each save: it goes from thread to thread.
    sys.setswitchinterval(SWITCH)

    def stop(_signal: int, _frame: FrameType | None) -> None:
        # uvicorn raises the signal again once it has shut down: then all is well.
        raise SystemExit(0)

    for wanted in (signal.SIGINT, signal.SIGTERM):
        signal.signal(wanted, stop)
    # What is loaded by now stays: looking through it for garbage would hold a save up for 0.1 s.
    gc.collect()
    gc.freeze()
    server.run(sockets=[listener])


def origin(host: str, port: int) -> str:
    """The address of a page on that host: `http://192.168.1.5:8080`."""
    named = f"[{host}]" if ":" in host else host
    return f"http://{named}" if port == 80 else f"http://{named}:{port}"


def where(settings: Settings, lan: list[tuple[str, str]]) -> tuple[str, list[str]]:
    """The best address for phones, and the other ones with what they are."""
    port = settings.port
    if settings.host not in EVERYWHERE:
        best, others = origin(settings.host, port), []
    else:
        reach = [f"{origin(ip, port)}  ({name})" for ip, name in lan]
        here = f"{origin('localhost', port)}  (this computer only)"
        best = origin(lan[0][0] if lan else "localhost", port)
        others = [*reach[1:], here] if lan else []
    if settings.public_url is not None:
        return settings.public_url, [best, *others]
    return best, others
