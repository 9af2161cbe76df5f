"""Receivers on loopback for requests of a server under test: a webhook or a push service."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import msgspec
import pytest


class Received(msgspec.Struct, frozen=True):
    """A received request."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes


class Receiver:
    """Stores requests and responds with `status`, `headers` and `body`, once `answering` is set."""

    def __init__(self) -> None:
        self.received: list[Received] = []
        self.status: int | Callable[[Received], int] = 204
        self.headers: dict[str, str] = {}
        self.body: Iterator[bytes] | bytes = b""
        self.answering = threading.Event()
        self.answering.set()
        self.address = ""

    def wait(self, count: int, seconds: float = 60.0) -> list[Received]:
        """Return the requests as soon as there are enough."""
        deadline = time.monotonic() + seconds
        while len(self.received) < count and time.monotonic() < deadline:
            time.sleep(0.02)
        assert len(self.received) >= count, f"received {len(self.received)} requests instead of {count}"
        return self.received


@contextmanager
def run_receiver() -> Iterator[Receiver]:
    """Yield a receiver that listens until the end."""
    receiver = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            named = {name.lower(): value for name, value in self.headers.items()}
            received = Received(self.command, self.path, named, body)
            receiver.received.append(received)
            receiver.answering.wait()
            status = receiver.status
            self.send_response(status if isinstance(status, int) else status(received))
            for name, value in receiver.headers.items():
                self.send_header(name, value)
            self.end_headers()
            try:
                for part in [receiver.body] if isinstance(receiver.body, bytes) else receiver.body:
                    self.wfile.write(part)
            except OSError:
                pass  # the client has hung up

        do_GET = do_PUT = do_POST  # noqa: N815

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    receiver.address = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        receiver.answering.set()
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """A receiver for the length of a test."""
    with run_receiver() as result:
        yield result
