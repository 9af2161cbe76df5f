"""The notification settings of a guest: quiet hours, the time of the daily email, and the wanted kinds."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, time, timedelta
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, insert, select, update

from regnum.web.clocks.forms import minutes_of, wall_time
from regnum.web.db.engine import Database, utc
from regnum.web.db.schema import CHANNELS, NOTIFICATION_CHOICES, NOTIFICATIONS
from regnum.web.errors import Refused
from regnum.web.notifications import messages
from regnum.web.tables.clock import UTC_NAME, Timing, night_end, zone_of, zones
from regnum.web.tables.limits import RowLimits

DAILY: Final = "daily"
"""The kind of channel for a daily email."""
EVENING: Final = "22:00"
MORNING: Final = "07:00"
"""The quiet hours that the form proposes; their end is also the default time of the daily email."""


class Choices(msgspec.Struct, frozen=True):
    """The settings of a guest. Times are minutes of the day in `zone` ("" if unknown, then UTC).

    `quiet`: begin and end of the quiet hours; equal values mean no quiet hours. `daily`: the time of the daily email.
    `off`: the kinds of notifications that are turned off. `written`: when the last daily email was due.
    """

    zone: str = ""
    quiet: tuple[int, int] = (0, 0)
    daily: int = minutes_of(MORNING)
    off: frozenset[str] = frozenset({messages.TALK})
    written: datetime | None = None

    @property
    def zone_name(self) -> str:
        """The time zone in which times are shown."""
        return self.zone or UTC_NAME

    def wants(self, kind: str) -> bool:
        """Return whether a guest wants notifications of a kind; both kinds of a game's end are one choice."""
        return (messages.END if kind == messages.ABANDONED else kind) not in self.off

    def awake(self, at: datetime) -> datetime:
        """Return the end of the quiet hours at an instant; outside of them, the instant itself."""
        return night_end(Timing(0, night=self.quiet, zone=self.zone_name), at)

    def mail_after(self, at: datetime) -> datetime:
        """Return when the next daily email is due: after `at`, outside quiet hours, and on a day without one so far."""
        zone = zone_of(self.zone_name)
        last = None if self.written is None else self.written.astimezone(zone).date()
        hour = time(*divmod(self.daily, 60), tzinfo=zone)
        days = (at.astimezone(zone).date() + timedelta(days=days) for days in range(-1, 4))
        due = (self.awake(datetime.combine(day, hour).astimezone(UTC)) for day in days)
        return next(instant for instant in due if instant > at and instant.astimezone(zone).date() != last)

    @property
    def form(self) -> dict[str, str]:
        """The settings as values of the form."""
        begins, ends = self.quiet
        return {
            "quiet": "yes" if begins != ends else "",
            "quiet_from": wall_time(begins) if begins != ends else EVENING,
            "quiet_to": wall_time(ends) if begins != ends else MORNING,
            "daily": wall_time(self.daily),
            "zone": self.zone,
            **{f"tell_{kind}": "yes" for kind in messages.CHOICES if kind not in self.off},
        }


def choices_from_form(form: Mapping[str, str]) -> Choices:
    """Return the settings from the form; Refused if they are invalid."""
    quiet = (0, 0)
    if form.get("quiet"):
        quiet = (minutes_of(form.get("quiet_from", "")), minutes_of(form.get("quiet_to", "")))
        if quiet[0] == quiet[1]:
            raise Refused("quiet")
    off = frozenset(kind for kind in messages.CHOICES if not form.get(f"tell_{kind}"))
    return Choices(checked_zone(form.get("zone", "").strip()), quiet, minutes_of(form.get("daily", "")), off)


def checked_zone(name: str) -> str:
    """Return the name of a time zone, which may be ""; Refused if the zone does not exist."""
    if name and name not in zones():
        raise Refused("zone", {"zone": name[:40]})
    return name


class ChoiceStore:
    """The stored settings."""

    def __init__(self, database: Database, row_limits: RowLimits) -> None:
        self._database: Final = database
        self._row_limits: Final = row_limits

    async def of(self, guest: str) -> Choices:
        """Return the settings of a guest."""
        return (await self.of_all([guest]))[guest]

    async def of_all(self, guests: Iterable[str]) -> dict[str, Choices]:
        """Return the settings of each of these guests."""
        wanted = list(guests)
        return await self._database.read(lambda connection: choices_of(connection, wanted))

    async def keep(self, guest: str, choices: Choices, client_address: str) -> None:
        """Store a guest's settings and reschedule their pending notifications and daily email.

        Refused if too many guests of an address (`client_address`) have just stored settings for the first time.
        """
        now = datetime.now(UTC)
        known = select(NOTIFICATION_CHOICES.c.guest).where(NOTIFICATION_CHOICES.c.guest == guest)
        if await self._database.read(lambda connection: connection.execute(known).first()) is None:
            self._row_limits.check("wishes", client_address)

        def work(connection: Connection) -> None:
            chosen = msgspec.structs.replace(choices, written=choices_of(connection, [guest])[guest].written)
            store_choices(connection, guest, chosen)
            mails = (CHANNELS.c.guest == guest) & (CHANNELS.c.kind == DAILY)
            connection.execute(update(CHANNELS).where(mails).values(due=chosen.mail_after(now)))
            waiting = (NOTIFICATIONS.c.guest == guest) & NOTIFICATIONS.c.due.is_not(None)
            connection.execute(update(NOTIFICATIONS).where(waiting).values(due=now))

        await self._database.write(work)


def choices_of(connection: Connection, guests: Iterable[str]) -> dict[str, Choices]:
    """Return the settings of each of these guests from the database."""
    wanted = list(guests)
    found = {
        row["guest"]: _choices_in(row)
        for row in connection.execute(
            select(NOTIFICATION_CHOICES).where(NOTIFICATION_CHOICES.c.guest.in_(wanted))
        ).mappings()
    }
    return {guest: found.get(guest, Choices()) for guest in wanted}


def store_choices(connection: Connection, guest: str, choices: Choices) -> None:
    """Store the settings of a guest."""
    begins, ends = choices.quiet
    values = {
        "zone": choices.zone,
        "quiet_from": begins,
        "quiet_to": ends,
        "daily": choices.daily,
        "silenced": " ".join(sorted(choices.off)),
        "written": choices.written,
    }
    if (
        connection.execute(
            update(NOTIFICATION_CHOICES).where(NOTIFICATION_CHOICES.c.guest == guest).values(**values)
        ).rowcount
        == 0
    ):
        connection.execute(insert(NOTIFICATION_CHOICES).values(guest=guest, made=datetime.now(UTC), **values))


def _choices_in(row: Any) -> Choices:
    quiet = (row["quiet_from"], row["quiet_to"])
    written = None if row["written"] is None else utc(row["written"])
    return Choices(row["zone"], quiet, row["daily"], frozenset(row["silenced"].split()), written)
