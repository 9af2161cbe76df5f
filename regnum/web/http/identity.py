"""A person with an account, as a request carries them."""

from datetime import datetime

import msgspec


class Person(msgspec.Struct, frozen=True):
    """Somebody with an account. `guest`: as whom he has seats; no cookie holds it. `mail` is confirmed."""

    guest: str
    name: str
    made: datetime
    language: str
    mail: str | None = None


class SignedIn(msgspec.Struct, frozen=True):
    """Who asks, by which session."""

    person: Person
    session: str
