"""The table: play, answer, undo, score sheet, an earlier hand, the record hand by hand."""

from __future__ import annotations

from flask import Blueprint, Response, abort, g, render_template, request, url_for

from referee.engine.errors import IllegalAnswer, StaleQuestion
from referee.engine.message import Message, PlayerName, Said, msg
from referee.engine.offers import offers
from referee.engine.table import Seat
from referee.store import Match, Saved
from referee.web.guard.roles import my_seat
from referee.web.htmx import as_fragment, page, see, wants_fragment
from referee.web.request import the_store
from referee.web.screens.table import Screen, screen_of, voice_of
from referee.web.table import changes, saving

pages = Blueprint("matches", __name__)
MEANWHILE = msg("Somebody answered that meanwhile. This is how it stands now.")


@pages.get("/t/<id>")
def play(id: str) -> Response:
    """The table now: the question, the score of the hand, or the end of the match."""
    return show(the_store().load(id))


def show(
    match: Match,
    status: int = 200,
    problem: Said | None = None,
    rule: str = "",
    duel: tuple[int, str, str] | None = None,
) -> Response:
    """The table screen, with what went wrong on top where something did.

    `duel` is the answer of a phone that was late, to be made the correction if it likes."""
    screen = screen_of(match)
    return page(
        "match/play.html", "match/_play.html", status, screen=screen, say=screen.voice,
        problem=problem, rule=rule, duel=duelled(match, duel), me=my_seat(),
        live=f"/live/{match.id}?seen={match.version}",
    )  # fmt: skip


def duelled(match: Match, answer: tuple[int, str, str] | None) -> dict[str, object] | None:
    """What a late phone said, to be kept out or made the correction; None where it cannot be."""
    if answer is None or answer[0] >= len(match.sheet.rows):
        return None
    hand, key, value = answer
    question = match.sheet.rows[hand].hand.questions().get(key)
    if question is None or value not in question.legal:
        return None
    return {"hand": hand, "answer": f"{key}={value}", "said": question.said(value)}


@pages.post("/t/<id>/answer")
def answer(id: str) -> Response:
    """Record answers: `answer` holds `key=value`, once for each."""
    said = [parted(text) for text in request.form.getlist("answer")]
    hand, seen = whole("hand"), whole("seen") if "seen" in request.form else None
    uid = request.form.get("uid", "")[:64]
    if not said or not uid:
        abort(400)
    # Two taps on the same answer are one; another answer of the same screen is another intent.
    intent = uid + ":" + "&".join(f"{key}={value}" for key, value in said)
    try:
        saved = saving.record(id, [(hand, k, v) for k, v in said], uid=intent, seen=seen)
    except IllegalAnswer as error:
        return show(the_store().load(id), 422, error.refusal.text, error.refusal.rule)
    except StaleQuestion as error:
        match = the_store().load(id)
        mine = (hand, *said[0]) if len(said) == 1 and error.stands else None
        return show(match, 409, answered_before(match, error), duel=mine)
    if not saved.fresh and secret_of_others(saved.match, hand, said):
        # To hear that a secret was said already would be to hear the secret.
        mine = (hand, *said[0]) if len(said) == 1 else None
        return show(saved.match, 409, MEANWHILE, duel=mine)
    return done(id, saved)


def secret_of_others(match: Match, hand: int, said: list[tuple[str, str]]) -> bool:
    """Whether an answer repeats a secret that another phone gave, before the hand is scored."""
    row = match.sheet.rows[min(hand, len(match.sheet.rows) - 1)]
    secrets = {q.key for q in row.hand.questions().values() if q.secret and row.score is None}
    return any(key in secrets and not said_here(match, hand, key) for key, _ in said)


def said_here(match: Match, hand: int, key: str) -> bool:
    """Whether the newest answer to a question came from this phone."""
    entry = next((e for e in reversed(match.log) if (e.hand, e.key) == (hand, key)), None)
    return entry is not None and match.devices.get(entry.seq) == g.access.device


def done(id: str, saved: Saved) -> Response:
    """The new state: as a fragment, or by looking at the table again."""
    then = request.form.get("then")
    if wants_fragment() and then is None:
        shown = saving.fragment()
        return as_fragment(shown) if shown else show(saved.match)
    # A hand that was put right and is asked again goes on at the table.
    sheet = saved.match.sheet
    scored = sheet.asking is None or sheet.now.score is not None
    settled = then == "sheet" and (scored or sheet.number > whole("hand"))
    return see(url_for("matches.sheet" if settled else "matches.play", id=id))


def answered_before(match: Match, error: StaleQuestion) -> Message:
    """What to tell the phone that was late."""
    if error.stands is None:
        return msg("That question is no longer open. This is how it stands now.")
    row = match.sheet.rows[min(error.hand, len(match.sheet.rows) - 1)]
    question = {**row.hand.questions(), **offers(match.setup, match.sheet, row)}.get(error.key)
    secret = question is not None and question.secret and row.score is None
    if question is None or secret or error.stands not in question.legal:
        return MEANWHILE
    who = who_answered(match, error.hand, error.key)
    if who is None:
        return msg("Already answered: %(said)s.", said=question.said(error.stands))
    return msg("%(who)s already answered: %(said)s.", who=who, said=question.said(error.stands))


def who_answered(match: Match, hand: int, key: str) -> Said | None:
    """Whose other phone gave the answer that stands: the player in its seat, else its name."""
    entry = next((e for e in reversed(match.log) if (e.hand, e.key) == (hand, key)), None)
    device = match.devices.get(entry.seq) if entry is not None else None
    if device is None or device == g.access.device:
        return None
    seats = the_store().holders(match.id)
    seat = next((s for s, holder in seats.items() if holder.device == device), None)
    return PlayerName(Seat(seat)) if seat is not None else match.device_names.get(device)


@pages.post("/t/<id>/undo")
def undo(id: str) -> Response:
    """Take back the newest answer, named by its row so that a double tap takes back one."""
    try:
        return done(id, saving.undo(id, whole("seq"), uid=intent("undo")))
    except StaleQuestion:
        late = msg("Something else was entered meanwhile. Nothing was taken back.")
        return show(the_store().load(id), 409, late)


@pages.post("/t/<id>/redo")
def redo(id: str) -> Response:
    """Take back the newest undo."""
    try:
        return done(id, saving.redo(id, whole("seq"), uid=intent("redo")))
    except StaleQuestion:
        late = msg("Something else was entered meanwhile. Nothing was brought back.")
        return show(the_store().load(id), 409, late)


@pages.post("/t/<id>/agree")
def agree(id: str) -> Response:
    """The side in this phone's seat has looked at the score and agrees; nothing waits for it."""
    match = the_store().load(id)
    side = saving.side_of(match)
    if side is None:
        abort(403)
    uid = request.form.get("uid", "")[:64] + f":agree.{side}"
    return done(id, saving.record(id, [(whole("hand"), f"agree.{side}", "ok")], uid=uid))


@pages.get("/t/<id>/tv")
def tv(id: str) -> Response:
    """The table for the whole room: nothing to press."""
    match = the_store().load(id)
    screen = screen_of(match)
    return page(
        "match/tv.html", "match/_tv.html", screen=screen, say=screen.voice,
        live=f"/live/{id}?view=tv&seen={match.version}",
    )  # fmt: skip


@pages.get("/t/<id>/sheet")
def sheet(id: str) -> str:
    """The score sheet: hands down, sides across."""
    screen = screen_of(the_store().load(id))
    return render_template("match/sheet.html", screen=screen, say=screen.voice, voice_of=voice_of)


@pages.get("/t/<id>/hands")
def hands(id: str) -> str:
    """The record: every hand with its answers, lines and reasons."""
    screen = screen_of(the_store().load(id))
    return render_template("match/hands.html", screen=screen, say=screen.voice, voice_of=voice_of)


@pages.get("/t/<id>/hand/<int:number>")
def hand(id: str, number: int) -> Response:
    """One hand, to look at or to put right: changes are shown before they are made."""
    match = the_store().load(id)
    if not 1 <= number <= len(match.sheet.rows):
        abort(404)
    return change_page(match, number - 1)


def change_page(match: Match, number: int) -> Response:
    drafts = changes.drafts(request.args.getlist("change"), request.args.getlist("answer"))
    if match.sheet.rows[number].score is None:
        drafts = {}  # a score worked out before its time would tell a secret
    seen = changes.preview(match, number, drafts) if drafts else changes.Seen()
    screen = screen_of(match, number)
    return page(
        "match/hand.html", "match/_hand.html", seen.status, screen=screen, say=screen.voice,
        drafts=drafts, seen=seen, only=request.args.get("only"),
        questions=changes.questions(screen, request.args.get("only")),
        what=named_drafts(screen, drafts),
    )  # fmt: skip


def named_drafts(screen: Screen, drafts: dict[str, str]) -> list[Said]:
    """The changes in words, also of facts and house rules."""
    match = screen.match
    known = {**screen.row.hand.questions(), **offers(match.setup, match.sheet, screen.row)}
    return [
        known[k].said(v)
        for k, v in drafts.items()
        if k in known and v in known[k].legal and not k.startswith(("rule.", "seat."))
    ]


def parted(text: str) -> tuple[str, str]:
    key, sign, value = text.partition("=")
    if not sign:
        abort(400)
    return key, value


def intent(what: str) -> str:
    """What a tap on this screen means: phones share a screen's uid, but may tap different things.

    One without a uid is an intent of its own each time."""
    uid = request.form.get("uid", "")[:64]
    return f"{uid}:{what}" if uid else ""


def whole(name: str) -> int:
    """A whole number of the form, in ASCII digits; anything else is a bad request."""
    text = request.form.get(name, "")
    if not (text.isascii() and text.isdecimal() and len(text) < 8):
        abort(400)
    return int(text)


def typed(name: str) -> str:
    """A text of the form as the store writes it: browsers send CRLF for the end of a line."""
    return request.form.get(name, "").replace("\r\n", "\n")
