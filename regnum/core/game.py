"""Games: the rules of a game together with all that its folder holds to show, explain and play it."""

from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, Final, Unpack

from regnum.core import mypyc_attr
from regnum.core.ai.character import Character, read_characters
from regnum.core.ai.evaluation import Evaluation
from regnum.core.ai.search_policy import SearchPolicy
from regnum.core.facts.corrections import Kinds
from regnum.core.facts.loaded import facts_of
from regnum.core.folder import folder_of, part_of
from regnum.core.layout import Layout
from regnum.core.rules.position import read_position
from regnum.core.rules.ruleset import Declared, Rules
from regnum.core.rules.state import State
from regnum.core.text.guide import Guide, load_guides
from regnum.core.text.handbook import Handbook
from regnum.core.text.ledger import Ledger
from regnum.core.text.words import Words


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(Rules):
    """A game: its rules, and its words, rule clauses, handbook, guides, characters, drawing, layout and evaluation.

    `package` is the dotted name of the folder with its words, rules, data, terminal and view; `correctable` are the
    facts that the owner of a printed game may correct, see facts/loaded.py. For the other parameters see `Declared`.
    """

    def __init__(
        self,
        *,
        package: str,
        correctable: Kinds | None = None,
        evaluation: Evaluation | None = None,
        search: SearchPolicy | None = None,
        **declared: Unpack[Declared],
    ) -> None:
        """`evaluation`: how good its states look to bots; `search`: how bots that search think about it."""
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
        self._layouts: Final[dict[int, Layout]] = {}

    def state_from_dict(self, data: Mapping[str, Any]) -> State:
        """Return the state that `to_dict` wrote, or one set up by hand; ValueError lists every fault in it."""
        return read_position(self, data)

    def estimate(self, state: State) -> list[float]:
        """Return how many points each side may hope for, as a bot's guess; see `Evaluation`."""
        return self.evaluation.estimate(state)

    def layout(self, players: int) -> Layout:
        """Return how observations with so many players are laid out as numbers; ValueError for a wrong count."""
        found = self._layouts.get(players)
        if found is None:
            found = self._layouts[players] = Layout(self, players)
        return found

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


def game_of(state: State) -> Game:
    """Return the game of a state, which itself knows only the rules."""
    game = state.game
    assert isinstance(game, Game)
    return game
