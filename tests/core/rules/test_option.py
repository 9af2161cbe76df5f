"""Options: allowed values, parsing, and the player counts for which they apply."""

import pytest

from regnum.core.rules.option import FirstPlayer, Option, read_options

LEVEL = Option("level", ("easy", "hard"), "toy.level", players=(1,))
COURT = Option("court", (False, True), "toy.court")
FIRST = FirstPlayer(4, "toy.first", players=(2, 3, 4))
ALL = (LEVEL, COURT, FIRST)


def test_missing_options_have_defaults() -> None:
    assert read_options(ALL, {}, 3) == {"level": "easy", "court": False, "first_player": "random"}


def test_option_values_are_parsed_from_text() -> None:
    assert read_options(ALL, {"court": "True", "first_player": "3", "level": "easy"}, 3) == {
        "level": "easy",
        "court": True,
        "first_player": 3,
    }


@pytest.mark.parametrize(
    ("given", "players", "message"),
    [
        ({"cuort": True}, 2, "unknown option 'cuort'"),
        ({"court": 1}, 2, "option court=1 is not one of false, true"),
        ({"level": "hard"}, 2, "option level=hard goes with player count 1, not 2"),
        ({"first_player": 2}, 1, "option first_player=2 goes with player count 2, 3, 4, not 1"),
        ({"first_player": 4}, 3, "option first_player=4 with 3 players: it is random or 1 to 3"),
    ],
)
def test_invalid_options_are_refused_in_one_line(given: dict[str, object], players: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read_options(ALL, given, players)


def test_option_for_a_player_count_is_accepted() -> None:
    assert read_options(ALL, {"level": "hard"}, 1)["level"] == "hard"
