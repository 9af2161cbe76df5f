"""The table in a real Chromium: whole games by clicking and by keyboard, two people at once, axe, pictures."""

import re
import time
from collections.abc import Callable, Iterator
from functools import partial

import pytest
from playwright.sync_api import APIResponse, Locator, Page, Response, Route

from tests.support.browser import (
    DESKTOP,
    NO_TIMEOUT,
    PHONE,
    Enter,
    axe,
    buttons,
    count,
    invite,
    keep_cards,
    move,
    my_turn,
    open_table,
    play,
    ply,
    press,
    press_at_once,
    push,
    reach,
    settle_fonts,
    soon,
    take,
)
from tests.support.guests import GAME
from tests.support.positions import first_asked, position
from tests.support.server import Server


def test_three_people_at_one_table(enter: Enter) -> None:
    host, friend, third = enter(), enter("de"), enter("uk", PHONE)
    people = [host, friend, third]
    path = invite(host, friend, third)
    waits: list[float] = []
    while not all(page.locator("#packet").count() for page in people):
        for page in people:
            if buttons(page).count() and not page.locator("#packet").count():
                before = ply(page)
                assert move(page, before, on_board=bool(before % 2))
                shown = time.monotonic()
                for other in people:
                    reach(other, before + 1, 5, "the others see it")
                waits.append(time.monotonic() - shown)
    assert sorted(waits)[len(waits) // 2] < 1, f"others see a move within a second: {waits}"
    # All draft at once, from pages of the same number; each sees the choice of the others only as such.
    plies = {ply(page) for page in people}
    assert len(plies) == 1
    held = [set(page.locator("#packet .card").evaluate_all("cards => cards.map(card => card.id)")) for page in people]
    assert not held[0] & held[1] | held[1] & held[2] | held[0] & held[2]
    for page in people:
        assert page.locator(".head > h2 + #still").count() == 1, (
            "beside the heading: nothing moves under the finger when it goes"
        )
    for page, packet in zip(people[:2], held[:2], strict=True):
        keep_cards(page)
        count(page, "#hand .card", 2, "the cards are in the hand")
        for card in page.locator("#hand .card").all():
            assert card.get_attribute("id") in packet
    soon(lambda: len({ply(page) for page in people}) == 1, 5)
    # A reload loses nothing, nor does being away.
    host.mouse.move(1, 1)
    count(host, ".too-soon, .unmoved", 0, "what came under the pointer can be pressed")
    hands = host.locator("#hand-area").inner_html()
    number = ply(host)
    host.reload()
    assert (host.locator("#hand-area").inner_html(), ply(host)) == (hands, number)
    host.goto("/credits")
    keep_cards(third)
    soon(lambda: ply(third) == number + 2, 5)
    host.goto(path)
    assert ply(host) == number + 2
    # Offline for a while: the page says so, catches up by itself, and nothing is lost.
    friend.context.set_offline(True)
    keep_cards(host)
    soon(lambda: ply(host) > number + 2, 5)
    friend.context.set_offline(False)
    soon(lambda: ply(friend) == ply(host), 15, "the page catches up")


def test_a_seat_goes_on_by_a_copied_link(enter: Enter) -> None:
    host, phone = enter(), enter("en", PHONE)
    table = open_table(host, "bot:random", "bot:random")
    my_turn(host)
    watching = host.context.new_page()
    watching.goto(table)
    host.get_by_role("link", name="Continue on another device").click()
    host.wait_for_url("**/seat")
    assert axe(host) == []
    button = host.get_by_role("button", name="Copy link")
    button.focus()
    host.keyboard.press("Enter")
    soon(lambda: "Copied." in host.locator("[role=status]").inner_text(), 5, "it says that it is done")
    assert host.evaluate("document.activeElement.dataset.copy") == "personal", "the focus stays"
    phone.goto(host.locator("#personal").input_value())
    assert axe(phone) == []
    phone.locator("form.form button").click()
    phone.wait_for_url("**/table/*")
    assert my_turn(phone)
    soon(lambda: "another browser" in watching.locator("#message").inner_text(), 5, "the old browser is told at once")
    assert buttons(watching).count() == 0


def test_moves_by_keyboard_alone(enter: Enter) -> None:
    page = enter(at=first_asked("brian_boru", 3, "FirstTown", seat=0), others="random")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "turn"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "the-rule"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.parentElement.id") == "listed"
    page.keyboard.press("Enter")
    for _ in range(2):  # past the scrolling list to its first button
        if page.evaluate("document.activeElement.name") != "action":
            page.keyboard.press("Tab")
    focused = page.evaluate("document.activeElement.closest('#choices') !== null")
    assert focused, page.evaluate("document.activeElement.outerHTML")
    press(page, "Enter", "Enter on a button")
    # Cards and towns: Enter and Space, and the focus stays in the table's part of the page.
    for key in ("Enter", " ", "Enter", " ", "Enter"):
        if not my_turn(page):
            break
        targets = page.locator("#board [data-target], #hand-area [data-target]")
        if page.locator("#keep-them").count():
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


def test_a_move_glides_and_keeps_its_element(enter: Enter) -> None:
    page = enter(at=first_asked("brian_boru", 3, "FirstTown", seat=0), others="random")
    page.evaluate("window.kept = document.querySelector('#pieces .towns > g')")
    page.evaluate("window.land = document.querySelector('#board > svg')")
    before = ply(page)
    move(page, 1, on_board=True)
    assert ply(page) > before
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
"""What stands in a part, with attributes in the order of their names: in which they came is nobody's business."""


def test_a_page_that_got_only_what_changed_is_as_one_that_is_loaded_anew(enter: Enter) -> None:
    page = enter()
    table = open_table(page, "bot:random", "bot:random")
    page.evaluate("window.same = true")
    for number in range(12):
        assert my_turn(page)
        move(page, number, on_board=False)
    assert my_turn(page)
    assert page.evaluate("window.same"), "it was never loaded anew"
    fresh = page.context.new_page()
    fresh.goto(table)

    def looks(of: Page) -> list[str]:
        found = [of.locator(part).evaluate(_IN_ORDER) for part in ("#panel", "#pieces")]
        return [re.sub(r"\s*([<>])\s*", r"\1", text.replace(' class=""', "")) for text in found]

    page.mouse.move(1, 1)  # what the mouse rests on is marked
    soon(lambda: ply(page) == ply(fresh), 10, "both at the same entry")
    soon(lambda: looks(page) == looks(fresh), 5, "what is on its way, as a mark of the last move, has come")


def test_a_refusal_is_shown_on_top_and_goes_away(enter: Enter) -> None:
    page = enter(at=first_asked("brian_boru", 3, "FirstTown", seat=0), others="random")
    before = ply(page)
    page.evaluate("document.querySelector('#choices button').value = 'keep 7'")
    push(page, "#choices button >> nth=0")
    soon(lambda: "not the moment" in page.locator("#message").inner_text(), 5, "the refusal")
    assert page.locator("#message [href^='/rules/']").count() == 1
    assert ply(page) == before
    push(page, "#choices button >> nth=-1")
    soon(lambda: ply(page) > before, 5)
    soon(lambda: page.locator("#message").inner_text() == "", 5, "the refusal goes away")


def test_what_is_pressed_before_the_answer_to_the_last_move_waits_for_it(enter: Enter) -> None:
    page = enter(at=first_asked("brian_boru", 3, "FirstTown", seat=0), others="random")
    held: list[tuple[Route, APIResponse]] = []
    sent: list[str] = []
    answers: list[Response] = []
    page.evaluate(NO_TIMEOUT)
    page.route("**/act", lambda route: held.append((route, route.fetch())), times=1)
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    page.on("response", lambda answer: answers.append(answer) if answer.request.method == "POST" else None)
    before = ply(page)
    push(page, "#choices button >> nth=0")
    soon(lambda: ply(page) > before and buttons(page).count() > 0, 10, "the page shows it before the answer is there")
    press_at_once(buttons(page).last)
    page.wait_for_timeout(300)
    assert len(sent) == 1, "nothing yet of the next move"
    route, answer = held[0]
    route.fulfill(response=answer)
    soon(lambda: ply(page) > before and len(answers) == 2, 5, "the answer to the next move")
    assert answers[1].status == 200
    reach(page, int(answers[1].headers["regnum-ply"]), 5)
    assert my_turn(page)
    take(page, lambda: buttons(page).first.evaluate("it => { it.click(); it.click(); }"), "pressed twice")
    page.wait_for_timeout(300)
    assert len(sent) == 3, "what is pressed twice is sent once"


def test_a_second_press_goes_nowhere_whatever_others_do_meanwhile(enter: Enter) -> None:
    host, friend = enter(), enter()
    open_table(host, "open", "bot:random")
    friend.goto(host.locator(".invite input").first.input_value())
    friend.locator("#name").fill("Ben")
    friend.locator("form.form button").click()
    people = [friend, host]
    count(host, "#board", 1)
    while not all(page.locator("#packet").count() for page in people):
        for page in people:
            if buttons(page).count() and not page.locator("#packet").count():
                move(page, 1, on_board=False)
    held: list[Route] = []
    sent: list[str] = []
    host.evaluate(NO_TIMEOUT)
    host.route("**/act", lambda route: held.append(route), times=1)
    host.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    reach(host, ply(friend))
    before = ply(host)
    button = buttons(host).first
    press_at_once(button)
    take(friend, lambda: press_at_once(buttons(friend).first), "the friend's choice")
    soon(lambda: ply(host) > before, 5, "news of the friend")
    press_at_once(button)
    # The answer comes before the stream shows anything of the move.
    held[0].fulfill(status=200, headers={"regnum-ply": str(ply(host))}, body="")
    host.wait_for_timeout(300)
    assert len(sent) == 1
    assert host.locator("#message").inner_text() == ""
    # Of another choice it is said that it was not taken.
    host.route("**/act", lambda route: held.append(route), times=1)
    press_at_once(button)
    press_at_once(buttons(host).nth(1))
    while len(held) < 2:
        host.wait_for_timeout(20)
    held[1].fulfill(status=200, headers={"regnum-ply": str(ply(host))}, body="")
    soon(lambda: "choose again" in host.locator("#message").inner_text(), 5, "it says that it was not taken")
    assert len(sent) == 2


def test_a_move_without_an_answer_is_said(enter: Enter) -> None:
    page = enter(at=first_asked("brian_boru", 3, "FirstTown", seat=0), others="random")
    assert page.evaluate("htmx.config.timeout") == 10000
    page.evaluate("htmx.config.timeout = 300")
    page.route("**/act", lambda _: None)  # as if other tabs held all connections
    push(page, "#choices button >> nth=0")
    soon(lambda: "close some of those tabs" in page.locator("#message").inner_text(), 5, "it says what to do")
    page.unroute_all(behavior="ignoreErrors")
    page.evaluate("htmx.config.timeout = 10000")
    assert move(page, 0, on_board=False)
    assert page.locator("#message").inner_text() == ""


def test_another_language_keeps_what_was_typed(enter: Enter) -> None:
    page = enter()
    page.goto(f"/new/{GAME}")
    page.locator("#name").fill("Zoë")
    page.locator("input[name=players][value='5']").check(force=True)
    page.locator("#seat-3").select_option("open")
    page.locator("details.options summary").click()
    option = page.locator("details.options select").first
    chosen = option.locator("option").last.get_attribute("value")
    assert chosen
    option.select_option(chosen)
    page.locator(".languages button[value=uk]").click()
    soon(lambda: page.locator("html").get_attribute("lang") == "uk", 5, "the page speaks Ukrainian")
    assert page.locator("#name").input_value() == "Zoë"
    assert page.locator("input[name=players][value='5']").is_checked()
    assert page.locator("#seat-4").is_visible(), "as many seats as players"
    assert page.locator("#seat-3").input_value() == "open"
    assert option.is_visible()
    assert option.input_value() == chosen
    page.reload()
    assert page.locator("#name").input_value() != "Zoë", "it is kept for the change of language only"


def test_a_place_with_several_actions_narrows_the_list(enter: Enter) -> None:
    page = enter(at=first_asked("brian_boru", 3, "FirstTown", seat=0), others="random")
    before = ply(page)
    town = page.locator("#board [data-target]").first
    page.evaluate(
        """target => [...document.querySelectorAll('#choices button')].slice(0, 3).forEach(button => {
            button.dataset.target = target;
        })""",
        town.get_attribute("data-target"),
    )
    meant = "#choices button:visible"
    assert page.locator(meant).count() == 0, "the board offers them all: the list is folded"
    town.click()
    count(page, meant, 3)
    assert page.evaluate("document.activeElement.closest('#choices') !== null")
    page.keyboard.press("Escape")
    count(page, meant, 0)
    assert ply(page) == before
    town.click()
    press(page, "Enter", "the first of the three")


def test_who_has_unfolded_the_list_finds_it_open_from_then_on(enter: Enter) -> None:
    page = enter(at=first_asked("brian_boru", 3, "FirstTown", seat=0), others="random")
    listed, shown = page.locator("#listed"), page.locator("#choices button:visible")
    everything = buttons(page).count()
    assert everything > 3
    assert f"({everything})" in listed.inner_text()
    assert shown.count() == 0
    page.locator("#listed > summary").focus()
    page.keyboard.press("Enter")
    count(page, "#choices button:visible", everything)
    take(page, shown.first.click, "the first of the list")
    my_turn(page)
    assert listed.get_attribute("open") is not None
    page.reload()
    assert listed.get_attribute("open") is not None
    page.locator("#listed > summary").click()
    count(page, "#choices button:visible", 0)
    take(page, lambda: move(page, 1, on_board=True), "a town")
    my_turn(page)
    assert shown.count() == 0 or not listed.count()


def test_what_was_opened_stays_open(enter: Enter) -> None:
    page = enter(at=first_asked("brian_boru", 3, "FirstTown", seat=0), others="random")
    page.locator("#beside details summary").first.click()
    opened = page.locator("#beside details[open]")
    count(page, "#beside details[open]", 1)
    move(page, 1, on_board=True)
    assert opened.count() == 1
    opened.locator("summary").click()
    count(page, "#beside details[open]", 0)
    my_turn(page)
    move(page, 1, on_board=False)
    assert opened.count() == 0


ROOM_FOR_THE_LOG = """[...document.querySelectorAll('#log .scroll')].map((log) => {
    const line = log.querySelector('li'), head = log.querySelector('h3');
    const style = getComputedStyle(line);
    const height = parseFloat(style.lineHeight) + parseFloat(style.paddingTop) + parseFloat(style.paddingBottom);
    const bottom = Math.min(log.getBoundingClientRect().bottom, innerHeight);
    return (bottom - log.getBoundingClientRect().top - head.getBoundingClientRect().height) / height;
})[0]"""
"""How many lines of the log have room below its heading."""


def assert_nothing_jumps(page: Page) -> None:
    """Check in the draft that cards stay where they are and have no buttons too, and that the log has its room."""
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
            assert card.get_attribute("aria-pressed") == picked, "what is chosen can be let go"
            assert card.bounding_box() is not None
        keep_cards(page)
        my_turn(page)
    assert len(tops) >= 2
    assert max(tops) - min(tops) < 1, f"the cards stay where they are: {tops}"
    assert page.evaluate(ROOM_FOR_THE_LOG) >= 5


def assert_whole_log(page: Page) -> None:
    """Check that the whole log comes over the table, at its newest line and without links, and goes away."""
    at_table = page.url
    page.locator("#to-log").click()
    over = page.locator("#log-over")
    over.locator(".whole-log li").first.wait_for()
    newest = page.locator("#log .by").last.inner_text().split()[-3:]
    assert over.locator(".by").last.inner_text().split()[-3:] == newest
    assert over.evaluate("it => it.scrollTop + it.clientHeight >= it.scrollHeight - 1"), "it opens at its end"
    assert over.locator("li a:not(.anchor)").count() == 0
    over.get_by_role("button").click()
    assert not over.is_visible()
    assert page.url == at_table


def test_what_came_to_lie_under_the_pointer_is_not_pressed_at_once(enter: Enter) -> None:
    page = enter(at="brian_boru/choose-secondary")
    button = page.locator("#choices button[value='secondary coins']")
    box = button.bounding_box()
    assert box is not None
    x, y = box["x"] + 30, box["y"] + 20
    start = ply(page)
    page.mouse.click(x, y)
    soon(lambda: ply(page) > start)
    late = page.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('#choices button')?.value ?? ''", [x, y])
    assert late == "", "what is new there takes no click yet"
    page.mouse.click(x, y)
    page.mouse.move(x + 40, y)
    assert page.locator(".too-soon").count() == 0, "where the pointer has moved it does at once"


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["1440x900", "390x844"])
def test_what_matters_is_in_sight(enter: Enter, size: tuple[int, int]) -> None:
    page = enter(size=size)
    open_table(page, "bot:random", "bot:random", "bot:random", "bot:random")
    while my_turn(page) and not page.locator("#packet").count():
        move(page, 2, on_board=size == DESKTOP)  # by the list, which unfolds it, on a phone
    settle_fonts(page)
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


def test_a_host_who_looks_on_finds_the_way_to_the_seats_below_everything(enter: Enter) -> None:
    page = enter()
    silent = "retry: 9999999\n\n"  # bots are at it: what was there first is measured
    page.route("**/events?*", lambda stream: stream.fulfill(content_type="text/event-stream", body=silent))
    open_table(page, "bot:random", "bot:random", mine="bot:random")
    assert page.get_by_role("link", name="Seats of the others").is_visible()
    side, log, link = page.evaluate(
        "['#side', '#log', '#side > p > a'].map(part => document.querySelector(part).getBoundingClientRect().toJSON())"
    )
    assert link["x"] >= side["x"] + 14
    assert log["bottom"] <= link["y"] <= link["bottom"] <= DESKTOP[1]


def assert_touchable(page: Page) -> None:
    """Each town can be hit: at its middle nothing else is on top, and its field is at least 24 pixels wide."""
    for spot in page.evaluate(
        """[...document.querySelectorAll('#pieces .towns > g')].map(town => {
            const field = town.querySelector('.hit').getBoundingClientRect();
            return [town.id, field.width, field.height];
        })"""
    ):
        assert min(spot[1], spot[2]) >= 24, spot


def test_places_for_the_keyboard_are_seen(enter: Enter) -> None:
    page = enter(at=first_asked("brian_boru", 3, "FirstTown", seat=0), others="random")
    town = page.locator("#board [data-target]").first
    ring = town.locator(".ring")
    assert ring.evaluate("ring => getComputedStyle(ring).stroke") == "none"
    page.keyboard.press("Shift+Tab")
    town.focus()
    assert ring.evaluate("ring => getComputedStyle(ring).stroke") != "none"
    target = town.get_attribute("data-target")
    assert "pointed" in (page.locator(f"#choices [data-target='{target}']").get_attribute("class") or "")


def test_a_power_struggle_is_in_one_picture_shows_its_town_and_leaves_its_result(enter: Enter) -> None:
    page = enter("de", at="brian_boru/choose-secondary", others="greedy")
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
        count(page, "#board .pointed", number % 2)
    assert town.inner_text().upper().endswith((active.locator("title").text_content() or "").split(",")[0].upper())
    result = page.locator("#recalled > [data-kind=struggle][open]")
    assert play(page, lambda: result.count() > 0 and page.locator("#choices [value^=follow]").count() > 0)
    cards = result.locator("tr").nth(1).locator("td").all_inner_texts()
    assert len(cards) == position("brian_boru/choose-secondary").record.players
    assert sum("✓" in card for card in cards) == 1
    opened = result.get_attribute("id")
    page.locator(f"#{opened} > summary").click()
    count(page, f"#{opened}[open]", 0)
    page.locator(f"#{opened} > summary").click()
    assert play(page, lambda: page.locator("#struggle").count() > 0)
    move(page, 1, on_board=False)
    assert page.locator(f"#{opened}").get_attribute("open") is not None, "what one has opened stays open"


def test_who_is_who_is_chosen_by_keyboard(enter: Enter) -> None:
    page = enter()
    page.goto(f"/new/{GAME}")
    faces = page.locator(".character use")
    assert [page.locator(f"#style-{seat}").is_visible() for seat in range(5)] == [False, True, True, True, False]
    about = page.locator("#about-style-1").inner_text()
    assert about
    page.locator("#style-1").focus()
    page.keyboard.press("ArrowDown")
    chosen = page.locator("#style-1").input_value()
    assert faces.nth(1).get_attribute("href") == f"#face-{chosen}"
    assert page.locator("#about-style-1").inner_text() not in ("", about)
    page.locator("#seat-0").select_option("bot:strong")
    page.locator("#seat-1").select_option("open")
    assert [page.locator(f"#style-{seat}").is_visible() for seat in range(3)] == [True, False, True]
    page.get_by_role("button", name="Deutsch").click()
    page.wait_for_load_state()
    assert page.locator("#style-1").input_value() == chosen
    assert [page.locator(f"#style-{seat}").is_visible() for seat in range(3)] == [True, False, True]


@pytest.fixture
def slow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose bots would take an hour before each action."""
    running = Server(tmp_path_factory.mktemp("slow"), bot_pause=3600.0).start()
    yield running
    running.stop()


def test_bots_go_on_without_pauses_when_they_are_told(slow: Server, enter: Enter) -> None:
    page = enter(base_url=slow.address)
    page.goto(f"/new/{GAME}")
    page.locator("#name").fill("Ann")
    page.locator("#seat-3").select_option("bot:random")
    page.get_by_text("Where the rulebook leaves a choice").click()
    page.locator("#option-first_player").select_option("2")
    page.locator("form.form button").click()
    page.wait_for_url("**/table/*")
    skip = page.locator("#do-skip")
    count(page, "#do-skip", 1, "the button for going on")
    assert buttons(page).count() == 0
    skip.focus()
    page.keyboard.press("Enter")
    assert my_turn(page)
    assert skip.count() == 0
    assert page.locator("#players .face").count() == 2
    assert page.locator("#log .face").count() > 0
    while skip.count() == 0:  # settling, then drafting, which all do at once: bots are next when she has done
        move(page, 1, on_board=False)
        soon(lambda: skip.count() + buttons(page).count() > 0)
