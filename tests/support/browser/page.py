"""The page of a table in a real browser: waiting, moving, and inspecting."""

import re
import time
from collections.abc import Callable
from contextlib import suppress

from playwright.sync_api import Error, Locator, Page, Response
from playwright.sync_api import TimeoutError as TooLate

from tests.support.server.server_process import ROOT
from tests.support.web.guests import GAME

DESKTOP = (1440, 900)


PHONE = (390, 844)


AXE = (ROOT / "tests" / "vendor" / "axe.min.js").read_text(encoding="utf-8")


LOCALES = {"en": "en-GB", "de": "de-DE", "uk": "uk-UA"}


EXPECTED = (
    *("409 (Conflict)", "404 (Not Found)", "422 (Unprocessable", "[object Event]", "ERR_INTERNET_DISCONNECTED"),
    *("htmx:timeout", "htmx:afterRequest, ", "Service Worker registration blocked"),
)
"""Console messages that a test expects: refusals, late requests, an interrupted stream (the bare event)."""


Enter = Callable[..., Page]


def open_table(page: Page, *others: str, name: str = "Ann", mine: str = "me") -> str:
    """Fill in the form for a new table with the user and these others; return the table's path."""
    page.goto(f"/new/{GAME}")
    page.get_by_label(re.compile("name|Name|ім’я")).first.fill(name)
    page.locator(f"input[name=players][value='{len(others) + 1}']").check(force=True)
    for seat, kind in enumerate([mine, *others]):
        page.locator(f"#seat-{seat}").select_option(kind)
    page.locator("form.form button").click()
    page.wait_for_url("**/table/*")
    return page.url[page.url.index("/table/") :]


def wait_for_fonts(page: Page) -> None:
    page.evaluate("document.fonts.ready")


def wait_until(done: Callable[[], bool], seconds: float = 10, what: str = "") -> None:
    """Wait until something holds, five times as long on a busy machine.

    (Playwright's own waiting by a script is against the page's policy.)
    """
    deadline = time.monotonic() + 5 * seconds
    while not done():
        assert time.monotonic() < deadline, f"this took too long: {what}"
        time.sleep(0.01)


def entry_count(page: Page) -> int:
    """Return how many entries the page shows."""
    try:
        return int(page.locator("#entry-count").input_value())
    except TooLate:
        shown = page.locator("body").inner_text()[:300]
        raise AssertionError(f"no table at {page.url}, but: {shown}") from None


def wait_for_entry_count(page: Page, number: int, seconds: float = 10, what: str = "") -> None:
    """Wait until a page shows the position after a number of entries."""
    wait_until(lambda: entry_count(page) >= number, seconds, what or f"entry {number}")


def wait_for_count(page: Page, selector: str, number: int, what: str = "") -> None:
    """Wait until this number of elements exists."""
    wait_until(lambda: page.locator(selector).count() == number, 10, what or f"{number} of {selector}")


def loaded_at(page: Page) -> float | None:
    """Return when the page's document began to load, which identifies it; None between two documents."""
    with suppress(Error):
        return float(page.evaluate("performance.timeOrigin"))
    return None


DESCRIBE_SELECTION = """() => JSON.stringify({
    message: document.getElementById("message")?.innerText,
    question: document.getElementById("turn-head")?.innerText,
    picked: [...document.querySelectorAll(".is-picked, .is-guarded, .click-cover")].map(one => one.id || one.className),
    last: performance.getEntriesByType("resource").slice(-3).map(one => one.name),
})"""
"""What a page shows and has selected, and its last requests."""


def act_and_wait(page: Page, act: Callable[[], object], what: str) -> None:
    """Perform an action and wait for the new position."""
    document = loaded_at(page)
    try:
        with page.expect_response("**/act") as answered:
            act()
    except TooLate as error:
        raise AssertionError(f"{what}: no answer; {page.evaluate(DESCRIBE_SELECTION)}") from error
    if answered.value.status == 303:  # pressed before the scripts had loaded: the server answers with a whole page
        wait_until(lambda: loaded_at(page) not in (document, None), 10, what)
        page.wait_for_load_state()
        return
    assert answered.value.status == 200, f"{what}: {page.locator('#message').inner_text()}"
    if "regnum-entry-count" not in answered.value.headers:  # it needs a confirmation
        sure = page.locator("#confirm-move")
        act_and_wait(page, sure.tap if page.evaluate("navigator.maxTouchPoints") else sure.click, what)
        return
    reached = int(answered.value.headers["regnum-entry-count"])
    wait_until(lambda: is_finished(page) or entry_count(page) >= reached, 10, what)


def press(page: Page, key: str, what: str) -> None:
    """Press a key that performs an action and wait for the new position."""
    act_and_wait(page, lambda: page.keyboard.press(key), what)


def keep_cards(page: Page, use: Callable[[Locator], object] = Locator.click) -> None:
    """Choose the first cards of the draft, keep them, and wait until all of them are kept."""
    keep, answered = page.locator("#keep-button"), list[Response]()

    def note(response: Response) -> None:
        if response.url.endswith("/act"):
            answered.append(response)

    left = int(keep.get_attribute("data-left") or 0)
    for number in range(left):
        use(page.locator("#packet .card").nth(number))
    page.on("response", note)
    use(keep)
    wait_until(lambda: entry_count(page) >= 0 and len(answered) == left, 10, "an answer for each card")
    page.remove_listener("response", note)
    assert {response.status for response in answered} == {200}
    wait_for_entry_count(page, max(int(response.headers["regnum-entry-count"]) for response in answered))


def buttons(page: Page) -> Locator:
    return page.locator("#choices button")


def click_button(page: Page, button: str) -> None:
    """Click a button (a selector), after unfolding the list that contains it."""
    result = page.locator(button).first
    if name := result.get_attribute("id"):
        result = page.locator(f"[id='{name}']")  # not the first one of the next question
    for _ in range(4):  # news may fold the list in between
        if not result.is_visible():
            page.locator("#choice-list").evaluate("list => list.open || list.firstElementChild.click()")
        with suppress(TooLate):
            result.click(timeout=3000)
            return
        if not result.count():
            return  # it was pressed, and a busy machine said so too late
    result.click()


def scroll_to(page: Page, top: int) -> None:
    """Scroll as a finger does: the page scrolls nothing into view by itself until the next prompt."""
    page.evaluate(
        "top => { document.dispatchEvent(new Event('touchmove')); window.scrollTo({top, behavior: 'instant'}); }", top
    )


def fold_choices(page: Page) -> None:
    """Fold the list of buttons if it is unfolded."""
    page.locator("#choice-list").evaluate_all("all => all.forEach(list => list.open && list.firstElementChild.click())")


def is_finished(page: Page) -> bool:
    return page.locator("#final-scoring").count() > 0


def wait_for_turn(page: Page) -> bool:
    """Wait until it is this person's turn; return False if the game is over."""
    wait_until(lambda: is_finished(page) or buttons(page).count() > 0, 20, "the next turn")
    return not is_finished(page)


def click_place(page: Page, place: Locator) -> None:
    """Click on a place; on a small board the first click on the whole map zooms or aims."""
    page.locator("#show-whole-map").evaluate("whole => whole.hidden || whole.click()")  # it may go away by itself
    place.click()
    if page.locator("#show-whole-map").is_visible() or page.locator("#board.is-tapped").count():
        place.click()
    if page.locator(".hand .special.is-picked").count():
        page.locator(".laying-bar .lay").click()  # what it does is said first


def move(page: Page, number: int, on_board: bool) -> bool:
    """Perform a legal action, on the board if possible, and wait for the new position; return False at the end."""
    offered = [
        (button["id"], button["target"])
        for button in page.evaluate(
            "[...document.querySelectorAll('#choices button')].map(b => ({id: b.id, target: b.dataset.target || ''}))"
        )
    ]
    if not offered:
        return not is_finished(page)
    chosen, target = offered[number * 7 % len(offered)]
    if page.locator("#keep-button").count():
        keep_cards(page)
        return not is_finished(page)
    if on_board and target:
        places = page.locator(f"#board [data-target='{target}'], #hand-area [data-target='{target}']")
        assert places.count() == 1, f"{target} can be clicked on the board"
        act_and_wait(page, lambda: click_place(page, places.first), target)
    else:
        act_and_wait(page, lambda: click_button(page, f"[id='{chosen}']"), chosen)
    return not is_finished(page)


def play_on(page: Page, move: Callable[[int], object], stop: Callable[[], bool]) -> bool:
    """Make numbered moves until something holds (True) or the game is over (False)."""
    number = 0
    while wait_for_turn(page):
        if stop():
            return True
        number += 1
        move(number)
    return False


def play(page: Page, stop: Callable[[], bool]) -> bool:
    """Play by board and buttons in turns."""
    return play_on(page, lambda number: move(page, number, on_board=bool(number % 2)), stop)


def accessibility_violations(page: Page) -> list[str]:
    """Return the accessibility violations of the page."""
    page.evaluate(AXE)
    result = page.evaluate("axe.run(document, {resultTypes: ['violations'], rules: {'target-size': {enabled: true}}})")
    return [
        f"{violation['id']}: {violation['help']}: {node['html'][:160]}"
        for violation in result["violations"]
        for node in violation["nodes"]
        if violation["id"] != "target-size" or "data-at" not in node["html"]  # the slider leads there, too
    ]


def violations_at_both_sizes(page: Page, name: str, language: str) -> dict[str, list[str]]:
    """Return accessibility violations by name and width: in English at both sizes, in other languages on the phone.

    A page that is wider than its window is also reported.
    """
    result: dict[str, list[str]] = {}
    wait_for_fonts(page)
    for width, height in (DESKTOP, PHONE) if language == "en" else (PHONE,):
        page.set_viewport_size({"width": width, "height": height})
        wrong = accessibility_violations(page)
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            wrong.append("it is wider than its window")
        if wrong:
            result[f"{name} {width}"] = wrong
    page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    return result


def open_shared_table(host: Page, *friends: Page) -> str:
    """Open a table for this number of people and seat them; return its path."""
    path = open_table(host, *["open"] * len(friends))
    links = [host.locator(".seats .invite input").nth(number).input_value() for number in range(len(friends))]
    for number, (friend, link) in enumerate(zip(friends, links, strict=True)):
        friend.goto(link)
        friend.locator("#name").fill(f"Friend {number + 1}")
        friend.locator("form.form button").click()
        friend.wait_for_url("**/table/*")
    for page in (host, *friends):
        wait_for_count(page, "#board", 1, "the table begins by itself")
    return path


def check_page(page: Page, size: tuple[int, int]) -> None:
    """Check that the page is as wide as the screen and accessible."""
    wait_for_fonts(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert accessibility_violations(page) == []
