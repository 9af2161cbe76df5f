"""The dependency that this slice offers to handlers of lower slices: the response to a refusal at a table."""

from typing import Final

from litestar.di import Provide

from regnum.web.play.refusals import refusal_response

DEPENDENCIES: Final = {"refusal_response": Provide(lambda: refusal_response, sync_to_thread=False)}
