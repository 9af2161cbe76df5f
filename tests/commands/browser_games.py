"""Play whole games in Chromium by a single kind of input: clicks on the board, the keyboard, or touch on a phone.

    python -m tests.commands.browser_games --games khan,rurik --inputs click,keys,touch

Each game is played to its end against bots, without opening the folded list of buttons: the board must offer them all.
"""

import argparse
import random
import re
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from html import unescape
from pathlib import Path
from typing import Any, Final

import httpx
from playwright.sync_api import Locator, Page, sync_playwright
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.support.browser import khan_table
from tests.support.browser.page import (
    DESKTOP,
    PHONE,
    act_and_wait,
    entry_count,
    is_finished,
    keep_cards,
    wait_for_entry_count,
    wait_for_turn,
    wait_until,
)
from tests.support.server.server_process import Server

GAMES: Final = {"brian_boru": 3, "khan": 2, "rurik": 2, "wallenstein": 3}
"""The number of players of each game."""
INPUTS: Final = ("click", "keys", "touch")
READ_BUTTONS: Final = """[...document.querySelectorAll('#choices button')].map((button) => ({
    id: button.id, value: button.value, target: button.dataset.target || "",
    listed: button.closest("#choice-list") !== null,
}))"""
FIND_FREE_POINT: Final = """async place => {
    const frame = () => new Promise(requestAnimationFrame);
    const box = () => place.getBoundingClientRect();
    let before;
    do {
        before = JSON.stringify(box());
        await frame();
        await frame();
    } while (JSON.stringify(box()) !== before);
    const {x, y, width, height} = box();
    const spots = [];
    for (let across = 1; across < 16; across++) {
        for (let down = 1; down < 16; down++) spots.push([x + width * across / 16, y + height * down / 16]);
    }
    const far = (spot) => Math.hypot(spot[0] - x - width / 2, spot[1] - y - height / 2);
    const met = (spot) => {
        const hit = document.elementFromPoint(...spot);
        const target = hit?.closest("[data-target]");
        return place.contains(hit) && (target === place || !place.contains(target));
    };
    const spot = spots.sort((one, other) => far(one) - far(other)).find(met);
    return spot ? [spot] : [];
}"""
"""Waits until a place does not move, and returns its uncovered point that is closest to its middle, if there is one."""
READ_HIGHLIGHTED: Final = "[...document.querySelectorAll('#choices .is-matching')].map((button) => button.id)"


class PagePlayer:
    """A player at a page who uses one kind of input only."""

    def __init__(self, page: Page, input_kind: str, seed: int) -> None:
        self.page: Final = page
        self.input_kind: Final = input_kind
        self.dice: Final = random.Random(seed)
        self.moves = 0
        page.set_default_timeout(20_000)

    def play(self, moves: int = 0) -> None:
        """Play this number of moves (0: to the end)."""
        while wait_for_turn(self.page) and not (moves and self.moves >= moves):
            self.move()
            self.moves += 1

    def play_quickly(self, questions: int | None = None) -> None:
        """Play to the end.

        The first time, each kind of decision is made on the page, up to `questions` kinds (all by default). Later
        decisions are sent without a page.
        """
        page, path, done = self.page, self.page.url, set[str]()
        cookies = {one.get("name", ""): one.get("value", "") for one in page.context.cookies()}
        deadline = time.monotonic() + 300
        with httpx.Client(cookies=cookies) as client:
            while 'id="final-scoring"' not in (text := client.get(path).text):
                assert time.monotonic() < deadline, f"the game is not over after {self.moves} moves"
                offered = [unescape(action) for action in re.findall(r'name="action" value="(?!undo)([^"]+)"', text)]
                kinds = {action.split()[0] for action in offered}
                if not offered:  # bots are playing
                    time.sleep(0.02)
                elif questions != 0 and not kinds <= done:
                    done |= kinds
                    questions = questions and questions - 1
                    if page.url != path:
                        page.goto(path)
                    if wait_for_turn(page):
                        self.move()
                else:
                    if page.url == path:
                        page.goto("about:blank")
                    form = {
                        name: re.findall(f'name="{name}" value="([^"]+)"', text)[0]
                        for name in ("_csrf_token", "entry_count")
                    }
                    chosen = self.dice.choice(offered)
                    client.post(f"{path}/act", data={**form, "action": chosen, "confirmed": chosen})
                self.moves += 1
        page.goto(path)

    def move(self) -> None:
        """Take a legal action."""
        page = self.page
        offered = page.evaluate(READ_BUTTONS)
        highlighted = page.evaluate(READ_HIGHLIGHTED)  # may still be highlighted from the previous move
        moves = [offer for offer in offered if offer["value"] not in ("change", "stop", "pass", "forfeit")]
        moves = [offer for offer in moves if offer["id"] in highlighted] or moves
        chosen = self.dice.choice(moves or offered)
        kind = chosen["value"].split()[0]
        if kind == "lay":
            self.lay()
        elif kind == "keep" and page.locator("#keep-button").count():
            keep_cards(page, self.use)
        elif kind == "place" and page.locator("#placing").count():
            act_and_wait(page, lambda: self.place(chosen["value"]), chosen["value"])
        elif kind == "invade":
            act_and_wait(page, lambda: self.invade(chosen["target"]), chosen["value"])
        else:
            start = entry_count(page)
            act_and_wait(page, lambda: self.point_or_press(chosen), f"{self.input_kind}: {chosen['value']}")
            if kind == "conquer":
                wait_for_entry_count(page, start + 2)  # the most valuable tile is taken immediately

    def use(self, place: Locator) -> None:
        """Click, tap, or press Enter on a place; on a small board, the first tap zooms in or aims."""
        if self.input_kind == "keys":
            place.focus()
            assert place.evaluate("place => place === document.activeElement && place.tabIndex >= 0"), place
            self.page.keyboard.press("Enter")
            return
        if self.input_kind == "touch":
            self.page.wait_for_timeout(120)  # the page settles; no user taps faster than this
        self.page.locator("#show-whole-map").evaluate("whole => whole.hidden || whole.click()")
        self.point(place)
        if (
            self.page.locator("#show-whole-map").is_visible()
            or self.page.locator("#board.is-tapped, .card.is-lifted").count()
        ):
            self.point(place)  # the first tap zoomed in, aimed or lifted

    def point(self, place: Locator) -> None:
        """Click or tap on a place where nothing covers it."""
        spots: list[list[float]] = []

        def is_met() -> bool:
            place.scroll_into_view_if_needed()
            spots[:] = place.evaluate(FIND_FREE_POINT)
            return bool(spots)

        wait_until(is_met, 5, f"a place that nothing covers on {place}")
        (self.page.touchscreen.tap if self.input_kind == "touch" else self.page.mouse.click)(*spots[0])

    def point_or_press(self, chosen: dict[str, Any]) -> None:
        """Point at all places of an action; press its button only if it is visible."""
        kind = chosen["value"].split()[0]
        place = None
        for part in () if chosen["id"] in self.page.evaluate(READ_HIGHLIGHTED) else chosen["target"].split():
            place = self.place_of(part.split("|"))
            if place is None:
                break
            self.use(place)
            play = self.page.locator(".laying-bar .lay")
            if kind == "play" and play.is_visible():  # a special card first explains its effect
                self.use(play)
                return
            highlighted = self.page.evaluate(READ_HIGHLIGHTED)
            if not highlighted:
                return
            if chosen["id"] not in highlighted:
                chosen = next(offer for offer in self.page.evaluate(READ_BUTTONS) if offer["id"] in highlighted)
        button = self.page.locator(f"[id='{chosen['id']}']")
        if place is not None and not button.is_visible():
            self.use(place)  # a second time, to confirm
        elif self.page.evaluate(READ_HIGHLIGHTED) or not chosen["listed"]:
            self.use(button)
        else:
            raise AssertionError(f"{chosen['value']} stands in the folded list only, at {chosen['target']!r}")

    def place_of(self, names: Sequence[str]) -> Locator | None:
        """Return the first of these places that is visible outside the list; None if none is."""
        for name in names:
            for place in self.page.locator(f"[data-target='{name}']:not(button[name=action])").all():
                with suppress(PlaywrightTimeout):
                    if place.is_visible():
                        return place
        return None

    def place(self, value: str) -> None:
        """Place an advisor by clicking on the advisor, each coin of the bribe, and the column."""
        _, power, column, bribe = re.split(r"[ -]", value)
        advisor = self.page.locator(f"#advisor-{power}")
        if advisor.get_attribute("aria-pressed") != "true":
            self.use(advisor)
        for _ in range(int(bribe)):
            self.use(self.page.locator("#bribe-more"))
        self.use(self.page.locator(f"#column-{column}"))

    def invade(self, card: str) -> None:
        """Play a card by choosing it and the cell to which the yurt goes."""
        self.use(self.page.locator(f".hand [data-target='{card}']"))
        start = entry_count(self.page)
        self.use(self.dice.choice(self.page.locator(".invade.is-open").all()))
        wait_for_entry_count(self.page, start + 2)

    def lay(self) -> None:
        """Lay the tile in hand."""
        if self.input_kind == "touch":
            khan_table.lay_tile_by_touch(self.page)
        else:
            khan_table.lay_tile(self.page, 0 if self.input_kind == "keys" else 1)


def sit_down(page: Page, game: str) -> None:
    """Open a table against bots."""
    page.goto(f"/new/{game}")
    page.locator("#name").fill("Ann")
    page.locator(f"input[name=players][value='{GAMES[game]}']").check(force=True)
    for seat in range(1, GAMES[game]):
        page.locator(f"#seat-{seat}").select_option("bot:random")
    page.locator("form.form button.strong").click()
    page.wait_for_url("**/table/*")


def main() -> int:
    """Play the games and print the results; return 1 if a move was impossible on the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--inputs", default=",".join(INPUTS))
    parser.add_argument("--browser", default="/usr/bin/chromium", help="the path of a Chromium")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as tool:
        server = Server(Path(folder) / "data").start()
        browser = tool.chromium.launch(executable_path=arguments.browser, args=["--no-sandbox", "--disable-gpu"])
        for game in arguments.games.split(","):
            for input_kind in arguments.inputs.split(","):
                width, height = PHONE if input_kind == "touch" else DESKTOP
                context = browser.new_context(
                    base_url=server.address,
                    viewport={"width": width, "height": height},
                    has_touch=input_kind == "touch",
                    locale="en-GB",
                )
                context.add_cookies([{"name": "regnum_look", "value": "playback=off", "url": server.address}])
                page = context.new_page()
                player = PagePlayer(page, input_kind, arguments.seed)
                try:
                    sit_down(page, game)
                    player.play()
                    wait_until(partial(is_finished, page), 10, "the end")
                    print(f"{game} by {input_kind}: {player.moves} moves to the end", flush=True)
                except (AssertionError, PlaywrightTimeout) as error:
                    failed += 1
                    print(f"{game} by {input_kind}: after {player.moves} moves: {str(error)[:300]}", flush=True)
                    page.screenshot(path=f"build/whole-{game}-{input_kind}.png")
                context.close()
        browser.close()
        server.stop()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
