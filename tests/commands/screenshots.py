"""Save screenshots of every game at four moments in all sizes, from games that steady bots play.

    python -m tests.commands.screenshots FOLDER [--game khan] [--language uk]

Each picture shows a game in one size: side by side at the start, after a third, after two thirds, and at the end.
"""

import argparse
import os
import sys
import tempfile
from base64 import b64encode
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, sync_playwright

from regnum.arena.game_runner import choose_checked
from regnum.core.game import game_of
from regnum.core.text.ledger import LANGUAGES
from regnum.games import find_game
from regnum.players import make_player
from tests.commands.layout_overlaps import GAMES, SECRET, Position, PositionBrowser
from tests.support.browser.layout import SIZES
from tests.support.server.server_process import Server
from tests.support.store.stored_tables import seats, store, stored_table_of

MOMENTS: Final = (0.02, 0.34, 0.67, 1.0)
"""The parts of a game after which screenshots are made."""


def moments(game: str, language: str, guest: str, seed: int = 1) -> list[Position]:
    """Return the positions at the moments of a game of steady bots; the guest has the seat to act."""
    id_, players, options = GAMES[game][0]
    state = find_game(id_).new_state(players, seed, **options)
    bots = [make_player("greedy", seed * 9 + seat) for seat in range(players)]
    entries: list[tuple[int, str]] = []
    seen = [state.clone()]
    while not state.is_terminal:
        player = state.players_to_act[0]
        action = choose_checked(bots[player], state.observed_by(player), state.legal_actions(player))
        state.submit(action, player)
        entries.append((player, action.text))
        seen.append(state.clone())
    result: list[Position] = []
    for part in MOMENTS:
        at = round(part * len(entries))
        seat = (*seen[at].players_to_act, 0)[0]
        seat_rows = seats(game_of(seen[at]), players, seat, guest, language=language)
        result.append(Position(stored_table_of(seen[at], seat_rows, guest, entries[:at], seed), language))
    return result


def beside_each_other(page: Page, pictures: Sequence[bytes], whole: Path) -> None:
    """Join pictures side by side."""
    images = [f'<img src="data:image/png;base64,{b64encode(picture).decode()}">' for picture in pictures]
    page.set_content(f"<body style='margin:0;display:flex;gap:12px;background:#777'>{''.join(images)}</body>")
    page.locator("body").screenshot(path=whole)


def main() -> int:
    """Save the screenshots."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--game", action="append", choices=list(GAMES), help="only this; may be given again")
    parser.add_argument("--language", choices=LANGUAGES, default="en")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "data", bot_delay=3600.0, environment={"REGNUM_SECRET": SECRET}).start()
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("REGNUM_BROWSER"), args=["--no-sandbox", "--disable-gpu"]
        )
        position_browser = PositionBrowser(server, browser)
        paper = browser.new_page(viewport={"width": 9000, "height": 1400})
        for game in arguments.game or GAMES:
            chosen = moments(game, arguments.language, position_browser.guest)
            store(server, [one.table for one in chosen])
            for width, height in SIZES:
                shots: list[bytes] = []
                for position in chosen:
                    page = position_browser.open(position, (width, height))
                    page.wait_for_timeout(1000)
                    shots.append(page.screenshot())
                    page.close()
                paper.set_viewport_size({"width": 4 * width + 36, "height": height})
                beside_each_other(paper, shots, arguments.folder / f"{game}-{width}x{height}.png")
            print(game, file=sys.stderr, flush=True)
        position_browser.close()
        browser.close()
        server.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
