"""Puts the engine's messages into words: translated, with names, cards and suit signs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any

from babel.lists import format_list
from flask import Flask, g, request
from flask_babel import (
    Babel,
    format_date,
    format_datetime,
    format_decimal,
    format_percent,
    get_domain,
    get_locale,
)
from markupsafe import Markup, escape

from referee.engine import SUIT_NAMES, Card, Message, PlayerName, Said, Seat, SideName, Suit
from referee.web.assets import asset

LANGUAGES = ("en",)
MINUS = "\N{MINUS SIGN}"


def init_app(app: Flask) -> None:
    Babel(app, locale_selector=language)
    app.jinja_env.add_extension("jinja2.ext.i18n")
    # flask-babel's own find the request's catalog anew for each text: half the time of a page.
    env: Any = app.jinja_env
    env.install_gettext_callables(
        lambda text: catalog().ugettext(text),
        lambda one, many, n: catalog().ungettext(one, many, n),
        newstyle=True,
    )
    app.jinja_env.globals.update(
        number=number, gain=gain, sign=sign, format_date=format_date, language=language,
        format_datetime=format_datetime, format_percent=format_percent, decimal=decimal,
        speak=Voice((), ()), suit_name=SUIT_NAMES.get,
    )  # fmt: skip
    app.jinja_env.filters["first_up"] = first_up


def catalog() -> Any:
    """The translations into the language of the request."""
    if "catalog" not in g:
        g.catalog = get_domain().get_translations()
    return g.catalog


def gettext(text: str, **params: object) -> str:
    said = str(catalog().ugettext(text))
    return said % params if params else said


def language() -> str:
    return request.accept_languages.best_match(LANGUAGES) or LANGUAGES[0]


def number(n: int) -> str:
    """A whole number with a true minus sign."""
    return str(n).replace("-", MINUS)


def decimal(n: float | None) -> str:
    """A mean, to one place; a dash where there is nothing to divide by."""
    return "–" if n is None else format_decimal(round(n, 1) + 0.0).replace("-", MINUS)


def gain(n: int) -> str:
    """Points of a hand: +2, −3; nothing for nothing."""
    return "" if n == 0 else f"+{n}" if n > 0 else number(n)


def sign(suit: str) -> Markup:
    """The suit's sign as a picture; its name must stand beside it."""
    mark = '<svg class="s {}" aria-hidden="true"><use href="{}#{}"/></svg>'
    return Markup(mark).format(suit, asset("sprite.svg"), suit)


def card_face(card: Card) -> Markup:
    """A card as it is shown; a picker shows 52 of them at every tap."""
    return drawn(card, str(get_locale()), asset("sprite.svg"))


@cache
def drawn(card: Card, _locale: str, _sprite: str) -> Markup:
    rank = "10" if card.rank == "T" else card.rank
    words = gettext("of %(suit)s", suit=gettext(SUIT_NAMES[card.suit].text))
    face = '<span class="nw">{}{}<span class="vh"> {}</span></span>'
    return Markup(face).format(rank, sign(card.suit), words)


def card_words(card: Card) -> str:
    rank = "10" if card.rank == "T" else card.rank
    return f"{rank} " + gettext("of %(suit)s", suit=gettext(SUIT_NAMES[card.suit].text))


def first_up(text: str) -> Markup:
    """The text with its first letter in capitals, past any picture before it."""
    pattern = r"^((?:<svg.*?</svg>|<[^>]*>|\s)*)(\w)"
    return Markup(re.sub(pattern, lambda m: m[1] + m[2].upper(), str(escape(text))))


class Voice:
    """Speaks for one table: knows the names at its seats and of its sides."""

    def __init__(self, names: Sequence[str], teams: Sequence[Sequence[Seat]]) -> None:
        self.names, self.teams = names, teams

    def side(self, side: int) -> str:
        names = [self.names[seat] for seat in self.teams[side]]
        return " & ".join(names)

    def __call__(self, said: Said) -> Markup:
        """As HTML."""
        match said:
            case Message():
                text = Markup(escape(self._translated(said)))
                params = {name: self(value) for name, value in said.params.items()}
                return Markup(text % params) if params else text
            case PlayerName(seat):
                return Markup("<bdi>{}</bdi>").format(self.names[seat])
            case SideName(side):
                return Markup("<bdi>{}</bdi>").format(self.side(side))
            case Card():
                return card_face(said)
            case Suit():
                return sign(said) + " " + gettext(SUIT_NAMES[said].text)
            case tuple():
                return self._listed([self(item) for item in said])
            case int():
                return escape(number(said))
        return escape(said)

    def text(self, said: Said) -> str:
        """As plain text: for titles and labels."""
        match said:
            case Message():
                words = {k: self.text(v) for k, v in said.params.items()}
                return self._translated(said) % words if words else self._translated(said)
            case PlayerName(seat):
                return self.names[seat]
            case SideName(side):
                return self.side(side)
            case Card():
                return card_words(said)
            case Suit():
                return gettext(SUIT_NAMES[said].text)
            case tuple():
                items = [self.text(item) for item in said]
                return format_list(items, locale=get_locale() or "en") if items else ""
            case int():
                return number(said)
        return said

    @staticmethod
    def _translated(message: Message) -> str:
        if message.plural is None:
            return gettext(message.text)
        # Not flask_babel.ngettext: it fills the parameters in at once, and knows only `num`.
        return str(catalog().ungettext(message.text, message.plural, message.n))

    @staticmethod
    def _listed(items: Sequence[Markup]) -> Markup:
        if not items:
            return Markup("")
        return Markup(format_list([str(i) for i in items], locale=get_locale() or "en"))
