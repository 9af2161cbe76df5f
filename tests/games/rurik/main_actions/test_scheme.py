"""The scheme action: drawing, keeping, putting back, the first player marker."""

import pytest

from regnum.games.rurik.components import SCHEMES
from tests.support.games.refusals import expect_refusal
from tests.support.games.rurik import act, act_and_read_notes, legal, scheme_position, start_play, turn_position


@pytest.mark.clause("rurik.scheme.draw", "rurik.scheme.keep", "rurik.scheme.put_back")
def test_draw_three_keep_one_put_two_back_in_any_order() -> None:
    state = scheme_position(["move1", "tax1", "coin2", "build1"], row=1)
    assert legal(state) == {"draw left", "draw right"}
    act(state, "draw left")
    assert legal(state) == {"keep_scheme tax1", "keep_scheme coin2", "keep_scheme build1"}
    with expect_refusal("not drawn"):
        state.submit("keep_scheme move1", 0)
    act(state, "keep_scheme coin2")
    assert legal(state) == {"put_back tax1", "put_back build1"}
    with expect_refusal("not drawn"):
        state.submit("put_back coin2", 0)
    act(state, "put_back build1")
    assert state.to_dict()["left_deck"] == ["move1", "build1", "tax1"]
    assert state.to_dict()["hand"][0] == ["coin2"]


@pytest.mark.clause("rurik.scheme.draw", "rurik.scheme.keep")
def test_lower_scheme_spaces_draw_two_and_one() -> None:
    state = scheme_position(["move1", "tax1", "coin2"], row=2)
    act(state, "draw left", "keep_scheme tax1")
    assert state.to_dict()["left_deck"] == ["move1", "coin2"]
    one = scheme_position(["move1", "tax1", "coin2"], row=3)
    act(one, "draw left")
    assert one.to_dict()["hand"][0] == ["coin2"]
    assert one.to_dict()["left_deck"] == ["move1", "tax1"]


@pytest.mark.clause("rurik.scheme.keep")
def test_hand_size_is_unlimited() -> None:
    many = SCHEMES[:12]
    state = scheme_position(["tax1", "coin2"], row=3, hand=[many])
    act(state, "draw left")
    assert state.hand[0].bit_count() == 13


@pytest.mark.clause("rurik.scheme.marker", "rurik.claim.first_player")
def test_top_space_passes_the_marker_on() -> None:
    """The marker changes hands at once, the turn order only in the claim phase."""
    state = turn_position("scheme", 1, players=3, troops=[{"kiev": 1}], then=[{"step": "ClaimPhase"}])
    act(state, "main_action", "draw left")
    act(state, str(state.legal_actions()[0]))
    act(state, str(state.legal_actions()[0]))
    assert legal(state) == {"pass_marker 0", "pass_marker 1", "pass_marker 2"}
    assert (state.first, state.marker) == (0, 0)
    undecided = state.clone()
    act(state, "pass_marker 2")
    assert state.marker == 2
    act(undecided, "pass_marker 0")
    assert undecided.marker == 0
    act(state, "end_turn")
    assert state.first == 2
    assert state.players_to_act == (2,)


@pytest.mark.clause("rurik.scheme.marker_stays")
def test_lower_spaces_do_not_move_the_marker() -> None:
    state = scheme_position(["tax1", "coin2", "move1"], row=2, marker=1)
    act(state, "draw left", "keep_scheme coin2")
    assert {action.family for action in state.legal_actions()} == {"play_scheme", "end_turn"}
    assert state.marker == 1


@pytest.mark.clause("rurik.schemes.reshuffle")
def test_empty_deck_is_renewed_with_everything_but_the_hands() -> None:
    state = scheme_position(["coin2"], row=3, right=["move1", "tax1"], hand=[[], ["build1"]])
    notes = act_and_read_notes(state, "draw left")
    assert ("decks_shuffled", {}) in notes
    assert state.discards == 0
    assert (len(state.left_deck), len(state.right_deck)) == (13, 12)
    assert state.to_dict()["hand"] == [["coin2"], ["build1"]]


@pytest.mark.clause("rurik.schemes.run_out")
def test_deck_that_runs_out_in_a_draw_is_shuffled_at_once() -> None:
    """Three cards are due and one is there: it stays out of the shuffle, and the draw continues from the same side."""
    state = scheme_position(["coin2"], row=1, right=["move1", "tax1"])
    act(state, "draw left")
    drawn = state.to_dict()["drawn"]
    assert len(drawn) == 3
    assert drawn[0] == "coin2"
    assert (len(state.left_deck), len(state.right_deck)) == (11, 13)
    act(state, str(state.legal_actions()[0]))
    act(state, str(state.legal_actions()[0]))
    assert len(state.left_deck) == 13


@pytest.mark.clause("rurik.scheme.draw")
def test_drawing_cannot_be_undone() -> None:
    state = turn_position("scheme", 2, left=["tax1", "coin2", "move1"], troops=[{"kiev": 1}])
    play = start_play(state)
    play.submit(0, "main_action")
    assert play.can_undo(0)
    play.submit(0, "draw left")
    assert not play.can_undo(0)


@pytest.mark.clause("rurik.scheme.put_back", "rurik.schemes.secret")
@pytest.mark.parametrize("others", [["attack1", "attack1_2"], ["attack1", "build1"]])
def test_equality_of_schemes_put_back_is_hidden(others: list[str]) -> None:
    state = turn_position("scheme", 1, left=["move1", "tax1", *others], coins=[3])
    act(state, "main_action", "draw left", "keep_scheme tax1")
    assert type(state.stack[-1]).__name__ == "PutBack"
    act(state, "put_back attack1")
    assert len(state.left_deck) == 3


@pytest.mark.clause("rurik.schemes.run_out", "rurik.schemes.reshuffle")
def test_deck_that_a_draw_empties_exactly_is_renewed_before_anything_is_put_back() -> None:
    """Two cards are due from a deck of two; the other one returns onto a new deck, and its owner knows it there."""
    state = scheme_position(["coin2", "tax1"], row=2, right=["move1"])
    notes = act_and_read_notes(state, "draw left")
    assert [note[0] for note in notes] == ["decks_shuffled", "draws_schemes"]
    assert (len(state.left_deck), len(state.right_deck)) == (13, 12)
    act(state, "keep_scheme coin2")
    assert state.to_dict()["left_deck"][-1] == "tax1"
    assert (len(state.left_deck), len(state.right_deck)) == (14, 12)
    assert state.observed_by(0).to_dict()["left_deck"] == [None] * 13 + ["tax1"]


@pytest.mark.clause("rurik.schemes.run_out")
def test_decks_without_any_card_wait_for_the_next_discards() -> None:
    """All cards but the last are in hands: its deck stays empty until schemes are discarded."""
    others = [card for card in SCHEMES if card != "coin2"]
    state = scheme_position(["coin2"], row=3, right=[], hand=[others[:15], others[15:]])
    assert state.to_dict()["left_deck"] == ["coin2"]
    act(state, "draw left")
    assert (state.left_deck, state.right_deck) == ((), ())
    notes = act_and_read_notes(state, "play_scheme coin2")
    assert notes[0][0] == "decks_shuffled"
    assert state.to_dict()["left_deck"] == ["coin2"]
    assert state.discards == 0


AFTER = {"decks_renewed": "after_drawing"}


@pytest.mark.clause("rurik.schemes.run_out")
def test_option_puts_schemes_back_before_renewing_a_deck() -> None:
    """Two cards are due from a deck of two and one comes back, so the deck was never finally empty."""
    state = scheme_position(["coin2", "tax1"], row=2, right=["move1"], options=AFTER)
    notes = act_and_read_notes(state, "draw left")
    assert [note[0] for note in notes] == ["draws_schemes"]
    assert (len(state.left_deck), len(state.right_deck)) == (0, 1)
    assert act_and_read_notes(state, "keep_scheme coin2") == []
    assert state.to_dict()["left_deck"] == ["tax1"]


@pytest.mark.clause("rurik.schemes.run_out")
def test_option_renews_a_deck_for_a_missing_card_only() -> None:
    state = scheme_position(["coin2"], row=1, right=["move1", "tax1"], options=AFTER)
    assert [note[0] for note in act_and_read_notes(state, "draw left")] == ["decks_shuffled", "draws_schemes"]
    assert state.to_dict()["drawn"][0] == "coin2"
    assert (len(state.drawn), len(state.left_deck), len(state.right_deck)) == (3, 11, 13)
    last = scheme_position(["coin2"], row=3, right=["move1", "tax1"], options=AFTER)
    assert [note[0] for note in act_and_read_notes(last, "draw left")] == ["draws_schemes", "decks_shuffled"]
    assert (len(last.left_deck), len(last.right_deck)) == (13, 13)
    assert last.to_dict()["hand"][0] == ["coin2"]
