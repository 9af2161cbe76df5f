"""Some of the kills of `python -m tests.web.kill_servers`."""

import random

import pytest

from tests.support.apps import run_in_thread
from tests.web.kill_servers import under_play


@pytest.mark.full
@pytest.mark.parametrize("store", ["postgres"])
def test_kills_lose_no_answered_move(store: str) -> None:
    count = run_in_thread(lambda: under_play(4, store, 2, random.Random()))
    assert count.faults == []
    assert count.answered > 10
