"""The table of Khan as plain text: what the terminal shows of a state, full or observed."""

from collections.abc import Sequence
from typing import Final

from regnum.core.game import FULL
from regnum.core.narrator import Table, player_name
from regnum.core.words import Words
from regnum.games.khan.areas import OWNERS, largest_area
from regnum.games.khan.board import OUTSIDE, RIVER
from regnum.games.khan.components import (
    CARDS,
    CELLS,
    COLUMNS,
    REGIONS,
    RULERS,
    RULERS_OUT,
    SIDE,
    SPECIALS,
    TILE_COUNT,
    TILE_POINTS,
    TILE_SHAPE,
    TILES,
)
from regnum.games.khan.scoring import final_points
from regnum.games.khan.state import KhanState
from regnum.games.khan.tiles import COVER, FACING_TILE, FRAME

_NONE: Final = "–"
_TILE: Final = "#"
_NEUTRAL: Final = "n"
_WATER: Final = "~~"
_SEATS: Final = "1234"


def tables(s: KhanState, words: Words, names: Sequence[str]) -> list[Table]:
    """Return everything that the state's observer sees: map, tiles on it, players, rulers, supply and cards."""
    shown = [_map(s, words, names), _players(s, words, names), _rulers(s, words), _supply(s, words)]
    if s.laid:
        shown.insert(1, _laid(s, words, names))
    for player in range(s.players):
        if s.observer in (FULL, player) and s.hands[player]:
            shown.append(_hand(s, words, names, player))
    return shown


def final(s: KhanState, words: Words, names: Sequence[str]) -> list[Table]:
    """Return the final scoring of a finished game, line by line, with what breaks ties.

    khan.scoring.winner, khan.scoring.ties
    """
    lines = final_points(s)
    seats = range(s.players)
    rows = [[words.say("final", key, {}), *(str(lines[player][key]) for player in seats)] for key in lines[0]]
    rows.append(["=", *(str(points) for points in s.scores())])
    rows.append([_title(words, "largest_area"), *(str(largest_area(s.laid, player)) for player in seats)])
    rows.append(["#", *(f"{rank}." for rank in s.ranking())])
    return [Table(_title(words, "final_scoring"), ["", *(player_name(names, player) for player in seats)], rows)]


def _term(words: Words, key: str) -> str:
    return words.say("term", key, {})


def _title(words: Words, key: str) -> str:
    told = _term(words, key)
    return told[:1].upper() + told[1:]


# The map.


def _map(s: KhanState, words: Words, names: Sequence[str]) -> Table:
    """Return the board: the landscape of every cell, and what lies there."""
    letters = _letters(words)
    columns = ["", *COLUMNS[: s.board.columns]]
    rows = [
        [str(row + 1), *(_cell(s, row * SIDE + column, letters) for column in range(s.board.columns))]
        for row in range(len(s.board.rows))
    ]
    legend = [f"{letters[region]} {words.name('region', region)}" for region in REGIONS]
    legend += [
        f"{_WATER} {_term(words, 'river')}",
        f"{_NEUTRAL} {_term(words, 'neutral_yurt')}",
        f"{_TILE} {_term(words, 'tile')}",
    ]
    legend += [f"{_SEATS[player]} {player_name(names, player)}" for player in range(s.players)]
    legend += [f"{_ruler_letter(ruler)} {words.name('ruler', id_)}" for ruler, id_ in enumerate(RULERS)]
    return Table(f"{_title(words, 'board')} ({', '.join(legend)})", columns, rows)


def _letters(words: Words) -> dict[str, str]:
    """Return a letter for each landscape: the first of its name that is still to be had."""
    found: dict[str, str] = {}
    for region in REGIONS:
        name = words.name("region", region).replace(" ", "")
        found[region] = next((letter for letter in name if letter not in found.values()), name[0])
    return found


def _ruler_letter(ruler: int) -> str:
    return chr(ord("A") + ruler)


def _cell(s: KhanState, cell: int, letters: dict[str, str]) -> str:
    kind = s.board.kinds[cell]
    if kind == OUTSIDE:
        return ""
    if any(COVER[laid // OWNERS] >> cell & 1 for laid in s.laid):
        return _TILE + (_WATER[0] if kind == RIVER else letters[kind])
    if kind == RIVER:
        return _WATER
    if cell in s.rulers:
        return letters[kind] + _ruler_letter(s.rulers.index(cell))
    if s.neutral >> cell & 1:
        return letters[kind] + _NEUTRAL
    owner = next((player for player in range(s.players) if s.yurts[player] >> cell & 1), -1)
    return letters[kind] + (_SEATS[owner] if owner >= 0 else "")


def _laid(s: KhanState, words: Words, names: Sequence[str]) -> Table:
    rows: list[list[str]] = []
    for laid in s.laid:
        facing, cell = divmod(laid // OWNERS, FRAME)
        tile = FACING_TILE[facing]
        covered = [CELLS[other] for other in range(FRAME) if COVER[laid // OWNERS] >> other & 1]
        owners = [player_name(names, player) for player in range(s.players) if laid >> player & 1]
        rows.append(
            [CELLS[cell], words.name("tile", TILES[tile]), " ".join(covered), ", ".join(owners), str(TILE_POINTS[tile])]
        )
    return Table(
        _title(words, "tiles"), ["", *(_term(words, key) for key in ("tile", "cell", "yurts", "points"))], rows
    )


# Beside the map.


def _players(s: KhanState, words: Words, names: Sequence[str]) -> Table:
    columns = ["points", "largest_area", "on_board", "stock", "hand", "special_cards", "active"]
    points = s.scores()
    rows: list[list[str]] = []
    for player in range(s.players):
        active = [words.name("special", SPECIALS[s.active[player]])] if s.active[player] >= 0 else []
        if s.guarded[player] >= 0:
            active.append(words.name("region", REGIONS[s.guarded[player]]))
        if s.reserved[player] >= 0:
            active.append(words.name("tile", TILES[s.reserved[player]]))
        specials = [
            f"{count} {words.name('special', SPECIALS[kind])}" for kind, count in enumerate(s.specials[player]) if count
        ]
        rows.append(
            [
                player_name(names, player),
                str(points[player]),
                str(largest_area(s.laid, player)),
                str(s.yurts[player].bit_count()),
                str(s.stock[player]),
                str(len(s.hands[player])),
                ", ".join(specials) or _NONE,
                ": ".join(active) or _NONE,
            ]
        )
    return Table("", ["", *(_term(words, key) for key in columns)], rows)


def _rulers(s: KhanState, words: Words) -> Table:
    rows = [
        [
            _ruler_letter(ruler),
            words.name("ruler", id_),
            CELLS[s.rulers[ruler]] if s.rulers[ruler] >= 0 else _NONE,
            str(s.camps[ruler]),
        ]
        for ruler, id_ in enumerate(RULERS)
    ]
    title = f"{_title(words, 'rulers')} ({_term(words, 'rulers_out')}: {s.rulers_out()}/{RULERS_OUT})"
    return Table(title, ["", _term(words, "ruler"), _term(words, "cell"), _term(words, "camp")], rows)


def _supply(s: KhanState, words: Words) -> Table:
    rows = [
        [
            words.name("tile", id_),
            " / ".join(TILE_SHAPE[tile]),
            str(TILE_POINTS[tile]),
            f"{s.tiles[tile]}/{TILE_COUNT[tile]}",
        ]
        for tile, id_ in enumerate(TILES)
    ]
    told = f"{_term(words, 'neutral_yurts')} {s.supply}, {_term(words, 'draw_pile')} {len(s.deck)}"
    told += f", {_term(words, 'discard_pile')} {len(s.discards)}"
    if s.discards:
        told += f": {words.name('card', CARDS[s.discards[-1]])}"
    return Table(f"{_title(words, 'supply')} ({told})", ["", _term(words, "tile"), _term(words, "points"), ""], rows)


def _hand(s: KhanState, words: Words, names: Sequence[str], player: int) -> Table:
    rows = [[words.name("card", CARDS[card])] for card in s.hands[player] if card >= 0]
    return Table(f"{_title(words, 'hand')}: {player_name(names, player)}", [""], rows)
