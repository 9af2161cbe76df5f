"""Hints and reviews in a real Chromium: by click and keyboard, on a phone, accessibility."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.support.browser.page import (
    PHONE,
    Enter,
    click_button,
    entry_count,
    open_table,
    violations_at_both_sizes,
    wait_for_count,
    wait_for_entry_count,
    wait_for_fonts,
    wait_for_turn,
    wait_until,
)
from tests.support.games.positions import first_asked
from tests.support.server.server_process import Server
from tests.support.store.finished_games import play_to_the_end
from tests.support.web.apps import SECRET, run_in_thread

QUICK = """
from regnum.players.review import SearchBudget
from regnum.web.analysis import hints, reviews
hints.HINT_BOT = "strong:iterations=30"
reviews.SEARCH_BUDGET = SearchBudget(iterations=10, worlds=6)
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with fast thinking."""
    folder: Path = tmp_path_factory.mktemp("data")
    running = Server(folder, environment={"REGNUM_SECRET": SECRET}, before=QUICK).start()
    yield running
    running.stop()


def wait_for_hint(page: Page) -> None:
    """Wait for a hint: the first one starts the worker, which has low priority on a busy machine."""
    wait_until(lambda: page.locator("#hint .hint").count() == 1, 40, "a hint")


@pytest.mark.journey
def test_hint_is_highlighted_until_a_move(enter: Enter) -> None:
    page = enter(at=first_asked("brian_boru", 4, "FirstTown", seat=0), others="greedy")
    page.locator("#do-hint").click()
    wait_for_hint(page)
    wait_for_count(page, "#choices button.is-hinted", 1)
    marked = page.locator("#choices button.is-hinted")
    assert marked.get_attribute("aria-describedby") == "hint"
    target = marked.get_attribute("data-target")
    assert target
    wait_for_count(page, f"#board .is-hinted[data-target='{target}'], #hand-area .is-hinted[data-target='{target}']", 1)
    assert violations_at_both_sizes(page, "hint", "en") == {}
    page.locator("#status").hover()
    wait_for_count(
        page, "#board .is-hinted.is-pointed, #hand-area .is-hinted.is-pointed", 1, "a pointer elsewhere does not end it"
    )
    assert page.locator("#choice-list").get_attribute("open") is None, (
        "the board shows it: nothing moves under the mouse"
    )
    before = entry_count(page)
    click_button(page, "#choices button.is-hinted")
    wait_for_entry_count(page, before + 1)
    wait_for_count(page, ".is-hinted", 0)
    wait_for_count(page, "#hint .hint", 0)


def test_hint_beside_a_power_struggle_covers_nothing(enter: Enter) -> None:
    page = enter(at="brian_boru/follow")
    page.locator("#do-hint").click()
    wait_for_hint(page)
    wait_for_fonts(page)
    hand, log = (page.locator(part).bounding_box() for part in ("#hand-area", "#log"))
    assert hand
    assert log
    below, beside = hand["y"] + hand["height"] <= log["y"], hand["x"] + hand["width"] <= log["x"]
    assert below or beside, "nothing overlaps"
    named = page.locator("#hint .hint > b")
    folded = not page.locator("#choices > .buttons > .is-hinted").count()
    shown = named.evaluate("name => name.offsetWidth") > 1
    assert shown == folded, "its button is folded: the hint names the action"
    page.evaluate("""() => {
        const row = Object.assign(document.createElement("div"), {className: "buttons"});
        row.append(document.querySelector("#choices .is-hinted"));
        document.getElementById("choices").prepend(row);
    }""")
    assert named.evaluate("name => name.offsetWidth") == 1, "the marked button in sight says it"


COVERED = """() => {
    const tip = document.getElementById("inspect-card").getBoundingClientRect();
    const across = ({ left, right }) => left < tip.right && right > tip.left;
    const covered = (box) => across(box) && box.top < tip.bottom && box.bottom > tip.top;
    const buttons = [...document.querySelectorAll("#choices button")];
    return buttons.filter((button) => covered(button.getBoundingClientRect())).map((button) => button.id);
}"""


OVER = """thing => {
    const [tip, own] = [document.getElementById("inspect-card"), thing].map((one) => one.getBoundingClientRect());
    return own.left < tip.right && own.right > tip.left && own.top < tip.bottom && own.bottom > tip.top;
}"""


def test_inspect_card_of_a_card_covers_no_button(enter: Enter) -> None:
    page = enter(at="brian_boru/draft")
    cards = page.locator("#hand-area .card[data-target]")
    for card in (cards.first, cards.last):
        page.locator("#turn-head").hover()  # away from the tip of the first
        wait_until(lambda: not page.locator("#inspect-card").is_visible(), 5, "no tip")
        card.hover()
        wait_until(lambda: page.locator("#inspect-card").is_visible(), 5, "a tip")
        page.wait_for_timeout(100)
        assert page.evaluate(COVERED) == []
        assert not card.evaluate(OVER), "nor the card itself"
        page.keyboard.press("Escape")
    page = enter(at="brian_boru/follow")
    chips = page.locator("#struggle .chip b")
    chips.first.hover()
    wait_until(lambda: page.locator("#inspect-card .title").is_visible(), 5, "what the card that was played does")
    assert not chips.first.evaluate(OVER)


def test_review_leads_from_the_end_of_a_game_to_its_moments(enter: Enter, server: Server) -> None:
    page = enter()
    path = open_table(page, "bot:greedy", "bot:greedy", "bot:random")
    assert wait_for_turn(page)
    run_in_thread(lambda: play_to_the_end(server.data / "regnum.db", path.rpartition("/")[2]))
    page.goto(path)
    page.get_by_role("link", name="Review the game").click()
    page.get_by_role("button", name="Analyse the game").click()
    wait_for_count(page, "svg.line-chart, #progress", 1)
    wait_until(
        lambda: page.locator("#progress").count() == 0 and page.locator("svg.line-chart").count() == 1, 90, "the review"
    )
    assert violations_at_both_sizes(page, "review", "en") == {}
    page.locator("summary", has_text="All decisions").focus()
    page.keyboard.press("Enter")
    page.locator("summary", has_text="The chances as a table").click()
    assert page.locator("table.chances tbody tr").count() >= 10
    page.locator("ol.decisions li a").last.click()
    assert re.search(r"/replay\?seat=1&at=\d+$", page.url)
    assert violations_at_both_sizes(page, "replay", "en") == {}
    turned = page.locator(".turning-marks a").first
    if turned.count():  # a game may have no turning point
        turned.focus()  # two that are close lie over each other
        page.keyboard.press("Enter")
        wait_until(lambda: page.evaluate("location.href") == turned.evaluate("link => link.href"), 5, "a turning point")
    where = page.url
    stranger = enter("uk", PHONE)
    actual: dict[str, list[str]] = {}
    for address, name in ((f"{path}/review", "review"), (where, "replay")):
        stranger.goto(address)
        actual |= violations_at_both_sizes(stranger, f"{name} uk", "uk")
    assert actual == {}
