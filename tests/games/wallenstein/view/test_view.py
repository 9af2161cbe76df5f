"""The view of Wallenstein: planning, battle reports, the tower and the winter; plans of others stay hidden."""

import math
import random
import re
from collections import Counter
from xml.etree import ElementTree

import pytest

from regnum.core.rules.bitmask import bits
from regnum.core.rules.note import Line, Note
from regnum.core.text.ledger import LANGUAGES
from regnum.games.wallenstein import actions
from regnum.games.wallenstein import components as box
from regnum.games.wallenstein.bot.odds import expected_battle
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
from regnum.games.wallenstein.state import WallensteinState
from regnum.games.wallenstein.view.geometry import LAYOUT, name_width_css
from regnum.games.wallenstein.view.log import season_report, winter_report
from regnum.games.wallenstein.winter import ChooseRevolt
from regnum.view import view_of
from regnum.web.http.i18n import game_words
from regnum.web.ui.templates import ENVIRONMENT
from tests.support.browser.wallenstein_table import GAME, planning_state
from tests.support.games.views import FORGOTTEN, NAMES, layers, places_of_target, random_states

VIEW = view_of(GAME)


@pytest.mark.parametrize("players", GAME.player_counts)
def test_expansions_can_be_drawn_for_everybody(players: int) -> None:
    for number, state in enumerate(random_states(GAME, players, players, 17, court=True, landsknechte=True)):
        words = game_words(GAME, LANGUAGES[number % 3])
        for seat in [*range(players), None]:
            pieces, beside, targets = layers(GAME, state, seat, words)
            ElementTree.fromstring(f"<svg>{pieces}</svg>")
            elements = pieces + beside
            assert "{" not in elements
            ids = Counter(re.findall(r'\bid="([^"]+)"', elements))
            assert [id_ for id_, count in ids.items() if count > 1] == []
            offered = set(re.findall(r'data-target="([^"]+)"', elements))
            assert offered <= {place for target in targets for place in places_of_target(target)}
            for target in targets:
                assert all(set(part.split("|")) & offered for part in target.split(" ")), target


def test_everything_of_both_expansions_is_described() -> None:
    kinds = set()
    for number, state in enumerate(random_states(GAME, 4, 4, 11, court=True, landsknechte=True)):
        words = game_words(GAME, LANGUAGES[number % 3])
        for seat in [*range(4), None]:
            pieces, beside, _ = layers(GAME, state, seat, words)
            for id_ in re.findall(r'\bid="([^"]+)"', pieces + beside):
                if id_.startswith(VIEW.explanations.places):
                    about = VIEW.explanations.explain(id_, state.observed_by(seat), words, NAMES)
                    assert about is not None, id_
                    assert about.title, id_
                    assert about.lines, id_
                    assert about.clause in GAME.ledger(), about.clause
                    assert not FORGOTTEN.search(" ".join([about.title, *about.lines])), about.lines
                    kinds.add(id_.partition("-")[0])
    assert {f"{kind}-" for kind in kinds} | {"gift-"} >= set(VIEW.explanations.places) - {"open-", "group-", "groups-"}


def test_land_shows_who_leads_in_its_region() -> None:
    state = GAME.new_state(players=3, seed=1, start="printed")
    assert isinstance(state, WallensteinState)
    words = game_words(GAME, "en")
    mine = [land for land in bits(state.lands[1]) if box.LAND_REGION[land] == 0]
    state.buildings = [1 << mine[0], 0, 0]
    about = VIEW.explanations.explain(f"land-{box.LANDS[mine[0]]}", state.observed_by(0), words, NAMES)
    assert about is not None
    assert "Brandenburg, most palaces (3 points): Ben <b> 1." in about.lines
    assert "Palace." in about.lines


@pytest.mark.parametrize(
    ("players", "expected"), [(3, "from the lowest number to the highest"), (5, "Acts third in every action")]
)
def test_space_says_when_it_acts(players: int, expected: str) -> None:
    state = GAME.new_state(players=players, seed=1, start="printed").observed_by(0)
    about = VIEW.explanations.explain("space-3", state, game_words(GAME, "en"), NAMES)
    assert about is not None
    assert any(expected in line for line in about.lines)


def test_tray_shows_its_current_cubes() -> None:
    state = GAME.new_state(players=3, seed=1, start="printed")
    assert isinstance(state, WallensteinState)
    state.tray = [2, 0, 1, 1]
    cubes = VIEW.board.pieces(state, game_words(GAME, "en"), NAMES, [])["tray"]
    assert [cube["seat"] for cube in cubes] == [0, 0, 2, -1]


def test_prompt_about_revolts_says_what_is_at_stake() -> None:
    state = GAME.new_state(players=3, seed=1, start="printed")
    assert isinstance(state, WallensteinState)
    words = game_words(GAME, "en")
    one, other = list(bits(state.lands[0]))[:2]
    state.buildings[box.PALACE] |= 1 << other
    state.unrest[other], state.armies[other] = 1, 2
    state.grain[0] = state.lands[0].bit_count() - 3
    state.stack.append(ChooseRevolt(0, 1))
    face = actions.face.members_in(1 << other)[0]
    name = words.name("land", box.LANDS[other])
    state.revolts = 1 << one | 1 << other
    assert VIEW.actions.prompt(state, words, NAMES).startswith("3 of your lands have no grain, so there are 2 revolts.")
    text = f"{name}: 2 armies against 2 farmers. At stake: palace"
    assert VIEW.actions.label(face, state, words, NAMES) == text
    state.revolts = 1 << other
    assert VIEW.actions.prompt(state, words, NAMES) == f"Revolt in {text}."
    assert VIEW.actions.label(face, state, words, NAMES) == f"Continue: {name}", "the last one is not the first"


def test_laid_card_names_its_field() -> None:
    state = GAME.new_state(players=3, seed=5, start="printed")
    assert isinstance(state, WallensteinState)
    words, land = game_words(GAME, "en"), next(bits(state.lands[0]))
    state.put(0, box.BID, land)
    state = state.observed_by(0)
    for place in (f"card-land-{box.LANDS[land]}", f"land-{box.LANDS[land]}"):
        why = VIEW.explanations.unavailable_reason(place, state, words, NAMES)
        assert why is not None
        assert words.name("field", "bid") in why
    assert VIEW.explanations.unavailable_reason("card-coin-2", state, words, NAMES) is None


def test_own_losses_and_revolts_come_first() -> None:
    lost = [Note(ATTACKS, [0, "baden", 3, 1, 2]), Note(CONQUERS, [0, "baden", 1])]
    rose = [Note(REVOLT, [2, "trier", 2, 1]), Note(DEVASTATED, ["trier"])]
    for notes, loser in ((lost, 1), (rose, 2), ([Note(ATTACKS, [0, "mark", 3, -1, 0]), lost[1]], -1)):
        lines = [Line(note.player, note=note) for note in notes]
        assert [side for side in range(3) if VIEW.log.outcome(lines, side).losses] == [loser] * (loser >= 0)
    held = [Note(ATTACKS, [0, "baden", 3, 1, 2]), Note(HOLDS, [1, "baden", 1])]
    for notes, winner in ((lost, 0), (held, 1), (rose, -1)):
        lines = [Line(note.player, note=note) for note in notes]
        assert [side for side in range(3) if VIEW.log.outcome(lines, side).is_good] == [winner] * (winner >= 0)
    winter = [Note(RISES, [0, "mark", 2]), Note(RISES, [2, "trier", 1]), *rose]
    lines = [Line(note.player, note=note) for note in winter]
    keys = [line.key for line in VIEW.log.report("winter", lines, game_words(GAME, "en"), NAMES, 2).lines]
    assert keys == ["rises", "revolt", "devastated", "rises"]


def test_lost_revolts_stand_out_in_the_winter_report() -> None:
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


def test_planned_cubes_cover_no_number() -> None:
    state = planning_state()
    assert isinstance(state, WallensteinState)
    for land in bits(state.lands[0]):
        later = state.clone()
        assert isinstance(later, WallensteinState)
        plan = list(later.plan[0])
        plan[box.COLLECT_GRAIN] = land
        later.plan[0] = tuple(plan)
        (lies,) = VIEW.board.pieces(later.observed_by(0), game_words(GAME, "en"), NAMES, [actions.confirm])["planned"]
        place = next(one for one in LAYOUT["lands"] if one["id"] == box.LANDS[land])
        assert [lies["x"], lies["y"]] == place["unrest"], "at a place without a number, see above"


def test_conquered_and_lost_lands_are_in_the_report() -> None:
    notes = [
        Note(ATTACKS, [0, "baden", 3, 1, 2]),
        Note(CONQUERS, [0, "baden", 1]),
        Note(ATTACKS, [2, "trier", 3, 0, 2]),
        Note(CONQUERS, [2, "trier", 1]),
    ]
    rows = dict(season_report(notes, game_words(GAME, "en"), NAMES[:3]))
    assert [item for item, _, _ in rows["Lands"]] == ["+1 −1", "−1", "+1"]


def test_letters_before_names_are_explained() -> None:
    state = GAME.new_state(players=4, seed=1, start="printed")
    words = game_words(GAME, "en")
    for land, meaning in (("koeln", "Erzbm.: archbishopric."), ("mark", "Gft.: county."), ("bremen", None)):
        about = VIEW.explanations.explain(f"land-{land}", state.observed_by(0), words, NAMES)
        assert about is not None
        assert [line for line in about.lines if re.match(r"\w+\.: ", line)] == ([meaning] if meaning else [])


def test_unrest_marker_covers_no_number() -> None:
    for land in LAYOUT["lands"]:
        x, y = land["unrest"]
        across, down = abs(x - land["army"][0]) - 35, abs(y - land["army"][1]) - 23  # from the counter's edges
        assert math.hypot(max(across, 0), max(down, 0)) >= 15, land["id"]
        assert math.dist((x, y), land["tax"]) >= 15 + 14.5, land["id"]  # their radii
        left, top = land["grain"][0] - 17, land["grain"][1] - 15
        assert math.dist((x, y), (min(max(x, left), left + 30), min(max(y, top), top + 30))) >= 15, land["id"]
        assert all(math.dist((x, y), site) >= 15 + 16 for site in land["sites"]), land["id"]


def test_board_shows_progress_of_the_plan_and_the_next_field() -> None:
    for court, fields in ((False, 11), (True, 14)):
        state = GAME.new_state(players=3, seed=5, start="printed", court=court)
        for laid, then in enumerate(("Bid", "Palace", "Church")):
            beside = layers(GAME, state, 0, game_words(GAME, "en"))[1]
            assert f"{laid} of {fields} fields filled; next: {then}" in beside
            state.apply(next(action for action in state.legal_actions(0) if action.family == "plan"), 0)


def test_plans_of_others_are_hidden_except_that_they_are_ready() -> None:
    words = game_words(GAME, "en")
    plans = []
    for choice in (0, -1):
        state = planning_state()
        while state.legal_actions(1)[0].family != "confirm":
            state.apply([action for action in state.legal_actions(1) if action.family != "change"][choice], 1)
        plans.append(state)
    for seat in (0, 2, None):
        seen = [layers(GAME, state, seat, words) for state in plans]
        assert seen[0] == seen[1]
        assert seen[0] == layers(GAME, planning_state(), seat, words), "not even the progress"
    assert layers(GAME, plans[0], 1, words) != layers(GAME, plans[1], 1, words)
    plans[0].submit("confirm", 1)
    assert "ready" in layers(GAME, plans[0], 0, words)[1]


def test_last_throw_is_described_in_words() -> None:
    state = planning_state()
    state.journal = []
    dice = random.Random(3)
    while not any(note.key == "fell" for note in state.journal):
        seat = dice.choice(state.players_to_act)
        state.apply(dice.choice(state.legal_actions(seat)), seat)
    words = game_words(GAME, "en")
    throw = VIEW.board.log_context(state.journal, words, NAMES)["throw"]
    assert throw["number"] == 1
    assert "into the tower" in throw["text"]
    for row in throw["rows"]:
        assert len(row["cubes"]) == row["out"]
    assert throw["result"]
    assert VIEW.board.log_context([], words, NAMES) == {"throw": None}


def test_battle_report_shows_the_tower_and_the_result() -> None:
    notes = [
        Note(ATTACKS, [1, "tirol", 3, -1, 0]),
        Note(FELL, [1, 2, 3]),
        Note(FELL, [0, 1, 0]),
        Note(FELL_FARMERS, [1, 1]),
        Note(AGAINST_FARMERS, [1, 2, 1]),
        Note(CONQUERS, [1, "tirol", 1]),
    ]
    lines = [Line(note.player, note=note) for note in notes]
    report = VIEW.log.report("battle", lines, game_words(GAME, "en"), NAMES[:2], -1).rows
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
    assert [title for title, _ in rows[3:]] == ["Fight", "Lost in the fight"]


@pytest.mark.parametrize(
    ("end", "fell"),
    [
        (Note(HOLDS, [0, "tirol", 1]), ["0", "2", "2"]),
        (Note(CONQUERS, [1, "tirol", 1]), ["1", "3", "2"]),
        (Note(DEVASTATED, ["tirol"]), ["1", "3", "2"]),
    ],
)
def test_battle_report_says_for_whom_farmers_fought_and_how_many_fell(end: Note, fell: list[str]) -> None:
    mine = {"holds": 2, "conquers": 4, "devastated": 3}[end.key]
    notes = [
        Note(ATTACKS, [1, "tirol", 6, 0, 4]),
        Note(AGAINST, [1, mine, 0, 1]),
        Note(FARMERS_HELP, [0, 2]),
        end,
    ]
    lines = [Line(note.player, note=note) for note in notes]
    *_, fight, fallen, (helps, _) = VIEW.log.report("battle", lines, game_words(GAME, "en"), NAMES[:2], -1).rows
    assert [short for short, _, _ in fight[1]] == ["1+2", str(mine), ""]
    assert [short for short, _, _ in fallen[1]] == fell
    assert helps == "2 farmers help Ann."


def test_battle_report_lists_what_went_into_the_tower() -> None:
    notes = [
        Note(ATTACKS, [1, "tirol", 7, -1, 0]),
        Note(JOINS, [1, 1, "order"]),
        Note(JOINS_FARMERS, [1, "land"]),
        Note(JOINS, [1, 2, "tray"]),
        Note(FELL, [1, 5, 10]),
    ]
    lines = [Line(note.player, note=note) for note in notes]
    report = VIEW.log.report("battle", lines, game_words(GAME, "en"), NAMES, -1).rows
    assert report[0][0].endswith("Ben <b>: 7 + 1 from the tile + 2 from the tray.")


def test_plan_shows_and_warns_of_winter_losses() -> None:
    state = GAME.new_state(players=3, seed=5, start="printed")
    assert isinstance(state, WallensteinState)
    words = game_words(GAME, "en")
    losses = [box.GRAIN_LOSS[event] for event in bits(state.open_events)]
    state.grain[0] = 7
    for season, warned in ((0, False), (2, True)):
        state.season = season
        beside = layers(GAME, state, 0, words)[1]
        assert f"Grain: 7 for 9 lands, winter loss {min(losses)} to {max(losses)}" in beside
        assert ("may have no grain" in beside) == warned
    state.grain[0] = 9 + max(losses)
    assert "may have no grain" not in layers(GAME, state, 0, words)[1]


def test_uncertain_taxes_are_counted_with_a_warning() -> None:
    state = GAME.new_state(players=3, seed=5, start="printed")
    assert isinstance(state, WallensteinState)
    words = game_words(GAME, "en")
    land, other = list(bits(state.lands[0]))[:2]
    rest = [field for field in range(10) if field not in (box.COLLECT_TAXES, box.PALACE)]
    orders = [(box.COLLECT_TAXES, box.PALACE, *rest), (box.PALACE, box.COLLECT_TAXES, *rest)]
    state.put(0, box.COLLECT_TAXES, land)
    state.put(0, box.PALACE, other)
    state.open_events = 0
    for coins, unrest, order, item in (
        (0, 0, 0, "Costs 3 of 0 + {tax} coins"),
        (0, 1, 0, "if you lose the land first, you will be 3 coins short"),
        (2, 1, 0, "if you lose the land first, you will be 1 coin short"),
        (0, 0, 1, "actions you cannot afford are skipped"),
    ):
        state.coins[0], state.unrest[land], state.order = coins, unrest, orders[order]
        beside = layers(GAME, state, 0, words)[1]
        assert item.format(tax=box.TAX[land]) in beside
        assert ('class="doubt"' in beside) == bool(order)
        assert ('class="risk"' in beside) == bool(unrest)


def test_map_shows_a_plan_to_its_owner_only() -> None:
    state = GAME.new_state(players=3, seed=5, start="printed")
    act = next(act for act in state.legal_actions(0) if act.family == "plan" and "coin" not in act.text)
    state.apply(act, 0)
    words = game_words(GAME, "en")
    assert 'id="planned-bid"' in layers(GAME, state, 0, words)[0]
    assert not any('id="planned-' in layers(GAME, state, seat, words)[0] for seat in (1, 2, None))


def test_battle_needs_more_than_one_army() -> None:
    only = [actions.send[1]]
    assert VIEW.actions.automatic_action(only, "march") is actions.send[1]
    assert VIEW.actions.automatic_action(only, "attack") is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_hint_names_the_effect_of_the_move(language: str) -> None:
    state = GAME.new_state(players=3, seed=5, start="printed").observed_by(0)
    assert isinstance(state, WallensteinState)
    words = game_words(GAME, language)
    reasons = {VIEW.explanations.hint_reason(action, state, words) for action in state.legal_actions(0)}
    for field in range(box.BID):
        reasons |= {
            VIEW.explanations.hint_reason(card, state, words) for card in actions.plan[field].members_in(state.lands[0])
        }
        coins = [actions.plan[field][box.COIN_0]] if field < box.BID else []
        for card in [*actions.plan[field].members_in(state.lands[0]), *coins]:
            assert VIEW.explanations.hint_reason(card, state, words), str(card)
    assert len(reasons) > 9
    assert not any("{" in said for said in reasons)


def test_sending_all_armies_has_a_labelled_button() -> None:
    state = GAME.new_state(players=3, seed=1, start="printed")
    assert isinstance(state, WallensteinState)
    source = next(land for land in bits(state.lands[0]) if state.armies[land] > 3)
    state.stack.append(SendArmies(0, source, source))
    words = game_words(GAME, "en")
    most = state.armies[source] - 1
    labels = [VIEW.actions.label(GAME.actions.parse(f"send {count}"), state, words, NAMES) for count in (1, most)]
    assert labels == ["", f"All {most} armies"]
    target = next(land for land in bits(box.NEIGHBOURS[source]) if state.owner(land) > 0)
    state.stack[-1] = SendArmies(0, source, target)
    labels = [VIEW.actions.label(GAME.actions.parse(f"send {count}"), state, words, NAMES) for count in (1, most)]
    one, every = (expected_battle(state, 0, target, count) for count in (1, most))
    assert labels == [
        f"1 army ({round(one[0])} v {round(one[1])})",
        f"All {most} armies ({round(every[0])} v {round(every[1])})",
    ]
    for language in LANGUAGES:
        for land in range(len(box.LANDS)):
            state.stack[-1] = SendArmies(0, source, land)
            assert len(VIEW.actions.prompt(state, game_words(GAME, language), NAMES)) <= 150, language


def test_land_of_the_last_throw_can_be_shown_before_it() -> None:
    state = GAME.new_state(players=3, seed=1, start="printed")
    assert isinstance(state, WallensteinState)
    land, owner = box.LANDS.index("baden"), state.owner(box.LANDS.index("baden"))
    attacker = (owner + 1) % 3
    state.lose_land(owner, land)
    state.gain_land(attacker, land)
    state.armies[land] = 1
    notes = [Note(ATTACKS, [attacker, "baden", 3, owner, 2]), Note(CONQUERS, [attacker, "baden", 1])]
    words = game_words(GAME, "en")
    context = {**VIEW.board.pieces(state, words, NAMES, []), **VIEW.board.log_context(notes, words, NAMES)}
    pieces = ENVIRONMENT.get_template("wallenstein/pieces.svg.jinja").render(**context, words=words)
    assert f'id="owner-band-before-1" class="before owner-band seat-colour-{owner}"' in pieces
    before, now = (re.search(rf'id="army-{one}".*?</text>', pieces) for one in ("before-1", "baden"))
    assert before is not None
    assert now is not None
    assert (f"own seat-colour-{owner}" in before[0], before[0].endswith(">2</text>")) == (True, True)
    assert (f"own seat-colour-{attacker} outcome" in now[0], now[0].endswith(">1</text>")) == (True, True)
    assert pieces.count("outcome") == 2, "its colour and its armies, nothing of another land"


def test_buttons_show_benefits_of_spaces_and_costs_of_favours() -> None:
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
        label_text = VIEW.actions.label(GAME.actions.parse(action), state, words, NAMES)
        assert label_text.startswith(label), label_text


def test_names_have_a_font_size_that_breaks_no_word() -> None:
    measured = {"Vorpommern": 6.52, "Niederösterreich": 8.2, "Hessen-Darmstadt": 5.1, "Вольфенбюттель": 8.79}
    for name, width in measured.items():
        style = dict(part.split(":") for part in name_width_css(name).split(";"))
        assert width <= float(style["--word"]) < 1.15 * width, name
        assert float(style["--name"]) >= float(style["--word"])


def test_log_leaves_out_planning() -> None:
    assert {"season"} == VIEW.log.keys.sections
    assert GAME.unlogged_families == {action.family for action in GAME.actions if action.secret}


# In the browser.
