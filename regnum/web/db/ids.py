"""Ids, keys and pseudonyms, some random and some derived from other data."""

import hmac
import json
import secrets
from base64 import urlsafe_b64encode
from hashlib import sha256


def idempotent_id(guest: str, key: str, content: object) -> str | None:
    """Return the id of the table that a request opens, the same if the request is repeated, or None without a key.

    `key`: the unique key of the form or of a program's request. `content`: the whole content of the request.
    """
    if not key:
        return None
    text = json.dumps([guest, key, content], sort_keys=True)
    return urlsafe_b64encode(sha256(f"once {text}".encode()).digest()[:9]).decode()


def new_id() -> str:
    """Return a random id that cannot be guessed."""
    return secrets.token_urlsafe(9)


def rematch_id(table_id: str) -> str:
    """Return the id of a table's rematch, derived from the table's id so that there is only one rematch.

    It is not a secret: people who know the table's id can compute it.
    """
    return urlsafe_b64encode(sha256(f"rematch of {table_id}".encode()).digest()[:9]).decode()


def new_key() -> str:
    """Return a random secret key that cannot be guessed."""
    return secrets.token_urlsafe(24)


def pseudonym(identity: str, secret: str) -> str:
    """Return a keyed hash that is stored instead of an address or guest, or "" for "".

    It cannot be traced back without the server's key, `secret`, but equal inputs have equal pseudonyms.
    """
    return identity and hmac.digest(secret.encode(), f"disguised:{identity}".encode(), "sha256").hex()[:32]
