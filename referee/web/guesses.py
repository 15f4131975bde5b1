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


def failed(response: Response) -> bool:
    return response.status_code == 404


def counts_guesses(view: View) -> View:
    """Refuse (429) who has guessed wrong too often."""
    each = limiter.shared_limit("10 per 10 minutes", scope="guess", deduct_when=failed)
    all_of_them = limiter.shared_limit(
        "200 per minute", scope="guesses", key_func=lambda: "everybody", deduct_when=failed
    )
    return cast(View, each(all_of_them(view)))
