"""Gymnasium: the agent has one seat, and bots have the others. Importing this module registers the environments.

import gymnasium
import regnum.envs.gymnasium
env = gymnasium.make("Regnum/Khan-v2", players=3, seat=0, opponents="greedy")
"""

from collections.abc import Mapping
from typing import Any, Final, SupportsIndex

import gymnasium
import numpy as np
from numpy.typing import NDArray

from regnum.core.integers import to_int
from regnum.core.record.play import is_unnoticed
from regnum.core.rules.action import Action
from regnum.core.rules.rng import draw_number
from regnum.core.rules.state import State
from regnum.envs.common import (
    VERSION,
    GameSetup,
    Illegal,
    Opponent,
    Opponents,
    Referee,
    bots_of,
    final_rewards,
    forfeit_rewards,
    reset_needed_error,
)
from regnum.envs.observations import Observation, ObservationArrays
from regnum.games import game_ids
from regnum.players import Player, make_player

__all__ = ["GameEnv", "environment_of"]

_BOT_SEED_OFFSET: Final = 1 << 30
"""The offset of a seed's numbers for the bots, far from those of the table; as in matches."""


class GameEnv(gymnasium.Env[Observation, Any]):
    """A game from one seat: a step is a decision of that seat, followed by the others' decisions until its next one.

    `position` is the full state with hidden information: for inspection, not for agents.
    """

    metadata = {"render_modes": []}  # noqa: RUF012  (so Gymnasium declares it)

    def __init__(
        self,
        game: str,
        players: SupportsIndex | None = None,
        seat: SupportsIndex = 0,
        opponents: Opponents = "greedy",
        *,
        named: bool = False,
        illegal: Illegal = "forfeit",
        render_mode: None = None,
        **options: object,
    ) -> None:
        """Make the environment.

        Args:
            game: The id of the game.
            players: The number of players; by default, the game's lowest above one.
            seat: The agent's seat.
            opponents: One opponent for all other seats, or a list with one for each, in the order of seats. An
                opponent is the name of a bot; a class or function that makes a player from a seed, called for each new
                game; or a player, reused in all games. Opponents are notified of events, as in matches
                (`Player.begin`, `Player.follow`).
            named: Whether an observation is a dict with an array for each part of the layout.
            illegal: The response to an illegal action; see `Illegal`.
            render_mode: Must be None.
            **options: Options of the game by name.

        Raises:
            ValueError: If the setup is invalid.
        """
        self.setup: Final = GameSetup(game, players, options)
        self.seat: Final = to_int(seat)
        if not 0 <= self.seat < self.setup.players:
            raise ValueError(f"no seat {seat}: seats are 0 to {self.setup.players - 1}")
        self.opponents: Final[list[Opponent]] = bots_of(opponents, self.setup.players - 1)
        self.position: State
        self.render_mode = render_mode
        self._bots: dict[int, Player] = {}
        self._followers: list[int] = []
        self._seat_bots(0)
        self._arrays: Final = ObservationArrays(self.setup, named)
        self._referee: Final = Referee(illegal)
        self._begun = False
        self._over = True
        self.observation_space = self._arrays.observation_space()
        self.action_space = self._arrays.action_space()

    def _seat_bots(self, seed: int) -> None:
        """Create the bots for a game with this seed."""
        seats = [seat for seat in range(self.setup.players) if seat != self.seat]
        self._bots = {
            seat: _make_opponent(opponent, draw_number(seed, _BOT_SEED_OFFSET + seat))
            for seat, opponent in zip(seats, self.opponents, strict=False)
        }
        self._followers = [seat for seat, bot in self._bots.items() if type(bot).follow is not Player.follow]

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game and return the first observation and its info, which has the "action_mask".

        Args:
            seed: The seed of the game, or None for one drawn from `np_random`.
            options: Not used.
        """
        super().reset(seed=seed)
        self.position = self.setup.begin(seed, self.np_random)
        self._referee.begin(self.setup.seed)
        self._seat_bots(self.setup.seed)
        self._begun, self._over = True, False
        for seat, bot in self._bots.items():
            if type(bot).begin is not Player.begin:
                bot.begin(self.position.observed_by(seat))
        self._play_on()
        return self._observe()

    def _play_on(self) -> None:
        """Let the opponents decide until the agent must act, or the game is over."""
        state = self.position
        while state.players_to_act and self.seat not in state.players_to_act:
            seat = state.players_to_act[0]
            observation = state.observed_by(seat)
            self._take(self._bots[seat].choose(observation, observation.legal_actions(seat)), seat)

    def _take(self, action: Action, seat: int) -> None:
        """Take an action for a seat, and notify the opponents."""
        state = self.position
        if not self._followers:
            state.submit(action, seat)
            return
        step, waiting = state.stack[-1], state.players_to_act
        state.submit(action, seat)
        unnoticed = is_unnoticed(action, step, waiting, state)
        for follower in self._followers:
            if follower == seat or not unnoticed:
                visible_action = None if action.secret and follower != seat else action
                self._bots[follower].follow(state.observed_by(follower), seat, visible_action)

    def action_masks(self) -> NDArray[np.bool_]:
        """Return for each action whether it is legal now. sb3-contrib's MaskablePPO expects this name.

        After the end of a game, all actions are marked as legal, as in the last observation's mask.

        Raises:
            ResetNeeded: Before the first reset.
        """
        if not self._begun:
            raise reset_needed_error("choose from")
        return np.array(self._observe()[0]["action_mask"], np.bool_)

    def _observe(self) -> tuple[Observation, dict[str, Any]]:
        observation = self._arrays.observe(self.position, self.seat)
        if self._over:  # a vector environment takes one more action, which it ignores (AutoresetMode.NEXT_STEP)
            observation["action_mask"].fill(1)
        return observation, {"action_mask": observation["action_mask"]}

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take the agent's action and let the opponents play until its next decision.

        At the end of the game, the mask allows all actions.

        Args:
            action: The index of the action.

        Returns:
            The observation, the reward, whether the game is over, whether it was truncated, and the info. The reward is
                0 until the game is over. Then it is the return of the seat, from 1 for the first place to -1 for the
                last.

        Raises:
            ResetNeeded: Before the first reset.
            ValueError: After the end of the game, or if the action is illegal and `illegal` is "raise".
        """
        if not self._begun:
            raise reset_needed_error("step")
        if self._over:
            raise ValueError("the game is over: reset")
        reward = 0.0
        state = self.position
        chosen_action = self._referee.read(state, self.seat, action)
        if chosen_action is None:
            reward, self._over = forfeit_rewards(self.seat, state.players)[self.seat], True
        else:
            self._take(chosen_action, self.seat)
            self._play_on()
            if state.is_terminal:
                reward, self._over = final_rewards(state)[self.seat], True
        observation, info = self._observe()
        return observation, reward, self._over, False, info


def _make_opponent(opponent: Opponent, seed: int) -> Player:
    """Return the bot for a game; raises ValueError if the opponent does not make one."""
    if isinstance(opponent, Player):
        return opponent
    if isinstance(opponent, str):
        return make_player(opponent, seed)
    bot: object = opponent(seed)
    if not isinstance(bot, Player):
        raise ValueError(f"the opponent {opponent!r} makes a {type(bot).__name__}, not a player")
    return bot


def environment_of(game: str) -> str:
    """Return the registered name of a game's environment."""
    return f"Regnum/{''.join(word.capitalize() for word in game.split('_'))}-v{VERSION}"


for _game in game_ids():
    if environment_of(_game) not in gymnasium.registry:
        gymnasium.register(environment_of(_game), "regnum.envs.gymnasium:GameEnv", kwargs={"game": _game})
