"""A text that two may write at once: what was typed, and what stood there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.engine import msg
from referee.store.matches import chosen, overtaken

OVERTAKEN = msg("Somebody else has written there meanwhile. Nothing is lost: choose what stays.")


@dataclass(frozen=True)
class Text:
    """A field of the form: what was `typed`, what stood there as the page was `seen`, and whether
    that is somebody else's text, which the writer has to choose from."""

    typed: str
    seen: str
    choose: bool = False


def met(texts: Mapping[str, Text], stands: Sequence[str]) -> dict[str, Text]:
    """The fields where somebody else has written meanwhile; what now `stands` there is seen."""
    return {
        name: Text(chosen(text.seen, text.typed, now), now, overtaken(text.seen, text.typed, now))
        for (name, text), now in zip(texts.items(), stands, strict=True)
    }
