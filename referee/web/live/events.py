"""What travels to a phone that listens: views, their states, server-sent events."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

Send = Callable[[Any], Awaitable[None]]  # as in ASGI, which types no messages
Receive = Callable[[], Awaitable[Any]]


@dataclass(frozen=True)
class View:
    """What a listener may see of a match: the same bytes for all who share it."""

    match: str
    kind: str  # enter, watch or tv
    language: str


@dataclass(frozen=True)
class State:
    """A rendered view at a version, encoded once for everybody."""

    version: int
    data: bytes


def encode(text: str, id: int | None = None, event: str | None = None) -> bytes:
    """A server-sent event."""
    lines = [f"event: {event}"] if event else []
    lines += [f"id: {id}"] if id is not None else []
    lines += [f"data: {line}" for line in text.splitlines() or [""]]
    return ("\n".join(lines) + "\n\n").encode()


HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-cache, no-transform"),
    (b"x-accel-buffering", b"no"),
]
HERE = b": here\n\n"  # at once, so that the page knows that it is connected
BEATS = encode("", event="beat")
