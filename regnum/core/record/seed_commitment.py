"""Verifiable shuffles: a commitment to the seed is published before a game, and the seed and salt after it.

The commitment is the SHA-256 hash, in hexadecimal digits, of the seed, a space and the salt. For the seed 7 and the
salt 5a1f, `printf '%s' '7 5a1f' | sha256sum` prints it.
"""

from hashlib import sha256
from secrets import token_hex
from typing import Final

__all__ = ["SALT_BYTES", "SeedCommitment", "commit", "digest", "new_salt"]

SALT_BYTES: Final = 16
_MAX_TEXT_LENGTH: Final = 64


def digest(seed: int, salt: str) -> str:
    """Return the digest of a seed and salt: 64 hexadecimal digits."""
    return sha256(f"{seed} {salt}".encode()).hexdigest()


def new_salt() -> str:
    """Return a salt that cannot be guessed: 32 hexadecimal digits."""
    return token_hex(SALT_BYTES)


class SeedCommitment:
    """A commitment: the `digest` published before a game, and the `salt` that opens it."""

    def __init__(self, digest: str, salt: str) -> None:
        """Make a commitment.

        Args:
            digest: The digest that was published before the game: 64 hexadecimal digits.
            salt: The salt: hexadecimal digits.

        Raises:
            ValueError: If the digest or the salt is malformed.
        """
        for text in (digest, salt):
            if not (0 < len(text) <= _MAX_TEXT_LENGTH and text.isascii() and text.isalnum()):
                raise ValueError(f"not a commitment or a salt: {text[:_MAX_TEXT_LENGTH]!r}")
        self.digest: Final = digest
        self.salt: Final = salt

    def __reduce__(self) -> tuple[object, ...]:
        return SeedCommitment, (self.digest, self.salt)

    def matches(self, seed: int) -> bool:
        """Return whether this seed matches the commitment."""
        return digest(seed, self.salt) == self.digest


def commit(seed: int, salt: str) -> SeedCommitment:
    """Return the commitment to a seed with this salt."""
    return SeedCommitment(digest(seed, salt), salt)
