"""Impossible positions are refused with all their errors."""

import random
from typing import Any

import pytest

from regnum.games.khan import GAME
from regnum.games.khan.components import CELLS, TILES
from regnum.games.khan.tiles import FACING_OF, FRAME_CELLS, ORIENTATIONS
from tests.support.games.khan import LEFT, OUT, description, game, step

AWAY = {"song": "c1"}


def steps(*texts: str) -> list[dict[str, Any]]:
    return [step(text) for text in texts]


def errors(**changes: Any) -> str:
    """Return the errors of a valid position after these fields were changed."""
    data = description("Act player=0", *LEFT, actions_left=2, yurts=["c1", "d1"], hands=["song_s_river"])
    with pytest.raises(ValueError, match=r"\w") as error:
        GAME.state_from_dict(data | changes)
    return str(error.value)


def test_valid_position_is_accepted() -> None:
    data = description("Act player=0", *LEFT, actions_left=2, yurts=["c1", "d1"], hands=["song_s_river"])
    assert GAME.state_from_dict(data).to_dict() == data


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"yurts": [["h1"], ["d1"]]}, "yurts[0]: h1 is not land"),
        ({"yurts": [["a1"], ["d1"]]}, "yurts[0]: a1 is not land"),
        ({"yurts": [["d1"], ["d1"]]}, "yurts[1]: d1 is in another place, too"),
        ({"neutral": ["c1"]}, "neutral: c1 is in another place, too"),
        ({"yurts": [["i7"], ["d1"]]}, "rulers[0]: i7 is in another place, too"),
        ({"stock": [40, 39]}, "stock[0]: 41 yurts in all, not 40"),
        ({"supply": 19}, "supply: 59 neutral yurts in all, not 60"),
        ({"camps": [0, 5, 5, 5, 5, 5, 5, 5], "supply": 25}, "camps[0]: seljuk is in the game"),
        ({"rulers": [None, "a4", "e2", "j2", "l5", "k10", "e11", "b10"]}, "camps[0]: seljuk is out of the game"),
        ({"end_phase": True}, "end_phase: true, but 0 rulers are out"),
        ({"tiles": [5, *[4] * 2, *[2] * 5, *[1] * 4, 4, 2, 2, 2]}, "tiles[0]: 5 of I2 in all, not 6"),
        ({"hands": [[], []]}, "cards: song_s_river is there 0 times"),
        ({"hands": [["song_s_river"], ["song_s_river"]]}, "cards: song_s_river is there 2 times"),
        ({"hands": [[None], []]}, "a card without a face"),
        ({"held": [["seljuk_n_mountains"]]}, "held: seljuk_n_mountains is in the draw pile"),
        ({"held": [[], ["song_s_river"]]}, "held[1]: a card that was not held later"),
        ({"specials": [[3, 2, 2, 2], [2, 2, 2, 2]]}, "specials[0]: 3 of high_morale"),
        ({"active": ["high_morale", None], "stock": [38, 39]}, "active[0]: high_morale does not stay active"),
        ({"guarded": ["tundra", None]}, "guarded[0]: a region goes with divine_support"),
        ({"reserved": ["I2", None]}, "reserved[0]: a tile goes with an active scout"),
        ({"yurts": [["z9"], ["d1"]]}, "unknown name 'z9'"),
        ({"laid": [{"tile": "I2", "cell": "m1", "way": "n", "owners": [0]}]}, "I2 cannot lie n at m1"),
        ({"laid": [{"tile": "I2", "cell": "g1", "way": "n", "owners": [0]}]}, "does not fit on land and river"),
        ({"laid": [{"tile": "I2", "cell": "c1", "way": "n", "owners": [0]}]}, "laid[0]: c1 is in another place, too"),
        ({"laid": [{"tile": "I2", "cell": "c3", "way": "n", "owners": []}]}, "nobody's yurt is on it"),
        ({"laid": [{"tile": "I2", "cell": "c3", "way": "s", "owners": [0]}]}, "I2 cannot lie s at c3"),
        ({"laid": [3]}, "not an object with tile, cell, way and owners"),
        ({"laid": [{"tile": None, "cell": "c3", "way": "n", "owners": [0]}]}, "laid[0].tile: "),
        ({"laid": [{"tile": "I2", "cell": None, "way": "n", "owners": [0]}]}, "laid[0].cell: "),
        ({"laid": [{"tile": "I2", "cell": "c3", "way": None, "owners": [0]}]}, "laid[0].way: "),
        ({"laid": [{"tile": "I2", "cell": "c3", "way": "n", "owners": [2]}]}, "unknown name 2"),
        ({"stack": [step("Lay player=0 tile=I2") | {"tile": 99}]}, "tile: 99 is not from 0 to 15"),
        ({"stack": steps("Consent player=1 rival=0 placement=-4 others=0")}, "placement: -4 is not from 0 to"),
        ({"stack": steps("Consent player=1 rival=0 placement=4 others=16")}, "others: 16 is not from 0 to 15"),
        ({"stack": steps("Consent player=1 rival=2 placement=4 others=0")}, "rival: 2 is not from 0 to 1"),
        ({"stack": steps("Lay player=0 tile=B3", "Act player=0", *LEFT)}, "has no options"),
        ({"stack": steps("Act player=0", "Act player=1")}, "Act(player=1) comes right after Act(player=0)"),
        ({"stack": steps("Refill player=0", "Act player=0")}, "Act(player=0) comes right after Refill(player=0)"),
        ({"stack": steps("ExpelByCard", "Drive player=0 ruler=song")}, "comes right after ExpelByCard(), not Actions"),
        ({"stack": steps("Act player=0", "Refill player=1")}, "Refill(player=1) comes right after Act(player=0)"),
        ({"stack": steps("Refill player=0", "Turn player=0")}, "Turn(player=0) comes right after Refill(player=0)"),
        ({"stack": steps("Setup", "Turn player=0")}, "Turn(player=0) comes right after Setup(), not nothing"),
        ({"stack": steps("Deal", "Turn player=0")}, "the cards are dealt already"),
        ({"stack": steps("StationRuler player=0 ruler=song")}, "that ruler has a place"),
        ({"stack": steps("Reserve player=0")}, "no scout to play without a tile"),
        (
            {
                "stack": steps("Reserve player=0"),
                "active": ["scout", None],
                "stock": [38, 39],
                "tiles": [5, *[4] * 2, *[2] * 5, *[1] * 4, 4, 2, 2, 2],
                "reserved": ["I2", None],
            },
            "no scout to play without a tile",
        ),
        ({"stack": steps("ProtectRegion player=0")}, "no divine support to play without a region"),
        ({"stack": steps("PlaySpecial player=0 last=4")}, "last: 4 is not from -1 to 3"),
    ],
)
def test_impossible_position_names_its_error(changes: dict[str, Any], says: str) -> None:
    assert says in errors(**changes)


def test_disordered_steps_are_refused_or_playable() -> None:
    rng = random.Random(3)
    moments = [s.to_dict() for seed in range(6) for s in game(2 + seed % 3, seed) if rng.random() < 0.2]
    pieces = [step for moment in moments for step in moment["stack"]]
    played = 0
    for _ in range(250):
        data = dict(rng.choice(moments))
        stack = [dict(step) for step in data["stack"]]
        place = rng.randrange(len(stack) + 1)
        stack[place : place + rng.randrange(2)] = [dict(rng.choice(pieces)) for _ in range(rng.randrange(2))]
        if rng.random() < 0.2:
            rng.shuffle(stack)
        try:
            s = GAME.state_from_dict(data | {"stack": stack})
        except ValueError:
            continue
        played += 1
        while not s.is_terminal:
            assert s.position_errors() == []
            s.apply(rng.choice(s.legal_actions()))
    assert played > 20


def test_empty_draw_pile_is_refused() -> None:
    data = description("Act player=0", *LEFT, actions_left=2)
    data["discards"] = [*data["discards"], *data["deck"]]
    data["deck"] = []
    with pytest.raises(ValueError, match="deck: empty"):
        GAME.state_from_dict(data)


def test_rulers_in_the_end_phase_are_refused() -> None:
    data = description("Act player=0", *LEFT, actions_left=2, rulers=OUT)
    data["rulers"][0] = "i7"
    data["camps"][0] = 1
    data["supply"] -= 1
    with pytest.raises(ValueError, match="there are none in the end phase"):
        GAME.state_from_dict(data)


def test_region_protected_twice_is_refused() -> None:
    data = description(
        "Act player=0",
        *LEFT,
        players=4,
        actions_left=2,
        active={0: "divine_support", 1: "divine_support"},
        guarded=["tundra", "tundra", None, None],
    )
    with pytest.raises(ValueError, match="another player protects that region"):
        GAME.state_from_dict(data)


def test_yurt_marks_any_active_card() -> None:
    text = errors(active=["high_morale", None], stock=[38, 39])
    assert "stock[0]" not in text


def test_all_errors_are_reported_at_once() -> None:
    text = errors(stock=[40, 40], supply=3, end_phase=True)
    assert text.count(";") >= 3


@pytest.mark.clause("khan.special.consent")
@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({}, ""),
        ({"placement": "I2 k5 n"}, "player 0 cannot lay I2 at k5"),
        ({"placement": "I2 i9 n", "rival": 1}, "player 1 need not be asked"),
        ({"player": 2}, "player 2 need not be asked"),
        ({"others": 2}, "others 2 are not to be asked, too"),
        ({"others": 4}, "others 4 are not to be asked, too"),
        ({"yurts": ["i9", "k9"]}, "player 0 cannot lay I2 at i9"),
        ({"active": {2: "protection"}}, "player 1 need not be asked"),
        ({"refused": [1]}, "player 0 cannot lay I2 at i9"),
    ],
)
def test_unnecessary_consent_is_refused(changes: dict[str, Any], says: str) -> None:
    fields: dict[str, Any] = {"yurts": ["i9", "j9"], "active": {1: "protection"}, "refused": []}
    fields |= {key: value for key, value in changes.items() if key in fields}
    data = description("Act player=0", *LEFT, players=3, rulers=AWAY, actions_left=1, **fields)
    text: str = changes.get("placement", "I2 i9 n")
    asking = {"player": 1, "rival": 0, "placement": place(*text.split()), "others": 0}
    asking |= {key: value for key, value in changes.items() if key in ("player", "rival", "others")}
    data["stack"] = [{"step": "Consent", **asking}, *data["stack"]]
    if not says:
        assert GAME.state_from_dict(data).players_to_act == (1,)
        return
    with pytest.raises(ValueError, match=r"stack\[0\]: Consent") as error:
        GAME.state_from_dict(data)
    assert says in str(error.value)


def place(tile: str, cell: str, way: str) -> int:
    """Return the number of a placement."""
    return FACING_OF[TILES.index(tile)][ORIENTATIONS.index(way)] * FRAME_CELLS + CELLS.index(cell)
