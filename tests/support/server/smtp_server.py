"""A real SMTP server on loopback, which keeps the emails it receives."""

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from ssl import SSLContext

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

USER, PASSWORD = "ann", "p@ss/word"


class Mailbox:
    """A mail server: `emails` and their `contents` as received. `answers`: its replies to the next commands.

    It receives nothing while `open` is not set.
    """

    def __init__(self) -> None:
        self.emails: list[EmailMessage] = []
        self.contents: list[bytes] = []
        self.answers: list[str] = []
        self.asked = 0
        self.open = threading.Event()
        self.open.set()
        self.users: list[str] = []
        self.port = 0

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        self.asked += 1
        await asyncio.to_thread(self.open.wait)
        if self.answers:
            return self.answers.pop(0)
        assert isinstance(envelope.content, bytes)
        email = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(email, EmailMessage)
        assert envelope.rcpt_tos == [str(email["to"])]
        self.emails.append(email)
        self.contents.append(envelope.content)
        return "250 OK"

    def authenticate(self, server: SMTP, session: Session, envelope: Envelope, how: str, given: object) -> AuthResult:
        right = isinstance(given, LoginPassword) and (given.login, given.password) == (
            USER.encode(),
            PASSWORD.encode(),
        )
        self.users += [USER] if right else []
        return AuthResult(success=right)

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.port}"

    def wait(self, count: int = 1, seconds: float = 60.0) -> EmailMessage:
        """Return the email of this number, from 1, as soon as it has arrived."""
        wait_until(lambda: len(self.emails) >= count, seconds)
        return self.emails[count - 1]


def wait_until(done: Callable[[], bool], seconds: float = 60.0) -> None:
    deadline = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < deadline, "the expected email did not arrive"
        time.sleep(0.01)


def text_of(email: EmailMessage) -> str:
    """Return the text of an email."""
    return str(email.get_content()).replace("\r\n", "\n")


@contextmanager
def run_mailbox(
    tls: SSLContext | None = None, starttls: SSLContext | None = None, auth: bool = False
) -> Iterator[Mailbox]:
    """Run an SMTP server in a thread. `tls`: from the start; `starttls`: on request; `auth`: required."""
    mailbox, ready, ended = Mailbox(), threading.Event(), asyncio.Event()
    loop = asyncio.new_event_loop()

    def protocol() -> SMTP:
        return SMTP(
            mailbox,
            hostname="localhost",
            loop=loop,
            tls_context=starttls,
            authenticator=mailbox.authenticate if auth else None,
            auth_required=auth,
            auth_require_tls=bool(starttls),
        )

    async def serve() -> None:
        server = await loop.create_server(protocol, "127.0.0.1", 0, ssl=tls)
        mailbox.port = server.sockets[0].getsockname()[1]
        ready.set()
        await ended.wait()
        server.close()
        pending_tasks = asyncio.all_tasks(loop) - {asyncio.current_task()}
        for task in pending_tasks:
            task.cancel()
        await asyncio.gather(*pending_tasks, return_exceptions=True)

    thread = threading.Thread(target=lambda: loop.run_until_complete(serve()))
    thread.start()
    assert ready.wait(5)
    try:
        yield mailbox
    finally:
        mailbox.open.set()
        loop.call_soon_threadsafe(ended.set)
        thread.join()
        loop.close()
