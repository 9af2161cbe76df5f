"""Checks for impossible states of Khan: missing or duplicate pieces, and pieces in impossible places."""

from regnum.core.rules.validation import (
    Check,
    duplicate_errors,
    failed_checks,
    misplaced_errors,
    places_by_side,
    step_errors,
)
from regnum.games.khan import components as box
from regnum.games.khan.hidden import times_held
from regnum.games.khan.setup import StationRuler
from regnum.games.khan.special_cards import ProtectRegion, Reserve
from regnum.games.khan.state import KhanState
from regnum.games.khan.tiles import BIT, FACING_TILE, FRAME_CELLS, laid_cells, laid_owners, laid_placement


def position_errors(s: KhanState) -> list[str]:
    """Return all errors of a state, one line each."""
    checks = [*_tile_checks(s), *_counts(s), *_rulers(s), *_cards(s), *_specials(s)]
    return [*_cells(s), *failed_checks(checks), *step_errors(s)]


def _cells(s: KhanState) -> list[str]:
    """Return the errors of pieces that are not on land, or share a cell with another piece or a tile."""
    pieces = [*places_by_side("yurts", map(int, s.yurts)), ("neutral", int(s.neutral))]
    pieces += [(f"rulers[{ruler}]", int(BIT[cell])) for ruler, cell in enumerate(s.rulers) if cell >= 0]
    tiles = places_by_side("laid", [int(laid_cells(tile)) for tile in s.laid])
    outside = [(name, cells & ~int(s.board.land)) for name, cells in pieces]
    texts = [error for name, cells in outside for error in misplaced_errors(name, cells, box.CELLS, "is not land")]
    return texts + duplicate_errors([*pieces, *tiles], box.CELLS)


def _tile_checks(s: KhanState) -> list[Check]:
    """Check that each tile fits its place and has a player's yurt on it."""
    checks: list[Check] = []
    for number, tile in enumerate(s.laid):
        facing, cell = divmod(laid_placement(tile), FRAME_CELLS)
        checks.append((not s.board.valid[facing] & BIT[cell], f"laid[{number}]: does not fit on land and river there"))
        checks.append((not laid_owners(tile), f"laid[{number}]: nobody's yurt is on it"))
    return checks


def _counts(s: KhanState) -> list[Check]:
    """Check the total number of neutral yurts, of each player's yurts and of each kind of tile."""
    totals = [(s.supply + sum(s.camps) + s.neutral.bit_count(), box.NEUTRAL_YURTS, "supply: {} neutral yurts")]
    for player, yurts in enumerate(s.yurts):
        marks = len([tile for tile in s.laid if tile >> player & 1])
        total = s.stock[player] + yurts.bit_count() + marks + (s.active[player] >= 0)
        totals.append((total, box.YURTS_PER_PLAYER, f"stock[{player}]: {{}} yurts"))
    used_tiles = [FACING_TILE[laid_placement(tile) // FRAME_CELLS] for tile in s.laid] + s.reserved
    for tile, name in enumerate(box.TILES):
        totals.append((s.tiles[tile] + used_tiles.count(tile), box.TILE_COUNT[tile], f"tiles[{tile}]: {{}} of {name}"))
    return [(total != expected, f"{text.format(total)} in all, not {expected}") for total, expected, text in totals]


def _rulers(s: KhanState) -> list[Check]:
    """Check that only rulers in the game have yurts in their camps, and that the end phase fits the rulers out."""
    waiting = [step.ruler for step in s.stack if isinstance(step, StationRuler)]
    out = s.rulers_out()
    early = not waiting and s.end_phase != (out >= box.RULERS_OUT)
    checks: list[Check] = [
        (early, f"end_phase: {str(s.end_phase).lower()}, but {out} rulers are out"),
        (s.end_phase and out < len(box.RULERS), "rulers: there are none in the end phase"),
    ]
    reasons = ("is in the game, but the camp has no yurt", "is out of the game, but the camp has yurts")
    for ruler, name in enumerate(box.RULERS):
        wrong = ruler not in waiting and (s.rulers[ruler] < 0) == (s.camps[ruler] > 0)
        checks.append((wrong, f"camps[{ruler}]: {name} {reasons[s.rulers[ruler] < 0]}"))
    return checks


def _cards(s: KhanState) -> list[Check]:
    """Check that each card is in one place, and that no card in a hand at the last shuffle is in the draw pile."""
    seen = [*s.deck, *s.discards, *(card for hand in s.hands for card in hand)]
    if any(card < 0 for card in seen):
        return [(True, "deck, discards, hands: a card without a face")]
    counts = [(name, seen.count(card)) for card, name in enumerate(box.CARDS)]
    return [
        *[(count != 1, f"cards: {name} is there {count} times") for name, count in counts],
        *[(times_held(s, card), f"held: {box.CARDS[card]} is in the draw pile") for card in s.deck],
        *[(s.held[n] & ~s.held[n - 1], f"held[{n}]: a card that was not held later") for n in range(1, len(s.held))],
        (not s.deck, "deck: empty; the discard pile would have become the draw pile"),
    ]


def _specials(s: KhanState) -> list[Check]:
    """Check each player's special cards, and the region or tile that belongs to an active one."""
    checks: list[Check] = []
    for player, active in enumerate(s.active):
        for card, most in enumerate(box.SPECIAL_CARDS[s.players]):
            total = s.specials[player][card] + (active == card)
            checks.append((total > most, f"specials[{player}]: {total} of {box.SPECIALS[card]}"))
        region = s.guarded[player]
        guards = active == box.DIVINE_SUPPORT and s.players == 4 and ProtectRegion(player) not in s.stack
        reserves = active == box.SCOUT and Reserve(player) not in s.stack
        checks += [
            (active == box.HIGH_MORALE, f"active[{player}]: high_morale does not stay active"),
            ((region >= 0) != guards, f"guarded[{player}]: a region goes with divine_support and four players"),
            (region >= 0 and s.guarded.count(region) > 1, f"guarded[{player}]: another player protects that region"),
            ((s.reserved[player] >= 0) != reserves, f"reserved[{player}]: a tile goes with an active scout"),
        ]
    return checks
