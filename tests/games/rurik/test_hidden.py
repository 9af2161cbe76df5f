"""Hidden information: schemes, agendas, and cards that nobody sees."""

from typing import Any

import pytest

from regnum.games.rurik import GAME
from tests.support.games.rurik import act, act_and_read_notes, position, scheme_position


@pytest.mark.clause("rurik.schemes.secret")
def test_hands_and_drawn_cards_are_secret() -> None:
    state = scheme_position(["move1", "tax1", "coin2"], row=2, hand=[["muster1"], ["attack1", "tax2_loss"]])
    act(state, "draw left")
    owner_view, other_view, spectator_view = (state.observed_by(player).to_dict() for player in (0, 1, None))
    assert owner_view["drawn"] == ["coin2", "tax1"]
    assert other_view["drawn"] == spectator_view["drawn"] == [None, None]
    assert owner_view["hand"] == [["muster1"], ["hidden_1", "hidden_2"]]
    assert other_view["hand"] == [["hidden_1"], ["tax2_loss", "attack1"]]
    assert spectator_view["hand"] == [["hidden_1"], ["hidden_1", "hidden_2"]]
    hands = set()
    for seed in range(40):
        world = state.observed_by(0).determinized(seed).to_dict()
        assert len(world["hand"][1]) == 2
        hands |= set(world["hand"][1])
    assert len(hands) > 15
    assert not hands & {"muster1", "coin2", "tax1"}


@pytest.mark.clause("rurik.schemes.memory")
def test_player_remembers_the_schemes_put_back() -> None:
    state = scheme_position(["move1", "tax1", "coin2", "build1"], row=1)
    act(state, "draw left", "keep_scheme coin2", "put_back build1")
    assert state.observed_by(0).to_dict()["left_deck"] == [None, "build1", "tax1"]
    assert state.observed_by(1).to_dict()["left_deck"] == [None, None, None]
    assert state.observed_by(1).to_dict()["left_known"] == [None, 0, 0]
    for seed in range(10):
        assert state.observed_by(0).determinized(seed).to_dict()["left_deck"][1:] == ["build1", "tax1"]


@pytest.mark.clause("rurik.schemes.memory", "rurik.schemes.reshuffle")
def test_reshuffle_ends_all_memory() -> None:
    """Two cards are due from a deck of one, so everything is shuffled, including the card that the player put back."""
    state = scheme_position(["coin2", "tax1"], row=2, right=["move1"], left_known=[None, 0])
    assert state.observed_by(0).to_dict()["left_deck"] == [None, "tax1"]
    act(state, "draw right")
    assert state.to_dict()["drawn"][0] == "move1"
    assert set(state.left_known + state.right_known) == {-1}
    assert set(state.observed_by(0).to_dict()["left_deck"]) == {None}


@pytest.mark.clause("rurik.setup.agenda", "rurik.agendas.secret")
def test_agendas_are_chosen_at_the_same_time_and_in_secret() -> None:
    state = GAME.new_state(3, 3, leaders="random")
    assert list(state.players_to_act) == [0, 1, 2]
    choices = [[str(action) for action in state.legal_actions(player)] for player in range(3)]
    assert all(len(texts) == 2 for texts in choices)
    assert len({text for texts in choices for text in texts}) == 6
    state.submit(choices[2][1], 2)
    assert list(state.players_to_act) == [0, 1]
    seen = state.observed_by(0).to_dict()
    assert seen["agenda"] == [None, None, None]
    assert len(seen["offered"][0]) == 2
    assert seen["offered"][1:] == [[], []]
    assert state.observed_by(2).to_dict()["agenda"][2] == choices[2][1].split()[1]
    state.submit(choices[0][0], 0)
    state.submit(choices[1][0], 1)
    back = choices[0][1].split()[1]
    for seed in range(20):
        world = state.observed_by(0).determinized(seed).to_dict()
        assert back not in world["agenda"]
        assert world["agenda"][0] == choices[0][0].split()[1]


@pytest.mark.clause("rurik.end.reveal", "rurik.agendas.secret")
def test_agendas_are_shown_at_the_end() -> None:
    options: dict[str, Any] = {"agenda": ["wealthy", "regal"], "agenda_stage": ["chosen", "chosen"], "round": 4}
    options["offered"] = [["wealthy", "capable"], ["regal", "dignified"]]
    state = position(2, [{"step": "ReturnToMap", "player": 0}, {"step": "ClaimPhase"}], coins=[1], **options)
    assert state.observed_by(0).to_dict()["agenda"] == ["wealthy", None]
    assert state.observed_by(0).scores() == [2, 0]
    notes = act_and_read_notes(state, "pass")
    assert notes == [
        ("agenda_met", {"player": 0, "agenda": "wealthy"}),
        ("agenda_missed", {"player": 1, "agenda": "regal"}),
    ]
    assert state.is_terminal
    assert state.observed_by(None).to_dict()["agenda"] == ["wealthy", "regal"]


@pytest.mark.clause("rurik.end.reveal", "rurik.setup.agenda", "rurik.agendas.secret")
def test_agenda_that_went_back_into_the_box_is_never_shown() -> None:
    kept: dict[str, Any] = {"agenda": ["wealthy", "regal"], "agenda_stage": ["chosen", "chosen"]}
    state = position(2, [], round=4, offered=[["wealthy", "capable"], ["regal", "dignified"]], **kept)
    mine = state.observed_by(0).to_dict()
    assert mine["agenda"] == ["wealthy", "regal"]
    assert [set(cards) for cards in mine["offered"]] == [{"wealthy", "capable"}, set()]
    assert state.observed_by(None).to_dict()["offered"] == [[], []]
    boxed = set()
    for seed in range(40):
        world = state.observed_by(0).determinized(seed).to_dict()
        assert world["agenda"] == ["wealthy", "regal"]
        assert "regal" in world["offered"][1]
        boxed |= set(world["offered"][1]) - {"regal"}
    assert len(boxed) == 8, "every agenda but the three that are known"
