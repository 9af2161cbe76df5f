"""The end of a game in a real Chromium: two people, one rematch, which the other's page offers by itself."""

from collections.abc import Iterator

import pytest

from regnum.core.ledger import LANGUAGES
from tests.web.conftest import Server, apart
from tests.web.endings import play_to_the_end
from tests.web.test_browser import Enter, enter, invite, wrong_at_both_sizes

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
__all__ = ["enter"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose store is at hand."""
    running = Server(tmp_path_factory.mktemp("data")).start()
    yield running
    running.stop()


def test_both_take_their_seats_at_the_rematch_with_one_click_each(enter: Enter, server: Server) -> None:
    host, *friends = enter(), enter("de"), enter("uk")
    table = invite(host, *friends)
    apart(lambda: play_to_the_end(server.data / "regnum.db", table.rpartition("/")[2]))
    for page, language in zip((host, *friends), LANGUAGES, strict=True):
        page.goto(table)
        assert wrong_at_both_sizes(page, "the end", language) == {}
    friends[0].locator("#do-rematch").click()
    friends[0].wait_for_url(lambda url: not url.endswith(table))
    again = friends[0].url
    host.locator("#to-rematch").click(timeout=10_000)
    host.wait_for_url(again)
    friends[1].locator("#to-rematch").wait_for(timeout=10_000)
    for page in (host, friends[0]):
        assert page.locator("#playback[data-seated]").count() == 1


def test_the_picture_stands_alone(enter: Enter, server: Server) -> None:
    host = enter()
    table = invite(host, enter(), enter())
    apart(lambda: play_to_the_end(server.data / "regnum.db", table.rpartition("/")[2]))
    host.goto(table)
    host.goto(f"{table}/picture.svg")
    assert host.locator("svg").first.bounding_box() is not None
