"""Rurik at the table: a game of two by clicking, pictures, axe; what is hidden; the terminal's tables."""

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from litestar import Litestar
from playwright.sync_api import Page

from regnum import cli
from regnum.core.atlas import bits
from regnum.core.ledger import LANGUAGES
from regnum.core.record import Record
from regnum.core.registry import find_game
from regnum.core.state import FULL
from regnum.core.words import Words
from regnum.games.rurik import components as box
from regnum.games.rurik import terminal
from regnum.games.rurik.actions import PlaceAction, main_action
from regnum.games.rurik.deeds.cards import DEEDS
from regnum.games.rurik.drawing.labels import end_at_once, landing
from regnum.games.rurik.state import RurikState
from regnum.games.rurik.strategy_board import advisor_code
from regnum.web import hints
from regnum.web.barred import barred
from regnum.web.i18n import game_words
from regnum.web.looking import look as look_at
from regnum.web.render import at_once, choices, offered, rendered
from tests.games.rurik.positions import go, session, turn
from tests.web.conftest import Guest, normally
from tests.web.test_browser import (
    DESKTOP,
    PHONE,
    axe,
    enter,
    fold,
    picture,
    play_ahead,
    play_from,
    play_on,
    push,
    soon,
    take,
)
from tests.web.test_drawing import NAMES, layers, random_states
from tests.web.test_parts import seated
from tests.web.test_stream import move as move_at
from tests.web.test_stream import table_of

Enter = Callable[..., Page]
Visit = Callable[..., Guest]
RURIK = find_game("rurik")
browser = pytest.mark.browser
__all__ = ["enter"]


def open_rurik(page: Page, *others: str) -> None:
    page.goto("/new/rurik")
    page.locator("#name").fill("Ann")
    page.locator(f"input[name=players][value='{len(others) + 1}']").check(force=True)
    for seat, kind in enumerate(others, 1):
        page.locator(f"#seat-{seat}").select_option(kind)
    page.locator("form.form button").click()
    page.wait_for_url("**/table/*")


def offers(page: Page) -> list[tuple[str, str, str]]:
    """Return id, action and target of each button."""
    return [
        (button["id"], button["value"], button["target"])
        for button in page.evaluate(
            "[...document.querySelectorAll('#choices button')].map(b => "
            "({id: b.id, value: b.value, target: b.dataset.target || ''}))"
        )
    ]


def move(page: Page, number: int, on_board: bool) -> None:
    """Take some legal action, pointing at its places one after the other if `on_board`, and wait for what comes."""
    offered = offers(page)
    if not offered:
        return
    keen = [offer for offer in offered if re.match(r"main_action|attack|build|tax|muster|accomplish", offer[1])]
    chosen, _, target = (keen or offered)[number * 7 % len(keen or offered)]

    def act() -> None:
        if on_board and chosen.startswith("do-place-"):
            place_directly(page, chosen)
            return
        fitting = offered if on_board and target else []
        pressed: list[str] = []
        for place in (shown(page, part.split("|")) for part in target.split()):
            if len(fitting) > 1:
                page.locator(f"[data-target='{place}']:not(#choices *)").first.press("Enter")
                pressed.append(place)
                fitting = [offer for offer in fitting if place in re.split(r"[ |]", offer[2])]
                fitting = [offer for offer in fitting if offer[2].split() == pressed] or fitting  # there, not back
        if len(fitting) != 1 or len(offered) == 1:
            push(page, f"[id='{chosen}']")

    take(page, act, chosen)


def shown(page: Page, names: list[str]) -> str:
    """Return the first of these places that the table shows; the first of all if it shows none."""
    return next((one for one in names if page.locator(f"[data-target='{one}']:not(#choices *)").count()), names[0])


def place_directly(page: Page, chosen: str) -> None:
    """Place an advisor by what lies on the table: his number, the bribe coin by coin, the column."""
    power, column, bribe = chosen.removeprefix("do-place-").split("-")
    advisor = page.locator(f"#advisor-{power}")
    if advisor.get_attribute("aria-pressed") != "true":
        advisor.press("Enter")
    for _ in range(int(bribe)):
        page.locator("#bribe-more").press("Enter")
    page.locator(f"#column-{column}").press("Enter")


def play(page: Page, stop: Callable[[], bool]) -> bool:
    return play_on(page, lambda number: move(page, number, on_board=bool(number % 2)), stop)


COVERED = """(() => {
    const box = (node) => [node.closest("[id]").id, node.getBoundingClientRect()];
    const boxes = (what) => [...document.querySelectorAll(what)].map(box);
    return boxes("#pieces [id^=leader-] > g").flatMap(([leader, a]) => boxes("#pieces .number")
        .filter(([, b]) => a.right > b.left + 1 && a.left < b.right - 1 && a.bottom > b.top + 4 && a.top < b.bottom - 4)
        .map(([troops]) => leader + " " + troops));
})()"""
OVER = """(() => {
    const log = document.querySelector("#log");
    const top = (node) => node.getBoundingClientRect().top;
    const bottom = (node) => node.getBoundingClientRect().bottom;
    const lines = log.querySelector(".scroll");
    const over = (link) => top(link) < bottom(lines) - 1 && bottom(link) > top(lines) + 1;
    const found = [...log.querySelectorAll(":scope > p")].filter(over);
    const held = document.querySelector("#hand-area");
    const beside = held.getBoundingClientRect().left >= log.getBoundingClientRect().right;
    const hand = !beside && bottom(held) > top(log) + 1 && top(held) < bottom(log) - 1 ? ["hand"] : [];
    return [...found.map((link) => link.textContent), ...hand];
})()"""


def look(page: Page, name: str) -> list[str]:
    """Save pictures and return what axe finds at both sizes; nothing may stick out sideways."""
    picture(page, f"rurik-{name}")
    assert page.evaluate(COVERED) == [], "no leader stands on a number of troops"
    for width, height in ((1366, 768), DESKTOP):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(OVER) == [], f"nothing is printed over the log's links at {width} x {height}"
    found: list[str] = []
    for width, height in (PHONE, DESKTOP):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        found += [f"{name} {width}: {wrong}" for wrong in axe(page)]
    return found


class TestByClicking:
    pytestmark = browser

    @pytest.mark.whole
    def test_a_whole_game_of_two_by_clicking(self, enter: Enter) -> None:
        page = enter()
        open_rurik(page, "bot:random")
        wrong: list[str] = []
        moments: dict[str, Callable[[], bool]] = {
            "leaders": lambda: page.locator("#choose-leader").count() > 0,
            "agendas": lambda: page.locator("#agendas").count() > 0,
            "strategy": lambda: page.locator(".column[data-target]").count() > 0,
            "action": lambda: page.locator("#do-main_action").count() > 0,
            "deeds": lambda: page.locator("#row [data-target]").count() > 0,
            "late": lambda: "Round 4" in page.locator("#status").inner_text(),
        }
        for name, moment in moments.items():
            assert play(page, moment), name
            wrong += look(page, name)
        assert not play(page, lambda: False)
        wrong += look(page, "final")
        assert wrong == []
        rows = page.locator("#final tbody tr")
        points = [[int(text) for text in rows.nth(row).locator("td").all_inner_texts()] for row in range(rows.count())]
        totals = [int(text) for text in page.locator("#final tfoot tr").first.locator("td").all_inner_texts()]
        assert [sum(line[player] for line in points) for player in range(2)] == totals
        with page.expect_download() as download:
            page.get_by_role("link", name="Download the record").click()
        file = str(download.value.path())
        assert cli.main(["replay", file, "--verify"]) == 0
        assert Record.load(Path(file)).replay().scores() == totals

    @pytest.mark.parametrize("language", normally(LANGUAGES, "uk"))
    def test_a_table_of_four_looks_good(self, enter: Enter, language: str) -> None:
        page = enter(language)
        state = find_game("rurik").new_state(4, 1)
        dice = random.Random(1)
        placed = 0
        while placed < 10:  # in the second round
            action = dice.choice(state.legal_actions())
            placed += isinstance(action, PlaceAction) and state.round == 2  # type: ignore[attr-defined]
            state.apply(action)
        play_from(page, state)
        assert page.locator(".column .advisor").count() > 6
        assert look(page, f"four-{language}") == []

    @pytest.mark.parametrize("first", normally(["advisor", "column"], "column"))
    def test_an_advisor_is_placed_on_the_strategy_board_itself(self, enter: Enter, first: str) -> None:
        page = enter()
        open_rurik(page, "bot:random")
        play_ahead(page, 'id="placing"')
        fold(page)
        assert page.locator("#choices button:visible").count() == 0, "the board offers them all"
        advisor, column = page.locator("#advisor-5"), page.locator("#column-move")
        before = page.locator("#ply").input_value()
        if first == "column":
            column.click()
            assert column.get_attribute("aria-pressed") == "true"
            column.click()
            assert column.get_attribute("aria-pressed") == "false", "taken back"
        said = page.locator("#brings")
        assert said.inner_text() == "Choose an advisor, then a column."
        advisor.click()
        assert page.locator(".space.lands").count() >= 5, "where he would stand in each column"
        assert said.inner_text().startswith("As things stand advisor 5 brings"), "and what that gives"
        assert "boots" in said.inner_text()
        column.hover()
        assert said.inner_text().startswith("Advisor 5 to “Move”: ")
        advisor.click()
        assert page.locator(".space.lands").count() == 0, "taken back"
        if first == "column":
            page.locator("#bribe-more").click()
            column.click()
        else:
            advisor.click()
            page.locator("#bribe-more").click()
            page.locator("#bribe-more").click()
            page.locator("#bribe-less").click()
            assert page.locator("#bribe").inner_text() == "1"
            assert page.locator("#column-move .space.lands").first.get_attribute("data-who") == "5+1"
        assert page.locator("#ply").input_value() == before, "nothing is sent before the last part"
        take(page, (advisor if first == "column" else column).click, "the last part")
        soon(
            lambda: "places advisor 5 in the column “Move” with a bribe of 1 coin" in page.locator("#log").inner_text()
        )

    def test_the_end_of_a_turn_is_seen_however_long_the_list_is(self, enter: Enter) -> None:
        page = enter(size=(1366, 768))
        state = turn("move", troops=[{"kiev": 1}, {"volyn": 1}], boat=[{"wood": 1, "ore": 1}, {}])
        play_from(page, go(state, "main_action", "pass"))
        assert page.locator("#do-end_turn").count() == 1
        page.evaluate("document.getElementById('choices').classList.add('many')")
        assert page.locator("#choices").evaluate("list => getComputedStyle(list).animationName") == "none", "no fading"

    def test_a_result_of_which_only_the_title_is_shown_opens_at_one_click(self, enter: Enter) -> None:
        page = enter(size=(1366, 768))
        state = turn("move", troops=[{"kiev": 1}, {"volyn": 1}], boat=[{"wood": 1, "ore": 1}, {}])
        play_from(page, go(state, "main_action", "pass"))
        assert page.locator("#do-end_turn").count() == 1
        page.evaluate(
            """document.getElementById("recalled").innerHTML = '<details id="attack-1" data-kind="attack" ' +
            'data-start="1" open><summary>Attack in Kiev</summary><ol><li>Wins.</li></ol></details>'"""
        )
        line = page.locator("#attack-1 li")
        assert not line.is_visible()
        page.locator("#attack-1 > summary").click()
        soon(line.is_visible, 5, "all of it")

    def test_on_a_phone_the_strategy_board_is_in_the_picture(self, enter: Enter) -> None:
        page = enter(size=PHONE, has_touch=True)
        open_rurik(page, "bot:random", "bot:random", "bot:random")
        play_ahead(page, 'id="placing"')
        fold(page)
        page.evaluate("window.scrollTo({top: 0, behavior: 'instant'})")
        strip = page.locator("#strip").bounding_box()
        assert strip is not None
        for place in ("#advisor-5", "#bribe-more", "#column-tax", "#space-scheme-4"):
            box = page.locator(place).bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= strip["y"], place


def test_nobody_sees_what_is_hidden() -> None:
    words = game_words(RURIK, "en")
    for players in RURIK.player_counts:
        for state in random_states(RURIK, players, 40 + players, 25):
            for seat in [*range(players), None]:
                seen = state.observed_by(seat)
                other = seen.determinized(5)
                assert layers(RURIK, other, seat, words) == layers(RURIK, state, seat, words)


def test_an_advisor_lands_where_the_board_shows_it() -> None:
    placed = 0
    for state in random_states(RURIK, 4, 3, 1)[:40]:
        assert isinstance(state, RurikState)
        for action in state.legal_actions() if state.stack else []:
            if isinstance(action, PlaceAction):
                row = landing(state.board, action.column, action.power + action.bribe)
                code = advisor_code(state.players_to_act[0], action.power, action.bribe)
                after = state.clone()
                after.apply(action)
                assert after.board[action.column * box.ROWS + row] == code
                placed += 1
    assert placed > 100


def test_a_closed_column_says_why_wherever_one_clicks_on_it() -> None:
    table, dice, closed = table_of(RURIK, 4), random.Random(4), 0
    while closed < 20 and not table.state.is_terminal:
        seat = table.state.players_to_act[0]
        legal = table.state.legal_actions(seat)
        if all(isinstance(action, PlaceAction) for action in legal):
            free = {str(action.params["column"]) for action in legal}
            for column in box.COLUMNS:
                told = [look_at(table, seat, place, "en") for place in (f"column-{column}", f"space-{column}-1")]
                assert all(looked is not None and bool(looked.reason) == (column not in free) for looked in told)
                closed += column not in free
        move_at(table, dice)
    assert closed >= 20


def test_a_deed_that_cannot_be_accomplished_now_says_why() -> None:
    table, dice, asked = table_of(RURIK, 2), random.Random(5), 0
    while asked < 20 and not table.state.is_terminal:
        state, seat = table.state, table.state.players_to_act[0]
        assert isinstance(state, RurikState)
        if type(state.stack[-1]).__name__ == "Turn" and not state.bonus:
            free = {action.text for action in state.legal_actions(seat)}
            for deed in bits(state.deeds[seat]):
                looked = look_at(table, seat, f"deed-{DEEDS[deed]}", "en")
                assert looked is not None
                assert bool(looked.reason) == (f"accomplish {DEEDS[deed]}" not in free)
                asked += bool(looked.reason)
        move_at(table, dice)
    assert asked >= 20


def test_buttons_say_how_much_and_for_how_much() -> None:
    words = game_words(RURIK, "en")
    state = turn("build", 2, troops=[{"kiev": 2, "volyn": 1}, {"volyn": 1}])
    assert labels(state, words)["main_action"] == "Main action “Build”: 1 hammer"
    state = turn("tax", troops=[{"kiev": 2, "volyn": 1}, {"volyn": 1}])
    assert labels(state, words)["main_action"] == "Main action “Tax”: 2 wagons"
    go(state, "main_action")
    assert labels(state, words)["tax kiev"] == "Tax Kiev: wood for 1 wagon"
    assert labels(state, words)["tax volyn"] == "Tax Volyn: fish for 2 wagons"


def test_a_card_is_clicked_itself_and_ways_to_do_one_thing_come_together() -> None:
    for state in random_states(RURIK, 3, 8, 5):
        for seat in state.players_to_act:
            legal = state.legal_actions(seat)
            plain, listed = offered(legal, RURIK.drawing)
            apart = [action for action in plain if not RURIK.drawing.foremost(action, legal)]
            alone = [target for action in apart if (target := RURIK.drawing.target(action))]
            assert len(set(alone)) == len(alone)
            assert not any(target.startswith(("scheme-", "deed-", "prince-", "agenda-")) for target in alone)
            assert sorted(action.index for action in [*plain, *listed]) == sorted(action.index for action in legal)


def labels(state: RurikState, words: Words) -> dict[str, str]:
    """Return what the button of each action says."""
    seat = state.players_to_act[0]
    seen, legal = state.observed_by(seat), state.legal_actions(seat)
    return {c.text: c.label for group in choices(legal, seen, RURIK.drawing, words, NAMES) for c in group.choices}


def test_secret_agendas_are_not_among_the_points_in_sight() -> None:
    for state in random_states(RURIK, 3, 8, 20)[:-1]:
        for seat in (0, 1, 2, None):
            seen = state.observed_by(seat)
            assert RURIK.drawing.points(seen) == RURIK.drawing.points(state.observed_by(None))


@pytest.mark.parametrize("language", LANGUAGES)
def test_boat_and_dock_are_two_places_and_a_tap_moves_a_good(language: str) -> None:
    boat, dock = [{"wood": 2, "ore": 2}, {"fur": 1}], [{"wood": 1, "ore": 3}, {}]
    state = turn("tax", troops=[{"kiev": 1}], boat=boat, dock=dock)
    words = game_words(RURIK, language)
    offered = set(re.findall(r'data-target="((?:stock|dock)-[a-z]+)"', layers(RURIK, state, 0, words)[1]))
    assert offered == {"stock-wood", "stock-ore", "dock-wood"}, "no room for ore; nothing of the other's"
    assert RURIK.drawing.target(RURIK.actions.parse("load wood")) == "dock-wood"
    assert RURIK.drawing.target(RURIK.actions.parse("unload wood")) == "stock-wood"
    assert 'id="dock-ore"' in layers(RURIK, state, 1, words)[1].replace("dock-0-", "dock-")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_terminal_has_a_table_for_everything(language: str) -> None:
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


def test_the_question_says_for_what_predslava_lights_regions() -> None:
    found: set[bool] = set()
    for state in (state for seed in range(4) for state in random_states(RURIK, 4, seed, 3)):
        seen = state.observed_by(state.players_to_act[0]) if state.players_to_act else state
        families = {action.family for action in seen.legal_actions()} if state.players_to_act else set()
        said = RURIK.drawing.prompt(seen, game_words(RURIK, "en"), NAMES)
        pushes = bool(families & {"push", "push_leader"})
        assert ("Predslava" in said) == pushes
        found.add(pushes)
    assert found == {True, False}


def test_deeds_to_choose_from_come_right_below_the_question() -> None:
    table = table_of(RURIK, 2)
    dice = random.Random(4)
    while not any(action.family == "take_deed" for action in table.state.legal_actions()):
        move_at(table, dice)
    page = rendered(table, table.state.players_to_act[0], "en").panel
    assert page.count('id="row"') == 1
    assert page.index('id="hand-area"') < page.index('id="row"') < page.index('id="beside"')
    other = rendered(table, 1 - table.state.players_to_act[0], "en").panel
    assert other.index('id="beside"') < other.index('id="row"')


def test_one_press_ends_a_turn_of_which_something_is_left() -> None:
    """Where bonus actions could still follow, leaving it at that is a choice of its own."""
    words = game_words(RURIK, "en")
    state = turn("move", troops=[{"kiev": 2}, {"volyn": 1}], boat=[{"wood": 2}, {}])
    go(state, "main_action")
    seen, legal = state.observed_by(0), state.legal_actions(0)
    told = [(choice.text, choice.label) for group in at_once(seen, legal, words) for choice in group.choices]
    boots = state.points[box.MOVE]
    assert told == [("pass then end_turn", f"End turn ({boots} boots unused)")]
    assert labels(state, words)["pass"] == "Leave it and go on to bonus actions"
    state = turn("move", troops=[{"kiev": 2}, {"volyn": 1}])
    go(state, "main_action")
    assert at_once(state.observed_by(0), state.legal_actions(0), words) == []
    assert labels(state, words)["pass"] == f"End turn ({boots} boots unused)"
    state.points[box.BUILD] = 1
    assert end_at_once(state, words) == f"End turn ({boots + 1} unused)", "of several kinds the question tells all"


def test_goods_are_moved_by_the_list_as_long_as_there_is_something_else_to_do() -> None:
    state = turn("tax", troops=[{"kiev": 1}], boat=[{"wood": 2}, {}])
    plain, listed = offered(state.legal_actions(0), RURIK.drawing)
    assert not any(action.family in ("load", "unload") for action in plain)
    assert any(action.family == "unload" for action in listed)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_region_that_is_too_far_says_that_and_names_no_other(language: str) -> None:
    words = game_words(RURIK, language)
    state = turn("move", troops=[{"kiev": 2}, {"volyn": 1}])
    for begun in (False, True):
        if begun:
            go(state, "main_action")
        told = words.say("board", "too_far", {"region": "rostov"})
        assert RURIK.drawing.why("region-rostov", state.observed_by(0), words, NAMES) == told
        assert words.name("region", "rostov") in told
        assert RURIK.drawing.why("region-volyn", state.observed_by(0), words, NAMES) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_region_that_is_not_in_play_says_that_it_is_not(language: str) -> None:
    words = game_words(RURIK, language)
    for players in (2, 3):
        state = turn("build", troops=[{"kiev": 2}, {"volyn": 1}], players=players)
        for begun in (False, True):
            if begun:
                go(state, "main_action")
            said = RURIK.drawing.why("region-azov", state.observed_by(0), words, NAMES)
            assert said == words.say("board", f"out_{players}", {})


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hammer_that_is_too_few_says_so_though_nothing_is_lit(language: str) -> None:
    words = game_words(RURIK, language)
    state = turn("build", 2, troops=[{"volyn": 1}, {"volyn": 2}], boat=[{"wood": 2}, {}])
    not_ruled = words.say("why", "not_ruled", {"region": "volyn", "points": "build"})
    for begun in (False, True):
        if begun:
            go(state, "main_action")
        for place in ("region-volyn", "plot-church-volyn"):
            assert RURIK.drawing.why(place, state.observed_by(0), words, NAMES) == not_ruled
        empty = words.say("why", "not_occupied", {"region": "kiev"})
        assert RURIK.drawing.why("region-kiev", state.observed_by(0), words, NAMES) == empty
    state = turn("build", troops=[{"volyn": 1}, {"volyn": 2}])
    assert RURIK.drawing.why("region-volyn", state.observed_by(0), words, NAMES) is None, "two are enough"


def test_the_map_is_spoken_of_as_lit_only_where_it_is() -> None:
    words = game_words(RURIK, "en")
    state = turn("scheme", troops=[{"kiev": 2}, {"volyn": 1}])
    assert "Choose a scheme deck" in RURIK.drawing.prompt(state.observed_by(0), words, NAMES)
    state = turn("move", troops=[{"kiev": 2}, {"volyn": 1}])
    assert "the map is lit" in RURIK.drawing.prompt(state.observed_by(0), words, NAMES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hint_for_a_leader_or_an_agenda_has_a_reason(language: str) -> None:
    words = game_words(RURIK, language)
    seen = turn("move").observed_by(0)
    for text in [f"choose_agenda {agenda}" for agenda in box.AGENDAS] + [f"choose_leader {one}" for one in box.LEADERS]:
        told = RURIK.drawing.advised(RURIK.actions.parse(text), seen, words)
        assert told.endswith(".")
        assert len(told) > 40


def test_what_is_barred_is_told_kind_by_kind_in_a_sentence() -> None:
    table, dice = table_of(RURIK, 3), random.Random(4)
    while type(table.state.stack[-1]).__name__ != "Turn":
        move_at(table, dice)
    told = barred(table, table.state.players_to_act[0], "en")
    sentences = [kind for kind in told if kind.rule]
    assert {"Exchange goods", "Load goods"} <= {kind.title for kind in sentences}
    assert len({kind.title for kind in sentences}) == len(sentences), "each kind once"
    for kind in sentences:
        assert sum(len(labels) for _, _, labels in kind.cases()) == 1 + len(kind.alike)


def test_nobody_is_told_of_seats_that_are_not_taken() -> None:
    state = turn("attack", troops=[{"kiev": 2}, {"kiev": 1}])
    absurd = [action for action in RURIK.actions if RURIK.drawing.is_absurd(action, state)]
    assert absurd
    assert not set(absurd) & set(state.legal_actions(0))
    assert any(action.params.get("opponent") == state.players for action in absurd)


def test_of_goods_held_back_before_the_tracks_it_is_said_what_for() -> None:
    table, found = table_of(RURIK, 3), 0
    for seed in range(30):
        table, dice = table_of(RURIK, 3), random.Random(seed)
        while not table.state.is_terminal and not found:
            seat = table.state.players_to_act[0]
            if type(table.state.stack[-1]).__name__ == "StowForTracks":
                said = RURIK.drawing.prompt(table.state.observed_by(seat), game_words(RURIK, "en"), NAMES)
                found += "stay at the start" in said
            move_at(table, dice)
        if found:
            break
    assert found


def test_a_button_may_take_two_actions_one_after_the_other(visit: Visit, app: Litestar) -> None:
    guests, table = seated(visit, app, "rurik")
    dice, words = random.Random(3), game_words(RURIK, "en")
    for _ in range(400):
        seat = table.state.players_to_act[0]
        view = table.view(seat)
        found = at_once(view.seen, view.legal, words)
        busy = [action for action in view.legal if action.family not in ("pass", "forfeit", "end_turn", "exchange")]
        text = found[0].choices[0].text if found else dice.choice(busy or view.legal).text
        assert guests[seat].act(table.row.id, text, table.seen(seat)).status_code == 200
        if found:
            assert text == "pass then end_turn"
            assert [entry[1] for entry in table.play.record.entries[-2:]] == ["pass", "end_turn"]
            return
    raise AssertionError("nobody had points and a bonus action left")


def test_whoever_ends_his_turn_with_points_that_could_be_used_is_asked_unless_he_never_wants_it(
    visit: Visit, app: Litestar
) -> None:
    guests, table = seated(visit, app, "rurik")
    state = turn("muster", 2, troops=[{"kiev": 1}, {"volyn": 1}], players=table.state.players, boat=[{"wood": 2}])
    table.play = session(go(state, "main_action"))
    for text in ("pass then end_turn", "pass"):
        form = {"action": text, "ply": str(table.seen(0))}
        asked = guests[0].post(f"/table/{table.row.id}/act", form, live=True).text
        assert ('id="asked"' in asked) == (text != "pass")
    guests[0].post("/settings", {"confirm": "never"})
    form = {"action": "end_turn", "ply": str(table.seen(0))}
    assert 'id="asked"' not in guests[0].post(f"/table/{table.row.id}/act", form, live=True).text


def test_a_hint_for_a_main_action_says_what_to_do_with_it() -> None:
    """Its reasons are those of the first thing that is done with it."""
    state = turn("move", troops=[{"kiev": 2}, {"volyn": 1}], boat=[{"wood": 2}, {}])
    seen, legal = state.observed_by(0), state.legal_actions(0)
    task = (RURIK.reference, seen.to_dict(), [main_action.text], "greedy", 1)
    action, reasons, then, _ = hints.advise(task)
    assert action == "main_action"
    assert then.split()[0] in ("move", "pass")
    assert not {name for name, _, _ in reasons} & {"goods_aboard", "goods_on_dock"}
    assert main_action in legal
