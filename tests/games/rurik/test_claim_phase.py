"""The claim phase, steps A to F."""

from typing import Any

import pytest

from regnum.games.rurik.state import RurikState
from tests.support.games.refusals import expect_refusal
from tests.support.games.rurik import act, act_and_read_notes, leave_goods, legal, position

GREEN = ["novgorod", "rostov", "polotsk", "smolensk", "volyn", "kiev", "chernigov", "pereyaslavl"]


def claim_position(players: int = 2, round: int = 1, **fields: Any) -> RurikState:
    """Return the position before deeds are taken, after steps A and B; nobody has moved goods."""
    return leave_goods(position(players, [{"step": "ClaimPhase"}], round=round, **fields))


def tracks(state: RurikState, player: int = 0) -> dict[str, int]:
    row: dict[str, int] = state.to_dict()["tracks"][player]
    return row


def ruling(*regions: str) -> dict[str, Any]:
    return {"troops": [dict.fromkeys(regions, 1)]}


@pytest.mark.clause("rurik.claim.advance", "rurik.claim.rule")
@pytest.mark.parametrize(
    ("regions", "space"),
    [
        (["kiev"], 0),
        (["kiev", "novgorod"], 1),
        (["kiev", "novgorod", "rostov"], 2),
        (["kiev", "volyn", "rostov", "smolensk"], 3),
        (["kiev", "volyn", "rostov", "smolensk", "polotsk"], 4),
    ],
)
def test_rule_track_follows_ruled_regions(regions: list[str], space: int) -> None:
    assert tracks(claim_position(**ruling(*regions))).get("rule", 0) == space


@pytest.mark.clause("rurik.claim.capitals")
def test_top_of_the_rule_track_needs_kiev_and_novgorod() -> None:
    five = ["kiev", "novgorod", "rostov", "smolensk", "polotsk"]
    assert tracks(claim_position(**ruling(*five)))["rule"] == 5
    assert tracks(claim_position(**ruling("kiev", *five[2:], "volyn", "chernigov")))["rule"] == 4
    assert tracks(claim_position(**ruling(*five[:4])))["rule"] == 3


@pytest.mark.clause("rurik.claim.build", "rurik.claim.adjacent")
@pytest.mark.parametrize(
    ("regions", "space"),
    [
        ([], 0),
        (["kiev"], 0),
        (["kiev", "rostov"], 0),
        (["kiev", "volyn"], 1),
        (["kiev", "volyn", "polotsk"], 2),
        (["kiev", "volyn", "rostov", "smolensk", "novgorod"], 2),
        (["volyn", "kiev", "chernigov", "rostov"], 3),
        (["volyn", "kiev", "chernigov", "rostov", "novgorod"], 4),
        (["volyn", "kiev", "chernigov", "rostov", "novgorod", "polotsk"], 4),
        (["volyn", "kiev", "chernigov", "rostov", "novgorod", "polotsk", "smolensk"], 5),
    ],
)
def test_build_track_follows_structures(regions: list[str], space: int) -> None:
    structures = {"church": regions[:3], "market": regions[3:6], "stronghold": regions[6:]}
    assert tracks(claim_position(structures=[structures])).get("build", 0) == space


@pytest.mark.clause("rurik.claim.adjacent")
def test_region_with_three_structures_counts_once() -> None:
    structures = {"church": ["kiev"], "market": ["kiev"], "stronghold": ["kiev", "volyn"]}
    assert tracks(claim_position(structures=[structures]))["build"] == 1


@pytest.mark.clause("rurik.claim.trade")
@pytest.mark.parametrize(("goods", "space"), [(2, 0), (3, 1), (4, 1), (5, 2), (7, 3), (9, 4), (10, 4), (11, 5)])
def test_trade_track_follows_full_columns(goods: int, space: int) -> None:
    boat: dict[str, int] = {}
    for good, slots in {"ore": 2, "wood": 3, "fish": 3, "honey": 2, "fur": 1}.items():
        boat[good] = min(slots, goods)
        goods -= boat[good]
    assert tracks(claim_position(boat=[boat], dock=[{"ore": 9}] if boat["ore"] == 2 else [])).get("trade", 0) == space


@pytest.mark.clause("rurik.claim.advance", "rurik.claim.rule", "rurik.claim.build", "rurik.claim.trade")
def test_example_f_emily_and_stan_move_up() -> None:
    """She rules three, has structures in three and three goods; he rules three, has two and seven."""
    state = claim_position(
        round=2,
        troops=[{"kiev": 1, "volyn": 1, "rostov": 1}, {"novgorod": 1, "smolensk": 1, "chernigov": 1}],
        structures=[{"market": ["kiev", "volyn", "polotsk"]}, {"church": ["novgorod", "smolensk"]}],
        boat=[{"wood": 3}, {"wood": 3, "fish": 3, "fur": 1}],
    )
    assert tracks(state, 0) == {"rule": 2, "build": 2, "trade": 1}
    assert tracks(state, 1) == {"rule": 2, "build": 1, "trade": 3}


@pytest.mark.clause("rurik.claim.never_back")
def test_markers_never_go_back() -> None:
    before = [{"rule": 3, "build": 4, "trade": 2}]
    assert tracks(claim_position(tracks=before, **ruling("kiev", "volyn"))) == before[0]


@pytest.mark.clause("rurik.claim.income", "rurik.claim.income_markers", "rurik.claim.income_boat")
def test_example_g_two_ore_fill_a_column() -> None:
    state = claim_position(
        boat=[{"ore": 2}, {"ore": 1, "wood": 2}], tracks=[{"rule": 1, "build": 1, "trade": 1}], war=[1]
    )
    assert state.coins == [1, 3], "the other's marker moves up to the trade track: three are left below"


@pytest.mark.clause("rurik.claim.income_markers", "rurik.setup.markers")
def test_marker_off_the_board_brings_a_coin() -> None:
    assert claim_position().coins == [4, 4]
    assert claim_position(war=[1]).coins == [3, 4]
    assert claim_position(war=[1], tracks=[{"rule": 2}, {"trade": 1, "build": 1}]).coins == [2, 2]


@pytest.mark.clause("rurik.claim.income_boat")
def test_full_column_brings_a_coin() -> None:
    full = {"ore": 2, "wood": 3, "fish": 3, "honey": 2, "fur": 1}
    state = claim_position(boat=[full, {"fur": 1, "honey": 1}], dock=[{"fur": 3}], war=[1, 1])
    assert state.coins == [5 + 2, 1 + 3]


@pytest.mark.clause("rurik.claim.deeds", "rurik.claim.row_refill", "rurik.claim.open_deeds")
def test_deeds_are_taken_from_the_first_player_on() -> None:
    row = ["hoard", "law_giver", "amass_forces"]
    state = claim_position(3, first=1, marker=1, deed_row=row, deed_deck=["send_gifts", "trade_route"])
    assert state.players_to_act == (1,)
    assert legal(state) == {f"take_deed {deed}" for deed in row}
    with expect_refusal("is not in the row"):
        state.submit("take_deed send_gifts", 1)
    notes = act_and_read_notes(state, "take_deed law_giver")
    new = state.to_dict()["deed_row"]
    assert {new[0], new[2]} == {"hoard", "amass_forces"}
    assert new[1] in ("send_gifts", "trade_route")
    assert notes == [("deed_opens", {"deed": new[1]})]
    assert state.players_to_act == (2,)
    act(state, f"take_deed {new[1]}")
    assert state.players_to_act == (0,)
    assert state.to_dict()["deed_deck"] == []
    assert state.to_dict()["deeds"] == [[], ["law_giver"], [new[1]]]


@pytest.mark.clause("rurik.claim.deck_empty")
def test_row_stays_shorter_without_a_deck() -> None:
    state = claim_position(2, deed_row=["hoard"], deed_deck=[], deeds=[["law_giver"]])
    act(state, "take_deed hoard")
    assert state.to_dict()["deed_row"] == [None]
    assert state.round == 2, "nothing is left for the other"


@pytest.mark.clause("rurik.claim.steps", "rurik.claim.exchanges", "rurik.claim.goods")
def test_exchange_markers_and_goods_are_made_ready() -> None:
    state = claim_position(2, exchanges=[[], ["build"]], goods=["kiev"])
    assert state.to_dict()["exchanges"] == [[], ["build"]]
    assert state.to_dict()["goods"] == ["kiev"]
    act(state, str(state.legal_actions()[0]))
    act(state, str(state.legal_actions()[0]))
    assert state.to_dict()["exchanges"] == [["build", "muster"]] * 2
    assert state.to_dict()["goods"] == GREEN
    assert state.round == 2
    assert {action.family for action in state.legal_actions()} == {"place"}


@pytest.mark.clause("rurik.claim.first_player", "rurik.claim.deeds")
def test_holder_of_the_marker_begins() -> None:
    state = claim_position(3, first=0, marker=2)
    order = []
    for _ in range(3):
        order.append(state.players_to_act[0])
        act(state, str(state.legal_actions()[0]))
    assert order == [2, 0, 1]
    assert state.first == 2
    assert state.players_to_act == (2,)


@pytest.mark.clause("rurik.claim.last_round", "rurik.round.count")
def test_fourth_round_ends_with_the_tracks() -> None:
    state = claim_position(2, round=4, goods=[], exchanges=[[], []], **ruling("kiev", "volyn"))
    assert state.is_terminal
    assert tracks(state) == {"rule": 1}
    assert state.coins == [0, 0]
    assert state.to_dict()["goods"] == []
    assert state.to_dict()["exchanges"] == [[], []]
    assert not claim_position(2, round=3).is_terminal
