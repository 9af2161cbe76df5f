"""Gymnasium: one seat is yours, bots have the others. Importing this module registers an environment for each game.

import gymnasium
import regnum.envs.gymnasium
env = gymnasium.make("Regnum/Khan-v1", players=3, seat=0, opponents="greedy")
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, SupportsIndex

import gymnasium

from regnum.core.field import whole
from regnum.core.registry import game_ids
from regnum.core.rng import number
from regnum.core.state import State
from regnum.envs.common import VERSION, Illegal, Referee, Table, bots_of, forfeited, paid
from regnum.envs.eyes import Eyes, Observation
from regnum.players import Player, make

_BOTS: Final = 1 << 30
"""Where in a seed's numbers those of the bots begin, far from those of the table; as in matches."""


class GameEnv(gymnasium.Env[Observation, Any]):
    """A game from one seat: a step is a decision of that seat, and what the others do until its next one.

    `position` is the state with all that is hidden: for looking, not for agents.
    """

    metadata = {"render_modes": []}  # noqa: RUF012  (so Gymnasium declares it)

    def __init__(
        self,
        game: str,
        players: SupportsIndex | None = None,
        seat: SupportsIndex = 0,
        opponents: str | Sequence[str] = "greedy",
        *,
        named: bool = False,
        illegal: Illegal = "forfeit",
        render_mode: None = None,
        **options: object,
    ) -> None:
        """`opponents`: the name of a bot, or one for each other seat in their order. ValueError for a bad setup."""
        self.table: Final = Table(game, players, options)
        self.seat: Final = whole(seat)
        if not 0 <= self.seat < self.table.players:
            raise ValueError(f"no seat {seat}: seats are 0 to {self.table.players - 1}")
        self.opponents: Final = bots_of(opponents, self.table.players - 1)
        self.position: State
        self.render_mode = render_mode
        self._bots: list[Player | None] = []
        self._seat_bots(0)
        self._eyes: Final = Eyes(self.table, named)
        self._referee: Final = Referee(illegal)
        self._over = True
        self.observation_space = self._eyes.observation_space()
        self.action_space = self._eyes.action_space()

    def _seat_bots(self, seed: int) -> None:
        """Let new bots sit down at a game with this seed."""
        names: list[str | None] = [*self.opponents]
        names.insert(self.seat, None)
        self._bots = [make(name, number(seed, _BOTS + seat)) if name else None for seat, name in enumerate(names)]

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin the game of a seed; without one, that of the seed after the last one's. `options` are not used."""
        super().reset(seed=seed)
        self.position = self.table.begin(seed)
        self._referee.begin(self.table.seed)
        self._seat_bots(self.table.seed)
        self._over = False
        self._play_on()
        return self._look()

    def _play_on(self) -> None:
        """Let the others decide until the seat is to act, or the game is over."""
        state = self.position
        while state.players_to_act and self.seat not in state.players_to_act:
            seat = state.players_to_act[0]
            bot = self._bots[seat]
            assert bot is not None
            seen = state.observed_by(seat)
            state.submit(bot.choose(seen, seen.legal_actions(seat)), seat)

    def _look(self) -> tuple[Observation, dict[str, Any]]:
        seen = self._eyes.look(self.position, self.seat)
        return seen, {"action_mask": seen["action_mask"]}

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take an action for the seat, given by its index, and let the others play on.

        The reward is 0 until the game is over, then what the seat's place is worth: from 1 for the first to -1 for
        the last. ValueError after the end.
        """
        if self._over:
            raise ValueError("the game is over: reset")
        reward = 0.0
        state = self.position
        taken = self._referee.read(state, self.seat, action)
        if taken is None:
            reward, self._over = forfeited(self.seat, state.players)[self.seat], True
        else:
            state.apply(taken, self.seat)
            self._play_on()
            if state.is_terminal:
                reward, self._over = paid(state)[self.seat], True
        seen, info = self._look()
        return seen, reward, self._over, False, info


def environment_of(game: str) -> str:
    """Return the name that a game is registered by."""
    return f"Regnum/{''.join(word.capitalize() for word in game.split('_'))}-v{VERSION}"


for _game in game_ids():
    if environment_of(_game) not in gymnasium.registry:
        gymnasium.register(environment_of(_game), "regnum.envs.gymnasium:GameEnv", kwargs={"game": _game})
