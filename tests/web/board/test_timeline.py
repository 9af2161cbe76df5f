"""The stops of a replay, from made-up entries: addresses, hidden entries, turns and rounds."""

from types import SimpleNamespace
from typing import Any

import pytest

from regnum.core.rules.note import Line, Note, NoteKind
from regnum.web.board import timeline
from regnum.web.board.timeline import Timeline, stops, timeline_of

STOPS = Timeline([0, 1, 2, 4], [(0, 0), (1, 0), (1, 1), (2, 0)], [], [])
ROUND, OTHER = NoteKind("round"), NoteKind("other")


@pytest.fixture(autouse=True)
def rounds_are_sections(monkeypatch: pytest.MonkeyPatch) -> None:
    view = SimpleNamespace(log=SimpleNamespace(keys=SimpleNamespace(sections={"round"})))
    monkeypatch.setattr(timeline, "view_of", lambda _game: view)


def table_of(
    players: list[int], secret: dict[int | None, tuple[int, ...]] | None = None, log: list[Line] | None = None
) -> Any:
    """Return a table with an entry of each of these players, some of them unknown to some viewers."""
    record = SimpleNamespace(entries=[(player, "move") for player in players])
    play = SimpleNamespace(record=record, log=log or [], unknown_entries=lambda seat: (secret or {}).get(seat, ()))
    return SimpleNamespace(play=play, game=None)


@pytest.mark.parametrize(
    ("address", "stop"),
    [
        *(("0", 0), ("1", 1), ("1.0", 1), ("1.1", 2), ("2", 3)),
        *(("0.7", 0), ("1.2", 2), ("2.1", 3), ("999999", 3)),
        *(("", None), ("1.", None), (".1", None), ("-1", None), ("1000000", None), ("1.1000000", None)),
    ],
)
def test_address_leads_to_its_stop_or_the_last_one_before(address: str, stop: int | None) -> None:
    assert STOPS.find(address) == stop


def test_stop_has_an_address_with_its_secret_entries() -> None:
    assert STOPS.addresses == ["0", "1", "1.1", "2"]
    assert (STOPS.last, Timeline([0], [(0, 0)], [], []).last) == (3, 0)


def test_stop_after_an_unknown_entry_is_the_one_before_it() -> None:
    assert [STOPS.stop_after(number) for number in (0, 1, 2, 3, 4, 9)] == [0, 1, 2, 2, 3, 3]


def test_line_appears_at_the_first_stop_that_includes_its_entry() -> None:
    lines = [Line(0, number=number) for number in (0, 1, 2, 3, 4, 9)]
    assert [STOPS.stop_of(line) for line in lines] == [0, 1, 2, 3, 3, 3]
    assert stops(STOPS, lines[2:4]) == {2: (2, "1.1"), 3: (3, "2")}


def test_seat_stops_only_at_entries_that_it_knows() -> None:
    table = table_of([0, 0, 1, 1, 0], {None: (2, 3), 0: (3,), 1: (2,)})
    spectator, seat, revealed = timeline_of(table, None), timeline_of(table, 0), timeline_of(table, 0, is_revealed=True)
    assert spectator.numbers == [0, 1, 4, 5]
    assert spectator.places == [(0, 0), (1, 0), (2, 0), (3, 0)]
    assert seat.numbers == [0, 1, 2, 4, 5]
    assert seat.places == [(0, 0), (1, 0), (1, 1), (2, 0), (3, 0)]
    assert revealed.numbers == [0, 1, 2, 3, 4, 5]
    assert revealed.places == [(0, 0), (1, 0), (1, 1), (1, 2), (2, 0), (3, 0)]


def test_turn_ends_before_another_player_moves() -> None:
    table = table_of([0, 0, 1, 1, 0], {None: (2, 3)})
    assert timeline_of(table, None).turns == [0, 1, 2, 3]
    assert timeline_of(table, 0).turns == [0, 2, 4, 5]
    assert timeline_of(table_of([1, 0, 0]), None).turns == [0, 1, 3]
    assert timeline_of(table_of([0]), None).turns == [0, 1]


def test_rounds_begin_at_their_headings_in_the_log() -> None:
    log = [Line(0, note=Note(OTHER, []), number=1), Line(0, number=2), Line(0, note=Note(ROUND, []), number=3)]
    table = table_of([0, 0, 1, 1, 0], {None: (3,)}, log)
    assert timeline_of(table, None).rounds == [0, 3, 4]
    assert timeline_of(table, 0).rounds == [0, 3, 5]
    log.append(Line(0, note=Note(ROUND, []), number=5))
    assert timeline_of(table, 0).rounds == [0, 3, 5], "no round begins twice"


def test_game_without_entries_has_one_stop() -> None:
    assert timeline_of(table_of([]), None) == Timeline([0], [(0, 0)], [0], [0])
