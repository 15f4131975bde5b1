"""Messages as JSON and back, so that the reasons of a finished match outlive a release."""

from __future__ import annotations

from typing import Any

from referee.engine import Card, Message, PlayerName, Said, Seat, Side, SideName, Suit


def to_json(said: Said) -> Any:
    """Numbers and texts as they are, a list as a list, all else as an object that names it."""
    match said:
        case Message():
            row: dict[str, Any] = {"text": said.text}
            if said.plural is not None:
                row |= {"plural": said.plural, "n": said.n}
            if said.params:
                row["params"] = {k: to_json(v) for k, v in said.params.items()}
            return row
        case PlayerName(seat):
            return {"seat": int(seat)}
        case SideName(side):
            return {"side": int(side)}
        case tuple():
            return [to_json(item) for item in said]
        case Card():
            return {"card": str(said)}
        case Suit():
            return {"suit": str(said)}
    return said


def from_json(row: Any) -> Said:
    """What `to_json` was given."""
    match row:
        case {"text": str(text)}:
            params = {k: from_json(v) for k, v in row.get("params", {}).items()}
            return Message(text, row.get("plural"), row.get("n", 0), params)
        case {"seat": int(seat)}:
            return PlayerName(Seat(seat))
        case {"side": int(side)}:
            return SideName(Side(side))
        case {"card": str(card)}:
            return Card(card)
        case {"suit": str(suit)}:
            return Suit(suit)
        case list():
            return tuple(from_json(item) for item in row)
        case int() | str():
            return row
    raise ValueError(f"not a message: {row!r}")
