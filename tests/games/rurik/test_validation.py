"""Impossible positions are refused with every error."""

from typing import Any

import pytest

from regnum.games.rurik import GAME
from tests.support.games.rurik import position, turn_position
from tests.support.games.rurik_solo import solo_position

PLACING: dict[str, Any] = {"step": "PlaceTroop", "player": 0}
PAYING: dict[str, Any] = {"step": "PayGoods", "player": 0, "left": 2, "good": 0}
REWARD: dict[str, Any] = {"step": "Reward", "player": 0, "deed": 0}
TURN: list[dict[str, Any]] = [{"step": "Turn", "player": 0}, {"step": "EndTurn"}]


def refusal_of(**fields: Any) -> str:
    """Return the reason for refusing a position with these unadjusted fields."""
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
        ({"rewards": []}, "rewards: missing honey, honey_2, fish"),
        ({"defeated": [["fur"], []]}, "defeated[0]: fur is in another place, too"),
        ({"troops": [{"kiev": 12, "volyn": 1}, {}]}, "troops[0]: 13, but there are 12"),
        ({"troops": [{"azov": 1}, {}]}, "not in play"),
        ({"troops": [{"atlantis": 1}, {}]}, "unknown name 'atlantis'"),
        ({"troops": [{"kiev": 1}]}, "not a list of 2 objects"),
        ({"leader_at": ["brest", None]}, "not in play"),
        ({"leaders": ["boris", "boris"]}, "somebody else's too"),
        ({"leaders": [None, "boris"], "leader_at": ["novgorod", None], "round": 0}, "there is no leader yet"),
        (
            {"structures": [{"church": ["kiev"]}, {"church": ["kiev"]}]},
            "structures[1].church: kiev is in another place, too",
        ),
        ({"structures": [{"church": ["azov"]}, {}]}, "not in play"),
        ({"structures": [{"tavern": ["kiev"]}, {}]}, "unknown name 'tavern'"),
        ({"boat": [{"fur": 2}, {}]}, "there are 1 slots"),
        ({"main_points": 1}, "main_points: more than the main action can have left"),
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
        ({"board": {"tax": [{"player": None, "advisor": 1, "bribe": 0}]}}, "player: None is not a player from 0 to 1"),
        ({"board": {"tax": [{"player": 0, "advisor": 0, "bribe": 0}]}}, "advisor: 0 is not a whole number from 1 to 5"),
        ({"board": {"tax": [{"player": 0, "advisor": 6, "bribe": 0}]}}, "advisor: 6 is not a whole number from 1 to 5"),
        ({"board": {"tax": [{"player": 0, "advisor": 1, "bribe": -1}]}}, "bribe: -1 is not a whole number"),
        ({"board": {"tax": []}}, "not a column of at most 4 spaces"),
        ({"board": {"tax": [None] * 5}}, "not a column of at most 4 spaces"),
        ({"board": {"feast": [None]}}, "not a column"),
        ({"board": []}, "not an object with columns"),
        ({"active": 0}, "active"),
        ({"deed_row": ["hoard", "hoard", "hoard"]}, "deed_row: hoard is in another place, too"),
        ({"deeds": [["hoard"], ["hoard"]]}, "deeds[1]: hoard is in another place, too"),
        ({"discards": ["move1"]}, "right_deck: move1 is in another place, too"),
        ({"left_deck": [], "left_known": []}, "discards: missing muster1_coin1_loss, "),
        ({"left_known": []}, "not one entry for each card"),
        ({"hand": [["hidden_1"], []]}, "hand, left_deck, right_deck, drawn: an unknown card"),
        ({"drawn": [None]}, "an unknown card in a state that hides nothing"),
        ({"offered": [["regal"], []]}, "not two agendas of its own"),
        ({"agenda": ["regal", None]}, "not one of those offered"),
        ({"first": None}, "first, marker, leaders: missing in a round"),
        ({"stack": [{"step": "PlaceAdvisor", "player": 0}]}, "not one for each PlaceAdvisor"),
        ({"stack": [{"step": "Turn", "player": 0}, {"step": "EndTurn"}]}, "active"),
        ({"stack": [{"step": "LoseFigure", "player": 0, "region": 15}]}, "region: 15 is not from 0 to 14"),
        ({"stack": [{"step": "Feast"}]}, "unknown step"),
        ({"stack": [PLACING, {"step": "RebelTurn"}]}, "stack[1]: RebelTurn(): belongs to a solo game"),
        ({"stack": [PLACING, {"step": "PrepareRebellion"}]}, "PrepareRebellion(): belongs to a solo game"),
        (
            {"stack": [{"step": "Watch", "player": 0, "more": 1}]},
            "stack[0]: Watch(player=0, more=1): belongs to a solo game",
        ),
        (
            {"stack": [{"step": "ChooseTarget", "player": 0, "points": 1}]},
            "ChooseTarget(player=0, points=1): belongs to a solo game",
        ),
        ({"stack": [{"step": "CasualtyDeck", "player": 0, "region": 2, "cards": 1}]}, "belongs to a solo game"),
        (
            {"stack": [PLACING, {"step": "LoseFigure", "player": 0, "region": 14}]},
            "stack: LoseFigure(player=0, region=14): a region that is not in play",
        ),
        (
            {"stack": [{"step": "LoseFigure", "player": 0, "region": 5}]},
            "stack[0]: LoseFigure(player=0, region=5): no leader in kiev to lose",
        ),
        (
            {"stack": [PLACING, {"step": "ChooseDeck", "player": 0, "count": 0}]},
            "stack[1].count: 0 is not from 1 to 99",
        ),
        (
            {"stack": [PLACING, {"step": "Turn", "player": 0}]},
            "stack[2]: nothing comes right after Turn(player=0), not EndTurn",
        ),
        (
            {"stack": [PLACING, {"step": "StowForPriority", "player": 0, "moved": 0}]},
            "StowForPriority(player=0, moved=0): belongs to a solo game",
        ),
        (
            {"stack": [PLACING, {"step": "StowForTracks", "player": 1, "moved": 0}]},
            "nothing comes right after StowForTracks(player=1, moved=0), not StowForTracks or Advance",
        ),
        (
            {"stack": [PLACING, {"step": "StowForIncome", "player": 1, "moved": 0}, {"step": "Advance"}]},
            "Advance() comes right after StowForIncome(player=1, moved=0), not StowForIncome or Income",
        ),
        ({"points": [1, 0, 0, 0, 0, 0, 0]}, "points, bonus, put_off: of a turn only"),
        ({"bonus": ["leader_march"]}, "points, bonus, put_off: of a turn only"),
        (
            {"stack": [PAYING, REWARD, *TURN], "active": 0},
            "PayGoods(player=0, left=2, good=0): there is nothing to pay with",
        ),
        (
            {"stack": [PAYING, PAYING, REWARD, *TURN], "active": 0, "boat": [{"wood": 2}, {}]},
            "PayGoods(player=0, left=2, good=0): a deed is paid in each way once",
        ),
        ({"stack": [PLACING, {"step": "Round"}], "round": 4}, "Round(): the last round has begun"),
        (
            {"stack": [PLACING, {"step": "PlaceLeader", "player": 1}, {"step": "Round"}], "troops": [{"kiev": 1}, {}]},
            "PlaceLeader(player=1): there is no troop to join",
        ),
        (
            {"stack": [{"step": "PlaceLeader", "player": 0}, {"step": "Round"}], "leader_at": ["novgorod", None]},
            "PlaceLeader(player=0): the leader is on the map",
        ),
    ],
)
def test_impossible_position_is_refused(fields: dict[str, Any], says: str) -> None:
    assert says in refusal_of(**fields)


@pytest.mark.parametrize(
    "fields",
    [
        {"neutral": ["novgorod"]},
        {"rebel_deck": [1]},
        {"rebel_known": [1]},
        {"rebel_rows": 1},
        {"priority": "attack_move"},
        {"mat_coins": [0, 0, 1]},
    ],
)
@pytest.mark.clause("rurik.solo.setup")
def test_solo_fields_are_refused_in_other_games(fields: dict[str, Any]) -> None:
    assert "of a solo game only" in refusal_of(**fields)


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"rebels": ["novgorod"]}, "rebels: in a solo game"),
        ({"leaders": ["boris", "agatha"]}, "Sviatopolk leads the rebellion"),
        ({"first": 1}, "the player is always first"),
        ({"marker": 1}, "the player is always first"),
        ({"deeds": [[], ["amass_forces"]]}, "exchanges: the rebellion has none"),
        ({"accomplished": [[], ["amass_forces"]]}, "exchanges: the rebellion has none"),
        ({"exchanges": [[], ["build"]]}, "exchanges: the rebellion has none"),
        ({"agenda_stage": ["undealt", "choosing"]}, "agenda_stage, defeated: the rebellion has none"),
        ({"rebel_rows": 1}, "rebel_known: rows of the bottom card"),
        ({"rebel_known": [1]}, "rebel_known: the top card lies open"),
        ({"rebel_deck": [*range(2, 18), 18, 18]}, "rebel_deck: not each card once"),
        ({"priority": None}, "priority: missing in a game"),
        ({"mat_coins": [9, 0, 0]}, "not a whole number from 0 to"),
    ],
)
def test_impossible_rebellion_is_refused(fields: dict[str, Any], says: str) -> None:
    data = solo_position(troops=[{"kiev": 2}, {"kiev": 3}]).to_dict()
    data.update(fields)
    with pytest.raises(ValueError, match=":") as error:
        GAME.state_from_dict(data)
    assert says in str(error.value)


WATCHING: dict[str, Any] = {"step": "Watch", "player": 0, "more": 0}


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        (
            {"stack": [WATCHING, {"step": "RebelBuild", "points": 1, "rank": 9, "at": 0}]},
            "stack[1].rank: 9 is not from 0 to 3",
        ),
        (
            {"stack": [WATCHING, {"step": "RebelBuild", "points": 1, "rank": 0, "at": 99}]},
            "stack[1].at: 99 is not from 0 to 7",
        ),
        (
            {"stack": [WATCHING, {"step": "RebelAttack", "points": 1, "less": 0, "region": 14}]},
            "14 is not from -1 to 7",
        ),
        (
            {"stack": [WATCHING, {"step": "RebelMove", "points": 1, "target": 8}]},
            "stack[1].target: 8 is not from -1 to 7",
        ),
        (
            {"stack": [WATCHING, {"step": "RebelAction"}]},
            "stack[2]: nothing comes right after RebelAction(), not EndTurn",
        ),
        (
            {"stack": [{"step": "EndTurn"}, {"step": "RebelAction"}], "active": 0},
            "stack[1]: RebelAction() comes right after EndTurn()",
        ),
        (
            {"stack": [{"step": "PassMarker", "player": 0}]},
            "stack[0]: PassMarker(player=0): does not belong to a solo game",
        ),
        ({"stack": [WATCHING, {"step": "NextAdvisor", "player": 1}]}, "stack[1].player: 1 is not from 0 to 0"),
        (
            {"stack": [WATCHING, {"step": "RebelAdvisor"}], "advisors": [[], ["4"]], "rebel_rows": 2},
            "stack[1]: RebelAdvisor(): the row of advisor 4 has been passed",
        ),
        ({"rebel_deck": [], "rebel_known": [], "stack": [WATCHING], "round": 0}, "the rebellion is not there yet"),
        (
            {"rebel_deck": [], "rebel_known": [], "stack": [PLACING, {"step": "Round"}], "round": 0, "priority": None},
            "rebel_deck: missing",
        ),
        *[
            ({"stack": [WATCHING, *to_come], "rebel_rows": 2}, "rebel_rows: rows are shown until the rebellion's next")
            for to_come in (
                [{"step": "StrategyPhase"}, {"step": "ActionPhase"}],
                [{"step": "ClaimPhase"}],
                [{"step": "Advance"}, {"step": "Round"}],
            )
        ],
    ],
)
def test_impossible_solo_position_is_refused(fields: dict[str, Any], says: str) -> None:
    data = solo_position(troops=[{"kiev": 2}, {"kiev": 3}]).to_dict()
    data.update(fields)
    if fields.get("rebel_rows"):
        data["rebel_known"] = [1, 15]
    with pytest.raises(ValueError, match=":") as error:
        GAME.state_from_dict(data)
    assert says in str(error.value)


def test_every_error_is_listed() -> None:
    text = refusal_of(goods=["azov"], troops=[{"kiev": 13}, {}], boat=[{"fur": 2}, {}], war=[11, 0])
    assert "troops[0]" in text
    assert "war[0]" in text
    text = refusal_of(goods=["azov"], boat=[{"fur": 2}, {}], leaders=["boris", "boris"])
    assert text.count(";") >= 2


def test_position_helper_sets_the_given_fields() -> None:
    state = turn_position("build", 2, players=3, troops=[{"kiev": 2}, {}, {"volyn": 1}], coins=[1, 2], hand=[["move1"]])
    written = state.to_dict()
    assert written["troops"] == [{"kiev": 2}, {}, {"volyn": 1}]
    assert written["coins"] == [1, 2, 0]
    assert written["hand"] == [["move1"], [], []]
    assert state.active == 4 * 4 + 1
    assert GAME.state_from_dict(written) == state


@pytest.mark.clause("rurik.bonus.between")
@pytest.mark.parametrize(
    ("row", "fields", "most"),
    [
        (1, {"acted": True, "points": [0, 0, 0, 2, 0, 0, 0]}, 2),
        (1, {"acted": True, "points": [0, 0, 0, 5, 0, 0, 0]}, 2),
        (1, {"acted": True, "points": [0, 0, 0, 1, 0, 0, 0]}, 1),
        (2, {"acted": True, "points": [0, 0, 0, 1, 0, 0, 0]}, 1),
        (1, {"acted": True, "bonus": ["main_over"], "hand": [["coin2"]]}, 2),
        (1, {"points": [0, 0, 0, 2, 0, 0, 0]}, 0),
    ],
)
def test_main_points_are_limited_by_the_space(row: int, fields: dict[str, Any], most: int) -> None:
    assert turn_position("tax", row, troops=[{"kiev": 1}], main_points=most, **fields).main_points == most
    with pytest.raises(ValueError, match="main_points: more than the main action can have left"):
        turn_position("tax", row, troops=[{"kiev": 1}], main_points=most + 1, **fields)


def test_scheme_action_has_no_points_left() -> None:
    with pytest.raises(ValueError, match="main_points: more than the main action can have left"):
        turn_position("scheme", troops=[{"kiev": 1}], acted=True, points=[0, 0, 0, 0, 0, 1, 0], main_points=1)
