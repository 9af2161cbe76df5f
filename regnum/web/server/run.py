"""Running the server: initial checks, then serving until it is stopped."""

import asyncio
import gc
import signal
import socket
import sys
import time
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import Final

import uvicorn

from regnum.games import game_ids
from regnum.web.app import create_app
from regnum.web.server.connections import (
    BACKLOG,
    KEEP_ALIVE,
    NON_STREAM_DESCRIPTORS,
    RESERVED_DESCRIPTORS,
    Connection,
    DescriptorLimitHandler,
    raise_descriptors,
)
from regnum.web.server.probe import has_tables_now, probe_now
from regnum.web.server.supervisor import supervise
from regnum.web.settings import Settings, database_url, describe_missing_key, has_key, is_loopback
from regnum.web.telemetry import log_to_stderr, remove_process

SHUTDOWN_TIMEOUT: Final = 2
"""Seconds until open connections are closed when the server stops."""


CONTAINER: Final = (Path("/.dockerenv"), Path("/run/.containerenv"))
"""Files that exist only in containers."""


class ServerStartError(ValueError):
    """The server cannot start; the message gives the reason in one line."""


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    database: str | None = None,
    open_browser: bool = False,
    origin: str | None = None,
    workers: int = 1,
    proxies: str | None = None,
    new_key: bool = False,
) -> None:
    """Run the server until it is stopped.

    Raises ServerStartError if the address is taken or the database cannot be used. `origin`: the base URL of shared
    links; by default REGNUM_ORIGIN, or else that of the current page. `workers`: the number of processes that share the
    work as one server. `proxies`: the reverse proxies that report the client's address; by default REGNUM_PROXY, or
    else none. `new_key`: allow a new key even if there are tables, whose guests then need new links.
    """
    listener = _listen(host, port)
    try:
        try:
            if not new_key and not has_key() and has_tables_now(database_url(database)):
                raise ServerStartError(": ".join(describe_missing_key()))
            settings = Settings.load(database, origin, proxies, new_key)
            for remark in probe_now(settings.database, settings.data, settings.secret, new_key):
                print(f"regnum serve: {remark}", file=sys.stderr, flush=True)
            game_ids()
        except ValueError as error:
            raise ServerStartError(str(error)) from None
        if workers == 1:
            _serve(listener, host, settings, open_browser)
        else:
            supervise(
                workers,
                lambda first: _serve(listener, host, settings, open_browser and first, quiet=not first),
                remove_process,
            )
    finally:
        listener.close()


def _serve(listener: socket.socket, host: str, settings: Settings, open_browser: bool, quiet: bool = False) -> None:
    """Serve in this process. `quiet`: don't print the URL."""
    log_to_stderr(settings.log, settings.log_level)
    own, nearby = addresses(listener, host)
    app = create_app(replace(settings, nearby=nearby))
    others = settings.origin or nearby
    Connection.max_connections = max(raise_descriptors() - NON_STREAM_DESCRIPTORS, RESERVED_DESCRIPTORS)
    config = uvicorn.Config(
        app,
        http=Connection,
        ws="none",
        log_config=None,
        log_level="warning",
        access_log=False,
        backlog=BACKLOG,
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=SHUTDOWN_TIMEOUT,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies,
    )
    address = "" if quiet else f"{own}/"
    _Server(config, address, f"{others}/" if others else "", open_browser, app.state.tables.close_streams).run(
        sockets=[listener]
    )


def addresses(listener: socket.socket, host: str) -> tuple[str, str]:
    """Return the server's URL for this machine, and its URL for others if it listens on all networks (else "")."""
    bound, port = listener.getsockname()[:2]
    if bound not in ("0.0.0.0", "::"):
        return f"http://{_bracket_ipv6(host)}:{port}", ""
    own = "127.0.0.1" if bound == "0.0.0.0" else "[::1]"
    nearby = _own_address(listener.family)
    return f"http://{own}:{port}", f"http://{_bracket_ipv6(nearby)}:{port}" if nearby else ""


def _bracket_ipv6(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _own_address(family: int) -> str:
    """Return this machine's address in its network, or "" if it is unknown. Connecting a datagram socket sends nothing.

    In a container the result is "", because a container's address is reachable only from its machine.
    """
    if any(path.exists() for path in CONTAINER):
        return ""
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1" if family == socket.AF_INET else "2001:db8::1", 9))
            address = str(probe.getsockname()[0])
    except OSError:
        return ""
    return "" if is_loopback(address) or "%" in address else address


def _listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens on an address; raises ServerStartError with the reason in one line."""
    if not 0 <= port <= 65535:
        raise ServerStartError(f"port {port} is not a number from 0 to 65535")
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError):
        raise ServerStartError(f"there is no address {host!r} on this machine") from None
    listener = socket.socket(family, kind, protocol)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(BACKLOG)
    except (OSError, OverflowError) as error:
        listener.close()
        hint = "is it running already? Choose another port" if getattr(error, "errno", 0) in _TAKEN else str(error)
        raise ServerStartError(f"cannot listen on {host}:{port}: {hint}") from None
    listener.set_inheritable(True)
    return listener


_TAKEN: Final = frozenset({48, 98, 10048})  # EADDRINUSE on macOS, Linux and Windows


class _Server(uvicorn.Server):
    """Prints the URL once the server is ready, closes stalled connections, and ends live streams when it stops."""

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
        asyncio.get_running_loop().set_exception_handler(DescriptorLimitHandler())
        await super().startup(sockets)
        gc.freeze()  # otherwise each collection would scan these objects again, which takes a tenth of a second
        if self.started and self._address:
            others = f" and for others {self._others}" if self._others else ""
            with suppress(OSError):  # the server can run without its output
                print(f"The table is open: {self._address}{others}  (stop with Ctrl+C)", flush=True)
            if self._open_browser:
                webbrowser.open(self._address)

    async def on_tick(self, counter: int) -> bool:
        if counter % 10 == 0:  # once a second
            now = time.monotonic()
            for connection in list(self.server_state.connections):
                if isinstance(connection, Connection):
                    connection.check_timeouts(now)
        return await super().on_tick(counter)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._close_streams()
        if self.should_exit and sig == signal.SIGINT:
            self.force_exit = True
        self.should_exit = True
