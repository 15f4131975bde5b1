"""The command that replays a recorded match."""

from __future__ import annotations

import sys
from pathlib import Path

import click


@click.command()
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
