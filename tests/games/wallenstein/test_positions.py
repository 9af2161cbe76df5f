"""Positions set up by hand or damaged: each is refused with its faults named, or it can be played to the end."""

import random
import re
from typing import Any

import pytest

from regnum.core.step import Step
from regnum.games.wallenstein.action_phase import ActionCard, Build, NextActionCard
from regnum.games.wallenstein.battle import Battle, NeutralBattle, Revolt
from regnum.games.wallenstein.components import COMBAT_A, COMBAT_B
from regnum.games.wallenstein.court import AskFavour
from regnum.games.wallenstein.favours import CalmLand, FreeBuilding, Reinforce
from regnum.games.wallenstein.game import GAME
from regnum.games.wallenstein.landsknechte import ChooseBonus
from regnum.games.wallenstein.moving import MarchOrAttack, MoveArmies, SendArmies
from regnum.games.wallenstein.player_order import ChooseSpace
from regnum.games.wallenstein.rounds import EndRound, Round
from regnum.games.wallenstein.state import WallensteinState
from regnum.games.wallenstein.winter import ChooseRevolt, Winter, YearEnd
from tests.games.wallenstein.table import A, B, Scene, land
from tests.games.wallenstein.test_random_play import VARIANTS, check, play

NUMBERS = [-2, -1, 0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 13, 20, 44, 45, 60]


def read(data: dict[str, Any]) -> WallensteinState | str:
    """Return the position, or why it is refused."""
    try:
        state = GAME.state_from_dict(data)
    except ValueError as error:
        return str(error)
    assert isinstance(state, WallensteinState)
    return state


def to_the_end(state: WallensteinState, seed: int) -> None:
    """Play at random to the end; nothing may be wrong on the way."""
    rng = random.Random(seed)
    while not state.is_terminal:
        assert state.faults() == []
        player = rng.choice(state.players_to_act)
        state.apply(rng.choice(state.legal_actions(player)), player)
    check(state)


@pytest.mark.parametrize("options", VARIANTS, ids=lambda o: "+".join(o) or "alone")
@pytest.mark.parametrize("players", [3, 4])
def test_a_step_with_another_number_is_refused_or_the_game_goes_on_to_its_end(
    players: int, options: dict[str, object]
) -> None:
    rng = random.Random(players)
    outcomes = {"refused": 0, "played": 0}
    for state in play(players, 21 + players, options):
        assert state.faults() == []
        numbered = [place for place, step in enumerate(state.to_dict()["stack"]) if len(step) > 1]
        if not numbered or rng.random() > 0.12:
            continue
        data = state.to_dict()
        step = data["stack"][min(rng.choice(numbered), rng.choice(numbered))]
        name = rng.choice([name for name in step if name != "step"])
        old = step[name]
        step[name] = rng.choice(NUMBERS)
        if step[name] == old:
            continue
        changed = read(data)
        if isinstance(changed, str):
            outcomes["refused"] += 1
            assert re.match(r"[a-z_]+(\[\d+\](\.player)?)?: ", changed)
            assert "out of range" not in changed
            continue
        outcomes["played"] += 1
        if outcomes["played"] < 8:
            to_the_end(changed, state.ply)
    assert outcomes["refused"] > 20


BORDER = Scene(3, court=True, landsknechte=True).land(A, "anhalt", 4).land(B, "kursachsen", 2, 1)


@pytest.mark.parametrize(
    ("step", "fault"),
    [
        (SendArmies(A, land("anhalt"), land("baden")), "baden does not border on anhalt"),
        (SendArmies(A, land("kursachsen"), land("anhalt")), "kursachsen is not player 0's land"),
        (SendArmies(A, land("anhalt"), 45), "45 is no land in play"),
        (SendArmies(A, land("anhalt"), land("bremen")), "is no land in play"),
        (MoveArmies(A, land("baden")), "baden is not player 0's land"),
        (MarchOrAttack(B, land("anhalt"), COMBAT_A), "anhalt is not player 1's land"),
        (MarchOrAttack(A, land("anhalt"), 3), "3 is no such action"),
        (Build(A, COMBAT_B), "9 is no such action"),
        (NextActionCard(10), "10 is no place of an action card"),
        (Battle(A, land("anhalt"), 2), "anhalt is not another player's land"),
        (NeutralBattle(A, land("kursachsen"), 2), "kursachsen is not neutral"),
        (Revolt(A, land("kursachsen"), 1), "kursachsen is not player 0's land"),
        (CalmLand(A), "player 0 has no unrest"),
        (FreeBuilding(A, 3), "3 is no building"),
        (Reinforce(A, 5), "5 armies, the card brings 3"),
        (ChooseBonus(A), "player 0's card offers nothing"),
        (ChooseSpace(A), "player 0 has a space"),
        (ChooseRevolt(A, 2), "it is not winter"),
        (Round(3), "3 is no season with a round"),
        (YearEnd(), "no card tells the grain loss"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_a_step_that_cannot_be_is_named(step: Step[Any], fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        BORDER.now(step)


@pytest.mark.parametrize(
    ("steps", "fault"),
    [
        ([AskFavour(A), AskFavour(A)], "the same step stands there twice"),
        ([Round(1), Winter()], "no autumn before winter"),
        ([Round(0), Round(2), Winter()], "rounds do not follow each other"),
        ([EndRound(), Round(0)], "rounds do not follow each other"),
        ([Winter(), Round(2)], "comes before Winter in a round"),
        ([MarchOrAttack(A, land("anhalt"), COMBAT_A), NextActionCard(4)], "not the action of the action card"),
        ([AskFavour(A), ActionCard(2)], "do not begin with the first action card"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_steps_that_do_not_go_together_are_named(steps: list[Step[Any]], fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        BORDER.now(*steps)


def test_steps_need_what_they_stand_on() -> None:
    plain = Scene(3).land(A, "anhalt", 4)
    with pytest.raises(ValueError, match="only with the court"):
        plain.now(AskFavour(A))
    with pytest.raises(ValueError, match="only with Landsknechte"):
        plain.now(ChooseBonus(A))
    with pytest.raises(ValueError, match="only 5 action cards are face up"):
        Scene(3).land(A, "anhalt", 4).set(turned=5).now(MarchOrAttack(A, land("anhalt"), COMBAT_A), NextActionCard(9))
    with pytest.raises(ValueError, match="revolts in lands that are not player 0's"):
        Scene(3).land(B, "anhalt").set(season="winter", revolts=["anhalt"]).now(ChooseRevolt(A, 2))
    with pytest.raises(ValueError, match="revolts: nobody is to choose"):
        Scene(3).land(A, "anhalt").set(revolts=["anhalt"]).now(Build(A, 0))


@pytest.mark.parametrize("field", ["coins", "buildings", "space", "hall", "plan", "truce"])
def test_a_list_that_is_too_short_is_the_only_fault_named(field: str) -> None:
    data = Scene(3, court=True).land(A, "anhalt", 4).now(AskFavour(A)).to_dict()
    assert read(data) == GAME.state_from_dict(data)
    data[field].pop()
    assert read(data) == f"{field}: not a list of 3"
