"""The routes of the API, of its tokens, and for operators."""

from typing import Final

from regnum.web.api.routes import endpoints, health, tokens

HANDLERS: Final = [*endpoints.HANDLERS, *health.HANDLERS, *tokens.HANDLERS]
