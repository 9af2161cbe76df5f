"""The terminal in a solo game."""

import pytest

from regnum.core.text.narrator import Grid
from regnum.games.rurik import GAME
from regnum.games.rurik.solo.terminal import rebellion
from regnum.games.rurik.state import RurikState
from regnum.games.rurik.terminal import final, tables
from tests.support.games.rurik import act
from tests.support.games.rurik_solo import placing_position, run_rebellion, solo_position

NAMES = ["Oda", "Rebellion"]


def rows(table: Grid) -> dict[str, str]:
    return {row[0]: row[1] for row in table.rows}


def test_priority_orders_and_bonuses_are_shown() -> None:
    shown = rows(rebellion(solo_position(mat_coins=[1, 2, 2]), GAME.words("en"), NAMES))
    assert shown["priority"] == "build"
    assert shown["top card: 15"].startswith("Volyn → Kiev → Smolensk")
    assert shown["top card: 15"].endswith("church → stronghold → market")
    assert shown["bonuses: attack and move"] == "Build: 1 more hammer; (locked: Attack: 1 casualty card fewer)"
    assert shown["bonuses: build"].startswith("Muster: 1 more helmet; (locked")
    assert "bottom card" not in " ".join(shown)


def test_bottom_card_is_shown_as_far_as_revealed() -> None:
    state = placing_position(["1", "2a", "4", "5"])
    run_rebellion(state)
    seen = state.observed_by(0)
    assert isinstance(seen, RurikState)
    shown = rows(rebellion(seen, GAME.words("en"), NAMES))
    assert shown["bottom card: 1"] == "attack and move / [build] / tax"
    assert shown["2*"] == "Scheme / [Attack] / Scheme"
    assert shown["4"] == "Attack + / [Muster] / Tax +"
    assert "5" not in shown
    run_rebellion(state, "go_on", "go_on")
    shown = rows(rebellion(state, GAME.words("en"), NAMES))
    assert shown["3*"].split(" / ")[1] == "[Muster]"
    assert shown["5"].split(" / ")[1] == "[Build +]"


@pytest.mark.parametrize("language", ["en", "de", "uk"])
def test_neutral_troops_and_both_sides_are_shown_on_the_map(language: str) -> None:
    words = GAME.words(language)
    state = solo_position(troops=[{"volyn": 2}, {"kiev": 2}], neutral=["rostov"])
    board = tables(state, words, NAMES)[0]
    assert board.columns[2] == words.text("term", "neutral", {})
    by_region = {row[0]: row for row in board.rows}
    assert by_region[words.name("region", "rostov")][2] == "1"
    assert by_region[words.name("region", "volyn")][2:4] == ["–", "Oda: 2"]
    assert by_region[words.name("region", "kiev") + " *"][3] == "Rebellion: 2"


def test_final_scoring_contains_the_lines_of_the_rebellion() -> None:
    state = solo_position([{"step": "Watch", "player": 0, "more": 0}, {"step": "FinalScoring"}], coins=[5, 4], round=4)
    act(state, "go_on")
    lines = {row[0]: row[1:] for row in final(state, GAME.words("en"), NAMES)[0].rows}
    assert lines["The rebellion’s coins"] == ["+0", "+2"]
    assert lines["Goods on the rebellion’s dock"] == ["+0", "+0"]
    assert lines["="] == ["0", "2"]
