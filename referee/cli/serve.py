"""Commands for the table: serve it, and let its owner in."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli.errors import one_line
from referee.settings import Settings
from referee.settings import host as checked_host

if TYPE_CHECKING:
    from referee.store import Store

ADDRESS = "address"  # the file that says where the server is, while it runs
OWNER = (
    "Open this on your phone or computer to become the owner "
    "(it works once, within 24 hours; `referee link` makes another):"
)


@click.command()
@click.option("--local", is_flag=True, help="Serve this computer only.")
@click.option("--host", metavar="ADDRESS", help="Where to listen (REFEREE_HOST).")
@click.option("--port", type=click.IntRange(1, 65535), help="Port (REFEREE_PORT).")
def serve(local: bool, host: str | None, port: int | None) -> None:
    """Serve the table: prints the address for phones, and its QR code."""
    from referee import server
    from referee.app import create_app
    from referee.store import Store
    from referee.store.base import parsed, sqlite_file

    if local and host is not None:
        raise click.UsageError("--local and --host exclude each other.")
    with one_line():
        settings = Settings.from_env()
        settings = replace(settings, host=host_or(host, settings), port=port or settings.port)
        if local:
            settings = replace(settings, host="127.0.0.1", public_url=None)
        with server.alone(lockable(sqlite_file(parsed(settings.database)))):
            store = Store(settings.database)
            try:
                app = create_app(settings, store)
                listener = server.listen(settings.host, settings.port)
                best, others = server.where(settings, server.addresses())
                app.config["PHONES_COME_TO"] = best
                link = None if store.devices.has_owner() else owner_link(store, best)
                greet(best, others, local, link)
                with server.known_at(settings.instance / ADDRESS, best):
                    server.run(app, listener)
            finally:
                store.close()


def lockable(file: Path | None) -> Path | None:
    """The file, if it is there: no lock is left beside one that is missing."""
    return file if file is not None and file.exists() else None


def host_or(host: str | None, settings: Settings) -> str:
    return settings.host if host is None else checked_host(host)


def owner_link(store: Store, best: str) -> str:
    """A new link that makes one phone or computer an owner."""
    return f"{best}/J/{store.devices.new_link('owner', None).token}"


def greet(best: str, others: list[str], local: bool, link: str | None) -> None:
    """Say where the table is, and how to become its owner where there is none yet."""
    click.echo(f"Referee is at {best}")
    if link is not None:
        click.echo(f"{OWNER}\n    {link}")
    if not local:
        show_code(link or best)
        for other in others:
            click.echo(f"    also at {other}")
    click.echo("Stop it with Ctrl-C.")
    sys.stdout.flush()


def show_code(address: str) -> None:
    """The QR code of an address, if the terminal can draw one."""
    from referee import server

    if can_draw():
        click.echo(server.qr(address, sys.stdout.isatty()))


@click.command()
@click.option("--host", metavar="ADDRESS", help="Where the server listens (REFEREE_HOST).")
@click.option("--port", type=click.IntRange(1, 65535), help="Its port (REFEREE_PORT).")
def link(host: str | None, port: int | None) -> None:
    """Make a new link for the owner: it works once, within 24 hours.

    Leads to the server that runs here, if one does.
    """
    from referee import server
    from referee.store import Store

    with one_line():
        settings = Settings.from_env()
        settings = replace(settings, host=host_or(host, settings), port=port or settings.port)
        store = Store(settings.database)
        try:
            running = settings.instance / ADDRESS
            if running.exists() and (host, port) == (None, None):
                best = running.read_text("utf-8")
            else:
                best, _ = server.where(settings, server.addresses())
            address = owner_link(store, best)
        finally:
            store.close()
    click.echo(address)
    show_code(address)


def can_draw() -> bool:
    """Whether the terminal knows the characters of a QR code."""
    try:
        "█▀▄".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
