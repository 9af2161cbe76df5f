"""Khan in a real Chromium: a whole game by clicking, tiles laid by pointer and by keyboard, axe, pictures."""

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from regnum.games.khan import GAME
from regnum.games.khan.actions import LayAction
from tests.support.browser import (
    DESKTOP,
    PHONE,
    Enter,
    axe,
    my_turn,
    picture,
    play_from,
    play_on,
    ply,
    push,
    reach,
    soon,
    take,
    touch,
)
from tests.support.play_khan import bring, lay, lay_by_touch, mouse_at, open_table, said


def hold_a_tile(page: Page, board: str) -> None:
    """Open a table where the next thing to do is to lay a tile."""
    state, dice = GAME.new_state(2, 1, board=board), random.Random(1)
    while not (state.players_to_act == (0,) and isinstance(state.legal_actions()[0], LayAction)):
        state.apply(dice.choice(state.legal_actions()))
    play_from(page, state, "bot:greedy")


def no_place(page: Page) -> tuple[int, int, str]:
    """Return a cell well within the board at which the tile in hand may not lie, and why."""
    verdict = page.locator(".khan .form.current").get_attribute("data-verdict") or ""
    columns = len(page.locator("#laying").get_attribute("data-columns") or "?")
    why = (page.locator("#laying").get_attribute("data-why") or "").split("|")
    cells = [(row, column) for row in range(3, 8) for column in range(3, 8)]
    row, column = next(cell for cell in cells if verdict[cell[0] * columns + cell[1]] != ".")
    return row, column, why[ord(verdict[row * columns + column]) - ord("a")]


def move(page: Page, number: int) -> None:
    """Take some legal action, on the board where it has a place there; conquer whenever that can be done."""
    if page.locator("#laying").count():
        lay(page, number)
        return
    offered = page.evaluate(
        "[...document.querySelectorAll('#choices button')].map(b => [b.id, b.dataset.target || ''])"
    )
    chosen, target = offered[number * 7 % len(offered)]
    if ["do-conquer", "conquest|"] in offered:
        chosen, target = "do-conquer", "conquest"
    if target and number % 2 and chosen.startswith("do-invade"):
        start = ply(page)
        page.locator(f".hand [data-target='{target}']").click()
        touch(page, page.locator(".invade.open").nth(number % page.locator(".invade.open").count()))
        reach(page, start + 2)  # the card, and the yurt
    elif target == "conquest" and number % 2:
        start = ply(page)
        touch(page, page.locator(".spots [data-target=conquest]").first)
        reach(page, start + 2)  # the best tile there is taken, too, and lies over the yurt
        soon(lambda: page.locator(".laying-bar .yes").count() == 1, 5, "it may be laid at once")
    elif target.startswith("special-") and number % 2:
        start = ply(page)
        page.locator(f"#{target}").click()
        assert ply(page) == start, "it says what it does first"
        take(page, lambda: page.locator(".laying-bar .lay").click(), target)
    elif target and number % 2:
        places = page.locator(f".khan [data-target='{target}'], .panel div[data-target='{target}']")
        assert places.count() == 1 or target.startswith("tile-"), target
        take(page, lambda: touch(page, places.first), target)
    else:
        take(page, lambda: push(page, f"[id='{chosen}']"), chosen)


def play(page: Page, stop: Callable[[], bool]) -> bool:
    return play_on(page, lambda number: move(page, number), stop)


def test_a_whole_game_for_two_by_clicking(enter: Enter) -> None:
    page = enter()
    open_table(page, "bot:greedy")
    assert page.locator("#players tbody").count() == 2
    assert my_turn(page)
    taken = page.locator(".khan .cells use").evaluate_all(
        "cells => cells.map(cell => cell.id).find(id => !document.querySelector(`[data-target='${id}']`))"
    )
    page.locator(f"#{taken}").click()
    assert page.locator("#tip .reason").inner_text(), "cells that are not allowed say why"
    assert str(page.locator("#tip a").get_attribute("href")).startswith("/rules/khan?back=")
    page.keyboard.press("Escape")
    assert not page.locator("#tip").is_visible()
    picture(page, "khan-opening")
    assert play(page, lambda: page.locator("#hand .khan-card").count() == 4 and page.locator(".tile").count() > 3)
    picture(page, "khan-middle")
    assert not play(page, lambda: False)
    scored_step_by_step(page)
    picture(page, "khan-final")
    assert page.locator(".khan .area").count() >= 1, "the largest areas are highlighted"
    rows = page.locator("#final tbody tr")
    columns = [
        [int(rows.nth(row).locator("td").nth(player).inner_text()) for row in range(rows.count())]
        for player in range(2)
    ]
    totals = [int(page.locator("#final tfoot tr").first.locator("td").nth(player).inner_text()) for player in range(2)]
    assert [sum(column) for column in columns] == totals


def scored_step_by_step(page: Page) -> None:
    """The final scoring begins by itself, goes on by its button, and is over after two steps for each player."""
    bar = page.locator(".laying-bar.tally")
    soon(lambda: bar.count() == 1, 10, "it begins by itself")
    told = list[str]()
    while bar.count():
        told.append(bar.locator("p").inner_text())
        assert page.locator(".tile.counted").count() > 0 or "no tiles" in told[-1]
        bar.locator(".next").click()
    assert 1 < len(told) < 5, told
    assert page.locator(".counted, .counts").count() == 0


def lying(page: Page) -> tuple[str, str]:
    """Return the form of the tile in hand, and where it lies."""
    form = page.locator(".khan .form.current")
    return str(form.get_attribute("data-form")), str(form.evaluate("form => form.style.transform"))


RIVER_BELOW = """() => {
    const field = document.getElementById('laying').dataset;
    const [row, column] = [Number(document.querySelector('.laying-bar p').textContent.match(/\\d+/)[0]) - 1,
        field.columns.indexOf(document.querySelector('.laying-bar p').textContent[0])];
    const squares = document.querySelector('.khan .form.current').dataset.squares.split(' ');
    return squares.map((it) => it.split(',').map(Number)).map(([r, c]) => [row + r, column + c])
        .filter(([r, c]) => field.kinds[r * field.columns.length + c] === 'w')
        .map(([r, c]) => field.columns[c] + (r + 1)).join(', ');
}"""
"""The river cells below the tile in hand."""


def test_a_tile_says_at_once_why_it_may_not_lie_here(enter: Enter) -> None:
    page = enter()
    hold_a_tile(page, "steppe")
    before = ply(page)
    assert " for you" in said(page)
    turn = page.locator(".laying-bar .rotate")
    assert turn.is_hidden() or turn.evaluate("turn => turn.offsetHeight") < 50
    row, column, reason = no_place(page)
    bring(page, row, column)
    soon(lambda: page.locator(".laying-bar p.no").count() == 1, 2, "the reason")
    wet = page.evaluate(RIVER_BELOW)
    assert said(page).endswith(f": {reason.replace('~', wet)}")
    assert "~" not in said(page)
    page.mouse.click(*mouse_at(page))
    assert page.locator(".laying-bar .lay").evaluate("lay => getComputedStyle(lay).borderTopStyle") == "dashed"
    first, turns = lying(page), 0
    while turns == 0 or lying(page)[0] != first[0]:
        page.keyboard.press("r")
        turns += 1
    assert lying(page) == first, "the tile is where it was"
    page.keyboard.press("r")
    assert page.locator(".khan .form.current").count() == 1
    page.keyboard.press("f")
    page.wait_for_timeout(300)
    assert ply(page) == before, "nothing was laid"
    picture(page, "khan-laying")
    for width, height in (DESKTOP, (1280, 720), PHONE):
        page.set_viewport_size({"width": width, "height": height})
        bar, rows = page.locator(".laying-bar").bounding_box(), page.locator("#laying .field").bounding_box()
        assert bar is not None
        assert rows is not None
        assert bar["y"] >= rows["y"] + rows["height"] - 1, "the bar covers no cell"
        assert bar["y"] + bar["height"] <= height, "nor is it out of sight"
    page.evaluate("document.querySelectorAll('.special').forEach((card) => card.classList.add('none'))")  # used up
    assert axe(page) == []


def test_a_tap_brings_a_tile_and_another_lays_it(enter: Enter) -> None:
    page = enter(size=PHONE, has_touch=True)
    hold_a_tile(page, "empire")
    tile = page.locator(".form.current .ghost")
    soon(lambda: -1 <= tile.evaluate("tile => tile.getBoundingClientRect().y") < PHONE[0], 5, "where the tile lies")
    heights = page.locator(".laying-bar button:visible").evaluate_all("all => all.map(one => one.offsetHeight)")
    assert max(heights) < 50, "nothing is wrapped"
    assert page.locator("#laying-help").inner_text().startswith("Tap a place")
    assert "(R)" not in page.locator(".laying-bar").inner_text()
    forms, head = page.locator(".forms").bounding_box(), page.locator("#turn-head").bounding_box()
    assert forms is not None
    assert head is not None
    assert forms["y"] + forms["height"] < min(head["y"], PHONE[1]), "the tile lies right below the map"
    lay_by_touch(page)


def test_a_card_is_played_only_with_the_cell_for_its_yurt(enter: Enter) -> None:
    page = enter()
    open_table(page, "bot:random")
    cards = page.locator("#hand .khan-card[data-target]")
    assert play(page, lambda: len(set(cards.locator(".ground").all_inner_texts())) > 1)
    start, bar = ply(page), page.locator(".laying-bar p")
    grounds = cards.locator(".ground").all_inner_texts()
    first, second = cards.first, cards.nth(next(at for at, ground in enumerate(grounds) if ground != grounds[0]))
    board, asked = page.locator("#board > svg").bounding_box(), page.locator("#prompt").inner_text()
    first.click()
    assert page.locator("#prompt").inner_text().startswith("Your card: put a yurt on a free cell")
    assert page.locator("#board > svg").bounding_box() == board, "there was room for the bar"
    assert bar.inner_text() == "Choose the free cell for your yurt: the card is played only with it."
    shown = page.locator(".invade.open").evaluate_all("all => all.map(one => one.id)")
    picture(page, "khan-card")
    second.focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.matches('.invade.open')")
    assert page.locator(".invade.open").evaluate_all("all => all.map(one => one.id)") != shown
    assert page.locator("#hand .picked").count() == 1
    assert axe(page) == []
    page.keyboard.press("Escape")
    assert page.locator(".laying-bar, .invade.open").count() == 0
    first.click()
    page.get_by_role("button", name="Not this card").click()
    assert page.locator(".laying-bar, .invade.open, #hand .picked").count() == 0
    assert ply(page) == start, "nothing has happened yet"
    assert page.locator("#prompt").inner_text() == asked
    first.click()
    page.locator(f"#{shown[0]}").click()
    reach(page, start + 2)
    assert page.locator(f"#yurt-{shown[0].removeprefix('invade-')}").count() == 1


def test_what_cannot_be_taken_back_is_aimed_at_first_on_a_wide_board(enter: Enter) -> None:
    page = enter()
    open_table(page, "bot:random")
    rulers = page.locator("#board .ruler[data-target]")
    assert play(page, lambda: rulers.count() > 1)
    start, said = ply(page), page.locator("#tap-again")
    rulers.nth(0).click()
    assert said.inner_text().endswith("click again. This cannot be taken back: a card is drawn.")
    page.keyboard.press("Escape")
    assert not said.is_visible()
    rulers.nth(0).click()
    rulers.nth(1).click()
    assert said.is_visible(), "another one is aimed at instead"
    page.locator("#prompt").click()
    assert not said.is_visible()
    assert ply(page) == start
    rulers.nth(1).click()
    take(page, rulers.nth(1).click, "the second click")


def test_a_tap_shows_the_yurt_and_says_beside_it_that_another_one_is_meant(enter: Enter) -> None:
    page = enter(size=PHONE, has_touch=True)
    open_table(page, "bot:random")
    cells, again = page.locator(".khan .spots [data-target^=cell-]"), page.locator("#again")
    soon(lambda: cells.count() > 9, 20, "a yurt is to be put somewhere")
    for cell_ in (cells.first, cells.last):
        cell_.tap()
        soon(lambda: again.is_visible(), 5, "it is aimed at")
        assert again.locator("text:visible").all_text_contents() == ["Tap again: final"], "others act then"
        there, yurt, said = (one.bounding_box() for one in (cell_, again.locator("use"), again.locator("rect")))
        assert there is not None
        assert yurt is not None
        assert said is not None
        assert abs(there["x"] + there["width"] / 2 - yurt["x"] - yurt["width"] / 2) < 2
        assert 0 <= said["x"] <= PHONE[0] - said["width"]
        assert min(abs(there["y"] - said["y"] - said["height"]), abs(said["y"] - there["y"] - there["height"])) < 14
    page.locator("#prompt").tap()
    soon(lambda: not again.is_visible(), 5, "nothing is aimed at")


def test_enter_lays_the_tile_wherever_one_clicked_before(enter: Enter) -> None:
    page = enter()
    hold_a_tile(page, "steppe")
    rows, bar = page.locator("#laying .field").bounding_box(), page.locator(".laying-bar").bounding_box()
    assert rows is not None
    assert bar is not None
    assert rows["y"] + rows["height"] <= bar["y"] + 1, "the bar lies over no cell of the map"
    page.locator("#prompt").click()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    while page.locator(".laying-bar p.yes").count() == 0:
        bring(page, *legal_place(page))
    take(page, lambda: page.keyboard.press("Enter"), "Enter lays it")


ASTRAY = """() => {
    const entries = [...document.querySelectorAll('#side [data-places]:is(:hover, :focus)')];
    const meant = entries.flatMap((it) => it.dataset.places.split(' '));
    const marked = [...document.querySelectorAll('.khan .cells .pointed')].map((it) => it.id);
    return marked.filter((id) => !meant.includes(id));
}"""
"""The cells that are marked though nothing that speaks of them is pointed at."""


def test_what_is_marked_while_one_points_at_what_was_told_goes_when_that_goes(enter: Enter) -> None:
    page = enter()
    open_table(page, "bot:random")
    told = page.locator("#lately [data-places*='cell-']")
    for _ in range(3):
        assert play(page, lambda: told.count() > 0)
        told.first.hover()
        soon(lambda: page.locator(".khan .cells .pointed").count() > 0, 2, "its cells are marked")
        start = ply(page)
        page.evaluate("document.querySelector('#choices button').click()")
        reach(page, start + 1)
        assert my_turn(page)
        page.wait_for_timeout(200)
        assert page.evaluate(ASTRAY) == []


def legal_place(page: Page) -> tuple[int, int]:
    """Return the first cell at which the tile in hand may lie in its form."""
    verdict = page.locator(".khan .form.current").get_attribute("data-verdict") or ""
    return divmod(verdict.index("."), len(page.locator("#laying").get_attribute("data-columns") or "?"))


@pytest.mark.parametrize("language", ["de"])
def test_axe_finds_nothing(enter: Enter, language: str) -> None:
    page = enter(language)
    open_table(page, "bot:random", "bot:random", "bot:random")
    for sign in ("#hand .khan-card:nth-child(4)", "#specials [data-target]", "#supply [data-target]"):
        assert play(page, lambda sign=sign: page.locator(sign).count() > 0)  # type: ignore[misc]
        assert axe(page) == []
