"""Playback of the moves of others in Chromium: after returning, by keyboard, and in quick succession."""

from functools import partial

from playwright.sync_api import Locator, Page

from tests.support.browser.page import (
    DESKTOP,
    PHONE,
    Enter,
    accessibility_violations,
    act_and_wait,
    buttons,
    click_button,
    entry_count,
    keep_cards,
    wait_for_turn,
    wait_until,
)
from tests.support.games.positions import first_asked


def shows(part: Locator, text: str) -> bool:
    return part.inner_text().startswith(text)


BESIDE_THE_BOARD = """() => {
    const box = document.getElementById('playback').getBoundingClientRect();
    return document.getElementById('board').getBoundingClientRect().right <= box.left;
}"""


COVERED = """() => {
    const over = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    const bar = document.getElementById('playback').getBoundingClientRect();
    const parts = document.querySelectorAll(
        '#board, #strip, #hand-area > section, #sidebar h2, #sidebar p:not(#playback p)');
    const covered = (part) => part.checkVisibility() && over(bar, part.getBoundingClientRect());
    return [...parts].filter(covered).map((part) => part.id);
}"""
"""Elements under the playback bar."""


def come_back(page: Page, path: str) -> None:
    """Leave a table after the own move, and return when all others have acted."""
    page.goto("/")  # where no late news is taken as looked at
    page.evaluate("key => localStorage.setItem(key, '0')", f"looked:{path.removeprefix('/table/')}")
    page.goto(path)
    wait_until(lambda: page.locator("#playback").is_visible(), 5, "an offer")


def test_moves_since_the_last_visit_are_played_back_by_keyboard(enter: Enter) -> None:
    start = first_asked("brian_boru", 4, "FirstTown", seat=0)
    page = enter(playback="normal", reduced_motion="reduce", at=start, others="greedy")
    path = page.url[page.url.index("/table/") :]
    moves: set[str] = set()
    while len(moves) < 4:  # the winner of the town may be asked again at once
        assert wait_for_turn(page)
        if page.locator("#keep-button").count():
            keep_cards(page)  # a button only ticks its card
        else:
            act_and_wait(page, lambda: click_button(page, "#choices button"), "a move")
        assert wait_for_turn(page)
        page.wait_for_timeout(200)  # what just happened is marked
        moves = set(page.locator("#log .is-new[data-move]").evaluate_all("all => all.map(it => it.dataset.move)"))
    assert not page.locator("#playback").is_visible(), "one has seen it"
    now, board, offered = entry_count(page), page.locator("#pieces").inner_html(), buttons(page).count()
    come_back(page, path)
    element = page.locator("#playback-text")
    several = int(element.inner_text().rpartition(" ")[2])
    assert several > 1
    assert accessibility_violations(page) == []
    page.get_by_role("button", name="Play", exact=True).focus()
    page.keyboard.press("Enter")
    wait_until(lambda: element.inner_text() == "Before that", 5, "the first scene")
    seen = [entry_count(page)]
    for number in range(1, several + 1):
        page.keyboard.press("Enter")  # nothing goes on by itself where less motion is wanted
        wait_until(partial(shows, element, f"{number}/{several} "), 5, f"scene {number}")
        seen.append(entry_count(page))
        assert buttons(page).count() == page.locator("#board [data-target]").count() == 0, "there is nothing to press"
        assert page.locator("#log .is-new[data-move]").count() == 1, "this move is marked"
        assert not page.locator("#turn-head").is_visible(), "the next move is not shown beside it"
        assert page.evaluate(BESIDE_THE_BOARD), "no piece is covered"
        assert page.evaluate(COVERED) == [], "it has a room of its own"
        if number == 1:
            assert accessibility_violations(page) == []
            page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
            assert page.evaluate(COVERED) == []
            assert page.locator("#playback-skip").evaluate(
                "skip => skip.getBoundingClientRect().bottom < innerHeight - 74"
            )
            page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    assert seen == sorted(set(seen))
    page.keyboard.press("Enter")
    wait_until(lambda: buttons(page).count() == offered, 5, "the present")
    wait_until(lambda: page.locator("#pieces").inner_html() == board, 5, "the board as it was")
    assert entry_count(page) == now
    assert not page.locator("#playback").is_visible()
    assert page.evaluate("document.activeElement.id") == "turn", "the focus stays at the move"
    page.reload()
    wait_until(lambda: buttons(page).count() == offered, 5, "the table")
    page.wait_for_timeout(200)
    assert not page.locator("#playback").is_visible(), "it was seen"
