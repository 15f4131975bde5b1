"""Commands for the database: made, migrated, checked."""

from __future__ import annotations

import click

from referee.cli.errors import one_line, opened
from referee.settings import Settings


@click.command()
def upgrade() -> None:
    """Make the database, or migrate it (a copy of a SQLite file is kept beside it)."""
    from referee.server import ServeError, alone
    from referee.store import upgrade as run
    from referee.store.base import is_current, parsed, sqlite_file

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


@click.command()
def audit() -> None:
    """Replay every match and name what differs from the lines that were settled."""
    with opened() as store:
        matches, found = store.audit()
    for difference in found:
        click.echo(difference)
    if found:
        raise click.ClickException(f"{len(found)} differences in {matches} matches.")
    click.echo(f"{matches} matches replayed: no difference.")
