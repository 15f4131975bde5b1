"""The command `referee`."""

from __future__ import annotations

import click

from referee.cli.data import delete, export, forget, import_
from referee.cli.database import audit, upgrade
from referee.cli.replay import replay
from referee.cli.serve import link, serve


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="referee")
def main() -> None:
    """Referee keeps score at a real card table."""


for command in (upgrade, serve, link, replay, audit, export, import_, forget, delete):
    main.add_command(command)
