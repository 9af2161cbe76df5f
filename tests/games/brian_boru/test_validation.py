"""Impossible positions: every error is found and named, also several at once."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from regnum.core.rules.step import Decision, Event, Simultaneous
from regnum.games.brian_boru import GAME
from regnum.games.brian_boru.components import TOWNS
from regnum.games.brian_boru.state import BrianBoruState
from tests.support.games.brian_boru import REST, act, action_phase, begin, description, game, step, table

DRAFT = ["Draft", "Trick", "Upkeep", "Round"]
STRUGGLE = ["Trick", "Upkeep", "Round"]
DECK = "brides: not 4 different marriage cards, the Danish Princess the last"
LAST = ["Regions", "Round"]


def errors_of(data: dict[str, Any]) -> list[str]:
    """Return the errors that are found in a description."""
    with pytest.raises(ValueError) as refused:  # noqa: PT011
        GAME.state_from_dict(data)
    return str(refused.value).split("; ")


def change_fields(data: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """Change fields; a dict of indices changes entries of a list."""
    for name, value in fields.items():
        if isinstance(value, dict):
            for at, item in value.items():
                data[name][at] = item
        else:
            data[name] = value
    return data


def upkeep(**fields: Any) -> dict[str, Any]:
    return description(*REST, **fields)


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"discs": ["B4", "D1 C2", "M3", "C1 C2"]}, "discs[3]: C2 is in another place, too"),
        ({"vikings": "C2", "round": 2}, "vikings: C2 has no disc that one could lie on"),
        ({"monasteries": "L9", "round": 2}, "monasteries: L9 was never anybody's"),
        ({"discs": ["B4", "", "M3", "C1"]}, "discs[1]: player 1 has 0 towns"),
        ({"track": [0, 4, 0, 4]}, "track[3]: player 1 is on space 4 too"),
        ({"owner": [None, 2, *[None] * 6]}, "owner[1]: the token of ulaid is face down, so nobody owns it"),
        ({"marker": None}, "marker: nobody has the town marker"),
        ({"round": 0, "bride": None}, "round: 0 does not go with the steps to come, which belong to rounds 1 to 4"),
        ({"fleets": ["9"] * 7}, "fleets: not each of the seven Viking cards once"),
        ({"fleets": [None] * 7}, "fleets: not each of the seven Viking cards once"),
        ({"brides": ["aoife", "brigid", "estrid"]}, DECK),
        ({"brides": ["aoife", "brigid", "brigid", "estrid"]}, DECK),
        ({"brides": ["aoife", None, "brigid", "estrid"]}, DECK),
        ({"brides": ["aoife", "brigid", "estrid", "conall"]}, DECK),
        ({"bride": "brigid"}, "bride: aoife is at stake now"),
        ({"bride": None}, "bride: aoife is at stake now"),
        ({"wed": ["", "aoife", "", ""]}, "wed[1]: aoife has not been won yet"),
        ({"wed": ["", "", "niall", ""]}, "wed[2]: niall has not been won yet"),
        ({"wed": ["aoife", "", "aoife", ""], "round": 2}, "wed[2]: aoife is in another place, too"),
        ({"pact": 1}, "pact: player 1 has not married the Danish Princess"),
        ({"trade": 2}, "trade: player 2 has not married the Danish Princess"),
        ({"raiders": [5, 3, 2, 0]}, "raiders: 10 with those in the battle area, but only 9 have come"),
        (
            {"raiders": [5, 3, 0, 0], "battle_area": 2},
            "raiders: 10 with those in the battle area, but only 9 have come",
        ),
        ({"raiders": [5, 3, 0, 0]}, "raiders: 8 with those in the battle area, but 9 have come"),
        ({"raiders": [5, 4, 0, 0], "kept": [0, 3, 0, 0]}, "kept: 3, but only 0 have come before this round"),
        ({"round": 2, "raiders": [2, 0, 0, 0], "kept": [3, 0, 0, 0]}, "kept[0]: 3 of 2 raiders"),
        ({"round": 2, "battle_area": 11}, "battle_area: 11 raiders of a fleet of 10"),
        ({"vikings": "C1"}, "vikings: not as it was set up, which is how it still is at this point"),
        ({"monasteries": "C1"}, "monasteries: not as it was set up, which is how it still is at this point"),
        ({"open": "munster"}, "open: not as it was set up, which is how it still is at this point"),
        ({"active": "C2"}, "active: nobody has action cards now"),
        ({"stage": 3}, "stage: nobody has action cards now"),
        ({"hand": ["11", "", "", ""]}, "hand: nobody has action cards now"),
        ({"to_keep": [0, 0, 2, 0]}, "to_keep: nobody has action cards now"),
        ({"lacks": [["red", "white"], [], [], []]}, "lacks: nobody has action cards now"),
    ],
)
def test_position_before_upkeep_is_refused(fields: dict[str, Any], error: str) -> None:
    assert GAME.state_from_dict(upkeep()).stack
    errors = errors_of(upkeep(**fields))
    assert len(errors) == 1
    assert errors[0].startswith(error)


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"pact": 1, "trade": 1}, "trade: the Danish Princess brings a military pact or trade, not both"),
        ({"trade": 0}, "trade: player 0 has not married the Danish Princess"),
        ({}, "wed[1]: the Danish Princess brought neither a pact nor trade"),
        ({"pact": 1, "battle_area": 1}, "battle_area: 1 raiders, but no fleet is there now"),
        ({"pact": 1, "bride": "estrid"}, "bride: no card is at stake now"),
    ],
)
def test_position_at_the_end_of_upkeep_is_refused(fields: dict[str, Any], error: str) -> None:
    last: dict[str, Any] = {"round": 4, "wed": ["", "estrid", "", ""]}
    assert GAME.state_from_dict(description(*LAST, **last, pact=1)).is_terminal
    assert error in errors_of(description(*LAST, **last, **fields))


@pytest.mark.parametrize(
    ("steps", "fields", "error"),
    [
        (["Battle", "Round"], {}, "stack[1]: Round() comes right after Battle(), not Church"),
        (["Church", "Battle", "Regions", "Round"], {}, "stack[1]: Battle() comes right after Church(), not Regions"),
        (["Setup", "Round"], {}, "stack[1]: Round() comes right after Setup(), not nothing"),
        (["Preparation", *STRUGGLE], {}, "stack[1]: Trick() comes right after Preparation(), not Deal"),
        ([], {}, "round: 1 does not go with the steps to come, which belong to rounds 4 to 4"),
        (["FinalScoring"], {}, "round: 1 does not go with the steps to come, which belong to rounds 4 to 4"),
        (["Preparation", "Deal", "Upkeep", "Round"], {"round": 4}, "round: 4 does not go with the steps to come"),
        (
            ["FirstTown player=0", "Round"],
            {},
            "round: 1 does not go with the steps to come, which belong to rounds 0 to 0",
        ),
        (
            ["BuildMonastery player=0 paid=true", "SecondReward", *LAST],
            {"church": [4, 0, 0, 0]},
            "stack[1]: SecondReward() comes right after BuildMonastery(player=0, paid=True), not Regions or ",
        ),
        (
            ["BuildMonastery player=0 paid=false", *LAST],
            {},
            "stack[1]: Regions() comes right after BuildMonastery(player=0, paid=False), not SecondReward",
        ),
        (
            ["BuildMonastery player=0 paid=true", "BuildMonastery player=0 paid=true", *LAST],
            {"church": [4, 0, 0, 0]},
            "stack[1]: BuildMonastery(player=0, paid=True) comes right after BuildMonastery(player=0, paid=True), not ",
        ),
        (
            ["BuildMonastery player=0 paid=true", *LAST],
            {"church": [3, 0, 0, 0]},
            "player 0 has not 4 discs in the church area",
        ),
        (
            ["BuildMonastery player=1 paid=false", "SecondReward", *LAST],
            {},
            "player 1 has the marker and the discs back first",
        ),
        (
            ["DowryTown player=1 region=8", "BackToStart player=1", *REST[1:]],
            {},
            "stack[0].region: 8 is not from 0 to 7",
        ),
        (
            ["DowryTown player=1 region=-1", "BackToStart player=1", *REST[1:]],
            {},
            "stack[0].region: -1 is not from 0 to 7",
        ),
        (
            ["DowryTown player=1 region=5", "BackToStart player=1", *REST[1:]],
            {},
            "player 1 has not just won this dowry",
        ),
        (
            ["LoseTown player=0 loser=4", "Spoils", *REST[2:]],
            {"battle_area": 1},
            "stack[0].loser: 4 is not from 0 to 3",
        ),
        (["LoseTown player=0 loser=0", "Spoils", *REST[2:]], {"round": 2}, "no raiders are left in the battle area"),
        (
            ["LoseTown player=1 loser=1", "Spoils", *REST[2:]],
            {"battle_area": 1, "raiders": [0, 1, 1, 1]},
            "player 1 has not the fewest",
        ),
        (
            ["LoseTown player=2 loser=0", "Spoils", *REST[2:]],
            {"battle_area": 1, "raiders": [0, 2, 1, 1]},
            "it is not for player 2",
        ),
        (
            ["LoseTown player=1 loser=2", "Spoils", *REST[2:]],
            {"battle_area": 1, "raiders": [1, 2, 0, 1]},
            "player 2 has not several towns to lose",
        ),
        (
            ["LoseTown player=1 loser=0", "Spoils", *REST[2:]],
            {"battle_area": 1, "raiders": [0, 2, 2, 1]},
            "it is not for player 1",
        ),
        (
            ["AnswerPrincess player=1", "BackToStart player=1", *REST[1:]],
            {"round": 4},
            "AnswerPrincess(player=1): player 1 has not married the Danish Princess",
        ),
        (
            ["AnswerPrincess player=1", "BackToStart player=1", *REST[1:]],
            {"round": 4, "wed": ["", "estrid", "", ""], "pact": 1},
            "AnswerPrincess(player=1): player 1 has answered the Danish Princess already",
        ),
    ],
)
def test_unfitting_steps_are_refused(steps: list[str], fields: dict[str, Any], error: str) -> None:
    errors = errors_of(description(*steps, **fields))
    assert any(error in line for line in errors), errors


def test_number_for_a_flag_is_refused() -> None:
    data = description("BuildMonastery player=0 paid=5", *LAST, church=[4, 0, 0, 0])
    with pytest.raises((ValueError, TypeError), match=r"paid: 5 is neither true nor false|bool object expected"):
        GAME.state_from_dict(data)


def settling() -> dict[str, Any]:
    steps = ["FirstTown player=2", "FirstTown player=3", "Round"]
    return description(*steps, round=0, discs=["B4", "D1", "", ""])


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"marker": 1}, "stack: first towns are chosen clockwise from the town marker"),
        ({"discs": [["B4"], ["D1"], [], ["M1"]]}, "discs[3]: player 3 has 1 towns"),
        ({"discs": [["B4"], ["D1", "L1"], [], []]}, "discs[1]: player 1 has 2 towns"),
        ({"discs": [["B4"], ["B1"], [], []]}, "discs: two first towns in breifne"),
    ],
)
def test_impossible_setup_is_refused(fields: dict[str, Any], error: str) -> None:
    assert GAME.state_from_dict(settling()).players_to_act == (2,)
    assert errors_of(change_fields(settling(), **fields)) == [error]


def test_table_is_empty_before_the_setup() -> None:
    data = GAME.blank_state(4, 1, GAME.read_setup(4, 1, {})).to_dict()
    data["stack"] = [step("Setup")]
    assert data["marker"] is data["bride"] is data["active"] is None
    assert GAME.state_from_dict(data).players_to_act != ()
    errors = errors_of(change_fields(data, round=1, coins=[9, 3, 3, 3], discs=[["C1"], [], [], []]))
    assert errors == [f"{name}: not as it is before the setup" for name in ("round", "coins", "discs")]


def drafting() -> dict[str, Any]:
    """Return a draft in its second stage: player 0 has kept one card, the others none."""
    s = begin(4)
    for player in range(4):
        for _ in range(2):
            s.submit(s.legal_actions(player)[0], player)
    s.submit(s.legal_actions(0)[0], 0)
    return s.to_dict()


def test_cards_of_the_draft_must_be_in_their_places() -> None:
    data = drafting()
    assert GAME.state_from_dict(data).to_dict() == data
    card = data["packet"][2][0]
    slot = data["slot"][card - 1]
    for fields, errors in (
        ({"hand": {0: [*data["hand"][0], card]}}, [f"slot[{card - 1}]: card {card} is not there, or elsewhere, too"]),
        (
            {"packet": {2: data["packet"][2][1:]}},
            [f"slot[{card - 1}]: card {card} is not there, or elsewhere, too"],
        ),
        ({"to_keep": {0: 2}}, ["slot: the cards of packet 3 are not as they were taken up to stage 1"]),
        ({"stage": 2}, ["stage: 2 does not go with the steps to come, it is from 0 to 1"]),
        ({"slot": {card - 1: slot + 1}}, ["slot: the cards of packet 2 are not as they were taken up to stage 1"]),
        (
            {"slot": {card - 1: 40}},
            ["slot: the cards of packet 2 are not as they were taken up to stage 1", "slot: the cards of packet 5 are"],
        ),
        ({"slot": {card - 1: slot - 5}}, ["slot: the cards of packet 2 are not as they were taken up to stage 1"]),
        ({"slot": {card - 1: 63}}, ["slot: the cards of packet 2 are not as they were taken up to stage 1"]),
        ({"played": {1: card}}, ["played[1]: player 1 has not played a card"]),
        (
            {"spent": {1: data["hand"][1], 2: []}, "hand": {1: []}},
            ["spent: nobody plays a card before the draft is over"],
        ),
    ):
        text = "; ".join(errors_of(change_fields(drafting(), **fields)))
        assert all(error in text for error in errors), fields


@pytest.mark.parametrize("field", ["points", "coins", "renown", "track", "church", "raiders"])
def test_position_before_the_first_draft_is_as_set_up(field: str) -> None:
    data = begin(4).to_dict()
    data[field][2] += 1
    errors = errors_of(data)
    assert any(error.startswith(f"{field}: not as it was set up") for error in errors), errors


def test_draft_requires_the_whole_fleet_and_kept_raiders() -> None:
    s = next(s for s in game(4, 3) if s.round == 2 and any(s.raiders))
    data = s.to_dict()
    assert errors_of(change_fields(s.to_dict(), battle_area=data["battle_area"] - 1)) == [
        f"battle_area: {data['battle_area'] - 1} raiders of a fleet of {data['battle_area']}"
    ]
    at = data["raiders"].index(max(data["raiders"]))
    held = data["raiders"][at]
    assert errors_of(change_fields(s.to_dict(), kept={at: held - 1})) == [f"kept[{at}]: {held - 1} of {held} raiders"]


def struggling(*actions: str) -> dict[str, Any]:
    """Return a power struggle for C2 after these actions."""
    s = action_phase("11 3 5", "2 6 9", "13 7 1", "17 8 10", coins=[9, 9, 9, 9], battle_area=5)
    act(s, "contest C2", *actions)
    return s.to_dict()


PLAYED = ["lead 11", "follow 2", "follow 13", "follow 17"]


@pytest.mark.parametrize(
    ("actions", "fields", "error"),
    [
        (["lead 11"], {"active": None}, "active: the power struggle has no town"),
        (["lead 11"], {"active": "C1"}, "active: a disc lies on C1 already"),
        (["lead 11"], {"marker": 1}, "stack[3]: Resolve(): cards are played clockwise from the town marker"),
        ([], {"marker": 1}, "stack[4]: Resolve(): cards are played clockwise from the town marker"),
        (["lead 11"], {"played": {1: 2}}, "played[1]: player 1 has not played a card"),
        (["lead 11"], {"played": {0: None}}, "played[0]: player 0 has played a card"),
        (["lead 11"], {"played": {0: 5}}, "played[0]: card 5 is not among the spent cards"),
        (["lead 11"], {"to_keep": {2: 1}}, "to_keep[2]: the draft is over"),
        (["lead 11"], {"stage": 2}, "stage: 2 does not go with the steps to come, it is from 3 to 3"),
        (["lead 11"], {"stage": -1}, "stage: -1 does not go"),
        (["lead 11"], {"hand": {1: [6, 9], 2: [1, 2, 7, 13]}}, "slot[1]: card 2 is not there, or elsewhere, too"),
        (
            ["lead 11"],
            {"hand": {1: [6, 9]}, "spent": {1: None}},
            "spent: not all players have played the same number of cards",
        ),
        (PLAYED, {"played": {2: None}}, "played[2]: player 2 has played a card"),
        (
            PLAYED,
            {"stack": ["ChooseSecondary player=0", "EndTrick"]},
            "EndTrick(): players act in the order of their cards",
        ),
        (
            PLAYED,
            {"stack": ["CarryOut player=3 option=3 icon=0", "EndTrick"]},
            "player 3 has no such icon to carry out",
        ),
        (
            PLAYED,
            {"stack": ["CarryOut player=3 option=0 icon=0", "EndTrick"]},
            "player 3 has no such icon to carry out",
        ),
        (
            PLAYED,
            {"stack": ["CarryOut player=3 option=1 icon=2", "EndTrick"]},
            "player 3 has no such icon to carry out",
        ),
        (
            PLAYED,
            {"stack": ["CarryOut player=2 option=0 icon=-1", "ChooseSecondary player=3", "EndTrick"]},
            "player 2 has no such icon to carry out",
        ),
        (
            PLAYED,
            {"stack": ["ChooseSecondary player=2", "ChooseSecondary player=3", "EndTrick"]},
            "EndTrick(): players act in the order of their cards",
        ),
        (
            PLAYED,
            {"stack": ["ChooseSecondary player=3", "EndTrick"], "marker": 2},
            "active: player 2 has claimed it, but lacks a disc there or the marker",
        ),
        (
            PLAYED,
            {"stack": ["ChooseSecondary player=3", "EndTrick"], "discs": {2: ["M3", "C2"]}},
            "active: player 2 has claimed it, but lacks a disc there or the marker",
        ),
        (
            PLAYED,
            {"stack": ["MoreSteps player=3", "FallBack player=3 start=10", "EndTrick"]},
            "stack[1].start: 10 is not from 0 to 9",
        ),
        (
            PLAYED,
            {"stack": ["MoreSteps player=3", "FallBack player=3 start=4", "EndTrick"]},
            "player 3 began above space 0",
        ),
        (PLAYED, {"track": [0, 2, 2, 0]}, "track[2]: player 1 is on space 2 too"),
    ],
)
def test_impossible_power_struggle_is_refused(actions: list[str], fields: dict[str, Any], error: str) -> None:
    data = struggling(*actions)
    assert GAME.state_from_dict(data).to_dict() == data
    if "stack" in fields:
        fields = {**fields, "stack": [step(text) for text in (*fields["stack"], *STRUGGLE)]}
    if fields.get("spent"):
        fields = {**fields, "spent": {1: sorted([*data["spent"][1], 2])}}
    errors = errors_of(change_fields(data, **fields))
    assert any(error in line for line in errors), errors


def test_leader_can_match_the_town_unless_they_can_match_none() -> None:
    data = struggling()
    GAME.state_from_dict(data)
    rules_out = "the hidden parts of the position rule this step out"
    assert errors_of(change_fields(data, active="N5")) == [f"stack[0]: Lead(player=0): {rules_out}"]


def test_hand_must_fit_the_known_missing_colours() -> None:
    free = ["N1", "N2"]
    taken = [town for town in TOWNS if town not in free]
    discs = [" ".join(taken[player::4]) for player in range(4)]
    s = action_phase("1 3 4 6", "2 7 10 14", "11 13 15 9", "18 21 22 12", discs=discs)
    act(s, "contest N1", "lead 1")
    data = s.to_dict()
    assert GAME.state_from_dict(data).to_dict() == data
    not_led = "lacks[{0}]: player {0} has not led a card that matches no free town"
    for lacks, errors in (
        ({0: ["red"]}, [not_led.format(0)]),
        ({0: ["blue", "white"]}, [not_led.format(0), *(f"hand[0]: card {card} is of a colour" for card in (3, 6))]),
        ({0: ["red", "yellow", "white"]}, ["hand[0]: card 4 is of a colour that player 0 lacks"]),
        ({2: ["red", "white"]}, ["hand[2]: card 11 is of a colour"]),
        (
            {1: ["red", "blue", "white"], 0: ["red", "yellow", "white"]},
            ["lacks[1]: towns were free for others that were not for player 1"],
        ),
    ):
        text = "; ".join(errors_of(change_fields(s.to_dict(), lacks=lacks)))
        assert all(error in text for error in errors), text
    del data["lacks"]
    assert errors_of(data) == ["lacks: missing"]


def test_moving_suitor_may_share_a_space() -> None:
    data = struggling(
        "lead 11", "follow 2", "follow 7", "follow 17", "secondary raiders", "pass", "secondary courtship"
    )
    assert data["stack"][0] == {"step": "MoreSteps", "player": 2}
    change_fields(data, track=[0, 2, 2, 0])
    assert GAME.state_from_dict(data).to_dict() == data
    assert errors_of(change_fields(data, track=[0, 2, 2, 2])) == ["track[3]: player 1 is on space 2 too"]


def test_excess_power_struggles_are_refused() -> None:
    data = description(*STRUGGLE, players=5, options={"tricks_with_five": 4}, **table([""] * 5))
    assert errors_of(data) == ["spent: not all players have played the same number of cards, up to 4"]


def test_all_errors_are_reported_at_once() -> None:
    data = upkeep(
        discs=["B4", "D1 C1", "M3", "C1"],
        vikings="C2",
        monasteries="C3",
        track=[1, 1, 0, 0],
        owner=[0, *[None] * 7],
        pact=0,
        round=2,
        raiders=[10, 9, 0, 0],
        fleets=["9"] * 7,
        marker=None,
        stage=1,
    )
    fields = [error.split(":")[0] for error in errors_of(data)]
    assert sorted(fields) == sorted(
        ["discs[3]", "vikings", "monasteries", "track[1]", "owner[0]", "pact", "raiders", "fleets", "marker", "stage"]
    )


def moments(players: int, seed: int) -> Iterator[BrianBoruState]:
    """Yield every moment of a random game, including those between steps without decisions."""
    s = GAME.blank_state(players, seed, GAME.read_setup(players, seed, {}))
    assert isinstance(s, BrianBoruState)
    s.schedule(GAME.first_step())
    chance = Random(seed)
    while s.stack:
        yield s
        top = s.stack[-1]
        waiting = top.waiting(s) if isinstance(top, Simultaneous) else []
        if isinstance(top, Simultaneous) and waiting:
            player = chance.choice(waiting)
            top.take(s, player, chance.choice(top.options(s, player)))
            continue
        s.stack.pop()
        s.schedule_index = len(s.stack)
        if isinstance(top, Decision):
            choices = top.options(s)
            if choices:
                top.take(s, chance.choice(choices))
        elif isinstance(top, (Event, Simultaneous)):
            top.happen(s)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_moment_of_a_game_can_be_set_up_by_hand(players: int) -> None:
    seen = 0
    for seed in range(3):
        for s in moments(players, seed):
            assert s.position_errors() == [], s.stack
            seen += 1
    assert seen > 1000


def corrupt(value: Any, chance: Random) -> Any:
    """Return a part of a description with one change."""
    if isinstance(value, dict):
        key = chance.choice(list(value))
        return {**value, key: chance.choice(list(GAME.steps)) if key == "step" else corrupt(value[key], chance)}
    if isinstance(value, list) and value:
        at = chance.randrange(len(value))
        changes: tuple[list[Any], ...] = ([corrupt(value[at], chance)], [], [value[at], value[at]])
        return [*value[:at], *chance.choices(changes, [4, 1, 1])[0], *value[at + 1 :]]
    if isinstance(value, int) and not isinstance(value, bool):
        return value + chance.choice((-1, 1, 2))
    return chance.choice(["C1", "aoife", "breifne", None])


def test_corrupted_position_is_refused_or_playable() -> None:
    chance = Random(12)
    read = 0
    refused: list[str] = []
    for s in game(4, 12):
        if s.is_terminal or chance.random() > 0.2:
            continue
        for _ in range(4):
            data = s.to_dict()
            name = chance.choice(["stack", *s.FIELDS])
            data[name] = corrupt(data[name], chance)
            try:
                world = GAME.state_from_dict(data)
            except ValueError as error:
                refused += str(error).split("; ")
                continue
            read += 1
            for _ in range(40):
                if not world.is_terminal:
                    world.apply(chance.choice(world.legal_actions()))
                    assert world.position_errors() == [], (name, data[name])
    assert len(refused) > 100
    assert all(":" in error for error in refused)
    assert read > 10
