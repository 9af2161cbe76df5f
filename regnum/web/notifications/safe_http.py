"""Requests to push services and webhooks, at addresses that users enter. All such requests go through this module.

Users must not reach private addresses through the server: its own ports, the local network, or a cloud's metadata
service. The check therefore applies to the actual address of the connection, when its socket is made. Unusual
spellings, host names that resolve to a private address and DNS changes between two look-ups can't bypass it.
Redirects are not followed, the time for a response is limited, and names are resolved in separate threads.
"""

import asyncio
import socket
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
from aiohttp import ClientError, ClientSession, ClientTimeout, DummyCookieJar, TCPConnector
from aiohttp.abc import AbstractResolver, ResolveResult
from yarl import URL

REQUEST_TIMEOUT: Final = 10.0
"""The maximum duration of a request in seconds, including the response."""
CONNECT_TIMEOUT: Final = 4.0
MAX_RESPONSE_BYTES: Final = 4096
"""The maximum number of bytes read from a response body."""
MAX_URL_LENGTH: Final = 1000
"""The maximum length of an address in characters."""
MAX_LOOKUPS: Final = 16
"""The maximum number of simultaneous DNS look-ups: more than `MAX_PARALLEL`, as a look-up may outlast its request."""

_SPECIAL_NETWORKS: Final = tuple(
    ip_network(net)
    for net in (
        "192.0.0.0/24",  # protocol assignments, and a cloud's own service
        "168.63.129.16/32",  # a cloud's own service, behind a public address
        "192.88.99.0/24",  # relays of 6to4
        "64:ff9b:1::/48",  # translators within a network
        "2001::/32",  # Teredo
        "3fff::/20",  # documentation
        "5f00::/16",  # segment routing
        "fec0::/10",  # formerly site-local
    )
)
_TRANSLATED: Final = ip_network("64:ff9b::/96")


class ForbiddenAddressError(OSError):
    """Raised for an address that the server may not connect to."""


class UnreachableError(Exception):
    """Raised if a request was forbidden or got no response in time. The message is for the log."""

    def __init__(self, message: str, forbidden: bool = False) -> None:
        super().__init__(message)
        self.forbidden: Final = forbidden


class Response(msgspec.Struct, frozen=True):
    """A response: its status, the seconds in its Retry-After header (`retry_after`), and the beginning of its body."""

    status: int
    retry_after: float | None = None
    body: bytes = b""

    @property
    def is_success(self) -> bool:
        """Whether the request was accepted (2xx)."""
        return 200 <= self.status < 300

    @property
    def is_gone(self) -> bool:
        """Whether the recipient no longer exists."""
        return self.status in (404, 410)


def is_public(host: str) -> bool:
    """Return whether an IP address is public, that is, not private, local or reserved, or False if it is invalid."""
    try:
        address = _innermost(ip_address(host))
    except ValueError:
        return False
    if isinstance(address, IPv6Address) and address.scope_id is not None:
        return False
    own = any(address.version == net.version and address in net for net in _SPECIAL_NETWORKS)
    special = address.is_multicast or address.is_reserved or address.is_unspecified or address.is_private
    return address.is_global and not special and not own


def _innermost(address: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    """Return the IPv4 address embedded in an IPv6 address, or the address itself if there is none."""
    if isinstance(address, IPv4Address):
        return address
    if address in _TRANSLATED:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour or address


def url_error(url: str, secure: bool = False) -> str:
    """Return what is wrong with the syntax of a URL, as the key of a text, or "" if it is valid.

    `secure`: only https is allowed.
    """
    if not url or len(url) > MAX_URL_LENGTH or not url.isascii() or not url.isprintable() or " " in url or "\\" in url:
        return "bad_address"
    try:
        parts = urlsplit(url)
        named = parts.hostname
        if parts.port == 0:
            return "bad_address"
    except ValueError:
        return "bad_address"
    if parts.scheme not in (("https",) if secure else ("http", "https")):
        return "not_secure" if secure and parts.scheme == "http" else "bad_address"
    if not named or parts.username is not None or parts.password is not None:
        return "bad_address"
    return ""


class SafeHttpClient:
    """Posts to other servers. `private`: allow private addresses as well."""

    def __init__(self, allow_private: bool = False) -> None:
        self.allow_private: Final = allow_private
        self._threads: Final = ThreadPoolExecutor(MAX_LOOKUPS, "names")

    async def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> Response:
        """Post a body and return the response, which may be a redirect; raises UnreachableError if there is none."""
        if wrong := url_error(url):
            raise UnreachableError(wrong)
        connector = TCPConnector(
            resolver=_Resolver(self._threads), use_dns_cache=False, force_close=True, socket_factory=self._socket
        )
        timeout = ClientTimeout(total=REQUEST_TIMEOUT, sock_connect=CONNECT_TIMEOUT)
        try:
            async with (
                ClientSession(
                    connector=connector, timeout=timeout, cookie_jar=DummyCookieJar(), auto_decompress=False
                ) as session,
                session.post(
                    URL(url, encoded=True),
                    data=body,
                    headers={"User-Agent": "Regnum", **headers},
                    allow_redirects=False,
                ) as response,
            ):
                return Response(
                    response.status,
                    _retry_after(response.headers.get("retry-after")),
                    await _read_prefix(response.content),
                )
        except ForbiddenAddressError:
            raise UnreachableError("address not allowed", forbidden=True) from None
        except (ClientError, TimeoutError, OSError, ValueError) as error:
            forbidden = isinstance(error.__cause__, ForbiddenAddressError) or isinstance(
                getattr(error, "os_error", None), ForbiddenAddressError
            )
            raise UnreachableError("address not allowed" if forbidden else type(error).__name__, forbidden) from None

    def _socket(self, address_info: tuple[Any, ...]) -> socket.socket:
        """Return a socket for a connection; raises ForbiddenAddressError if its address is not allowed."""
        family, kind, protocol, _, address = address_info
        if not (
            self.allow_private or (is_public(str(address[0])) and not _is_own_address(family, kind, str(address[0])))
        ):
            raise ForbiddenAddressError("address not allowed")
        return socket.socket(family, kind, protocol)

    def close(self) -> None:
        """Stop resolving names."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def _is_own_address(family: int, kind: int, address: str) -> bool:
    """Return whether an address belongs to this machine: requests to it would bypass a firewall."""
    with socket.socket(family, kind) as trial:
        try:
            trial.bind((address, 0))
        except OSError:
            return False
    return True


async def _read_prefix(content: Any) -> bytes:
    """Return the first `MAX_RESPONSE_BYTES` of a response body."""
    prefix = b""
    while len(prefix) < MAX_RESPONSE_BYTES and (more := await content.read(MAX_RESPONSE_BYTES - len(prefix))):
        prefix += more
    return prefix


def _retry_after(text: str | None) -> float | None:
    """Return the seconds in a Retry-After header, at most an hour, or None if it is missing or is a date."""
    try:
        return min(max(float(text), 0.0), 3600.0) if text is not None else None
    except ValueError:
        return None


class _Resolver(AbstractResolver):
    """Resolves names without a cache."""

    def __init__(self, threads: ThreadPoolExecutor) -> None:
        self._threads: Final = threads

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        ask = partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM, family=family)
        results = await asyncio.get_running_loop().run_in_executor(self._threads, ask)
        flags = socket.AI_NUMERICHOST | socket.AI_NUMERICSERV
        return [
            ResolveResult(
                hostname=host, host=str(address[0]), port=int(address[1]), family=kind, proto=protocol, flags=flags
            )
            for kind, _, protocol, _, address in results
        ]

    async def close(self) -> None:
        """Do nothing: the threads are shared."""
