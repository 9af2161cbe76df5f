"""Friends over days in a real Chromium: chat, absence, notifications, a stand-in, and the return."""

import json
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from tests.support.browser.chat import message_texts, send_message, wait_for_message
from tests.support.browser.clock_time import pass_time
from tests.support.browser.page import (
    DESKTOP,
    PHONE,
    Enter,
    act_and_wait,
    buttons,
    entry_count,
    is_finished,
    wait_until,
)
from tests.support.server.server_process import Server
from tests.support.server.webhook_receivers import Receiver, run_receiver
from tests.support.web.clock_time import SECOND

NAMES = ("Ann", "Bob", "Cleo", "Dora")
LANGUAGES = ("en", "de", "uk", "en")
SEATS = {"brian_boru": 3, "khan": 2, "rurik": 2, "wallenstein": 3}
"""Minimum number of players for each game; bots take the seats that people do not."""
HOURS = (27.0, 80.0, 7.0)
"""Of 26 hours for a turn and 72 in reserve: the reserve begins, it is nearly over, time is out."""
CALLED = frozenset({"event", "table", "game", "title", "names", "text", "url", "until"})


@pytest.fixture(scope="module")
def receiver() -> Iterator[Receiver]:
    with run_receiver() as result:
        yield result


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose store is accessible, and which notifies people after two seconds away."""
    environment = {"REGNUM_ALLOW_PRIVATE_WEBHOOKS": "yes", "REGNUM_NOTIFY_AFTER": "2"}
    running = Server(tmp_path_factory.mktemp("data"), environment=environment).start()
    yield running
    running.stop()


class FriendsTable:
    """Friends at one table, each with a browser and a webhook."""

    def __init__(self, enter: Enter, receiver: Receiver, game: str, people: int) -> None:
        self.pages = [enter(LANGUAGES[at], (DESKTOP, PHONE)[at % 2]) for at in range(people)]
        self.receiver = receiver
        self.dice = random.Random(7)
        receiver.received.clear()
        for page, name in zip(self.pages, NAMES, strict=False):
            page.goto("/notifications")
            page.locator("#webhook-kind").select_option("json")
            page.locator("#address").fill(f"{receiver.address}/{name}")
            page.locator("form[action='/notifications/webhook'] button").click()
            page.wait_for_url("**/notifications?saved")
        self.table = self._sit_down(game, max(people, SEATS[game]))

    def _sit_down(self, game: str, seats: int) -> str:
        host = self.pages[0]
        host.goto(f"/new/{game}")
        host.locator("#name").fill(NAMES[0])
        host.locator(f"input[name=players][value='{seats}']").check(force=True)
        for seat in range(seats):
            kind = "me" if seat == 0 else "open" if seat < len(self.pages) else "bot:random"
            host.locator(f"#seat-{seat}").select_option(kind)
        host.locator("details.more > summary").click()
        host.locator("input[name=clock_preset][value=own]").check(force=True)
        host.locator("#clock-turn").fill("26")
        host.locator("form.form button.strong").click()
        host.wait_for_url("**/table/*")
        links = [link.input_value() for link in host.locator(".seats .invite input").all()]
        for page, name, link in zip(self.pages[1:], NAMES[1:], links, strict=False):
            page.goto(link)
            page.locator("#name").fill(name)
            page.locator("form.form button").click()
            page.wait_for_url("**/table/*")
        for page in self.pages:
            wait_until(lambda page=page: page.locator("#board").count() == 1, 20, "the game begins")  # type: ignore[misc]
        return host.url.rpartition("/")[2]

    def calls(self, seat: int) -> list[dict[str, Any]]:
        """Return the webhook payloads of a friend for this table."""
        messages = [json.loads(got.body) for got in self.receiver.received if got.path == f"/{NAMES[seat]}"]
        return [call for call in messages if call["table"] == self.table]

    def kinds(self, seat: int) -> Counter[str]:
        """Return the number of notifications of a friend by kind."""
        return Counter(call["event"] for call in self.calls(seat))

    def acting(self, among: Sequence[int]) -> list[int]:
        """Return those of these seats that are to act."""
        return [at for at in among if buttons(self.pages[at]).count()]

    def move(self, seat: int) -> None:
        """Perform a legal action by a button and wait for the new position."""
        page = self.pages[seat]
        offered = page.locator("#choices button[name=action]").evaluate_all(
            "all => all.map(one => [one.id, one.value])"
        )
        result = [id_ for id_, value in offered if value not in ("change", "stop", "pass", "forfeit")]
        chosen = self.dice.choice(result or [id_ for id_, _ in offered])
        act_and_wait(page, lambda: page.locator(f"[id='{chosen}']").dispatch_event("click"), chosen)

    def play_until(self, done: Callable[[], bool], among: Sequence[int]) -> None:
        """Let these people play until something holds."""
        for _ in range(120):
            wait_until(lambda: done() or bool(self.acting(among)), 60, "somebody is to act")
            if done():
                return
            self.move(self.acting(among)[0])
        raise AssertionError("it does not come to that")

    def called_next(self) -> int:
        """Play until a player is to act who has not just moved: only such a player is notified."""
        everybody, last = range(len(self.pages)), -1
        for _ in range(60):
            wait_until(lambda: bool(self.acting(everybody)), 20, "somebody is to act")
            waited = [at for at in self.acting(everybody) if at != last]
            if last >= 0 and waited:
                return waited[0]
            last = self.acting(everybody)[0]
            self.move(last)
        raise AssertionError("the same player acts all the time")


@pytest.mark.parametrize(("game", "people"), [("khan", 2), ("brian_boru", 4)])
def test_absent_player_returns_after_days(
    enter: Enter, server: Server, receiver: Receiver, game: str, people: int
) -> None:
    party = FriendsTable(enter, receiver, game, people)
    everybody = range(people)
    pages, path = party.pages, f"/table/{party.table}"
    for seat, page in enumerate(pages):
        send_message(page, f"{NAMES[seat]} is here & <i>ready</i>")
    for page in pages:
        for name in NAMES[:people]:
            wait_for_message(page, f"{name} is here & <i>ready</i>")

    # A player to act closes the page, is notified, and the title of the next page says so.
    late = party.called_next()
    away, others = pages[late], [at for at in everybody if at != late]
    before = party.kinds(late)["move"]
    away.goto("about:blank")
    wait_until(lambda: party.kinds(late)["move"] > 0, 20, "the player is notified")
    called = [call for call in party.calls(late) if call["event"] == "move"][-1]
    assert (called["game"], called["url"]) == (game, f"{server.address}{path}")
    assert not party.kinds(late) - Counter(move=before + 1, start=1)
    away.goto("/")
    wait_until(lambda: away.title().startswith("(1)"), 10, "the title says that a table waits")
    away.goto("about:blank")

    # The time runs out: the player is reminded twice, then a stand-in plays, and the others see it.
    for number, hours in enumerate(HOURS):
        time.sleep(SECOND)
        pass_time(server.data / "regnum.db", party.table, hours, late)
        if number < 2:
            wait_until(lambda number=number: party.kinds(late)["time"] == number + 1, 20, "the player is reminded")  # type: ignore[misc]
    for at in others:
        pages[at].locator("#strip .stand-in").wait_for(timeout=60_000)
    first = pages[others[0]]
    send_message(first, "Where are you?")
    shown = entry_count(first)
    party.play_until(lambda: entry_count(first) > shown + 1 or is_finished(first), others)
    assert party.kinds(late)["time"] == 2
    assert not any(party.kinds(at)["time"] for at in others), "only one player was reminded"

    # The player returns by the link, takes the seat with one click, sees the chat, and plays.
    away.goto(called["url"])
    away.locator("#do-return").wait_for()
    assert buttons(away).count() == 0
    wait_for_message(away, "Where are you?")
    away.locator("#do-return").click()
    away.locator("#do-return").wait_for(state="detached", timeout=60_000)
    for at in others:
        wait_until(lambda at=at: pages[at].locator("#strip .stand-in").count() == 0, 20, "the others see it")  # type: ignore[misc]
    send_message(away, "Back again")
    for at in others:
        wait_for_message(pages[at], "Back again")
        assert len(message_texts(pages[at])) == people + 2, "each line once"
    party.play_until(lambda: buttons(away).count() > 0 or is_finished(away), others)
    assert not is_finished(away), "it is over days"
    party.move(late)
    assert {key for got in receiver.received for key in json.loads(got.body)} <= CALLED
