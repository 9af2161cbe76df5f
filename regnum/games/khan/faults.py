"""What cannot be so in a game of Khan: pieces that are missing or doubled, things in impossible places."""

from regnum.core.atlas import bits
from regnum.games.khan.areas import OWNERS
from regnum.games.khan.components import (
    CARDS,
    CELLS,
    DIVINE_SUPPORT,
    HIGH_MORALE,
    NEUTRAL_YURTS,
    RULERS,
    RULERS_OUT,
    SCOUT,
    SPECIAL_CARDS,
    SPECIALS,
    TILE_COUNT,
    TILES,
    YURTS,
)
from regnum.games.khan.sequence import step_faults
from regnum.games.khan.setup import StationRuler
from regnum.games.khan.special import ProtectRegion, Reserve
from regnum.games.khan.state import KhanState
from regnum.games.khan.tiles import COVER, FACING_TILE, FRAME


def faults(s: KhanState) -> list[str]:
    """Return everything that cannot be so, one line each."""
    return [*_cells(s), *_yurts(s), *_rulers(s), *_tiles(s), *_cards(s), *_specials(s), *step_faults(s)]


def _names(cells: int) -> str:
    return " ".join(CELLS[cell] for cell in bits(cells))


def _cells(s: KhanState) -> list[str]:
    """Nothing stands outside, in the river, or twice on a cell."""
    found: list[str] = []
    pieces = [(f"yurts[{player}]", yurts) for player, yurts in enumerate(s.yurts)]
    pieces.append(("neutral", s.neutral))
    pieces += [(f"rulers[{number}]", 1 << cell) for number, cell in enumerate(s.rulers) if cell >= 0]
    taken = 0
    for name, cells in pieces:
        if cells & ~s.board.land:
            found.append(f"{name}: not land: {_names(cells & ~s.board.land)}")
        if cells & taken:
            found.append(f"{name}: something else stands there: {_names(cells & taken)}")
        taken |= cells
    for number, tile in enumerate(s.laid):
        placement = tile // OWNERS
        facing, cell = divmod(placement, FRAME)
        if not s.board.valid[facing] >> cell & 1:
            found.append(f"laid[{number}]: does not fit on land and river there")
        if not tile % OWNERS:
            found.append(f"laid[{number}]: nobody's yurt is on it")
        if COVER[placement] & taken:
            found.append(f"laid[{number}]: something else is there: {_names(COVER[placement] & taken)}")
        taken |= COVER[placement]
    return found


def _yurts(s: KhanState) -> list[str]:
    """All yurts are somewhere."""
    found: list[str] = []
    for player in range(s.players):
        marks = len([tile for tile in s.laid if tile >> player & 1])
        board = s.yurts[player].bit_count()
        total = s.stock[player] + board + marks + (s.active[player] >= 0)
        if total != YURTS:
            found.append(f"stock[{player}]: {total} yurts in all, not {YURTS}")
    total = s.supply + sum(s.camps) + s.neutral.bit_count()
    if total != NEUTRAL_YURTS:
        found.append(f"supply: {total} neutral yurts in all, not {NEUTRAL_YURTS}")
    return found


def _rulers(s: KhanState) -> list[str]:
    found: list[str] = []
    waiting = [step.ruler for step in s.stack if isinstance(step, StationRuler)]
    started = not waiting
    for ruler, cell in enumerate(s.rulers):
        if cell >= 0 and not s.camps[ruler]:
            found.append(f"camps[{ruler}]: {RULERS[ruler]} is in the game, but his camp has no yurt")
        if cell < 0 and s.camps[ruler] and ruler not in waiting:
            found.append(f"camps[{ruler}]: {RULERS[ruler]} is out of the game, but his camp has yurts")
    out = s.rulers_out()
    if started and s.end_phase != (out >= RULERS_OUT):
        found.append(f"end_phase: {str(s.end_phase).lower()}, but {out} rulers are out")
    if s.end_phase and out < len(RULERS):
        found.append("rulers: there are none in the end phase")
    return found


def _tiles(s: KhanState) -> list[str]:
    found: list[str] = []
    for tile in range(len(TILES)):
        laid = len([entry for entry in s.laid if FACING_TILE[entry // OWNERS // FRAME] == tile])
        total = s.tiles[tile] + laid + s.reserved.count(tile)
        if total != TILE_COUNT[tile]:
            found.append(f"tiles[{tile}]: {total} of {TILES[tile]} in all, not {TILE_COUNT[tile]}")
    return found


def _cards(s: KhanState) -> list[str]:
    found: list[str] = []
    seen = [*s.deck, *s.discards, *(card for hand in s.hands for card in hand)]
    if any(card < 0 for card in seen):
        return ["deck, discards, hands: a card without a face"]
    for card in range(len(CARDS)):
        if seen.count(card) != 1:
            found.append(f"cards: {CARDS[card]} is there {seen.count(card)} times")
    if not s.deck:
        found.append("deck: empty; the discard pile would have become the draw pile")
    for card in s.deck:
        if s.times_held(card):
            found.append(f"held: {CARDS[card]} is in the draw pile")
    for number in range(1, len(s.held)):
        if s.held[number] & ~s.held[number - 1]:
            found.append(f"held[{number}]: a card that was not held later")
    return found


def _specials(s: KhanState) -> list[str]:
    found: list[str] = []
    for player in range(s.players):
        active = s.active[player]
        for card in range(len(SPECIALS)):
            total = s.specials[player][card] + (active == card)
            if total > SPECIAL_CARDS[s.players][card]:
                found.append(f"specials[{player}]: {total} of {SPECIALS[card]}")
        if active == HIGH_MORALE:
            found.append(f"active[{player}]: high_morale does not stay active")
        guards = active == DIVINE_SUPPORT and s.players == 4
        choosing = any(isinstance(step, ProtectRegion) and step.player == player for step in s.stack)
        if (s.guarded[player] >= 0) != guards and not (guards and choosing):
            found.append(f"guarded[{player}]: a region goes with divine_support and four players")
        if s.guarded[player] >= 0 and s.guarded.count(s.guarded[player]) > 1:
            found.append(f"guarded[{player}]: another player protects that region")
        reserving = any(isinstance(step, Reserve) and step.player == player for step in s.stack)
        if (s.reserved[player] >= 0) != (active == SCOUT) and not (active == SCOUT and reserving):
            found.append(f"reserved[{player}]: a tile goes with an active scout")
    return found
