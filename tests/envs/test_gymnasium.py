"""The check of Gymnasium passes for every game and player count, and one seat plays against bots."""

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import regnum
import regnum.envs.gymnasium
from regnum.core.rules.state import State
from regnum.players.random import RandomPlayer

COUNTS = [(name, players) for name in regnum.games() for players in regnum.game(name).player_counts]


def make_environment(name: str, **params: Any) -> Any:
    """Return the environment of a game."""
    return gymnasium.make(regnum.envs.gymnasium.environment_of(name), **params)


@pytest.mark.parametrize(("name", "players"), COUNTS)
def test_environment_passes_the_check_of_gymnasium(name: str, players: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*(render|spec).*")
        for named in (False, True):
            env = make_environment(name, players=players, seat=players - 1, opponents="random", named=named)
            check_env(env.unwrapped, skip_render_check=True)


@pytest.mark.parametrize("name", regnum.games())
def test_seat_plays_against_bots_to_the_end(name: str) -> None:
    """The same seed gives the same game, and the reward follows the rank."""
    ends: list[State] = []
    for _ in range(2):
        env = make_environment(name, seat=1, opponents="random")
        seen, info = env.reset(seed=5)
        rng, reward, terminated, action = np.random.default_rng(1), 0.0, False, 0
        while not terminated:
            assert reward == 0
            assert 1 in env.unwrapped.position.players_to_act
            assert seen["observation"][0] == 2
            assert info["action_mask"] is seen["action_mask"]
            action = rng.choice(np.flatnonzero(seen["action_mask"]))
            seen, reward, terminated, truncated, info = env.step(action)
            assert not truncated
        assert env.unwrapped.position.is_terminal
        assert reward == env.unwrapped.position.returns()[1]
        ends.append(env.unwrapped.position)
        with pytest.raises(ValueError, match="the game is over"):
            env.step(action)
    assert ends[0] == ends[1]


def test_solo_environment_plays_against_the_rebellion() -> None:
    env = make_environment("rurik", players=1, level="hard")
    seen, _ = env.reset(seed=1)
    rng, terminated, reward = np.random.default_rng(2), False, 0.0
    while not terminated:
        seen, reward, terminated, _, _ = env.step(rng.choice(np.flatnonzero(seen["action_mask"])))
    assert reward in (-1.0, 0.0, 1.0)


def test_opponents_may_differ() -> None:
    env = make_environment("khan", players=3, seat=1, opponents=["random", "greedy"])
    env.reset(seed=1)
    assert {seat: bot.NAME for seat, bot in env.unwrapped._bots.items()} == {0: "random", 2: "greedy"}
    assert make_environment("khan", players=3, opponents="greedy,random").unwrapped.opponents == ["greedy", "random"]


class Counting(RandomPlayer):
    """Counts its decisions and records its callbacks."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.heard: list[tuple[int, Any, State]] = []
        self.begun: list[State] = []

    def begin(self, state: State) -> None:
        self.begun.append(state)

    def follow(self, state: State, player: int, action: Any) -> None:
        self.heard.append((player, action, state))


@pytest.mark.parametrize("name", regnum.games())
def test_opponents_get_the_same_callbacks_as_in_matches(name: str) -> None:
    env = make_environment(name, players=3, seat=1, opponents=Counting)
    seen, _ = env.reset(seed=6)
    rng, terminated, own_decisions = np.random.default_rng(1), False, 0
    bots = dict(env.unwrapped._bots)
    while not terminated:
        seen, _, terminated, _, _ = env.step(rng.choice(np.flatnonzero(seen["action_mask"])))
        own_decisions += 1
    for seat, bot in bots.items():
        assert [state.observer for state in bot.begun] == [seat]
        assert bot.begun[0].ply == 0
        assert {state.observer for _, _, state in bot.heard} == {seat}
        assert {player for player, _, _ in bot.heard} == {0, 1, 2}
        assert sum(player == seat for player, _, _ in bot.heard) == bot.draws, "all its own choices"
        assert sum(player == 1 for player, _, _ in bot.heard) <= own_decisions
        assert all(action is None or player == seat or not action.secret for player, action, _ in bot.heard)
        assert bot.heard[-1][2].is_terminal
    env.reset(seed=6)
    assert all(env.unwrapped._bots[seat] is not bot for seat, bot in bots.items()), "each game has new ones"


def test_given_player_is_kept_for_all_games() -> None:
    given_bot = RandomPlayer(5)
    env = make_environment("khan", players=3, seat=0, opponents=[given_bot, "greedy"])
    for seed in (1, 2):
        env.reset(seed=seed)
        assert env.unwrapped._bots[1] is given_bot
    assert make_environment("khan", players=3, opponents=given_bot).unwrapped.opponents == [given_bot, given_bot], (
        "it has no callbacks"
    )


def test_action_before_the_first_reset_is_explained() -> None:
    env = make_environment("khan", players=3, opponents="random").unwrapped
    for early in (lambda: env.step(0), env.action_masks):
        with pytest.raises(gymnasium.error.ResetNeeded, match="call reset first"):
            early()


def test_vector_copies_play_separate_games() -> None:
    """The second game of one copy used to equal the first game of the next copy."""

    def seeds() -> list[set[int]]:
        vector: Any = gymnasium.make_vec(
            regnum.envs.gymnasium.environment_of("khan"),
            num_envs=4,
            vectorization_mode="sync",
            players=2,
            opponents="random",
            illegal="forfeit",
        )
        vector.reset(seed=100)
        result: list[set[int]] = [set() for _ in range(4)]
        for _ in range(12):
            for place, env in enumerate(vector.envs):
                result[place].add(env.unwrapped.position.seed)
            vector.step(np.array([-1] * 4))  # what is not legal ends the game; the next step begins another one
        return result

    played = seeds()
    assert [len(copy) for copy in played] == [6 + 1] * 4 or [len(copy) for copy in played] == [6] * 4
    assert len(set.union(*played)) == sum(map(len, played)), "no deal is repeated"
    assert seeds() == played, "the next run has the same seeds"


@pytest.mark.parametrize("illegal", ["forfeit", "raise"])
def test_mask_allows_an_action_after_the_end(illegal: str) -> None:
    """A vector that resets in the next step asks for one more action, so the mask must allow one."""
    vector: Any = gymnasium.make_vec(
        regnum.envs.gymnasium.environment_of("khan"),
        num_envs=3,
        vectorization_mode="sync",
        vector_kwargs={"autoreset_mode": gymnasium.vector.AutoresetMode.NEXT_STEP},
        players=2,
        opponents="random",
        illegal=illegal,
    )
    luck = np.random.default_rng(2)
    seen, _ = vector.reset(seed=5)
    ends = 0
    for _ in range(150):
        masks = seen["action_mask"]
        assert masks.any(axis=1).all()
        assert (np.stack(vector.call("action_masks")) == masks.astype(bool)).all()
        chosen = np.array([luck.choice(np.flatnonzero(mask)) for mask in masks])
        seen, _, terminated, _, _ = vector.step(chosen)
        for place in np.flatnonzero(terminated):
            ends += 1
            assert seen["action_mask"][place].all(), "whatever is chosen then is not used"
    assert ends >= 3


def test_action_masks_of_sb3_equal_the_observation() -> None:
    env = make_environment("khan", players=3, opponents="random")
    seen, _ = env.reset(seed=1)
    masks = env.get_wrapper_attr("action_masks")()
    assert masks.dtype == np.bool_
    assert (masks == seen["action_mask"]).all()
    assert 0 < masks.sum() < len(masks)


def test_illegal_action_ends_the_game() -> None:
    env = make_environment("khan", players=3, opponents="random")
    seen, _ = env.reset(seed=1)
    _, reward, terminated, _, _ = env.step(int(np.flatnonzero(seen["action_mask"] == 0)[0]))
    assert (reward, terminated) == (-1.0, True)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"players": 7}, "Khan is for"),
        ({"players": 3, "seat": 3}, "no seat 3"),
        ({"players": 3, "opponents": "nobody"}, "unknown bot 'nobody'"),
        ({"players": 4, "opponents": ["random", "random"]}, "2 opponents for 3 seats"),
        ({"players": 3, "opponents": 5}, "the opponent 5 is neither the name of a bot"),
        ({"players": 3, "opponents": str}, "makes a str, not a player"),
        ({"players": 3, "opponents": Counting(1)}, "one Counting can't play several seats"),
        ({"weather": "fine"}, "unknown option 'weather'"),
    ],
)
def test_invalid_setup_is_refused_in_one_line(given: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        make_environment("khan", **given)
