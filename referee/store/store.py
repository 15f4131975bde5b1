"""The store as the web layer sees it: each call is one transaction."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, date, datetime

from sqlmodel import Session

from referee.engine import Sheet
from referee.store import audit
from referee.store.base import PATIENCE, Database, check, parsed, sqlite_file
from referee.store.devices import Devices
from referee.store.history import LastMatch, Page, Stats, Summary, Wanted
from referee.store.history import lists as history
from referee.store.keeping import Keeping
from referee.store.matches import Answer, Match, NewMatch, Past, Recent, Saved, create
from referee.store.matches import load as matches
from referee.store.matches import save as entries
from referee.store.players import HouseCard, PlayerRow, merging, players
from referee.store.players import cards as house_cards


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
        self.devices = Devices(self._database, clock, self._recent.clear)
        self.keeping = Keeping(self._database, sqlite_file(address), self._forgotten)

    def close(self) -> None:
        self._database.close()

    def _forgotten(self) -> None:
        """What was remembered of the database may be gone from it."""
        self._recent.clear()
        self.devices.forget()

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
        self.devices.forget()

    def audit(self) -> tuple[int, list[str]]:
        """How many matches there are, and all that is kept and does not follow from them."""
        return audit.whole(self._database)
