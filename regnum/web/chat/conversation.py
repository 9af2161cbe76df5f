"""The chat at a table in memory: its messages with their reactions, built from the rows of the store."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from heapq import merge, nlargest
from itertools import takewhile
from typing import Final

import msgspec

from regnum.web.chat.store import ROOMS, ChatRow

REACTIONS: Final = ("agree", "heart", "laugh", "wow", "sad", "crown")
"""The possible reactions to a message."""


class ChatMessage(msgspec.Struct, frozen=True):
    """A message with its reactions: for each kind, the names of those who reacted, by guest."""

    row: ChatRow
    reactions: Mapping[str, Mapping[str, str]]

    @property
    def key(self) -> str:
        """The id of the message on a page."""
        return f"{self.row.room[0]}{self.row.number}"


class Conversation:
    """The chat at a table as far as it is in memory: the rows of its rooms, and the messages built from them."""

    def __init__(self, table_id: str) -> None:
        self.table_id: Final = table_id
        self.lock: Final = asyncio.Lock()
        self.clear_count = 0
        """How often all rows were cleared; after that, messages on a page may no longer exist."""
        self.clear()

    def clear(self) -> None:
        """Remove all rows."""
        self.clear_count += 1
        self._rows: dict[str, dict[int, ChatRow]] = {room: {} for room in ROOMS}
        self._messages: dict[str, list[int]] = {room: [] for room in ROOMS}
        self._last: dict[str, dict[str, int]] = {room: {} for room in ROOMS}
        self._reactions: dict[tuple[str, int], dict[str, dict[str, str]]] = {}
        self._nameless: dict[str, int] = {}
        self.arrivals: dict[str, int] = dict.fromkeys(ROOMS, 0)
        """By room, how often a guest has written for the first time, or under another name or seat."""

    @property
    def counts(self) -> dict[str, int]:
        """The number of the last row by room; earlier rows may be missing if they were removed with their authors."""
        return {room: next(reversed(rows), 0) for room, rows in self._rows.items()}

    @property
    def sizes(self) -> dict[str, tuple[int, int]]:
        """The number of the last row, and the number of rows, by room."""
        return {room: (next(reversed(rows), 0), len(rows)) for room, rows in self._rows.items()}

    def add_rows(self, rows: Iterable[ChatRow]) -> bool:
        """Add the rows that are new; return whether there are any."""
        new = False
        for row in rows:
            known_rows = self._rows[row.room]
            if row.number <= next(reversed(known_rows), 0):
                continue
            new = True
            known_rows[row.number] = row
            if row.target:
                names = self._reactions.setdefault((row.room, row.target), {}).setdefault(row.reaction, {})
                if names.pop(row.guest, None) is None:
                    names[row.guest] = row.name
            else:
                before = known_rows.get(self._last[row.room].get(row.guest, 0))
                if before is None or (before.name, before.seat) != (row.name, row.seat):
                    self.arrivals[row.room] += 1
                self._messages[row.room].append(row.number)
                self._last[row.room][row.guest] = row.number
                if not row.name:
                    self._nameless.setdefault(row.guest, len(self._nameless) + 1)
        return new

    def number_of_unnamed(self, guest: str) -> int:
        """Return a number, from 1, that identifies a guest without a name, or 0 if they have written no message."""
        return self._nameless.get(guest, 0)

    def messages(self, rooms: Sequence[str], newest: int = 0) -> list[ChatMessage]:
        """Return the messages of rooms in order, or only the last `newest` ones if that is not 0."""
        return self._by_time({room: self._messages[room][-newest:] for room in rooms})[-newest:]

    def changed_messages(self, rooms: Sequence[str], known_numbers: Mapping[str, int]) -> list[ChatMessage]:
        """Return the messages of rooms that are new or changed after the rows `known_numbers` (by room), in order."""
        return self._by_time({room: sorted(self._changed_numbers(room, known_numbers.get(room, 0))) for room in rooms})

    def _changed_numbers(self, room: str, known_number: int) -> set[int]:
        """Return the numbers of the messages that a room's rows after `known_number` add or change."""
        rows = takewhile(lambda row: row.number > known_number, reversed(self._rows[room].values()))
        return {row.target or row.number for row in rows} & self._rows[room].keys()

    def find_message(self, key: str, rooms: Sequence[str]) -> ChatMessage | None:
        """Return the message with this key, or None if it is not in one of these rooms."""
        room = next((room for room in rooms if room[0] == key[:1]), None)
        number = int(key[1:]) if key.isascii() and key[1:].isdecimal() and len(key) < 8 else 0
        row = self._rows[room].get(number) if room is not None else None
        return self._message(row.room, number) if row is not None and not row.target else None

    def speakers(self, rooms: Sequence[str], limit: int) -> list[ChatMessage]:
        """Return the last message of each of the `limit` people who wrote most recently in rooms, newest first."""
        messages = self._by_time({room: nlargest(limit, self._last[room].values())[::-1] for room in rooms})
        last = {message.row.guest: message for message in messages}
        return list(reversed(last.values()))[:limit]

    def _by_time(self, numbers: Mapping[str, Sequence[int]]) -> list[ChatMessage]:
        """Return messages of rooms by time; those of one room keep their order even if the servers' clocks differ."""
        sorted_rooms = [
            [self._message(room, number) for number in room_numbers] for room, room_numbers in numbers.items()
        ]
        return list(merge(*sorted_rooms, key=lambda message: message.row.created_at))

    def _message(self, room: str, number: int) -> ChatMessage:
        reactions = self._reactions.get((room, number), {})
        return ChatMessage(
            self._rows[room][number], {sign: reactions[sign] for sign in REACTIONS if reactions.get(sign)}
        )
