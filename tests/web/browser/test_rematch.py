"""After a game in a real Chromium: a picture to share, forks, edits, and one rematch for all."""

from collections.abc import Iterator

import pytest

from regnum.core.text.ledger import LANGUAGES
from regnum.web.http.i18n import page_text
from tests.support.browser.page import DESKTOP, PHONE, Enter, open_shared_table, violations_at_both_sizes
from tests.support.server.server_process import Server
from tests.support.store.finished_games import play_to_the_end
from tests.support.web.apps import run_in_thread


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose store is accessible, with slow bots."""
    running = Server(tmp_path_factory.mktemp("data"), bot_delay=60).start()
    yield running
    running.stop()


def test_players_join_the_rematch_with_one_click_each(enter: Enter, server: Server) -> None:
    host, *friends = enter(), enter("de"), enter("uk")
    table = open_shared_table(host, *friends)
    run_in_thread(lambda: play_to_the_end(server.data / "regnum.db", table.rpartition("/")[2]))
    for page, language in zip((host, *friends), LANGUAGES, strict=True):
        page.goto(table)
        assert violations_at_both_sizes(page, "the end", language) == {}
    friends[0].locator("#do-rematch").click()
    friends[0].wait_for_url(lambda url: not url.endswith(table))
    again = friends[0].url
    for page, language in ((host, LANGUAGES[0]), (friends[1], LANGUAGES[2])):
        page.locator("#do-rematch", has_text=page_text(language)("rematch.take_seat")).click(timeout=10_000)
        page.wait_for_url(again)
    for page in (host, *friends):
        page.locator("#playback[data-seated]").wait_for(state="attached")


@pytest.mark.parametrize("game", ["brian_boru"])
def test_finished_game_is_shared_forked_and_replayed(game: str, enter: Enter, server: Server) -> None:
    page = enter()
    page.goto(f"/new/{game}")
    page.locator("#name").fill("Ann")
    page.locator("form.form button").click()
    page.wait_for_url("**/table/*")
    table = page.url.partition(server.address)[2]
    run_in_thread(lambda: play_to_the_end(server.data / "regnum.db", table.rpartition("/")[2]))
    page.goto(f"{table}/picture.svg")
    assert page.locator("svg").first.bounding_box() is not None
    page.goto(f"{table}/replay?seat=2&at=20")
    page.locator("#fork summary").click()
    page.get_by_role("button", name="Change the position first").click()
    page.locator("#editor").wait_for()
    assert violations_at_both_sizes(page, f"the editor of {game}", "uk") == {}
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page.evaluate("scrollTo(0, 0)")
    board, tools = page.locator("#board > svg").bounding_box(), page.locator("#editor .tools").bounding_box()
    assert board
    assert tools
    assert board["y"] + board["height"] <= tools["y"], "the board hides no button of the editor"
    page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    page.go_back()
    page.locator("#fork summary").click()
    for seat in page.locator("#fork select").all():
        seat.select_option("me")
    page.locator("#fork .strong").click()
    page.locator("#fork-note").wait_for()
    page.locator("#choices button").first.wait_for(state="attached")
    page.goto(table)
    sides = page.locator("#strip .who").all_inner_texts()
    page.locator("#do-rematch").click()
    page.wait_for_url(lambda url: not url.endswith(table))
    assert page.locator("#strip .who").all_inner_texts() == [sides[-1], *sides[:-1]], "everybody has moved on by one"
