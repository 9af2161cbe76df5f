"""Every refused action gets a true reason, in random games in which every action is tried."""

from typing import Final

import pytest

from regnum.games.khan import GAME
from regnum.games.khan.actions import lay
from regnum.games.khan.cells import Cells
from regnum.games.khan.components import CARD_GROUND, CELLS, RULERS
from regnum.games.khan.conquer import tiles_to_lay
from regnum.games.khan.placement import available_tiles, has_majority, protected_cells_of
from regnum.games.khan.state import KhanState
from regnum.games.khan.tiles import COVERED_CELLS, FACING_OF, FACINGS, FRAME_CELLS, LAND_CELLS
from tests.support.games.refusals import Claim, check_refusal_reasons


def bit(action: object) -> int:
    """Return the cell that an action names, as a bit."""
    return 1 << CELLS.index(action.params["cell"])  # type: ignore[attr-defined]


def land(step: object, action: object) -> Cells:
    """Return the cells of land below a tile; 0 if the tile would be off the board there."""
    chosen = lay.of(action)  # type: ignore[arg-type]
    facing = FACING_OF[step.tile][chosen.orientation]  # type: ignore[attr-defined]
    return LAND_CELLS[facing * FRAME_CELLS + chosen.cell]


def cover(step: object, action: object) -> Cells:
    """Return all cells below a tile."""
    chosen = lay.of(action)  # type: ignore[arg-type]
    return COVERED_CELLS[FACING_OF[step.tile][chosen.orientation] * FRAME_CELLS + chosen.cell]  # type: ignore[attr-defined]


def river_squares(step: object, action: object) -> int:
    """Return how many squares of a tile are a bridge's over the river."""
    return FACINGS[FACING_OF[step.tile][lay.of(action).orientation]].river_steps  # type: ignore[arg-type,attr-defined,return-value]


def guarded(s: KhanState, p: int, cells: Cells) -> bool:
    """Tell whether others protect some of these cells."""
    return any(protected_cells_of(s, other) & cells for other in range(s.players) if other != p)


TRUE: Final[dict[str, Claim]] = {
    "bridge_squares": lambda s, t, p, a: bool(river_squares(t, a)),
    "bridge_there": lambda s, t, p, a: bool(cover(t, a) & s.board.river & ~s.water),
    "card_not_in_hand": lambda s, t, p, a: a.card not in s.hands[p],
    "choose_tile": lambda s, t, p, a: s.end_phase and a.family == "conquer",
    "combined_replaces_both": lambda s, t, p, a: s.actions_left < 2,
    "conquer_first": lambda s, t, p, a: not s.end_phase and type(t).__name__ == "Act",
    "end_phase": lambda s, t, p, a: s.end_phase,
    "must_conquer": lambda s, t, p, a: s.end_phase and bool(tiles_to_lay(s, p)),
    "must_discard": lambda s, t, p, a: t.must,
    "no_card_for_direction": lambda s, t, p, a: not s.hands[p] and s.variant.expel_direction == "hand",
    "no_free_cell": lambda s, t, p, a: not s.free & s.board.invaded[a.card],
    "no_free_land": lambda s, t, p, a: not s.free,
    "no_pass": lambda s, t, p, a: not s.end_phase and a.family == "pass",
    "no_such_cell": lambda s, t, p, a: not s.board.cells & bit(a),
    "no_third_action": lambda s, t, p, a: not s.hands[p],
    "no_tiles": lambda s, t, p, a: not s.stacks,
    "no_yurt_of_yours": lambda s, t, p, a: not land(t, a) & s.yurts[p],
    "no_yurt_there": lambda s, t, p, a: bool(land(t, a) & ~s.yurt_cells),
    "no_yurts": lambda s, t, p, a: not s.stock[p],
    "nothing_to_conquer": lambda s, t, p, a: not tiles_to_lay(s, p),
    "off_board": lambda s, t, p, a: not cover(t, a) or bool(cover(t, a) & ~s.board.cells),
    "on_river": lambda s, t, p, a: bool(s.board.river & bit(a)),
    "other_copy_active": lambda s, t, p, a: a.choice in s.active,
    "others_have_more": lambda s, t, p, a: not has_majority(s, p, land(t, a)),
    "over_river": lambda s, t, p, a: bool(cover(t, a) & s.board.river),
    "protected": lambda s, t, p, a: guarded(s, p, land(t, a)),
    "refused": lambda s, t, p, a: guarded(s, p, land(t, a)) and s.refused != 0,
    "region_protected": lambda s, t, p, a: a.choice in s.guarded,
    "region_taken": lambda s, t, p, a: any(region & bit(a) and region & s.yurt_cells for region in s.board.regions),
    "ruler_is_out": lambda s, t, p, a: s.rulers[RULERS.index(a.params["ruler"])] < 0,
    "ruler_there": lambda s, t, p, a: CELLS.index(a.params["cell"]) in s.rulers,
    "same_way": lambda s, t, p, a: FACING_OF[t.tile][lay.of(a).orientation] < 0,
    "special_used": lambda s, t, p, a: not s.specials[p][a.choice],
    "tile_fits_nowhere": lambda s, t, p, a: bool(available_tiles(s, p) >> a.choice & 1) and a not in tiles_to_lay(s, p),
    "tile_gone": lambda s, t, p, a: not s.stacks >> a.choice & 1,
    "tile_there": lambda s, t, p, a: not s.free & bit(a) and not s.yurt_cells & bit(a),
    "twice_in_a_row": lambda s, t, p, a: s.players == 2 and t.last == a.choice,
    "wrong_ground": lambda s, t, p, a: not s.board.grounds[CARD_GROUND[t.card]] & bit(a),
    "yurt_there": lambda s, t, p, a: bool(s.yurt_cells & bit(a)),
}
"""Conditions under which each reason of the game is true."""


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (2, {}),
        (3, {"expel_direction": "hand", "rulers_start": "free"}),
        (4, {"discard": "all", "board": "steppe"}),
    ],
)
def test_reason_of_every_refusal_is_true(players: int, options: dict[str, object]) -> None:
    reason_counts = check_refusal_reasons(GAME, TRUE, players, players, options)
    assert reason_counts["no_pass"] > 0
