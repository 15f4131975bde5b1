"""A match as it is kept: where it was and a note, its picture, and its public page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from flask import Blueprint, Flask, Response, render_template, request, url_for

from referee.engine import PlayerName, Said, Seat, is_fact, revisions
from referee.store import BadName, Match, NotFound, Overtaken, TooMuch
from referee.store.base import is_id
from referee.web.join import base_address
from referee.web.request import page, see, the_store, typed
from referee.web.screens import path_of, picture_of, screen_of, voice_of
from referee.web.table import OVERTAKEN, Text, met
from referee.web.words import gettext

pages = Blueprint("past", __name__)
DESCRIBES = ("place", "note")  # what is written on a match, in the order of `Past.describe`


def init_app(app: Flask) -> None:
    app.jinja_env.globals.update(put_right=put_right, begun=begun)


@pages.get("/t/<id>/about")
def about(id: str) -> Response:
    """Where the match was, a note on it, and whether it is public."""
    return show(id)


@pages.post("/t/<id>/about")
def describe(id: str) -> Response:
    """Place and note; what was typed is kept where it is refused or somebody else was quicker."""
    theirs = request.form.get("theirs", "").split()  # the fields that shall stay as they were seen
    texts = {
        name: Text(typed(f"seen_{name}" if name in theirs else name), typed(f"seen_{name}"))
        for name in DESCRIBES
    }
    place, note = texts.values()
    try:
        the_store().past.describe(id, place.typed, note.typed, seen=(place.seen, note.seen))
    except Overtaken as error:
        return show(id, 409, OVERTAKEN, met(texts, error.stands))
    except (TooMuch, BadName) as error:
        return show(id, 422, error.text, texts)
    return see(url_for("matches.sheet", id=id))


def show(
    id: str,
    status: int = 200,
    problem: Said | None = None,
    texts: Mapping[str, Text] | None = None,
) -> Response:
    match = the_store().load(id)
    if texts is None:
        texts = {name: Text(getattr(match, name), getattr(match, name)) for name in DESCRIBES}
    screen = screen_of(match)
    shared = the_store().past.share_of(id)
    address = base_address() + url_for("past.public", token=shared.token) if shared else ""
    return page(
        "match/about.html", "match/about.html", status, screen=screen, say=screen.voice,
        texts=texts, theirs=[name for name, text in texts.items() if text.choose],
        problem=problem, shared=shared, address=address,
        path=path_of(address) if shared else None,
    )  # fmt: skip


@pages.post("/t/<id>/share")
def share(id: str) -> Response:
    """Make the match public, with names or without."""
    the_store().past.share(id, request.form.get("names") == "yes")
    return see(url_for("past.about", id=id) + "#share")


@pages.post("/t/<id>/unshare")
def unshare(id: str) -> Response:
    """Nobody sees the public page any more."""
    the_store().past.unshare(id)
    return see(url_for("past.about", id=id) + "#share")


@pages.get("/t/<id>/result.svg")
def picture(id: str) -> Response:
    """The result as a picture that stands for itself."""
    return drawn(the_store().load(id))


@pages.get("/s/<token>")
def public(token: str) -> Response:
    """The sheet and plot of a shared match, for whoever has the address: nothing to press."""
    match, names = shown(token)
    screen = screen_of(match)
    response = page(
        "match/public.html", "match/public.html", screen=screen, say=screen.voice,
        voice_of=voice_of, names=names, token=token,
    )  # fmt: skip
    return for_no_robot(response)


@pages.get("/s/<token>/result.svg")
def public_picture(token: str) -> Response:
    return for_no_robot(drawn(shown(token)[0]))


def shown(token: str) -> tuple[Match, bool]:
    """The match of a public address, and whether its names are told.  Raises NotFound."""
    if not is_id(token):
        raise NotFound("no such page")
    shared = the_store().past.shared(token)
    match = the_store().load(shared.match)
    return (match, True) if shared.names else (nameless(match), False)


def nameless(match: Match) -> Match:
    """The match with numbers for its players, and nothing that somebody wrote."""
    seated = dict.fromkeys(who for row in match.sheet.rows for who in row.players)
    names = {who: gettext("Player %(n)s", n=n) for n, who in enumerate(seated, 1)}
    return replace(match, names=names, device_names={}, place="", note="")


def for_no_robot(response: Response) -> Response:
    response.headers["X-Robots-Tag"] = "noindex, nofollow"
    return response


def drawn(match: Match) -> Response:
    screen = screen_of(match)
    text = render_template(
        "match/result.svg", screen=screen, say=screen.voice, picture=picture_of(screen)
    )
    return Response(text, mimetype="image/svg+xml")


@dataclass(frozen=True)
class Change:
    """An answer that was put right: in words, by whom where that is known, and when."""

    old: Said | None
    new: Said | None
    who: Said | None
    at: datetime


def put_right(match: Match) -> dict[int, list[Change]]:
    """What was corrected, by hand."""
    found = revisions(match.setup, match.log, match.sheet, match.names)
    seats: dict[str, Said] = {}
    if found:
        holders = the_store().devices.holders(match.id)
        seats = {holder.device: PlayerName(Seat(seat)) for seat, holder in holders.items()}

    def who(seq: int) -> Said | None:
        """The player in the seat of the phone, else the phone's name."""
        device = match.devices.get(seq, "")
        return seats.get(device) or match.device_names.get(device)

    return {
        hand: [Change(r.old, r.new, who(r.seq), match.times[r.seq]) for r in changes]
        for hand, changes in found.items()
    }


def begun(match: Match) -> dict[int, datetime]:
    """When the first answer of each hand came."""
    found: dict[int, datetime] = {}
    for entry in match.log:
        if not is_fact(entry.key):
            found.setdefault(entry.hand, match.times[entry.seq])
    return found
