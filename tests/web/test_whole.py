"""The first moves of each game in one way only; `python -m tests.web.whole` plays them to the end."""

import pytest

from tests.web.test_browser import DESKTOP, PHONE, Enter, enter
from tests.web.whole import GAMES, WAYS, Hand, sit_down

pytestmark = pytest.mark.browser
__all__ = ["enter"]


NORMAL = {"brian_boru": "click", "khan": "touch", "rurik": "keys", "wallenstein": "click"}
CASES = [
    pytest.param(game, way, marks=[] if NORMAL[game] == way else [pytest.mark.whole]) for game in GAMES for way in WAYS
]


@pytest.mark.parametrize(("game", "way"), CASES)
def test_what_the_board_offers_is_done_there(enter: Enter, game: str, way: str) -> None:
    page = enter(size=PHONE if way == "touch" else DESKTOP, has_touch=way == "touch")
    sit_down(page, game)
    hand = Hand(page, way, seed=2)
    hand.play(moves=5)
    assert hand.moves == 5
