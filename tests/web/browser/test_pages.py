"""Pages around the table: visible at every size, and accessible."""

import pytest

from tests.support.browser.page import Enter, violations_at_both_sizes, wait_for_count

PAGES = ("/", "/new/brian_boru", "/rules/khan", "/rules/rurik/aid", "/credits", "/tables", "/settings", "/nowhere")


@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.journey), "de", "uk"])
def test_page_has_no_accessibility_violations(enter: Enter, language: str) -> None:
    page = enter(language)
    actual: dict[str, list[str]] = {}
    for path in PAGES:
        page.goto(path)
        actual |= violations_at_both_sizes(page, path, language)
    assert actual == {}


@pytest.mark.journey
def test_pages_on_the_way_to_a_table_have_no_accessibility_violations(enter: Enter) -> None:
    host, friend = enter(), enter()
    actual: dict[str, list[str]] = {}
    host.goto("/new/brian_boru")
    host.locator("details.options summary").click()
    host.locator("details.more > summary").click()
    actual |= violations_at_both_sizes(host, "new table, unfolded", "en")
    host.locator("#name").fill("A\u200bnn")
    host.locator("form.form button").click()
    wait_for_count(host, "#name[aria-invalid]", 1)
    actual |= violations_at_both_sizes(host, "new table, wrong", "en")
    host.locator("#name").fill("Ann")
    host.locator("#seat-1").select_option("open")
    host.locator("form.form button").click()
    host.wait_for_url("**/table/*")
    actual |= violations_at_both_sizes(host, "waiting", "en")
    friend.goto(host.locator(".seats .invite input").first.input_value())
    actual |= violations_at_both_sizes(friend, "joining", "en")
    assert actual == {}


@pytest.mark.journey
def test_pages_of_seats_have_no_accessibility_violations(enter: Enter) -> None:
    friend, host = enter(), enter(at="brian_boru/choose-secondary", others="random")
    table = host.url
    host.goto(f"{table}/seat")
    actual = violations_at_both_sizes(host, "seat", "en")
    friend.goto(host.locator("#personal").input_value())
    actual |= violations_at_both_sizes(friend, "taking over a seat", "en")
    friend.goto(table)
    actual |= violations_at_both_sizes(friend, "spectator", "en")
    assert actual == {}


def test_replay_has_no_accessibility_violations(enter: Enter) -> None:
    page = enter(at="brian_boru/choose-secondary", others="random")
    table = page.url
    actual: dict[str, list[str]] = {}
    for path in ("log", "replay"):
        page.goto(f"{table}/{path}")
        actual |= violations_at_both_sizes(page, path, "en")
    assert actual == {}
