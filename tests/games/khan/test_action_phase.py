"""Phase 2: number of actions, invading lands, and the combined action."""

from typing import Any

import pytest

from regnum.games.khan.state import KhanState
from tests.support.games.khan import act, legal, notes_of, position, refused, shown

HAND = "song_n_stone_desert song_s_river delhi_s_khan delhi_w_umland"


def turn(**fields: Any) -> KhanState:
    return position("Act player=0", "ReturnSpecial player=0", "PlaySpecial player=1 last=-1", actions_left=2, **fields)


@pytest.mark.clause("khan.turn.phases", "khan.turn.clockwise")
def test_turn_is_a_card_two_actions_a_special_card_and_a_full_hand() -> None:
    s = position("Turn player=1", players=3, hands=["", HAND, ""])
    assert len(notes_of(s, "card")) == 1
    act(s, "expel song", "expel delhi")
    assert len(notes_of(s, "direction")) == 2
    assert legal(s, "play") == ["high_morale", "protection", "divine_support", "scout"]
    act(s, "play protection")
    assert len(shown(s, "hands")[1]) == 4
    assert s.players_to_act == (2,)
    assert len(notes_of(s, "card")) == 2
    assert s.actions_left == 2


@pytest.mark.clause("khan.turn.clockwise")
def test_first_seat_follows_the_last() -> None:
    s = position("Turn player=2", players=3)
    act(s, "expel song", "expel delhi", "pass")
    assert s.players_to_act == (0,)


@pytest.mark.clause("khan.turn.two_actions")
def test_single_actions_can_be_combined_in_any_order_and_repeated() -> None:
    first = turn(hands=[HAND], yurts=["k8"], neutral="k7")
    act(first, "invade delhi_s_khan", "pitch c1", "conquer", "choose I2", "lay k7 e")
    assert first.players_to_act == (1,)
    other = turn(hands=[HAND], yurts=["k8"], neutral="k7")
    act(other, "conquer", "choose I2", "lay k7 e", "invade delhi_s_khan", "pitch c1")
    assert other.players_to_act == (1,)
    assert shown(first, "yurts") == shown(other, "yurts") == [["c1"], []]
    twice = act(turn(hands=[HAND]), "invade delhi_s_khan", "pitch c1", "invade song_s_river", "pitch g1")
    assert shown(twice, "yurts")[0] == ["c1", "g1"]
    assert twice.players_to_act == (1,)


@pytest.mark.clause("khan.turn.no_pass")
def test_passing_an_action_is_refused() -> None:
    s = turn(hands=[HAND])
    assert refused(s, "pass") == ("no_pass", "khan.turn.no_pass")
    act(s, "invade delhi_s_khan")
    assert refused(s, "pass") == ("must_choose", "khan.invade.card")


@pytest.mark.clause("khan.turn.two_actions", "khan.turn.no_pass")
def test_conquest_is_chosen_before_its_tile() -> None:
    s = turn(hands=[HAND], yurts=["k8"], neutral="k7")
    assert refused(s, "choose I2") == ("conquer_first", "khan.turn.two_actions")
    act(s, "conquer")
    assert refused(s, "pass") == ("no_pass", "khan.turn.no_pass")
    act(s, "choose I2")
    assert refused(s, "pass") == ("no_pass", "khan.turn.no_pass")


@pytest.mark.clause("khan.turn.no_legal_action")
def test_player_without_a_legal_action_loses_the_rest() -> None:
    s = position(
        "Act player=0",
        "ReturnSpecial player=0",
        "PlaySpecial player=1 last=-1",
        options={"expel_direction": "hand"},
        hands=["song_s_river"],
        actions_left=2,
    )
    act(s, "expel goryeo", "drive song_s_river")
    assert s.players_to_act == (1,)
    assert notes_of(s, "no_action")[0]["player"] == 0
    assert s.actions_left == 0


@pytest.mark.clause("khan.turn.combined", "khan.combined.anywhere")
def test_combined_action_counts_as_both_actions() -> None:
    s = turn(hands=[HAND])
    act(s, "combine")
    assert len(legal(s, "occupy")) == 132 - 8
    act(s, "occupy d9")
    act(s, "discard song_s_river", "keep_rest")
    assert s.players_to_act == (1,)
    assert sum(len(cells) for cells in shown(s, "yurts")) == 1


@pytest.mark.clause("khan.turn.combined")
def test_after_one_action_the_combined_one_is_no_longer_possible() -> None:
    s = act(turn(hands=[HAND]), "expel song")
    assert refused(s, "combine") == ("combined_replaces_both", "khan.turn.combined")


@pytest.mark.clause("khan.combined.anywhere")
def test_yurt_of_the_combined_action_needs_a_free_cell_of_land() -> None:
    s = act(turn(hands=[HAND], yurts=["", "c1"], laid=[("B3", "f7", "n", [1])]), "combine")
    clause = "khan.combined.anywhere"
    assert refused(s, "occupy c1") == ("yurt_there", clause)
    assert refused(s, "occupy i7") == ("ruler_there", clause)
    assert refused(s, "occupy h7") == ("tile_there", clause)
    assert refused(s, "occupy h1") == ("on_river", "khan.invade.land_only")
    assert refused(s, "occupy a1") == ("no_such_cell", clause)


@pytest.mark.clause("khan.combined.discard")
def test_then_any_number_of_cards_is_discarded_but_at_least_one() -> None:
    s = act(turn(hands=[HAND]), "combine", "occupy c1")
    assert refused(s, "keep_rest") == ("must_discard", "khan.combined.discard")
    assert refused(s, "pass") == ("must_discard", "khan.combined.discard")
    assert refused(s, "discard song_n_tundra")[0] in ("card_not_in_hand", "unknown_action")
    assert refused(s, "discard song_ne_sand_desert") == ("card_not_in_hand", "khan.combined.discard")
    act(s, "discard delhi_s_khan", "discard song_s_river")
    assert shown(s, "hands")[0] == ["song_n_stone_desert", "delhi_w_umland"]
    assert shown(s, "discards") == ["delhi_s_khan", "song_s_river"]
    act(s, "discard song_n_stone_desert", "discard delhi_w_umland")
    assert s.players_to_act == (1,)


@pytest.mark.clause("khan.combined.discard")
def test_option_discards_all_cards() -> None:
    s = act(turn(hands=[HAND], options={"discard": "all"}), "combine", "occupy c1", "discard delhi_s_khan")
    assert refused(s, "keep_rest") == ("must_discard", "khan.combined.discard")
    act(s, *[f"discard {card}" for card in shown(s, "hands")[0]])
    assert shown(s, "hands")[0] == []
    assert s.players_to_act == (1,)


@pytest.mark.clause("khan.invade.card", "khan.invade.landscape", "khan.invade.ignores")
def test_card_places_a_yurt_on_its_ground_whatever_its_ruler_and_direction() -> None:
    s = act(turn(hands=[HAND], rulers={"song": None}), "invade song_n_stone_desert")
    assert shown(s, "discards") == ["song_n_stone_desert"]
    assert len(legal(s)) == 22 - 2  # Seljuk and Goryeo stand there
    assert refused(s, "pitch c1") == ("wrong_ground", "khan.invade.card")
    rulers = shown(s, "rulers")
    act(s, "pitch m4")
    assert shown(s, "yurts")[0] == ["m4"]
    assert s.stock[0] == 39
    assert shown(s, "rulers") == rulers


@pytest.mark.clause("khan.invade.card")
def test_card_must_be_in_hand() -> None:
    s = turn(hands=[HAND])
    assert legal(s, "invade") == HAND.split()
    assert refused(s, "invade song_ne_sand_desert") == ("card_not_in_hand", "khan.invade.card")


@pytest.mark.clause("khan.invade.khan")
def test_khan_allows_every_free_cell() -> None:
    s = act(turn(hands=[HAND]), "invade delhi_s_khan")
    assert len(legal(s)) == 132 - 8


@pytest.mark.clause("khan.invade.river")
def test_river_allows_free_cells_beside_it() -> None:
    s = act(turn(hands=[HAND], yurts=["g1"]), "invade song_s_river")
    assert len(legal(s)) == 33 - 1  # the yurt on g1; no ruler stands beside the river
    assert "i1" in legal(s, "pitch")
    assert refused(s, "pitch f4") == ("wrong_ground", "khan.invade.card")
    assert refused(s, "pitch h1") == ("on_river", "khan.invade.land_only")


@pytest.mark.clause("khan.invade.umland")
def test_surrounding_land_allows_most_of_the_edge() -> None:
    s = act(turn(hands=[HAND]), "invade delhi_w_umland")
    assert {"c1", "m6", "a5"} <= set(legal(s, "pitch"))
    for cell in ["d13", "a11", "j13", "d9"]:
        assert refused(s, f"pitch {cell}") == ("wrong_ground", "khan.invade.card")
    assert "a4" not in legal(s, "pitch")  # the Russian ruler stands there


@pytest.mark.clause("khan.invade.land_only")
def test_yurts_are_on_land_one_per_cell() -> None:
    s = act(turn(hands=[HAND], yurts=["c1"], neutral="d1"), "invade delhi_s_khan")
    assert refused(s, "pitch h3") == ("on_river", "khan.invade.land_only")
    assert refused(s, "pitch c1") == ("yurt_there", "khan.invade.land_only")
    assert refused(s, "pitch d1") == ("yurt_there", "khan.invade.land_only")


@pytest.mark.clause("khan.invade.impossible")
def test_card_without_free_cell_cannot_be_played() -> None:
    stone = "m4 i5 j5 k5 m5 h6 i6 j6 k6 l6 m6 h7 j7 k7 l7 m7 j8 k8 l8 m8"
    s = turn(hands=[HAND], neutral=stone[: len("m4 i5 j5 k5 m5 h6 i6 j6 k6 l6")], yurts=["", stone[30:].strip()])
    assert refused(s, "invade song_n_stone_desert") == ("no_free_cell", "khan.invade.impossible")
    assert "song_s_river" in legal(s, "invade")


@pytest.mark.clause("khan.invade.impossible")
def test_invading_requires_a_yurt_in_stock_but_conquering_does_not() -> None:
    s = turn(hands=[HAND], yurts=[FORTY])
    assert s.stock[0] == 0
    assert legal(s, "invade") == []
    assert refused(s, "invade delhi_s_khan") == ("no_yurts", "khan.invade.impossible")
    assert refused(s, "combine") == ("no_yurts", "khan.invade.impossible")
    act(s, "conquer", "choose I2", "lay c1 n")
    assert s.stock[0] == 1


FORTY = (
    " ".join(
        f"{column}{row}"
        for row in range(1, 7)
        for column in "cdefijk"
        if f"{column}{row}" not in ("e2", "j2", "e6", "f6")
    )
    + " a5 b5"
)
