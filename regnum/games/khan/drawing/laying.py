"""The tile in hand: its forms, where each may lie, and why not elsewhere. board.js moves it."""

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from regnum.core.action import Action
from regnum.core.bitmask import bits
from regnum.core.play import may_be_undone
from regnum.core.words import Words
from regnum.games.khan.actions import LayAction, choose, conquer, lay
from regnum.games.khan.components import CELLS, COLUMNS, SIDE, TILE_POINTS, TILES
from regnum.games.khan.conquer import Lay, tiles_to_lay
from regnum.games.khan.drawing.land import CELL, cells_of, origin
from regnum.games.khan.drawing.obstacles import guards
from regnum.games.khan.drawing.shapes import outline
from regnum.games.khan.placement import majority, placements, to_be_asked
from regnum.games.khan.state import KhanState
from regnum.games.khan.tiles import COVER, FACING_OF, FACING_WAY, FACINGS, FRAME, LAND, TILE_FACINGS, WAYS

YURT: Final = "y"
WATER: Final = "w"
OTHER: Final = "o"
RIVER: Final = "~"
"""Stands in a reason for the river cells below the tile: the page puts them in."""
Square = tuple[int, int, str]
"""Row and column from the first cell, and the kind of cell that must lie below."""


@cache
def squares(facing: int) -> list[Square]:
    """Return the squares of a tile as it lies, in reading order."""
    shape = FACINGS[facing]
    return _from_first([(r, c, YURT) for r, c in shape.land] + [(r, c, WATER) for r, c in shape.river])


def _from_first(found: list[Square]) -> list[Square]:
    row, column, _ = min(found)
    return sorted((r - row, c - column, kind) for r, c, kind in found)


@cache
def planks(facing: int) -> str:
    """Return the planks of a bridge where it crosses the river, as lines across the way over it."""
    found = squares(facing)
    places = {(r, c) for r, c, _ in found}
    drawn = ""
    for r, c, kind in found:
        if kind == WATER:
            upright = (r - 1, c) in places or (r + 1, c) in places
            for at in range(6, CELL, 13):
                x, y = c * CELL, r * CELL
                drawn += f"M{x + 10} {y + at}h{CELL - 20}" if upright else f"M{x + at} {y + 10}v{CELL - 20}"
    return drawn


@cache
def turned(facing: int) -> int:
    """Return the facing that comes of a quarter turn to the right."""
    return _same_looks(facing, [(c, -r, kind) for r, c, kind in squares(facing)])


@cache
def flipped(facing: int) -> int:
    """Return the facing that comes of flipping the tile over, left to right."""
    return _same_looks(facing, [(r, -c, kind) for r, c, kind in squares(facing)])


def _same_looks(facing: int, wanted: list[Square]) -> int:
    looks = _from_first(wanted)
    return next(other for other in TILE_FACINGS[FACINGS[facing].tile] if squares(other) == looks)


@cache
def ways(tile: int) -> int:
    """Return 1 if a tile looks otherwise when it is turned, 2 if also when it is flipped, else 0."""
    first = TILE_FACINGS[tile][0]
    found = [first]
    while (after := turned(found[-1])) != first:
        found.append(after)
    return 2 if flipped(first) not in found else int(len(found) > 1)


def final(s: KhanState, words: Words, *actions: Action) -> str:
    """Return why the last of these actions, which the observer takes one after the other, cannot be taken back."""
    before = after = s.determinized(0)
    for action in actions:
        before = after.clone()
        after.apply(action, s.observer)
    if not actions or may_be_undone(before, after, actions[-1]):
        return ""
    drawn = isinstance(before, KhanState) and isinstance(after, KhanState) and len(after.deck) != len(before.deck)
    return words.say("laying", "final_over" if after.is_terminal else "final_draws" if drawn else "final", {})


@cache
def free_squares(facing: int, owners: int) -> list[tuple[int, int]]:
    """Return the squares on land of a tile as it lies, row and column, on which none of so many yurts is drawn."""
    return [(r, c) for r, c, kind in squares(facing) if kind == YURT][owners:]


@cache
def tile_path(facing: int, inset: int = 4, radius: int = 11) -> str:
    """Return the outline of a tile as it lies, around its first cell."""
    return outline([(r, c) for r, c, _ in squares(facing)], CELL, (0, 0), inset, radius)


@cache
def mini(tile: int, facing: int = -1) -> dict[str, Any]:
    """Return a small picture of a tile for the panel: as it lies, or else as wide as it gets.

    `box` is as small as it can be; in a `frame` the ways of one tile, or all tiles as wide as they get, have one scale.
    """
    shown = facing if facing >= 0 else _widest(tile)
    found = squares(shown)
    left = min(c for _, c, _ in found)
    width, height = _size(shown)
    places = {(r, c) for r, c, _ in found}
    wide, high = (max(width, height),) * 2 if facing >= 0 else _frame()
    across, down = left * CELL - (wide - width) * CELL // 2, (height - high) * CELL // 2
    return {
        "box": f"{left * CELL - 6} -6 {width * CELL + 12} {height * CELL + 12}",
        "frame": f"{across - 6} {down - 6} {wide * CELL + 12} {high * CELL + 12}",
        "path": tile_path(shown),
        "river": [(c * CELL + 10, r * CELL + 10) for r, c, kind in found if kind == WATER],
        "seams": "".join(
            [f"M{(c + 1) * CELL} {r * CELL + 4}v{CELL - 8}" for r, c in sorted(places) if (r, c + 1) in places]
            + [f"M{c * CELL + 4} {(r + 1) * CELL}h{CELL - 8}" for r, c in sorted(places) if (r + 1, c) in places]
        ),
    }


def _size(facing: int) -> tuple[int, int]:
    """Return how many squares a tile as it lies is wide and high."""
    rows, columns = zip(*((r, c) for r, c, _ in squares(facing)), strict=True)
    return max(columns) - min(columns) + 1, max(rows) + 1


def _widest(tile: int) -> int:
    return max(TILE_FACINGS[tile], key=lambda facing: _size(facing)[0])


@cache
def _frame() -> tuple[int, int]:
    """Return the width and the height into which all tiles fit, as wide as they get."""
    widths, heights = zip(*(_size(_widest(tile)) for tile in range(len(TILES))), strict=True)
    return max(widths), max(heights)


def conquerable(s: KhanState, legal: Sequence[Action]) -> tuple[dict[int, str], dict[int, int]]:
    """Return the yurts that the observer may conquer now, and where each tile reaches that he may choose.

    A yurt's cell goes with the target that it is: "conquest", or the tile worth most that may lie over it. A tile goes
    with the cells that it can cover, as a mask.
    """
    means: dict[int, str] = {}
    reach: dict[int, int] = {}
    opening = conquer in legal
    tiles = [
        choose.of(action).choice for action in (tiles_to_lay(s, s.observer) if opening else legal) if choose.has(action)
    ]
    for tile in sorted(tiles, key=lambda tile: TILE_POINTS[tile]):
        reach[tile] = 0
        for placement in placements(s, s.observer, tile):
            reach[tile] |= COVER[placement]
            means.update(dict.fromkeys(bits(LAND[placement]), "conquest" if opening else f"tile-{TILES[tile]}"))
    return means, {} if opening else reach


def laying(s: KhanState, words: Words, names: Sequence[str], legal: Sequence[Action]) -> dict[str, Any] | None:
    """Return the tile that the viewer is to lay; None if he is not."""
    step = s.stack[-1] if s.stack else None
    if not isinstance(step, Lay) or not any(lay.has(action) for action in legal):
        return None
    allowed = {(lay.of(action).cell, lay.of(action).way) for action in legal if lay.has(action)}
    board = s.board
    rows = len(board.rows)
    cells = [row * SIDE + column for row in range(rows) for column in range(board.columns)]
    why: list[str] = []
    gains: list[str] = []
    forms = [_form(s, words, names, step, facing, cells, allowed, why, gains) for facing in TILE_FACINGS[step.tile]]
    yurts, water = s.yurted, s.water
    x, y = origin(board)
    first_cell, first_way = min(allowed)
    return {
        "x": x,
        "y": y,
        "columns": COLUMNS[: board.columns],
        "rows": rows,
        "kinds": "".join(YURT if yurts >> c & 1 else WATER if water >> c & 1 else OTHER for c in cells),
        "start": f"way-{WAYS[first_way]} {CELLS[first_cell]}",
        "why": why,
        "gains": gains,
        "words": [words.say("laying", key, {}) for key in ("turn", "flip", "lay")],
        "tile": step.tile,
        "ways": ways(step.tile),
        "help": {
            "touch": words.say("laying", "help_touch", {"ways": ways(step.tile)}),
            "mouse": words.say("laying", "help", {"ways": ways(step.tile)}),
        },
        "label": words.say("laying", "label", {"tile": TILES[step.tile]}),
        "forms": forms,
    }


def _form(
    s: KhanState,
    words: Words,
    names: Sequence[str],
    step: Lay,
    facing: int,
    cells: Sequence[int],
    allowed: set[tuple[int, int]],
    why: list[str],
    gains: list[str],
) -> dict[str, Any]:
    way = FACING_WAY[facing]
    verdict = ""
    reach = 0
    gained: list[str] = []
    for cell in cells:
        if (cell, way) in allowed:
            verdict += "."
            reach |= COVER[facing * FRAME + cell]
            told = _gain(s, words, names, step, LAND[facing * FRAME + cell])
            told = " ".join(filter(None, [told, final(s, words, lay[cell * len(WAYS) + way])]))
            if told not in gains:
                gains.append(told)
            gained.append(f"{CELLS[cell]}:{gains.index(told)}")
            continue
        told = _why(s, words, names, step, cell, way)
        if told not in why:
            why.append(told)
        verdict += chr(ord("a") + why.index(told))
    return {
        "way": WAYS[way],
        "turned": WAYS[FACING_WAY[turned(facing)]],
        "flipped": WAYS[FACING_WAY[flipped(facing)]],
        "squares": " ".join(f"{r},{c},{kind}" for r, c, kind in squares(facing)),
        "verdict": verdict,
        "gained": " ".join(gained),
        "path": tile_path(facing),
        "marks": [(c * CELL, r * CELL, kind == WATER) for r, c, kind in squares(facing)],
        "reach": outline(cells_of(reach), CELL, origin(s.board), 2, 8),
    }


def share(s: KhanState, step: Lay, action: LayAction) -> tuple[int, int]:
    """Return who gets points for laying the tile there, as a mask, and how many each."""
    return _share(s, step, LAND[FACING_OF[step.tile][action.way] * FRAME + action.cell])


def _share(s: KhanState, step: Lay, land: int) -> tuple[int, int]:
    owners = majority(s, land)
    return owners, TILE_POINTS[step.tile] // (owners.bit_count() if s.variant.shared_points == "divided" else 1)


def _gain(s: KhanState, words: Words, names: Sequence[str], step: Lay, land: int) -> str:
    """Say who gets how many points for these cells, and who loses yurts there for nothing."""
    owners, points = _share(s, step, land)
    sharing = [names[player] for player in bits(owners ^ 1 << step.player)]
    told = {"points": points, "names": ", ".join(sharing)}
    lost = [
        words.say("laying", "loses", {"name": names[player], "count": count})
        for player in range(s.players)
        if not owners >> player & 1 and (count := (land & s.yurts[player]).bit_count())
    ]
    gained = words.say("laying", "shared" if sharing else "gain", told)
    said = f"{gained}; {', '.join(lost)}." if lost else f"{gained}."
    return " ".join(filter(None, [said, asks(s, words, names, step.player, land)]))


def asks(s: KhanState, words: Words, names: Sequence[str], player: int, land: int) -> str:
    """Say who is asked before a player conquers these cells, and may refuse; "" for nobody."""
    asked = [names[other] for other in bits(max(0, to_be_asked(s, player, land)))]
    return words.say("laying", "asks", {"names": ", ".join(asked), "count": len(asked)}) if asked else ""


def _why(s: KhanState, words: Words, names: Sequence[str], step: Lay, cell: int, way: int) -> str:
    """Say why the tile may not lie here; squares that do not fit are marked on the map, so cells need no names."""
    refusal = step.why_not(s, lay[cell * len(WAYS) + way])
    if refusal.key in ("protected", "refused"):
        return guards(s, words, names, LAND[FACING_OF[step.tile][way] * FRAME + cell])
    return (
        words.say("laying", refusal.key, {"river": RIVER})
        if words.has("laying", refusal.key)
        else words.refusal(refusal)
    )
