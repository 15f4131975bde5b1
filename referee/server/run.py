"""The server: one process, uvicorn outside, Flask inside.

Requests are read in C where there is a wheel of httptools, else in Python.  The C reader is quicker
and takes a third less memory for each phone that listens, but sets no limit to a request's head;
the Python one (h11) does.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import socket
import sys
from collections.abc import Awaitable, Callable
from types import FrameType
from typing import Any, cast

import uvicorn
from a2wsgi import WSGIMiddleware
from flask import Flask
from starlette.middleware.gzip import GZipMiddleware

from referee.web.live import Hub, Receive, Send
from referee.web.live import stream as live

SWITCH = 0.0005  # seconds until a thread that computes lets the others have a go
THREADS = 16  # requests at work at once
SMALLEST_GZIP = 500  # bytes; below, compressing gains nothing
GOODBYE = 10  # seconds that a running request has to finish when the server is stopped
LARGEST_HEAD = 64 * 1024  # bytes of a request before its body; a phone's has about one

reader: str | type[asyncio.Protocol]
try:
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
except ImportError:
    reader = "h11"
else:

    class Bounded(HttpToolsProtocol):
        """Refuses a head without end, whether of one line or of many."""

        head: int | None = None  # bytes of it so far, while it is being read

        def on_message_begin(self) -> None:
            super().on_message_begin()
            self.head = 0

        def on_headers_complete(self) -> None:
            self.head = None
            super().on_headers_complete()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self.head is not None:
                self.head += len(data)
                if self.head > LARGEST_HEAD:
                    self.send_400_response("The head of the request is too large.")

    reader = Bounded


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
