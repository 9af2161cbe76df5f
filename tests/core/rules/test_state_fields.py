"""The check of copied and compared fields detects each kind of mistake."""

from typing import ClassVar

from regnum.core.rules.option import Options
from regnum.core.rules.ruleset import Rules
from regnum.new_game.pennies.game import GAME
from regnum.new_game.pennies.state import PenniesState
from tests.support.games.state_fields import field_errors


class Bribed(PenniesState):
    """A coin on the table that is missing in FIELDS."""

    __slots__ = ("bribe",)

    def __init__(self, game: Rules, players: int, seed: int, options: Options, source: "Bribed | None" = None) -> None:
        super().__init__(game, players, seed, options, source)
        self.bribe: int = 1 if source is None else source.bribe

    def clone(self) -> "Bribed":
        return Bribed(self.game, self.players, self.seed, self.options, self)


class Rich(Bribed):
    """Declares the coin as derived, and a purse that does not exist."""

    DERIVED: ClassVar[tuple[str, ...]] = ("variant", "bribe", "purse")


class Doubtful(Bribed):
    """Declares the points as derived although they are a field."""

    DERIVED: ClassVar[tuple[str, ...]] = ("variant", "bribe", "points")


class Loose(PenniesState):
    """Has no slots, so that any attribute can be set."""


class Sharing(PenniesState):
    """Copies incompletely."""

    def clone(self) -> "Sharing":
        copied = Sharing(self.game, self.players, self.seed, self.options, self)
        copied.points = self.points
        copied.stack = self.stack
        copied.round = 0
        return copied


def errors_of(kind: type[PenniesState]) -> list[str]:
    state = kind(GAME, 2, 1, GAME.read_setup(2, 1, {}))
    state.round = 3
    return field_errors(state)


def test_state_with_declared_attributes_has_no_error() -> None:
    assert errors_of(PenniesState) == []


def test_undeclared_slot_is_a_error() -> None:
    assert errors_of(Bribed) == ["bribe is neither among FIELDS nor DERIVED"]


def test_attribute_without_a_slot_is_a_error() -> None:
    state = Loose(GAME, 2, 1, GAME.read_setup(2, 1, {}))
    vars(state)["bribe"] = 1
    assert field_errors(state) == ["bribe is neither among FIELDS nor DERIVED", "bribe is not copied by clones"]


def test_fields_are_declared_once_and_exist() -> None:
    assert errors_of(Rich) == ["purse is declared but not there"]
    assert errors_of(Doubtful) == ["points is among FIELDS and DERIVED"]


def test_clone_that_shares_a_list_or_misses_a_field_is_a_error() -> None:
    assert errors_of(Sharing) == [
        "points is shared by clones",
        "round is not copied by clones",
        "stack is shared by clones",
    ]
