"""All tables of this server: opening them, acting, and every other change. Pages show only what has been committed.

Other servers may change the same tables. A change is checked against a version of the table, and the store accepts it
only at that version. Other servers announce their changes (`apply_update`), and `TableCache.get` also looks for them in
the store.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from typing import Final

import msgspec

from regnum.core.record.play import UNDO
from regnum.web.db.ids import pseudonym
from regnum.web.errors import BusyError, ConflictError, RefusedError
from regnum.web.presence.open_pages import PresenceService
from regnum.web.rate_limit import RateLimit
from regnum.web.settings import Settings
from regnum.web.tables import proposal_rules
from regnum.web.tables.cache import TableCache
from regnum.web.tables.events import CLOCKS_CHANGED, EventBus
from regnum.web.tables.invitation_store import InvitationStore
from regnum.web.tables.limits import TableLimits
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import (
    ABANDONED,
    BOT,
    ENDED_PHASES,
    FINISHED,
    PLAYING,
    STOPPED,
    Entry,
    TableUpdate,
)
from regnum.web.tables.new_table import NewTable, build_row
from regnum.web.tables.row_changes import RowChange, with_current_clocks
from regnum.web.tables.store import TableStore
from regnum.web.tables.stored_options import stop_reason
from regnum.web.tables.stored_table import StoredTable
from regnum.web.telemetry import APPEND_SECONDS, MOVES_TOTAL, REFUSED_MOVES_TOTAL

MAX_CHANGES_BY_HOST_PER_HOUR: Final = 12
"""The maximum number of renamings and seat offers by a host per table and hour; each reloads the pages of others."""


class TableService:
    """Opens and changes tables. A change wakes the table's bots, if this server runs them."""

    def __init__(
        self,
        store: TableStore,
        settings: Settings,
        closing: asyncio.Event,
        events: EventBus,
        wake_bots: Callable[[LiveTable], None],
        are_bots_busy: Callable[[LiveTable], bool],
    ) -> None:
        """`closing`: set when the server stops. `wake_bots`, `are_bots_busy`: see `TableCache`."""
        self.store: Final = store
        self.closing: Final = closing
        self._secret: Final = settings.secret
        self._events: Final = events
        self.wake_bots: Final = wake_bots
        self._opening: Final = asyncio.Lock()
        self.cache: Final = TableCache(store, wake_bots, are_bots_busy)
        self.get: Final = self.cache.get
        self.invitation_store: Final = InvitationStore(store.database)
        self.table_limits: Final = TableLimits(store, settings.writes_per_minute)
        self.presence: Final = PresenceService(store.database, self.cache.live)
        self.change_limit: Final = RateLimit(MAX_CHANGES_BY_HOST_PER_HOUR, seconds=3600.0)

    async def apply_update(self, table: LiveTable, message: TableUpdate) -> None:
        """Bring a table in memory up to the version in a message; retry while the store is unavailable."""
        while table.version < message.version and not table.is_removed and not self.closing.is_set():
            with suppress(BusyError):
                await self.cache.catch_up(table, message)

    async def open(self, new: NewTable) -> str:
        """Open a table and return its id; raises RefusedError if there are too many (see `TableLimits`)."""
        if new.request_id is not None and await self.store.version(new.request_id) is not None:
            return new.request_id
        hidden_address = pseudonym(new.client_address, self._secret)
        row = build_row(new, hidden_address)
        table = LiveTable(row, ())
        table.row = with_current_clocks(
            msgspec.structs.replace(row, awaits_bot=bool(table.bots_to_act())), table.state, row.created_at
        )
        async with self._opening:  # simultaneous requests must not exceed the limits
            if all(seat.kind == BOT for seat in row.seats):
                await self.table_limits.check_bots(hidden_address)
            await self.table_limits.check(row.host, new.client_address, row.is_listed)
            added = await self.store.add_table(table.row)
        if not added:
            return row.id  # a repetition of this request was committed first
        self.cache.add(table)
        for entry in new.tutorial.script[: new.tutorial.opening] if new.tutorial is not None else ():
            with suppress(RefusedError):  # a bot has acted first
                await self.act(table, entry.player, entry.texts[0], table.known_entry_count(entry.player))
        return row.id

    async def change_table(self, table: LiveTable, decide: Callable[[], RowChange]) -> bool:
        """Decide on a change of a table and its seats, and write it under the table's lock.

        Returns whether there was a change. `decide` may be called several times, and may raise RefusedError.
        """

        async def change() -> bool:
            before, decided = table.row, decide()
            if decided is not None:
                await self.store.update_table(decided[0], table.version, decided[1])
                await self.cache.catch_up_locked(table)
                if proposal_rules.clocks_changed(before, table.row):
                    self._events.publish(table, CLOCKS_CHANGED, None)
            return decided is not None

        changed = await self.cache.change(table, change)
        self.wake_bots(table)
        return changed

    async def end_stopped(self, table: StoredTable, guest: str) -> None:
        """Permanently end a game that an update has stopped, so that its record becomes public.

        Raises RefusedError if the guest is not the host or the game is not stopped, and BusyError if the table has just
        changed. A game with other facts is refused as well, because it can continue when the server has these facts
        again.
        """
        if guest != table.row.host:
            raise RefusedError("not_host")
        if table.phase != STOPPED:
            raise RefusedError("game_over" if table.phase in ENDED_PHASES else "not_possible")
        if stop_reason(table.row) != "rules":
            raise RefusedError("other_facts")
        over = msgspec.structs.replace(table.row, phase=ABANDONED, awaits_bot=False, next_check_at=None)
        try:
            await self.store.update_table(over, table.version)
        except ConflictError:
            raise BusyError("the table has changed") from None

    async def act(
        self, table: LiveTable, seat: int, text: str, entry_count: int, guest: str | None = None, by_bot: bool = False
    ) -> int:
        """Take an action (or "undo") for a seat: check it, commit it, then show it; return how many entries it knows.

        `entry_count`: how many entries the seat knew when it decided. `guest`: the guest who must have the seat and
        not be absent. `by_bot`: whether a bot acts, which must still be its turn. Raises RefusedError if the action is
        not allowed, and BusyError if the store is unavailable. In both cases, nothing has changed.
        """

        async def change() -> int:
            if guest is not None and table.seat_of(guest) != seat:
                raise RefusedError("not_seated")
            if guest is not None:
                table.check_present(seat)
            if by_bot and seat not in table.bots_to_act():
                raise RefusedError("not_your_turn")
            try:
                move = table.propose(seat, text, entry_count)
            except RefusedError:
                REFUSED_MOVES_TOTAL.labels(table.row.game).inc()
                raise
            now = datetime.now(UTC)
            entry = Entry(table.entry_count + 1, seat, move.text, now)
            phase = FINISHED if move.state.is_terminal else PLAYING
            awaits_bot = phase == PLAYING and bool(table.bots_acting_in(move.state, table.entry_count + 1))
            row = None
            if table.row.timing is not None or table.row.next_check_at is not None:
                row = msgspec.structs.replace(table.row, phase=phase, awaits_bot=awaits_bot)
                row = with_current_clocks(row, move.state, now, seat if move.action is None else None)
            with APPEND_SECONDS.time():
                await self.store.entries.append(table.row.id, table.version, entry, phase, awaits_bot, row)
            MOVES_TOTAL.labels(table.row.game).inc()
            table.apply_move(move, now, row)
            return table.known_entry_count(seat)

        reached = await self.cache.change(table, change)
        self.wake_bots(table)
        return reached

    async def undo(self, table: LiveTable, seat: int, count: int, entry_count: int, guest: str | None = None) -> int:
        """Undo the last `count` actions of a seat, one by one; the arguments, result and errors are those of `act`."""
        table.check_undo(seat, count)
        for _ in range(count):
            entry_count = await self.act(table, seat, UNDO, entry_count, guest)
        return entry_count

    async def skip_delays(self, table: LiveTable, guest: str) -> None:
        """Let the bots of a table play without pauses until a person acts.

        Raises RefusedError if a guest without a seat asks while people play.
        """

        async def change() -> None:
            if not table.may_skip_delays(table.seat_of(guest)):
                raise RefusedError("not_seated")
            if table.phase == PLAYING and table.has_bot_delays:
                await self.store.skip_delays(table.row.id, table.version, table.last_human_entry)
                await self.cache.catch_up_locked(table)

        await self.cache.change(table, change)
        self.wake_bots(table)

    def close_streams(self) -> None:
        """End all live streams before the server stops."""
        self.closing.set()
        for table in self.cache.live.values():
            table.announce_change()
