"""Boundary values: first and last players, cards and brides; constants, and ranges of steps and fields."""

import pytest

from regnum.core.packed import packed
from regnum.core.rules.step import Decision
from regnum.games.brian_boru import GAME
from regnum.games.brian_boru import components as box
from regnum.games.brian_boru.marriage import PACT, SPURN, TRADE
from regnum.games.brian_boru.state import LATER, WAITING
from tests.support.games.brian_boru import act, action_phase, begin, choices, description, due_step, upkeep


@pytest.mark.clause("brian_boru.draft.look")
def test_first_seat_remembers_the_passed_cards_like_all_others() -> None:
    s = begin(3)
    while s.stage == 0:
        s.apply(s.legal_actions()[0], s.players_to_act[0])
    for player in range(3):
        seen = s.observed_by(player).to_dict()["slot"]
        assert (
            sum(code != 63 for code in seen) == 8 + 6
        )  # the own packet, and the next without the two cards taken from it


@pytest.mark.clause("brian_boru.setup.princess")
@pytest.mark.parametrize("first", ["aodhan", "aoife"])
def test_revealed_bride_stays_the_same(first: str) -> None:
    s = upkeep("Church", brides=[first, "conall", "cormac", "estrid"], round=1)
    brides = s.observed_by(1).determinized(3).to_dict()["brides"]
    assert (brides[:2], brides[3]) == ([first, "conall"], "estrid")


@pytest.mark.clause("brian_boru.action.tricks")
@pytest.mark.parametrize("lowest", [1, 2])
def test_power_struggle_with_card_1_is_counted_once(lowest: int) -> None:
    s = action_phase("11 3 5", f"{lowest} 6 9", "20 7 12", "17 8 10")
    which = s.struggle()
    act(s, "contest C2", "lead 11", f"follow {lowest}", "follow 20", "follow 8")
    assert due_step(s) == "ChooseSecondary"  # all have played, and their cards are being carried out
    assert s.struggle() == which
    while due_step(s) == "ChooseSecondary":
        act(s, choices(s)[0])
    assert s.struggle() == which + 1


def test_constants_cover_all_player_counts() -> None:
    assert list(box.ROUNDS) == [0, 0, 0, 3, 4, 4]
    assert list(box.DEALT) == [0, 0, 0, 8, 6, 5]
    assert list(box.TRICKS) == [0, 0, 0, 7, 5, 5]
    assert (box.KEEP, list(box.STAGES)) == (2, [0, 0, 0, 4, 3, 3])
    assert box.PRESENCE == [0, 0, 0, 1, 1, 3, 5, 7, 10]
    assert (box.EXTRA_COST, box.EXPAND_COST, box.MISSING_COIN, box.THIRD_REWARD, box.MONASTERY_WEIGHT) == (
        2,
        5,
        2,
        4,
        2,
    )
    assert (box.MOST_COINS_POINTS, box.MARKER_POINTS, box.SPURN_POINTS, box.TRACK_TOP) == (1, 1, 4, 9)


def test_numbered_components_have_their_names() -> None:
    icons = [box.CLAIM, box.COIN, box.PAY, box.CHURCH, box.RAIDER, box.COURTSHIP, box.EXPAND, box.REMOVE_VIKING]
    assert [*icons, box.RENOWN] == list(range(len(box.ICONS)))
    assert [box.ICONS[icon] for icon in (box.PAY, box.RAIDER, box.REMOVE_VIKING)] == [
        "pay_coin",
        "viking",
        "remove_viking",
    ]
    assert [box.COLOURS[colour] for colour in (box.RED, box.BLUE, box.YELLOW, box.WHITE)] == box.COLOURS
    assert [box.PRINCESS_CHOICES[answer] for answer in (PACT, TRADE, SPURN)] == ["pact", "trade", "spurn"]
    assert box.BRIDES[box.PRINCESS] == "estrid"


def test_cards_and_towns_have_one_colour() -> None:
    assert sum(box.COLOUR_CARDS) == (1 << 25) - 1
    assert sum(box.COLOUR_TOWNS) == sum(box.REGION_TOWNS) == box.ALL_TOWNS == (1 << len(box.TOWNS)) - 1
    for colour in (box.RED, box.BLUE, box.YELLOW):
        assert box.MATCHING[colour] == box.COLOUR_CARDS[colour] | box.COLOUR_CARDS[box.WHITE]
    assert len(box.MATCHING) == len(box.COLOUR_TOWNS) == 3


def test_option_accepts_its_values_only() -> None:
    assert {option.name: (option.values, option.players, option.asked_first) for option in GAME.options} == {
        "threshold": (("at_least", "more_than"), (), False),
        "tricks_with_five": ((5, 4), (5,), False),
        "raiders_compared": (("held", "this_round"), (), False),
        "viking_majority": (("players", "nobody"), (), False),
        "first_player": (("random", 1, 2, 3, 4, 5), (), False),
        "active_town": (("closed", "open"), (), False),
    }


def test_step_parameters_have_ranges() -> None:
    ranges = {name: step.RANGES for name, step in GAME.steps.items() if step.RANGES}
    assert ranges == {"FallBack": {"start": range(10)}, "DowryTown": {"region": range(8)}}
    assert {name: step.FLAGS for name, step in GAME.steps.items() if step.FLAGS} == {"BuildMonastery": ("paid",)}
    seats = {name: step.SEATS for name, step in GAME.steps.items() if step.SEATS != ("player",)}
    assert seats == {"LoseTown": ("player", "loser")}
    deciding = {name: step for name, step in GAME.steps.items() if issubclass(step, Decision)}
    more = {"MoreDiscs", "MoreRaiders", "MoreSteps", "Expand", "DriveOff"}
    assert {name for name, step in deciding.items() if step.OPTIONAL} == {
        *more, "DowryTown", "GrantedTown", "BuildMonastery",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("field", "low", "high"), [("round", 0, 4), ("stage", -1, 4), ("to_keep", 0, 2), ("slot", 0, 63), ("track", 0, 9)]
)
def test_counts_are_bounded(field: str, low: int, high: int) -> None:
    data = description("Battle", "Church", "Regions", "Round", round=2)
    for value, wrong in ((low, False), (high, False), (low - 1, True), (high + 1, True)):
        changed = {**data, field: [*data[field][:-1], value] if isinstance(data[field], list) else value}
        text = ""
        try:
            GAME.state_from_dict(changed)
        except ValueError as error:
            text = str(error)
        assert (f": {value} is not" in text) == wrong, (value, text)


def test_parsed_state_has_fields_of_the_same_types() -> None:
    s = begin(4)
    read = GAME.state_from_dict(s.to_dict())
    for name in s.FIELDS:
        assert type(getattr(read, name)) is type(getattr(s, name)), name


@pytest.mark.clause("brian_boru.draft.look")
def test_passed_cards_are_known_but_not_their_place() -> None:
    s = begin(4)
    while s.stage == 0:
        s.apply(s.legal_actions()[0], s.players_to_act[0])
    passed = [card for card, code in enumerate(s.slot) if code >> 3 == 0 and code & 7 == WAITING]
    kept = [card for card, code in enumerate(s.slot) if code == 0]
    assert (len(passed), len(kept)) == (4, 2)
    seen = s.observed_by(0).to_dict()
    assert [seen["slot"][card] for card in passed] == [0 * 8 + LATER] * 4
    assert [seen["slot"][card] for card in kept] == [0, 0]
    before = s.packet_before(0)
    assert [bool(cards) for cards in seen["packet"]] == [packet == before for packet in range(4)]


@pytest.mark.clause("brian_boru.action.discard_closed")
def test_hands_are_empty_between_rounds() -> None:
    s = upkeep("Church", church=[4, 0, 0, 0])
    assert due_step(s) == "BuildMonastery"
    assert [s.hand_size(player) for player in range(4)] == [0] * 4


@pytest.mark.clause("brian_boru.action.winner", "brian_boru.action.no_winner")
@pytest.mark.parametrize(
    ("played", "winner"),
    [([-1, -1, -1], -1), ([0, -1, -1], 0), ([-1, -1, 0], 2), ([0, 22, 24], 1), ([22, 0, 1], 0), ([24, -1, 1], -1)],
)
def test_highest_matching_card_wins_even_if_lowest(played: list[int], winner: int) -> None:
    s = begin(3)
    s.active = next(town for town in range(len(box.TOWNS)) if box.MATCHING[box.TOWN_COLOUR[town]] & 1)
    s.played = packed(played)
    assert [card for card in (0, 1, 22, 24) if box.MATCHING[box.TOWN_COLOUR[s.active]] >> card & 1] == [0, 22]
    assert s.winner() == winner
