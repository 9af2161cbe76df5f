"""The forms that several routes of this slice read."""

from typing import Annotated

import msgspec


class SeatForm(msgspec.Struct):
    """The chosen seat, and the name of the person invited to it ("" to withdraw the invitation)."""

    seat: Annotated[int, msgspec.Meta(ge=0, le=100)]
    name: Annotated[str, msgspec.Meta(max_length=200)] = ""
