"""Favours that corrected facts make different are called by what they then bring."""

from copy import deepcopy
from typing import Any

import pytest

import regnum
from regnum.core.folder import read_ours
from regnum.core.words import Words
from regnum.games.wallenstein import game
from regnum.games.wallenstein.game import GAME, name_favours

OURS: list[dict[str, Any]] = read_ours(GAME.package, "court")["favour"]


def words() -> Words:
    return Words.load(GAME.folder / "words", "en")


def names(**changes: dict[str, Any]) -> dict[str, str]:
    """Return what favours are called if those of these digits bring something else."""
    here, found = deepcopy(OURS), words()
    for favour in here:
        favour.update(changes.get(f"digit_{favour['digit']}", {}))
    name_favours(found, OURS, here)
    named: dict[str, str] = found.tables["name"]["favour"]
    return named


def test_a_favour_is_named_by_its_amount_or_like_the_one_that_brings_the_same() -> None:
    usual = words().tables["name"]["favour"]
    assert names() == usual, "our own data have these names"
    seven = next(favour for favour in OURS if favour["digit"] == 7)
    other = next(favour for favour in OURS if favour["kind"] == seven["kind"] and favour["digit"] != 7)
    changed = names(digit_2={"amount": 1}, digit_7={"building": other["building"]})
    assert changed["2"] == "1 coin"
    assert changed["7"] == usual[str(other["digit"])] != usual["7"]
    assert {digit: name for digit, name in changed.items() if digit not in ("2", "7")} == {
        digit: name for digit, name in usual.items() if digit not in ("2", "7")
    }


@pytest.mark.skipif(
    regnum.compiled, reason="what a compiled game has cannot be replaced; the plain one is the same code"
)
def test_names_are_made_once_for_each_language_and_only_where_the_court_is_corrected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[int] = []
    monkeypatch.setattr(game, "_NAMED", [])
    monkeypatch.setattr(game, "name_favours", lambda *_: made.append(1))
    cases: list[tuple[dict[str, Any], int]] = [({}, 0), ({"tower": {}}, 0), ({"court": {}}, 2)]
    for facts, expected in cases:
        monkeypatch.setattr(GAME, "facts", facts)
        for language in ("en", "de", "en"):
            GAME.words(language)
        assert len(made) == expected
