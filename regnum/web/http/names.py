"""Names of players: shown as they were typed, but for what nobody sees, and told apart as people tell them apart."""

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from regnum.web.errors import Refused

LIMIT: Final = 24
"""How many characters a name has at most."""
TITLE: Final = 60
"""How many the name of a table has."""

_SELECTORS: Final = re.compile("[\ufe00-\ufe0f]")  # a heart in colour or not: they choose how the one before looks
_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\u180b\u180c\u180d\u180f")
_SCRIPT: Final = "[\u0600-\u08ff\u0900-\u0dff\u0f00-\u109f\u1780-\u18af]"
_EMOJI: Final = "[\u2190-\u2bff\U0001f000-\U0001faff]"
_JOINERS: Final = re.compile(
    rf"(?<={_SCRIPT})[\u200c\u200d](?={_SCRIPT})|(?<={_EMOJI})\u200d(?={_EMOJI})"
    "|(?<=\U0001f3f4)[\U000e0030-\U000e0039\U000e0061-\U000e007a]{2,6}\U000e007f"
)
"""What nobody sees, but needs: between letters of scripts that join them, within emoji, behind the flag of a region."""
_PILE: Final = 3
"""So many marks may stand on one letter: no script needs more."""

# Letters of other alphabets that look like Latin ones, as capitals or as small letters, and Latin ones like each other.
_TWINS: Final = str.maketrans(
    "АВЕЗІЈКМНОРСТУХЅҮԚԜЁЇ" + "аеіјорсухѕһԁԛԝүёї" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ" + "αινορτυκγ" + "I1|l0ıɑɡ3",
    "ABE3lJKMHOPCTYXSYQWËÏ" + "aeijopcyxshdqwyëï" + "ABEZHlKMNOPTYX" + "aivoptuky" + "llllOiag3",
)


def checked_name(name: str) -> str:
    """Return a player's name, composed (NFKC) and without spaces around; Refused if it cannot be used."""
    called = checked_title(name, LIMIT)
    if not called:
        raise Refused("name_missing")
    return called


def checked_title(title: str, limit: int = TITLE) -> str:
    """Return the name of a table as `checked_name` does; it may be empty."""
    called = tidy(title)
    if len(called) > limit:
        raise Refused("name_long", {"limit": limit})
    if not is_shown(called) or not _BLANK.isdisjoint(called) or _piled(called):
        raise Refused("name_bad")
    return called


_LINKING: Final = re.compile(r"(?<=[.:/@])(?=[\w/])")
"""Where a program would see an address in a name: behind a dot, a colon, a slash, an at sign."""


def unlinked(text: str) -> str:
    """Return a text of which no program makes a link: they do so of whatever looks like an address."""
    return _LINKING.sub("\u2060", text)


def titled(title: str, game: str) -> str:
    """Return what a table is called, by its own name ("": none) and the title of its game."""
    return f"{title} ({game})" if title else game


def is_shown(name: str) -> bool:
    """Tell whether all that a name is made of can be seen, or belongs to what can."""
    return _JOINERS.sub("", name).isprintable()


def tidy(name: str) -> str:
    """Return a name in one spelling, whatever a keyboard adds: composed, without selectors and superfluous spaces."""
    return " ".join(_SELECTORS.sub("", unicodedata.normalize("NFKC", name)).split())


def _piled(name: str) -> bool:
    """Tell whether marks stand on nothing, or too many on one letter."""
    marks = "".join("m" if unicodedata.category(letter).startswith("M") else " " for letter in name)
    return marks.startswith("m") or "m" * (_PILE + 1) in marks


def is_taken(name: str, others: Iterable[str]) -> bool:
    """Tell whether people would take this name for one of the others."""
    return any(a == b for other in others for a, b in zip(looks(name), looks(other), strict=True))


def looks(name: str) -> tuple[str, str]:
    """Return how a name looks, whatever the case and the spaces: as it is written, and in small letters."""
    plain = _JOINERS.sub("", tidy(name))
    return plain.translate(_TWINS).casefold(), plain.casefold().translate(_TWINS)
