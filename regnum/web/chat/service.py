"""Chat at tables: messages, reactions, and who may write and read them.

Players chat with players, and spectators with spectators; when the game ends, everyone can read both rooms. Chat
belongs to a table but does not change it, so pages get new messages without rendering the game again.
"""

import unicodedata
from collections import Counter, OrderedDict
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Final

from regnum.web.chat.conversation import REACTIONS, Conversation
from regnum.web.chat.store import PLAYERS, ROOMS, SPECTATORS, ChatRow, ChatStore
from regnum.web.db.ids import new_id
from regnum.web.errors import ConflictError, RefusedError
from regnum.web.rate_limit import RateLimit
from regnum.web.tables.events import MESSAGE_POSTED, EventBus
from regnum.web.tables.limits import RowLimits
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import FINISHED
from regnum.web.tables.store import TableStore
from regnum.web.tables.stored_table import StoredTable

MAX_MESSAGE_CHARS: Final = 300
"""The maximum number of characters in a message."""
MAX_NOTE_CHARS: Final = 4000
"""The maximum number of characters in a note."""
MESSAGES_PER_MINUTE: Final = 20
"""How many messages and reactions a player, or an address of spectators, may post per minute in each process."""
MAX_MESSAGES_PER_ROOM: Final = 5000
"""The maximum number of messages in a room of a table."""
MAX_REACTIONS_PER_ROOM: Final = 2000
"""How often players can set or remove reactions in a room; spectators have a separate limit of the same size."""
MAX_CONVERSATIONS: Final = 200
"""Unwatched conversations are dropped from memory if there are more than this in total."""
_JOINERS: Final = frozenset("\n\t\u200c\u200d")


def rooms_of(table: StoredTable, seat: int | None) -> tuple[str, ...]:
    """Return the rooms that a seat (None: a spectator) may read, its own first."""
    if table.phase == FINISHED:
        return (PLAYERS, SPECTATORS) if seat is not None else (SPECTATORS, PLAYERS)
    return (PLAYERS,) if seat is not None else (SPECTATORS,)


def check_message(text: str, limit: int = MAX_MESSAGE_CHARS) -> str:
    """Return a text in stored form (NFC, one line).

    Raises RefusedError if it is empty, too long or has invisible characters.
    """
    tidy = " ".join(unicodedata.normalize("NFC", text).split())
    if len(tidy) > limit:
        raise RefusedError("message_too_long", {"limit": limit})
    if not tidy:
        raise RefusedError("empty_message")
    return _check_visible(tidy)


def check_note(text: str) -> str:
    """Return a note in stored form; raises RefusedError if it is too long or has invisible characters."""
    tidy = unicodedata.normalize("NFC", text).replace("\r\n", "\n").strip()
    if len(tidy) > MAX_NOTE_CHARS:
        raise RefusedError("note_too_long", {"limit": MAX_NOTE_CHARS})
    return _check_visible(tidy)


def _check_visible(text: str) -> str:
    """Return the text; raises RefusedError if it has characters that reverse or hide others. Joiners are allowed."""
    if not all(letter.isprintable() or letter in _JOINERS for letter in text):
        raise RefusedError("invisible_character")
    return text


class ChatService:
    """The chat of all tables. Notifies the listeners of tables in memory when something is new."""

    def __init__(
        self, store: TableStore, live: Mapping[str, LiveTable], events: EventBus, row_limits: RowLimits
    ) -> None:
        """`live`: the tables in memory by id."""
        self.store: Final = ChatStore(store.database)
        self._events: Final = events
        self._row_limits: Final = row_limits
        self._live: Final = live
        self._conversations: Final[OrderedDict[str, Conversation]] = OrderedDict()
        self._rate: Final = RateLimit(MESSAGES_PER_MINUTE)
        self._followers: Final[Counter[str]] = Counter()
        self._muted: dict[str, frozenset[str]] = {}

    async def load_conversation(self, table_id: str) -> Conversation:
        """Return the conversation of a table, after updating it from the store."""
        conversation = self._conversations.setdefault(table_id, Conversation(table_id))
        self._conversations.move_to_end(table_id)
        await self._compare(conversation, await self.store.sizes([table_id]))
        self._drop_unwatched()
        return conversation

    async def _catch_up(self, conversation: Conversation) -> bool:
        async with conversation.lock:
            return conversation.add_rows(await self.store.rows_after(conversation.table_id, conversation.counts))

    async def _compare(self, conversation: Conversation, stored: Mapping[tuple[str, str], tuple[int, int]]) -> bool:
        """Update a conversation from the store, where rows may have been removed; return whether it was out of date."""
        stored_sizes = {room: stored.get((conversation.table_id, room), (0, 0)) for room in ROOMS}
        if conversation.sizes == stored_sizes:
            return False
        await self._catch_up(conversation)
        # Otherwise rows were removed with their author, a backup was restored, or more rows were added.
        if conversation.sizes != stored_sizes:
            async with conversation.lock:
                conversation.clear()
                conversation.add_rows(await self.store.rows_after(conversation.table_id, conversation.counts))
        return True

    def _drop_unwatched(self) -> None:
        """Drop unwatched conversations above MAX_CONVERSATIONS, the least recently used ones first."""
        idle = [id_ for id_ in self._conversations if (table := self._live.get(id_)) is None or not table.watchers]
        for table_id in idle[: max(len(self._conversations) - MAX_CONVERSATIONS, 0)]:
            del self._conversations[table_id]

    # Messages and reactions.

    async def post_message(self, table: StoredTable, guest: str, name: str, text: str, client_address: str) -> None:
        """Post a message in the guest's own room.

        Raises RefusedError if it is invalid, there are too many, or chat is off.
        """
        seat = table.seat_of(guest)
        self._check(table, guest if seat is not None else client_address)
        room = rooms_of(table, seat)[0]
        author = table.row.seats[seat].name if seat is not None else name
        await self._add(ChatRow(table.row.id, room, new_id(), guest, author, _now(), seat, check_message(text)))
        if room in rooms_of(table, 0):  # players can read the room
            self._events.publish(table, MESSAGE_POSTED, seat, by=guest)

    async def set_reaction(
        self, table: StoredTable, guest: str, name: str, key: str, reaction: str, client_address: str
    ) -> None:
        """Add a reaction to a message, or remove it.

        Raises RefusedError as in `post_message`, or if the guest cannot see it.
        """
        seat = table.seat_of(guest)
        message = (await self.load_conversation(table.row.id)).find_message(key, rooms_of(table, seat))
        if message is None or reaction not in REACTIONS:
            raise RefusedError("message_gone")
        self._check(table, guest if seat is not None else client_address)
        target = message.row
        author = table.row.seats[seat].name if seat is not None else name
        row = ChatRow(
            target.table_id, target.room, new_id(), guest, author, _now(), seat, target=target.number, reaction=reaction
        )
        await self._add(row)

    def _check(self, table: StoredTable, sender: str) -> None:
        if table.row.chat_disabled:
            raise RefusedError("chat_disabled")
        if not self._rate.allows(sender):
            raise RefusedError("too_many_messages")

    async def _add(self, row: ChatRow) -> None:
        try:
            await self.store.add(row, MAX_REACTIONS_PER_ROOM if row.target else MAX_MESSAGES_PER_ROOM)
        except ConflictError:
            raise RefusedError("chat_full") from None
        await self.load_new_rows(row.table_id)

    # Mutes and notes.

    async def follow_mutes(self, guest: str) -> None:
        """Begin to track a guest's mutes, for a page that they have opened."""
        self._followers[guest] += 1
        if guest not in self._muted:
            self._muted.update(await self.store.muted([guest]))

    def unfollow_mutes(self, guest: str) -> None:
        """Count a closed page of a guest; stop tracking their mutes if it was the last one."""
        self._followers[guest] -= 1
        if self._followers[guest] <= 0:
            del self._followers[guest]
            self._muted.pop(guest, None)

    def muted(self, guest: str) -> frozenset[str]:
        """Return the guests that a guest with an open page has muted."""
        return self._muted.get(guest, frozenset())

    async def mute(self, table: StoredTable, guest: str, key: str, on: bool, client_address: str) -> None:
        """Mute or unmute the author of a message.

        Raises RefusedError if the message is not visible or is the guest's own. Also raises RefusedError if
        `client_address` has muted too many people within an hour.
        """
        message = (await self.load_conversation(table.row.id)).find_message(key, rooms_of(table, table.seat_of(guest)))
        if message is None or message.row.guest == guest:
            raise RefusedError("message_gone")
        if on and message.row.guest not in (await self.store.muted([guest]))[guest]:
            self._row_limits.check("mutes", client_address)
        await self.store.mute(table.row.id, guest, message.row.guest, on)
        await self.load_new_rows(table.row.id)

    async def save_note(self, table: StoredTable, guest: str, text: str, client_address: str) -> None:
        """Save a note; raises RefusedError if it is invalid, or if `client_address` has too many new notes."""
        note = check_note(text)
        if note and not await self.store.note(table.row.id, guest):
            self._row_limits.check("notes", client_address)
        await self.store.save_note(table.row.id, guest, note)

    # Updates from the store.

    async def load_new_rows(self, table_id: str) -> None:
        """Load new rows of a table's chat, if both are in memory here, and notify the table's listeners."""
        table, conversation = self._live.get(table_id), self._conversations.get(table_id)
        if table is None or conversation is None:
            return
        muted = await self._reload_mutes()
        if await self._catch_up(conversation) or muted:
            table.notify_listeners()

    async def _reload_mutes(self) -> bool:
        """Reload the mutes of all guests with open pages; return whether they have changed."""
        mutes = await self.store.muted(list(self._followers)) if self._followers else {}
        new = {guest: others for guest, others in mutes.items() if guest in self._followers}
        changed, self._muted = new != self._muted, new
        return changed

    async def resync(self) -> None:
        """Update all watched conversations, as messages may have been lost or a backup restored; drop others."""
        watched = {
            id_: table for id_ in self._conversations if (table := self._live.get(id_)) is not None and table.watchers
        }
        for table_id in [table_id for table_id in self._conversations if table_id not in watched]:
            del self._conversations[table_id]
        if not watched:
            return
        stored = await self.store.sizes(watched)
        muted = await self._reload_mutes()
        for table_id, table in watched.items():
            if await self._compare(self._conversations[table_id], stored) or muted:
                table.notify_listeners()


def _now() -> datetime:
    return datetime.now(UTC)
