"""Limits on opened tables, seats taken from the lobby, and stored rows."""

import asyncio
from typing import Any

from regnum.web.errors import RefusedError
from regnum.web.tables.limits import MAX_OPEN_TABLES, RowLimits, TableLimits


class FakeStore:
    """A store with given numbers of tables."""

    def __init__(self, tables: int = 0, of_bots: int = 0) -> None:
        self.tables, self.of_bots = tables, of_bots

    async def open_tables_of(self, host: str) -> int:
        return self.tables

    async def bot_tables_at(self, home: str) -> int:
        return self.of_bots


def refusal(work: Any) -> str:
    try:
        asyncio.run(work)
    except RefusedError as error:
        return f"{error.key} {error.params.get('limit')}"
    return ""


def table_limits(hourly: int, **kept: int) -> TableLimits:
    return TableLimits(FakeStore(**kept), hourly)  # type: ignore[arg-type]


def test_guest_can_have_two_hundred_open_tables() -> None:
    assert MAX_OPEN_TABLES == 200
    assert refusal(table_limits(300, tables=199).check("g", "h", False)) == ""
    assert refusal(table_limits(300, tables=200).check("g", "h", False)) == "tables_open 200"


def test_listed_tables_are_limited_to_a_tenth() -> None:
    client = table_limits(30)
    assert [refusal(client.check("g", "h", True)) for _ in range(4)] == ["", "", "", "tables_listed 3"]
    assert [refusal(client.check("g", "h", False)) for _ in range(28)] == [""] * 27 + ["tables_hourly 30"]
    assert refusal(client.check("g", "elsewhere", True)) == ""
    few = table_limits(1)
    assert [refusal(few.check("g", "h", True)) for _ in range(2)] == ["", "tables_listed 1"]


def test_bots_only_tables_are_limited_to_a_fifteenth() -> None:
    assert refusal(table_limits(300, of_bots=19).check_bots("h")) == ""
    assert refusal(table_limits(300, of_bots=20).check_bots("h")) == "tables_of_bots 20"
    assert refusal(table_limits(1, of_bots=0).check_bots("h")) == ""
    assert refusal(table_limits(1, of_bots=1).check_bots("h")) == "tables_of_bots 1"


def seats(client: TableLimits, *guests: str) -> list[bool]:
    result: list[bool] = []
    for guest in guests:
        try:
            client.check_seat(guest, "h")
        except RefusedError:
            result.append(False)
        else:
            result.append(True)
    return result


def test_taken_seats_are_limited_by_guest_and_address() -> None:
    assert seats(table_limits(60), "a", "a", "a") == [True, True, False]
    assert seats(table_limits(60), *"aabbccd") == [True] * 6 + [False]
    assert seats(table_limits(1), "a", "a") == [True, False]


def test_rows_of_one_kind_are_counted_by_address_for_an_hour() -> None:
    def taken(row_limits: RowLimits, kind: str, home: str) -> str:
        try:
            row_limits.check(kind, home)
        except RefusedError as error:
            return f"{error.key} {error.params['limit']}"
        return ""

    two = RowLimits(2)
    assert [taken(two, "notes", "h") for _ in range(3)] == ["", "", "too_many_rows 2"]
    assert [taken(two, "mutes", "h"), taken(two, "notes", "elsewhere")] == ["", ""]
    none = RowLimits(0)
    assert [taken(none, "notes", "h") for _ in range(2)] == ["", "too_many_rows 1"]
