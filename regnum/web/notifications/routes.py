"""Routes for the notification settings of a guest, the webhooks of a table, and unsubscribe links."""

from contextlib import suppress
from typing import Annotated, Any, Final, TypeAlias

import msgspec
from litestar import post
from litestar.exceptions import ClientException, NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Response, Template

from regnum.web.errors import RefusedError
from regnum.web.http.csrf import CSRF_EXEMPT, read_short_form
from regnum.web.http.deps import VisitorDep
from regnum.web.http.request_limits import LIGHT
from regnum.web.http.visitor import Visitor, WebRequest, form_of, get, refusal_text
from regnum.web.notifications import safe_http
from regnum.web.notifications.channels import DAILY, EMAIL_EACH, EMAIL_KINDS, PUSH, Channel, TooManyChannelsError
from regnum.web.notifications.deps import EmailChannelDep, NotificationsDep
from regnum.web.notifications.messages import OPTIONAL_KINDS
from regnum.web.notifications.notification_settings import settings_from_form
from regnum.web.notifications.service import NotificationService
from regnum.web.notifications.transports import WEBHOOKS
from regnum.web.notifications.web_push import SubscriptionKeys, are_valid_keys
from regnum.web.rate_limit import RateLimit
from regnum.web.tables.deps import StoredTableDep, TablesDep, table_title
from regnum.web.tables.service import TableService
from regnum.web.tables.stored_table import StoredTable
from regnum.web.timing.wall_clock import zones

TEST_LIMIT: Final = RateLimit(10)
"""The maximum number of test notifications per minute and guest."""
_Long: TypeAlias = Annotated[str, msgspec.Meta(max_length=1000)]
_Short: TypeAlias = Annotated[str, msgspec.Meta(max_length=200)]


async def _settings_page(
    visitor: Visitor,
    notifications: NotificationService,
    table: StoredTable | None = None,
    status: int = 200,
    saved: bool = False,
    error: str = "",
    typed: str = "",
    tested: tuple[str, str] = ("", ""),
    chosen: dict[str, str] | None = None,
) -> Template:
    """Return the settings page of a guest, or of a table for its host.

    `typed` and `chosen`: a refused address and refused settings; `error` is the reason. `tested`: the id of a tested
    channel, and the result in words.
    """
    table_id = table.row.id if table is not None else ""
    channels = await notifications.channels.of_owner(visitor.guest, table_id)
    email_kind = next((channel.kind for channel in channels if channel.kind in EMAIL_KINDS), "")
    return visitor.page(
        "notifications/settings",
        status,
        table=None if table is None else table.row,
        title="" if table is None else table_title(table.row, visitor.language),
        hooks=[_channel_values(channel, visitor) for channel in channels if channel.kind in WEBHOOKS],
        browsers=[_channel_values(channel, visitor) for channel in channels if channel.kind == PUSH],
        key=await notifications.push.key() if table is None else "",
        email_kind=email_kind,
        email_kinds=("", EMAIL_EACH, DAILY),
        can_email=table is None and await notifications.email_of(visitor.guest) is not None,
        kinds=[(kind, webhook.name) for kind, webhook in WEBHOOKS.items()],
        saved=saved,
        error=error,
        typed=typed,
        chosen=(await notifications.settings_store.get(visitor.guest)).form if chosen is None else chosen,
        optional_kinds=OPTIONAL_KINDS,
        zones=zones(),
        tested=tested[0],
        outcome=tested[1],
    )


def _channel_values(channel: Channel, visitor: Visitor) -> dict[str, Any]:
    webhook = WEBHOOKS.get(channel.kind)
    return {
        "id": channel.id,
        "service": webhook.name if webhook is not None else "",
        "address": _address_hint(channel.address),
        "key": channel.key if webhook is not None and webhook.signed else "",
        "created_at": channel.created_at.isoformat(timespec="seconds"),
        "date": f"{channel.created_at:%Y-%m-%d %H:%M} UTC",
        "result": "" if channel.failures == 0 else _outcome_text(channel.last_result, visitor),
        "is_disabled": channel.is_disabled,
    }


def _address_hint(address: str) -> str:
    """Return enough of an address to recognize it; the rest may be secret."""
    start, _, rest = address.partition("://")
    host, _, path = rest.partition("/")
    return f"{start}://{host}/…{path[-4:]}" if len(path) > 8 else f"{start}://{host}/…"


def _outcome_text(result: str, visitor: Visitor) -> str:
    """Return the result of a delivery in words."""
    if result.isdecimal():
        return visitor.text("notification_settings.answered", status=result)
    return (
        visitor.text(f"notification_settings.{result}")
        if visitor.text.has(f"notification_settings.{result}")
        else result
    )


def _check_host(visitor: Visitor, table: StoredTable) -> None:
    if visitor.guest != table.row.host:
        raise ClientException(status_code=403, extra={"text_key": "not_host"})


def _settings_url(table_id: str) -> str:
    return f"/table/{table_id}/webhooks" if table_id else "/notifications"


@get("/notifications")
async def show_settings(
    visitor: VisitorDep, notifications: NotificationsDep, saved: FromQuery[str | None] = None
) -> Template:
    """Show the notification settings of this guest."""
    return await _settings_page(visitor, notifications, saved=saved is not None)


@get("/table/{table_id:str}/webhooks", cost=LIGHT)
async def show_table_webhooks(
    visitor: VisitorDep, notifications: NotificationsDep, stored: StoredTableDep, saved: FromQuery[str | None] = None
) -> Template:
    """Show the webhooks of a table to its host."""
    _check_host(visitor, stored)
    return await _settings_page(visitor, notifications, stored, saved=saved is not None)


class BrowserForm(msgspec.Struct):
    """A browser's push subscription, as the browser sends it."""

    endpoint: _Long
    p256dh: _Short
    auth: _Short


@post("/notifications/browser")
async def add_browser(request: WebRequest, visitor: VisitorDep, notifications: NotificationsDep) -> Response[None]:
    """Add this browser as a channel of the guest."""
    try:
        form = await form_of(request, BrowserForm)
    except RefusedError:
        raise ClientException(status_code=400, extra={"text_key": "bad_form"}) from None
    keys = SubscriptionKeys(form.p256dh, form.auth)
    if safe_http.url_error(form.endpoint, secure=not notifications.allow_private) or not are_valid_keys(keys):
        raise ClientException(status_code=400, extra={"text_key": "bad_form"})
    if not notifications.channel_limit.allows(visitor.client_address):
        raise ClientException(status_code=429, extra={"name": "too_many"})
    encoded_keys = msgspec.json.encode(keys).decode()
    try:
        await notifications.channels.add_browser(
            visitor.guest, form.endpoint, encoded_keys, visitor.language, visitor.origin
        )
    except TooManyChannelsError:
        raise ClientException(
            status_code=409, extra={"message": visitor.text("notification_settings.too_many")}
        ) from None
    return Response(None, status_code=204)


class EmailForm(msgspec.Struct):
    """How often to send emails (EMAIL_EACH, DAILY, or "" for never), and the browser's time zone."""

    email_kind: Annotated[str, msgspec.Meta(max_length=8)] = msgspec.field(name="mail")
    zone: _Short = ""


@post("/notifications/email")
async def set_email_frequency(request: WebRequest, visitor: VisitorDep, notifications: NotificationsDep) -> Redirect:
    """Set how often this guest gets emails."""
    try:
        form = await form_of(request, EmailForm)
    except RefusedError:
        raise ClientException(status_code=400, extra={"text_key": "bad_form"}) from None
    if form.email_kind and await notifications.email_of(visitor.guest) is None:
        raise ClientException(status_code=409, extra={"message": visitor.text("notification_settings.no_email")})
    await _propose_zone(notifications, visitor, form.zone)
    await notifications.channels.set_email(visitor.guest, form.email_kind, visitor.language, visitor.origin)
    return Redirect("/notifications?saved", status_code=303)


async def _propose_zone(notifications: NotificationService, visitor: Visitor, zone: str) -> None:
    """Store the time zone of a browser for a guest who has not chosen one."""
    settings = await notifications.settings_store.get(visitor.guest)
    if not settings.zone and zone in zones():
        with suppress(RefusedError):  # the time zone is only a suggestion
            await notifications.settings_store.save(
                visitor.guest, msgspec.structs.replace(settings, zone=zone), visitor.client_address
            )


@post("/notifications/settings")
async def save_settings(
    request: WebRequest, visitor: VisitorDep, notifications: NotificationsDep
) -> Redirect | Template:
    """Store which notifications this guest wants, and when."""
    form = await read_short_form(request)
    try:
        await notifications.settings_store.save(visitor.guest, settings_from_form(form), visitor.client_address)
    except RefusedError as refused:
        return await _settings_page(
            visitor, notifications, status=409, error=refusal_text(refused, visitor.text), chosen=form
        )
    return Redirect("/notifications?saved", status_code=303)


class WebhookForm(msgspec.Struct):
    """A webhook: its format and address."""

    kind: Annotated[str, msgspec.Meta(max_length=16)]
    address: Annotated[str, msgspec.Meta(max_length=4000)]


async def _add_webhook(
    request: WebRequest, visitor: Visitor, notifications: NotificationService, table: StoredTable | None
) -> Redirect | Template:
    table_id = table.row.id if table is not None else ""
    try:
        form = await form_of(request, WebhookForm)
    except RefusedError:
        raise ClientException(status_code=400, extra={"text_key": "bad_form"}) from None
    address = form.address.strip()
    wrong = safe_http.url_error(address) or ("" if form.kind in WEBHOOKS else "bad_address")
    if not notifications.channel_limit.allows(visitor.client_address):
        raise ClientException(status_code=429, extra={"name": "too_many"})
    try:
        if not wrong:
            await notifications.channels.add_webhook(
                visitor.guest, table_id, form.kind, address, visitor.language, visitor.origin
            )
            return Redirect(f"{_settings_url(table_id)}?saved", status_code=303)
    except TooManyChannelsError:
        wrong = "too_many"
    return await _settings_page(
        visitor, notifications, table, 409, error=visitor.text(f"notification_settings.{wrong}"), typed=address[:200]
    )


@post("/notifications/webhook")
async def add_webhook(request: WebRequest, visitor: VisitorDep, notifications: NotificationsDep) -> Redirect | Template:
    """Add a webhook for this guest's notifications."""
    return await _add_webhook(request, visitor, notifications, None)


@post("/table/{table_id:str}/webhooks")
async def add_table_webhook(
    request: WebRequest, visitor: VisitorDep, notifications: NotificationsDep, stored: StoredTableDep
) -> Redirect | Template:
    """Add a webhook for a table; only its host may do so."""
    _check_host(visitor, stored)
    return await _add_webhook(request, visitor, notifications, stored)


class ChannelForm(msgspec.Struct):
    """One of the user's own channels."""

    id: Annotated[str, msgspec.Meta(max_length=40)]


async def _require_own_channel(
    request: WebRequest, visitor: Visitor, notifications: NotificationService, tables: TableService
) -> tuple[Channel, StoredTable | None]:
    """Return the channel in a form, and its table if it has one; responds with 404 unless it belongs to the visitor."""
    try:
        form = await form_of(request, ChannelForm)
    except RefusedError:
        raise ClientException(status_code=400, extra={"text_key": "bad_form"}) from None
    channel = await notifications.channels.find(form.id)
    if channel is None:
        raise NotFoundException
    table = await tables.cache.get_stored(channel.table_id) if channel.table_id else None
    owner = table.row.host if table is not None else channel.guest
    if owner != visitor.guest:
        raise NotFoundException
    return channel, table


@post("/notifications/remove")
async def remove_channel(
    request: WebRequest, visitor: VisitorDep, notifications: NotificationsDep, tables: TablesDep
) -> Redirect:
    """Remove a channel."""
    channel, _ = await _require_own_channel(request, visitor, notifications, tables)
    await notifications.channels.remove(channel.id)
    return Redirect(f"{_settings_url(channel.table_id)}?saved", status_code=303)


@post("/notifications/test")
async def test_channel(
    request: WebRequest, visitor: VisitorDep, notifications: NotificationsDep, tables: TablesDep
) -> Template:
    """Send a test notification to a channel."""
    channel, table = await _require_own_channel(request, visitor, notifications, tables)
    if not (TEST_LIMIT.allows(visitor.guest) and notifications.channel_limit.allows(visitor.client_address)):
        raise ClientException(status_code=429, extra={"name": "too_many"})
    outcome = await notifications.test(channel, table.row.game if table is not None else "")
    if outcome.is_gone:
        await notifications.channels.remove(channel.id)
    result = (
        visitor.text("notification_settings.test_arrived")
        if outcome.succeeded
        else _outcome_text(outcome.result, visitor)
    )
    return await _settings_page(visitor, notifications, table, tested=(channel.id, result))


# The unsubscribe link in an email works without signing in.


@get("/unsubscribe/{token:str}")
async def show_unsubscribe_page(visitor: VisitorDep, email_channel: EmailChannelDep, token: FromPath[str]) -> Template:
    """Ask for confirmation before unsubscribing, because link scanners also load this page."""
    return visitor.page("notifications/unsubscribe", token=token, done=False)


@post("/unsubscribe/{token:str}", opt={CSRF_EXEMPT: True}, status_code=200)
async def unsubscribe(visitor: VisitorDep, notifications: NotificationsDep, email_channel: EmailChannelDep) -> Template:
    """Unsubscribe from emails; mail programs post here for one-click unsubscribing (RFC 8058)."""
    await notifications.channels.remove(email_channel.id)
    return visitor.page("notifications/unsubscribe", token="", done=True)


HANDLERS: Final = [
    show_settings,
    show_table_webhooks,
    add_browser,
    set_email_frequency,
    save_settings,
    add_webhook,
    add_table_webhook,
    remove_channel,
    test_channel,
    show_unsubscribe_page,
    unsubscribe,
]
