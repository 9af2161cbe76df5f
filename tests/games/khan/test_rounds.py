"""The end of a turn: refusals are forgotten, and earlier actions cannot be undone."""

import pytest

from regnum.core.record.record import play_on
from regnum.games.khan import GAME
from regnum.games.khan.state import KhanState
from tests.support.games.khan import OUT, description


@pytest.mark.clause("khan.special.refused")
def test_refusal_does_not_outlast_the_turn() -> None:
    position = description(
        "PlaySpecial player=0 last=-1", "Refill player=0", "Turn player=1", players=3, yurts=["c1", "k9", "d1 l9"],
        options={"expel_direction": "hand"}, active={2: "protection"}, hands=["", "", ""],
    )  # fmt: skip
    state = GAME.state_from_dict(position)
    assert isinstance(state, KhanState)
    for text in ("play high_morale", "conquer", "choose I2", "lay c1 n"):
        state.submit(text, 0)
    state.submit("consent refuse", 2)
    assert state.players_to_act == (1,)
    assert state.refused == 0
    assert "conquer" in [str(action) for action in state.legal_actions()]


@pytest.mark.clause("khan.end.conquests")
def test_consent_cannot_be_undone_in_the_next_turn() -> None:
    position = description(
        "Act player=0", "ReturnSpecial player=0", "EndPhaseTurn player=1", players=3, rulers=OUT,
        yurts=["c1", "d1 i5 j7", "k9"], neutral="j5", active={1: "protection"}, actions_left=1,
    )  # fmt: skip
    session = play_on(GAME.state_from_dict(position))
    for text in ("choose I2", "lay c1 n"):
        session.submit(0, text)
    session.submit(1, "consent agree")
    assert session.state.players_to_act == (1,)
    assert not session.can_undo(1)
