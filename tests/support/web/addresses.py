"""An application whose guests come from addresses of their choice."""

from typing import Any

import httpx
from litestar import Litestar
from litestar.enums import ScopeType
from litestar.types import Receive, Scope, Send

from regnum.web.settings import Settings
from tests.support.web.apps import create_app
from tests.support.web.guests import Guest

_HEADER = "x-tests-address"


def app_for_addresses(settings: Settings) -> Litestar:
    """Return an application whose clients in this process choose their address."""
    app = create_app(settings)
    inner = app.asgi_handler

    async def from_there(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP:
            named = dict(scope["headers"]).get(_HEADER.encode(), b"127.0.0.1")
            scope["client"] = (named.decode(), 50000)
        await inner(scope, receive, send)

    app.asgi_handler = from_there
    return app


class Caller(Guest):
    """A guest at a given address."""

    def __init__(self, client: httpx.Client, address: str) -> None:
        super().__init__(client)
        self.address = address

    def request(self, method: str, path: str, **more: Any) -> httpx.Response:
        return super().request(method, path, **{**more, "headers": {_HEADER: self.address, **more.get("headers", {})}})
