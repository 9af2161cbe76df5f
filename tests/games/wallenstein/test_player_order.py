"""Event and player order."""

import pytest

from regnum.core.packed import popcount
from regnum.games.wallenstein.components import TILES
from regnum.games.wallenstein.player_order import ChooseSpace, DetermineEvent, RevealBids, rank_of
from tests.support.games.refusals import expect_refusal
from tests.support.games.wallenstein import A, B, C, D, Scene, land, texts


@pytest.mark.clause("wallenstein.event.draw", "wallenstein.event.for_all")
def test_one_of_the_open_events_is_drawn_for_everybody() -> None:
    scene = Scene().set(space=[None] * 3)
    released = {scene.now(DetermineEvent(), seed=seed).event for seed in range(40)}
    assert released == {0, 1, 2, 3}
    state = scene.now(DetermineEvent())
    assert popcount(state.open_events) == 3
    assert not state.open_events >> state.event & 1


@pytest.mark.clause("wallenstein.order.pay", "wallenstein.order.rank", "wallenstein.order.choose")
def test_bids_are_paid_and_the_highest_chooses_first() -> None:
    scene = Scene(5).tiles().set(space=[None] * 5, coins=[9] * 5).lands(C, "baden")
    scene.plan(A, bid="coin_0").plan(B, bid="coin_4").plan(C, bid="baden").plan(D, bid="coin_1")
    state = scene.now(RevealBids())
    assert state.coins == [9, 5, 9, 8, 9]
    order = []
    while not state.is_terminal:
        order.append(state.players_to_act[0])
        state.apply(state.legal_actions()[-1])
    assert order == [B, D, C, A, 4]
    assert state.space == [1, 4, 2, 3, 0]
    assert state.players_in_order() == [4, A, C, D, B]


@pytest.mark.clause("wallenstein.order.rank", "wallenstein.order.land_bid", "wallenstein.order.no_bid")
def test_land_is_a_better_bid_than_the_coin_card_zero_and_costs_nothing() -> None:
    coins = [rank_of(45 + value) for value in range(5)]
    assert coins[4] > coins[3] > coins[2] > coins[1] > rank_of(land("baden")) > coins[0] > rank_of(51)
    assert rank_of(land("baden")) == rank_of(land("trier"))


@pytest.mark.clause("wallenstein.order.ties", "wallenstein.order.land_bid")
def test_equal_bids_are_drawn_at_random() -> None:
    scene = (
        Scene(3)
        .tiles()
        .set(space=[None] * 3)
        .lands(A, "baden")
        .lands(B, "trier")
        .plan(A, bid="baden")
        .plan(B, bid="trier")
    )
    scene.plan(C, bid="coin_0")
    first = {scene.now(RevealBids(), seed=seed).players_to_act for seed in range(20)}
    assert first == {(A,), (B,)}


@pytest.mark.clause("wallenstein.order.all_spaces", "wallenstein.order.unused_tiles", "wallenstein.order.choose")
def test_three_players_choose_among_five_spaces_and_skip_empty_ones() -> None:
    scene = Scene(3).tiles().set(space=[None] * 3)
    state = scene.now(ChooseSpace(B), ChooseSpace(C), ChooseSpace(A))
    assert texts(state) == [f"space {n}" for n in range(1, 6)]
    state.journal = []
    state.submit("space 4", B)
    assert [(note.key, note.params) for note in state.journal] == [("tile", {"player": B, "tile": "attack"})]
    assert state.tile(B) == TILES.index("attack")
    with expect_refusal("Space 4 is taken"):
        state.submit("space 4", C)
    state.submit("space 5", C)
    state.submit("space 2", A)
    assert state.players_in_order() == [A, B, C]
    assert {state.tile(player) for player in range(3)} == {1, 3, 4}


@pytest.mark.clause("wallenstein.order.choose")
def test_first_player_on_the_first_space_has_its_tile_and_acts_first() -> None:
    state = Scene(3).tiles().now()
    assert (state.space[A], state.tile(A), state.players_in_order()) == (0, TILES.index("coin"), [A, B, C])


@pytest.mark.clause("wallenstein.order.pay")
def test_log_contains_bids_and_their_cost() -> None:
    scene = Scene(4).tiles().set(space=[None] * 4).lands(C, "baden")
    state = scene.plan(A, bid="coin_3").plan(B, bid="coin_0").plan(C, bid="baden").now()
    state.journal = []
    state.schedule(RevealBids())
    state.advance()
    assert [(note.key, *note.params.values()) for note in state.journal] == [
        ("bid", A, "coin_3"), ("pays", A, 3), ("bid", B, "coin_0"), ("bid", C, "baden"), ("bid", D, "none"),
    ]  # fmt: skip
