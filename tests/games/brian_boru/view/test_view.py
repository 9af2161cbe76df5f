"""The view of Brian Boru: prompts, cards, the draft, the matrix of regions, and reports of rounds."""

import random

import pytest

from regnum.core.packed import packed
from regnum.core.rules.action import Action
from regnum.core.rules.bitmask import bits, mask_of
from regnum.core.rules.note import Line, Note
from regnum.core.text import narrator
from regnum.core.text.ledger import LANGUAGES
from regnum.games import find_game
from regnum.games.brian_boru import components as box
from regnum.games.brian_boru.action_phase import ChooseTown, Follow, Lead
from regnum.games.brian_boru.actions import buy_step, cede, drive_off, keep, lead, monastery, princess, secondary, stop
from regnum.games.brian_boru.battle import LoseTown
from regnum.games.brian_boru.components import TOWNS
from regnum.games.brian_boru.draft import Draft
from regnum.games.brian_boru.icons import ChooseSecondary, MoreDiscs, MoreRaiders, MoreSteps
from regnum.games.brian_boru.marriage import DowryTown
from regnum.games.brian_boru.notes import (
    CHURCH_FIRST,
    CHURCH_SECOND,
    CLAIMS,
    FIRST_PLAYER,
    GAINS_POINTS,
    LOSES_TOWN,
    NO_WEDDING,
    SMALL_SPOILS,
    SPOILS,
    TOKEN_CLAIMED,
    TOKEN_DOWN,
    TOKEN_LOST,
    TOKEN_TIED,
    WEDDING,
)
from regnum.games.brian_boru.regions import towns_to_flip
from regnum.games.brian_boru.scoring import final_points
from regnum.games.brian_boru.state import BrianBoruState
from regnum.games.brian_boru.view.cards import secondary_text, shown_bride, shown_card
from regnum.games.brian_boru.view.panel import COLUMNS
from regnum.view import view_of
from regnum.web.board.event_summaries import event_summaries, find_events
from regnum.web.http.i18n import game_words
from regnum.web.tables.seat_view import SeatView
from tests.support.games.views import layers

GAME = find_game("brian_boru")
VIEW = view_of(GAME)
NAMES = ["Ann", "Ben", "Cleo"]


def test_prompt_says_what_can_be_won() -> None:
    words, dice, seen_values = game_words(GAME, "en"), random.Random(2), set()
    state = GAME.new_state(3, 2)
    assert isinstance(state, BrianBoruState)
    while not state.is_terminal:
        player, step = state.players_to_act[0], state.stack[-1]
        prompt = VIEW.actions.prompt(state.observed_by(player), words, NAMES)
        legal = state.legal_actions(player)
        if isinstance(step, Draft):
            assert ("one more" in prompt) == (state.to_keep[player] == 1)
        elif isinstance(step, (Lead, Follow, ChooseSecondary)):
            assert words.name("town", TOWNS[state.active]) in prompt
            if not isinstance(step, ChooseSecondary):
                after = [state.clone() for _ in legal]
                for played, action in zip(after, legal, strict=True):
                    played.played[player] = action.card  # type: ignore[attr-defined]
                wins = any(played.winner() == player for played in after)
                assert wins != ("cannot beat" in prompt), prompt
                seen_values.add((type(step).__name__, wins))
        elif isinstance(step, (MoreDiscs, MoreRaiders)):
            held = state.church if isinstance(step, MoreDiscs) else state.raiders
            assert prompt.endswith(", ".join(f"{name} {count}" for name, count in zip(NAMES, held, strict=True)) + ".")
        elif not isinstance(step, (LoseTown, DowryTown)):
            assert prompt == ""
        state.apply(dice.choice(legal), player)
    assert len(seen_values) >= 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_prompt_says_why_a_town_is_lost_and_where_a_dowry_goes(language: str) -> None:
    words, dice, seen_values = game_words(GAME, language), random.Random(2), list[str]()
    for seed in range(1, 4):
        state = GAME.new_state(3, seed)
        assert isinstance(state, BrianBoruState)
        while not state.is_terminal:
            player, step = state.players_to_act[0], state.stack[-1]
            prompt = VIEW.actions.prompt(state.observed_by(player), words, NAMES)
            if isinstance(step, LoseTown):
                seen_values.append("own" if step.loser == player else "other")
                assert f"({state.raiders[step.loser]})" in prompt
                assert (NAMES[step.loser] in prompt) == (step.loser != player)
                assert f"({state.raiders[player]})" in prompt
                assert len(prompt) <= 150
            elif isinstance(step, DowryTown):
                seen_values.append("dowry")
                assert words.name("region", box.REGIONS[step.region]) in prompt
            state.apply(dice.choice(state.legal_actions(player)), player)
    assert set(seen_values) == {"own", "other", "dowry"}


def test_button_that_removes_a_viking_disc_shows_the_town_below() -> None:
    state = GAME.new_state(3, 2)
    assert isinstance(state, BrianBoruState)
    town = next(bits(state.discs[1])) if any(state.discs) else 0
    state.discs[1] |= 1 << town
    action = drive_off[town]
    assert VIEW.actions.symbol(action) == "viking"
    words = game_words(GAME, "en")
    assert VIEW.actions.label(action, state, words, NAMES) == f"{words.name('town', TOWNS[town])}, disc: Ben"


@pytest.mark.parametrize("language", LANGUAGES)
def test_lost_town_or_monastery_shows_the_new_count_of_its_region(language: str) -> None:
    words, town = game_words(GAME, language), TOWNS.index("S1")
    state = GAME.new_state(3, 2)
    assert isinstance(state, BrianBoruState)
    state.discs = packed(mask_of(map(TOWNS.index, towns)) for towns in (("S1", "S2", "S3"), ("S4",), ("B1",)))

    def said(action: Action) -> str:
        name, _, item = VIEW.actions.label(action, state, words, NAMES).partition(": ")
        assert name == words.name("town", "S1")
        return item.split(" ", 1)[1]

    vikings = words.term("vikings")
    assert said(monastery[town]) == "Ann 4, Ben 1"
    assert said(cede[town]) == f"Ann 2, Ben 1, {vikings} 1"
    state.vikings = 1 << TOWNS.index("S2")
    assert said(cede[town]) == f"{vikings} 2, Ann 1, Ben 1"
    state.vikings = 1 << TOWNS.index("S4")
    assert said(cede[town]).startswith(f"Ann 2, {vikings} 2, "), "and nobody leads"


def test_panels_sort_players_and_include_the_viewer() -> None:
    words, dice = game_words(GAME, "en"), random.Random(2)
    state = GAME.new_state(3, 2)
    assert isinstance(state, BrianBoruState)
    while state.round == 0:
        player = state.players_to_act[0]
        state.apply(dice.choice(state.legal_actions(player)), player)
    state.raiders, state.church, state.track = packed([1, 4, 4]), packed([2, 1, 0]), packed([0, 0, 0])
    state.battle_area = 5
    seen = state.observed_by(0)
    boards = VIEW.board.panel(seen, words, NAMES, [])["boards"]
    assert [board["stands"] for board in boards] == [[([1, 2], 4), ([0], 1)], [([0], 2)], [([0], 0)]]
    assert boards[0]["text"] == "Raiders held: Ben 4, Cleo 4, Ann 1, battle area 5"
    _, beside, _ = layers(GAME, state, 0, words)
    assert beside.index('id="tracks-summary"') < beside.index('id="packet"')
    assert 'id="now-battle-1-4"' in beside, "a changed number is a new element, so it is highlighted"


def test_lost_town_is_reported_as_a_loss_without_repeating_a_name() -> None:
    notes = [Note(LOSES_TOWN, [0, "N1"]), Note(SMALL_SPOILS, [0]), Note(CHURCH_SECOND, [0])]
    lines = [Line(note.player, note=note) for note in notes]
    assert VIEW.log.outcome(lines, 0).losses == lines[:1]
    assert VIEW.log.outcome(lines, 1).losses == []
    for language in LANGUAGES:
        for line in lines:
            text = narrator.line(line, game_words(GAME, language), NAMES)
            assert text.startswith("Ann ")
            assert text.count("Ann") == 1


def end_of_struggle(state: BrianBoruState, player: int) -> tuple[BrianBoruState, int]:
    """Return the position after everybody has acted, with the lowest points that the player may end with."""
    state = state.clone()
    state.journal = []
    while state.active >= 0 and not state.is_terminal:
        seat = state.players_to_act[0]
        state.apply(state.legal_actions(seat)[-1], seat)
    lost = [note.params["points"] for note in state.journal if note.key == "loses_points" and note.player == player]
    return state, sum(int(points) for points in lost)


@pytest.mark.parametrize("language", LANGUAGES)
def test_card_shows_a_certain_win_and_the_cost_of_missing_coins(language: str) -> None:
    words, dice = game_words(GAME, language), random.Random(5)
    wins, costs = set(), set()
    for seed in range(6):
        state = GAME.new_state(3, seed)
        assert isinstance(state, BrianBoruState)
        while not state.is_terminal:
            player, step, legal = state.players_to_act[0], state.stack[-1], state.legal_actions()
            if isinstance(step, Follow) and sum(card < 0 for card in state.played) == 1:
                seen = state.observed_by(player)
                shown = VIEW.board.panel(seen, words, NAMES, legal)["cards"]
                hand = [action.card for action in legal]  # type: ignore[attr-defined]
                for card, action in zip(sorted(hand), sorted(legal, key=lambda one: one.index), strict=True):
                    face = next(face for face in shown if face["value"] == box.CARDS[card])
                    after = state.clone()
                    after.played[player] = card
                    won = after.winner() == player
                    assert bool(face["wins"]) == won
                    assert (words.text("board", "sure", {}) in face["label"]) == won
                    ended = state.clone()
                    ended.apply(action, player)
                    _, lost = end_of_struggle(ended, player)
                    result = [int(mark.replace("−", "")) for mark in face["lost"] if mark]
                    if lost:
                        assert lost in result
                    assert result == [] or won == bool(face["lost"][0])
                    label = VIEW.actions.label(action, seen, words, NAMES)
                    assert all(f"−{points}" in label and f"−{points}" in face["label"] for points in result)
                    about = VIEW.explanations.explain(face["id"], seen, words, NAMES)
                    assert about is not None
                    assert all(any(f"−{points}" in line for line in about.lines) for points in result)
                    wins.add(won)
                    costs.add((won, tuple(result)))
            state.apply(dice.choice(legal), player)
    assert wins == {True, False}
    assert {(True, (2,)), (True, ()), (False, (2,)), (False, ())} <= costs


def test_only_unbeatable_cards_are_marked() -> None:
    words = game_words(GAME, "en")
    state = GAME.new_state(3, 2)
    assert isinstance(state, BrianBoruState)
    while not isinstance(state.stack[-1], Lead):
        state.apply(state.legal_actions()[0])
    player = state.players_to_act[0]
    matching = box.MATCHING[box.TOWN_COLOUR[state.active]]
    top = int(matching).bit_length() - 1
    for hand, marked in ((1 << top, True), (matching & ~(1 << top), False)):
        state.hand[player] = hand
        shown = VIEW.board.panel(state.observed_by(player), words, NAMES, state.legal_actions())["cards"]
        assert any(face["wins"] for face in shown) == marked
        effects = [
            VIEW.explanations.expected_effects(lead[face], state, words, NAMES) for face in bits(state.hand[player])
        ]
        assert any(words.text("prediction", "won", {}) in lines for lines in effects) == marked, (
            "and the preview agrees"
        )


def test_useless_secondary_action_with_a_cost_is_warned_of() -> None:
    words, dice, seen_values = game_words(GAME, "en"), random.Random(2), set[bool]()
    for seed in range(12):
        state = GAME.new_state(3, seed)
        assert isinstance(state, BrianBoruState)
        while not state.is_terminal:
            player, legal = state.players_to_act[0], state.legal_actions(state.players_to_act[0])
            if isinstance(state.stack[-1], ChooseSecondary):
                warned = VIEW.board.panel(state.observed_by(player), words, NAMES, legal)["warned"]
                for action in [each for each in legal if str(each.params.get("way")) == "drive_off"]:
                    label = VIEW.actions.label(action, state, words, NAMES)
                    harms = not state.vikings or "short" in label
                    assert (f"do-{action.text.replace(' ', '-')}" in warned) == harms, label
                    seen_values.add(harms)
            state.apply(dice.choice(legal), player)
    assert seen_values == {True, False}


def test_taking_raiders_shows_what_is_at_stake() -> None:
    state = GAME.new_state(3, 2)
    assert isinstance(state, BrianBoruState)
    dice, words, result = random.Random(5), game_words(GAME, "en"), {True: 0, False: 0}
    while not state.is_terminal:
        player, legal = state.players_to_act[0], state.legal_actions()
        for action in legal:
            if action.family == "secondary" and action.params["way"] == "raiders" and state.battle_area > 3:
                fewest = state.raiders[player] == min(state.raiders) and bool(state.controlled_towns(player))
                label = VIEW.actions.label(action, state.observed_by(player), words, NAMES)
                assert ("and lose a town" in label) == fewest
                [stake] = VIEW.explanations.expected_effects(action, state.observed_by(player), words, NAMES)
                assert "the player with the fewest loses a town" in stake
                result[fewest] += 1
        state.submit(dice.choice(legal), player)
    assert min(result.values()) > 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_icons_are_counted_in_words(language: str) -> None:
    words = game_words(GAME, language)
    for card in range(len(box.CARDS)):
        label = shown_card(card, words, {})["label"]
        assert "×" not in label
    two = next(card for card in range(len(box.CARDS)) if box.MAIN[card].count(box.PAY) == 2)
    expected = {"en": "pay 2 coins", "de": "2 Münzen zahlen", "uk": "заплатити 2 монети"}
    assert expected[language] in shown_card(two, words, {})["label"]


def test_region_counts_in_the_matrix_once_its_token_is_turned_up() -> None:
    words = game_words(GAME, "en")
    state = GAME.new_state(4, 3)
    assert isinstance(state, BrianBoruState)
    state.open = 1
    rows = VIEW.scores.standings(state, words)[: len(box.REGIONS)]
    assert [bool(row.scoring_note) for row in rows] == [False] + [True] * (len(box.REGIONS) - 1)
    towns = towns_to_flip(state, 1)
    assert rows[1].scoring_note == f"{box.VALUE[1]} with {towns} towns"


def test_unowned_open_token_shows_its_value() -> None:
    words = game_words(GAME, "en")
    state = GAME.new_state(3, 3)
    assert isinstance(state, BrianBoruState)
    region = box.REGIONS.index("munster")
    first, second, third, *_ = bits(box.REGION_TOWNS[region])
    state.open = 1 << region
    for towns, later in (([1 << first, 1 << second, 0], True), ([1 << first | 1 << second, 1 << third, 0], False)):
        state.discs = packed([*towns, *state.discs[3:]])
        row = VIEW.scores.standings(state, words)[region]
        shares = [line["open_tokens"] for line in final_points(state)]
        assert bool(row.scoring_note) == later
        assert not later or (str(shares[0]) in row.scoring_note and shares[0] == shares[1] > shares[2])


@pytest.mark.parametrize("language", LANGUAGES)
def test_token_with_enough_towns_says_when_it_is_turned_up(language: str) -> None:
    words = game_words(GAME, language)
    state = GAME.new_state(3, 3)
    assert isinstance(state, BrianBoruState)
    region = box.REGIONS.index("dubhlinn")
    for towns in range(towns_to_flip(state, region) + 1):
        state.discs[0] = sum(1 << town for town in list(bits(box.REGION_TOWNS[region]))[:towns])
        about = VIEW.explanations.explain("claim-dubhlinn", state.observed_by(0), words, NAMES)
        assert about is not None
        assert (words.text("board", "turns", {}) in about.lines[0]) == (towns >= towns_to_flip(state, region))


@pytest.mark.parametrize("language", LANGUAGES)
def test_expanding_is_separate_from_what_coins_pay_for(language: str) -> None:
    words = game_words(GAME, language)
    expand = words.text("icons", "expand", {"count": 1})
    for card in range(len(box.CARDS)):
        text = secondary_text(card, words)
        assert f"+ {expand}" not in text
        assert text.count(expand) == sum(box.EXPAND in row for row in box.SECONDARY[card])


def test_matrix_shows_totals() -> None:
    words, dice = game_words(GAME, "en"), random.Random(3)
    state = GAME.new_state(3, 3)
    assert isinstance(state, BrianBoruState)
    while True:
        *_, total = VIEW.scores.standings(state, words)
        ended = state.is_terminal
        more = [0 if ended else sum(lines.values()) for lines in final_points(state)]
        assert list(total.counts) == [points + added for points, added in zip(state.points, more, strict=True)]
        if ended:
            break
        player = state.players_to_act[0]
        state.apply(dice.choice(state.legal_actions(player)), player)


def test_marriage_track_stays_in_place_and_marks_chosen_discs() -> None:
    words, dice = game_words(GAME, "en"), random.Random(2)
    requests: set[str] = set()
    state = GAME.new_state(3, 4)
    while not state.is_terminal:
        player = state.players_to_act[0]
        legal = state.legal_actions(player)
        kind = type(state.stack[-1]).__name__
        if kind in {"MoreSteps", "LoseTown", "Lead"} - requests:
            requests.add(kind)
            pieces, beside, _ = layers(GAME, state, player, words)
            assert beside.index('id="hand"') < beside.index('id="points"') < beside.index('id="track"')
            assert ('id="track" class="block courtship"' in beside) == (kind == "MoreSteps")
            if kind == "LoseTown":
                targets = {VIEW.actions.target(action) for action in legal}
                discs = [f'id="disc-{target.removeprefix("town-")}"' for target in targets]
                assert discs
                for disc in discs:
                    assert "wash" not in pieces.partition(disc)[2].partition("</g>")[0], "its ring is not covered"
        state.apply(dice.choice(legal), player)
    assert requests == {"MoreSteps", "LoseTown", "Lead"}


def test_end_of_a_round_reports_points_by_reason() -> None:
    notes = [
        Note(WEDDING, [1, "orlaith"]),
        Note(GAINS_POINTS, [1, 2]),
        Note(LOSES_TOWN, [0, "N1"]),
        Note(CLAIMS, [1, "N2"]),
        Note(LOSES_TOWN, [1, "N3"]),
        Note(SPOILS, [2, 3]),
        Note(SMALL_SPOILS, [0]),
        Note(CHURCH_FIRST, [2]),
        Note(TOKEN_DOWN, ["breifne", 1, 2]),
        Note(TOKEN_TIED, ["ulaid", 2]),
        Note(TOKEN_CLAIMED, [1, "munster"]),
        Note(TOKEN_TIED, ["dubhlinn", 1]),
    ]
    lines = [Line(note.player, note=note) for note in notes]
    report = VIEW.log.report("upkeep", lines, game_words(GAME, "en"), NAMES, -1).rows
    shown = [(title, [short for short, _, _ in cells]) for title, cells in report]
    assert shown[0] == ("Ben marries Orlaith.", [])
    assert shown[1:7] == [
        ("Marriage: points", ["·", "+2", "·"]),
        ("Battle: points", ["+1", "·", "+3"]),
        ("Total points", ["+1", "+2", "+3"]),
        ("Towns", ["−1", "+1 −1", "·"]),
        ("Renown", ["·", "·", "+1"]),
        ("Region tokens", ["·", "+1", "·"]),
    ]
    assert [title for title, cells in shown[7:] if not cells][:2] == [
        "Ann loses Gartán to the Vikings.",
        "Ben loses Droim Tuama to the Vikings.",
    ]
    assert [title for title, _ in shown[-4:]] == [
        narrator.line(lines[7], game_words(GAME, "en"), NAMES),
        "Ben alone has the most towns in Munster and takes its region token.",
        "Tied, so the token stays: Ulaid (2), Dubhlinn (1)",
        "Too few towns, so the token stays face down: Bréifne (1/2)",
    ]


@pytest.mark.parametrize(("way", "expected"), [(0, "Ben marries"), (2, "Ben turns the Danish Princess away.")])
def test_rejected_princess_is_not_reported_as_a_wedding(way: int, expected: str) -> None:
    wedding = Note(WEDDING, [1, "estrid"])
    lines = [Line(1, note=wedding), Line(1, action=princess[way])]
    report = VIEW.log.report("upkeep", lines, game_words(GAME, "en"), NAMES, -1).rows
    assert report[0][0].startswith(expected)
    assert any("marries" in title for title, _ in report) == (way == 0)
    assert any("Military pact" in title for title, _ in report) == (way == 0)


def test_end_of_a_round_reports_lost_region_tokens() -> None:
    words, state = game_words(GAME, "en"), GAME.new_state(3, 2)
    rounds = [
        [Note(NO_WEDDING, ["aodhan"]), Note(TOKEN_CLAIMED, [0, "dubhlinn"]), Note(TOKEN_CLAIMED, [0, "munster"])],
        [Note(FIRST_PLAYER, [0])],
        [Note(NO_WEDDING, ["brigid"]), Note(TOKEN_LOST, ["dubhlinn"]), Note(TOKEN_CLAIMED, [1, "munster"])],
    ]
    log = [Line(note.player, note=note) for part in rounds for note in part]
    view = SeatView(0, state.observed_by(0), [], 1, 0, log)
    last, first = event_summaries(view, find_events(log, VIEW.log.keys.event_kinds), VIEW.log, words, NAMES)
    tokens = [dict(event.rows)["Region tokens"] for event in (first, last)]
    assert [[short for short, *_ in cells] for cells in tokens] == [["+2", "·", "·"], ["−2", "+1", "·"]]
    assert "Vikings" in tokens[1][0][1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_hint_in_the_draft_says_what_the_card_is_for(language: str) -> None:
    words = game_words(GAME, language)
    state = GAME.new_state(3, 2)
    assert isinstance(state, BrianBoruState)
    while not isinstance(state.stack[-1], Draft):
        assert "?" not in VIEW.explanations.hint_reason(state.legal_actions()[0], state, words)
        state.apply(state.legal_actions()[0])
    player = state.players_to_act[0]

    def said(value: int, *others: int) -> str:
        packet = [box.CARDS.index(each) for each in (value, *others)]
        state.packet[state.packet_before(player)] = sum(1 << card for card in packet)
        return VIEW.explanations.hint_reason(keep[packet[0]], state.observed_by(player), words)

    hardest = words.text("hint", "hardest", {})
    assert words.text("hint", "price", {"coins": 2}) in said(24, 25)
    assert hardest not in said(24, 25)
    assert hardest in said(24, 23 - 1)
    assert "5" in said(14, 25)
    assert words.text("icons", "coin", {"count": 3}) in said(4, 25), "an unlikely winner brings something else"
    assert said(20, 25) == words.text("hint", "white", {})


def test_answers_to_the_princess_show_their_effects() -> None:
    words, state = game_words(GAME, "en"), GAME.new_state(3, 2)
    pact, trade, spurn = (VIEW.actions.label(princess[way], state, words, NAMES) for way in range(3))
    assert "region tokens" in pact
    assert "when your regions are counted" in trade
    assert spurn == "", "its name says so"
    assert "none now" in pact
    assert isinstance(state, BrianBoruState)
    state.vikings = 1
    assert "none now" not in VIEW.actions.label(princess[0], state, words, NAMES)


def test_step_on_the_marriage_track_shows_its_end_and_warns_of_occupied_spaces() -> None:
    words, dice, seen_values = game_words(GAME, "en"), random.Random(2), set[str]()
    for seed in range(8):
        state = GAME.new_state(3, seed)
        assert isinstance(state, BrianBoruState)
        while not state.is_terminal:
            player, legal = state.players_to_act[0], state.legal_actions(state.players_to_act[0])
            for action in [each for each in legal if each is buy_step or each is secondary[3]]:
                label = VIEW.actions.label(action, state, words, NAMES)
                beside = layers(GAME, state, player, words)[1]
                after = state.clone()
                before = after.track[player]
                steps = 1
                if action is not buy_step:
                    rows = box.SECONDARY[state.played[player]]
                    steps = next(row.count(box.COURTSHIP) for row in rows if row[0] == box.COURTSHIP)
                reached = min(before + steps, box.TRACK_TOP)
                after.apply(action, player)
                while isinstance(after.stack[-1], MoreSteps) and player in after.players_to_act:
                    after.apply(stop, player)
                end = after.track[player]
                warned = f"do-{action.text.replace(' ', '-')}" in beside.partition("data-warned")[2].partition(">")[0]
                assert warned == (end < reached), label
                if "no gain" in label:
                    assert f"you stay on space {end}" in label
                    seen_values.add("no gain")
                elif reached > before:
                    assert f"to space {end}" in label
                    seen_values.add("taken" if "is taken" in label else "free")
            state.apply(dice.choice(legal), player)
    assert seen_values == {"no gain", "taken", "free"}


def test_draft_keeps_cards_together_and_shows_what_comes_next() -> None:
    words, dice = game_words(GAME, "en"), random.Random(1)
    state = GAME.new_state(4, 2)
    assert isinstance(state, BrianBoruState)
    foretold: list[bool] = []
    while not isinstance(state.stack[-1], ChooseTown):
        player = state.players_to_act[0]
        shown = layers(GAME, state, player, words)[1]
        if isinstance(state.stack[-1], Draft):
            assert f'id="keep-button" class="strong" aria-disabled="true" data-left="{state.to_keep[player]}"' in shown
            prompt = VIEW.actions.prompt(state.observed_by(player), words, [*NAMES, "Dan"])
            foretold.append("also keep the last two" in prompt)
        state.apply(dice.choice(state.legal_actions(player)), player)
    assert foretold == [False] * 8 + [True] * 8
    shown = layers(GAME, state, state.players_to_act[0], words)[1]
    assert "keep-button" not in shown
    assert "data-drafting" not in shown
    assert 'id="lost-struggle"' in shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_players_table_explains_brides_and_columns(language: str) -> None:
    words = game_words(GAME, language)
    state = GAME.new_state(3, 2)
    assert isinstance(state, BrianBoruState)
    state.wed[1] |= 1
    _, beside, _ = layers(GAME, state, 0, words)
    for column in COLUMNS.values():
        assert f'data-about="column-{column}"' in beside
        about = VIEW.explanations.explain(f"column-{column}", state, words, NAMES)
        assert about is not None
        assert about.lines
    assert f'data-about="bride-{box.BRIDES[0]}"' in beside, "beside her husband's name"
    for bride, id_ in enumerate(box.BRIDES):
        about = VIEW.explanations.explain(f"bride-{id_}", state, words, NAMES)
        assert about is not None
        text = " ".join(about.lines)
        assert ("Ben" in text) == (bride == 0)
        assert all(gain in text for gain in shown_bride(bride, words)["brings"] if bride != box.PRINCESS)
        assert len(about.lines) == (5 if bride == box.PRINCESS else 2)
