"""Battles in the tower."""

import pytest

from regnum.core.text.narrator import note_line
from regnum.games.wallenstein import GAME
from regnum.games.wallenstein.action_phase import Build
from regnum.games.wallenstein.battle import Battle, NeutralBattle, Revolt
from regnum.games.wallenstein.bot.odds import expected_battle
from regnum.games.wallenstein.components import BLANK, CHURCH, COMBAT_A, PALACE
from regnum.games.wallenstein.move import MarchOrAttack, SendArmies
from regnum.games.wallenstein.notes import FELL, FELL_FARMERS
from regnum.view import view_of
from regnum.web.http.i18n import game_words
from tests.support.games.wallenstein import A, B, C, Scene, check_cubes, land, owner, texts

VIEW = view_of(GAME)

F = 3  # the farmers' number with three players


def kursachsen(unrest: int = 0, tray: int = 0, *buildings: str) -> Scene:
    """Return a scene: A (blue) attacks Kursachsen of B (yellow) with four armies; one farmer is in the tower."""
    scene = Scene(3).land(A, "anhalt", 1).land(B, "kursachsen", 3, unrest, *buildings).inside(F, 1)
    scene.data["supply"][A] -= 4
    return scene.inside(C, tray, "tray")


FIGHT = Battle(A, land("kursachsen"), 4)


@pytest.mark.clause(
    "wallenstein.battle.all_armies",
    "wallenstein.battle.winner",
    "wallenstein.battle.calm_farmers",
    "wallenstein.battle.losses",
    "wallenstein.battle.attacker_wins",
    "wallenstein.tower.throw",
)
def test_example_four_blue_armies_attack_three_yellow_ones_in_kursachsen() -> None:
    """Three blue, one yellow and one farmer fall out: blue wins 3 : 2, one blue army takes the land and its card."""
    state = kursachsen().stuck({A: 1, B: 2, F: 0}, FIGHT)
    assert owner(state, "kursachsen") == A
    assert state.armies[land("kursachsen")] == 1
    assert state.tray == [0, 0, 0, 0]
    assert state.supply[A] == 62 - 1 - 1 - 1  # anhalt, kursachsen, tower
    assert state.supply[B] == 62 - 2
    assert state.supply[F] == 20
    check_cubes(state)


@pytest.mark.clause(
    "wallenstein.battle.when_player", "wallenstein.battle.all_armies", "wallenstein.battle.card_at_once"
)
def test_attacking_a_land_of_another_player_is_a_battle() -> None:
    scene = Scene(3).land(A, "anhalt", 5).land(B, "kursachsen", 3).plan(B, combat_b="kursachsen")
    state = scene.now(MarchOrAttack(A, land("anhalt"), COMBAT_A))
    state.submit("attack kursachsen", A)
    state.submit("send 4", A)
    assert state.armies[land("anhalt")] == 1
    assert state.tower[A] + state.tower[B] + state.supply[A] + state.supply[B] + sum(state.armies) == 124
    check_cubes(state)


@pytest.mark.clause("wallenstein.battle.defender_wins", "wallenstein.battle.calm_farmers", "wallenstein.battle.losses")
def test_winning_defender_loses_farmers_first() -> None:
    state = kursachsen().stuck({A: 2, B: 0, F: 0}, FIGHT)  # 2 against 3 and a farmer
    assert owner(state, "kursachsen") == B
    assert state.armies[land("kursachsen")] == 2  # the farmer and one of three are lost
    assert state.supply[F] == 20
    assert state.tray == [0, 0, 0, 0]
    state = kursachsen().stuck({A: 4, B: 1, F: 0}, FIGHT)  # 0 against 2 and a farmer
    assert state.armies[land("kursachsen")] == 2
    assert state.supply[F] == 20  # the farmer left over goes back, too
    check_cubes(state)


@pytest.mark.clause("wallenstein.battle.unrest_farmers", "wallenstein.battle.others_stay")
def test_farmers_stay_in_the_tray_with_unrest() -> None:
    state = kursachsen(unrest=1, tray=2).stuck({A: 2, B: 1, C: 0, F: 0}, FIGHT)  # 2 against 2; a farmer, two of C
    assert owner(state, "kursachsen") == -1
    assert state.tray == [0, 0, 2, 1]
    check_cubes(state)


@pytest.mark.clause("wallenstein.tower.tray")
def test_cubes_in_the_tray_are_thrown_and_count() -> None:
    scene = kursachsen().inside(A, 3, "tray")
    state = scene.stuck({A: 0, B: 0, F: 1}, FIGHT)  # seven blue against three
    assert state.armies[land("kursachsen")] == 4
    tower_counts = {kursachsen(0, 3).now(FIGHT, seed=seed).tower[C] for seed in range(60)}
    assert tower_counts == {0, 1, 2, 3}


@pytest.mark.clause("wallenstein.tower.memory")
def test_stuck_cubes_may_fall_out_later() -> None:
    counts = [kursachsen().inside(C, 2).now(FIGHT, seed=seed).tower[C] for seed in range(200)]
    assert set(counts) == {0, 1, 2}
    assert 1.15 < sum(counts) / len(counts) < 1.5  # two of three stay each time: 1.33


@pytest.mark.clause("wallenstein.battle.tie", "wallenstein.battle.winner")
def test_tie_devastates_the_land() -> None:
    scene = kursachsen(0, 0, "palace", "church").plan(B, build_trading_house="kursachsen")
    state = scene.stuck({A: 2, B: 2, F: 0}, FIGHT)  # 2 against 1 and a farmer
    name = land("kursachsen")
    assert owner(state, "kursachsen") == -1
    assert (state.armies[name], state.unrest[name], state.buildings) == (0, 0, [0, 0, 0])
    assert state.plan[B][2] == BLANK
    assert state.supply[F] == 20
    check_cubes(state)


@pytest.mark.clause("wallenstein.battle.winner", "wallenstein.battle.tie")
def test_empty_tray_is_a_tie() -> None:
    state = kursachsen(unrest=2).stuck({A: 4, B: 3, F: 1}, FIGHT)
    assert owner(state, "kursachsen") == -1
    assert state.unrest[land("kursachsen")] == 0


@pytest.mark.clause("wallenstein.battle.farmers_only")
def test_defender_with_farmers_only_ties() -> None:
    scene = kursachsen().inside(F, 3)
    state = scene.stuck({A: 2, B: 3, F: 0}, FIGHT)  # 2 against four farmers
    assert owner(state, "kursachsen") == -1
    assert state.armies[land("kursachsen")] == 0
    assert state.supply[F] == 20
    check_cubes(state)


@pytest.mark.clause("wallenstein.battle.buildings_stay")
def test_buildings_and_unrest_of_a_conquered_land_stay() -> None:
    state = kursachsen(2, 0, "palace", "church").stuck({A: 0, B: 3}, FIGHT)
    name = land("kursachsen")
    assert owner(state, "kursachsen") == A
    assert (state.armies[name], state.unrest[name]) == (4, 2)
    assert state.buildings[PALACE] == state.buildings[CHURCH] == 1 << name


@pytest.mark.clause("wallenstein.battle.card_at_once")
def test_conquered_lands_card_leaves_the_board_and_is_in_hand_until_the_next_round() -> None:
    scene = kursachsen().plan(B, build_palace="kursachsen").plan(A, build_church="anhalt")
    state = scene.stuck({A: 0, B: 3, F: 1}, FIGHT)
    state.schedule(Build(B, PALACE))
    state.schedule(Build(A, PALACE))
    state.advance()
    name = land("kursachsen")
    assert state.plan[B][0] == BLANK
    assert state.fresh[A] == 1 << name
    assert state.buildings[PALACE] == 0
    assert state.coins == [18, 18, 18]


def neutral(event: str = "") -> Scene:
    scene = Scene(3).land(A, "anhalt", 1)
    scene.data["supply"][A] -= 3
    return scene.event(event) if event else scene


ENTER = NeutralBattle(A, land("kursachsen"), 3)


@pytest.mark.clause(
    "wallenstein.battle.when_neutral", "wallenstein.battle.neutral_farmers", "wallenstein.battle.neutral_stays"
)
def test_one_farmer_defends_a_neutral_land() -> None:
    won = neutral().stuck({A: 0, F: 0}, ENTER)  # three against one
    assert owner(won, "kursachsen") == A
    assert won.armies[land("kursachsen")] == 2
    assert won.supply[F] == 20
    assert won.fresh[A] == 1 << land("kursachsen")
    for tower in ({A: 2, F: 0}, {A: 3, F: 1}, {A: 3, F: 0}):  # 1:1, 0:0, 0:1
        lost = neutral().stuck(tower, ENTER)
        assert owner(lost, "kursachsen") == -1
        assert lost.tray == [0, 0, 0, 0]
        check_cubes(lost)


@pytest.mark.clause("wallenstein.battle.when_neutral")
def test_land_without_owner_can_be_attacked() -> None:
    state = Scene(3).land(A, "anhalt", 4).now(MarchOrAttack(A, land("anhalt"), COMBAT_A))
    assert "attack kursachsen" in texts(state)
    state.submit("attack kursachsen", A)
    state.submit("send 3", A)
    assert owner(state, "kursachsen") in (A, -1)
    check_cubes(state)


@pytest.mark.clause("wallenstein.battle.revolt_lost", "wallenstein.battle.farmers_never_on_map")
def test_winning_farmers_remove_everything_from_the_land() -> None:
    scene = Scene(3).land(A, "anhalt", 2, 3, "church").plan(A, combat_a="anhalt")
    state = scene.stuck({A: 1, F: 0}, Revolt(A, land("anhalt"), 3))  # one against three
    name = land("anhalt")
    assert owner(state, "anhalt") == -1
    assert (state.armies[name], state.unrest[name], state.buildings) == (0, 0, [0, 0, 0])
    assert state.plan[A][8] == BLANK
    assert state.supply[F] == 20
    assert state.tray == [0, 0, 0, 0]
    check_cubes(state)


@pytest.mark.clause("wallenstein.battle.revolt_won", "wallenstein.battle.farmers_never_on_map")
def test_winner_of_a_revolt_keeps_the_remaining_armies() -> None:
    state = Scene(3).land(A, "anhalt", 5, 2).stuck({A: 1, F: 0}, Revolt(A, land("anhalt"), 2))
    assert state.armies[land("anhalt")] == 4 - 2
    assert state.supply[F] == 20


@pytest.mark.clause("wallenstein.battle.short_supply", "wallenstein.tiles.attack", "wallenstein.tiles.defence")
@pytest.mark.parametrize(("attackers", "defenders"), [(0, 1), (1, 2)])
def test_helping_armies_are_limited_by_the_supply(attackers: int, defenders: int) -> None:
    """The attack tile would bring one army, the defence tile and the palace one each."""
    scene = Scene(3).land(A, "anhalt", 5).land(B, "kursachsen", 3, 0, "palace").event("palace_guard_2")
    scene.tile(A, "attack").tile(B, "defence")
    scene.inside(A, scene.data["supply"][A] - attackers).inside(B, scene.data["supply"][B] - defenders)
    state = scene.now(SendArmies(A, land("anhalt"), land("kursachsen")))
    state.journal = []
    state.submit("send 4", A)
    cast = {note.player: note.params["cast"] for note in state.journal if note.key == "fell"}
    assert (cast[A], cast[B]) == (4 + attackers, 3 + defenders)
    check_cubes(state)


@pytest.mark.clause("wallenstein.battle.short_supply", "wallenstein.battle.revolt_farmers")
def test_farmers_are_limited_by_the_supply() -> None:
    scene = Scene(3).land(A, "anhalt", 5).inside(F, 18)
    state = scene.now()
    state.journal = []
    state.schedule(Revolt(A, land("anhalt"), 4))
    state.advance()
    notes = [note for note in state.journal if note.key == "revolt"]
    assert [note.params for note in notes] == [{"player": A, "land": "anhalt", "farmers": 2, "armies": 5}]
    thrown = [note for note in state.journal if note.key == "fell_farmers"]
    assert thrown[0].params["cast"] == 2
    check_cubes(state)


@pytest.mark.clause("wallenstein.battle.card_at_once", "wallenstein.battle.revolt_lost")
def test_land_that_is_lost_again_takes_nothing_else_along() -> None:
    scene = Scene(3).land(A, "anhalt", 1, 2, "palace").land(A, "altmark", 2, 1, "palace").lands(A, "hessen_kassel")
    scene.plan(A, combat_a="anhalt", combat_b="altmark").put("fresh", A, ["altmark", "anhalt", "hessen_kassel"])
    state = scene.stuck({A: 1}, Revolt(A, land("anhalt"), 2))
    assert (owner(state, "anhalt"), owner(state, "altmark")) == (-1, A)
    assert state.lands[A] == state.fresh[A] == 1 << land("altmark") | 1 << land("hessen_kassel")
    assert state.buildings == [1 << land("altmark"), 0, 0]
    assert (state.unrest[land("anhalt")], state.unrest[land("altmark")]) == (0, 1)
    assert (state.plan[A][8], state.plan[A][9]) == (BLANK, land("altmark"))


@pytest.mark.clause("wallenstein.battle.calm_farmers", "wallenstein.battle.unrest_farmers", "wallenstein.tiles.attack")
def test_battle_reports_joining_and_helping_armies() -> None:
    words = GAME.words("en")
    joined = {
        "Ann: 1 army from the advantage tile.",
        "Ben: 3 armies in the land.",
        "Ann: 2 armies from the tray.",
    }
    sums: set[str] = set()
    for seed in range(8):
        for unrest in (0, 1):
            scene = Scene(3).land(A, "anhalt", 5).land(B, "kursachsen", 3, unrest).tile(A, "attack")
            state = scene.inside(A, 2, "tray").inside(F, 2, "tray").now(seed=seed)
            state.armies[land("anhalt")] = 1  # four have entered
            state.journal = []
            state.schedule(FIGHT)
            state.advance()
            notes = [note_line(note, words, ["Ann", "Ben", "Cleo"]) for note in state.journal]
            assert joined <= set(notes)
            out = {note.player: note.params["out"] for note in state.journal if note.key == "fell"}
            farmers = next((int(note.params["out"]) for note in state.journal if note.key == "fell_farmers"), 0)
            assert f"Ann fights Ben: {out[A]} against {out[B]}." in notes
            help_, stay = "farmer helps Ben." in " ".join(notes), "The farmers help nobody" in " ".join(notes)
            help_ = help_ or "farmers help Ben." in " ".join(notes)
            assert (help_, stay) == (bool(farmers and not unrest), bool(farmers and unrest))
            sums |= {line for line in notes if "farmer" in line and "help" in line}
    assert len(sums) > 2


def fights() -> dict[str, tuple[Scene, str, int]]:
    """Return attacks by A from Anhalt: the position, the target land, and the number of armies."""
    plain = Scene(3).land(A, "anhalt", 6).land(B, "kursachsen", 3).inside(A, 2).inside(B, 4, "tray").inside(F, 3)
    unrest = Scene(3).land(A, "anhalt", 6).land(B, "kursachsen", 3, 1).inside(F, 6, "tray").inside(C, 5)
    guard = Scene(3).land(A, "anhalt", 6).land(B, "kursachsen", 2, 0, "palace").event("palace_guard_2")
    tiles = guard.tile(A, "attack")
    impact = Scene(3, tower_model="impact", tower_thrown="1/2").land(A, "anhalt", 9).land(B, "kursachsen", 4)
    return {
        "plain": (plain, "kursachsen", 4),
        "unrest": (unrest, "kursachsen", 5),
        "bonus": (tiles, "kursachsen", 3),
        "impact": (impact.inside(A, 8).inside(B, 8).inside(C, 3, "tray"), "kursachsen", 8),
        "neutral": (Scene(3).land(A, "anhalt", 4).inside(F, 5), "kursachsen", 3),
    }


@pytest.mark.parametrize("name", fights())
def test_expected_battle_matches_the_average(name: str) -> None:
    scene, where, armies = fights()[name]
    target = land(where)
    state = scene.now(SendArmies(A, land("anhalt"), target))
    expected = expected_battle(state, A, target, armies)
    throws, calm, neutral = 900, state.unrest[target] == 0, state.owner(target) < 0
    sums = [0, 0]
    for seed in range(throws):
        state = scene.now(SendArmies(A, land("anhalt"), target), seed=seed)
        state.journal = []
        state.submit(f"send {armies}", A)
        for note in state.journal:
            if note.key == FELL.key and note.player in (A, B):
                sums[note.player == B] += int(note.params["out"])
            elif note.key == FELL_FARMERS.key and (calm or neutral):
                sums[1] += int(note.params["out"])
    for side in (0, 1):
        assert abs(sums[side] / throws - expected[side]) < 0.2, (name, sums[side] / throws, expected)


@pytest.mark.parametrize("language", ["en", "de", "uk"])
def test_choice_shows_the_expected_result_of_a_battle(language: str) -> None:
    scene = Scene(3).land(A, "anhalt", 5).land(B, "kursachsen", 3)
    words = game_words(GAME, language)
    seen_values = {}
    for step, choices in (
        (SendArmies(A, land("anhalt"), land("kursachsen")), ("send 2", "send 4")),
        (MarchOrAttack(A, land("anhalt"), COMBAT_A), ("attack kursachsen", "pass")),
    ):
        seen = scene.now(step).observed_by(A)
        for text in choices:
            seen_values[text] = VIEW.explanations.expected_effects(
                GAME.actions.parse(text), seen, words, ["Ann", "Ben", "Cid"]
            )
    numbers = {
        text: [part for part in "".join(lines[:1]).replace(".", " ").split() if part.isdigit()]
        for text, lines in seen_values.items()
    }
    assert numbers["send 2"] == ["1", "2"]
    assert numbers["send 4"] == ["3", "2"]
    assert numbers["attack kursachsen"][-2:] == ["3", "2"]
    assert seen_values["pass"] == []
    ends = [words.text("prediction", key, {"left": 1}) for key in ("lose", "win", "win")]
    assert [seen_values[text][1] for text in ("send 2", "send 4", "attack kursachsen")] == ends, "what that means"
