"""The strong bot: it looks ahead, keeps its time limit, is reproducible, and uses only its observation."""

from time import thread_time
from typing import Final

import pytest

import regnum
from regnum.core.ai.search_policy import SearchPolicy, candidates
from regnum.core.game import Game, game_of
from regnum.core.rules.action import Action
from regnum.core.rules.rng import draw_number
from regnum.core.rules.state import State
from regnum.players import make_player
from regnum.players.greedy import GreedyPlayer
from regnum.players.random import playout
from regnum.players.search.tree import Search, SearchNode
from regnum.players.search.values import win_values
from regnum.players.strong import StrongPlayer
from tests.support.games.toy_game import GAME as STAIRS

COUNTS: Final = [
    ("brian_boru", 4),
    ("khan", 2),
    ("khan", 3),
    ("rurik", 1),
    ("rurik", 3),
    ("wallenstein", 3),
    ("wallenstein", 5),
]


def bot(iterations: int, seed: int = 1) -> StrongPlayer:
    return StrongPlayer(seed, {"iterations": iterations})


def choice(player: StrongPlayer, s: State) -> Action:
    seat = s.players_to_act[0]
    return player.choose(s.observed_by(seat), s.legal_actions(seat))


def random_position(game: Game, players: int, plies: int, seed: int = 5) -> State:
    """Return the last position within a number of random decisions in which a player has a choice."""
    s = game.new_state(players, seed=seed)
    result = s
    for ply in range(plies):
        if len(candidates(s.legal_actions())) > 1:
            result = s.clone()
        playout(s, seed + ply, 1)
    return result


def test_strong_bot_is_known_by_name() -> None:
    assert isinstance(make_player("strong", 1), StrongPlayer)


def test_default_time_is_half_a_second() -> None:
    assert StrongPlayer(1).seconds == 0.5
    assert StrongPlayer(1).iterations == 0


def test_strong_bot_finds_the_win_in_two_moves() -> None:
    s = STAIRS.new_state(2, seed=1)
    assert str(GreedyPlayer(1).choose(s.observed_by(0), s.legal_actions())) == "trap"
    assert str(choice(bot(200), s)) == "far"


def test_strong_bot_expects_others_to_play_for_themselves() -> None:
    s = STAIRS.new_state(2, seed=1)
    s.submit("trap", 0)
    assert str(choice(bot(100), s)) == "rob"
    s = STAIRS.new_state(2, seed=1)
    s.submit("far", 0)
    s.submit("right", 1)
    assert str(choice(bot(50), s)) == "claim"


def test_prior_guides_the_search_without_binding_it() -> None:
    s = STAIRS.new_state(2, seed=1)
    search = Search(s.observed_by(0), SearchPolicy(prior_weight=0.8), 7)
    search.run(20, 0.0)
    assert str(search.best(s.legal_actions())) == "trap"
    search.run(600, 0.0)
    assert str(search.best(s.legal_actions())) == "far"


def every_node(node: SearchNode) -> list[SearchNode]:
    return [node, *(below for child in node.children.values() for below in every_node(child))]


@pytest.mark.parametrize(
    ("game", "players", "plies"), [("rurik", 3, 150), ("wallenstein", 3, 40), ("wallenstein", 3, 45)]
)
def test_convenience_actions_are_not_searched(game: str, players: int, plies: int) -> None:
    s = random_position(regnum.game(game), players, plies)
    seat = s.players_to_act[0]
    search = Search(s.observed_by(seat), game_of(s).search, 3)
    search.run(40, 0.0)
    nodes = every_node(search.root)
    assert len(nodes) > 3
    assert not [node for node in nodes if node.action is not None and node.action.convenience]


def test_convenience_actions_are_not_searched_in_a_toy_game() -> None:
    s = STAIRS.new_state(2, seed=1)
    search = Search(s.observed_by(0), STAIRS.search, 3)
    search.run(100, 0.0)
    assert sorted(str(child.action) for child in search.root.children.values()) == ["far", "near", "trap"]


@pytest.mark.parametrize(("game", "players"), COUNTS)
def test_seed_and_observation_determine_the_choice(game: str, players: int) -> None:
    s = random_position(regnum.game(game), players, 70)
    assert choice(bot(20), s) is choice(bot(20), s)


@pytest.mark.parametrize("plies", [15, 90])
@pytest.mark.parametrize(("game", "players"), COUNTS)
def test_choice_of_the_strong_bot_is_independent_of_hidden_information(game: str, players: int, plies: int) -> None:
    s = random_position(regnum.game(game), players, plies)
    seat = s.players_to_act[0]
    seen = s.observed_by(seat)
    worlds = [seen.determinized(seed) for seed in (11, 12)]
    chosen = {bot(20).choose(world.observed_by(seat), world.legal_actions(seat)) for world in [s, *worlds]}
    assert len(chosen) == 1


@pytest.mark.parametrize("plies", [15, 50])
@pytest.mark.parametrize(("game", "players"), COUNTS)
def test_sampled_states_fit_the_observation(game: str, players: int, plies: int) -> None:
    s = random_position(regnum.game(game), players, plies)
    seat = s.players_to_act[0]
    seen = s.observed_by(seat)
    for seed in range(8):
        world = game_of(s).search.sample_state(seen, seed)
        assert seat in world.players_to_act
        assert world.observed_by(seat).legal_actions(seat) == s.legal_actions(seat)
        assert world.position_errors() == []


def test_search_tree_is_reused_for_the_next_decision() -> None:
    s = random_position(regnum.game("khan"), 2, 60)
    seat = s.players_to_act[0]
    first = Search(s.observed_by(seat), game_of(s).search, 1)
    first.run(50, 0.0)
    action = first.best(candidates(s.legal_actions()))
    reused_root = first.child(action)
    assert reused_root is not None
    assert reused_root.visits > 0
    assert Search(s.observed_by(seat), game_of(s).search, 2, reused_root).root is reused_root


def test_bot_starts_over_after_another_game() -> None:
    s = random_position(regnum.game("khan"), 2, 60)
    other = random_position(regnum.game("khan"), 2, 90)
    new_bot, used_bot = bot(40), bot(40)
    used_bot.draws = -1
    choice(used_bot, s)
    assert choice(used_bot, other) is choice(new_bot, other)


def test_forced_action_needs_no_search() -> None:
    s = STAIRS.new_state(2, seed=1)
    s.submit("near", 0)
    s.submit("left", 1)
    thinker = StrongPlayer(1, {"seconds": 30.0})
    assert str(choice(thinker, s)) == "leave"
    assert thinker.draws == 0


@pytest.mark.parametrize("game", ["khan", "rurik", "wallenstein", "brian_boru"])
def test_strong_bot_keeps_its_time_limit(game: str) -> None:
    s = random_position(regnum.game(game), 3, 60)
    begin = thread_time()
    bot = StrongPlayer(1, {"seconds": 0.2})
    choice(bot, s)
    assert bot.search_iterations >= 20
    assert thread_time() - begin < 0.5


@pytest.mark.full
@pytest.mark.parametrize(
    ("game", "players"),
    [
        ("brian_boru", 4),
        ("khan", 3),
        ("rurik", 1),
        ("rurik", 3),
        pytest.param("wallenstein", 3),
    ],
)
def test_strong_bot_plays_whole_games(game: str, players: int) -> None:
    s = regnum.game(game).new_state(players, seed=9)
    bots = [bot(1, draw_number(9, seat)) for seat in range(players)]
    while s.players_to_act:
        seat = s.players_to_act[0]
        s.submit(choice(bots[seat], s), seat)
    assert s.position_errors() == []


def test_strong_bot_plans_with_the_court() -> None:
    s = regnum.game("wallenstein").new_state(3, seed=9, court=True, landsknechte=True, start="printed")
    bots = [bot(40, seat) for seat in range(3)]
    families: set[str] = set()
    while len(families) < 5:
        seat = s.players_to_act[0]
        families.add(s.submit(choice(bots[seat], s), seat).family)
    assert {"plan", "confirm"} < families
    assert s.position_errors() == []


def test_win_values_lie_between_zero_and_one() -> None:
    s = STAIRS.new_state(2, seed=1)
    assert win_values(s, 2.0) == pytest.approx([0.5, 0.5])
    s.submit("near", 0)
    mine, yours = win_values(s, 2.0)
    assert 1 > mine > 0.5 > yours > 0
    assert mine + yours == pytest.approx(1.0)
    s.submit("left", 1)
    s.submit("leave", 0)
    assert win_values(s, 2.0) == [0.0, 1.0]
