"""Words in three languages: plural forms, templates and refusals."""

import pytest

import regnum
from regnum.core.rules.action import Refusal
from regnum.core.text.words import Words, plural
from regnum.new_game.pennies import GAME


@pytest.mark.parametrize(
    ("language", "count", "form"),
    [
        ("en", 1, "one"),
        ("en", 2, "many"),
        ("de", 0, "many"),
        ("uk", 1, "one"),
        ("uk", 3, "few"),
        ("uk", 5, "many"),
        ("uk", 11, "many"),
        ("uk", 12, "many"),
        ("uk", 21, "one"),
        ("uk", 22, "few"),
        ("uk", 111, "many"),
    ],
)
def test_plural_form_follows_the_number(language: str, count: int, form: str) -> None:
    assert plural(language, count, ["one", "few", "many"] if language == "uk" else ["one", "many"]) == form


@pytest.mark.parametrize(
    ("language", "template"),
    [("en", "bread{a|| for # coin| for # coins}."), ("uk", "хліб{a|| за # монету| за # монети| за # монет}.")],
)
def test_zero_can_have_a_form_of_its_own(language: str, template: str) -> None:
    words = Words(language, {"note": {"x": template}})
    texts = [words.text("note", "x", {"a": count}) for count in (0, 1, 2, 5)]
    expected = {
        "en": ["bread.", "bread for 1 coin.", "bread for 2 coins.", "bread for 5 coins."],
        "uk": ["хліб.", "хліб за 1 монету.", "хліб за 2 монети.", "хліб за 5 монет."],
    }
    assert texts == expected[language]


def test_templates_are_filled() -> None:
    words = Words(
        "en", {"note": {"x": "{player} takes {a} {a|coin|coins} in {b:town}: {c}"}, "name": {"town": {"T": "Tara"}}}
    )
    assert words.text("note", "x", {"player": "Ann", "a": 1, "b": "T"}) == "Ann takes 1 coin in Tara: ?"
    assert words.name("town", "Z") == "Z"
    assert words.has("note", "x")
    assert not words.has("note", "y")


def test_names_have_forms_in_their_rows() -> None:
    names = {"land": {"pfalz": {"name": "Pfalz", "acc": "die Pfalz"}, "bremen": "Bremen"}}
    words = Words("de", {"note": {"x": "{to:land_acc}, {to:land}"}, "name": names})
    assert [words.text("note", "x", {"to": to}) for to in names["land"]] == ["die Pfalz, Pfalz", "Bremen, Bremen"]
    again = Words("de", words.tables)
    assert again.name("land_acc", "pfalz") == "die Pfalz", "names that are read already stay the same"


def test_words_exist_in_three_languages() -> None:
    assert GAME.words("uk").language == "uk"
    with pytest.raises(ValueError, match="no words in 'fr'; there are en, de, uk"):
        GAME.words("fr")


def test_common_refusals_have_words_in_every_language() -> None:
    for language in ("en", "de", "uk"):
        words = GAME.words(language)
        assert words.refusal(Refusal("not_your_turn", "")) != words.refusal(Refusal("not_now", ""))
    assert GAME.words("de").refusal(Refusal("game_over", "")) == "Die Partie ist zu Ende."
    assert regnum.game("brian_boru").words("de").refusal(Refusal("not_now", "")) == "Das ist jetzt nicht an der Reihe."
