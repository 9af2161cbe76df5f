"""Shuffles that one can check: a seed is fixed before a game by a commitment, and shown with its salt after it.

The commitment is the SHA-256, in hexadecimal digits, of the seed, a space and the salt, as this command says it:
`printf '%s' '7 5a1f' | sha256sum`.
"""

from hashlib import sha256
from secrets import token_hex
from typing import Final

SALT_BYTES: Final = 16
_LONGEST: Final = 64


def commitment(seed: int, salt: str) -> str:
    """Return the commitment to a seed: 64 hexadecimal digits."""
    return sha256(f"{seed} {salt}".encode()).hexdigest()


def new_salt() -> str:
    """Return a salt that cannot be guessed: 32 hexadecimal digits."""
    return token_hex(SALT_BYTES)


class Pledge:
    """What was fixed before a game, and the salt that opens it."""

    def __init__(self, commitment: str, salt: str) -> None:
        """ValueError if one of them cannot be what it is to be."""
        for told in (commitment, salt):
            if not (0 < len(told) <= _LONGEST and told.isascii() and told.isalnum()):
                raise ValueError(f"not a commitment or a salt: {told[:_LONGEST]!r}")
        self.commitment: Final = commitment
        self.salt: Final = salt

    def __reduce__(self) -> tuple[object, ...]:
        return Pledge, (self.commitment, self.salt)

    def fits(self, seed: int) -> bool:
        """Tell whether this was the seed."""
        return commitment(seed, self.salt) == self.commitment


def pledge(seed: int, salt: str) -> Pledge:
    """Return what was fixed for a seed."""
    return Pledge(commitment(seed, salt), salt)
