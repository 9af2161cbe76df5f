"""Setup: shuffling the decks, the first player, the first towns; and the beginning and end of the rounds."""

from typing import ClassVar

from regnum.core.action import Action
from regnum.core.step import Decision, Event, Refusal
from regnum.games.brian_boru.actions import settle
from regnum.games.brian_boru.components import (
    BRIDES,
    FLEETS,
    PRINCESS,
    REGION_TOWNS,
    ROUNDS,
    TOWN_REGION,
    TOWNS,
)
from regnum.games.brian_boru.draft import Deal
from regnum.games.brian_boru.preparation import Preparation
from regnum.games.brian_boru.scoring import FinalScoring
from regnum.games.brian_boru.state import BrianState
from regnum.games.brian_boru.upkeep import Upkeep


class Setup(Event[BrianState]):
    """Shuffle the Viking and marriage decks, find the first player, and let everybody settle in a first town.

    brian_boru.setup.viking_deck, brian_boru.setup.princess, brian_boru.setup.marriage_deck
    """

    CLAUSE: ClassVar[str] = "brian_boru.setup.first_player"

    def happen(self, s: BrianState) -> None:
        fleets = list(range(len(FLEETS)))
        s.shuffle(fleets)
        s.fleets = tuple(fleets)
        brides = [bride for bride in range(len(BRIDES)) if bride != PRINCESS]
        s.shuffle(brides)
        s.brides = (*brides[: ROUNDS[s.players] - 1], PRINCESS)
        first = s.options["first_player"]
        s.marker = s.below(s.players) if first == "random" else int(first) - 1
        s.tell_by_key("first_player", s.marker)
        for player in s.clockwise():
            s.next(FirstTown(player))
        s.next(Round())


class FirstTown(Decision[BrianState]):
    """Put your first disc on a town in a region where no disc lies yet."""

    CLAUSE: ClassVar[str] = "brian_boru.setup.first_towns"

    def options(self, s: BrianState) -> list[Action]:
        towns = 0
        occupied = s.occupied()
        for region in REGION_TOWNS:
            if not region & occupied:
                towns |= region
        return settle.each(towns)

    def take(self, s: BrianState, action: Action) -> None:
        s.place_disc(self.player, settle.of(action).town)

    def why_not(self, s: BrianState, action: Action) -> Refusal:
        if settle.has(action) and REGION_TOWNS[TOWN_REGION[settle.of(action).town]] & s.occupied():
            return Refusal("region_taken", self.CLAUSE, {"town": TOWNS[settle.of(action).town]})
        return Refusal("not_now", self.CLAUSE)


class Round(Event[BrianState]):
    """A round: preparation, draft, action phase, upkeep. The round of the Danish princess is the last one.

    The town marker stays where it is from round to round [brian_boru.action.marker_stays].
    brian_boru.round.count, brian_boru.round.next, brian_boru.end.when
    """

    CLAUSE: ClassVar[str] = "brian_boru.round.phases"

    def happen(self, s: BrianState) -> None:
        if s.round == ROUNDS[s.players]:
            s.next(FinalScoring())
            return
        s.next(Preparation())
        s.next(Deal())
        s.next(Upkeep())
        s.next(Round())
