"""The Flask application: store, words, htmx, blueprints, error pages."""

from __future__ import annotations

from pathlib import Path

from flask import Flask

from referee.settings import Settings
from referee.store import Store
from referee.web import (
    assets,
    errors,
    history,
    home,
    htmx,
    matches,
    menu,
    new,
    players,
    rules,
    say,
    screen,
    security,
)

LARGEST_BODY = 64 * 1024  # bytes of a request; a form of ours has about one
MOST_FIELDS = 200


def create_app(settings: Settings, store: Store | None = None) -> Flask:
    """Build the application.  Opens the store unless one is given; raises StoreError."""
    app = Flask(
        "referee",
        template_folder=str(found("templates")),
        static_folder=str(found("static")),
        instance_path=str(settings.instance.absolute()),
    )
    app.config.update(
        SECRET_KEY=settings.secret_key,
        MAX_CONTENT_LENGTH=LARGEST_BODY,
        MAX_FORM_MEMORY_SIZE=LARGEST_BODY,
        MAX_FORM_PARTS=MOST_FIELDS,
        SEND_FILE_MAX_AGE_DEFAULT=assets.A_YEAR,
    )
    app.extensions["store"] = store if store is not None else Store(settings.database)
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    for part in (htmx, say, screen, assets, security, errors):
        part.init_app(app)
    for page in (home, new, matches, menu, history, players, rules):
        app.register_blueprint(page.pages)
    return app


def found(folder: str) -> Path:
    """Where templates/ and static/ are: inside the package in a wheel, beside it in the source."""
    package = Path(__file__).parent
    inside = package / folder
    return inside if inside.is_dir() else package.parent / folder
