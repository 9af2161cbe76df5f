"""What cannot lie on the table of Khan: pieces that are missing or doubled, things in impossible places."""

from regnum.core.atlas import bits
from regnum.core.faults import elsewhere, step_faults
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
from regnum.games.khan.hidden import times_held
from regnum.games.khan.setup import StationRuler
from regnum.games.khan.special import ProtectRegion, Reserve
from regnum.games.khan.state import KhanState
from regnum.games.khan.tiles import BIT, COVER, FACING_TILE, FRAME, OWNERS


def faults(s: KhanState) -> list[str]:
    """Return everything that cannot be so, one line each."""
    return [*_cells(s), *_counts(s), *_rulers(s), *_cards(s), *_specials(s), *step_faults(s)]


def _cells(s: KhanState) -> list[str]:
    """Nothing stands outside, in the river, or twice on a cell; tiles lie where they fit."""
    pieces = [(f"yurts[{player}]", yurts) for player, yurts in enumerate(s.yurts)]
    pieces.append(("neutral", s.neutral))
    pieces += [(f"rulers[{ruler}]", BIT[cell]) for ruler, cell in enumerate(s.rulers) if cell >= 0]
    found = [f"{name}: {CELLS[cell]} is not land" for name, cells in pieces for cell in bits(cells & ~s.board.land)]
    for number, tile in enumerate(s.laid):
        facing, cell = divmod(tile // OWNERS, FRAME)
        if not s.board.valid[facing] >> cell & 1:
            found.append(f"laid[{number}]: does not fit on land and river there")
        if not tile % OWNERS:
            found.append(f"laid[{number}]: nobody's yurt is on it")
        pieces.append((f"laid[{number}]", COVER[tile // OWNERS]))
    return found + elsewhere(pieces, CELLS)


def _counts(s: KhanState) -> list[str]:
    """All yurts and tiles are somewhere."""
    found: list[str] = []
    for player in range(s.players):
        marks = len([tile for tile in s.laid if tile >> player & 1])
        total = s.stock[player] + s.yurts[player].bit_count() + marks + (s.active[player] >= 0)
        if total != YURTS:
            found.append(f"stock[{player}]: {total} yurts in all, not {YURTS}")
    total = s.supply + sum(s.camps) + s.neutral.bit_count()
    if total != NEUTRAL_YURTS:
        found.append(f"supply: {total} neutral yurts in all, not {NEUTRAL_YURTS}")
    taken = [FACING_TILE[tile // OWNERS // FRAME] for tile in s.laid] + s.reserved
    for tile in range(len(TILES)):
        total = s.tiles[tile] + taken.count(tile)
        if total != TILE_COUNT[tile]:
            found.append(f"tiles[{tile}]: {total} of {TILES[tile]} in all, not {TILE_COUNT[tile]}")
    return found


def _rulers(s: KhanState) -> list[str]:
    """Whoever is in the game has yurts in his camp, and with so many rulers out it is the end phase."""
    found: list[str] = []
    waiting = [step.ruler for step in s.stack if isinstance(step, StationRuler)]
    for ruler, cell in enumerate(s.rulers):
        if cell >= 0 and not s.camps[ruler]:
            found.append(f"camps[{ruler}]: {RULERS[ruler]} is in the game, but his camp has no yurt")
        if cell < 0 and s.camps[ruler] and ruler not in waiting:
            found.append(f"camps[{ruler}]: {RULERS[ruler]} is out of the game, but his camp has yurts")
    out = s.rulers_out()
    if not waiting and s.end_phase != (out >= RULERS_OUT):
        found.append(f"end_phase: {str(s.end_phase).lower()}, but {out} rulers are out")
    if s.end_phase and out < len(RULERS):
        found.append("rulers: there are none in the end phase")
    return found


def _cards(s: KhanState) -> list[str]:
    """Every card is in one place, and those that were in hands when the cards were shuffled are not drawn yet."""
    seen = [*s.deck, *s.discards, *(card for hand in s.hands for card in hand)]
    if min(seen, default=0) < 0:
        return ["deck, discards, hands: a card without a face"]
    counts = [seen.count(card) for card in range(len(CARDS))]
    found = [f"cards: {CARDS[card]} is there {count} times" for card, count in enumerate(counts) if count != 1]
    if not s.deck:
        found.append("deck: empty; the discard pile would have become the draw pile")
    found += [f"held: {CARDS[card]} is in the draw pile" for card in s.deck if times_held(s, card)]
    later = [number for number in range(1, len(s.held)) if s.held[number] & ~s.held[number - 1]]
    return found + [f"held[{number}]: a card that was not held later" for number in later]


def _specials(s: KhanState) -> list[str]:
    """Each player has his special cards, one of them active; with it goes what he has chosen or is to choose."""
    found: list[str] = []
    for player, active in enumerate(s.active):
        for card in range(len(SPECIALS)):
            total = s.specials[player][card] + (active == card)
            if total > SPECIAL_CARDS[s.players][card]:
                found.append(f"specials[{player}]: {total} of {SPECIALS[card]}")
        if active == HIGH_MORALE:
            found.append(f"active[{player}]: high_morale does not stay active")
        guards = active == DIVINE_SUPPORT and s.players == 4 and ProtectRegion(player) not in s.stack
        if (s.guarded[player] >= 0) != guards:
            found.append(f"guarded[{player}]: a region goes with divine_support and four players")
        if s.guarded[player] >= 0 and s.guarded.count(s.guarded[player]) > 1:
            found.append(f"guarded[{player}]: another player protects that region")
        if (s.reserved[player] >= 0) != (active == SCOUT and Reserve(player) not in s.stack):
            found.append(f"reserved[{player}]: a tile goes with an active scout")
    return found
