"""All tables of this server: opening them, joining and acting. Pages show only what has been committed.

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
from regnum.web.db.ids import new_key, pseudonym
from regnum.web.errors import Busy, Conflict, Refused
from regnum.web.names import is_taken
from regnum.web.presence.last_seen import ABSENT_AFTER, LastSeenLookup
from regnum.web.presence.open_pages import Presence
from regnum.web.rate_limit import RateLimit
from regnum.web.settings import Settings
from regnum.web.tables import proposal_rules
from regnum.web.tables.cache import TableCache
from regnum.web.tables.colours import unchosen_colours
from regnum.web.tables.events import ABANDONED as ALL_AGREE
from regnum.web.tables.events import CLOCKS_CHANGED, GAME_BEGAN, JOINED, EventBus
from regnum.web.tables.invitations import Invitations
from regnum.web.tables.limits import TableLimits
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import (
    ABANDONED,
    BOT,
    ENDED_PHASES,
    FINISHED,
    GUEST,
    OPEN,
    PLAYING,
    STOPPED,
    WAITING,
    Entry,
    TableUpdate,
    return_seat,
)
from regnum.web.tables.new_table import NewTable, build_row
from regnum.web.tables.row_changes import RowChange, with_current_clocks, with_seats
from regnum.web.tables.store import TableStore
from regnum.web.tables.stored_options import stop_reason
from regnum.web.tables.stored_table import StoredTable
from regnum.web.telemetry import APPEND_SECONDS, MOVES_TOTAL, REFUSED_MOVES_TOTAL

MAX_CHANGES: Final = 12
"""The maximum number of renamings and seat offers by a host per table and hour; each reloads the pages of others."""
MAX_JOINED_NOTIFICATIONS: Final = 6
"""The maximum number of notifications per hour about new players at one waiting table."""


class Tables:
    """Opens and changes tables. A change wakes the table's bots, if this server runs them."""

    def __init__(
        self,
        store: TableStore,
        settings: Settings,
        closing: asyncio.Event,
        events: EventBus,
        wake_bots: Callable[[LiveTable], None],
        are_bots_busy: Callable[[LiveTable], bool],
        last_seen: LastSeenLookup,
        record_seen: Callable[[str], None],
    ) -> None:
        """`closing`: set when the server stops. `wake_bots`, `are_bots_busy`: see `TableCache`.

        `last_seen`: looks up when guests were last seen. `record_seen`: records that a guest is present now.
        """
        self.store: Final = store
        self.closing: Final = closing
        self._secret: Final = settings.secret
        self._events: Final = events
        self._wake_bots: Final = wake_bots
        self._last_seen: Final = last_seen
        self._record_seen: Final = record_seen
        self._opening: Final = asyncio.Lock()
        self.cache: Final = TableCache(store, wake_bots, are_bots_busy)
        self.get: Final = self.cache.get
        self.invitations: Final = Invitations(store.database)
        self.table_limits: Final = TableLimits(store, settings.writes_per_minute)
        self.presence: Final = Presence(store.database, self.cache.live)
        self.change_limit: Final = RateLimit(MAX_CHANGES, seconds=3600.0)
        self._joined_limit: Final = RateLimit(MAX_JOINED_NOTIFICATIONS, seconds=3600.0)

    async def apply_update(self, table: LiveTable, message: TableUpdate) -> None:
        """Bring a table in memory up to the version in a message; retry while the store is unavailable."""
        while table.version < message.version and not table.is_removed and not self.closing.is_set():
            with suppress(Busy):
                await self.cache.catch_up(table, message)

    # Seats.

    async def open(self, new: NewTable) -> str:
        """Open a table and return its id; raises Refused if there are too many (see `TableLimits`)."""
        if new.request_id is not None and await self.store.version(new.request_id) is not None:
            return new.request_id
        hidden_address = pseudonym(new.client_address, self._secret)
        row = build_row(new, hidden_address)
        table = LiveTable(row, ())
        table.row = with_current_clocks(
            msgspec.structs.replace(row, due=bool(table.bots_to_act())), table.state, row.created_at
        )
        async with self._opening:  # simultaneous requests must not exceed the limits
            if all(seat.kind == BOT for seat in row.seats):
                await self.table_limits.check_bots(hidden_address)
            await self.table_limits.check(row.host, new.client_address, row.listed)
            added = await self.store.add_table(table.row)
        if not added:
            return row.id  # a repetition of this request was committed first
        self.cache.add(table)
        for entry in new.tutorial.script[: new.tutorial.opening] if new.tutorial is not None else ():
            with suppress(Refused):  # a bot has acted first
                await self.act(table, entry.player, entry.texts[0], table.entries_known_to(entry.player))
        return row.id

    async def join(self, table: LiveTable, seat: int, guest: str, name: str, colour: int | None = None) -> None:
        """Give an open seat to a guest, with the chosen colour unless another player has chosen it.

        Raises Refused if the seat is taken or kept for an invited guest, if the name is taken, or if the guest has
        another seat here or was sent away.
        """

        async def change() -> bool:
            if table.seat_of(guest) is not None:
                raise Refused("seated")
            if table.row.seats[seat].kind != OPEN:
                raise Refused("seat_taken")
            if await self.invitations.was_sent_away(guest, table.row.id):
                raise Refused("sent_away")
            if any(
                invitation.seat == seat and invitation.guest != guest
                for invitation in await self.invitations.of_table(table.row.id)
            ):
                raise Refused("seat_kept")
            if is_taken(name, [other.name for other in table.row.seats if other.kind != OPEN]):
                raise Refused("name_taken", {"name": name})
            begins = [other.seat for other in table.row.seats if other.kind == OPEN] == [seat]
            due = begins and bool(table.bots_acting_in(table.state, table.entry_count))
            row = msgspec.structs.replace(table.row, phase=PLAYING if begins else WAITING, due=due)
            chosen_colour = colour if colour in unchosen_colours(table.row.seats) else table.row.seats[seat].colour
            taken_seat = msgspec.structs.replace(
                table.row.seats[seat], kind=GUEST, guest=guest, name=name, colour=chosen_colour, former_guest=None
            )
            seats = (*table.row.seats[:seat], taken_seat, *table.row.seats[seat + 1 :])
            row = with_current_clocks(msgspec.structs.replace(row, seats=seats), table.state, datetime.now(UTC))
            await self.store.take_seat(row, table.version, taken_seat)
            self._record_seen(guest)
            await self.cache.catch_up_locked(table)
            return begins

        begins = await self.cache.change(table, change)
        self._wake_bots(table)
        if begins or self._joined_limit.allows(table.row.id):
            self._events.publish(table, GAME_BEGAN if begins else JOINED, seat, by=guest)

    async def change_table(self, table: LiveTable, decide: Callable[[], RowChange]) -> bool:
        """Decide on a change of a table and its seats, and write it under the table's lock.

        Returns whether there was a change. `decide` may be called several times, and may raise Refused.
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
        self._wake_bots(table)
        return changed

    async def end_stopped(self, table: StoredTable, guest: str) -> None:
        """Permanently end a game that an update has stopped, so that its record becomes public.

        Raises Refused if the guest is not the host or the game is not stopped, and Busy if the table has just changed.
        A game with other facts is refused as well, because it can continue when the server has these facts again.
        """
        if guest != table.row.host:
            raise Refused("not_host")
        if table.phase != STOPPED:
            raise Refused("game_over" if table.phase in ENDED_PHASES else "not_possible")
        if stop_reason(table.row) != "rules":
            raise Refused("other_facts")
        over = msgspec.structs.replace(table.row, phase=ABANDONED, due=False, next_check=None)
        try:
            await self.store.update_table(over, table.version)
        except Conflict:
            raise Busy("the table has changed") from None

    async def change_offer(self, table: LiveTable, seat: int, host: str, is_offered: bool) -> None:
        """Create a link for taking over a guest's seat, or withdraw it (`is_offered` is false).

        Raises Refused unless the guest is the host, and for a new link if the game is over or there were too many.
        """

        async def change() -> None:
            if host != table.row.host:
                raise Refused("not_host")
            if not 0 <= seat < table.row.players or table.row.seats[seat].kind != GUEST:
                raise Refused("bad_form")
            if is_offered and table.phase in ENDED_PHASES:
                raise Refused("game_over")
            if is_offered and not self.change_limit.allows(table.row.id):
                raise Refused("too_many_changes")
            await self.store.offer_seat(table.row.id, table.version, seat, new_key() if is_offered else None)
            await self.cache.catch_up_locked(table)

        await self.cache.change(table, change)

    async def _check_away(self, table: LiveTable, seat: int) -> None:
        """Raise Refused if the game is over, or if it is running and a seat's player was here within ABSENT_AFTER."""
        holder = table.row.seats[seat]
        if table.phase in ENDED_PHASES:
            raise Refused("game_over")
        if table.phase != PLAYING or holder.guest is None:
            return
        times = (await self._last_seen([holder.guest])).get(holder.guest), table.last_action_time(seat)
        seen = max((at for at in times if at is not None), default=None)
        if seat in table.present or (seen is not None and seen > datetime.now(UTC) - ABSENT_AFTER):
            raise Refused("player_present", {"name": holder.name, "minutes": int(ABSENT_AFTER.total_seconds() // 60)})

    async def transfer_seat(self, table: LiveTable, seat: int, token: str, guest: str, name: str | None) -> None:
        """Give a seat to a guest who has its personal link or its offer. `name`: their name; None keeps the old name.

        Raises Refused if the link was used, the name is taken, or the guest has another seat here, and for an offer
        also if the game is over or the seat's player is not absent.
        """

        async def change() -> None:
            if table.seat_of(guest) is not None:
                raise Refused("seated")
            others = [other.name for other in table.row.seats if other.kind != OPEN and other.seat != seat]
            if name is not None and is_taken(name, others):
                raise Refused("name_taken", {"name": name})
            if token not in (table.row.seats[seat].personal_token, table.row.seats[seat].offer_token):
                raise Refused("link_used")
            is_offer = token != table.row.seats[seat].personal_token
            if is_offer:
                await self._check_away(table, seat)
            row = proposal_rules.row_without_consent(table.row, seat) if is_offer else table.row
            await self.store.transfer_seat(row, table.version, token, guest, name)
            self._record_seen(guest)
            await self.cache.catch_up_locked(table)

        await self.cache.change(table, change)

    async def resolve_claim(self, table: LiveTable, guest: str, back: bool, name: str | None) -> None:
        """Let a guest take back the seat that the host gave away (`back`), or give up their claim to it.

        They get their former name; `name` is used if that is unknown or taken. Raises Refused if they have no claim.
        """
        claimed = table.claimed_seat_of(guest)
        former = None if claimed is None else await self.invitations.former_name(table.row.id, claimed, guest)

        def decide() -> RowChange:
            seat = table.claimed_seat_of(guest)
            if seat is None:
                raise Refused("no_claim")
            row, seat_row = table.row, table.row.seats[seat]
            new_row = msgspec.structs.replace(seat_row, claimant=None, claimant_name=None, former_guest=None)
            if back:
                others = [other.name for other in table.row.seats if other.kind != OPEN and other.seat != seat]
                new_row = return_seat(
                    seat_row, guest, former or (None if name is None or is_taken(name, others) else name)
                )
                row = proposal_rules.row_without_consent(row, seat)
            return with_seats(table, [new_row], datetime.now(UTC), row), [new_row]

        await self.change_table(table, decide)
        if table.phase == ABANDONED:
            self._events.publish(table, ALL_AGREE, None, by=guest)

    # Moves.

    async def act(
        self, table: LiveTable, seat: int, text: str, number: int, guest: str | None = None, by_bot: bool = False
    ) -> int:
        """Take an action (or "undo") for a seat: check it, commit it, then show it; return how many entries it knows.

        `number`: how many entries the seat knew when it decided. `guest`: the guest who must have the seat and not be
        absent. `by_bot`: whether a bot acts, which must still be its turn. Raises Refused if the action is not allowed,
        and Busy if the store is unavailable; then nothing has changed.
        """

        async def change() -> int:
            if guest is not None and table.seat_of(guest) != seat:
                raise Refused("not_seated")
            if guest is not None:
                table.check_present(seat)
            if by_bot and seat not in table.bots_to_act():
                raise Refused("not_your_turn")
            try:
                move = table.propose(seat, text, number)
            except Refused:
                REFUSED_MOVES_TOTAL.labels(table.row.game).inc()
                raise
            now = datetime.now(UTC)
            entry = Entry(table.entry_count + 1, seat, move.text, now)
            phase = FINISHED if move.state.is_terminal else PLAYING
            due = phase == PLAYING and bool(table.bots_acting_in(move.state, table.entry_count + 1))
            row = None
            if table.row.timing is not None or table.row.next_check is not None:
                row = msgspec.structs.replace(table.row, phase=phase, due=due)
                row = with_current_clocks(row, move.state, now, seat if move.action is None else None)
            with APPEND_SECONDS.time():
                await self.store.append(table.row.id, table.version, entry, phase, due, row)
            MOVES_TOTAL.labels(table.row.game).inc()
            table.apply_move(move, now, row)
            return table.entries_known_to(seat)

        reached = await self.cache.change(table, change)
        self._wake_bots(table)
        return reached

    async def undo(self, table: LiveTable, seat: int, count: int, number: int, guest: str | None = None) -> int:
        """Undo the last `count` actions of a seat, one by one; the arguments, result and errors are those of `act`."""
        table.check_undo(seat, count)
        for _ in range(count):
            number = await self.act(table, seat, UNDO, number, guest)
        return number

    async def skip_pauses(self, table: LiveTable, guest: str) -> None:
        """Let the bots of a table play without pauses until a person acts.

        Raises Refused if a guest without a seat asks while people play.
        """

        async def change() -> None:
            if not table.may_skip_pauses(table.seat_of(guest)):
                raise Refused("not_seated")
            if table.phase == PLAYING and table.bots_pause:
                await self.store.skip_pauses(table.row.id, table.version, table.last_human_entry)
                await self.cache.catch_up_locked(table)

        await self.cache.change(table, change)
        self._wake_bots(table)

    def close_streams(self) -> None:
        """End all live streams before the server stops."""
        self.closing.set()
        for table in self.cache.live.values():
            table.announce_change()
