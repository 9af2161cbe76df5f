"""PettingZoo: all seats are agents (`player_0` and so on), which act one at a time or, in parallel, together.

from regnum.envs import pettingzoo
env = pettingzoo.env("khan", players=3)
"""

from collections.abc import Mapping
from typing import Any, Final, SupportsIndex

from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from regnum.core.rules.state import State
from regnum.envs.common import (
    VERSION,
    GameSetup,
    Illegal,
    Referee,
    agents_of,
    final_rewards,
    forfeit_rewards,
    reset_needed_error,
)
from regnum.envs.observations import Observation, ObservationArrays

__all__ = ["GameEnv", "GameParallelEnv", "env", "parallel_env"]

_AFTER_RESET: Final = frozenset(
    ("position", "agents", "agent_selection", "rewards", "terminations", "truncations", "infos", "_cumulative_rewards")
)
"""The attributes of an environment that exist only after its first reset."""

Agent = str
Rewards = dict[Agent, float]


def env(
    name: str,
    players: SupportsIndex | None = None,
    *,
    named: bool = False,
    illegal: Illegal = "raise",
    max_cycles: int | None = None,
    **options: object,
) -> "GameEnv":
    """Return a game as an AEC environment: a step is a decision.

    In simultaneous decisions, the lowest seat is first, and the others do not see its choice.

    Args:
        name: The id of the game.
        players: The number of players; by default, the game's lowest above one.
        named: Whether an observation is a dict with an array for each part of the layout.
        illegal: The response to an illegal action; see `Illegal`.
        max_cycles: Truncate the game after this many decisions per player, or None for no limit.
        **options: Options of the game by name.

    Raises:
        ValueError: If the setup is invalid.
    """
    return GameEnv(GameSetup(name, players, options), named, illegal, max_cycles)


def parallel_env(
    name: str,
    players: SupportsIndex | None = None,
    *,
    named: bool = False,
    illegal: Illegal = "raise",
    max_cycles: int | None = None,
    **options: object,
) -> "GameParallelEnv":
    """Return a game as a parallel environment: a step is a decision of each player who must act.

    The other players must wait: their only legal action is the last one, `wait`.

    Args:
        name: The id of the game.
        players: The number of players; by default, the game's lowest above one.
        named: Whether an observation is a dict with an array for each part of the layout.
        illegal: The response to an illegal action; see `Illegal`.
        max_cycles: Truncate the game after this many steps, or None for no limit.
        **options: Options of the game by name.

    Raises:
        ValueError: If the setup is invalid.
    """
    return GameParallelEnv(GameSetup(name, players, options), named, illegal, max_cycles)


class GameEnv(AECEnv[Agent, Observation, Any]):  # type: ignore[misc]
    """A game as an AEC environment. `position` is the full state: for inspection, not for agents."""

    def __init__(self, setup: GameSetup, named: bool, illegal: Illegal, max_cycles: int | None) -> None:
        super().__init__()
        self.setup: Final = setup
        self.max_cycles = max_cycles
        self.metadata = {
            "name": f"regnum_{setup.game.id}_v{VERSION}",
            "render_modes": [],
            "is_parallelizable": False,
        }
        self.render_mode = None
        self.position: State
        self.possible_agents = agents_of(setup.players)
        self._seat_of: Final = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._arrays: Final = ObservationArrays(setup, named)
        self._referee: Final = Referee(illegal)
        self.observation_spaces = {agent: self._arrays.observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: self._arrays.action_space() for agent in self.possible_agents}
        self._decisions = 0
        self._begun = False

    def __getattr__(self, name: str) -> Any:
        if name in _AFTER_RESET:
            raise AttributeError(f"call reset first: before it there is no {name}")
        raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")

    def observation_space(self, agent: Agent) -> spaces.Space[Observation]:
        return self.observation_spaces[agent]

    def action_space(self, agent: Agent) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: SupportsIndex | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a game.

        Args:
            seed: The seed of the game, or None for a random one (see `GameSetup`).
            options: Not used.
        """
        self.position = self.setup.begin(seed)
        self._referee.begin(self.setup.seed)
        self._decisions = 0
        self._begun = True
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[Agent, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[self.position.players_to_act[0]]

    def observe(self, agent: Agent) -> Observation:
        """Return an agent's observation and action mask; the mask is all zeros if the agent is not to act.

        Raises:
            ResetNeeded: Before the first reset.
        """
        if not self._begun:
            raise reset_needed_error("observe")
        return self._arrays.observe(self.position, self._seat_of[agent])

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """Return what PettingZoo's `last` returns for the agent to act.

        Args:
            observe: Whether to include the observation; otherwise it is None.

        Raises:
            ResetNeeded: Before the first reset.
        """
        if not self._begun:
            raise reset_needed_error("observe")
        result: tuple[Observation | None, float, bool, bool, dict[str, Any]] = super().last(observe)
        return result

    def agent_iter(self, max_iter: int = 2**63) -> Any:
        """Return an iterator over the agents in the order of their turns.

        Args:
            max_iter: The maximum number of turns.

        Raises:
            ResetNeeded: Before the first reset.
        """
        if not self._begun:
            raise reset_needed_error("iterate over")
        return super().agent_iter(max_iter)

    def step(self, action: Any) -> None:
        """Take an action for the agent to act.

        Args:
            action: The index of the action, or None once the game is over.

        Raises:
            ResetNeeded: Before the first reset.
            ValueError: If the action is illegal and `illegal` is "raise". In that case, nothing has changed.
        """
        if not self._begun:
            raise reset_needed_error("step")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        state = self.position
        seat = self._seat_of[agent]
        chosen_action = self._referee.read(state, seat, action)
        if chosen_action is None:
            self._end(self.terminations, forfeit_rewards(seat, state.players))
            return
        state.apply(chosen_action, seat)
        self._decisions += 1
        if not state.players_to_act:
            self._end(self.terminations, final_rewards(state))
        elif self.max_cycles is not None and self._decisions >= self.max_cycles * state.players:
            self._end(self.truncations, [0.0] * state.players)
        else:
            self.agent_selection = self.possible_agents[state.players_to_act[0]]

    def _end(self, flags: dict[Agent, bool], rewards: list[float]) -> None:
        for agent in self.agents:
            flags[agent] = True
            self.rewards[agent] = rewards[self._seat_of[agent]]
        self._accumulate_rewards()
        self._deads_step_first()


class GameParallelEnv(ParallelEnv[Agent, Observation, Any]):  # type: ignore[misc]
    """A game as a parallel environment. `wait` is the action index for agents that are not to act."""

    def __init__(self, setup: GameSetup, named: bool, illegal: Illegal, max_cycles: int | None) -> None:
        super().__init__()
        self.setup: Final = setup
        self.max_cycles = max_cycles
        self.metadata = {"name": f"regnum_{setup.game.id}_parallel_v{VERSION}", "render_modes": []}
        self.render_mode = None
        self.position: State
        self.wait: Final = len(setup.game.actions)
        self.possible_agents = agents_of(setup.players)
        self._arrays: Final = [ObservationArrays(setup, named, extra_actions=1) for _ in self.possible_agents]
        self._referee: Final = Referee(illegal)
        self.observation_spaces = {
            agent: arrays.observation_space() for agent, arrays in zip(self.possible_agents, self._arrays, strict=True)
        }
        self.action_spaces = {
            agent: arrays.action_space() for agent, arrays in zip(self.possible_agents, self._arrays, strict=True)
        }
        self._steps = 0
        self._begun = False

    def __getattr__(self, name: str) -> Any:
        if name in _AFTER_RESET:
            raise AttributeError(f"call reset first: before it there is no {name}")
        raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")

    def observation_space(self, agent: Agent) -> spaces.Space[Observation]:
        return self.observation_spaces[agent]

    def action_space(self, agent: Agent) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(
        self, seed: SupportsIndex | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[Agent, Observation], dict[Agent, dict[str, Any]]]:
        """Begin a game and return the observations and infos of the agents.

        Args:
            seed: The seed of the game, or None for a random one (see `GameSetup`).
            options: Not used.
        """
        self.position = self.setup.begin(seed)
        self._referee.begin(self.setup.seed)
        self._steps = 0
        self._begun = True
        self.agents = self.possible_agents[:]
        return self._observe(), {agent: {} for agent in self.agents}

    def _observe(self) -> dict[Agent, Observation]:
        state = self.position
        observations: dict[Agent, Observation] = {}
        for seat, agent in enumerate(self.possible_agents):
            observation = self._arrays[seat].observe(state, seat)
            if seat not in state.players_to_act:
                observation["action_mask"][self.wait] = 1
            observations[agent] = observation
        return observations

    def step(
        self, actions: Mapping[Agent, Any]
    ) -> tuple[dict[Agent, Observation], Rewards, dict[Agent, bool], dict[Agent, bool], dict[Agent, dict[str, Any]]]:
        """Take an action for each agent.

        Args:
            actions: The index of the action for each agent; waiting agents may be left out.

        Returns:
            The observations, rewards, terminations, truncations and infos of the agents that were still playing.

        Raises:
            ResetNeeded: Before the first reset.
            ValueError: If an action is illegal and `illegal` is "raise". In that case, nothing has changed.
        """
        if not self._begun:
            raise reset_needed_error("step")
        agents = self.agents
        state = self.position
        chosen, forfeits = self._read(actions)
        rewards = [0.0] * state.players
        if forfeits:
            rewards = forfeit_rewards(forfeits[0], state.players)
        else:
            for seat, action in chosen:
                state.apply(action, seat)
            if state.is_terminal:
                rewards = final_rewards(state)
        self._steps += 1
        terminated = bool(forfeits) or state.is_terminal
        truncated = not terminated and self.max_cycles is not None and self._steps >= self.max_cycles
        if terminated or truncated:
            self.agents = []
        return (
            self._observe() if agents else {},
            dict(zip(agents, rewards, strict=False)),
            dict.fromkeys(agents, terminated),
            dict.fromkeys(agents, truncated),
            {agent: {} for agent in agents},
        )

    def _read(self, actions: Mapping[Agent, Any]) -> tuple[list[tuple[int, Any]], list[int]]:
        """Return the seats and actions to take, and the seats that forfeit.

        Raises ValueError if `illegal` is "raise".
        """
        state = self.position
        chosen: list[tuple[int, Any]] = []
        forfeits: list[int] = []
        for seat, agent in enumerate(self.possible_agents if self.agents else []):
            value = actions.get(agent, self.wait)
            if seat in state.players_to_act:
                chosen_action = self._referee.read(state, seat, value)
                if chosen_action is None:
                    forfeits.append(seat)
                chosen.append((seat, chosen_action))
            elif value != self.wait and self._referee.illegal == "raise":
                raise ValueError(f"player {seat} has nothing to decide now and may only wait, action {self.wait}")
            elif value != self.wait and self._referee.illegal == "forfeit":
                forfeits.append(seat)
        return chosen, forfeits
