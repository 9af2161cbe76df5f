"""The table on a phone: small targets zoom first, and the next step scrolls into view."""

import pytest
from playwright.sync_api import FloatRect, Locator, Page

from tests.support.browser import khan_table
from tests.support.browser.page import (
    PHONE,
    Enter,
    act_and_wait,
    buttons,
    click_button,
    click_place,
    entry_count,
    fold_choices,
    play_on,
    scroll_to,
    wait_for_entry_count,
    wait_for_turn,
    wait_until,
)
from tests.support.browser.wallenstein_table import planning_state
from tests.support.games.positions import first_asked
from tests.support.games.rurik import turn_position

IN_SIGHT = "place => { const b = place.getBoundingClientRect(); return b.top >= 0 && b.bottom <= innerHeight; }"

BESIDE = """(than) => [...document.querySelectorAll('#board [data-target]')].find((place) => {
    const box = place.getBoundingClientRect();
    const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return place.id !== than && hit?.closest('[data-target]') === place;
}).id"""


def view_box(page: Page) -> str:
    return page.locator("#board > svg").get_attribute("viewBox") or ""


SMALL = """[...document.querySelectorAll('#board [data-target]')].filter((place) => {
    const { width, height } = (place.querySelector('.hit') ?? place).getBoundingClientRect();
    return Math.min(width, height) < 43;
}).map((place) => place.id)"""
"""Targets that are too small for a finger."""


def hold(page: Page, place: Locator) -> FloatRect:
    """Press long on a place until its inspect card appears, and release; return the place of the card."""
    session, bounding_box = page.context.new_cdp_session(page), place.bounding_box()
    assert bounding_box is not None
    points = [{"x": bounding_box["x"] + bounding_box["width"] / 2, "y": bounding_box["y"] + bounding_box["height"] / 2}]
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points})
    page.wait_for_timeout(1000)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    tip = page.locator("#inspect-card")
    wait_until(tip.is_visible, 5, "what it is")
    page.wait_for_timeout(200)
    box = tip.bounding_box()
    assert box is not None
    tip.evaluate("tip => tip.hidePopover()")
    return box


@pytest.mark.journey
def test_long_press_reads_and_tap_acts_on_large_targets(enter: Enter) -> None:
    page = enter(
        size=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce", at=first_asked("rurik", 3, "PlaceTroop")
    )
    scroll_to(page, 0)
    before, region = entry_count(page), page.locator("#region-rostov")
    tip, box = hold(page, region), region.locator(".hit").bounding_box()
    assert entry_count(page) == before, "it was only read"
    assert box is not None
    assert tip["y"] >= box["y"] + box["height"] or tip["y"] + tip["height"] <= box["y"], "beside what it describes"
    act_and_wait(page, region.tap, "one tap")
    assert wait_for_turn(page)
    page.wait_for_timeout(200)
    assert page.locator(".is-pointed").count() == 0, "the last touched target does not look selected"
    page = enter(
        size=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce", at=first_asked("rurik", 3, "PlaceAdvisor")
    )
    before, column = entry_count(page), page.locator("#column-tax")
    column.scroll_into_view_if_needed()
    hold(page, column)
    assert page.locator(".strategy .is-picked").count() == 0, "nothing is chosen by the way"
    page.locator("#advisor-5").tap()
    hold(page, column)
    assert entry_count(page) == before, "the advisor is not placed"
    page.locator("#advisor-5.is-picked").wait_for()
    act_and_wait(page, column.tap, "a tap places the advisor")


def test_button_that_ends_a_rurik_turn_stays_above_the_strip(enter: Enter) -> None:
    page = enter(
        size=PHONE,
        has_touch=True,
        is_mobile=True,
        reduced_motion="reduce",
        at=turn_position("move", troops=[{"kiev": 1}, {"volyn": 1}], boat=[{"wood": 1, "ore": 1}, {}]),
    )
    actual: dict[str, tuple[int, int]] = {}

    def seen() -> bool:
        strip = page.locator("#strip").bounding_box()
        at_once = "#do-pass-then-end_turn"  # where it is, leaving it at that is a choice like others
        leaving = at_once if page.locator(at_once).count() else "#do-pass"
        for name in ("#do-end_turn", leaving):
            if page.locator(name).count():
                box = page.locator(name).bounding_box()
                assert box is not None
                assert strip is not None
                assert box["y"] + 44 <= strip["y"], "everything a finger needs; its bottom is behind the strip"
                actual[name] = (round(box["x"] + box["width"]), round(box["y"]))
        return len(actual) >= 2

    assert play_on(page, lambda number: act_and_wait(page, lambda: press_one(page, number), "a button"), seen)
    assert len(set(actual.values())) == 1


@pytest.mark.parametrize("game", ["khan", "brian_boru"])
def test_tap_zooms_to_a_small_target_and_a_second_one_acts(enter: Enter, game: str) -> None:
    first = first_asked("khan", 2, "Settle") if game == "khan" else first_asked("brian_boru", 3, "FirstTown")
    page = enter(size=PHONE, has_touch=True, at=first)
    before, full_view_box = entry_count(page), view_box(page)
    place = page.locator(f"#{page.evaluate(SMALL)[0]}")
    bounding_box = place.bounding_box()
    place.tap()
    box = place.bounding_box()
    assert box is not None
    if game == "khan":
        assert view_box(page) == full_view_box, "there a tap only aims"
    else:
        assert view_box(page) != full_view_box
        assert min(box["width"], box["height"]) >= 44, "large enough for a finger"
    assert bounding_box is not None
    finger = (bounding_box["x"] + bounding_box["width"] / 2, bounding_box["y"] + bounding_box["height"] / 2)
    under = "([x, y]) => document.elementFromPoint(x, y).closest('[data-target]')?.id"
    assert page.evaluate(under, finger) == place.get_attribute("id"), "it stays under the finger"
    assert entry_count(page) == before
    assert page.locator("#tap-again").is_visible(), "what the next tap does is said"
    if game != "khan":
        page.locator("#show-whole-map").tap()
        assert view_box(page) == full_view_box
        place.tap()
    other = page.locator(f"#{page.evaluate(BESIDE, place.get_attribute('id'))}")
    other.tap()
    page.wait_for_timeout(300)
    assert entry_count(page) == before, "a tap elsewhere only aims there"
    assert page.locator("#tap-again").is_visible()
    target = other.get_attribute("data-target")
    value = page.locator(f"#choices button[data-target='{target}']").get_attribute("value")
    act_and_wait(page, other.tap, "the second tap on the same place")
    assert entry_count(page) > before
    assert page.locator(f"#choices button[value='{value}']").count() == 0, "the place aimed at last is taken"


def test_zoom_button_covers_no_target(enter: Enter) -> None:
    page = enter(size=PHONE, has_touch=True, at=first_asked("khan", 2, "Settle"))
    covered = page.evaluate("""[...document.querySelectorAll('#board [data-target]')].filter((place) => {
        const box = place.getBoundingClientRect();
        return !document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.closest('[data-target]');
    }).length""")
    assert covered == 0
    page.locator("#zoom-in").tap()
    assert view_box(page).split()[2] != "1000"


def test_selectable_cards_scroll_into_view(enter: Enter) -> None:
    first = first_asked("brian_boru", 3, "FirstTown", seat=0)
    page = enter(size=PHONE, has_touch=True, reduced_motion="reduce", at=first, others="random")
    assert page.locator("#board").evaluate("board => board.getBoundingClientRect().top") >= 0, "towns are on the board"
    act_and_wait(page, lambda: click_place(page, page.locator("#board [data-target]").first), "the first town")
    assert wait_for_turn(page)
    card = page.locator("#packet [data-target]").first
    wait_until(lambda: bool(card.evaluate(IN_SIGHT)), 5, "the cards of the draft")
    assert page.locator("#turn-head").evaluate(IN_SIGHT)
    page.goto(page.url)
    wait_until(lambda: bool(card.evaluate(IN_SIGHT)), 5, "who comes back finds them, too")


def test_hand_stays_in_place_when_a_town_is_chosen(enter: Enter) -> None:
    town = first_asked("brian_boru", 3, "ChooseTown", seat=0)
    page = enter(size=PHONE, has_touch=True, reduced_motion="reduce", at=town)
    where = "['board', 'turn-head'].map((id) => document.getElementById(id).getBoundingClientRect().top)"
    for seen in ("#prompt", "#board [data-target]"):
        wait_until(lambda seen=seen: all(one.evaluate(IN_SIGHT) for one in page.locator(seen).all()), 5, seen)  # type: ignore[misc]
    page.wait_for_timeout(400)
    before, bottom = page.evaluate(where), "dock => dock.getBoundingClientRect().bottom"
    foot = page.locator("#dock").evaluate(bottom)
    value = page.locator("#choices [value^='contest']").first.get_attribute("value")
    act_and_wait(
        page, lambda: page.evaluate("value => document.querySelector(`[value='${value}']`).click()", value), "a town"
    )
    wait_until(lambda: page.locator("#hand [data-target]").count() > 0, 5, "a card is asked for")
    page.wait_for_timeout(400)
    assert page.evaluate(where) == before
    assert page.locator("#dock").evaluate(bottom) == foot
    for said in ("#turn-head", "#prompt"):
        box, dock = page.locator(said).bounding_box(), page.locator("#dock").bounding_box()
        assert box is not None
        assert dock is not None
        assert box["y"] + box["height"] <= dock["y"], f"the hand covers {said}"


def press_one(page: Page, number: int) -> None:
    every = buttons(page)
    click_button(page, f"[id='{every.nth(number % every.count()).get_attribute('id')}']")


@pytest.mark.journey
def test_next_step_scrolls_into_view(enter: Enter) -> None:
    page = enter(size=PHONE, has_touch=True, reduced_motion="reduce", at=first_asked("khan", 2, "Act"))
    invading = "#hand .khan-card[data-target]"
    card = page.locator(invading).first
    scroll_to(page, 0)
    for seen in ("#board", invading, "#turn-head", "#prompt"):
        assert page.locator(seen).first.evaluate(IN_SIGHT), f"{seen}: what one plays is in one picture with the map"
    card.evaluate("card => card.scrollIntoView({block: 'start', behavior: 'instant'})")
    assert not page.locator("#board").evaluate(IN_SIGHT)
    target = card.get_attribute("data-target")
    assert page.locator(f"#choices button[data-target='{target}']").count() == 1
    before = entry_count(page)
    hold(page, card)
    assert page.locator(".hand .is-picked").count() == 0, "a held card is only read"
    card.tap()
    wait_until(lambda: page.locator(".laying-bar p").evaluate(IN_SIGHT), 5, "what is to be done now")
    assert page.locator("#board").evaluate("board => board.getBoundingClientRect().top") >= -1
    prompt, place = page.locator(".laying-bar p").inner_text(), page.locator(".invade.is-open").first
    cell = (place.get_attribute("data-cell") or "").removeprefix("cell-")
    assert cell
    assert cell not in prompt
    place.tap()
    bar = page.locator(".laying-bar p")
    wait_until(lambda: cell in bar.inner_text() and "tap again" in bar.inner_text(), 5, "the bar says what is aimed at")
    assert bar.evaluate(IN_SIGHT)
    assert not page.locator("#tap-again").is_visible(), "it is said in one place"
    assert entry_count(page) == before, "it is only aimed at"
    place.tap()
    wait_for_entry_count(page, before + 2)
    wait_until(lambda: page.locator("#turn-head").evaluate(IN_SIGHT), 5, "what comes next")


MOSTLY = """board => {
    const {top, bottom, height} = board.getBoundingClientRect();
    return bottom - Math.max(0, top) > height / 2;
}"""
APART = """([one, other]) => {
    const [a, b] = [one, other].map((name) => document.querySelector(name).getBoundingClientRect());
    return a.right <= b.left || a.left >= b.right || a.bottom <= b.top || a.top >= b.bottom;
}"""
ABOVE_THE_STRIP = """(place) => {
    const [box, strip] = [place, document.getElementById('strip')].map((one) => one.getBoundingClientRect());
    return box.height > 0 && box.top >= 0 && box.bottom <= strip.top;
}"""


def test_waiting_player_sees_the_board_the_events_and_a_hint(enter: Enter) -> None:
    ann, ben = enter(size=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce"), enter(size=(1440, 900))
    khan_table.open_table(ann, "open", hints=True)
    ben.goto(ann.locator(".seats .invite input").input_value())
    ben.locator("#name").fill("Ben")
    ben.locator("form.form button").click()
    ben.wait_for_url("**/table/*")
    wait_until(lambda: buttons(ann).count() + buttons(ben).count() > 0, 10, "the table begins by itself")
    if buttons(ben).count():
        before = entry_count(ben)
        click_button(ben, "#choices button")
        wait_for_entry_count(ann, before + 1)
    ann.wait_for_load_state()  # a page without its styles or scripts is lower, and does not know who looks elsewhere
    ann.evaluate("""() => {
        document.dispatchEvent(new Event('touchmove')); // whoever looks elsewhere is left there
        window.scrollTo({top: document.body.scrollHeight, behavior: 'instant'});
    }""")
    board = ann.locator("#board")
    assert not board.evaluate(IN_SIGHT)
    before = entry_count(ann)
    click_button(ann, "#choices button")
    wait_for_entry_count(ben, before + 1)
    wait_until(lambda: bool(board.evaluate(MOSTLY)), 5, "what others do is seen on the board")
    # On a desktop an inspect card is beside its subject.
    place = ben.evaluate(BESIDE, "")
    ben.locator(f"[id='{place}']").hover()
    wait_until(ben.locator("#inspect-card").is_visible, 5, "what it is")
    ben.wait_for_timeout(100)
    assert ben.evaluate(APART, ["#inspect-card", f"[id='{place}']"])
    click_place(ben, ben.locator(f"[id='{place}']"))
    wait_for_entry_count(ann, before + 2)
    cell = place.rpartition("-")[2]
    recap, prompt = ann.locator("#recap").bounding_box(), ann.locator("#prompt").bounding_box()
    assert f"Ben: Yurt on {cell}." in ann.locator("#recap").inner_text()
    assert recap is not None
    assert prompt is not None
    assert 0 <= recap["y"] - prompt["y"] - prompt["height"] < 12, "right below the question"
    assert recap["height"] < 30, "in one line, so that the actions below are visible"
    more = ann.locator(".recap-more")
    assert not more.is_visible(), "all of it can be read"
    ann.locator("#recap li").first.evaluate("""line => {
        line.append(" and so on".repeat(30));
        document.dispatchEvent(new Event("htmx:afterSettle"));
    }""")
    line = ann.locator("#recap li").first
    folded = line.evaluate("line => line.offsetHeight")
    for unfolded in (True, False):
        more.tap()
        assert (line.evaluate("line => line.offsetHeight") > folded) == unfolded, "it is unfolded, and back"
    # The text of a hint appears at the bottom of the visible part.
    value = ann.locator("#choices button").last.get_attribute("value")
    answer = (
        f'<p class="hint" data-entry-count="{entry_count(ann)}" data-action="{value}"><b>There</b> much free land.</p>'
    )
    ann.route("**/hint", lambda route: route.fulfill(body=answer, content_type="text/html"))
    ann.evaluate("""() => {
        const [hint, strip] = ['do-hint', 'strip'].map((id) => document.getElementById(id).getBoundingClientRect());
        window.scrollBy({top: hint.bottom - strip.top, behavior: 'instant'});
        document.getElementById('do-hint').click();
    }""")
    wait_until(lambda: ann.locator("#hint .hint").count() == 1, 5, "the hint")
    wait_until(lambda: bool(ann.locator("#hint .hint").evaluate(ABOVE_THE_STRIP)), 5, "it is in sight")
    ann.evaluate("""() => {
        document.getElementById('entry-count').value++;
        document.dispatchEvent(new CustomEvent('htmx:sseMessage', {detail: {type: 'panel'}}));
        document.getElementById('entry-count').value--;
    }""")
    assert ann.locator("#hint .hint").count() == 1, "it stays while others act and the question is the same"


def test_choices_of_a_plan_keep_their_height(enter: Enter) -> None:
    page = enter(size=PHONE, has_touch=True, reduced_motion="reduce", at=planning_state(court=False))
    wait_until(lambda: bool(page.locator("#card-coin-0").evaluate(IN_SIGHT)), 5, "the cards come into sight")
    scroll_to(page, 0)
    assert page.locator("#field-bid").evaluate(IN_SIGHT), "the fields are in the same picture as the map"
    assert page.locator("#field-build_church").evaluate(IN_SIGHT)
    assert page.locator("#board").evaluate(IN_SIGHT)
    page.locator("#field-bid").tap()
    assert page.locator("#choices.is-narrowed").count()
    assert page.locator("#choice-list").get_attribute("open") is None, "a card is pointed at, no list comes between"
    assert page.locator("#board").evaluate(IN_SIGHT)
    page.locator("#zoom-in").tap()
    assert page.locator("#choices.is-narrowed").count(), "a closer look lets nothing go"
    page.locator("#show-whole-map").tap()
    page.keyboard.press("Escape")
    heights: set[int] = set()
    plan = "#choice-list button[value^='plan']"
    for _ in range(6):
        assert page.locator(plan).count()
        fold_choices(page)
        box = page.locator("#choices").bounding_box()
        assert box is not None
        heights.add(round(box["height"]))
        assert page.locator("#do-change").is_visible() == bool(page.locator(".field.is-filled").count()), (
            "if there is a plan"
        )
        act_and_wait(page, lambda: click_button(page, plan), "a card for the next field")
    assert max(heights) - min(heights) <= 60
    assert max(heights) <= 140
    fold_choices(page)
    scroll_to(page, 420)
    for place, then in (("#field-build_palace", "Change"), ("#card-coin-3", "Choose a card")):
        act_and_wait(page, page.locator(place).tap, place)
        wait_until(lambda then=then: page.locator("#prompt").inner_text().startswith(then), 5, then)  # type: ignore[misc]
        page.wait_for_timeout(400)
        assert page.evaluate("window.scrollY") == 420, "the page stays where it is"
        assert bool(page.locator("#card-coin-3.is-fitting").count()) == (then == "Change"), "what goes with it is lit"
