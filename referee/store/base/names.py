"""Names and notes: what people type, cleaned before it is stored."""

from __future__ import annotations

import re
import unicodedata

from referee.engine import Message, msg
from referee.store.base.errors import BadName, TooMuch

LONGEST_NAME = 40  # characters
LONGEST_PLACE = 80
LONGEST_NOTE = 500  # of a hand
LONGEST_MATCH_NOTE = 2000
MOST_MARKS = 3  # combining marks in a row; more of them run over the neighbouring lines

LOST = "\ufffd"  # stands for bytes that were no text, such as a lone surrogate
JOINERS = "\u200c\u200d"  # ZWNJ and ZWJ: inside Persian and Indic words, and inside emoji
# Invisible letters that Unicode counts as letters or marks: a name of these alone looks empty.
BLANKS = frozenset("\u115f\u1160\u3164\uffa0\u034f\u2800\u17b4\u17b5") | frozenset(
    chr(n) for n in (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10))
)
# Cc controls, Cs lone surrogates, Cf invisible signs (direction overrides and isolates among
# them), Co private use, Zl and Zp line ends.  Not Cn: this Python may not know the newest emoji.
REFUSED = frozenset({"Cc", "Cs", "Cf", "Co", "Zl", "Zp"})


def clean_name(typed: str) -> str:
    """The name as it is stored: NFC, trimmed, single spaces.  Raises BadName."""
    # A surrogate cannot be normalised away, and a tab or a line end is white space here.
    name = unicodedata.normalize("NFC", re.sub(r"\s+", " ", typed)).strip()
    name = name.strip(JOINERS + " ")
    if any(not allowed(char) for char in name):
        raise BadName(msg("The name holds an invisible or control character."))
    if not any(visible(char) for char in name):
        raise BadName(msg("Please enter a name."))
    if len(name) > LONGEST_NAME:
        raise BadName(msg("The name is too long: at most %(n)s characters.", n=LONGEST_NAME))
    if most_marks(name) > MOST_MARKS:
        raise BadName(msg("The name has too many accents on one letter."))
    return name


def name_key(name: str) -> str:
    """What makes two names the same: case and compatibility forms do not count."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def clean_place(typed: str) -> str:
    """Where a match was, in one line.  Raises TooMuch, BadName."""
    longest = msg("The place is too long: at most %(n)s characters.", n=LONGEST_PLACE)
    return checked(re.sub(r"\s+", " ", typed), LONGEST_PLACE, longest)


def clean_note(typed: str, most: int = LONGEST_NOTE) -> str:
    """A note, line ends kept.  Raises TooMuch, BadName."""
    longest = msg("The note is too long: at most %(n)s characters.", n=most)
    return checked(typed.replace("\r\n", "\n"), most, longest)


def clean_match_note(typed: str) -> str:
    """A note on a whole match.  Raises TooMuch, BadName."""
    return clean_note(typed, LONGEST_MATCH_NOTE)


def checked(typed: str, most: int, longest: Message) -> str:
    """The text in NFC, trimmed; `longest` is what one with too many characters is told."""
    text = unicodedata.normalize("NFC", typed).strip()
    if len(text) > most:
        raise TooMuch(longest)
    if any(not allowed(char) and char != "\n" for char in text):
        raise BadName(msg("The text holds an invisible or control character."))
    if most_marks(text) > MOST_MARKS:
        raise BadName(msg("The text has too many accents on one letter."))
    return text


def allowed(char: str) -> bool:
    # Tags (U+E0020...) spell the flags of England, Scotland and Wales.
    if char in JOINERS or 0xE0020 <= ord(char) <= 0xE007F:
        return True
    return char != LOST and unicodedata.category(char) not in REFUSED


def visible(char: str) -> bool:
    category = unicodedata.category(char)
    return char not in BLANKS and (category[0] in "LNPS" or category == "Cn")


def most_marks(name: str) -> int:
    """The longest run of combining marks."""
    longest = run = 0
    for char in unicodedata.normalize("NFD", name):
        run = run + 1 if unicodedata.category(char) in ("Mn", "Me") else 0
        longest = max(longest, run)
    return longest
