"""The actions: building, collecting, deploying, moving."""

from typing import Any

import pytest

from regnum.core.rules.bitmask import bits
from regnum.core.rules.note import Note
from regnum.core.rules.step import Step
from regnum.core.text.narrator import note_line
from regnum.games.wallenstein import notes
from regnum.games.wallenstein.action_phase import Build, Collect, CombatMove, Deploy
from regnum.games.wallenstein.components import (
    BUILDINGS,
    CHURCH,
    COLLECT_GRAIN,
    COLLECT_TAXES,
    COMBAT_A,
    DEPLOY_1,
    DEPLOY_3,
    DEPLOY_5,
    GRAIN,
    HOUSE,
    LANDS,
    NEIGHBOURS,
    PALACE,
    SITES,
)
from regnum.games.wallenstein.court import ConvertArmies
from regnum.games.wallenstein.game import GAME
from regnum.games.wallenstein.state import WallensteinState
from tests.support.games.wallenstein import A, B, Scene, check_cubes, land, owner

FIELD = {PALACE: "build_palace", CHURCH: "build_church", HOUSE: "build_trading_house"}


def building(kind: int, name: str, *standing: str, coins: int = 10, players: int = 4) -> WallensteinState:
    scene = Scene(players).land(A, name, 2, 0, *standing).put("coins", A, coins).plan(A, **{FIELD[kind]: name})
    return scene.now(Build(A, kind))


@pytest.mark.clause(
    "wallenstein.actions.palace",
    "wallenstein.actions.church",
    "wallenstein.actions.trading_house",
    "wallenstein.planning.land_card",
)
@pytest.mark.parametrize(("kind", "cost"), [(PALACE, 3), (CHURCH, 2), (HOUSE, 1)])
def test_building_is_paid_and_placed_in_the_land(kind: int, cost: int) -> None:
    state = building(kind, "boehmen", coins=cost)
    assert state.coins[A] == 0
    assert state.buildings[kind] == 1 << land("boehmen")
    poor = building(kind, "boehmen", coins=cost - 1)
    assert poor.coins[A] == cost - 1
    assert poor.buildings == [0, 0, 0]


@pytest.mark.clause("wallenstein.actions.building_site", "wallenstein.actions.building_once")
def test_example_a_church_in_bremen_leaves_one_site_for_another_building() -> None:
    state = building(CHURCH, "bremen")
    bremen = land("bremen")
    assert SITES[bremen] - state.building_count(bremen) == 1
    assert [state.can_build(kind, bremen) for kind in (PALACE, CHURCH, HOUSE)] == [True, False, True]
    full = building(HOUSE, "bremen", "palace", "church")
    assert full.building_count(bremen) == 2
    assert full.coins[A] == 10
    twice = building(CHURCH, "boehmen", "church")
    assert twice.building_count(land("boehmen")) == 1
    assert twice.coins[A] == 10


@pytest.mark.clause("wallenstein.actions.building_tiles", "wallenstein.setup.supply")
def test_building_requires_a_tile() -> None:
    for count, built in ((25, True), (26, False)):
        scene = Scene(4).land(A, "boehmen", 2).plan(A, build_church="boehmen")
        for name in [name for name in LANDS if name != "boehmen"][:count]:
            scene.land(A, name, 1, 0, "church")
        state = scene.now(Build(A, CHURCH))
        assert bool(state.buildings[CHURCH] >> land("boehmen") & 1) is built
        assert state.coins[A] == (13 if built else 15)


@pytest.mark.clause("wallenstein.actions.grain", "wallenstein.actions.taxes", "wallenstein.actions.unrest")
def test_grain_and_taxes_come_by_the_land_card_and_bring_unrest() -> None:
    scene = Scene(4).land(A, "lueneburg", 3).land(A, "burgund", 3)
    scene.plan(A, collect_grain="lueneburg", collect_taxes="burgund")
    state = scene.now(Collect(A, COLLECT_GRAIN))
    assert (state.grain[A], state.coins[A]) == (5, 15)
    assert (state.unrest[land("lueneburg")], state.unrest[land("burgund")]) == (1, 0)
    state = scene.now(Collect(A, COLLECT_TAXES))
    assert (state.grain[A], state.coins[A]) == (0, 15 + 7)
    assert (state.unrest[land("lueneburg")], state.unrest[land("burgund")]) == (0, 1)
    assert state.armies[land("burgund")] == 3


@pytest.mark.clause("wallenstein.setup.markers")
def test_grain_has_no_upper_end() -> None:
    scene = Scene(4).land(A, "lueneburg").put("grain", A, 17).plan(A, collect_grain="lueneburg")
    assert scene.now(Collect(A, COLLECT_GRAIN)).grain[A] == 22


def collecting(income: str, unrest: int = 2) -> Scene:
    scene = Scene(4, revolt_income=income).land(A, "lueneburg", 4, unrest, "palace")
    return scene.plan(A, collect_taxes="lueneburg")


@pytest.mark.clause(
    "wallenstein.actions.collect_revolt",
    "wallenstein.actions.unrest",
    "wallenstein.battle.revolt_when",
    "wallenstein.battle.revolt_farmers",
    "wallenstein.battle.revolt_won",
)
def test_example_taxes_in_lueneburg_with_two_unrest_markers() -> None:
    """Four armies and two farmers are thrown; the winner keeps the land and gets a third marker."""
    name = land("lueneburg")
    won = collecting("kept").stuck({A: 0, 4: 1}, Collect(A, COLLECT_TAXES))  # all four and one of two farmers fall out
    assert owner(won, "lueneburg") == A
    assert won.armies[name] == 3
    assert won.unrest[name] == 3
    assert won.coins[A] == 15 + 3
    assert won.supply[4] == 20 - 1
    assert won.buildings[PALACE] >> name & 1
    check_cubes(won)


@pytest.mark.clause("wallenstein.actions.collect_revolt", "wallenstein.battle.revolt_lost")
@pytest.mark.parametrize(("income", "coins"), [("kept", 18), ("lost", 15)])
def test_income_of_a_lost_revolt_is_kept_unless_the_option_says_otherwise(income: str, coins: int) -> None:
    lost = collecting(income).stuck({A: 2, 4: 0}, Collect(A, COLLECT_TAXES))  # two against two
    assert owner(lost, "lueneburg") == -1
    assert lost.coins[A] == coins
    assert lost.unrest[land("lueneburg")] == 0
    assert lost.building_count(land("lueneburg")) == 0
    assert lost.supply[4] == 20
    won = collecting(income).stuck({A: 0, 4: 2}, Collect(A, COLLECT_TAXES))
    assert won.coins[A] == 18
    check_cubes(lost)


def deploying(action: int, coins: int, supply: int = 62) -> WallensteinState:
    field = {DEPLOY_5: "deploy_5", DEPLOY_3: "deploy_3", DEPLOY_1: "deploy_1"}[action]
    scene = Scene(4).land(A, "baden", 2).put("coins", A, coins).plan(A, **{field: "baden"})
    scene.inside(A, 60 - supply) if supply < 60 else None
    return scene.now(Deploy(A, action))


@pytest.mark.clause(
    "wallenstein.actions.deploy_5", "wallenstein.actions.deploy_3", "wallenstein.actions.deploy_1",
    "wallenstein.actions.must", "wallenstein.actions.in_full",
)  # fmt: skip
@pytest.mark.parametrize(("action", "cost", "armies"), [(DEPLOY_5, 3, 5), (DEPLOY_3, 2, 3), (DEPLOY_1, 1, 1)])
def test_armies_are_paid_and_deployed_in_full_or_not_at_all(action: int, cost: int, armies: int) -> None:
    state = deploying(action, cost)
    assert (state.coins[A], state.armies[land("baden")]) == (0, 2 + armies)
    assert state.supply[A] == 60 - armies
    poor = deploying(action, cost - 1)
    assert (poor.coins[A], poor.armies[land("baden")]) == (cost - 1, 2)
    few = deploying(action, cost, supply=armies - 1)
    assert (few.coins[A], few.armies[land("baden")]) == (cost, 2)
    enough = deploying(action, cost, supply=armies)
    assert enough.supply[A] == 0


def test_every_building_has_a_field() -> None:
    assert [FIELD[kind] for kind in range(3)] == [f"build_{name}" for name in BUILDINGS]


@pytest.mark.clause("wallenstein.actions.show_card", "wallenstein.actions.grain")
def test_first_land_of_all_counts_for_an_action() -> None:
    scene = Scene(3).land(A, "altmark", 3).plan(A, collect_grain="altmark")
    state = scene.now(Collect(A, COLLECT_GRAIN))
    assert (state.grain[A], state.unrest[land("altmark")]) == (GRAIN[0], 1)


def notes_of(scene: Scene, *steps: Step[Any]) -> list[tuple[str, dict[str, Any]]]:
    """Return the notes of these steps without the card and its owner."""
    state = scene.now()
    state.journal = []
    for step in steps:
        state.schedule(step)
        state.advance()
    assert all(note.params.pop("player", A) == A for note in state.journal)
    return [(note.key, note.params) for note in state.journal if note.key != "card"]


@pytest.mark.clause("wallenstein.actions.in_full", "wallenstein.court.convert_in_full")
@pytest.mark.parametrize(
    ("field", "step", "land_and_buildings", "change", "reason"),
    [
        ("build_palace", Build(A, PALACE), ["boehmen", 2, 0], ("coins", 2), "coins"),
        ("build_palace", Build(A, PALACE), ["boehmen", 2, 0, "palace"], None, "stands"),
        ("build_palace", Build(A, PALACE), ["bremen", 2, 0, "church", "trading_house"], None, "site"),
        ("deploy_5", Deploy(A, DEPLOY_5), ["baden", 58], None, "supply"),
        ("deploy_5", Deploy(A, DEPLOY_5), ["baden", 58], ("coins", 2), "coins"),
        ("combat_a", CombatMove(A, COMBAT_A), ["baden", 1], None, "one_army"),
        ("convert_2", ConvertArmies(), ["baden", 2], None, "armies"),
        ("convert_2", ConvertArmies(), ["baden", 5], ("hall", 6), "courtiers"),
    ],
)
def test_log_gives_the_reason_for_a_card_without_effect(
    field: str, step: Step[Any], land_and_buildings: list[Any], change: tuple[str, int] | None, reason: str
) -> None:
    scene = Scene(4, court=True).land(A, *land_and_buildings).plan(A, **{field: land_and_buildings[0]})
    if change:
        scene.put(change[0], A, change[1])
    assert notes_of(scene, step)[:1] == [("skips", {"reason": reason})]
    for language in ("en", "de", "uk"):
        words = GAME.words(language)
        assert words.name("reason", reason) != reason
        assert words.name("reason", reason) in note_line(Note(notes.SKIPS, [A, reason]), words, ["Ada"])


@pytest.mark.clause("wallenstein.court.convert_in_full", "wallenstein.actions.building_tiles")
def test_log_names_an_insufficient_tray_and_missing_tiles() -> None:
    assert notes_of(Scene(4, court=True).plan(A, convert_3="tower"), ConvertArmies())[1] == (
        "skips",
        {"reason": "tray"},
    )
    scene = Scene(4).land(A, "boehmen", 2).plan(A, build_church="boehmen")
    for name in [name for name in LANDS if name != "boehmen"][:26]:
        scene.land(A, name, 1, 0, "church")
    assert notes_of(scene, Build(A, CHURCH)) == [("skips", {"reason": "tile"})]


@pytest.mark.clause("wallenstein.favours.truce", "wallenstein.actions.combat")
def test_log_reports_the_lack_of_a_reachable_land() -> None:
    scene = Scene(4, court=True).land(A, "altmark", 3).plan(A, combat_a="altmark").favours(18, 2, 1)
    scene.set(favours=[None] * 3).put("truce", B, ["a", "b"])
    for number in bits(NEIGHBOURS[land("altmark")]):
        scene.land(B, LANDS[number])
    assert notes_of(scene, CombatMove(A, COMBAT_A)) == [("skips", {"reason": "nowhere"})]
    assert notes_of(scene.put("truce", B, []), CombatMove(A, COMBAT_A)) == []


@pytest.mark.clause("wallenstein.actions.palace", "wallenstein.actions.deploy_5")
def test_log_contains_payments() -> None:
    scene = Scene(4).land(A, "boehmen", 2).land(A, "baden").plan(A, build_palace="boehmen", deploy_3="baden")
    assert notes_of(scene, Build(A, PALACE), Deploy(A, DEPLOY_3)) == [
        ("pays", {"coins": 3}), ("builds", {"building": "palace", "land": "boehmen"}),
        ("pays", {"coins": 2}), ("deploys", {"land": "baden", "armies": 3}),
    ]  # fmt: skip
