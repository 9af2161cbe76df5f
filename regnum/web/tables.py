"""All tables of this server: opening, joining, acting. What is seen here was committed before."""

import asyncio
from collections import OrderedDict
from contextlib import suppress
from datetime import UTC, datetime
from secrets import randbits
from typing import Final

from regnum.core.game import Game
from regnum.core.option import Options
from regnum.web.bots import Bots
from regnum.web.live import LiveTable, Refused, Unplayable
from regnum.web.settings import Settings
from regnum.web.store import GUEST, OPEN, PLAYING, WAITING, SeatRow, Store, TableRow, Taken, new_id, new_key

KEPT: Final = 400
"""How many tables stay in memory while nobody watches them."""


class Tables:
    """The live tables over the store, and the bots that play at them."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store: Final = store
        self.closing: Final = asyncio.Event()
        self._live: Final[OrderedDict[str, LiveTable]] = OrderedDict()
        self._loading: Final[dict[str, asyncio.Lock]] = {}
        self._bots: Final = Bots(self.act, self.closing, settings.bot_pause)
        self._waking: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Wake the bots of the tables that were in play when the server stopped; the server need not wait for it."""
        self._waking = asyncio.create_task(self._wake_all())

    async def _wake_all(self) -> None:
        for table_id in await self.store.played_by_bots(KEPT // 2):
            if self.closing.is_set():
                return
            with suppress(Unplayable):
                await self.get(table_id)

    async def get(self, table_id: str) -> LiveTable | None:
        """Return a table; None if there is none of this id. Unplayable if it cannot be played on any more."""
        table = self._live.get(table_id)
        if table is None:
            lock = self._loading.setdefault(table_id, asyncio.Lock())
            async with lock:
                table = self._live.get(table_id) or await self._load(table_id)
            self._loading.pop(table_id, None)
        if table is not None:
            self._live.move_to_end(table_id)
            self._bots.wake(table)
        return table

    async def _load(self, table_id: str) -> LiveTable | None:
        row = await self.store.table(table_id)
        if row is None:
            return None
        entries = await self.store.entries(table_id)
        table = LiveTable(row, entries)
        self._live[table_id] = table
        self._forget(len(self._live) - KEPT)
        return table

    def _forget(self, excess: int) -> None:
        """Let go of so many tables that nobody watches, those first that were not asked for the longest."""
        idle = [id_ for id_, table in self._live.items() if not table.watchers and not self._bots.busy(table)]
        for id_ in idle[: max(excess, 0)]:
            self._bots.forget(self._live.pop(id_))

    async def open(self, game: Game, players: int, options: Options, host: str, seats: list[SeatRow]) -> str:
        """Open a table and return its id."""
        row = TableRow(
            id=new_id(),
            game=game.id,
            rules=game.rules_version,
            players=players,
            seed=str(randbits(64)),
            options=options,
            host=host,
            phase=WAITING if any(seat.kind == OPEN for seat in seats) else PLAYING,
            made=datetime.now(UTC),
            seats=tuple(seats),
        )
        await self.store.add_table(row)
        return row.id

    async def join(self, table: LiveTable, seat: int, guest: str, name: str) -> None:
        """Give an open seat to a guest; Refused if it is taken or he has another one here."""
        async with table.lock:
            if table.seat_of(guest) is not None:
                raise Refused("seated")
            if name.casefold() in [other.name.casefold() for other in table.row.seats if other.kind != OPEN]:
                raise Refused("name_taken", {"name": name})
            try:
                await self.store.take_seat(table.row.id, seat, guest, name)
            except Taken:
                raise Refused("seat_taken") from None
            finally:
                await self._seat_anew(table)
        self._bots.wake(table)

    async def offer(self, table: LiveTable, seat: int, host: str, made: bool) -> None:
        """Make a link by which somebody can take over a guest's seat, or withdraw it; Refused to all but the host."""
        async with table.lock:
            if host != table.row.host:
                raise Refused("not_host")
            if not 0 <= seat < table.row.players or table.row.seats[seat].kind != GUEST:
                raise Refused("bad_form")
            await self.store.offer_seat(table.row.id, seat, new_key() if made else None)
            await self._seat_anew(table)

    async def take_over(self, table: LiveTable, seat: int, token: str, guest: str, name: str | None) -> None:
        """Hand a seat to whoever has its link; Refused if the link was used or he has another seat here."""
        async with table.lock:
            if table.seat_of(guest) is not None:
                raise Refused("seated")
            others = [other.name.casefold() for other in table.row.seats if other.kind != OPEN and other.seat != seat]
            if name is not None and name.casefold() in others:
                raise Refused("name_taken", {"name": name})
            try:
                await self.store.take_over(token, guest, name)
            except Taken:
                raise Refused("link_used") from None
            finally:
                await self._seat_anew(table)

    async def _seat_anew(self, table: LiveTable) -> None:
        row = await self.store.table(table.row.id)
        if row is not None:
            table.seated(row)

    async def act(self, table: LiveTable, seat: int, text: str, number: int, guest: str | None = None) -> int:
        """Take an action (or "undo") for a seat: check it, commit it, then show it. Refused changes nothing.

        `number`: how many entries the seat had seen. `guest`: who must still have the seat when it comes to it.
        Return how many entries there are now.
        """
        async with table.lock:
            if guest is not None and table.seat_of(guest) != seat:
                raise Refused("not_seated")
            move = table.propose(seat, text, number)
            try:
                await self.store.append(table.row.id, table.number + 1, seat, move.text, move.state.is_terminal)
            except Taken:  # another server plays at this table, too
                table.restart(await self.store.entries(table.row.id))
                raise Refused("stale") from None
            table.play.adopt(move)
            reached = table.number
            table.tell()
        self._bots.wake(table)
        return reached

    def close_streams(self) -> None:
        """End all live streams: the server is about to stop."""
        self.closing.set()
        for table in self._live.values():
            table.tell()

    async def close(self) -> None:
        """Stop the bots."""
        self.close_streams()
        if self._waking is not None:
            await asyncio.gather(self._waking, return_exceptions=True)
        await self._bots.close()
