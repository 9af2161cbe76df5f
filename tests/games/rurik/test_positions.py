"""Positions that cannot be are refused, with every fault."""

from typing import Any

import pytest

from regnum.games.rurik import GAME
from tests.games.rurik.table import position, turn


def wrong(**fields: Any) -> str:
    """Return why a position with these fields (not filled up, not made to fit) is refused."""
    data = position(2, [], troops=[{"kiev": 1}, {"volyn": 1}]).to_dict()
    data.update(fields)
    with pytest.raises(ValueError, match=":") as error:
        GAME.state_from_dict(data)
    return str(error.value)


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"goods": ["azov"]}, "goods: a region that is not in play"),
        ({"rebels": ["pskov"]}, "rebels: a region that is not in play"),
        ({"region_goods": ["wood"] * 15}, "region_goods: not those printed"),
        ({"rewards": []}, "rewards: one is missing"),
        ({"defeated": [["fur"], []]}, r"defeated[0]: a reward that lies elsewhere too"),
        ({"troops": [{"kiev": 12, "volyn": 1}, {}]}, "troops[0]: 13, but there are 12"),
        ({"troops": [{"azov": 1}, {}]}, "not in play"),
        ({"troops": [{"atlantis": 1}, {}]}, "unknown name 'atlantis'"),
        ({"troops": [{"kiev": 1}]}, "not a list of 2 objects"),
        ({"leader_at": ["brest", None]}, "not in play"),
        ({"leaders": ["boris", "boris"]}, "somebody else's too"),
        ({"leaders": [None, "boris"], "leader_at": ["kiev", None], "round": 0}, "there is no leader yet"),
        ({"structures": [{"church": ["kiev"]}, {"church": ["kiev"]}]}, "a second church in kiev"),
        ({"structures": [{"church": ["azov"]}, {}]}, "not in play"),
        ({"structures": [{"tavern": ["kiev"]}, {}]}, "unknown name 'tavern'"),
        ({"boat": [{"fur": 2}, {}]}, "there are 1 slots"),
        ({"dock": [{"fur": 2}, {}]}, "that has room on the boat"),
        ({"tracks": [{"rule": 6}, {}]}, "from 0 to 5"),
        ({"war": [11, 0]}, "from 0 to 10"),
        ({"advisors": [["3"], []]}, "one that has not joined yet"),
        ({"board": {"tax": [{"player": 0, "advisor": 3, "bribe": 0}]}}, "more advisors 3 than there are"),
        (
            {
                "board": {
                    "tax": [{"player": 0, "advisor": 1, "bribe": 0}, {"player": 1, "advisor": 2, "bribe": 0}],
                }
            },
            "a weaker advisor above a stronger one",
        ),
        ({"board": {"tax": [{"player": 0, "advisor": 1}]}}, "not an object of player, advisor, bribe"),
        ({"board": {"feast": [None]}}, "not a column"),
        ({"board": []}, "not an object with columns"),
        ({"active": 0}, "active"),
        ({"deed_row": ["hoard", "hoard", "hoard"]}, "one of them twice"),
        ({"deeds": [["hoard"], ["hoard"]]}, "a deed that lies elsewhere too"),
        ({"discards": ["move1"]}, "lies elsewhere too"),
        ({"left_deck": [], "left_known": []}, "a scheme is missing"),
        ({"left_known": []}, "not one entry for each card"),
        ({"hand": [["hidden_1"], []]}, "hidden card"),
        ({"drawn": [None]}, "unknown card"),
        ({"offered": [["regal"], []]}, "not two agendas of his own"),
        ({"agenda": ["regal", None]}, "not one of those offered"),
        ({"first": None}, "missing in a game that has begun"),
        ({"stack": [{"step": "PlaceAdvisor", "player": 0}]}, "not one for each PlaceAdvisor"),
        ({"stack": [{"step": "Turn", "player": 0}, {"step": "EndTurn"}]}, "active"),
        ({"stack": [{"step": "LoseFigure", "player": 0, "region": 14}]}, "not a region in play"),
        ({"stack": [{"step": "Feast"}]}, "unknown step"),
        ({"stack": [{"step": "PayGoods", "player": 0, "left": 2, "good": 0}]}, "has no options"),
    ],
)
def test_what_cannot_be_is_refused(fields: dict[str, Any], says: str) -> None:
    assert says in wrong(**fields)


def test_every_fault_is_listed() -> None:
    text = wrong(goods=["azov"], troops=[{"kiev": 13}, {}], boat=[{"fur": 2}, {}], war=[11, 0])
    assert "troops[0]" in text
    assert "war[0]" in text
    text = wrong(goods=["azov"], boat=[{"fur": 2}, {}], leaders=["boris", "boris"])
    assert text.count(";") >= 2


def test_what_a_test_sets_up_is_what_lies_there() -> None:
    state = turn("build", 2, players=3, troops=[{"kiev": 2}, {}, {"volyn": 1}], coins=[1, 2], hand=[["move1"]])
    written = state.to_dict()
    assert written["troops"] == [{"kiev": 2}, {}, {"volyn": 1}]
    assert written["coins"] == [1, 2, 0]
    assert written["hand"] == [["move1"], [], []]
    assert state.active == 4 * 4 + 1
    assert GAME.state_from_dict(written) == state
