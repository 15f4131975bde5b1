"""What the owner does with all that is kept: takes it along, brings it in, lets it go."""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from flask import Response, abort, current_app, request, url_for

from referee.engine import Said, msg
from referee.store import Overtaken, Refused
from referee.store.erasure import Mention
from referee.web.errors import shown
from referee.web.live import the_hub
from referee.web.match import gone, pages
from referee.web.request import page, see, the_store, typed, whole
from referee.web.table import OVERTAKEN

LARGEST_FILE = 64 * 1024 * 1024  # bytes of an upload; `referee import` takes more
KEPT_FOR = 3600  # seconds that an uploaded file waits to be taken in
IN_USE = msg(
    "It is gone from every page, but not yet from the database file: somebody was using that. "
    "Clean it now."
)
NOT_YET = msg("This hand is being played: its secrets are not given away. Finish it first.")


@pages.get("/club/data")
def data() -> Response:
    """How much is kept, and what can be done with it; `clean` is "no" where the file was in use."""
    dirty = request.args.get("clean") == "no"
    return show(problem=IN_USE if dirty else None, dirty=dirty)


def show(status: int = 200, problem: Said | None = None, dirty: bool = False) -> Response:
    keeping = the_store().keeping
    return page(
        "club/data.html", "club/data.html", status, holds=keeping.holds(),
        size=keeping.size(), copies=keeping.copies(), problem=problem, dirty=dirty,
    )  # fmt: skip


@pages.post("/club/data/clean")
def clean() -> Response:
    """Take what was deleted out of the database file, which was in use before."""
    return gone(the_store().keeping.scrub(), url_for("keeping.data"))


@pages.get("/club/data/club.jsonl")
def club_jsonl() -> Response:
    """The whole club, a line at a time, to be imported elsewhere."""
    lines = (f"{line}\n" for line in the_store().keeping.export_club())
    return download(lines, "application/jsonl", "jsonl")


@pages.get("/club/data/club.csv")
def club_csv() -> Response:
    """A line for each player of each match, for a spreadsheet."""
    return download(the_store().keeping.club_csv(), "text/csv", "csv")


@pages.get("/t/<id>/match.json")
def match_json(id: str) -> Response:
    """One match, to be imported elsewhere."""
    told_no_secret(id)
    return download([the_store().keeping.export_match(id), "\n"], "application/json", "json")


@pages.get("/t/<id>/match.csv")
def match_csv(id: str) -> Response:
    """The score sheet of a match, for a spreadsheet."""
    return download([the_store().keeping.match_csv(id)], "text/csv", "csv")


def download(parts: Iterable[str], kind: str, ending: str) -> Response:
    """A file that is written while it is read, named by the day."""
    response = Response((part.encode() for part in parts), mimetype=kind)
    day = datetime.now(UTC).date()
    response.headers["Content-Disposition"] = f'attachment; filename="referee-{day}.{ending}"'
    response.headers["Cache-Control"] = "no-store"
    return response


def told_no_secret(id: str) -> None:
    """A file of a running hand would tell what no screen does."""
    hand = the_store().load(id).sheet.now.hand
    if hand.score is None and any(answered.question.secret for answered in hand.answered):
        abort(shown(409, NOT_YET))


@pages.post("/club/data/look")
def look() -> Response:
    """An uploaded file, looked at: nothing is written until it is taken in."""
    request.max_content_length = LARGEST_FILE
    sent = request.files.get("file")
    if sent is None or not sent.filename:
        return show(422, msg("Choose a file first."))
    folder = waiting()
    token = secrets.token_hex(12)
    file = folder / f"{token}.jsonl"
    sent.save(file)
    try:
        with file.open("rb") as source:
            found = the_store().keeping.look(source)
    except Refused as error:
        file.unlink()
        return show(422, error.text)
    return page("club/look.html", "club/look.html", found=found, token=token)


@pages.post("/club/data/import")
def take_in() -> Response:
    """Take in the file that was looked at."""
    token = request.form.get("token", "")
    file = waiting() / f"{token}.jsonl"
    if not re.fullmatch("[0-9a-f]{24}", token) or not file.exists():
        return show(422, msg("That file is no longer here. Choose it again."))
    try:
        with file.open("rb") as source:
            the_store().keeping.take_in(source)
    except Refused as error:
        file.unlink(missing_ok=True)
        return show(422, error.text)
    file.unlink(missing_ok=True)  # not where the database was busy: trying again goes on
    return see(url_for("history.matches"))


def waiting(kept_for: int = KEPT_FOR) -> Path:
    """Where uploaded files wait; those that nobody took in are thrown away."""
    folder = Path(current_app.instance_path) / "imports"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for file in folder.iterdir():
        if file.stat().st_mtime < time.time() - kept_for:
            file.unlink(missing_ok=True)
    return folder


@pages.get("/club/data/delete")
def club() -> Response:
    """What goes if the club is deleted."""
    keeping = the_store().keeping
    return page(
        "club/delete.html", "club/delete.html", holds=keeping.holds(), copies=keeping.copies()
    )


@pages.post("/club/data/delete")
def delete_club() -> Response:
    """Everything goes but the phones of owners; the word must be typed."""
    if request.form.get("sure") != "yes":
        return see(url_for("keeping.club"))
    clean = the_store().keeping.delete_club()
    the_hub().end()
    waiting(0)
    return gone(clean, url_for("keeping.data"))


@pages.get("/players/<id>/forget")
def player(id: str) -> Response:
    """What forgetting a player changes, and the texts that still hold the name."""
    return forgetting(id)


@dataclass(frozen=True)
class Unsaved:
    """A text that was not saved, so that it is not lost: `mention` is as typed, `seen` what stood
    there on the page; `theirs` says that somebody else wrote that, and that one must choose."""

    mention: Mention
    seen: str
    theirs: bool = False


def forgetting(
    id: str, status: int = 200, problem: Said | None = None, unsaved: Unsaved | None = None
) -> Response:
    store = the_store()
    found = store.keeping.forgetting(id)
    fields = [Unsaved(mention, mention.text) for mention in found.mentions]
    if unsaved is not None:  # first, as it may hold the name no more
        others = [f for f in fields if not f.mention.same_place(unsaved.mention)]
        fields = [unsaved, *others]
    return page(
        "club/players/forget.html", "club/players/forget.html", status,
        player=store.stats.player(id), found=found, fields=fields,
        copies=store.keeping.copies(), problem=problem,
    )  # fmt: skip


@pages.post("/players/<id>/forget")
def forget(id: str) -> Response:
    """The name goes everywhere but in texts; what was played stays."""
    try:
        clean = the_store().keeping.forget(id)
    except Refused:  # a double tap, or a second phone: it is done
        return see(url_for("players.everybody"))
    the_hub().end()  # phones that listen show the name: they come back for the new one
    waiting(0)  # files that were to be brought in may hold it
    return gone(clean, url_for("players.everybody"))


@pages.post("/players/<id>/reword")
def reword(id: str) -> Response:
    """Put another text in the place of one that holds the name."""
    kind, of = request.form.get("kind", ""), request.form.get("id", "")[:40]
    mention, seen = Mention(kind, of, whole("seq"), typed("text")), typed("seen")
    try:
        clean = the_store().keeping.reword(mention, seen)
    except Overtaken as error:
        [stands] = error.stands
        return forgetting(id, 409, OVERTAKEN, Unsaved(mention, stands, theirs=True))
    except Refused as error:
        return forgetting(id, 422, error.text, Unsaved(mention, seen))
    return gone(clean, url_for("keeping.player", id=id))
