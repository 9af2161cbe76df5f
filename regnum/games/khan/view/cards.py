"""Cards and other components of Khan as printed and shown."""

from collections.abc import Sequence
from typing import Any, Final

from regnum.core.text.words import Words, upfirst
from regnum.games.khan import components as box
from regnum.games.khan.state import KhanState


def cell_label(s: KhanState, words: Words, cell: int) -> str:
    """Return a cell's coordinates and landscape as text."""
    key = "cell_river" if s.board.river >> cell & 1 else "cell"
    return words.text("board", key, {"cell": box.CELLS[cell], "ground": s.board.kinds[cell]})


def ruler_label(s: KhanState, words: Words, ruler: int) -> str:
    """Return a ruler's name and cell as text."""
    out = s.rulers[ruler] < 0
    cell_name = words.text("board", "out", {}) if out else cell_label(s, words, s.rulers[ruler])
    return f"{upfirst(words.text('board', 'ruler', {'ruler': box.RULERS[ruler]}))}, {cell_name}"


def camp_label(s: KhanState, words: Words, ruler: int) -> str:
    """Return a camp's ruler and the number of yurts left in it as text."""
    return words.text("board", "camp", {"ruler": box.RULERS[ruler], "yurts": s.camps[ruler]})


def supply_label(s: KhanState, words: Words, tile: int) -> str:
    """Return a tile's name, points and number left as text."""
    params = {"tile": box.TILES[tile], "count": s.tiles[tile], "points": box.TILE_POINTS[tile]}
    return upfirst(words.text("board", "supply_tile", params))


def reserving_players(s: KhanState, words: Words, names: Sequence[str], tile: int) -> list[str]:
    """Return a text that names the players who have reserved a tile of this kind, in a list; [] if there are none."""
    holders = [names[player] for player in range(s.players) if s.reserved[player] == tile]
    return [words.text("board", "reserved", {"names": ", ".join(holders)})] if holders else []


SOFT_HYPHEN: Final = "\u00ad"
"""The character that marks where a word may be divided on a narrow card."""


def shown_card(card: int, words: Words, targets: set[str], prefix: str = "") -> dict[str, Any]:
    """Return a play card: its ground, ruler, direction, texts and target."""
    target = f"card-{box.CARDS[card]}"
    ground = box.GROUNDS[box.CARD_GROUND[card]]
    ground_name = words.name("ground", ground)
    return {
        "id": prefix + target,
        "ground": ground,
        "ground_name": ground_name,
        "region": ground in box.REGIONS,
        "ruler": box.RULERS[box.CARD_RULER[card]],
        "degrees": box.CARD_DIRECTION[card] * 360 // len(box.DIRECTIONS),
        "label": words.name("card", box.CARDS[card]).replace(ground_name.replace(SOFT_HYPHEN, ""), ground_name),
        "asks": words.text("question", "pitch", {"ground": ground}),
        "target": target if target in targets else None,
    }
