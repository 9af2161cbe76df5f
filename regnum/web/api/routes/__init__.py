"""Routes for the API, its tokens, and monitoring."""

from typing import Final

from regnum.web.api.routes import endpoints, health, tokens

HANDLERS: Final = [*endpoints.HANDLERS, *health.HANDLERS, *tokens.HANDLERS]
