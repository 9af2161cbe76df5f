"""API tokens created through the page."""

import re

from tests.support.web.guests import Guest


def token_of(guest: Guest, table: str = "", name: str = "My bot") -> str:
    """Create a token through the page."""
    page = guest.post("/tokens", {"name": name, "table": table})
    assert page.status_code == 200, page.text
    actual = re.search(r'value="(regnum_[\w-]+)"', page.text)
    assert actual
    return actual[1]
