"""The Flask application: store, words, htmx, blueprints, error pages."""

from __future__ import annotations

from pathlib import Path

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from referee.settings import Settings
from referee.store import Store
from referee.web import assets, errors, htmx
from referee.web import words as say
from referee.web.club import data as keeping
from referee.web.club import devices, history, home, players, rules
from referee.web.club import tables as club
from referee.web.guard import guesses, hosts
from referee.web.guard import origin as security
from referee.web.guard import roles as rights
from referee.web.join import pages as join
from referee.web.live import stream as live
from referee.web.match import about as past
from referee.web.match import new
from referee.web.screens import plot
from referee.web.screens import table as screen
from referee.web.table import menu, rulings
from referee.web.table import play as matches

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
    hosts.init_app(app, settings)
    for part in (htmx, say, screen, past, plot, assets, security, guesses, live, rights, errors):
        part.init_app(app)
    for page in (
        home,
        new,
        matches,
        menu,
        join,
        devices,
        history,
        past,
        keeping,
        players,
        club,
        rules,
        rulings,
    ):
        app.register_blueprint(page.pages)
    return app


def found(folder: str) -> Path:
    """Where templates/ and static/ are: inside the package in a wheel, beside it in the source."""
    package = Path(__file__).parent
    inside = package / folder
    return inside if inside.is_dir() else package.parent / folder
