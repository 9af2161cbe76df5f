"""Email: a queue of messages, sent in the background through the operator's SMTP server.

Log entries contain neither the address nor the text of a message.
"""

import asyncio
import logging
import re
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from email.errors import MessageError
from email.headerregistry import BaseHeader, HeaderRegistry, UnstructuredHeader
from email.message import EmailMessage
from email.policy import SMTP, Policy
from email.utils import format_datetime, make_msgid, parseaddr
from typing import Final
from urllib.parse import quote, unquote, urlsplit

import aiosmtplib
import msgspec

from regnum.web.settings import Settings, is_loopback
from regnum.web.telemetry import EMAILS_TOTAL

MAX_QUEUED: Final = 500
"""The maximum number of queued emails; `Mailer.send` refuses more."""
MAX_PARALLEL: Final = 3
SMTP_TIMEOUT: Final = 15.0
"""Seconds to wait for each response of the SMTP server."""
RETRY_DELAYS: Final = (5.0, 60.0, 300.0)
"""Seconds before each retry of an email that could not be sent."""
CLOSE_TIMEOUT: Final = 2.0
"""The seconds that a stopping server waits for queued emails to be sent."""
MAX_ADDRESS_LENGTH: Final = 254
UNSUBSCRIBE: Final = "List-Unsubscribe"
_IN_LINKS: Final = ":/?#[]@!$&'()*+,;=%"
"""The characters allowed in a link besides letters, digits and -._~ (RFC 3986)."""
LOG: Final = logging.getLogger("regnum.web")

_ADDRESS: Final = re.compile(r"[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[^@]+", re.IGNORECASE)
_DOMAIN: Final = re.compile(r"([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")


class Email(msgspec.Struct, frozen=True):
    """A plain-text email.

    `unsubscribe`: a link that works without signing in: GET asks for confirmation, POST unsubscribes the recipient.
    """

    to: str
    subject: str
    text: str
    unsubscribe: str = ""


class SendError(Exception):
    """The SMTP server did not accept an email; `is_temporary`: whether a retry may succeed."""

    def __init__(self, is_temporary: bool) -> None:
        super().__init__("not sent")
        self.is_temporary: Final = is_temporary


def read_email_address(typed: str) -> str | None:
    """Return a typed email address in stored form, its domain in lower-case ASCII, or None if it is not valid."""
    tidy = typed.strip()
    name, _, domain = tidy.rpartition("@")
    with suppress(UnicodeError):
        domain = domain.lower().encode("idna").decode()
        address = f"{name}@{domain}"
        if (
            len(address) <= MAX_ADDRESS_LENGTH
            and len(name) <= 64
            and _ADDRESS.fullmatch(address)
            and _DOMAIN.fullmatch(domain)
        ):
            return address
    return None


class Mailer:
    """Queues emails and sends them in the background; it accepts none without an SMTP server."""

    def __init__(self, settings: Settings, retry_delays: Sequence[float] = RETRY_DELAYS) -> None:
        """`retry_delays`: the seconds before each retry; an email is dropped if the last retry fails."""
        self._server: Final = urlsplit(settings.smtp)
        self._from: Final = settings.mail_from
        self._retry_delays: Final = retry_delays
        self._queue: Final[asyncio.Queue[tuple[Email, int]]] = asyncio.Queue()
        self._retries: Final[set[asyncio.TimerHandle]] = set()
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def is_enabled(self) -> bool:
        """Whether this server can send email."""
        return bool(self._server.hostname)

    def send(self, email: Email) -> bool:
        """Queue an email and return True; return False if there is no SMTP server or the queue is full."""
        if not self.is_enabled:
            return False
        if self._queue.qsize() + len(self._retries) >= MAX_QUEUED:
            LOG.error("an email was not sent: %d are already waiting", MAX_QUEUED)
            EMAILS_TOTAL.labels("refused").inc()
            return False
        self._queue.put_nowait((email, 0))
        return True

    async def deliver(self, email: Email) -> None:
        """Send an email immediately, for callers with their own queue; raises SendError if it is not accepted."""
        try:
            await self._submit(email)
        except Exception as error:
            EMAILS_TOTAL.labels("failed").inc()
            raise SendError(_is_temporary(error)) from None
        EMAILS_TOTAL.labels("sent").inc()

    async def start(self) -> None:
        """Start the tasks that send queued emails."""
        self._tasks = [asyncio.create_task(self._work()) for _ in range(MAX_PARALLEL if self.is_enabled else 0)]

    async def close(self) -> None:
        """Wait at most CLOSE_TIMEOUT seconds for queued emails to be sent, then stop."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._queue.join(), CLOSE_TIMEOUT)
        for handle in self._retries:
            handle.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _work(self) -> None:
        while True:
            email, attempts = await self._queue.get()
            try:
                await self._try(email, attempts)
            finally:
                self._queue.task_done()

    async def _try(self, email: Email, attempts: int) -> None:
        """Send an email; schedule a retry if the failure is temporary."""
        try:
            await self._submit(email)
        except Exception as error:
            final = attempts >= len(self._retry_delays) or not _is_temporary(error)
            extra = {"error": type(error).__name__, "code": getattr(error, "code", 0)}
            LOG.warning("a mail was given up" if final else "a mail has to wait", extra=extra)
            if final:
                EMAILS_TOTAL.labels("failed").inc()
            else:
                self._retry_later(email, attempts)
        else:
            EMAILS_TOTAL.labels("sent").inc()

    def _retry_later(self, email: Email, attempts: int) -> None:
        def retry() -> None:
            self._retries.discard(handle)
            self._queue.put_nowait((email, attempts + 1))

        handle = asyncio.get_running_loop().call_later(self._retry_delays[attempts], retry)
        self._retries.add(handle)

    async def _submit(self, email: Email) -> None:
        """Pass an email to the SMTP server. A password is sent to another machine only over TLS."""
        server = self._server
        tls = server.scheme == "smtps"
        secret = server.password is not None and not is_loopback(server.hostname)
        await aiosmtplib.send(
            _message_of(email, self._from),
            hostname=server.hostname,
            port=server.port or (465 if tls else 587),
            username=unquote(server.username) if server.username else None,
            password=unquote(server.password) if server.password else None,
            use_tls=tls,
            start_tls=True if secret and not tls else None,
            timeout=SMTP_TIMEOUT,
        )


def _is_temporary(error: Exception) -> bool:
    """Return whether a retry may succeed after this error."""
    if isinstance(error, aiosmtplib.SMTPAuthenticationError):
        return True  # the operator may soon correct the password
    if isinstance(error, aiosmtplib.SMTPRecipientsRefused):
        return any(refused.code < 500 for refused in error.recipients)
    if isinstance(error, aiosmtplib.SMTPResponseException):
        return error.code < 500
    return not isinstance(error, ValueError | MessageError)


class _Link(UnstructuredHeader, BaseHeader):
    """A header with a link, which mail programs can read only if it is neither folded nor encoded."""

    def fold(self, *, policy: Policy) -> str:
        return f"{self.name}: {self}{policy.linesep}"


def _headers() -> HeaderRegistry:
    registry = HeaderRegistry()
    registry.map_to_type(UNSUBSCRIBE, _Link)
    return registry


_POLICY: Final = SMTP.clone(header_factory=_headers())


def _message_of(email: Email, sender: str) -> EmailMessage:
    message = EmailMessage(_POLICY)
    message["From"] = sender
    message["To"] = email.to
    message["Subject"] = email.subject
    message["Date"] = format_datetime(datetime.now(UTC))
    message["Message-ID"] = make_msgid(domain=parseaddr(sender)[1].rpartition("@")[2])
    message["Auto-Submitted"] = "auto-generated"
    if email.unsubscribe:
        message[UNSUBSCRIBE] = f"<{quote(email.unsubscribe, safe=_IN_LINKS)}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message.set_content(email.text)
    return message
