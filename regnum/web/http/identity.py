"""The person who sends a request, if they have an account."""

from datetime import datetime

import msgspec


class Account(msgspec.Struct, frozen=True):
    """A person with an account.

    `guest`: the guest id that has their seats, which is never in a cookie. `email`: their confirmed email address.
    """

    guest: str
    name: str
    created_at: datetime
    language: str
    email: str | None = None


class SignedIn(msgspec.Struct, frozen=True):
    """The person who sends a request, and their session."""

    account: Account
    session: str
