"""Wallenstein in a browser."""

from collections.abc import Callable
from functools import partial

from playwright.sync_api import Page

from regnum.core.rules.state import State
from regnum.games import find_game
from tests.support.browser.page import act_and_wait, click_button, wait_for_turn, wait_until


def offered_actions(page: Page) -> list[tuple[str, str]]:
    """Return the actions that the buttons offer, with their targets."""
    result: list[dict[str, str]] = page.evaluate(
        "[...document.querySelectorAll('#choices button')].map(b => ({act: b.value, at: b.dataset.target || ''}))"
    )
    return [(button["act"], button["at"]) for button in result]


def press_action(page: Page, action: str) -> None:
    """Press an action's button and wait."""
    act_and_wait(page, lambda: click_button(page, f"#choices button[value='{action}']"), action)


def click_target(page: Page, place: str) -> None:
    """Click on a land of the map, a card, a field, a space."""
    if place.startswith("land-") and page.locator(f"#board [data-target='{place}']").count():
        spot = page.locator(f"#army-{place[5:]}")
        if spot.count():
            spot.scroll_into_view_if_needed()
            box = spot.bounding_box()
            assert box is not None
            page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            return
        land = page.locator(f"#board [data-target='{place}']")
        for _ in range(1 + land.filter(has=page.locator("xpath=self::*[@data-final]")).count()):
            land.click(force=True)  # final actions need a second click
    else:
        page.locator(f".sidebar [data-target='{place}']:not(button)").first.click()


def drag(page: Page, source: str, target: str, done: Callable[[], bool], what: str) -> None:
    """Drag one thing onto another and wait for the result."""
    page.locator(source).drag_to(page.locator(target))
    wait_until(done, 5, what)


def card_on_field(page: Page, field: str) -> str:
    return page.locator(f"#field-{field} .card-slot").inner_text()


def is_on_field(page: Page, field: str, name: str) -> bool:
    return card_on_field(page, field) == name


def lay_card(page: Page, number: int) -> None:
    """Fill the next field by clicking a card or a land; confirm after the last one."""
    while True:
        acts = [(act, at) for act, at in offered_actions(page) if act != "change"]
        if not acts or acts[0][0].split()[0] not in ("plan", "blank", "confirm"):
            return
        if acts[0][0] == "confirm":
            press_action(page, "confirm")
            return
        number += 1
        act, at = acts[number * 5 % len(acts)]
        if act.startswith("blank"):
            press_action(page, act)
        else:
            act_and_wait(page, partial(click_target, page, at.split(" ")[1]), act)


def play(page: Page, until: str = "") -> bool:
    """Play by map and cards where possible; return True when a button of this family is offered."""
    number = 0
    while wait_for_turn(page):
        if until and any(act.split()[0] == until for act, _ in offered_actions(page)):
            return True
        take_one_action(page, number)
        number += 1
    return False


def take_one_action(page: Page, number: int) -> None:
    """Do one of the offered things, chosen by a number; plan everything at once."""
    acts = offered_actions(page)
    if acts:
        if any(act.split()[0] in ("plan", "blank", "confirm") for act, _ in acts):
            lay_card(page, number)
            return
        act, at = acts[(number + 1) * 7 % len(acts)]
        if at and sum(at == other for _, other in acts) == 1:
            act_and_wait(page, partial(click_target, page, at), act)
        else:
            press_action(page, act)


GAME = find_game("wallenstein")


def planning_state(seed: int = 5, players: int = 3, court: bool = True) -> State:
    """Return a game in which everybody begins to plan."""
    return GAME.new_state(players, seed, start="printed", court=court)
