"""Web push: messages through a browser vendor's push service, encrypted for the browser and signed by this server."""

import json
import time
from typing import Final
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02, VapidException, b64urldecode, b64urlencode  # type: ignore[import-untyped]
from pywebpush import WebPusher  # type: ignore[import-untyped]
from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import IntegrityError

from regnum.web.db.database import Database
from regnum.web.db.schema import KEYS
from regnum.web.notifications.safe_http import Response, SafeHttpClient, UnreachableError

KEY: Final = "push"
MESSAGE_LIFETIME: Final = 24 * 3600
"""Seconds for which a push service keeps a message for a browser that is offline."""
TOKEN_LIFETIME: Final = 12 * 3600


class SubscriptionKeys(msgspec.Struct, frozen=True):
    """The keys of a browser's push subscription."""

    p256dh: str
    auth: str


def are_valid_keys(keys: SubscriptionKeys) -> bool:
    """Return whether the keys are well-formed: a point on the P-256 curve, and 16 bytes."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), b64urldecode(keys.p256dh.encode()))
        return len(b64urldecode(keys.auth.encode())) == 16
    except ValueError:
        return False


class WebPush:
    """Posts to push services. All servers with the same database share one key, which is created on first use."""

    def __init__(self, database: Database, http: SafeHttpClient, contact: str) -> None:
        """`contact`: a URL through which push services can contact the operator."""
        self._database: Final = database
        self._http: Final = http
        self._contact: Final = contact
        self._vapid_key: Vapid02 | None = None

    async def key(self) -> str:
        """Return the public key as browsers expect it: an uncompressed point in base64url."""
        vapid = await self._vapid()
        point = vapid.private_key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return str(b64urlencode(point))

    async def _vapid(self) -> Vapid02:
        if self._vapid_key is None:
            query = select(KEYS.c.value).where(KEYS.c.name == KEY)
            stored = await self._database.read(lambda connection: connection.execute(query).scalar())
            if stored is None:
                stored = await self._create_key()
            self._vapid_key = Vapid02.from_raw(stored.encode())
        return self._vapid_key

    async def _create_key(self) -> str:
        """Create the key, or use the one that another server has just created."""
        private_key = ec.generate_private_key(ec.SECP256R1())
        value = str(b64urlencode(private_key.private_numbers().private_value.to_bytes(32)))
        query = select(KEYS.c.value).where(KEYS.c.name == KEY)

        def work(connection: Connection) -> str:
            existing = connection.execute(query).scalar()
            if existing is None:
                connection.execute(insert(KEYS).values(name=KEY, value=value))
            return str(existing or value)

        try:
            return await self._database.write(work)
        except IntegrityError:
            return str(await self._database.read(lambda connection: connection.execute(query).scalar()))

    async def post(self, endpoint: str, keys: str, message: bytes, topic: str) -> Response:
        """Send a message to a browser; a later one on the same topic replaces it.

        Raises UnreachableError if it fails.
        """
        vapid = await self._vapid()
        body, headers = self._encrypt(vapid, endpoint, keys, message)
        return await self._http.post(endpoint, body, {**headers, "topic": topic} if topic else headers)

    def _encrypt(self, vapid: Vapid02, endpoint: str, keys: str, message: bytes) -> tuple[bytes, dict[str, str]]:
        parts = urlsplit(endpoint)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int(time.time()) + TOKEN_LIFETIME,
            "sub": self._contact,
        }
        try:
            signed: dict[str, str] = vapid.sign(claims)
        except VapidException:  # for example an IPv6 address, which no push service has
            raise UnreachableError("no address of a push service", forbidden=True) from None
        encrypted = WebPusher({"endpoint": endpoint, "keys": json.loads(keys)}).encode(message, "aes128gcm")
        headers = {
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(MESSAGE_LIFETIME),
        }
        return encrypted["body"], {**headers, "urgency": "normal", "authorization": signed["Authorization"]}
