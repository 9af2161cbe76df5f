"""Playback of the moves that a viewer has missed: the table as they would have seen it after each of them."""

import asyncio
import gzip
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import msgspec

from regnum.core.game import game_of
from regnum.core.record.stages import stages
from regnum.core.rules.note import Line
from regnum.core.rules.state import State
from regnum.view import view_of
from regnum.web.board.changes import PageUpdate, changes
from regnum.web.board.playback_entries import LEAST_PLAYED_BACK, moves_of_others
from regnum.web.board.render import render_for_seat
from regnum.web.board.render_cache import RenderCache
from regnum.web.board.timeline import moment_text
from regnum.web.replay.snapshots import render_snapshot
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import Entry
from regnum.web.tables.seat_view import SeatView

MAX_MOVES: Final = 24
"""The maximum number of moves that are played back; the newest are kept."""

MAX_LINES_OF_MOVE: Final = 5
"""The maximum number of lines shown for a move, including its immediate effects."""

MAX_LINES_OF_PART: Final = 16
"""The maximum number of lines shown for an automatic part; the log has all of them."""


MAX_CACHED_PLAYBACKS: Final = 40
"""The maximum number of cached playbacks of all tables; each has up to about 300 kB after compression."""
COMPRESSION_LEVEL: Final = 5
"""The compression level of playbacks."""


_cached: Final[deque[tuple[dict[Any, Any], object]]] = deque()
"""The render cache and key of each cached playback, oldest first."""


class Scene(msgspec.Struct, frozen=True):
    """A position in a playback: the move that led to it, as HTML ("" for none), and the changes to the page."""

    text: str
    changes: Sequence[PageUpdate]


def moves_since(view: SeatView, known_count: int) -> list[int]:
    """Return the numbers of the entries to be played back for a viewer who knew `known_count` entries, in order.

    These are others' logged moves, and every entry that triggered several automatic parts.
    """
    log_view = view_of(game_of(view.seen)).log
    start = next(
        (at for at, line in enumerate(view.log) if line.number and view.known(line.number) > known_count), len(view.log)
    )
    first_lines = [
        line.number
        for line in view.log[start:]
        if line.note is not None and line.note.key in log_view.keys.stages and line.number
    ]
    numbers = moves_of_others(view.log[start:], view, log_view)
    return sorted(numbers | {number for number in first_lines if first_lines.count(number) >= LEAST_PLAYED_BACK})


async def playback(
    table: LiveTable, seat: int | None, language: str, known_count: int, allow: Callable[[], None] = lambda: None
) -> bytes:
    """Return a playback for a seat: the table before and after each move of others since it knew `known_count` entries.

    The result is a JSON list of scenes, compressed with gzip. The last scene is the complete current state, so it can
    follow any other scene. The other scenes are read-only. The list is empty if there was no such move. Playbacks are
    cached until the table changes. `allow` is called before rendering, which replays the game; it raises an error if
    the rate limit is exceeded.
    """
    numbers = moves_since(table.view(seat), known_count)[-MAX_MOVES:]
    if not numbers:
        return EMPTY_PLAYBACK
    cache, key = table.render_cache_for(seat), ("scenes", language, numbers[0])
    task: asyncio.Task[bytes] | None = cache.get(key)
    if task is None or (task.done() and task.exception() is not None):
        allow()
        task = cache[key] = asyncio.create_task(_render_scenes(table, seat, language, numbers))
        _cached.append((cache, key))
        if len(_cached) > MAX_CACHED_PLAYBACKS:
            renders, oldest = _cached.popleft()
            renders.pop(oldest, None)
    return await asyncio.shield(task)


async def _render_scenes(table: LiveTable, seat: int | None, language: str, numbers: Sequence[int]) -> bytes:
    entries = [Entry(at, *entry) for at, entry in enumerate(table.play.record.entries[: numbers[-1]], start=1)]
    present = render_for_seat(table, seat, language)
    start = [(entry.player, entry.text) for entry in entries[: numbers[0] - 1]]
    past_table = await asyncio.to_thread(LiveTable, table.row, start, table.times)
    render_cache = RenderCache()
    last = render_snapshot(past_table, seat, language, render_cache, len(past_table.play.log))
    scenes = [Scene("", changes(last, None))]
    for number in numbers:
        past_table.apply_entries(past_table.version, entries[past_table.entry_count : number - 1])
        before = past_table.state
        past_table.apply_entries(past_table.version, entries[number - 1 : number])
        for fresh, lines in _parts(past_table, before, entries[number - 1]):
            current = render_snapshot(past_table, seat, language, render_cache, fresh)
            most = MAX_LINES_OF_MOVE if lines[0].action is not None else MAX_LINES_OF_PART
            words = moment_text(past_table, past_table.view(seat), language, lines, most)
            scenes.append(Scene(words, changes(current, last)))
            last = current
            await asyncio.sleep(0)  # let other tasks run
    return await asyncio.to_thread(_pack, [*scenes, Scene("", changes(present, None))])


def _pack(scenes: Sequence[Scene]) -> bytes:
    return gzip.compress(msgspec.json.encode(scenes), COMPRESSION_LEVEL)


EMPTY_PLAYBACK: Final = _pack([])
"""The playback of no moves."""


def _parts(past_table: LiveTable, before: State, entry: Entry) -> Iterator[tuple[int, list[Line]]]:
    """Set a table to the end of each part of its last entry and yield the part's index in the log and its lines.

    `before` is the state in which the entry was made. Most entries have one part.
    """
    play, begins = past_table.play, view_of(past_table.game).log.keys.stages
    log, after = play.log[:], play.state
    start = next(at for at, line in enumerate(log) if line.number == entry.number)
    first = start + 1
    stage_count = sum(1 for line in log[start:] if line.note is not None and line.note.key in begins)
    if stage_count >= LEAST_PLAYED_BACK:
        for state, count in stages(before, past_table.game.actions.parse(entry.text), entry.player, begins):
            end = first + count
            if end > start:
                play.state, play.log[:] = state, log[:end]
                past_table.renders.clear()
                yield start, log[start:end]
            start = end
        play.state, play.log[:] = after, log
        past_table.renders.clear()
    yield start, log[start:]
