"""Setup: camps, rulers, special cards, the opening placement, the first hands."""

import pytest

from regnum.games.khan import GAME
from tests.support.games.khan import COUNTS, START, act, legal, notes_of, position, refused, shown
from tests.support.games.refusals import expect_refusal


@pytest.mark.clause("khan.setup.aim", "khan.setup.players")
def test_two_to_four_players_score_points() -> None:
    assert GAME.player_counts == (2, 3, 4)
    for players in (1, 5):
        with pytest.raises(ValueError, match="2, 3, 4"):
            GAME.new_state(players)
    s = GAME.new_state(2, 1)
    assert s.scores() == [0, 0]


@pytest.mark.clause("khan.setup.camps", "khan.setup.yurts", "khan.setup.tiles")
def test_every_camp_has_five_neutral_yurts_and_the_supply_twenty() -> None:
    data = GAME.new_state(4, 1).to_dict()
    assert data["camps"] == [5] * 8
    assert data["supply"] == 20
    assert data["neutral"] == []
    assert data["stock"] == [40] * 4
    assert data["tiles"] == COUNTS


@pytest.mark.clause("khan.setup.special")
@pytest.mark.parametrize(("players", "cards"), [(2, [2, 2, 2, 2]), (3, [2, 1, 1, 1]), (4, [1, 1, 1, 1])])
def test_special_cards_depend_on_the_number_of_players(players: int, cards: list[int]) -> None:
    s = GAME.new_state(players, 1)
    assert shown_specials(s.to_dict()) == [cards] * players
    assert shown_specials(s.observed_by(None).to_dict()) == [cards] * players


def shown_specials(data: dict[str, object]) -> object:
    return data["specials"]


@pytest.mark.clause("khan.setup.rulers")
def test_rulers_begin_on_their_cells() -> None:
    assert GAME.new_state(2, 1).to_dict()["rulers"] == list(START.values())


@pytest.mark.clause("khan.setup.rulers_free")
def test_players_may_station_the_rulers_in_turn() -> None:
    s = GAME.new_state(3, 5, rulers_start="free", first_player=2)
    seats: list[int] = []
    for cell in ["a4", "b4", "c4", "d4", "e4", "f4", "g4", "i4"]:
        seats.append(s.players_to_act[0])
        s.submit(f"station {cell}", seats[-1])
    assert seats == [1, 2, 0, 1, 2, 0, 1, 2]
    assert s.to_dict()["rulers"] == ["a4", "b4", "c4", "d4", "e4", "f4", "g4", "i4"]
    assert str(s.legal_actions()[0]).startswith("settle")


@pytest.mark.clause("khan.setup.rulers_free")
def test_ruler_is_stationed_on_free_land() -> None:
    s = GAME.new_state(2, 5, rulers_start="free", first_player=1)
    assert len(s.legal_actions()) == 132
    s.submit("station a4", 0)
    actual = []
    for cell in ["h1", "a1", "a4"]:
        with expect_refusal("station") as error:
            s.submit(f"station {cell}", 1)
        actual.append(getattr(error.value, "key"))  # noqa: B009
    assert actual == ["on_river", "no_such_cell", "ruler_there"]


@pytest.mark.clause("khan.setup.first_player")
def test_first_player_is_drawn_unless_a_seat_is_named() -> None:
    assert {GAME.new_state(4, seed).players_to_act[0] for seed in range(40)} == {0, 1, 2, 3}
    for seat in (1, 2, 3):
        s = GAME.new_state(3, 9, first_player=seat)
        assert s.players_to_act == (seat - 1,)
        assert s.to_dict()["first"] == seat - 1
    with pytest.raises(ValueError, match="first_player=4 with 3 players"):
        GAME.new_state(3, 9, first_player=4)


@pytest.mark.clause("khan.setup.opening_rounds")
@pytest.mark.parametrize(("players", "rounds"), [(2, 3), (3, 2), (4, 1)])
def test_opening_has_as_many_rounds_as_the_table_says(players: int, rounds: int) -> None:
    s = GAME.new_state(players, 3, first_player=2)
    seats: list[int] = []
    while s.legal_actions()[0].family == "settle":
        seats.append(s.players_to_act[0])
        s.apply(s.legal_actions()[0])
    assert seats == [(1 + seat) % players for seat in range(players)] * rounds
    assert s.to_dict()["stock"] == [40 - rounds] * players


@pytest.mark.clause("khan.setup.one_per_region")
def test_region_takes_one_opening_yurt_of_all_players() -> None:
    s = position("Settle player=0", "Settle player=1", "Turn player=0")
    assert len(legal(s)) == 132 - 8
    act(s, "settle c1")
    assert refused(s, "settle d1") == ("region_taken", "khan.setup.one_per_region")
    assert len(legal(s)) == 132 - 22 - 6  # six rulers stand outside the tundra
    act(s, "settle m8")
    assert shown(s, "yurts") == [["c1"], ["m8"]]


@pytest.mark.clause("khan.setup.one_per_region")
def test_any_free_cell_can_be_settled_when_no_region_is_left() -> None:
    s = position("Settle player=0", "Turn player=0", yurts=["c1 i1 m6 a5 e10 m10"])
    assert len(legal(s)) == 132 - 8 - 6


@pytest.mark.clause("khan.setup.opening_free")
def test_opening_yurt_needs_a_cell_without_ruler() -> None:
    s = position("Settle player=0", "Turn player=0")
    assert refused(s, "settle a4") == ("ruler_there", "khan.setup.opening_free")
    assert refused(s, "settle h1") == ("on_river", "khan.invade.land_only")
    assert refused(s, "pitch c1")[0] == "not_now"


@pytest.mark.clause("khan.setup.deal")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_players_get_four_hidden_cards(players: int) -> None:
    s = position("Deal", "PlaySpecial player=0 last=-1", players=players)
    hands = shown(s, "hands")
    assert [len(hand) for hand in hands] == [4] * players
    assert len({card for hand in hands for card in hand}) == 4 * players
    assert len(shown(s, "deck")) == 72 - 4 * players
    seen = s.observed_by(1).to_dict()
    assert seen["hands"] == [hands[1] if player == 1 else [None] * 4 for player in range(players)]
    assert seen["deck"] == [None] * (72 - 4 * players)


@pytest.mark.clause("khan.setup.reshuffle")
def test_discard_pile_is_reshuffled_when_the_last_card_is_drawn() -> None:
    s = position("ExpelByCard", "PlaySpecial player=0 last=-1", deck="seljuk_n_mountains", hands=["russian_n_river"])
    assert len(shown(s, "deck")) == 71  # the card just turned up is among them
    assert "seljuk_n_mountains" in shown(s, "deck")
    assert shown(s, "discards") == []
    assert shown(s, "held") == [["russian_n_river"]]
    assert len(notes_of(s, "reshuffled")) == 1


@pytest.mark.clause("khan.setup.reshuffle")
def test_card_drawn_to_the_hand_is_not_shuffled_in() -> None:
    s = position("Refill player=0", "PlaySpecial player=0 last=-1", deck="seljuk_n_mountains")
    hand = shown(s, "hands")[0]
    assert hand[0] == "seljuk_n_mountains"
    assert len(hand) == 4
    assert len(shown(s, "deck")) == 68
    assert shown(s, "held") == [["seljuk_n_mountains"]]
