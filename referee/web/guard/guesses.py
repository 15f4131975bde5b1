"""Limits on guessing codes: failures are counted, successes neither count nor forgive.

A club of sixty phones behind one address may join in a minute; ten wrong codes from one address in
ten minutes are too many, and so are two hundred a minute from everywhere.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable
from typing import TypeVar, cast

from flask import Flask, Response, request
from flask_limiter import Limiter

TOKEN_LENGTH = 26  # a typed code is shorter
View = TypeVar("View", bound=Callable[..., Response])


def address() -> str:
    """Who asks: an IPv6 customer has a /64, so that counts as one."""
    try:
        ip = ipaddress.ip_address(request.remote_addr or "")
    except ValueError:
        return "unknown"
    if isinstance(ip, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((ip, 64), strict=False))
    return str(ip)


limiter = Limiter(key_func=address, storage_uri="memory://")


def init_app(app: Flask) -> None:
    limiter.init_app(app)


def scanned() -> bool:
    """Whether this is a link's token: nobody guesses 130 bits, so a scan gets through always."""
    token = (request.view_args or {}).get("token") or request.form.get("secret", "")
    return len(token) == TOKEN_LENGTH


def failed(response: Response) -> bool:
    return response.status_code == 404


def counts_guesses(view: View) -> View:
    """Refuse (429) who has guessed wrong too often."""
    each = limiter.shared_limit(
        "10 per 10 minutes", scope="guess", deduct_when=failed, exempt_when=scanned
    )
    all_of_them = limiter.shared_limit(
        "200 per minute", scope="guesses", key_func=lambda: "everybody",
        deduct_when=failed, exempt_when=scanned,
    )  # fmt: skip
    return cast(View, each(all_of_them(view)))
