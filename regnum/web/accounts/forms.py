"""Definitions shared by the forms of this slice: short text fields, and the HTTP status of refusals."""

from typing import Annotated, Final

import msgspec

STATUS_BY_REFUSAL: Final = {
    "too_many_attempts": 429,
    "wrong_sign_in": 403,
    "wrong_password": 403,
    "registration_closed": 403,
}
"""The HTTP status of each refusal; all others are 409."""

Short = Annotated[str, msgspec.Meta(max_length=400)]
