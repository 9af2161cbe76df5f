"""All that calls people back, put together: who is called by what, and the one door through which that goes."""

import asyncio
import logging
from datetime import UTC, datetime
from email.utils import parseaddr
from typing import Final
from urllib.parse import urlsplit

from sqlalchemy import select

from regnum.web.calling import Calling
from regnum.web.channels import Channel, Channels
from regnum.web.courier import Courier, Outcome
from regnum.web.happenings import ASKED, PROPOSED, REMINDED, Happening
from regnum.web.happenings import REPLACED as TAKEN_OVER
from regnum.web.live import LiveTable
from regnum.web.mail import Mailer
from regnum.web.notices import INVITE, PROPOSAL, REPLACED, TEST, TIME, Notice
from regnum.web.outgoing import Outgoing
from regnum.web.pushing import Push
from regnum.web.schema import PEOPLE
from regnum.web.settings import Settings
from regnum.web.sightings import Sightings
from regnum.web.store import Store, new_id
from regnum.web.tables import Tables

KINDS: Final = {REMINDED: TIME, ASKED: INVITE, TAKEN_OVER: REPLACED, PROPOSED: PROPOSAL}
"""Of what happens beside moves, what somebody is called for."""
LOG: Final = logging.getLogger("regnum.web")


class Calls:
    """Everything that concerns calls, for the routes and for whoever else has a reason to call."""

    def __init__(self, store: Store, tables: Tables, settings: Settings, mailer: Mailer) -> None:
        self._store: Final = store
        self._mailer: Final = mailer
        self.private: Final = settings.private_calls
        self._outgoing: Final = Outgoing(settings.private_calls)
        self.channels: Final = Channels(store, settings.secret)
        self.push: Final = Push(store, self._outgoing, _contact(settings))
        self.sightings: Final = Sightings(store)
        self._courier: Final = Courier(store, self.channels, self._outgoing, self.push, mailer, self.address)
        self.calling: Final = Calling(
            store, tables.get, lambda: tables.leading, self.sightings, self._courier, settings.call_after
        )
        self._noting: Final[set[asyncio.Task[None]]] = set()
        tables.happenings.listen(self._hear)

    async def start(self) -> None:
        """Begin to call people."""
        await self.calling.start()

    async def close(self) -> None:
        """Stop; what is on its way waits in the database."""
        await asyncio.gather(*self._noting, return_exceptions=True)
        await self.calling.close()
        self._outgoing.close()

    def _hear(self, table: LiveTable, what: Happening) -> None:
        """Note that somebody is to be called for what happened beside moves."""
        guest = what.guest or table.row.seats[what.seat].guest
        if what.kind in KINDS and guest is not None:
            mark = int(datetime.now(UTC).timestamp())  # whoever is reminded or asked again is called again
            for whom in (guest, "") if what.kind == TAKEN_OVER else (guest,):
                task = asyncio.create_task(self.calling.owe(table.row.id, KINDS[what.kind], whom, mark))
                self._noting.add(task)
                task.add_done_callback(self._noted)

    def _noted(self, task: asyncio.Task[None]) -> None:
        self._noting.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            LOG.error("a call is not owed: %s", type(error).__name__)

    async def address(self, guest: str) -> str | None:
        """Return the confirmed mail address of somebody, if he has one and mail is sent here."""
        query = select(PEOPLE.c.mail).where(PEOPLE.c.guest == guest)
        found = await self._store.database.read(lambda connection: connection.execute(query).scalar())
        return found if self._mailer.on else None

    async def test(self, channel: Channel, game: str = "") -> Outcome:
        """Call by a channel now, to see whether somebody comes."""
        outcome = await self._courier.bring(channel, Notice(TEST, channel.table_id, game), new_id())
        await self.channels.note(channel.id, outcome.said, outcome.well)
        return outcome


def _contact(settings: Settings) -> str:
    """Return whom a push service may ask what this server wants."""
    mail = parseaddr(settings.mail_from)[1]
    host = urlsplit(settings.origin).hostname or "localhost"
    return f"mailto:{mail or f'regnum@{host}'}"
