"""Phones for tests: each joins as a person would, by a link."""

from referee.store import Store


def owner(store: Store) -> str:
    """The cookie of a phone that owns the club."""
    return phone(store, "owner", None, "owner")


def phone(store: Store, role: str, match: str | None, place: str, name: str = "Phone") -> str:
    """The cookie of a new phone that joined by a link for `role` and took `place`."""
    token = store.devices.join(store.devices.new_link(role, match).token, place, None, name).token
    assert token is not None
    return token
