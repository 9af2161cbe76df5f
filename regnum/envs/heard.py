"""What the seats of a game have heard and seen on the way to where it stands: the history of an information state.

What was decided is heard as in matches: of a secret action of another only that he acted, and nothing at all while
all decide at once. Where chance has shown something, what each seat sees is remembered, too, for it may be covered
again later.
"""

from hashlib import blake2b
from typing import Final

from regnum.core.state import State

HEARD: Final = 512
"""How many decisions, the latest, an information state has cells for."""
UNKNOWN: Final = -1
"""Instead of a decision: not known which."""

Entry = tuple[int, int, int]
"""A decision that was heard: who, what or UNKNOWN, and a number of 24 bits for what chance showed then (0: nothing)."""


class Shown:
    """What the seats see where chance has shown something; each works it out once, whoever shares the history."""

    __slots__ = ("_digests", "_state")

    def __init__(self, state: State | None, digests: dict[int, int]) -> None:
        self._state: Final = state
        self._digests: Final = digests

    def to(self, seat: int) -> int:
        """Return a number, not 0, that stands for what a seat sees; if that is not known, for what all see."""
        found = self._digests.get(seat)
        if found is None:
            if self._state is None:
                return self._digests[UNKNOWN]
            seen = self._state.game.layout(self._state.players).observation(self._state, None if seat < 0 else seat)
            found = int.from_bytes(blake2b(seen, digest_size=3).digest(), "big") or 1
            self._digests[seat] = found
        return found

    def known_to(self, seat: int) -> "Shown":
        """Return what is left of it in the world of a seat: what it sees, and for the others what all see."""
        return Shown(None, {seat: self.to(seat), UNKNOWN: self.to(UNKNOWN)})

    def __reduce__(self) -> tuple[object, ...]:
        return Shown, (self._state, self._digests)


Decision = tuple[int, int, bool, bool]
"""What was decided: who, what, whether others hear only that he acted, and whether they do not hear even that."""


class Heard:
    """All that was decided and shown in a game so far. Clones share what they have in common."""

    __slots__ = ("_all",)

    def __init__(self, of: "list[Decision | Shown] | None" = None) -> None:
        self._all: Final[list[Decision | Shown]] = of or []

    def clone(self) -> "Heard":
        """Return a copy that may go on otherwise."""
        return Heard(self._all[:])

    def __reduce__(self) -> tuple[object, ...]:
        return Heard, (self._all,)

    def note(self, seat: int, action: int, secret: bool, apart: bool) -> None:
        """Note what a seat has decided; `secret`: as the action is, `apart`: while all decide at once."""
        self._all.append((seat, action, secret, apart))

    def show(self, state: State) -> None:
        """Note that chance has shown something, which led to this state."""
        self._all.append(Shown(state.clone(), {}))

    def known_to(self, seat: int) -> "Heard":
        """Return the history as it is in a world that a seat imagines: what others did in secret is not known."""
        known: list[Decision | Shown] = []
        for thing in self._all:
            if isinstance(thing, Shown):
                known.append(thing.known_to(seat))
                continue
            who, _, secret, apart = thing
            if who == seat or not (secret or apart):
                known.append(thing)
            elif not apart:
                known.append((who, UNKNOWN, True, False))
        return Heard(known)

    def by(self, seat: int, most: int) -> list[Entry]:
        """Return what a seat has heard, the latest `most` decisions."""
        found: list[Entry] = []
        for thing in self._all:
            if isinstance(thing, Shown):
                last = found.pop() if found else (UNKNOWN, UNKNOWN, 0)
                found.append((last[0], last[1], thing.to(seat)))
                continue
            who, what, secret, apart = thing
            if who == seat or not (secret or apart):
                found.append((who, what, 0))
            elif not apart:
                found.append((who, UNKNOWN, 0))
        return found[-most:]

    def told(self, seat: int) -> str:
        """Return all that a seat has heard as text."""
        return " ".join(
            f"{who}:{what}" + (f":{shown:x}" if shown else "") for who, what, shown in self.by(seat, len(self._all))
        )
