"""The chronicle of Rurik: points by reason, remarkable moments, and figures for statistics."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from regnum.core.record.chronicle import Chronicle
from regnum.core.rules.action import Action
from regnum.core.rules.bitmask import bits
from regnum.core.rules.note import Note
from regnum.games.rurik.actions import place
from regnum.games.rurik.components import AGENDAS, LEADERS, REGIONS
from regnum.games.rurik.deeds.cards import DEED_CARDS, DEEDS
from regnum.games.rurik.notes import CASUALTY, LEADER_FALLS, REBEL_REWARD, ROUND
from regnum.games.rurik.scoring import final_points
from regnum.games.rurik.state import RurikState


class RurikChronicle(Chronicle[RurikState]):
    """The chronicle of a game of Rurik."""

    USUAL: ClassVar[Mapping[str, float]] = {
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

    def follow(self, number: int, player: int, action: Action, notes: Sequence[Note], s: RurikState) -> None:
        """Count the actions; a round is over when the next one begins or the game ends."""
        family = action.family
        if place.has(action):
            placed = place.of(action)
            self.greatest("dear_bribe", placed.bribe, number, {"player": player, "column": action.params["column"]})
        elif family in self.ATTACKS:
            self.again("most_attacks", number, {"player": player})
            self.again("fought_over", number, {"region": action.params["region"]})
        elif family == "accomplish":
            deed = str(action.params["deed"])
            self.greatest("great_deed", DEED_CARDS[DEEDS.index(deed)].points, number, {"player": player, "deed": deed})
        elif family == "play_scheme":
            self.again("most_schemes", number, {"player": player})
        elif family == "build":
            self.again("most_built", number, {"player": player})
        elif family == "tax":
            self.again("most_taxed", number, {"player": player})
        if s.is_terminal or any(note.key == ROUND.key and note.params["round"] != 1 for note in notes):
            self._round_over(number, s)

    def told(self, notes: Sequence[Note], number: int) -> None:
        for note in notes:
            if note.key == REBEL_REWARD.key:
                self.again("rebels_beaten", number, {"player": note.player})
            elif note.key == CASUALTY.key:
                self.again("casualties", number, {"player": note.player})
            elif note.key == LEADER_FALLS.key:
                self.again("leader_fell", number, {"player": note.player, "leader": note.params["leader"]})

    def _round_over(self, number: int, s: RurikState) -> None:
        for side, rounds in enumerate(self._rules):
            ruled = s.ruled(side)
            for region in range(len(REGIONS)):
                rounds[region] = rounds[region] + 1 if ruled >> region & 1 else 0
                self.greatest("long_rule", rounds[region], number, {"player": side, "region": REGIONS[region]})

    def sources(self, s: RurikState) -> list[dict[str, int]]:
        return final_points(s)

    def had(self, s: RurikState) -> list[dict[str, list[str]]]:
        return [
            {
                "leader": [LEADERS[s.leaders[side]]] if s.leaders[side] >= 0 else [],
                "agenda": [AGENDAS[s.agenda[side]]] if s.agenda[side] >= 0 else [],
                "deed": [DEEDS[deed] for deed in bits(s.accomplished[side])],
            }
            for side in range(s.sides)
        ]


CHRONICLE: Final = RurikChronicle
