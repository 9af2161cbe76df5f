"""The result of a game as a picture to share: self-contained, without scripts, style sheets or links."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from markupsafe import Markup

from regnum.core.text.words import Words
from regnum.web.board.final_scoring import game_summary, points_by_reason
from regnum.web.http.assets import emblem
from regnum.web.http.i18n import Text
from regnum.web.tables import colours
from regnum.web.tables.live_table import LiveTable
from regnum.web.ui.bar_chart import bars

HUES: Final = ("#2f5d8a", "#b5452c", "#cc9010", "#34302d", "#5aa893")
"""The colours of seats, as in tokens.css; RULES is the colour of a side that the rules play."""
RULES: Final = "#8a7a9c"
WIDTH: Final = 1200
TOP: Final = 218
ROW_HEIGHT: Final = 64
LEGEND: Final = 30
COLUMNS: Final = 3
MAX_BAR_LENGTH: Final = 600.0
MAX_NAME_LENGTH: Final = 20
"""The maximum length of a name in characters."""


def card_values(table: LiveTable, title: str, words: Words, text: Text, names: Sequence[str]) -> dict[str, Any]:
    """Return the template context of the picture."""
    summary = game_summary(table)
    places = summary.final_state.ranking()
    lines = points_by_reason(table, summary, words, names)
    winners = [name for name, place in zip(names, places, strict=True) if place == 1]
    legend = TOP + ROW_HEIGHT * len(places) + 6
    own = [HUES[hue] for hue in colours.colours_of(table.row.seats)]
    hues = [*own, *[RULES] * (len(names) - len(own))]
    drawn = bars(summary.points_by_reason, MAX_BAR_LENGTH)
    order = sorted(range(len(places)), key=lambda side: places[side])
    return {
        "title": title,
        "won": text(
            "final_scoring.winners", count=len(winners), names=text.listing([shorten_name(name) for name in winners])
        ),
        "described": ", ".join(f"{places[side]}. {names[side]}: {drawn[side].total}" for side in order),
        "date": f"{end_time(table):%Y-%m-%d}",
        "emblem": Markup(emblem(table.game)),
        "width": WIDTH,
        "height": max(630, legend + LEGEND * -(-len(lines) // COLUMNS) + 46),
        "rows": [
            {
                "y": TOP + ROW_HEIGHT * at,
                "side": side,
                "hue": hues[side],
                "place": text("final_scoring.ordinal", place=places[side]),
                "name": shorten_name(names[side]),
                "bar": drawn[side],
            }
            for at, side in enumerate(order)
        ],
        "reasons": [
            (60 + 370 * (at % COLUMNS), legend + LEGEND * (at // COLUMNS), label.partition(" (")[0])
            for at, (label, _) in enumerate(lines)
        ],
    }


def shorten_name(name: str) -> str:
    """Return a name, shortened to fit."""
    return name if len(name) <= MAX_NAME_LENGTH else f"{name[: MAX_NAME_LENGTH - 1]}…"


def end_time(table: LiveTable) -> datetime:
    """Return when the last entry was made, or when the table was opened if that is unknown."""
    return table.times.get(table.entry_count, table.row.created_at)
