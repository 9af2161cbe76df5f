"""What holds in every game of Wallenstein, over random play of each player count with each expansion.

`REGNUM_GAMES` sets the number of games for each player count and variant.
"""

import os
import random
from collections.abc import Iterator

import pytest

from regnum.games.wallenstein.components import BUILDING_TILES, EVENTS, IN_PLAY, SITES
from regnum.games.wallenstein.game import GAME
from regnum.games.wallenstein.state import WallensteinState
from tests.games.wallenstein.table import check_cubes

GAMES = int(os.environ.get("REGNUM_GAMES", "3"))

VARIANTS: list[dict[str, object]] = [
    {},
    {"court": True},
    {"landsknechte": True},
    {"court": True, "landsknechte": True},
]
every_variant = pytest.mark.parametrize("options", VARIANTS, ids=lambda o: "+".join(o) or "alone")
every_count = pytest.mark.parametrize("players", [3, 4, 5])


def play(players: int, seed: int, options: dict[str, object]) -> Iterator[WallensteinState]:
    state = GAME.new_state(players, seed, **options)
    assert isinstance(state, WallensteinState)
    rng = random.Random(seed)
    while not state.is_terminal:
        yield state
        player = rng.choice(state.players_to_act)
        state.apply(rng.choice(state.legal_actions(player)), player)
    yield state


def check(state: WallensteinState) -> None:
    """Check what must be so on the table, without the state's own list of faults."""
    if not any(type(step).__name__ == "PlaceGroup" for step in state.stack[-1:]):
        check_cubes(state)
    lands = state.lands
    assert sum(mask.bit_count() for mask in lands) == sum(1 for n in range(45) if state.owner(n) >= 0)
    for mask in lands:
        assert not mask & ~IN_PLAY[state.players]
    for kind, standing in enumerate(state.buildings):
        assert standing.bit_count() <= BUILDING_TILES[kind]
        assert not standing & state.neutral()
    for number in range(45):
        assert state.built(number) <= SITES[number]
        assert (state.armies[number] > 0) == (state.owner(number) >= 0) or state.drafted == number
    assert min(state.coins) >= 0
    assert min(state.grain) >= 0
    assert min(state.unrest) >= 0
    events = len(state.event_deck) + state.open_events.bit_count() + state.past_events.bit_count() + (state.event >= 0)
    assert events == len(EVENTS) or state.year == 0
    if state.options["court"]:
        assert max(state.hall) <= 7
        assert len(state.favour_deck) + state.past_favours.bit_count() in (0, 21)


@pytest.mark.slow
@every_variant
@every_count
def test_random_games_end_and_nothing_gets_lost(players: int, options: dict[str, object]) -> None:
    for seed in range(GAMES):
        last = None
        for state in play(players, seed, options):
            if state.ply % 5 == 0 or GAMES < 100:
                check(state)
            last = state
        assert last is not None
        check(last)
        assert last.year == 2
        assert last.ply < 2500


@every_variant
def test_determinized_plans_are_possible_plans(options: dict[str, object]) -> None:
    for state in play(4, 9, options):
        if state.ply % 9:
            continue
        world = state.observed_by(1).determinized(state.ply)
        assert isinstance(world, WallensteinState)
        check(world)
        assert world.faults() == []
        for player in range(4):
            covered = [card for card in state.plan[player] if 0 <= card < 51]
            if not state.planning():
                assert len([card for card in world.plan[player] if 0 <= card < 51]) == len(covered)


def test_faults_names_everything_that_cannot_be() -> None:
    state = GAME.new_state(3, 1, start="printed")
    data = state.to_dict()
    data["supply"][0] += 1
    data["lands"][1].append(data["lands"][0][0])
    data["unrest"][0] = 1
    data["tiles"] = ["coin", "coin", "grain", "attack", "defence"]
    data["order"] = data["order"][:9]
    data["event_deck"][0] = data["event_deck"][1]
    data["plan"][0][2] = "strassburg"
    data["plan"][0][12] = "coin_1"
    with pytest.raises(ValueError, match="supply: player 0") as error:
        GAME.state_from_dict(data)
    text = str(error.value)
    for part in (
        "belongs to 2 players",
        "which is neutral",
        "tiles:",
        "order:",
        "twice",
        "is not the player's land",
        "not in use",
    ):
        assert part in text
    data = state.to_dict()
    data["tower"] = data["tower"][:2]
    with pytest.raises(ValueError, match="tower: not a list of 4"):
        GAME.state_from_dict(data)


def test_faults_names_what_is_missing_for_the_rounds_to_come() -> None:
    data = GAME.new_state(3, 1, start="printed", court=True).to_dict()
    short = {**data, "open_events": data["open_events"][:2], "past_events": data["open_events"][2:]}
    with pytest.raises(ValueError, match="open_events: 2, but 4 are still needed"):
        GAME.state_from_dict(short)
    few = {**data, "favour_deck": data["favour_deck"][:9]}
    with pytest.raises(ValueError, match="fewer than 15 for the rounds to come"):
        GAME.state_from_dict(few)
    bare = {**data, "tiles": []}
    with pytest.raises(ValueError, match="none lie there"):
        GAME.state_from_dict(bare)
