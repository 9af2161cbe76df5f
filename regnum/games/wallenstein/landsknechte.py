"""The expansion Landsknechte: who has lands in four regions turns a card over and takes one of its gifts."""

from typing import ClassVar, Final

from regnum.core.action import Action
from regnum.core.step import Decision, Event, Refusal
from regnum.games.wallenstein.actions import bonus
from regnum.games.wallenstein.components import BANNER_REGIONS, BANNERS, BONUSES, REGION_LANDS
from regnum.games.wallenstein.state import WallensteinState

COINS: Final = 0
ARMIES: Final = 1
GRAIN: Final = 2
POINTS: Final = 3


class TurnBanners(Event[WallensteinState]):
    """In player order everybody with lands in four regions puts the top card under the stack and takes a gift.

    wallenstein.landsknechte.check, wallenstein.landsknechte.turn, wallenstein.landsknechte.otherwise,
    wallenstein.landsknechte.stack
    """

    CLAUSE: ClassVar[str] = "wallenstein.landsknechte.check"

    def happen(self, s: WallensteinState) -> None:
        for player in s.in_order():
            lands = s.lands[player]
            regions = sum(1 for region in REGION_LANDS if region & lands)
            if regions >= BANNER_REGIONS and s.banner[player] + 1 < len(BANNERS):
                s.banner[player] += 1
                s.tell("banner", player, s.banner[player] + 1)
                s.next(ChooseBonus(player))


class ChooseBonus(Decision[WallensteinState]):
    """Take one of the gifts on your new top card: coins, armies for the tray, grain or points."""

    CLAUSE: ClassVar[str] = "wallenstein.landsknechte.bonus"

    def options(self, s: WallensteinState) -> list[Action]:
        card = BANNERS[s.banner[self.player]]
        return [bonus[number] for number in range(len(BONUSES)) if card[number]]

    def take(self, s: WallensteinState, action: Action) -> None:
        kind = bonus.of(action).choice
        amount = BANNERS[s.banner[self.player]][kind]
        if kind == COINS:
            s.coins[self.player] += amount
            s.tell("gains_coins", self.player, amount)
        elif kind == ARMIES:
            s.tell("armies_to_tray", self.player, s.to_tray(self.player, amount))
        elif kind == GRAIN:
            s.grain[self.player] += amount
            s.tell("gains_grain", self.player, amount)
        else:
            s.points[self.player] += amount
            s.tell("gains_points", self.player, amount)

    def why_not(self, s: WallensteinState, action: Action) -> Refusal:
        if bonus.has(action):
            return Refusal("not_on_card", self.CLAUSE)
        return Refusal("not_now", self.CLAUSE)
