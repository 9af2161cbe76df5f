"""Rounds and their phases, the end of the game."""

import pytest

from tests.support.games.brian_boru import ROUNDS, act, action_phase, game, keys, shown, upkeep

PHASES = [
    ["settle"],
    ["keep"],
    ["contest", "lead", "follow", "secondary", "buy_disc", "buy_raider", "buy_step", "expand", "drive_off"],
    ["dowry", "princess", "grant", "cede", "monastery"],
]


@pytest.mark.clause("brian_boru.round.count", "brian_boru.end.when", "brian_boru.preparation.last_round")
@ROUNDS
def test_game_ends_with_the_round_of_the_princess(players: int, rounds: int) -> None:
    brides: dict[int, str] = {}
    last = None
    for s in game(players):
        if shown(s, "bride"):
            brides[s.round] = shown(s, "bride")
        last = s
    assert last is not None
    assert list(brides) == list(range(1, rounds + 1))
    assert [number for number, bride in brides.items() if bride == "estrid"] == [rounds]
    assert last.is_terminal
    assert last.round == rounds
    assert last.players_to_act == ()


@pytest.mark.clause("brian_boru.end.when")
def test_princess_ends_the_game_even_unmarried() -> None:
    s = upkeep("Marriage", round=4)
    assert s.is_terminal
    assert shown(s, "wed") == [""] * 4


@pytest.mark.clause("brian_boru.round.phases")
@ROUNDS
def test_round_has_its_phases_in_order(players: int, rounds: int) -> None:
    phases: list[tuple[int, int]] = []
    for s in game(players, 2):
        for action in s.legal_actions()[:1]:
            number = next((at for at, families in enumerate(PHASES) if action.family in families), None)
            if number is not None and (s.round, number) not in phases:
                phases.append((s.round, number))
    assert phases == sorted(phases)
    assert {(number, phase) for number in range(1, rounds + 1) for phase in (1, 2)} <= set(phases)


@pytest.mark.clause("brian_boru.round.upkeep_steps")
def test_upkeep_has_marriage_battle_church_and_regions_in_order() -> None:
    s = action_phase(
        "11 3",
        "2 6",
        "13 7",
        "15 8",
        discs=["B1 B2", "D1", "M3", "C1"],
        track=[3, 0, 0, 0],
        coins=[0, 0, 0, 0],
        battle_area=8,
        raiders=[1, 0, 0, 0],
        church=[0, 1, 0, 0],
    )
    act(s, "contest C2", "lead 11", "follow 2", "follow 7", "follow 8")
    notes = act(s, "secondary raiders", "secondary courtship", "secondary raiders")
    notes += act(s, "monastery D1")
    told_of = ("wedding", "invasion", "loses_town", "spoils", "church_first", "token_claimed")
    order = [key for key, _ in keys(notes) if key in told_of]
    assert order == ["wedding", "invasion", "loses_town", "church_first", "token_claimed", "token_claimed"]
