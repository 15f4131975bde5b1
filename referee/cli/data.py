"""Commands for all that is kept: taken along, brought in, let go."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING

import click

from referee.cli.errors import opened

if TYPE_CHECKING:
    from referee.store import Store
    from referee.store.transfer import Imported

EVERY = 100  # matches between two words about how far it is


def progress(done_to_them: str = "") -> Callable[[int], None]:
    """Says on standard error how many matches are done, and with a word what was done to them."""
    said = 0

    def told(done: int) -> None:
        nonlocal said
        if done - said >= EVERY:
            said = done
            click.echo(f"{done} matches{done_to_them}", err=True)

    return told


def say_what_is_left(clean: bool, copies: Iterable[Path]) -> None:
    """Where what is gone may still be read."""
    if not clean:
        click.echo(
            "The database file is in use and still holds it: "
            "clean it from the page “Your data” when nobody plays.",
            err=True,
        )
    click.echo("Backups still hold it: delete those too.")
    for copy in copies:
        click.echo(f"A copy that an upgrade left: {copy}")


def agreed(yes: bool) -> None:
    if not yes:
        click.confirm("This cannot be undone. Go on?", abort=True)


@contextmanager
def complete(name: str) -> Iterator[IO[bytes]]:
    """A file that gets its name once all of it is on the disk: an older one is good until then.

    Standard output, pipes and devices are written as they are.
    """
    if name == "-":
        yield sys.stdout.buffer
        sys.stdout.flush()
        return
    path = Path(name).resolve()
    if path.exists() and not path.is_file():
        with path.open("wb") as file:
            yield file
        return
    partial = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        with partial.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            shutil.copymode(path, partial)
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True), default="-")
@click.option("--match", "match", metavar="ID", help="One match instead of the whole club.")
@click.option("--csv", "as_csv", is_flag=True, help="A table for a spreadsheet.")
def export(file: str, match: str | None, as_csv: bool) -> None:
    """Write the club, or one match, to FILE (standard output without one)."""
    with opened() as store:
        keeping = store.keeping
        parts: Iterable[str]
        if match is not None:
            parts = [keeping.match_csv(match) if as_csv else keeping.export_match(match) + "\n"]
        elif as_csv:
            parts = keeping.club_csv(progress())
        else:
            parts = (f"{line}\n" for line in keeping.export_club(progress()))
        try:
            with complete(file) as out:
                size = sum(out.write(part.encode()) for part in parts)
            click.echo(f"{size} bytes written.", err=True)
        except BrokenPipeError:
            raise  # whoever read it has seen enough: click ends quietly
        except OSError as error:
            raise click.ClickException(f"Not written: {error.strerror}.") from error


def taken_in(store: Store, file: IO[bytes]) -> Imported:
    """Import a file; one that breaks off can be gone on with."""
    from referee.store import Busy, NotSaved

    try:
        return store.keeping.take_in(file, progress(" checked"), progress())
    except (Busy, NotSaved) as error:
        raise click.ClickException(
            f"{error}. What came in stays: import the file once more to go on."
        ) from error


@click.command("import")
@click.argument("file", type=click.File("rb"))
@click.option("--dry-run", is_flag=True, help="Only say what would be done.")
def import_(file: IO[bytes], dry_run: bool) -> None:
    """Bring a FILE of `referee export` in, once all of it has been checked."""
    with opened() as store:
        if not file.seekable():
            raise click.ClickException("The file cannot be read from a pipe.")
        if dry_run:
            found = store.keeping.look(file, progress(" checked"))
        else:
            found = taken_in(store, file)
    click.echo(f"{found.new} matches are new, {found.here} are here already.")
    click.echo(f"Players known here: {', '.join(found.known) or 'none'}.")
    click.echo(f"New players: {', '.join(found.arrived) or 'none'}.")
    if dry_run:
        click.echo("Nothing was written.")


@click.command()
@click.argument("name")
@click.option("--yes", is_flag=True, help="Do not ask.")
def forget(name: str, yes: bool) -> None:
    """Forget the player NAME: the name goes, what was played stays."""
    with opened() as store:
        player = store.keeping.player_called(name)
        looked = store.keeping.forgetting(player)
        click.echo(f"Names that become a number: {', '.join([*looked.names, *looked.phones])}.")
        click.echo("Matches, totals and statistics stay.")
        for mention in looked.mentions:
            click.echo(f"Still to be put otherwise by you ({mention.kind}): {mention.text}")
        agreed(yes)
        clean, copies = store.keeping.forget(player), store.keeping.copies()
    click.echo("Forgotten.")
    say_what_is_left(clean, copies)


@click.command()
@click.argument("match", required=False)
@click.option("--club", is_flag=True, help="Everything.")
@click.option("--yes", is_flag=True, help="Do not ask.")
def delete(match: str | None, club: bool, yes: bool) -> None:
    """Delete a MATCH (its id), or with --club everything."""
    if (match is None) != club:
        raise click.UsageError("Name a match, or say --club.")
    with opened() as store:
        if match is None:
            holds = store.keeping.holds()
            click.echo(
                f"{holds.matches} matches, {holds.players} players, {holds.cards} house cards and "
                f"{holds.devices} phones go; the owners' phones stay, without their names."
            )
            agreed(yes)
            clean = store.keeping.delete_club()
        else:
            store.version(match)
            click.echo("The match and all that was counted of it goes; its players stay.")
            agreed(yes)
            clean = store.keeping.delete_match(match)
        copies = store.keeping.copies()
    click.echo("Deleted.")
    say_what_is_left(clean, copies)
    sys.stdout.flush()
