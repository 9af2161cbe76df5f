"""Setup: rulers and their camps, the first player, the opening placement, the first hands."""

from typing import ClassVar, Final

from regnum.core.rules.action import Action, Refusal
from regnum.core.rules.step import Decision, Event, NextSteps, Ranges
from regnum.games.khan.actions import settle, station
from regnum.games.khan.cells import NONE
from regnum.games.khan.components import CELLS, HAND_SIZE, OPENING_ROUNDS, RULERS
from regnum.games.khan.notes import FIRST_PLAYER
from regnum.games.khan.rounds import Turn
from regnum.games.khan.state import KhanState
from regnum.games.khan.tiles import BIT


class Setup(Event[KhanState]):
    """Fill the camps, station the rulers, and determine the first player; opening placement and dealing follow.

    khan.setup.camps, khan.setup.yurts, khan.setup.tiles, khan.setup.special, khan.setup.rulers, khan.setup.first_player
    """

    CLAUSE: ClassVar[str] = "khan.setup.camps"
    NEXT_STEPS: ClassVar[NextSteps] = ("",)

    def happen(self, s: KhanState) -> None:
        s.fill_camps()
        first = s.variant.first_player
        s.first = s.random_below(s.players) if first == "random" else int(first) - 1
        s.add_note(FIRST_PLAYER, s.first)
        order = [(s.first + seat) % s.players for seat in range(s.players)]
        for ruler in range(len(RULERS)):
            if s.variant.rulers_start == "printed":
                s.station(ruler, s.board.start[ruler])
            else:
                s.schedule(StationRuler(order[ruler % s.players], ruler))
        for _ in range(OPENING_ROUNDS[s.players]):
            for player in order:
                s.schedule(Settle(player))
        s.schedule(Deal())
        s.schedule(Turn(s.first))


class StationRuler(Decision[KhanState]):
    """Choose the cell of land where this ruler begins [khan.setup.rulers_free]."""

    CLAUSE: ClassVar[str] = "khan.setup.rulers_free"
    RANGES: ClassVar[Ranges] = {"ruler": range(len(RULERS))}

    def __init__(self, player: int, ruler: int) -> None:
        super().__init__(player)
        self.ruler: Final = ruler

    def options(self, s: KhanState) -> list[Action]:
        return station.members_in(s.free)

    def take(self, s: KhanState, action: Action) -> None:
        s.station(self.ruler, station.cell(action))

    def refusal(self, s: KhanState, action: Action) -> Refusal:
        if station.has(action):
            return s.refusal_unless_free(station.cell(action), self.CLAUSE, self.CLAUSE)
        return self.default_refusal(action)

    def next_steps(self, s: KhanState) -> NextSteps:
        return f"StationRuler(player={{following}}, ruler={self.ruler + 1})", f"Settle(player={s.first})"

    def position_error(self, s: KhanState) -> str:
        placed = s.rulers[self.ruler] >= 0 or not s.camps[self.ruler]
        return "that ruler has a place, or is out of the game" if placed else ""


class Settle(Decision[KhanState]):
    """Put a yurt on a free cell of land in a region without yurts; if there is none, on any free cell of land.

    khan.setup.opening_rounds, khan.setup.one_per_region, khan.setup.opening_free
    """

    CLAUSE: ClassVar[str] = "khan.setup.opening_rounds"
    NEXT_STEPS: ClassVar[NextSteps] = ("Settle(player={following})", "Deal")

    def options(self, s: KhanState) -> list[Action]:
        yurt_cells = s.yurt_cells
        cells = NONE
        for region in s.board.regions:
            if not region & yurt_cells:
                cells |= region
        return settle.members_in(cells & s.free) or settle.members_in(s.free)

    def take(self, s: KhanState, action: Action) -> None:
        s.place_yurt(self.player, settle.cell(action))

    def refusal(self, s: KhanState, action: Action) -> Refusal:
        if not settle.has(action):
            return self.default_refusal(action)
        cell = settle.cell(action)
        if s.free & BIT[cell]:
            return Refusal("region_taken", "khan.setup.one_per_region", {"cell": CELLS[cell]})
        return s.refusal_unless_free(cell, "khan.setup.opening_free")


class Deal(Event[KhanState]):
    """Deal each player a hand of four of the shuffled play cards; the rest form the draw pile.

    khan.setup.deal
    """

    CLAUSE: ClassVar[str] = "khan.setup.deal"

    def happen(self, s: KhanState) -> None:
        for player in range(s.players):
            s.fill_hand(player, HAND_SIZE)

    def next_steps(self, s: KhanState) -> NextSteps:
        return (f"Turn(player={s.first})",)

    def position_error(self, s: KhanState) -> str:
        return "the cards are dealt already" if any(s.hands) else ""
