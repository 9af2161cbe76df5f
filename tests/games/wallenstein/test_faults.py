"""Positions set up by hand or damaged: each is refused with its faults named, or it can be played to the end."""

import random
import re
from typing import Any

import pytest

from regnum.core.step import Step
from regnum.games.wallenstein.action_phase import ActionCard, Build, NextActionCard
from regnum.games.wallenstein.battle import Battle, NeutralBattle, Revolt
from regnum.games.wallenstein.components import COMBAT_A, COMBAT_B
from regnum.games.wallenstein.court import AskFavour, ConvertArmies, EndAudience
from regnum.games.wallenstein.favours import CalmLand, FreeBuilding, Reinforce
from regnum.games.wallenstein.game import GAME
from regnum.games.wallenstein.landsknechte import ChooseBonus
from regnum.games.wallenstein.move import MarchOrAttack, MoveArmies, SendArmies
from regnum.games.wallenstein.planning import Planning
from regnum.games.wallenstein.player_order import ChooseSpace, RevealBids
from regnum.games.wallenstein.rounds import EndRound, Round, Year
from regnum.games.wallenstein.setup import DraftLand, FillTower, NextDraft, PlaceGroup
from regnum.games.wallenstein.state import WallensteinState
from regnum.games.wallenstein.winter import ChooseRevolt, Winter, YearEnd
from tests.games.wallenstein.positions import VARIANTS, A, B, C, Scene, check, land, play

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
            assert re.match(r"[a-z_]+(\[\d+\](\.[a-z]+)?)?: ", changed)
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
        (SendArmies(A, land("kursachsen"), land("anhalt")), "kursachsen is not the player's land"),
        (SendArmies(A, land("anhalt"), 45), "target: 45 is not from 0 to 44"),
        (SendArmies(A, land("anhalt"), land("bremen")), "bremen does not border on anhalt, or is not in play"),
        (MoveArmies(A, land("baden")), "baden is not the player's land"),
        (MarchOrAttack(B, land("anhalt"), COMBAT_A), "anhalt is not the player's land"),
        (MarchOrAttack(A, land("anhalt"), 3), "action: 3 is not from 8 to 9"),
        (Build(A, COMBAT_B), "action: 9 is not from 0 to 2"),
        (NextActionCard(10), "position: 10 is not from 1 to 9"),
        (Battle(A, land("anhalt"), 2), "anhalt is not another player's land"),
        (NeutralBattle(A, land("kursachsen"), 2), "kursachsen is not a neutral land in play"),
        (Revolt(A, land("kursachsen"), 1), "kursachsen is not the player's land"),
        (CalmLand(A), r"CalmLand\(player=0\) has no options"),
        (FreeBuilding(A, 3), "building: 3 is not from 0 to 2"),
        (Reinforce(A, 5), "armies: 5 is not from 3 to 3"),
        (ChooseBonus(A), "the player's card offers nothing"),
        (ChooseSpace(A), "the player has a space"),
        (ChooseRevolt(A, 2), "it is not winter"),
        (Round(3), "season: 3 is not from 0 to 2"),
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
        ([Round(1), Winter()], r"Winter\(\) comes right after Round\(season=1\), not Round\(season=2\)"),
        (
            [Round(0), Round(2), Winter()],
            r"Round\(season=2\) comes right after Round\(season=0\), not Round\(season=1\)",
        ),
        ([EndRound(), Round(0)], r"right after EndRound\(\), not Round\(season=1\)"),
        ([EndRound(), Year()], r"right after EndRound\(\), not Round\(season=1\)"),
        ([Round(2), Year()], r"Year\(\) comes right after Round\(season=2\), not Winter"),
        ([Winter(), Round(2)], r"Round\(season=2\) comes right after Winter\(\), not Year"),
        ([ActionCard(0), Round(1)], r"Round\(season=1\) comes right after ActionCard\(position=0\), not EndRound"),
        ([RevealBids(), ConvertArmies()], r"right after RevealBids\(\), not TurnBanners or nothing$"),
        ([Year(), EndRound()], r"EndRound\(\) comes right after Year\(\), not nothing"),
        ([DraftLand(A)], r"nothing comes right after DraftLand\(player=0\)"),
        ([PlaceGroup(A)], r"nothing comes right after PlaceGroup\(player=0\)"),
        ([DraftLand(A), NextDraft(B)], r"right after DraftLand\(player=0\), not PlaceGroup\(player=0\)"),
        ([DraftLand(A), PlaceGroup(B), NextDraft(C)], r"right after DraftLand\(player=0\), not PlaceGroup\(player=0\)"),
        ([PlaceGroup(A), NextDraft(C)], r"right after PlaceGroup\(player=0\), not NextDraft\(player=1\)"),
        ([PlaceGroup(A), FillTower()], r"right after PlaceGroup\(player=0\), not NextDraft\(player=1\)"),
        ([Build(A, 0), EndRound()], r"EndRound\(\) comes right after Build\(player=0, action=0\)"),
        (
            [MarchOrAttack(A, land("anhalt"), COMBAT_A), NextActionCard(4)],
            r"NextActionCard\(position=4\) comes right after MarchOrAttack",
        ),
        ([EndAudience(), ActionCard(2)], r"right after EndAudience\(\), not ActionCard\(position=0\)"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_steps_that_do_not_go_together_are_named(steps: list[Step[Any]], fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        BORDER.now(*steps)


def test_steps_need_what_they_stand_on() -> None:
    plain = Scene(3).land(A, "anhalt", 4)
    with pytest.raises(ValueError, match="only with court"):
        plain.now(AskFavour(A))
    with pytest.raises(ValueError, match="only with landsknechte"):
        plain.now(ChooseBonus(A))
    with pytest.raises(ValueError, match="only 5 action cards are face up"):
        Scene(3).land(A, "anhalt", 4).set(turned=5).now(MarchOrAttack(A, land("anhalt"), COMBAT_A), NextActionCard(9))
    with pytest.raises(ValueError, match="revolts: not all are in the player's lands"):
        Scene(3).land(B, "anhalt").set(season="winter", revolts=["anhalt"]).now(ChooseRevolt(A, 2))
    with pytest.raises(ValueError, match="revolts: something is there, but nobody is to choose"):
        Scene(3).land(A, "anhalt").set(revolts=["anhalt"]).now(Build(A, 0))


COURT = Scene(3, court=True).land(A, "anhalt", 4).favours(18, 10, 4)
PLANNING = Scene(3).planning().tiles().land(A, "anhalt", 4)
NEW = GAME.new_state(3, 1, start="printed").to_dict()
DRAFT = GAME.new_state(3, 1).to_dict()


@pytest.mark.parametrize(
    ("data", "changes", "fault"),
    [
        (PLANNING, {"space": [None, 2, None]}, "space: something is there, but bids are not shown"),
        (PLANNING, {"shown": [["bid"], [], []]}, "shown: something is there, but bids are not shown"),
        (PLANNING, {"fresh": [["anhalt"], [], []]}, "fresh: something is there, but bids are not shown"),
        (PLANNING, {"confirmed": [1, 1, 1]}, "confirmed: everybody has, but Planning goes on"),
        (PLANNING, {"changing": [1, 0, 0], "confirmed": [1, 0, 0]}, "confirmed: the plan of player 0 is not complete"),
        (PLANNING, {"season": "winter"}, "season: there is no such round in winter"),
        (COURT, {"changing": [1, 0, 0]}, "changing: something is there, but nobody plans"),
        (COURT, {"shown": [["bid"], [], []], "plan": [[None] * 14] * 3}, "shown: bid of player 0 is empty"),
        (COURT, {"fresh": [["baden"], [], []]}, "fresh: baden is not player 0's land"),
        (COURT, {"banner": [1, 0, 0]}, "banner: something is there, but Landsknechte are not played"),
        (COURT, {"ward": 0}, "ward: nobody can have taken the favour"),
        (COURT, {"truce": [["a", "b"], [], []]}, "truce: nobody can have taken it"),
        (COURT, {"favours": [None] * 3, "truce": [["a", "b"], ["a", "b"], []]}, "truce: nobody can have taken it"),
        (COURT, {"favours": [10, 10, 4]}, "favours: 10 twice"),
        (PLANNING, {"past_favours": [3]}, "past_favours: something is there, but the court is not played"),
        (PLANNING, {"favours": [None, 3, None]}, "favours: something is there, but the court is not played"),
        (PLANNING, {"groups": [[1, 0, 0, 0]] * 3}, "groups: some are left, but nobody drafts lands"),
        (PLANNING, {"open_lands": ["baden", "trier"]}, "open_lands: something is there, but nobody drafts lands"),
        (PLANNING, {"offered": [["baden"], [], []]}, "offered: something is there, but nobody drafts lands"),
        (PLANNING, {"land_deck": ["baden"]}, "land_deck: something is there, but nobody drafts lands"),
        (DRAFT, {"groups": [[0, 0, 0, 1], [0, 0, 1, 1], [0, 0, 0, 0]]}, "groups: the draft does not go around"),
        (DRAFT, {"open_events": ["tax_max_0"]}, "open_events: something is there, but the first year has not begun"),
        (DRAFT, {"year": 1}, "year: something is there, but the game is set up"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_what_belongs_to_another_time_or_expansion_is_named(
    data: Scene | dict[str, Any], changes: dict[str, Any], fault: str
) -> None:
    if isinstance(data, Scene):
        data = data.now(Planning() if data is PLANNING else AskFavour(A)).to_dict()
    assert not isinstance(read(data), str)
    assert fault in str(read({**data, **changes}))


@pytest.mark.parametrize("gone", ["DetermineEvent", "RevealBids", "ActionCard", "EndRound", "Winter"])
def test_no_step_of_a_year_may_be_missing(gone: str) -> None:
    steps = [step for step in NEW["stack"] if step["step"] != gone]
    assert "comes right after" in str(read({**NEW, "stack": steps}))
    for season in range(1, 3):
        steps = [step for step in NEW["stack"] if step.get("season") != season]
        assert "comes right after" in str(read({**NEW, "stack": steps}))


def test_a_year_has_as_many_events_as_it_needs() -> None:
    opened = NEW["open_events"]
    more = {"open_events": [*opened, NEW["event_deck"][0]], "event_deck": NEW["event_deck"][1:]}
    assert read({**NEW, **more}) == "open_events: 5, but 4 are still needed this year"


@pytest.mark.parametrize("field", ["coins", "buildings", "space", "hall", "plan", "truce"])
def test_a_list_that_is_too_short_is_the_only_fault_named(field: str) -> None:
    data = Scene(3, court=True).land(A, "anhalt", 4).now(AskFavour(A)).to_dict()
    assert read(data) == GAME.state_from_dict(data)
    data[field].pop()
    assert read(data) == f"{field}: not a list of 3"


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
        "is in another place, too",
        "which is neutral",
        "tiles:",
        "order:",
        "twice",
        "strassburg is not the player's card",
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
    with pytest.raises(ValueError, match="favour_deck: too few are left"):
        GAME.state_from_dict(few)
    bare = {**data, "tiles": []}
    with pytest.raises(ValueError, match="tiles: none are there"):
        GAME.state_from_dict(bare)


def test_the_first_land_of_all_must_be_ones_own_too() -> None:
    scene = Scene(3).land(B, "altmark", 3).land(A, "anhalt", 3)
    for step in (MoveArmies(A, 0), MarchOrAttack(A, 0, COMBAT_A), Revolt(A, 0, 1)):
        with pytest.raises(ValueError, match="altmark is not the player's land"):
            scene.now(step)


def test_a_later_player_in_the_order_does_the_same_action_and_nobody_does_it_twice() -> None:
    scene = Scene(3).land(A, "anhalt", 4).set(space=[2, 1, 4])
    assert scene.now(Build(B, 0), Build(A, 0), Build(C, 0), NextActionCard(1)).is_terminal
    for steps in ([Build(A, 0), Build(B, 0)], [Build(C, 0), Build(A, 0)], [Build(B, 0), Build(A, 1)]):
        with pytest.raises(ValueError, match=r"comes right after Build"):
            scene.now(*steps)
