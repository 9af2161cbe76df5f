"""The board view of Khan: the map and the pieces on it."""

from collections.abc import Sequence
from typing import Any, Final

from regnum.core.rules.action import Action
from regnum.core.rules.note import Note
from regnum.core.text.words import Words, upfirst
from regnum.games.khan import components as box
from regnum.games.khan.actions import CardAction, CellAction, choose, conquer, expel, invade, pitch
from regnum.games.khan.boards import BOARDS
from regnum.games.khan.cells import NONE, Cells, cells_in
from regnum.games.khan.components import TILE_POINTS, TILES
from regnum.games.khan.conquer import Consent, tiles_to_lay
from regnum.games.khan.notes import CARD, END_PHASE
from regnum.games.khan.placement import placements, protected_cells_of
from regnum.games.khan.scoring import areas
from regnum.games.khan.state import KhanState
from regnum.games.khan.tiles import (
    BIT,
    COVERED_CELLS,
    FACING_TILE,
    FRAME_CELLS,
    IS_BRIDGE,
    LAND_CELLS,
    laid_owners,
    laid_placement,
)
from regnum.games.khan.view.actions import ACTIONS, undo_warning
from regnum.games.khan.view.cards import camp_label, cell_label, ruler_label, shown_card, supply_label
from regnum.games.khan.view.geometry import (
    CELL_SIZE,
    HEIGHT,
    WIDTH,
    board_paths,
    camp_corner,
    cell_corner,
    cells_of,
    free_squares,
    origin,
    outline,
    picture_size,
    planks,
    rim_names,
    scale,
    squares,
    tile_miniature,
    tile_path,
)
from regnum.games.khan.view.keys import ON_BOARD
from regnum.games.khan.view.panel import panel, tile_in_hand
from regnum.games.khan.view.scores import scoring_steps
from regnum.view import BoardView


def conquerable_yurts(s: KhanState, legal: Sequence[Action]) -> tuple[dict[int, str], dict[int, Cells]]:
    """Return the yurts that the observer may conquer now, and the cells that each available tile reaches.

    The first dict maps a yurt's cell to its target: "conquest", or the most valuable tile that may be laid over it. The
    second maps a tile to the cells that it can cover, as a mask.
    """
    targets: dict[int, str] = {}
    reach: dict[int, Cells] = {}
    opening = conquer in legal
    tiles = [
        choose.of(action).choice for action in (tiles_to_lay(s, s.observer) if opening else legal) if choose.has(action)
    ]
    for tile in sorted(tiles, key=lambda tile: TILE_POINTS[tile]):
        reach[tile] = NONE
        for placement in placements(s, s.observer, tile):
            reach[tile] |= COVERED_CELLS[placement]
            target = "conquest" if opening else f"tile-{TILES[tile]}"
            targets.update(dict.fromkeys(cells_in(LAND_CELLS[placement]), target))
    return targets, {} if opening else reach


EMBLEMS: Final = {
    "seljuk": "M25 26q15 11 0 22M25 26v22M27 37h15m-5-4 5 4-5 4",
    "russian": "M32 23q-1 4-6 8-4 4-1 8h14q3-4-1-8-5-4-6-8zM27 40v8h10v-8",
    "hungarian": "M32 24v26M27 30h10M23 37h18",
    "kyrgyz": "M42 37a10 10 0 1 1-20 0 10 10 0 0 1 20 0zM25 30l14 14M39 30 25 44",
    "goryeo": "M42 37a10 10 0 1 1-20 0 10 10 0 0 1 20 0zM22 37q5-8 10 0t10 0",
    "song": "M43 37a11 11 0 1 1-22 0 11 11 0 0 1 22 0zM29 34h6v6h-6z",
    "delhi": "M24 48V34q0-5 8-10 8 5 8 10v14M30 48V38q0-2 2-3 2 1 2 3v10",
    "abbasid": "M25 25v26M25 27h16l-4 5 4 5H25",
}
"""The emblem on each ruler's shield, our own drawings; any other ruler has a plain shield."""
DASH_LENGTH: Final = 22
"""The length of the dashes on the rim of a shared tile."""


def _placed_tile(s: KhanState, words: Words, placement: int) -> dict[str, Any]:
    """Return a tile in a place: its outline, position and label."""
    facing, cell = divmod(placement, FRAME_CELLS)
    tile = FACING_TILE[facing]
    x, y = cell_corner(s.board, cell)
    params = {"tile": box.TILES[tile], "cell": box.CELLS[cell], "points": box.TILE_POINTS[tile]}
    last = squares(facing)[-1]
    return {
        "path": tile_path(facing),
        "x": x,
        "y": y,
        "label": upfirst(words.text("board", "tile", params)),
        "points": box.TILE_POINTS[tile],
        "px": last[1] * CELL_SIZE + CELL_SIZE - 18,
        "py": last[0] * CELL_SIZE + CELL_SIZE - 13,
    }


def _tile(s: KhanState, words: Words, names: Sequence[str], laid_tile: int) -> dict[str, Any]:
    context = _placed_tile(s, words, laid_placement(laid_tile))
    facing, cell = divmod(laid_placement(laid_tile), FRAME_CELLS)
    tile = FACING_TILE[facing]
    owners = [player for player in range(s.players) if laid_tile >> player & 1]
    is_shared = len(owners) > 1
    return {
        "id": f"laid-{box.CELLS[cell]}",
        **context,
        "label": f"{context['label']}: {', '.join(names[player] for player in owners)}",
        "inner": tile_path(facing, 9, 8),
        "tint": laid_owners(laid_tile) if is_shared else owners[0],
        "marks": []
        if is_shared
        else [(c * CELL_SIZE + 13, r * CELL_SIZE + 12) for r, c in free_squares(facing, len(owners))],
        "planks": planks(facing),
        "bridge": IS_BRIDGE[tile],
        "owners": [
            {"seat": player, "x": c * CELL_SIZE + 8, "y": r * CELL_SIZE + 6}
            for player, (r, c) in zip(owners, _seats(facing), strict=False)
        ],
        "ring": [
            {
                "seat": player,
                "dash": f"{DASH_LENGTH} {DASH_LENGTH * (len(owners) - 1)}" if is_shared else "",
                "offset": -DASH_LENGTH * number,
            }
            for number, player in enumerate(owners)
        ],
    }


def _seats(facing: int) -> list[tuple[int, int]]:
    """Return the squares of a tile on which its owners' yurts are drawn, in this order: land squares first."""
    shape = squares(facing)
    return [(r, c) for r, c, kind in shape if kind == "y"] + [(r, c) for r, c, kind in shape if kind != "y"]


def _consent_tile(s: KhanState, words: Words) -> dict[str, Any] | None:
    """Return the tile for which consent is asked, in its place, or None if there is none. Everyone may see it."""
    step = s.stack[-1] if s.stack else None
    return _placed_tile(s, words, step.placement) if isinstance(step, Consent) else None


def _yurts(s: KhanState, words: Words, names: Sequence[str]) -> list[dict[str, Any]]:
    protected = NONE
    for player in range(s.players):
        protected |= protected_cells_of(s, player)
    yurts: list[dict[str, Any]] = []
    for cell in cells_in(s.yurt_cells):
        owner = next((player for player in range(s.players) if s.yurts[player] >> cell & 1), -1)
        x, y = cell_corner(s.board, cell)
        owner_name = names[owner] if owner >= 0 else words.term("neutral_yurt")
        label = [cell_label(s, words, cell), owner_name]
        guard = bool(protected >> cell & 1)
        if guard:
            label.append(words.text("board", "guarded", {}))
        yurts.append(
            {
                "cell": box.CELLS[cell],
                "x": x,
                "y": y,
                "kind": str(owner) if owner >= 0 else "n",
                "label": ", ".join(label),
                "guard": guard,
            }
        )
    return yurts


def _ruler(s: KhanState, words: Words, ruler: int, targets: set[str]) -> dict[str, Any]:
    id_ = box.RULERS[ruler]
    out = s.rulers[ruler] < 0
    x, y = camp_corner(s.board, ruler, 5) if out else cell_corner(s.board, s.rulers[ruler])
    target = f"ruler-{id_}"
    return {
        "id": id_,
        "x": x,
        "y": y,
        "out": out,
        "scale": scale(s.board) if out else 1,
        "label": ruler_label(s, words, ruler),
        "target": target if target in targets else None,
    }


def _camp(s: KhanState, words: Words, ruler: int) -> dict[str, Any]:
    x, y = camp_corner(s.board, ruler)
    yurts_left = s.camps[ruler]
    return {
        "id": box.RULERS[ruler],
        "x": x,
        "y": y,
        "scale": scale(s.board),
        "left": yurts_left,
        "spent": box.YURTS_PER_CAMP - yurts_left,
        "out": s.rulers[ruler] < 0,
        "label": camp_label(s, words, ruler),
    }


def _spot(s: KhanState, words: Words, cell: int) -> dict[str, Any]:
    x, y = cell_corner(s.board, cell)
    name = box.CELLS[cell]
    label = upfirst(cell_label(s, words, cell))
    return {"cell": name, "x": x, "y": y, "aim": True, "label": label, "target": f"cell-{name}"}


def _invasion_spots(s: KhanState, words: Words, legal: Sequence[Action]) -> dict[str, Any] | None:
    """Return the cells that the observer may invade, with the cards for each, and the page's words, or None if none.

    The card is played only when the cell is chosen.
    """
    cards = [action.card for action in legal if invade.has(action) and isinstance(action, CardAction)]
    if not cards:
        return None
    cells: list[dict[str, Any]] = []
    warning = ""
    for cell in cells_in(s.free):
        usable_cards = [card for card in cards if s.board.invaded[card] >> cell & 1]
        if usable_cards:
            warning = (
                warning if cells else undo_warning(s, words, invade[usable_cards[0]], *pitch.members_in(BIT[cell]))
            )
            cells.append({**_spot(s, words, cell), "cards": " ".join(box.CARDS[card] for card in usable_cards)})
    captions = [words.text("tile_placement", key, {}) for key in ("invade", "not_invade")]
    return {"cells": cells, "final": warning, "words": captions}


def _second_click(s: KhanState, words: Words, legal: Sequence[Action]) -> dict[str, Any] | None:
    """Return the captions for a place that needs a second click, and the owner of the new yurt there (-1: none).

    Return None if there are no legal actions.
    """
    if not legal:
        return None
    puts = any(action.family in ("settle", "pitch", "occupy", "invade") for action in legal)
    return {
        "seat": s.observer if puts else -1,
        "words": [
            words.text("click_caption", key, {}) for key in ("tap_again", "click_again", "tap_final", "click_final")
        ],
    }


def _conquest_spot(s: KhanState, words: Words, cell: int, target: str) -> dict[str, Any]:
    """Return a spot for choosing a yurt that may be conquered."""
    label = words.text("action", "conquer", {})
    if target != "conquest":
        label = supply_label(s, words, box.TILES.index(target.removeprefix("tile-")))
    spot = _spot(s, words, cell)
    return {**spot, "target": target, "label": f"{spot['label']}: {label}", "aim": False}


def _areas(s: KhanState, words: Words, names: Sequence[str]) -> list[dict[str, Any]]:
    """Return the areas that earned a bonus, from each player's largest areas or, by the option, from all areas."""
    every_area = s.variant.area_bonus == "areas"
    candidates: list[tuple[int, int, Cells]] = []
    for player in range(s.players):
        by_size = sorted(areas(s, player), key=lambda area: (area.bit_count(), int(area)), reverse=True)
        own_areas = [(area.bit_count(), player, area) for area in by_size]
        candidates += own_areas if every_area else own_areas[:1]
    sizes = [size for size, _, _ in candidates]
    contexts: list[dict[str, Any]] = []
    occupied = _tile_yurts(s)
    for size, player, area in sorted(candidates, key=lambda entry: (-entry[0], entry[1])):
        rank = len([larger for larger in sizes if larger > size])
        if rank >= len(box.AREA_BONUS):
            continue
        middle = _middle(area & ~occupied or area)
        occupied |= 1 << middle
        x, y = cell_corner(s.board, middle)
        params = {"cells": size, "points": box.AREA_BONUS[rank]}
        contexts.append(
            {
                "seat": player,
                "id": f"{player}-{box.CELLS[middle]}",
                "path": outline(cells_of(area), CELL_SIZE, origin(s.board), player * 5, 10),
                "x": x + 25,
                "y": y + 25,
                "points": box.AREA_BONUS[rank],
                "label": f"{names[player]}: {words.text('board', 'area', params)}",
            }
        )
    return contexts


def _tile_yurts(s: KhanState) -> int:
    """Return the cells with a yurt drawn on a tile."""
    occupied = 0
    for laid_tile in s.laid:
        facing, cell = divmod(laid_placement(laid_tile), FRAME_CELLS)
        owners = laid_owners(laid_tile).bit_count()
        for r, c in _seats(facing)[:owners]:
            occupied |= 1 << cell + r * box.FRAME_SIDE + c
    return occupied


def _middle(area: Cells) -> int:
    """Return the cell of an area nearest to its middle."""
    cells = cells_of(area)
    row = sum(r for r, _ in cells) / len(cells)
    column = sum(c for _, c in cells) / len(cells)
    return min(
        cells_in(area), key=lambda cell: (abs(cell // box.FRAME_SIDE - row) + abs(cell % box.FRAME_SIDE - column), cell)
    )


class KhanBoard(BoardView[KhanState]):
    """The board view of Khan."""

    def base_map(self, words: Words, *chosen: Any) -> dict[str, Any]:
        """Return the map of a board: its paths, the names along the rim, the rulers and camps."""
        name = str(chosen[0])
        board = BOARDS[name]
        width, height = picture_size(board)
        return {
            "title": words.text("board", "map", {}),
            "width": width,
            "height": height,
            "scale": scale(board),
            "d": board_paths(name),
            "names": rim_names(board, words),
            "regions": {region: words.name("region", region) for region in box.REGIONS},
            "rulers": [
                {"id": id_, "colour": box.RULER_COLOURS[ruler], "emblem": EMBLEMS.get(id_, "")}
                for ruler, id_ in enumerate(box.RULERS)
            ],
            "tiles": [{"id": id_, **tile_miniature(tile)} for tile, id_ in enumerate(box.TILES)],
            "camps": [
                {
                    "id": id_,
                    "name": words.name("people", id_),
                    "x": camp_corner(board, ruler)[0],
                    "y": camp_corner(board, ruler)[1],
                }
                for ruler, id_ in enumerate(box.RULERS)
            ],
        }

    def pieces(self, s: KhanState, words: Words, names: Sequence[str], legal: Sequence[Action]) -> dict[str, Any]:
        """Return the pieces on the map, and the places where pieces may be put."""
        targets = {ACTIONS.target(action) for action in legal}
        cells = [action.cell for action in legal if isinstance(action, CellAction)]
        conquests, reach = conquerable_yurts(s, legal)
        return {
            "tiles": [
                _tile(s, words, names, laid_tile)
                for laid_tile in sorted(s.laid, key=lambda laid_tile: laid_placement(laid_tile) % FRAME_CELLS)
            ],
            "yurts": _yurts(s, words, names),
            "rulers": [_ruler(s, words, ruler, targets) for ruler in range(len(box.RULERS))],
            "camps": [_camp(s, words, ruler) for ruler in range(len(box.RULERS))],
            "final": undo_warning(s, words, *[action for action in legal if isinstance(action, CellAction)][:1]),
            "rulers_final": undo_warning(s, words, *[action for action in legal if expel.has(action)][:1]),
            "spots": [_spot(s, words, cell) for cell in cells]
            + [_conquest_spot(s, words, cell, conquests[cell]) for cell in sorted(conquests)],
            "reaches": [
                {"tile": box.TILES[tile], "path": outline(cells_of(reach[tile]), CELL_SIZE, origin(s.board), 2, 8)}
                for tile in sorted(reach)
            ],
            "tile_in_hand": tile_in_hand(s, words, names, legal),
            "invasion": _invasion_spots(s, words, legal),
            "second_click": _second_click(s, words, legal),
            "scoring_steps": scoring_steps(s, words, names) if s.is_terminal else [],
            "consent_tile": _consent_tile(s, words),
            "areas": _areas(s, words, names) if s.is_terminal else [],
        }

    def log_context(self, notes: Sequence[Note], words: Words, names: Sequence[str]) -> dict[str, Any]:
        """Return the card turned up at the beginning of this turn; None in the end phase."""
        last = next((note for note in reversed(notes) if note.key in (CARD.key, END_PHASE.key)), None)
        if last is None or last.key == END_PHASE.key:
            return {"turned": None}
        card = shown_card(box.CARDS.index(str(last.params["card"])), words, set(), "turned-")
        return {"turned": {**card, "label": words.text("board", "turned_card", {"label": card["label"]})}}

    def panel(self, s: KhanState, words: Words, names: Sequence[str], legal: Sequence[Action]) -> dict[str, Any]:
        """Return the panel next to the map."""
        return panel(s, words, names, legal)


BOARD: Final = KhanBoard(size=(WIDTH, HEIGHT), base_map_options=("board",), same_to_all=True, on_board=ON_BOARD)
