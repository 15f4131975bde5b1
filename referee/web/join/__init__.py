"""How a phone comes to a table."""

from referee.web.join.door import base_address, door, pages
