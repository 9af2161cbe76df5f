"""The effects of the favour cards."""

from typing import ClassVar, Final

from regnum.core.packed import bit
from regnum.core.rules.action import Action, Refusal
from regnum.core.rules.bitmask import bits, mask_of
from regnum.core.rules.step import Decision, NextSteps, Ranges
from regnum.games.wallenstein.action_phase import build
from regnum.games.wallenstein.actions import calm, cancel_event, donate, reinforce, stop
from regnum.games.wallenstein.components import (
    BUILDINGS,
    EVENTS,
    FAVOUR_AMOUNT,
    FAVOUR_BUILDING,
    FAVOUR_KIND,
    FAVOUR_TRUCE,
    IN_PLAY,
    LANDS,
    REINFORCEMENT_ARMIES,
)
from regnum.games.wallenstein.notes import EVENT_CANCELLED, SKIPS, WARD_KEPT
from regnum.games.wallenstein.state import WallensteinState


def grant_favour(s: WallensteinState, player: int, card: int) -> None:
    """Apply a favour card, or schedule the decision on how to use it.

    wallenstein.favours.at_once, wallenstein.favours.coins, wallenstein.favours.armies, wallenstein.favours.grain,
    wallenstein.favours.points, wallenstein.favours.truce, wallenstein.favours.calm_kept
    """
    kind = FAVOUR_KIND[card]
    amount = FAVOUR_AMOUNT[card]
    if kind in ("coins", "armies", "grain", "points"):
        s.gain(player, kind, amount)
    elif kind == "truce":
        s.truce[player] |= FAVOUR_TRUCE[card]
    elif kind == "cancel_event":
        _schedule_favour(s, CancelEvent(player), "no_event")
    elif kind == "calm":
        if lands_with_unrest(s, player):
            s.schedule(CalmLand(player))
        else:
            s.ward = player
            s.add_note(WARD_KEPT, player)
    elif kind == "building":
        _schedule_favour(s, FreeBuilding(player, FAVOUR_BUILDING[card]), "no_room")
    else:
        _schedule_favour(s, Reinforce(player, amount), "supply")


def _schedule_favour(s: WallensteinState, step: "_UseFavour", reason: str) -> None:
    """Schedule a player's decision on a favour; if there is nothing to choose, log the reason."""
    if s.journal is not None and not step.options(s):
        s.add_note(SKIPS, step.player, reason)
    s.schedule(step)


class _UseFavour(Decision[WallensteinState]):
    """A player's decision on how to use a favour, before the next player asks for one."""

    REQUIRED_OPTION: ClassVar[str] = "court"
    NEXT_STEPS: ClassVar[NextSteps] = ("AskFavour", "EndAudience", "")

    def refusal(self, s: WallensteinState, action: Action) -> Refusal:
        """Return why the player may not pass or take another action while using a favour."""
        if action is stop:
            return Refusal("favour_at_once", "wallenstein.favours.at_once")
        return self.default_refusal(action)


class CancelEvent(_UseFavour):
    """Remove the event of this round, or keep it."""

    CLAUSE: ClassVar[str] = "wallenstein.favours.cancel_event"
    OPTIONAL: ClassVar[bool] = True

    def options(self, s: WallensteinState) -> list[Action]:
        return [cancel_event, stop] if s.event >= 0 else []

    def take(self, s: WallensteinState, action: Action) -> None:
        if action is cancel_event:
            s.past_events |= bit(s.event)
            s.add_note(EVENT_CANCELLED, self.player, EVENTS[s.event])
            s.event = -1


class CalmLand(_UseFavour):
    """Remove an unrest marker from one of your lands; if there are none, you keep the card to prevent the next one.

    wallenstein.favours.calm, wallenstein.favours.calm_kept
    """

    CLAUSE: ClassVar[str] = "wallenstein.favours.calm"
    REFUSALS: ClassVar[dict[str, str]] = {"calm": "no_unrest_of_yours"}

    def options(self, s: WallensteinState) -> list[Action]:
        return calm.members_in(lands_with_unrest(s, self.player))

    def take(self, s: WallensteinState, action: Action) -> None:
        s.unrest[calm.of(action).land] -= 1


def lands_with_unrest(s: WallensteinState, player: int) -> int:
    """Return a mask of a player's lands with unrest markers."""
    return mask_of(land for land in bits(s.lands[player]) if s.unrest[land])


class FreeBuilding(_UseFavour):
    """Put the building of the card into one of your lands, under the usual rules but without paying."""

    CLAUSE: ClassVar[str] = "wallenstein.favours.building"
    RANGES: ClassVar[Ranges] = {"building": range(len(BUILDINGS))}
    OPTIONAL: ClassVar[bool] = True

    def __init__(self, player: int, building: int) -> None:
        super().__init__(player)
        self.building: Final = building

    def options(self, s: WallensteinState) -> list[Action]:
        own_lands = s.lands[self.player]
        return [
            donate[land] for land in range(len(LANDS)) if own_lands >> land & 1 and s.can_build(self.building, land)
        ]

    def take(self, s: WallensteinState, action: Action) -> None:
        build(s, self.player, self.building, donate.of(action).land)

    def refusal(self, s: WallensteinState, action: Action) -> Refusal:
        if not donate.has(action):
            return super().refusal(s, action)
        land = donate.of(action).land
        if not s.lands[self.player] >> land & 1:
            return Refusal("not_your_land", self.CLAUSE, {"land": LANDS[land]})
        names: dict[str, int | str] = {"land": LANDS[land], "building": BUILDINGS[self.building]}
        if s.buildings[self.building] >> land & 1:
            return Refusal("stands_already", "wallenstein.actions.building_once", names)
        return Refusal("no_site", "wallenstein.actions.building_site", names)


class Reinforce(_UseFavour):
    """Put armies from your supply into one of your lands, or into a neutral land, which you take without a battle."""

    CLAUSE: ClassVar[str] = "wallenstein.favours.reinforce"
    RANGES: ClassVar[Ranges] = {"armies": range(REINFORCEMENT_ARMIES, REINFORCEMENT_ARMIES + 1)}
    OPTIONAL: ClassVar[bool] = True

    def __init__(self, player: int, armies: int) -> None:
        super().__init__(player)
        self.armies: Final = armies

    def options(self, s: WallensteinState) -> list[Action]:
        return reinforce.members_in(s.lands[self.player] | s.neutral_lands()) if s.supply[self.player] else []

    def take(self, s: WallensteinState, action: Action) -> None:
        land = reinforce.of(action).land
        if not s.lands[self.player] >> land & 1:
            s.gain_land(self.player, land)
        s.enlist(self.player, land, min(self.armies, s.supply[self.player]))

    def refusal(self, s: WallensteinState, action: Action) -> Refusal:
        if not reinforce.has(action):
            return super().refusal(s, action)
        land = reinforce.of(action).land
        if not IN_PLAY[s.players] >> land & 1:
            return Refusal("not_in_play", "wallenstein.setup.three_players", {"land": LANDS[land]})
        return Refusal("land_of_other", self.CLAUSE, {"land": LANDS[land]})
