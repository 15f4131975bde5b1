"""The command `referee`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli import data as cli_data
from referee.settings import Settings, SettingsError
from referee.settings import host as checked_host

if TYPE_CHECKING:
    from referee.store import Store

ADDRESS = "address"  # the file that says where the server is, while it runs
OWNER = (
    "Open this on your phone or computer to become the owner "
    "(it works once, within 24 hours; `referee link` makes another):"
)


@contextmanager
def one_line() -> Iterator[None]:
    """What is wrong with the settings, the database or the port becomes one line, status 1."""
    from referee.server.run import ServeError
    from referee.store import StoreError

    try:
        yield
    except (SettingsError, StoreError, ServeError) as error:
        raise click.ClickException(" ".join(str(error).split())) from error


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="referee")
def main() -> None:
    """Referee keeps score at a real card table."""


@main.command()
def upgrade() -> None:
    """Make the database, or migrate it (a copy of a SQLite file is kept beside it)."""
    from referee.server.run import ServeError, alone
    from referee.store.base.upgrade import is_current, parsed, sqlite_file
    from referee.store.base.upgrade import upgrade as run

    with one_line():
        settings = Settings.from_env()
        url = parsed(settings.database)
        if is_current(url):  # so this may be run beside a server
            click.echo("The database is up to date.")
            return
        file = sqlite_file(url)
        if file is not None:
            try:
                file.parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise ServeError(f"{file.parent} cannot be made: {error.strerror}.") from None
        with alone(file):
            done = run(url)
    if done.backup is not None:
        click.echo(f"The database as it was: {done.backup}")
    made = "Made the database" if done.before is None else "Migrated the database"
    click.echo(f"{made} (version {done.after}).")


@main.command()
@click.option("--local", is_flag=True, help="Serve this computer only.")
@click.option("--host", metavar="ADDRESS", help="Where to listen (REFEREE_HOST).")
@click.option("--port", type=click.IntRange(1, 65535), help="Port (REFEREE_PORT).")
def serve(local: bool, host: str | None, port: int | None) -> None:
    """Serve the table: prints the address for phones, and its QR code."""
    from referee.server import network as lan
    from referee.server import run as serve
    from referee.store import Store
    from referee.store.base.upgrade import parsed, sqlite_file

    if local and host is not None:
        raise click.UsageError("--local and --host exclude each other.")
    with one_line():
        settings = Settings.from_env()
        settings = replace(settings, host=host_or(host, settings), port=port or settings.port)
        if local:
            settings = replace(settings, host="127.0.0.1", public_url=None)
        with serve.alone(lockable(sqlite_file(parsed(settings.database)))):
            store = Store(settings.database)
            try:
                from referee.app import create_app

                app = create_app(settings, store)
                listener = serve.listen(settings.host, settings.port)
                best, others = serve.where(settings, lan.addresses())
                app.config["PHONES_COME_TO"] = best
                link = None if store.has_owner() else owner_link(store, best)
                greet(best, others, local, link)
                with serve.known_at(settings.instance / ADDRESS, best):
                    serve.run(app, listener)
            finally:
                store.close()


def lockable(file: Path | None) -> Path | None:
    """The file, if it is there: no lock is left beside one that is missing."""
    return file if file is not None and file.exists() else None


def host_or(host: str | None, settings: Settings) -> str:
    return settings.host if host is None else checked_host(host)


def owner_link(store: Store, best: str) -> str:
    """A new link that makes one phone or computer an owner."""
    return f"{best}/J/{store.new_link('owner', None).token}"


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
    from referee.server import network as lan

    if can_draw():
        click.echo(lan.qr(address, sys.stdout.isatty()))


@main.command()
@click.option("--host", metavar="ADDRESS", help="Where the server listens (REFEREE_HOST).")
@click.option("--port", type=click.IntRange(1, 65535), help="Its port (REFEREE_PORT).")
def link(host: str | None, port: int | None) -> None:
    """Make a new link for the owner: it works once, within 24 hours.

    Leads to the server that runs here, if one does.
    """
    from referee.server import network as lan
    from referee.server import run as serve
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
                best, _ = serve.where(settings, lan.addresses())
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


@main.command()
@click.argument("file", type=click.Path(allow_dash=True))
def replay(file: str) -> None:
    """Replay a playthrough FILE (- reads standard input) and print what the referee says."""
    from referee.games import playthrough

    try:
        raw = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        text = raw.decode("utf-8")
        match = playthrough.read(text)
    except OSError as error:
        raise click.ClickException(f"{file}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise click.ClickException(f"{file}: not a text in UTF-8") from error
    except playthrough.PlaythroughError as error:
        raise click.ClickException(f"{file}:{error}") from error
    click.echo(playthrough.say(match), nl=False)
    waiting = match.waiting()
    if waiting is not None:
        click.echo(f"{file}:{waiting}", err=True)


@main.command()
def audit() -> None:
    """Replay every match and name what differs from the lines that were settled."""
    from referee.store import Store

    with one_line():
        store = Store(Settings.from_env().database)
        try:
            matches, found = store.audit()
        finally:
            store.close()
    for difference in found:
        click.echo(difference)
    if found:
        raise click.ClickException(f"{len(found)} differences in {matches} matches.")
    click.echo(f"{matches} matches replayed: no difference.")


for command in (cli_data.export, cli_data.import_, cli_data.forget, cli_data.delete):
    main.add_command(command)
