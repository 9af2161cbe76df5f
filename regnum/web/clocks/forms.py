"""The time limits of a table in forms: reading them, and filling forms with them."""

import math
from typing import Any, Final

import msgspec

from regnum.core.text.words import upfirst
from regnum.web.bots import catalog
from regnum.web.errors import RefusedError
from regnum.web.http.i18n import Text
from regnum.web.tables.models import DEFAULT_SUBSTITUTE, TableRow
from regnum.web.timing.clock import MAX_NIGHT_MINUTES, Timing
from regnum.web.timing.wall_clock import DAY, HOUR, MINUTE, minutes_of, night_minutes, wall_time, zones

LIVE: Final = "live"
OWN: Final = "own"
PRESETS: Final = {"brisk": (8 * HOUR, DAY), "daily": (DAY, 3 * DAY), "calm": (3 * DAY, 7 * DAY)}
"""The time for a turn and the reserve for the game of each preset, in seconds."""
CHOICES: Final = (LIVE, *PRESETS, OWN)
UNITS: Final = {"minutes": MINUTE, "hours": HOUR, "days": DAY}
MAX_SECONDS: Final = 60 * DAY
"""The maximum time for a turn or reserve, in seconds."""


class ClockForm(msgspec.Struct, frozen=True):
    """The fields of the time limit form, as typed."""

    preset: str = LIVE
    turn: str = "24"
    turn_unit: str = "hours"
    reserve: str = "3"
    reserve_unit: str = "days"
    night: str = ""
    night_from: str = "23:00"
    night_to: str = "07:00"
    zone: str = ""
    substitute: str = DEFAULT_SUBSTITUTE


FIELD: Final = "clock_"
"""The prefix of the form's field names."""


def read_clock_form(sent: dict[str, str]) -> ClockForm:
    """Return the time limit fields of a submitted form; missing ones have their defaults."""
    field_names = ClockForm.__struct_fields__
    return ClockForm(**{name: sent[FIELD + name] for name in field_names if FIELD + name in sent})


def form_of_row(row: TableRow) -> ClockForm:
    """Return the form fields that repeat the settings of an earlier table."""
    timing = row.timing
    if timing is None:
        return ClockForm(substitute=row.substitute)
    numbers = (timing.turn, timing.reserve)
    turn, reserve = (
        next((number / size, unit) for unit, size in reversed(UNITS.items()) if number >= size or size == MINUTE)
        for number in numbers
    )
    begins, ends = timing.night
    return ClockForm(
        preset=next((name for name, preset in PRESETS.items() if preset == numbers), OWN),
        turn=f"{turn[0]:g}",
        turn_unit=turn[1],
        reserve=f"{reserve[0]:g}",
        reserve_unit=reserve[1],
        night="yes" if begins != ends else "",
        night_from=wall_time(begins) if begins != ends else ClockForm().night_from,
        night_to=wall_time(ends) if begins != ends else ClockForm().night_to,
        zone=timing.zone if begins != ends else "",  # without a night, no zone was chosen
        substitute=row.substitute,
    )


def page_values(text: Text) -> dict[str, Any]:
    """Return the template values for the time limit fields."""
    return {
        "clock_choices": CHOICES,
        "clock_units": list(UNITS),
        "zones": zones(),
        "substitutes": [(kind, upfirst(catalog.level_name(kind, text))) for kind in catalog.LEVELS],
    }


def timing_from_form(form: ClockForm) -> Timing | None:
    """Return the chosen time limits (None: no limits); raises RefusedError if they are invalid."""
    if form.substitute not in catalog.bot_kinds() or form.preset not in CHOICES:
        raise RefusedError("bad_form")
    if form.preset == LIVE:
        return None
    if form.preset == OWN:
        turn = seconds(form.turn, form.turn_unit, MINUTE)
        reserve = seconds(form.reserve, form.reserve_unit, 0)
    else:
        turn, reserve = PRESETS[form.preset]
    if not form.night:
        return Timing(turn, reserve)
    night = (minutes_of(form.night_from), minutes_of(form.night_to))
    if not 0 < night_minutes(night) <= MAX_NIGHT_MINUTES:
        raise RefusedError("invalid_night", {"hours": MAX_NIGHT_MINUTES // 60})
    if form.zone not in zones():
        raise RefusedError("unknown_time_zone", {"zone": form.zone[:40] or "?"})
    return Timing(turn, reserve, night, form.zone)


def seconds(amount: str, unit: str, least: int, refusal_key: str = "invalid_duration") -> int:
    """Return a typed duration in seconds; raises RefusedError with this key if it is too short or too long."""
    try:
        parsed = float(amount.strip().replace(",", ".")) * UNITS.get(unit, math.nan)
    except ValueError:
        parsed = math.nan
    if not least <= parsed <= MAX_SECONDS:
        raise RefusedError(refusal_key, {"value": amount[:20] or "?", "days": MAX_SECONDS // DAY})
    return round(parsed)
