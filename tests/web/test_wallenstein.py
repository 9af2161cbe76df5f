"""Wallenstein's table: nobody sees the plans of others, and whole games with planning by mouse in a real Chromium."""

import json
import math
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Page, Route

from regnum.core.atlas import bits
from regnum.core.ledger import LANGUAGES
from regnum.core.note import Note
from regnum.core.play import Line
from regnum.core.registry import find_game
from regnum.core.state import State
from regnum.games.wallenstein import actions
from regnum.games.wallenstein import components as box
from regnum.games.wallenstein.drawing.boards import LAYOUT, fitting
from regnum.games.wallenstein.drawing.report import season_report, winter_report
from regnum.games.wallenstein.move import SendArmies
from regnum.games.wallenstein.notes import (
    AGAINST,
    AGAINST_FARMERS,
    ATTACKS,
    CONQUERS,
    DEVASTATED,
    FARMERS_HELP,
    FELL,
    FELL_FARMERS,
    HOLDS,
    JOINS,
    JOINS_FARMERS,
    REVOLT,
    RISES,
    SCORES,
)
from regnum.games.wallenstein.prospect import prospect
from regnum.games.wallenstein.scoring import LINES
from regnum.games.wallenstein.state import WallensteinState
from regnum.games.wallenstein.winter import ChooseRevolt
from regnum.web.i18n import game_words
from regnum.web.render import ENVIRONMENT
from tests.web.conftest import Server, normally
from tests.web.test_browser import (
    DESKTOP,
    NO_TIMEOUT,
    PHONE,
    Enter,
    count,
    enter,
    fold,
    my_turn,
    picture,
    play_from,
    ply,
    push,
    settle_fonts,
    soon,
    take,
    wrong_at_both_sizes,
)
from tests.web.test_drawing import NAMES, layers, places, random_states
from tests.web.test_looking import FORGOTTEN

__all__ = ["Server", "enter"]

GAME = find_game("wallenstein")
BROWSER = pytest.mark.browser


@pytest.mark.parametrize("players", GAME.player_counts)
def test_both_expansions_can_be_drawn_for_everybody(players: int) -> None:
    for number, state in enumerate(random_states(GAME, players, players, 17, court=True, landsknechte=True)):
        words = game_words(GAME, LANGUAGES[number % 3])
        for seat in [*range(players), None]:
            pieces, beside, targets = layers(GAME, state, seat, words)
            ElementTree.fromstring(f"<svg>{pieces}</svg>")
            whole = pieces + beside
            assert "{" not in whole
            ids = Counter(re.findall(r'\bid="([^"]+)"', whole))
            assert [id_ for id_, count in ids.items() if count > 1] == []
            offered = set(re.findall(r'data-target="([^"]+)"', whole))
            assert offered <= {place for target in targets for place in places(target)}
            for target in targets:
                assert all(set(part.split("|")) & offered for part in target.split(" ")), target


def test_everything_of_both_expansions_is_told_of() -> None:
    kinds = set()
    for number, state in enumerate(random_states(GAME, 4, 4, 11, court=True, landsknechte=True)):
        words = game_words(GAME, LANGUAGES[number % 3])
        for seat in [*range(4), None]:
            pieces, beside, _ = layers(GAME, state, seat, words)
            for id_ in re.findall(r'\bid="([^"]+)"', pieces + beside):
                if id_.startswith(GAME.drawing.PLACES):
                    about = GAME.drawing.about(id_, state.observed_by(seat), words, NAMES)
                    assert about is not None, id_
                    assert about.title, id_
                    assert about.lines, id_
                    assert about.clause in GAME.ledger(), about.clause
                    assert not FORGOTTEN.search(" ".join([about.title, *about.lines])), about.lines
                    kinds.add(id_.partition("-")[0])
    assert {f"{kind}-" for kind in kinds} | {"gift-"} >= set(GAME.drawing.PLACES) - {"open-", "group-", "groups-"}


def test_a_land_tells_who_leads_in_its_region() -> None:
    state = GAME.new_state(players=3, seed=1, start="printed")
    assert isinstance(state, WallensteinState)
    words = game_words(GAME, "en")
    mine = [land for land in bits(state.lands[1]) if box.LAND_REGION[land] == 0]
    state.buildings = [1 << mine[0], 0, 0]
    about = GAME.drawing.about(f"land-{box.LANDS[mine[0]]}", state.observed_by(0), words, NAMES)
    assert about is not None
    assert "Brandenburg, most palaces (3 points): Ben <b> 1." in about.lines
    assert "Palace." in about.lines


@pytest.mark.parametrize(("players", "told"), [(3, "lowest number acts first"), (5, "Acts third in every action")])
def test_a_space_says_when_it_acts(players: int, told: str) -> None:
    state = GAME.new_state(players=players, seed=1, start="printed").observed_by(0)
    about = GAME.drawing.about("space-3", state, game_words(GAME, "en"), NAMES)
    assert about is not None
    assert any(told in line for line in about.lines)


def test_in_the_tray_lies_what_is_there_now() -> None:
    state = GAME.new_state(players=3, seed=1, start="printed")
    assert isinstance(state, WallensteinState)
    state.tray = [2, 0, 1, 1]
    cubes = GAME.drawing.pieces(state, game_words(GAME, "en"), NAMES, [])["tray"]
    assert [cube["seat"] for cube in cubes] == [0, 0, 2, -1]


def test_the_question_about_revolts_says_what_is_at_stake() -> None:
    state = GAME.new_state(players=3, seed=1, start="printed")
    assert isinstance(state, WallensteinState)
    words = game_words(GAME, "en")
    one, other = list(bits(state.lands[0]))[:2]
    state.buildings[box.PALACE] |= 1 << other
    state.unrest[other], state.armies[other] = 1, 2
    state.grain[0] = state.lands[0].bit_count() - 3
    state.stack.append(ChooseRevolt(0, 1))
    face = actions.face.each(1 << other)[0]
    name = words.name("land", box.LANDS[other])
    state.revolts = 1 << one | 1 << other
    assert GAME.drawing.prompt(state, words, NAMES).startswith("3 of your lands have no grain: 2 revolts.")
    told = f"{name}: 2 armies against 2 farmers. At stake: palace"
    assert GAME.drawing.label(face, state, words, NAMES) == told
    state.revolts = 1 << other
    assert GAME.drawing.prompt(state, words, NAMES) == f"Revolt in {told}."
    assert GAME.drawing.label(face, state, words, NAMES) == f"Go on: {name}", "the last one is not the first"


def test_a_card_that_is_laid_says_on_which_field() -> None:
    state = GAME.new_state(players=3, seed=5, start="printed")
    assert isinstance(state, WallensteinState)
    words, land = game_words(GAME, "en"), next(bits(state.lands[0]))
    state.put(0, box.BID, land)
    state = state.observed_by(0)
    for place in (f"card-land-{box.LANDS[land]}", f"land-{box.LANDS[land]}"):
        why = GAME.drawing.why(place, state, words, NAMES)
        assert why is not None
        assert words.name("field", "bid") in why
    assert GAME.drawing.why("card-coin-2", state, words, NAMES) is None


def test_a_loss_is_ones_own_and_own_revolts_come_first() -> None:
    lost = [Note(ATTACKS, [0, "baden", 3, 1, 2]), Note(CONQUERS, [0, "baden", 1])]
    rose = [Note(REVOLT, [2, "trier", 2, 1]), Note(DEVASTATED, ["trier"])]
    for notes, loser in ((lost, 1), (rose, 2), ([Note(ATTACKS, [0, "mark", 3, -1, 0]), lost[1]], -1)):
        lines = [Line(note.player, note=note) for note in notes]
        assert [side for side in range(3) if GAME.drawing.losses(lines, side)] == [loser] * (loser >= 0)
    held = [Note(ATTACKS, [0, "baden", 3, 1, 2]), Note(HOLDS, [1, "baden", 1])]
    for notes, winner in ((lost, 0), (held, 1), (rose, -1)):
        lines = [Line(note.player, note=note) for note in notes]
        assert [side for side in range(3) if GAME.drawing.won(lines, side)] == [winner] * (winner >= 0)
    winter = [Note(RISES, [0, "mark", 2]), Note(RISES, [2, "trier", 1]), *rose]
    lines = [Line(note.player, note=note) for note in winter]
    keys = [line.key for line in GAME.drawing.arranged("winter", lines, 2)]
    assert keys == ["rises", "revolt", "devastated", "rises"]


def test_of_the_revolts_of_a_winter_the_lost_ones_stand_out() -> None:
    notes = [
        Note(REVOLT, [0, "holstein", 5, 2]),
        Note(HOLDS, [0, "holstein", 4]),
        Note(REVOLT, [2, "bremen", 1, 3]),
        Note(DEVASTATED, ["bremen"]),
        Note(SCORES, [0, 8, 5, 1]),
    ]
    held, lost = winter_report(notes, game_words(GAME, "en"), NAMES[:3])[:2]
    assert (held[0], [cell[0] for cell in held[1]]) == ("Revolt in Holstein", ["✓", "", ""])
    assert (lost[0], [cell[0] for cell in lost[1]]) == ("Revolt in Bremen", ["", "", "✕"])
    assert [cell[2] for _, cells in (held, lost) for cell in cells] == [False] * 5 + [True]


def test_what_is_planned_on_the_map_lies_on_no_number() -> None:
    state = planning()
    assert isinstance(state, WallensteinState)
    for land in bits(state.lands[0]):
        later = state.clone()
        assert isinstance(later, WallensteinState)
        plan = list(later.plan[0])
        plan[box.COLLECT_GRAIN] = land
        later.plan[0] = tuple(plan)
        (lies,) = GAME.drawing.pieces(later.observed_by(0), game_words(GAME, "en"), NAMES, [actions.confirm])["planned"]
        place = next(one for one in LAYOUT["lands"] if one["id"] == box.LANDS[land])
        assert [lies["x"], lies["y"]] == place["unrest"], "where no number lies, see above"


def test_a_land_won_and_one_lost_are_both_in_the_report() -> None:
    notes = [
        Note(ATTACKS, [0, "baden", 3, 1, 2]),
        Note(CONQUERS, [0, "baden", 1]),
        Note(ATTACKS, [2, "trier", 3, 0, 2]),
        Note(CONQUERS, [2, "trier", 1]),
    ]
    rows = dict(season_report(notes, game_words(GAME, "en"), NAMES[:3]))
    assert [told for told, _, _ in rows["Lands"]] == ["+1 −1", "−1", "+1"]


def test_the_letters_before_a_name_are_explained() -> None:
    state = GAME.new_state(players=4, seed=1, start="printed")
    words = game_words(GAME, "en")
    for land, meaning in (("koeln", "Erzbm.: archbishopric."), ("mark", "Gft.: county."), ("bremen", None)):
        about = GAME.drawing.about(f"land-{land}", state.observed_by(0), words, NAMES)
        assert about is not None
        assert [line for line in about.lines if re.match(r"\w+\.: ", line)] == ([meaning] if meaning else [])


def test_the_flame_of_unrest_lies_on_no_number() -> None:
    for land in LAYOUT["lands"]:
        x, y = land["unrest"]
        across, down = abs(x - land["army"][0]) - 35, abs(y - land["army"][1]) - 23  # from the counter's edges
        assert math.hypot(max(across, 0), max(down, 0)) >= 15, land["id"]
        assert math.dist((x, y), land["tax"]) >= 15 + 14.5, land["id"]  # their radii
        left, top = land["grain"][0] - 17, land["grain"][1] - 15
        assert math.dist((x, y), (min(max(x, left), left + 30), min(max(y, top), top + 30))) >= 15, land["id"]
        assert all(math.dist((x, y), site) >= 15 + 16 for site in land["sites"]), land["id"]


def test_the_board_says_how_far_a_plan_is_and_which_field_is_next() -> None:
    for court, fields in ((False, 11), (True, 14)):
        state = GAME.new_state(players=3, seed=5, start="printed", court=court)
        for laid, then in enumerate(("Bid", "Palace", "Church")):
            said = layers(GAME, state, 0, game_words(GAME, "en"))[1]
            assert f"{laid} of {fields} fields laid; next: {then}" in said
            state.apply(next(action for action in state.legal_actions(0) if action.family == "plan"), 0)


def planning(seed: int = 5) -> State:
    """Return a game in which everybody begins to plan."""
    return GAME.new_state(players=3, seed=seed, start="printed", court=True)


def test_nobody_sees_what_others_plan_but_that_they_are_ready() -> None:
    words = game_words(GAME, "en")
    plans = []
    for choice in (0, -1):
        state = planning()
        while state.legal_actions(1)[0].family != "confirm":
            state.apply([action for action in state.legal_actions(1) if action.family != "change"][choice], 1)
        plans.append(state)
    for seat in (0, 2, None):
        seen = [layers(GAME, state, seat, words) for state in plans]
        assert seen[0] == seen[1]
        assert seen[0] == layers(GAME, planning(), seat, words), "not even how far he is"
    assert layers(GAME, plans[0], 1, words) != layers(GAME, plans[1], 1, words)
    plans[0].submit("confirm", 1)
    assert "ready" in layers(GAME, plans[0], 0, words)[1]


def test_the_last_throw_is_told_in_words() -> None:
    state = planning()
    state.journal = []
    dice = random.Random(3)
    while not any(note.key == "fell" for note in state.journal):
        seat = dice.choice(state.players_to_act)
        state.apply(dice.choice(state.legal_actions(seat)), seat)
    words = game_words(GAME, "en")
    throw = GAME.drawing.told(state.journal, words, NAMES)["throw"]
    assert throw["number"] == 1
    assert "into the tower" in throw["told"]
    for row in throw["rows"]:
        assert len(row["cubes"]) == row["out"]
    assert throw["result"]
    assert GAME.drawing.told([], words, NAMES) == {"throw": None}


def test_a_battle_shows_what_went_through_the_tower_and_how_it_ended() -> None:
    notes = [
        Note(ATTACKS, [1, "tirol", 3, -1, 0]),
        Note(FELL, [1, 2, 3]),
        Note(FELL, [0, 1, 0]),
        Note(FELL_FARMERS, [1, 1]),
        Note(AGAINST_FARMERS, [1, 2, 1]),
        Note(CONQUERS, [1, "tirol", 1]),
    ]
    lines = [Line(note.player, note=note) for note in notes]
    report = GAME.drawing.report("battle", lines, game_words(GAME, "en"), NAMES[:2])
    (ends, none), (begins, _), *rows = report
    assert (begins, ends, none) == (
        "Ben <b> enters Tirol with 3 armies.",
        "Ben <b> conquers Tirol and keeps 1 army there.",
        [],
    )
    cells = [[short for short, _, _ in cells] for _, cells in rows]
    assert cells == [["0", "3", "1"], ["+1", "−1", "0"], ["1", "2", "1"], ["", "2", "1"], ["", "1", "1"]], (
        "the farmers' are the last"
    )
    assert [title for title, _ in rows[3:]] == ["Fight", "Fell in the fight"]


@pytest.mark.parametrize(
    ("end", "fell"),
    [
        (Note(HOLDS, [0, "tirol", 1]), ["0", "2", "2"]),
        (Note(CONQUERS, [1, "tirol", 1]), ["1", "3", "2"]),
        (Note(DEVASTATED, ["tirol"]), ["1", "3", "2"]),
    ],
)
def test_it_is_told_for_whom_farmers_fought_and_how_many_fell_one_against_one(end: Note, fell: list[str]) -> None:
    mine = {"holds": 2, "conquers": 4, "devastated": 3}[end.key]
    notes = [
        Note(ATTACKS, [1, "tirol", 6, 0, 4]),
        Note(AGAINST, [1, mine, 0, 1]),
        Note(FARMERS_HELP, [0, 2]),
        end,
    ]
    lines = [Line(note.player, note=note) for note in notes]
    *_, fight, fallen, (helps, _) = GAME.drawing.report("battle", lines, game_words(GAME, "en"), NAMES[:2])
    assert [short for short, _, _ in fight[1]] == ["1+2", str(mine), ""]
    assert [short for short, _, _ in fallen[1]] == fell
    assert helps == "2 farmers help Ann."


def test_what_went_into_the_tower_is_told_part_by_part() -> None:
    notes = [
        Note(ATTACKS, [1, "tirol", 7, -1, 0]),
        Note(JOINS, [1, 1, "order"]),
        Note(JOINS_FARMERS, [1, "land"]),
        Note(JOINS, [1, 2, "tray"]),
        Note(FELL, [1, 5, 10]),
    ]
    report = GAME.drawing.report(
        "battle", [Line(note.player, note=note) for note in notes], game_words(GAME, "en"), NAMES
    )
    assert report[0][0].endswith("Ben <b>: 7 + 1 from the tile + 2 from the tray.")


def test_the_plan_says_what_winter_may_take_and_warns_before_it() -> None:
    state = GAME.new_state(players=3, seed=5, start="printed")
    assert isinstance(state, WallensteinState)
    words = game_words(GAME, "en")
    losses = [box.GRAIN_LOSS[event] for event in bits(state.open_events)]
    state.grain[0] = 7
    for season, warned in ((0, False), (2, True)):
        state.season = season
        said = layers(GAME, state, 0, words)[1]
        assert f"Grain: 7 for 9 lands, winter loss {min(losses)} to {max(losses)}" in said
        assert ("may lack grain" in said) == warned
    state.grain[0] = 9 + max(losses)
    assert "may lack grain" not in layers(GAME, state, 0, words)[1]


def test_taxes_that_come_before_what_they_pay_for_are_counted_but_may_be_lost() -> None:
    state = GAME.new_state(players=3, seed=5, start="printed")
    assert isinstance(state, WallensteinState)
    words = game_words(GAME, "en")
    land, other = list(bits(state.lands[0]))[:2]
    rest = [field for field in range(10) if field not in (box.COLLECT_TAXES, box.PALACE)]
    orders = [(box.COLLECT_TAXES, box.PALACE, *rest), (box.PALACE, box.COLLECT_TAXES, *rest)]
    state.put(0, box.COLLECT_TAXES, land)
    state.put(0, box.PALACE, other)
    state.open_events = 0
    for coins, unrest, order, told in (
        (0, 0, 0, "Costs 3 of 0 + {tax} coins"),
        (0, 1, 0, "Should the land be lost before, 3 coins are missing"),
        (2, 1, 0, "Should the land be lost before, 1 coin is missing"),
        (0, 0, 1, "what cannot be paid in its turn is lost"),
    ):
        state.coins[0], state.unrest[land], state.order = coins, unrest, orders[order]
        said = layers(GAME, state, 0, words)[1]
        assert told.format(tax=box.TAX[land]) in said
        assert ('class="doubt"' in said) == bool(order)
        assert ('class="risk"' in said) == bool(unrest)


def test_the_map_shows_the_planner_alone_what_he_plans_where() -> None:
    state = GAME.new_state(players=3, seed=5, start="printed")
    act = next(act for act in state.legal_actions(0) if act.family == "plan" and "coin" not in act.text)
    state.apply(act, 0)
    words = game_words(GAME, "en")
    assert 'id="planned-bid"' in layers(GAME, state, 0, words)[0]
    assert not any('id="planned-' in layers(GAME, state, seat, words)[0] for seat in (1, 2, None))


def test_one_army_does_not_begin_a_battle_by_itself() -> None:
    only = [actions.send[1]]
    assert GAME.drawing.forced(only, "march") is actions.send[1]
    assert GAME.drawing.forced(only, "attack") is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hint_names_what_the_move_does(language: str) -> None:
    state = GAME.new_state(players=3, seed=5, start="printed").observed_by(0)
    assert isinstance(state, WallensteinState)
    words = game_words(GAME, language)
    told = {GAME.drawing.advised(action, state, words) for action in state.legal_actions(0)}
    for field in range(box.BID):
        told |= {GAME.drawing.advised(card, state, words) for card in actions.plan[field].each(state.lands[0])}
        coins = [actions.plan[field][box.COIN_0]] if field < box.BID else []
        for card in [*actions.plan[field].each(state.lands[0]), *coins]:
            assert GAME.drawing.advised(card, state, words), str(card)
    assert len(told) > 9
    assert not any("{" in said for said in told)


def test_all_armies_have_a_button_that_says_so() -> None:
    state = GAME.new_state(players=3, seed=1, start="printed")
    assert isinstance(state, WallensteinState)
    source = next(land for land in bits(state.lands[0]) if state.armies[land] > 3)
    state.stack.append(SendArmies(0, source, source))
    words = game_words(GAME, "en")
    most = state.armies[source] - 1
    labels = [GAME.drawing.label(GAME.actions.parse(f"send {count}"), state, words, NAMES) for count in (1, most)]
    assert labels == ["", f"All {most} armies"]
    target = next(land for land in bits(box.NEIGHBOURS[source]) if state.owner(land) > 0)
    state.stack[-1] = SendArmies(0, source, target)
    labels = [GAME.drawing.label(GAME.actions.parse(f"send {count}"), state, words, NAMES) for count in (1, most)]
    one, every = (prospect(state, 0, target, count) for count in (1, most))
    assert labels == [
        f"1 army ({round(one[0])} v {round(one[1])})",
        f"All {most} armies ({round(every[0])} v {round(every[1])})",
    ]
    for language in LANGUAGES:
        for land in range(len(box.LANDS)):
            state.stack[-1] = SendArmies(0, source, land)
            assert len(GAME.drawing.prompt(state, game_words(GAME, language), NAMES)) <= 150, language


def test_the_land_of_the_last_throw_can_be_shown_as_it_was() -> None:
    state = GAME.new_state(players=3, seed=1, start="printed")
    assert isinstance(state, WallensteinState)
    land, owner = box.LANDS.index("baden"), state.owner(box.LANDS.index("baden"))
    attacker = (owner + 1) % 3
    state.lose_land(owner, land)
    state.gain_land(attacker, land)
    state.armies[land] = 1
    notes = [Note(ATTACKS, [attacker, "baden", 3, owner, 2]), Note(CONQUERS, [attacker, "baden", 1])]
    words = game_words(GAME, "en")
    context = {**GAME.drawing.pieces(state, words, NAMES, []), **GAME.drawing.told(notes, words, NAMES)}
    pieces = ENVIRONMENT.get_template("wallenstein/pieces.svg.jinja").render(**context, words=words)
    assert f'id="held-before-1" class="before held s{owner}"' in pieces
    before, now = (re.search(rf'id="army-{one}".*?</text>', pieces) for one in ("before-1", "baden"))
    assert before is not None
    assert now is not None
    assert (f"own s{owner}" in before[0], before[0].endswith(">2</text>")) == (True, True)
    assert (f"own s{attacker} outcome" in now[0], now[0].endswith(">1</text>")) == (True, True)
    assert pieces.count("outcome") == 2, "its colour and its armies, nothing of another land"


def test_the_buttons_say_what_a_space_and_a_bonus_bring_and_a_favour_costs() -> None:
    state = GAME.new_state(players=3, seed=1, start="printed", court=True, landsknechte=True)
    assert isinstance(state, WallensteinState)
    words = game_words(GAME, "en")
    state.tiles = (1, 0, 2, 3, 4)
    state.favours = (1, 0, 2)
    state.banner[state.players_to_act[0]] = 0
    coins = box.BANNERS[0][box.BONUSES.index("coins")]
    for action, label in (
        ("space 1", "Space 1: +1 grain"),
        ("space 3", "Space 3: 6 armies instead of 5"),
        (f"favour {box.FAVOURS[1]}", f"Favour {box.FAVOURS[1]} for {box.PRICES[0]} courtiers: "),
        ("bonus coins", f"{coins} coin"),
    ):
        said = GAME.drawing.label(GAME.actions.parse(action), state, words, NAMES)
        assert said.startswith(label), said


def test_a_name_has_letters_that_fit_so_that_no_word_of_it_is_broken() -> None:
    measured = {"Vorpommern": 6.52, "Niederösterreich": 8.2, "Hessen-Darmstadt": 5.1, "Вольфенбюттель": 8.79}
    for name, width in measured.items():
        style = dict(part.split(":") for part in fitting(name).split(";"))
        assert width <= float(style["--word"]) < 1.15 * width, name
        assert float(style["--name"]) >= float(style["--word"])


def test_the_log_leaves_planning_out() -> None:
    assert {"season"} == GAME.drawing.SECTIONS
    assert GAME.untold == {action.family for action in GAME.actions if action.secret}


# In the browser.


def open_table(page: Page, players: int, **options: int) -> str:
    """Open a table against bots; options are chosen by their place in the list. Return the table's path."""
    page.goto("/new/wallenstein")
    page.locator("form.form #name").fill("Ann")
    page.locator(f"input[name=players][value='{players}']").check(force=True)
    for name, number in options.items():
        page.locator(f"input[name=option_{name}]").nth(number).check(force=True)
    for seat in range(1, players):
        page.locator(f"#seat-{seat}").select_option("bot:random" if seat > 1 else "bot:greedy")
    page.locator("form.form button").last.click()
    page.wait_for_url("**/table/*")
    return page.url[page.url.index("/table/") :]


SIZE = """land => {
    const { width, height } = document.querySelector(`#${land} .hit`).getBoundingClientRect();
    return Math.min(width, height);
}"""
"""How many pixels a land of the map has one way and the other, the smaller number."""


CROWDED = """() => {
    const hand = document.getElementById("hand");
    const lands = hand.querySelector(".cards");
    while (lands.children.length < 11) {
        lands.append(lands.lastElementChild.cloneNode(true));
    }
    const doubts = ["Der Plan kostet 10, du hast 7, Kursachsen bringt 6: Was du dann nicht zahlen kannst, verfällt.",
        "Im Winter fehlt vielleicht bis zu 4 deiner 12 Länder Getreide: Aufstände."];
    document.getElementById("doubts")?.remove();
    hand.insertAdjacentHTML("afterend", `<ul class="doubts">${doubts.map((one) => `<li>${one}</li>`).join("")}</ul>`);
    const top = document.getElementById("strip").getBoundingClientRect().bottom;
    return [...document.querySelectorAll("#do-confirm, #summary span, .field, .card, .doubts li")].filter((one) => {
        const box = one.getBoundingClientRect();
        return box.top < top && box.height > 1 || box.bottom > innerHeight;
    }).map((one) => one.id || one.textContent);
}"""
"""Somebody plans with eleven lands and five coins, and two things are doubtful: what of it is out of sight."""


IDS = "cards => cards.map((card) => card.id)"

TOPS = "['#plan .fields', '#hand .cards'].map((part) => document.querySelector(part).getBoundingClientRect().top)"


def offered(page: Page) -> list[tuple[str, str]]:
    """Return the actions that the buttons offer, with their targets."""
    found: list[dict[str, str]] = page.evaluate(
        "[...document.querySelectorAll('#choices button')].map(b => ({act: b.value, at: b.dataset.target || ''}))"
    )
    return [(button["act"], button["at"]) for button in found]


def do(page: Page, action: str) -> None:
    """Press an action's button and wait."""
    take(page, lambda: push(page, f"#choices button[value='{action}']"), action)


def point(page: Page, place: str) -> None:
    """Click on a land of the map, a card, a field, a space."""
    if place.startswith("land-") and page.locator(f"#board [data-target='{place}']").count():
        spot = page.locator(f"#army-{place[5:]}")
        if spot.count():
            spot.scroll_into_view_if_needed()
            box = spot.bounding_box()
            assert box is not None
            page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            return
        land = page.locator(f"#board [data-target='{place}']")
        for _ in range(1 + land.filter(has=page.locator("xpath=self::*[@data-final]")).count()):
            land.click(force=True)  # what is taken for good is aimed at first
    else:
        page.locator(f".side [data-target='{place}']:not(button)").first.click()


def rest(page: Page) -> None:
    """Wait until no news comes any more and the page stands: a drag ends where the page is renewed under it."""
    last = (-1, -1)
    while (now := (ply(page), page.evaluate("scrollY"))) != last:
        last = now
        page.wait_for_timeout(400)


def drag(page: Page, source: str, target: str, done: Callable[[], bool], what: str) -> None:
    """Drag one thing onto another; again, if the page was renewed under it meanwhile."""
    for _ in range(3):
        rest(page)
        page.locator(source).drag_to(page.locator(target))
        with suppress(AssertionError):
            soon(done, 5, what)
            return
    raise AssertionError(f"dragged in vain: {what}")


def on_field(page: Page, field: str) -> str:
    return page.locator(f"#field-{field} .lies").inner_text()


def lies_on(page: Page, field: str, name: str) -> bool:
    return on_field(page, field) == name


def lay(page: Page, number: int) -> None:
    """Fill the next field by pointing at a card, lands by way of the map; after the last one confirm."""
    while True:
        acts = [(act, at) for act, at in offered(page) if act != "change"]
        if not acts or acts[0][0].split()[0] not in ("plan", "blank", "confirm"):
            return
        if acts[0][0] == "confirm":
            do(page, "confirm")
            return
        number += 1
        act, at = acts[number * 5 % len(acts)]
        if act.startswith("blank"):
            do(page, act)
        else:
            take(page, partial(point, page, at.split(" ")[1]), act)


def play(page: Page, until: str = "") -> bool:
    """Play on, by map and cards where there is a place for it; True when a button of this family is offered."""
    number = 0
    while my_turn(page):
        if until and any(act.split()[0] == until for act, _ in offered(page)):
            return True
        play_one(page, number)
        number += 1
    return False


def play_one(page: Page, number: int) -> None:
    """Do one of the things that are offered, chosen by a number; plan everything at once."""
    acts = offered(page)
    if acts:
        if any(act.split()[0] in ("plan", "blank", "confirm") for act, _ in acts):
            lay(page, number)
            return
        act, at = acts[(number + 1) * 7 % len(acts)]
        if at and sum(at == other for _, other in acts) == 1:
            take(page, partial(point, page, at), act)
        else:
            do(page, act)


THROW = """() => {
    const thrown = document.createElementNS("http://www.w3.org/2000/svg", "g");
    const id = `thrown-${(window.throws = (window.throws ?? 0) + 1)}`;
    document.getElementById("pieces").append(Object.assign(thrown, { id }));
    thrown.setAttribute("class", "thrown");
    document.dispatchEvent(new CustomEvent("htmx:sseMessage", { detail: { type: "pieces" } }));
    const has = document.querySelector("#strip .has");
    return {
        falling: document.body.classList.contains("falling"),
        ends: [...document.querySelectorAll("#recalled .end")].map((row) => getComputedStyle(row).opacity),
        coins: has.innerHTML,
        asked: getComputedStyle(document.getElementById("prompt")).visibility !== "hidden",
    };
}"""
"""A throw of the tower without cubes comes; what the page shows at that moment: it falls for half a second only."""


EVENTS = """() => {
    const event = (start) => `<details open data-kind="battle" data-start="${start}" data-fresh><summary>A</summary>
        <table class="report"><tr class="end"><td>3</td></tr><tr><td>1</td></tr><tr><td>2</td></tr></table></details>`;
    document.getElementById("recalled").innerHTML = event(1) + event(2);
}"""
"""Two battles are to be looked back at: an own one, which stands first, and the newest."""

SAY = """document.getElementById("playback-said").innerHTML =
    '<span data-key="action_card">1</span><span data-key="attacks">2</span><span data-key="holds">3</span>';
document.dispatchEvent(new CustomEvent("htmx:sseMessage", { detail: { type: "panel" } }))"""
"""What is said of a battle that is played back."""

TOLD = "[...document.querySelectorAll('#playback-said span')].map((line) => getComputedStyle(line).opacity)"

SEEN = "[...document.querySelectorAll('#recalled .end')].map((row) => getComputedStyle(row).opacity)"


class TestInTheBrowser:
    pytestmark = BROWSER

    def test_a_battle_that_has_been_told_stays_while_another_one_falls(self, enter: Enter) -> None:
        page = enter()
        open_table(page, 3, start=1)
        rest(page)
        page.emulate_media(reduced_motion="no-preference")
        page.evaluate("document.documentElement.dataset.playback = 'normal'")
        page.evaluate(EVENTS)
        coins = page.locator("#strip .has").first
        before = coins.inner_html()
        page.evaluate("document.querySelector('#strip .has').innerHTML = 'afterwards'")
        assert page.evaluate(THROW) == {
            "falling": True,
            "ends": ["1", "0"],
            "coins": before,  # what everybody has is not told before, either
            "asked": False,
        }
        soon(lambda: not page.locator("body.falling").count(), 5, "they have fallen")
        assert page.evaluate(SEEN) == ["1", "1"]
        assert coins.inner_html() == "afterwards"
        assert page.locator("#prompt").is_visible()
        page.evaluate("document.querySelector('#strip .has').innerHTML = 'later'")
        assert page.evaluate(THROW)["falling"]
        page.evaluate("""() => {
            document.querySelector("#strip .has").innerHTML = "at the end";
            document.getElementById("panel").append(Object.assign(document.createElement("div"), { id: "final" }));
            document.dispatchEvent(new CustomEvent("htmx:sseMessage", { detail: { type: "panel" } }));
        }""")
        assert coins.inner_html() == "at the end", "what is newest, not what was kept back"

    def test_what_came_of_an_own_attack_is_read_before_the_next_question(self, enter: Enter) -> None:
        page = enter(playback="normal")
        open_table(page, 3, start=1)
        rest(page)
        page.emulate_media(reduced_motion="no-preference")
        page.locator("#turn").focus()
        page.evaluate(
            """() => {
            const held = '<details id="battle-1" data-kind="battle" data-start="1" data-fresh data-held open>' +
                '<summary>Battle</summary><p>Won</p></details>';
            const earlier = '<details id="earlier"><summary>More</summary>' +
                '<details id="battle-0" data-kind="battle" data-start="0"><summary>Old</summary>' +
                '<p>Lost</p></details></details>';
            const on = '<p class="read-on"><button type="button">Go on</button></p>';
            document.getElementById("recalled").innerHTML = held + earlier + on;
            document.dispatchEvent(new CustomEvent("htmx:sseMessage", { detail: { type: "panel" } }));
        }"""
        )
        soon(lambda: not page.locator("#prompt").is_visible(), 5, "the question waits")
        assert page.evaluate("document.activeElement.matches('.read-on button')"), (
            "whoever goes by keyboard goes on there"
        )
        page.locator("#earlier > summary").click()
        page.locator("#battle-0 > summary").click()
        assert not page.locator("#prompt").is_visible()
        way = page.locator("#recalled .read-on button")
        assert way.is_visible(), "whatever is opened, the way on is there"
        way.press("Enter")
        soon(lambda: page.locator("#prompt").is_visible(), 5, "it was read")
        page.evaluate("document.dispatchEvent(new CustomEvent('htmx:sseMessage', { detail: { type: 'panel' } }))")
        page.wait_for_timeout(200)
        assert page.locator("#prompt").is_visible(), "once"

    def test_what_others_do_waits_until_an_own_battle_was_read(self, enter: Enter) -> None:
        page = enter(playback="normal")
        open_table(page, 3, start=1)
        rest(page)
        page.emulate_media(reduced_motion="no-preference")
        assert page.evaluate(
            """() => {
            document.getElementById("choices").remove();
            document.getElementById("recalled").innerHTML = [7, 8].map((start) =>
                `<details id="battle-${start}" data-kind="battle" data-start="${start}" data-fresh data-own>` +
                "<summary>Battle</summary><p>Held</p></details>").join("");
            const data = document.getElementById("panel").innerHTML;
            const news = { cancelable: true, detail: { type: "panel", data } };
            const event = new CustomEvent("htmx:sseBeforeMessage", news);
            document.dispatchEvent(event);
            return event.defaultPrevented;
        }"""
        ), "it waits"
        page.wait_for_timeout(2500)
        way = page.locator("#playback-on")
        for battle in (7, 8):
            assert page.locator(f"#battle-{battle} p").is_visible()
            assert way.is_visible()
            assert "waits for you" in page.locator("#playback-said").inner_text()
            way.click()
        soon(lambda: not way.is_visible(), 5, "all was read, one after the other")
        assert page.locator("body.stopped").count() == 0

    def test_how_a_battle_ended_is_held_back_until_its_cubes_have_fallen_but_not_for_who_wants_no_motion(
        self, enter: Enter
    ) -> None:
        page = enter()
        open_table(page, 3, start=1)
        rest(page)
        page.emulate_media(reduced_motion="no-preference")
        page.evaluate("document.documentElement.dataset.playback = 'normal'")
        page.evaluate(SAY)
        assert page.evaluate(THROW)["falling"]
        assert page.evaluate(TOLD) == ["1", "1", "0"], "what is played back does not tell it before, either"
        page.evaluate("document.getElementById('playback-said').firstElementChild.nextElementSibling.remove()")
        assert page.evaluate(TOLD) == ["0", "0"]
        soon(lambda: not page.locator("body.falling").count(), 5, "they have fallen")
        assert not page.locator("#pieces .thrown").count(), "what was seen does not fall again"
        page.evaluate(f"{SAY}; window.throws = 0")
        assert not page.evaluate(THROW)["falling"], "not even after a position without it"
        assert page.evaluate(TOLD) == ["1", "1", "1"]
        page.evaluate("document.documentElement.dataset.playback = 'off'")
        assert not page.evaluate(THROW)["falling"]
        page.evaluate("document.documentElement.dataset.playback = 'normal'")
        page.emulate_media(reduced_motion="reduce")
        assert not page.evaluate(THROW)["falling"]

    @pytest.mark.whole
    def test_a_whole_game_of_three_with_planning_by_mouse(self, enter: Enter) -> None:
        page = enter()
        open_table(page, 3)
        assert play(page, "draft")
        picture(page, "wallenstein-draft")
        assert play(page, "plan")
        assert page.locator("#field-bid.next").count() == 1
        assert play(page, "space")
        picture(page, "wallenstein-order")
        if play(page, "attack"):
            picture(page, "wallenstein-attack")
        assert not play(page)
        picture(page, "wallenstein-final")
        rows = page.locator("#final tbody tr")
        assert rows.count() == len(LINES)
        columns = [
            [int(rows.nth(row).locator("td").nth(player).inner_text()) for row in range(len(LINES))]
            for player in range(3)
        ]
        total = page.locator("#final tfoot tr").first.locator("td")
        points = [int(total.nth(player).inner_text()) for player in range(3)]
        assert [sum(column) for column in columns] == points
        assert list(map(int, page.locator("#strip .has > b").all_inner_texts())) == points
        with page.expect_download() as download:
            page.get_by_role("link", name="Download the record").click()
        verified = subprocess.run(
            [sys.executable, "-m", "regnum", "replay", str(download.value.path()), "--verify", "--json"],
            capture_output=True,
            text=True,
            check=False,
        )
        assert verified.returncode == 0, verified.stderr
        replayed = json.loads(verified.stdout)
        assert replayed["game"] == "wallenstein"
        assert replayed["scores"] == points

    def test_plan_cards_and_log_are_in_one_picture(self, enter: Enter) -> None:
        page = enter("de", size=(1366, 768))
        open_table(page, 4, start=1)
        assert play(page, "plan")
        settle_fonts(page)
        for laid in (0, 1):
            assert page.locator(".field.laid").count() == laid
            assert page.locator("#do-change").is_visible() == bool(laid), "what is there to be changed"
            for seen in ("#plan", "#hand", "#log"):
                box = page.locator(seen).bounding_box()
                assert box is not None
                assert box["y"] + box["height"] <= 768, f"{seen} with {laid} laid"
            assert page.locator("#log li").last.is_visible()
            take(page, page.locator("#hand .card[data-target]").first.click, "a card for the next field")
        page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
        while page.locator(".field.next").count():
            before = page.evaluate(TOPS)
            act = [act for act, _ in offered(page) if act.split()[0] in ("plan", "blank")][-1]
            take(page, partial(push, page, f"#listed button[value='{act}']"), act)
            fold(page)
            assert page.evaluate(TOPS) == before, f"nothing moves: {act}"
        assert page.locator("#do-confirm").is_visible()
        page.set_viewport_size({"width": 1366, "height": 768})
        assert page.evaluate(CROWDED) == [], "all of a plan with many lands and doubts"
        page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
        page.reload()
        settle_fonts(page)
        before = page.evaluate(TOPS)
        take(page, page.locator(".field.laid").last.click, "a card is changed")
        fold(page)
        assert page.evaluate(TOPS) == before, "nothing moves for a change"

    def test_planning_by_clicking_and_dragging_in_any_order(self, enter: Enter) -> None:
        page, onlooker = enter(), enter()
        path = open_table(page, 3, start=1)
        assert play(page, "plan")
        onlooker.goto(path)
        lands = [at.split(" ")[1] for act, at in offered(page) if "land-" in at]
        first, second = lands[0], lands[1]
        names = [page.locator(f"#card-{place} .name").inner_text() for place in (first, second)]
        # A field that is not the next one, then a land on the map.
        page.locator("#field-collect_taxes").click()
        soon(lambda: page.locator("#field-collect_taxes.picked").count() == 1, 15, "the field is picked")
        point(page, first)
        soon(lambda: on_field(page, "collect_taxes") == names[0], 15, "the land lies on the field")
        assert page.locator("#field-bid.next").count() == 1
        # A card dragged onto a field, and from there onto another.
        land_on_a = partial(lies_on, page, "combat_a", names[1])
        drag(page, f"#card-{second}", "#field-combat_a", land_on_a, "a land to a field")
        land_on_b = partial(lies_on, page, "combat_b", names[1])
        drag(page, "#field-combat_a", "#field-combat_b", land_on_b, "and on to another")
        assert on_field(page, "combat_a") == ""
        # A mind changed: the two swap.
        page.locator("#field-collect_taxes").click()
        soon(lambda: page.locator("#field-collect_taxes.picked").count() == 1, 15, "the field is picked")
        page.locator(f"#card-{second}").click()
        soon(lambda: on_field(page, "combat_b") == names[0], 15, "the cards have swapped")
        assert on_field(page, "collect_taxes") == names[1]
        page.keyboard.press("Escape")
        picture(page, "wallenstein-planning")
        # Others see none of it, and the log neither.
        for other in (page, onlooker):
            assert "Ann is planning" not in other.locator("#log").inner_text()
        assert onlooker.locator("#plan").count() == 0
        assert names[0] not in onlooker.locator("#side").inner_text()
        lay(page, 3)
        soon(lambda: page.locator("#plan").count() == 0, 10, "the plan is confirmed")

    def test_cards_that_are_laid_while_one_is_on_its_way_go_to_the_fields_shown(self, enter: Enter) -> None:
        page = enter()
        play_from(page, planning())
        held: list[Route] = []
        page.evaluate(NO_TIMEOUT)
        page.route("**/act", lambda route: held.append(route))
        lands = page.locator("#hand .card.land").evaluate_all(IDS)[:3]
        fields = ["bid", *box.FIELDS[:3]]
        for card, following in zip(["card-coin-1", *lands], [*fields[1:], box.FIELDS[3]], strict=True):
            page.locator(f"#{card}").click()
            count(page, f"#field-{following}.next", 1)
            assert page.locator(".field.next").count() == 1
        names = [page.locator(f"#{land} .name").inner_text() for land in lands]
        shown = page.locator(".lies[data-laying]").evaluate_all(
            "all => all.map((one) => getComputedStyle(one, '::before').content)"
        )
        assert shown == [f'"{name}"' for name in ("1", *names)]
        for number in range(4):
            while len(held) == number:
                page.wait_for_timeout(20)
            held[number].continue_()
        for field, name in zip(fields[1:], names, strict=True):
            soon(partial(lies_on, page, field, name), 10, f"{name} lies on {field}")
        count(page, f"#field-{box.FIELDS[3]}.next", 1)
        assert page.locator("#field-bid.laid").count() == 1
        assert page.locator("#message").inner_text() == ""
        # What is refused takes along what waits for it, and the page says so.
        for card in ("coin-2", "coin-3"):
            page.locator(f"#card-{card}").click()
        while len(held) == 4:
            page.wait_for_timeout(20)
        held[4].fulfill(status=409, content_type="text/html", body="<p>No</p>")
        soon(lambda: "choose again" in page.locator("#message").inner_text(), 10, "it says that a card was not taken")
        count(page, f"#field-{box.FIELDS[3]}.next", 1)
        assert page.locator("[data-laying]").count() == 0

    def test_results_stay_until_they_are_closed_and_can_be_called_up_again(self, enter: Enter) -> None:
        page = enter()
        open_table(page, 3, start=1)
        assert play(page, "space")
        bids = page.locator("#recalled details").first
        assert bids.locator("summary").inner_text() == "Bids for the player order"
        soon(lambda: bids.locator("li").first.is_visible(), 5, "it is open")
        id_ = bids.get_attribute("id")
        bids.locator("summary").click()
        soon(lambda: not bids.locator("li").first.is_visible(), 5, "it is closed")
        page.reload()
        assert page.locator(f"#{id_}").count() == 1
        soon(lambda: not page.locator(f"#{id_} li").first.is_visible(), 5, "it stays closed")
        page.locator(f"#{id_} summary").click()
        soon(lambda: page.locator(f"#{id_} li").first.is_visible(), 5, "it is open again")
        do(page, offered(page)[0][0])
        assert play(page, "plan")
        assert page.locator(f"#{id_} li").first.is_visible(), "what one has opened stays open"
        assert page.locator(f"#earlier[open] #{id_}").count() == 1, "those before a new one are unfolded for it"
        page.locator(f"#{id_} > summary").click()
        fresh = page.locator("#recalled details[data-fresh][open]")
        assert fresh.count(), "a report of the season"
        report = fresh.get_attribute("id")
        lay(page, 0)
        soon(lambda: not page.locator(f"#{report}[open]").count(), 5, "it folds when one has moved on")
        assert play(page, "space")  # the next round: what happened meanwhile is open
        fresh = page.locator("#recalled details[data-fresh]").first
        assert fresh.get_attribute("id") != id_
        soon(lambda: fresh.locator("li").first.is_visible(), 5, "what is new is open")
        assert page.locator("#recalled [data-kind][open]").count() == 1, "one at a time"
        assert page.locator("#recalled > [data-kind]").count() == 1, "the earlier ones are a click away"
        assert page.locator("#earlier[open]").count() == 0, "they make room for a new one"
        page.locator("#earlier > summary").click()
        page.locator("#earlier [data-kind] > summary").first.click()
        assert page.locator("#recalled [data-kind][open]").count() == 1
        soon(lambda: not fresh.locator("li").first.is_visible(), 5, "one at a time")
        battle = page.locator("#recalled details[data-kind=battle]")
        for season in range(3):  # bots need not fight in the first one
            if not battle.count():
                lay(page, season)
                play(page, "plan")
        assert battle.count() >= 1
        place = battle.first.locator("li[data-places^=land]").first
        for around in place.locator("xpath=ancestor::details").all():
            if around.get_attribute("open") is None:
                around.locator("> summary").click()
        place.hover()
        assert page.locator("#board .pointed").count() == 1

    def test_everybody_and_every_coin_has_room(self, enter: Enter) -> None:
        page = enter()
        open_table(page, 5, start=1, court=1, landsknechte=1)
        assert play(page, "plan")
        while not page.locator("#do-confirm").count():
            do(page, next(act for act, _ in offered(page) if act != "change"))
        for width, height in ((1920, 1080), (1440, 900), (1366, 768)):
            page.set_viewport_size({"width": width, "height": height})
            frame = page.locator("#beside").bounding_box()
            assert frame is not None
            for player in range(5):
                side = page.locator(f"#strip > div:nth-child({player + 1})").bounding_box()
                assert side is not None
                assert side["x"] >= 0
                assert side["x"] + side["width"] <= width
                row = page.locator(f"#player-{player}").bounding_box()
                assert row is not None
                if height > 800:
                    assert row["y"] + row["height"] <= frame["y"] + frame["height"], (width, player)
            for coin in page.locator(".card.coin .row > .icon").all():
                box = coin.bounding_box()
                assert box is not None
                assert box["width"] >= 15
                assert box["height"] >= 15

    @pytest.mark.parametrize("language", normally(["uk"]))
    def test_axe_finds_nothing(self, enter: Enter, language: str) -> None:
        page = enter(language)
        found: dict[str, list[str]] = {}

        def look(name: str) -> None:
            found.update(wrong_at_both_sizes(page, name, language))

        open_table(page, 4)
        play(page, "draft")
        look("draft")
        play(page, "station")
        look("group")
        open_table(page, 5, start=1, court=1, landsknechte=1)
        play(page, "plan")
        look("planning")
        take(page, page.locator("#hand .card[data-target]").first.click, "a card on the first field")
        page.locator("#do-change").click()
        soon(lambda: len(offered(page)) > 60, 15)
        look("changing")
        act = next(act for act, _ in offered(page) if act.startswith("plan bid coin_1"))
        do(page, act)
        for family in ("space", "favour", "attack", "send"):
            if play(page, family):
                look(family)
                do(page, offered(page)[0][0])
        picture(page, f"wallenstein-{language}")
        assert found == {}

    def test_a_tap_shows_a_land_closer_on_a_phone(self, enter: Enter) -> None:
        page = enter(size=PHONE)
        open_table(page, 3, start=1)
        assert play_to_plan(page)
        settle_fonts(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0], "no scrolling sideways"
        whole = page.locator("#board > svg").get_attribute("viewBox")
        lands = sorted({at.split(" ")[1] for _, at in offered(page) if "land-" in at})
        size, place = min((page.evaluate(SIZE, land), land) for land in lands)
        assert size < 44, "not big enough for a finger"
        rest(page)
        sent: list[str] = []  # others may act meanwhile
        page.on("request", lambda request: sent.append(request.url) if request.url.endswith("/act") else None)
        point(page, place)
        closer = page.locator("#board > svg.zoomed")
        soon(lambda: closer.count() == 1, 5, "the first tap shows the land closer")
        assert sent == []
        shown = [float(part) for part in str(closer.get_attribute("viewBox")).split()]
        wanted = [float(part) for part in str(page.locator(f"#{place}").get_attribute("data-zoom")).split()]
        assert shown[0] <= wanted[0] + 1, "all of it is in the picture, as far as the board goes"
        assert shown[2] < float(str(whole).split()[2]) * 0.8
        assert page.locator("#tap-again").is_visible()
        page.screenshot(path="build/screens/wallenstein-zoomed-390x844.png")
        point(page, place)
        soon(lambda: ply(page) >= 0 and bool(sent), 5, "the second tap is meant")  # events come while one asks
        page.get_by_role("button", name="Whole map").click()
        assert page.locator("#board > svg").get_attribute("viewBox") == whole
        assert page.locator("#whole").is_hidden()

    def test_what_matters_is_in_sight(self, enter: Enter) -> None:
        page = enter()
        open_table(page, 4, start=1)
        for family, parts in (
            ("plan", ("#prompt", "#choices", "#plan", "#hand", "#actions", "#order", "#events", "#players", "#log")),
            ("space", ("#prompt", "#choices", "#hand", "#boards", "#order", "#log")),
        ):
            assert play(page, family)
            fold(page)
            settle_fonts(page)
            assert page.evaluate("document.documentElement.scrollHeight") <= DESKTOP[1]
            for part in parts:
                box = page.locator(part).bounding_box()
                assert box is not None
                assert box["y"] + box["height"] <= DESKTOP[1], f"{part} is in sight"


def play_to_plan(page: Page) -> bool:
    """Wait for the first planning (with printed starting lands it is the first decision)."""
    return my_turn(page) and any(act.startswith("plan") for act, _ in offered(page))
