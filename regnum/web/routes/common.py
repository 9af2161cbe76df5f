"""What all pages share: who asks, in which language, and how a page is made."""

from typing import Any, TypeVar
from urllib.parse import urlsplit

import msgspec
from litestar import Request
from litestar.exceptions import ClientException, NotFoundException
from litestar.response import Template

from regnum.core.game import Game
from regnum.core.registry import find_game
from regnum.web import i18n
from regnum.web.assets import asset
from regnum.web.drawing import drawn_games
from regnum.web.i18n import Text, choose_language, game_words, page_text
from regnum.web.live import LiveTable, Refused, Unplayable
from regnum.web.settings import Settings, is_loopback
from regnum.web.tables import Tables

Asked = Request[Any, Any, Any]
T = TypeVar("T")

NAME_LIMIT = 24


def tables_of(request: Asked) -> Tables:
    """Return the tables of this server."""
    tables: Tables = request.app.state.tables
    return tables


def settings_of(request: Asked) -> Settings:
    """Return the server's settings."""
    settings: Settings = request.app.state.settings
    return settings


def guest_of(request: Asked) -> str:
    """Return who asks."""
    return str(request.scope["state"].get("guest", ""))


def language_of(request: Asked) -> str:
    """Return the language in which to answer."""
    return choose_language(request.cookies.get(i18n.COOKIE, ""), request.headers.get("accept-language", ""))


def text_of(request: Asked) -> Text:
    """Return the page's words in the asker's language."""
    return page_text(language_of(request))


def origin_of(request: Asked) -> str:
    """Return the address with which links for others begin, without a slash at its end."""
    settings = settings_of(request)
    if settings.origin:
        return settings.origin
    if settings.nearby and is_loopback(request.url.hostname):
        return settings.nearby
    return str(request.base_url).rstrip("/")


def here_only(request: Asked) -> bool:
    """Tell whether links for others work on this machine only."""
    return is_loopback(urlsplit(origin_of(request)).hostname)


def page(request: Asked, name: str, status: int = 200, **context: Any) -> Template:
    """Return a page."""
    here = request.url.path
    if request.method != "GET":
        here = request.url.path.removesuffix("/act")
    shared = {"text": text_of(request), "languages": i18n.NAMES, "here": here, "asset": asset}
    return Template(
        f"{name}.html.jinja",
        context={**shared, **context},
        status_code=status,
        headers={"cache-control": "no-store", "vary": "cookie, accept-language"},
    )


def game_of(game_id: str) -> Game:
    """Return a game that can be played here; not found, if there is none of this id."""
    for game in drawn_games():
        if game.id == game_id:
            return game
    raise NotFoundException


async def table_of(request: Asked, table_id: str) -> LiveTable:
    """Return a table; not found, if there is none of this id; a conflict, if it cannot be played on."""
    try:
        table = await tables_of(request).get(table_id)
    except Unplayable:
        raise ClientException(status_code=409, extra={"name": "unplayable"}) from None
    if table is None:
        raise NotFoundException
    return table


def title_of(game_id: str, language: str) -> str:
    """Return a game's title in a language."""
    game = find_game(game_id)
    words = game_words(game, language)
    return words.say("game", "title", {}) if words.has("game", "title") else game.title


def notice_of(game_id: str, language: str) -> str:
    """Return what people should know about a game beforehand; "" if nothing."""
    words = game_words(find_game(game_id), language)
    return words.say("game", "notice", {}) if words.has("game", "notice") else ""


def why(refused: Refused, table: LiveTable, text: Text) -> str:
    """Return a refusal in words."""
    for table_name in ("refused", "wrong"):
        if text.has(f"{table_name}.{refused.key}"):
            return text(f"{table_name}.{refused.key}", **refused.params)
    words = game_words(table.game, text.language)
    if words.has("why", refused.key):
        return words.say("why", refused.key, refused.params)
    return text("refused.unknown_action")


async def form_of(request: Asked, kind: type[T]) -> T:
    """Return what was posted, checked; Refused if something is missing or of the wrong kind."""
    form = await request.form()
    try:
        return msgspec.convert({name: value for name, value in form.items() if name}, kind, strict=False)
    except msgspec.ValidationError:
        raise Refused("bad_form") from None


def checked_name(name: str) -> str:
    """Return a player's name without spaces around; Refused if it cannot be used."""
    tidy = " ".join(name.split())
    if not tidy:
        raise Refused("name_missing")
    if len(tidy) > NAME_LIMIT:
        raise Refused("name_long", {"limit": NAME_LIMIT})
    if not tidy.isprintable():
        raise Refused("name_bad")
    return tidy
