"""The names that this server answers to.

A stranger's page whose name suddenly leads into the home network (DNS rebinding) would count as our
own origin.  So only names are served that no stranger can have: addresses, names of the home
network, and the public one that was configured.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from urllib.parse import urlsplit

from flask import Flask, Response, current_app, request

from referee.settings import Settings

# Reserved: no registry sells a name under them.
HOME = (".local", ".home.arpa", ".localhost")
NAME = re.compile(r"[0-9a-z_-]+(\.[0-9a-z_-]+)*")


def init_app(app: Flask, settings: Settings) -> None:
    app.config["HOSTS"] = names(settings, socket.gethostname())
    app.before_request(check)


def names(settings: Settings, machine: str) -> frozenset[str]:
    """The names that this installation has beside those of every home network."""
    public = urlsplit(settings.public_url or "").hostname
    known = (machine, machine.partition(".")[0], settings.host, public or "", "localhost")
    return frozenset(name.lower().rstrip(".") for name in known if name)


def check() -> Response | None:
    """Refuse a foreign name in plain words: a page would need addresses under that name."""
    if served(request.host, current_app.config["HOSTS"]):
        return None
    return Response("This server does not answer to that name.\n", 421, mimetype="text/plain")


def served(host: str, known: frozenset[str]) -> bool:
    """Whether a Host header (name or address, perhaps with a port) is of this server."""
    try:
        name = (urlsplit(f"//{host}").hostname or "").removesuffix(".")
    except ValueError:
        return False
    if name in known or (name.endswith(HOME) and NAME.fullmatch(name)):
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
