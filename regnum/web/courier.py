"""Brings calls to where they go: from a queue in the database, a few at a time, again after a while if it failed.

The server that leads does it. What it takes is put off in the database first, for longer than a call can last, and
deleted when it was taken there: so nothing is lost where a server is killed, another one does not bring it meanwhile,
and nothing is brought twice unless a server dies between the two. Then its id is the same.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update

from regnum.web import notices
from regnum.web.channels import MAILS, PUSH, Channel, Channels
from regnum.web.current import is_current
from regnum.web.mail import Mailer, NotSent
from regnum.web.notices import Notice
from regnum.web.outgoing import Outgoing, Unreachable
from regnum.web.pushing import Push
from regnum.web.schema import DELIVERIES
from regnum.web.store import Store, new_id
from regnum.web.watch import CALLED
from regnum.web.wishes import WishStore

CARRIERS: Final = 8
"""So many calls at once."""
LEASE: Final = timedelta(seconds=60)
PAUSES: Final = (5.0, 30.0, 120.0, 600.0, 3600.0)
"""Seconds until a call is tried again that came to nothing; after the last one it is given up."""
WAITING: Final = 5000
"""So many calls may be on their way, and of a channel:"""
WAITING_EACH: Final = 30
GOODBYE: Final = 3.0
LOG: Final = logging.getLogger("regnum.web")

Address = Callable[[str], Awaitable[str | None]]
"""Returns the confirmed mail address of somebody."""


class Outcome(msgspec.Struct, frozen=True):
    """How a call went: `said` is shown to whoever has named the channel. `later`: after so many seconds again."""

    well: bool
    said: str
    gone: bool = False
    hopeless: bool = False
    later: float | None = None


class Courier:
    """Takes calls and brings them."""

    def __init__(
        self,
        store: Store,
        channels: Channels,
        wishes: WishStore,
        outgoing: Outgoing,
        push: Push,
        mailer: Mailer,
        address: Address,
    ) -> None:
        self._store: Final = store
        self._channels: Final = channels
        self._wishes: Final = wishes
        self._outgoing: Final = outgoing
        self._push: Final = push
        self._mailer: Final = mailer
        self._address: Final = address
        self._carrying: Final[dict[str, asyncio.Task[None]]] = {}

    def take(self, connection: Connection, channel: Channel, notice: Notice) -> None:
        """Take a call, in the transaction of whoever calls; one too many is dropped."""
        of_all = connection.execute(select(func.count()).select_from(DELIVERIES)).scalar() or 0
        own = select(func.count()).select_from(DELIVERIES).where(DELIVERIES.c.channel == channel.id)
        if channel.tired or of_all >= WAITING or (connection.execute(own).scalar() or 0) >= WAITING_EACH:
            if not channel.tired:
                LOG.error("a call was dropped: too many wait already")
            CALLED.labels(channel.kind, "dropped").inc()
            return
        now = datetime.now(UTC)
        told = msgspec.json.encode(notice).decode()
        row = {"id": new_id(), "channel": channel.id, "notice": told, "made": now, "due": now, "tries": 0}
        connection.execute(insert(DELIVERIES).values(**row))

    async def carry(self) -> None:
        """Begin to bring what is due, as far as there are hands free."""
        free = CARRIERS - len(self._carrying)
        if free <= 0:
            return
        now = datetime.now(UTC)
        query = select(DELIVERIES).where(DELIVERIES.c.due <= now).order_by(DELIVERIES.c.due).limit(free)
        rows = await self._store.database.read(lambda connection: connection.execute(query).mappings().all())
        for row in rows:
            if row["id"] not in self._carrying and await self._claim(row):
                task = asyncio.create_task(self._bring(row))
                self._carrying[row["id"]] = task
                task.add_done_callback(lambda _, id_=row["id"]: self._carrying.pop(id_, None))  # type: ignore[misc]

    async def _claim(self, row: Any) -> bool:
        """Put a call off, unless another server was faster."""
        here = (DELIVERIES.c.id == row["id"]) & (DELIVERIES.c.tries == row["tries"])
        change = update(DELIVERIES).where(here).values(due=datetime.now(UTC) + LEASE, tries=row["tries"] + 1)
        return await self._store.database.write(lambda connection: connection.execute(change).rowcount == 1)

    async def _bring(self, row: Any) -> None:
        try:
            told = msgspec.json.decode(row["notice"], type=Notice)
            channel = await self._channels.one(row["channel"])
            if channel is None or (notice := await self._current(channel, told)) is None:
                await self._done(row)
                return
            if await self._waits(row, channel):
                return
            outcome = await self.bring(channel, notice, row["id"])
            CALLED.labels(channel.kind, "sent" if outcome.well else "failed").inc()
            await self._after(row, channel, outcome)
        except Exception as error:  # it is tried again when its lease has lapsed
            LOG.error("a call cannot be brought: %s", type(error).__name__)
            if row["tries"] >= len(PAUSES):
                await self._done(row)

    async def _waits(self, row: Any, channel: Channel) -> bool:
        """Put a call off until the end of somebody's quiet hours; tell whether it is now one of these."""
        now = datetime.now(UTC)
        awake = now if channel.table_id else (await self._wishes.of(channel.guest)).awake(now)
        if awake > now:
            later = update(DELIVERIES).where(DELIVERIES.c.id == row["id"]).values(due=awake, tries=row["tries"])
            await self._store.database.write(lambda connection: connection.execute(later))
        return awake > now

    async def _current(self, channel: Channel, notice: Notice) -> Notice | None:
        """Return a notice without what is no longer so; None if nothing is left."""
        guest = "" if channel.table_id else channel.guest

        def work(connection: Connection) -> Notice | None:
            if notice.kind != notices.DAY:
                return notice if is_current(connection, notice, guest) else None
            parts = tuple(part for part in notice.parts if is_current(connection, part, guest))
            return msgspec.structs.replace(notice, count=len(parts), parts=parts) if parts else None

        return await self._store.database.read(work)

    async def _after(self, row: Any, channel: Channel, outcome: Outcome) -> None:
        if outcome.gone and channel.kind == PUSH:
            await self._channels.remove(channel.id)
            return
        tried = row["tries"]
        if not outcome.well and not outcome.hopeless and not outcome.gone and tried < len(PAUSES):
            again = max(PAUSES[tried], outcome.later or 0.0)
            change = (
                update(DELIVERIES)
                .where(DELIVERIES.c.id == row["id"])
                .values(due=datetime.now(UTC) + timedelta(seconds=again))
            )
            await self._store.database.write(lambda connection: connection.execute(change))
            return
        if not outcome.well:
            LOG.warning("a call was given up", extra={"kind": channel.kind, "said": outcome.said})
        await self._done(row)
        await self._channels.note(channel.id, outcome.said, outcome.well)

    async def _done(self, row: Any) -> None:
        gone = delete(DELIVERIES).where(DELIVERIES.c.id == row["id"])
        await self._store.database.write(lambda connection: connection.execute(gone))

    async def bring(self, channel: Channel, notice: Notice, id_: str) -> Outcome:
        """Call by a channel now, once, and say how it went."""
        try:
            if channel.kind in MAILS:
                return await self._mail(channel, notice)
            if channel.kind == PUSH:
                told = notices.pushed(notice, channel.language)
                answer = await self._push.post(channel.address, channel.key, told, notice.table)
            else:
                told, headers = notices.call(channel.kind, notice, channel.key, channel.language, channel.origin, id_)
                answer = await self._outgoing.post(channel.address, told, headers)
        except Unreachable as error:
            return Outcome(False, "barred" if error.barred else "no_answer", hopeless=error.barred)
        lasting = 300 <= answer.status < 500 and answer.status not in (408, 425, 429)
        return Outcome(answer.taken, str(answer.status), answer.gone, lasting, answer.later)

    async def _mail(self, channel: Channel, notice: Notice) -> Outcome:
        to = await self._address(channel.guest)
        if to is None or not self._mailer.on:
            return Outcome(False, "no_mail", hopeless=True)
        sign_off = self._channels.sign_off(channel)
        try:
            await self._mailer.deliver(notices.letter(notice, to, channel.language, channel.origin, sign_off))
        except NotSent as error:
            return Outcome(False, "no_answer", hopeless=not error.passing)
        return Outcome(True, "sent")

    async def close(self) -> None:
        """Let what is being brought arrive, then stop; the rest waits for the next server."""
        if self._carrying:
            _, late = await asyncio.wait(list(self._carrying.values()), timeout=GOODBYE)
            for task in late:
                task.cancel()
