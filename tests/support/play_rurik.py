"""Rurik in a browser."""

import re
from collections.abc import Callable

from playwright.sync_api import Page

from tests.support.browser import DESKTOP, PHONE, axe, picture, play_on, push, take

Enter = Callable[..., Page]


def open_rurik(page: Page, *others: str) -> None:
    page.goto("/new/rurik")
    page.locator("#name").fill("Ann")
    page.locator(f"input[name=players][value='{len(others) + 1}']").check(force=True)
    for seat, kind in enumerate(others, 1):
        page.locator(f"#seat-{seat}").select_option(kind)
    page.locator("form.form button").click()
    page.wait_for_url("**/table/*")


def offers(page: Page) -> list[tuple[str, str, str]]:
    """Return id, action and target of each button."""
    return [
        (button["id"], button["value"], button["target"])
        for button in page.evaluate(
            "[...document.querySelectorAll('#choices button')].map(b => "
            "({id: b.id, value: b.value, target: b.dataset.target || ''}))"
        )
    ]


def move(page: Page, number: int, on_board: bool) -> None:
    """Take some legal action, pointing at its places one after the other if `on_board`, and wait for what comes."""
    offered = offers(page)
    if not offered:
        return
    keen = [offer for offer in offered if re.match(r"main_action|attack|build|tax|muster|accomplish", offer[1])]
    chosen, _, target = (keen or offered)[number * 7 % len(keen or offered)]

    def act() -> None:
        if on_board and chosen.startswith("do-place-"):
            place_directly(page, chosen)
            return
        fitting = offered if on_board and target else []
        pressed: list[str] = []
        for place in (shown(page, part.split("|")) for part in target.split()):
            if len(fitting) > 1:
                page.locator(f"[data-target='{place}']:not(#choices *)").first.press("Enter")
                pressed.append(place)
                fitting = [offer for offer in fitting if place in re.split(r"[ |]", offer[2])]
                fitting = [offer for offer in fitting if offer[2].split() == pressed] or fitting  # there, not back
        if len(fitting) != 1 or len(offered) == 1:
            push(page, f"[id='{chosen}']")

    take(page, act, chosen)


def shown(page: Page, names: list[str]) -> str:
    """Return the first of these places that the table shows; the first of all if it shows none."""
    return next((one for one in names if page.locator(f"[data-target='{one}']:not(#choices *)").count()), names[0])


def place_directly(page: Page, chosen: str) -> None:
    """Place an advisor by what lies on the table: his number, the bribe coin by coin, the column."""
    power, column, bribe = chosen.removeprefix("do-place-").split("-")
    advisor = page.locator(f"#advisor-{power}")
    if advisor.get_attribute("aria-pressed") != "true":
        advisor.press("Enter")
    for _ in range(int(bribe)):
        page.locator("#bribe-more").press("Enter")
    page.locator(f"#column-{column}").press("Enter")


def play(page: Page, stop: Callable[[], bool]) -> bool:
    return play_on(page, lambda number: move(page, number, on_board=bool(number % 2)), stop)


COVERED = """(() => {
    const box = (node) => [node.closest("[id]").id, node.getBoundingClientRect()];
    const boxes = (what) => [...document.querySelectorAll(what)].map(box);
    return boxes("#pieces [id^=leader-] > g").flatMap(([leader, a]) => boxes("#pieces .number")
        .filter(([, b]) => a.right > b.left + 1 && a.left < b.right - 1 && a.bottom > b.top + 4 && a.top < b.bottom - 4)
        .map(([troops]) => leader + " " + troops));
})()"""


OVER = """(() => {
    const log = document.querySelector("#log");
    const top = (node) => node.getBoundingClientRect().top;
    const bottom = (node) => node.getBoundingClientRect().bottom;
    const lines = log.querySelector(".scroll");
    const over = (link) => top(link) < bottom(lines) - 1 && bottom(link) > top(lines) + 1;
    const found = [...log.querySelectorAll(":scope > p")].filter(over);
    const held = document.querySelector("#hand-area");
    const beside = held.getBoundingClientRect().left >= log.getBoundingClientRect().right;
    const hand = !beside && bottom(held) > top(log) + 1 && top(held) < bottom(log) - 1 ? ["hand"] : [];
    return [...found.map((link) => link.textContent), ...hand];
})()"""


def look(page: Page, name: str) -> list[str]:
    """Save pictures and return what axe finds at both sizes; nothing may stick out sideways."""
    picture(page, f"rurik-{name}")
    assert page.evaluate(COVERED) == [], "no leader stands on a number of troops"
    for width, height in ((1366, 768), DESKTOP):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(OVER) == [], f"nothing is printed over the log's links at {width} x {height}"
    found: list[str] = []
    for width, height in (PHONE, DESKTOP):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        found += [f"{name} {width}: {wrong}" for wrong in axe(page)]
    return found
