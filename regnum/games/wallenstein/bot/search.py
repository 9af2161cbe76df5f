"""The search policy for Wallenstein, which assumes sensible plans of opponents and searches up to the next planning."""

from typing import Final

from regnum.core import i64
from regnum.core.ai.search_policy import SearchPolicy, playout_actions, random_action
from regnum.core.rules.action import Action
from regnum.core.rules.bitmask import bits
from regnum.core.rules.rng import draw_number
from regnum.core.rules.state import State
from regnum.games.wallenstein.actions import PlanAction, attack, blank, confirm, plan
from regnum.games.wallenstein.bot.evaluation import EVALUATION
from regnum.games.wallenstein.bot.quick_plan import fill_plan
from regnum.games.wallenstein.components import BID, BLANK, HIDDEN, TOWER_CARD, UNSET
from regnum.games.wallenstein.move import MarchOrAttack, SendArmies
from regnum.games.wallenstein.planning import FILL_ORDER, Planning
from regnum.games.wallenstein.state import WallensteinState

_RANDOM_MASK: Final = 0x3FFFFFFF
_EXPECTED_EIGHTHS: Final = 6
"""The share of hidden cards, in eighths, that are assumed to be those expected by the evaluation."""


class WallensteinSearchPolicy(SearchPolicy):
    """A policy that completes whole plans, the seat's own included, and evaluates at the start of the next planning."""

    def __init__(self, expected: list[tuple[int, ...]] | None = None) -> None:
        """`expected` has the plan of each opponent, with the cards that the evaluation prefers in hidden fields."""
        super().__init__(prior_weight=0.75, prior_scale=0.5, playout_length=80, margin_scale=4.0, expansion_visits=2)
        self.expected: Final = expected or []

    def prepare(self, observation: State, seed: int) -> SearchPolicy:
        assert isinstance(observation, WallensteinState)
        if not any(HIDDEN in plan for plan in observation.plan):
            return self
        return WallensteinSearchPolicy(_expected_plans(observation, seed))

    def sample_state(self, observation: State, seed: int) -> State:
        world = observation.determinized(seed)
        assert isinstance(observation, WallensteinState)
        assert isinstance(world, WallensteinState)
        planning = isinstance(world.stack[-1], Planning)
        for player in range(world.players):
            if HIDDEN not in observation.plan[player]:
                continue
            if self.expected:
                world.plan[player] = _mixed_plan(
                    self.expected[player], observation.plan[player], draw_number(seed, 100 + player)
                )
            else:
                world.plan[player] = _without_hidden(observation.plan[player])
            fill_plan(world, player, world.fresh[player], draw_number(seed, player + 1) & _RANDOM_MASK)
            if planning:
                world.confirmed[player] = 1
        if planning:
            world.advance()
        return world

    def play_decision(self, state: State, player: i64, random_bits: i64) -> None:
        assert isinstance(state, WallensteinState)
        top = state.stack[-1]
        if isinstance(top, Planning):
            state.changing[player] = 0
            fill_plan(state, player, 0, random_bits)
            state.apply(confirm, player)
        elif isinstance(top, MarchOrAttack):
            state.apply(_choose_attack(state, top, random_bits), player)
        elif isinstance(top, SendArmies):
            state.apply(state.choices[-1], player)
        else:
            state.apply(random_action(playout_actions(state, player), random_bits), player)

    def action_plan(self, observation: State, random_bits: i64) -> list[Action]:
        if not isinstance(observation.stack[-1], Planning):
            return []
        assert isinstance(observation, WallensteinState)
        player = observation.observer
        if observation.changing[player]:
            return []
        filled = observation.clone()
        fill_plan(filled, player, 0, random_bits & _RANDOM_MASK)
        return _plan_actions(observation, list(filled.plan[player]))

    def mutate_action_plan(self, observation: State, action_plan: list[Action], random_bits: i64) -> list[Action]:
        assert isinstance(observation, WallensteinState)
        player = observation.observer
        plan = list(observation.plan[player])
        open_: list[int] = []
        used_cards = 0
        for action in action_plan:
            if isinstance(action, PlanAction):
                plan[action.field] = action.card
                open_.append(action.field)
                used_cards |= 1 << action.card
            elif blank.has(action):
                plan[blank.of(action).field] = BLANK
        if len(open_) < 2:
            return []
        first = open_[random_bits % len(open_)]
        spare = observation.hand(player) & ~used_cards & ~(1 << TOWER_CARD)
        other = random_bits >> 8 & 0xFFFF
        count = spare.bit_count()
        chosen = other % (count + len(open_))
        if chosen < count:
            for _ in range(chosen):
                spare &= spare - 1
            plan[first] = (spare & -spare).bit_length() - 1
        else:
            second = open_[chosen - count]
            if first == second:
                return []
            plan[first], plan[second] = plan[second], plan[first]
        bid = plan[BID]
        if bid < BLANK and not observation.can_afford(player, bid):
            return []
        return _plan_actions(observation, plan)

    def can_follow(self, observation: State, action_plan: list[Action]) -> bool:
        if not isinstance(observation.stack[-1], Planning):
            return False
        assert isinstance(observation, WallensteinState)
        player = observation.observer
        hand = observation.hand(player)
        fields: list[int] = []
        for action in action_plan:
            if isinstance(action, PlanAction):
                if not hand >> action.card & 1:
                    return False
                fields.append(action.field)
            elif blank.has(action):
                fields.append(blank.of(action).field)
        return fields == _unset_fields(observation, player)

    def is_playout_end(self, state: State) -> bool:
        if not isinstance(state.stack[-1], Planning):
            return False
        assert isinstance(state, WallensteinState)
        return 1 not in state.confirmed


def _without_hidden(plan: tuple[int, ...]) -> tuple[int, ...]:
    """Return a plan whose hidden fields are unset."""
    return tuple([UNSET if card == HIDDEN else card for card in plan])


def _mixed_plan(expected: tuple[int, ...], plan: tuple[int, ...], random_bits: int) -> tuple[int, ...]:
    """Return a plan with most hidden cards replaced by the expected ones, and the other hidden fields unset."""
    cards: list[int] = []
    for field, card in enumerate(plan):
        random_bits = (random_bits * 29773421 + 12345) & _RANDOM_MASK
        if card == HIDDEN:
            card = expected[field] if (random_bits >> 8) % 8 < _EXPECTED_EIGHTHS else UNSET
        cards.append(card)
    return tuple(cards)


def _expected_plans(observation: WallensteinState, seed: int) -> list[tuple[int, ...]]:
    """Return each player's plan, with the cards that the evaluation prefers in hidden fields, chosen one by one."""
    world = observation.determinized(seed)
    assert isinstance(world, WallensteinState)
    for player in range(world.players):
        if HIDDEN in observation.plan[player]:
            world.plan[player] = _without_hidden(observation.plan[player])
    for player in range(world.players):
        if HIDDEN not in observation.plan[player]:
            continue
        last = world.field_count()
        for field in FILL_ORDER:
            if field < last and observation.plan[player][field] == HIDDEN:
                _lay_best_card(world, player, field)
    return world.plan


def _lay_best_card(s: WallensteinState, player: int, field: int) -> None:
    """Lay the card that the evaluation prefers on a field, which stays unset if no card is left."""
    best = UNSET
    most = 0.0
    for card in bits(s.hand(player) & ~s.fresh[player]):
        if field == BID and not s.can_afford(player, card):
            continue
        s.put(player, field, card)
        value = EVALUATION.estimate(s)[player]
        if best == UNSET or value > most:
            best, most = card, value
        s.put(player, field, UNSET)
    s.put(player, field, best)


def _unset_fields(s: WallensteinState, player: int) -> list[int]:
    """Return the fields that a player has yet to fill, in order."""
    last = s.field_count()
    return [field for field in FILL_ORDER if field < last and s.plan[player][field] == UNSET]


def _plan_actions(observation: WallensteinState, filled: list[int]) -> list[Action]:
    """Return the observer's actions that complete a plan and confirm it."""
    actions: list[Action] = []
    for field in _unset_fields(observation, observation.observer):
        card = filled[field]
        actions.append(blank[field] if card == BLANK else plan[field][card])
    actions.append(confirm)
    return actions


def _choose_attack(s: WallensteinState, step: MarchOrAttack, random_bits: int) -> Action:
    """Return an attack that is likely to succeed, preferably on a land with many buildings; else the last choice."""
    armies = s.armies[step.source] - 1 + s.tray[step.player]
    best = s.choices[-1]
    most = 0.0
    for action in s.choices:
        if not attack.has(action):
            continue
        land = attack.of(action).land
        owner = s.owner(land)
        random_bits = (random_bits * 29773421 + 12345) & _RANDOM_MASK
        defence = 1.0 if owner < 0 else float(s.armies[land] + s.tray[owner])
        value = (armies - defence) * 0.5 + s.building_count(land) + (random_bits >> 8) % 64 / 64 - 0.5
        if armies > defence and value > most:
            most = value
            best = action
    return best


SEARCH: Final[SearchPolicy] = WallensteinSearchPolicy()
