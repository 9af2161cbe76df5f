"""The composition root: builds all services, connects them and runs their background tasks."""

import asyncio
import logging
from contextlib import suppress
from typing import Final

import msgspec

from regnum.web.accounts.service import AccountService
from regnum.web.analysis.hints import HintService
from regnum.web.analysis.reviews import ReviewService
from regnum.web.analysis.store import ReviewStore
from regnum.web.api.tokens import TokenService
from regnum.web.bots.runner import BotRunner
from regnum.web.bots.sweep import BotSweep
from regnum.web.chat.service import ChatService
from regnum.web.chat.transfer import move_chat
from regnum.web.clocks.service import ClockService
from regnum.web.db.database import Database
from regnum.web.db.health import DatabaseHealth
from regnum.web.errors import BusyError
from regnum.web.housekeeping.service import HousekeepingService
from regnum.web.lobby.listing import LobbyService
from regnum.web.lobby.management import TableManagementService
from regnum.web.lobby.removal import TableRemovalStore
from regnum.web.mail import Mailer
from regnum.web.notifications.pending import delete_seen_news
from regnum.web.notifications.service import NotificationService
from regnum.web.periodic import BackgroundTasks
from regnum.web.presence.last_seen import LastSeenStore
from regnum.web.proposals.service import ProposalService
from regnum.web.replay.snapshots import SnapshotCache
from regnum.web.replay.uploads import UploadService
from regnum.web.seats.invitations import InvitationService
from regnum.web.seats.rematch import RematchService
from regnum.web.seats.seating import SeatingService
from regnum.web.seats.stand_ins import StandInService
from regnum.web.seats.transfer import SeatTransferService
from regnum.web.settings import Settings
from regnum.web.stats.ratings import RatingService
from regnum.web.stats.results import ResultService
from regnum.web.tables.events import EventBus
from regnum.web.tables.limits import RowLimits
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import TableUpdate
from regnum.web.tables.service import TableService
from regnum.web.tables.store import TableStore

LOG: Final = logging.getLogger("regnum.web")


class Services:
    """All services of one server. The database must be opened before `start` and closed after `close`."""

    def __init__(self, database: Database, settings: Settings) -> None:
        store = TableStore(database)
        hourly = settings.writes_per_minute // 5
        self.settings: Final = settings
        self.leading: Final = asyncio.Event()
        """Set while this server is the leader, which does the work that only one server may do."""
        self.closing: Final = asyncio.Event()
        """Set as soon as this server begins to stop."""
        self.database_health: Final = DatabaseHealth(database)
        self.last_seen: Final = LastSeenStore(database, delete_seen_news)
        self.bots: Final = BotRunner(self._act, self.closing, settings.bot_delay, settings.secret)
        self.events: Final = EventBus()
        self.row_limits: Final = RowLimits(hourly)
        self.review_store: Final = ReviewStore(database)
        self.tables: Final = TableService(
            store,
            settings,
            self.closing,
            self.events,
            wake_bots=self.bots.wake,
            are_bots_busy=self.bots.is_busy,
        )
        tables, live = self.tables, self.tables.cache.live
        self.bot_sweep: Final = BotSweep(store, live, load_table=tables.get, are_bots_busy=self.bots.is_busy)
        self.clocks: Final = ClockService(
            store,
            get=tables.get,
            change_table=tables.change_table,
            events=self.events,
            last_seen=self.last_seen.times_of,
        )
        self.chat: Final = ChatService(store, live, self.events, self.row_limits)
        store.seats.transfer_hooks.append(move_chat)
        self.hints: Final = HintService(settings.secret)
        self.reviews: Final = ReviewService(store, self.review_store, settings.secret)
        self.snapshots: Final = SnapshotCache()
        self.uploads: Final = UploadService(database, hourly)
        self.lobby: Final = LobbyService(store)
        self.removal: Final = TableRemovalStore(store)
        self.management: Final = TableManagementService(tables, self.removal)
        self.invitations: Final = InvitationService(tables, self.events)
        self.seating: Final = SeatingService(tables, self.events, self.row_limits, self.last_seen.record)
        self.stand_ins: Final = StandInService(tables.change_table, self.events)
        self.seat_transfers: Final = SeatTransferService(
            tables, self.events, last_seen=self.last_seen.times_of, record_seen=self.last_seen.record
        )
        self.proposals: Final = ProposalService(tables, self.events)
        self.rematches: Final = RematchService(tables, self.seating, self.invitations, settings.secret)
        self.housekeeping: Final = HousekeepingService(store, self.removal, settings.remove_unused_after_days)
        self.results: Final = ResultService(store)
        self.ratings: Final = RatingService(store) if settings.ratings else None
        self.mailer: Final = Mailer(settings)
        self.accounts: Final = AccountService(database, settings, self.mailer, catch_up=self._catch_up)
        self.notifications: Final = NotificationService(
            store,
            tables,
            self.events,
            self.row_limits,
            settings,
            self.mailer,
            self.last_seen,
            self.leading,
            muted=self.chat.store.muted,
            email_of=self.accounts.store.email_of,
        )
        self.tokens: Final = TokenService(database, self.row_limits)
        self._database: Final = database
        self._background: Final = BackgroundTasks("a background task ended")

    async def _act(self, table: LiveTable, seat: int, text: str, entry_count: int) -> int:
        """Take an action for a bot and return the number of entries that its seat then knows of."""
        return await self.tables.act(table, seat, text, entry_count, by_bot=True)

    async def start(self) -> None:
        """Subscribe to changes by other servers and start the background tasks."""
        await self.mailer.start()
        self._background.run(self._database.subscribe(self))
        self._background.run(self.bot_sweep.run(self.leading))
        self._background.run(self.reviews.run())
        self._background.run(self.clocks.run(self.leading))
        self._background.run(self.housekeeping.run(self.leading))
        self._background.run(self.tables.presence.run())
        self._background.run(self.uploads.run())
        if self.ratings is not None:
            self._background.run(self.ratings.run(self.leading))
        await self.notifications.start()

    async def close(self) -> None:
        """Stop all services."""
        await self.notifications.close()
        self.tables.close_streams()
        await self.bots.close()
        self.hints.close()
        self.reviews.close()
        self._background.cancel()
        await self._background.wait()
        await self.accounts.close()
        await self.mailer.close()

    # Changes by other servers.

    def receive_message(self, payload: str) -> None:
        """Apply a change that another server has committed to the table or chat in memory.

        If the table is not in memory, the leader wakes its bots. An empty payload means that anything may have changed,
        for example because a backup was restored.
        """
        if not payload:
            self._background.run(self.resync())
            return
        message = msgspec.json.decode(payload, type=TableUpdate)
        if message.chat:
            self._background.run(self._update_chat(message.table_id))
            return
        table = self.tables.cache.live.get(message.table_id)
        if table is not None:
            if table.version < message.version:
                self._background.run(self.tables.apply_update(table, message))
        elif message.awaits_bot and self.leading.is_set():
            self._background.run(self.bot_sweep.wake(message.table_id))

    async def _update_chat(self, table_id: str) -> None:
        with suppress(BusyError):  # the next message will load this one as well
            await self.chat.load_new_rows(table_id)

    async def _catch_up(self) -> None:
        """Update all tables and chats in memory from the store."""
        await self.tables.cache.catch_up_all()
        await self.chat.resync()

    async def resync(self) -> None:
        """Update all tables and chats in memory, because messages may have been lost; the leader also wakes bots."""
        await self._catch_up()
        if self.leading.is_set():
            await self.bot_sweep.wake_all()

    def set_leading(self, is_leader: bool) -> None:
        """Start or stop the leader's work; `is_leader`: whether this server is the leader."""
        self.bots.playing = is_leader
        self.reviews.set_leading(is_leader)
        (self.leading.set if is_leader else self.leading.clear)()
