"""The expected effects of an action of Khan, and the reasons for a hint."""

from collections.abc import Sequence
from typing import Final

from regnum.core.rules.action import Action
from regnum.core.rules.bitmask import bits
from regnum.core.text.words import Words
from regnum.games.khan import components as box
from regnum.games.khan.actions import AGREE, LayAction, combine, consent, expel, occupy, pass_action, pitch
from regnum.games.khan.bot.odds import expulsion_chances, flight_chances
from regnum.games.khan.cells import NONE, Cells, cells_in
from regnum.games.khan.conquer import Consent, Lay
from regnum.games.khan.notes import CARD
from regnum.games.khan.placement import (
    available_tiles,
    cached_placements,
    is_legal,
    majority_players,
    players_to_ask,
    protected_cells_against,
    protected_cells_of,
    yurts_of_others,
)
from regnum.games.khan.scoring import points_per_owner
from regnum.games.khan.state import KhanState
from regnum.games.khan.tiles import BIT, COVERED_CELLS, FACING_OF, FRAME_CELLS, LAND_CELLS, Placement, adjacent_cells


def hint_reason(action: Action, s: KhanState, words: Words) -> str:
    """Return what a new yurt on its cell makes possible, or the benefit of ending the turn, or "" for other actions."""
    player = s.observer
    if action is pass_action:
        cards = sum(s.specials[player])
        return words.text("hint", "keep", {"cards": cards}) if cards else ""
    next_state = s.clone()
    if pitch.has(action) or occupy.has(action):
        cell = (pitch if pitch.has(action) else occupy).cell(action)
        next_state.place_yurt(player, cell)
    elif expel.has(action):
        cell = s.rulers[expel.of(action).choice]
        next_state.place_neutral(cell)
    else:
        return ""
    best = best_conquest(next_state, player, cell)
    if best is not None:
        points, sharing, tile = best
        return words.text("hint", "shared" if sharing else "alone", {"tile": box.TILES[tile], "points": points})
    group = _connected_yurts(next_state, cell)
    if group.bit_count() > 1:
        params = {"yurts": group.bit_count(), "own": (group & next_state.yurts[player]).bit_count()}
        return words.text("hint", "group", params)
    return words.text("hint", "start", {})


def _connected_yurts(s: KhanState, cell: int) -> Cells:
    """Return the cells of all yurts that are connected with a cell, and the cell itself."""
    group, frontier = NONE, BIT[cell]
    while frontier:
        group |= frontier
        frontier = adjacent_cells(frontier) & s.yurt_cells & ~group
    return group


def conquests(s: KhanState, player: int, cell: int) -> list[Placement]:
    """Return the placements with which a player can conquer the yurt on a cell now."""
    rivals, protected, tiles = (
        yurts_of_others(s, player),
        protected_cells_against(s, player),
        available_tiles(s, player),
    )
    candidates = [
        placement for placement in cached_placements(s, player) if placement.land >> cell & 1 and placement.bit & tiles
    ]
    return [placement for placement in candidates if is_legal(s, player, placement.land, rivals, protected)]


def best_conquest(s: KhanState, player: int, cell: int) -> tuple[int, int, int] | None:
    """Return a player's best conquest of the yurt on a cell, or None if there is none.

    It is the points of the tile, the other players who share in it (a mask), and the tile.
    """
    shares = [
        (box.TILE_POINTS[placement.tile], majority_players(s, placement.land) ^ 1 << player, placement.tile)
        for placement in conquests(s, player, cell)
    ]
    return min(shares, key=lambda share: (-share[0], share[1].bit_count()), default=None)


def protection_text(s: KhanState, words: Words, names: Sequence[str], land: Cells, cell: int = -1) -> str:
    """Return who protects yurts on these cells from the observer, or has refused, as a sentence; "" if nobody does."""
    for other in range(s.players):
        protected = land & protected_cells_of(s, other) if other != s.observer else NONE
        if protected and (s.refused >> other & 1 or not majority_players(s, land) >> other & 1):
            params: dict[str, int | str] = {"name": names[other], "special": box.SPECIALS[s.active[other]]}
            params["cells"] = ", ".join(box.CELLS[protected_cell] for protected_cell in cells_in(protected))
            key = "refused" if s.refused >> other & 1 else "guarded"
            return words.text("obstacle", key if cell < 0 or protected >> cell & 1 else f"{key}_near", params)
    return ""


EQUAL_CHANCE_FACTOR: Final = 1.25
"""If no ruler's chance exceeds the mean by more than this factor, all are called about equally likely."""
MAX_NAMED_RULERS: Final = 3
"""The maximum number of rulers that are named otherwise."""


def covered_cells(placement: int) -> str:
    """Return the names of the cells that a placement covers."""
    return ", ".join(box.CELLS[cell] for cell in cells_in(COVERED_CELLS[placement]))


def expected_effects(action: Action, s: KhanState, words: Words) -> list[str]:
    """Return sentences about chance: where a card may drive a ruler, and which rulers the next turn may expel."""
    effects = [words.text("prediction", "combined", {})] if action is combine else []
    step = s.stack[-1]
    if isinstance(step, Consent) and consent.of(action).choice == AGREE:
        effects.append(words.text("prediction", "laid", {"cells": covered_cells(step.placement)}))
    if expel.has(action) and s.variant.expel_direction == "deck":
        chances = flight_chances(s, expel.of(action).choice)
        no_cell = words.text("prediction", "nowhere", {})
        cells = [(no_cell if cell < 0 else box.CELLS[cell], chance) for cell, chance in chances]
        effects.append(words.text("prediction", "flees", {"list": _chance_list(cells, words)}))
    next_state = s.determinized(0)
    next_state.journal, draws = [], next_state.draws
    next_state.apply(action, s.observer)
    if any(note.key == CARD.key for note in next_state.journal):
        rulers = [(words.name("people", box.RULERS[ruler]), chance) for ruler, chance in expulsion_chances(s)]
        effects.append(words.text("prediction", "turned_up", {}))
        if rulers and next_state.draws - draws <= len(s.deck):  # or the cards are shuffled first
            is_even = rulers[0][1] < EQUAL_CHANCE_FACTOR / len(rulers)
            likeliest = {"list": _chance_list(rulers[:MAX_NAMED_RULERS], words)}
            effects.append(words.text("prediction", "alike" if is_even else "likeliest", likeliest))
    return effects


def _chance_list(chances: Sequence[tuple[str, float]], words: Words) -> str:
    shares = [{"what": outcome, "share": round(100 * chance)} for outcome, chance in chances]
    return ", ".join(words.text("prediction", "share", share) for share in shares)


def tile_share(s: KhanState, step: Lay, action: LayAction) -> tuple[int, int]:
    """Return the players who get points if a tile is laid in a place, as a mask, and the points of each."""
    return owners_and_points(s, step, LAND_CELLS[FACING_OF[step.tile][action.orientation] * FRAME_CELLS + action.cell])


def owners_and_points(s: KhanState, step: Lay, land: Cells) -> tuple[int, int]:
    """Return the owners of a tile on these cells, as a mask, and the points of each."""
    owners = majority_players(s, land)
    return owners, points_per_owner(s.variant, step.tile, owners.bit_count())


def consent_text(s: KhanState, words: Words, names: Sequence[str], player: int, land: Cells) -> str:
    """Return who must consent before a player conquers these cells, as a sentence, or "" if nobody must."""
    asked_names = [names[other] for other in bits(max(0, players_to_ask(s, player, land)))]
    return (
        words.text("tile_placement", "asks", {"names": ", ".join(asked_names), "count": len(asked_names)})
        if asked_names
        else ""
    )
