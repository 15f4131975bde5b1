"""What belongs to the running application."""

from __future__ import annotations

from flask import current_app

from referee.store import Store
from referee.web.live.hub import Hub


def the_store() -> Store:
    store: Store = current_app.extensions["store"]
    return store


def the_hub() -> Hub:
    hub: Hub = current_app.extensions["hub"]
    return hub
