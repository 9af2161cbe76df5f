"""Simulated users at tables, each with an open stream, who post moves like the web page.

They use asyncio's transports directly, as the load generator must use less CPU time than the server.
"""

import asyncio
import random
import re
import zlib
from collections.abc import Callable, Iterator
from html import unescape
from time import perf_counter
from typing import Final
from urllib.parse import quote_plus, urlsplit

from regnum.core.game import Game

TIMEOUT: Final = 10.0
"""The seconds within which a response must arrive, and an update must reach all guests of a table."""
HOSTS: Final = 250

_ID: Final = re.compile(rb"^id: (\d+)$", re.M)
_ACTION: Final = re.compile(rb'name="action" value="([^"]+)"')
_SINCE: Final = re.compile(rb"events\?since=(-?\d+)")
_TOKEN: Final = re.compile(rb'name="_csrf_token" value="([^"]+)"')
_INVITATION: Final = re.compile(rb'id="link-\d+" readonly value="https?://[^"/]+(/join/[^"]+)"')


class ServerError(Exception):
    """An unexpected behaviour of the server, described in one line."""


class Response:
    """An HTTP response: status, headers with lower-case names, body."""

    def __init__(self, head: bytes, body: bytes) -> None:
        first, *lines = head.split(b"\r\n")
        self.status: Final = int(first.split(b" ")[1])
        self.headers: Final = [(name.lower(), value.strip()) for name, _, value in (x.partition(b":") for x in lines)]
        self.body: Final = body

    def header(self, name: bytes) -> str:
        """Return a header, or "" if there is none."""
        return next((value.decode() for key, value in self.headers if key == name), "")


class Connection(asyncio.Protocol):
    """A connection for requests, one at a time."""

    def __init__(self) -> None:
        self._buffer = b""
        self._pending: asyncio.Future[Response] | None = None
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Store the transport for requests."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        """Fail the pending request."""
        self.transport = None
        if self._pending is not None and not self._pending.done():
            self._pending.set_exception(ConnectionResetError("the server closed the connection"))

    def data_received(self, data: bytes) -> None:
        """Complete the pending request once its whole response has arrived."""
        self._buffer += data
        head, separator, body = self._buffer.partition(b"\r\n\r\n")
        if not separator or self._pending is None:
            return
        response = Response(head, body)
        if len(body) >= int(response.header(b"content-length") or 0):
            self._buffer = b""
            self._pending.set_result(response)

    async def request(self, request: bytes) -> Response:
        """Send a request and return the response; OSError if the connection breaks or nothing arrives in time."""
        if self.transport is None:
            raise ConnectionResetError("the server closed the connection")
        self._pending = asyncio.get_running_loop().create_future()
        self.transport.write(request)
        return await asyncio.wait_for(self._pending, TIMEOUT)


class Stream(asyncio.Protocol):
    """An open stream of server-sent events: passes on complete events with the bytes that they took on the wire."""

    def __init__(self, request: bytes, on_events: Callable[[bytes, int], None]) -> None:
        self._request: Final = request
        self._on_events: Final = on_events
        self._has_begun = False
        self._unzip: Final = zlib.decompressobj(zlib.MAX_WBITS | 16)
        self._is_zipped = False
        self._wire = b""
        self._text = b""
        self._size = 0
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the request for the stream."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the transport."""
        self.transport = None

    def data_received(self, data: bytes) -> None:
        """Decode the data, and pass on the events that are complete."""
        self._size += len(data)
        self._wire += data
        if not self._has_begun:
            head, separator, rest = self._wire.partition(b"\r\n\r\n")
            if not separator:
                return
            response = Response(head, b"")
            self._has_begun, self._wire = True, rest
            self._is_zipped = response.header(b"content-encoding") == "gzip"
        body = b"".join(self._chunks())
        self._text += self._unzip.decompress(body) if self._is_zipped else body
        *events, self._text = self._text.split(b"\n\n")
        if events:
            self._on_events(b"\n\n".join(events), self._size)
            self._size = 0

    def _chunks(self) -> Iterator[bytes]:
        wire, at = self._wire, 0
        while (end := wire.find(b"\r\n", at)) >= 0:
            size = int(wire[at:end], 16)
            if len(wire) < end + size + 4:
                break
            yield wire[end + 2 : end + 2 + size]
            at = end + size + 4
        self._wire = wire[at:]


class Guest:
    """A simulated user with cookies, at one of the servers; on Linux, each has their own IP address."""

    def __init__(self, server: str, number: int, language: str) -> None:
        self._host: Final = urlsplit(server).netloc
        self._own_address: Final = f"127.0.{1 + number // HOSTS % HOSTS}.{1 + number % HOSTS}"
        self._language: Final = language
        self._cookies: Final[dict[str, str]] = {}
        self._token = ""
        self._connection: Connection | None = None
        self._stream: Stream | None = None
        self.choices: list[str] = []
        self.number = 0
        self.is_over = False

    async def _connect(self, kind: Callable[[], asyncio.Protocol]) -> asyncio.Protocol:
        loop = asyncio.get_running_loop()
        host, _, port = self._host.rpartition(":")
        try:
            return (await loop.create_connection(kind, host, int(port), local_addr=(self._own_address, 0)))[1]
        except OSError:  # other systems than Linux only have 127.0.0.1
            return (await loop.create_connection(kind, host, int(port)))[1]

    def _request_head(self, method: str, path: str, extra_headers: str = "") -> str:
        cookies = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        return (
            f"{method} {path} HTTP/1.1\r\nhost: {self._host}\r\naccept-language: {self._language}\r\n"
            f"cookie: {cookies}\r\n{extra_headers}"
        )

    async def request(self, path: str, form: dict[str, str] | None = None, live: bool = False) -> Response:
        """Get a page or post a form, and return the response; ServerError if none arrives."""
        extra_headers, body = "", b""
        if form is not None:
            fields = {"_csrf_token": self._token, **form}
            body = "&".join(f"{name}={quote_plus(value)}" for name, value in fields.items()).encode()
            extra_headers = f"content-type: application/x-www-form-urlencoded\r\ncontent-length: {len(body)}\r\n"
            extra_headers += f"origin: http://{self._host}\r\n" + ("hx-request: true\r\n" if live else "")
        request = self._request_head("GET" if form is None else "POST", path, extra_headers).encode() + b"\r\n" + body
        response = await self._send_request(path, request)
        for name, value in response.headers:
            if name == b"set-cookie":
                key, _, cookie = value.decode().partition(";")[0].partition("=")
                self._cookies[key] = cookie
        if token := _TOKEN.search(response.body):
            self._token = token[1].decode()
        return response

    async def _send_request(self, path: str, request: bytes) -> Response:
        """Send a request and return the response; try again if the server had closed the idle connection."""
        try:
            for _ in range(2):
                if is_new := self._connection is None or self._connection.transport is None:
                    connection = await self._connect(Connection)
                    assert isinstance(connection, Connection)
                    self._connection = connection
                assert self._connection is not None
                try:
                    return await self._connection.request(request)
                except ConnectionError:
                    if is_new:
                        raise
        except OSError as error:  # including TimeoutError
            raise ServerError(f"{path}: {str(error) or 'no answer'}") from None
        raise ServerError(f"{path}: the connection broke")

    async def expect(self, status: int, path: str, form: dict[str, str] | None = None) -> Response:
        """Get a page or post a form, and return the response; ServerError if its status is not `status`."""
        response = await self.request(path, form)
        if response.status != status:
            raise ServerError(f"{path}: {response.status} instead of {status}")
        return response

    async def watch(self, table: str, on_update: Callable[["Guest", int], None]) -> None:
        """Load the page of a table and follow its stream; ServerError if the game has not begun.

        `on_update` is called with this guest and the bytes on the wire of each update.
        """
        page = (await self.expect(200, f"/table/{table}")).body
        self._read(page)
        match = _SINCE.search(page)
        if match is None:
            raise ServerError("a table page without a stream: the game has not begun")
        self.number = int(match[1])
        path = f"/table/{table}/events?since={self.number}"
        extra_headers = "accept: text/event-stream\r\naccept-encoding: gzip\r\n\r\n"

        size_since_update = 0

        def handle_events(events: bytes, size: int) -> None:
            nonlocal size_since_update
            self._read(events)
            size_since_update += size
            if ids := _ID.findall(events):
                self.number = int(ids[-1])
                on_update(self, size_since_update)
                size_since_update = 0

        request = self._request_head("GET", path, extra_headers).encode()
        stream = await self._connect(lambda: Stream(request, handle_events))
        assert isinstance(stream, Stream)
        self._stream = stream

    def _read(self, text: bytes) -> None:
        """Update the current choices if the text includes them, and whether the game is over."""
        if b'id="turn"' in text:
            self.choices = [unescape(action.decode()) for action in _ACTION.findall(text) if action != b"undo"]
            self.is_over = self.is_over or b'id="final"' in text

    def leave(self) -> None:
        """Close all connections."""
        for protocol in (self._connection, self._stream):
            if protocol is not None and protocol.transport is not None:
                protocol.transport.close()


class Figures:
    """Measurements: times in seconds and sizes in bytes, with one entry for each post or each update of a stream."""

    def __init__(self) -> None:
        self.post_times: Final[list[float]] = []
        self.stream_times: Final[list[float]] = []
        self.sizes: Final[list[int]] = []
        self.refused_moves = 0
        self.late_updates = 0
        self.games = 0
        self.is_recording = False


class Table:
    """A table with its guests: first the players, then spectators."""

    def __init__(self, game: Game, guests: list[Guest], figures: Figures, dice: random.Random) -> None:
        self._game: Final = game
        self._guests: Final = guests
        self._players: Final = max(count for count in game.player_counts if count <= len(guests))
        self._figures: Final = figures
        self._dice: Final = dice
        self._sent = 0.0
        self._expected_count = 0
        self._all_updated = asyncio.Event()
        self.id = ""

    async def open(self) -> None:
        """Open the table, seat the players, and follow the streams of all guests."""
        host, *joining = self._guests[: self._players]
        page = f"/new/{self._game.id}"
        await host.expect(200, page)
        seats = {f"seat{seat}": "open" if seat else "me" for seat in range(self._players)}
        response = await host.expect(303, page, {"name": "Guest 1", "players": str(self._players), **seats})
        self.id = response.header(b"location").rpartition("/")[2]
        if joining:
            links = _INVITATION.findall((await host.expect(200, f"/table/{self.id}")).body)
            for number, (guest, link) in enumerate(zip(joining, links, strict=True)):
                await guest.expect(200, link.decode())
                await guest.expect(303, link.decode(), {"name": f"Guest {number + 2}"})
        for guest in self._guests:
            await guest.watch(self.id, self._record_update)

    def _record_update(self, guest: Guest, size: int) -> None:
        if self._figures.is_recording:
            self._figures.stream_times.append(perf_counter() - self._sent)
            self._figures.sizes.append(size)
        if all(guest.number >= self._expected_count for guest in self._guests):
            self._all_updated.set()

    async def move(self) -> bool:
        """Let a player make a random move, and wait until all guests see it; return False if the game is over.

        A move that is refused or not seen in time is counted in the figures. ServerError if nobody can move.
        """
        if self._guests[0].is_over:
            self._figures.games += 1
            return False
        candidates = [guest for guest in self._guests if guest.choices]
        if not candidates:
            raise ServerError(f"nobody can move at a table of {self._game.id}")
        player = self._dice.choice(candidates)
        action = self._dice.choice(player.choices)
        self._all_updated.clear()
        self._expected_count = 1 << 60
        self._sent = perf_counter()
        form = {"action": action, "confirmed": action, "entry_count": str(player.number)}
        response = await player.request(f"/table/{self.id}/act", form, live=True)
        if response.status != 200:
            self._figures.refused_moves += 1
            return True
        if self._figures.is_recording:
            self._figures.post_times.append(perf_counter() - self._sent)
        self._expected_count = int(response.header(b"regnum-entry-count"))
        if any(guest.number < self._expected_count for guest in self._guests):
            try:
                await asyncio.wait_for(self._all_updated.wait(), TIMEOUT)
            except TimeoutError:
                self._figures.late_updates += 1
        return True
