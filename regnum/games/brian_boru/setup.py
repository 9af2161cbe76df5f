"""Setup: shuffled decks, the first player, and first towns."""

from typing import ClassVar

from regnum.core.rules.action import Action, Refusal
from regnum.core.rules.step import Decision, Event, NextSteps
from regnum.games.brian_boru import components as box
from regnum.games.brian_boru.actions import settle
from regnum.games.brian_boru.notes import FIRST_PLAYER
from regnum.games.brian_boru.rounds import Round
from regnum.games.brian_boru.state import BrianBoruState


class Setup(Event[BrianBoruState]):
    """Shuffle the Viking and marriage decks, determine the first player, and let each player choose a first town.

    brian_boru.setup.viking_deck, brian_boru.setup.princess, brian_boru.setup.marriage_deck
    """

    CLAUSE: ClassVar[str] = "brian_boru.setup.first_player"
    NEXT_STEPS: ClassVar[NextSteps] = ("",)

    def happen(self, s: BrianBoruState) -> None:
        fleets = list(range(len(box.FLEETS)))
        s.shuffle(fleets)
        s.fleets = tuple(fleets)
        brides = [bride for bride in range(len(box.BRIDES)) if bride != box.PRINCESS]
        s.shuffle(brides)
        s.brides = (*brides[: box.ROUNDS[s.players] - 1], box.PRINCESS)
        first = s.variant.first_player
        s.marker = first - 1 if isinstance(first, int) else s.random_below(s.players)
        s.add_note(FIRST_PLAYER, s.marker)
        for player in s.clockwise():
            s.schedule(FirstTown(player))
        s.schedule(Round())


class FirstTown(Decision[BrianBoruState]):
    """Put your first disc on a town in a region without discs."""

    CLAUSE: ClassVar[str] = "brian_boru.setup.first_towns"
    NEXT_STEPS: ClassVar[NextSteps] = ("FirstTown", "Round")

    def options(self, s: BrianBoruState) -> list[Action]:
        towns = 0
        occupied = s.occupied_towns()
        for region in box.REGION_TOWNS:
            if not region & occupied:
                towns |= region
        return settle.members_in(towns)

    def take(self, s: BrianBoruState, action: Action) -> None:
        s.place_disc(self.player, settle.of(action).town)

    def refusal(self, s: BrianBoruState, action: Action) -> Refusal:
        if settle.has(action) and box.REGION_TOWNS[box.TOWN_REGION[settle.of(action).town]] & s.occupied_towns():
            return Refusal("region_taken", self.CLAUSE, action.params)
        return self.default_refusal(action)
