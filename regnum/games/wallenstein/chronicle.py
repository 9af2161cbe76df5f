"""The chronicle of Wallenstein: points by reason, remarkable moments, and figures for statistics."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from regnum.core.record.chronicle import Chronicle
from regnum.core.rules.action import Action
from regnum.core.rules.bitmask import bits
from regnum.core.rules.note import Note
from regnum.games.wallenstein.actions import bonus
from regnum.games.wallenstein.components import LANDS
from regnum.games.wallenstein.notes import (
    ATTACKS,
    BUILDS,
    CONQUERS,
    DEVASTATED,
    FELL,
    GAINS_POINTS,
    REVOLT,
    RISES,
    SCORES,
)
from regnum.games.wallenstein.scoring import LINES, final_points
from regnum.games.wallenstein.state import WallensteinState


class WallensteinChronicle(Chronicle[WallensteinState]):
    """The chronicle of a game of Wallenstein."""

    USUAL: ClassVar[Mapping[str, float]] = {
        "great_army": 8.5,
        "most_conquests": 7.0,
        "fought_over": 3.5,
        "great_revolt": 3.5,
        "hungry": 4.0,
        "swallowed": 4.5,
        "good_winter": 36.0,
        "most_built": 13.0,
        "devastated": 1.5,
    }

    def __init__(self, start: WallensteinState) -> None:
        super().__init__(start)
        early = {"gained": start.variant.court, "landsknechte": start.variant.landsknechte}  # before the winter
        reasons = [*(reason for reason, played in early.items() if played), *LINES]
        self._earned: Final[list[dict[str, int]]] = [dict.fromkeys(reasons, 0) for _ in range(start.players)]
        self._favours: Final[list[list[str]]] = [[] for _ in range(start.players)]
        self._built: Final[list[list[str]]] = [[] for _ in range(start.players)]

    def follow(self, number: int, player: int, action: Action, notes: Sequence[Note], s: WallensteinState) -> None:
        if action.family == "favour":
            self._favours[player].append(str(action.params["favour"]))
        reason = "landsknechte" if bonus.has(action) else "gained"
        for note in notes:
            if note.key == GAINS_POINTS.key:
                self._earned[note.player][reason] += int(note.params["points"])
        if any(note.key == SCORES.key for note in notes):
            for side, lines in enumerate(final_points(s)):  # the map has not changed since the winter was scored
                for reason, points in lines.items():
                    self._earned[side][reason] += points

    def told(self, notes: Sequence[Note], number: int) -> None:
        for note in notes:
            key, who, params = note.key, note.player, note.params
            if key == SCORES.key:
                self.greatest("good_winter", int(params["points"]), number, {"player": who})
            elif key == ATTACKS.key:
                attack = {"player": who, "land": params["land"]}
                self.greatest("great_army", int(params["armies"]), number, {**attack})
                self.again("fought_over", number, {"land": params["land"]})
            elif key == CONQUERS.key:
                self.again("most_conquests", number, {"player": who})
            elif key == REVOLT.key:
                self.greatest("great_revolt", int(params["farmers"]), number, {"player": who, "land": params["land"]})
            elif key == RISES.key:
                self.greatest("hungry", int(params["lands"]), number, {"player": who})
            elif key == FELL.key:
                self.greatest("swallowed", int(params["cast"]) - int(params["out"]), number, {"player": who})
            elif key == BUILDS.key:
                self._built[who].append(str(params["building"]))
                self.again("most_built", number, {"player": who})
            elif key == DEVASTATED.key:
                self.again("devastated", number, {"land": params["land"]})

    def sources(self, s: WallensteinState) -> list[dict[str, int]]:
        return self._earned

    def had(self, s: WallensteinState) -> list[dict[str, list[str]]]:
        return [
            {
                "building": self._built[side],
                "land": [LANDS[land] for land in bits(s.lands[side])],
                "favour": self._favours[side],
            }
            for side in range(s.players)
        ]


CHRONICLE: Final = WallensteinChronicle
