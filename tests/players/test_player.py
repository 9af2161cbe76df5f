"""Bots are found by name, with checked parameters; bots that take only a seed still work."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

import pytest

import regnum
from regnum.core.rules.action import Action
from regnum.core.rules.state import State
from regnum.players import Player, add_player, make_player, player, player_names
from regnum.players.player import Value, split_name

HERE = "tests.players.test_player:"


class Tuned(Player):
    """Has a parameter of each type."""

    PARAMS: ClassVar[dict[str, Value]] = {"depth": 2, "seconds": 0.5, "style": "calm", "bold": False}

    def choose(self, state: State, legal: list[Action]) -> Action:
        return legal[0]


class Old(Player):
    """Takes only a seed, as bots did before there were parameters."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.mine = seed + 1

    def choose(self, state: State, legal: list[Action]) -> Action:
        return legal[0]


class Stuck(Old):
    """Names a parameter but cannot take it."""

    PARAMS: ClassVar[dict[str, Value]] = {"depth": 2}


class Number:
    """Like NumPy's integers."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


def test_bot_without_parameters_uses_its_defaults() -> None:
    bot = make_player(f"{HERE}Tuned", 7)
    assert (bot.seed, bot.params) == (7, {"depth": 2, "seconds": 0.5, "style": "calm", "bold": False})
    assert bot.params is not Tuned.PARAMS


def test_parameters_have_the_types_of_their_defaults() -> None:
    bot = make_player(f"{HERE}Tuned:depth=3:seconds=2:style=a=b:bold=True", 7)
    assert bot.params == {"depth": 3, "seconds": 2.0, "style": "a=b", "bold": True}
    assert [type(value) for value in bot.params.values()] == [int, float, str, bool]


@pytest.mark.parametrize(
    ("given", "params"),
    [
        ({"depth": Number(4)}, {"depth": 4}),
        ({"seconds": 3}, {"seconds": 3.0}),
        ({"seconds": "1e-3"}, {"seconds": 0.001}),
        ({"bold": True}, {"bold": True}),
        ({"bold": "false"}, {"bold": False}),
        ({"depth": "-1"}, {"depth": -1}),
    ],
)
def test_parameters_may_be_values_or_texts(given: Mapping[str, object], params: dict[str, Any]) -> None:
    bot = Tuned(Number(5), given)
    assert bot.seed == 5
    assert {name: bot.params[name] for name in params} == params
    assert [type(bot.params[name]) for name in params] == [type(value) for value in params.values()]


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("Tuned:deep=3", "no parameter 'deep'; there are depth, seconds, style, bold"),
        ("Tuned:depth=3.5", "parameter depth='3.5' is not a whole number"),
        ("Tuned:depth=", "parameter depth='' is not a whole number"),
        ("Tuned:seconds=soon", "parameter seconds='soon' is not a number"),
        ("Tuned:seconds=nan", "parameter seconds='nan' is not a number"),
        ("Tuned:seconds=inf", "is not a number"),
        ("Tuned:bold=1", "parameter bold='1' is not true or false"),
        ("Tuned:depth=1:depth=2", "'depth=2' has no name of its own"),
        ("Tuned:=2", "'=2' has no name of its own"),
        ("Tuned:depth=2:style", "'style' is not of the form key=value"),
        ("Old:depth=2", "no parameter 'depth'; there are none"),
        ("Stuck:depth=2", "__init__ of Stuck takes a seed and no parameters"),
    ],
)
def test_wrong_parameter_is_reported_in_one_line(name: str, says: str) -> None:
    with pytest.raises(ValueError, match="no bot") as error:
        make_player(HERE + name, 1)
    assert says in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("value", [True, None, [], 1.5])
def test_value_of_another_type_is_refused(value: object) -> None:
    with pytest.raises(ValueError, match="depth"):
        Tuned(1, {"depth": value})


@pytest.mark.parametrize("value", [True, None, "x", float("nan"), 10**400])
def test_invalid_number_is_refused(value: object) -> None:
    with pytest.raises(ValueError, match="seconds"):
        Tuned(1, {"seconds": value})


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_built_in_bots_have_no_hidden_parameters(name: str) -> None:
    with pytest.raises(ValueError, match="no parameter 'x'"):
        make_player(f"{name}:x=1", 1)
    with pytest.raises(ValueError, match="unknown bot ''"):
        make_player("depth=2", 1)


@pytest.fixture
def _known() -> Iterator[None]:
    """Unregister added bots after the test."""
    before = dict(player._REGISTERED)
    yield
    player._REGISTERED.clear()
    player._REGISTERED.update(before)


@pytest.mark.usefixtures("_known")
def test_bot_with_a_seed_only_still_works() -> None:
    bot = make_player(f"{HERE}Old", 3)
    assert isinstance(bot, Old)
    assert (bot.seed, bot.mine, bot.params) == (3, 4, {})
    add_player("old", Old)
    add_player("made", lambda seed: Old(seed + 1))
    add_player("tuned", Tuned)
    assert player_names()[-3:] == ["old", "made", "tuned"]
    assert make_player("made", 3).seed == 4
    assert make_player("tuned:depth=9", 3).params["depth"] == 9
    with pytest.raises(ValueError, match="made takes no parameters"):
        make_player("made:depth=2", 3)


@pytest.mark.parametrize("name", ["random", "", "a:b", "a=b", "a,b"])
def test_reserved_names_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match="bot"):
        add_player(name, Old)
    assert name == "random" or name not in player_names()


def test_name_is_split_from_its_parameters() -> None:
    assert split_name("a.b:C:depth=2:style=x=y") == ("a.b:C", {"depth": "2", "style": "x=y"})
    assert split_name("random") == ("random", {})


def test_hooks_do_nothing_by_default() -> None:
    state = regnum.game("khan").new_state(2, 1)
    bot = make_player("random", 1)
    bot.begin(state.observed_by(0))
    bot.follow(state.observed_by(0), 0, None)
    assert type(bot).begin is Player.begin
    assert type(bot).follow is Player.follow
