"""The buttons of legal actions, from made-up actions: which are visible, their groups and their order."""

from dataclasses import dataclass
from typing import Any

import pytest

from regnum.web.board import choices as buttons
from regnum.web.board.choices import MAX_UNFOLDED, MIN_FOR_GROUPS, is_grouped, split_choices


@dataclass(frozen=True)
class Deed:
    """An action with what the view says about it."""

    text: str
    target: str = ""
    group: str = ""
    rank: int = 0
    convenience: bool = False


class View:
    cards = ("card-",)

    def target(self, action: Deed) -> str:
        return action.target

    def priority(self, action: Deed, legal: Any) -> int:
        return action.rank

    def group(self, action: Deed, words: Any) -> str:
        return action.group

    def short_label(self, action: Deed, words: Any, names: Any) -> str:
        return f"short {action.text}"

    def symbol(self, action: Deed) -> str:
        return f"symbol-{action.text}"


VIEW: Any = View()
ANY: Any = None


@pytest.fixture(autouse=True)
def plain_labels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(buttons, "action_label", lambda action, *_: f"label {action.text}")


def lands(count: int) -> list[Any]:
    return [Deed(f"land {at}", f"land-{at}") for at in range(count)]


def split(*legal: Any) -> tuple[list[str], list[str]]:
    plain, listed = split_choices(legal, VIEW)
    return [action.text for action in plain], [action.text for action in listed]


def shown(*legal: Any) -> list[tuple[str, list[str]]]:
    found = buttons.choices(legal, ANY, VIEW, ANY, [])
    return [(group.heading, [choice.text for choice in group.choices]) for group in found]


def test_buttons_of_few_places_are_visible_and_those_of_many_are_listed() -> None:
    few, many = lands(MAX_UNFOLDED), lands(MAX_UNFOLDED + 1)
    assert split(*few, Deed("pass")) == ([*(action.text for action in few), "pass"], [])
    assert split(*many, Deed("pass")) == (["pass"], [action.text for action in many])


def test_actions_with_a_rank_come_first_and_do_not_count_as_many() -> None:
    few = lands(MAX_UNFOLDED)
    low, high = Deed("low", "low", rank=1), Deed("high", "high", rank=2)
    assert split(low, *few, high) == (["high", "low", *(action.text for action in few)], [])
    many = lands(MAX_UNFOLDED + 1)
    assert split(low, *many, high) == (["high", "low"], [action.text for action in many])


def test_cards_conveniences_and_shared_places_are_listed() -> None:
    assert split(Deed("card", "card-1"), Deed("land", "land-1")) == (["land"], ["card"])
    assert split(Deed("quick", "land-2", convenience=True), Deed("land", "land-1")) == (["land"], ["quick"])
    assert split(Deed("one", "land-1"), Deed("two", "land-1"), Deed("other", "land-2")) == (["other"], ["one", "two"])
    conveniences = [Deed(f"quick {at}", f"quick-{at}", convenience=True) for at in range(MAX_UNFOLDED + 1)]
    assert split(Deed("land", "land-1"), *conveniences)[0] == ["land"], "only the land counts"


def test_action_that_opens_a_question_has_a_visible_button() -> None:
    many = lands(MAX_UNFOLDED + 1)
    assert split(Deed("ask", "land-0|"), *many)[0] == ["ask"]


def test_many_actions_or_two_places_make_groups() -> None:
    assert [is_grouped(lands(count), VIEW) for count in (MIN_FOR_GROUPS - 1, MIN_FOR_GROUPS)] == [False, True]
    two: Any = Deed("both", "card-1 land-1")
    assert is_grouped([two], VIEW)


def test_groups_keep_their_order_after_the_actions_without_one() -> None:
    both = Deed("both", "card-1 land-1", "B")
    alone, other, same = Deed("alone"), Deed("other", "x", "A"), Deed("same", "y", "B")
    assert shown(both, other, same, alone) == [("", ["alone"]), ("B", ["both", "same"]), ("A", ["other"])]
    assert shown(other, same, alone) == [("", ["other", "same", "alone"])], "few actions have no groups"


def test_actions_that_open_a_question_come_last_unless_they_have_a_group() -> None:
    ask, grouped = Deed("ask", "x|"), Deed("grouped", "y|", "A")
    assert shown(ask, Deed("pass")) == [("", ["pass"]), ("", ["ask"])]
    assert shown(Deed("both", "a b", "B"), ask, grouped) == [("B", ["both"]), ("A", ["grouped"]), ("", ["ask"])]
    assert shown() == []


def test_button_in_a_group_has_a_short_label() -> None:
    def button(target: str) -> buttons.Choice:
        action: Any = Deed("move", target, "B")
        return buttons.choices([action], ANY, VIEW, ANY, [])[0].choices[0]

    assert button("a b") == buttons.Choice("move", "label move", "a b", "short move", "symbol-move")
    assert button("a") == buttons.Choice("move", "label move", "a", "", "symbol-move")
