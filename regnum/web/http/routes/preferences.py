"""The routes for the settings of a browser: language, look and sound."""

import re
from typing import Final

import msgspec
from litestar import post
from litestar.datastructures import Cookie
from litestar.params import FromQuery
from litestar.response import Redirect, Template

from regnum.core.text.ledger import LANGUAGES
from regnum.web.http import i18n, preferences
from regnum.web.http.cookies import YEAR_SECONDS
from regnum.web.http.csrf import read_form
from regnum.web.http.deps import VisitorDep
from regnum.web.http.visitor import Visitor, WebRequest, get, is_own_path

_TABLE: Final = re.compile(r"[\w-]{1,40}")


@get("/settings")
async def show_settings(request: WebRequest, visitor: VisitorDep, back: FromQuery[str] = "") -> Template:
    """Show the settings; `back`: the id of the table to return to."""
    table_id = back if _TABLE.fullmatch(back) else ""
    return visitor.page(
        "http/settings",
        back=table_id,
        here=f"{visitor.path}?back={table_id}" if table_id else visitor.path,
        choices=preferences.CHOICES,
        chosen=msgspec.structs.asdict(visitor.preferences),
        saved="saved" in request.query_params,
    )


@post("/settings")
async def save_settings(request: WebRequest, visitor: VisitorDep) -> Redirect:
    """Save the settings in a cookie."""
    saved = preferences.preferences_from_form(await read_form(request))
    back = request.query_params.get("back", "")
    url = f"/settings?saved&back={back}" if _TABLE.fullmatch(back) else "/settings?saved"
    return Redirect(url, status_code=303, cookies=[_preference_cookie(visitor, preferences.COOKIE, saved.cookie_value)])


@post("/language")
async def choose_language(request: WebRequest, visitor: VisitorDep) -> Redirect:
    """Save a language in a cookie and redirect back."""
    form = await read_form(request)
    back = form.get("back", "/")
    if not is_own_path(back):
        back = "/"
    language = form.get("language", "")
    cookies = [_preference_cookie(visitor, i18n.COOKIE, language)] if language in LANGUAGES else []
    return Redirect(back, status_code=303, cookies=cookies)


def _preference_cookie(visitor: Visitor, key: str, value: str) -> Cookie:
    return Cookie(key=key, value=value, max_age=YEAR_SECONDS, samesite="lax", secure=visitor.secure)


HANDLERS: Final = [show_settings, save_settings, choose_language]
