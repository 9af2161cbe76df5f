"""Phases 3 to 5: special cards, and refilling the hand."""

from typing import Any

import pytest

from regnum.core.rules.state import IllegalActionError
from regnum.games.khan.state import KhanState
from tests.support.games.khan import OUT, act, legal, notes_of, position, refused, shown, tile_number

AWAY = {"song": "c1"}
HAND = "song_n_stone_desert song_s_river delhi_s_khan delhi_w_umland"


def phase_four(player: int = 0, **fields: object) -> KhanState:
    return position(
        f"SpecialPhase player={player}",
        f"Refill player={player}",
        "Act player=0",
        **{"rulers": AWAY, "actions_left": 0} | fields,
    )


def conquest_position(**fields: object) -> KhanState:
    """Return a position in which player 0 lays a pair while player 1 may protect yurts; player 1 has the next turn."""
    fields = {"rulers": AWAY, "actions_left": 1} | fields
    return position("Act player=0", "ReturnSpecial player=0", "PlaySpecial player=1 last=-1", **fields)


@pytest.mark.clause("khan.special.play")
def test_one_special_card_may_be_played_in_a_turn_and_each_only_once() -> None:
    s = phase_four(specials=[[1, 1, 0, 1], [2, 2, 2, 2]])
    assert legal(s) == ["play high_morale", "play protection", "play scout", "pass"]
    assert refused(s, "play divine_support") == ("special_used", "khan.special.play")
    act(s, "play protection")
    assert shown(s, "specials")[0] == [1, 0, 0, 1]
    assert s.is_terminal  # no second one is offered


@pytest.mark.clause("khan.special.play")
def test_phase_is_skipped_without_special_cards() -> None:
    s = phase_four(specials=[[0, 0, 0, 0], [2, 2, 2, 2]], hands=[HAND])
    assert s.is_terminal  # nothing was left to decide in this position


@pytest.mark.clause("khan.special.marker")
@pytest.mark.parametrize("card", ["protection", "divine_support", "scout"])
def test_card_that_lasts_is_marked_with_a_yurt(card: str) -> None:
    s = act(phase_four(), f"play {card}")
    assert s.stock[0] == 39
    assert shown(s, "active")[0] == card


@pytest.mark.clause("khan.special.marker")
def test_high_morale_is_the_only_card_without_yurts_in_stock() -> None:
    forty = " ".join(
        f"{column}{row}"
        for row in range(1, 7)
        for column in "cdefijk"
        if f"{column}{row}" not in ("e2", "j2", "e6", "f6", "c1")
    )
    s = phase_four(yurts=[f"{forty} a5 b5 a6"])
    assert s.stock[0] == 0
    assert legal(s) == ["play high_morale", "pass"]
    assert refused(s, "play scout") == ("no_yurts", "khan.special.marker")


@pytest.mark.clause("khan.special.high_morale")
def test_high_morale_gives_a_third_action_at_once_but_not_the_combined_one() -> None:
    s = phase_four(hands=[HAND], yurts=["i9 j9"])
    act(s, "play high_morale")
    assert legal(s, "invade") == HAND.split()
    assert len(legal(s, "expel")) == 8
    assert "conquer" in legal(s)
    assert refused(s, "combine") == ("combined_replaces_both", "khan.turn.combined")
    act(s, "invade song_s_river", "pitch g1")
    assert s.is_terminal
    assert shown(s, "specials")[0] == [1, 2, 2, 2]
    assert shown(s, "active") == [None, None]
    assert len(shown(s, "hands")[0]) == 4  # phase 5 comes after it


@pytest.mark.clause("khan.special.high_morale")
def test_high_morale_is_refused_without_a_possible_action() -> None:
    s = phase_four(options={"expel_direction": "hand"})
    assert refused(s, "play high_morale") == ("no_third_action", "khan.special.high_morale")


@pytest.mark.clause("khan.special.protection")
def test_protected_yurts_cannot_be_covered_without_a_share() -> None:
    free = conquest_position(yurts=["i9 j9", "k9"])
    assert "I3" in legal(act(free, "conquer"), "choose")
    s = act(conquest_position(yurts=["i9 j9", "k9"], active={1: "protection"}), "conquer")
    assert legal(s, "choose") == ["I2"]
    act(s, "choose I2")
    assert legal(s) == ["lay i9 n", "lay j9 n"]  # on j9 and k9 they would share


@pytest.mark.clause("khan.special.protection", "khan.special.consent")
def test_player_who_would_not_share_the_majority_cannot_consent() -> None:
    s = position(
        "Lay player=0 tile=I3",
        "PlaySpecial player=0 last=-1",
        rulers=AWAY,
        yurts=["i9 j9 i10 i11", "k9"],
        active={1: "protection"},
    )
    assert legal(s) == ["lay i9 e"]
    assert refused(s, "lay i9 n") == ("protected", "khan.special.consent")


@pytest.mark.clause("khan.special.consent")
def test_player_who_would_share_the_majority_can_consent() -> None:
    s = act(conquest_position(yurts=["i9", "j9"], active={1: "protection"}), "conquer", "choose I2", "lay i9 n")
    assert s.players_to_act == (1,)
    assert legal(s) == ["consent refuse", "consent agree"]
    assert notes_of(s, "asks") == [{"player": 1, "tile": "I2", "cell": "i9"}]
    act(s, "consent agree")
    assert shown(s, "laid")[0]["owners"] == [0, 1]
    assert s.scores() == [2, 2]
    assert s.players_to_act == (1,)


@pytest.mark.clause("khan.special.refused")
def test_refusal_requires_another_action_and_nobody_is_asked_twice() -> None:
    s = conquest_position(yurts=["i9 i10", "j9 j10"], active={1: "protection"}, actions_left=2)
    act(s, "conquer", "choose I2", "lay i9 n", "consent refuse")
    assert s.laid == ()
    assert s.players_to_act == (0,)
    assert s.actions_left == 2
    assert "combine" in legal(s)
    act(s, "conquer", "choose I2")
    assert legal(s) == ["lay i9 e"]
    assert refused(s, "lay i10 n") == ("refused", "khan.special.refused")
    act(s, "lay i9 e")
    assert s.refused == 0
    assert s.actions_left == 1


@pytest.mark.clause("khan.special.refused")
def test_next_action_allows_asking_again() -> None:
    s = conquest_position(yurts=["i9", "j9"], active={1: "protection"}, actions_left=2)
    act(s, "conquer", "choose I2", "lay i9 n", "consent refuse")
    assert refused(s, "conquer")[0] == "nothing_to_conquer"
    act(s, "expel delhi", "conquer", "choose I2", "lay i9 n")
    assert s.players_to_act == (1,)


def end_phase_conquest(refusal: str) -> KhanState:
    """Return a position in which player 0 can only conquer what player 1 protects and would share."""
    return position(
        "Actions player=0",
        "ReturnSpecial player=0",
        "EndPhaseTurn player=1",
        rulers=OUT,
        yurts=["i9", "j9"],
        active={1: "protection"},
        options={"refusal": refusal},
    )


@pytest.mark.clause("khan.turn.no_legal_action", "khan.special.refused")
def test_refusal_without_an_alternative_costs_one_action_not_two() -> None:
    s = act(end_phase_conquest("action"), "choose I2", "lay i9 n", "consent refuse")
    assert s.players_to_act == (0,)
    assert s.actions_left == 1
    assert [note["player"] for note in notes_of(s, "action_lost")] == [0]
    again = act(s.clone(), "choose I2", "lay i9 n", "consent agree")
    assert shown(again, "laid")[0]["owners"] == [0, 1]
    act(s, "choose I2", "lay i9 n", "consent refuse")
    assert s.players_to_act == (1,)
    assert s.refused == 0
    assert legal(s) == ["choose I2"]
    assert [note["player"] for note in notes_of(s, "no_action")] == [0]


@pytest.mark.clause("khan.special.refused")
def test_option_keeps_a_refusal_for_the_turn() -> None:
    s = act(end_phase_conquest("turn"), "choose I2", "lay i9 n", "consent refuse")
    assert s.players_to_act == (1,)
    assert notes_of(s, "action_lost") == []
    s = conquest_position(yurts=["i9", "j9"], active={1: "protection"}, actions_left=2, options={"refusal": "turn"})
    act(s, "conquer", "choose I2", "lay i9 n", "consent refuse", "expel delhi")
    assert refused(s, "conquer")[0] == "nothing_to_conquer"


@pytest.mark.clause("khan.special.refused", "khan.special.high_morale")
@pytest.mark.parametrize(("refusal", "again"), [("action", True), ("turn", False)])
def test_option_keeps_a_refusal_for_the_third_action(refusal: str, again: bool) -> None:
    s = position(
        "Act player=0",
        "ReturnSpecial player=0",
        "PlaySpecial player=0 last=-1",
        "Turn player=1",
        yurts=["i9", "j9"],
        active={1: "protection"},
        actions_left=2,
        options={"refusal": refusal},
    )
    act(s, "conquer", "choose I2", "lay i9 n", "consent refuse", "expel delhi", "expel song", "play high_morale")
    assert ("conquer" in legal(s)) == again


@pytest.mark.clause("khan.special.refused", "khan.special.high_morale")
def test_third_action_that_is_refused_without_an_alternative_is_lost() -> None:
    s = position(
        "PlaySpecial player=0 last=-1",
        "Refill player=0",
        "Turn player=1",
        yurts=["i9", "j9"],
        active={1: "protection"},
        options={"expel_direction": "hand"},
    )
    act(s, "play high_morale", "conquer", "choose I2", "lay i9 n")
    assert s.players_to_act == (1,)
    agreed = s.clone()
    agreed.journal = []
    act(agreed, "consent agree")
    assert [note["player"] for note in notes_of(agreed, "conquered")] == [0, 1]
    assert notes_of(agreed, "no_action") == []
    act(s, "consent refuse")
    assert [note["player"] for note in notes_of(s, "no_action")] == [0]
    assert s.laid == ()
    assert len(s.hands[0]) == 4


@pytest.mark.clause("khan.special.consent")
def test_protectors_are_asked_clockwise_until_one_refuses() -> None:
    fields = {"players": 3, "yurts": ["j9", "k9", "i9"], "active": {1: "protection", 2: "protection"}}
    s = act(conquest_position(**fields), "conquer", "choose I3", "lay i9 n")
    assert s.players_to_act == (1,)
    act(s, "consent agree")
    assert s.players_to_act == (2,)
    other = act(s.clone(), "consent refuse")
    assert other.laid == ()
    assert other.players_to_act == (0,)
    act(s, "consent agree")
    assert shown(s, "laid")[0]["owners"] == [0, 1, 2]


@pytest.mark.clause("khan.special.consent", "khan.special.refused")
@pytest.mark.parametrize(("rival", "active"), [("", (2,)), ("k9", (1, 2))])
def test_refused_placement_names_the_refusing_player(rival: str, active: tuple[int, ...]) -> None:
    s = position(
        "Lay player=0 tile=I3",
        "PlaySpecial player=1 last=-1",
        players=3,
        rulers=AWAY,
        yurts=["j9 i11 j11 k11", rival, "i9"],
        neutral="" if rival else "k9",
        active=dict.fromkeys(active, "protection"),
        refused=[2],
    )
    assert legal(s, "lay") == ["i11 n"]
    with pytest.raises(IllegalActionError) as error:
        s.submit("lay i9 n", 0)
    assert (error.value.key, error.value.params) == ("refused", {"rival": 2})


@pytest.mark.clause("khan.special.others_only")
def test_protector_may_cover_their_own_protection() -> None:
    s = conquest_position(yurts=["i9 j9", ""], active={0: "protection"})
    act(s, "conquer", "choose I2", "lay i9 n")
    assert len(s.laid) == 1
    s = conquest_position(yurts=["i9", ""], neutral="j9", active={0: "divine_support"})
    act(s, "conquer", "choose I2", "lay i9 n")
    assert len(s.laid) == 1


@pytest.mark.clause("khan.special.divine")
@pytest.mark.parametrize("players", [2, 3])
def test_divine_support_protects_all_neutral_yurts(players: int) -> None:
    fields = {"players": players, "yurts": ["i9 c3", "k9"], "neutral": "j9 c4"}
    assert "conquer" in legal(conquest_position(**fields))
    s = conquest_position(active={1: "divine_support"}, **fields)
    assert legal(act(s.clone(), "conquer"), "choose") == ["I3"]
    act(s, "conquer", "choose I3", "lay i9 n")  # they would share it
    assert s.players_to_act == (1,)
    assert s.stack[-1].CLAUSE == "khan.special.consent"


@pytest.mark.clause("khan.special.divine", "khan.special.consent")
@pytest.mark.parametrize(
    ("neutral", "rival", "tiles"),
    [("j9", "", []), ("j9", "l9", []), ("j9 k9", "l9", ["I4"]), ("j9 k9 k10", "k11", ["V5"]), ("j9 k9 k10", "l11", [])],
)
def test_tile_over_protected_neutral_yurts_needs_a_possible_consent(neutral: str, rival: str, tiles: list[str]) -> None:
    s = conquest_position(yurts=["i9", rival], neutral=neutral, active={1: "divine_support"})
    assert ("conquer" in legal(s)) == bool(tiles)
    if tiles:
        assert legal(act(s, "conquer"), "choose") == tiles


@pytest.mark.clause("khan.special.divine_four")
def test_divine_support_protects_neutral_yurts_of_a_region_with_four_players() -> None:
    fields = {"players": 4, "yurts": ["i9 c3"], "neutral": "j9 c4", "active": {1: "divine_support"}}
    guarded = [None, "tropical_forest", None, None]
    s = act(conquest_position(guarded=guarded, **fields), "conquer", "choose I2")
    assert legal(s) == ["lay c3 e"]
    assert refused(s, "lay i9 n") == ("protected", "khan.special.consent")


@pytest.mark.clause("khan.special.divine_four")
def test_region_must_not_be_protected_by_another_player() -> None:
    fields: dict[str, Any] = {"active": {1: "divine_support"}, "guarded": [None, "tundra", None, None]}
    s = act(phase_four(players=4, **fields), "play divine_support")
    assert legal(s) == [
        "protect mountains",
        "protect ice_desert",
        "protect stone_desert",
        "protect sand_desert",
        "protect tropical_forest",
    ]
    assert refused(s, "protect tundra") == ("region_protected", "khan.special.divine_four")
    act(s, "protect mountains")
    assert shown(s, "guarded") == ["mountains", "tundra", None, None]


@pytest.mark.clause("khan.special.other_copy")
@pytest.mark.parametrize(("players", "card"), [(2, "protection"), (2, "divine_support"), (3, "divine_support")])
def test_protection_is_not_played_while_another_copy_is_active(players: int, card: str) -> None:
    s = phase_four(players=players, active={1: card})
    assert refused(s, f"play {card}") == ("other_copy_active", "khan.special.other_copy")
    other = "protection" if card == "divine_support" else "divine_support"
    assert f"play {other}" in legal(s)


@pytest.mark.clause("khan.special.in_a_row")
def test_same_protection_cannot_be_repeated_with_two_players() -> None:
    s = phase_four(last_played=["protection", None])
    assert refused(s, "play protection") == ("twice_in_a_row", "khan.special.in_a_row")
    assert "play divine_support" in legal(s)
    act(s, "pass")
    assert shown(s, "last_played") == [None, None]
    again = phase_four(last_played=[None, "protection"])
    assert "play protection" in legal(again)
    three = phase_four(players=3, specials=[[0, 1, 0, 0]] * 3, last_played=["protection", None, None])
    assert "play protection" in legal(three)


@pytest.mark.clause("khan.special.in_a_row")
def test_last_played_card_is_remembered_for_one_turn() -> None:
    s = act(phase_four(), "play protection")
    assert shown(s, "last_played") == ["protection", None]
    scouts = act(phase_four(last_played=["scout", None]), "play scout")
    assert shown(scouts, "active")[0] == "scout"


@pytest.mark.clause("khan.special.return", "khan.special.one_round")
def test_active_card_is_returned_after_the_actions_of_the_next_turn() -> None:
    s = position("Turn player=0", hands=[HAND], deck=DECK)
    act(s, "expel song", "expel song", "play protection")
    assert shown(s, "active") == ["protection", None]
    act(s, "expel song", "expel song", "pass")
    assert shown(s, "active") == ["protection", None]
    act(s, "expel song")
    assert shown(s, "active") == ["protection", None]
    stock = s.stock[0]
    act(s, "expel song")
    assert shown(s, "active") == [None, None]
    assert s.stock[0] == stock + 1
    assert shown(s, "specials")[0] == [2, 1, 2, 2]
    assert notes_of(s, "special_returned") == [{"player": 0, "special": "protection"}]


DECK = " ".join(
    f"{name}_{direction}_{ground}"
    for name, direction, ground in [
        ("seljuk", "ne", "tundra"),
        ("russian", "ne", "mountains"),
        ("russian", "e", "tundra"),
        ("hungarian", "e", "mountains"),
        ("hungarian", "s", "ice_desert"),
        ("kyrgyz", "s", "tundra"),
        ("kyrgyz", "w", "stone_desert"),
        ("goryeo", "s", "mountains"),
        ("goryeo", "n", "sand_desert"),
        ("russian", "se", "ice_desert"),
        ("hungarian", "n", "khan"),
        ("kyrgyz", "n", "tropical_forest"),
    ]
)


@pytest.mark.clause("khan.special.scout")
def test_scout_reserves_a_tile_that_only_its_owner_may_lay() -> None:
    laid = [("O4", "i10", "n", [1])]
    s = position(
        "PlaySpecial player=0 last=-1",
        "Act player=1",
        "ReturnSpecial player=1",
        "PlaySpecial player=1 last=-1",
        rulers=AWAY,
        laid=laid,
        yurts=["c3 d3 c4 d4", "k10 l10 k11 l11"],
    )
    act(s, "play scout")
    assert len(legal(s, "reserve")) == 16
    act(s, "reserve O4")
    assert shown(s, "reserved") == ["O4", None]
    assert s.tiles[tile_number("O4")] == 0


@pytest.mark.clause("khan.special.scout")
def test_reserved_tile_can_be_laid_by_its_owner_only() -> None:
    fields = {
        "rulers": AWAY,
        "laid": [("O4", "i10", "n", [1])],
        "yurts": ["c3 d3 c4 d4", "k10 l10 k11 l11"],
        "active": {0: "scout"},
        "reserved": ["O4", None],
    }
    other = position("Act player=1", "ReturnSpecial player=1", actions_left=1, **fields)
    assert "O4" not in legal(act(other, "conquer"), "choose")
    assert refused(other, "choose O4") == ("tile_gone", "khan.conquer.tile")
    mine = position("Act player=0", "PlaySpecial player=1 last=-1", actions_left=1, **fields)
    act(mine, "conquer", "choose O4", "lay c3 n")
    assert shown(mine, "reserved") == [None, None]


@pytest.mark.clause("khan.special.scout_return")
def test_reserved_tile_returns_unless_laid() -> None:
    fields = {"rulers": AWAY, "active": {0: "scout"}, "reserved": ["I2", None], "yurts": ["c3 d3"]}
    s = position("ReturnSpecial player=0", "PlaySpecial player=1 last=-1", **fields)
    assert shown(s, "reserved") == [None, None]
    assert s.tiles[0] == 6
    assert s.stock[0] == 38
    s = position("Act player=0", "PlaySpecial player=1 last=-1", actions_left=1, **fields)
    assert s.tiles[0] == 5
    act(s, "conquer", "choose I2", "lay c3 n")
    assert s.tiles[0] == 5
    assert shown(s, "active") == [None, None]
    assert s.stock[0] == 39  # all but the one on the tile


@pytest.mark.clause("khan.special.scout")
def test_tile_that_is_gone_cannot_be_reserved() -> None:
    laid = [("P5", "i9", "n", [1])]
    s = act(phase_four(laid=laid), "play scout")
    assert refused(s, "reserve P5") == ("tile_gone", "khan.special.scout")


@pytest.mark.clause("khan.refill.four")
def test_hand_is_refilled_to_four() -> None:
    s = position("Refill player=0", "PlaySpecial player=1 last=-1", hands=["song_s_river"])
    hand = shown(s, "hands")[0]
    assert hand[0] == "song_s_river"
    assert len(set(hand)) == 4
    full = position("Refill player=0", "PlaySpecial player=1 last=-1", hands=[HAND])
    assert shown(full, "hands")[0] == HAND.split()
