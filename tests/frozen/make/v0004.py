"""Schema 0004: places and notes of matches, players merged, hidden and forgotten, matches deleted,
carried and shared; sums and ratings.  Writes the club's and the matches' files, too."""

import io
import sys
from pathlib import Path
from typing import Any

import v0001
import v0002
import v0003
from evening import Clock, closed, made, report
from saying import said
from table import Table

from referee.store import Store


def kept(store: Store) -> None:
    """What the owner does with what is kept."""
    Clock.next_evening()
    four = "Ana Ben Cléo Dan"
    told = Table(store, "pitch", four, rules="target=5 lose_at=-10", bids="every")
    told.hands(2).correct(0, "high").to_the_end()
    store.past.describe(told.id, "Ana's kitchen", "Rain; the cat took the jack.\nDan drove home.")
    store.past.share(told.id, names=False)
    guest = Table(store, "german_whist", "Cleo Guest", rules="target=1", play="cards")
    guest.to_the_end().say("note=«à_bientôt»")
    store.past.describe(guest.id, "Au café", "")
    store.past.share(guest.id, names=True)
    store.merge(store.player("Cleo"), store.player("Cléo"))
    someone = store.player("Guest")
    store.merge(someone, store.player("Visitor"))
    store.unmerge(someone)
    store.hide(store.player("Dan"))
    store.keeping.forget(store.player("Gus"))

    away = Table(store, "call_partner_euchre", "Ana Ben Eva Fay Guest", rules="target=6")
    away.hands(1).correct(0).to_the_end()
    there = store.keeping.export_match(away.id)
    store.keeping.delete_match(away.id)
    store.keeping.take_in(io.BytesIO(there.encode()))
    gone = Table(store, "pitch", four).hands(1)
    store.keeping.delete_match(gone.id)


def files(store: Store, folder: Path, said: dict[str, dict[str, Any]]) -> None:
    """The club's file, and those of the matches with the most hands: one a game."""
    lines = list(store.keeping.export_club())
    written(folder / "club.jsonl", "".join(f"{line}\n" for line in lines))
    written(folder / "club.csv", "".join(store.keeping.club_csv()))
    for game in ("pitch", "german_whist", "call_partner_euchre"):
        longest = max((len(m["hands"]), id) for id, m in said.items() if m["game"] == game)[1]
        written(folder / f"{game}.json", store.keeping.export_match(longest) + "\n")
        written(folder / f"{game}.csv", store.keeping.match_csv(longest))


def written(file: Path, text: str) -> None:
    file.write_bytes(text.encode())


if __name__ == "__main__":
    file = Path(sys.argv[1])
    store = made(file, "0004", clock=Clock.now)
    v0001.played(store)
    v0001.seldom(store)
    v0002.phones(store)
    v0003.ruled(store)
    v0003.cards(store)
    kept(store)
    files(store, file.parent, said(store, file))
    closed(store, file)
    report(file)
