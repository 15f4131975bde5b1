"""The Flask application: settings, store and web put together."""

from __future__ import annotations

from pathlib import Path

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from referee import web
from referee.settings import Settings
from referee.store import Store

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
        SEND_FILE_MAX_AGE_DEFAULT=web.A_YEAR,
    )
    # How phones come to this server, where that is known; `referee serve` finds the address.
    app.config.update(PHONES_COME_TO=settings.public_url, FIXED=settings.public_url is not None)
    n = settings.proxies
    if n > 0:
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=n, x_proto=n, x_host=n, x_port=0, x_prefix=0
        )
    app.extensions["store"] = store if store is not None else Store(settings.database)
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    web.init_app(app, settings)
    return app


def found(folder: str) -> Path:
    """Where templates/ and static/ are: inside the package in a wheel, beside it in the source."""
    package = Path(__file__).parent
    inside = package / folder
    return inside if inside.is_dir() else package.parent / folder
