"""The summary of a game of Brian Boru: points by reason, highlights, and values for statistics."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from regnum.core.record.summary import Summarizer
from regnum.core.rules.action import Action
from regnum.core.rules.bitmask import bits
from regnum.core.rules.note import Note
from regnum.games.brian_boru.components import BRIDES, CARDS, REGIONS, VALUE
from regnum.games.brian_boru.notes import (
    CHURCH_SECOND,
    GAINS_POINTS,
    INVASION,
    LOSES_POINTS,
    LOSES_TOWN,
    SMALL_SPOILS,
    SPOILS,
    STRUGGLE_UNWON,
    STRUGGLE_WON,
    TOKEN_CLAIMED,
    WEDDING,
)
from regnum.games.brian_boru.scoring import final_points
from regnum.games.brian_boru.state import BrianBoruState


class BrianBoruSummarizer(Summarizer[BrianBoruState]):
    """Summarizes a game of Brian Boru."""

    TYPICAL_VALUES: ClassVar[Mapping[str, float]] = {
        "cheap_win": 19.0,
        "most_struggles": 8.0,
        "great_invasion": 4.0,
        "most_lost": 1.5,
        "great_spoils": 3.0,
        "most_weddings": 2.0,
        "token_changes": 2.0,
        "rich": 12.0,
    }
    EARNED: ClassVar[tuple[str, ...]] = ("start", "battle", "church", "dowry", "unpaid")
    """The reasons for points during the game."""

    def __init__(self, start: BrianBoruState) -> None:
        super().__init__(start)
        self._earned: Final[list[dict[str, int]]] = [dict.fromkeys(self.EARNED, 0) for _ in range(start.players)]
        for side, points in enumerate(start.points):
            self._earned[side]["start"] = points
        self._laid: Final[list[str]] = [str(CARDS[card]) if card >= 0 else "" for card in start.played]
        """The card of each player in the current struggle."""
        self._won: Final[list[list[str]]] = [[] for _ in range(start.players)]

    def process_entry(self, number: int, player: int, action: Action, notes: Sequence[Note], s: BrianBoruState) -> None:
        if action.family in ("lead", "follow"):
            self._laid[player] = str(action.params["card"])
            for note in notes:
                if note.key == STRUGGLE_WON.key:
                    self._struggle_won(note.player, str(note.params["town"]), number)
                if note.key in (STRUGGLE_WON.key, STRUGGLE_UNWON.key):
                    self._laid[:] = [""] * s.players
        for side, coins in enumerate(s.coins):
            self.record_maximum("rich", coins, number, {"player": side})

    def _struggle_won(self, winner: int, town: str, number: int) -> None:
        won = self._laid[winner]
        self._won[winner].append(won)
        self.count_occurrence("most_struggles", number, {"player": winner})
        self.record_maximum(
            "cheap_win", len(CARDS) + 1 - int(won), number, {"player": winner, "card": won, "town": town}
        )

    def process_notes(self, notes: Sequence[Note], number: int) -> None:  # noqa: C901
        for note in notes:
            key, player = note.key, note.player
            if key == SPOILS.key:
                self._earn(player, "battle", note)
                self.record_maximum("great_spoils", int(note.params["points"]), number, {"player": player})
            elif key == SMALL_SPOILS.key:
                self._earned[player]["battle"] += 1
            elif key == CHURCH_SECOND.key:
                self._earned[player]["church"] += 1
            elif key == GAINS_POINTS.key:
                self._earn(player, "dowry", note)
            elif key == LOSES_POINTS.key:
                self._earned[player]["unpaid"] -= int(note.params["points"])
            elif key == INVASION.key:
                self.record_maximum("great_invasion", int(note.params["raiders"]), number, {})
            elif key == LOSES_TOWN.key:
                self.count_occurrence("most_lost", number, {"player": player})
            elif key == WEDDING.key:
                self.count_occurrence("most_weddings", number, {"player": player})
            elif key == TOKEN_CLAIMED.key:
                self.count_occurrence("token_changes", number, {"region": note.params["region"]})

    def _earn(self, player: int, reason: str, note: Note) -> None:
        self._earned[player][reason] += int(note.params["points"])

    def points_by_reason(self, s: BrianBoruState) -> list[dict[str, int]]:
        owned = [(region, name) for region, name in enumerate(REGIONS) if s.open >> region & 1 and s.owner[region] >= 0]
        sides: list[dict[str, int]] = []
        for side, (earned, final) in enumerate(zip(self._earned, final_points(s), strict=True)):
            sides.append({**earned})
            for reason, points in final.items():
                if reason == "tokens":  # one reason per region, in the order of scoring
                    sides[-1].update((f"tokens_{name}", VALUE[at] * (s.owner[at] == side)) for at, name in owned)
                else:
                    sides[-1][reason] = points
        return sides

    def possessions(self, s: BrianBoruState) -> list[dict[str, list[str]]]:
        return [
            {
                "card": self._won[side],
                "bride": [BRIDES[bride] for bride in bits(s.wed[side])],
                "region": [name for name, owner in zip(REGIONS, s.owner, strict=True) if owner == side],
            }
            for side in range(s.players)
        ]


SUMMARIZER: Final = BrianBoruSummarizer
