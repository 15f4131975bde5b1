"""How a phone comes to a table."""
