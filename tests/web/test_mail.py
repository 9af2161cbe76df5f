"""Emails are sent in the background; temporary failures are retried, and logs contain no addresses."""

import asyncio
import logging
import socket
import ssl
import subprocess
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from regnum.web import mail
from regnum.web.mail import Email, Mailer, read_email_address
from regnum.web.settings import Settings, read_origin, read_smtp
from tests.support.server.smtp_server import PASSWORD, USER, Mailbox, run_mailbox, text_of, wait_until
from tests.support.web.apps import run_in_thread

EMAIL = Email("ben@friends.example", "Дуже добре: it is your turn", "Grüße!\nhttps://games.example/table/x\n")
SOON = (0.02, 0.02)


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    with run_mailbox() as mailbox:
        yield mailbox


def with_mailer(
    settings: Settings, url: str, work: Callable[[Mailer], Awaitable[object]], pauses: tuple[float, ...] = SOON
) -> None:
    """Run work with a mailer for the server at this URL."""

    async def run() -> None:
        mailer = Mailer(replace(settings, smtp=url, mail_from="Regnum <regnum@games.example>"), pauses)
        await mailer.start()
        try:
            await work(mailer)
        finally:
            await mailer.close()

    run_in_thread(lambda: asyncio.run(run()))


def send_and_wait(*emails: Email, until: Callable[[], bool]) -> Callable[[Mailer], Awaitable[object]]:
    async def work(mailer: Mailer) -> None:
        for email in emails:
            assert mailer.send(email)
        await asyncio.to_thread(wait_until, until)

    return work


def test_email_arrives_unchanged(settings: Settings, mailbox: Mailbox) -> None:
    signing_off = "https://games.example/off/abc"
    email = Email(EMAIL.to, EMAIL.subject, EMAIL.text, signing_off)
    with_mailer(settings, mailbox.url, send_and_wait(email, EMAIL, until=lambda: len(mailbox.emails) == 2))
    first, second = sorted(mailbox.emails, key=lambda email: "list-unsubscribe" not in email)
    for one in (first, second):
        assert (one["to"], one["subject"]) == (EMAIL.to, EMAIL.subject)
        assert one["from"] == "Regnum <regnum@games.example>"
        assert one["auto-submitted"] == "auto-generated"
        assert one["message-id"].endswith("@games.example>")
        assert one["date"].datetime.tzinfo is not None
        assert one.get_content_type() == "text/plain"
        assert text_of(one) == EMAIL.text
    assert first["list-unsubscribe"] == f"<{signing_off}>"
    assert first["list-unsubscribe-post"] == "List-Unsubscribe=One-Click"
    assert "list-unsubscribe" not in second


@pytest.mark.parametrize(
    ("link", "sent_as"),
    [
        (f"https://games.example/off/{'x' * 300}", f"https://games.example/off/{'x' * 300}"),
        ("https://grüße.example/off/a b", "https://gr%C3%BC%C3%9Fe.example/off/a%20b"),
    ],
    ids=["long", "other letters"],
)
def test_unsubscribe_link_is_one_plain_line(link: str, sent_as: str, settings: Settings, mailbox: Mailbox) -> None:
    email = Email(EMAIL.to, EMAIL.subject, EMAIL.text, link)
    with_mailer(settings, mailbox.url, send_and_wait(email, until=lambda: len(mailbox.contents) == 1))
    lines = mailbox.contents[0].decode().split("\r\n")
    assert f"List-Unsubscribe: <{sent_as}>" in lines
    assert "List-Unsubscribe-Post: List-Unsubscribe=One-Click" in lines


def test_sending_an_email_does_not_block(settings: Settings, mailbox: Mailbox) -> None:
    mailbox.open.clear()

    async def work(mailer: Mailer) -> None:
        assert mailer.send(EMAIL)
        mailbox.open.set()
        await asyncio.to_thread(mailbox.wait)

    with_mailer(settings, mailbox.url, work)


def test_temporary_failure_is_retried(settings: Settings, mailbox: Mailbox) -> None:
    mailbox.answers = ["451 try again later", "421 not now"]
    with_mailer(settings, mailbox.url, send_and_wait(EMAIL, until=lambda: bool(mailbox.emails)))
    assert mailbox.asked == 3


def test_permanent_failure_is_not_retried(
    settings: Settings, mailbox: Mailbox, caplog: pytest.LogCaptureFixture
) -> None:
    mailbox.answers = ["550 no ben@friends.example here"]
    with caplog.at_level(logging.INFO, "regnum.web"):
        with_mailer(settings, mailbox.url, send_and_wait(EMAIL, until=lambda: "given up" in caplog.text))
    (record,) = caplog.records
    assert (record.getMessage(), vars(record)["code"]) == ("a mail was given up", 550)
    assert "ben@" not in repr(vars(record))
    assert (mailbox.asked, mailbox.emails) == (1, [])


def test_email_is_dropped_after_some_retries(
    settings: Settings, mailbox: Mailbox, caplog: pytest.LogCaptureFixture
) -> None:
    mailbox.answers = ["451 later"] * 9
    with_mailer(settings, mailbox.url, send_and_wait(EMAIL, until=lambda: "given up" in caplog.text))
    assert mailbox.asked == len(SOON) + 1


def test_unresponsive_server_costs_a_timeout(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(mail, "SMTP_TIMEOUT", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"smtp://127.0.0.1:{silent.getsockname()[1]}"
        with_mailer(settings, url, send_and_wait(EMAIL, until=lambda: "given up" in caplog.text), ())
    with socket.create_server(("127.0.0.1", 0)) as gone:
        url = f"smtp://127.0.0.1:{gone.getsockname()[1]}"
    caplog.clear()
    with_mailer(settings, url, send_and_wait(EMAIL, until=lambda: "given up" in caplog.text), ())


def test_mail_queue_is_bounded(settings: Settings, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mail, "MAX_QUEUED", 3)
    mailbox.open.clear()

    async def work(mailer: Mailer) -> None:
        assert [mailer.send(EMAIL) for _ in range(5)] == [True] * 3 + [False] * 2
        mailbox.open.set()
        await asyncio.to_thread(mailbox.wait, 3)

    with_mailer(settings, mailbox.url, work)


def test_mailer_without_a_server_sends_nothing(settings: Settings) -> None:
    async def work(mailer: Mailer) -> None:
        assert not mailer.is_enabled
        assert not mailer.send(EMAIL)

    with_mailer(settings, "", work)


def test_email_cannot_inject_headers(settings: Settings, mailbox: Mailbox) -> None:
    bad = [
        Email("ben@friends.example\r\nBcc: eve@evil.example", "Hello", "Hello"),
        Email("ben@friends.example", "Hello\r\nBcc: eve@evil.example", "Hello"),
    ]
    with_mailer(settings, mailbox.url, send_and_wait(*bad, EMAIL, until=lambda: bool(mailbox.emails)))
    assert [email["subject"] for email in mailbox.emails] == [EMAIL.subject]


@pytest.fixture
def trusted_certificate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ssl.SSLContext:
    """A certificate for localhost that this process trusts."""
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    names = ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(key), "-out", str(certificate)]
    subprocess.run([*command, *names], check=True, capture_output=True)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    return context


def test_password_is_sent_over_an_encrypted_connection(settings: Settings, trusted_certificate: ssl.SSLContext) -> None:
    login = f"{USER}:{PASSWORD.replace('@', '%40').replace('/', '%2F')}@127.0.0.1"
    for scheme, tls, starttls in (("smtp", None, trusted_certificate), ("smtps", trusted_certificate, None)):
        with run_mailbox(tls, starttls, auth=starttls is not None) as mailbox:
            url = f"{scheme}://{login if starttls else '127.0.0.1'}:{mailbox.port}"
            with_mailer(settings, url, send_and_wait(EMAIL, until=lambda mailbox=mailbox: bool(mailbox.emails)))  # type: ignore[misc]
            assert mailbox.users == ([USER] if starttls else [])


def test_password_is_not_sent_without_encryption(
    settings: Settings, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(mail, "is_loopback", lambda _: False)
    url = f"smtp://ann:secret@127.0.0.1:{mailbox.port}"
    with_mailer(settings, url, send_and_wait(EMAIL, until=lambda: "given up" in caplog.text), ())
    assert (mailbox.asked, mailbox.users) == (0, [])


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        (" Ann.B+x@Friends.Example ", "Ann.B+x@friends.example"),
        ("ann@bücher.example", "ann@xn--bcher-kva.example"),
        ("ann@localhost", "ann@localhost"),
        ("ann", None),
        ("@friends.example", None),
        ("ann@", None),
        ("a b@friends.example", None),
        ("ann@friends..example", None),
        ("ann@-x.example", None),
        ("ann@friends.example\nBcc: x@y.example", None),
        ("Ann <ann@friends.example>", None),
        ("a@b@c.example", None),
        ("x" * 65 + "@friends.example", None),
        ("ann@" + "x" * 64 + ".example", None),
        ("änn@friends.example", None),
    ],
)
def test_email_addresses_are_validated(typed: str, kept: str | None) -> None:
    assert read_email_address(typed) == kept


@pytest.mark.parametrize(
    ("url", "sender"),
    [
        ("http://mail.example", "regnum@games.example"),
        ("smtp://", "regnum@games.example"),
        ("smtp://mail.example:x", "regnum@games.example"),
        ("smtp://mail.example/path", "regnum@games.example"),
        ("smtp://ann:geheim@mail.example:99999", "regnum@games.example"),
        ("smtp://mail.example", ""),
        ("smtp://mail.example", "Regnum"),
        ("smtp://mail.example", "Regnum <a@b.example>\r\nBcc: x@y.example"),
    ],
)
def test_invalid_mail_settings_are_explained(url: str, sender: str) -> None:
    with pytest.raises(ValueError, match=r"cannot use REGNUM_(SMTP|MAIL_FROM)") as error:
        read_smtp(url, sender)
    assert "geheim" not in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("origin", ["https://grüße.example", "https://games.example/grüße"])
def test_origin_unfit_for_a_header_is_refused(origin: str) -> None:
    with pytest.raises(ValueError, match="cannot use the origin"):
        read_origin(origin)


def test_valid_mail_settings_are_accepted() -> None:
    result = ("smtps://ann:p%40ss@mail.example:465", "Regnum <regnum@games.example>")
    assert read_smtp(*result) == result
    assert read_smtp("", "anything") == ("", "")
