"""Devices: the owner sees every phone that joined, removes one, or makes all old links void."""

from __future__ import annotations

from flask import Blueprint, Response, g, url_for

from referee.store import NotFound
from referee.store.devices import LAST_OWNER
from referee.web.current import the_hub, the_store
from referee.web.htmx import page, see

pages = Blueprint("devices", __name__)


@pages.get("/devices")
def listed() -> Response:
    """Every device of the club: what it may do, and when it was last here."""
    devices = the_store().devices()
    return page("devices/list.html", "devices/list.html", devices=devices, me=g.device.id)


@pages.get("/devices/<device>/remove")
def removing(device: str) -> Response:
    """What follows if this device is removed, or why it cannot be."""
    devices = the_store().devices()
    row = next((row for row in devices if row.id == device), None)
    if row is None:
        raise NotFound("no such device")
    last = [other for other in devices if other.owner] == [row]
    return page(
        "devices/remove.html", "devices/remove.html", device=row, mine=device == g.device.id,
        problem=LAST_OWNER if last else None,
    )  # fmt: skip


@pages.post("/devices/<device>/remove")
def remove(device: str) -> Response:
    """Take a device's rights away at once, its open streams too."""
    the_store().remove_device(device)
    the_hub().drop(device)
    return see(url_for("home.index" if device == g.device.id else "devices.listed"))


@pages.post("/devices/new-links")
def new_links() -> Response:
    """Make every link and code that was ever shown void."""
    the_store().void_links()
    return see(url_for("devices.listed"))
