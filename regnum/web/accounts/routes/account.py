"""The account page: name, password, email address, sessions, data export and deletion."""

from datetime import datetime
from typing import Annotated, Any, Final

import msgspec
from litestar import MediaType, Response, post
from litestar.response import Redirect, Template

from regnum.web.accounts.deps import AccountsDep, SignedInDep, signed_in_of
from regnum.web.accounts.forms import STATUS_BY_REFUSAL, Short
from regnum.web.accounts.passwords import MIN_LENGTH
from regnum.web.accounts.service import AccountService
from regnum.web.errors import RefusedError
from regnum.web.http.cookies import SESSION, cookie_name, identity_cookie, page_token
from regnum.web.http.deps import SettingsDep, VisitorDep
from regnum.web.http.visitor import Visitor, WebRequest, form_of, get, refusal_text

PARTS: Final = ("name", "password", "email", "sessions")
"""The parts of an account that can be changed, as named in `?saved=`."""


async def _account_page(
    visitor: Visitor, accounts: AccountService, part: str = "", refused: RefusedError | None = None
) -> Template:
    """Return the account page; `part`: the part that was saved or, if `refused`, not accepted."""
    signed_in = signed_in_of(visitor)
    sessions = await accounts.sessions.of_account(signed_in.account.guest)
    return visitor.page(
        "accounts/account",
        200 if refused is None else STATUS_BY_REFUSAL.get(refused.key, 409),
        here="/account",
        part=part,
        error=None if refused is None else refusal_text(refused, visitor.text),
        can_send_links=accounts.can_send_links,
        least=MIN_LENGTH,
        made=_time_values(signed_in.account.created_at),
        sessions=[
            {
                "id": session.id[:SESSION_HANDLE_LENGTH],
                "browser": session.browser or visitor.text("account.unknown_browser"),
                "made": _time_values(session.created_at),
                "seen": _time_values(session.seen_at),
                "here": session.id == signed_in.session,
            }
            for session in sessions
        ],
    )


SESSION_HANDLE_LENGTH: Final = 16
"""How many characters of a session's id identify it among the sessions of one person."""


def _time_values(moment: datetime) -> dict[str, str]:
    return {"at": moment.isoformat(timespec="seconds"), "date": f"{moment:%Y-%m-%d %H:%M} UTC"}


@get("/account")
async def show_account(request: WebRequest, visitor: VisitorDep, accounts: AccountsDep) -> Template | Redirect:
    """Show the account of the signed-in visitor."""
    if visitor.signed_in is None:
        return Redirect("/sign-in", status_code=303)
    saved = request.query_params.get("saved", "")
    return await _account_page(visitor, accounts, saved if saved in PARTS else "")


class AccountForm(msgspec.Struct):
    """The fields of the account forms: the new value, and the current password."""

    password: Short = ""
    name: Short = ""
    fresh: Short = ""
    email: Short = msgspec.field(name="mail", default="")


def _redirect_to_saved(part: str) -> Redirect:
    return Redirect(f"/account?saved={part}#my-{part}", status_code=303)


@post("/account/name")
async def rename_account(
    request: WebRequest, visitor: VisitorDep, accounts: AccountsDep, signed_in: SignedInDep
) -> Template | Redirect:
    """Change the name of the account."""
    try:
        form = await form_of(request, AccountForm)
        await accounts.rename(signed_in.account, form.password, form.name)
    except RefusedError as refused:
        return await _account_page(visitor, accounts, "name", refused)
    return _redirect_to_saved("name")


@post("/account/password")
async def change_password(
    request: WebRequest, visitor: VisitorDep, accounts: AccountsDep, signed_in: SignedInDep
) -> Template | Redirect:
    """Change the password; all other browsers are signed out."""
    try:
        form = await form_of(request, AccountForm)
        await accounts.change_password(signed_in.account, form.password, form.fresh, signed_in.session)
    except RefusedError as refused:
        return await _account_page(visitor, accounts, "password", refused)
    return _redirect_to_saved("password")


@post("/account/email")
async def change_email(
    request: WebRequest, visitor: VisitorDep, accounts: AccountsDep, signed_in: SignedInDep
) -> Template | Redirect:
    """Send a confirmation to a new email address, or remove the current address."""
    try:
        form = await form_of(request, AccountForm)
        await accounts.change_email(signed_in.account, form.password, form.email)
    except RefusedError as refused:
        return await _account_page(visitor, accounts, "email", refused)
    return _redirect_to_saved("email")


class EndSessionForm(msgspec.Struct):
    """The session to end: the beginning of its id, or "others"."""

    session: Annotated[str, msgspec.Meta(max_length=SESSION_HANDLE_LENGTH)]


@post("/account/sessions")
async def end_session(
    request: WebRequest, visitor: VisitorDep, accounts: AccountsDep, signed_in: SignedInDep
) -> Template | Redirect:
    """Sign out another browser, or all others."""
    guest = signed_in.account.guest
    try:
        form = await form_of(request, EndSessionForm)
    except RefusedError as refused:
        return await _account_page(visitor, accounts, "sessions", refused)
    if form.session == "others":
        await accounts.sessions.end(guest, except_session=signed_in.session)
    else:
        for session in await accounts.sessions.of_account(guest):
            if session.id[:SESSION_HANDLE_LENGTH] == form.session:
                await accounts.sessions.end(guest, session.id)
    return _redirect_to_saved("sessions")


@get("/account/data")
async def download_data(accounts: AccountsDep, signed_in: SignedInDep) -> Response[dict[str, Any]]:
    """Send all stored data of the visitor as a file."""
    headers = {"cache-control": "no-store", "content-disposition": 'attachment; filename="regnum.json"'}
    return Response(await accounts.export_data(signed_in.account), media_type=MediaType.JSON, headers=headers)


@post("/account/delete")
async def delete_account(
    request: WebRequest,
    visitor: VisitorDep,
    accounts: AccountsDep,
    settings: SettingsDep,
    signed_in: SignedInDep,
) -> Template:
    """Delete the account."""
    try:
        form = await form_of(request, AccountForm)
        await accounts.remove(signed_in.account, form.password)
    except RefusedError as refused:
        return await _account_page(visitor, accounts, "delete", refused)
    text = visitor.text
    token = page_token(visitor.browser, settings.secret)
    page = msgspec.structs.replace(visitor, signed_in=None, token=token).page(
        "ui/error", heading=text("account.deleted"), message=text("account.deleted_text")
    )
    page.set_cookie(identity_cookie(cookie_name(SESSION, settings.secret, visitor.secure), "", visitor.secure))
    return page


HANDLERS: Final = [
    show_account,
    rename_account,
    change_password,
    change_email,
    end_session,
    download_data,
    delete_account,
]
