"""Signing up, in and out, and the links in emails: to confirm an address or reset a password."""

from typing import Final

import msgspec
from litestar import post
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Template

from regnum.web.accounts.deps import AccountsDep
from regnum.web.accounts.forms import STATUS_BY_REFUSAL, Short
from regnum.web.accounts.one_time_links import CONFIRM, RESET
from regnum.web.accounts.service import AccountService
from regnum.web.accounts.sessions import SESSION_COOKIE_SECONDS
from regnum.web.errors import RefusedError
from regnum.web.http.cookies import (
    KNOWN,
    SESSION,
    YEAR_SECONDS,
    cookie_name,
    identity_cookie,
    known_browser_value,
    read_cookie,
    read_server_cookie,
    sign_cookie,
)
from regnum.web.http.csrf import read_form
from regnum.web.http.deps import SettingsDep, VisitorDep
from regnum.web.http.identity import Account
from regnum.web.http.visitor import Visitor, WebRequest, form_of, get, is_own_path, refusal_text
from regnum.web.notifications.channels import browser_id
from regnum.web.notifications.deps import NotificationsDep
from regnum.web.settings import Settings


class SignInForm(msgspec.Struct):
    """The fields of the sign-in and sign-up forms. `take`: move the seats of this browser's guest to the account."""

    name: Short = ""
    password: Short = ""
    email: Short = msgspec.field(name="mail", default="")
    take: Short = ""
    back: Short = ""


class PasswordResetForm(msgspec.Struct):
    """A form with a name or address, or with a new password."""

    name: Short = ""
    password: Short = ""


async def _form_page(
    visitor: Visitor,
    accounts: AccountService,
    page: str,
    typed: SignInForm,
    refused: RefusedError | None = None,
    invitation: str = "",
) -> Template:
    return visitor.page(
        f"accounts/{page}",
        200 if refused is None else STATUS_BY_REFUSAL.get(refused.key, 409),
        error=None if refused is None else refusal_text(refused, visitor.text),
        typed=typed,
        destination=typed.back if is_own_path(typed.back) else "",
        played=await accounts.has_played(visitor.browser),
        can_send_links=accounts.can_send_links,
        invitation=invitation,
        may_sign_up=await accounts.may_sign_up(invitation),
    )


async def _start_session(
    request: WebRequest,
    visitor: Visitor,
    accounts: AccountService,
    settings: Settings,
    account: Account,
    typed: SignInForm,
) -> Redirect:
    """Sign a person in: end this browser's session, start a new one, and move its guest's seats if requested."""
    if visitor.signed_in is not None:
        await accounts.sessions.end(visitor.signed_in.account.guest, visitor.signed_in.session)
    guest = visitor.browser if typed.take else None
    key = await accounts.start_session(account, request.headers.get("user-agent", ""), guest)
    if account.language != visitor.language:
        await accounts.store.set_language(account.guest, visitor.language)
    identities = ((SESSION, key, SESSION_COOKIE_SECONDS), (KNOWN, known_browser_value(account.guest), YEAR_SECONDS))
    cookies = [
        identity_cookie(
            cookie_name(kind, settings.secret, visitor.secure),
            sign_cookie(value, settings.secret, kind),
            visitor.secure,
            age,
        )
        for kind, value, age in identities
    ]
    back = typed.back if is_own_path(typed.back) else "/account"
    return Redirect(back, status_code=303, cookies=cookies)


@get("/sign-in")
async def show_sign_in(visitor: VisitorDep, accounts: AccountsDep, back: FromQuery[str] = "") -> Template | Redirect:
    """Show the sign-in form."""
    if visitor.signed_in is not None:
        return Redirect("/account", status_code=303)
    return await _form_page(visitor, accounts, "sign_in", SignInForm(back=back))


@post("/sign-in")
async def sign_in(
    request: WebRequest, visitor: VisitorDep, accounts: AccountsDep, settings: SettingsDep
) -> Template | Redirect:
    """Sign a person in; show the form again if that is refused."""
    typed = SignInForm()
    try:
        typed = await form_of(request, SignInForm)
        known_browser = read_cookie(
            read_server_cookie(request.cookies, KNOWN, settings.secret, visitor.secure), settings.secret, KNOWN
        )
        account = await accounts.sign_in(typed.name, typed.password, visitor.client_address, known_browser or "")
    except RefusedError as refused:
        return await _form_page(visitor, accounts, "sign_in", typed, refused)
    return await _start_session(request, visitor, accounts, settings, account, typed)


async def _sign_up_page(visitor: Visitor, accounts: AccountService, back: str, invitation: str) -> Template | Redirect:
    if visitor.signed_in is not None:
        return Redirect("/account", status_code=303)
    return await _form_page(
        visitor, accounts, "sign_up", SignInForm(name=visitor.name, back=back), invitation=invitation
    )


@get("/sign-up")
async def show_sign_up(visitor: VisitorDep, accounts: AccountsDep, back: FromQuery[str] = "") -> Template | Redirect:
    """Show the sign-up form."""
    return await _sign_up_page(visitor, accounts, back, "")


@get("/sign-up/{key:str}")
async def show_invited_sign_up(visitor: VisitorDep, accounts: AccountsDep, key: FromPath[str]) -> Template | Redirect:
    """Show the sign-up form to a visitor with an invitation."""
    return await _sign_up_page(visitor, accounts, "", key)


async def _sign_up(
    request: WebRequest, visitor: Visitor, accounts: AccountService, settings: Settings, invitation: str
) -> Template | Redirect:
    typed = SignInForm()
    try:
        typed = await form_of(request, SignInForm)
        account = await accounts.sign_up(
            typed.name, typed.password, typed.email, visitor.language, invitation, visitor.client_address
        )
    except RefusedError as refused:
        return await _form_page(visitor, accounts, "sign_up", typed, refused, invitation)
    return await _start_session(request, visitor, accounts, settings, account, typed)


@post("/sign-up")
async def sign_up(
    request: WebRequest, visitor: VisitorDep, accounts: AccountsDep, settings: SettingsDep
) -> Template | Redirect:
    """Create an account and sign in."""
    return await _sign_up(request, visitor, accounts, settings, "")


@post("/sign-up/{key:str}")
async def sign_up_invited(
    request: WebRequest,
    visitor: VisitorDep,
    accounts: AccountsDep,
    settings: SettingsDep,
    key: FromPath[str],
) -> Template | Redirect:
    """Create an account with an invitation and sign in."""
    return await _sign_up(request, visitor, accounts, settings, key)


@post("/sign-out")
async def sign_out(
    request: WebRequest,
    visitor: VisitorDep,
    accounts: AccountsDep,
    notifications: NotificationsDep,
    settings: SettingsDep,
) -> Redirect:
    """End the session of this browser and remove its push address, so that it gets no more notifications."""
    if visitor.signed_in is not None:
        await accounts.sessions.end(visitor.signed_in.account.guest, visitor.signed_in.session)
        channel = await notifications.channels.find(browser_id((await read_form(request)).get("endpoint", "")))
        if channel is not None and channel.guest == visitor.signed_in.account.guest:
            await notifications.channels.remove(channel.id)
    expired_cookie = identity_cookie(cookie_name(SESSION, settings.secret, visitor.secure), "", visitor.secure)
    return Redirect("/", status_code=303, cookies=[expired_cookie])


# Links in emails.


@get("/forgot")
async def show_forgot_password(visitor: VisitorDep, accounts: AccountsDep) -> Template:
    """Show the form for a forgotten password."""
    return visitor.page("accounts/forgot", error=None, is_sent=False, can_send_links=accounts.can_send_links)


@post("/forgot")
async def send_reset_link(request: WebRequest, visitor: VisitorDep, accounts: AccountsDep) -> Template:
    """Email a reset link if the account exists; neither the response nor its timing reveals whether it does."""
    try:
        typed = await form_of(request, PasswordResetForm)
        await accounts.send_reset_link(typed.name, visitor.client_address)
    except RefusedError as refused:
        error = refusal_text(refused, visitor.text)
        return visitor.page(
            "accounts/forgot",
            STATUS_BY_REFUSAL.get(refused.key, 409),
            error=error,
            is_sent=False,
            can_send_links=accounts.can_send_links,
        )
    return visitor.page("accounts/forgot", error=None, is_sent=True, can_send_links=accounts.can_send_links)


def _invalid_link_page(visitor: Visitor) -> Template:
    """Return the error page for a link that cannot be used."""
    text = visitor.text
    return visitor.page("ui/error", 404, heading=text("error.not_found"), message=text("account_error.link_expired"))


async def _reset_page(
    visitor: Visitor, accounts: AccountService, key: str, refused: RefusedError | None = None
) -> Template:
    link = await accounts.links.find_link(RESET, key)
    account = await accounts.store.account_of(link.guest) if link is not None and link.guest is not None else None
    if account is None:
        return _invalid_link_page(visitor)
    error = None if refused is None else refusal_text(refused, visitor.text)
    return visitor.page(
        "accounts/reset", 200 if refused is None else 409, error=error, key=key, account_name=account.name
    )


@get("/reset/{key:str}")
async def show_reset(visitor: VisitorDep, accounts: AccountsDep, key: FromPath[str]) -> Template:
    """Show the form for a new password."""
    return await _reset_page(visitor, accounts, key)


@post("/reset/{key:str}")
async def reset_password(
    request: WebRequest, visitor: VisitorDep, accounts: AccountsDep, key: FromPath[str]
) -> Redirect | Template:
    """Set a new password; all existing sessions of the account end."""
    try:
        typed = await form_of(request, PasswordResetForm)
        await accounts.reset_password(key, typed.password, visitor.client_address)
    except RefusedError as refused:
        return await _reset_page(visitor, accounts, key, refused)
    return Redirect("/sign-in", status_code=303)


@get("/confirm/{key:str}")
async def show_confirmation(visitor: VisitorDep, accounts: AccountsDep, key: FromPath[str]) -> Template:
    """Ask to confirm an address: programs that scan mail follow links but do not press buttons."""
    link = await accounts.links.find_link(CONFIRM, key)
    if link is None:
        return _invalid_link_page(visitor)
    return visitor.page("accounts/confirm", key=key, email=link.email, done=False)


@post("/confirm/{key:str}")
async def confirm_email(visitor: VisitorDep, accounts: AccountsDep, key: FromPath[str]) -> Template:
    """Confirm an address."""
    try:
        account = await accounts.confirm_email(key)
    except RefusedError:
        return _invalid_link_page(visitor)
    return visitor.page("accounts/confirm", key=key, email=account.email, done=True)


HANDLERS: Final = [
    show_sign_in,
    sign_in,
    show_sign_up,
    show_invited_sign_up,
    sign_up,
    sign_up_invited,
    sign_out,
    show_forgot_password,
    send_reset_link,
    show_reset,
    reset_password,
    show_confirmation,
    confirm_email,
]
