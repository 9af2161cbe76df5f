"""Some of the kills of `python -m tests.commands.kill_servers`."""

import random

import pytest

from tests.commands.kill_servers import kill_during_play
from tests.support.web.apps import run_in_thread


@pytest.mark.full
@pytest.mark.parametrize("store", ["postgres"])
def test_kills_lose_no_answered_move(store: str) -> None:
    count = run_in_thread(lambda: kill_during_play(4, store, 2, random.Random()))
    assert count.problems == []
    assert count.answered > 10
