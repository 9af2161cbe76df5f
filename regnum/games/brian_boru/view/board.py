"""The board of Brian Boru."""

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from regnum.core.packed import total
from regnum.core.rules.action import Action
from regnum.core.rules.bitmask import bits
from regnum.core.text.words import Words
from regnum.games.brian_boru import components as box
from regnum.games.brian_boru.regions import counts_in_region, towns_to_flip
from regnum.games.brian_boru.state import BrianBoruState
from regnum.games.brian_boru.view.actions import ACTIONS
from regnum.games.brian_boru.view.geometry import (
    LAYOUT,
    SIZE,
    TOKENS_AT,
    TOWNS_AT,
    towns_named_on_small_map,
    with_printed_name,
    zoom_of,
)
from regnum.games.brian_boru.view.keys import ON_BOARD
from regnum.games.brian_boru.view.panel import panel
from regnum.view import BoardView


def pieces_on_town(s: BrianBoruState, words: Words, names: Sequence[str], town: int) -> list[str]:
    """Return the names of the pieces in a town: a player's disc, a Viking disc, a monastery, the marker."""
    owners = [player for player in range(s.players) if s.discs[player] >> town & 1]
    pieces = [words.text("board", "disc_of", {"name": names[player]}) for player in owners]
    if s.vikings >> town & 1:
        pieces.append(words.term("viking_disc"))
    if s.monasteries >> town & 1:
        pieces.append(words.term("monastery"))
    if town == s.active:
        pieces.append(words.term("active_town"))
    return pieces


def token_text(s: BrianBoruState, words: Words, names: Sequence[str], region: int) -> str:
    """Return a text about a region's token: its value, its owner, and whether it will be turned up."""
    up = bool(s.open >> region & 1)
    params = {"region": box.REGIONS[region], "points": box.VALUE[region], "towns": towns_to_flip(s, region)}
    label = words.text("board", "token_up" if up else "token_down", params)
    if not up and total(counts_in_region(s, region)) >= towns_to_flip(s, region):
        label += f". {words.text('board', 'turns', {})}"
    if up:
        label += f" {names[s.owner[region]] if s.owner[region] >= 0 else words.term('unowned')}"
    return label


@cache
def _printed_text(words: Words, town: int) -> str:
    """Return a text with the printed facts of a town: its name, region and colour."""
    params = {"town": box.TOWNS[town], "region": box.REGIONS[box.TOWN_REGION[town]]}
    return words.text("board", "town", {**params, "colour": box.COLOURS[box.TOWN_COLOUR[town]]})


def _town(
    s: BrianBoruState, words: Words, names: Sequence[str], town: int, owner: int, targets: set[str]
) -> dict[str, Any]:
    id_ = box.TOWNS[town]
    x, y = TOWNS_AT[id_]
    viking = bool(s.vikings >> town & 1)
    monastery = bool(s.monasteries >> town & 1)
    label = [_printed_text(words, town), *pieces_on_town(s, words, names, town)]
    target = f"town-{id_}"
    return {
        "id": id_,
        "name": words.name("town", id_),
        "label": ", ".join(label),
        "colour": box.COLOURS[box.TOWN_COLOUR[town]],
        "x": x,
        "y": y,
        "owner": owner if owner >= 0 else None,
        "viking": viking,
        "monastery": monastery,
        "active": town == s.active,
        "zoom": zoom_of(x, y),
        "target": target if target in targets else None,
    }


def _claim(s: BrianBoruState, words: Words, names: Sequence[str], region: int) -> dict[str, Any]:
    id_ = box.REGIONS[region]
    x, y = TOKENS_AT[id_]
    up = bool(s.open >> region & 1)
    owner = s.owner[region]
    side_counts = list(counts_in_region(s, region))
    return {
        "id": id_,
        "label": token_text(s, words, names, region),
        "x": x,
        "y": y,
        "points": box.VALUE[region],
        "threshold": towns_to_flip(s, region),
        "open": up,
        "tied": side_counts.count(max(side_counts)) > 1,
        "owner": owner if owner >= 0 else None,
    }


class BrianBoruBoard(BoardView[BrianBoruState]):
    """The board view of Brian Boru."""

    def base_map(self, words: Words, *chosen: Any) -> dict[str, Any]:
        """Return the layout of the map, and the towns and regions with their names."""
        return {
            "layout": {**LAYOUT, "regions": [with_printed_name(words, region) for region in LAYOUT["regions"]]},
            "title": words.text("board", "map", {}),
            "roomy": towns_named_on_small_map(words),
            "towns": {
                id_: {"name": words.name("town", id_), "colour": box.COLOURS[box.TOWN_COLOUR[town]]}
                for town, id_ in enumerate(box.TOWNS)
            },
            "regions": {
                id_: {
                    "name": words.name("region", id_),
                    "points": box.VALUE[region],
                    "threshold": box.THRESHOLD[region],
                }
                for region, id_ in enumerate(box.REGIONS)
            },
        }

    def pieces(self, s: BrianBoruState, words: Words, names: Sequence[str], legal: Sequence[Action]) -> dict[str, Any]:
        """Return the pieces on the map: discs, Viking discs, monasteries, the town marker and the region tokens."""
        targets = {ACTIONS.target(action) for action in legal}
        owners = [-1] * len(box.TOWNS)
        for player in range(s.players):
            for town in bits(s.discs[player]):
                owners[town] = player
        return {
            "towns": [_town(s, words, names, town, owners[town], targets) for town in range(len(box.TOWNS))],
            "claims": [_claim(s, words, names, region) for region in range(len(box.REGIONS))],
        }

    def panel(self, s: BrianBoruState, words: Words, names: Sequence[str], legal: Sequence[Action]) -> dict[str, Any]:
        """Return the context of the panel next to the map."""
        return panel(s, words, names, legal)


BOARD: Final = BrianBoruBoard(size=SIZE, same_to_all=True, on_board=ON_BOARD)
