"""The final scoring, player by player: first the tiles, then the largest area. board.js shows it on the map."""

from collections.abc import Iterable, Sequence
from typing import Any

from regnum.core.words import Words
from regnum.games.khan.components import CELLS, TILE_POINTS
from regnum.games.khan.scoring import area_bonuses, areas
from regnum.games.khan.state import KhanState
from regnum.games.khan.tiles import COVER, FACING_TILE, FRAME, OWNERS


def counting(s: KhanState, words: Words, names: Sequence[str]) -> list[dict[str, Any]]:
    """Return the steps: the ids of the tiles that count, and what is said of them; whoever comes last is first."""
    places, bonuses = s.ranking(), area_bonuses(s)
    found: list[dict[str, Any]] = []
    for player in sorted(range(s.players), key=lambda player: (-places[player], player)):
        own = [laid for laid in sorted(s.laid) if laid >> player & 1]
        worth = sorted((_share(s, laid) for laid in own), reverse=True)
        told = {"name": names[player], "list": " + ".join(map(str, worth)), "sum": sum(worth)}
        found.append({"places": _ids(own), "said": words.say("counting", "tiles" if own else "none", told)})
        if own:
            largest = max(areas(s, player), key=int.bit_count)
            counted = [laid for laid in own if COVER[laid // OWNERS] & largest]
            points = bonuses[player]
            key = "no_area" if not points else "area" if s.variant.area_bonus == "players" else "areas"
            told = {"name": names[player], "cells": largest.bit_count(), "points": points, "sum": sum(worth) + points}
            found.append({"places": _ids(counted), "said": words.say("counting", key, told)})
    return found


def _share(s: KhanState, laid: int) -> int:
    """Return what a tile brings each of its owners."""
    worth = TILE_POINTS[FACING_TILE[laid // OWNERS // FRAME]]
    return worth // (laid % OWNERS).bit_count() if s.variant.shared_points == "divided" else worth


def _ids(tiles: Iterable[int]) -> str:
    return " ".join(f"laid-{CELLS[laid // OWNERS % FRAME]}" for laid in tiles)
