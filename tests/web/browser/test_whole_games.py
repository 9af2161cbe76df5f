"""The first moves of each game in one way only, and axe at every question; `python -m tests.web.whole` plays on."""

import pytest

from regnum.core.ledger import LANGUAGES
from tests.support.browser import DESKTOP, PHONE, Enter, my_turn, ply, wrong_at_both_sizes
from tests.web.whole import GAMES, WAYS, Hand, sit_down

NORMAL = {"brian_boru": "click", "khan": "touch", "rurik": "keys", "wallenstein": "click"}
CASES = [
    pytest.param(game, way, marks=[] if NORMAL[game] == way else [pytest.mark.full]) for game in GAMES for way in WAYS
]


@pytest.mark.parametrize(("game", "way"), CASES)
def test_what_the_board_offers_is_done_there(enter: Enter, game: str, way: str) -> None:
    page = enter(size=PHONE if way == "touch" else DESKTOP, has_touch=way == "touch")
    sit_down(page, game)
    hand = Hand(page, way, seed=2)
    hand.play(moves=5)
    assert hand.moves == 5


KINDS = """() => [...document.querySelectorAll("[data-target], [aria-label], section[id], [role]")].map((it) =>
    [it.tagName, it.getAttribute("class"), it.getAttribute("role"), (it.dataset.target || "").split(/[-| ]/)[0]]
        .join(" ").replace(/\\d+/g, ""))"""
"""The kinds of things on the page that can be named or used."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing_at_any_question_of_a_game(enter: Enter, game: str, language: str) -> None:
    page = enter(language)
    sit_down(page, game)
    hand, seen = Hand(page, "click", seed=2), set[str]()
    wrong = dict[str, list[str]]()
    while True:
        going_on, kinds = my_turn(page), set(page.evaluate(KINDS))
        if not kinds <= seen:
            seen |= kinds
            wrong |= wrong_at_both_sizes(page, f"{game} at {ply(page)}", language)
        if not going_on:
            break
        hand.move()
    assert wrong == {}
