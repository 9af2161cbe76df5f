"""Why a thing on the table means nothing now: the one reason, and whose card it is."""

from collections.abc import Sequence
from typing import Final

from regnum.core.bitmask import bits
from regnum.core.words import Words
from regnum.games.khan import components as box
from regnum.games.khan.action_phase import Act
from regnum.games.khan.actions import choose, combine
from regnum.games.khan.conquer import ChooseTile, tiles_to_lay
from regnum.games.khan.placement import (
    fitting,
    guard_of,
    guarded_from,
    has_majority,
    is_legal,
    majority,
    tiles_to_take,
    yurts_of_others,
)
from regnum.games.khan.special import PlaySpecial
from regnum.games.khan.state import KhanState
from regnum.games.khan.tiles import COVER, OWNERS, Placement

_OF_A_TURN: Final = {"card": box.CARDS, "ruler": box.RULERS, "tile": box.TILES}
"""What only means something before the end of a turn, by kind."""


def why(place: str, s: KhanState, words: Words, names: Sequence[str]) -> str | None:
    """Return the reason for the observer, who is to act; "": there is none; None: nothing is known of it here."""
    kind, _, name = place.partition("-")
    if kind == "cell" and name in box.CELLS:
        return _cell(s, words, names, box.CELLS.index(name))
    if kind == "special" and name in box.SPECIALS:
        return _special(s, words, names, box.SPECIALS.index(name))
    if name in _OF_A_TURN.get(kind, ()) and isinstance(s.stack[-1], PlaySpecial):
        return words.say("obstacle", "turn_over", {})
    if kind == "tile" and name in box.TILES and isinstance(s.stack[-1], Act) and not s.end_phase:
        tile = choose[box.TILES.index(name)]
        if tile in tiles_to_lay(s, s.observer):
            return words.say("obstacle", "tile_first", {})
        return words.refusal(ChooseTile(s.observer).why_not(s, tile))
    return None


def _cell(s: KhanState, words: Words, names: Sequence[str], cell: int) -> str | None:
    step = s.stack[-1]
    if not isinstance(step, (Act, ChooseTile, PlaySpecial)):
        return None
    if any(COVER[laid // OWNERS] >> cell & 1 for laid in s.laid):
        return words.say("obstacle", "stays", {})
    if s.board.river >> cell & 1:
        return words.say("obstacle", "river", {})
    if isinstance(step, PlaySpecial):
        return words.say("obstacle", "turn_over", {})
    if s.yurted >> cell & 1:
        return no_conquest(s, words, names, cell)
    if not s.free >> cell & 1:
        return None
    if s.end_phase or isinstance(step, ChooseTile):
        return words.say("obstacle", "no_yurt", {})
    return _landing(s, words, cell)


def _landing(s: KhanState, words: Words, cell: int) -> str:
    """Return with which card of the hand a yurt comes to a free cell, or that none brings it there."""
    bit = 1 << cell
    hand = s.hands[s.observer] if s.stock[s.observer] else ()
    grounds = [words.name("ground", box.GROUNDS[box.CARD_GROUND[card]]) for card in hand if s.board.invaded[card] & bit]
    if grounds:
        return words.say("obstacle", "card_first", {"cards": ", ".join(dict.fromkeys(grounds))})
    coast = any(box.GROUNDS[box.CARD_GROUND[card]] == "umland" for card in hand) and s.board.no_umland & bit
    combined = combine in s.legal_actions(s.observer)
    told = [words.say("obstacle", "sea" if coast else "no_card", {})]
    return " ".join([*told, *([words.say("obstacle", "combined", {})] if combined else [])])


def _special(s: KhanState, words: Words, names: Sequence[str], card: int) -> str | None:
    told: dict[str, int | str] = {"special": box.SPECIALS[card]}
    step = s.stack[-1]
    if not s.specials[s.observer][card]:
        return words.say("why", "special_used", told)
    if not isinstance(step, PlaySpecial):
        return words.say("obstacle", "special_end" if s.end_phase else "special_later", {})
    if step.obstacle(s, card) != "other_copy_active":
        return None
    return words.say("obstacle", "other_copy", {**told, "name": names[s.active.index(card)]})


def conquests(s: KhanState, player: int, cell: int) -> list[Placement]:
    """Return how a player may conquer the yurt on a cell now."""
    rivals, guarded, tiles = yurts_of_others(s, player), guarded_from(s, player), tiles_to_take(s, player)
    over = [place for place in fitting(s, player) if place.land >> cell & 1 and place.bit & tiles]
    return [place for place in over if is_legal(s, player, place.land, rivals, guarded)]


def best_conquest(s: KhanState, player: int, cell: int) -> tuple[int, int, int] | None:
    """Return how a player best conquers a yurt: points, who shares them (a mask), tile; None if not at all."""
    shares = [
        (box.TILE_POINTS[place.tile], majority(s, place.land) ^ 1 << player, place.tile)
        for place in conquests(s, player, cell)
    ]
    return min(shares, key=lambda share: (-share[0], share[1].bit_count()), default=None)


def no_conquest(s: KhanState, words: Words, names: Sequence[str], cell: int) -> str:
    """Return why the observer cannot conquer the yurt on a cell; "" if he can."""
    player = s.observer
    if conquests(s, player, cell):
        return ""
    over = [place for place in fitting(s, player) if place.land >> cell & 1]
    if not over:
        return words.say("obstacle", "far_own" if s.yurts[player] >> cell & 1 else "far", {})
    over = [place for place in over if has_majority(s, player, place.land)]
    if not over:
        return words.say("obstacle", "outnumbered", {})
    over = [place for place in over if place.bit & tiles_to_take(s, player)]
    return guards(s, words, names, over[0].land, cell) if over else words.say("obstacle", "no_tile", {})


def guards(s: KhanState, words: Words, names: Sequence[str], land: int, cell: int = -1) -> str:
    """Return who protects yurts on these cells from the observer with what, or has refused to share them already."""
    for other in range(s.players):
        guarded = land & guard_of(s, other) if other != s.observer else 0
        if guarded and (s.refused >> other & 1 or not majority(s, land) >> other & 1):
            told: dict[str, int | str] = {"name": names[other], "special": box.SPECIALS[s.active[other]]}
            told["cells"] = ", ".join(box.CELLS[one] for one in bits(guarded))
            key = "refused" if s.refused >> other & 1 else "guarded"
            return words.say("obstacle", key if cell < 0 or guarded >> cell & 1 else f"{key}_near", told)
    return ""
