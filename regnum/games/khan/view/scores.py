"""Public points and possessions in Khan."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from regnum.core.text.words import Words
from regnum.games.khan import components as box
from regnum.games.khan.components import CELLS
from regnum.games.khan.scoring import area_bonuses, areas, final_points, largest_area, points_per_owner
from regnum.games.khan.state import KhanState
from regnum.games.khan.tiles import FACING_TILE, FRAME_CELLS, laid_cells, laid_owners, laid_placement
from regnum.view import PublicInfo, ScoreView, Standing, public_counts


def scoring_steps(s: KhanState, words: Words, names: Sequence[str]) -> list[dict[str, Any]]:
    """Return the steps of the final scoring, each with the ids of the tiles that count and a sentence.

    The player in last place comes first.
    """
    places, bonuses = s.ranking(), area_bonuses(s)
    steps: list[dict[str, Any]] = []
    for player in sorted(range(s.players), key=lambda player: (-places[player], player)):
        own_tiles = [laid_tile for laid_tile in sorted(s.laid) if laid_tile >> player & 1]
        points_per_tile = sorted((_share(s, laid_tile) for laid_tile in own_tiles), reverse=True)
        params = {"name": names[player], "list": " + ".join(map(str, points_per_tile)), "sum": sum(points_per_tile)}
        steps.append(
            {
                "places": _ids(own_tiles),
                "sentence": words.text("scoring_step", "tiles" if own_tiles else "none", params),
            }
        )
        if own_tiles:
            largest = max(areas(s, player), key=lambda area: area.bit_count())
            area_tiles = [laid_tile for laid_tile in own_tiles if laid_cells(laid_tile) & largest]
            points = bonuses[player]
            key = "no_area" if not points else "area" if s.variant.area_bonus == "players" else "areas"
            params = {
                "name": names[player],
                "cells": largest.bit_count(),
                "points": points,
                "sum": sum(points_per_tile) + points,
            }
            steps.append({"places": _ids(area_tiles), "sentence": words.text("scoring_step", key, params)})
    return steps


def _share(s: KhanState, laid_tile: int) -> int:
    """Return the points of a tile for each of its owners."""
    return points_per_owner(
        s.variant, FACING_TILE[laid_placement(laid_tile) // FRAME_CELLS], laid_owners(laid_tile).bit_count()
    )


def _ids(tiles: Iterable[int]) -> str:
    return " ".join(f"laid-{CELLS[laid_placement(laid_tile) % FRAME_CELLS]}" for laid_tile in tiles)


def standings(s: KhanState, words: Words) -> list[Standing]:
    """Return rows of numbers per player: largest area, bonus, points with bonus, yurts on the board and in stock.

    The first row also names the players with the largest area.
    """
    areas = [largest_area(s, player) for player in range(s.players)]
    largest = [player for player, area in enumerate(areas) if area and area == max(areas)]
    yurts = [cells.bit_count() for cells in s.yurts[: s.players]]
    bonuses = area_bonuses(s)
    total = s.scores() if s.is_terminal else [tiles + bonus for tiles, bonus in zip(s.scores(), bonuses, strict=True)]
    params = {"points": ", ".join(map(str, box.AREA_BONUS))}
    return [
        Standing(words.text("board", "largest", params), areas, largest),
        Standing(words.text("board", "bonus_now", {}), bonuses),
        Standing(words.text("board", "with_bonus", {}), total, total=True),
        Standing(words.title("on_board"), yurts),
        Standing(words.title("stock"), s.stock[: s.players]),
    ]


class KhanScores(ScoreView[KhanState]):
    """The scores of Khan."""

    def points(self, s: KhanState) -> list[int]:
        """Return each player's current points."""
        return s.scores()

    def public_info(self, s: KhanState, words: Words) -> list[PublicInfo]:
        """Return each player's largest area, number of yurts on the board, and number of hand cards."""
        counts = [
            (largest_area(s, player), s.yurts[player].bit_count(), len(s.hands[player])) for player in range(s.players)
        ]
        kinds = [("i-area", "largest_area"), ("i-yurt", "on_board"), ("i-cards", "hand")]
        return public_counts([(symbol, words.term(key)) for symbol, key in kinds], counts)

    def standings(self, s: KhanState, words: Words) -> list[Standing]:
        """Return each player's largest area, bonus, points and yurts."""
        return standings(s, words)

    def scoring(self, s: KhanState, words: Words, names: Sequence[str]) -> list[tuple[str, list[int]]]:
        """Return each player's points for tiles, then those for the largest areas, with the sizes of these."""
        lines = final_points(s)
        titles = {key: words.text("score_reason", key, {}) for key in lines[0]}
        sizes = ", ".join(str(largest_area(s, player)) for player in range(s.players))
        titles["areas"] = words.text("board", "areas", {"line": titles["areas"], "sizes": sizes})
        return [(titles[key], [line[key] for line in lines]) for key in lines[0]]


SCORES: Final = KhanScores()
