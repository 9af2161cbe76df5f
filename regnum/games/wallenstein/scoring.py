"""The scoring of each winter (lands, buildings, and majorities of buildings in each region), and the winner."""

from typing import ClassVar

from regnum.core.rules.step import Event, NextSteps
from regnum.games.wallenstein.components import (
    BUILDING_POINTS,
    BUILDINGS,
    LAND_POINTS,
    MAJORITY,
    REGION_LANDS,
    REGIONS,
    TIED_LESS,
)
from regnum.games.wallenstein.notes import SCORES
from regnum.games.wallenstein.state import WallensteinState

SCORE_REASONS = ["lands", "buildings", "palaces", "churches", "trading_houses"]


class Scoring(Event[WallensteinState]):
    """Score lands, buildings and majorities of all players, and add the points immediately.

    wallenstein.scoring.at_once
    """

    CLAUSE: ClassVar[str] = "wallenstein.scoring.at_once"
    NEXT_STEPS: ClassVar[NextSteps] = ("YearEnd", "")

    def happen(self, s: WallensteinState) -> None:
        for player, lines in enumerate(final_points(s)):
            gained = sum(lines.values())
            s.points[player] += gained
            s.add_note(SCORES, player, gained, lines["lands"], lines["buildings"])


def scores(s: WallensteinState) -> list[int]:
    """Return the players' points."""
    return list(s.points)


def ranking_key(s: WallensteinState, side: int) -> tuple[int, ...]:
    """Return a player's points, then their coins [wallenstein.end.winner, wallenstein.end.tie]."""
    return s.points[side], s.coins[side]


def final_points(s: WallensteinState) -> list[dict[str, int]]:
    """Return the points that each player would score for a winter now, by the reasons in `SCORE_REASONS`.

    wallenstein.scoring.lands, wallenstein.scoring.buildings
    """
    lines: list[dict[str, int]] = []
    prizes = majorities(s)
    for player in range(s.players):
        lands = s.lands[player]
        standing = 0
        for building_lands in s.buildings:
            standing += (building_lands & lands).bit_count()
        lines.append(
            {
                "lands": LAND_POINTS * lands.bit_count(),
                "buildings": BUILDING_POINTS * standing,
                "palaces": prizes[player * 3],
                "churches": prizes[player * 3 + 1],
                "trading_houses": prizes[player * 3 + 2],
            }
        )
    return lines


def majorities(s: WallensteinState) -> list[int]:
    """Return the points for majorities by player, then kind of building, as one list.

    wallenstein.scoring.majority, wallenstein.scoring.majority_tie, wallenstein.scoring.majority_none
    """
    prizes = [0] * (s.players * len(BUILDINGS))
    for region in range(len(REGIONS)):
        for building in range(len(BUILDINGS)):
            building_lands = s.buildings[building] & REGION_LANDS[region]
            if not building_lands:
                continue
            counts = [(building_lands & lands).bit_count() for lands in s.lands]
            most = max(counts)
            prize = MAJORITY[building] - (TIED_LESS if counts.count(most) > 1 else 0)
            for player in range(s.players):
                if counts[player] == most:
                    prizes[player * len(BUILDINGS) + building] += prize
    return prizes
