"""The first moves of each game in one way only; `python -m tests.web.whole` plays them to the end."""

import pytest

from tests.web.test_browser import DESKTOP, PHONE, Enter, enter
from tests.web.whole import GAMES, WAYS, Hand, sit_down

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser too")]
__all__ = ["enter"]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", GAMES)
def test_what_the_board_offers_is_done_there(enter: Enter, game: str, way: str) -> None:
    page = enter(size=PHONE if way == "touch" else DESKTOP, has_touch=way == "touch")
    sit_down(page, game)
    hand = Hand(page, way, seed=2)
    hand.play(moves=5)
    assert hand.moves == 5
