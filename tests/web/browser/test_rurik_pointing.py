"""Pointing at the table of Rurik in Chromium: effects are visible beforehand, and every click works."""

from functools import partial

import pytest
from playwright.sync_api import Page

from tests.support.browser.page import DESKTOP, PHONE, Enter, act_and_wait, click_button, scroll_to, wait_until
from tests.support.games.rurik import act, turn_position

LAPTOP = (1366, 768)


def press(page: Page, place: str) -> None:
    page.locator(f"#board [data-target='{place}']").focus()
    page.keyboard.press("Enter")


def test_highlighted_plot_builds_where_the_main_action_could_begin(enter: Enter) -> None:
    state = turn_position("move", troops=[{"kiev": 2}, {"volyn": 1}], boat=[{"wood": 1, "ore": 1}, {}])
    exchange = next(action.text for action in state.legal_actions(0) if action.text.startswith("exchange build"))
    page = enter(at=act(state, exchange))
    act_and_wait(page, lambda: press(page, "plot-market-kiev"), "the points are used")
    wait_until(lambda: page.locator("#market-kiev").count() == 1, 10, "and something is built")


def click(page: Page, region: str) -> None:
    """Click on a region of the map, in the middle of its target area."""
    page.locator(f"#region-{region} .hit").dispatch_event("click")


def test_targets_stay_bright_where_something_just_happened(enter: Enter) -> None:
    page = enter(at=turn_position("build", troops=[{"kiev": 3}, {"volyn": 1}]))
    clear = "rgba(0, 0, 0, 0)"
    for region, veil in (("kiev", False), ("volyn", True)):
        page.evaluate("id => document.getElementById(id).classList.add('is-touched')", f"region-{region}")
        fill = page.locator(f"#region-{region} > .hit").evaluate("hit => getComputedStyle(hit).fill")
        assert (fill != clear) == veil, region
    ring = page.locator("#region-kiev .glow")
    violet = ring.evaluate("ring => getComputedStyle(ring).stroke")
    page.evaluate("document.getElementById('region-kiev').classList.remove('is-touched')")
    assert ring.evaluate("ring => getComputedStyle(ring).stroke") != violet


def test_building_takes_two_presses_even_if_it_ends_the_turn(enter: Enter) -> None:
    page = enter(size=PHONE, has_touch=True, at=turn_position("build", 2, troops=[{"kiev": 3}, {"volyn": 1}]))
    click(page, "kiev")
    button = page.locator("#choices .is-matching").filter(has_text="market")
    wait_until(lambda: button.count() == 1, 10, "what is built there")
    button.tap()
    wait_until(lambda: page.locator("#market-kiev").count() == 1, 10, "built, and nothing asked")


def test_map_and_prompt_stay_visible_after_the_last_point(enter: Enter) -> None:
    troops, boat = [{"kiev": 1}, {"volyn": 1}], [{"wood": 2, "ore": 1}, {}]
    state = turn_position("muster", 2, leader_at=["kiev", "volyn"], troops=troops, boat=boat)
    page = enter(size=PHONE, has_touch=True, at=act(state, "main_action"))
    while page.locator("#pieces [data-target='region-kiev']").count():
        act_and_wait(page, lambda: click(page, "kiev"), "a troop")

    def is_in_sight(place: str) -> bool:
        box = page.locator(place).bounding_box()
        return box is not None and box["y"] >= 0 and box["y"] + box["height"] <= PHONE[1]

    for place in ("#region-kiev", "#prompt", "#choices > .buttons > button:first-child"):
        wait_until(partial(is_in_sight, place), 5, f"{place} is in sight")


def test_opponent_can_be_chosen_at_once_on_a_phone(enter: Enter) -> None:
    state = turn_position("attack", troops=[{"kiev": 2}, {"kiev": 1}], rebels=["kiev"])
    page = enter(size=PHONE, has_touch=True, at=act(state, "main_action"))
    scroll_to(page, 0)
    press(page, "region-kiev")
    wait_until(lambda: page.locator("#move-hint").count() > 0, 5, "whom?")
    bar = page.locator("#do-pass").bounding_box()
    assert bar is not None
    matching = page.locator("#choices .is-matching")
    assert matching.count() == 2
    for number in range(2):
        box = matching.nth(number).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= bar["y"]


def test_button_that_ends_the_turn_does_not_cover_the_heading(enter: Enter) -> None:
    for language in ("de", "en", "uk"):
        page = enter(
            language, LAPTOP, at=act(turn_position("muster", 2, troops=[{"kiev": 1}, {"volyn": 1}]), "main_action")
        )
        end, head = page.locator("#do-pass").bounding_box(), page.locator("#turn-head").bounding_box()
        assert end is not None
        assert head is not None
        assert end["x"] >= head["x"] + head["width"]


@pytest.mark.parametrize("size", [DESKTOP, LAPTOP])
def test_claim_phase_report_closes_older_summaries(enter: Enter, size: tuple[int, int]) -> None:
    troops, then = [{"kiev": 3, "volyn": 1}, {"rostov": 2}], [{"step": "ClaimPhase"}]
    state = turn_position("attack", 2, troops=troops, rebels=["kiev"], round=2, then=then, deeds=[["peace_maker"], []])
    page = enter(size=size, at=act(state, "main_action"))
    act_and_wait(page, lambda: click_button(page, "[id='do-attack_rebels-kiev']"), "an attack")
    page.locator("#event-summaries [data-kind=attack] > summary").click()
    wait_until(lambda: page.locator("#event-summaries [data-kind=attack] li").first.is_visible(), 5, "looked up")
    act_and_wait(page, lambda: click_button(page, "#do-end_turn"), "the end of the turn")
    table = page.locator("#event-summaries [data-kind=claim] .report")
    wait_until(table.is_visible, 10, "what the claim phase has brought")
    wait_until(lambda: page.locator("#event-summaries [data-kind=attack][open]").count() == 0, 5, "put away")
    cut = """table => table.getBoundingClientRect().bottom -
        table.closest('#event-summaries').getBoundingClientRect().bottom"""
    assert table.evaluate(cut) <= 0
    last, foot = page.locator("#deeds-row .card").last.bounding_box(), page.locator("#panel").bounding_box()
    assert last is not None
    assert foot is not None
    assert last["y"] + last["height"] <= foot["y"] + foot["height"], "and the choices are visible"
