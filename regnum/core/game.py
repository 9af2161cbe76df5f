"""Games: the rules of a game, together with everything in its folder that shows, explains or plays it."""

from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, Final, Unpack

from regnum.core import mypyc_attr
from regnum.core.ai.character import Character, read_characters
from regnum.core.ai.evaluation import Evaluation
from regnum.core.ai.search_policy import SearchPolicy
from regnum.core.facts.active import facts_of
from regnum.core.facts.corrections import Kinds
from regnum.core.folder import folder_of, part_of
from regnum.core.observation_layout import ObservationLayout
from regnum.core.rules.position import read_position
from regnum.core.rules.ruleset import Rules, RulesParams
from regnum.core.rules.state import State
from regnum.core.text.guide import Guide, load_guides
from regnum.core.text.handbook import Handbook
from regnum.core.text.ledger import Ledger
from regnum.core.text.words import Words

__all__ = ["Game", "game_of"]


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(Rules):
    """A game: its rules, words, rule clauses, handbook, guides, bot characters, view, layout and evaluation."""

    def __init__(
        self,
        *,
        package: str,
        correctable: Kinds | None = None,
        evaluation: Evaluation | None = None,
        search: SearchPolicy | None = None,
        **declared: Unpack[RulesParams],
    ) -> None:
        """Make the game, as its module `game` declares it.

        Args:
            package: The dotted name of the folder with the game's words, rules, data, terminal and view.
            correctable: The facts that owners of a printed game may correct; see facts/active.py.
            evaluation: How bots evaluate the game's states; by default, by the current points.
            search: The settings of bots that search.
            **declared: The rules; see `RulesParams`.
        """
        super().__init__(facts_of(package), **declared)
        self.package: Final = package
        self.correctable: Final[Kinds] = correctable or {}
        self.evaluation: Final[Evaluation] = evaluation or Evaluation()
        self.search: Final[SearchPolicy] = search or SearchPolicy()
        self._ledger: Ledger | None = None
        self._handbook: Handbook | None = None
        self._guides: dict[str, Guide] | None = None
        self._characters: dict[str, Character] | None = None
        self._words: Final[dict[str, Words]] = {}
        self._layouts: Final[dict[int, ObservationLayout]] = {}

    def state_from_dict(self, data: Mapping[str, Any]) -> State:
        """Return the state described by a dict in the form of `State.to_dict`.

        Raises:
            ValueError: If the position is impossible. The message lists all errors in it.
        """
        return read_position(self, data)

    def estimate(self, state: State) -> list[float]:
        """Return a bot's estimate of each side's final points; see `Evaluation`."""
        return self.evaluation.estimate(state)

    def layout(self, players: int) -> ObservationLayout:
        """Return the layout of observations for a player count. It is cached.

        Raises:
            ValueError: If the game does not support the player count.
        """
        layout = self._layouts.get(players)
        if layout is None:
            layout = self._layouts[players] = ObservationLayout(self, players)
        return layout

    # The contents of the game's folder.

    @property
    def folder(self) -> Path:
        """The game's folder."""
        return folder_of(self.package)

    def part(self, name: str) -> ModuleType | None:
        """Return a module or package of the game's folder ("terminal", "view"), or None if it does not exist."""
        return part_of(self.package, name)

    def ledger(self) -> Ledger:
        """Return the game's rule clauses."""
        if self._ledger is None:
            self._ledger = Ledger.load(self.folder / "rules")
        return self._ledger

    def handbook(self) -> Handbook:
        """Return the game's handbook: its chapters, illustrated examples and player aid."""
        if self._handbook is None:
            self._handbook = Handbook.load(self.id, self.folder / "handbook", self.ledger())
        return self._handbook

    def guides(self) -> dict[str, Guide]:
        """Return the game's guides by id, the introductory one first."""
        if self._guides is None:
            self._guides = load_guides(self.id, self.folder / "guide", self.ledger())
        return self._guides

    def characters(self) -> dict[str, Character]:
        """Return the characters of the game's bots, by id."""
        if self._characters is None:
            self._characters = read_characters(self.folder)
        return self._characters

    def words(self, language: str) -> Words:
        """Return the game's words in a language ("en", "de" or "uk"); they are empty if the game has none.

        Raises:
            ValueError: If the language is unknown.
        """
        if language not in self._words:
            try:
                self._words[language] = Words.load(self.folder / "words", language, self.folder / "handbook")
            except FileNotFoundError:
                self._words[language] = Words(language, {})
        return self._words[language]


def game_of(state: State) -> Game:
    """Return the game of a state as a `Game`; the state's own attribute is typed as `Rules`."""
    game = state.game
    assert isinstance(game, Game)
    return game
