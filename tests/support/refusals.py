"""Illegal actions and the reasons that people read."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from regnum.core.rules.state import IllegalAction
from regnum.core.text.narrator import refusal_message
from regnum.games import find_game


@contextmanager
def expect_refusal(match: str) -> Iterator[pytest.ExceptionInfo[IllegalAction]]:
    """Expect an illegal action whose English reason matches."""
    with pytest.raises(IllegalAction) as error:
        yield error
    game = error.value.clause.partition(".")[0]
    message = refusal_message(error.value, find_game(game).words("en")) if game else str(error.value)
    assert re.search(match, message), f"{match!r} is not in {message!r}"
