"""What somebody has set for this browser: how pages look and sound. It is kept in a cookie, for a year."""

from typing import Final, Literal, get_args, get_type_hints
from urllib.parse import parse_qsl, urlencode

import msgspec

COOKIE: Final = "regnum_look"


class Preferences(msgspec.Struct, frozen=True):
    """Each has one of a few values, the first of which is ours. Pages carry them: `<html data-theme="dark" ...>`."""

    theme: Literal["auto", "light", "dark"] = "auto"
    text: Literal["100", "115", "130", "150"] = "100"
    """The size of letters in percent."""
    names: Literal["auto", "always"] = "auto"
    """Whether names stand on the board where it is small, too."""
    confirm: Literal["turn", "never", "final", "always"] = "turn"
    """Which of one's moves are asked about once more: `final` are those that cannot be taken back.

    `turn`: what ends one's turn without saying so, where a game has that.
    """
    playback: Literal["normal", "slow", "fast", "off"] = "normal"
    """How fast the moves of others are shown one after the other."""
    sound: Literal["off", "on"] = "off"
    """Whether a tone says that it is one's move."""

    @property
    def spelled(self) -> str:
        """Return them as a cookie has them: those that are not ours."""
        return urlencode({name: value for name, value in msgspec.structs.asdict(self).items() if value != OURS[name]})


CHOICES: Final[dict[str, tuple[str, ...]]] = {
    name: get_args(kind) for name, kind in get_type_hints(Preferences).items()
}
"""The values that each may have."""
OURS: Final[dict[str, str]] = {name: values[0] for name, values in CHOICES.items()}


def read(cookie: str) -> Preferences:
    """Return what a cookie says, as far as it makes sense."""
    return chosen(dict(parse_qsl(cookie[:500])))


def chosen(values: dict[str, str]) -> Preferences:
    """Return what was chosen; where there is no such choice, ours."""
    known = {name: value for name, value in values.items() if value in CHOICES.get(name, ())}
    return msgspec.convert(known, Preferences)
