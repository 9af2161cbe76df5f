"""The view of Rurik: choices, prompts, hidden information, and tables of the terminal."""

import random
import re

import pytest

from regnum.core.rules.bitmask import bits
from regnum.core.rules.state import FULL
from regnum.core.text.ledger import LANGUAGES
from regnum.core.text.words import Words, upfirst
from regnum.games import find_game
from regnum.games.rurik import components as box
from regnum.games.rurik import terminal
from regnum.games.rurik.actions import PlaceAction, main_action
from regnum.games.rurik.deeds.cards import DEEDS
from regnum.games.rurik.state import RurikState
from regnum.games.rurik.strategy_board import advisor_code
from regnum.games.rurik.view.actions import end_turn_label
from regnum.games.rurik.view.cards import placement_row
from regnum.view import view_of
from regnum.web.analysis import hints
from regnum.web.board.choices import choices, combined_choices, split_choices
from regnum.web.board.inspect import inspect_card as look_at
from regnum.web.board.render import render_for_seat
from regnum.web.board.unavailable_actions import unavailable_actions
from regnum.web.http.i18n import game_words
from tests.support.games.rurik import act, turn_position
from tests.support.games.views import NAMES, layers, random_states
from tests.support.web.live_tables import live_table_of
from tests.support.web.live_tables import move_randomly as move_at

RURIK = find_game("rurik")


def test_drawing_is_independent_of_hidden_information() -> None:
    words = game_words(RURIK, "en")
    for players in RURIK.player_counts:
        for state in random_states(RURIK, players, 40 + players, 25):
            for seat in [*range(players), None]:
                seen = state.observed_by(seat)
                other = seen.determinized(5)
                assert layers(RURIK, other, seat, words) == layers(RURIK, state, seat, words)


def test_advisor_lands_where_the_board_shows_it() -> None:
    placed = 0
    for state in random_states(RURIK, 4, 3, 1)[:40]:
        assert isinstance(state, RurikState)
        for action in state.legal_actions() if state.stack else []:
            if isinstance(action, PlaceAction):
                row = placement_row(state.board, action.column, action.power + action.bribe)
                code = advisor_code(state.players_to_act[0], action.power, action.bribe)
                after = state.clone()
                after.apply(action)
                assert after.board[action.column * box.ROWS + row] == code
                placed += 1
    assert placed > 100


def test_closed_column_gives_the_reason_everywhere() -> None:
    table, dice, closed = live_table_of(RURIK, 4), random.Random(4), 0
    while closed < 20 and not table.state.is_terminal:
        seat = table.state.players_to_act[0]
        legal = table.state.legal_actions(seat)
        if all(isinstance(action, PlaceAction) for action in legal):
            free = {str(action.params["column"]) for action in legal}
            for column in box.COLUMNS:
                cards = [look_at(table, seat, place, "en") for place in (f"column-{column}", f"space-{column}-1")]
                assert all(looked is not None and bool(looked.reason) == (column not in free) for looked in cards)
                closed += column not in free
        move_at(table, dice)
    assert closed >= 20


def test_unavailable_deed_gives_a_reason() -> None:
    table, dice, requests = live_table_of(RURIK, 2), random.Random(5), 0
    while requests < 20 and not table.state.is_terminal:
        state, seat = table.state, table.state.players_to_act[0]
        assert isinstance(state, RurikState)
        if type(state.stack[-1]).__name__ == "Turn" and not state.bonus:
            free = {action.text for action in state.legal_actions(seat)}
            for deed in bits(state.deeds[seat]):
                looked = look_at(table, seat, f"deed-{DEEDS[deed]}", "en")
                assert looked is not None
                assert bool(looked.reason) == (f"accomplish {DEEDS[deed]}" not in free)
                requests += bool(looked.reason)
        move_at(table, dice)
    assert requests >= 20


def test_buttons_show_amounts_and_prices() -> None:
    words = game_words(RURIK, "en")
    state = turn_position("build", 2, troops=[{"kiev": 2, "volyn": 1}, {"volyn": 1}])
    assert labels(state, words)["main_action"] == "Main action “Build”: 1 hammer"
    state = turn_position("tax", troops=[{"kiev": 2, "volyn": 1}, {"volyn": 1}])
    assert labels(state, words)["main_action"] == "Main action “Tax”: 2 wagons"
    act(state, "main_action")
    assert labels(state, words)["tax kiev"] == "Tax Kiev: wood for 1 wagon"
    assert labels(state, words)["tax volyn"] == "Tax Volyn: fish for 2 wagons"


def test_card_is_clickable_and_equivalent_actions_are_grouped() -> None:
    for state in random_states(RURIK, 3, 8, 5):
        for seat in state.players_to_act:
            legal = state.legal_actions(seat)
            plain, listed = split_choices(legal, view_of(RURIK).actions)
            apart = [action for action in plain if not view_of(RURIK).actions.priority(action, legal)]
            alone = [target for action in apart if (target := view_of(RURIK).actions.target(action))]
            assert len(set(alone)) == len(alone)
            assert not any(target.startswith(("scheme-", "deed-", "prince-", "agenda-")) for target in alone)
            assert sorted(action.index for action in [*plain, *listed]) == sorted(action.index for action in legal)


def labels(state: RurikState, words: Words) -> dict[str, str]:
    """Return the label of the button of each action."""
    seat = state.players_to_act[0]
    seen, legal = state.observed_by(seat), state.legal_actions(seat)
    return {
        c.text: c.label for group in choices(legal, seen, view_of(RURIK).actions, words, NAMES) for c in group.choices
    }


def test_secret_agendas_are_not_among_the_visible_points() -> None:
    for state in random_states(RURIK, 3, 8, 20)[:-1]:
        for seat in (0, 1, 2, None):
            seen = state.observed_by(seat)
            assert view_of(RURIK).scores.points(seen) == view_of(RURIK).scores.points(state.observed_by(None))


@pytest.mark.parametrize("language", LANGUAGES)
def test_boat_and_dock_are_two_places_and_a_tap_moves_a_good(language: str) -> None:
    boat, dock = [{"wood": 2, "ore": 2}, {"fur": 1}], [{"wood": 1, "ore": 3}, {}]
    state = turn_position("tax", troops=[{"kiev": 1}], boat=boat, dock=dock)
    words = game_words(RURIK, language)
    split_choices = set(re.findall(r'data-target="((?:stock|dock)-[a-z]+)"', layers(RURIK, state, 0, words)[1]))
    assert split_choices == {"stock-wood", "stock-ore", "dock-wood"}, "no room for ore; nothing of the other's"
    assert view_of(RURIK).actions.target(RURIK.actions.parse("load wood")) == "dock-wood"
    assert view_of(RURIK).actions.target(RURIK.actions.parse("unload wood")) == "stock-wood"
    assert 'id="dock-ore"' in layers(RURIK, state, 1, words)[1].replace("dock-0-", "dock-")


@pytest.mark.parametrize("language", LANGUAGES)
def test_terminal_has_a_table_for_everything(language: str) -> None:
    words = game_words(RURIK, language)
    for state in random_states(RURIK, 3, 9, 12):
        assert isinstance(state, RurikState)
        for seen in (state, *(state.observed_by(seat) for seat in (0, 1, 2, None))):
            assert isinstance(seen, RurikState)
            shown = terminal.tables(seen, words, NAMES)
            assert all(table.rows for table in shown)
            assert (len([table for table in shown if table.title in NAMES])) == (
                3 if seen.observer == FULL else int(seen.observer >= 0)
            )
        if state.is_terminal:
            assert [row[1:] for row in terminal.final(state, words, NAMES)[0].rows if row[0] == "="] == [
                [str(points) for points in state.scores()]
            ]


def test_prompt_explains_the_regions_highlighted_for_predslava() -> None:
    actual: set[bool] = set()
    for state in (state for seed in range(4) for state in random_states(RURIK, 4, seed, 3)):
        seen = state.observed_by(state.players_to_act[0]) if state.players_to_act else state
        families = {action.family for action in seen.legal_actions()} if state.players_to_act else set()
        prompt = view_of(RURIK).actions.prompt(seen, game_words(RURIK, "en"), NAMES)
        pushes = bool(families & {"push", "push_leader"})
        assert ("Predslava" in prompt) == pushes
        actual.add(pushes)
    assert actual == {True, False}


def test_selectable_deeds_come_right_below_the_prompt() -> None:
    table = live_table_of(RURIK, 2)
    dice = random.Random(4)
    while not any(action.family == "take_deed" for action in table.state.legal_actions()):
        move_at(table, dice)
    page = render_for_seat(table, table.state.players_to_act[0], "en").panel
    assert page.count('id="deeds-row"') == 1
    assert page.index('id="hand-area"') < page.index('id="deeds-row"') < page.index('id="game-panel"')
    other = render_for_seat(table, 1 - table.state.players_to_act[0], "en").panel
    assert other.index('id="game-panel"') < other.index('id="deeds-row"')


def test_one_click_ends_a_turn_with_remaining_points() -> None:
    """Ending the turn where bonus actions could still follow is a choice of its own."""
    words = game_words(RURIK, "en")
    state = turn_position("move", troops=[{"kiev": 2}, {"volyn": 1}], boat=[{"wood": 2}, {}])
    act(state, "main_action")
    seen, legal = state.observed_by(0), state.legal_actions(0)
    label = [(choice.text, choice.label) for group in combined_choices(seen, legal, words) for choice in group.choices]
    boots = state.points[box.MOVE]
    assert label == [("pass then end_turn", f"End turn ({boots} boots unused)")]
    assert labels(state, words)["pass"] == "Stop here, then take bonus actions"
    state = turn_position("move", troops=[{"kiev": 2}, {"volyn": 1}])
    act(state, "main_action")
    assert combined_choices(state.observed_by(0), state.legal_actions(0), words) == []
    assert labels(state, words)["pass"] == f"End turn ({boots} boots unused)"
    state.points[box.BUILD] = 1
    assert end_turn_label(state, words) == f"End turn ({boots + 1} unused)", "the prompt covers all kinds"


def test_goods_are_moved_by_the_list_while_other_actions_are_possible() -> None:
    state = turn_position("tax", troops=[{"kiev": 1}], boat=[{"wood": 2}, {}])
    plain, listed = split_choices(state.legal_actions(0), view_of(RURIK).actions)
    assert not any(action.family in ("load", "unload") for action in plain)
    assert any(action.family == "unload" for action in listed)


@pytest.mark.parametrize("language", LANGUAGES)
def test_distant_region_says_that_it_is_too_far(language: str) -> None:
    words = game_words(RURIK, language)
    state = turn_position("move", troops=[{"kiev": 2}, {"volyn": 1}])
    for begun in (False, True):
        if begun:
            act(state, "main_action")
        text = words.text("board", "too_far", {"region": "rostov"})
        assert (
            view_of(RURIK).explanations.unavailable_reason("region-rostov", state.observed_by(0), words, NAMES) == text
        )
        assert words.name("region", "rostov") in text
        assert (
            view_of(RURIK).explanations.unavailable_reason("region-volyn", state.observed_by(0), words, NAMES) is None
        )


@pytest.mark.parametrize("language", LANGUAGES)
def test_region_out_of_play_says_so(language: str) -> None:
    words = game_words(RURIK, language)
    for players in (2, 3):
        state = turn_position("build", troops=[{"kiev": 2}, {"volyn": 1}], players=players)
        for begun in (False, True):
            if begun:
                act(state, "main_action")
            reason = view_of(RURIK).explanations.unavailable_reason("region-azov", state.observed_by(0), words, NAMES)
            assert reason == words.text("board", f"out_{players}", {})


@pytest.mark.parametrize("language", LANGUAGES)
def test_missing_hammers_are_mentioned_without_a_highlight(language: str) -> None:
    words = game_words(RURIK, language)
    state = turn_position("build", 2, troops=[{"volyn": 1}, {"volyn": 2}], boat=[{"wood": 2}, {}])
    not_ruled = words.text("refusal", "not_ruled", {"region": "volyn", "points": "build"})
    for begun in (False, True):
        if begun:
            act(state, "main_action")
        for place in ("region-volyn", "plot-church-volyn"):
            assert (
                view_of(RURIK).explanations.unavailable_reason(place, state.observed_by(0), words, NAMES) == not_ruled
            )
        empty = upfirst(words.text("refusal", "not_occupied", {"region": "kiev"}))
        assert (
            view_of(RURIK).explanations.unavailable_reason("region-kiev", state.observed_by(0), words, NAMES) == empty
        )
    state = turn_position("build", troops=[{"volyn": 1}, {"volyn": 2}])
    assert view_of(RURIK).explanations.unavailable_reason("region-volyn", state.observed_by(0), words, NAMES) is None, (
        "two are enough"
    )


def test_prompt_mentions_highlights_only_where_they_exist() -> None:
    words = game_words(RURIK, "en")
    state = turn_position("scheme", troops=[{"kiev": 2}, {"volyn": 1}])
    assert "Choose a scheme deck" in view_of(RURIK).actions.prompt(state.observed_by(0), words, NAMES)
    state = turn_position("move", troops=[{"kiev": 2}, {"volyn": 1}])
    assert "the map is highlighted" in view_of(RURIK).actions.prompt(state.observed_by(0), words, NAMES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_hint_for_a_leader_or_an_agenda_has_a_reason(language: str) -> None:
    words = game_words(RURIK, language)
    seen = turn_position("move").observed_by(0)
    for text in [f"choose_agenda {agenda}" for agenda in box.AGENDAS] + [f"choose_leader {one}" for one in box.LEADERS]:
        reasons = view_of(RURIK).explanations.hint_reason(RURIK.actions.parse(text), seen, words)
        assert reasons.endswith(".")
        assert len(reasons) > 40


def test_unavailable_actions_are_grouped_by_kind() -> None:
    table, dice = live_table_of(RURIK, 3), random.Random(4)
    while type(table.state.stack[-1]).__name__ != "Turn":
        move_at(table, dice)
    unavailable = unavailable_actions(table, table.state.players_to_act[0], "en")
    sentences = [kind for kind in unavailable if kind.rule]
    assert {"Exchange goods", "Load goods"} <= {kind.title for kind in sentences}
    assert len({kind.title for kind in sentences}) == len(sentences), "each kind once"
    for kind in sentences:
        assert sum(len(labels) for _, _, labels in kind.cases()) == 1 + len(kind.similar)


def test_actions_against_missing_players_are_not_listed() -> None:
    state = turn_position("attack", troops=[{"kiev": 2}, {"kiev": 1}])
    absurd = [action for action in RURIK.actions if not view_of(RURIK).explanations.group_key(action, state)]
    assert absurd
    assert not set(absurd) & set(state.legal_actions(0))
    assert any(action.params.get("opponent") == state.players for action in absurd)


def test_prompt_says_why_goods_are_held_back_before_the_tracks() -> None:
    table, actual = live_table_of(RURIK, 3), 0
    for seed in range(30):
        table, dice = live_table_of(RURIK, 3), random.Random(seed)
        while not table.state.is_terminal and not actual:
            seat = table.state.players_to_act[0]
            if type(table.state.stack[-1]).__name__ == "StowForTracks":
                prompt = view_of(RURIK).actions.prompt(table.state.observed_by(seat), game_words(RURIK, "en"), NAMES)
                actual += "stay at the start" in prompt
            move_at(table, dice)
        if actual:
            break
    assert actual


def test_hint_for_a_main_action_says_what_to_do_with_it() -> None:
    """Its reasons are those of the first action that follows."""
    state = turn_position("move", troops=[{"kiev": 2}, {"volyn": 1}], boat=[{"wood": 2}, {}])
    seen, legal = state.observed_by(0), state.legal_actions(0)
    task = (RURIK.id, seen.to_dict(), [main_action.text], "greedy", 1)
    action, reasons, then, _ = hints.advise(task)
    assert action == "main_action"
    assert then.split()[0] in ("move", "pass")
    assert not {name for name, _, _ in reasons} & {"goods_aboard", "goods_on_dock"}
    assert main_action in legal
