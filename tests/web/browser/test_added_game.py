"""Added games in a real Chromium."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from regnum.games import ADD_GAMES_VARIABLE
from regnum.new_game import NewGame
from tests.support.browser.page import (
    DESKTOP,
    PHONE,
    Enter,
    act_and_wait,
    buttons,
    check_page,
    click_place,
    is_finished,
    wait_for_turn,
    wait_until,
)
from tests.support.games.added_games import make_bare
from tests.support.server.server_process import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose environment names two games elsewhere, one of them without a view."""
    folder = tmp_path_factory.mktemp("elsewhere")
    NewGame("marbles", folder).make()
    make_bare(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        running = Server(tmp_path_factory.mktemp("data"), environment={ADD_GAMES_VARIABLE: "marbles:bare"}).start()
    yield running
    running.stop()


def open_table(page: Page, game: str) -> None:
    page.goto(f"/new/{game}")
    page.locator("#name").fill("Ann")
    page.locator("input[name=players][value='3']").check(force=True)
    for seat in (1, 2):
        page.locator(f"#seat-{seat}").select_option("bot:random")
    page.locator("form.form button").click()
    page.wait_for_url("**/table/*")


def test_added_game_is_played_by_clicks_on_the_board(enter: Enter) -> None:
    page = enter(size=PHONE)
    page.goto("/")
    assert page.get_by_role("heading", name="Marbles").count() == 1
    open_table(page, "marbles")
    clicked: set[str] = set()
    while wait_for_turn(page):
        wait_until(lambda: page.locator("[data-target][role=button]").count() > 0, what="places on the board")
        place = page.locator("#board [data-target], #hand-area [data-target]").first
        kind = (place.get_attribute("id") or "").partition("-")[0]
        if kind not in clicked:
            check_page(page, PHONE)
        clicked.add(kind)
        box = place.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 24
        act_and_wait(page, lambda: click_place(page, place), kind)  # noqa: B023  # called at once
    assert "count" in clicked
    check_page(page, PHONE)
    assert "win" in page.locator("#turn-head").inner_text() or "share" in page.locator("#turn-head").inner_text()


def test_game_without_a_view_is_played_by_buttons(enter: Enter) -> None:
    page = enter()
    open_table(page, "bare")
    wait_for_turn(page)
    check_page(page, DESKTOP)
    while wait_for_turn(page):
        act_and_wait(page, buttons(page).first.click, "the first choice")
    assert is_finished(page)
    check_page(page, DESKTOP)
