"""The rounds and their advisors."""

import pytest

from tests.support.games.rurik import position


@pytest.mark.clause("rurik.setup.advisors_four", "rurik.claim.new_advisors", "rurik.setup.advisors")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_number_of_advisors_by_round(players: int) -> None:
    expected = {1: "1 2a 4 5", 2: "1 2a 4 5", 3: "1 2a 2b 4 5", 4: "1 2a 2b 3 4 5" if players < 4 else "1 2a 2b 4 5"}
    for before, joined in ((0, 1), (1, 2), (2, 3), (3, 4)):
        state = position(players, [{"step": "Round"}], round=before)
        assert state.round == joined
        assert state.to_dict()["advisors"] == [expected[joined].split()] * players
