"""The timeline of a game: its stops, their addresses, and the texts shown there.

While a game runs, a seat has stops only at the entries that it knows, so the number of others' secret actions is not
revealed. An address is the number of public entries and, after a dot, the number of secret entries since then that the
viewer knows: "57", "57.3". Therefore, a moment after a public entry has the same address for all viewers.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Final

import msgspec

from regnum.core.rules.note import Line
from regnum.core.text.narrator import side_names
from regnum.view import view_of
from regnum.web.board.log_view import Group, Section, entry_group, log_sections
from regnum.web.board.recap import without_openings
from regnum.web.board.render_cache import RenderCache
from regnum.web.http.i18n import game_words, page_text
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.seat_view import SeatView
from regnum.web.ui.templates import ENVIRONMENT

_ADDRESS: Final = re.compile(r"([0-9]{1,6})(?:\.([0-9]{1,6}))?")

MAX_LINES: Final = 4
"""The maximum number of lines shown for an entry as a whole."""

Place = tuple[int, int]
"""An address as numbers."""


class Timeline(msgspec.Struct, frozen=True):
    """The stops of a game for one viewpoint, from the beginning.

    `numbers`: the number of entries at each stop. `places`: the addresses of the stops. `turns` and `rounds` are the
    indices of stops at which a player's moves end or a section of the log begins.
    """

    numbers: list[int]
    places: list[Place]
    turns: list[int]
    rounds: list[int]

    @property
    def last(self) -> int:
        """The index of the last stop."""
        return len(self.numbers) - 1

    @property
    def addresses(self) -> list[str]:
        """The addresses of all stops."""
        return [f"{whole}.{part}" if part else f"{whole}" for whole, part in self.places]

    def find(self, address: str) -> int | None:
        """Return the index of the stop at an address, or of the last stop before it; None if the address is invalid."""
        match = _ADDRESS.fullmatch(address)
        return bisect_right(self.places, (int(match[1]), int(match[2] or 0))) - 1 if match else None

    def stop_after(self, number: int) -> int:
        """Return the index of the last stop with at most `number` entries of the record."""
        return bisect_right(self.numbers, number) - 1

    def stop_of(self, line: Line) -> int:
        """Return the index of the stop at which a line of the log appears."""
        return min(bisect_left(self.numbers, line.number), self.last)


def timeline_of(table: LiveTable, seat: int | None, is_revealed: bool = False) -> Timeline:
    """Return the timeline of a seat (None: a spectator); `is_revealed`: with nothing hidden."""
    entries = table.play.record.entries
    secret = set(table.play.unknown_entries(None))
    hidden_entries = set() if is_revealed else set(table.play.unknown_entries(seat))
    numbers, places = [0], [(0, 0)]
    for number in range(1, len(entries) + 1):
        whole, part = places[-1]
        if number in secret:
            if number not in hidden_entries:
                numbers.append(number)
                places.append((whole, part + 1))
        else:
            numbers.append(number)
            places.append((whole + 1, 0))
    last = len(numbers) - 1
    by = [entries[number - 1][0] for number in numbers[1:]]
    turns = [0, *(at for at in range(1, last) if by[at] != by[at - 1]), last]
    timeline = Timeline(numbers, places, list(dict.fromkeys(turns)), [])
    heads = view_of(table.game).log.keys.sections
    began = [timeline.stop_of(line) for line in table.play.log if line.note is not None and line.note.key in heads]
    timeline.rounds.extend(dict.fromkeys([0, *began, last]))
    return timeline


def whole_log(table: LiveTable, view: SeatView, language: str) -> list[Section]:
    """Return the whole log of a view."""
    words, text = game_words(table.game, language), page_text(language)
    names = side_names(view.seen, words, table.names)
    write_line = RenderCache().line_writer(words, text, names, view.viewer)
    return log_sections(view, view_of(table.game).log, names, write_line)


def moment_text(
    snapshot: LiveTable, view: SeatView, language: str, lines: Sequence[Line], max_lines: int = MAX_LINES
) -> str:
    """Return the first lines of an entry in words, at most `max_lines`, or "" if there are none."""
    words, text = game_words(snapshot.game, language), page_text(language)
    names = side_names(view.seen, words, snapshot.names)
    write_line = RenderCache().line_writer(words, text, names, view.viewer)
    group: Group | None = entry_group(view, view_of(snapshot.game).log, names, write_line, lines)
    if group is None:
        return ""
    if len(group.lines) > max_lines:
        ends = [line for line in group.lines if line.key not in view_of(snapshot.game).log.keys.full_log_only]
        first, *others = without_openings(ends) or group.lines
        if first is not group.lines[0] and group.player >= 0:
            first = msgspec.structs.replace(first, player_name=names[group.player], text_after_name=f": {first.text}")
        group = msgspec.structs.replace(group, lines=[first, *others])
    return ENVIRONMENT.get_template("board/scene.html.jinja").render(
        group=group, most=max_lines, starts=view_of(snapshot.game).log.keys.stages
    )


def stops(timeline: Timeline, lines: Sequence[Line]) -> dict[int, tuple[int, str]]:
    """Return the index and address of the stop of each entry, by the entries' numbers in the record."""
    addresses = timeline.addresses
    return {line.number: (at, addresses[at]) for line in lines for at in [timeline.stop_of(line)]}
