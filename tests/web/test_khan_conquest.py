"""What may be conquered in Khan is framed on the board, yurt by yurt, and the question says what it is about."""

import random

from regnum.core.atlas import bits
from regnum.core.registry import find_game
from regnum.games.khan import components as box
from regnum.games.khan.action_phase import Act, Pitch
from regnum.games.khan.actions import choose, combine, conquer, invade
from regnum.games.khan.conquer import ChooseTile
from regnum.games.khan.placement import placements
from regnum.games.khan.state import KhanState
from regnum.games.khan.tiles import LAND
from regnum.web.i18n import game_words

KHAN = find_game("khan")


def under(s: KhanState, player: int, tile: int) -> set[str]:
    """Return the cells of yurts over which a player may lay a tile."""
    return {box.CELLS[cell] for placement in placements(s, player, tile) for cell in bits(LAND[placement])}


def framed(s: KhanState, player: int) -> dict[str, str]:
    """Return what the board offers to a player: the targets by cell."""
    seen = s.observed_by(player)
    spots = KHAN.drawing.pieces(seen, game_words(KHAN, "en"), ["Ann", "Ben", "Cem"], seen.legal_actions(player))[
        "spots"
    ]
    return {spot["cell"]: spot["target"] for spot in spots}


def test_a_yurt_that_may_be_conquered_opens_a_conquest_then_takes_the_best_tile() -> None:
    state, dice, conquests = KHAN.new_state(2, 5), random.Random(5), 0
    assert isinstance(state, KhanState)
    while not state.is_terminal:
        player = state.players_to_act[0]
        legal = state.legal_actions(player)
        if conquer in legal:
            opened = state.clone()
            opened.apply(conquer, player)
            tiles = [choose.of(action).choice for action in opened.legal_actions(player)]
            places = {tile: under(state, player, tile) for tile in tiles}
            assert framed(state, player) == dict.fromkeys(set().union(*places.values()), "conquest")
            for cell, target in framed(opened, player).items():
                best = max(box.TILE_POINTS[tile] for tile in tiles if cell in places[tile])
                taken = box.TILES.index(target.removeprefix("tile-"))
                assert cell in places[taken]
                assert box.TILE_POINTS[taken] == best
            conquests += 1
        state.apply(conquer if conquer in legal and conquests % 2 else dice.choice(legal), player)
    assert conquests > 5


def test_the_question_says_what_can_be_done() -> None:
    state, dice, words = KHAN.new_state(2, 5), random.Random(5), game_words(KHAN, "en")
    told: set[str] = set()
    while not state.is_terminal:
        step, player = state.stack[-1], state.players_to_act[0]
        said = KHAN.drawing.prompt(state.observed_by(player), words, ["Ann", "Ben"])
        legal = state.legal_actions(player)
        if isinstance(step, Act):
            told.add(said)
            assert ("framed" in said) == (conquer in legal or any(choose.has(action) for action in legal))
            assert ("card" in said) == any(action.family == "invade" for action in legal)
        elif isinstance(step, Pitch):
            assert words.name("ground_in", box.GROUNDS[box.CARD_GROUND[step.card]]) in said
        elif isinstance(step, ChooseTile):
            assert "framed" in said
        state.apply(dice.choice(legal), player)
    assert len(told) >= 3


def test_a_yurt_says_with_what_it_can_be_conquered_or_why_not() -> None:
    state, dice, words = KHAN.new_state(3, 7), random.Random(7), game_words(KHAN, "en")
    assert isinstance(state, KhanState)
    told: set[str] = set()
    while not state.is_terminal:
        player = state.players_to_act[0]
        if isinstance(state.stack[-1], Act):
            seen = state.observed_by(player)
            free = framed(state, player)
            for cell in bits(state.yurted):
                about = KHAN.drawing.about(f"cell-{box.CELLS[cell]}", seen, words, ["Ann", "Ben", "Cem"])
                assert about is not None
                assert ("You can conquer it" in about.lines[-1]) == (box.CELLS[cell] in free), about.lines
                told |= {about.lines[-1].split(":")[0], "shared" * ("with you" in about.lines[-1])}
        legal = state.legal_actions(player)
        state.apply(conquer if conquer in legal and dice.random() < 0.3 else dice.choice(legal), player)
    assert "You cannot conquer it now" in told
    assert "shared" in told


def test_a_free_cell_says_which_card_brings_a_yurt_there_or_that_none_does() -> None:
    state, words = KHAN.new_state(2, 7), game_words(KHAN, "en")
    assert isinstance(state, KhanState)
    dice, told = random.Random(7), set[bool]()
    while not (isinstance(state.stack[-1], Act) and len(told) == 2):
        player = state.players_to_act[0]
        if isinstance(state.stack[-1], Act):
            legal = state.legal_actions(player)
            reached = 0
            for action in legal:
                reached |= state.board.invaded[invade.of(action).card] if invade.has(action) else 0
            for cell in bits(state.free):
                about = KHAN.drawing.about(f"cell-{box.CELLS[cell]}", state.observed_by(player), words, ["Ann", "Ben"])
                assert about is not None
                assert ("with a card" in about.lines[1]) == bool(reached >> cell & 1), about.lines
                assert (about.lines[-1] == "The combined action does, anywhere.") == (combine in legal)
                told.add(bool(reached >> cell & 1))
        state.apply(dice.choice(state.legal_actions(player)), player)


def test_a_card_and_a_ruler_say_what_they_do_without_the_rulebook_s_letters() -> None:
    state, words = KHAN.new_state(2, 1), game_words(KHAN, "en")
    for place in ("card-seljuk_sw_tropical_forest", "ruler-song"):
        about = KHAN.drawing.about(place, state.observed_by(0), words, ["Ann", "Ben"])
        assert about is not None
        said = " ".join(about.lines)
        assert "Action" not in said
        assert "phase 1" not in said
        assert ("tropical forest" in said) == place.startswith("card-")
