"""The table in the browser. `serve` runs it; `create_app` makes the ASGI application. Knows no game by name."""

from regnum.web.server import CannotServe as CannotServe
from regnum.web.server import serve as serve
