"""The chat panel of a page as HTML: all messages, or only those that have changed since the last update."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

import msgspec
from markupsafe import Markup

from regnum.web.chat.conversation import REACTIONS, ChatMessage, Conversation
from regnum.web.chat.service import MAX_MESSAGE_CHARS, ChatService, rooms_of
from regnum.web.chat.store import PLAYERS, ROOMS
from regnum.web.http.i18n import Text, page_text
from regnum.web.tables.stored_table import StoredTable
from regnum.web.ui.templates import ENVIRONMENT

INITIAL_MESSAGES: Final = 80
"""The number of messages that a table page shows at first; the chat page has all of them."""
MAX_SPEAKERS: Final = 50
"""The maximum number of people in the list for muting."""


class Reaction(msgspec.Struct, frozen=True):
    """A reaction to a message: its count, a sentence about who reacted, and whether the reader did."""

    kind: str
    count: int
    description: str
    is_own: bool


class VisibleMessage(msgspec.Struct, frozen=True):
    """A message as a reader sees it. `seat`: the author's, or None for spectators."""

    key: str
    seat: int | None
    name: str
    text: str
    created_at: datetime
    is_own: bool
    reactions: list[Reaction]

    @property
    def at(self) -> str:
        """The time of the message, to the minute."""
        return self.created_at.strftime("%Y-%m-%dT%H:%MZ")


class Speaker(msgspec.Struct, frozen=True):
    """Another person in the chat, with the key of one of their messages and whether they are muted."""

    key: str
    seat: int | None
    name: str
    muted: bool


class ChatReader:
    """A reader of a table's chat, with their language and mutes."""

    def __init__(
        self, conversation: Conversation, table: StoredTable, guest: str, muted: frozenset[str], text: Text
    ) -> None:
        self._conversation: Final = conversation
        self._table: Final = table
        self._guest: Final = guest
        self._muted: Final = muted
        self._text: Final = text

    @property
    def rooms(self) -> tuple[str, ...]:
        """The rooms that the reader sees, their own first."""
        return rooms_of(self._table, self._table.seat_of(self._guest))

    def visible_messages(self, messages: Sequence[ChatMessage]) -> list[VisibleMessage]:
        """Return messages as the reader sees them, without those of people that the reader has muted."""
        return [self._visible_message(message) for message in messages if message.row.guest not in self._muted]

    def speakers(self) -> list[Speaker]:
        """Return the other people who wrote most recently in the reader's rooms, at most MAX_SPEAKERS."""
        return [
            Speaker(message.key, message.row.seat, self._author_name(message), message.row.guest in self._muted)
            for message in self._conversation.speakers(self.rooms, MAX_SPEAKERS)
            if message.row.guest != self._guest
        ]

    def _visible_message(self, message: ChatMessage) -> VisibleMessage:
        row = message.row
        reactions = [self._reaction(sign, by) for sign, by in message.reactions.items() if by.keys() - self._muted]
        return VisibleMessage(
            message.key,
            row.seat,
            self._author_name(message),
            row.text,
            row.created_at,
            row.guest == self._guest,
            reactions,
        )

    def _author_name(self, message: ChatMessage) -> str:
        """Return an author's name when they wrote, else the current name of their seat, else a numbered placeholder."""
        row = message.row
        if row.name:
            return row.name
        if row.seat is not None:
            return self._table.row.seats[row.seat].name
        return self._text("chat.numbered_spectator", number=self._conversation.number_of_unnamed(row.guest))

    def _reaction(self, kind: str, by: Any) -> Reaction:
        names = [name or self._text("chat.unnamed_spectator") for guest, name in by.items() if guest not in self._muted]
        description = self._text(
            "chat.reaction_by", reaction=self._text(f"chat.reaction_{kind}"), names=self._text.listing(names)
        )
        return Reaction(kind, len(names), description, self._guest in by)


async def load_visible_messages(
    chat: ChatService, table: StoredTable, guest: str, language: str, newest: int, skipped: int = 0
) -> tuple[list[VisibleMessage], list[Speaker]]:
    """Return the messages that a guest may read at a table, and the other people in its chat.

    `skipped`: how many of the newest messages to leave out; `newest`: the maximum number of messages before those.
    """
    conversation = await chat.load_conversation(table.row.id)
    muted = (await chat.store.muted([guest]))[guest]
    reader = ChatReader(conversation, table, guest, muted, page_text(language))
    messages = conversation.messages(reader.rooms, newest + skipped)
    return reader.visible_messages(messages[: len(messages) - skipped] if skipped else messages), reader.speakers()


def panel_values(table: StoredTable, seat: int | None) -> dict[str, Any]:
    """Return the template values of the chat panel."""
    return {"chat_read_by": audience_key(table, seat), "chat_limit": MAX_MESSAGE_CHARS, "chat_reactions": REACTIONS}


def audience_key(table: StoredTable, seat: int | None) -> str:
    """Return the key of the sentence about who can read the messages of a seat (None: a spectator)."""
    rooms = rooms_of(table, seat)
    return (
        "chat.read_by_all"
        if len(rooms) > 1
        else "chat.read_by_players"
        if PLAYERS in rooms
        else "chat.read_by_spectators"
    )


class ChatFeed:
    """The chat of one open page.

    The first update has the newest messages, and so does one after a change of mutes or rooms. All others have only the
    messages that have changed.
    """

    def __init__(self, chat: ChatService, table: StoredTable, guest: str, language: str) -> None:
        self._chat: Final = chat
        self._table: Final = table
        self._guest: Final = guest
        self._text: Final = page_text(language)
        self._conversation = Conversation(table.row.id)
        self._open = False
        self._shown_state: tuple[tuple[str, ...], frozenset[str], int] | None = None
        self._counts: Mapping[str, int] = dict.fromkeys(ROOMS, 0)
        self._speakers: tuple[int, list[str]] | None = None
        """The state from which the page's list of speakers was made."""

    async def open(self) -> None:
        """Load the conversation and start following it."""
        await self._chat.follow_mutes(self._guest)
        self._open = True
        self._conversation = await self._chat.load_conversation(self._table.row.id)

    def close(self) -> None:
        """Stop following the chat."""
        if self._open:
            self._chat.unfollow_mutes(self._guest)

    def next_update(self) -> str | None:
        """Return the next update for the page as HTML, or None if there is none."""
        muted, counts = self._chat.muted(self._guest), self._conversation.counts
        reader = ChatReader(self._conversation, self._table, self._guest, muted, self._text)
        rooms = reader.rooms
        state, before = (rooms, muted, self._conversation.clear_count), self._counts
        whole = state != self._shown_state
        if not whole and all(counts[room] == before[room] for room in rooms):
            return None
        first, self._shown_state, self._counts = self._shown_state is None, state, counts
        if first and not any(counts[room] for room in rooms):
            return None  # the page already shows an empty chat
        messages = (
            self._conversation.messages(rooms, INITIAL_MESSAGES)
            if whole
            else self._conversation.changed_messages(rooms, before)
        )
        speakers = sum(self._conversation.arrivals[room] for room in rooms), [row.name for row in self._table.row.seats]
        mute_list = ""
        if whole or speakers != self._speakers:
            self._speakers = speakers
            mute_list = _template(
                "chat/speakers.html.jinja", speakers=reader.speakers(), table=self._table.row, text=self._text
            )
        return _template(
            "chat/update.html.jinja",
            messages=reader.visible_messages(messages),
            new={message.key for message in messages if message.row.number > before[message.row.room]},
            whole=whole,
            read_by=self._text(audience_key(self._table, self._table.seat_of(self._guest))),
            table=self._table.row,
            text=self._text,
            mute_list=mute_list,
        )


def _template(name: str, **context: Any) -> str:
    return Markup(ENVIRONMENT.get_template(name).render(context))
