"""Placements from bit masks equal those of a plain slow search at random positions."""

import random
from typing import cast

import pytest

from regnum.core.folder import read_data
from regnum.games.khan import GAME
from regnum.games.khan.cells import NONE, Cells
from regnum.games.khan.components import CELLS, SPECIALS, TILES
from regnum.games.khan.placement import (
    available_tiles,
    cached_placements,
    can_conquer,
    could_conquer_unguarded,
    legal_tiles,
    placements,
    protected_cells_against,
)
from regnum.games.khan.state import KhanState
from regnum.games.khan.tiles import (
    COVERED_CELLS,
    FACING_TILE,
    FACINGS,
    FRAME_CELLS,
    LAND_CELLS,
    OWNER_SETS,
    TILE_FACINGS,
    laid_cells,
)
from tests.support.games.khan import OUT, game, position

Cell = tuple[int, int]
Footprint = tuple[frozenset[Cell], frozenset[Cell]]
POSITIONS = 1000


def orientations(shape: list[str]) -> list[list[str]]:
    """Return all orientations of a tile: rotated by swapping rows and columns, flipped by reading backwards."""
    result: list[list[str]] = []
    for flipped in (shape, [row[::-1] for row in shape]):
        picture = flipped
        for _ in range(4):
            if picture not in result:
                result.append(picture)
            picture = ["".join(row[column] for row in reversed(picture)) for column in range(len(picture[0]))]
    return result


def board_rows(board: str) -> list[str]:
    layout = read_data(GAME.package, f"boards/{board}")["layout"]
    kinds = {letter: kind[0] if kind in ("outside", "river") else "l" for letter, kind in layout["legend"].items()}
    return ["".join(kinds[letter] for letter in row) for row in layout["rows"]]


def footprints(board: str) -> list[list[Footprint]]:
    """Return for each tile all sets of land and river cells that it can cover."""
    rows = board_rows(board)

    def kind(row: int, column: int) -> str:
        return rows[row][column] if 0 <= row < len(rows) and 0 <= column < len(rows[row]) else "o"

    result: list[list[Footprint]] = []
    for tile in read_data(GAME.package, "tiles")["tile"]:
        places: set[Footprint] = set()
        for picture in orientations(tile["shape"]):
            for top in range(-4, 13):
                for left in range(-4, 13):
                    squares = [
                        (top + r, left + c, mark)
                        for r, line in enumerate(picture)
                        for c, mark in enumerate(line)
                        if mark != "."
                    ]
                    if all(kind(r, c) == ("l" if mark == "#" else "r") for r, c, mark in squares):
                        land = frozenset((r, c) for r, c, mark in squares if mark == "#")
                        river = frozenset((r, c) for r, c, mark in squares if mark == "~")
                        places.add((land, river))
        result.append(sorted(places, key=lambda place: (sorted(place[0]), sorted(place[1]))))
    return result


def as_cells(mask: Cells) -> frozenset[Cell]:
    return frozenset(divmod(number, 13) for number in range(FRAME_CELLS) if mask >> number & 1)


def random_position(rng: random.Random, board: str, players: int) -> KhanState:
    """Return a position with random yurts, tiles and active cards. The numbers of pieces do not matter here."""
    s = KhanState(GAME, players, 1, GAME.read_setup(players, 1, {"board": board}))
    occupied = NONE
    laid: list[int] = []
    for _ in range(rng.choice([0, 0, 2, 6])):
        facing = rng.randrange(len(FACINGS))
        anchors = [anchor for anchor in range(FRAME_CELLS) if s.board.valid[facing] >> anchor & 1]
        placement = facing * FRAME_CELLS + rng.choice(anchors)
        if not COVERED_CELLS[placement] & occupied:
            occupied |= COVERED_CELLS[placement]
            laid.append(placement * OWNER_SETS + 1)
    s.laid = tuple(laid)
    density = rng.choice([0.05, 0.15, 0.3, 0.6])
    for cell in range(FRAME_CELLS):
        if s.board.land >> cell & 1 and not occupied >> cell & 1 and rng.random() < density:
            owner = rng.randrange(-2, players)
            if owner < 0:
                s.neutral |= 1 << cell
            else:
                s.yurts[owner] |= 1 << cell
    s.tiles = [rng.randrange(2) for _ in TILES]
    for player in range(players):
        if rng.random() < 0.3:
            card = rng.choice(["protection", "divine_support", "scout"])
            s.active[player] = SPECIALS.index(card)
            if card == "scout":
                s.reserved[player] = rng.randrange(len(TILES))
            if card == "divine_support" and players == 4:
                s.guarded[player] = rng.randrange(6)
    s.refused = rng.choice([0, 0, rng.randrange(1 << players)])
    s.derive()
    return s


def slow_places(s: KhanState, player: int, places: list[Footprint], guarded: bool = True) -> set[frozenset[Cell]]:
    """Find legal placements by checking every cell of every placement, as a person would."""
    yurts = [as_cells(mask) for mask in s.yurts]
    neutral = as_cells(s.neutral)
    anybody = neutral.union(*yurts)
    tiles = frozenset().union(*(as_cells(laid_cells(tile)) for tile in s.laid))
    result: set[frozenset[Cell]] = set()
    for land, river in places:
        if not land <= anybody or river & tiles:
            continue
        counts = [len(land & own_yurts) for own_yurts in yurts]
        if not counts[player] or max(counts) > counts[player]:
            continue
        allowed = True
        for other in range(s.players):
            if other == player or not guarded or s.active[other] < 0:
                continue
            card = SPECIALS[s.active[other]]
            shielded: frozenset[Cell] = frozenset()
            if card == "protection":
                shielded = yurts[other]
            elif card == "divine_support":
                region = s.guarded[other]
                shielded = neutral if region < 0 else neutral & as_cells(s.board.regions[region])
            if land & shielded and (counts[other] < max(counts) or s.refused >> other & 1):
                allowed = False
        if allowed:
            result.add(land | river)
    return result


@pytest.mark.clause("khan.conquer.yurts", "khan.conquer.majority", "khan.special.consent", "khan.conquer.turn")
@pytest.mark.parametrize(("board", "share"), [("empire", 0.8), ("steppe", 0.2)])
def test_masks_match_a_slow_search(board: str, share: float) -> None:
    rng = random.Random(board)
    places = footprints(board)
    legal = 0
    for number in range(int(POSITIONS * share)):
        s = random_position(rng, board, 2 + number % 3)
        player = rng.randrange(s.players)
        fast: set[int] = set()
        for tile in range(len(TILES)):
            slow = slow_places(s, player, places[tile])
            listed = placements(s, player, tile)
            masks = [as_cells(COVERED_CELLS[placement]) for placement in listed]
            assert set(masks) == slow, (number, TILES[tile])
            assert len(set(masks)) == len(masks), "a place is offered twice"
            legal += len(slow)
            if slow:
                fast.add(tile)
        tiles = available_tiles(s, player)
        takeable = {tile for tile in range(len(TILES)) if s.tiles[tile] or s.reserved[player] == tile}
        actual = legal_tiles(s, player, tiles, protected_cells_against(s, player))
        assert {tile for tile in range(len(TILES)) if actual >> tile & 1} == fast & takeable
        assert can_conquer(s, player) == bool(fast & takeable)
        everything = takeable | {tile for tile in s.reserved if tile >= 0}
        unguarded = any(slow_places(s, player, places[tile], guarded=False) for tile in everything)
        assert could_conquer_unguarded(s, player) == unguarded
    assert legal > 20 * POSITIONS * share


@pytest.mark.parametrize("board", ["empire", "steppe"])
def test_every_placement_exists_once(board: str) -> None:
    s = cast(KhanState, GAME.new_state(2, 1, board=board))
    for tile, places in enumerate(footprints(board)):
        masks = [
            as_cells(COVERED_CELLS[facing * FRAME_CELLS + anchor])
            for facing in TILE_FACINGS[tile]
            for anchor in range(FRAME_CELLS)
            if s.board.valid[facing] >> anchor & 1
        ]
        assert len(masks) == len(set(masks)) == len(places)
        assert set(masks) == {land | river for land, river in places}


def test_place_is_named_by_its_first_cell_in_reading_order() -> None:
    for facing in range(len(FACINGS)):
        for anchor in range(FRAME_CELLS):
            cover = COVERED_CELLS[facing * FRAME_CELLS + anchor]
            if cover:
                assert (cover & -cover).bit_length() - 1 == anchor
                assert LAND_CELLS[facing * FRAME_CELLS + anchor] & ~cover == 0
                assert FACING_TILE[facing] == FACINGS[facing].tile
    assert CELLS[13 * 3] == "a4"


def cached_values(s: KhanState) -> tuple[object, ...]:
    """Return everything that a state caches although it follows from the board."""
    seats = range(s.players)
    masks = [
        s.free,
        s.water,
        s.yurt_cells,
        s.stacks,
        s.rulers_in,
        *map(s.cells_beside, seats),
        *map(s.bridge_cells, seats),
    ]
    masks += s.water_rows
    places = [sorted(place.number for place in cached_placements(s, player)) for player in seats]
    return masks, places, [[placements(s, player, tile) for tile in range(len(TILES))] for player in seats]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_cached_placements_stay_correct_through_whole_games(players: int) -> None:
    options = {"board": "steppe"} if players == 3 else {"stuck_ruler_yurt": True}
    conquests = laid = 0
    rng = random.Random(players)
    old: tuple[KhanState, tuple[object, ...]] | None = None
    for seed in range(2):
        for s in game(players, seed, **options):
            reloaded = cast(KhanState, GAME.state_from_dict(s.to_dict()))
            if rng.random() < 0.6:  # now and then several actions pass before anybody looks again
                assert cached_values(s) == cached_values(reloaded)
            assert s == reloaded
            assert hash(s) == hash(reloaded)
            assert s.legal_actions() == reloaded.legal_actions()
            if rng.random() < 0.1:
                if old is not None:
                    assert cached_values(old[0]) == old[1]
                clone = s.clone()
                old = clone, cached_values(s.clone())
            laid = len(s.laid)
        conquests += laid
    assert conquests > 15


def test_placements_of_both_players_are_updated_after_either_laid() -> None:
    s = position("Act player=0", actions_left=2, rulers={"song": "c1"}, yurts=["i9 i10", "j9 j10"])
    before = [placements(s, player, 0) for player in range(2)]
    assert [len(places) for places in before] == [3, 3]
    clone = s.clone()
    s.lay_tile(0, before[0][0], 1)
    for player in range(2):
        remaining = [place for place in before[player] if not COVERED_CELLS[place] & COVERED_CELLS[before[0][0]]]
        assert placements(s, player, 0) == remaining
        assert placements(clone, player, 0) == before[player]


def test_bridges_are_searched_only_between_yurts() -> None:
    across = position("Act player=0").board.across
    cell, other = next(
        (cell, other) for cell in range(FRAME_CELLS) for other in range(cell) if across[cell] >> other & 1
    )
    apart = position("Act player=0", rulers=OUT, yurts=[CELLS[cell]])
    paired = position("Act player=0", rulers=OUT, yurts=[f"{CELLS[cell]} {CELLS[other]}"])
    assert not can_conquer(apart, 0)
    assert apart._placement_caches[0] is None
    assert not cached_placements(apart, 0)
    assert cached_placements(paired, 0)
    assert apart._water_rows is None
    assert paired._water_rows is not None
