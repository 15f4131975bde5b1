"""How a phone comes to a table."""

from referee.web.join.door import base_address, door, pages

__all__ = [
    "base_address",
    "door",
    "pages",
]
