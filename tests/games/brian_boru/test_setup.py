"""Components and setup: the contents of the box and the table before the first round."""

from collections import Counter

import pytest

from regnum.core.packed import popcount
from regnum.core.rules.state import IllegalActionError
from regnum.games.brian_boru import GAME
from regnum.games.brian_boru.components import (
    BRIDES,
    CARD_COLOUR,
    CARDS,
    COLOURS,
    FLEETS,
    ICONS,
    MAIN,
    REGION_TOWNS,
    REGIONS,
    ROADS,
    SECONDARY,
    STRENGTH,
    THRESHOLD,
    TOWN_COLOUR,
    TOWN_REGION,
    TOWNS,
    VALUE,
)
from tests.support.games.brian_boru import HOMES, act, action_phase, begin, choices, due_step, game, position, shown

COUNTS = pytest.mark.parametrize("players", [3, 4, 5])


@pytest.mark.clause("brian_boru.setup.players")
def test_three_to_five_players_can_play() -> None:
    for players in (3, 4, 5):
        assert GAME.new_state(players, 1).players == players
    for players in (1, 2, 6):
        with pytest.raises(ValueError, match="3, 4, 5 players"):
            GAME.new_state(players, 1)


@pytest.mark.clause("brian_boru.board.regions")
def test_eight_regions_have_thresholds_and_values() -> None:
    board = {
        "northern_ui_neill": (7, 4, 6),
        "ulaid": (5, 3, 4),
        "breifne": (4, 2, 3),
        "southern_ui_neill": (6, 3, 5),
        "dubhlinn": (3, 2, 2),
        "connaught": (9, 5, 7),
        "leinster": (9, 4, 6),
        "munster": (10, 5, 7),
    }
    rows = zip([popcount(mask) for mask in REGION_TOWNS], THRESHOLD, VALUE, strict=True)
    assert dict(zip(REGIONS, rows, strict=True)) == board


@pytest.mark.clause("brian_boru.board.town_color")
def test_every_town_has_one_of_three_colours() -> None:
    counted = {
        "northern_ui_neill": (3, 2, 2),
        "ulaid": (2, 2, 1),
        "breifne": (1, 2, 1),
        "southern_ui_neill": (2, 2, 2),
        "dubhlinn": (1, 1, 1),
        "connaught": (4, 2, 3),
        "leinster": (1, 4, 4),
        "munster": (4, 3, 3),
    }
    actual = Counter((REGIONS[TOWN_REGION[town]], COLOURS[TOWN_COLOUR[town]]) for town in range(len(TOWNS)))
    assert len(TOWNS) == 53
    assert {region: tuple(actual[region, colour] for colour in COLOURS[:3]) for region in REGIONS} == counted


@pytest.mark.clause("brian_boru.board.roads")
def test_roads_form_nineteen_groups_and_leave_six_towns_alone() -> None:
    groups = """
        N1-N3-B1-B2-C2-C3  N2-N4-N5-N7-U3  N6-B3  U1-U2  U4-U5  B4  S1-S2-S3-S4-S5-S6  D1  D2-L1-L2
        D3-L3-L4-L5-L6-L7-L8-L9  C1  C4-M1  C5-C7-C8-C9  C6  M2-M4  M3  M5-M6  M7  M8-M9-M10
    """
    expected = {frozenset(group.split("-")) for group in groups.split()}
    actual = {
        frozenset(TOWNS[town] for town in range(len(TOWNS)) if group >> town & 1)
        for group in ROADS.groups(ROADS.everywhere)
    }
    assert actual == expected
    assert len(actual) == 19
    assert sum(neighbours.bit_count() for neighbours in ROADS.neighbours) == 2 * 36


@pytest.mark.clause("brian_boru.board.roads", "brian_boru.icons.expand")
def test_town_without_a_road_cannot_be_expanded_from() -> None:
    s = action_phase("11 3 5", "2 6 9", "13 7 1", "17 8 10", coins=[9, 9, 9, 9], discs=["B4", "D1 C6", "M3 M7", "C1"])
    act(s, "contest C2", "lead 11", "follow 2", "follow 13", "follow 17")
    act(s, "secondary coins")  # player 1, with more than enough coins
    assert due_step(s) == "ChooseSecondary"
    assert s.players_to_act == (0,)


@pytest.mark.clause("brian_boru.cards.colors")
def test_cards_come_in_four_kinds() -> None:
    kinds = {
        "red": [2, 5, 8, 11, 15, 18, 24],
        "blue": [3, 6, 9, 12, 16, 19, 25],
        "yellow": [1, 4, 7, 10, 14, 17, 23],
        "white": [13, 20, 21, 22],
    }
    actual = {colour: [CARDS[c] for c in range(25) if COLOURS[CARD_COLOUR[c]] == colour] for colour in COLOURS}
    assert actual == kinds


@pytest.mark.clause("brian_boru.cards.value")
def test_each_value_from_1_to_25_is_there_once() -> None:
    assert sorted(CARDS) == list(range(1, 26))


OWN_KIND = {"red": "viking", "blue": "church", "yellow": "courtship"}
MAIN_ACTIONS = {
    "own own coin": [1, 2, 3],
    "own own": [4, 5, 6],
    "own coin": [7, 8, 9],
    "coin coin": [10, 11, 12],
    "coin": [13],
    "": [14, 15, 16, 20],
    "pay_coin": [17, 18, 19, 21],
    "pay_coin pay_coin": [22, 23, 24, 25],
}
COINS_OF_THE_LOSER = {
    3: [1, 2, 3, 4, 6],
    2: [5, 7, 8, 9, 10, 11, 12, 13, 20, 21, 22],
    1: [14, 15, 16, 17, 18, 19, 23, 24, 25],
}


@pytest.mark.clause("brian_boru.cards.actions", "brian_boru.icons.claim")
def test_every_main_action_claims_the_town_first() -> None:
    expected: dict[int, list[str]] = {}
    for icons, cards in MAIN_ACTIONS.items():
        for card in cards:
            own = OWN_KIND.get(COLOURS[CARD_COLOUR[card - 1]], "")
            expected[card] = ["claim_town", *icons.replace("own", own).split()]
    assert {CARDS[card]: [ICONS[icon] for icon in MAIN[card]] for card in range(25)} == expected


@pytest.mark.clause("brian_boru.cards.actions")
def test_loser_has_coins_and_expansion_or_more_of_the_cards_kind() -> None:
    for coins, cards in COINS_OF_THE_LOSER.items():
        for value in cards:
            ways = [[ICONS[icon] for icon in way] for way in SECONDARY[value - 1]]
            kind = OWN_KIND.get(COLOURS[CARD_COLOUR[value - 1]], "")
            expected = [["coin"] * coins + ["expand"]]
            if kind:
                expected.append([kind] * (3 if value > 13 else 2))
            elif value == 13:
                expected.append(["remove_viking", "pay_coin"])
            assert ways == expected, value


@pytest.mark.clause("brian_boru.setup.supply")
@COUNTS
def test_coins_monasteries_raiders_and_viking_discs_begin_in_the_supply(players: int) -> None:
    s = GAME.new_state(players, 1).to_dict()
    assert s["monasteries"] == s["vikings"] == []
    assert s["raiders"] == s["church"] == [0] * players
    assert s["battle_area"] == 0


@pytest.mark.clause("brian_boru.setup.unlimited")
def test_pieces_never_run_out() -> None:
    mine = " ".join(TOWNS[:27])  # more than the 25 discs of a colour
    s = action_phase(
        "11 3 5",
        "2 6 9",
        "13 7 1",
        "17 8 10",
        discs=[mine, "L1", "M3", "C6"],
        monasteries=" ".join(TOWNS[:16]),
        coins=[99, 0, 0, 0],
        renown=[30, 9, 9, 9],
    )
    act(s, "contest L4", "lead 11", "follow 2", "follow 7", "follow 10", "secondary raiders", "secondary courtship")
    act(s, "secondary courtship")
    assert popcount(s.discs[0]) == 28
    assert s.coins[0] == 101
    s = position(
        "BuildMonastery player=0 paid=false",
        "SecondReward",
        "Regions",
        "Round",
        discs=[mine, "L1", "M3", "C6"],
        monasteries=" ".join(TOWNS[:16]),
    )
    act(s, f"monastery {TOWNS[16]}")
    assert popcount(s.monasteries) == 17


@pytest.mark.clause("brian_boru.setup.discs")
@COUNTS
def test_players_have_separate_discs(players: int) -> None:
    s = begin(players)
    assert [popcount(mask) for mask in s.discs] == [1] * players
    assert popcount(s.occupied_towns()) == players


@pytest.mark.clause("brian_boru.setup.coins_renown", "brian_boru.setup.tracks", "brian_boru.setup.region_tokens")
@COUNTS
def test_players_start_equally(players: int) -> None:
    s = GAME.new_state(players, 1).to_dict()
    assert s["coins"] == [3] * players
    assert s["renown"] == [1] * players
    assert s["points"] == [10] * players
    assert s["track"] == [0] * players
    assert s["open"] == []
    assert s["owner"] == [None] * 8


@pytest.mark.clause("brian_boru.setup.princess", "brian_boru.setup.marriage_deck")
@pytest.mark.parametrize(("players", "above"), [(3, 2), (4, 3), (5, 3)])
def test_ordinary_marriage_cards_lie_on_the_princess(players: int, above: int) -> None:
    assert len(BRIDES) == 8
    seen: set[tuple[str, ...]] = set()
    for seed in range(200):
        *ordinary, last = GAME.new_state(players, seed).to_dict()["brides"]
        assert last == "estrid"
        assert len(set(ordinary)) == len(ordinary) == above
        seen.add(tuple(ordinary))
    firsts = {ordinary[0] for ordinary in seen}
    assert firsts == {"aodhan", "aoife", "brigid", "conall", "cormac", "niall", "orlaith"}


@pytest.mark.clause("brian_boru.setup.viking_deck")
def test_seven_viking_cards_are_shuffled() -> None:
    assert sorted(STRENGTH) == [9, 10, 11, 12, 12, 13, 14]
    decks = {tuple(GAME.new_state(4, seed).to_dict()["fleets"]) for seed in range(50)}
    assert all(sorted(deck) == sorted(FLEETS) for deck in decks)
    assert len(decks) > 45


@pytest.mark.clause("brian_boru.setup.first_player")
@COUNTS
def test_first_player_is_drawn_or_named(players: int) -> None:
    drawn = Counter(GAME.new_state(players, seed).players_to_act[0] for seed in range(100))
    assert sorted(drawn) == list(range(players))
    assert min(drawn.values()) > 8
    for seat in range(1, players + 1):
        s = GAME.new_state(players, 5, first_player=seat)
        assert s.players_to_act == (seat - 1,)
        assert s.to_dict()["marker"] == seat - 1
    with pytest.raises(ValueError, match="first_player"):
        GAME.new_state(players, 5, first_player=players + 1)


@pytest.mark.clause("brian_boru.setup.first_towns")
@COUNTS
def test_first_towns_are_chosen_clockwise_in_empty_regions(players: int) -> None:
    s = position(
        "FirstTown player=1",
        *(f"FirstTown player={(1 + n) % players}" for n in range(1, players)),
        "Round",
        players=players,
        round=0,
        marker=1,
        discs=[""] * players,
    )
    assert len(choices(s)) == 53
    for number in range(players):
        assert s.players_to_act == ((1 + number) % players,)
        act(s, f"settle {HOMES[number]}")
    assert shown(s, "discs")[1] == HOMES[0]
    assert shown(s, "discs")[0] == HOMES[players - 1]
    assert due_step(s) == "Draft"


@pytest.mark.clause("brian_boru.setup.first_towns")
def test_region_with_a_disc_is_closed_to_the_others() -> None:
    s = GAME.new_state(5, 1)
    s.submit("settle C1", s.players_to_act[0])
    assert not [text for text in map(str, s.legal_actions()) if text.startswith("settle C")]
    with pytest.raises(IllegalActionError) as refused:
        s.submit("settle C9", s.players_to_act[0])
    assert refused.value.key == "region_taken"
    assert refused.value.clause == "brian_boru.setup.first_towns"


@pytest.mark.parametrize("players", [3, 5])
def test_action_of_another_moment_is_refused_as_not_now(players: int) -> None:
    steps: set[str] = set()
    for s in game(players, 8):
        if s.is_terminal or due_step(s) == "AnswerPrincess":
            continue
        with pytest.raises(IllegalActionError) as refused:
            s.submit("princess spurn", s.players_to_act[0])
        assert (refused.value.key, refused.value.clause) == ("not_now", s.stack[-1].CLAUSE)
        steps.add(due_step(s))
    assert {"FirstTown", "Draft", "ChooseTown", "Lead", "Follow", "ChooseSecondary"} <= steps
