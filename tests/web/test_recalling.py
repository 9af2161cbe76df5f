"""Events to look back at: a battle, a winter, a round's end are there until one closes them."""

import random
import re
from itertools import pairwise

import pytest

from regnum.core.drawing import Summary
from regnum.core.game import Game
from regnum.core.ledger import LANGUAGES
from regnum.core.note import Note, NoteKind
from regnum.core.play import Line
from regnum.core.registry import all_games, find_game
from regnum.games.wallenstein.state import WallensteinState
from regnum.web.i18n import game_words
from regnum.web.live import LiveTable
from regnum.web.recalling import MOST, Recalled, happened, recalled
from regnum.web.render import rendered
from tests.web.test_drawing import NAMES
from tests.web.test_looking import FORGOTTEN
from tests.web.test_stream import move, table_of

KINDS = pytest.mark.parametrize(
    "game", [game for game in all_games() if game.drawing.SUMMARIES], ids=lambda game: game.id
)


def told(table: LiveTable, seat: int | None, language: str) -> list[Recalled]:
    drawing = table.game.drawing
    events = happened(table.play.log, drawing.SUMMARIES)
    return recalled(table.view(seat), events, drawing, game_words(table.game, language), NAMES)


def log(*keys: str) -> list[Line]:
    """A log with a note for each of these keys; those that begin with "!" are actions that were taken back."""
    return [Line(0) if key[0] == "!" else Line(0, note=Note(NoteKind(key, "player", "won"), [0, 3])) for key in keys]


def found(*keys: str, anew: bool = True) -> list[list[int]]:
    kind = Summary("fight", "begin join", "hit miss", {"hit": "won", "miss": -1}, anew, silent="dull")
    return [lines for _, lines in happened(log(*keys), [kind])]


def test_an_event_goes_on_as_long_as_its_lines_do() -> None:
    assert found("other", "begin", "hit", "other", "hit") == [[1, 2]]
    assert found("hit", "miss") == []
    assert found("begin", "!taken back", "hit") == [[0, 2]]


def test_another_one_begins_where_it_is_said_so() -> None:
    assert found("begin", "hit", "join", "miss") == [[2, 3], [0, 1]]
    assert found("begin", "hit", "join", "miss", anew=False) == [[0, 1, 2, 3]]


def test_what_is_dull_is_no_event_of_its_own() -> None:
    kind = Summary("fight", "begin", silent="begin dull")
    assert happened(log("begin", "dull"), [kind]) == []


def test_what_is_part_of_another_event_is_not_shown_twice() -> None:
    big, small = Summary("winter", "cold", "begin hit fed"), Summary("fight", "begin", "hit")
    events = happened(log("begin", "hit", "other", "cold", "begin", "hit", "fed"), [big, small])
    assert [(kind.key, lines) for kind, lines in events] == [("winter", [3, 4, 5, 6]), ("fight", [0, 1])]


@KINDS
def test_events_of_whole_games_are_told_in_every_language(game: Game) -> None:
    table = table_of(game, max(game.player_counts))
    dice = random.Random(4)
    kinds = set()
    for number in range(4000):
        if table.state.is_terminal:
            break
        move(table, dice)
        if number % 40:
            continue
        for language in LANGUAGES:
            events = told(table, dice.choice([None, 0, 1]), language)
            assert len(events) <= MOST + len(game.drawing.SUMMARIES)
            assert all(first.number > second.number for first, second in pairwise(events))
            for event in events:
                assert event.title, event.kind
                assert event.lines or event.rows, event.kind
                assert not FORGOTTEN.search(" ".join([event.title, *(line.text for line in event.lines)])), event
            kinds |= {event.kind for event in events}
    whole = {kind.key for kind, _ in happened(table.play.log, game.drawing.SUMMARIES)}
    assert kinds <= whole
    wanted = {kind.key for kind in game.drawing.SUMMARIES} - {"court"}  # without the expansion there is none
    assert whole >= wanted - {"end_phase"}, "every kind happens"


def test_a_winter_tells_what_everybody_scored() -> None:
    table = table_of(find_game("wallenstein"), 3)
    dice = random.Random(1)
    while table.state.year < 2:  # type: ignore[attr-defined]
        move(table, dice)
    [winter] = [event for event in told(table, 0, "en") if event.kind == "winter"]
    assert winter.title == "Winter"
    assert winter.points == [(player, points) for player, points in enumerate(table.state.scores()) if points]
    assert any("winter loss" in line.text for line in winter.lines)


def test_what_came_after_ones_own_last_action_is_open_and_older_ones_are_folded() -> None:
    table = table_of(find_game("wallenstein"), 3)
    dice = random.Random(1)
    several = 0
    while not table.state.is_terminal:
        move(table, dice)
        events = told(table, 1, "en")
        own = max((at for at, line in enumerate(table.play.log) if line.action and line.player == 1), default=-1)
        for at, event in enumerate(events):
            assert event.kind == "season" or event.fresh == (event.number > own and at < MOST)
        several += sum(event.fresh for event in events) > 1
        panel = rendered(table, 1, "en").panel
        assert panel.count(" data-fresh") == sum(event.fresh for event in events)
        assert panel.count(" open data-fresh") == sum(event.fresh for event in events[:1]), "one at a time"
    assert several > 5


def amounts(state: WallensteinState) -> list[list[int]]:
    lands = [lands.bit_count() for lands in state.lands]
    return [state.coins[:], state.grain[:], lands, state.points[:]]


@pytest.mark.parametrize("expanded", [False, True])
def test_a_report_of_a_season_tells_its_actions_and_what_they_changed(expanded: bool) -> None:
    table, dice = table_of(find_game("wallenstein"), 4, court=expanded, landsknechte=expanded), random.Random(6)
    before: list[list[int]] = []
    last, reports = -1, 0
    while not table.state.is_terminal:
        move(table, dice)
        state = table.state
        assert isinstance(state, WallensteinState)
        newest = next((event for event in told(table, 1, "en") if event.kind == "season"), None)
        if newest is not None and newest.number > last:
            last, reports = newest.number, reports + 1
            assert newest.fresh
            titles = [title for title, _ in newest.rows]
            assert [title.split(".")[0] for title in titles[:10]] == [str(number) for number in range(1, 11)]
            assert len({title.split(". ")[1] for title in titles[:10]}) == 10
            if state.planning():  # else the winter has taken grain
                for (_, cells), old, new in zip(newest.rows[10:], before, amounts(state), strict=True):
                    changed = [int(said.replace("−", "-")) for _, said, _ in cells[: state.players]]
                    assert changed == [new[player] - old[player] for player in range(state.players)]
        if state.planning():
            before = amounts(state)
            assert newest is None or newest.fresh or state.confirmed[1], "planning does not close it"
    assert reports == 6


@KINDS
def test_the_places_of_an_event_are_on_the_page(game: Game) -> None:
    table = table_of(game, min(game.player_counts))
    dice = random.Random(9)
    looked = 0
    for _ in range(300):
        if table.state.is_terminal:
            break
        move(table, dice)
        now = rendered(table, 0, "en")
        ids = set(re.findall(r'\bid="([^"]+)"', now.pieces + now.panel))
        for event in told(table, 0, "en"):
            for line in event.lines:
                assert set(line.places.split()) <= ids, line
                looked += 1
    assert looked
