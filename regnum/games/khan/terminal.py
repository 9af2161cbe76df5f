"""A full or observed state of Khan as plain text, for the terminal."""

from collections.abc import Sequence
from typing import Final

from regnum.core.rules.state import FULL
from regnum.core.text.narrator import Grid, final_table, player_name
from regnum.core.text.words import Words, upfirst
from regnum.games.khan.boards import OUTSIDE, RIVER
from regnum.games.khan.components import (
    CARDS,
    CELLS,
    COLUMNS,
    FRAME_SIDE,
    REGIONS,
    RULERS,
    SPECIALS,
    TILE_POINTS,
    TILES,
)
from regnum.games.khan.scoring import final_points, largest_area
from regnum.games.khan.state import KhanState
from regnum.games.khan.tiles import BIT, laid_cells

_NONE: Final = "–"


def tables(s: KhanState, words: Words, names: Sequence[str]) -> list[Grid]:
    """Return everything that the state's observer sees, as grids: board, players, rulers, tiles, cards."""
    grids = [_board(s, words), _players(s, words, names), _rulers(s, words), _tiles(s, words)]
    for player in range(s.players):
        if s.hands[player] and s.observer in (FULL, player):
            grids.append(_hand(s, words, names, player))
    return grids


def final(s: KhanState, words: Words, names: Sequence[str]) -> list[Grid]:
    """Return the final scoring of a finished game, as a grid in a list."""
    return [final_table(s, words, names, words.title("final_scoring"), final_points(s))]


def _board(s: KhanState, words: Words) -> Grid:
    """Return the board, with the piece on each cell or the first two letters of its landscape.

    1 to 4: a player's yurt; o: a neutral yurt; capitals: a ruler; #: a tile with its owners; ~: the river.
    """
    height = len(s.board.rows)
    width = s.board.columns
    rows = [
        [str(row + 1), *(_cell(s, words, row * FRAME_SIDE + column) for column in range(width))]
        for row in range(height)
    ]
    return Grid(words.title("board"), ["", *COLUMNS[:width]], rows)


def _cell(s: KhanState, words: Words, cell: int) -> str:
    if cell in s.rulers:
        return words.name("people", RULERS[s.rulers.index(cell)])[:3].upper()
    for tile in s.laid:
        if laid_cells(tile) & BIT[cell]:
            return "#" + "".join(str(player + 1) for player in range(s.players) if tile >> player & 1)
    if s.neutral & BIT[cell]:
        return "o"
    for player in range(s.players):
        if s.yurts[player] & BIT[cell]:
            return str(player + 1)
    kind = s.board.kinds[cell]
    if kind == OUTSIDE:
        return ""
    return "~" if kind == RIVER else words.name("region", kind)[:2].lower()


def _players(s: KhanState, words: Words, names: Sequence[str]) -> Grid:
    keys = ["player", "points", "largest_area", "stock", "on_board", "special_cards", "active", "hand"]
    points = s.scores()
    rows: list[list[str]] = []
    for player in range(s.players):
        cards = [
            f"{words.name('special', SPECIALS[card])} {count}" for card, count in enumerate(s.specials[player]) if count
        ]
        rows.append(
            [
                f"{player + 1} {player_name(names, player)}",
                str(points[player]),
                str(largest_area(s, player)),
                str(s.stock[player]),
                str(s.yurts[player].bit_count()),
                ", ".join(cards) or _NONE,
                _active(s, words, player),
                str(len(s.hands[player])),
            ]
        )
    return Grid("", [words.title(key) for key in keys], rows)


def _active(s: KhanState, words: Words, player: int) -> str:
    if s.active[player] < 0:
        return _NONE
    parts = [words.name("special", SPECIALS[s.active[player]])]
    if s.guarded[player] >= 0:
        parts.append(words.name("region", REGIONS[s.guarded[player]]))
    if s.reserved[player] >= 0:
        parts.append(words.name("tile", TILES[s.reserved[player]]))
    return ": ".join(parts)


def _rulers(s: KhanState, words: Words) -> Grid:
    rows = [
        [
            words.name("people", RULERS[ruler]),
            CELLS[s.rulers[ruler]] if s.rulers[ruler] >= 0 else _NONE,
            str(s.camps[ruler]),
        ]
        for ruler in range(len(RULERS))
    ]
    title = f"{words.title('rulers_out')}: {s.rulers_out()}; {words.term('supply')}: {s.supply}"
    return Grid(title, [words.title(key) for key in ("ruler", "cell", "camp")], rows)


def _tiles(s: KhanState, words: Words) -> Grid:
    rows = [
        [upfirst(words.name("tile", TILES[tile])), str(TILE_POINTS[tile]), str(s.tiles[tile])]
        for tile in range(len(TILES))
        if s.tiles[tile]
    ]
    return Grid("", [words.title("tile"), words.title("points"), "#"], rows)


def _hand(s: KhanState, words: Words, names: Sequence[str], player: int) -> Grid:
    rows = [[upfirst(words.name("card", CARDS[card]))] for card in s.hands[player]]
    return Grid(player_name(names, player), [words.title("hand")], rows)
