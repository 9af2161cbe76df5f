"""Actions: one object each, found by index, by text, by family."""

import copy
import pickle

import pytest

import regnum
from regnum.core.action import Action, ActionTable


def test_every_action_is_found_by_its_index_and_its_text() -> None:
    for name in regnum.games():
        table = regnum.game(name).actions
        assert len(table) > 0
        for index, action in enumerate(table):
            assert action.index == index
            assert table[index] is action
            assert table.parse(str(action)) is action
            assert str(action).split()[0] == action.family
            assert action in table.families[action.family]


def test_parameters_are_named_by_the_ids_of_the_data() -> None:
    action = regnum.game("brian_boru").actions.parse("contest C2")
    assert action.family == "contest"
    assert action.params == {"town": "C2"}


def test_spaces_do_not_matter_in_the_text_form() -> None:
    table = regnum.game("brian_boru").actions
    assert table.parse("  keep   13 ") is table.parse("keep 13")


@pytest.mark.parametrize(
    ("text", "says"),
    [("", "the families are settle, keep"), ("fly C2", "the families are"), ("contest X9", "'contest N1'")],
)
def test_an_unknown_text_says_what_there_is(text: str, says: str) -> None:
    with pytest.raises(ValueError, match="no action") as error:
        regnum.game("brian_boru").actions.parse(text)
    assert says in str(error.value)
    assert "\n" not in str(error.value)


def test_copies_of_an_action_are_the_action() -> None:
    action = regnum.game("brian_boru").actions[7]
    assert copy.copy(action) is action
    assert copy.deepcopy(action) is action
    assert pickle.loads(pickle.dumps(action)) is action


def test_a_family_knows_its_own() -> None:
    table = ActionTable("test")
    walk = table.add("walk", [Action(("steps", steps)) for steps in (1, 2, 5)])
    rest = table.single("rest")
    assert [str(action) for action in table] == ["walk 1", "walk 2", "walk 5", "rest"]
    assert walk.each(0b101) == [walk[0], walk[2]]
    assert walk.each(0) == []
    assert walk.has(walk[1])
    assert not walk.has(rest)
    assert walk.of(walk[1]) is walk[1]
    with pytest.raises(ValueError, match="not of the family 'walk'"):
        walk.of(rest)


def test_a_family_or_an_action_cannot_be_declared_twice() -> None:
    table = ActionTable("test")
    table.single("rest")
    with pytest.raises(ValueError, match="declared twice"):
        table.single("rest")
    with pytest.raises(ValueError, match="'walk 1' is declared twice"):
        table.add("walk", [Action(("steps", 1)), Action(("steps", 1))])
