"""The Emperor's court: armies become courtiers, and courtiers win favours."""

from typing import ClassVar

from regnum.core.rules.action import Action, Refusal
from regnum.core.rules.step import Decision, Event, NextSteps
from regnum.games.wallenstein import components as box
from regnum.games.wallenstein.actions import favour, stop
from regnum.games.wallenstein.favours import grant_favour
from regnum.games.wallenstein.notes import COURTIERS_OF_LAND, COURTIERS_OF_TRAY, SKIPS
from regnum.games.wallenstein.state import WallensteinState
from regnum.games.wallenstein.turn_up import turn_up


class ConvertArmies(Event[WallensteinState]):
    """In player order, turn up each supplementary board: three armies become courtiers, then two, then one.

    wallenstein.court.before_actions, wallenstein.court.convert_order
    """

    CLAUSE: ClassVar[str] = "wallenstein.court.convert_order"
    REQUIRED_OPTION: ClassVar[str] = "court"
    NEXT_STEPS: ClassVar[NextSteps] = ("ActionCard(position=0)", "")

    def happen(self, s: WallensteinState) -> None:
        for player in s.players_in_order():
            for field in (box.CONVERT_3, box.CONVERT_2, box.CONVERT_1):
                _convert(s, player, field)
        s.schedule(Audience())


def _convert(s: WallensteinState, player: int, field: int) -> None:
    """Send armies from a land or the tray to court: exactly as many as the field says, or none.

    wallenstein.court.convert_land, wallenstein.court.convert_tray, wallenstein.court.convert_coin,
    wallenstein.court.convert_in_full
    """
    count = field - box.CONVERT_1 + 1
    card = s.plan[player][field]
    land = turn_up(s, player, field)
    if land < 0 and card != box.TOWER_CARD:
        return
    if s.hall[player] + count > box.COURTIERS:
        s.add_note(SKIPS, player, "courtiers")
        return
    if land >= 0:
        if s.armies[land] <= count:
            s.add_note(SKIPS, player, "armies")
            return
        s.armies[land] -= count
        s.add_note(COURTIERS_OF_LAND, player, box.LANDS[land], count)
    else:
        if s.tray[player] < count:
            s.add_note(SKIPS, player, "tray")
            return
        s.tray[player] -= count
        s.add_note(COURTIERS_OF_TRAY, player, count)
    s.supply[player] += count
    s.hall[player] += count


class Audience(Event[WallensteinState]):
    """Let the players ask for favours, those with the most courtiers in the hall first; player order breaks ties.

    wallenstein.court.audience_order
    """

    CLAUSE: ClassVar[str] = "wallenstein.court.audience_order"
    REQUIRED_OPTION: ClassVar[str] = "court"
    NEXT_STEPS: ClassVar[NextSteps] = ("ActionCard(position=0)", "")

    def happen(self, s: WallensteinState) -> None:
        order = s.players_in_order()
        for count in range(box.COURTIERS, -1, -1):
            for player in order:
                if s.hall[player] == count:
                    s.schedule(AskFavour(player))
        s.schedule(EndAudience())


class AskFavour(Decision[WallensteinState]):
    """Take one of the favours that your courtiers can pay for, or pass; you use it immediately.

    wallenstein.court.one_favour, wallenstein.court.pay, wallenstein.court.audience_ends, wallenstein.favours.used
    """

    CLAUSE: ClassVar[str] = "wallenstein.court.one_favour"
    REQUIRED_OPTION: ClassVar[str] = "court"
    NEXT_STEPS: ClassVar[NextSteps] = ("AskFavour", "EndAudience", "")
    OPTIONAL: ClassVar[bool] = True

    def options(self, s: WallensteinState) -> list[Action]:
        actions: list[Action] = []
        for place, card in enumerate(s.favours):
            if card >= 0 and box.PRICES[place] <= s.hall[self.player]:
                actions.append(favour[card])
        if actions:
            actions.append(stop)
        return actions

    def take(self, s: WallensteinState, action: Action) -> None:
        if action is stop:
            return
        card = favour.of(action).choice
        place = s.favours.index(card)
        s.favours = (*s.favours[:place], -1, *s.favours[place + 1 :])
        s.hall[self.player] -= box.PRICES[place]
        grant_favour(s, self.player, card)

    def refusal(self, s: WallensteinState, action: Action) -> Refusal:
        if not favour.has(action):
            return self.default_refusal(action)
        card = favour.of(action).choice
        if card in s.favours:
            price = box.PRICES[s.favours.index(card)]
            return Refusal("too_few_courtiers", "wallenstein.court.pay", {"favour": box.FAVOURS[card], "price": price})
        return Refusal("favour_not_open", self.CLAUSE, {"favour": box.FAVOURS[card]})


class EndAudience(Event[WallensteinState]):
    """Remove the favours that nobody took from the game; the remaining courtiers stay at court."""

    CLAUSE: ClassVar[str] = "wallenstein.court.clear"
    REQUIRED_OPTION: ClassVar[str] = "court"
    NEXT_STEPS: ClassVar[NextSteps] = ("ActionCard(position=0)", "")

    def happen(self, s: WallensteinState) -> None:
        s.favours = (-1,) * len(box.PRICES)
