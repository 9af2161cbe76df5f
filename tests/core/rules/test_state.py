"""States, shown with a small game in plain Python, which the compiled core treats as an external game."""

import copy
import json
import pickle
from types import FunctionType

import pytest

import regnum
from regnum.core.rules.action import Action
from regnum.core.rules.position import check_position
from regnum.core.rules.state import FULL, SPECTATOR, HiddenInformationError, IllegalActionError, State
from regnum.core.text.narrator import refusal_message
from regnum.new_game.pennies.actions import hide
from regnum.new_game.pennies.game import GAME, PenniesGame
from regnum.new_game.pennies.guessing import Guess
from regnum.new_game.pennies.hiding import Hide
from regnum.new_game.pennies.rounds import Round
from regnum.new_game.pennies.state import UNKNOWN, PenniesState

pytestmark = pytest.mark.usefixtures("registered_pennies")


def new(players: int = 2, seed: int = 3, **options: object) -> PenniesState:
    state = GAME.new_state(players, seed, **options)
    assert isinstance(state, PenniesState)
    return state


def test_external_game_is_found_like_any_other() -> None:
    assert regnum.games()[-1] == "pennies"
    assert regnum.game("pennies") is GAME
    with pytest.raises(ValueError, match="unknown game 'chess'; the games are brian_boru"):
        regnum.game("chess")


def test_simultaneous_decisions_can_be_made_in_any_order() -> None:
    one, two = new(), new()
    assert one.players_to_act == (0, 1)
    for player in (0, 1):
        one.submit(f"hide {player + 1}", player)
    for player in (1, 0):
        two.submit(f"hide {player + 1}", player)
    assert one == two
    assert list(one.players_to_act) == [one.first]


def test_steps_happen_in_the_order_of_announcement() -> None:
    state = new()
    assert [type(step).__name__ for step in state.stack[::-1]] == ["Hide", "Guess", "Round"]


def test_legal_actions_are_a_fresh_list() -> None:
    state = new()
    for player in (0, 1):
        state.apply(hide[0], player)
    state.legal_actions().clear()
    assert len(state.legal_actions()) == 6
    assert state.legal_actions(1 - state.first) == []


def test_same_seed_gives_the_same_game() -> None:
    assert new(seed=11) == new(seed=11)
    assert {new(seed=seed).first for seed in range(20)} == {0, 1}


def test_games_without_a_seed_differ() -> None:
    assert GAME.new_state(2).seed != GAME.new_state(2).seed


def test_illegal_action_changes_nothing_and_gives_a_reason() -> None:
    state = new()
    for player in (0, 1):
        state.submit("hide 1", player)
    before = state.to_dict()
    with pytest.raises(IllegalActionError, match=r"guess 5 is not allowed: too_many \[pennies.guess\]") as error:
        state.submit("guess 5", state.first)
    text = "guess 5 is not allowed: There are at most 4 coins. [pennies.guess]"
    assert refusal_message(error.value, GAME.words("en")) == text
    assert (error.value.key, error.value.clause, error.value.params) == ("too_many", "pennies.guess", {"most": 4})
    assert state.to_dict() == before
    state = new()
    attempts: list[tuple[Action | str, int, str]] = [
        ("hide 7", 0, "one of this family is 'hide 0'"),
        ("hide 1", 2, "players are 0 to 1"),
        ("hide 1", -1, "players are 0 to 1"),
        (regnum.game("khan").actions[0], 0, "is not an action of pennies"),
    ]
    for action, player, says in attempts:
        with pytest.raises(IllegalActionError, match=says) as error:
            state.submit(action, player)
        assert refusal_message(error.value, GAME.words("en")) == str(error.value)
    assert state.to_dict() == new().to_dict()
    state.submit("hide 1", 0)
    untouched = state.to_dict()
    with pytest.raises(IllegalActionError, match="not player 0's turn: 1 must act"):
        state.submit("hide 1", 0)
    assert state.to_dict() == untouched


def test_game_without_words_names_the_reason_by_its_key() -> None:
    state, first = PenniesState, Round()
    game = PenniesGame(
        id="pennies",
        title="Pennies",
        player_counts=(2,),
        options=GAME.options,
        actions=GAME.actions,
        steps=(),
        package="regnum.core",
        state=state,
        first_step=first,
    )
    assert game.words("uk").language == "uk"
    with pytest.raises(IllegalActionError, match=r"guess 1 is not allowed: not_now \[pennies.hide\]"):
        game.new_state(2).submit("guess 1", 0)


def test_game_declares_existing_things_only() -> None:
    with pytest.raises(TypeError, match=r"unknown parameters \['pendng'\]"):
        PenniesGame(package="regnum.core", pendng=3)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match=r"missing parameters \['actions', 'options', .*, 'title'\]"):
        PenniesGame(package="regnum.core", id="none")  # type: ignore[call-arg]


def test_finished_game_accepts_no_actions() -> None:
    state = new(rounds=1)
    state.submit("hide 1", 0)
    state.submit("hide 1", 1)
    winner = state.first
    state.submit("guess 2", winner)
    assert state.is_terminal
    assert state.players_to_act == ()
    assert state.legal_actions() == []
    assert state.scores()[winner] == 1
    assert state.ranking()[winner] == 1
    assert state.returns()[winner] == 1.0
    assert sum(state.returns()) == 0
    with pytest.raises(IllegalActionError, match="the game is over"):
        state.submit("stop", winner)


def test_tied_sides_share_a_rank_and_the_return() -> None:
    state = new(players=3)
    state.points = [4, 9, 4]
    assert state.ranking() == [2, 1, 2]
    assert state.returns() == [-0.5, 1.0, -0.5]


def test_observation_leaves_out_hidden_information() -> None:
    state = new(players=3)
    state.submit("hide 2", 1)
    seen = state.observed_by(0)
    assert isinstance(seen, PenniesState)
    assert seen.observer == 0
    assert seen.seed == 0
    assert seen.draws == 0
    assert seen.hidden == [0, UNKNOWN, UNKNOWN]
    observation = state.observed_by(1)
    assert isinstance(observation, PenniesState)
    assert observation.hidden == [UNKNOWN, 2, UNKNOWN]
    assert "2" not in json.dumps(state.observed_by(None).to_dict()["hidden"])
    assert state.observed_by(None).observer == SPECTATOR
    assert state.observer == FULL


def test_number_of_simultaneous_decisions_is_hidden_until_all_decided() -> None:
    state = new(players=3)
    for player in (2, 0):
        state.submit("hide 2", player)
        assert {state.observed_by(seat).ply for seat in (0, 1, 2, None)} == {0}
    again = GAME.state_from_dict(state.to_dict())
    assert again.observed_by(1).ply == again.ply == 2
    state.submit("hide 2", 1)
    assert {state.observed_by(seat).ply for seat in (0, 1, 2, None)} == {3}
    state.apply(state.legal_actions()[0])
    assert {state.observed_by(seat).ply for seat in (0, 1, 2, None)} == {4}


def test_observed_state_answers_for_its_observer_only() -> None:
    state = new()
    seen = state.observed_by(0)
    assert seen.legal_actions(0) == state.legal_actions(0)
    with pytest.raises(HiddenInformationError):
        seen.legal_actions(1)
    with pytest.raises(HiddenInformationError):
        seen.apply(hide[0], 0)
    with pytest.raises(HiddenInformationError):
        seen.submit("hide 0", 0)
    with pytest.raises(HiddenInformationError):
        seen.observed_by(1)
    assert seen.observed_by(0) == seen
    with pytest.raises(HiddenInformationError):
        state.determinized(1)
    with pytest.raises(ValueError, match="no player 5"):
        state.observed_by(5)


def test_determinization_looks_the_same_to_its_observer() -> None:
    state = new(players=3)
    state.submit("hide 2", 1)
    seen = state.observed_by(2)
    worlds = [seen.determinized(seed) for seed in range(40)]
    assert all(world.observed_by(2) == seen for world in worlds)
    assert {world.to_dict()["hidden"][1] for world in worlds} == {0, 1, 2}
    assert seen.determinized(5) == seen.determinized(5)


def test_clones_copies_and_pickles_are_independent() -> None:
    state = new()
    clone, shallow, deep, pickled = (
        state.clone(),
        copy.copy(state),
        copy.deepcopy(state),
        pickle.loads(pickle.dumps(state)),
    )
    before = state.to_dict()
    state.submit("hide 2", 0)
    for other in (clone, shallow, deep, pickled):
        assert other.to_dict() == before
        assert other != state
    assert len({clone, shallow, deep, pickled, state}) == 2


def test_every_field_is_copied_compared_and_written() -> None:
    state = new()
    for name in PenniesState.FIELDS:
        other = state.clone()
        value = getattr(other, name)
        changed = value + 1 if isinstance(value, int) else [value[0] + 1, *value[1:]]
        setattr(other, name, changed)
        assert other != state, name
        assert hash(other) != hash(state), name
        assert other.clone() == other, name
        assert other.to_dict()[name] != state.to_dict()[name], name


def test_state_is_written_and_read_back() -> None:
    state = new(loud=True)
    state.submit("hide 2", 1)
    again = GAME.state_from_dict(json.loads(json.dumps(state.to_dict())))
    assert again == state
    assert again.players_to_act == (0,)
    assert again.legal_actions() == state.legal_actions()
    seen = state.observed_by(1)
    assert GAME.state_from_dict(seen.to_dict()) == seen


def test_position_set_up_by_hand_continues_from_its_stack() -> None:
    position = new().to_dict() | {"stack": [{"step": "Guess", "player": 1, "left": 1}, {"step": "Round"}]}
    position |= {"first": 1, "hidden": [1, 1], "chosen": [1, 1], "tried": [4]}
    state = GAME.state_from_dict(position)
    assert state.stack[-1] == Guess(1, 1)
    assert state.stack[-1] != Guess(1, 2)
    assert state.stack[-1] != Hide()
    state.submit("guess 2", 1)
    assert state.scores() == [0, 1]


def test_hidden_parts_of_a_position_must_allow_its_next_step() -> None:
    position = new().to_dict() | {"stack": [{"step": "Guess", "player": 1, "left": 1}, {"step": "Round"}]}
    position |= {"first": 1, "hidden": [1, 1], "chosen": [1, 1], "tried": [2]}
    _, errors = check_position(GAME, position)
    assert errors == ["stack[0]: Guess(player=1, left=1): the hidden parts of the position rule this step out"]


def test_every_error_of_a_position_is_listed() -> None:
    position = new().to_dict() | {
        "points": [1],
        "first": 7,
        "hidden": ["x", 1],
        "colour": "red",
        "stack": [{"step": "Dance"}, {"step": "Guess", "player": 4, "left": 1}, {"step": "Guess", "player": 0}],
    }
    del position["round"]
    with pytest.raises(ValueError, match="points") as error:
        GAME.state_from_dict(position)
    message = str(error.value)
    for part in (
        "round: missing",
        "colour: unknown field",
        "points: not a list of 2",
        "first: 7 is not a player from 0 to 1",
        "hidden[0]: unknown name 'x'",
        "stack[0]: unknown step",
        "stack[1].player: 4 is not a player",
        "stack[2]: Guess takes the whole numbers player, left",
    ):
        assert part in message
    assert "\n" not in message


def test_game_adds_its_own_errors() -> None:
    invalid: list[tuple[dict[str, object], str]] = [
        ({"hidden": [None, 0]}, r"hidden\[0\]: not known"),
        ({"hidden": [0, 2]}, r"hidden\[1\]: not known, or not chosen"),
        ({"round": 4}, "round: 4, but there are 3"),
        ({"points": [1, 1]}, "points: more than one for each round"),
        ({"tried": [3]}, r"Guess\(player=\d, left=2\): does not go with first and tried"),
    ]
    for changed, error in invalid:
        with pytest.raises(ValueError, match=error):
            GAME.state_from_dict(new().to_dict() | changed)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"players": 4}, "Pennies is for 2, 3 players, not 4"),
        ({"players": 2, "seed": -1}, "seed -1 is not a whole number from 0"),
        ({"players": 2, "seed": 1 << 64}, "is not a whole number from 0"),
        ({"players": 2, "speed": 3}, "unknown option 'speed'; the options are rounds, loud"),
        ({"players": 2, "rounds": 2}, "option rounds=2 is not one of 3, 1"),
        ({"players": 2, "loud": 1}, "option loud=1 is not one of false, true"),
        ({"players": 3, "rounds": 1}, "one round is too short for three"),
    ],
)
def test_invalid_setup_is_refused_in_one_line(arguments: dict[str, object], says: str) -> None:
    with pytest.raises(ValueError, match=says) as error:
        GAME.new_state(**arguments)  # type: ignore[arg-type]
    assert "\n" not in str(error.value)


def test_determinization_respects_a_wrong_guess() -> None:
    state = new()
    for player in (0, 1):
        state.submit("hide 0", player)
    guesser = state.first
    state.submit("guess 2", guesser)
    worlds = [state.observed_by(guesser).determinized(seed) for seed in range(20)]
    assert {sum(world.to_dict()["hidden"]) for world in worlds} == {0, 1}
    with pytest.raises(IllegalActionError, match="tried"):
        state.submit("guess 2", guesser)


def test_opened_hands_are_reported_to_all() -> None:
    state = new(rounds=1, loud=True)
    state.journal = []
    for player in (0, 1):
        state.submit(f"hide {player + 1}", player)
    state.submit("stop", state.first)
    assert [tuple(note.params.values()) for note in state.journal if note.key == "opened"] == [(0, 1), (1, 2)]
    assert state.is_terminal


def test_options_are_parsed_from_text() -> None:
    assert new(rounds="1", loud="TRUE").options == {"rounds": 1, "loud": True}


def test_automatic_events_are_recorded_in_the_journal() -> None:
    state = new()
    state.journal = []
    assert state.clone().journal is None
    state.submit("hide 0", 0)
    state.submit("hide 0", 1)
    guesser = state.first
    state.submit("guess 0", guesser)
    notes = [(note.key, note.player) for note in state.journal]
    assert notes == [("right", guesser), ("first", state.first)]


def test_compiled_flag_matches_the_methods() -> None:
    """A compiled method is not a Python function."""
    assert regnum.compiled is not isinstance(State.__dict__["submit"], FunctionType)
