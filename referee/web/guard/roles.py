"""Who may do what: every address says what it needs, every device has a role at a match.

Roles: owner (of the club: everything), scorer (enters anything), seat (the same, or its own
questions only where the match says so), watcher and display (read).  A visitor without a role sees
only the page to join by.
"""

from __future__ import annotations

from enum import IntEnum

from flask import Flask, abort, g, request

from referee.store import Access
from referee.web.request import the_store

COOKIES = ("__Host-referee", "referee")  # over https, and over plain http in the house


class Right(IntEnum):
    """What an address needs, each including those before it."""

    ANYBODY = 0
    READ = 1
    ENTER = 2
    SCORE = 3  # for the whole table, not for a seat
    OWN = 4


# Every endpoint stands here; a test compares it with the map of addresses.
NEEDS = {
    "static": Right.ANYBODY,
    "home.index": Right.ANYBODY,  # a visitor gets the page to join by
    "join.code": Right.ANYBODY,
    "join.link": Right.ANYBODY,
    "join.enter": Right.ANYBODY,
    "join.show": Right.READ,  # which code may be shown depends on the role
    "rules.games": Right.ANYBODY,
    "rules.of_game": Right.ANYBODY,
    "rules.of_match": Right.READ,
    "matches.play": Right.READ,
    "matches.tv": Right.READ,
    "matches.sheet": Right.READ,
    "matches.hands": Right.READ,
    "matches.hand": Right.READ,
    "matches.answer": Right.ENTER,
    "matches.undo": Right.ENTER,
    "matches.redo": Right.ENTER,
    "matches.agree": Right.READ,  # only from a seat
    "rulings.listed": Right.ENTER,
    "rulings.code": Right.ENTER,
    "rulings.compose": Right.ENTER,
    "rulings.count": Right.ENTER,
    "rulings.counted": Right.ENTER,
    "menu.menu": Right.ENTER,
    "menu.change": Right.ENTER,
    "menu.note": Right.ENTER,
    "menu.seat": Right.ENTER,
    "menu.own_questions": Right.SCORE,
    "new.form": Right.OWN,
    "new.start": Right.OWN,
    "new.remove_card": Right.OWN,
    "history.matches": Right.OWN,
    "past.about": Right.SCORE,
    "past.describe": Right.SCORE,
    "past.share": Right.SCORE,
    "past.unshare": Right.SCORE,
    "past.picture": Right.READ,
    "past.public": Right.ANYBODY,
    "past.public_picture": Right.ANYBODY,
    "keeping.data": Right.OWN,
    "keeping.club_jsonl": Right.OWN,
    "keeping.club_csv": Right.OWN,
    "keeping.match_json": Right.READ,
    "keeping.match_csv": Right.READ,
    "keeping.look": Right.OWN,
    "keeping.take_in": Right.OWN,
    "keeping.club": Right.OWN,
    "keeping.clean": Right.OWN,
    "keeping.delete_club": Right.OWN,
    "keeping.match": Right.OWN,
    "keeping.delete_match": Right.OWN,
    "keeping.player": Right.OWN,
    "keeping.forget": Right.OWN,
    "keeping.reword": Right.OWN,
    "players.everybody": Right.OWN,
    "players.one": Right.OWN,
    "players.two": Right.OWN,
    "players.with_whom": Right.OWN,
    "players.rename": Right.OWN,
    "players.merge": Right.OWN,
    "players.unmerge": Right.OWN,
    "players.hide": Right.OWN,
    "club.tables": Right.OWN,
    "club.table": Right.OWN,
    "devices.listed": Right.OWN,
    "devices.rename": Right.OWN,
    "devices.removing": Right.OWN,
    "devices.remove": Right.OWN,
    "devices.new_links": Right.OWN,
}
OF_ROLE = {
    "owner": Right.OWN,
    "scorer": Right.SCORE,
    "seat": Right.ENTER,
    "watcher": Right.READ,
    "display": Right.READ,
}


def init_app(app: Flask) -> None:
    app.before_request(check)
    app.jinja_env.globals.update(may=may, my_seat=my_seat)


def check() -> None:
    """Let the request pass if its device has the right; `g` keeps who it is and what it may."""
    store = the_store()
    g.device = g.access = None
    if request.endpoint == "static":
        return
    token = next((v for name in COOKIES if (v := request.cookies.get(name))), None)
    id = (request.view_args or {}).get("id") if request.path.startswith("/t/") else None
    if id is not None:
        g.access = store.devices.access(token, id)
    if g.access is None and token is not None:  # else the table's own word is all that counts
        g.device = device = store.devices.device(token)
        if id is None and device is not None and device.owner:
            g.access = Access("owner", None, device.id)
    if request.endpoint is None:
        return  # no such page: there is nothing to guard
    need = NEEDS.get(request.endpoint, Right.OWN)
    have = OF_ROLE[g.access.role] if g.access is not None else Right.ANYBODY
    if have >= need:
        return
    # The same answer for a match that is somebody else's as for one that is not there.
    abort(403 if have > Right.ANYBODY else 404)


def may(right: str) -> bool:
    """Whether this device has a right, for templates: `may("enter")`."""
    access = g.get("access")
    return access is not None and OF_ROLE[access.role] >= Right[right.upper()]


def my_seat() -> int | None:
    access = g.get("access")
    return access.seat if access is not None else None


def view_kind(role: str) -> str:
    """Which live view a role listens to."""
    right = OF_ROLE[role]
    return "own" if right >= Right.OWN else "enter" if right >= Right.ENTER else "watch"
