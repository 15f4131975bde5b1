"""How requests are read off the wire: in C where there is a wheel of httptools, else in Python.

The C reader is quicker and takes a third less memory for each phone that listens, but sets no limit
to a request's head; the Python one (h11) does.
"""

from __future__ import annotations

import asyncio

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
