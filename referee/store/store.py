"""The store as the web layer sees it: each call is one transaction."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import UTC, date, datetime
from functools import partial

from sqlmodel import Session

from referee.engine.match import Sheet
from referee.store import audit
from referee.store.base.database import PATIENCE, Database
from referee.store.base.upgrade import check, parsed, sqlite_file
from referee.store.devices import devices, links
from referee.store.devices import seats as claims
from referee.store.devices.access import Rights
from referee.store.devices.devices import Device, DeviceRow
from referee.store.devices.grants import Access
from referee.store.devices.links import Invitation, Link
from referee.store.devices.seats import Holder, Joined, Present
from referee.store.history import lists as history
from referee.store.history.records import LastMatch, Page, Summary
from referee.store.history.search import Wanted
from referee.store.history.stats import Stats
from referee.store.keeping import Keeping
from referee.store.matches import load as matches
from referee.store.matches import save as entries
from referee.store.matches.about import Past
from referee.store.matches.answers import Answer
from referee.store.matches.cache import Recent
from referee.store.matches.create import create
from referee.store.matches.records import Match, NewMatch, Saved
from referee.store.players import cards as house_cards
from referee.store.players import merging, players
from referee.store.players.cards import HouseCard
from referee.store.players.players import PlayerRow


def utc_now() -> datetime:
    return datetime.now(UTC)


class Store:
    """An open database.  Every method may raise Busy and NotSaved beside what it names."""

    def __init__(
        self, url: str, patience: float = PATIENCE, clock: Callable[[], datetime] = utc_now
    ) -> None:
        """Open a database, never make one; `patience` is in seconds, `clock` says when links and
        codes run out.

        Raises StoreError, with a message of one line, where it is missing, not migrated, newer,
        read-only or damaged.
        """
        address = parsed(url)
        check(address)
        self._database = Database(address, patience)
        self._clock = clock
        self._recent = Recent()
        self.past = Past(self._database)
        self.stats = Stats(self._database)
        self._rights = Rights(self._database, clock)
        self.keeping = Keeping(self._database, sqlite_file(address), self._forgotten)

    def close(self) -> None:
        self._database.close()

    def _forgotten(self) -> None:
        """What was remembered of the database may be gone from it."""
        self._recent.clear()
        self._rights.forget()

    def create(self, new: NewMatch) -> str:
        """Create a match and give its public id.  Raises BadName, HouseRuleError."""
        return self._database.write(lambda s: create(s, new))

    def load(self, public_id: str) -> Match:
        """Raises NotFound."""
        known, since = self._recent.get(public_id), self._recent.clears
        match = self._database.read(lambda s: matches.read(s, matches.find(s, public_id), known))
        self._recent.keep(match, since)
        return match

    def version(self, public_id: str) -> int:
        """The seq of the match's last entry, without loading it.  Raises NotFound."""
        return self._database.read(lambda s: matches.find(s, public_id).version)

    def record(
        self,
        public_id: str,
        answers: Sequence[Answer],
        uid: str,
        seen: int | None = None,
        *,
        device: str | None = None,
    ) -> Saved:
        """Save answers (hand, key, value), all or none, once for each `uid`; `device` is the id of
        the one that they come from.

        Raises NotFound, TooMuch, and the engine's StaleQuestion, IllegalAnswer, HouseRuleError.
        """
        known = self._recent.get(public_id)
        return self._kept(lambda s: entries.record(s, public_id, answers, uid, seen, device, known))

    def undo(self, public_id: str, seq: int, uid: str, *, device: str | None = None) -> Saved:
        """Take back entry `seq`.  Raises NotFound, StaleQuestion where it is not the newest."""
        known = self._recent.get(public_id)
        return self._kept(lambda s: entries.undo(s, public_id, seq, uid, device, known))

    def redo(self, public_id: str, seq: int, uid: str, *, device: str | None = None) -> Saved:
        """Withdraw the undo `seq`.  Raises NotFound, StaleQuestion where it is not the newest."""
        known = self._recent.get(public_id)
        return self._kept(lambda s: entries.redo(s, public_id, seq, uid, device, known))

    def _kept(self, work: Callable[[Session], Saved]) -> Saved:
        """Save, and remember the match as it is then."""
        since = self._recent.clears
        saved = self._database.write(work)
        self._recent.keep(saved.match, since)
        return saved

    def preview(self, public_id: str, answers: Sequence[Answer]) -> Sheet:
        """What `record` would make of the match; raises what it would raise."""
        return self._database.read(lambda s: entries.preview(s, public_id, answers))

    def open_matches(self) -> list[Summary]:
        return self._database.read(history.open_matches)

    def history(
        self,
        before: str | None = None,
        game: str | None = None,
        limit: int = 20,
        *,
        player: str | None = None,
        partner: str | None = None,
        first: date | None = None,
        last: date | None = None,
        finished: bool = True,
        text: str = "",
    ) -> Page:
        """Matches as they are wanted (see `Wanted`), the newest first; `before` is a page's `next`.

        Raises NotFound for another `before` or an unknown player, TooMuch for a long text.
        """
        wanted = Wanted(game, player, partner, first, last, finished, text)
        return self._database.read(lambda s: history.page(s, before, wanted, limit))

    def last_match(self, game: str) -> LastMatch | None:
        return self._database.read(lambda s: history.last_match(s, game))

    def players(self, hidden: bool | None = False) -> list[PlayerRow]:
        """Those who are offered, those who are hidden, or (None) both; nobody who was merged."""
        return self._database.read(lambda s: players.listed(s, hidden))

    def player(self, name: str) -> str:
        """The id of the player of that name, who is made if new.  Raises BadName."""
        return self._database.write(lambda s: players.add(s, name))

    def rename(self, player_id: str, name: str) -> None:
        """Raises NotFound, BadName."""
        self._database.write(lambda s: players.rename(s, player_id, name))

    def merge(self, player_id: str, into_id: str) -> None:
        """Let a player count as another one.  Raises NotFound, Refused where both sat together."""
        self._database.write(lambda s: merging.merge(s, player_id, into_id))

    def unmerge(self, player_id: str) -> None:
        """Take that back.  Raises NotFound."""
        self._database.write(lambda s: merging.unmerge(s, player_id))

    def hide(self, player_id: str, hidden: bool = True) -> None:
        """Offer a player no more, or again.  Raises NotFound, Refused for a merged one."""
        self._database.write(lambda s: merging.hide(s, player_id, hidden))

    def save_card(self, game: str, name: str, rules: Mapping[str, str]) -> str:
        """Keep house rules under a name.  Raises BadName, HouseRuleError, TooMuch."""
        return self._database.write(lambda s: house_cards.save(s, game, name, rules))

    def cards(self, game: str) -> list[HouseCard]:
        """The club's own house-rule cards of a game."""
        return self._database.read(lambda s: house_cards.listed(s, game))

    def remove_card(self, card: str) -> None:
        """Raises NotFound."""
        self._database.write(lambda s: house_cards.remove(s, card))

    def set_own_questions(self, public_id: str, on: bool) -> None:
        """Whether a phone in a seat may answer only what is asked of it.  Raises NotFound."""
        self._database.write(lambda s: matches.set_own_questions(s, public_id, on))
        self._rights.forget()

    # -- who is at the table -----------------------------------------------------------

    def new_link(self, role: str, match: str | None, by: str | None = None) -> Link:
        """A new link (and code) for a role; `by` is the device that shows it.

        Raises NotFound, also for a match that is over unless the link is for watching.
        """
        return self._database.write(lambda s: links.new(s, role, match, by, self._clock()))

    def invitation(self, secret: str) -> Invitation:
        """What a token or code invites to.  Raises NotFound where it is not, or no longer, good."""
        secret = links.typed(secret)
        return self._database.read(lambda s: links.invitation(s, secret, self._clock()))

    def join(self, secret: str, place: str, token: str | None, name: str) -> Joined:
        """Use a token or code: `place` is a seat ("0"), watch, score, display or owner.

        `token` is what the device has already, `name` what a new one is called.  Raises NotFound.
        """
        secret = links.typed(secret)
        joined = self._database.write(
            lambda s: claims.join(s, secret, place, token, name, self._clock())
        )
        self._rights.forget()
        return joined

    def void_links(self) -> None:
        """Make every link and code void."""
        self._database.write(links.void_all)

    def device(self, token: str) -> Device | None:
        """The device of a token; None where there is none, or it was removed."""
        return self._rights.device(token)

    def access(self, token: str | None, match: str) -> Access | None:
        """What the device of a token may do in a match; None for nothing, or no such match."""
        return None if token is None else self._rights.access(token, match)

    def holders(self, match: str) -> dict[int, Holder]:
        """Which device is in which seat.  Raises NotFound."""
        return self._database.read(lambda s: claims.holders(s, match))

    def present(self, match: str, devices: Collection[str]) -> list[Present]:
        """Who the devices are that have a match open.  Raises NotFound."""
        return self._database.read(lambda s: claims.present(s, match, devices))

    def matches_of(self, device_id: str) -> list[Summary]:
        """The matches that a device is in, open and ended, the newest first."""
        return self._database.read(lambda s: history.of_device(s, device_id))

    def devices(self) -> list[DeviceRow]:
        return self._database.read(devices.listed)

    def rename_device(self, device_id: str, name: str) -> None:
        """Raises NotFound, BadName."""
        self._database.write(lambda s: devices.rename(s, device_id, name))
        self._rights.forget()
        self._recent.clear()  # matches hold the names of the devices that answered

    def remove_device(self, device_id: str) -> None:
        """Take every right from a device, and void the links that it knows.

        Raises NotFound, Refused for the last owner."""
        self._database.write(lambda s: devices.remove(s, device_id, self._clock()))
        self._rights.forget()

    def has_owner(self) -> bool:
        """Whether any device owns the club yet."""
        return self._database.read(lambda s: bool(devices.owners(s)))

    def audit(self) -> tuple[int, list[str]]:
        """How many matches there are, and all that is kept and does not follow from them."""
        ids = self._database.read(audit.every_match)
        found: list[str] = []
        for public_id in ids:
            found += self._database.read(partial(audit.differences, public_id=public_id))
        found += self._database.read(lambda s: list(audit.faults(s)))
        return len(ids), found
