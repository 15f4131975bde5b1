"""What belongs to the running application."""

from __future__ import annotations

from flask import current_app

from referee.store import Store


def the_store() -> Store:
    store: Store = current_app.extensions["store"]
    return store
