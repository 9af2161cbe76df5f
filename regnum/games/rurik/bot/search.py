"""The search policy for Rurik."""

from typing import Final

from regnum.core import i64
from regnum.core.ai.search_policy import SearchPolicy, playout_actions, random_action
from regnum.core.rules.state import State
from regnum.games.rurik.action_phase import ChooseAdvisor
from regnum.games.rurik.actions import end_turn, forfeit, place, stop
from regnum.games.rurik.components import CHOSEN
from regnum.games.rurik.scoring import meets_agenda
from regnum.games.rurik.state import RurikState
from regnum.games.rurik.strategy_phase import PlaceAdvisor

_MAX_TRIES: Final = 3


class RurikSearchPolicy(SearchPolicy):
    """A policy in which the estimate guides decisions with many actions; playouts avoid idling and needless bribes.

    Opponents are assumed to have kept the agenda that they meet now, if they meet only one of their two.
    """

    def sample_state(self, observation: State, seed: int) -> State:
        world = observation.determinized(seed)
        assert isinstance(observation, RurikState)
        assert isinstance(world, RurikState)
        for player in range(world.players):
            if world.agenda_stage[player] == CHOSEN and observation.agenda[player] < 0:
                kept_agenda = world.agenda[player]
                other_agenda = (world.offered[player] & ~(1 << kept_agenda)).bit_length() - 1
                if meets_agenda(world, player, other_agenda) and not meets_agenda(world, player, kept_agenda):
                    world.agenda = tuple([other_agenda if side == player else a for side, a in enumerate(world.agenda)])
        return world

    def play_decision(self, state: State, player: i64, random_bits: i64) -> None:
        legal = playout_actions(state, player)
        action = random_action(legal, random_bits)
        for _ in range(_MAX_TRIES):
            wasted = action is forfeit or action is stop or action is end_turn
            if not wasted and not (place.has(action) and place.of(action).bribe > 0):
                break
            random_bits = (random_bits * 29773421 + 12345) & 0x3FFFFFFF
            action = random_action(legal, random_bits)
        state.apply(action, player)

    def is_quiet(self, state: State) -> bool:
        top = state.stack[-1]
        return isinstance(top, (ChooseAdvisor, PlaceAdvisor))


SEARCH: Final[SearchPolicy] = RurikSearchPolicy(
    prior_weight=0.75, prior_scale=0.35, playout_length=20, margin_scale=5.0, expansion_visits=6
)
