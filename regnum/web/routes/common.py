"""What all pages share: who asks, in which language, and how a page is made."""

import time
from collections.abc import Callable
from typing import Any, Final, TypeAlias, TypeVar
from urllib.parse import quote, urlsplit

import msgspec
from litestar import HttpMethod, Request, route
from litestar.datastructures import Cookie, State
from litestar.di import NamedDependency, Provide
from litestar.exceptions import ClientException, NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from litestar.response import Template
from litestar.types import AnyCallable

from regnum.core.action import Refusal
from regnum.core.game import Game
from regnum.games import find_game, game_ids
from regnum.web.accounts.middleware import NAME, YEAR, cookie_name, cookie_of, is_secure, page_token
from regnum.web.accounts.service import People
from regnum.web.accounts.sessions import SignedIn
from regnum.web.db.ids import new_id, once_id
from regnum.web.errors import Refused
from regnum.web.http import i18n, preferences
from regnum.web.http.assets import asset
from regnum.web.http.csrf import FIELD, posted
from regnum.web.http.i18n import Text, choose_language, game_words, page_text
from regnum.web.http.limits import address
from regnum.web.http.names import checked_name, titled
from regnum.web.mail import Mailer
from regnum.web.notifications.service import Calls
from regnum.web.settings import Settings, is_loopback
from regnum.web.tables.access import may_see
from regnum.web.tables.live_table import LiveTable, StoredTable, stopped_by
from regnum.web.tables.models import TableRow
from regnum.web.tables.service import Tables

_BACK: Final = ("/table/", "/join/", "/new/", "/replay")
"""Where somebody goes on who signs in on the way."""

Asked = Request[Any, Any, Any]
T = TypeVar("T")


class Visitor(msgspec.Struct, frozen=True):
    """Who asks, from which page, in which language, and where links for others begin."""

    guest: str
    browser: str
    """The guest of this browser, who is another one while somebody has signed in."""
    signed_in: SignedIn | None
    text: Text
    here: str
    """The page that was asked for, or to which something was posted."""
    origin: str
    """The address with which links for others begin, without a slash at its end."""
    token: str
    """What the forms of his pages carry."""
    name: str
    """The name of his account, or that under which he last played in this browser."""
    name_cookie: str
    secure: bool
    preferences: preferences.Preferences
    home: str
    """The address that asks, as limits count it."""

    @property
    def language(self) -> str:
        """The language in which to answer."""
        return self.text.language

    @property
    def here_only(self) -> bool:
        """Whether links for others work on this machine only."""
        return is_loopback(urlsplit(self.origin).hostname)

    def named(self, name: str) -> Cookie:
        """Return a cookie that keeps a name for a year; none, if it cannot be used."""
        try:
            value = quote(checked_name(name), safe="")
        except Refused:
            value = ""
        key = self.name_cookie
        return Cookie(key=key, value=value, max_age=YEAR, httponly=True, samesite="lax", secure=self.secure)

    def page(self, name: str, status: int = 200, **context: Any) -> Template:
        """Return a page."""
        shared: dict[str, Any] = {"text": self.text, "languages": i18n.NAMES, "here": self.here, "asset": asset}
        shared["person"] = self.signed_in.person if self.signed_in is not None else None
        shared["way_back"] = self.here if self.here.startswith(_BACK) else ""
        shared["origin"] = self.origin
        shared["look"] = msgspec.structs.asdict(self.preferences)
        return Template(
            f"{name}.html.jinja",
            context={
                **shared,
                "csrf_token": lambda: self.token,
                "form_key": new_id,
                "now": time.time_ns() // 1_000_000,
                **context,
            },
            status_code=status,
            headers={"cache-control": "no-store", "vary": "cookie, accept-language"},
        )


# What handlers declare: Litestar brings it by its name.


def tables_of(state: State) -> Tables:
    """Return the tables of this server."""
    tables: Tables = state.tables
    return tables


def mailer_of(state: State) -> Mailer:
    """Return what sends this server's mail."""
    mailer: Mailer = state.mailer
    return mailer


def people_of(state: State) -> People:
    """Return everybody with an account."""
    people: People = state.people
    return people


def settings_of(state: State) -> Settings:
    """Return the server's settings."""
    settings: Settings = state.settings
    return settings


def calls_of(state: State) -> Calls:
    """Return what calls people back."""
    calls: Calls = state.calls
    return calls


def visitor_of(request: Asked) -> Visitor:
    """Return who asks."""
    path = request.url.path
    cookies = request.cookies
    settings = settings_of(request.app.state)
    state = request.scope["state"]
    guest = str(state.get("guest", ""))
    signed_in: SignedIn | None = state.get("signed_in")
    own = signed_in.person.name if signed_in is not None else ""
    return Visitor(
        guest=guest,
        browser=str(state.get("browser", guest)),
        signed_in=signed_in,
        text=page_text(choose_language(cookies.get(i18n.COOKIE, ""), request.headers.get("accept-language", ""))),
        here=path if request.method == "GET" else path.removesuffix("/act").removesuffix("/hint"),
        origin=_origin(settings, request),
        token=page_token(str(state.get("pages", guest)), settings.secret),
        name=own or _name_in(cookie_of(cookies, NAME, settings.secret)),
        name_cookie=cookie_name(NAME, settings.secret),
        secure=is_secure(request.scope, settings),
        preferences=preferences.read(cookies.get(preferences.COOKIE, "")),
        home=address(request.scope),
    )


def _name_in(cookie: str) -> str:
    """Return the name that a browser has kept; "" if it cannot be one: people change their cookies."""
    try:
        return checked_name(cookie)
    except Refused:
        return ""


def _origin(settings: Settings, request: Asked) -> str:
    if settings.origin:
        return settings.origin
    if settings.nearby and is_loopback(request.url.hostname):
        return settings.nearby
    return str(request.base_url).rstrip("/")


def game_of(game_id: FromPath[str]) -> Game:
    """Return a game that can be played here; not found, if there is none of this id."""
    if game_id not in game_ids():
        raise NotFoundException
    return find_game(game_id)


async def table_of(tables: NamedDependency[Tables], table_id: FromPath[str]) -> LiveTable:
    """Return a table; not found, if there is none of this id; a conflict, if it cannot be played on."""
    table = await tables.memory.stored(table_id)
    if table is None:
        raise NotFoundException
    return playable(table)


async def seen_by(tables: Tables, guest: str, table_id: str) -> StoredTable:
    """Return a table that somebody may see, played on or not; not found if there is none; forbidden if he may not."""
    table = await tables.memory.stored(table_id)
    if table is None:
        raise NotFoundException
    if not await may_see(table, guest, tables.lobby):
        raise ClientException(status_code=403, extra={"name": "private"})
    return table


def playable(table: StoredTable) -> LiveTable:
    """Return a table with its game; a conflict, if that cannot be played on."""
    if not isinstance(table, LiveTable):
        raise unplayable(table)
    return table


def unplayable(table: StoredTable) -> ClientException:
    """Return the conflict that says why a table cannot be played on: other rules, or other facts."""
    name = "other_facts" if stopped_by(table.row) == "facts" else "unplayable"
    return ClientException(status_code=409, extra={"name": name})


async def stored_table(
    tables: NamedDependency[Tables], visitor: NamedDependency[Visitor], table_id: FromPath[str]
) -> StoredTable:
    """Return a table that the visitor may see, also one that cannot be played on."""
    return await seen_by(tables, visitor.guest, table_id)


async def visible_table(
    tables: NamedDependency[Tables], visitor: NamedDependency[Visitor], table_id: FromPath[str]
) -> LiveTable:
    """Return a table that the visitor may see, with its game."""
    return playable(await seen_by(tables, visitor.guest, table_id))


TheTables: TypeAlias = NamedDependency[Tables]
TheMailer: TypeAlias = NamedDependency[Mailer]
TheCalls: TypeAlias = NamedDependency[Calls]
ThePeople: TypeAlias = NamedDependency[People]
TheSettings: TypeAlias = NamedDependency[Settings]
TheVisitor: TypeAlias = NamedDependency[Visitor]
TheGame: TypeAlias = NamedDependency[Game]
TheTable: TypeAlias = NamedDependency[LiveTable]
TheStored: TypeAlias = NamedDependency[StoredTable]

DEPENDENCIES: Final = {
    "tables": Provide(tables_of, sync_to_thread=False),
    "mailer": Provide(mailer_of, sync_to_thread=False),
    "calls": Provide(calls_of, sync_to_thread=False),
    "people": Provide(people_of, sync_to_thread=False),
    "settings": Provide(settings_of, sync_to_thread=False),
    "visitor": Provide(visitor_of, sync_to_thread=False),
    "game": Provide(game_of, sync_to_thread=False),
    "table": Provide(visible_table),
    "stored": Provide(stored_table),
}


def get(path: str) -> Callable[[AnyCallable], HTTPRouteHandler]:
    """Register what answers GET, and HEAD without the body: uptime checks and previews of links ask so."""
    return route(path, http_method=[HttpMethod.GET, HttpMethod.HEAD])


def title_of(game_id: str, language: str) -> str:
    """Return a game's title in a language; of one that is not installed any more, its id."""
    try:
        game = find_game(game_id)
    except ValueError:
        return game_id
    words = game_words(game, language)
    return words.say("game", "title", {}) if words.has("game", "title") else game.title


def table_title(row: TableRow, language: str) -> str:
    """Return what a table is called: the name that the host has given it, and its game."""
    return titled(row.title, title_of(row.game, language))


def counts_of(game: Game, text: Text) -> str:
    """Return for how many players a game is: "3, 4 or 5"."""
    return text.listing([str(count) for count in game.player_counts], "or")


def notice_of(game_id: str, language: str) -> str:
    """Return what people should know about a game beforehand; "" if nothing."""
    words = game_words(find_game(game_id), language)
    return words.say("game", "notice", {}) if words.has("game", "notice") else ""


def refusal_page(refused: Refused, text: Text) -> ClientException:
    """Return a refusal of the page's own as a page."""
    return ClientException(status_code=409, extra={"message": said(refused, text)})


def said(refused: Refused, text: Text) -> str:
    """Return a refusal of the page's own in words; "" if it is a game's."""
    tables = ("refused", "wrong", "denied", "clock_wrong", "try")
    found = next((name for name in tables if text.has(f"{name}.{refused.key}")), "")
    return text(f"{found}.{refused.key}", **refused.params) if found else ""


def why(refused: Refused, table: StoredTable, text: Text) -> str:
    """Return a refusal in words."""
    own = said(refused, text)
    if own:
        return own
    words = game_words(find_game(table.row.game), text.language)
    if words.has("why", refused.key):
        return words.refusal(Refusal(refused.key, refused.clause, refused.params))
    return text("refused.unknown_action")


def is_own_path(path: str) -> bool:
    """Tell whether somebody may be sent to this path after he has posted something: it leads to no other site."""
    return (
        path.startswith("/")
        and not path.startswith("//")
        and "\\" not in path
        and path.isprintable()
        and len(path) <= 512
    )


async def once_of(request: Asked, visitor: Visitor) -> str | None:
    """Return the id of the one table that a form makes, however often it is sent; None if it carries no key."""
    form = await posted(request)
    key = form.pop("_key", "")
    form.pop(FIELD, "")
    return once_id(visitor.guest, key, [request.url.path, sorted(form.items())])


async def form_of(request: Asked, kind: type[T]) -> T:
    """Return what was posted, checked; Refused if something is missing or of the wrong kind."""
    form = await posted(request)
    try:
        return msgspec.convert({name: value for name, value in form.items() if name}, kind, strict=False)
    except msgspec.ValidationError:
        raise Refused("bad_form") from None
