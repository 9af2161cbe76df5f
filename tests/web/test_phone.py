"""The table on a phone: small places are shown closer first, and the next step comes into sight by itself."""

import pytest
from playwright.sync_api import Page

from tests.web import test_khan, test_wallenstein
from tests.web.test_browser import (
    PHONE,
    Enter,
    buttons,
    enter,
    fold,
    my_turn,
    open_table,
    play_on,
    ply,
    push,
    reach,
    soon,
    take,
)

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
__all__ = ["enter"]

IN_SIGHT = "place => { const b = place.getBoundingClientRect(); return b.top >= 0 && b.bottom <= innerHeight; }"

BESIDE = """(than) => [...document.querySelectorAll('#board [data-target]')].find((place) => {
    const box = place.getBoundingClientRect();
    const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return place.id !== than && hit?.closest('[data-target]') === place;
}).id"""


def view_box(page: Page) -> str:
    return page.locator("#board > svg").get_attribute("viewBox") or ""


@pytest.mark.parametrize("game", ["khan", "brian_boru"])
def test_a_tap_shows_a_place_closer_and_another_takes_it(enter: Enter, game: str) -> None:
    page = enter(size=PHONE, has_touch=True)
    if game == "khan":
        test_khan.open_table(page, "bot:random")
    else:
        open_table(page, "bot:random", "bot:random")
    assert my_turn(page)
    before, whole = ply(page), view_box(page)
    place = page.locator("#board [data-target]").nth(7)
    here = place.bounding_box()
    place.tap()
    assert view_box(page) != whole
    box = place.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44, "large enough for a finger"
    assert here is not None
    finger = (here["x"] + here["width"] / 2, here["y"] + here["height"] / 2)
    under = "([x, y]) => document.elementFromPoint(x, y).closest('[data-target]')?.id"
    assert page.evaluate(under, finger) == place.get_attribute("id"), "it stays under the finger"
    assert ply(page) == before
    assert page.locator("#tap-again").is_visible(), "what the next tap does is said"
    page.locator("#whole").tap()
    assert view_box(page) == whole
    place.tap()
    other = page.locator(f"#{page.evaluate(BESIDE, place.get_attribute('id'))}")
    other.tap()
    page.wait_for_timeout(300)
    assert ply(page) == before, "a tap elsewhere only aims there"
    assert page.locator("#tap-again").is_visible()
    meant = other.get_attribute("data-target")
    value = page.locator(f"#choices button[data-target='{meant}']").get_attribute("value")
    take(page, other.tap, "the second tap on the same place")
    assert ply(page) > before
    assert page.locator(f"#choices button[value='{value}']").count() == 0, "the place aimed at last is taken"


def test_what_zooms_covers_nothing_that_may_be_chosen(enter: Enter) -> None:
    page = enter(size=PHONE, has_touch=True)
    test_khan.open_table(page, "bot:random")
    assert my_turn(page)
    covered = page.evaluate("""[...document.querySelectorAll('#board [data-target]')].filter((place) => {
        const box = place.getBoundingClientRect();
        return !document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.closest('[data-target]');
    }).length""")
    assert covered == 0
    page.locator("#closer").tap()
    assert view_box(page).split()[2] != "1000"


def test_cards_to_choose_come_into_sight(enter: Enter) -> None:
    page = enter(size=PHONE, has_touch=True, reduced_motion="reduce")
    open_table(page, "bot:random", "bot:random")
    assert my_turn(page)
    assert page.locator("#board").evaluate("board => board.getBoundingClientRect().top") >= 0, "towns are on the board"
    place = page.locator("#board [data-target]").first
    place.tap()
    take(page, place.tap, "the first town")
    assert my_turn(page)
    card = page.locator("#packet [data-target]").first
    soon(lambda: bool(card.evaluate(IN_SIGHT)), 5, "the cards of the draft")
    assert page.locator("#turn-head").evaluate(IN_SIGHT)
    page.goto(page.url)
    soon(lambda: bool(card.evaluate(IN_SIGHT)), 5, "who comes back finds them, too")


def press_one(page: Page, number: int) -> None:
    every = buttons(page)
    push(page, f"[id='{every.nth(number % every.count()).get_attribute('id')}']")


def test_the_next_step_comes_into_sight(enter: Enter) -> None:
    page = enter(size=PHONE, has_touch=True, reduced_motion="reduce")
    test_khan.open_table(page, "bot:random")
    invading = "#hand .khan-card[data-target]"
    assert play_on(
        page,
        lambda number: take(page, lambda: press_one(page, number * 7), "a button"),
        lambda: page.locator("#choices button[value^='invade']").count() > 0,
    )
    card = page.locator(invading).first
    page.evaluate("window.scrollTo({top: 0, behavior: 'instant'})")
    for seen in ("#board", invading, "#turn-head", "#prompt"):
        assert page.locator(seen).first.evaluate(IN_SIGHT), f"{seen}: what one plays is in one picture with the map"
    card.evaluate("card => card.scrollIntoView({block: 'start', behavior: 'instant'})")
    assert not page.locator("#board").evaluate(IN_SIGHT)
    target = card.get_attribute("data-target")
    assert page.locator(f"#choices button[data-target='{target}']").count() == 1
    before = ply(page)
    card.tap()
    soon(lambda: page.locator(".laying-bar p").evaluate(IN_SIGHT), 5, "what is to be done now")
    assert page.locator("#board").evaluate("board => board.getBoundingClientRect().top") >= -1
    place = page.locator(".invade.open").first
    place.tap()
    assert page.locator("#tap-again").is_visible()
    assert ply(page) == before, "it is only closer"
    place.tap()
    reach(page, before + 2)
    soon(lambda: page.locator("#turn-head").evaluate(IN_SIGHT), 5, "what comes next")


def test_a_refusal_comes_into_sight(enter: Enter) -> None:
    page = enter(size=PHONE, has_touch=True, reduced_motion="reduce")
    open_table(page, "bot:random", "bot:random")
    assert my_turn(page)
    page.evaluate("document.querySelector('#choices button').value = 'keep 7'")
    page.evaluate("window.scrollTo({top: document.body.scrollHeight, behavior: 'instant'})")
    page.evaluate("document.querySelector('#choices button').click()")
    soon(lambda: page.locator("#message").inner_text() != "", 5, "the refusal")
    soon(lambda: page.locator("#message").evaluate(IN_SIGHT), 5, "the refusal is in sight")


def test_the_choices_of_a_plan_keep_their_height(enter: Enter) -> None:
    page = enter(size=PHONE, has_touch=True)
    test_wallenstein.open_table(page, 3, start=1)
    assert test_wallenstein.play(page, "plan")
    page.evaluate("window.scrollTo({top: 0, behavior: 'instant'})")
    assert page.locator("#field-bid").evaluate(IN_SIGHT), "the fields are in the same picture as the map"
    assert page.locator("#field-build_church").evaluate(IN_SIGHT)
    assert page.locator("#board").evaluate(IN_SIGHT)
    page.locator("#field-bid").tap()
    assert page.locator("#choices.narrowed").count()
    assert page.locator("#listed").get_attribute("open") is None, "a card is pointed at, no list comes between"
    assert page.locator("#board").evaluate(IN_SIGHT)
    page.locator("#closer").tap()
    assert page.locator("#choices.narrowed").count(), "a closer look lets nothing go"
    page.locator("#whole").tap()
    page.keyboard.press("Escape")
    heights: set[int] = set()
    plan = "#listed button[value^='plan']"
    for _ in range(6):
        assert page.locator(plan).count()
        fold(page)
        box = page.locator("#choices").bounding_box()
        assert box is not None
        heights.add(round(box["height"]))
        assert page.locator("#do-change").is_visible() == bool(page.locator(".field.laid").count()), (
            "if there is a plan"
        )
        take(page, lambda: push(page, plan), "a card for the next field")
    assert max(heights) - min(heights) <= 60
    assert max(heights) <= 140
