"""The id 0 is treated like all others: the first cell, ruler, region, card, tile and player."""

from typing import Any, cast

import pytest

from regnum.core.folder import read_data
from regnum.games.khan import GAME
from regnum.games.khan.boards import BOARDS, Board
from regnum.games.khan.components import CARDS, CELLS, PACKAGE, REGIONS, RULERS, TILES
from regnum.games.khan.state import KhanState
from tests.support.games.khan import LEFT, OUT, Laid, act, camp, description, legal, position, refused, ruler, shown

CORNER: dict[str, Any] = {"rulers": {"seljuk": "a1"}}


@pytest.fixture
def corner(monkeypatch: pytest.MonkeyPatch) -> None:
    """A board whose first cell is land; both boards of the project have that corner cut off."""
    data = read_data(PACKAGE, "boards/empire")
    first, *others = data["layout"]["rows"]
    data["layout"]["rows"] = [first[2] * 2 + first[2:], *others]
    monkeypatch.setitem(BOARDS, "empire", Board("empire", data))


def test_first_ids_are_as_expected() -> None:
    first = (CELLS[0], RULERS[0], REGIONS[0], TILES[0], CARDS[0])
    assert first == ("a1", "seljuk", "mountains", "I2", "seljuk_n_mountains")


@pytest.mark.usefixtures("corner")
@pytest.mark.clause("khan.expel.card", "khan.expel.yurt")
def test_ruler_on_the_first_cell_is_expelled_by_a_card() -> None:
    s = position("ExpelByCard", "Act player=0", deck="seljuk_e_ice_desert", actions_left=1, **CORNER)
    assert ruler(s, "seljuk") == "b1"
    assert shown(s, "neutral") == ["a1"]


@pytest.mark.usefixtures("corner")
@pytest.mark.clause("khan.expel.first_free")
def test_ruler_flees_to_the_first_cell() -> None:
    away: dict[str, Any] = {"rulers": {"seljuk": "c1"}, "neutral": "b1", "actions_left": 1}
    s = position("ExpelByCard", "Act player=0", deck="seljuk_w_khan", **away)
    assert ruler(s, "seljuk") == "a1"
    assert camp(s, "seljuk") == 4


@pytest.mark.usefixtures("corner")
@pytest.mark.clause("khan.expel_action.ruler")
def test_ruler_on_the_first_cell_can_be_chosen_for_an_expulsion() -> None:
    s = position("Act player=0", actions_left=2, options={"expel_direction": "hand"}, **CORNER)
    assert refused(s, "expel seljuk") == ("no_card_for_direction", "khan.expel_action.direction")
    card = "seljuk_e_ice_desert"
    fields: dict[str, Any] = {"options": {"expel_direction": "hand"}, "hands": [card], **CORNER}
    data = description("Drive player=0 ruler=seljuk", "Act player=0", *LEFT, actions_left=1, **fields)
    s = cast(KhanState, GAME.state_from_dict(data))
    assert ruler(act(s, f"drive {card}"), "seljuk") == "b1"


@pytest.mark.usefixtures("corner")
@pytest.mark.clause("khan.end.rulers")
def test_ruler_on_the_first_cell_is_replaced_when_the_end_phase_begins() -> None:
    rulers: dict[str, str | None] = {"seljuk": "a1", **dict.fromkeys(["hungarian", "kyrgyz", "goryeo", "song"])}
    s = position("ExpelByCard", rulers=rulers, camps={"russian": 1}, deck="russian_n_river")
    assert s.end_phase
    assert shown(s, "neutral")[0] == "a1"
    assert ruler(s, "seljuk") is None


@pytest.mark.usefixtures("corner")
@pytest.mark.clause("khan.expel.free")
def test_ruler_on_the_first_cell_blocks_it() -> None:
    s = position("Occupy player=0", **CORNER)
    assert legal(s, "occupy")[0] == "b1"
    assert refused(s, "occupy a1")[0] == "ruler_there"
    assert legal(position("Occupy player=0"), "occupy")[0] == "a1"
    data = description("Act player=0", *LEFT, actions_left=2, yurts=["a1"], **CORNER)
    with pytest.raises(ValueError, match=r"rulers\[0\]: a1 is in another place, too"):
        GAME.state_from_dict(data)


@pytest.mark.usefixtures("corner")
def test_ruler_on_the_first_cell_has_a_place_and_a_camp() -> None:
    data = description("StationRuler player=0 ruler=seljuk", **CORNER)
    with pytest.raises(ValueError, match="that ruler has a place"):
        GAME.state_from_dict(data)
    data = description("Act player=0", *LEFT, actions_left=2, camps={"seljuk": 0}, **CORNER)
    with pytest.raises(ValueError, match="seljuk is in the game, but the camp has no yurt"):
        GAME.state_from_dict(data)


@pytest.mark.clause("khan.expel_action.direction")
def test_one_card_in_hand_is_enough_to_give_a_direction() -> None:
    fields: dict[str, Any] = {"options": {"expel_direction": "hand"}, "actions_left": 2}
    assert len(legal(position("Act player=0", hands=["song_s_river"], **fields), "expel")) == 8
    assert legal(position("Act player=0", **fields), "expel") == []


@pytest.mark.clause("khan.combined.anywhere")
def test_one_yurt_in_stock_is_enough_for_the_combined_action() -> None:
    land = [CELLS[cell] for cell in range(len(CELLS)) if BOARDS["empire"].land >> cell & 1]
    free = [cell for cell in land if cell not in description()["rulers"]]
    assert "combine" in legal(position("Act player=0", yurts=[" ".join(free[:39])], actions_left=2))
    assert "combine" not in legal(position("Act player=0", yurts=[" ".join(free[:40])], actions_left=2))


@pytest.mark.clause("khan.special.divine_four")
def test_first_region_is_protected_like_any_other() -> None:
    fields: dict[str, Any] = {
        "players": 4,
        "yurts": ["e10", "c1"],
        "neutral": "e9",
        "active": {1: "divine_support"},
        "actions_left": 2,
    }
    s = position("Act player=0", guarded=[None, "mountains", None, None], **fields)
    kinds = {BOARDS["empire"].kinds[CELLS.index(cell)] for cell in ("e9", "e10")}
    assert kinds == {"mountains"}
    assert "conquer" not in legal(s)
    assert "conquer" in legal(position("Act player=0", guarded=[None, "tundra", None, None], **fields))


@pytest.mark.parametrize("cards", [{0: "divine_support"}, {0: "divine_support", 1: "divine_support"}])
def test_first_region_is_chosen_once(cards: dict[int, str]) -> None:
    guarded = [*("mountains" for _ in cards), *(None for _ in range(4 - len(cards)))]
    says = "a region goes with divine_support" if len(cards) == 1 else "another player protects that region"
    data = description("Act player=0", *LEFT, players=4, actions_left=2, active=cards, guarded=guarded)
    if len(cards) == 1:
        assert GAME.state_from_dict(data).to_dict() == data
        data["stack"][:1] = []
        data["active"] = [None] * 4
        data["stock"][0] += 1
    with pytest.raises(ValueError, match=says):
        GAME.state_from_dict(data)
    data["stack"] = description("ProtectRegion player=0", *LEFT[2:])["stack"]
    with pytest.raises(ValueError, match="no divine support to play without a region"):
        GAME.state_from_dict(data)


@pytest.mark.clause("khan.special.scout", "khan.conquer.tile")
def test_first_tile_can_be_reserved_and_laid_like_any_other() -> None:
    fields: dict[str, Any] = {
        "rulers": {"song": "c1"},
        "yurts": ["i9 j9"],
        "reserved": ["I2", None],
        "active": {0: "scout"},
    }
    laid: list[Laid] = [("I2", cell, "n", [1]) for cell in ["c3", "c5", "c9", "f9", "f11"]]
    s = position("Act player=0", laid=laid, actions_left=2, **fields)
    assert shown(s, "tiles")[0] == 0
    assert legal(act(s, "conquer"), "choose") == ["I2"]
    data = description("Act player=0", *LEFT, laid=laid, actions_left=2, **fields)
    data["active"] = [None, None]
    data["stock"][0] += 1
    with pytest.raises(ValueError, match="a tile goes with an active scout"):
        GAME.state_from_dict(data)
    data["stack"] = description("Reserve player=0", *LEFT[2:])["stack"]
    with pytest.raises(ValueError, match="no scout to play without a tile"):
        GAME.state_from_dict(data)


@pytest.mark.clause("khan.end.protection")
def test_first_tile_reserved_by_another_keeps_the_game_going() -> None:
    laid: list[Laid] = [("I2", cell, "n", [1]) for cell in ["c3", "c5", "c9", "f9", "f11"]]
    fields: dict[str, Any] = {"yurts": ["i9 j9"], "reserved": [None, "I2"], "active": {1: "scout"}, "rulers": OUT}
    s = position("EndPhaseTurn player=0", laid=laid, **fields)
    assert s.players_to_act == (0,)  # after player 1 had to give it back
    assert legal(s) == ["choose I2"]


def test_first_card_in_hand_is_known_to_its_holder_alone() -> None:
    s = position("Act player=0", hands=["seljuk_n_mountains song_s_river", "delhi_s_khan"], actions_left=2)
    for seed in range(20):
        world = s.observed_by(0).determinized(seed).to_dict()
        assert world["hands"][0] == ["seljuk_n_mountains", "song_s_river"]
        assert world["deck"].count("seljuk_n_mountains") == 0
    first_cards = {s.observed_by(1).determinized(seed).to_dict()["hands"][0][0] for seed in range(20)}
    assert len(first_cards) > 5


@pytest.mark.clause("khan.special.consent")
def test_first_player_is_asked_like_any_other() -> None:
    fields: dict[str, Any] = {
        "rulers": {"song": "c1"},
        "yurts": ["i9", "j9"],
        "active": {0: "protection"},
        "actions_left": 1,
    }
    s = act(position("Act player=1", "ReturnSpecial player=1", **fields), "conquer", "choose I2", "lay i9 n")
    assert s.players_to_act == (0,)
    act(s, "consent refuse")
    assert shown(s, "refused") == [0]
    assert s.players_to_act == (1,)
