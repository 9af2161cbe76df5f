"""The icons of the action cards, which are carried out from left to right."""

from typing import ClassVar, Final

from regnum.core import i64
from regnum.core.packed import bit
from regnum.core.rules.action import Action, Refusal
from regnum.core.rules.step import Decision, NextSteps, PlayerEvent, Ranges, Step
from regnum.games.brian_boru.actions import buy_disc, buy_raider, buy_step, drive_off, expand, secondary, stop
from regnum.games.brian_boru.components import (
    CHURCH,
    CLAIM,
    COIN,
    COURTSHIP,
    EXPAND,
    EXPAND_COST,
    EXTRA_COST,
    MAIN,
    MISSING_COIN,
    PAY,
    RAIDER,
    REMOVE_VIKING,
    RENOWN,
    ROADS,
    SECONDARY,
    TOWNS,
    TRACK_TOP,
    equal_icons_from,
)
from regnum.games.brian_boru.notes import (
    CLAIMS,
    FALLS_BACK,
    GOES_UP,
    LOSES_POINTS,
    PAYS,
    PUTS_DISCS,
    TAKES_COINS,
    TAKES_MARKER,
    TAKES_RAIDERS,
    TAKES_RENOWN,
)
from regnum.games.brian_boru.state import BrianBoruState

WAYS: Final = {COIN: 0, CHURCH: 1, RAIDER: 2, COURTSHIP: 3, REMOVE_VIKING: 4}
"""For the first icon of each secondary action, the index of the action in the family `secondary`."""
_ONWARD: Final[NextSteps] = ("CarryOut", "FallBack", "ChooseSecondary", "EndTrick")
"""The steps that may follow any part of a player's turn."""


class ChooseSecondary(Decision[BrianBoruState]):
    """Choose one of the secondary actions on your card, as you did not win the power struggle.

    brian_boru.action.secondary
    """

    CLAUSE: ClassVar[str] = "brian_boru.action.secondary"
    REFUSALS: ClassVar[dict[str, str]] = {"secondary": "not_on_card"}
    NEXT_STEPS: ClassVar[NextSteps] = _ONWARD

    def options(self, s: BrianBoruState) -> list[Action]:
        return [secondary[WAYS[icons[0]]] for icons in SECONDARY[s.played[self.player]]]

    def take(self, s: BrianBoruState, action: Action) -> None:
        effect = secondary.of(action).choice
        for number, icons in enumerate(SECONDARY[s.played[self.player]]):
            if WAYS[icons[0]] == effect:
                s.schedule(CarryOut(self.player, number + 1, 0))


class CarryOut(PlayerEvent[BrianBoruState]):
    """Carry out the icons of a played card's action from left to right; equal icons in a row are carried out together.

    `option` is 0 for the main action, else the number of the secondary one; `icon` is the index of the next icon.
    brian_boru.icons.order, brian_boru.icons.claim, brian_boru.icons.coin, brian_boru.icons.renown
    """

    CLAUSE: ClassVar[str] = "brian_boru.icons.order"
    NEXT_STEPS: ClassVar[NextSteps] = _ONWARD

    def __init__(self, player: i64, option: i64, icon: i64) -> None:
        super().__init__(player)
        self.option: Final = option
        self.icon: Final = icon

    def happen(self, s: BrianBoruState) -> None:
        player = self.player
        card = s.played[player]
        icons = MAIN[card] if self.option == 0 else SECONDARY[card][self.option - 1]
        at = self.icon
        while at < len(icons):
            icon = icons[at]
            count = equal_icons_from(icons, at)
            at += count
            if icon == COIN:
                s.coins[player] += count
                s.add_note(TAKES_COINS, player, count)
            elif icon == CLAIM:
                s.marker = player
                if s.free_towns() >> s.active & 1:
                    s.place_disc(player, s.active)
                    s.add_note(CLAIMS, player, TOWNS[s.active])
                else:  # another player has expanded there, which the option allows
                    s.add_note(TAKES_MARKER, player, TOWNS[s.active])
            elif icon == PAY:
                pay_coins(s, player, count)
            elif icon == RENOWN:
                s.renown[player] += count
                s.add_note(TAKES_RENOWN, player, count)
            else:
                start = s.track[player]
                _begin_icons(s, player, icon, count)
                if at < len(icons):
                    s.schedule(CarryOut(player, self.option, at))
                if icon == COURTSHIP:
                    s.schedule(FallBack(player, start))
                return

    def position_error(self, s: BrianBoruState) -> str:
        card = s.played[self.player]
        rows = [MAIN[card]] if self.player == s.winner() else [[], *SECONDARY[card]]
        exists = 0 <= self.option < len(rows) and 0 <= self.icon < len(rows[self.option])
        return "" if exists else f"player {self.player} has no such icon to carry out"


def steps_in_turn_order(s: BrianBoruState, winner: i64) -> list[Step[BrianBoruState]]:
    """Return the first step of each player's turn, in ascending order of the cards played.

    brian_boru.action.order, brian_boru.action.main, brian_boru.action.secondary
    """
    steps: list[Step[BrianBoruState]] = []
    numbers = [s.played[player] * 8 + player for player in range(s.players)]
    numbers.sort()
    for number in numbers:
        card, player = number >> 3, number & 7
        if player == winner:
            steps.append(CarryOut(player, 0, 0))
        elif len(SECONDARY[card]) > 1:
            steps.append(ChooseSecondary(player))
        else:
            steps.append(CarryOut(player, 1, 0))
    return steps


def pay_coins(s: BrianBoruState, player: i64, times: i64) -> None:
    """Pay `times` coins; for each missing coin, lose two points or all that are left.

    brian_boru.icons.pay
    """
    for _ in range(times):
        if s.coins[player]:
            s.coins[player] -= 1
            s.add_note(PAYS, player, 1)
        else:
            lost_points = min(MISSING_COIN, s.points[player])
            s.points[player] -= lost_points
            if lost_points:
                s.add_note(LOSES_POINTS, player, lost_points)


def _begin_icons(s: BrianBoruState, player: i64, icon: i64, count: i64) -> None:
    """Carry out icons that are followed by a decision of the player, and schedule that decision.

    brian_boru.icons.church, brian_boru.icons.raiders, brian_boru.icons.raiders_source, brian_boru.icons.courtship
    """
    if icon == CHURCH:
        s.church[player] += count
        s.add_note(PUTS_DISCS, player, count)
        s.schedule(MoreDiscs(player))
    elif icon == RAIDER:
        raiders = min(count, s.battle_area)
        s.battle_area -= raiders
        s.raiders[player] += raiders
        if raiders:
            s.add_note(TAKES_RAIDERS, player, raiders)
        s.schedule(MoreRaiders(player))
    elif icon == COURTSHIP:
        old_space = s.track[player]
        s.track[player] = min(old_space + count, TRACK_TOP)
        if s.track[player] > old_space:
            s.add_note(GOES_UP, player, s.track[player] - old_space)
        s.schedule(MoreSteps(player))
    elif icon == EXPAND:
        s.schedule(Expand(player))
    elif icon == REMOVE_VIKING:
        s.schedule(DriveOff(player))


class _Offer(Decision[BrianBoruState]):
    """A decision about an extra purchase or a target that an icon offers."""

    NEXT_STEPS: ClassVar[NextSteps] = _ONWARD
    OPTIONAL: ClassVar[bool] = True


class MoreDiscs(_Offer):
    """Put more discs into the church area, for two coins each.

    brian_boru.icons.church
    """

    CLAUSE: ClassVar[str] = "brian_boru.icons.extras"

    def options(self, s: BrianBoruState) -> list[Action]:
        return [buy_disc, stop] if s.coins[self.player] >= EXTRA_COST else []

    def take(self, s: BrianBoruState, action: Action) -> None:
        if action is buy_disc:
            s.coins[self.player] -= EXTRA_COST
            s.church[self.player] += 1
            s.schedule(MoreDiscs(self.player))


class MoreRaiders(_Offer):
    """Take more raiders from the battle area, for two coins each.

    brian_boru.icons.raiders
    """

    CLAUSE: ClassVar[str] = "brian_boru.icons.extras"

    def options(self, s: BrianBoruState) -> list[Action]:
        return [buy_raider, stop] if s.coins[self.player] >= EXTRA_COST and s.battle_area else []

    def take(self, s: BrianBoruState, action: Action) -> None:
        if action is buy_raider:
            s.coins[self.player] -= EXTRA_COST
            s.battle_area -= 1
            s.raiders[self.player] += 1
            s.schedule(MoreRaiders(self.player))


class MoreSteps(_Offer):
    """Go further up the marriage track, for two coins a step.

    brian_boru.icons.courtship
    """

    CLAUSE: ClassVar[str] = "brian_boru.icons.extras"

    def options(self, s: BrianBoruState) -> list[Action]:
        affordable = s.coins[self.player] >= EXTRA_COST
        return [buy_step, stop] if affordable and s.track[self.player] < TRACK_TOP else []

    def take(self, s: BrianBoruState, action: Action) -> None:
        if action is buy_step:
            s.coins[self.player] -= EXTRA_COST
            s.track[self.player] += 1
            s.schedule(MoreSteps(self.player))


def landing_space(s: BrianBoruState, player: i64, start: i64, space: i64) -> i64:
    """Return the space on the marriage track where a player who moves from `start` to `space` ends up."""
    occupied = [s.track[other] for other in range(s.players) if other != player]
    while space > start and space in occupied:
        space -= 1
    return space


class FallBack(PlayerEvent[BrianBoruState]):
    """Move a player who ends an action on an occupied space of the marriage track back to the next free one.

    `start` is the space on which the action began, below which a player never falls.

    Only the first space may hold several discs [brian_boru.icons.first_space].
    """

    CLAUSE: ClassVar[str] = "brian_boru.icons.fall_back"
    NEXT_STEPS: ClassVar[NextSteps] = _ONWARD
    RANGES: ClassVar[Ranges] = {"start": range(TRACK_TOP + 1)}

    def __init__(self, player: i64, start: i64) -> None:
        super().__init__(player)
        self.start: Final = start

    def happen(self, s: BrianBoruState) -> None:
        old_space = s.track[self.player]
        space = landing_space(s, self.player, self.start, old_space)
        s.track[self.player] = space
        if space < old_space:
            s.add_note(FALLS_BACK, self.player, space)

    def position_error(self, s: BrianBoruState) -> str:
        space = s.track[self.player]
        return f"player {self.player} began above space {space}" if self.start > space else ""


class Expand(_Offer):
    """For five coins, put a disc on a free town at the other end of a road from a town that you control.

    The active town can't be chosen before its power struggle is over, unless the option allows it.
    """

    CLAUSE: ClassVar[str] = "brian_boru.icons.expand"
    REFUSALS: ClassVar[dict[str, str]] = {"expand": "no_road"}

    def options(self, s: BrianBoruState) -> list[Action]:
        if s.coins[self.player] < EXPAND_COST:
            return []
        towns = self._within_reach(s)
        return [*expand.members_in(towns), stop] if towns else []

    def _within_reach(self, s: BrianBoruState) -> i64:
        towns = ROADS.around(s.controlled_towns(self.player)) & s.free_towns()
        return towns & ~bit(s.active) if s.active >= 0 and s.variant.active_town == "closed" else towns

    def take(self, s: BrianBoruState, action: Action) -> None:
        if action is not stop:
            s.coins[self.player] -= EXPAND_COST
            s.place_disc(self.player, expand.of(action).town)

    def refusal(self, s: BrianBoruState, action: Action) -> Refusal:
        if expand.has(action) and not s.free_towns() >> expand.of(action).town & 1:
            return Refusal("town_taken", self.CLAUSE, action.params)
        if expand.has(action) and expand.of(action).town == s.active and s.variant.active_town == "closed":
            return Refusal("town_contested", self.CLAUSE, action.params)
        return self.default_refusal(action)


class DriveOff(_Offer):
    """Remove a Viking disc from any town; the owner of the disc below it controls the town again."""

    CLAUSE: ClassVar[str] = "brian_boru.icons.remove_viking"
    REFUSALS: ClassVar[dict[str, str]] = {"drive_off": "no_viking_there"}

    def options(self, s: BrianBoruState) -> list[Action]:
        return drive_off.members_in(s.vikings)

    def take(self, s: BrianBoruState, action: Action) -> None:
        s.vikings &= ~bit(drive_off.of(action).town)

    def refusal(self, s: BrianBoruState, action: Action) -> Refusal:
        return Refusal("must_drive_off", "brian_boru.icons.order") if action is stop else self.default_refusal(action)
