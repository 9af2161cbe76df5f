"""Hidden information: decks, draft cards, and what a leader reveals."""

import pytest

from regnum.games.brian_boru import GAME
from regnum.games.brian_boru.state import BrianBoruState
from tests.support.games.brian_boru import act, action_phase, all_but, choices, due_step, game

COUNTS = pytest.mark.parametrize("players", [3, 4, 5])


@pytest.mark.clause("brian_boru.setup.marriage_deck", "brian_boru.setup.viking_deck")
def test_decks_are_hidden_from_everybody() -> None:
    s = GAME.new_state(4, 1)
    for player in (None, 0, 1, 2, 3):
        seen = s.observed_by(player).to_dict()
        assert seen["fleets"] == [None] * 7
        assert seen["brides"] == [None, None, None, "estrid"]


@pytest.mark.clause("brian_boru.draft.undealt")
@pytest.mark.parametrize("players", [3, 4])
def test_remaining_card_is_hidden_from_everybody(players: int) -> None:
    for s in game(players, 4):
        if s.stage < 0:
            continue
        over = [card for card in range(25) if s.slot[card] == 63]
        assert len(over) == 1
        for player in range(players):
            seen = s.observed_by(player)
            assert isinstance(seen, BrianBoruState)
            unseen = [c for c in range(25) if seen.slot[c] == 63 and not any(m >> c & 1 for m in seen.spent)]
            assert over[0] in unseen
            if s.stage == 0:
                assert len(unseen) == 25 - {3: 8, 4: 6}[players]


@pytest.mark.clause("brian_boru.draft.look")
@COUNTS
def test_player_sees_their_kept_cards(players: int) -> None:
    looked = 0
    for s in game(players, 6):
        for player in range(players):
            seen = s.observed_by(player).to_dict()
            assert seen["hand"][player] == s.to_dict()["hand"][player]
            looked += bool(seen["hand"][player])
            for other in range(players):
                if other != player:
                    assert seen["hand"][other] == []
        if s.round == 2 and due_step(s) == "ChooseTown":
            break
    assert looked > 100


@pytest.mark.clause("brian_boru.action.lead")
def test_leader_is_known_to_hold_a_matching_card() -> None:
    s = action_phase("11 3 5", "2 6 9", "13 7 1", "17 8 10")
    act(s, "contest C2")
    for seed in range(20):
        world = s.observed_by(1).determinized(seed)
        cards = {action.params["card"] for action in world.legal_actions(0)}
        assert cards
        assert cards <= {2, 5, 8, 11, 15, 18, 24, 13, 20, 21, 22}


@pytest.mark.clause("brian_boru.action.no_winner")
@pytest.mark.parametrize("observer", [None, 0, 1, 2, 3])
def test_colours_that_a_leader_lacks_are_remembered(observer: int | None) -> None:
    s = action_phase("1 3 4 6", "2 7 10 14", "11 13 15 9", "18 21 22 12", discs=all_but("N1 N2"))
    act(s, "contest N1", "lead 1")
    assert s.to_dict()["lacks"] == [["red", "white"], [], [], []]
    act(s, "follow 2", "follow 9", "follow 12")
    while due_step(s) != "ChooseTown":
        act(s, choices(s)[-1])
    act(s, "contest N2", "lead 7")
    assert s.to_dict()["lacks"] == [["red", "white"], ["red", "white"], [], []]
    seen = s.observed_by(observer)
    assert isinstance(seen, BrianBoruState)
    assert list(seen.lacks) == list(s.lacks)
    worlds = [seen.determinized(seed) for seed in range(50)]
    for world in worlds:
        assert world.position_errors() == []
        assert world.observed_by(observer) == seen
    assert len(set(worlds)) > 40
    while s.round == 2:
        s.apply(s.legal_actions()[0])
    assert list(s.lacks) == [0] * 4


@pytest.mark.clause("brian_boru.action.discard_closed")
def test_discarded_cards_are_forgotten_after_the_round() -> None:
    s = action_phase("11 3", "2 6", "20 7", "17 8")
    act(s, "contest C2", "lead 11", "follow 2", "follow 20", "follow 8", "secondary raiders", "secondary raiders")
    act(s, "secondary raiders")
    assert s.round == 3
    for player in (None, 0, 1, 2, 3):
        seen = s.observed_by(player)
        assert isinstance(seen, BrianBoruState)
        assert list(seen.spent) == [0] * 4
        mine = seen.packet[player] if player is not None else 0
        # of all 25 cards, one knows the six of the new packet and nothing of the others
        assert [seen.slot[card] != 63 for card in range(25)] == [bool(mine >> card & 1) for card in range(25)]
