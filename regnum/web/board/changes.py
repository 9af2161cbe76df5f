"""What brings a page from what it shows to what it is to show."""

import re
from typing import Final

from regnum.web.board.render import Rendered

Change = tuple[str, str]
"""What a page gets: the whole layer of pieces, the whole panel, or parts with ids of their own."""
_TAG: Final = re.compile(r"\s*<\w+")


def changes(now: Rendered, last: Rendered | None) -> list[Change]:
    """Return what brings a page from what it shows (None: that is not known) to what it is to show."""
    changed = now.since(last) if last is not None else None
    if changed is None:
        return [("pieces", now.pieces), ("panel", now.panel)]
    return [("parts", "\n".join(_TAG.sub(r'\g<0> hx-swap-oob="morph"', element, count=1) for element in changed))]
