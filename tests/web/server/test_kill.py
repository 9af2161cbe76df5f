"""A few of the kills of `python -m tests.commands.kill_servers`, which does it as often as one likes."""

import random

import pytest

from tests.commands.kill_servers import kill_during_play
from tests.support.apps import apart


@pytest.mark.full
@pytest.mark.parametrize("store", ["postgres"])
def test_no_answered_move_is_lost_by_kills_under_play(store: str) -> None:
    count = apart(lambda: kill_during_play(4, store, 2, random.Random()))
    assert count.faults == []
    assert count.answered > 10
