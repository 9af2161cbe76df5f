"""The values from which the panel of a table is rendered: whose turn it is, and what the viewer may do."""

import random
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from regnum.core.game import Game
from regnum.games import all_games, find_game
from regnum.view import view_of
from regnum.web.board import render, render_cache
from regnum.web.board.log_view import MAX_RECENT_LINES
from regnum.web.board.render_cache import RenderCache
from regnum.web.http.i18n import game_words, page_text
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import ABANDONED, BOT
from regnum.web.tables.stored_options import TUTORIAL
from regnum.web.timing.clock import Clock, Timing
from regnum.web.timing.wall_clock import HOUR
from regnum.web.ui.templates import ENVIRONMENT
from tests.support.games.views import NAMES
from tests.support.store.rows import NOON
from tests.support.web.live_tables import live_table_of, move_randomly

KHAN = find_game("khan")
Values = Callable[..., dict[str, Any]]


@pytest.fixture
def values(monkeypatch: pytest.MonkeyPatch) -> Values:
    """Return a function that returns the values of a seat's panel instead of rendering it."""

    def values(table: LiveTable, seat: int | None, **more: Any) -> dict[str, Any]:
        found: dict[str, Any] = {}
        panel = SimpleNamespace(new_context=found.update, blocks={})
        environment = SimpleNamespace(
            get_template=lambda name: panel if name == "board/panel.html.jinja" else ENVIRONMENT.get_template(name)
        )
        monkeypatch.setattr(render, "ENVIRONMENT", environment)
        render.render_view(table, replace(table.view(seat), **more), "en", RenderCache())
        return found

    return values


def test_template_is_rendered_again_if_its_values_have_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    rendered: list[int] = []

    def fill(name: str, context: dict[str, Any]) -> str:
        rendered.append(context["at"])
        return f"{name} {context['at']}"

    monkeypatch.setattr(render_cache, "fill", fill)
    monkeypatch.setattr(render_cache, "_needed_values", lambda _name: ["at"])
    cache = RenderCache()
    found = [
        cache.render(name, {"at": at, "other": len(rendered)}) for name, at in (*[("a", 1)] * 2, ("b", 1), ("a", 2))
    ]
    assert found == ["a 1", "a 1", "b 1", "a 2"]
    assert rendered == [1, 1, 2]


def with_seat(table: LiveTable, seat: int, **more: Any) -> None:
    seats = list(table.row.seats)
    seats[seat] = replace(seats[seat], **more)
    table.row = replace(table.row, seats=tuple(seats))


def played(until: Callable[[LiveTable], bool], game: Game = KHAN, seed: int = 3) -> LiveTable:
    """Return a table after random moves until a condition is true."""
    table, dice = live_table_of(game, 2), random.Random(seed)
    while not until(table):
        move_randomly(table, dice)
    return table


def test_panel_names_the_players_to_act(values: Values) -> None:
    table = live_table_of(KHAN, 2)
    (first,) = table.state.players_to_act
    own, other, watching = values(table, first), values(table, 1 - first), values(table, None)
    assert [found["acting"] for found in (own, other, watching)] == [True, False, False]
    assert [found["has_public_decision"] for found in (own, other, watching)] == [True, False, False]
    assert [bool(found["heading"]) for found in (other, watching)] == [False, False]
    assert [found["others"] for found in (own, other, watching)] == [{}, *[{first: NAMES[first]}] * 2]
    assert [found["waiting"] for found in (own, other, watching)] == [[NAMES[first]]] * 3
    assert [found["has_unavailable"] for found in (other, watching)] == [False, False]
    assert [found["may_propose"] for found in (own, other, watching)] == [True, True, False]
    assert [own["playing"], own["abandoned"], own["final"]] == [True, False, None]


def test_guided_player_is_not_waited_for(values: Values) -> None:
    guide = next(iter(KHAN.guides().values()))
    row = live_table_of(KHAN, guide.players).row
    options = KHAN.read_setup(guide.players, guide.seed, guide.options) | {TUTORIAL: guide.id}
    table = LiveTable(replace(row, seed=str(guide.seed), options=options), [])
    for entry in guide.script:
        if entry.waits:
            break
        table.play.submit(entry.player, entry.texts[0])
    assert table.state.players_to_act == (guide.seat,)
    other = (guide.seat + 1) % guide.players
    names = [table.names[guide.seat]]
    assert [values(table, seat)["waiting"] for seat in (guide.seat, other, None)] == [[], names, names]


def test_panel_has_the_newest_part_of_a_long_log(values: Values) -> None:
    table = played(lambda table: table.state.is_terminal)
    lines = [line for section in values(table, 0)["log"] for line in section.lines]
    assert 0 < len(lines) <= MAX_RECENT_LINES < len(table.view(0).log)
    assert lines[-1].number == table.view(0).log[-1].number


def test_ended_game_waits_for_nobody(values: Values) -> None:
    over = values(played(lambda table: table.state.is_terminal), 0)
    assert [over["playing"], over["abandoned"], over["waiting"], over["may_propose"]] == [False, False, [], False]
    assert over["final"] is not None
    table = live_table_of(KHAN, 2)
    table.row = replace(table.row, phase=ABANDONED)
    ended = values(table, 0)
    assert [ended["playing"], ended["abandoned"], ended["waiting"], ended["may_propose"]] == [False, True, [], False]
    assert ended["final"] is None


def test_absence_and_clock_are_those_of_the_viewer(values: Values) -> None:
    table = live_table_of(KHAN, 2)
    with_seat(table, 0, bot="greedy")
    table.row = replace(table.row, timing=Timing(HOUR), clocks=(Clock(5.0), Clock(5.0, 0.0, NOON)))
    found = [values(table, seat) for seat in (0, 1, None)]
    assert [one["stand_in_level"] for one in found] == [page_text("en")("bot.greedy"), "", ""]
    assert [one["own_clock"] is not None for one in found] == [False, True, False]
    assert found[0]["resigned"] == []
    assert all(one["time_limits"] for one in found)
    with_seat(table, 0, resigned=True)
    assert values(table, 1)["resigned"] == [0]


def test_pauses_of_bots_can_be_skipped_by_players_while_a_bot_has_to_act(values: Values) -> None:
    table = live_table_of(KHAN, 2)
    with_seat(table, 1, kind=BOT, guest=None, bot="greedy")
    seen = set()
    for _ in range(12):
        is_bots_turn = table.state.players_to_act == (1,)
        assert [values(table, seat)["may_skip_delays"] for seat in (0, None)] == [is_bots_turn, False]
        seen.add(is_bots_turn)
        move_randomly(table, random.Random(1))
    assert seen == {True, False}


def test_decision_that_follows_the_own_action_is_known(values: Values) -> None:
    table, dice = live_table_of(KHAN, 2), random.Random(2)
    last, seen = -1, set()
    for _ in range(40):
        (seat,) = table.state.players_to_act
        follows = seat == last and not any(action.convenience for action in table.view(seat).legal)
        assert values(table, seat)["follows_own_action"] == follows
        assert not values(table, 1 - seat)["follows_own_action"]
        seen.add(follows)
        last = seat
        move_randomly(table, dice)
    assert seen == {True, False}


def test_own_action_can_be_undone_until_another_player_acts(values: Values) -> None:
    table = played(lambda table: any(table.play.can_undo(seat) for seat in (0, 1)))
    seat = next(seat for seat in (0, 1) if table.play.can_undo(seat))
    own, other = values(table, seat), values(table, 1 - seat)
    assert own["undoable"]
    assert own["undo_count"] >= 1
    assert (list(other["undoable"]), list(values(table, None)["undoable"])) == ([], [])


def test_past_has_no_live_values(values: Values) -> None:
    table = played(lambda table: table.play.can_undo(0) and table.state.players_to_act == (0,))
    table.row = replace(table.row, timing=Timing(HOUR), clocks=(Clock(5.0), Clock(5.0)))
    assert values(table, 0)["time_limits"]
    past = values(table, 0, is_past=True, legal=[])
    assert [past[name] for name in ("undoable", "recap")] == [[], []]
    assert [past[name] for name in ("time_limits", "own_clock", "stand_in_level", "pause_notice")] == [(), None, "", ""]
    flags = (
        "has_standings",
        "has_unavailable",
        "may_propose",
        "may_skip_delays",
        "has_public_decision",
        "follows_own_action",
    )
    assert [past[name] for name in flags] == [False] * len(flags)
    assert (past["playback_start"], past["tutorial"], past["proposal"]) == (0, None, None)


@pytest.mark.parametrize("game", [game.id for game in all_games()])
def test_standings_are_offered_for_games_that_have_them(game: str, values: Values) -> None:
    table = live_table_of(find_game(game), find_game(game).player_counts[-1])
    rows = view_of(table.game).scores.standings(table.state, game_words(table.game, "en"))
    assert values(table, 0)["has_standings"] == bool(rows)


def test_side_played_by_the_rules_has_no_face(values: Values) -> None:
    found = values(live_table_of(find_game("rurik"), 1), 0)
    assert len(found["names"]) > 1
    assert found["faces"] == [""] * len(found["names"])
