"""The panel next to the board of Khan: cards, tiles and players."""

from collections.abc import Sequence
from typing import Any

from regnum.core.rules.action import Action
from regnum.core.rules.bitmask import bits
from regnum.core.text.words import Words
from regnum.games.khan import components as box
from regnum.games.khan.action_phase import Discard, Pitch
from regnum.games.khan.actions import LayAction, lay, play
from regnum.games.khan.cells import NONE, Cells
from regnum.games.khan.components import CELLS, COLUMNS, FRAME_SIDE, TILES
from regnum.games.khan.conquer import Lay
from regnum.games.khan.scoring import largest_area
from regnum.games.khan.state import KhanState
from regnum.games.khan.tiles import (
    COVERED_CELLS,
    FACING_OF,
    FACING_ORIENTATION,
    FRAME_CELLS,
    LAND_CELLS,
    ORIENTATIONS,
    TILE_FACINGS,
)
from regnum.games.khan.view.actions import ACTIONS, rulers_out_params, undo_warning
from regnum.games.khan.view.advice import consent_text, owners_and_points, protection_text
from regnum.games.khan.view.cards import reserving_players, shown_card, supply_label
from regnum.games.khan.view.geometry import (
    CELL_SIZE,
    OTHER,
    RIVER_CELLS,
    WATER,
    YURT,
    cells_of,
    flip_facing,
    orientation_controls,
    origin,
    outline,
    squares,
    tile_miniature,
    tile_path,
    turn_facing,
)


def tile_in_hand(s: KhanState, words: Words, names: Sequence[str], legal: Sequence[Action]) -> dict[str, Any] | None:
    """Return what the page needs to lay the observer's tile: its forms, where each fits, and why not elsewhere.

    Return None if the observer has no tile to lay.
    """
    step = s.stack[-1] if s.stack else None
    if not isinstance(step, Lay) or not any(lay.has(action) for action in legal):
        return None
    allowed = {(lay.of(action).cell, lay.of(action).orientation) for action in legal if lay.has(action)}
    board = s.board
    rows = len(board.rows)
    cells = [row * FRAME_SIDE + column for row in range(rows) for column in range(board.columns)]
    obstacles: list[str] = []
    gains: list[str] = []
    forms = [
        _tile_form(s, words, names, step, facing, cells, allowed, obstacles, gains)
        for facing in TILE_FACINGS[step.tile]
    ]
    yurts, water = s.yurt_cells, s.water
    x, y = origin(board)
    first_cell, first_orientation = min(allowed)
    return {
        "x": x,
        "y": y,
        "columns": COLUMNS[: board.columns],
        "rows": rows,
        "kinds": "".join(YURT if yurts >> c & 1 else WATER if water >> c & 1 else OTHER for c in cells),
        "start": f"way-{ORIENTATIONS[first_orientation]} {CELLS[first_cell]}",
        "why": obstacles,
        "gains": gains,
        "words": [words.text("tile_placement", key, {}) for key in ("turn", "flip", "lay")],
        "tile": step.tile,
        "ways": orientation_controls(step.tile),
        "help": {
            "touch": words.text("tile_placement", "help_touch", {"ways": orientation_controls(step.tile)}),
            "mouse": words.text("tile_placement", "help", {"ways": orientation_controls(step.tile)}),
        },
        "label": words.text("tile_placement", "label", {"tile": TILES[step.tile]}),
        "forms": forms,
    }


def _tile_form(
    s: KhanState,
    words: Words,
    names: Sequence[str],
    step: Lay,
    facing: int,
    cells: Sequence[int],
    allowed: set[tuple[int, int]],
    obstacles: list[str],
    gains: list[str],
) -> dict[str, Any]:
    orientation = FACING_ORIENTATION[facing]
    verdict = ""
    reach = NONE
    cell_gains: list[str] = []
    for cell in cells:
        if (cell, orientation) in allowed:
            verdict += "."
            reach |= COVERED_CELLS[facing * FRAME_CELLS + cell]
            text = _gain_text(s, words, names, step, LAND_CELLS[facing * FRAME_CELLS + cell])
            text = " ".join(filter(None, [text, undo_warning(s, words, lay[cell * len(ORIENTATIONS) + orientation])]))
            if text not in gains:
                gains.append(text)
            cell_gains.append(f"{CELLS[cell]}:{gains.index(text)}")
            continue
        text = _explain_place(s, words, names, step, cell, orientation)
        if text not in obstacles:
            obstacles.append(text)
        verdict += chr(ord("a") + obstacles.index(text))
    return {
        "way": ORIENTATIONS[orientation],
        "turned": ORIENTATIONS[FACING_ORIENTATION[turn_facing(facing)]],
        "flipped": ORIENTATIONS[FACING_ORIENTATION[flip_facing(facing)]],
        "squares": " ".join(f"{r},{c},{kind}" for r, c, kind in squares(facing)),
        "verdict": verdict,
        "gained": " ".join(cell_gains),
        "path": tile_path(facing),
        "marks": [(c * CELL_SIZE, r * CELL_SIZE, kind == WATER) for r, c, kind in squares(facing)],
        "reach": outline(cells_of(reach), CELL_SIZE, origin(s.board), 2, 8),
    }


def _gain_text(s: KhanState, words: Words, names: Sequence[str], step: Lay, land: Cells) -> str:
    """Return the points that players get if a tile is laid on these cells, and who loses yurts, as sentences."""
    owners, points = owners_and_points(s, step, land)
    sharing = [names[player] for player in bits(owners ^ 1 << step.player)]
    params = {"points": points, "names": ", ".join(sharing)}
    losses = [
        words.text("tile_placement", "loses", {"name": names[player], "count": count})
        for player in range(s.players)
        if not owners >> player & 1 and (count := (land & s.yurts[player]).bit_count())
    ]
    gain = words.text("tile_placement", "shared" if sharing else "gain", params)
    text = f"{gain}; {', '.join(losses)}." if losses else f"{gain}."
    return " ".join(filter(None, [text, consent_text(s, words, names, step.player, land)]))


def _explain_place(s: KhanState, words: Words, names: Sequence[str], step: Lay, cell: int, orientation: int) -> str:
    """Return why the tile may not be laid here; the map marks squares that do not fit, so cells need not be named."""
    refusal = step.refusal(s, lay[cell * len(ORIENTATIONS) + orientation])
    if refusal.key in ("protected", "refused"):
        return protection_text(s, words, names, LAND_CELLS[FACING_OF[step.tile][orientation] * FRAME_CELLS + cell])
    return (
        words.text("tile_placement", refusal.key, {"river": RIVER_CELLS})
        if words.has("tile_placement", refusal.key)
        else words.refusal(refusal)
    )


def _special_card(s: KhanState, words: Words, player: int, card: int, targets: set[str]) -> dict[str, Any]:
    target = f"special-{box.SPECIALS[card]}"
    return {
        "id": target,
        "name": words.name("special", box.SPECIALS[card]),
        "count": s.specials[player][card],
        "about": words.text("special_about", box.SPECIALS[card], {}),
        "final": undo_warning(s, words, play[card]) if target in targets else "",
        "target": target if target in targets else None,
    }


def _forms(words: Words, in_hand: dict[str, Any] | None, legal: Sequence[Action]) -> list[dict[str, Any]]:
    if in_hand is None:
        return []
    allowed = {action.params["way"] for action in legal if isinstance(action, LayAction)}
    tile: int = in_hand["tile"]
    return [
        {
            "way": ORIENTATIONS[FACING_ORIENTATION[facing]],
            "name": words.name("way", ORIENTATIONS[FACING_ORIENTATION[facing]]),
            "target": f"way-{ORIENTATIONS[FACING_ORIENTATION[facing]]}"
            if ORIENTATIONS[FACING_ORIENTATION[facing]] in allowed
            else None,
            **tile_miniature(tile, facing),
        }
        for facing in TILE_FACINGS[tile]
    ]


def _supply(s: KhanState, words: Words, names: Sequence[str], tile: int, targets: set[str]) -> dict[str, Any]:
    target = f"tile-{box.TILES[tile]}"
    return {
        "id": target,
        "label": "; ".join([supply_label(s, words, tile), *reserving_players(s, words, names, tile)]),
        "reserved": [player for player in range(s.players) if s.reserved[player] == tile],
        "count": s.tiles[tile],
        "points": box.TILE_POINTS[tile],
        "target": target if target in targets else None,
        **tile_miniature(tile),
    }


def _player(s: KhanState, words: Words, player: int) -> dict[str, Any]:
    notes: list[str] = []
    card = s.active[player]
    if card >= 0:
        note = f"{words.name('special', box.SPECIALS[card])} ({words.term('active')})"
        if s.guarded[player] >= 0:
            note += f": {words.name('region', box.REGIONS[s.guarded[player]])}"
        if s.reserved[player] >= 0:
            note += f": {words.name('tile', box.TILES[s.reserved[player]])}"
        notes.append(note)
    specials_left = [
        f"{words.name('special', box.SPECIALS[kind])}{f' ×{count}' if count > 1 else ''}"
        for kind, count in enumerate(s.specials[player])
        if count
    ]
    return {
        "points": s.scores()[player],
        "area": largest_area(s, player),
        "yurts": s.yurts[player].bit_count(),
        "stock": s.stock[player],
        "cards": len(s.hands[player]),
        "to_act": player in s.players_to_act,
        "active": notes,
        "specials": specials_left,
    }


def panel(s: KhanState, words: Words, names: Sequence[str], legal: Sequence[Action]) -> dict[str, Any]:
    """Return the panel next to the map: the observer's cards, the supply of tiles, players, piles."""
    viewer = s.observer
    targets = {ACTIONS.target(action) for action in legal}
    hand = s.hands[viewer] if viewer >= 0 else ()
    in_hand = tile_in_hand(s, words, names, legal)
    step = s.stack[-1] if s.stack else None
    return {
        "viewer": viewer,
        "playing": shown_card(step.card, words, set(), "playing-") if isinstance(step, Pitch) and legal else None,
        "cards": [shown_card(card, words, targets) for card in hand if card >= 0],
        "idle": s.end_phase,
        "turned": None,
        "ground_only": s.variant.expel_direction == "deck" and not isinstance(step, Discard),
        "picking": [words.text("board", key, {}) for key in ("play_it", "not_it")],
        "specials": [_special_card(s, words, viewer, card, targets) for card in range(len(box.SPECIALS))]
        if viewer >= 0
        else [],
        "forms": _forms(words, in_hand, legal),
        "help": in_hand and in_hand["help"],
        "supply": [_supply(s, words, names, tile, targets) for tile in range(len(box.TILES))],
        "players": [_player(s, words, player) for player in range(s.players)],
        "rulers_out": words.text("board", "rulers_out_over" if s.end_phase else "rulers_out", rulers_out_params(s)),
        "neutral": s.supply,
        "deck": len(s.deck),
        "discards": len(s.discards),
        "top": shown_card(s.discards[-1], words, set(), "top-") if s.discards else None,
    }
