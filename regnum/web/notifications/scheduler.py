"""The scheduler: finds the players that each table waits for, and queues notifications for those who are away.

It runs on the leader. Pending notifications are derived from the tables, so a move need not record any. The column
`notified_version` of a table is the version up to which they were derived. Each pending notification is a row of
NOTIFICATIONS.
"""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Iterable
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update

from regnum.core.text.ledger import LANGUAGES
from regnum.web.clocks import proposals
from regnum.web.clocks.forms import first_countdown
from regnum.web.db.columns import label_columns
from regnum.web.db.database import Database
from regnum.web.db.readable_rows import readable_rows
from regnum.web.db.schema import CHANNELS, NOTIFICATIONS, SEATS, TABLES
from regnum.web.errors import Unplayable
from regnum.web.http.i18n import Text, page_text
from regnum.web.notifications import messages
from regnum.web.notifications.channels import Channel
from regnum.web.notifications.delivery import DeliveryQueue
from regnum.web.notifications.last_seen import LastSeen
from regnum.web.notifications.messages import Notification
from regnum.web.notifications.notification_settings import DAILY, SettingsStore, settings_of, store_settings
from regnum.web.notifications.relevance import is_current
from regnum.web.periodic import Sweep, attempt, repeat
from regnum.web.tables.clock import UTC_NAME
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import ABANDONED, GUEST, OVER, PLAYING, TableRow
from regnum.web.tables.stored_options import GUIDE
from regnum.web.tables.upgrade import fingerprint_of

POLL_INTERVAL: Final = 3.0
"""Seconds between two polls for changed tables."""
MAX_PER_POLL: Final = 50
"""Maximum number of tables examined, and of notifications queued, per poll."""
DUE_PER_TABLE: Final = 8
"""The expected number of due notifications per table."""
KEPT: Final = timedelta(days=3)
"""How long sent notifications, except moves, are kept so that they can appear in a daily email."""
OCCASIONS: Final = 2**31
"""Occasions are times in milliseconds modulo this number. They repeat after 24 days, when older ones are deleted."""
IMPORTANCE: Final = (
    messages.END,
    messages.ABANDONED,
    messages.REPLACED,
    messages.TIME,
    messages.PROPOSAL,
    messages.MOVE,
    messages.CLOCKS,
    messages.RESIGNED,
    messages.START,
    messages.JOINED,
    messages.INVITE,
    messages.TALK,
)
"""The kinds, most important first: a daily email has one line per table, for the first kind that applies."""

ChannelReach = tuple[bool, frozenset[str]]
"""Whether a table has webhooks, and which of its players have a channel."""

Get = Callable[[str], Awaitable[LiveTable | None]]


class PendingNotification(msgspec.Struct, frozen=True):
    """A notification for a guest or, if `guest` is "", for the table's webhooks.

    `occasion`: a different number makes it a new notification. `created_at`: the time of the event. `due`: when to
    queue it; None if it has been queued or dropped.
    """

    table_id: str
    kind: str
    guest: str
    occasion: int
    created_at: datetime
    due: datetime | None = None


class Scheduler:
    """Schedules notifications while `leading` returns True."""

    def __init__(
        self,
        database: Database,
        get: Get,
        leading: Callable[[], bool],
        last_seen: LastSeen,
        settings_store: SettingsStore,
        queue: DeliveryQueue,
        after: float,
    ) -> None:
        """`after`: for how many seconds a guest must be away before being notified."""
        self._database: Final = database
        self._get: Final = get
        self._leading: Final = leading
        self._last_seen: Final = last_seen
        self._settings_store: Final = settings_store
        self._queue: Final = queue
        self._after: Final = timedelta(seconds=after)
        self._derive_sweep: Final = Sweep("deriving notifications")
        self._queue_sweep: Final = Sweep("queueing notifications")
        self._daily_sweep: Final = Sweep("queueing daily emails")
        self._pause: Final = min(POLL_INTERVAL, max(after / 4, 0.1))
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start polling."""
        self._task = asyncio.create_task(self._work())

    async def close(self) -> None:
        """Stop polling and let deliveries under way finish."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._queue.close()

    async def _work(self) -> None:
        await repeat(self.run_once, self._pause, "scheduling notifications", pause_first=True)

    async def run_once(self) -> None:
        """Derive pending notifications, then queue and send those that are due. If a step fails, the rest still run."""
        await attempt(self._last_seen.write, "storing last-seen times")
        if self._leading():
            await attempt(self._derive_pending, "deriving notifications")
            await attempt(self._queue_due, "queueing notifications")
            await attempt(self._queue_daily_emails, "queueing daily emails")
            await attempt(self._queue.send_due, "sending deliveries")

    async def schedule(self, table_id: str, kind: str, guests: Iterable[str], occasion: int | None = None) -> None:
        """Schedule a notification about a table, once per occasion; None makes a new one.

        `kind`: one of `messages`; MOVE, END and ABANDONED are found by polling. `guests`: the recipients; "" stands
        for the table's webhooks.
        """
        now = datetime.now(UTC)
        occasion = round(1000 * now.timestamp()) % OCCASIONS if occasion is None else occasion
        pending = [
            PendingNotification(table_id, kind, guest, occasion, now, self._due_time(kind, guest, now))
            for guest in guests
        ]
        if pending:
            await self._database.write(lambda connection: _store_pending(connection, pending, set()))

    async def schedule_chat(self, table_id: str, guests: Iterable[str]) -> None:
        """Schedule a notification about new chat messages at a table, once until the guest looks at a page again."""
        people = list(guests)
        seen = await self._last_seen.times_of(people)
        here = (NOTIFICATIONS.c.table_id == table_id) & (NOTIFICATIONS.c.kind == messages.TALK)
        query = select(NOTIFICATIONS.c.guest, NOTIFICATIONS.c.created_at).where(here)
        sent_at = await self._database.read(lambda connection: {row[0]: row[1] for row in connection.execute(query)})
        new = [guest for guest in people if guest not in sent_at or seen.get(guest, sent_at[guest]) > sent_at[guest]]
        await self.schedule(table_id, messages.TALK, new)

    def _due_time(self, kind: str, guest: str, now: datetime) -> datetime:
        """Return when a notification is due: news for a guest after the delay `after`, everything else now."""
        return now + self._after if guest and kind in messages.NEWS else now

    # Find the players that a table waits for.

    async def _derive_pending(self) -> None:
        """Derive the pending notifications of tables that have changed."""
        unannounced = (
            select(
                *label_columns(
                    TABLES.c.id, TABLES.c.version, TABLES.c.phase, TABLES.c.notified_phase, TABLES.c.fingerprint
                )
            )
            .where(TABLES.c.notified_version < TABLES.c.version)
            .order_by(TABLES.c.created_at.desc())
            .limit(MAX_PER_POLL + self._derive_sweep.skipped_count)
        )

        def work(connection: Connection) -> list[tuple[Any, ChannelReach]]:
            return [(row, _channel_reach(connection, row.id)) for row in connection.execute(unannounced).all()]

        found = await self._database.read(work)
        await self._derive_sweep.process(found, lambda one: str(one[0].id), self._derive_for_table)

    async def _derive_for_table(self, found: tuple[Any, ChannelReach]) -> None:
        """Derive and store the pending notifications of a table that has changed."""
        row, reach = found
        pending: list[PendingNotification] = []
        version, phase, fingerprint = row.version, row.phase, row.fingerprint
        table = await self._table(row.id)
        if table is not None:
            version, phase, fingerprint = table.version, table.phase, fingerprint_of(table)
            if GUIDE not in table.row.options:
                pending = self._pending_for(table, row.notified_phase, reach)
        await self._store_derived(row.id, version, phase, fingerprint, pending, reach)

    async def _table(self, table_id: str) -> LiveTable | None:
        """Return a table; None if it does not exist or can't continue."""
        try:
            return await self._get(table_id)
        except Unplayable:
            return None

    async def _store_derived(
        self,
        table_id: str,
        version: int,
        phase: str,
        fingerprint: str,
        pending: list[PendingNotification],
        reach: ChannelReach,
    ) -> None:
        """Store the pending notifications of a table version, or have it examined again if its channels changed."""
        here = (TABLES.c.id == table_id) & (TABLES.c.notified_version < version)
        change = (
            update(TABLES).where(here).values(notified_version=version, notified_phase=phase, fingerprint=fingerprint)
        )

        def work(connection: Connection) -> None:
            before = connection.execute(select(TABLES.c.notified_phase).where(TABLES.c.id == table_id)).scalar()
            connection.execute(change)  # a transaction that adds a channel waits, then has the table examined again
            if _channel_reach(connection, table_id) == reach:
                _store_pending(connection, pending, {table_id})
            else:
                connection.execute(
                    update(TABLES).where(TABLES.c.id == table_id).values(notified_version=-1, notified_phase=before)
                )

        await self._database.write(work)

    def _pending_for(self, table: LiveTable, before: str, reach: ChannelReach) -> list[PendingNotification]:
        """Return the pending notifications of a table in its current state; `before`: its phase when last examined."""
        now = datetime.now(UTC)
        id_ = table.row.id
        has_webhook, reached = reach
        people = {row.seat: row.guest for row in table.row.seats if row.kind == GUEST and row.guest is not None}
        reachable = {guest for guest in people.values() if has_webhook or guest in reached}
        pending = []
        if table.phase == PLAYING:
            for seat in table.state.players_to_act:
                own = table.last_action_number(seat)
                if people.get(seat) in reachable and (own == 0 or _others_since(table, seat, own)):
                    pending.append(PendingNotification(id_, messages.MOVE, people[seat], own, now, now + self._after))
        if table.phase in OVER and before not in OVER:
            kind = messages.ABANDONED if table.phase == ABANDONED else messages.END
            guests = [*sorted(reachable), ""] if has_webhook else sorted(reachable)
            pending += [
                PendingNotification(id_, kind, guest, 0, now, self._due_time(kind, guest, now)) for guest in guests
            ]
        return pending

    # Send what is due.

    async def _queue_due(self) -> None:
        """Queue the notifications that are due for guests who are away."""
        now = datetime.now(UTC)
        query = (
            select(*label_columns(NOTIFICATIONS))
            .outerjoin(TABLES, TABLES.c.id == NOTIFICATIONS.c.table_id)
            .where((NOTIFICATIONS.c.due <= now) & (func.coalesce(TABLES.c.notified_version >= TABLES.c.version, True)))
            .order_by(NOTIFICATIONS.c.due)
            .limit(MAX_PER_POLL + self._queue_sweep.skipped_count * DUE_PER_TABLE)
        )
        rows = await self._database.read(lambda connection: readable_rows(connection, query, *_PENDING_KEY))
        pending = [PendingNotification(**row) for row in rows]
        if not pending:
            return
        people = {item.guest for item in pending if item.guest}
        seen = await self._last_seen.times_of(people)
        settings = await self._settings_store.of_all(people)
        grouped: dict[str, list[PendingNotification]] = defaultdict(list)
        for item in pending:
            seen_at = seen.get(item.guest)
            quiet_until = settings[item.guest].quiet_until(now) if item.guest else now
            if seen_at is not None and seen_at >= item.created_at and item.kind in messages.NEWS:
                await self._postpone(item, None)  # the guest has seen it
            elif seen_at is not None and seen_at + self._after > now and item.kind in (messages.MOVE, messages.TIME):
                await self._postpone(item, seen_at + self._after)
            elif quiet_until > now:
                await self._postpone(item, quiet_until)
            else:
                grouped[item.table_id].append(item)

        async def enqueue(table_id: str) -> None:
            table = await self._table(table_id)
            some = grouped[table_id]
            await self._database.write(lambda connection: self._enqueue(connection, some, table))

        await self._queue_sweep.process(grouped, str, enqueue)

    async def _postpone(self, item: PendingNotification, until: datetime | None) -> None:
        change = update(NOTIFICATIONS).where(_key(item) & (NOTIFICATIONS.c.due == item.due)).values(due=until)
        await self._database.write(lambda connection: connection.execute(change))

    def _enqueue(self, connection: Connection, pending: list[PendingNotification], table: LiveTable | None) -> None:
        """Queue the notifications of a table, except those that another server has queued."""
        mine = [item for item in pending if _claim(connection, item)]
        if table is None:
            return
        moves = {item.guest for item in mine if item.kind == messages.MOVE}
        webhooks = self._channels(connection, CHANNELS.c.table_id == table.row.id)
        settings = settings_of(connection, {item.guest for item in mine})
        for_webhooks = [_notification_for(table, item.kind, occasion=item.occasion) for item in mine if not item.guest]
        for notification in (_notification_for(table, messages.MOVE, movers=moves), *for_webhooks):
            for webhook in webhooks if is_current(connection, notification, "") else ():
                self._queue.enqueue(connection, webhook, notification)
        for item in mine:
            if not item.guest or not settings[item.guest].wants(item.kind):
                continue
            acts = any(seat in table.state.players_to_act for seat in table.seats_of(item.guest))
            if item.kind == messages.START and acts and settings[item.guest].wants(messages.MOVE):
                continue  # their move notification is enough
            waiting = select(func.count()).where(
                (NOTIFICATIONS.c.guest == item.guest) & (NOTIFICATIONS.c.kind == messages.MOVE)
            )
            count = connection.execute(waiting).scalar() or 0
            notification = _notification_for(
                table, item.kind, item.guest, item.occasion, count, settings[item.guest].zone_name
            )
            if not is_current(connection, notification, item.guest):
                continue
            for channel in self._channels(connection, (CHANNELS.c.guest == item.guest) & (CHANNELS.c.table_id == "")):
                if channel.kind != DAILY:
                    self._queue.enqueue(connection, channel, notification)

    @staticmethod
    def _channels(connection: Connection, where: Any) -> list[Channel]:
        return [
            Channel(**row)
            for row in readable_rows(connection, select(*label_columns(CHANNELS)).where(where), CHANNELS.c.id)
        ]

    # The daily emails.

    async def _queue_daily_emails(self) -> None:
        """Queue the daily emails that are due and have content."""
        now = datetime.now(UTC)
        limit = MAX_PER_POLL + self._daily_sweep.skipped_count
        query = (
            select(*label_columns(CHANNELS)).where((CHANNELS.c.kind == DAILY) & (CHANNELS.c.due <= now)).limit(limit)
        )
        due = await self._database.read(
            lambda connection: [Channel(**row) for row in readable_rows(connection, query, CHANNELS.c.id)]
        )
        await self._daily_sweep.process(due, lambda channel: channel.id, self._queue_daily_email)

    async def _queue_daily_email(self, channel: Channel) -> None:
        """Queue a guest's daily email, if it has content."""
        now = datetime.now(UTC)
        settings = await self._settings_store.of(channel.guest)
        here = (CHANNELS.c.id == channel.id) & (CHANNELS.c.due == channel.due)
        mine = (
            select(*label_columns(NOTIFICATIONS))
            .where(NOTIFICATIONS.c.guest == channel.guest)
            .order_by(NOTIFICATIONS.c.created_at)
        )
        rows = await self._database.read(lambda connection: readable_rows(connection, mine, *_PENDING_KEY))
        found: list[tuple[PendingNotification, Notification]] = []
        for item in (item for row in rows if settings.wants((item := PendingNotification(**row)).kind)):
            table = await self._table(item.table_id)
            if table is not None and (table.phase not in OVER or item.kind in (messages.END, messages.ABANDONED)):
                notification = _notification_for(
                    table, item.kind, channel.guest, item.occasion, zone=settings.zone_name
                )
                found.append((item, notification))
        since = settings.last_daily_email_at or (channel.due or now) - timedelta(days=1)

        def work(connection: Connection) -> None:
            current = {
                item: notification
                for item, notification in found
                if is_current(connection, notification, channel.guest)
            }
            parts = tuple(current[item] for item in _most_important(current, since))
            changed = msgspec.structs.replace(settings, last_daily_email_at=now) if parts else settings
            turn = update(CHANNELS).where(here).values(due=changed.next_daily_email(now))
            if connection.execute(turn).rowcount == 1 and parts:
                store_settings(connection, channel.guest, changed)
                self._queue.enqueue(connection, channel, Notification(messages.DAY, count=len(parts), parts=parts))

        await self._database.write(work)


def _most_important(pending: Iterable[PendingNotification], since: datetime) -> list[PendingNotification]:
    """Return the most important notification for each table; only moves may be older than `since`."""
    about: dict[str, dict[str, PendingNotification]] = defaultdict(dict)
    for item in pending:
        if item.kind == messages.MOVE or item.created_at > since:
            about[item.table_id][item.kind] = item
    found = []
    for by_kind in about.values():
        move, reminder = by_kind.get(messages.MOVE), by_kind.get(messages.TIME)
        if reminder is not None and (move is None or reminder.created_at < move.created_at):
            del by_kind[messages.TIME]  # the guest has moved since
        found += [by_kind[kind] for kind in IMPORTANCE if kind in by_kind][:1]
    return found


def _channel_reach(connection: Connection, table_id: str) -> ChannelReach:
    has_webhook = select(CHANNELS.c.id).where(CHANNELS.c.table_id == table_id).limit(1)
    reachable = (
        select(SEATS.c.guest)
        .join(CHANNELS, CHANNELS.c.guest == SEATS.c.guest)
        .where((SEATS.c.table_id == table_id) & (CHANNELS.c.table_id == ""))
    )
    return connection.execute(has_webhook).first() is not None, frozenset(connection.execute(reachable).scalars())


def _store_pending(connection: Connection, pending: list[PendingNotification], tables: set[str]) -> None:
    """Store pending notifications, and delete other move notifications of `tables`. Each occasion is sent only once."""
    known = {
        (row.table_id, row.kind, row.guest): row.occasion
        for row in connection.execute(
            select(*label_columns(NOTIFICATIONS)).where(
                NOTIFICATIONS.c.table_id.in_(tables | {item.table_id for item in pending})
            )
        )
    }
    wanted = {(item.table_id, item.kind, item.guest) for item in pending}
    for table_id, kind, guest in known:
        if kind == messages.MOVE and table_id in tables and (table_id, kind, guest) not in wanted:
            here = (
                (NOTIFICATIONS.c.table_id == table_id)
                & (NOTIFICATIONS.c.kind == kind)
                & (NOTIFICATIONS.c.guest == guest)
            )
            connection.execute(delete(NOTIFICATIONS).where(here))
    for item in pending:
        occasion = known.get((item.table_id, item.kind, item.guest))
        if occasion is None:
            connection.execute(insert(NOTIFICATIONS).values(**msgspec.structs.asdict(item)))
        elif occasion != item.occasion:
            change = update(NOTIFICATIONS).where(_key(item))
            connection.execute(change.values(occasion=item.occasion, created_at=item.created_at, due=item.due))
    if tables:
        old = (
            (NOTIFICATIONS.c.kind != messages.MOVE)
            & NOTIFICATIONS.c.due.is_(None)
            & (NOTIFICATIONS.c.created_at < datetime.now(UTC) - KEPT)
        )
        connection.execute(delete(NOTIFICATIONS).where(old))


def _claim(connection: Connection, item: PendingNotification) -> bool:
    """Claim a notification; return whether it was still pending."""
    here = _key(item) & (NOTIFICATIONS.c.occasion == item.occasion) & NOTIFICATIONS.c.due.is_not(None)
    return connection.execute(update(NOTIFICATIONS).where(here).values(due=None)).rowcount == 1


def _notification_for(
    table: LiveTable,
    kind: str,
    guest: str = "",
    occasion: int = 0,
    count: int = 0,
    zone: str = UTC_NAME,
    movers: Collection[str] = (),
) -> Notification:
    """Return a notification for a guest or, if `guest` is "", for the table's webhooks.

    `movers`: the guests whose turn it is, and whom the webhooks name.
    """
    row = table.row
    moving = [held.seat for held in row.seats if held.guest and held.guest in (movers or [guest])]
    return Notification(
        kind,
        row.id,
        row.game,
        tuple(row.seats[seat].name for seat in moving) if movers else _subject_names(table, kind, guest),
        tuple(held.name for held in row.seats if held.guest != guest and held.name) if guest else (),
        occasion,
        count,
        until=_until(row, kind, moving),
        zone=zone,
        title=row.title,
        details={language: details for language in LANGUAGES if (details := _details(row, kind, page_text(language)))},
    )


def _until(row: TableRow, kind: str, moving: list[int]) -> str:
    """Return the deadline for a move or an answer, in ISO 8601; "" without one, and for other kinds."""
    if kind == messages.PROPOSAL:
        return "" if row.proposal is None else row.proposal.until.isoformat(timespec="seconds")
    if kind not in (messages.MOVE, messages.TIME, messages.CLOCKS):
        return ""
    clock = first_countdown(row, moving, page_text("en"))
    return "" if clock is None else clock.out


def _details(row: TableRow, kind: str, text: Text) -> str:
    """Return a sentence about the proposal or the clocks at a table; "" for other kinds."""
    if kind == messages.CLOCKS:
        return proposals.clocks(row, text)
    proposal = proposals.proposal_view(row, None, text) if kind == messages.PROPOSAL else None
    return "" if proposal is None else proposal.sentence


def _subject_names(table: LiveTable, kind: str, guest: str) -> tuple[str, ...]:
    """Return the names of the other people a notification is about; none if it is about the recipient."""
    own = [row for row in table.row.seats if row.guest == guest]
    others = [row for row in table.row.seats if row.guest != guest]
    if kind == messages.REPLACED and not any(row.absent for row in own):
        return tuple(row.name for row in others if row.absent)
    if kind == messages.INVITE:
        return tuple(row.name for row in others if row.guest is not None and row.guest == table.row.host)
    if kind == messages.PROPOSAL and not guest and table.row.proposal is not None:
        return (table.row.seats[table.row.proposal.seat].name,)
    return tuple(row.name for row in others if row.resigned) if kind == messages.RESIGNED else ()


def _key(item: PendingNotification) -> Any:
    return (
        (NOTIFICATIONS.c.table_id == item.table_id)
        & (NOTIFICATIONS.c.kind == item.kind)
        & (NOTIFICATIONS.c.guest == item.guest)
    )


_PENDING_KEY: Final = tuple(NOTIFICATIONS.primary_key.columns)


def _others_since(table: LiveTable, seat: int, number: int) -> bool:
    """Return whether there are entries after `number` that the seat knows of; unknown ones must not be revealed."""
    unknown = set(table.play.unknown_entries(seat))
    return any(later not in unknown for later in range(number + 1, table.number + 1))
