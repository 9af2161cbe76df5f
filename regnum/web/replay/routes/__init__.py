"""The routes for replays and for forks, which continue from a moment."""

from typing import Final

from regnum.web.replay.routes import fork, moments

HANDLERS: Final = [*fork.HANDLERS, *moments.HANDLERS]
