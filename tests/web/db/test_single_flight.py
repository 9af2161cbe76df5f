"""Queries that several callers share."""

import asyncio

import pytest

from regnum.web.db.single_flight import SingleFlight


def test_concurrent_callers_share_one_query() -> None:
    requests: list[str] = []

    async def query(key: str) -> str:
        requests.append(key)
        await asyncio.sleep(0)
        if key == "bad":
            raise ValueError(key)
        return key.upper()

    async def scene() -> None:
        flight = SingleFlight(query)
        assert list(await asyncio.gather(flight("a"), flight("b"), flight("a"))) == ["A", "B", "A"]
        assert requests == ["a", "b"]
        impatient, patient = asyncio.create_task(flight("c")), asyncio.create_task(flight("c"))
        await asyncio.sleep(0)
        impatient.cancel()
        assert await patient == "C"
        assert await flight("a") == "A"
        assert requests == ["a", "b", "c", "a"], "an earlier query is repeated later"
        for _ in range(2):
            with pytest.raises(ValueError, match="bad"):
                await flight("bad")

    asyncio.run(scene())
