"""Running the table: checks what can be checked beforehand, then serves until it is stopped."""

import signal
import socket
import webbrowser
from collections.abc import Callable
from dataclasses import replace
from types import FrameType
from typing import Final

import uvicorn

from regnum.core.registry import game_ids
from regnum.web.app import create_app
from regnum.web.settings import Settings, is_loopback
from regnum.web.store import probe_now

GOODBYE: Final = 2
"""Seconds that open connections have to end when the server stops."""


class CannotServe(ValueError):
    """The server cannot start; the message says why, in one line."""


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    database: str | None = None,
    open_browser: bool = False,
    origin: str | None = None,
) -> None:
    """Serve the table until it is stopped; CannotServe if the address is taken or the database cannot be used.

    `origin`: the address with which links for others begin, else REGNUM_ORIGIN, else that of the page they stand on.
    """
    listener = _listen(host, port)
    try:
        try:
            settings = Settings.load(database, origin)
            probe_now(settings.database)
            game_ids()
        except ValueError as error:
            raise CannotServe(str(error)) from None
        own, nearby = addresses(listener, host)
        app = create_app(replace(settings, nearby=nearby))
        others = settings.origin or nearby
        config = uvicorn.Config(app, log_level="warning", access_log=False, timeout_graceful_shutdown=GOODBYE)
        _Server(config, f"{own}/", f"{others}/" if others else "", open_browser, app.state.tables.close_streams).run(
            sockets=[listener]
        )
    finally:
        listener.close()


def addresses(listener: socket.socket, host: str) -> tuple[str, str]:
    """Return where the table is for this machine and, if it listens to all networks, for others ("" if for nobody)."""
    bound, port = listener.getsockname()[:2]
    if bound not in ("0.0.0.0", "::"):
        return f"http://{_in_address(host)}:{port}", ""
    own = "127.0.0.1" if bound == "0.0.0.0" else "[::1]"
    nearby = _own_address(listener.family)
    return f"http://{own}:{port}", f"http://{_in_address(nearby)}:{port}" if nearby else ""


def _in_address(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _own_address(family: int) -> str:
    """Return this machine's address in its network, or "". A datagram socket that is connected has sent nothing yet."""
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1" if family == socket.AF_INET else "2001:db8::1", 9))
            found = str(probe.getsockname()[0])
    except OSError:
        return ""
    return "" if is_loopback(found) or "%" in found else found


def _listen(host: str, port: int) -> socket.socket:
    """Return a socket bound to the address, or say in one line why there is none."""
    if not 0 <= port <= 65535:
        raise CannotServe(f"port {port} is not a number from 0 to 65535")
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError):
        raise CannotServe(f"there is no address {host!r} on this machine") from None
    listener = socket.socket(family, kind, protocol)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(2048)
    except (OSError, OverflowError) as error:
        listener.close()
        hint = "is it running already? Choose another port" if getattr(error, "errno", 0) in _TAKEN else str(error)
        raise CannotServe(f"cannot listen on {host}:{port}: {hint}") from None
    listener.set_inheritable(True)
    return listener


_TAKEN: Final = frozenset({48, 98, 10048})  # EADDRINUSE on macOS, Linux and Windows


class _Server(uvicorn.Server):
    """Says where the table is once it is open, and ends the live streams as soon as it is told to stop."""

    def __init__(
        self,
        config: uvicorn.Config,
        address: str,
        others: str,
        open_browser: bool,
        close_streams: Callable[[], None],
    ) -> None:
        super().__init__(config)
        self._close_streams: Final = close_streams
        self._address: Final = address
        self._others: Final = others
        self._open_browser: Final = open_browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            others = f" and for others {self._others}" if self._others else ""
            print(f"The table is open: {self._address}{others}  (stop with Ctrl+C)", flush=True)
            if self._open_browser:
                webbrowser.open(self._address)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._close_streams()
        if self.should_exit and sig == signal.SIGINT:
            self.force_exit = True
        self.should_exit = True
