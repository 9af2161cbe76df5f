"""Names of players: shown as they were typed, but for what nobody sees, and told apart as people tell them apart."""

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from regnum.web.live import Refused

LIMIT: Final = 24
"""How many characters a name has at most."""

_SELECTORS: Final = re.compile("[\ufe00-\ufe0f]")  # a heart in colour or not: they choose how the one before looks
_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\u180b\u180c\u180d\u180f")
_PILE: Final = 3
"""So many marks may stand on one letter: no script needs more."""

# Letters of other alphabets that look like Latin ones, as capitals or as small letters, and Latin ones like each other.
_TWINS: Final = str.maketrans(
    "АВЕЗІЈКМНОРСТУХЅҮԚԜЁЇ" + "аеіјорсухѕһԁԛԝүёї" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ" + "αινορτυκγ" + "I1|l0ıɑɡ3",
    "ABE3lJKMHOPCTYXSYQWËÏ" + "aeijopcyxshdqwyëï" + "ABEZHlKMNOPTYX" + "aivoptuky" + "llllOiag3",
)


def checked_name(name: str) -> str:
    """Return a player's name, composed (NFKC) and without spaces around; Refused if it cannot be used."""
    tidy = " ".join(_SELECTORS.sub("", unicodedata.normalize("NFKC", name)).split())
    if not tidy:
        raise Refused("name_missing")
    if len(tidy) > LIMIT:
        raise Refused("name_long", {"limit": LIMIT})
    if not tidy.isprintable() or not _BLANK.isdisjoint(tidy) or _piled(tidy):
        raise Refused("name_bad")
    return tidy


def _piled(name: str) -> bool:
    """Tell whether marks stand on nothing, or too many on one letter."""
    marks = "".join("m" if unicodedata.category(letter).startswith("M") else " " for letter in name)
    return marks.startswith("m") or "m" * (_PILE + 1) in marks


def is_taken(name: str, others: Iterable[str]) -> bool:
    """Tell whether people would take this name for one of the others."""
    return any(a == b for other in others for a, b in zip(looks(name), looks(other), strict=True))


def looks(name: str) -> tuple[str, str]:
    """Return how a name looks, whatever the case: as it is written, and in small letters."""
    plain = unicodedata.normalize("NFKC", name)
    return plain.translate(_TWINS).casefold(), plain.casefold().translate(_TWINS)
