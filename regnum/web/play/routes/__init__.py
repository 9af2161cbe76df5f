"""The routes of a table's page: moves, explanations, and what belongs to a game's record."""

from typing import Final

from regnum.web.play.routes import inspect, moves, page, record

HANDLERS: Final = [*inspect.HANDLERS, *moves.HANDLERS, *page.HANDLERS, *record.HANDLERS]
