"""The rules of a game: its setup, actions and steps, and how positions are scored and checked."""

from collections.abc import Callable, Mapping, Sequence
from secrets import randbits
from typing import Any, Final, SupportsIndex, TypedDict, Unpack

from regnum.core import i64, mypyc_attr
from regnum.core.facts.corrections import Facts
from regnum.core.integers import as_int, to_int
from regnum.core.registry import game_by_id
from regnum.core.rules.action import ActionTable
from regnum.core.rules.option import Option, Options, read_options
from regnum.core.rules.rng import SEED_LIMIT
from regnum.core.rules.state import State
from regnum.core.rules.step import Step
from regnum.core.rules.validation import step_errors

__all__ = ["RequiredParams", "Rules", "RulesParams"]


class RequiredParams(TypedDict):
    """The required parameters of `Rules`."""

    id: str
    title: str
    player_counts: Sequence[int]
    options: Sequence[Option]
    actions: ActionTable
    steps: Sequence[type[Step[Any]]]


class RulesParams(RequiredParams, total=False):
    """The parameters of `Rules`, which a game declares."""

    rules_version: int
    """A number that is increased whenever existing records would replay differently. Default: 1."""
    tie_breaks: Sequence[str]
    """The terms for the tie-breaks in `ranking_key` after the points, in the same order."""
    unlogged_families: Sequence[str]
    """The families of actions that the log omits, such as secret plans."""
    observed_steps: int
    """The number of pending steps for which an observation has cells. Default: 16."""

    # The game's functions that the methods of `Rules` call.
    state: Callable[["Rules", i64, int, Options], State]
    first_step: Step[Any]
    observed_values: Callable[[Any, i64], tuple[object, ...]]
    deal_unknown: Callable[[Any, i64], None]
    scores: Callable[[Any], list[int]]
    ranking_key: Callable[[Any, i64], tuple[int, ...]]
    position_errors: Callable[[Any], list[str]]


@mypyc_attr(allow_interpreted_subclasses=True)
class Rules:
    """The rules of a game, to which its states refer. `Game` adds everything that shows, explains or plays it."""

    def __init__(self, facts: Facts, **declared: Unpack[RulesParams]) -> None:
        """Make the rules as a game declares them.

        Args:
            facts: The corrections of our data with which the game is played, or {} if there are none.
            **declared: The other parameters; see `RulesParams`.
        """
        required = RequiredParams.__annotations__.keys()
        # in compiled code, the annotations of a class lack the inherited ones
        if unknown := declared.keys() - required - RulesParams.__annotations__.keys():
            raise TypeError(f"unknown parameters {sorted(unknown)}")
        if missing := required - declared.keys():
            raise TypeError(f"missing parameters {sorted(missing)}")
        self.id: Final = declared["id"]
        self.title: Final = declared["title"]
        self.player_counts: Final = tuple(declared["player_counts"])
        self.options: Final = tuple(declared["options"])
        self.actions: Final = declared["actions"]
        self.steps: Final = {step.__name__: step for step in declared["steps"]}
        self.rules_version: Final[int] = declared.get("rules_version", 1)
        self.tie_breaks: Final[tuple[str, ...]] = tuple(declared.get("tie_breaks", ()))
        self.unlogged_families: Final[frozenset[str]] = frozenset(declared.get("unlogged_families", ()))
        self.facts: Final = facts
        self.observed_steps: Final[int] = declared.get("observed_steps", 16)
        self._state: Final = declared.get("state")
        self._first_step: Final = declared.get("first_step")
        self._observed_values: Final = declared.get("observed_values")
        self._deal_unknown: Final = declared.get("deal_unknown")
        self._scores: Final = declared.get("scores")
        self._ranking_key: Final = declared.get("ranking_key")
        self._position_errors: Final[Callable[[Any], list[str]]] = declared.get("position_errors", step_errors)

    # A process has one object per game, so a copy is the same object and a pickle refers to the game.

    def __copy__(self) -> "Rules":
        return self

    def __deepcopy__(self, memo: object) -> "Rules":
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return game_by_id, (self.id,)

    def blank_state(self, players: i64, seed: int, options: Options) -> State:
        """Return a blank state, in which nothing has happened yet, with an empty stack.

        Args:
            players: The number of players.
            seed: The seed of all random numbers, 0 <= seed < 2**64.
            options: Every option of the game with its value.
        """
        if self._state is None:
            raise TypeError(f"{self.id} has no state")
        return self._state(self, players, seed, options)

    def first_step(self) -> Step[Any]:
        """Return the first step of the game."""
        if self._first_step is None:
            raise TypeError(f"{self.id} has no first step")
        return self._first_step

    # Functions of a state.

    def observed_values(self, state: State, player: i64) -> tuple[object, ...]:
        """Return the values of the fields in `HIDDEN_FIELDS`, in that order, as the player sees them.

        Lists are copies. `derive` must not depend on these fields.

        Args:
            state: A full state.
            player: The player's seat, or SPECTATOR.
        """
        return () if self._observed_values is None else self._observed_values(state, player)

    def deal_unknown(self, state: State, observer: i64) -> None:
        """Replace unknown values, in place, with random ones that are consistent with the observer's knowledge.

        Args:
            state: A copy of an observed state, with a new seed. It draws the random numbers.
            observer: The observer's seat, or SPECTATOR.
        """
        if self._deal_unknown is not None:
            self._deal_unknown(state, observer)

    def scores(self, state: State) -> list[int]:
        """Return the points of each side, final once the game is over."""
        if self._scores is None:
            raise TypeError(f"{self.id} has no scores")
        return self._scores(state)

    def ranking_key(self, state: State, side: i64) -> tuple[int, ...]:
        """Return the side's points and tie-breaks, most important first; the higher tuple wins."""
        return (self.scores(state)[side],) if self._ranking_key is None else self._ranking_key(state, side)

    def position_errors(self, state: State) -> list[str]:
        """Return all errors of a full state, one line each; by default, only those of its steps."""
        return self._position_errors(state)

    # The setup of a game.

    def sides(self, players: int) -> int:
        """Return the number of sides for a player count: one per player, and any that the rules control."""
        return players

    def check_options(self, players: i64, options: Options) -> None:
        """Check that the options can be combined with each other and with the player count.

        Raises:
            ValueError: If they cannot.
        """

    def new_state(self, players: SupportsIndex, seed: SupportsIndex | None = None, **options: object) -> State:
        """Return the state of a new game, in which a player has to decide.

        Args:
            players: The number of players.
            seed: The seed of all random numbers, 0 <= seed < 2**64, or None for a random one.
            **options: Options of the game by name; the others have their default values.

        Raises:
            ValueError: If an argument is invalid.
        """
        return self.begin(players, seed, options)

    def begin(
        self,
        players: SupportsIndex,
        seed: SupportsIndex | None,
        options: Mapping[str, object],
        with_log: bool = False,
    ) -> State:
        """Return the state of a new game, as `new_state` does.

        Args:
            players: The number of players.
            seed: The seed of all random numbers, or None for a random one.
            options: Options of the game by name; the others have their default values.
            with_log: Whether the state has a journal, with all notes of the setup.

        Raises:
            ValueError: If an argument is invalid.
        """
        chosen_options = self.read_setup(players, seed, options)
        state = self.blank_state(to_int(players), randbits(53) if seed is None else to_int(seed), chosen_options)
        state.journal = [] if with_log else None
        state.schedule(self.first_step())
        state.advance()
        return state

    def read_setup(self, players: object, seed: object, options: Mapping[str, object]) -> Options:
        """Return all options of a setup, with default values for those that are not given.

        Args:
            players: The number of players.
            seed: The seed, or None if any seed will do.
            options: Options by name. A value may also be given in its text form.

        Raises:
            ValueError: If the player count, the seed or an option is invalid.
        """
        counts = ", ".join(str(count) for count in self.player_counts)
        count, number = as_int(players), as_int(seed)
        if count is None or count not in self.player_counts:
            raise ValueError(f"{self.title} is for {counts} players, not {players!r}")
        if seed is not None and (number is None or not 0 <= number < SEED_LIMIT):
            raise ValueError(f"seed {seed!r} is not a whole number from 0 to 2**64 - 1")
        chosen_options = read_options(self.options, options, count)
        self.check_options(count, chosen_options)
        return chosen_options
