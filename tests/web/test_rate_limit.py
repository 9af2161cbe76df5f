"""Rate limits: requests per key, and removal of idle keys."""

import pytest

from regnum.web.rate_limit import RateLimit


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_rate_limit_holds_within_every_period() -> None:
    clock = Clock()
    rate = RateLimit(3, clock, seconds=60)
    assert [rate.allows("a") for _ in range(4)] == [True, True, True, False]
    clock.now = 19.9
    assert not rate.allows("a")
    clock.now = 40.0
    assert [rate.allows("a") for _ in range(3)] == [True, True, False], "refused requests do not count"
    clock.now = 10_000.0
    assert [rate.allows("a") for _ in range(4)] == [True, True, True, False], (
        "the allowance does not exceed its maximum"
    )


def test_default_period_of_a_rate_is_a_minute() -> None:
    clock = Clock()
    rate = RateLimit(1, clock)
    assert [rate.allows("a"), rate.allows("a")] == [True, False]
    clock.now = 59.0
    assert not rate.allows("a"), "refused requests neither count nor help"
    clock.now = 119.0
    assert rate.allows("a")


def test_returned_requests_do_not_count_beyond_the_limit() -> None:
    rate = RateLimit(2, Clock())
    rate.give_back("a")
    assert [rate.allows("a") for _ in range(3)] == [True, True, False]
    rate.give_back("a")
    assert [rate.allows("a") for _ in range(2)] == [True, False]
    for _ in range(5):
        rate.give_back("a")
    assert [rate.allows("a") for _ in range(3)] == [True, True, False]
    rate.forget("a")
    rate.forget("nobody")
    assert [rate.allows("a") for _ in range(3)] == [True, True, False]


def test_idle_keys_are_removed_beyond_the_maximum(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RateLimit, "MAX_KEYS", 4)
    clock = Clock()
    rate = RateLimit(2, clock, seconds=2)
    for who in "abcd":
        rate.allows(who)
        rate.allows(who)
    clock.now = 0.5
    rate.allows("e")
    assert [rate.allows(who) for who in "de"] == [False, True], "the newest are remembered"
    assert rate.allows("a"), "the oldest half was forgotten"
    clock.now = 1000.0
    rate.allows("f")
    assert len(rate._buckets) <= RateLimit.MAX_KEYS


def test_refused_requests_do_not_count() -> None:
    clock = Clock()
    rate = RateLimit(3, clock, seconds=3600.0)
    allowed = []
    for minute in range(6 * 60):
        clock.now = 60.0 * minute
        allowed.append(rate.allows("somebody who asks each minute"))
    assert sum(allowed) == 3 + 17, "three at once, then one every twenty minutes"


def test_burst_is_smaller_than_the_rate_and_recovers_equally_fast() -> None:
    clock = Clock()
    rate = RateLimit(60, clock, seconds=60, burst=3)
    assert [rate.allows("a") for _ in range(4)] == [True, True, True, False]
    clock.now = 1.0
    assert [rate.allows("a") for _ in range(2)] == [True, False]
    clock.now = 100.0
    assert [rate.allows("a") for _ in range(4)] == [True, True, True, False]
