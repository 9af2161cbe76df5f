"""A rate limit for each key, such as a guest or an address."""

import time
from collections.abc import Callable
from typing import Final


class RateLimit:
    """A token bucket for each key, such as an address: `limit` requests per minute, or per `seconds`."""

    MAX_KEYS: Final = 10_000
    """The maximum number of keys that are remembered."""

    def __init__(
        self, limit: int, clock: Callable[[], float] = time.monotonic, seconds: float = 60.0, burst: int | None = None
    ) -> None:
        """`burst`: how many requests are allowed at once (None: `limit`)."""
        self._capacity: Final = float(limit if burst is None else min(burst, limit))
        self._rate: Final = limit / seconds
        self._clock: Final = clock
        self._buckets: dict[str, tuple[float, float]] = {}
        """The remaining tokens of each key, and when they were counted."""

    def allows(self, key: str) -> bool:
        """Return whether a request is within the limit, and count it only if it is."""
        now = self._clock()
        tokens = self._left(self._buckets.pop(key, (self._capacity, now)), now)
        if len(self._buckets) >= self.MAX_KEYS:
            self._evict(now)
        allowed = tokens >= 1
        self._buckets[key] = (tokens - 1 if allowed else tokens, now)
        return allowed

    def give_back(self, key: str) -> None:
        """Undo the count of one request."""
        if key in self._buckets:
            tokens, updated_at = self._buckets[key]
            self._buckets[key] = (min(tokens + 1, self._capacity), updated_at)

    def forget(self, key: str) -> None:
        """Reset the count of a key."""
        self._buckets.pop(key, None)

    def _left(self, bucket: tuple[float, float], now: float) -> float:
        tokens, updated_at = bucket
        return min(tokens + (now - updated_at) * self._rate, self._capacity)

    def _evict(self, now: float) -> None:
        """Forget keys with full buckets; if too many remain, also forget the least recently used half."""
        busy = {key: bucket for key, bucket in self._buckets.items() if self._left(bucket, now) < self._capacity}
        self._buckets = busy if len(busy) < self.MAX_KEYS else dict(list(busy.items())[self.MAX_KEYS // 2 :])
