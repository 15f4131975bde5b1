"""What the store refuses, one class a cause."""

from __future__ import annotations

from referee.engine import Message


class StoreError(Exception):
    """Base of everything that the store raises on purpose; its text is one line for a terminal."""


class NotFound(StoreError):
    """No match, player or page goes by that id."""


class Refused(StoreError):
    """Something typed cannot be stored; `text` says why, for a screen."""

    def __init__(self, text: Message) -> None:
        super().__init__(text.text)
        self.text = text


class BadName(Refused):
    """A name is empty, too long, taken, or holds what a name may not hold."""


class TooMuch(Refused):
    """A limit is reached: the length of a note, the hands or the answers of a match."""


class Overtaken(StoreError):
    """Somebody else changed the same text meanwhile: nothing is saved.  `stands` are the texts as
    they are now."""

    def __init__(self, *stands: str) -> None:
        super().__init__("somebody else changed that meanwhile")
        self.stands = stands


class Busy(StoreError):
    """Others are writing for too long: nothing is saved, and sending it again is safe."""


class NotSaved(StoreError):
    """The database cannot be written or reached (full, read-only, gone): nothing is saved."""
