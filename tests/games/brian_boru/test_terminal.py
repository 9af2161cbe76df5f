"""The terminal: the map and the players, without hidden cards."""

from typing import cast

import pytest

from regnum.core.text.ledger import LANGUAGES
from regnum.core.text.narrator import Grid
from regnum.games.brian_boru import GAME
from regnum.games.brian_boru.components import REGIONS
from regnum.games.brian_boru.state import BrianBoruState
from regnum.games.brian_boru.terminal import final, tables
from tests.support.games.brian_boru import action_phase, game

NAMES = ["Ann", "Bo", "Cy", "Di", "Ed"]


def text(shown: list[Grid]) -> str:
    return "\n".join(" | ".join(row) for table in shown for row in table.rows)


def test_town_shows_its_disc_the_vikings_over_it_and_its_monastery() -> None:
    hands = ["11 3 5", "2 6 9", "13 7 1", "17 8 10"]
    s = action_phase(*hands, discs=["B4", "D1 D3", "M3", "C1"], vikings="D3", monasteries="D1 C1", open="dubhlinn")
    rows = {row[0]: row for row in tables(s, GAME.words("en"), NAMES)[0].rows}
    assert len(rows) == len(REGIONS)
    assert rows["Dubhlinn"][1:4] == ["2", "2", "owned by nobody"]
    assert rows["Dubhlinn"][4].startswith("D2 Áth Cliath")
    assert "Bo, monastery" in rows["Dubhlinn"][5]
    assert "Vikings (Bo)" in rows["Dubhlinn"][5]
    assert rows["Munster"][3] == "face down"


def test_hands_of_others_are_not_shown() -> None:
    s = action_phase("11 3 5", "2 6 9", "13 7 1", "17 8 10")
    seen = tables(cast(BrianBoruState, s.observed_by(0)), GAME.words("en"), NAMES)
    assert "red 11" in text(seen)
    assert "white 13" not in text(seen)
    assert "white 13" in text(tables(s, GAME.words("en"), NAMES))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_state_and_the_end_can_be_shown(language: str) -> None:
    words = GAME.words(language)
    last = None
    for s in game(5, 6):
        assert "{" not in text(tables(cast(BrianBoruState, s.observed_by(s.ply % 5)), words, NAMES))
        last = s
    assert last is not None
    (scoring,) = final(last, words, NAMES)
    before, *reasons, totals, _tokens, _brides, places = [row[1:] for row in scoring.rows]
    assert totals == [str(points) for points in last.points]
    assert [int(before[player]) + sum(int(row[player]) for row in reasons) for player in range(5)] == list(last.points)
    assert places == [f"{place}." for place in last.ranking()]
