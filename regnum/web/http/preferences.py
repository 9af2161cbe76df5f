"""The preferences of a browser, such as the look and sound of pages. A cookie keeps them for a year."""

from typing import Final, Literal, get_args, get_type_hints
from urllib.parse import parse_qsl, urlencode

import msgspec

COOKIE: Final = "regnum_look"


class Preferences(msgspec.Struct, frozen=True):
    """Preferences; the first value of each is the default. Pages have them as attributes: `<html data-theme=...>`."""

    theme: Literal["auto", "light", "dark"] = "auto"
    text: Literal["100", "115", "130", "150"] = "100"
    """The text size in percent."""
    names: Literal["auto", "always"] = "auto"
    """Whether names are shown even on a small board."""
    confirm: Literal["turn", "never", "final", "always"] = "turn"
    """The moves that need confirmation: `final` are those that cannot be undone.

    `turn`: those that the game wants confirmed (`ActionView.confirm`), for example because they end the turn.
    """
    playback: Literal["normal", "slow", "fast", "off"] = "normal"
    """The speed at which the moves of others are played back."""
    sound: Literal["off", "on"] = "off"
    """Whether a tone announces the player's turn."""

    @property
    def cookie_value(self) -> str:
        """The text of the cookie: all values other than the defaults."""
        return urlencode(
            {name: value for name, value in msgspec.structs.asdict(self).items() if value != DEFAULTS[name]}
        )


CHOICES: Final[dict[str, tuple[str, ...]]] = {
    name: get_args(kind) for name, kind in get_type_hints(Preferences).items()
}
"""The possible values of each preference."""
DEFAULTS: Final[dict[str, str]] = {name: values[0] for name, values in CHOICES.items()}


def read_preferences(cookie: str) -> Preferences:
    """Return the preferences in a cookie, with the default for missing or invalid values."""
    return preferences_from_form(dict(parse_qsl(cookie[:500])))


def preferences_from_form(form: dict[str, str]) -> Preferences:
    """Return the preferences in a form, with the default for missing or invalid values."""
    valid_values = {name: value for name, value in form.items() if value in CHOICES.get(name, ())}
    return msgspec.convert(valid_values, Preferences)
