"""Moving armies and their possible targets."""

import pytest

from regnum.core.rules.state import IllegalActionError
from regnum.games.wallenstein.action_phase import CombatMove, Deploy
from regnum.games.wallenstein.components import (
    COMBAT_A,
    COMBAT_B,
    DEPLOY_1,
)
from regnum.games.wallenstein.move import MarchOrAttack, MoveArmies, SendArmies
from tests.support.games.refusals import expect_refusal
from tests.support.games.wallenstein import A, B, Scene, land, texts


@pytest.mark.clause("wallenstein.actions.deploy_1", "wallenstein.actions.deploy_1_move", "wallenstein.moving.leave_one")
def test_after_one_army_is_deployed_armies_may_move_on_even_from_a_single_one() -> None:
    scene = Scene(4).lands(A, "baden", "strassburg", "trier").lands(B, "wuerttemberg").plan(A, deploy_1="baden")
    state = scene.now(Deploy(A, DEPLOY_1))
    assert texts(state) == ["shift strassburg", "pass"]
    with expect_refusal("does not attack"):
        state.submit("attack wuerttemberg", A)
    with expect_refusal("does not border"):
        state.submit("shift trier", A)
    stay = state.clone()
    stay.submit("pass", A)
    assert stay.armies[land("baden")] == 2
    state.submit("shift strassburg", A)
    assert texts(state) == ["send 1"]
    state.submit("send 1", A)
    assert (state.armies[land("baden")], state.armies[land("strassburg")]) == (1, 2)


@pytest.mark.clause(
    "wallenstein.moving.any_number", "wallenstein.moving.leave_one", "wallenstein.moving.no_limit",
    "wallenstein.moving.own_land", "wallenstein.actions.combat",
)  # fmt: skip
@pytest.mark.parametrize("action", [COMBAT_A, COMBAT_B])
def test_any_number_but_one_moves_into_an_own_land_without_a_throw(action: int) -> None:
    field = "combat_a" if action == COMBAT_A else "combat_b"
    scene = Scene(4).land(A, "baden", 30).land(A, "strassburg", 30).plan(A, **{field: "baden"}).inside(A, 1, "tray")
    state = scene.now(CombatMove(A, action))
    state.submit("march strassburg", A)
    assert texts(state) == [f"send {n}" for n in range(1, 30)]
    with pytest.raises(IllegalActionError) as error:
        state.submit("pass", A)
    assert (error.value.key, error.value.params) == ("send_some", {"armies": 29})
    with expect_refusal("29 can go"):
        state.submit("send 30", A)
    state.submit("send 29", A)
    assert (state.armies[land("baden")], state.armies[land("strassburg")]) == (1, 59)
    assert state.tray[A] == 1


@pytest.mark.clause("wallenstein.actions.must", "wallenstein.actions.combat", "wallenstein.moving.leave_one")
def test_combat_may_be_declined_and_needs_two_armies() -> None:
    scene = Scene(4).land(A, "baden", 2).land(A, "trier", 1).land(B, "strassburg", 2).lands(B, "zweibruecken")
    state = scene.now(MarchOrAttack(A, land("baden"), COMBAT_A))
    targets = ["hessen_darmstadt", "wuerttemberg", "wuerzburg", "strassburg", "zweibruecken"]
    assert texts(state) == [*[f"attack {name}" for name in targets], "pass"]
    state.submit("pass", A)
    assert state.armies[land("baden")] == 2
    assert scene.now(MarchOrAttack(A, land("trier"), COMBAT_A)).is_terminal
    assert scene.now(MoveArmies(A, land("trier"))).is_terminal


@pytest.mark.clause("wallenstein.setup.three_players")
def test_lands_out_of_the_game_cannot_be_attacked() -> None:
    scene = Scene(3).land(A, "mecklenburg", 4)
    state = scene.now(MarchOrAttack(A, land("mecklenburg"), COMBAT_A))
    assert "attack holstein" not in texts(state)
    with expect_refusal("not in play"):
        state.submit("attack holstein", A)
    with expect_refusal("does not border"):
        state.submit("attack baden", A)


@pytest.mark.clause("wallenstein.moving.leave_one")
def test_movement_requires_an_army() -> None:
    state = Scene(3).land(A, "anhalt", 3).land(A, "kursachsen").now(SendArmies(A, land("anhalt"), land("kursachsen")))
    assert texts(state) == ["send 1", "send 2"]
    with expect_refusal("at least one army and at most 2"):
        state.submit("send 0", A)
    with expect_refusal("At least one army stays; at most 2 can go"):
        state.submit("send 3", A)


@pytest.mark.clause("wallenstein.battle.when_player")
def test_first_players_land_is_defended_by_its_armies() -> None:
    scene = Scene(3).land(A, "anhalt", 3).land(B, "kursachsen", 4)
    state = scene.now(SendArmies(B, land("kursachsen"), land("anhalt")))
    state.journal = []
    state.submit("send 3", B)
    cast = {note.params["player"]: note.params["cast"] for note in state.journal if note.key == "fell"}
    assert cast == {A: 3, B: 3}


@pytest.mark.clause("wallenstein.actions.deploy_1_move", "wallenstein.moving.own_land")
def test_lands_of_others_cannot_be_moved_to() -> None:
    scene = Scene(4).land(A, "baden", 3).lands(A, "strassburg").lands(B, "wuerttemberg")
    for step, word in ((MoveArmies(A, land("baden")), "shift"), (MarchOrAttack(A, land("baden"), COMBAT_A), "march")):
        with expect_refusal("Württemberg is not yours"):
            scene.now(step).submit(f"{word} wuerttemberg", A)
        with expect_refusal("does not border"):
            scene.now(step).submit(f"{word} altmark", A)


@pytest.mark.clause("wallenstein.event.church_peace", "wallenstein.favours.truce")
@pytest.mark.parametrize(("event", "church"), [("church_peace_3", False), ("tax_max_0", True)])
def test_favour_protects_with_or_without_a_church(event: str, church: bool) -> None:
    scene = Scene(3, court=True).land(A, "anhalt", 3).event(event).favours(18, 2, 1).set(favours=[None] * 3)
    scene.land(B, "kursachsen", 1, 0, *["church"] * church).put("truce", B, ["a", "b"])
    with expect_refusal("A favour protects Kursachsen"):
        scene.now(MarchOrAttack(A, land("anhalt"), COMBAT_A)).submit("attack kursachsen", A)


@pytest.mark.clause("wallenstein.moving.leave_one")
def test_sending_armies_requires_more_than_one() -> None:
    scene = Scene(3).lands(A, "anhalt", "kursachsen")
    with pytest.raises(ValueError, match="no armies can go"):
        scene.now(SendArmies(A, land("anhalt"), land("kursachsen")))
