"""The action phase: one power struggle for a town after another."""

from typing import ClassVar

from regnum.core import i64
from regnum.core.packed import bit, filled
from regnum.core.rules.action import Action, Refusal
from regnum.core.rules.step import Decision, Event, NextSteps, Step
from regnum.games.brian_boru.actions import contest, follow, lead
from regnum.games.brian_boru.components import COLOUR_TOWNS, MATCHING, TOWN_COLOUR, TOWNS, WHITE
from regnum.games.brian_boru.icons import ChooseSecondary, steps_in_turn_order
from regnum.games.brian_boru.notes import STRUGGLE_UNWON, STRUGGLE_WON
from regnum.games.brian_boru.state import BrianBoruState


class Trick(Event[BrianBoruState]):
    """Start the next power struggle, led by the owner of the town marker; after the last, discard remaining cards.

    brian_boru.action.tricks, brian_boru.action.leftover, brian_boru.action.next_leader, brian_boru.action.no_free_town
    """

    CLAUSE: ClassVar[str] = "brian_boru.action.tricks"
    NEXT_STEPS: ClassVar[NextSteps] = ("Upkeep",)

    def happen(self, s: BrianBoruState) -> None:
        if s.tricks_left() == 0 or not s.free_towns():
            s.clear_cards()
            return
        s.schedule_all(_play_steps(s))
        s.schedule(Resolve())
        s.schedule(Trick())


def _play_steps(s: BrianBoruState) -> list[Step[BrianBoruState]]:
    """Return the steps before a power struggle is resolved: the town, then each player's card, clockwise."""
    leader, *others = s.clockwise()
    plays: list[Step[BrianBoruState]] = [ChooseTown(leader), Lead(leader)]
    for player in others:
        plays.append(Follow(player))
    return plays


class ChooseTown(Decision[BrianBoruState]):
    """Put the town marker on a free town for which you have a matching card: it becomes the active town.

    brian_boru.action.choose_town
    """

    CLAUSE: ClassVar[str] = "brian_boru.action.choose_town"
    REFUSALS: ClassVar[dict[str, str]] = {"contest": "town_taken"}
    NEXT_STEPS: ClassVar[NextSteps] = ("Lead",)

    def options(self, s: BrianBoruState) -> list[Action]:
        free = s.free_towns()
        return contest.members_in(free & _matching_towns(s.hand[self.player])) or contest.members_in(free)

    def take(self, s: BrianBoruState, action: Action) -> None:
        s.active = contest.of(action).town

    def refusal(self, s: BrianBoruState, action: Action) -> Refusal:
        if contest.has(action) and s.free_towns() >> contest.of(action).town & 1:
            return Refusal("no_matching_card", "brian_boru.action.lead", action.params)
        return self.default_refusal(action)


def _matching_towns(hand: i64) -> i64:
    """Return a mask of the towns whose colours some card in the hand matches."""
    towns = 0
    for colour in range(len(MATCHING)):
        if hand & MATCHING[colour]:
            towns |= COLOUR_TOWNS[colour]
    return towns


def missing_colours(free: i64) -> i64:
    """Return a mask of the colours that a leader must lack if they match no free town: white and the towns' colours."""
    colours = bit(WHITE)
    for colour in range(len(COLOUR_TOWNS)):
        if free & COLOUR_TOWNS[colour]:
            colours |= bit(colour)
    return colours


class Lead(Decision[BrianBoruState]):
    """Play a card in the active town's colour, or a white one.

    brian_boru.action.lead, brian_boru.action.no_winner
    """

    CLAUSE: ClassVar[str] = "brian_boru.action.lead"
    REFUSALS: ClassVar[dict[str, str]] = {"lead": "card_not_in_hand"}
    NEXT_STEPS: ClassVar[NextSteps] = ("Follow",)

    def options(self, s: BrianBoruState) -> list[Action]:
        hand = s.hand[self.player]
        return lead.members_in(hand & MATCHING[TOWN_COLOUR[s.active]]) or lead.members_in(hand)

    def take(self, s: BrianBoruState, action: Action) -> None:
        card = lead.of(action).card
        if not MATCHING[TOWN_COLOUR[s.active]] >> card & 1:
            s.lacks[self.player] |= missing_colours(s.free_towns())
        s.play_card(self.player, card)

    def is_consistent(self, s: BrianBoruState) -> bool:
        """Return whether the leader may have chosen this town: they can match it, or can't match any free town."""
        hand = s.hand[self.player]
        return bool(hand & MATCHING[TOWN_COLOUR[s.active]]) or not s.free_towns() & _matching_towns(hand)

    def refusal(self, s: BrianBoruState, action: Action) -> Refusal:
        if lead.has(action) and s.hand[self.player] >> lead.of(action).card & 1:
            return Refusal("card_does_not_match", self.CLAUSE, action.params)
        return self.default_refusal(action)


class Follow(Decision[BrianBoruState]):
    """Play any card from your hand."""

    CLAUSE: ClassVar[str] = "brian_boru.action.follow"
    REFUSALS: ClassVar[dict[str, str]] = {"follow": "card_not_in_hand"}
    NEXT_STEPS: ClassVar[NextSteps] = ("Follow", "Resolve")

    def options(self, s: BrianBoruState) -> list[Action]:
        return follow.members_in(s.hand[self.player])

    def take(self, s: BrianBoruState, action: Action) -> None:
        s.play_card(self.player, follow.of(action).card)


class Resolve(Event[BrianBoruState]):
    """All players act in ascending order of their cards: the winner takes the main action, others a secondary one."""

    CLAUSE: ClassVar[str] = "brian_boru.action.order"
    NEXT_STEPS: ClassVar[NextSteps] = ("Trick",)

    def happen(self, s: BrianBoruState) -> None:
        winner = s.winner()
        if winner >= 0:
            s.add_note(STRUGGLE_WON, winner, TOWNS[s.active])
        else:
            s.add_note(STRUGGLE_UNWON, TOWNS[s.active])
        s.schedule_all(steps_in_turn_order(s, winner))
        s.schedule(EndTrick())

    def position_error(self, s: BrianBoruState) -> str:
        steps_above = s.stack[: s.stack.index(self) : -1]
        plays = _play_steps(s)
        return (
            ""
            if steps_above == plays[len(plays) - len(steps_above) :]
            else "cards are played clockwise from the town marker"
        )


class EndTrick(Event[BrianBoruState]):
    """Discard the cards played, face down for the rest of the game.

    brian_boru.action.discard, brian_boru.action.discard_closed
    """

    CLAUSE: ClassVar[str] = "brian_boru.action.discard"
    NEXT_STEPS: ClassVar[NextSteps] = ("Trick",)

    def happen(self, s: BrianBoruState) -> None:
        s.played = filled(s.players, -1)
        s.active = -1

    def position_error(self, s: BrianBoruState) -> str:
        steps_above = s.stack[s.stack.index(self) + 1 :]  # later turns, last first, then the rest of the current one
        acting = steps_in_turn_order(s, s.winner())[::-1]
        begun = next(
            (number for number, turn in enumerate(acting) if steps_above[number : number + 1] != [turn]), s.players
        )
        next_player = acting[begun].params()["player"] if begun < s.players else -1
        wrong = [
            isinstance(step, ChooseSecondary) or step.params().get("player") != next_player
            for step in steps_above[begun:]
        ]
        return "players act in the order of their cards" if any(wrong) else ""
