"""Power struggles: the town, the cards, the winner, and the order of actions."""

import pytest

from regnum.core.rules.state import IllegalActionError
from regnum.games.brian_boru.components import COLOURS, TOWN_COLOUR, TOWNS
from tests.support.games.brian_boru import HOMES, act, action_phase, all_but, choices, due_step, game, keys, shown


@pytest.mark.clause("brian_boru.action.tricks")
@pytest.mark.parametrize(("players", "tricks", "struggles"), [(3, 5, 7), (4, 5, 5), (5, 5, 5), (5, 4, 4)])
def test_number_of_power_struggles_in_a_round(players: int, tricks: int, struggles: int) -> None:
    counted: dict[int, int] = {}
    for s in game(players, 7, tricks_with_five=tricks):
        if due_step(s) == "ChooseTown":
            counted[s.round] = counted.get(s.round, 0) + 1
    assert set(counted.values()) == {struggles}


@pytest.mark.clause("brian_boru.action.leftover")
@pytest.mark.parametrize(
    ("hands", "options"),
    [
        (["11 3", "2 6", "13 7"], {}),
        (["11 3", "2 6", "13 7", "17 8"], {}),
        (["11 3", "2 6", "13 7", "17 8", "20 1"], {"tricks_with_five": 4}),
    ],
)
def test_last_card_is_discarded_without_effect(hands: list[str], options: dict[str, object]) -> None:
    s = action_phase(*hands, options=options)
    followers = [hand.split()[0] for hand in hands[1:]]
    notes = act(s, "contest C2", "lead 11", *(f"follow {card}" for card in followers))
    while due_step(s) == "ChooseSecondary":
        notes += act(s, "secondary coins")
    winner = next(note.player for note in notes if note.key == "struggle_won")
    losers = [note.player for note in notes if note.key == "coins" and note.player != winner]
    assert sorted(losers) == [player for player in range(len(hands)) if player != winner]  # once each
    assert s.round == 3
    assert shown(s, "hand") == shown(s, "spent") == [""] * len(hands)


@pytest.mark.clause("brian_boru.action.leftover")
def test_five_players_play_all_cards() -> None:
    s = action_phase("11", "2", "13", "17", "20")
    assert due_step(s) == "ChooseTown"
    assert s.hand_size(0) == 1


def of_colour(colour: str) -> set[str]:
    return {TOWNS[town] for town in range(len(TOWNS)) if COLOURS[TOWN_COLOUR[town]] == colour}


@pytest.mark.clause("brian_boru.action.choose_town")
def test_active_town_is_a_free_one_that_the_leader_can_match() -> None:
    s = action_phase(
        "11 3 5", "2 6 9", "13 7 1", "17 8 10", marker=0, discs=["B4 C2", "D1 L2", "M3", "C1"], vikings="C2"
    )
    assert s.players_to_act == (0,)
    free = {f"contest {town}" for town in of_colour("red") | of_colour("blue")}
    taken = {"contest B4", "contest C2", "contest L2", "contest C1"}  # a Viking disc does not make a town free
    assert set(choices(s)) == free - taken
    for action, key in (("contest C2", "town_taken"), ("contest D1", "town_taken"), ("contest C3", "no_matching_card")):
        with pytest.raises(IllegalActionError) as refused:
            s.submit(action, 0)
        assert refused.value.key == key
    act(s, "contest C4")
    assert shown(s, "active") == "C4"


@pytest.mark.clause("brian_boru.action.choose_town")
@pytest.mark.parametrize(("hand", "colour"), [("2 5 24", "red"), ("3 12 25", "blue"), ("1 7 14", "yellow")])
def test_hand_of_one_colour_offers_only_its_towns(hand: str, colour: str) -> None:
    s = action_phase(hand, "4 6 9", "13 8 11", "17 20 10")
    assert set(choices(s)) == {f"contest {town}" for town in of_colour(colour) - {*HOMES[:4]}}


@pytest.mark.clause("brian_boru.action.choose_town", "brian_boru.action.nobles")
def test_white_card_opens_all_free_towns() -> None:
    s = action_phase("20 3 5", "2 6 9", "13 7 1", "17 8 10")
    assert set(choices(s)) == {f"contest {town}" for town in TOWNS if town not in HOMES[:4]}


@pytest.mark.clause("brian_boru.action.lead")
@pytest.mark.parametrize(("town", "cards"), [("C2", "5 11 20"), ("C7", "3 20"), ("C3", "20")])
def test_leader_plays_the_towns_colour_or_white(town: str, cards: str) -> None:
    s = action_phase("11 3 5 20", "2 6 9 1", "13 7 15 18", "17 8 10 12")
    act(s, f"contest {town}")
    assert choices(s) == [f"lead {card}" for card in cards.split()]
    wrong = next(card for card in ("3", "11") if card not in cards.split())
    with pytest.raises(IllegalActionError) as refused:
        s.submit(f"lead {wrong}", 0)
    assert refused.value.key == "card_does_not_match"
    assert refused.value.clause == "brian_boru.action.lead"
    with pytest.raises(IllegalActionError) as refused:
        s.submit("lead 13", 0)
    assert refused.value.key == "card_not_in_hand"


@pytest.mark.clause("brian_boru.action.follow")
def test_followers_play_any_card_clockwise() -> None:
    s = action_phase("11 3 5", "2 6 9", "13 7 1", "17 8 10", marker=2)
    act(s, "contest C3", "lead 7")
    for player, hand in ((3, "8 10 17"), (0, "3 5 11"), (1, "2 6 9")):
        assert s.players_to_act == (player,)
        assert choices(s) == [f"follow {card}" for card in hand.split()]
        with pytest.raises(IllegalActionError) as refused:
            s.submit("follow 13", player)
        assert refused.value.key == "card_not_in_hand"
        act(s, choices(s)[0])
    assert shown(s, "played") == [3, 2, 7, 8]


@pytest.mark.clause("brian_boru.action.winner", "brian_boru.action.nobles")
@pytest.mark.parametrize(
    ("town", "cards", "winner"),
    [
        ("C2", [11, 2, 8, 5], 0),
        ("C2", [11, 2, 15, 5], 2),
        ("C2", [11, 25, 15, 23], 2),  # higher cards of other colours win nothing
        ("C2", [11, 2, 13, 17], 2),  # white is red here
        ("C7", [12, 24, 13, 17], 2),  # and blue here
        ("C3", [10, 24, 13, 16], 2),  # and yellow here
        ("C2", [24, 20, 22, 21], 0),  # white is no trump: the value decides
        ("C2", [20, 24, 22, 21], 1),
    ],
)
def test_highest_card_in_the_towns_colour_or_white_wins(town: str, cards: list[int], winner: int) -> None:
    rest = [card for card in (1, 3, 4, 6, 7, 9, 14, 18, 19) if card not in cards]
    s = action_phase(*(f"{card} {other}" for card, other in zip(cards, rest, strict=False)))
    notes = act(s, f"contest {town}", f"lead {cards[0]}", *(f"follow {card}" for card in cards[1:]))
    assert [(note.player, note.params["town"]) for note in notes if note.key == "struggle_won"] == [(winner, town)]


@pytest.mark.clause("brian_boru.action.order", "brian_boru.action.main", "brian_boru.action.secondary")
def test_cards_are_carried_out_from_low_to_high() -> None:
    s = action_phase("11 3 5", "2 6 9", "13 7 1", "17 8 10", battle_area=9)
    act(s, "contest C2", "lead 11", "follow 2", "follow 13", "follow 17")
    assert (due_step(s), s.players_to_act) == ("ChooseSecondary", (1,))
    assert choices(s) == ["secondary coins", "secondary raiders"]
    assert keys(act(s, "secondary coins")) == [("coins", 1)]
    assert (due_step(s), s.players_to_act) == ("ChooseSecondary", (0,))
    notes = act(s, "secondary raiders", "pass")
    # 13 has won and acts before 17: its main action, claim and a coin, asks nothing
    assert keys(notes) == [("raiders", 0), ("claim", 2), ("coins", 2)]
    assert (due_step(s), s.players_to_act) == ("ChooseSecondary", (3,))
    assert choices(s) == ["secondary coins", "secondary courtship"]


@pytest.mark.clause("brian_boru.action.secondary")
def test_loser_carries_out_one_secondary_action_of_the_own_card() -> None:
    s = action_phase("11 3 5", "2 6 9", "13 7 1", "17 8 10", battle_area=9)
    act(s, "contest C2", "lead 11", "follow 2", "follow 7", "follow 17")
    with pytest.raises(IllegalActionError) as refused:
        s.submit("secondary church", 1)
    assert refused.value.key == "not_on_card"
    act(s, "secondary raiders")
    assert (s.coins[1], s.raiders[1]) == (3, 2)
    assert shown(s, "discs")[1] == HOMES[1]


@pytest.mark.clause("brian_boru.action.secondary")
def test_only_secondary_action_of_a_white_card_needs_no_choice() -> None:
    s = action_phase("24 3 5", "20 6 9", "13 7 1", "17 8 10")
    act(s, "contest C2", "lead 24", "follow 20", "follow 7", "follow 8")
    notes = act(s, "secondary coins", "secondary raiders")
    assert ("coins", 1) in keys(notes)
    assert s.coins[1] == 3 + 2


@pytest.mark.clause("brian_boru.action.discard")
def test_played_cards_leave_the_game_for_this_round() -> None:
    s = action_phase("11 3 5", "2 6 9", "20 7 1", "17 8 10")
    act(s, "contest C2", "lead 11", "follow 2", "follow 20", "follow 8", "secondary raiders", "secondary raiders")
    act(s, "secondary raiders")
    assert due_step(s) == "ChooseTown"
    assert shown(s, "played") == [None] * 4
    assert shown(s, "active") is None
    assert shown(s, "hand") == ["3 5", "6 9", "1 7", "10 17"]


@pytest.mark.clause("brian_boru.action.next_leader")
def test_winner_leads_the_next_power_struggle() -> None:
    s = action_phase("11 3 5", "2 6 9", "20 7 1", "17 8 10")
    act(s, "contest C2", "lead 11", "follow 2", "follow 20", "follow 8", "secondary raiders", "secondary raiders")
    act(s, "secondary raiders")
    assert shown(s, "marker") == 2
    assert (due_step(s), s.players_to_act) == ("ChooseTown", (2,))


@pytest.mark.clause("brian_boru.action.marker_stays")
@pytest.mark.parametrize(("church", "leader"), [([0, 0, 0, 0], 2), ([1, 1, 0, 0], 2), ([0, 3, 0, 2], 1)])
def test_marker_stays_between_rounds_unless_the_church_moves_it(church: list[int], leader: int) -> None:
    s = action_phase("11 3", "2 6", "20 7", "17 8", church=church)
    act(s, "contest C2", "lead 11", "follow 2", "follow 20", "follow 8", "secondary raiders", "secondary raiders")
    act(s, "secondary raiders")
    if due_step(s) == "BuildMonastery":
        act(s, "pass")
    while due_step(s) == "Draft":
        s.apply(s.legal_actions()[0])
    assert s.round == 3
    assert (due_step(s), s.players_to_act) == ("ChooseTown", (leader,))


@pytest.mark.clause("brian_boru.action.no_winner")
def test_struggle_without_a_matching_card_has_no_winner() -> None:
    s = action_phase("2 5 8", "14 1 4", "11 7 10", "17 15 18", discs=all_but("C7 M1", "C4 C5 C9"), coins=[0, 9, 0, 0])
    assert choices(s) == ["contest C7", "contest M1"]
    act(s, "contest C7")
    assert choices(s) == ["lead 2", "lead 5", "lead 8"]
    assert len(s.observed_by(3).determinized(1).legal_actions(0)) > 0
    notes = act(s, "lead 8", "follow 14", "follow 11", "follow 15")
    assert keys(notes)[-1] == ("struggle_unwon", -1)
    assert s.players_to_act == (0,)
    act(s, "secondary coins", "secondary raiders", "secondary coins")
    # C7 lies at the end of a road from C5 and C9, but it is contested until the struggle is over
    assert choices(s) == ["expand M1", "pass"]
    act(s, "pass", "secondary coins")
    assert shown(s, "marker") == 0
    assert (due_step(s), s.players_to_act) == ("ChooseTown", (0,))
    assert choices(s) == ["contest C7", "contest M1"]


@pytest.mark.clause("brian_boru.action.no_winner")
def test_leader_without_a_match_may_lose_to_a_follower() -> None:
    s = action_phase("2 5 8", "14 1 4", "12 7 10", "17 15 18", discs=all_but("C7"))
    notes = act(s, "contest C7", "lead 8", "follow 14", "follow 12", "follow 15")
    assert keys(notes)[-1] == ("struggle_won", 2)


@pytest.mark.clause("brian_boru.action.no_free_town")
def test_phase_ends_without_a_free_town() -> None:
    s = action_phase("2 5 8", "14 1 4", "12 7 10", "17 15 18", discs=all_but("C7"))
    act(s, "contest C7", "lead 8", "follow 14", "follow 12", "follow 15")
    while due_step(s) == "ChooseSecondary":
        act(s, "secondary coins")
    assert s.free_towns() == 0
    assert s.round == 3  # two cards each were left, and are gone
    assert due_step(s) == "Draft"
