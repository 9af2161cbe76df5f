"""A browser that receives push messages."""

import json
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

import http_ece  # type: ignore[import-untyped]
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02  # type: ignore[import-untyped]

from tests.support.server.webhook_receivers import Received, Receiver


class Browser:
    """The keys of a browser, and what only it can decrypt."""

    def __init__(self, receiver: Receiver, name: str = "one") -> None:
        self.own = ec.generate_private_key(ec.SECP256R1())
        self.auth = b"sixteen bytes 16"
        self.endpoint = f"{receiver.address}/push/{name}"

    @property
    def form(self) -> dict[str, str]:
        point = self.own.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": self.endpoint, "p256dh": spelled(point), "auth": spelled(self.auth)}

    def read(self, received: Received) -> dict[str, Any]:
        """Return the decrypted message after checking its signature."""
        headers = received.headers
        assert Vapid02.verify(headers["authorization"])
        claims = json.loads(unspelled(headers["authorization"].partition("t=")[2].split(".")[1]))
        assert claims["aud"] == self.endpoint.partition("/push/")[0]
        assert time.time() < claims["exp"] < time.time() + 24 * 3600
        assert claims["sub"].startswith("mailto:")
        assert (headers["content-encoding"], int(headers["ttl"]) > 0) == ("aes128gcm", True)
        plain = http_ece.decrypt(received.body, private_key=self.own, auth_secret=self.auth, version="aes128gcm")
        data: dict[str, Any] = json.loads(plain)
        return data


def spelled(value: bytes) -> str:
    return urlsafe_b64encode(value).decode().rstrip("=")


def unspelled(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
