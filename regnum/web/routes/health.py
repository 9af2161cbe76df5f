"""For whoever runs the server: does it live, can it play, how much does it do?"""

import asyncio
from typing import Final

from litestar import Response

from regnum.web.routes.common import TheTables, get
from regnum.web.store import Busy
from regnum.web.watch import metrics

PATIENCE: Final = 2.0
"""Seconds that the store has to answer."""


@get("/healthz")
async def alive() -> Response[str]:
    """Say that the process answers: whoever does not hear this may start it anew."""
    return _say("ok")


@get("/readyz")
async def ready(tables: TheTables) -> Response[str]:
    """Say whether games can go on here: 503 while the store does not answer, or the server is about to stop."""
    if tables.closing.is_set():
        return _say("the server stops", 503)
    try:
        async with asyncio.timeout(PATIENCE):
            await tables.store.ping()
    except (Busy, TimeoutError):
        return _say("the store does not answer", 503)
    return _say("ok")


@get("/metrics")
async def counts() -> Response[str]:
    """Give the counts as Prometheus reads them."""
    return _say(metrics().decode(), media_type="text/plain; version=0.0.4; charset=utf-8")


def _say(text: str, status: int = 200, media_type: str = "text/plain; charset=utf-8") -> Response[str]:
    return Response(f"{text}\n", status_code=status, media_type=media_type, headers={"cache-control": "no-store"})


HANDLERS = [alive, ready, counts]
