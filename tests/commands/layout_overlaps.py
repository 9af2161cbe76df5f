"""Check that nothing is covered, cut off or out of sight at random positions of all games.

    python -m tests.commands.layout_overlaps --positions 200 [--pictures FOLDER]

It plays random games and opens a table at random entries of each in Chromium, in all languages in turn and with the
longest possible names. It measures the page in six window sizes, at two font sizes, and with foldable parts closed and
open. tests/support/browser/layout.js defines what is measured and which overlaps are allowed. The exit code is 1 if
there are faults; `--pictures` saves a screenshot of each kind.
"""

import argparse
import os
import random
import secrets
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from regnum.core.game import game_of
from regnum.core.text.ledger import LANGUAGES
from regnum.games import find_game
from regnum.web.http.cookies import cookie_name, sign_cookie
from tests.support.browser.layout import SIZES, Size, layout_faults
from tests.support.server.server_process import Server
from tests.support.store.stored_tables import StoredTable, seats, store, stored_table_of

SECRET: Final = "a key for measuring, long enough"
LOCALES: Final = {"en": "en-GB", "de": "de-DE", "uk": "uk-UA"}
GAMES: Final[dict[str, list[tuple[str, int, dict[str, Any]]]]] = {
    "brian_boru": [("brian_boru", 5, {}), ("brian_boru", 4, {}), ("brian_boru", 3, {})],
    "khan": [("khan", 4, {}), ("khan", 3, {"board": "steppe"}), ("khan", 2, {})],
    "rurik": [("rurik", 4, {}), ("rurik", 3, {"goods": "tokens"}), ("rurik", 2, {})],
    "rurik_solo": [("rurik", 1, {}), ("rurik", 1, {"level": "very_hard", "solo_agendas": "one"})],
    "wallenstein": [
        ("wallenstein", 5, {"court": True, "landsknechte": True}),
        ("wallenstein", 4, {}),
        ("wallenstein", 5, {"court": True}),
        ("wallenstein", 3, {"landsknechte": True}),
    ],
}
PAGE_TIMEOUT: Final = 180_000
"""The maximum milliseconds to load a page on a busy machine."""
POSITIONS_PER_GAME: Final = 4
"""The number of positions measured in each random game."""


@dataclass(frozen=True)
class Position:
    """A table at an entry of a random game, and the language of its page."""

    table: StoredTable
    language: str

    def __str__(self) -> str:
        row, entry = self.table.row, len(self.table.entries)
        return f"{row.game} {row.players} seed {row.seed} entry {entry} {self.language}"


def positions(game: str, count: int, dice: random.Random, guest: str) -> Iterator[Position]:
    """Yield this number of positions of random games, including the end of the first game of each setting."""
    number = 0
    while number < count:
        id_, players, options = GAMES[game][number // POSITIONS_PER_GAME % len(GAMES[game])]
        seed = dice.randrange(10**6)
        state = find_game(id_).new_state(players, seed, **options)
        seen = [state.clone()]
        entries: list[tuple[int, str]] = []
        while not state.is_terminal:
            player = dice.choice(state.players_to_act)
            action = dice.choice(state.legal_actions(player))
            state.apply(action, player)
            entries.append((player, action.text))
            seen.append(state.clone())
        chosen = [dice.randrange(len(seen) - 1) for _ in range(POSITIONS_PER_GAME)]
        if number // POSITIONS_PER_GAME < len(GAMES[game]):
            chosen[-1] = len(entries)
        for at in chosen[: count - number]:
            language = LANGUAGES[number % len(LANGUAGES)]
            acting = seen[at].players_to_act
            seat = dice.choice(acting) if acting and dice.random() < 0.8 else dice.choice([*range(players), None])
            seat_rows = seats(game_of(seen[at]), players, seat, guest, language=language)
            yield Position(stored_table_of(seen[at], seat_rows, guest, entries[:at], seed), language)
            number += 1


@dataclass
class Faults:
    """A fault: how often it occurred, and where first."""

    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    first: dict[tuple[str, str], str] = field(default_factory=dict)
    measured: int = 0

    def lines(self) -> list[str]:
        """Return all faults, the most frequent first."""
        return [
            f"{times:5}  {kind}: {what}\n       {self.first[kind, what]}"
            for (kind, what), times in self.counts.most_common()
        ]


class PositionBrowser:
    """A server with positions, and a browser that measures their pages."""

    def __init__(self, server: Server, browser: Browser, pictures: Path | None = None) -> None:
        self.server = server
        self.browser = browser
        self.guest = secrets.token_hex(16)
        self.pictures = pictures
        self.found = Faults()
        self._contexts: dict[str, BrowserContext] = {}

    def close(self) -> None:
        """Close the browser."""
        for context in self._contexts.values():
            context.close()

    def _context(self, language: str) -> BrowserContext:
        result = self._contexts.get(language)
        if result is None:
            result = self._contexts[language] = self.browser.new_context(
                base_url=self.server.address, locale=LOCALES[language]
            )
            result.set_default_timeout(PAGE_TIMEOUT)
            cookies = {cookie_name("guest", SECRET): sign_cookie(self.guest, SECRET), "regnum_look": "playback=off"}
            for name, value in cookies.items():
                result.add_cookies([{"name": name, "value": value, "url": self.server.address}])
        return result

    def look(self, game: str, count: int, dice: random.Random, sizes: Sequence[Size] = SIZES) -> Iterator[Position]:
        """Measure this number of positions of a game and yield each afterwards."""
        for number, position in enumerate(self.store(game, count, dice)):
            page = self.open(position)
            for at, size in enumerate(sizes):
                self._note(
                    page, f"{position}, {size[0]}x{size[1]}, {number + at}", layout_faults(page, size, number + at)
                )
            page.close()
            yield position

    def store(self, game: str, count: int, dice: random.Random) -> list[Position]:
        """Store this number of positions of a game and return them."""
        chosen = list(positions(game, count, dice, self.guest))
        store(self.server, [one.table for one in chosen])
        return chosen

    def open(self, position: Position, size: Size | None = None) -> Page:
        """Open the page of a stored position in a window of this size."""
        page = self._context(position.language).new_page()
        if size:
            page.set_viewport_size({"width": size[0], "height": size[1]})
        page.goto(f"/table/{position.table.row.id}")
        page.evaluate("document.fonts.ready")
        return page

    def _note(self, page: Page, where: str, wrong: Sequence[tuple[str, str, str]]) -> None:
        self.found.measured += 1
        for kind, what, who in wrong:
            self.found.counts[kind, what] += 1
            if (kind, what) not in self.found.first:
                self.found.first[kind, what] = f"{where}: {who}"
                print(f"\n{kind}: {what}\n    {where}: {who}", file=sys.stderr, flush=True)
                if self.pictures:
                    page.screenshot(path=self.pictures / f"{len(self.found.first):03}.png")


def main() -> int:
    """Measure the pages, print the faults, and return 1 if there are any."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--positions", type=int, default=200, help="of each game (200)")
    parser.add_argument("--game", action="append", choices=list(GAMES), help="only this; may be given again")
    parser.add_argument(
        "--size", action="append", choices=[f"{w}x{h}" for w, h in SIZES], help="only this; may be given again"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pictures", type=Path, help="a folder for a picture of each kind of fault")
    arguments = parser.parse_args()
    if arguments.pictures:
        arguments.pictures.mkdir(parents=True, exist_ok=True)
    sizes = [size for size in SIZES if not arguments.size or f"{size[0]}x{size[1]}" in arguments.size]
    environment = {"REGNUM_SECRET": SECRET}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "data", bot_delay=3600.0, environment=environment).start()
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("REGNUM_BROWSER"), args=["--no-sandbox", "--disable-gpu"]
        )
        position_browser = PositionBrowser(server, browser, arguments.pictures)
        for game in arguments.game or GAMES:
            dice = random.Random(f"{arguments.seed} {game}")
            for number, _ in enumerate(position_browser.look(game, arguments.positions, dice, sizes), 1):
                if sys.stderr.isatty() or number % 20 == 0:
                    print(f"\r{game}: {number} of {arguments.positions}", end="", file=sys.stderr, flush=True)
            print(file=sys.stderr)
        position_browser.close()
        browser.close()
        server.stop()
    result = position_browser.found
    print("\n".join(result.lines()))
    print(f"{result.measured} pages measured, {len(result.counts)} kinds of faults")
    return 1 if result.counts else 0


if __name__ == "__main__":
    sys.exit(main())
