"""The summary of a game of Wallenstein: points by reason, highlights, and values for statistics."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from regnum.core.record.summary import Summarizer
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
from regnum.games.wallenstein.scoring import SCORE_REASONS, final_points
from regnum.games.wallenstein.state import WallensteinState


class WallensteinSummarizer(Summarizer[WallensteinState]):
    """Summarizes a game of Wallenstein."""

    TYPICAL_VALUES: ClassVar[Mapping[str, float]] = {
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
        early = {"gained": start.variant.court, "landsknechte": start.variant.landsknechte}  # scored before winter
        reasons = [*(reason for reason, played in early.items() if played), *SCORE_REASONS]
        self._earned: Final[list[dict[str, int]]] = [dict.fromkeys(reasons, 0) for _ in range(start.players)]
        self._favours: Final[list[list[str]]] = [[] for _ in range(start.players)]
        self._built: Final[list[list[str]]] = [[] for _ in range(start.players)]

    def process_entry(
        self, number: int, player: int, action: Action, notes: Sequence[Note], s: WallensteinState
    ) -> None:
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

    def process_notes(self, notes: Sequence[Note], number: int) -> None:
        for note in notes:
            key, player, params = note.key, note.player, note.params
            if key == SCORES.key:
                self.record_maximum("good_winter", int(params["points"]), number, {"player": player})
            elif key == ATTACKS.key:
                attack = {"player": player, "land": params["land"]}
                self.record_maximum("great_army", int(params["armies"]), number, {**attack})
                self.count_occurrence("fought_over", number, {"land": params["land"]})
            elif key == CONQUERS.key:
                self.count_occurrence("most_conquests", number, {"player": player})
            elif key == REVOLT.key:
                self.record_maximum(
                    "great_revolt", int(params["farmers"]), number, {"player": player, "land": params["land"]}
                )
            elif key == RISES.key:
                self.record_maximum("hungry", int(params["lands"]), number, {"player": player})
            elif key == FELL.key:
                self.record_maximum("swallowed", int(params["cast"]) - int(params["out"]), number, {"player": player})
            elif key == BUILDS.key:
                self._built[player].append(str(params["building"]))
                self.count_occurrence("most_built", number, {"player": player})
            elif key == DEVASTATED.key:
                self.count_occurrence("devastated", number, {"land": params["land"]})

    def points_by_reason(self, s: WallensteinState) -> list[dict[str, int]]:
        return self._earned

    def possessions(self, s: WallensteinState) -> list[dict[str, list[str]]]:
        return [
            {
                "building": self._built[side],
                "land": [LANDS[land] for land in bits(s.lands[side])],
                "favour": self._favours[side],
            }
            for side in range(s.players)
        ]


SUMMARIZER: Final = WallensteinSummarizer
