"""Fixtures for people at a table, each with a browser profile."""

import secrets
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from regnum.core.game import game_of
from regnum.core.rules.state import State
from regnum.web.http.cookies import cookie_name, sign_cookie
from tests.support.browser.page import DESKTOP, EXPECTED, LOCALES, Enter, wait_for_fonts
from tests.support.games.positions import Position, position
from tests.support.server.server_process import Server
from tests.support.store.stored_tables import SAME, seats, store, stored_table_of
from tests.support.web.apps import SECRET


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose bots do not pause, and whose key the tests know."""
    running = Server(tmp_path_factory.mktemp("data"), environment={"REGNUM_SECRET": SECRET}).start()
    yield running
    running.stop()


@pytest.fixture
def enter(browser: Browser, server: Server) -> Iterator[Enter]:
    """Yield a function that opens a page in a new browser profile. At the end no console may have errors.

    `playback`: at which pace they see moves of others that come quickly; by default at once. `at`: a position of the
    library, or a state, whose table they see; `seat`: theirs, by default the one that is asked; `others`: who sits in
    the other seats, as in `seats`; `name`: the table's id: with the same one its bots play the same again. The service
    worker stays out, so that tests can get between a page and the server.
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def come(
        language: str = "en",
        size: tuple[int, int] = DESKTOP,
        playback: str = "off",
        at: str | Position | State | None = None,
        others: str | None = SAME,
        seat: int | None = None,
        name: str | None = None,
        **more: Any,
    ) -> Page:
        context = browser.new_context(
            **{"base_url": server.address, "service_workers": "block", **more},
            locale=LOCALES[language],
            viewport={"width": size[0], "height": size[1]},
        )
        paced = f"document.documentElement.dataset.playback = '{playback}'"
        context.add_init_script(f"document.addEventListener('readystatechange', () => {paced})")
        contexts.append(context)
        page = context.new_page()
        page.on(
            "console", lambda message: complaints.append(message.text) if message.type in ("error", "warning") else None
        )
        page.on("pageerror", lambda error: complaints.append(str(error)))
        if at is not None:
            sit_down(page, at, others, language, seat, name)
        return page

    def sit_down(
        page: Page, at: str | Position | State, others: str | None, language: str, seat: int | None, name: str | None
    ) -> None:
        guest = secrets.token_hex(16)
        if isinstance(at, str | Position):
            table = (position(at) if isinstance(at, str) else at).table(guest, others, language, seat)
        else:
            own_seat = seat if seat is not None else (*at.players_to_act, 0)[0]
            sitting = seats(game_of(at), at.players, own_seat, guest, others, language)
            is_start = at == at.game.new_state(at.players, at.seed, **at.options)
            table = stored_table_of(at, sitting, guest, entries=[] if is_start else None, name=name)
        store(server, [table])
        cookie = {"name": cookie_name("guest", SECRET), "value": sign_cookie(guest, SECRET), "url": server.address}
        page.context.add_cookies([cookie])  # type: ignore[list-item]
        page.goto(f"/table/{table.row.id}")
        wait_for_fonts(page)

    yield come
    for context in contexts:
        context.close()
    assert [said for said in complaints if not any(part in said for part in EXPECTED)] == []
