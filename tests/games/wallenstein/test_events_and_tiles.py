"""The twelve events and the five advantage tiles."""

import pytest

from regnum.games.wallenstein.action_phase import Build, Collect, Deploy
from regnum.games.wallenstein.battle import Battle, NeutralBattle, Revolt
from regnum.games.wallenstein.components import (
    CHURCH,
    COLLECT_GRAIN,
    COLLECT_TAXES,
    COMBAT_A,
    COMBAT_B,
    DEPLOY_1,
    DEPLOY_3,
    DEPLOY_5,
    EVENTS,
    GRAIN_LOSS,
    HOUSE,
    PALACE,
)
from regnum.games.wallenstein.move import MarchOrAttack
from regnum.games.wallenstein.state import WallensteinState
from regnum.games.wallenstein.winter import Winter
from tests.support.games.refusals import expect_refusal
from tests.support.games.wallenstein import A, B, C, Scene, check_cubes, land, owner, texts

FIELDS = {
    HOUSE: "build_trading_house",
    CHURCH: "build_church",
    COLLECT_GRAIN: "collect_grain",
    COLLECT_TAXES: "collect_taxes",
    DEPLOY_5: "deploy_5",
    DEPLOY_3: "deploy_3",
    DEPLOY_1: "deploy_1",
}


def scene_of_action(action: int, name: str, event: str = "", tile: str = "", **options: object) -> WallensteinState:
    """Let A take an action in a land with two armies, under an event, with a tile."""
    scene = Scene(4, **options).land(A, name, 2, 1 if action <= HOUSE else 0).plan(A, **{FIELDS[action]: name})
    if event:
        scene.event(event)
    if tile:
        scene.tile(A, tile)
    if action <= HOUSE:
        return scene.now(Build(A, action))
    return scene.now(Collect(A, action) if action <= COLLECT_TAXES else Deploy(A, action))


@pytest.mark.clause("wallenstein.tiles.after_event", "wallenstein.event.tax_max", "wallenstein.tiles.coin")
def test_example_arne_collects_taxes_in_burgund_under_the_event_with_the_tile() -> None:
    """Burgund has 7; the event allows 5; the tile brings one more: 6."""
    assert scene_of_action(COLLECT_TAXES, "burgund").coins[A] == 15 + 7
    assert scene_of_action(COLLECT_TAXES, "burgund", "tax_max_0").coins[A] == 15 + 5
    assert scene_of_action(COLLECT_TAXES, "burgund", "tax_max_0", "coin").coins[A] == 15 + 6
    assert scene_of_action(COLLECT_TAXES, "lueneburg", "tax_max_0").coins[A] == 15 + 3
    assert scene_of_action(COLLECT_TAXES, "burgund", tile="coin").coins[A] == 15 + 8


@pytest.mark.clause("wallenstein.event.tax_min")
def test_high_taxes_bring_six_at_least() -> None:
    assert scene_of_action(COLLECT_TAXES, "lueneburg", "tax_min_2").coins[A] == 15 + 6
    assert scene_of_action(COLLECT_TAXES, "burgund", "tax_min_2").coins[A] == 15 + 7
    assert scene_of_action(COLLECT_GRAIN, "burgund", "tax_min_2").grain[A] == 2


@pytest.mark.clause("wallenstein.event.grain_min", "wallenstein.tiles.grain")
def test_rich_harvest_brings_four_at_least() -> None:
    assert scene_of_action(COLLECT_GRAIN, "burgund", "grain_min_3").grain[A] == 4
    assert scene_of_action(COLLECT_GRAIN, "lueneburg", "grain_min_3").grain[A] == 5
    assert scene_of_action(COLLECT_GRAIN, "burgund", "grain_min_3", "grain").grain[A] == 5
    assert scene_of_action(COLLECT_GRAIN, "burgund", tile="grain").grain[A] == 3
    assert scene_of_action(COLLECT_TAXES, "burgund", tile="grain").coins[A] == 15 + 7


@pytest.mark.clause("wallenstein.event.grain_max")
def test_poor_harvest_brings_three_at_most() -> None:
    assert scene_of_action(COLLECT_GRAIN, "lueneburg", "grain_max_4").grain[A] == 3
    assert scene_of_action(COLLECT_GRAIN, "burgund", "grain_max_4").grain[A] == 2
    assert scene_of_action(COLLECT_GRAIN, "lueneburg", "grain_max_4", "grain").grain[A] == 4


@pytest.mark.clause("wallenstein.event.dear_armies")
def test_expensive_armies_are_three_and_two_for_the_same_price() -> None:
    for action, cost, armies in ((DEPLOY_5, 3, 3), (DEPLOY_3, 2, 2), (DEPLOY_1, 1, 1)):
        state = scene_of_action(action, "baden", "dear_armies_1")
        assert (state.coins[A], state.armies[land("baden")]) == (15 - cost, 2 + armies)


@pytest.mark.clause("wallenstein.tiles.six_armies", "wallenstein.tiles.after_event")
@pytest.mark.parametrize(
    ("event", "option", "armies"),
    [("", "six", 6), ("dear_armies_1", "six", 6), ("", "one_more", 6), ("dear_armies_1", "one_more", 4)],
)
def test_tile_makes_six_armies_of_five_and_by_the_option_of_three_four(event: str, option: str, armies: int) -> None:
    state = scene_of_action(DEPLOY_5, "baden", event, "six_armies", six_armies=option)
    assert (state.coins[A], state.armies[land("baden")]) == (12, 2 + armies)
    assert scene_of_action(DEPLOY_3, "baden", "", "six_armies").armies[land("baden")] == 5


@pytest.mark.clause("wallenstein.tiles.six_armies")
def test_sixth_army_requires_an_army_in_the_supply() -> None:
    scene = Scene(4).land(A, "baden", 2).plan(A, deploy_5="baden").tile(A, "six_armies").inside(A, 55)
    assert scene.now(Deploy(A, DEPLOY_5)).armies[land("baden")] == 7


@pytest.mark.clause("wallenstein.event.unrest_relief")
@pytest.mark.parametrize("event", ["relief_5", "relief_7"])
def test_trading_house_removes_one_unrest_marker(event: str) -> None:
    assert scene_of_action(HOUSE, "boehmen").unrest[land("boehmen")] == 1
    assert scene_of_action(HOUSE, "boehmen", event).unrest[land("boehmen")] == 0
    assert scene_of_action(CHURCH, "boehmen", event).unrest[land("boehmen")] == 1
    calm = Scene(4).land(A, "boehmen", 2).plan(A, build_trading_house="boehmen").event(event).now(Build(A, HOUSE))
    assert calm.unrest[land("boehmen")] == 0


@pytest.mark.clause("wallenstein.event.neutral_farmers")
def test_two_farmers_defend_a_neutral_land() -> None:
    def farmers(event: str) -> set[int]:
        """Return how many farmers a throw without farmers inside leaves in the tower or sends back."""
        result = set()
        for seed in range(60):
            scene = Scene(3).land(A, "anhalt", 1)
            scene.data["supply"][A] -= 3
            state = scene.event(event).now(NeutralBattle(A, land("kursachsen"), 3), seed=seed)
            result.add(state.tower[3])
        return result

    assert farmers("neutral_farmers_3") == {0, 1, 2}
    assert farmers("tax_max_0") == {0, 1}


def scene_of_attack(event: str = "", tile: str = "", *buildings: str) -> Scene:
    """Return a scene: A attacks Kursachsen with two armies, B defends with one; unrest keeps farmers out."""
    scene = Scene(3).land(A, "anhalt", 1).land(B, "kursachsen", 1, 1, *buildings)
    scene.data["supply"][A] -= 2
    if event:
        scene.event(event)
    if tile:
        scene.tile(B, tile)
    return scene


FIGHT = Battle(A, land("kursachsen"), 2)


def most_inside(scene: Scene, player: int) -> int:
    """Return how many cubes of a player a battle throws, from the maximum that ever stays inside."""
    return max(scene.now(FIGHT, seed=seed).tower[player] for seed in range(250))


@pytest.mark.clause("wallenstein.event.palace_guard", "wallenstein.tiles.defence")
def test_palace_guard_and_defence_tile_add_up() -> None:
    assert most_inside(scene_of_attack(), B) == 1
    assert most_inside(scene_of_attack("palace_guard_2"), B) == 1
    assert most_inside(scene_of_attack("palace_guard_2", "", "palace"), B) == 2
    assert most_inside(scene_of_attack("palace_guard_6", "", "palace"), B) == 2
    assert most_inside(scene_of_attack("", "defence"), B) == 2
    assert most_inside(scene_of_attack("palace_guard_2", "defence", "palace"), B) == 3
    assert most_inside(scene_of_attack("", "attack"), B) == 1


@pytest.mark.clause("wallenstein.tiles.attack")
def test_attack_tile_throws_one_more_against_players_and_neutral_lands() -> None:
    plain = scene_of_attack()
    assert most_inside(plain, A) == 2
    assert most_inside(scene_of_attack().tile(A, "attack"), A) == 3
    scene = Scene(3).land(A, "anhalt", 1).tile(A, "attack")
    scene.data["supply"][A] -= 1
    enter = NeutralBattle(A, land("kursachsen"), 1)
    assert max(scene.now(enter, seed=seed).tower[A] for seed in range(60)) == 2
    check_cubes(scene.now(enter))


@pytest.mark.clause("wallenstein.event.palace_guard", "wallenstein.tiles.defence")
def test_palace_guard_and_defence_do_not_help_against_a_revolt() -> None:
    scene = Scene(3).land(B, "kursachsen", 2, 1, "palace").event("palace_guard_2").tile(B, "defence")
    assert max(scene.now(Revolt(B, land("kursachsen"), 1), seed=seed).tower[B] for seed in range(100)) == 2


@pytest.mark.clause("wallenstein.event.church_peace")
@pytest.mark.parametrize("event", ["church_peace_3", "church_peace_4"])
def test_lands_with_a_church_may_not_be_attacked(event: str) -> None:
    scene = Scene(3).land(A, "anhalt", 3).land(B, "kursachsen", 1, 0, "church").land(B, "mittelmark", 1, 0, "palace")
    scene.land(A, "altmark", 1, 0, "church")
    state = scene.event(event).now(MarchOrAttack(A, land("anhalt"), COMBAT_B))
    assert "attack kursachsen" not in texts(state)
    assert "attack mittelmark" in texts(state)
    assert "march altmark" in texts(state)
    for asked in ("attack kursachsen", "march kursachsen"):  # a click may mean either
        with expect_refusal("has a church"):
            state.submit(asked, A)
    calm = scene.event("tax_max_0").now(MarchOrAttack(A, land("anhalt"), COMBAT_A))
    assert "attack kursachsen" in texts(calm)


@pytest.mark.clause("wallenstein.winter.grain_loss", "wallenstein.setup.four_events")
@pytest.mark.parametrize(
    ("event", "loss"),
    [
        ("relief_5", 5), ("relief_7", 7), ("neutral_farmers_3", 3), ("palace_guard_2", 2), ("palace_guard_6", 6),
        ("church_peace_3", 3), ("church_peace_4", 4), ("tax_max_0", 0), ("tax_min_2", 2), ("grain_min_3", 3),
        ("grain_max_4", 4), ("dear_armies_1", 1),
    ],
)  # fmt: skip
def test_card_that_is_left_tells_the_loss_of_grain(event: str, loss: int) -> None:
    assert GRAIN_LOSS[EVENTS.index(event)] == loss
    scene = Scene(3).event(event).set(event=None, open_events=[event], season="autumn", grain=[9, 5, 2])
    others = [name for name in EVENTS if name != event]
    scene.set(past_events=others[:3], event_deck=others[3:]).lands(A, *["altmark", "anhalt", "baden", "trier", "mark"])
    scene.lands(A, "koeln", "passau", "breisgau", "salzburg", "lausitz")  # ten lands: always one unfed at least
    state = scene.now(Winter())
    assert state.grain == [9 - loss, max(0, 5 - loss), max(0, 2 - loss)]
    assert state.players_to_act == (A,)


def test_church_and_palace_are_kinds_of_buildings() -> None:
    assert (PALACE, CHURCH, HOUSE) == (0, 1, 2)
    assert owner(Scene().lands(C, "baden").now(), "baden") == C
