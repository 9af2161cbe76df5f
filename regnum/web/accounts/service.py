"""Accounts: signing up and signing in, changes to an account, and emails to its owner."""

import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, Final

from regnum.web.accounts import user_data
from regnum.web.accounts.one_time_links import CONFIRM, INVITE, RESET, OneTimeLinkStore
from regnum.web.accounts.passwords import PasswordService, check_new_password
from regnum.web.accounts.sessions import SessionStore
from regnum.web.accounts.store import AccountStore, name_key
from regnum.web.db.database import Database
from regnum.web.errors import RefusedError
from regnum.web.http.cookies import known_browser_value
from regnum.web.http.i18n import page_text
from regnum.web.http.identity import Account
from regnum.web.mail import Email, Mailer, read_email_address
from regnum.web.names import break_links, check_name
from regnum.web.periodic import BackgroundTasks
from regnum.web.rate_limit import RateLimit
from regnum.web.settings import REGISTRATION_INVITED, REGISTRATION_OPEN, Settings

HOUR_SECONDS: Final = 3600.0
ADDRESS_FACTOR: Final = 3
"""The factor by which an IP address may make more attempts than a name; a household may have several people."""
NAME_FACTOR: Final = 10
"""The factor by which a name allows more attempts from all IP addresses together than from a single one."""
MAX_CORRECT_PASSWORDS_PER_HOUR: Final = 60
"""How many correct passwords per hour, from one IP address or person, do not count as attempts."""
EMAILS_PER_HOUR: Final = 3
"""The maximum number of emails per hour to one person or email address."""
MIN_ACCOUNTS_PER_HOUR: Final = 20
"""How many accounts one IP address may create per hour, or `sign_in_attempts_per_hour` if that is more."""


class AccountService:
    """All account operations. Attempts are counted in each process, whether or not the name exists."""

    def __init__(
        self, database: Database, settings: Settings, mailer: Mailer, catch_up: Callable[[], Awaitable[None]]
    ) -> None:
        """`catch_up`: updates tables and chats in memory, after seats were moved in the store."""
        self.store: Final = AccountStore(database)
        self.sessions: Final = SessionStore(database)
        self.links: Final = OneTimeLinkStore(database)
        self.passwords: Final = PasswordService()
        self._database: Final = database
        self._mailer: Final = mailer
        self._catch_up: Final = catch_up
        self._origin: Final = settings.origin
        self._registration: Final = settings.registration
        self._per_name_and_address: Final = RateLimit(settings.sign_in_attempts_per_hour, seconds=HOUR_SECONDS)
        self._per_name: Final = RateLimit(NAME_FACTOR * settings.sign_in_attempts_per_hour, seconds=HOUR_SECONDS)
        self._correct_passwords: Final = RateLimit(MAX_CORRECT_PASSWORDS_PER_HOUR, seconds=HOUR_SECONDS)
        self._own_password: Final = RateLimit(settings.sign_in_attempts_per_hour, seconds=HOUR_SECONDS)
        self._per_address: Final = RateLimit(ADDRESS_FACTOR * settings.sign_in_attempts_per_hour, seconds=HOUR_SECONDS)
        self._reset_requests: Final = RateLimit(
            ADDRESS_FACTOR * settings.sign_in_attempts_per_hour, seconds=HOUR_SECONDS
        )
        self._sign_ups: Final = RateLimit(
            max(MIN_ACCOUNTS_PER_HOUR, settings.sign_in_attempts_per_hour), seconds=HOUR_SECONDS
        )
        self._emails: Final = RateLimit(EMAILS_PER_HOUR, seconds=HOUR_SECONDS)
        self._background: Final = BackgroundTasks("a reset link was not sent")

    @property
    def can_send_links(self) -> bool:
        """Whether emails with links can be sent, which needs an SMTP server and an origin."""
        return self._mailer.is_enabled and bool(self._origin)

    async def may_sign_up(self, invitation: str) -> bool:
        """Return whether a visitor with this invitation ("": none) may create an account."""
        if self._registration == REGISTRATION_OPEN:
            return True
        invites = self._registration == REGISTRATION_INVITED and invitation
        return bool(invites) and await self.links.find_link(INVITE, invitation) is not None

    # Signing up, in and out.

    async def sign_up(
        self, name: str, password: str, email: str, language: str, invitation: str, client_address: str
    ) -> Account:
        """Create an account and return it; raises RefusedError if an input is invalid or registration is closed."""
        name = check_name(name)
        password = check_new_password(password, name)
        email = self._require_email(email) if email.strip() and self.can_send_links else ""
        if not await self.may_sign_up(invitation):
            raise RefusedError("registration_closed")
        if not self._sign_ups.allows(client_address):
            raise RefusedError("too_many_attempts")
        if await self.store.account_by_name(name) is not None:
            raise RefusedError("account_name_taken", {"name": name})
        account = Account(secrets.token_hex(16), name, datetime.now(UTC), language)
        needed = invitation if self._registration == REGISTRATION_INVITED else None
        await self.store.add(account, await self.passwords.hash(password, client_address), needed)
        if email:
            # If too many emails were sent, the address can be added later on the account page.
            with suppress(RefusedError):
                await self._ask_to_confirm(account, email)
        return account

    async def sign_in(self, name: str, password: str, client_address: str, known: str = "") -> Account:
        """Return the person with this name or confirmed address, and with this password.

        `known`: the mark of an earlier sign-in by this browser (see `known_browser_value`), which gives it a separate
        allowance. Attempts are counted for each IP address, so that strangers elsewhere cannot lock anyone out. Raises
        RefusedError if there is no such person; neither the message nor the response time reveals whether the name
        exists.
        """
        name = await self._name_of(name)
        key = name_key(name)
        account = await self.store.account_by_name(name)
        counts: tuple[tuple[RateLimit, str], ...]
        if account is not None and known == known_browser_value(account.guest):
            counts = ((self._per_name_and_address, _attempt_key(key, known)), (self._per_address, client_address))
        else:
            counts = (
                (self._per_name_and_address, _attempt_key(key, client_address)),
                (self._per_name, key),
                (self._per_address, client_address),
            )
        if not all(rate.allows(limit_key) for rate, limit_key in counts):
            raise RefusedError("too_many_attempts")
        verified = await self._verify(name, password, client_address)
        if self._correct_passwords.allows(client_address):
            for rate, limit_key in counts:
                rate.give_back(limit_key)
        return verified

    async def _verify(self, name: str, password: str, client: str) -> Account:
        credentials = await self.store.credentials_by_name(name)
        verdict = await self.passwords.verify(credentials[1] if credentials else None, password, client)
        if credentials is None or not verdict.is_correct:
            raise RefusedError("wrong_sign_in")
        if verdict.new_hash:
            await self.store.rehash(credentials[0].guest, credentials[1], verdict.new_hash)
        return credentials[0]

    async def _name_of(self, typed: str) -> str:
        """Return the typed name, or for a typed email address the name of the only person who has it."""
        email = read_email_address(typed)
        if email is None or await self.store.account_by_name(typed) is not None:
            return typed
        people = await self.store.people_with_email(email)
        return people[0].name if len(people) == 1 else typed

    async def start_session(self, account: Account, agent: str, guest: str | None = None) -> str:
        """Start a session and return its key; `guest`: the browser's guest, whose data moves to the account."""
        if guest is not None:
            await user_data.move_data(self._database, guest, account.guest)
        key = await self.sessions.begin(account.guest, agent)
        if guest is not None:
            await self._catch_up()
        return key

    async def has_played(self, guest: str) -> bool:
        """Return whether a guest has tables that could move to an account."""
        return await user_data.can_move(self._database, guest)

    # Changes to an account, each of which requires the password.

    async def rename(self, account: Account, password: str, name: str) -> None:
        """Rename a person; raises RefusedError if the name cannot be used or the password is wrong."""
        name = check_name(name)
        await self._require_password(account, password)
        await self.store.rename(account.guest, name)

    async def change_password(self, account: Account, password: str, new_password: str, session: str) -> None:
        """Change a person's password and end their other sessions. Raises RefusedError as in `rename`."""
        new_password = check_new_password(new_password, account.name)
        await self._require_password(account, password)
        await self.store.change_password(account.guest, await self.passwords.hash(new_password, account.guest), session)
        self._notify_of_change(account, account.email, "password_changed")

    async def change_email(self, account: Account, password: str, email: str) -> None:
        """Send a confirmation to a new address, or remove the current one; raises RefusedError as in `rename`."""
        email = self._require_email(email) if email.strip() else ""
        await self._require_password(account, password)
        if not email:
            await self.store.forget_email(account.guest)
            self._notify_of_change(account, account.email, "address_removed")
        else:
            await self._ask_to_confirm(account, email)

    async def remove(self, account: Account, password: str) -> None:
        """Delete an account; raises RefusedError if the password is wrong."""
        await self._require_password(account, password)
        await self.store.remove(account.guest)
        self._notify_of_change(account, account.email, "deleted")
        await self._catch_up()

    async def export_data(self, account: Account) -> dict[str, Any]:
        """Return all stored data of a person, for an export that they request."""
        sessions = [
            {"created_at": session.created_at, "seen_at": session.seen_at, "browser": session.browser}
            for session in await self.sessions.of_account(account.guest)
        ]
        own = {
            "name": account.name,
            "email": account.email,
            "language": account.language,
            "created_at": account.created_at,
        }
        return {**own, "sessions": sessions, **await user_data.export_data(self._database, account.guest)}

    async def _require_password(self, account: Account, password: str) -> None:
        """Raise RefusedError if the password is wrong or was tried too often. Attempts to sign in do not count here."""
        if not self._own_password.allows(account.guest):
            raise RefusedError("too_many_attempts")
        try:
            verified = await self._verify(account.name, password, account.guest)
        except RefusedError:
            raise RefusedError("wrong_password") from None
        if verified.guest != account.guest:
            raise RefusedError("wrong_password")
        if self._correct_passwords.allows(account.guest):
            self._own_password.give_back(account.guest)

    # Links in emails.

    async def send_reset_link(self, typed: str, client_address: str) -> None:
        """Email a reset link to the owner of a name or address, without revealing whether there is one.

        Raises RefusedError if the client address has made too many requests.
        """
        if not self._reset_requests.allows(client_address):
            raise RefusedError("too_many_attempts")
        if self.can_send_links:
            # in the background, so that the response time does not reveal whether there is an account
            self._background.run(self._send_resets(typed))

    async def _send_resets(self, typed: str) -> None:
        email = read_email_address(typed)
        if email is not None:
            people = await self.store.people_with_email(email)
        else:
            people = [account for account in [await self.store.account_by_name(typed)] if account is not None]
        for account in people:
            if account.email is not None and self._emails.allows(f"reset {account.guest}"):
                key = await self.links.issue(RESET, account.guest)
                self._send_email(account, account.email, "reset", link=f"{self._origin}/reset/{key}")

    async def reset_password(self, key: str, password: str, client_address: str = "") -> Account:
        """Set a new password with a one-time link.

        Raises RefusedError if the password is invalid or the link cannot be used.
        """
        link = await self.links.find_link(RESET, key)
        account = await self.store.account_of(link.guest) if link is not None and link.guest is not None else None
        if account is None:
            raise RefusedError("link_expired")
        password = check_new_password(password, account.name)
        if await self.store.reset(key, await self.passwords.hash(password, client_address)) is None:
            raise RefusedError("link_expired")
        key = name_key(account.name)
        self._per_name_and_address.forget(_attempt_key(key, client_address))
        self._per_name.forget(key)
        self._notify_of_change(account, account.email, "password_changed")
        return account

    async def confirm_email(self, key: str) -> Account:
        """Set the address that a one-time link confirms; raises RefusedError if the link cannot be used."""
        confirmed = await self.store.confirm(key)
        if confirmed is None:
            raise RefusedError("link_expired")
        account, before = confirmed
        if before is not None and before != account.email:
            self._notify_of_change(account, before, "address_removed")
        return account

    async def _ask_to_confirm(self, account: Account, email: str) -> None:
        if not self.can_send_links:
            raise RefusedError("no_email")
        if not (self._emails.allows(f"to {email.lower()}") and self._emails.allows(f"of {account.guest}")):
            raise RefusedError("too_many_attempts")
        key = await self.links.issue(CONFIRM, account.guest, email)
        self._send_email(account, email, "confirm", link=f"{self._origin}/confirm/{key}")

    def _notify_of_change(self, account: Account, email: str | None, kind: str) -> None:
        """Send a person an email about a change, so that they notice if someone else made it."""
        if email is not None:
            self._send_email(account, email, kind)

    def _send_email(self, account: Account, email: str, kind: str, **more: object) -> None:
        text = page_text(account.language)
        body = text(
            f"email.{kind}_text",
            name=break_links(account.name),
            place=self._origin,
            again=f"{self._origin}/forgot",
            **more,
        )
        self._mailer.send(Email(email, text(f"email.{kind}"), body))

    @staticmethod
    def _require_email(typed: str) -> str:
        email = read_email_address(typed)
        if email is None:
            raise RefusedError("invalid_address")
        return email

    async def close(self) -> None:
        """Wait for the background work, then shut down the password threads."""
        await self._background.wait()
        await self.passwords.close()


def _attempt_key(key: str, client_address: str) -> str:
    return f"{client_address} {key}"
