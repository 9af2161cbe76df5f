"""Send mangled requests to every route and check that none is answered with a server error.

    python -m tests.commands.fuzz --requests 10000                   to an application in this process
    python -m tests.commands.fuzz --server http://127.0.0.1:8000     to a running server

Start such a server with REGNUM_WRITES_PER_MINUTE=1000000, or the rate limit refuses most requests. The exit code is 1
if there are faults.
"""

import argparse
import asyncio
import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol
from urllib.parse import quote, unquote_to_bytes, urlencode, urlsplit

from litestar import HttpMethod, Litestar
from litestar.routes import HTTPRoute

from regnum.games import all_games, game_ids
from regnum.web.http.assets import board_modules, modules
from regnum.web.settings import Settings
from tests.support.web.apps import create_app

Headers = list[tuple[bytes, bytes]]
FORM: Final = b"application/x-www-form-urlencoded"
RESPONSE_TIMEOUT: Final = 30.0
"""The maximum seconds of a response."""
AGE: Final = 250
"""The number of requests after which new guests and tables replace the old ones, whose games may be over."""


class Request(NamedTuple):
    """A request; `target` is the path and query exactly as sent."""

    method: str
    target: str
    headers: Headers
    body: bytes = b""


class Response(NamedTuple):
    """A response; of a stream, its beginning."""

    status: int
    headers: Headers
    body: bytes

    def all(self, name: bytes) -> list[str]:
        """Return all headers with a name."""
        return [value.decode("latin-1") for key, value in self.headers if key == name]


class RequestSender(Protocol):
    """The application that receives the requests."""

    @property
    def host(self) -> str:
        """Its host name in requests."""
        ...

    async def ask(self, sent: Request) -> Response:
        """Send a request and return the answer; any exception is a fault."""
        ...


class AppSender:
    """An application in this process, called without a network, so it also gets requests that servers reject."""

    host = "testserver.local"

    def __init__(self, app: Litestar) -> None:
        self._app: Final = app

    async def ask(self, sent: Request) -> Response:
        """Send a request; of a stream, read only the first chunk."""
        path, _, query = sent.target.partition("?")
        scope: Any = {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "server": ("127.0.0.1", 80),
            "client": ("192.0.2.1", 1234),
            "scheme": "http",
            "method": sent.method,
            "root_path": "",
            "path": unquote_to_bytes(path).decode("utf-8", "replace"),
            "raw_path": path.encode("utf-8", "surrogateescape"),
            "query_string": query.encode("utf-8", "surrogateescape"),
            "headers": sent.headers,
        }
        enough = asyncio.Event()
        asked = False
        got: dict[str, Any] = {"status": 0, "headers": [], "body": b""}

        async def receive() -> Any:
            nonlocal asked
            if not asked:
                asked = True
                return {"type": "http.request", "body": sent.body, "more_body": False}
            await enough.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                got.update(status=message["status"], headers=list(message["headers"]))
            else:
                got["body"] += message.get("body", b"")
                if got["body"] or not message.get("more_body"):
                    enough.set()

        async with asyncio.timeout(RESPONSE_TIMEOUT):
            await self._app(scope, receive, send)
        return Response(**got)


class ServerSender:
    """A running server; each request has its own connection."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self.host: Final = parts.netloc
        self._where: Final = (parts.hostname or "127.0.0.1", parts.port or 80)

    async def ask(self, sent: Request) -> Response:
        """Send a request; of a stream, read only the first chunk."""
        async with asyncio.timeout(RESPONSE_TIMEOUT):
            reader, writer = await asyncio.open_connection(*self._where)
            try:
                head = f"{sent.method} {sent.target} HTTP/1.1\r\n".encode("utf-8", "surrogateescape")
                lines = [name + b": " + value + b"\r\n" for name, value in sent.headers]
                writer.write(head + b"".join(lines) + b"\r\n" + sent.body)
                status, headers = await self._head(reader)
                if status == 100:  # 100 Continue comes before the response
                    status, headers = await self._head(reader)
                kind = dict(headers).get(b"content-type", b"")
                ends = sent.method == "HEAD" or not kind.startswith(b"text/")
                return Response(status, headers, b"" if ends else await self._body(reader, dict(headers)))
            finally:
                writer.close()

    async def _head(self, reader: asyncio.StreamReader) -> tuple[int, Headers]:
        status = int((await reader.readline()).split()[1])
        headers: Headers = []
        while line := (await reader.readline()).strip():
            name, _, value = line.partition(b":")
            headers.append((name.lower(), value.strip()))
        return status, headers

    async def _body(self, reader: asyncio.StreamReader, headers: dict[bytes, bytes]) -> bytes:
        if b"content-length" in headers:
            return await reader.readexactly(int(headers[b"content-length"]))
        return await reader.read(65536)


class Guest:
    """A guest of this run, with their cookie and token."""

    def __init__(self, sender: RequestSender) -> None:
        self._sender: Final = sender
        self.cookies: dict[str, str] = {}
        self.token = ""

    def headers(self, *more: tuple[bytes, bytes]) -> Headers:
        """Return headers as a browser sends them."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return [(b"host", self._sender.host.encode()), (b"cookie", cookies.encode()), *more]

    async def get(self, target: str) -> str:
        """Open a page."""
        answer = await self._sender.ask(Request("GET", target, self.headers()))
        for cookie in answer.all(b"set-cookie"):
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        page = answer.body.decode()
        if result := re.search(r'name="_csrf_token" value="([^"]+)"', page):
            self.token = result[1]
        return page

    async def post(self, target: str, form: dict[str, str]) -> Response:
        """Send a form."""
        body = urlencode({"_csrf_token": self.token, **form}).encode()
        length = (b"content-length", str(len(body)).encode())
        return await self._sender.ask(Request("POST", target, self.headers((b"content-type", FORM), length), body))


class World:
    """Guests and tables, and all values for paths and forms."""

    def __init__(self, sender: RequestSender, dice: random.Random) -> None:
        self._sender: Final = sender
        self._dice: Final = dice
        self.guests = [Guest(sender) for _ in range(3)]
        self.values: dict[str, list[str]] = {
            "game_id": list(game_ids()),
            "file": ["board.js", "laying.js"],
            "place": ["css/base.css", "vendor/htmx.min.js", "fonts", "js/table.js", "table.js", "board/zoom.js"],
            "fingerprint": [address.rpartition("/")[2] for address in (modules(), *map(board_modules, all_games()))],
            "name": ["Ann", "Оля"],
            "table_id": [],
            "token": [],
            "action": ["undo", "pass"],
            "entry_count": ["0", "1", "7", "999999"],
            "since": ["0", "-1", "-2", "3"],
            "seat": ["0", "1", "2"],
            "create": ["yes", "no"],
            "players": ["2", "3", "4", "5"],
            "language": ["de", "en", "uk"],
            "back": ["/", "/credits"],
            **{f"seat{seat}": ["me", "open", "bot:random", "bot:greedy"] for seat in range(5)},
            "option_first_player": ["1", "2"],
            "option_level": ["1"],
        }

    async def fill(self) -> None:
        """Create the guests and open three tables: one that waits for players, one in play, one of bots only."""
        host, *friends = self.guests
        for guest in self.guests:
            await guest.get("/credits")
        for seats in (("me", "open", "open"), ("me", "open", "open"), ("bot:random",) * 3):
            form = {"name": "Ann", "players": "3", **{f"seat{at}": kind for at, kind in enumerate(seats)}}
            opened = await host.post("/new/brian_boru", form)
            table = opened.all(b"location")[0].rpartition("/")[2]
            self.values["table_id"].append(table)
            page = await host.get(f"/table/{table}")
            self.values["token"] += re.findall(r'id="link-\d+" readonly value="https?://[^"/]+/join/([^"]+)"', page)
        for guest, token in zip(friends, self.values["token"][2:], strict=True):
            await guest.post(f"/join/{token}", {"name": f"Friend {token[:4]}"})
        playing = self.values["table_id"][1]
        await host.post(f"/table/{playing}/offer", {"seat": "1", "create": "yes"})
        for guest in self.guests:
            page = await guest.get(f"/table/{playing}")
            self.values["action"] += re.findall(r'name="action" value="([^"]+)"', page)[:8]
            links = await guest.get(f"/table/{playing}/seat")
            self.values["token"] += re.findall(r'value="https?://[^"/]+/seat/([^"]+)"', links)


EVIL: Final = [
    "", "\0", "a\0b", "..", "../../etc/passwd", "\\", "\ufffe", "\xff", "ä", "\u202e", "\u3164", "🎲", "' or 1=1 --",
    "{{7*7}}", "%n", "<script>", "-1", "9" * 40, "1e400", "NaN", "null", "true", "*", "$(id)", "a b", "a;b", "x" * 700,
    "\r\nx: y", "\udcff", "١", "0x1", "1.5", " 1 ", "[]", "{}", "_csrf_token", "None", "\x7f", "\u0301" * 30,
]  # fmt: skip
METHODS: Final = ["GET", "HEAD", "POST", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "PROPFIND", "get", "X" * 40]
CONTENT: Final = [
    FORM, b"multipart/form-data; boundary=b", b"multipart/form-data; boundary=", b"multipart/form-data", b"text/plain",
    b"application/json", FORM + b"; charset=utf-16", FORM + b"; charset=no-such", b"", b";", b"\xff",
    b"application/x-msgpack",
]  # fmt: skip
ODD: Final[dict[bytes, list[bytes]]] = {
    b"host": [
        b"",
        b"evil.example",
        b"a b",
        b"[::1",
        b"x:99999",
        b"x:-1",
        b"\xff",
        b"x" * 300,
        b"[:::::]",
        b"\xc2\xb2:\xc2\xb2",
    ],
    b"accept-language": [b"", b"de", b"uk;q=nan", b"de;q=" + b"9" * 400, b"\xff", b"," * 3000, b"de;q=inf, uk;q=-0"],
    b"accept-encoding": [b"gzip", b"gzip;q=0", b"\xff", b"br", b"*"],
    b"accept": [b"", b"*/*;q=x", b"\xff", b"text/html;" * 300, b"/"],
    b"last-event-id": [b"0", b"-1", b"\xc2\xb2", b"9" * 500, b"\xff", b"1e3"],
    b"hx-request": [b"true", b"", b"\xff"],
    b"hx-current-url": [b"\xff", b"http://[::"],
    b"origin": [b"null", b"http://[::", b"https://evil.example", b"\xff", b""],
    b"sec-fetch-site": [b"same-origin", b"cross-site", b"\xff"],
    b"referer": [b"\xff", b"http://[::"],
    b"range": [b"bytes=0-", b"bytes=9999999-", b"\xff"],
    b"if-none-match": [b"*", b"\xff"],
    b"if-modified-since": [b"yesterday", b"\xff"],
    b"x-forwarded-for": [b"192.0.2.1", b"\xff", b"," * 500],
    b"x-forwarded-proto": [b"https", b"\xff"],
    b"x-http-method-override": [b"DELETE"],
    b"authorization": [b"Basic \xff", b"Bearer x"],
    b"content-length": [b"0"],
    b"expect": [b"100-continue", b"\xff"],
    b"upgrade": [b"websocket", b"h2c"],
    b"cookie": [
        b"=",
        b";;;",
        b"regnum_guest=\xff",
        b"regnum_lang=\xff",
        b"a" * 9000,
        b"regnum_name=%FF%00; regnum_lang=%00",
    ],
}


class Fuzzer:
    """Generates requests from a seed: mostly valid ones with one or two mangled parts."""

    def __init__(self, routes: Sequence[tuple[str, Sequence[str]]], dice: random.Random) -> None:
        self._routes: Final = routes
        self._dice: Final = dice

    def request(self, world: World) -> Request:
        """Return the next request."""
        dice = self._dice
        path, methods = dice.choice(self._routes)
        method = dice.choice(METHODS) if self._now(0.1) else dice.choice(methods)
        guest = dice.choice(world.guests)
        target = re.sub(r"\{(\w+):\w+\}", lambda found: self._part(world, found[1]), path)
        if self._now(0.05):
            target = dice.choice(["/", ""]) + quote(dice.choice(EVIL), errors="surrogateescape") + target
        if self._now(0.3):
            target += "?" + self._pairs(world, ["since", "v", "back", "x"])
        headers = guest.headers()
        body = b""
        if method not in ("GET", "HEAD") or self._now(0.1):
            kind, body = self._body(world, guest)
            headers += [(b"content-type", kind), (b"content-length", str(len(body)).encode())]
        if self._now(0.3):
            headers.append((b"hx-request", b"true"))
        if self._now(0.3):
            token = guest.token if self._now(0.7) else dice.choice(EVIL)
            headers.append((b"x-csrftoken", _header(token)))
        for _ in range(dice.choice((0, 0, 1, 2, 4))):
            name = dice.choice(list(ODD))
            headers = [header for header in headers if header[0] != name or (name == b"cookie" and self._now(0.5))]
            if name != b"content-length" or not body:
                headers.append((name, dice.choice(ODD[name])))
        return Request(method, target, headers, body)

    def _now(self, chance: float) -> bool:
        return self._dice.random() < chance

    def _value(self, world: World, name: str) -> str:
        values = world.values.get(name)
        value = self._dice.choice(EVIL if values is None or self._now(0.2) else values)
        if value and self._now(0.08):
            at = self._dice.randrange(len(value))
            value = value[:at] + self._dice.choice(EVIL)[:3] + value[at + 1 :]
        return value

    def _part(self, world: World, name: str) -> str:
        """Return a segment of a path, sometimes without the necessary escapes."""
        value = self._value(world, name)
        if self._now(0.1):
            return re.sub(r"[\s\x00-\x20#?]", "", value).encode("ascii", "ignore").decode() or "%zz"
        return quote(value, safe="/" if name == "place" else "", errors="surrogateescape")

    def _pairs(self, world: World, names: Sequence[str]) -> str:
        pairs = [(name, self._value(world, name)) for name in names if self._now(0.7)]
        if pairs and self._now(0.1):
            pairs.append((pairs[0][0], self._dice.choice(EVIL)))
        return urlencode(pairs, errors="surrogateescape")

    def _body(self, world: World, guest: Guest) -> tuple[bytes, bytes]:
        dice = self._dice
        if self._now(0.08):
            size = dice.choice((0, 1, 50, 5000, 40_000))
            return dice.choice(CONTENT), dice.randbytes(size)
        fields = ["name", "players", "action", "entry_count", "seat", "made", "language", "back", "option_first_player"]
        fields += [f"seat{seat}" for seat in range(5)] + (["option_level", "x"] if self._now(0.1) else [])
        token = urlencode(
            {"_csrf_token": guest.token if self._now(0.85) else dice.choice(EVIL)}, errors="surrogateescape"
        )
        form = "&".join([token, self._pairs(world, fields)]).encode()
        if self._now(0.1):
            parts = [b'--b\r\ncontent-disposition: form-data; name="%s"\r\n\r\n%s\r\n' % pair for pair in _split(form)]
            return b"multipart/form-data; boundary=b", b"".join(parts) + b"--b--\r\n"
        return (dice.choice(CONTENT) if self._now(0.05) else FORM), form


def _split(form: bytes) -> list[tuple[bytes, bytes]]:
    return [(name, value) for name, _, value in (pair.partition(b"=") for pair in form.split(b"&"))]


def _header(value: str) -> bytes:
    return value.encode("utf-8", "surrogateescape").translate(None, b"\r\n\0")


def routes_of(app: Litestar) -> list[tuple[str, list[str]]]:
    """Return the paths of an application with their methods, and a path that does not exist."""
    result = [
        (route.path, sorted({*map(_word, route.methods)} - {"OPTIONS"}))
        for route in app.routes
        if isinstance(route, HTTPRoute)
    ]
    return [*result, ("/nowhere", ["GET", "POST"])]


def _word(method: HttpMethod | str) -> str:
    return method.value if isinstance(method, HttpMethod) else method


async def fuzz(
    sender: RequestSender,
    routes: Sequence[tuple[str, Sequence[str]]],
    requests: int,
    seed: int,
    tell: Callable[[str], None],
) -> tuple[Counter[int], list[str]]:
    """Send this number of requests; return the number of responses by status, and the faults."""
    dice = random.Random(seed)
    fuzzer = Fuzzer(routes, dice)
    world = World(sender, dice)
    came: Counter[int] = Counter()
    faults: list[str] = []
    for number in range(requests):
        if number % AGE == 0:
            world = World(sender, dice)
            await world.fill()
        sent = fuzzer.request(world)
        try:
            answer = await sender.ask(sent)
        except Exception as error:
            fault = f"{type(error).__name__}: {error}"
        else:
            came[answer.status] += 1
            fault = _fault(answer)
        if fault:
            faults.append(f"request {number} of seed {seed}: {fault}\n  {sent}")
            tell(faults[-1])
    return came, faults


def _fault(answer: Response) -> str:
    """Return the fault of a response, or ""."""
    if not 200 <= answer.status < 500:
        return f"status {answer.status}"
    if b"Traceback" in answer.body:
        return "a traceback"
    return ""


@asynccontextmanager
async def in_process(database: str | None) -> AsyncIterator[tuple[RequestSender, Litestar]]:
    """Run an application with a database; by default, with an empty SQLite file."""
    with tempfile.TemporaryDirectory() as folder:
        url = database or f"sqlite+aiosqlite:///{Path(folder) / 'fuzz.db'}"
        app = create_app(
            Settings(Path(folder), url, "a key for the fuzzer", bot_delay=0.0, writes_per_minute=10**9, heartbeat=1.0)
        )
        async with app.lifespan():
            yield AppSender(app), app


async def run(
    requests: int,
    seed: int,
    tell: Callable[[str], None] = print,
    server: str | None = None,
    database: str | None = None,
) -> int:
    """Send the requests, print a summary, and return the number of faults."""
    async with in_process(database) as (sender, app):
        came, faults = await fuzz(ServerSender(server) if server else sender, routes_of(app), requests, seed, tell)
    tell(
        f"seed {seed}: {requests} requests, {len(faults)} faults; "
        + ", ".join(f"{s}: {n}" for s, n in sorted(came.items()))
    )
    return len(faults)


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.commands.fuzz", description=__doc__)
    parser.add_argument("--requests", metavar="N", type=int, default=1000, help="how many (default: 1000)")
    parser.add_argument("--seed", metavar="S", type=int, help="the same requests again (default: others each time)")
    parser.add_argument("--server", metavar="URL", help="a server that runs (default: an application in this process)")
    parser.add_argument(
        "--database", metavar="URL", help="for an application in this process (default: an SQLite of its own)"
    )
    arguments = parser.parse_args()
    seed = random.SystemRandom().randrange(10**6) if arguments.seed is None else arguments.seed
    print(f"seed {seed}", flush=True)
    return 1 if asyncio.run(run(arguments.requests, seed, print, arguments.server, arguments.database)) else 0


if __name__ == "__main__":
    sys.exit(main())
