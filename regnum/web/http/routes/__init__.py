"""The routes for preferences and static files."""

from typing import Final

from regnum.web.http.routes import preferences, static

HANDLERS: Final = [*preferences.HANDLERS, *static.HANDLERS]
