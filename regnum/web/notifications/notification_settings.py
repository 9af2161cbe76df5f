"""The notification settings of a guest: quiet hours, the time of the daily email, and which kinds are turned on."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, time, timedelta
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, insert, select, update

from regnum.web.db.database import Database
from regnum.web.db.schema import CHANNELS, NOTIFICATION_SETTINGS, NOTIFICATIONS
from regnum.web.errors import RefusedError
from regnum.web.notifications import messages
from regnum.web.tables.limits import RowLimits
from regnum.web.timing.wall_clock import UTC_NAME, minutes_of, night_end, wall_time, zone_of, zones

DAILY: Final = "daily"
"""The kind of channel for a daily email."""
DEFAULT_QUIET_START: Final = "22:00"
DEFAULT_QUIET_END: Final = "07:00"
"""The quiet hours that the form proposes; their end is also the default time of the daily email."""


class NotificationSettings(msgspec.Struct, frozen=True):
    """The settings of a guest. Times are minutes after midnight in `zone`, or in UTC if `zone` is "".

    `quiet`: start and end of the quiet hours; equal values mean no quiet hours. `daily`: the time of the daily email.
    `disabled_kinds`: the kinds of notifications that are turned off. `last_daily_email_at`: when the last daily email
    was queued.
    """

    zone: str = ""
    quiet: tuple[int, int] = (0, 0)
    daily: int = minutes_of(DEFAULT_QUIET_END)
    disabled_kinds: frozenset[str] = frozenset({messages.CHAT})
    last_daily_email_at: datetime | None = None

    @property
    def zone_name(self) -> str:
        """The time zone in which times are shown."""
        return self.zone or UTC_NAME

    def wants(self, kind: str) -> bool:
        """Return whether notifications of a kind are turned on; ABANDONED counts as END."""
        return (messages.END if kind == messages.ABANDONED else kind) not in self.disabled_kinds

    def quiet_until(self, at: datetime) -> datetime:
        """Return the end of the quiet hours if `at` is within them, and `at` otherwise."""
        return night_end(self.quiet, self.zone_name, at)

    def next_daily_email(self, at: datetime) -> datetime:
        """Return when the next daily email is due: after `at`, outside quiet hours, and on a day without one so far."""
        zone = zone_of(self.zone_name)
        last = None if self.last_daily_email_at is None else self.last_daily_email_at.astimezone(zone).date()
        hour = time(*divmod(self.daily, 60), tzinfo=zone)
        days = (at.astimezone(zone).date() + timedelta(days=days) for days in range(-1, 4))
        due = (self.quiet_until(datetime.combine(day, hour).astimezone(UTC)) for day in days)
        return next(instant for instant in due if instant > at and instant.astimezone(zone).date() != last)

    @property
    def form(self) -> dict[str, str]:
        """The settings as values of the form."""
        begins, ends = self.quiet
        return {
            "quiet": "yes" if begins != ends else "",
            "quiet_from": wall_time(begins) if begins != ends else DEFAULT_QUIET_START,
            "quiet_to": wall_time(ends) if begins != ends else DEFAULT_QUIET_END,
            "daily": wall_time(self.daily),
            "zone": self.zone,
            **{f"tell_{kind}": "yes" for kind in messages.OPTIONAL_KINDS if kind not in self.disabled_kinds},
        }


def settings_from_form(form: Mapping[str, str]) -> NotificationSettings:
    """Return the settings in a form; raises RefusedError if they are invalid."""
    quiet = (0, 0)
    if form.get("quiet"):
        quiet = (minutes_of(form.get("quiet_from", "")), minutes_of(form.get("quiet_to", "")))
        if quiet[0] == quiet[1]:
            raise RefusedError("empty_quiet_hours")
    disabled_kinds = frozenset(kind for kind in messages.OPTIONAL_KINDS if not form.get(f"tell_{kind}"))
    return NotificationSettings(
        check_time_zone(form.get("zone", "").strip()), quiet, minutes_of(form.get("daily", "")), disabled_kinds
    )


def check_time_zone(name: str) -> str:
    """Return `name` if it is a known time zone or ""; raises RefusedError otherwise."""
    if name and name not in zones():
        raise RefusedError("unknown_time_zone", {"zone": name[:40]})
    return name


class NotificationSettingsStore:
    """Stores notification settings in the database."""

    def __init__(self, database: Database, row_limits: RowLimits) -> None:
        self._database: Final = database
        self._row_limits: Final = row_limits

    async def get(self, guest: str) -> NotificationSettings:
        """Return the settings of a guest, or the defaults if none are stored."""
        return (await self.get_many([guest]))[guest]

    async def get_many(self, guests: Iterable[str]) -> dict[str, NotificationSettings]:
        """Return the settings of each guest, or the defaults if none are stored."""
        guest_list = list(guests)
        return await self._database.read(lambda connection: settings_of(connection, guest_list))

    async def save(self, guest: str, settings: NotificationSettings, client_address: str) -> None:
        """Store a guest's settings and reschedule their pending notifications and daily email.

        Raises RefusedError if too many guests of an address (`client_address`) have just stored settings for the first
        time.
        """
        now = datetime.now(UTC)
        existing = select(NOTIFICATION_SETTINGS.c.guest).where(NOTIFICATION_SETTINGS.c.guest == guest)
        if await self._database.read(lambda connection: connection.execute(existing).first()) is None:
            self._row_limits.check("notification_settings", client_address)

        def work(connection: Connection) -> None:
            changed = msgspec.structs.replace(
                settings, last_daily_email_at=settings_of(connection, [guest])[guest].last_daily_email_at
            )
            store_settings(connection, guest, changed)
            daily_emails = (CHANNELS.c.guest == guest) & (CHANNELS.c.kind == DAILY)
            connection.execute(
                update(CHANNELS).where(daily_emails).values(next_daily_email_at=changed.next_daily_email(now))
            )
            waiting = (NOTIFICATIONS.c.guest == guest) & NOTIFICATIONS.c.send_at.is_not(None)
            connection.execute(update(NOTIFICATIONS).where(waiting).values(send_at=now))

        await self._database.write(work)


def settings_of(connection: Connection, guests: Iterable[str]) -> dict[str, NotificationSettings]:
    """Return the settings of each guest, or the defaults if none are stored."""
    guest_list = list(guests)
    settings = {
        row["guest"]: _settings_in(row)
        for row in connection.execute(
            select(NOTIFICATION_SETTINGS).where(NOTIFICATION_SETTINGS.c.guest.in_(guest_list))
        ).mappings()
    }
    return {guest: settings.get(guest, NotificationSettings()) for guest in guest_list}


def store_settings(connection: Connection, guest: str, settings: NotificationSettings) -> None:
    """Store the settings of a guest."""
    begins, ends = settings.quiet
    values = {
        "zone": settings.zone,
        "quiet_from": begins,
        "quiet_to": ends,
        "daily": settings.daily,
        "disabled_kinds": " ".join(sorted(settings.disabled_kinds)),
        "last_daily_email_at": settings.last_daily_email_at,
    }
    if (
        connection.execute(
            update(NOTIFICATION_SETTINGS).where(NOTIFICATION_SETTINGS.c.guest == guest).values(**values)
        ).rowcount
        == 0
    ):
        connection.execute(insert(NOTIFICATION_SETTINGS).values(guest=guest, created_at=datetime.now(UTC), **values))


def _settings_in(row: Any) -> NotificationSettings:
    quiet = (row["quiet_from"], row["quiet_to"])
    disabled_kinds = frozenset(row["disabled_kinds"].split())
    return NotificationSettings(row["zone"], quiet, row["daily"], disabled_kinds, row["last_daily_email_at"])
