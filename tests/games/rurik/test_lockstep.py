"""Random games beside a second bookkeeping: goods between boat and dock, and the points of a turn."""

import pytest

from tests.games.rurik.lockstep import play


@pytest.mark.clause("rurik.tax.stow", "rurik.claim.stow", "rurik.bonus.between", "rurik.bonus.points")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_lockstep_bookkeeping_finds_no_difference(players: int) -> None:
    seen = play(players, 0)
    for seed in range(1, 6):
        seen += play(players, seed)
    assert seen["claim phases"] == 24
    assert seen["load"] > 5
    assert seen["unload"] > 5
    assert seen["bonus actions"] > 20
    assert seen["StowForTracks"] + seen["StowForIncome"] + seen["StowForPriority"] > 0
