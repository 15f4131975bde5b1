"""Devices: the owner sees every phone that joined, names it, removes it, or voids all old links."""

from __future__ import annotations

from datetime import UTC, date, datetime

from flask import Blueprint, Response, g, request, url_for

from referee.engine import Said
from referee.store import BadName, NotFound
from referee.store.devices import LAST_OWNER
from referee.web.live import the_hub
from referee.web.request import page, see, the_store

pages = Blueprint("devices", __name__)


@pages.get("/devices")
def listed() -> Response:
    """Every device of the club: what it may do, and which day it was last here."""
    return show()


def show(
    status: int = 200, problem: Said | None = None, kept: tuple[str, str] = ("", "")
) -> Response:
    """The list; `kept` is a device and the name for it that was refused, to be put right.

    A table that is open says who is here.  Else it is known by the hour only, so the day is told.
    """
    return page(
        "club/devices.html", "club/devices.html", status, devices=the_store().devices.listed(),
        me=g.device.id, problem=problem, kept=kept, here={g.device.id, *the_hub().everybody()},
        day_of=day_of, today=day_of(datetime.now(UTC)),
    )  # fmt: skip


def day_of(moment: datetime) -> date:
    """The day in the zone of the server, which stands where the cards are played."""
    return moment.astimezone().date()


@pages.post("/devices/<device>")
def rename(device: str) -> Response:
    """Another name for a device; what was typed is kept where it is refused."""
    name = request.form.get("name", "")
    try:
        the_store().devices.rename(device, name)
    except BadName as error:
        return show(422, error.text, (device, name[:200]))
    return see(url_for("devices.listed"))


@pages.get("/devices/<device>/remove")
def removing(device: str) -> Response:
    """What follows if this device is removed, or why it cannot be."""
    devices = the_store().devices.listed()
    row = next((row for row in devices if row.id == device), None)
    if row is None:
        raise NotFound("no such device")
    last = [other for other in devices if other.owner] == [row]
    return page(
        "club/device.html", "club/device.html", device=row, mine=device == g.device.id,
        problem=LAST_OWNER if last else None,
    )  # fmt: skip


@pages.post("/devices/<device>/remove")
def remove(device: str) -> Response:
    """Take a device's rights away at once, its open streams too."""
    the_store().devices.remove(device)
    the_hub().drop(device)
    return see(url_for("home.index" if device == g.device.id else "devices.listed"))


@pages.post("/devices/new-links")
def new_links() -> Response:
    """Make every link and code that was ever shown void."""
    the_store().devices.void_links()
    return see(url_for("devices.listed"))
