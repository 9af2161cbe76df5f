"""Prompts explain a decision, and its targets on the board can be clicked."""

import re

import pytest
from litestar import Litestar

from regnum.core.text.ledger import LANGUAGES
from regnum.games import find_game
from regnum.games.brian_boru import components as brian_boru
from regnum.games.rurik import components as box
from regnum.games.rurik.state import RurikState
from regnum.games.wallenstein.planning import Planning
from regnum.view import view_of
from regnum.web.board.choices import choices
from regnum.web.board.inspect import inspect_card
from regnum.web.http.i18n import game_words
from tests.support.games.rurik import act, turn_position
from tests.support.games.views import NAMES, layers
from tests.support.games.wallenstein import Scene
from tests.support.web.guests import NewGuest
from tests.support.web.live_tables import live_table_of
from tests.support.web.seating import open_seated_table

RURIK = find_game("rurik")


def targets(state: RurikState) -> set[str]:
    """Return the targets of the player to act on Rurik's board and beside it."""
    board, beside, _ = layers(RURIK, state, state.players_to_act[0], game_words(RURIK, "en"))
    return set(re.findall(r'data-target="([^"]+)"', board + beside))


@pytest.mark.parametrize(
    ("column", "begins"),
    [
        ("muster", {"region-kiev", "region-volyn"}),
        ("tax", {"region-kiev", "region-volyn"}),
        ("scheme", {"deck-left", "deck-right"}),
    ],
)
def test_main_action_of_rurik_begins_with_a_click_on_the_map(column: str, begins: set[str]) -> None:
    state = turn_position(column, 1, troops=[{"kiev": 2, "volyn": 1}, {"rostov": 1}])
    assert targets(state) == {"space-active", *begins}
    meant = set(re.split(r"\|", view_of(RURIK).actions.target(RURIK.actions.parse("main_action"))))
    assert {"space-active", *begins} <= meant
    assert "space-active" not in targets(act(state, "main_action"))


def test_movable_good_keeps_the_regions_highlighted() -> None:
    table = live_table_of(RURIK, 2)
    state = turn_position("muster", 1, troops=[{"kiev": 2}, {"rostov": 1}], boat=[{"fish": 1}, {}])
    assert targets(state) == {"space-active", "region-kiev", "stock-fish"}
    table.play.state = state
    unlit = inspect_card(table, 0, "region-rostov", "en")
    assert unlit is not None
    assert unlit.reason


def test_structure_is_built_by_its_outline_and_a_church_replaces_the_clicked_figure() -> None:
    troops = [{"kiev": 2}, {"kiev": 1, "rostov": 1}]
    state = turn_position("build", 1, troops=troops, rebels=["kiev"])
    plots = {f"plot-{structure}-kiev" for structure in box.STRUCTURES}
    assert targets(state) >= {"region-kiev", *plots}, "also before the action begins"
    meant = set(view_of(RURIK).actions.target(RURIK.actions.parse("main_action")).split("|"))
    assert plots <= meant
    state = act(state, "main_action")
    assert targets(state) == {"region-kiev", *plots}
    assert view_of(RURIK).actions.target(RURIK.actions.parse("build church kiev")) == "region-kiev plot-church-kiev"
    state = act(state, "build church kiev")
    assert targets(state) == {"figure-rebel", "figure-1"}
    assert {view_of(RURIK).actions.target(action) for action in state.legal_actions()} == {"figure-rebel", "figure-1"}


def test_journey_begins_at_an_own_figure() -> None:
    state = turn_position("move", 1, troops=[{"kiev": 2}, {"rostov": 1}])
    assert targets(state) >= {"space-active", "region-kiev"}
    assert "region-rostov" not in targets(state)


def test_unaffordable_space_has_no_target_and_the_prompt_says_so() -> None:
    dear = next(row for row in range(box.ROWS) if box.SPACE_COST[2][row])
    state = turn_position(box.COLUMNS[0], dear + 1, coins=[0, 0], troops=[{"kiev": 2}, {"rostov": 1}])
    assert targets(state) == set()
    prompt = view_of(RURIK).actions.prompt(state.observed_by(0), game_words(RURIK, "en"), NAMES)
    assert "forfeit" in prompt


@pytest.mark.parametrize("language", LANGUAGES)
def test_main_action_comes_first_with_its_benefits(language: str) -> None:
    words = game_words(RURIK, language)
    state = turn_position("muster", 1, troops=[{"kiev": 2}, {"rostov": 1}])
    seen, legal = state.observed_by(0), state.legal_actions(0)
    prompt = view_of(RURIK).actions.prompt(seen, words, NAMES)
    assert RURIK.ledger()["rurik.muster.points"].text[language] in prompt
    assert choices(legal, seen, view_of(RURIK).actions, words, NAMES)[0].choices[0].text == "main_action"
    after = act(turn_position("muster", 1, coins=[2, 0], troops=[{"kiev": 2}, {"rostov": 1}]), "forfeit")
    assert not after.stack or "main_action" not in [action.text for action in after.legal_actions()]


@pytest.mark.parametrize("language", LANGUAGES)
def test_useless_main_action_is_explained(language: str) -> None:
    words = game_words(RURIK, language)
    responses = {}
    for troops in ([{"kiev": 2}, {"rostov": 1}], [{"kiev": 2}, {"kiev": 1}]):
        state = turn_position("attack", 1, troops=troops)
        responses[len(targets(state))] = view_of(RURIK).actions.prompt(state.observed_by(0), words, NAMES)
    nothing = words.text("question", "nothing", {})
    assert responses.pop(1).endswith(nothing), "only its own space is lit"
    (other,) = responses.values()
    assert nothing not in other


def test_prompt_shows_remaining_points_and_others_see_them_in_the_status() -> None:
    words = game_words(RURIK, "en")
    state = act(turn_position("move", 1, troops=[{"kiev": 2}, {"rostov": 1}]), "main_action")
    left = "3 boots"
    assert view_of(RURIK).actions.prompt(state.observed_by(0), words, NAMES).startswith(f"{left} left. ")
    assert left not in view_of(RURIK).actions.status(state.observed_by(0), words)
    assert left in view_of(RURIK).actions.status(state.observed_by(1), words)


def test_khan_prompt_shows_remaining_actions_and_what_counts_of_a_card() -> None:
    game = find_game("khan")
    words = game_words(game, "en")
    for way in ("deck", "hand"):
        state = game.new_state(2, 5, expel_direction=way)
        while state.legal_actions(state.players_to_act[0])[0].family == "settle":
            state.apply(state.legal_actions(state.players_to_act[0])[0], state.players_to_act[0])
        seat = state.players_to_act[0]
        seen, legal = state.observed_by(seat), state.legal_actions(seat)
        assert view_of(game).actions.status(seen, words) == "2 actions left; 0 of 5 rulers out"
        assert "conquer" not in [action.text for action in legal]
        assert view_of(game).actions.prompt(seen, words, NAMES).endswith("nothing can be conquered now.")
        assert view_of(game).board.panel(seen, words, NAMES, legal)["ground_only"] == (way == "deck")


def test_region_that_cannot_start_the_main_action_gives_a_reason() -> None:
    table = live_table_of(RURIK, 2)
    table.play.state = turn_position("tax", 1, troops=[{"kiev": 2}, {"rostov": 1}])
    looked = inspect_card(table, 0, "region-rostov", "en")
    assert looked is not None
    assert looked.reason
    lit = inspect_card(table, 0, "region-kiev", "en")
    assert lit is not None
    assert not lit.reason


def test_strategy_board_stays_in_place_while_others_choose() -> None:
    table = live_table_of(RURIK, 2)
    while "strategy phase" not in view_of(RURIK).actions.status(table.state.observed_by(None), game_words(RURIK, "en")):
        acting = table.state.players_to_act[0]
        table.play.submit(acting, table.state.legal_actions(acting)[0])
    seats: tuple[int | None, ...] = (0, 1, None)
    for seat in seats:
        seen = table.state.observed_by(seat)
        legal = table.state.legal_actions(seat) if seat is not None and seat in table.state.players_to_act else []
        assert view_of(RURIK).board.panel(seen, game_words(RURIK, "en"), NAMES, legal)["placing"]


def test_standings_separate_majorities_from_the_rest(new_guest: NewGuest, app: Litestar) -> None:
    guests, table = open_seated_table(new_guest, app, "rurik")
    matrix = guests[0].get(f"/table/{table.row.id}/standings")
    assert re.findall(r'<tr class="part"><th[^>]*>(.*?)</th>', matrix) == ["What everyone has"]
    assert "Worth" not in matrix
    assert "“Worth”" not in matrix
    points = re.search(r'<tr class="total"><th scope="row">.*?</th>(.*?)</tr>', matrix, re.S)
    assert points
    assert set(re.findall(r"<td>(.*?)</td>", points[1])) == {"0"}


def test_pointless_plan_is_warned_of_but_can_be_confirmed() -> None:
    game = find_game("wallenstein")
    words = game_words(game, "en")
    scene = Scene(3).planning().land(0, "altmark", 1, 0, "church").lands(0, "anhalt", "baden", "trier")
    scene = scene.land(1, "strassburg").put("coins", 0, 4)
    laid = {"build_palace": "anhalt", "build_church": "altmark", "deploy_5": "baden", "bid": "coin_0"}
    state = scene.plan(0, **laid).now(Planning())
    result = view_of(game).board.panel(state.observed_by(0), words, NAMES, state.legal_actions(0))["doubts"]
    assert any("you have 4" in line for line in result)
    assert any("There is already a church" in line for line in result)
    assert len(result) == 2
    rich = scene.put("coins", 0, 30).plan(0, build_church="trier").now(Planning())
    assert view_of(game).board.panel(rich.observed_by(0), words, NAMES, rich.legal_actions(0))["doubts"] == []
    taxed = scene.put("coins", 0, 4).plan(0, build_church="altmark", collect_taxes="trier").now(Planning())
    result = view_of(game).board.panel(taxed.observed_by(0), words, NAMES, taxed.legal_actions(0))["doubts"]
    assert any("you have 4, and Erzbm. Trier yields" in line for line in result)


def test_space_is_reserved_for_the_undo_button(new_guest: NewGuest, app: Litestar) -> None:
    guests, table = open_seated_table(new_guest, app, "brian_boru")
    seat = table.state.players_to_act[0]
    page = guests[seat].get(f"/table/{table.row.id}")
    assert '<div class="undo-parts"></div>' in page
    assert "do-undo" not in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_town_explains_its_colour(language: str) -> None:
    game = find_game("brian_boru")
    words, seen = game_words(game, language), game.new_state(3, 1).observed_by(0)
    seen_values = {}
    for town in brian_boru.TOWNS:
        about = view_of(game).explanations.explain(f"town-{town}", seen, words, NAMES)
        assert about is not None
        seen_values[about.lines[0].split(". ")[1]] = town
    assert set(seen_values) == {words.text("colour_meaning", colour, {}) for colour in ("blue", "red", "yellow")}
