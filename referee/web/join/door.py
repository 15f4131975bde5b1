"""Joining a table: a code that is scanned or typed, a seat, and the code shown to the next phone.

A GET changes nothing: preview robots open links too.  Taking a seat is a POST that gives the phone
a cookie and a grant on the server; the address is clean from then on.
"""

from __future__ import annotations

import re

from flask import Blueprint, Response, abort, current_app, g, request, url_for

from referee.engine import Message, Said, msg
from referee.store import Invitation, NotFound
from referee.web.guard import COOKIES, counts_guesses, view_kind
from referee.web.live import the_hub
from referee.web.request import page, see, the_store
from referee.web.screens import path_of, screen_of

pages = Blueprint("join", __name__)

A_YEAR = 400 * 24 * 3600  # seconds: as long as browsers keep a cookie
# Which roles a role may invite to: nobody hands on more than a seat, but the owner.
INVITES = {
    "owner": ("seat", "watcher", "display", "scorer"),
    "scorer": ("seat", "watcher", "display"),
    "seat": ("seat", "watcher"),
    "watcher": ("watcher",),
    "display": ("seat",),
}
FOR_WHOM: dict[str, Message] = {
    "seat": msg("For players"),
    "watcher": msg("To watch only"),
    "display": msg("For a big screen"),
    "scorer": msg("For another scorer"),
}
# What a phone without a seat is at the table.
ROLES: dict[str, Message] = {
    "owner": msg("owner"),
    "scorer": msg("keeps the score"),
    "watcher": msg("watches"),
    "display": msg("shows the table"),
}


@pages.post("/join")
@counts_guesses
def code() -> Response:
    """A typed code: shows the same page as its link would."""
    return invited(secret_of(request.form.get("code", "")))


@pages.get("/J/<token>")
@pages.get("/j/<token>")
@counts_guesses
def link(token: str) -> Response:
    """A scanned link: where are you sitting?  Nothing changes yet."""
    return invited(secret_of(token))


@pages.post("/join/enter")
@counts_guesses
def enter() -> Response:
    """Take a seat, watch, or become what the link makes of this phone."""
    secret = secret_of(request.form.get("secret", ""))
    place = request.form.get("as", "")
    store = the_store()
    token = next((v for name in COOKIES if (v := request.cookies.get(name))), None)
    try:
        match = store.devices.invitation(secret).match
        seated = seats_of(match)
        joined = store.devices.join(secret, place, token, device_name())
    except NotFound:
        return refused()
    tell_the_moved(match, seated)
    if joined.match is None:
        response = see(url_for("home.index"))
    elif joined.role == "display":
        response = see(url_for("matches.tv", id=joined.match))
    else:
        response = see(url_for("matches.play", id=joined.match))
    if joined.token is not None:
        give_cookie(response, joined.token)
    return response


def seats_of(match: str | None) -> dict[str, int]:
    """The seat of each device that has one."""
    holders = {} if match is None else the_store().devices.holders(match)
    return {holder.device: seat for seat, holder in holders.items()}


def tell_the_moved(match: str | None, before: dict[str, int]) -> None:
    """Let the phones look anew whose seat is another one now, or somebody else's."""
    hub = the_hub()
    now = seats_of(match)
    for device, seat in before.items():
        if match is not None and now.get(device) != seat:
            hub.move(match, device)


def secret_of(text: str) -> str:
    """A token or a code as it is stored: upper case, without what people put between."""
    return re.sub(r"[\s\-–·.]", "", text[:60]).upper()


def invited(secret: str) -> Response:
    try:
        invitation = the_store().devices.invitation(secret)
    except NotFound:
        return refused()
    return seats(secret, invitation)


def seats(secret: str, invitation: Invitation) -> Response:
    """The page that offers what the link is for."""
    if invitation.match is None:
        return page("join/owner.html", "join/owner.html", secret=secret)
    match = the_store().load(invitation.match)
    screen = screen_of(match)
    return page(
        "join/seats.html", "join/seats.html", secret=secret, role=invitation.role,
        screen=screen, say=screen.voice, holders=the_store().devices.holders(match.id),
    )  # fmt: skip


def refused() -> Response:
    text = msg("This code is not valid, or no longer. Ask at the table for the one on the screen.")
    return door(404, text)


def door(status: int = 200, problem: Said | None = None) -> Response:
    """What a visitor sees: type the code, or scan it."""
    return page("join/door.html", "join/door.html", status, problem=problem)


def device_name() -> str:
    """A name that tells phones apart, from what the browser says of itself."""
    agent = request.headers.get("User-Agent", "")
    known = ("iPhone", "iPad", "Android", "Windows", "Macintosh", "CrOS", "Linux")
    return next((name for name in known if name in agent), "Phone")


def give_cookie(response: Response, token: str) -> None:
    """The phone keeps its token; over https under a name that only https can set."""
    name = COOKIES[0] if request.is_secure else COOKIES[1]
    response.set_cookie(
        name, token, max_age=A_YEAR, secure=request.is_secure, httponly=True, samesite="Lax",
        path="/",
    )  # fmt: skip


@pages.post("/t/<id>/code")
def show(id: str) -> Response:
    """Show a code for others to join by; each showing makes a link of its own."""
    over = the_store().load(id).sheet.outcome is not None
    offered = ("watcher",) if over else INVITES[g.access.role]
    role = request.form.get("role", offered[0])
    if role not in offered:
        abort(403)
    shown = the_store().devices.new_link(role, id, by=g.access.device)
    address = base_address() + "/J/" + shown.token
    screen = screen_of(the_store().load(id))
    here = the_hub().devices(id) | {g.access.device}  # this one has just left its table's page
    return page(
        "join/code.html", "join/_qr.html" if request.form.get("small") else "join/code.html",
        screen=screen, say=screen.voice, address=address, path=path_of(address.upper()),
        code=shown.code, role=role, roles=[(r, FOR_WHOM[r]) for r in offered],
        kind=view_kind(g.access.role), here=the_store().devices.present(id, here),
        what_it_is=ROLES,
    )  # fmt: skip


def base_address() -> str:
    """How phones reach this server: as configured, else the address in the network, else as asked.

    Never simply the Host header of the browser that shows the code: on the server itself that says
    `localhost`, which no other phone can open.
    """
    address: str | None = current_app.config.get("PHONES_COME_TO")
    host = request.host.rsplit(":", 1)[0]
    if address and (host in ("localhost", "127.0.0.1", "[::1]") or current_app.config["FIXED"]):
        return address
    return request.host_url.rstrip("/")
