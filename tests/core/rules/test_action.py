"""Actions: one object each, found by index, by text, or in its family."""

import copy
import pickle

import pytest

import regnum
from regnum.core.rules.action import Action, ActionTable, BeyondLimitError
from regnum.core.text.ledger import LANGUAGES


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
def test_unknown_action_text_lists_alternatives(text: str, says: str) -> None:
    with pytest.raises(ValueError, match="no action") as error:
        regnum.game("brian_boru").actions.parse(text)
    assert says in str(error.value)
    assert "\n" not in str(error.value)


def test_copy_of_an_action_is_the_same_object() -> None:
    action = regnum.game("brian_boru").actions[7]
    assert copy.copy(action) is action
    assert copy.deepcopy(action) is action
    assert pickle.loads(pickle.dumps(action)) is action


def test_family_contains_its_actions() -> None:
    table = ActionTable("test")
    walk = table.add("walk", [Action(("steps", steps)) for steps in (1, 2, 5)])
    rest = table.add_single("rest")
    assert [str(action) for action in table] == ["walk 1", "walk 2", "walk 5", "rest"]
    assert walk.members_in(0b101) == [walk[0], walk[2]]
    assert walk.members_in(0) == []
    assert walk.has(walk[1])
    assert not walk.has(rest)
    assert walk.of(walk[1]) is walk[1]
    with pytest.raises(ValueError, match="not of the family 'walk'"):
        walk.of(rest)


def test_family_or_an_action_cannot_be_declared_twice() -> None:
    table = ActionTable("test")
    table.add_single("rest")
    with pytest.raises(ValueError, match="declared twice"):
        table.add_single("rest")
    with pytest.raises(ValueError, match="'walk 1' is declared twice"):
        table.add("walk", [Action(("steps", 1)), Action(("steps", 1))])


def test_number_beyond_a_family_names_the_limiting_rule() -> None:
    table = ActionTable("test")
    walk = table.add("walk", [Action(("way", way), ("steps", steps)) for way in ("up", "down") for steps in range(4)])
    table.set_limit(walk, "steps", 3, "too_far", "test.walk")
    for text in ("walk up 4", " walk  down 04", f"walk up {'9' * 5000}"):
        with pytest.raises(BeyondLimitError, match="steps is at most 3") as error:
            table.parse(text)
        refusal = error.value.refusal
        assert (refusal.key, refusal.clause, refusal.params) == ("too_far", "test.walk", {"steps": 3})
    for text in ("walk left 4", "walk up", "walk up -4", "walk up four", "walk up 4 5", "walk up 03"):
        with pytest.raises(ValueError, match="no action") as other:
            table.parse(text)
        assert not isinstance(other.value, BeyondLimitError), text


@pytest.mark.parametrize("name", regnum.games())
def test_limits_of_the_games_are_their_highest_numbers_and_have_words_and_clauses(name: str) -> None:
    """These families end with a number of pieces in the box or a limit of a card."""
    game = regnum.game(name)
    ends = {"rurik": {"place": "bribe", "escort": "troops"}, "wallenstein": {"send": "armies"}}
    for family, param in ends.get(name, {}).items():
        most = max(int(action.params[param]) for action in game.actions.families[family])
        words = [
            str(most + 1 if key == param else value) for key, value in game.actions.families[family][0].params.items()
        ]
        with pytest.raises(BeyondLimitError) as error:
            game.actions.parse(" ".join([family, *words]))
        refusal = error.value.refusal
        assert refusal.params == {param: most}
        assert refusal.clause in game.ledger()
        for language in LANGUAGES:
            assert str(most) in game.words(language).refusal(refusal)
