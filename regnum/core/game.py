"""Games: what a game is made of, how a state of it begins, and what it says of its states."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from secrets import randbits
from types import ModuleType
from typing import Any, Final

from regnum.core import mypyc_attr
from regnum.core.action import ActionTable
from regnum.core.drawing import Drawing
from regnum.core.faults import step_faults
from regnum.core.folder import folder_of, part_of
from regnum.core.ledger import Ledger
from regnum.core.option import Option, Options, read_options
from regnum.core.position import read_position
from regnum.core.rng import SEED_LIMIT
from regnum.core.state import State
from regnum.core.step import Step
from regnum.core.words import Words


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """A game: its id and title, the player counts, options and actions, how a state of it begins, what states say.

    `package` is the dotted name of the folder with its words, rules, data, terminal and drawing; `rules_version` goes
    up whenever the same record would give another game. `tie_breaks` are the terms of what `standing` counts after
    the points, in the same order; `untold` the families of actions that a log leaves out: what the table itself tells.
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
        *,
        state: Callable[["Game", int, int, Options], State] | None = None,
        first_step: Step[Any] | None = None,
        hide: Callable[[Any, int], None] | None = None,
        deal_unknown: Callable[[Any, int], None] | None = None,
        scores: Callable[[Any], list[int]] | None = None,
        standing: Callable[[Any, int], tuple[int, ...]] | None = None,
        faults: Callable[[Any], list[str]] = step_faults,
        estimate: Callable[[Any], list[float]] | None = None,
    ) -> None:
        """What is named by keyword are the game's own functions for the methods of these names."""
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
        self._state: Final = state
        self._first_step: Final = first_step
        self._hide: Final = hide
        self._deal_unknown: Final = deal_unknown
        self._scores: Final = scores
        self._standing: Final = standing
        self._faults: Final = faults
        self._estimate: Final = estimate
        self._drawing: Drawing[Any] | None = None
        self._ledger: Ledger | None = None
        self._words: Final[dict[str, Words]] = {}

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

    def hide(self, state: State, player: int) -> None:
        """Replace what is hidden from the player (ONLOOKER: from everybody) by "unknown", in place."""
        if self._hide is not None:
            self._hide(state, player)

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
        """Return how many points each side may hope for, as a bot's guess; by default the points there are."""
        if self._estimate is None:
            return [float(points) for points in self.scores(state)]
        return self._estimate(state)

    # How a state of it begins.

    def sides(self, players: int) -> int:
        """Return how many sides there are with so many players: one each, and those that the rules play themselves."""
        return players

    def check_options(self, players: int, options: Options) -> None:
        """Raise ValueError for options that do not go with the player count or with each other."""

    def new_state(self, players: int, seed: int | None = None, **options: object) -> State:
        """Return a new game's state; without a seed, chance is fresh. ValueError for bad arguments, in one line."""
        return self.begin(players, seed, options)

    def begin(self, players: int, seed: int | None, options: Mapping[str, object], telling: bool = False) -> State:
        """Return a new game's state like `new_state`; `telling`: it keeps its notes from the very first one on."""
        read = self.read_setup(players, seed, options)
        state = self.blank_state(players, randbits(53) if seed is None else seed, read)
        state.journal = [] if telling else None
        state.next(self.first_step())
        state.flow()
        return state

    def read_setup(self, players: object, seed: object, options: Mapping[str, object]) -> Options:
        """Check a player count, a seed (None: any) and options and return all options; ValueError if one is wrong."""
        counts = ", ".join(str(count) for count in self.player_counts)
        if isinstance(players, bool) or not isinstance(players, int) or players not in self.player_counts:
            raise ValueError(f"{self.title} is for {counts} players, not {players!r}")
        if seed is not None and (isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < SEED_LIMIT):
            raise ValueError(f"seed {seed!r} is not a whole number from 0 to 2**64 - 1")
        read = read_options(self.options, options, players)
        self.check_options(players, read)
        return read

    # What is in its folder.

    @property
    def folder(self) -> Path:
        """The game's folder."""
        return folder_of(self.package)

    def part(self, name: str) -> ModuleType | None:
        """Return a module or package of the game's folder ("terminal", "drawing"), or None where it has none."""
        return part_of(self.package, name)

    @property
    def drawing(self) -> Drawing[Any]:
        """How it looks at the table: `DRAWING` of its package `drawing`, or the general drawing."""
        drawing = self._drawing
        if drawing is None:
            module = self.part("drawing")
            own: Drawing[Any] = Drawing[Any](self.package) if module is None else module.DRAWING
            self._drawing = drawing = own
        return drawing

    def ledger(self) -> Ledger:
        """Return the game's rule clauses."""
        if self._ledger is None:
            self._ledger = Ledger.load(self.folder / "rules")
        return self._ledger

    def words(self, language: str) -> Words:
        """Return the game's words in a language ("en", "de" or "uk"); none at all where it has not brought any."""
        if language not in self._words:
            try:
                self._words[language] = Words.load(self.folder / "words", language)
            except FileNotFoundError:
                self._words[language] = Words(language, {})
        return self._words[language]

    def state_from_dict(self, data: Mapping[str, Any]) -> State:
        """Return the state that `to_dict` wrote, or one set up by hand; ValueError lists every fault in it."""
        return read_position(self, data)
