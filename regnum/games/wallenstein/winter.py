"""Winter: grain is lost, unfed lands revolt, points are scored, and the year ends."""

from typing import ClassVar, Final

from regnum.core.packed import bit, first_bit
from regnum.core.rules.action import Action
from regnum.core.rules.bitmask import bits
from regnum.core.rules.step import Decision, Event, NextSteps, PlayerEvent, Ranges
from regnum.games.wallenstein.actions import face
from regnum.games.wallenstein.battle import Revolt
from regnum.games.wallenstein.components import EVENTS, GRAIN_LOSS, GRAIN_PER_LAND, LANDS, SEASONS, SUPPLY_TABLE, WINTER
from regnum.games.wallenstein.notes import FED, RISES, SEASON, UNFED, WINTER_LOSS
from regnum.games.wallenstein.scoring import Scoring
from regnum.games.wallenstein.state import WallensteinState


class Winter(Event[WallensteinState]):
    """Remove grain, let unfed lands revolt in autumn's player order, score, and end the year.

    wallenstein.winter.order, wallenstein.winter.grain_loss, wallenstein.round.order_stays
    """

    CLAUSE: ClassVar[str] = "wallenstein.winter.order"
    NEXT_STEPS: ClassVar[NextSteps] = ("Year", "")

    def happen(self, s: WallensteinState) -> None:
        s.season = WINTER
        s.add_note(SEASON, SEASONS[s.season], s.year)
        s.event = first_bit(s.open_events)
        s.open_events = 0
        s.add_note(WINTER_LOSS, EVENTS[s.event], GRAIN_LOSS[s.event])
        for player in range(s.players):
            s.grain[player] = remaining_grain(s.grain[player], GRAIN_LOSS[s.event])
        for player in s.players_in_order():
            s.schedule(FeedLands(player))
        s.schedule(Scoring())
        s.schedule(YearEnd())


class FeedLands(PlayerEvent[WallensteinState]):
    """Feed each land one grain; if some stay unfed, draw the lands in which the farmers revolt.

    wallenstein.winter.feed, wallenstein.winter.table, wallenstein.winter.draw
    """

    CLAUSE: ClassVar[str] = "wallenstein.winter.feed"
    NEXT_STEPS: ClassVar[NextSteps] = ("FeedLands", "Scoring", "")

    def happen(self, s: WallensteinState) -> None:
        player = self.player
        unfed = count_unfed_lands(s, player)
        if unfed == 0:
            s.add_note(FED, player)
            return
        s.add_note(UNFED, player, unfed)
        count, farmers = revolt_numbers(unfed)
        lands = list(bits(s.lands[player]))
        s.shuffle(lands)
        for land in lands[:count]:
            s.revolts |= 1 << land
            s.add_note(RISES, player, LANDS[land], unfed)
        s.schedule(ChooseRevolt(player, farmers))


def remaining_grain(grain: int, loss: int) -> int:
    """Return the grain that is left after a winter's loss [wallenstein.winter.grain_loss]."""
    return max(0, grain - loss)


def needed_grain(lands: int) -> int:
    """Return the grain that `lands` lands need in winter [wallenstein.winter.feed]."""
    return lands * GRAIN_PER_LAND


def count_unfed_lands(s: WallensteinState, player: int) -> int:
    """Return the number of a player's lands that they can't feed in winter [wallenstein.winter.feed]."""
    return max(0, s.lands[player].bit_count() - s.grain[player] // GRAIN_PER_LAND)


def revolt_numbers(unfed: int) -> tuple[int, int]:
    """Return the numbers of lands that revolt, and of additional farmers in each [wallenstein.winter.table]."""
    lands = farmers = 0
    for least, count, farmer_count in SUPPLY_TABLE:
        if unfed >= least:
            lands, farmers = count, farmer_count
    return lands, farmers


class ChooseRevolt(Decision[WallensteinState]):
    """Choose which of your revolts comes next.

    wallenstein.winter.own_order, wallenstein.winter.extra_farmers, wallenstein.winter.no_unrest
    """

    CLAUSE: ClassVar[str] = "wallenstein.winter.own_order"
    REFUSALS: ClassVar[dict[str, str]] = {"face": "no_revolt_there"}
    RANGES: ClassVar[Ranges] = {"farmers": range(SUPPLY_TABLE[0][2], SUPPLY_TABLE[-1][2] + 1)}
    NEXT_STEPS: ClassVar[NextSteps] = ("FeedLands", "Scoring", "")
    OPTIONAL: ClassVar[bool] = True

    def __init__(self, player: int, farmers: int) -> None:
        super().__init__(player)
        self.farmers: Final = farmers

    def options(self, s: WallensteinState) -> list[Action]:
        return face.members_in(s.revolts)

    def take(self, s: WallensteinState, action: Action) -> None:
        land = face.of(action).land
        s.revolts &= ~(1 << land)
        s.schedule(Revolt(self.player, land, s.unrest[land] + self.farmers))
        s.schedule(ChooseRevolt(self.player, self.farmers))

    def position_error(self, s: WallensteinState) -> str:
        return "revolts: not all are in the player's lands" if s.revolts & ~s.lands[self.player] else ""


class YearEnd(Event[WallensteinState]):
    """Remove all grain and unrest, sort the Landsknechte cards, and discard the winter's event card.

    wallenstein.winter.year_end, wallenstein.landsknechte.sorted_anew
    """

    CLAUSE: ClassVar[str] = "wallenstein.winter.year_end"
    NEXT_STEPS: ClassVar[NextSteps] = ("Year", "")

    def happen(self, s: WallensteinState) -> None:
        n = s.players
        s.past_events |= bit(s.event)
        s.event = -1
        s.grain = [0] * n
        s.unrest = [0] * len(LANDS)
        s.banner = [0] * n
        s.space = [-1] * n

    def position_error(self, s: WallensteinState) -> str:
        return "event: no card gives the grain loss" if s.event < 0 else ""
