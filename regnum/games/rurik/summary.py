"""The summary of a game of Rurik: points by reason, highlights, and values for statistics."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from regnum.core.record.summary import Summarizer
from regnum.core.rules.action import Action
from regnum.core.rules.bitmask import bits
from regnum.core.rules.note import Note
from regnum.games.rurik.actions import place
from regnum.games.rurik.components import AGENDAS, LEADERS, REGIONS
from regnum.games.rurik.deeds.cards import DEED_CARDS, DEEDS
from regnum.games.rurik.notes import CASUALTY, LEADER_FALLS, REBEL_REWARD, ROUND
from regnum.games.rurik.scoring import final_points
from regnum.games.rurik.state import RurikState


class RurikSummarizer(Summarizer[RurikState]):
    """Summarizes a game of Rurik."""

    TYPICAL_VALUES: ClassVar[Mapping[str, float]] = {
        "long_rule": 4.0,
        "dear_bribe": 3.0,
        "fought_over": 4.0,
        "most_attacks": 6.0,
        "rebels_beaten": 3.0,
        "casualties": 2.0,
        "leader_fell": 1.5,
        "great_deed": 1.5,
        "most_schemes": 3.5,
        "most_built": 7.0,
        "most_taxed": 8.0,
    }
    ATTACKS: ClassVar[tuple[str, ...]] = ("attack", "guarded_attack", "attack_rebels", "attack_neutral")

    def __init__(self, start: RurikState) -> None:
        super().__init__(start)
        self._rules: Final[list[list[int]]] = [[0] * len(REGIONS) for _ in range(start.sides)]
        """The number of consecutive rounds for which a side has ruled each region."""

    def process_entry(self, number: int, player: int, action: Action, notes: Sequence[Note], s: RurikState) -> None:
        """Count the actions, and the rounds for which regions are ruled, when a round ends."""
        family = action.family
        if place.has(action):
            placed = place.of(action)
            self.record_maximum(
                "dear_bribe", placed.bribe, number, {"player": player, "column": action.params["column"]}
            )
        elif family in self.ATTACKS:
            self.count_occurrence("most_attacks", number, {"player": player})
            self.count_occurrence("fought_over", number, {"region": action.params["region"]})
        elif family == "accomplish":
            deed = str(action.params["deed"])
            self.record_maximum(
                "great_deed", DEED_CARDS[DEEDS.index(deed)].points, number, {"player": player, "deed": deed}
            )
        elif family == "play_scheme":
            self.count_occurrence("most_schemes", number, {"player": player})
        elif family == "build":
            self.count_occurrence("most_built", number, {"player": player})
        elif family == "tax":
            self.count_occurrence("most_taxed", number, {"player": player})
        if s.is_terminal or any(note.key == ROUND.key and note.params["round"] != 1 for note in notes):
            self._round_over(number, s)

    def process_notes(self, notes: Sequence[Note], number: int) -> None:
        for note in notes:
            if note.key == REBEL_REWARD.key:
                self.count_occurrence("rebels_beaten", number, {"player": note.player})
            elif note.key == CASUALTY.key:
                self.count_occurrence("casualties", number, {"player": note.player})
            elif note.key == LEADER_FALLS.key:
                self.count_occurrence("leader_fell", number, {"player": note.player, "leader": note.params["leader"]})

    def _round_over(self, number: int, s: RurikState) -> None:
        for side, rounds in enumerate(self._rules):
            ruled = s.ruled_regions(side)
            for region in range(len(REGIONS)):
                rounds[region] = rounds[region] + 1 if ruled >> region & 1 else 0
                self.record_maximum("long_rule", rounds[region], number, {"player": side, "region": REGIONS[region]})

    def points_by_reason(self, s: RurikState) -> list[dict[str, int]]:
        return final_points(s)

    def possessions(self, s: RurikState) -> list[dict[str, list[str]]]:
        return [
            {
                "leader": [LEADERS[s.leaders[side]]] if s.leaders[side] >= 0 else [],
                "agenda": [AGENDAS[s.agenda[side]]] if s.agenda[side] >= 0 else [],
                "deed": [DEEDS[deed] for deed in bits(s.accomplished[side])],
            }
            for side in range(s.sides)
        ]


SUMMARIZER: Final = RurikSummarizer
