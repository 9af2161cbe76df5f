"""Requests to other hosts never reach an address that is private to this machine."""

import asyncio
import socket
from itertools import repeat
from typing import Any

import pytest

from regnum.web.notifications import safe_http
from regnum.web.notifications.safe_http import (
    MAX_RESPONSE_BYTES,
    MAX_URL_LENGTH,
    Response,
    SafeHttpClient,
    UnreachableError,
    is_public,
    url_error,
)
from tests.support.server.webhook_receivers import Receiver, run_receiver
from tests.support.server.webhook_receivers import receiver as receiver
from tests.support.web.apps import run_in_thread

OWN = [
    "127.0.0.1",
    "127.255.255.254",
    "0.0.0.0",
    "0.1.2.3",
    "10.0.0.1",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "100.100.100.200",
    "192.0.0.192",
    "192.0.2.1",
    "198.18.0.1",
    "198.51.100.7",
    "203.0.113.9",
    "224.0.0.1",
    "239.255.255.250",
    "240.0.0.1",
    "255.255.255.255",
    "168.63.129.16",
    "192.88.99.1",
    "::1",
    "::",
    "::127.0.0.1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:169.254.169.254",
    "64:ff9b::7f00:1",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b:1::1",
    "2002:7f00:1::",
    "2002:a00:1::1",
    "2001:0:7f00:1::1",
    "fe80::1",
    "fe80::1%eth0",
    "2606:4700::1111%eth0",
    "fec0::1",
    "fc00::1",
    "fd00:ec2::254",
    "ff02::1",
    "100::1",
    "2001:db8::1",
    "3fff::1",
    "5f00::1",
]
OPEN = [
    "8.8.8.8",
    "1.1.1.1",
    "100.63.255.255",
    "172.32.0.1",
    "2606:4700::1111",
    "2001:4860:4860::8888",
    "::ffff:8.8.8.8",
    "64:ff9b::808:808",
]

SPELLED = [
    "http://127.0.0.1:{port}/",
    "http://localhost:{port}/",
    "http://LOCALHOST.:{port}/",
    "http://127.1:{port}/",
    "http://2130706433:{port}/",
    "http://0x7f000001:{port}/",
    "http://0x7f.1:{port}/",
    "http://0177.0.0.1:{port}/",
    "http://017700000001:{port}/",
    "http://0:{port}/",
    "http://0.0.0.0:{port}/",
    "http://127.0.0.1.:{port}/",
    "http://127.0.0.2:{port}/",
    "http://[::1]:{port}/",
    "http://[::]:{port}/",
    "http://[::ffff:127.0.0.1]:{port}/",
    "http://[::ffff:7f00:1]:{port}/",
    "http://[::127.0.0.1]:{port}/",
    "http://[0:0:0:0:0:ffff:7f00:0001]:{port}/",
    "http://[64:ff9b::7f00:1]:{port}/",
    "http://[2002:7f00:1::]:{port}/",
    "http://%31%32%37.0.0.1:{port}/",
    "http://8.8.8.8@127.0.0.1:{port}/",
    "http://127.0.0.1:{port}#@8.8.8.8/",
    "http://8.8.8.8\\@127.0.0.1:{port}/",
    "http:///127.0.0.1:{port}/",
    "http://①②⑦.0.0.1:{port}/",
    "https://127.0.0.1:{port}/",
    "https://localhost:{port}/",
    "HTTP://127.0.0.1:{port}/",
    "file:///etc/passwd",
    "gopher://127.0.0.1:{port}/",
    "ftp://127.0.0.1:{port}/",
]


def post(client: SafeHttpClient, url: str, body: bytes = b"hello") -> Response:
    return run_in_thread(lambda: asyncio.run(client.post(url, body, {"x-one": "1"})))


@pytest.mark.parametrize("address", OWN)
def test_private_addresses_are_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", OPEN)
def test_public_addresses_are_public(address: str) -> None:
    assert is_public(address)
    assert not is_public("somewhere.example"), "a name is not an address"


def test_private_address_is_refused_in_every_spelling(receiver: Receiver) -> None:
    port = receiver.address.rpartition(":")[2]
    client = SafeHttpClient()
    for spelled in SPELLED:
        with pytest.raises(UnreachableError) as error:
            post(client, spelled.format(port=port))
        assert port not in str(error.value), "nothing of the address is in what a log says"
    assert receiver.received == []
    assert post(SafeHttpClient(allow_private=True), receiver.address).status == 204, "the receiver would have answered"
    assert len(receiver.received) == 1


def test_address_of_the_connection_is_checked_after_name_resolution(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The name resolves to this machine in both address families."""
    port = int(receiver.address.rpartition(":")[2])
    requests: list[str] = []
    resolver = socket.getaddrinfo

    def lying(host: Any, *rest: Any, **more: Any) -> Any:
        if host != "rebinding.example":
            return resolver(host, *rest, **more)
        requests.append(str(host))
        ours = (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))
        mapped = (socket.AF_INET6, socket.SOCK_STREAM, 6, "", ("::ffff:127.0.0.1", port, 0, 0))
        return [mapped, ours]

    monkeypatch.setattr(socket, "getaddrinfo", lying)
    for _ in range(3):
        with pytest.raises(UnreachableError) as error:
            post(SafeHttpClient(), f"http://rebinding.example:{port}/")
        assert error.value.forbidden
    assert receiver.received == []
    assert len(requests) == 3, "the checked address is the connected one: the name is resolved once"
    assert post(SafeHttpClient(allow_private=True), f"http://rebinding.example:{port}/").is_success


def test_public_address_of_this_machine_is_refused(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    """A firewall in front of the machine would not let an outsider through to it."""
    monkeypatch.setattr(safe_http, "is_public", lambda address: True)
    with pytest.raises(UnreachableError) as error:
        post(SafeHttpClient(), receiver.address)
    assert error.value.forbidden
    assert receiver.received == []
    assert post(SafeHttpClient(allow_private=True), receiver.address).is_success


def test_redirects_are_not_followed(receiver: Receiver) -> None:
    with run_receiver() as inner:
        receiver.status, receiver.headers = 307, {"location": f"{inner.address}/secret"}
        assert post(SafeHttpClient(allow_private=True), receiver.address).status == 307
        assert inner.received == []


def test_response_is_limited_in_size_and_time(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    client = SafeHttpClient(allow_private=True)
    receiver.status, receiver.body = 200, repeat(b"x" * 1000)
    assert len(post(client, receiver.address).body) == MAX_RESPONSE_BYTES
    monkeypatch.setattr(safe_http, "REQUEST_TIMEOUT", 0.3)
    receiver.answering.clear()
    with pytest.raises(UnreachableError, match="Timeout"):
        post(client, receiver.address)


def test_request_is_sent_unchanged(receiver: Receiver) -> None:
    receiver.headers = {"retry-after": "7", "set-cookie": "a=b"}
    answer = post(SafeHttpClient(allow_private=True), f"{receiver.address}/a%2Fb?c=%20d", b'{"a":1}')
    assert (answer.is_success, answer.is_gone, answer.retry_after) == (True, False, 7.0)
    (got,) = receiver.received
    assert (got.method, got.path, got.body, got.headers["x-one"]) == ("POST", "/a%2Fb?c=%20d", b'{"a":1}', "1")
    assert "cookie" not in got.headers


def test_status_says_whether_a_request_was_accepted_or_its_recipient_is_gone() -> None:
    statuses = (199, 200, 204, 299, 300, 403, 404, 405, 409, 410, 411)
    assert [status for status in statuses if Response(status).is_success] == [200, 204, 299]
    assert [status for status in statuses if Response(status).is_gone] == [404, 410]


@pytest.mark.parametrize(
    ("url", "wrong"),
    [
        ("https://hooks.example/a?b=c", ""),
        ("http://hooks.example:8080/", ""),
        ("", "bad_address"),
        ("hooks.example", "bad_address"),
        ("https://", "bad_address"),
        ("https://user:word@hooks.example/", "bad_address"),
        ("https://hooks.example:99999/", "bad_address"),
        ("https://hooks.example:0/", "bad_address"),
        ("https://[::1/", "bad_address"),
        ("https://hooks.example/\r\nx: y", "bad_address"),
        ("https://hooks.example/".ljust(MAX_URL_LENGTH, "a"), ""),
        ("https://hooks.example/".ljust(MAX_URL_LENGTH + 1, "a"), "bad_address"),
        ("javascript:alert(1)", "bad_address"),
    ],
)
def test_url_error_names_the_problem(url: str, wrong: str) -> None:
    assert url_error(url) == wrong


def test_secure_url_requires_https() -> None:
    assert url_error("http://push.example/", secure=True) == "not_secure"
    assert url_error("https://push.example/", secure=True) == ""
