"""The strategy phase."""

from typing import Any

import pytest

from regnum.games.rurik.state import RurikState
from tests.support.games.refusals import expect_refusal
from tests.support.games.rurik import Row, act, legal, position

BLUE, YELLOW, RED = 0, 1, 2


def advisor(player: int, number: int, bribe: int = 0) -> Row:
    return {"player": player, "advisor": number, "bribe": bribe}


def placing_position(*order: int, players: int = 3, advisors: list[list[str]], **fields: Any) -> RurikState:
    """Return a position in which these players still place an advisor each, in this order."""
    stack = [{"step": "PlaceAdvisor", "player": player} for player in order]
    return position(players, stack, advisors=advisors, **fields)


def column(state: RurikState, name: str) -> list[str]:
    """Return the advisors of a column from the top down as player/number/bribe."""
    rows = state.to_dict()["board"].get(name, [])
    return [f"{row['player']}/{row['advisor']}/{row['bribe']}" for row in rows if row]


@pytest.mark.clause("rurik.strategy.order", "rurik.round.phases")
def test_players_place_one_advisor_at_a_time_from_the_first_player() -> None:
    figures = [{"kiev": 1}, {"volyn": 1}, {"pskov": 1}]
    state = position(3, [{"step": "Round"}], round=0, first=1, marker=1, troops=figures)
    order = []
    for number in (5, 4, 2, 1):
        for name in ("tax", "build", "move"):
            order.append(state.players_to_act[0])
            chosen = {5: name, 4: "scheme", 2: "muster", 1: "attack"}[number]
            act(state, f"place {number} {chosen} 0")
    assert order == [1, 2, 0] * 4
    assert state.advisors == [0, 0, 0]
    assert state.players_to_act == (1,)
    assert legal(state) == {"main_action", "forfeit"}


@pytest.mark.clause("rurik.strategy.any_advisor", "rurik.strategy.place", "rurik.strategy.empty")
def test_any_advisor_can_be_placed_in_any_column() -> None:
    state = placing_position(0, 0, advisors=[["1", "4"]])
    columns = ("muster", "move", "attack", "tax", "build", "scheme")
    assert legal(state) == {f"place {number} {name} 0" for number in (1, 4) for name in columns}
    act(state, "place 1 build 0")
    assert state.to_dict()["board"]["build"][0] == advisor(0, 1)
    assert state.to_dict()["advisors"][0] == ["4"]


@pytest.mark.clause("rurik.strategy.push_down", "rurik.strategy.equal")
def test_example_b_emilys_four_goes_between_kirks_four_and_stans_two() -> None:
    board = {"muster": [advisor(RED, 4), advisor(YELLOW, 2)]}
    state = placing_position(BLUE, advisors=[["4"]], board=board)
    act(state, "place 4 muster 0")
    assert column(state, "muster") == ["2/4/0", "0/4/0", "1/2/0"]
    five = placing_position(BLUE, advisors=[["5"]], board=board)
    act(five, "place 5 muster 0")
    assert column(five, "muster") == ["0/5/0", "2/4/0", "1/2/0"]


@pytest.mark.clause("rurik.strategy.bribe", "rurik.strategy.bribe_lasts")
def test_example_c_stan_bribes_his_fastest_advisor_above_emilys() -> None:
    state = placing_position(YELLOW, advisors=[[], ["1"]], coins=[0, 3], board={"build": [advisor(BLUE, 2)]})
    act(state, "place 1 build 3")
    assert column(state, "build") == ["1/1/3", "0/2/0"]
    assert state.coins == [0, 0, 0]


@pytest.mark.clause("rurik.strategy.bribe_lasts", "rurik.strategy.equal")
def test_bribe_also_beats_later_advisors() -> None:
    board = {"build": [advisor(YELLOW, 1, 3)]}
    equal = placing_position(BLUE, advisors=[["4"]], board=board)
    act(equal, "place 4 build 0")
    assert column(equal, "build") == ["1/1/3", "0/4/0"]
    stronger = placing_position(BLUE, advisors=[["5"]], board=board)
    act(stronger, "place 5 build 0")
    assert column(stronger, "build") == ["0/5/0", "1/1/3"]


@pytest.mark.clause("rurik.strategy.bribe", "rurik.strategy.bribe_limit")
def test_bribe_may_use_all_coins() -> None:
    state = placing_position(0, advisors=[["1"]], coins=[3])
    assert {text for text in legal(state) if "move" in text} == {f"place 1 move {bribe}" for bribe in range(4)}
    with expect_refusal("only 3 coins"):
        state.submit("place 1 move 4", 0)
    rich = placing_position(0, advisors=[["1"]], coins=[50])
    assert len({text for text in legal(rich) if "move" in text}) == 37


@pytest.mark.clause("rurik.strategy.full")
def test_full_column_accepts_and_loses_no_advisor() -> None:
    three = [advisor(1, 4), advisor(2, 2), advisor(1, 1)]
    two_players = placing_position(
        0, players=2, advisors=[["5"]], board={"tax": [advisor(1, 4), advisor(1, 2), advisor(1, 1)]}
    )
    assert not {text for text in legal(two_players) if "tax" in text}
    with expect_refusal("column “Tax” is full"):
        two_players.submit("place 5 tax 0", 0)
    more_players = placing_position(0, players=3, advisors=[["5"]], board={"tax": three})
    act(more_players, "place 5 tax 0")
    assert column(more_players, "tax") == ["0/5/0", "1/4/0", "2/2/0", "1/1/0"]


@pytest.mark.clause("rurik.strategy.three_columns")
def test_second_advisor_in_a_column_requires_three_columns() -> None:
    two = placing_position(0, advisors=[["1"]], board={"tax": [advisor(0, 5)], "move": [advisor(0, 4)]})
    assert {text.split()[2] for text in legal(two)} == {"muster", "attack", "build", "scheme"}
    with expect_refusal("you need advisors in three columns"):
        two.submit("place 1 tax 0", 0)
    board = {"tax": [advisor(0, 5)], "move": [advisor(0, 4)], "build": [advisor(0, 2)]}
    three = placing_position(0, advisors=[["1"]], board=board)
    assert {text.split()[2] for text in legal(three)} == {"muster", "move", "attack", "tax", "build", "scheme"}
    act(three, "place 1 tax 0")
    assert column(three, "tax") == ["0/5/0", "0/1/0"]


@pytest.mark.clause("rurik.strategy.place")
def test_placed_or_missing_advisor_cannot_be_placed() -> None:
    state = placing_position(0, advisors=[["4"]])
    with expect_refusal("no advisor 3 to place"):
        state.submit("place 3 tax 0", 0)
