"""The content of webhook requests: a notice in each service's format, signed for recipients of plain JSON.

Names are plain text there: they mention nobody and contain no links.
"""

import hmac
import json
import time
from collections.abc import Callable
from html import escape
from typing import Final

from regnum.web.http.i18n import Text, page_text
from regnum.web.names import unlinked
from regnum.web.notifications.messages import Notice, body, title

JSON: Final = "json"
_MARKS: Final = str.maketrans({mark: f"\\{mark}" for mark in "\\`*_{}[]()<>#+-.!|~@:"})


def _discord(notice: Notice, text: Text, link: str) -> dict[str, object]:
    head, told = title(notice, text).translate(_MARKS), body(notice, text).translate(_MARKS)
    return {"content": f"**{head}**: {told}\n<{link}>", "allowed_mentions": {"parse": []}}


def _slack(notice: Notice, text: Text, link: str) -> dict[str, object]:
    head, told = (escape(unlinked(part), quote=False) for part in (title(notice, text), body(notice, text)))
    return {"text": f"{head}: {told}\n<{link}>", "unfurl_links": False}


def _matrix(notice: Notice, text: Text, link: str) -> dict[str, object]:
    head, told = unlinked(title(notice, text)), unlinked(body(notice, text))
    html = f'<strong>{escape(head)}</strong>: {escape(told)}<br><a href="{escape(link)}">{escape(link)}</a>'
    return {"text": f"{head}: {told}\n{link}", "html": html, "username": "Regnum"}


def _json(notice: Notice, text: Text, link: str) -> dict[str, object]:
    return {
        "event": notice.kind,
        "table": notice.table,
        "game": notice.game,
        "title": title(notice, text),
        "names": list(notice.names),
        "text": body(notice, text),
        "url": link,
        **({"until": notice.until} if notice.until else {}),
    }


FORMATS: Final[dict[str, Callable[[Notice, Text, str], dict[str, object]]]] = {
    "discord": _discord,
    "slack": _slack,
    "matrix": _matrix,
    JSON: _json,
}
"""The kinds of webhooks: three services, and plain JSON. A new kind also needs a name in the page texts."""


def payload(kind: str, notice: Notice, language: str, origin: str) -> dict[str, object]:
    """Return the JSON object for a webhook of a kind."""
    return FORMATS[kind](notice, page_text(language), origin + notice.path)


def signature(key: str, at: int, body: bytes) -> str:
    """Return the signature header: HMAC-SHA256 of the time in seconds, a dot and the body."""
    return f"t={at},v1={hmac.new(key.encode(), f'{at}.'.encode() + body, 'sha256').hexdigest()}"


def request(kind: str, notice: Notice, key: str, language: str, origin: str, id_: str) -> tuple[bytes, dict[str, str]]:
    """Return the body and headers of a webhook request; `id_`: the id of the delivery, the same at each retry."""
    posted = json.dumps(payload(kind, notice, language, origin), ensure_ascii=False).encode()
    headers = {"content-type": "application/json", "accept": "application/json"}
    if kind == JSON:
        headers |= {"regnum-call": id_, "regnum-signature": signature(key, int(time.time()), posted)}
    return posted, headers
