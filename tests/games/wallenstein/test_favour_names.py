"""Favours changed by corrected facts are named by their effect."""

import subprocess
import sys
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from regnum.core.folder import read_uncorrected
from regnum.core.text.words import Words
from regnum.games.wallenstein.game import GAME, name_favours
from tests.support.command import environment

OURS: list[dict[str, Any]] = read_uncorrected(GAME.package, "court")["favour"]


def words() -> Words:
    return Words.load(GAME.folder / "words", "en")


def names(**changes: dict[str, Any]) -> dict[str, str]:
    """Return the names of favours if those with these digits bring something else."""
    here, result = deepcopy(OURS), words()
    for favour in here:
        favour.update(changes.get(f"digit_{favour['digit']}", {}))
    name_favours(result, OURS, here)
    named: dict[str, str] = result.tables["name"]["favour"]
    return named


def test_favour_is_named_by_its_amount_or_like_the_one_that_brings_the_same() -> None:
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


NAMES = """
import regnum
game = regnum.game("wallenstein")
named = [game.words(language).tables["name"]["favour"]["2"] for language in ("en", "de", "en", "de")]
print(*named, sep="|")
"""


@pytest.mark.parametrize(("facts", "same"), [("", True), ("[wallenstein.court.favour.2]\namount = 1\n", False)])
def test_corrected_favours_are_named_in_each_language_and_others_as_ever(
    tmp_path: Path, facts: str, same: bool
) -> None:
    """This runs in a process that has loaded no game before."""
    file = tmp_path / "facts.toml"
    file.write_text(facts, encoding="utf-8")
    more = {} if same else {"REGNUM_FACTS": str(file)}
    code = [sys.executable, "-c", NAMES]
    process = subprocess.run(code, env=environment(**more), capture_output=True, text=True, check=True)
    usual = [Words.load(GAME.folder / "words", language).tables["name"]["favour"]["2"] for language in ("en", "de")]
    named = process.stdout.strip().split("|")
    assert named[:2] == named[2:]
    assert (named[:2] == usual) == same
    if not same:
        assert named[0] == "1 coin"
