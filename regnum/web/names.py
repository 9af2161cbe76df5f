"""Names of players and tables: normalized, checked, and compared by appearance."""

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from regnum.web.errors import RefusedError

MAX_NAME_LENGTH: Final = 24
"""The maximum length of a player's name."""
MAX_TITLE_LENGTH: Final = 60
"""The maximum length of a table's name."""

_SELECTORS: Final = re.compile("[\ufe00-\ufe0f]")  # variation selectors, which style the preceding character
_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\u180b\u180c\u180d\u180f")
_SCRIPT: Final = "[\u0600-\u08ff\u0900-\u0dff\u0f00-\u109f\u1780-\u18af]"
_EMOJI: Final = "[\u2190-\u2bff\U0001f000-\U0001faff]"
_JOINERS: Final = re.compile(
    rf"(?<={_SCRIPT})[\u200c\u200d](?={_SCRIPT})|(?<={_EMOJI})\u200d(?={_EMOJI})"
    "|(?<=\U0001f3f4)[\U000e0030-\U000e0039\U000e0061-\U000e007a]{2,6}\U000e007f"
)
"""Invisible but necessary characters: joiners in some scripts and in emoji, and tags of regional flags."""
_MAX_COMBINING_MARKS: Final = 3
"""The maximum number of combining marks on one letter: no script needs more."""

# Cyrillic and Greek letters that look like Latin ones, and Latin letters and digits that look like each other.
_LOOKALIKES: Final = str.maketrans(
    "АВЕЗІЈКМНОРСТУХЅҮԚԜЁЇ" + "аеіјорсухѕһԁԛԝүёї" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ" + "αινορτυκγ" + "I1|l0ıɑɡ3",
    "ABE3lJKMHOPCTYXSYQWËÏ" + "aeijopcyxshdqwyëï" + "ABEZHlKMNOPTYX" + "aivoptuky" + "llllOiag3",
)


def check_name(name: str) -> str:
    """Return a player's name in normal form.

    Raises RefusedError if it is missing, too long or has forbidden characters.
    """
    checked = check_title(name, MAX_NAME_LENGTH)
    if not checked:
        raise RefusedError("name_missing")
    return checked


def check_title(title: str, limit: int = MAX_TITLE_LENGTH) -> str:
    """Return a table's name in normal form, or "".

    Raises RefusedError if it is too long or has forbidden characters.
    """
    normalized = normalize_name(title)
    if len(normalized) > limit:
        raise RefusedError("name_long", {"limit": limit})
    if not is_shown(normalized) or not _BLANK.isdisjoint(normalized) or _has_piled_marks(normalized):
        raise RefusedError("name_bad")
    return normalized


_LINKING: Final = re.compile(r"(?<=[.:/@])(?=[\w/])")
"""Matches the places where programs might recognize a link: after a dot, colon, slash or at sign."""


def break_links(text: str) -> str:
    """Return a text with invisible word joiners, so that programs turn nothing in it into a link."""
    return _LINKING.sub("\u2060", text)


def full_title(title: str, game: str) -> str:
    """Return the full title of a table from its own name ("": none) and the title of its game."""
    return f"{title} ({game})" if title else game


def is_shown(name: str) -> bool:
    """Return whether a name has only visible characters and necessary joiners."""
    return _JOINERS.sub("", name).isprintable()


def normalize_name(name: str) -> str:
    """Return a name in normal form: composed (NFKC), without variation selectors or extra spaces."""
    return " ".join(_SELECTORS.sub("", unicodedata.normalize("NFKC", name)).split())


def _has_piled_marks(name: str) -> bool:
    """Return whether a name begins with a combining mark, or has too many on one letter."""
    marks = "".join("m" if unicodedata.category(letter).startswith("M") else " " for letter in name)
    return marks.startswith("m") or "m" * (_MAX_COMBINING_MARKS + 1) in marks


def is_taken(name: str, others: Iterable[str]) -> bool:
    """Return whether a name looks the same as any of `others`."""
    return any(a == b for other in others for a, b in zip(appearance_keys(name), appearance_keys(other), strict=True))


def appearance_keys(name: str) -> tuple[str, str]:
    """Return two keys for the look of a name: as written, and in lower case. Both ignore case and extra spaces."""
    plain = _JOINERS.sub("", normalize_name(name))
    return plain.translate(_LOOKALIKES).casefold(), plain.casefold().translate(_LOOKALIKES)
