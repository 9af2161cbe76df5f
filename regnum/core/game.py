"""Games: what a game is made of, how a state of it begins, and what it says of its states."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from secrets import randbits
from types import ModuleType
from typing import Any, Final, SupportsIndex

from regnum.core import mypyc_attr
from regnum.core.action import ActionTable
from regnum.core.character import Character, read_characters
from regnum.core.corrected import facts_of
from regnum.core.evaluation import Evaluation
from regnum.core.facts import Facts, Kinds
from regnum.core.faults import step_faults
from regnum.core.field import as_whole, whole
from regnum.core.folder import folder_of, part_of
from regnum.core.guide import Guide, load_guides
from regnum.core.handbook import Handbook
from regnum.core.layout import Layout
from regnum.core.ledger import Ledger
from regnum.core.option import Option, Options, read_options
from regnum.core.position import read_position
from regnum.core.registry import find_game
from regnum.core.rng import SEED_LIMIT
from regnum.core.state import State
from regnum.core.step import Step
from regnum.core.thinking import Thinking
from regnum.core.words import Words


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """A game: its id and title, the player counts, options and actions, how a state of it begins, what states say.

    `package` is the dotted name of the folder with its words, rules, data, terminal and view; `rules_version` goes
    up whenever the same record would give another game. `tie_breaks` are the terms of what `standing` counts after
    the points, in the same order; `untold` the families of actions that a log leaves out: what the table itself tells;
    `correctable` the facts that the owner of a printed game may correct, see corrected.py.
    """

    def __init__(
        self,
        id: str,
        title: str,
        player_counts: Sequence[int],
        options: Sequence[Option[Any]],
        actions: ActionTable,
        steps: Sequence[type[Step[Any]]],
        package: str,
        rules_version: int = 1,
        tie_breaks: Sequence[str] = (),
        untold: Sequence[str] = (),
        correctable: Kinds | None = None,
        *,
        state: Callable[["Game", int, int, Options], State] | None = None,
        first_step: Step[Any] | None = None,
        covered: Callable[[Any, int], tuple[object, ...]] | None = None,
        deal_unknown: Callable[[Any, int], None] | None = None,
        scores: Callable[[Any], list[int]] | None = None,
        standing: Callable[[Any, int], tuple[int, ...]] | None = None,
        faults: Callable[[Any], list[str]] = step_faults,
        evaluation: Evaluation | None = None,
        search: Thinking | None = None,
        pending: int = 16,
    ) -> None:
        """What is named by keyword are the game's own functions for the methods of these names.

        `evaluation`: how good its states look to bots; `search`: how bots that search think about it; `pending`: for
        how many steps to come at once an observation has cells.
        """
        self.id: Final = id
        self.title: Final = title
        self.player_counts: Final = tuple(player_counts)
        self.options: Final = tuple(options)
        self.actions: Final = actions
        self.steps: Final = {step.__name__: step for step in steps}
        self.package: Final = package
        self.rules_version: Final = rules_version
        self.tie_breaks: Final = tuple(tie_breaks)
        self.untold: Final = frozenset(untold)
        self.correctable: Final[Kinds] = correctable or {}
        self.facts: Final[Facts] = facts_of(package)
        """The corrected facts that it is played with; none: all are those of our data."""
        actions.refer(id)
        self._state: Final = state
        self._first_step: Final = first_step
        self._covered: Final = covered
        self._deal_unknown: Final = deal_unknown
        self._scores: Final = scores
        self._standing: Final = standing
        self._faults: Final = faults
        self.evaluation: Final[Evaluation] = evaluation or Evaluation()
        self.search: Final[Thinking] = search or Thinking()
        self.pending: Final = pending
        self._ledger: Ledger | None = None
        self._handbook: Handbook | None = None
        self._guides: dict[str, Guide] | None = None
        self._characters: dict[str, Character] | None = None
        self._words: Final[dict[str, Words]] = {}
        self._layouts: Final[dict[int, Layout]] = {}

    # There is one of each in a process: a copy is the game itself, and a pickle names it.

    def __copy__(self) -> "Game":
        return self

    def __deepcopy__(self, memo: object) -> "Game":
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return find_game, (self.id,)

    def blank_state(self, players: int, seed: int, options: Options) -> State:
        """Return a state before anything has happened, with an empty stack."""
        if self._state is None:
            raise TypeError(f"{self.id} has no state")
        return self._state(self, players, seed, options)

    def first_step(self) -> Step[Any]:
        """Return the step with which the game begins."""
        if self._first_step is None:
            raise TypeError(f"{self.id} has no first step")
        return self._first_step

    # What it says of its states.

    def covered(self, state: State, player: int) -> tuple[object, ...]:
        """Return what the player (ONLOOKER: somebody without a seat) sees in each field that is `COVERED`.

        Lists are new ones. Nothing that `derive` works out may rest on these fields.
        """
        return () if self._covered is None else self._covered(state, player)

    def deal_unknown(self, state: State, observer: int) -> None:
        """Replace "unknown" by something that fits what the observer knows, in place, by the state's own chance."""
        if self._deal_unknown is not None:
            self._deal_unknown(state, observer)

    def scores(self, state: State) -> list[int]:
        """Return the points of each side, the final ones once the game is over."""
        if self._scores is None:
            raise TypeError(f"{self.id} has no scores")
        return self._scores(state)

    def standing(self, state: State, side: int) -> tuple[int, ...]:
        """Return the side's points and tie-breaks in order of weight; the higher tuple wins."""
        return (self.scores(state)[side],) if self._standing is None else self._standing(state, side)

    def faults(self, state: State) -> list[str]:
        """Return everything that cannot be so in a full state, one line each: by default what its steps say."""
        return self._faults(state)

    def estimate(self, state: State) -> list[float]:
        """Return how many points each side may hope for, as a bot's guess; see `Evaluation`."""
        return self.evaluation.estimate(state)

    def layout(self, players: int) -> Layout:
        """Return how observations with so many players are laid out as numbers; ValueError for a wrong count."""
        found = self._layouts.get(players)
        if found is None:
            found = self._layouts[players] = Layout(self, players)
        return found

    # How a state of it begins.

    def sides(self, players: int) -> int:
        """Return how many sides there are with so many players: one each, and those that the rules play themselves."""
        return players

    def check_options(self, players: int, options: Options) -> None:
        """Raise ValueError for options that do not go with the player count or with each other."""

    def new_state(self, players: SupportsIndex, seed: SupportsIndex | None = None, **options: object) -> State:
        """Return a new game's state; without a seed, chance is fresh. ValueError for bad arguments, in one line."""
        return self.begin(players, seed, options)

    def begin(
        self,
        players: SupportsIndex,
        seed: SupportsIndex | None,
        options: Mapping[str, object],
        telling: bool = False,
    ) -> State:
        """Return a new game's state like `new_state`; `telling`: it keeps its notes from the very first one on."""
        read = self.read_setup(players, seed, options)
        state = self.blank_state(whole(players), randbits(53) if seed is None else whole(seed), read)
        state.journal = [] if telling else None
        state.next(self.first_step())
        state.flow()
        return state

    def read_setup(self, players: object, seed: object, options: Mapping[str, object]) -> Options:
        """Check a player count, a seed (None: any) and options and return all options; ValueError if one is wrong."""
        counts = ", ".join(str(count) for count in self.player_counts)
        count, number = as_whole(players), as_whole(seed)
        if count is None or count not in self.player_counts:
            raise ValueError(f"{self.title} is for {counts} players, not {players!r}")
        if seed is not None and (number is None or not 0 <= number < SEED_LIMIT):
            raise ValueError(f"seed {seed!r} is not a whole number from 0 to 2**64 - 1")
        read = read_options(self.options, options, count)
        self.check_options(count, read)
        return read

    # What is in its folder.

    @property
    def folder(self) -> Path:
        """The game's folder."""
        return folder_of(self.package)

    def part(self, name: str) -> ModuleType | None:
        """Return a module or package of the game's folder ("terminal", "view"), or None where it has none."""
        return part_of(self.package, name)

    def ledger(self) -> Ledger:
        """Return the game's rule clauses."""
        if self._ledger is None:
            self._ledger = Ledger.load(self.folder / "rules")
        return self._ledger

    def handbook(self) -> Handbook:
        """Return what teaches the game: chapters of its rules, examples, the player aid."""
        if self._handbook is None:
            self._handbook = Handbook.load(self.id, self.folder / "handbook", self.ledger())
        return self._handbook

    def guides(self) -> dict[str, Guide]:
        """Return its guided games by id, the one to begin with first."""
        if self._guides is None:
            self._guides = load_guides(self.id, self.folder / "guide", self.ledger())
        return self._guides

    def characters(self) -> dict[str, Character]:
        """Return the characters that its bots may have, by id."""
        if self._characters is None:
            self._characters = read_characters(self.folder)
        return self._characters

    def words(self, language: str) -> Words:
        """Return the game's words in a language ("en", "de" or "uk"); none at all where it has not brought any."""
        if language not in self._words:
            try:
                self._words[language] = Words.load(self.folder / "words", language, self.folder / "handbook")
            except FileNotFoundError:
                self._words[language] = Words(language, {})
        return self._words[language]

    def state_from_dict(self, data: Mapping[str, Any]) -> State:
        """Return the state that `to_dict` wrote, or one set up by hand; ValueError lists every fault in it."""
        return read_position(self, data)
