"""Positions that are set up by hand or damaged: refused with their errors named, or playable to the end."""

import random
import re
from typing import Any

import pytest

from regnum.core.rules.step import Step
from regnum.games.wallenstein.action_phase import ActionCard, Build, NextActionCard, Unrest
from regnum.games.wallenstein.battle import Battle, NeutralBattle, Revolt
from regnum.games.wallenstein.components import COMBAT_A, COMBAT_B, EVENTS, FAVOURS, LANDS
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
from tests.support.games.wallenstein import VARIANTS, A, B, C, Scene, check, land, play

NUMBERS = [-2, -1, 0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 13, 20, 44, 45, 60]


def read(data: dict[str, Any]) -> WallensteinState | str:
    """Return the position, or the reason for refusing it."""
    try:
        state = GAME.state_from_dict(data)
    except ValueError as error:
        return str(error)
    assert isinstance(state, WallensteinState)
    return state


def to_the_end(state: WallensteinState, seed: int) -> None:
    """Play at random to the end and check for errors on the way."""
    rng = random.Random(seed)
    while not state.is_terminal:
        assert state.position_errors() == []
        player = rng.choice(state.players_to_act)
        state.apply(rng.choice(state.legal_actions(player)), player)
    check(state)


@pytest.mark.parametrize("options", VARIANTS, ids=lambda o: "+".join(o) or "alone")
@pytest.mark.parametrize("players", [3, 4])
def test_step_with_another_number_is_refused_or_playable(players: int, options: dict[str, object]) -> None:
    rng = random.Random(players)
    outcomes = {"refused": 0, "played": 0}
    for state in play(players, 21 + players, options):
        assert state.position_errors() == []
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
    ("step", "error"),
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
        (YearEnd(), "no card gives the grain loss"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_impossible_step_is_named(step: Step[Any], error: str) -> None:
    with pytest.raises(ValueError, match=error):
        BORDER.now(step)


@pytest.mark.parametrize(
    ("steps", "error"),
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
def test_incompatible_steps_are_named(steps: list[Step[Any]], error: str) -> None:
    with pytest.raises(ValueError, match=error):
        BORDER.now(*steps)


def test_steps_require_their_options_and_cards() -> None:
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
    ("data", "changes", "error"),
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
def test_field_of_another_time_or_expansion_is_named(
    data: Scene | dict[str, Any], changes: dict[str, Any], error: str
) -> None:
    if isinstance(data, Scene):
        data = data.now(Planning() if data is PLANNING else AskFavour(A)).to_dict()
    assert not isinstance(read(data), str)
    assert error in str(read({**data, **changes}))


@pytest.mark.parametrize("gone", ["DetermineEvent", "RevealBids", "ActionCard", "EndRound", "Winter"])
def test_missing_step_of_a_year_is_refused(gone: str) -> None:
    steps = [step for step in NEW["stack"] if step["step"] != gone]
    assert "comes right after" in str(read({**NEW, "stack": steps}))
    for season in range(1, 3):
        steps = [step for step in NEW["stack"] if step.get("season") != season]
        assert "comes right after" in str(read({**NEW, "stack": steps}))


def test_year_has_as_many_events_as_it_needs() -> None:
    opened = NEW["open_events"]
    more = {"open_events": [*opened, NEW["event_deck"][0]], "event_deck": NEW["event_deck"][1:]}
    assert read({**NEW, **more}) == "open_events: 5, but 4 are still needed this year"


@pytest.mark.parametrize("field", ["coins", "buildings", "space", "hall", "plan", "truce"])
def test_list_that_is_too_short_is_the_only_error_named(field: str) -> None:
    data = Scene(3, court=True).land(A, "anhalt", 4).now(AskFavour(A)).to_dict()
    assert read(data) == GAME.state_from_dict(data)
    data[field].pop()
    assert read(data) == f"{field}: not a list of 3"


def test_errors_names_everything_that_cannot_be() -> None:
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


def test_errors_include_missing_pieces_of_later_rounds() -> None:
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


def test_first_land_must_be_owned_as_well() -> None:
    scene = Scene(3).land(B, "altmark", 3).land(A, "anhalt", 3)
    for step in (MoveArmies(A, 0), MarchOrAttack(A, 0, COMBAT_A), Revolt(A, 0, 1)):
        with pytest.raises(ValueError, match="altmark is not the player's land"):
            scene.now(step)


def test_players_take_an_action_once_in_player_order() -> None:
    scene = Scene(3).land(A, "anhalt", 4).set(space=[2, 1, 4])
    assert scene.now(Build(B, 0), Build(A, 0), Build(C, 0), NextActionCard(1)).is_terminal
    for steps in ([Build(A, 0), Build(B, 0)], [Build(C, 0), Build(A, 0)], [Build(B, 0), Build(A, 1)]):
        with pytest.raises(ValueError, match=r"comes right after Build"):
            scene.now(*steps)


@pytest.mark.parametrize(
    ("field", "last", "beyond"),
    [
        ("year", 2, 3), ("known_below", 45, 46), ("turned", 10, 11), ("armies", 62, 63), ("supply", 62, 63),
        ("tray", 62, 63), ("tower", 62, 63), ("confirmed", 1, 2), ("changing", 1, 2), ("space", 5, 6), ("space", 1, 0),
        ("hall", 7, 8), ("banner", 3, 4), ("groups", [4] * 4, [5] * 4), ("ward", 2, 3), ("coins", 0, -1),
        ("tiles", "defence", "bid"), ("seed", 2**64 - 1, 2**64),
    ],
)  # fmt: skip
def test_numbers_are_bounded(field: str, last: object, beyond: object) -> None:
    data = COURT.now(AskFavour(A)).to_dict()
    wrong = rf"(^|; ){field}[\[\]\d]*: .*(is not a whole number|unknown name|is not a player)|^seed"
    for value, refused in ((last, False), (beyond, True)):
        old = data[field]
        new = value if not isinstance(old, list) else [value, *old[1:]]
        assert bool(re.search(wrong, str(read({**data, field: new})))) is refused


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("Round.season", (0, 2)), ("ActionCard.position", (0, 9)), ("NextActionCard.position", (1, 9)),
        ("Build.action", (0, 2)), ("Collect.action", (3, 4)), ("Deploy.action", (5, 7)), ("CombatMove.action", (8, 9)),
        ("MarchOrAttack.action", (8, 9)), ("MarchOrAttack.source", (0, 44)), ("MoveArmies.source", (0, 44)),
        ("SendArmies.source", (0, 44)), ("SendArmies.target", (0, 44)), ("Battle.armies", (1, 62)),
        ("Battle.land", (0, 44)), ("NeutralBattle.armies", (1, 62)), ("Revolt.land", (0, 44)),
        ("Revolt.farmers", (0, 20)), ("Unrest.land", (0, 44)), ("Unrest.collects", (-1, 4)),
        ("FreeBuilding.building", (0, 2)), ("Reinforce.armies", (3, 3)), ("ChooseRevolt.farmers", (1, 3)),
    ],
)  # fmt: skip
def test_step_parameters_have_ranges(name: str, numbers: tuple[int, int]) -> None:
    step, parameter = name.split(".")
    allowed = GAME.steps[step].RANGES[parameter]
    assert (allowed[0], allowed[-1]) == numbers


def test_five_action_cards_from_the_one_that_is_done_on_are_face_up() -> None:
    scene = Scene(3).land(A, "anhalt", 4)
    for step, face_up in (
        (ActionCard(0), 5), (ActionCard(4), 9), (ActionCard(9), 10),
        (NextActionCard(1), 5), (NextActionCard(5), 9), (NextActionCard(9), 10),
    ):  # fmt: skip
        assert scene.set(turned=face_up).now(step).is_terminal
        with pytest.raises(ValueError, match=f"only {face_up - 1} action cards are face up"):
            scene.set(turned=face_up - 1).now(step)


def test_cards_of_pending_actions_are_face_down() -> None:
    for action, field in ((0, "build_palace"), (2, "build_trading_house")):
        scene = Scene(3).land(A, "anhalt", 4).plan(A, **{field: "anhalt"}).put("shown", A, [field])
        for step, error in (
            (Build(A, action), "the player's card for this action is face up"),
            (ActionCard(action), "a card for a later action is face up"),
            (NextActionCard(action) if action else ActionCard(0), "a card for a later action is face up"),
        ):
            with pytest.raises(ValueError, match=error):
                scene.now(step)
        assert scene.now(Build(B, action)).is_terminal
        assert scene.now(ActionCard(action + 1)).is_terminal
        assert scene.put("shown", A, []).now(Build(A, action)).is_terminal


def test_unrest_comes_after_collecting_and_in_lands_in_play() -> None:
    scene = Scene(3).land(A, "altmark", 4)
    for collects, fits in ((-1, True), (0, False), (2, False), (3, True), (4, True)):
        for name, in_play in (("altmark", True), ("bremen", False)):
            if fits and in_play:
                assert scene.now(Unrest(A, land(name), collects)).is_terminal
            else:
                with pytest.raises(ValueError, match="not in play, or that is not collected"):
                    scene.now(Unrest(A, land(name), collects))


@pytest.mark.parametrize(
    ("shown", "coins", "card", "refused"),
    [
        ([], 3, "coin_4", True), ([], 4, "coin_4", False), (["bid"], 0, "coin_4", False),
        (["deploy_1"], 3, "coin_4", True), ([], 0, "coin_0", False), ([], 0, "altmark", False), ([], 0, "tower", False),
    ],
)  # fmt: skip
def test_bid_is_within_ones_means_until_it_is_paid(shown: list[str], coins: int, card: str, refused: bool) -> None:
    scene = Scene(3, court=True).land(A, "altmark", 4).plan(A, bid=card).put("shown", A, shown).put("coins", A, coins)
    if refused:
        with pytest.raises(ValueError, match=r"plan\[0\]: the bid is more than the player has"):
            scene.now(Build(B, 0))
    else:
        assert scene.now(Build(B, 0)).is_terminal


@pytest.mark.parametrize(
    ("cards", "error"),
    [
        ({"combat_a": "altmark", "combat_b": "altmark"}, "altmark twice"),
        ({"combat_a": "coin_0", "combat_b": "coin_0"}, "coin_0 twice"),
        ({"combat_b": "baden"}, "baden is not the player's card"),
        ({"bid": "tower", "convert_1": "tower", "convert_2": "tower"}, ""),
        ({"bid": "tower", "convert_1": "tower", "convert_2": "tower", "convert_3": "tower"}, "too many tower cards"),
        ({"bid": "hidden"}, "a card is unknown"),
        ({"combat_b": "anhalt"}, "anhalt is not the player's card"),
    ],
)
def test_plan_consists_of_own_cards(cards: dict[str, str], error: str) -> None:
    scene = Scene(3, court=True).land(A, "altmark", 4).land(B, "anhalt").plan(A, **cards)
    if error:
        with pytest.raises(ValueError, match=rf"plan\[0\]: {error}"):
            scene.now(Build(B, 0))
    else:
        assert scene.now(Build(B, 0)).is_terminal


def test_second_year_needs_four_events_and_its_favours_three_a_round() -> None:
    gone = EVENTS[4:8]
    scene = Scene(3, court=True).set(season="autumn", open_events=[EVENTS[0]], past_events=[*EVENTS[1:4], *gone])
    scene.set(event_deck=EVENTS[8:], favour_deck=FAVOURS[:9], past_favours=FAVOURS[9:]).land(A, "anhalt", 4)
    scene.land(B, "baden").land(C, "trier")
    scene.now(EndRound(), Winter(), Year())
    with pytest.raises(ValueError, match="favour_deck: too few are left"):
        scene.set(favour_deck=FAVOURS[:8], past_favours=FAVOURS[8:]).now(EndRound(), Winter(), Year())
    scene.set(favour_deck=FAVOURS[:9], past_favours=FAVOURS[9:])
    scene.set(past_events=[*EVENTS[1:4], *gone, EVENTS[8]], event_deck=EVENTS[9:])
    with pytest.raises(ValueError, match="event_deck: too few for the second year"):
        scene.now(EndRound(), Winter(), Year())
    scene.now(EndRound(), Winter())  # of no second year is said that it comes
    scene.set(year=2, favour_deck=[], past_favours=FAVOURS).now(EndRound(), Winter(), Year())


def test_cubes_tiles_and_sites_are_counted() -> None:
    scene = Scene(5)
    scene.data["buildings"][0] = [*LANDS[:28]]
    for name in LANDS[:28]:
        scene.land(A, name)
    assert scene.now(Build(A, 0)).is_terminal
    scene = Scene(4).land(A, "bremen", 4, 0, "palace", "church")
    assert scene.now(Build(A, 0)).is_terminal
    with pytest.raises(ValueError, match="bremen has more of them than sites"):
        Scene(4).land(A, "bremen", 4, 0, "palace", "church", "trading_house").now(Build(A, 0))
    for colour, name, count in ((A, "player 0", 62), (C, "player 2", 62), (3, "the farmers", 20)):
        scene = Scene(3).land(A, "anhalt", 4)
        scene.data["supply"][colour] -= 1
        with pytest.raises(ValueError, match=f"supply: {name} with {count - 1} cubes in all, not {count}"):
            scene.now(Build(A, 0))


def test_land_with_an_owner_has_armies() -> None:
    for name in ("altmark", "zweibruecken"):
        with pytest.raises(ValueError, match=f"armies: {name} has an owner, but no armies"):
            Scene(3).land(A, "anhalt", 4).land(B, name, 0).now(Build(A, 0))
    with pytest.raises(ValueError, match="armies: altmark has some there, which is neutral"):
        Scene(3).set(armies=[3, *[0] * 44]).put("supply", A, 59).now(Build(A, 0))


def test_armies_on_their_way_are_counted_with_the_rest() -> None:
    scene = Scene(3).land(A, "anhalt", 1).land(B, "kursachsen", 2)
    fight = Battle(A, land("kursachsen"), 5)
    with pytest.raises(ValueError, match="supply: player 0 with 67 cubes in all, not 62"):
        scene.now(fight)
    scene.data["supply"][A] -= 5
    assert scene.now(fight).is_terminal


def test_parsed_position_has_the_types_of_a_game() -> None:
    for options in ({}, {"court": True, "landsknechte": True}):
        state = GAME.new_state(3, 4, **options)
        rng = random.Random(1)
        while state.ply < 90:
            again = GAME.state_from_dict(state.to_dict())
            for name in state.FIELDS:
                mine, other = getattr(state, name), getattr(again, name)
                assert type(mine) is type(other), name
                if isinstance(mine, list | tuple):
                    assert [type(item) for item in mine] == [type(item) for item in other], name
            player = rng.choice(state.players_to_act)
            state.apply(rng.choice(state.legal_actions(player)), player)


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"turned": 10}, ""),
        ({"order": [], "turned": 1}, "turned: more cards than lie there"),
        ({"space": [1, 1, None]}, "space: one twice"),
        ({"space": [1, 2, None]}, "space: a player has none, but the player order is needed"),
        ({"tiles": ["coin"] * 5}, "tiles: not each advantage tile once"),
        ({"open_events": EVENTS[:3], "past_events": EVENTS[3:4]}, ""),
        ({"season": "winter"}, "season: there is no such round in winter"),
        ({"year": 0}, "year: the first has not begun"),
    ],
)
def test_table_contents_must_fit_the_time(changes: dict[str, Any], error: str) -> None:
    data = {**Scene(3).land(A, "anhalt", 4).now(MoveArmies(A, land("anhalt"))).to_dict(), **changes}
    data["stack"] = [{"step": "MoveArmies", "player": A, "source": land("anhalt")}]
    assert error in str(read(data))
    assert isinstance(read(data), WallensteinState) is not bool(error)
