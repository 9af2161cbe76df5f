"""OpenSpiel: importing this module registers `regnum_khan` and the other games.

    import pyspiel
    import regnum.envs.openspiel
    game = pyspiel.load_game("regnum_khan(players=3,board=steppe)")

Chance is explicit, but drawn once: the first node is a chance node, its outcome is the game's seed, and all later draws
are derived from it. Therefore, a history replays exactly, OpenSpiel itself can serialize states, and a game has one
chance node instead of hundreds. A search over clones knows future draws, just as it knows all hidden information;
`resample_from_infostate` resamples both.
"""

from typing import Any, Final

import numpy as np
import pyspiel

from regnum.core.game import Game
from regnum.core.observation_layout import IncrementalEncoder, ObservationLayout
from regnum.core.rules.option import Options
from regnum.core.rules.state import State
from regnum.envs.common import final_rewards
from regnum.envs.history import CHANCE, TERMINAL, GameHistory, GameProgress
from regnum.games import all_games

__all__ = ["DEFAULT_DEALS", "MAX_GAME_LENGTH", "Observer", "RegnumGame", "RegnumState"]

DEFAULT_DEALS: Final = 4096
"""The default number of outcomes of the chance node; the parameter `deals` overrides it."""
MAX_GAME_LENGTH: Final = 20_000
"""An upper bound on the decisions of a game, even one played at random."""
RECALLED_DECISIONS: Final = 512
"""The number of decisions, the latest ones, in an observation with perfect recall."""


class RegnumGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its parameters: `players`, `deals`, and its own options by name."""

    def __init__(self, game: Game, params: dict[str, Any]) -> None:
        """Make a game.

        Args:
            game: The game of Regnum.
            params: `players`, `deals`, and options of the game by name.

        Raises:
            ValueError: If the setup is invalid.
        """
        options = {name: value for name, value in params.items() if name not in ("players", "deals")}
        self.players: Final[int] = params["players"]
        self.deals: Final[int] = params["deals"]
        self.options: Final[Options] = game.read_setup(self.players, 0, options)
        if self.deals < 1:
            raise ValueError(f"the number of deals must be at least one, not {self.deals}")
        self.game: Final = game
        self.layout: Final[ObservationLayout] = game.layout(self.players)
        self.chances: Final = [(seed, 1 / self.deals) for seed in range(self.deals)]
        super().__init__(
            _type_of(game, self.players),
            pyspiel.GameInfo(
                num_distinct_actions=len(game.actions),
                max_chance_outcomes=self.deals,
                num_players=self.players,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0 if game.sides(self.players) == self.players else None,
                max_game_length=MAX_GAME_LENGTH,
            ),
            params,
        )

    def new_initial_state(self) -> "RegnumState":
        """Return the state before the seed is drawn."""
        return RegnumState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return the number of chance nodes."""
        return 1

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer | None":
        """Return an observer of states, with or without the whole history of a seat (perfect recall).

        The result is None if only public or only private information is requested, which OpenSpiel then leaves out.

        Args:
            iig_obs_type: The requested kind of information, or None for everything a player knows.
            params: Must be empty, because observers have no parameters.

        Raises:
            ValueError: If parameters are given.
        """
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if params:
            raise ValueError(f"no parameters of an observer: {params}")
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return Observer(self, kind.perfect_recall)


class RegnumState(pyspiel.State):  # type: ignore[misc]
    """A state; in simultaneous decisions, the players act one after the other, the lowest seat first."""

    def __init__(self, game: RegnumGame) -> None:
        super().__init__(game)
        self.progress = GameProgress(None, GameHistory())

    @property
    def state(self) -> State:
        """The state of the game; raises ValueError before the seed is drawn."""
        if self.progress.state is None:
            raise ValueError("the seed is not drawn yet")
        return self.progress.state

    # OpenSpiel provides these as well, but with three calls for the player to act. In Python, this is faster.

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.progress.to_act() == TERMINAL

    def is_chance_node(self) -> bool:
        """Return whether the seed must be drawn."""
        return self.progress.to_act() == CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the legal actions of a player by index in ascending order; by default of the player to act."""
        if player is not None and player != self.progress.to_act():
            return []
        return (
            self.progress.legal() if self.progress.state is not None else [seed for seed, _ in self.chance_outcomes()]
        )

    def current_player(self) -> int:
        """Return the player to act, or OpenSpiel's number for chance or the end of the game."""
        return self.progress.to_act()

    # Called by OpenSpiel itself.

    def _legal_actions(self, player: int) -> list[int]:
        return self.legal_actions(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the seeds, each with the same probability."""
        chances: list[tuple[int, float]] = self.get_game().chances
        return chances

    def _apply_action(self, action: int) -> None:
        if self.progress.state is not None:
            self.progress.take(action)
            return
        game: RegnumGame = self.get_game()
        self.progress.begin(game.game, game.players, action, game.options)

    def _action_to_string(self, player: int, action: int) -> str:
        game: RegnumGame = self.get_game()
        return f"seed {action}" if player == pyspiel.PlayerId.CHANCE else str(game.game.actions[action])

    def returns(self) -> list[float]:
        """Return each player's return, from 1 for the first place to -1 for the last, or 0 before the end."""
        return final_rewards(self.state) if self.is_terminal() else [0.0] * self.num_players()

    def resample_from_infostate(self, player: int, sampler: Any) -> "RegnumState":
        """Return a state consistent with a player's information, with hidden information and future chance resampled.

        Other players' secret actions are unknown to everyone in this state.

        Args:
            player: The player whose information is kept.
            sampler: A function that returns a random number from 0 to 1.
        """
        sample: RegnumState = self.get_game().new_initial_state()
        seed = int(sampler() * (1 << 53))
        state = self.state.observed_by(player).determinized(seed)
        sample.progress = GameProgress(state, self.progress.history.known_to(player, state))
        return sample

    def __str__(self) -> str:
        if self.progress.state is None:
            return f"{self.get_game().game.title}, before the seed is drawn"
        return "\n".join(f"{name}: {value}" for name, value in self.progress.state.to_dict().items())


class Observer:
    """An observer as OpenSpiel expects it: `tensor`, its pieces by name in `dict`, and a text.

    The pieces are the parts of the layout. With perfect recall there are two more: "heard", the latest
    `RECALLED_DECISIONS` decisions shown to the seat, each as the player plus 1 and the action plus 1 (0: unknown), and
    "shown", a hash for each that identifies what chance showed at that time.
    """

    def __init__(self, game: RegnumGame, recall: bool) -> None:
        """Make an observer.

        Args:
            game: The game.
            recall: Whether to include the history of a seat (perfect recall).
        """
        self._layout: Final = game.layout
        self._encoder: Final[IncrementalEncoder] = game.layout.encoder()
        self._recall: Final = recall
        size = game.layout.size
        self.tensor: Final = np.zeros(size + (3 * RECALLED_DECISIONS if self._recall else 0), np.float32)
        self.dict: Final = {
            part.name: self.tensor[part.start : part.start + part.size].reshape(part.shape or (1,))
            for part in game.layout.parts
        }
        if self._recall:
            self.dict["heard"] = self.tensor[size : size + 2 * RECALLED_DECISIONS].reshape(RECALLED_DECISIONS, 2)
            self.dict["shown"] = self.tensor[size + 2 * RECALLED_DECISIONS :]

    def set_from(self, state: RegnumState, player: int) -> None:
        """Set `tensor` to a player's observation; zeros before the seed is drawn."""
        position = state.progress.state
        if position is None:
            self.tensor.fill(0)
            return
        size = self._layout.size
        self.tensor[:size] = np.frombuffer(self._encoder.observation(position, player), np.uint8)
        if self._recall:
            self.tensor[size:] = 0
            for row, (seat, action, shown) in enumerate(state.progress.history.entries_for(player, RECALLED_DECISIONS)):
                self.dict["heard"][row] = (seat + 1, action + 1)
                self.dict["shown"][row] = shown

    def string_from(self, state: RegnumState, player: int) -> str:
        """Return a player's observation as text: distinguishable states have different texts."""
        position = state.progress.state
        if position is None:
            return f"player {player} before the seed is drawn"
        observation = self._encoder.observation(position, player).hex()
        return f"{state.progress.history.shown_text(player)} {observation}" if self._recall else observation


def _type_of(game: Game, players: int | None = None) -> Any:
    """Return the game type for OpenSpiel."""
    default_players = min(count for count in game.player_counts if count > 1) if players is None else players
    has_automa = players is not None and game.sides(players) != players
    return pyspiel.GameType(
        short_name=f"regnum_{game.id}",
        long_name=f"Regnum: {game.title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM if has_automa else pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.player_counts[-1],
        min_num_players=game.player_counts[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": default_players,
            "deals": DEFAULT_DEALS,
            **{option.name: option.default for option in game.options},
        },
    )


def _register(game: Game) -> None:
    """Register a game with OpenSpiel, as a class: a function would be freed after Python has exited, and crash."""

    class Registered(RegnumGame):
        def __init__(self, params: dict[str, Any]) -> None:
            super().__init__(game, params)

    pyspiel.register_game(_type_of(game), Registered)


for _game in all_games():
    if f"regnum_{_game.id}" not in pyspiel.registered_names():
        _register(_game)
