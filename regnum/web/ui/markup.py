"""Texts of games with icons and strong parts."""

import re
from typing import Final

from markupsafe import Markup, escape

_ICON: Final = re.compile(r"&lt;([a-z][\w-]*)&gt;")
_STRONG: Final = re.compile(r"\*([^*]+)\*")


def to_markup(text: str) -> Markup:
    """Return the markup of an escaped text with its icons, such as `<i-coin>`, and *strong* parts."""
    icon = r'<svg class="icon" aria-hidden="true"><use href="#\1"/></svg>'
    return Markup(_STRONG.sub(r"<b>\1</b>", _ICON.sub(icon, str(escape(text)))))  # escaped above
