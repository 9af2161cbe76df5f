"""The Landsknechte expansion: players with lands in four regions turn up a card and take one of its gifts."""

from typing import ClassVar

from regnum.core.rules.action import Action
from regnum.core.rules.step import Decision, Event, NextSteps
from regnum.games.wallenstein.actions import bonus
from regnum.games.wallenstein.components import BANNER_REGIONS, BANNERS, BONUSES, REGION_LANDS
from regnum.games.wallenstein.notes import BANNER
from regnum.games.wallenstein.state import WallensteinState


class TurnBanners(Event[WallensteinState]):
    """In player order, players with lands in four regions put the top card under their stack and take a gift.

    wallenstein.landsknechte.check, wallenstein.landsknechte.turn, wallenstein.landsknechte.otherwise,
    wallenstein.landsknechte.stack
    """

    CLAUSE: ClassVar[str] = "wallenstein.landsknechte.check"
    REQUIRED_OPTION: ClassVar[str] = "landsknechte"
    NEXT_STEPS: ClassVar[NextSteps] = ("ConvertArmies", "")

    def happen(self, s: WallensteinState) -> None:
        for player in s.players_in_order():
            lands = s.lands[player]
            regions = sum(1 for region in REGION_LANDS if region & lands)
            if regions >= BANNER_REGIONS and s.banner[player] + 1 < len(BANNERS):
                s.banner[player] += 1
                s.add_note(BANNER, player, s.banner[player] + 1)
                s.schedule(ChooseBonus(player))


class ChooseBonus(Decision[WallensteinState]):
    """Take one of the gifts on your new top card: coins, armies for the tray, grain or points."""

    CLAUSE: ClassVar[str] = "wallenstein.landsknechte.bonus"
    REFUSALS: ClassVar[dict[str, str]] = {"bonus": "not_on_card", "pass": "choose_gift"}
    REQUIRED_OPTION: ClassVar[str] = "landsknechte"
    NEXT_STEPS: ClassVar[NextSteps] = ("ChooseBonus", "ConvertArmies", "")

    def options(self, s: WallensteinState) -> list[Action]:
        card = BANNERS[s.banner[self.player]]
        return [bonus[number] for number in range(len(BONUSES)) if card[number]]

    def take(self, s: WallensteinState, action: Action) -> None:
        kind = bonus.of(action).choice
        s.gain(self.player, BONUSES[kind], BANNERS[s.banner[self.player]][kind])

    def position_error(self, s: WallensteinState) -> str:
        return "" if any(BANNERS[s.banner[self.player]]) else "the player's card offers nothing"
