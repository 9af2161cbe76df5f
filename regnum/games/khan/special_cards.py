"""Phases 3 and 4: returning and playing special cards."""

from typing import ClassVar, Final

from regnum.core.rules.action import Action, Refusal
from regnum.core.rules.step import Decision, NextSteps, PlayerEvent, Ranges, Step
from regnum.games.khan.action_phase import Act, can_act, lose_action
from regnum.games.khan.actions import pass_action, play, protect, reserve
from regnum.games.khan.components import DIVINE_SUPPORT, HIGH_MORALE, REGIONS, SCOUT, SPECIALS
from regnum.games.khan.notes import SPECIAL_RETURNED
from regnum.games.khan.state import KhanState


class ReturnSpecial(PlayerEvent[KhanState]):
    """Return the active special card to the box and take the yurt back; a reserved tile becomes available again.

    khan.special.return, khan.special.one_round, khan.special.scout_return, khan.turn.no_legal_action
    """

    CLAUSE: ClassVar[str] = "khan.special.return"
    NEXT_STEPS: ClassVar[NextSteps] = ("SpecialPhase(player={player})", "EndPhaseTurn(player={following})")

    def happen(self, s: KhanState) -> None:
        player = self.player
        if s.actions_left and lose_action(s, player):
            s.schedule(Act(player))
            s.schedule(self)
            return
        s.end_refusals()
        card = s.active[player]
        if card < 0:
            return
        if card == SCOUT:
            s.give_back_scout(player)
        else:
            s.active[player] = -1
            s.guarded[player] = -1
            s.stock[player] += 1
        s.add_note(SPECIAL_RETURNED, player, SPECIALS[card])


class SpecialPhase(PlayerEvent[KhanState]):
    """You may play a special card; with two players, not the same protection in two consecutive turns.

    khan.special.play, khan.special.in_a_row, khan.end.start
    """

    CLAUSE: ClassVar[str] = "khan.special.play"
    NEXT_STEPS: ClassVar[NextSteps] = ("Refill(player={player})",)

    def happen(self, s: KhanState) -> None:
        last = s.last_played[self.player]
        s.last_played[self.player] = -1
        if not s.end_phase:
            s.schedule(PlaySpecial(self.player, last))

    def position_error(self, s: KhanState) -> str:
        return _is_still_active(s, self, self.player)


class PlaySpecial(Decision[KhanState]):
    """Play one of your special cards, or pass. `last` is the one that you played in your previous turn, or -1.

    khan.special.play, khan.special.high_morale, khan.special.marker, khan.special.other_copy, khan.special.in_a_row
    """

    CLAUSE: ClassVar[str] = "khan.special.play"
    OPTIONAL: ClassVar[bool] = True
    RANGES: ClassVar[Ranges] = {"last": range(-1, len(SPECIALS))}
    NEXT_STEPS: ClassVar[NextSteps] = ("Refill(player={player})",)

    def __init__(self, player: int, last: int) -> None:
        super().__init__(player)
        self.last: Final = last

    def options(self, s: KhanState) -> list[Action]:
        actions: list[Action] = []
        cards = s.specials[self.player]
        for card in range(len(SPECIALS)):
            if cards[card] and not self.obstacle(s, card):
                actions.append(play[card])
        if actions:
            actions.append(pass_action)
        return actions

    def obstacle(self, s: KhanState, card: int) -> str:
        """Return why a special card cannot be played now, as a key of the game's words, or "" if it can."""
        player = self.player
        if card == HIGH_MORALE:
            return "" if can_act(s, player) else "no_third_action"
        if not s.stock[player]:
            return "no_yurts"
        if card == SCOUT:
            return "" if s.stacks else "no_tiles"
        if card == DIVINE_SUPPORT and s.players == 4:
            return ""
        if s.players == 2 and self.last == card:
            return "twice_in_a_row"
        return "other_copy_active" if card in s.active else ""

    def take(self, s: KhanState, action: Action) -> None:
        if action is pass_action:
            return
        player = self.player
        card = play.of(action).choice
        cards = list(s.specials[player])
        cards[card] -= 1
        s.specials[player] = tuple(cards)
        s.last_played[player] = card
        if card == HIGH_MORALE:
            s.actions_left = 1
            s.schedule(Act(player))
            return
        s.active[player] = card
        s.stock[player] -= 1
        if card == SCOUT:
            s.schedule(Reserve(player))
        elif card == DIVINE_SUPPORT and s.players == 4:
            s.schedule(ProtectRegion(player))

    def refusal(self, s: KhanState, action: Action) -> Refusal:
        if not play.has(action):
            return self.default_refusal(action)
        card = play.of(action).choice
        names: dict[str, int | str] = {"special": SPECIALS[card]}
        if not s.specials[self.player][card]:
            return Refusal("special_used", "khan.special.play", names)
        key = self.obstacle(s, card)
        clause = {
            "no_third_action": "khan.special.high_morale",
            "other_copy_active": "khan.special.other_copy",
            "twice_in_a_row": "khan.special.in_a_row",
            "no_tiles": "khan.special.scout",
        }.get(key, "khan.special.marker")
        return Refusal(key, clause, names)

    def position_error(self, s: KhanState) -> str:
        return _is_still_active(s, self, self.player)


def _is_still_active(s: KhanState, step: Step[KhanState], player: int) -> str:
    return "the special card is still active" if s.stack[-1] is step and s.active[player] >= 0 else ""


class ProtectRegion(Decision[KhanState]):
    """Choose the region in which you protect the neutral yurts [khan.special.divine_four]."""

    CLAUSE: ClassVar[str] = "khan.special.divine_four"
    REFUSALS: ClassVar[dict[str, str]] = {"protect": "region_protected"}
    NEXT_STEPS: ClassVar[NextSteps] = ("Refill(player={player})",)

    def options(self, s: KhanState) -> list[Action]:
        return [protect[region] for region in range(len(REGIONS)) if region not in s.guarded]

    def take(self, s: KhanState, action: Action) -> None:
        s.guarded[self.player] = protect.of(action).choice

    def position_error(self, s: KhanState) -> str:
        chooses = s.active[self.player] == DIVINE_SUPPORT and s.players == 4 and s.guarded[self.player] < 0
        return "" if chooses else "no divine support to play without a region"


class Reserve(Decision[KhanState]):
    """Reserve a tile from the supply for the conquests of your next turn [khan.special.scout]."""

    CLAUSE: ClassVar[str] = "khan.special.scout"
    REFUSALS: ClassVar[dict[str, str]] = {"reserve": "tile_gone"}
    NEXT_STEPS: ClassVar[NextSteps] = ("Refill(player={player})",)

    def options(self, s: KhanState) -> list[Action]:
        return reserve.members_in(s.stacks)

    def take(self, s: KhanState, action: Action) -> None:
        tile = reserve.of(action).choice
        s.take_tile(tile)
        s.reserved[self.player] = tile

    def position_error(self, s: KhanState) -> str:
        chooses = s.active[self.player] == SCOUT and s.reserved[self.player] < 0
        return "" if chooses else "no scout to play without a tile"
