"""How the server reacts to signals, and what it prints when it is ready."""

import asyncio
import signal
from collections.abc import Sequence

import pytest
import uvicorn

from regnum.web.server import run


def server_of(closed: list[str], address: str = "", others: str = "", open_browser: bool = False) -> run._Server:
    """Return a server that notes in `closed` that it has closed its streams."""

    async def app(*_: object) -> None: ...

    config = uvicorn.Config(app, log_config=None)  # with one, logging would close the handlers of all other tests
    return run._Server(config, address, others, open_browser, lambda: closed.append("closed"))


@pytest.mark.parametrize(
    ("signals", "forced"),
    [
        ([signal.SIGINT], False),
        ([signal.SIGTERM], False),
        ([signal.SIGINT, signal.SIGINT], True),
        ([signal.SIGTERM, signal.SIGINT], True),
        ([signal.SIGINT, signal.SIGTERM], False),
        ([signal.SIGTERM, signal.SIGTERM], False),
    ],
)
def test_only_a_second_interrupt_does_not_wait_for_open_requests(signals: Sequence[int], forced: bool) -> None:
    closed: list[str] = []
    server = server_of(closed)
    assert (server.should_exit, server.force_exit) == (False, False)
    for number in signals:
        server.handle_exit(number, None)
    assert (server.should_exit, server.force_exit) == (True, forced)
    assert len(closed) == len(signals), "live streams end at once"


@pytest.mark.parametrize(
    ("started", "address", "others", "printed"),
    [
        (True, "http://a", "", "The table is open: http://a  (stop with Ctrl+C)\n"),
        (True, "http://a", "http://b", "The table is open: http://a and for others http://b  (stop with Ctrl+C)\n"),
        (True, "", "http://b", ""),
        (False, "http://a", "", ""),
    ],
)
def test_address_is_printed_once_the_server_is_ready(
    started: bool,
    address: str,
    others: str,
    printed: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    opened: list[str] = []

    async def startup(server: uvicorn.Server, sockets: object = None) -> None:
        server.started = started

    monkeypatch.setattr(uvicorn.Server, "startup", startup)
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr("gc.freeze", lambda: None)
    for open_browser in (True, False):
        asyncio.run(server_of([], address, others, open_browser).startup())
    assert capsys.readouterr().out == printed * 2
    assert opened == ([address] if printed else [])
