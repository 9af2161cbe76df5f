"""One game between bots: they get their own observations, and their failures are reported."""

import time
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

import pytest

import regnum
from regnum.arena.game_runner import BrokenGameError, GameResult, Supervision, bot_seed, play_game
from regnum.core.game import Game
from regnum.core.rules.action import Action
from regnum.core.rules.state import State
from regnum.players import Player
from regnum.players.player import Value
from tests.support.bots import Listener

GAME = regnum.game("brian_boru")
BOTS = "tests.support.bots:"
HERE = "tests.arena.test_game_runner:"


def play(*seats: str, game: Game = GAME, seed: int = 99) -> GameResult:
    return play_game(game, seats, seed, game.read_setup(len(seats), seed, {}))


@pytest.fixture
def notes() -> Iterator[list[tuple[Any, ...]]]:
    Listener.NOTED.clear()
    yield Listener.NOTED
    Listener.NOTED.clear()


def test_bots_see_only_their_observation_and_no_seed(notes: list[tuple[Any, ...]]) -> None:
    game = play(*[f"{BOTS}Listener"] * 4)
    assert game.fault == ""
    chosen = [note for note in notes if note[0] == "choose"]
    assert [note[1] for note in chosen] == [seat for seat, _ in game.entries]
    assert {note[2:] for note in chosen} == {(0, 0)}


def test_bot_is_told_of_the_start_and_of_all_actions(notes: list[tuple[Any, ...]]) -> None:
    game = play("random", f"{BOTS}Listener", "random")
    assert notes[0] == ("begin", 1, 0, 0, 0)
    heard = [note for note in notes if note[0] == "follow"]
    assert [note[2] for note in heard] == [seat for seat, _ in game.entries]
    for note, (seat, text) in zip(heard, game.entries, strict=True):
        _, observer, player, action, state = note
        assert (observer, player, state.seed, state.draws) == (1, seat, 0, 0)
        assert action is None or str(action) == text
        assert (action is None) == (seat != 1 and GAME.actions.parse(text).secret)
    assert {note[3] is None for note in heard} == {True, False}
    assert heard[-1][4].is_terminal


@pytest.mark.parametrize("name", regnum.games())
def test_players_hear_nothing_hidden(name: str, notes: list[tuple[Any, ...]]) -> None:
    game = regnum.game(name)
    assert play(*[f"{BOTS}Listener"] * game.player_counts[-1], game=game, seed=4).fault == ""
    for note in notes:
        if note[0] == "follow":
            _, observer, player, action, state = note
            assert state.observer == observer
            assert action is None or player == observer or not action.secret
            assert state == state.observed_by(observer), "the state is as the seat observes it"


def test_players_do_not_hear_how_often_others_change_plans(notes: list[tuple[Any, ...]]) -> None:
    game = regnum.game("wallenstein")

    def heard(changes: int) -> list[tuple[Any, ...]]:
        notes.clear()
        played = play(
            f"{BOTS}Listener", f"{BOTS}DelayedChooser:changes={changes}", f"{BOTS}DelayedChooser", game=game, seed=6
        )
        assert played.fault == ""
        assert sum(text == "change" for _, text in played.entries) == changes
        follow_notes = [note for note in notes if note[0] == "follow"]
        last = next(at for at, note in enumerate(follow_notes) if note[2] == 2 and str(note[3]) == "confirm")
        assert any(note[2] == 1 and str(note[3]) == "confirm" for note in follow_notes[:last])
        return [(*note[1:4], note[4].to_dict()) for note in follow_notes[:last]]

    assert heard(0) == heard(6)


def test_bots_without_hooks_cost_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    requests: list[int] = []
    seen = State.observed_by

    def observed_by(self: State, seat: int) -> State:
        requests.append(seat)
        return seen(self, seat)

    monkeypatch.setattr(type(GAME.new_state(3, 1)), "observed_by", observed_by)
    game = play("random", "random", "random")
    assert len(requests) == game.decisions, "one observation for each choice"


class Stubborn(Player):
    """Always chooses the same, or fails."""

    def choose(self, state: State, legal: list[Action]) -> Action:
        if state.ply:
            raise KeyError("no plan")
        return state.game.actions[0]


def test_failure_of_a_bot_is_reported_with_its_line() -> None:
    faults = [play(f"{HERE}Stubborn", "random", "random", seed=seed).fault for seed in range(6)]
    failed = "the bot of player 0 failed: KeyError: 'no plan' (test_game_runner.py, line "
    ending = ', in choose: raise KeyError("no plan"))'
    assert all("which is not legal" in fault or fault.startswith(failed) for fault in faults)
    assert any(fault.endswith(ending) for fault in faults)


@pytest.mark.parametrize(
    ("bot", "says"),
    [
        ("FailingListener", "failed: LookupError: what? (bots.py, line "),
        ("Quitter", "failed: SystemExit: 3 (bots.py, line "),
        ("WrongTypeChooser:what=array", "chose a thing of the type ArrayLike, which is not legal"),
        ("WrongTypeChooser:what=yes", "chose a thing of the type EqualToEverything, which is not legal"),
        ("WrongTypeChooser:what=none", "chose a thing of the type NoneType, which is not legal"),
        ("WrongTypeChooser:what=text", "chose a thing of the type str, which is not legal"),
    ],
)
def test_failure_of_a_bot_is_reported_in_the_result(bot: str, says: str) -> None:
    game = play("random", f"{BOTS}{bot}", "random")
    assert f"the bot of player 1 {says}" in game.fault
    assert (game.scores, game.ranking) == ((), (1, 3, 1)), "this bot is last, and the others share the first place"
    assert game.at_fault == f"{BOTS}{bot}"


class MeanError(Exception):
    """Fails again when its error is converted to text."""

    def __str__(self) -> str:
        raise SystemExit(5)


class Failing(Player):
    """Fails in one of several ways: in its constructor, at the beginning, or with an error that is not an Exception."""

    PARAMS: ClassVar[dict[str, Value]] = {"how": "made"}

    def __init__(self, seed: int, params: Mapping[str, object] | None = None) -> None:
        super().__init__(seed, params)
        if self.params["how"] == "made" and seed != 0:  # a match makes each once to see that it is there
            raise LookupError("no model")

    def begin(self, state: State) -> None:
        if self.params["how"] == "begin":
            raise GeneratorExit

    def choose(self, state: State, legal: list[Action]) -> Action:
        raise MeanError


@pytest.mark.parametrize(
    ("how", "says"), [("made", "LookupError: no model"), ("begin", "GeneratorExit"), ("choose", "MeanError (")]
)
def test_failing_bot_loses_regardless_of_where_it_fails(how: str, says: str) -> None:
    game = play("random", f"{HERE}Failing:how={how}", "random")
    assert f"the bot of player 1 failed: {says}" in game.fault
    assert game.ranking == (1, 3, 1)


@pytest.mark.parametrize(
    ("seats", "ranking"),
    [
        (("random", "Quitter", "random", "random"), (1, 4, 1, 1)),
        (("Quitter", "random", "Quitter", "random"), (3, 1, 3, 1)),
        (("Quitter", "Quitter", "Quitter"), None),
    ],
)
def test_all_seats_of_a_failing_bot_rank_last(seats: tuple[str, ...], ranking: tuple[int, ...] | None) -> None:
    """A bot gains nothing by failing on one seat while another of its seats leads."""
    game = play(*[f"{BOTS}{name}" if name == "Quitter" else name for name in seats])
    assert game.at_fault == f"{BOTS}Quitter"
    if ranking is None:
        assert sorted(game.ranking) == [1, 1, 3], "all seats are its own: only the one that failed is last"
    else:
        assert game.ranking == ranking


def test_failing_bot_in_a_solo_game_loses_to_the_rules() -> None:
    game = play(f"{BOTS}Quitter", game=regnum.game("rurik"))
    assert game.ranking == (2, 1)
    assert game.wins(f"{BOTS}Quitter") == 0


def test_bot_that_prevents_the_end_of_a_game_is_at_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("regnum.arena.game_runner.MAX_DECISIONS", 2000)
    game = play("random", "random", f"{BOTS}EndlessUndoer", game=regnum.game("wallenstein"))
    assert game.fault == "the bot of player 2 took most decisions of a game that has not ended after 2000"
    assert game.ranking == (1, 1, 3)


def test_failure_of_the_rules_is_no_bots_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(state: State) -> None:
        raise BrokenGameError("two kings")

    monkeypatch.setattr("regnum.arena.game_runner.check_end", broken)

    game = play("random", "random", "random")
    assert (game.fault, game.ranking, game.at_fault) == ("two kings", (), None)


def test_bot_that_takes_too_long_loses_after_its_answer() -> None:
    options = GAME.read_setup(3, 1, {})
    game = play_game(GAME, ["random", f"{HERE}Slow", "random"], 99, options, supervision=Supervision(limit=0.04))
    assert game.fault == "the bot of player 1 took longer than 0.04 s"
    assert game.ranking == (1, 3, 1)


class Slow(Player):
    """Thinks long in its third move."""

    def choose(self, state: State, legal: list[Action]) -> Action:
        self.draws += 1
        time.sleep(0.05 if self.draws == 3 else 0)
        return legal[0]


def test_thinking_time_of_each_bot_is_measured() -> None:
    game = play("random", f"{HERE}Slow", "random")
    assert [thought.moves for thought in game.thoughts] == [
        sum(seat == mine for seat, _ in game.entries) for mine in range(3)
    ]
    assert 0.05 <= game.thoughts[1].slowest <= game.thoughts[1].seconds <= game.seconds
    assert all(0 < thought.slowest <= thought.seconds for thought in game.thoughts)
    assert game.thoughts[0].slowest < 0.05


def test_bots_have_separate_seeds() -> None:
    seeds = {bot_seed(seed, seat) for seed in range(50) for seat in range(5)}
    assert len(seeds) == 250
    assert not seeds & set(range(100))
