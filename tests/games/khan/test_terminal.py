"""The terminal: the board and the players, without hidden cards."""

from typing import cast

import pytest

from regnum.core.text.ledger import LANGUAGES
from regnum.games.khan import GAME
from regnum.games.khan.scoring import largest_area
from regnum.games.khan.state import KhanState
from regnum.games.khan.terminal import final, tables
from tests.support.games.khan import Laid, game, position

NAMES = ["Ann", "Bo", "Cy", "Di"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_board_shows_pieces_in_their_places(language: str) -> None:
    laid: list[Laid] = [("B3", "f7", "n", [0, 1])]
    s = position("Act player=0", yurts=["c1", "d1"], neutral="e1", laid=laid, actions_left=2)
    words = GAME.words(language)
    board = tables(s, words, NAMES)[0]
    first = dict(zip(board.columns, board.rows[0], strict=True))
    assert [first[column] for column in "abcdeh"] == ["", "", "1", "2", "o", "~"]
    seventh = dict(zip(board.columns, board.rows[6], strict=True))
    assert [seventh[column] for column in "fgh"] == ["#12"] * 3
    assert seventh["i"].isupper()
    assert len(seventh["j"]) == 2


def test_hands_of_others_are_not_shown() -> None:
    hands = ["song_s_river", "delhi_s_khan"]
    s = position("Act player=0", hands=hands, actions_left=2)
    words = GAME.words("en")
    text = str([table.rows for table in tables(cast(KhanState, s.observed_by(0)), words, NAMES)])
    assert words.name("card", "song_s_river") in text
    assert words.name("card", "delhi_s_khan") not in text
    assert len(tables(s, words, NAMES)) == len(tables(cast(KhanState, s.observed_by(None)), words, NAMES)) + 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_state_and_the_end_can_be_shown(language: str) -> None:
    words = GAME.words(language)
    last = None
    for s in game(4, 6, board="steppe"):
        for table in tables(cast(KhanState, s.observed_by(s.ply % 4)), words, NAMES):
            assert all("{" not in text for row in table.rows for text in row)
        last = s
    assert last is not None
    (scoring,) = final(last, words, NAMES)
    *reasons, totals, areas, places = [row[1:] for row in scoring.rows]
    assert totals == [str(points) for points in last.scores()]
    assert [sum(int(row[player]) for row in reasons) for player in range(4)] == last.scores()
    assert areas == [str(largest_area(last, player)) for player in range(4)]
    assert places == [f"{place}." for place in last.ranking()]
