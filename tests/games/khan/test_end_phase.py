"""The end phase: from the fifth removed ruler to the last conquest."""

import pytest

from tests.support.games.khan import OUT, RULERS, act, game, legal, notes_of, position, refused, ruler, shown

HAND = "song_n_stone_desert song_s_river delhi_s_khan delhi_w_umland"
FOUR_OUT = dict.fromkeys(["russian", "hungarian", "kyrgyz", "goryeo"])
"""Only the Seljuk, Song, Delhi and Abbasid rulers remain."""
LAST = {"rulers": FOUR_OUT, "camps": {"seljuk": 1}, "deck": "seljuk_n_mountains"}
"""The card of the deck removes the fifth ruler."""


@pytest.mark.clause("khan.end.when", "khan.end.rulers")
def test_fifth_ruler_out_starts_the_end_phase_at_once() -> None:
    s = position("Turn player=0", yurts=["d3 e3"], **LAST)
    assert s.end_phase
    assert shown(s, "rulers") == [None] * 8
    assert {"i7", "k10", "e11", "b10"} == set(shown(s, "neutral"))
    assert shown(s, "camps") == [0] * 8
    assert s.supply == 60 - 4
    assert len(notes_of(s, "end_phase")) == 1


@pytest.mark.clause("khan.end.when")
def test_game_continues_with_four_rulers_out() -> None:
    rulers = dict.fromkeys(["russian", "hungarian", "kyrgyz"])
    s = position("Turn player=0", rulers=rulers, camps={"seljuk": 1}, deck="seljuk_n_mountains")
    assert ruler(s, "seljuk") is None
    assert not s.end_phase
    assert ruler(s, "song") == "k10"
    assert len(legal(s, "expel")) == 4


@pytest.mark.clause("khan.end.rulers")
def test_empty_supply_replaces_rulers_from_their_camps() -> None:
    land = [f"{column}{row}" for row in (1, 2, 3) for column in "cdefgijk"] + [
        f"{column}{row}" for row in (9, 10, 11) for column in "dfgijl"
    ]
    neutral = " ".join([*land, "a5", "b5", "c5", "d4", "e4"][:44])
    s = position("Turn player=0", neutral=neutral, yurts=["m8 l8"], **{**LAST, "camps": {"seljuk": 1}})
    assert s.end_phase
    assert s.supply + len(shown(s, "neutral")) == 60
    assert {"k10", "e11", "b10"} <= set(shown(s, "neutral"))


@pytest.mark.clause("khan.end.start", "khan.end.conquests")
def test_end_phase_in_phase_one_leaves_two_conquests_only() -> None:
    s = position(
        "Turn player=0", hands=["song_s_river", HAND.replace("song_s_river", "")], yurts=["d3 e3 d5 e5"], **LAST
    )
    assert legal(s) == ["choose I2"]
    assert refused(s, "expel song") == ("end_phase", "khan.end.conquests")
    assert refused(s, "invade song_s_river") == ("end_phase", "khan.end.conquests")
    assert refused(s, "combine") == ("end_phase", "khan.end.conquests")
    act(s, "choose I2", "lay d3 n", "choose I2", "lay d5 n")
    assert s.is_terminal
    assert shown(s, "hands")[0] == ["song_s_river"]
    assert notes_of(s, "card") == [{"card": "seljuk_n_mountains"}]


@pytest.mark.clause("khan.end.start")
def test_end_phase_in_an_action_leaves_conquests_for_the_turn() -> None:
    # All around the Russian ruler is full; action B takes him out as the fifth.
    rulers = dict.fromkeys(["hungarian", "kyrgyz", "goryeo", "seljuk"])
    s = position(
        "Act player=0",
        "ReturnSpecial player=0",
        "SpecialPhase player=0",
        "Refill player=0",
        "Turn player=1",
        actions_left=2,
        rulers=rulers,
        neutral="a3 b3 c2 d1 b4 c4 d4 b5 c6 a5 a6 a7",
        yurts=["e4"],
        hands=["song_s_river"],
    )
    act(s, "expel russian")
    assert s.end_phase
    assert s.actions_left == 1
    assert [action.split()[0] for action in legal(s)] == ["choose"] * len(legal(s))
    act(s, "choose I2", "lay d4 n")
    assert shown(s, "hands")[0] == ["song_s_river"]
    assert s.actions_left in (0, 2)
    assert not any(step.CLAUSE == "khan.special.play" for step in s.stack)


@pytest.mark.clause("khan.end.conquests", "khan.turn.clockwise")
def test_turn_of_the_end_phase_is_two_conquests() -> None:
    s = position("EndPhaseTurn player=0", rulers=OUT, yurts=["c1 d1 c3 d3 c4 e4", "i9 j9 k9 l9"])
    act(s, "choose I2", "lay c1 n")
    assert s.players_to_act == (0,)
    act(s, "choose I2", "lay c3 n")
    assert s.players_to_act == (1,)
    act(s, "choose I2", "lay i9 n", "choose I2", "lay k9 n")
    assert s.is_terminal


@pytest.mark.clause("khan.end.must")
def test_possible_conquest_is_mandatory_and_others_are_skipped() -> None:
    s = position("EndPhaseTurn player=0", players=3, rulers=OUT, yurts=["c1", "i9 j9", "c3 d3"])
    assert s.players_to_act == (1,)
    assert [note["player"] for note in notes_of(s, "no_action")] == [0]
    assert refused(s, "pass") == ("must_conquer", "khan.end.must")
    act(s, "choose I2")
    assert refused(s, "pass") == ("must_conquer", "khan.end.must")
    act(s, "lay i9 n")
    assert [note["player"] for note in notes_of(s, "no_action")] == [0, 1]
    assert s.players_to_act == (2,)


@pytest.mark.clause("khan.end.game_end")
def test_game_ends_without_a_possible_conquest() -> None:
    s = position("EndPhaseTurn player=1", rulers=OUT, yurts=["c1 c4", "i9 l9"], neutral="e4 d6")
    assert s.is_terminal
    assert s.players_to_act == ()
    assert [note["player"] for note in notes_of(s, "final_points")] == [0, 1]


@pytest.mark.clause("khan.end.protection")
def test_conquest_that_only_protection_prevents_keeps_the_game_going_until_it_expires() -> None:
    # Only with the yurts of player 1, who would not share, can player 0 conquer a row.
    fields = {"rulers": OUT, "yurts": ["c1 e1", "d1"], "active": {1: "protection"}}
    laid = [("I2", cell, "n", [1]) for cell in ["c3", "c4", "e3", "j4", "j6", "l6"]]
    s = position("EndPhaseTurn player=0", laid=laid, **fields)
    assert s.players_to_act == (0,)  # after a round: first it was prevented, then the card went to the box
    assert [note["player"] for note in notes_of(s, "no_action")] == [0, 1]
    assert [note["special"] for note in notes_of(s, "special_returned")] == ["protection"]
    assert legal(s) == ["choose I3"]


@pytest.mark.clause("khan.end.protection")
def test_reserved_tile_keeps_the_game_going() -> None:
    laid = [("I2", cell, "n", [1]) for cell in ["c3", "c4", "e3", "j4", "j6"]]
    s = position(
        "EndPhaseTurn player=0",
        rulers=OUT,
        yurts=["c1 d1", "k9"],
        laid=laid,
        active={1: "scout"},
        reserved=[None, "I2"],
    )
    assert s.players_to_act == (0,)
    assert [note["player"] for note in notes_of(s, "no_action")] == [0, 1]
    assert legal(s) == ["choose I2"]


@pytest.mark.clause("khan.end.when", "khan.end.game_end")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_random_game_goes_through_the_end_phase(players: int) -> None:
    for seed in range(8):
        before = after = 0
        last = None
        for s in game(players, seed):
            before += not s.end_phase
            after += s.end_phase
            assert s.end_phase == (s.rulers_out() >= 5)
            last = s
        assert before
        assert after
        assert last is not None
        assert shown(last, "rulers") == [None] * len(RULERS)
