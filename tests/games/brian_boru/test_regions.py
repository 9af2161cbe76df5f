"""Claiming regions, the fourth step of upkeep."""

from typing import Any

import pytest

from regnum.games.brian_boru.components import REGIONS
from tests.support.games.brian_boru import act, action_phase, game, position, shown, upkeep

NOBODY = [None] * 8


def owners(**tokens: int) -> list[int | None]:
    """Return the owners of the region tokens: these, and nobody for the rest."""
    assert set(tokens) <= set(REGIONS)
    return [tokens.get(region) for region in REGIONS]


@pytest.mark.clause("brian_boru.regions.flip")
@pytest.mark.parametrize(
    ("reading", "towns", "monasteries", "opens"),
    [
        ("at_least", "D1", "", False),
        ("at_least", "D1 D2", "", True),
        ("at_least", "D1", "D1", True),
        ("more_than", "D1 D2", "", False),
        ("more_than", "D1 D2 D3", "", True),
        ("more_than", "D1 D2", "D2", True),
    ],
)
def test_token_is_turned_up_by_enough_controlled_towns(reading: str, towns: str, monasteries: str, opens: bool) -> None:
    s = upkeep("Regions", options={"threshold": reading}, discs=["B4", towns, "M3", "C1"], monasteries=monasteries)
    assert shown(s, "open") == ("dubhlinn" if opens else "")
    assert shown(s, "owner") == (owners(dubhlinn=1) if opens else NOBODY)


@pytest.mark.clause("brian_boru.regions.flip", "brian_boru.regions.viking_threshold")
def test_turning_a_region_token_ignores_who_controls_the_region() -> None:
    s = upkeep("Regions", discs=["B4", "D1", "M3 D2", "C1"])
    assert shown(s, "open") == "dubhlinn"
    assert shown(s, "owner") == NOBODY
    s = upkeep("Regions", discs=["B4", "D1 D2", "M3", "C1"], vikings="D1 D2")
    assert shown(s, "open") == "dubhlinn"
    assert shown(s, "owner") == NOBODY


@pytest.mark.clause("brian_boru.regions.stays_open")
def test_open_token_is_not_turned_back() -> None:
    s = upkeep("Regions", open="munster ulaid", owner=owners(munster=1))
    assert shown(s, "open") == "ulaid munster"
    assert shown(s, "owner") == owners(munster=2)  # one town is enough, now that it is open


@pytest.mark.clause("brian_boru.regions.claim")
def test_most_towns_claim_a_token_even_from_its_owner() -> None:
    s = upkeep(
        "Regions",
        open="breifne connaught",
        owner=owners(breifne=3),
        discs=["B4 B1", "D1 C2 C3", "M3 D2 D3", "C1 B2"],
    )
    assert shown(s, "open") == "breifne dubhlinn connaught"
    assert shown(s, "owner") == owners(breifne=0, dubhlinn=2, connaught=1)


@pytest.mark.clause("brian_boru.regions.tie", "brian_boru.regions.keep")
@pytest.mark.parametrize(
    ("discs", "vikings", "before", "after"),
    [
        (["B1", "B2", "M3", "C1"], "", {}, {}),  # nobody's stays nobody's
        (["B1", "B2", "M3", "C1"], "", {"breifne": 1}, {"breifne": 1}),
        (["B1 B2", "D1", "M3 B3 B4", "C1"], "", {"breifne": 1}, {"breifne": 1}),  # fallen behind, but the others tie
        (["B1 B2", "D1", "M3 B3 B4", "C1"], "B3 B4", {}, {}),  # the Vikings tie like a player
        (["B1 B2 B4", "D1", "M3 B3", "C1"], "", {"breifne": 1}, {"breifne": 0}),
    ],
)
def test_tie_moves_no_token(discs: list[str], vikings: str, before: dict[str, int], after: dict[str, int]) -> None:
    s = upkeep("Regions", open="breifne", owner=owners(**before), discs=discs, vikings=vikings)
    assert shown(s, "owner")[2] == owners(**after)[2]


@pytest.mark.clause("brian_boru.regions.monastery")
def test_town_with_a_monastery_counts_as_two() -> None:
    discs = ["L1 L2", "L3", "M3", "C1"]
    s = upkeep("Regions", discs=discs, monasteries="L3")
    assert shown(s, "open") == "leinster"  # 2 + 2 reach the threshold of 4
    assert shown(s, "owner") == NOBODY  # 2 against 2
    s = upkeep("Regions", discs=discs, monasteries="L1 L3")
    assert shown(s, "owner") == owners(leinster=0)  # 3 against 2


@pytest.mark.clause("brian_boru.regions.vikings")
def test_token_has_no_owner_where_the_vikings_lead() -> None:
    fields: dict[str, Any] = {"discs": ["B1 B2 B3", "D1", "M3 B4", "C1"], "open": "breifne"}
    s = upkeep("Regions", vikings="B1 B2", owner=owners(breifne=2), **fields)
    assert shown(s, "owner") == NOBODY
    assert shown(s, "open") == "breifne"
    s = upkeep("Regions", vikings="B1", owner=owners(breifne=2), **fields)
    assert shown(s, "owner") == owners(breifne=0)


@pytest.mark.clause("brian_boru.regions.pact")
@pytest.mark.parametrize("seat", [0, 3])
def test_pact_counts_viking_towns_as_own(seat: int) -> None:
    discs = ["D1", "B1 B2 B3", "M3 B4", "C1"]
    wed = ["estrid" if player == seat else "" for player in range(4)]
    fields: dict[str, Any] = {"discs": discs, "vikings": "B1 B2", "round": 4, "wed": wed}
    assert shown(upkeep("Regions", pact=seat, **fields), "owner")[2] == seat  # without a single disc there
    assert shown(upkeep("Regions", trade=seat, **fields), "owner")[2] is None


@pytest.mark.clause("brian_boru.regions.when")
def test_tokens_move_in_their_step_alone() -> None:
    moved = 0
    before: tuple[int, list[int]] = (0, [-1] * 8)
    last = 1
    for s in game(4, 8):
        now = (s.open, list(s.owner))
        if now != before:
            moved += 1
            # what moved them was the end of upkeep: the next round begins, or the game is over
            assert s.is_terminal or (s.round == last + 1 and s.stage == 0)
        before, last = now, s.round
    assert moved > 1


@pytest.mark.clause("brian_boru.regions.when")
def test_placing_the_most_discs_claims_nothing_at_once() -> None:
    s = action_phase(
        "11 3 5", "2 6 9", "13 7 1", "17 8 10", discs=["D1", "B4", "M3", "C1"], open="dubhlinn", coins=[0, 0, 0, 0]
    )
    act(s, "contest D2", "lead 11", "follow 2", "follow 7", "follow 10", "secondary raiders", "secondary courtship")
    act(s, "secondary courtship")
    assert shown(s, "discs")[0] == "D1 D2"
    assert shown(s, "owner") == NOBODY


@pytest.mark.clause("brian_boru.regions.when")
def test_end_of_the_game_gives_no_token_away() -> None:
    s = position("FinalScoring", round=4, open="connaught", discs=["B4", "D1", "M3", "C1 C2"])
    assert shown(s, "owner") == NOBODY


def test_notes_explain_why_region_tokens_move_or_stay() -> None:
    s = position(
        "BuildMonastery player=0 paid=false",
        "SecondReward",
        "Regions",
        "Round",
        round=2,
        open="breifne connaught ulaid munster",
        owner=owners(breifne=0, connaught=1),
        discs=["B4 B1 D1", "C2 M3", "C3", "U1 U2"],
        vikings="C2 U1 U2",
    )
    notes = {note.params["region"]: note for note in act(s, "pass") if note.key.startswith("token_")}
    assert {region: note.key for region, note in notes.items()} == {
        "breifne": "token_kept",
        "connaught": "token_tied",
        "ulaid": "token_vikings",
        "munster": "token_claimed",
        "dubhlinn": "token_down",
    }
    assert notes["connaught"].params["towns"] == 1
    assert [notes["dubhlinn"].params[name] for name in ("towns", "needed")] == [1, 2]
