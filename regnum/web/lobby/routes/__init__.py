"""The routes for finding, opening and managing tables."""

from typing import Final

from regnum.web.lobby.routes import home, listing, management, new_table

HANDLERS: Final = [*home.HANDLERS, *listing.HANDLERS, *management.HANDLERS, *new_table.HANDLERS]
