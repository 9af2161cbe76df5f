"""Knowledge of players: hands and the draw pile are hidden, but cards can be counted."""

import random
from typing import cast

import pytest

from regnum.core.record.play import can_be_undone
from regnum.games.khan import GAME
from regnum.games.khan.state import KhanState
from tests.support.games.khan import LEFT, act, cards, description, game, position, shown

MINE = "song_n_stone_desert song_s_river"
THEIRS = "delhi_s_khan delhi_w_umland goryeo_e_khan"


@pytest.mark.clause("khan.setup.deal")
def test_hand_sizes_are_visible_but_not_the_cards() -> None:
    s = position("Act player=0", hands=[MINE, THEIRS], actions_left=2)
    seen = s.observed_by(0)
    assert shown(cast(KhanState, seen), "hands") == [MINE.split(), [None] * 3]
    spectator = s.observed_by(None).to_dict()
    assert spectator["hands"] == [[None] * 2, [None] * 3]
    assert spectator["seed"] == 0


@pytest.mark.clause("khan.setup.reshuffle")
def test_cards_held_since_the_last_shuffle_are_known_to_be_none_of_the_shuffled_ones() -> None:
    s = position("Act player=0", hands=[MINE, THEIRS], actions_left=2, held=[THEIRS.split()[:2]])
    seen = s.observed_by(0)
    assert seen.to_dict()["hands"][1] == ["held 1", "held 1", None]
    third: set[str] = set()
    for seed in range(30):
        world = cast(KhanState, seen.determinized(seed))
        hand = shown(world, "hands")[1]
        assert set(hand[:2]) == set(THEIRS.split()[:2])  # with two players that can be worked out exactly
        third.add(hand[2])
    assert len(third) > 5
    assert third.isdisjoint(MINE.split())


def test_held_cards_are_distributed_among_the_other_two_players() -> None:
    s = position(
        "Act player=0", players=3, hands=["", MINE, THEIRS], actions_left=2, held=[[*MINE.split(), *THEIRS.split()]]
    )
    seen = s.observed_by(0)
    firsts = {tuple(shown(cast(KhanState, seen.determinized(seed)), "hands")[1]) for seed in range(40)}
    assert len(firsts) > 5
    for hand in firsts:
        assert set(hand) <= {*MINE.split(), *THEIRS.split()}


@pytest.mark.clause("khan.setup.reshuffle")
def test_cards_held_through_two_shuffles_are_distinguished() -> None:
    long, between, late = THEIRS.split()
    s = position("Act player=0", hands=[MINE, THEIRS], actions_left=2, held=[[long, between], [long]])
    seen = s.observed_by(0)
    assert seen.to_dict()["hands"][1] == ["held 2", "held 1", None]
    hands = [shown(cast(KhanState, seen.determinized(seed)), "hands")[1] for seed in range(20)]
    assert {hand[0] for hand in hands} == {long}
    assert {hand[1] for hand in hands} == {between}
    assert len({hand[2] for hand in hands}) > 5
    assert late in {card for seed in range(300) for card in shown(cast(KhanState, seen.determinized(seed)), "hands")[1]}


@pytest.mark.clause("khan.setup.reshuffle")
def test_redeal_respects_everything_that_could_be_seen_from_the_first_card_on() -> None:
    """An outside observer who counts every shuffle finds no impossible hand."""
    s = cast(KhanState, GAME.new_state(3, 5))
    rng = random.Random(5)
    shuffles = 0
    while not s.is_terminal:
        held_cards = [set(cards) for cards in shown(s, "held")]
        shuffles = max(shuffles, len(held_cards))
        if rng.random() < 0.3:
            world = cast(KhanState, s.observed_by(0).determinized(s.ply))
            for real, dealt in zip(shown(s, "hands"), shown(world, "hands"), strict=True):
                for known_card, other in zip(real, dealt, strict=True):
                    assert [known_card in cards for cards in held_cards] == [other in cards for cards in held_cards]
            assert shown(world, "held") == shown(s, "held")
        legal = s.legal_actions()
        size = len(s.hands[s.players_to_act[0]])
        if legal[-1].family == "combine":  # everybody draws many cards, but keeps the first one
            s.apply(legal[-1])
        elif legal[0].family == "discard":
            s.apply(legal[size - 1] if size > 1 else legal[-1])
        else:
            s.apply(rng.choice(legal))
    assert shuffles >= 2


def test_determinization_contains_every_card_once() -> None:
    rng = random.Random(3)
    for s in game(4, 3):
        if rng.random() < 0.2:
            world = s.observed_by(rng.randrange(4)).determinized(rng.randrange(1000)).to_dict()
            seen = [*world["deck"], *world["discards"], *(card for hand in world["hands"] for card in hand)]
            assert sorted(seen) == sorted(cards())


def test_card_that_was_played_can_be_undone_as_its_player_knew_it() -> None:
    before = position("Act player=0", hands=[MINE], actions_left=2)
    s = before.clone()
    act(s, "invade song_s_river")
    assert s.draws == before.draws + 1, "the random number is drawn anyway"
    assert shown(s, "discards") == ["song_s_river"]
    assert can_be_undone(before, s, GAME.actions.parse("invade song_s_river"))
    assert not can_be_undone(before, s, GAME.actions.parse("conquer")), "unknown information is final"


def test_knowledge_of_hidden_cards_survives_serialization() -> None:
    held = [THEIRS.split()[:2], THEIRS.split()[:1]]
    full = description("Act player=0", *LEFT, hands=[MINE, THEIRS], actions_left=2, held=held)
    seen = GAME.state_from_dict(full).observed_by(0)
    data = seen.to_dict()
    assert data["hands"][1] == ["held 2", "held 1", None]
    assert GAME.state_from_dict(data) == seen
    for wrong in ("held 0", "held", "held one", "kept 1", "held -1"):
        with pytest.raises(ValueError, match=rf"hands\[1\]\[1\]: unknown name '{wrong}'"):
            GAME.state_from_dict({**data, "hands": [data["hands"][0], ["held 2", wrong, None]]})
