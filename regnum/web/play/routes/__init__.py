"""The routes of a table's page: the page itself, moves, explanations, and the game's record."""

from typing import Final

from regnum.web.play.routes import inspect, moves, page, record

HANDLERS: Final = [*inspect.HANDLERS, *moves.HANDLERS, *page.HANDLERS, *record.HANDLERS]
