"""The chat panel of a page as HTML: all lines, or only those that have changed since the last update."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

import msgspec
from markupsafe import Markup

from regnum.web.chat.service import MAX_LINE_CHARS, REACTIONS, ChatMessage, ChatService, Conversation, rooms_of
from regnum.web.chat.store import PLAYERS, ROOMS
from regnum.web.http.i18n import Text, page_text
from regnum.web.tables.stored_table import StoredTable
from regnum.web.ui.templates import ENVIRONMENT

NEWEST: Final = 80
"""The number of lines that a table page shows at first; the chat page has all of them."""
SPEAKERS: Final = 50
"""The maximum number of people in the list for muting."""


class Reaction(msgspec.Struct, frozen=True):
    """A reaction to a line: its count, a sentence about who reacted, and whether the reader did."""

    sign: str
    count: int
    told: str
    mine: bool


class ChatLine(msgspec.Struct, frozen=True):
    """A line as a reader sees it. `seat`: the author's; None for spectators."""

    key: str
    seat: int | None
    who: str
    text: str
    when: datetime
    own: bool
    reactions: list[Reaction]

    @property
    def at(self) -> str:
        """The time of the line, to the minute."""
        return self.when.strftime("%Y-%m-%dT%H:%MZ")


class Speaker(msgspec.Struct, frozen=True):
    """Another person in the chat, with the key of one of their lines and whether they are muted."""

    key: str
    seat: int | None
    who: str
    muted: bool


class Listener:
    """A reader of a table's chat, with their language and mutes."""

    def __init__(self, talk: Conversation, table: StoredTable, guest: str, muted: frozenset[str], text: Text) -> None:
        self._talk: Final = talk
        self._table: Final = table
        self._guest: Final = guest
        self._muted: Final = muted
        self._text: Final = text

    @property
    def rooms(self) -> tuple[str, ...]:
        """The rooms that the reader sees, their own first."""
        return rooms_of(self._table, self._table.seat_of(self._guest))

    def hears(self, lines: Sequence[ChatMessage]) -> list[ChatLine]:
        """Return lines as the reader sees them, without those of people that the reader has muted."""
        return [self._chat_line(line) for line in lines if line.said.guest not in self._muted]

    def speakers(self) -> list[Speaker]:
        """Return the other people who wrote most recently in the reader's rooms, at most SPEAKERS."""
        return [
            Speaker(line.key, line.said.seat, self._author_name(line), line.said.guest in self._muted)
            for line in self._talk.speakers(self.rooms, SPEAKERS)
            if line.said.guest != self._guest
        ]

    def _chat_line(self, line: ChatMessage) -> ChatLine:
        said = line.said
        reactions = [self._reaction(sign, by) for sign, by in line.given.items() if by.keys() - self._muted]
        return ChatLine(
            line.key, said.seat, self._author_name(line), said.text, said.at, said.guest == self._guest, reactions
        )

    def _author_name(self, line: ChatMessage) -> str:
        """Return an author's name when they wrote, else the current name of their seat, else a numbered placeholder."""
        said = line.said
        if said.name:
            return said.name
        if said.seat is not None:
            return self._table.row.seats[said.seat].name
        return self._text("talk.onlooker", number=self._talk.nameless(said.guest))

    def _reaction(self, sign: str, by: Any) -> Reaction:
        names = [name or self._text("talk.somebody") for guest, name in by.items() if guest not in self._muted]
        told = self._text("talk.set_by", sign=self._text(f"talk.sign_{sign}"), names=self._text.listing(names))
        return Reaction(sign, len(names), told, self._guest in by)


async def heard_by(
    chat: ChatService, table: StoredTable, guest: str, language: str, newest: int, skipped: int = 0
) -> tuple[list[ChatLine], list[Speaker]]:
    """Return the lines that a guest may read at a table, and the other people in its chat.

    `skipped`: how many of the newest lines to leave out; `newest`: the maximum number of lines before those.
    """
    talk = await chat.of(table.row.id)
    muted = (await chat.store.muted([guest]))[guest]
    listener = Listener(talk, table, guest, muted, page_text(language))
    lines = talk.lines(listener.rooms, newest + skipped)
    return listener.hears(lines[: len(lines) - skipped] if skipped else lines), listener.speakers()


def panel_values(table: StoredTable, seat: int | None) -> dict[str, Any]:
    """Return the template values of the chat panel."""
    return {"talk_read_by": who_reads(table, seat), "talk_limit": MAX_LINE_CHARS, "talk_signs": REACTIONS}


def who_reads(table: StoredTable, seat: int | None) -> str:
    """Return the key of the sentence about who can read the lines of a seat (None: a spectator)."""
    rooms = rooms_of(table, seat)
    return (
        "talk.read_by_all"
        if len(rooms) > 1
        else "talk.read_by_players"
        if PLAYERS in rooms
        else "talk.read_by_onlookers"
    )


class ChatFeed:
    """The chat of one open page.

    The first update has the newest lines, and so does one after a change of mutes or rooms. All others have only the
    lines that have changed.
    """

    def __init__(self, chat: ChatService, table: StoredTable, guest: str, language: str) -> None:
        self._chat: Final = chat
        self._table: Final = table
        self._guest: Final = guest
        self._text: Final = page_text(language)
        self._talk = Conversation(table.row.id)
        self._open = False
        self._what: tuple[tuple[str, ...], frozenset[str], int] | None = None
        self._counts: Mapping[str, int] = dict.fromkeys(ROOMS, 0)
        self._speakers: tuple[int, list[str]] | None = None
        """The state from which the page's list of speakers was made."""

    async def open(self) -> None:
        """Load the conversation and start following it."""
        await self._chat.listen(self._guest)
        self._open = True
        self._talk = await self._chat.of(self._table.row.id)

    def close(self) -> None:
        """Stop following the chat."""
        if self._open:
            self._chat.leave(self._guest)

    def news(self) -> str | None:
        """Return the next update for the page as HTML; None if there is none."""
        muted, counts = self._chat.muted(self._guest), self._talk.counts
        listener = Listener(self._talk, self._table, self._guest, muted, self._text)
        rooms = listener.rooms
        what, before = (rooms, muted, self._talk.turned), self._counts
        whole = what != self._what
        if not whole and all(counts[room] == before[room] for room in rooms):
            return None
        first, self._what, self._counts = self._what is None, what, counts
        if first and not any(counts[room] for room in rooms):
            return None  # the page already shows an empty chat
        lines = self._talk.lines(rooms, NEWEST) if whole else self._talk.changed(rooms, before)
        speakers = sum(self._talk.arrivals[room] for room in rooms), [row.name for row in self._table.row.seats]
        mute_list = ""
        if whole or speakers != self._speakers:
            self._speakers = speakers
            mute_list = _template(
                "chat/speakers.html.jinja", speakers=listener.speakers(), table=self._table.row, text=self._text
            )
        return _template(
            "chat/update.html.jinja",
            lines=listener.hears(lines),
            new={line.key for line in lines if line.said.number > before[line.said.room]},
            whole=whole,
            read_by=self._text(who_reads(self._table, self._table.seat_of(self._guest))),
            table=self._table.row,
            text=self._text,
            mute_list=mute_list,
        )


def _template(name: str, **context: Any) -> str:
    return Markup(ENVIRONMENT.get_template(name).render(context))
