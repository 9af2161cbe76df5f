"""The differences between two renderings of a page."""

import re
from typing import Final

from regnum.web.board.render import Rendered

Change = tuple[str, str]
"""An update of a page: all pieces, the whole panel, or fragments with ids of their own."""
_TAG: Final = re.compile(r"\s*<\w+")


def changes(now: Rendered, last: Rendered | None) -> list[Change]:
    """Return the updates that turn the rendering `last` (None: unknown) into `now`."""
    changed = now.since(last) if last is not None else None
    if changed is None:
        return [("pieces", now.pieces), ("panel", now.panel)]
    return [("parts", "\n".join(_TAG.sub(r'\g<0> hx-swap-oob="morph"', element, count=1) for element in changed))]
