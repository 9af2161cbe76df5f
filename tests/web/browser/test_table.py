"""The table in a real Chromium: whole games by click and keyboard, two people at once, accessibility."""

import re
import time
from collections.abc import Callable, Iterator
from functools import partial

import pytest
from playwright.sync_api import Locator, Page

from tests.support.browser.page import (
    DESKTOP,
    PHONE,
    Enter,
    accessibility_violations,
    buttons,
    click_button,
    entry_count,
    keep_cards,
    move,
    open_shared_table,
    open_table,
    play,
    press,
    wait_for_count,
    wait_for_entry_count,
    wait_for_fonts,
    wait_for_turn,
    wait_until,
)
from tests.support.games.positions import first_asked
from tests.support.server.server_process import Server
from tests.support.web.guests import GAME


@pytest.mark.journey
def test_three_people_play_at_one_table(enter: Enter) -> None:
    host, friend, third = enter(), enter("de"), enter("uk", PHONE)
    people = [host, friend, third]
    path = open_shared_table(host, friend, third)
    waits: list[float] = []
    while not all(page.locator("#packet").count() for page in people):
        for page in people:
            if buttons(page).count() and not page.locator("#packet").count():
                before = entry_count(page)
                assert move(page, before, on_board=bool(before % 2))
                shown = time.monotonic()
                for other in people:
                    wait_for_entry_count(other, before + 1, 5, "the others see it")
                waits.append(time.monotonic() - shown)
    assert sorted(waits)[len(waits) // 2] < 1, f"others see a move within a second: {waits}"
    # All draft at once, from pages of the same number; each sees the choice of the others only as such.
    entry_counts = {entry_count(page) for page in people}
    assert len(entry_counts) == 1
    held = [set(page.locator("#packet .card").evaluate_all("cards => cards.map(card => card.id)")) for page in people]
    assert not held[0] & held[1] | held[1] & held[2] | held[0] & held[2]
    for page in people:
        assert page.locator(".head > h2 + #pending-players").count() == 1, (
            "beside the heading, so that nothing moves when it disappears"
        )
    for page, packet in zip(people[:2], held[:2], strict=True):
        keep_cards(page)
        wait_for_count(page, "#hand .card", 2, "the cards are in the hand")
        for card in page.locator("#hand .card").all():
            assert card.get_attribute("id") in packet
    wait_until(lambda: len({entry_count(page) for page in people}) == 1, 5)
    # A reload loses nothing, nor does being away.
    host.mouse.move(1, 1)
    wait_for_count(host, ".is-guarded, .no-hover", 0, "what came under the pointer can be pressed")
    hands = host.locator("#hand-area").inner_html()
    number = entry_count(host)
    host.reload()
    assert (host.locator("#hand-area").inner_html(), entry_count(host)) == (hands, number)
    host.goto("/credits")
    keep_cards(third)
    wait_until(lambda: entry_count(third) == number + 2, 5)
    host.goto(path)
    assert entry_count(host) == number + 2
    # Offline for a while: the page says so, catches up by itself, and nothing is lost.
    friend.context.set_offline(True)
    keep_cards(host)
    wait_until(lambda: entry_count(host) > number + 2, 5)
    friend.context.set_offline(False)
    wait_until(lambda: entry_count(friend) == entry_count(host), 15, "the page catches up")


@pytest.mark.journey
def test_seat_moves_with_a_copied_link(enter: Enter) -> None:
    host, phone = enter(), enter("en", PHONE)
    table = open_table(host, "bot:random", "bot:random")
    wait_for_turn(host)
    watching = host.context.new_page()
    watching.goto(table)
    host.get_by_role("link", name="Continue on another device").click()
    host.wait_for_url("**/seat")
    assert accessibility_violations(host) == []
    button = host.get_by_role("button", name="Copy link")
    button.focus()
    host.keyboard.press("Enter")
    wait_until(lambda: "Copied." in host.locator("[role=status]").inner_text(), 5, "it says that it is done")
    assert host.evaluate("document.activeElement.dataset.copy") == "personal", "the focus stays"
    phone.goto(host.locator("#personal").input_value())
    assert accessibility_violations(phone) == []
    phone.locator("form.form button").click()
    phone.wait_for_url("**/table/*")
    assert wait_for_turn(phone)
    wait_until(
        lambda: "another browser" in watching.locator("#message").inner_text(), 5, "the old browser is told at once"
    )
    assert buttons(watching).count() == 0


@pytest.mark.journey
def test_moves_are_made_by_keyboard(enter: Enter) -> None:
    page = enter(at=first_asked("brian_boru", 3, "FirstTown", seat=0), others="random")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "turn"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "rule-link"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.parentElement.id") == "choice-list"
    page.keyboard.press("Enter")
    for _ in range(2):  # past the scrolling list to its first button
        if page.evaluate("document.activeElement.name") != "action":
            page.keyboard.press("Tab")
    focused = page.evaluate("document.activeElement.closest('#choices') !== null")
    assert focused, page.evaluate("document.activeElement.outerHTML")
    press(page, "Enter", "Enter on a button")
    # Cards and towns: Enter and Space, and the focus stays in the table's part of the page.
    for key in ("Enter", " ", "Enter", " ", "Enter"):
        if not wait_for_turn(page):
            break
        targets = page.locator("#board [data-target], #hand-area [data-target]")
        if page.locator("#keep-button").count():
            keep_cards(page, partial(Locator.press, key=key))
        elif targets.count():
            targets.first.focus()
            scroll = page.evaluate("[scrollX, scrollY]")
            press(page, key, f"{key!r} on a target")
            assert page.evaluate("[scrollX, scrollY]") == scroll
            assert page.evaluate("document.activeElement !== document.body")
        else:
            buttons(page).first.focus()
            press(page, key, f"{key!r} on a button")


@pytest.mark.journey
def test_moved_piece_is_animated_and_keeps_its_element(enter: Enter) -> None:
    page = enter(at=first_asked("brian_boru", 3, "FirstTown", seat=0), others="random")
    page.evaluate("window.kept = document.querySelector('#pieces .towns > g')")
    page.evaluate("window.land = document.querySelector('#board > svg')")
    before = entry_count(page)
    move(page, 1, on_board=True)
    assert entry_count(page) > before
    assert page.evaluate("window.kept === document.querySelector('#pieces .towns > g') && window.kept.isConnected")
    assert page.evaluate("window.land.isConnected")
    transition = "getComputedStyle(document.querySelector('#pieces .piece')).transitionDuration"
    assert page.evaluate(transition) == "0.4s"
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(transition) in ("0s", "1e-05s")


_IN_ORDER = """part => {
  const copy = part.cloneNode(true);
  for (const element of copy.querySelectorAll("*")) {
    const attributes = [...element.attributes].sort((one, other) => (one.name < other.name ? -1 : 1));
    attributes.forEach((attribute) => element.removeAttributeNode(attribute));
    attributes.forEach((attribute) => element.setAttributeNode(attribute));
  }
  return copy.innerHTML;
}"""
"""The content of a part with sorted attributes, since their order does not matter."""


def test_incrementally_updated_page_equals_a_fresh_one(enter: Enter) -> None:
    page = enter()
    table = open_table(page, "bot:random", "bot:random")
    page.evaluate("window.same = true")
    for number in range(12):
        assert wait_for_turn(page)
        move(page, number, on_board=False)
    assert wait_for_turn(page)
    assert page.evaluate("window.same"), "it was never reloaded"
    new_page = page.context.new_page()
    new_page.goto(table)

    def looks(of: Page) -> list[str]:
        result = [of.locator(part).evaluate(_IN_ORDER) for part in ("#panel", "#pieces")]
        return [re.sub(r"\s*([<>])\s*", r"\1", text.replace(' class=""', "")) for text in result]

    page.mouse.move(1, 1)  # what the mouse rests on is marked
    wait_until(lambda: entry_count(page) == entry_count(new_page), 10, "both at the same entry")
    wait_until(lambda: looks(page) == looks(new_page), 5, "what is on its way, as a mark of the last move, has come")


@pytest.mark.journey
def test_refusal_is_shown_on_top_and_disappears(enter: Enter) -> None:
    page = enter(at=first_asked("brian_boru", 3, "FirstTown", seat=0), others="random")
    before = entry_count(page)
    page.evaluate("document.querySelector('#choices button').value = 'keep 7'")
    click_button(page, "#choices button >> nth=0")
    wait_until(lambda: "cannot do that now" in page.locator("#message").inner_text(), 5, "the refusal")
    assert page.locator("#message [href^='/rules/']").count() == 1
    assert entry_count(page) == before
    click_button(page, "#choices button >> nth=-1")
    wait_until(lambda: entry_count(page) > before, 5)
    wait_until(lambda: page.locator("#message").inner_text() == "", 5, "the refusal goes away")


ROOM_FOR_THE_LOG = """[...document.querySelectorAll('#log .scroll')].map((log) => {
    const line = log.querySelector('li'), head = log.querySelector('h3');
    const style = getComputedStyle(line);
    const height = parseFloat(style.lineHeight) + parseFloat(style.paddingTop) + parseFloat(style.paddingBottom);
    const bottom = Math.min(log.getBoundingClientRect().bottom, innerHeight);
    return (bottom - log.getBoundingClientRect().top - head.getBoundingClientRect().height) / height;
})[0]"""
"""The number of log lines that fit below its heading."""


def assert_nothing_jumps(page: Page) -> None:
    """Check in the draft that cards stay in place without additional buttons, and that the log has room."""
    page.set_viewport_size({"width": 1366, "height": 768})
    tops: list[float] = []
    while page.locator("#packet").count() and len(tops) < 3:
        box = page.locator("#packet .card").first.bounding_box()
        assert box is not None
        tops.append(box["y"])
        assert page.locator("#choices > .buttons button").count() == 0, "cards are in sight: buttons for them are not"
        assert page.evaluate(ROOM_FOR_THE_LOG) >= 5
        card = page.locator("#packet .card").first
        for picked in ("true", "false"):
            card.click()
            assert card.get_attribute("aria-pressed") == picked, "a selection can be cleared"
            assert card.bounding_box() is not None
        keep_cards(page)
        wait_for_turn(page)
    assert len(tops) >= 2
    assert max(tops) - min(tops) < 1, f"the cards stay where they are: {tops}"
    assert page.evaluate(ROOM_FOR_THE_LOG) >= 5


def assert_whole_log(page: Page) -> None:
    """Check that the whole log covers the table, at its newest line and without links, and closes."""
    at_table = page.url
    page.locator("#log-link").click()
    over = page.locator("#log-dialog")
    over.locator(".whole-log li").first.wait_for()
    newest = page.locator("#log .entry-group").last.inner_text().split()[-3:]
    assert over.locator(".entry-group").last.inner_text().split()[-3:] == newest
    assert over.evaluate("it => it.scrollTop + it.clientHeight >= it.scrollHeight - 1"), "it opens at its end"
    assert over.locator("li a:not(.anchor)").count() == 0
    over.get_by_role("button").click()
    assert not over.is_visible()
    assert page.url == at_table


def test_button_that_moved_under_the_pointer_ignores_an_immediate_click(enter: Enter) -> None:
    page = enter(at="brian_boru/choose-secondary")
    button = page.locator("#choices button[value='secondary coins']")
    box = button.bounding_box()
    assert box is not None
    x, y = box["x"] + 30, box["y"] + 20
    start = entry_count(page)
    page.mouse.click(x, y)
    wait_until(lambda: entry_count(page) > start)
    late = page.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('#choices button')?.value ?? ''", [x, y])
    assert late == "", "a new element takes no click yet"
    page.mouse.click(x, y)
    page.mouse.move(x + 40, y)
    assert page.locator(".is-guarded").count() == 0, "where the pointer has moved it does at once"


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["1440x900", "390x844"])
def test_important_parts_are_visible(enter: Enter, size: tuple[int, int]) -> None:
    page = enter(size=size)
    open_table(page, "bot:random", "bot:random", "bot:random", "bot:random")
    while wait_for_turn(page) and not page.locator("#packet").count():
        move(page, 2, on_board=size == DESKTOP)  # by the list, which unfolds it, on a phone
    wait_for_fonts(page)
    width, height = size
    assert page.evaluate("document.documentElement.scrollWidth") <= width, "no scrolling sideways"
    board = page.locator("#board > svg").bounding_box()
    assert board is not None
    if size == DESKTOP:
        assert page.evaluate("document.documentElement.scrollHeight") <= height
        for part in ("#prompt", "#choices", "#packet", "#players", "#track", "#log"):
            box = page.locator(part).bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= height, f"{part} is in sight"
        assert_nothing_jumps(page)
        assert_whole_log(page)
    else:
        assert board["width"] == width
        for button in buttons(page).all():
            box = button.bounding_box()
            assert box is not None
            assert box["height"] >= 44
        assert_touchable(page)


def test_host_without_a_seat_finds_the_seats_at_the_bottom(enter: Enter) -> None:
    page = enter()
    silent = "retry: 9999999\n\n"  # bots are playing: the first state is measured
    page.route("**/events?*", lambda stream: stream.fulfill(content_type="text/event-stream", body=silent))
    open_table(page, "bot:random", "bot:random", mine="bot:random")
    assert page.get_by_role("link", name="Other seats").is_visible()
    side, log, link = page.evaluate(
        "['#sidebar', '#log', '#sidebar > p > a']"
        ".map(part => document.querySelector(part).getBoundingClientRect().toJSON())"
    )
    assert link["x"] >= side["x"] + 14
    assert log["bottom"] <= link["y"] <= link["bottom"] <= DESKTOP[1]


def assert_touchable(page: Page) -> None:
    """Check that each town can be clicked: nothing covers its middle, and it is at least 24 pixels wide."""
    for spot in page.evaluate(
        """[...document.querySelectorAll('#pieces .towns > g')].map(town => {
            const field = town.querySelector('.hit').getBoundingClientRect();
            return [town.id, field.width, field.height];
        })"""
    ):
        assert min(spot[1], spot[2]) >= 24, spot


@pytest.mark.journey
def test_keyboard_focus_is_visible(enter: Enter) -> None:
    page = enter(at=first_asked("brian_boru", 3, "FirstTown", seat=0), others="random")
    town = page.locator("#board [data-target]").first
    ring = town.locator(".ring")
    assert ring.evaluate("ring => getComputedStyle(ring).stroke") == "none"
    page.keyboard.press("Shift+Tab")
    town.focus()
    assert ring.evaluate("ring => getComputedStyle(ring).stroke") != "none"
    target = town.get_attribute("data-target")
    assert "pointed" in (page.locator(f"#choices [data-target='{target}']").get_attribute("class") or "")


def test_power_struggle_is_shown_in_one_picture_and_leaves_its_result(enter: Enter) -> None:
    page = enter("de", at=first_asked("brian_boru", 5, "ChooseSecondary"), others="greedy")
    for width, height in (DESKTOP, (1366, 768)):
        page.set_viewport_size({"width": width, "height": height})
        for part in ("#hand", "#struggle", "#points"):
            box = page.locator(part).bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= height, f"{part} at {width}"
    town = page.locator("#struggle-town")
    active = page.locator(f"#board [id='{town.get_attribute('data-places')}']")
    acts: list[Callable[[], object]] = [town.hover, lambda: page.mouse.move(1, 1), town.focus, town.blur]
    for number, act in enumerate(acts, 1):
        act()
        wait_for_count(page, "#board .is-pointed", number % 2)
    assert town.inner_text().upper().endswith((active.locator("title").text_content() or "").split(",")[0].upper())
    result = page.locator("#event-summaries > [data-kind=struggle][open]")
    assert play(page, lambda: result.count() > 0 and page.locator("#choices [value^=follow]").count() > 0)
    cards = result.locator("tr").nth(1).locator("td").all_inner_texts()
    assert len(cards) == 5
    assert sum("✓" in card for card in cards) == 1
    opened = result.get_attribute("id")
    page.locator(f"#{opened} > summary").click()
    wait_for_count(page, f"#{opened}[open]", 0)
    page.locator(f"#{opened} > summary").click()
    assert play(page, lambda: page.locator("#struggle").count() > 0)
    move(page, 1, on_board=False)
    assert page.locator(f"#{opened}").get_attribute("open") is not None, "opened parts stay open"


@pytest.fixture
def slow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose bots wait an hour before each action."""
    running = Server(tmp_path_factory.mktemp("slow"), bot_delay=3600.0).start()
    yield running
    running.stop()


def test_bots_continue_without_pauses_on_request(slow: Server, enter: Enter) -> None:
    page = enter(base_url=slow.address)
    page.goto(f"/new/{GAME}")
    page.locator("#name").fill("Ann")
    page.locator("#seat-3").select_option("bot:random")
    page.get_by_text("Where the rulebook leaves a choice").click()
    page.locator("#option-first_player").select_option("2")
    page.locator("form.form button").click()
    page.wait_for_url("**/table/*")
    skip = page.locator("#do-skip")
    wait_for_count(page, "#do-skip", 1, "the button for going on")
    assert buttons(page).count() == 0
    skip.focus()
    page.keyboard.press("Enter")
    assert wait_for_turn(page)
    assert skip.count() == 0
    assert page.locator("#players .face").count() == 2
    assert page.locator("#log .face").count() > 0
    while skip.count() == 0:  # settling, then drafting, which all do at once: bots are next when she has done
        move(page, 1, on_board=False)
        wait_until(lambda: skip.count() + buttons(page).count() > 0)
