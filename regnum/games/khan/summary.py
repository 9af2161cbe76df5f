"""The summary of a game of Khan: points by reason, highlights, and values for statistics."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from regnum.core.record.summary import Summarizer
from regnum.core.rules.action import Action
from regnum.core.rules.note import Note
from regnum.games.khan.notes import CONQUERED, FLEES, RULER_OUT
from regnum.games.khan.scoring import final_points, largest_area
from regnum.games.khan.state import KhanState


class KhanSummarizer(Summarizer[KhanState]):
    """Summarizes a game of Khan."""

    TYPICAL_VALUES: ClassVar[Mapping[str, float]] = {
        "great_conquest": 5.5,
        "most_conquests": 10.0,
        "refused": 2.0,
        "great_area": 16.0,
        "most_expelled": 5.0,
        "chased": 7.0,
        "ruler_beaten": 5.0,
        "most_pitched": 15.0,
        "most_specials": 5.0,
    }

    def __init__(self, start: KhanState) -> None:
        super().__init__(start)
        self._conquered: Final[list[list[str]]] = [[] for _ in range(start.players)]
        self._played: Final[list[list[str]]] = [[] for _ in range(start.players)]

    def process_entry(self, number: int, player: int, action: Action, notes: Sequence[Note], s: KhanState) -> None:
        family = action.family
        if family == "consent" and action.params["answer"] == "refuse":
            self.count_occurrence("refused", number, {"player": player})
        elif family == "expel":
            self.count_occurrence("most_expelled", number, {"player": player})
        elif family == "pitch":
            self.count_occurrence("most_pitched", number, {"player": player})
        elif family == "play":
            self.count_occurrence("most_specials", number, {"player": player})
            self._played[player].append(str(action.params["special"]))
        for note in notes:
            if note.key == RULER_OUT.key:
                self.count_occurrence("ruler_beaten", number, {"player": player})
        if s.is_terminal:
            for side in range(s.players):
                self.record_maximum("great_area", largest_area(s, side), number, {"player": side})

    def process_notes(self, notes: Sequence[Note], number: int) -> None:
        for note in notes:
            if note.key == CONQUERED.key:
                tile = str(note.params["tile"])
                points = note.params["points"]
                self._conquered[note.player].append(tile)
                self.count_occurrence("most_conquests", number, {"player": note.player})
                self.record_maximum("great_conquest", int(points), number, {"player": note.player, "tile": tile})
            elif note.key == FLEES.key:
                self.count_occurrence("chased", number, {"ruler": note.params["ruler"]})

    def points_by_reason(self, s: KhanState) -> list[dict[str, int]]:
        return final_points(s)

    def possessions(self, s: KhanState) -> list[dict[str, list[str]]]:
        return [{"tile": self._conquered[side], "special": self._played[side]} for side in range(s.players)]


SUMMARIZER: Final = KhanSummarizer
