"""House-rule cards: a club's own sets of house rules, kept under a name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlmodel import Session, col, delete, select

from referee.engine import house_rules, msg, with_rules
from referee.games import GAMES
from referee.store.base import NotFound, TooMuch, clean_name, models, name_key, new_id, the_club


@dataclass(frozen=True)
class HouseCard:
    """House rules under a name: encoded texts of those that differ from the defaults."""

    id: str
    name: str
    rules: Mapping[str, str]


MOST = 50  # cards of a game in a club


def save(session: Session, game: str, typed: str, rules: Mapping[str, str]) -> str:
    """Keep a card; one of the same name is replaced.  Raises BadName, HouseRuleError, TooMuch."""
    name = clean_name(typed)
    with_rules(GAMES[game](), rules)
    club_id = the_club(session, lock=True)
    known = cards(session, club_id, game)
    card = next((c for c in known if c.name_key == name_key(name)), None)
    if card is None:
        if len(known) >= MOST:
            raise TooMuch(msg("There are %(n)s cards already.", n=MOST))
        card = models.HouseCard(
            public_id=new_id(), club_id=club_id, game=game, name=name, name_key=name_key(name),
            rules={}, created=datetime.now(UTC),
        )  # fmt: skip
    card.name, card.rules = name, {k: v for k, v in rules.items() if k in house_rules(GAMES[game])}
    session.add(card)
    session.flush()
    return card.public_id


def listed(session: Session, game: str) -> list[HouseCard]:
    """The cards of a game, by name."""
    return [
        HouseCard(card.public_id, card.name, card.rules)
        for card in cards(session, the_club(session), game)
    ]


def remove(session: Session, public_id: str) -> None:
    """Throw a card away; matches keep their own rules.  Raises NotFound."""
    done = session.exec(
        delete(models.HouseCard).where(
            col(models.HouseCard.public_id) == public_id,
            col(models.HouseCard.club_id) == the_club(session),
        )
    )
    if not done.rowcount:
        raise NotFound("no such card")


def cards(session: Session, club_id: int, game: str) -> list[models.HouseCard]:
    query = select(models.HouseCard).where(
        models.HouseCard.club_id == club_id, models.HouseCard.game == game
    )
    return list(session.exec(query.order_by(col(models.HouseCard.name_key))))
