"""A person with an account, as a request carries them."""

from datetime import datetime

import msgspec


class Person(msgspec.Struct, frozen=True):
    """A person with an account. `guest`: the guest that has their seats, never in a cookie. `mail` is confirmed."""

    guest: str
    name: str
    made: datetime
    language: str
    mail: str | None = None


class SignedIn(msgspec.Struct, frozen=True):
    """The person who sends a request, and their session."""

    person: Person
    session: str
