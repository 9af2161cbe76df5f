"""Actions of people at a table other than moves: inviting, removing, resigning and agreeing on changes."""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Set
from datetime import UTC, datetime
from typing import Final

import msgspec

from regnum.web.db.ids import new_id
from regnum.web.errors import Refused
from regnum.web.http.limits import Rate
from regnum.web.http.names import checked_name, checked_title, is_taken
from regnum.web.lobby.archive import Archive
from regnum.web.tables import agreement
from regnum.web.tables.events import ABANDONED as ALL_AGREE
from regnum.web.tables.events import ASKED, PROPOSED, REPLACED, RESIGNED, EventBus
from regnum.web.tables.invitations import Invitation
from regnum.web.tables.limits import Additions
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import (
    ABANDONED,
    BOT,
    GUEST,
    OPEN,
    PLAYING,
    WAITING,
    Proposal,
    SeatRow,
    TableRow,
    given_back,
)
from regnum.web.tables.presence import GONE
from regnum.web.tables.row_changes import RowChange, with_seats
from regnum.web.tables.service import Tables
from regnum.web.tables.stored_table import StoredTable

ASKING: Final = 30
"""Maximum number of people that one host or one address may invite by name in an hour."""
ASKED_OF: Final = 6
"""Maximum number of notifications in an hour about invitations of one person by the same host."""
ASKED_BY_ALL: Final = 12
"""The same limit for all strangers together; people who have played with the invited person are exempt."""
PROPOSALS: Final = 12
"""Maximum number of proposals that a player may make in an hour, at all tables."""


class Seating:
    """Actions of players on their own seats, and of the host on others'. A refused action changes nothing."""

    def __init__(self, tables: Tables, events: EventBus, additions: Additions, archive: Archive) -> None:
        self._cache: Final = tables.cache
        self._change_table: Final = tables.change_table
        self._events: Final = events
        self._additions: Final = additions
        self._openings: Final = tables.openings
        self._changes: Final = tables.changes
        self._invitations: Final = tables.invitations
        self._archive: Final = archive
        self._asking: Final = Rate(ASKING, seconds=3600.0)
        self._asked: Final = Rate(ASKED_OF, seconds=3600.0)
        self._asked_by_all: Final = Rate(ASKED_BY_ALL, seconds=3600.0)
        self._proposing: Final = Rate(PROPOSALS, seconds=3600.0)

    async def invite_player(
        self,
        table: LiveTable,
        seat: int,
        host: str,
        find: Callable[[str], Awaitable[str | None]],
        name: str,
        client_address: str,
    ) -> None:
        """Invite a person by name to an open seat.

        `find`: returns the guest with this name, or None. `client_address`: the address of the host's request.
        Requests are limited for each host and address (ASKING), and count whether or not the name is known.
        """
        _check_host(table, host)
        name = checked_name(name)
        if table.phase != WAITING or not 0 <= seat < table.row.players or table.row.seats[seat].kind != OPEN:
            raise Refused("seat_taken")
        if is_taken(name, [row.name for row in table.row.seats if row.kind != OPEN]):
            raise Refused("name_taken", {"name": name})
        if not (self._asking.allows(host) and self._asking.allows(client_address)):
            raise Refused("asked_too_much")
        guest = await find(name)
        if guest is None or guest == host:
            raise Refused("nobody", {"name": name})
        before = await self._invitations.of_table(table.row.id)
        if any(asked.guest == guest for asked in before):
            raise Refused("asked_already", {"name": name})
        asked = Invitation(table.row.id, seat, guest, name)
        await self._invitations.invite(asked)
        await self._show_asked(table, {one.seat for one in before} & {seat})
        await self.tell_asked(table, [asked], host)

    async def tell_asked(self, table: LiveTable, asked: Iterable[Invitation], by: str) -> None:
        """Notify people of their invitations to a table, within their limits (ASKED_OF, ASKED_BY_ALL).

        Invitations beyond the limits still appear on their pages.
        """
        for one in asked:
            met = await self._invitations.have_met(by, one.guest)
            if self._asked.allows(f"{by} {one.guest}") and (met or self._asked_by_all.allows(one.guest)):
                self._events.publish(table, ASKED, one.seat, one.guest)

    async def cancel_invitation(self, table: LiveTable, seat: int, host: str) -> None:
        """Withdraw an invitation."""
        _check_host(table, host)
        await self._invitations.withdraw(table.row.id, seat)
        await self._show_asked(table, {seat})

    async def decline(self, table: LiveTable, guest: str) -> None:
        """Decline an invitation."""
        for asked in await self._invitations.of_table(table.row.id):
            if asked.guest == guest:
                await self._invitations.withdraw(table.row.id, asked.seat)
                await self._show_asked(table, {asked.seat})

    async def _show_asked(self, table: LiveTable, freed: Set[int]) -> None:
        """Show the current invitations on open pages of a waiting table.

        `freed`: the seats that had an invitation before. Their links change, because that guest has seen them.
        """

        def decide() -> RowChange:
            if table.phase != WAITING:
                return None
            open_ = [row for row in table.row.seats if row.seat in freed and row.kind == OPEN]
            renewed = [msgspec.structs.replace(row, token=new_id()) for row in open_]
            return with_seats(table, renewed, datetime.now(UTC)), renewed

        await self._change_table(table, decide)

    async def send_away(self, table: LiveTable, seat: int, host: str, client_address: str) -> None:
        """Free a person's seat before the game begins: they cannot join this table again, and their links are void.

        `client_address`: the address of the host's request.
        """
        _check_host(table, host)

        def decide() -> RowChange:
            if table.phase != WAITING:
                raise Refused("has_begun")
            if not 0 <= seat < table.row.players or table.row.seats[seat].kind != GUEST:
                raise Refused("bad_form")
            if table.row.seats[seat].guest == host:
                raise Refused("bad_form")
            self._additions.check("sent_away", client_address)
            row, seats = self._freed(table, seat, former=table.row.seats[seat].guest, token=new_id())
            sent.append(table.row.seats[seat].guest or "")
            return msgspec.structs.replace(row, invite=new_id()), seats  # the guest knows the old link

        sent: list[str] = []
        await self._change_table(table, decide)
        await self._invitations.send_away(sent[-1], table.row.id)

    async def readmit(self, table: LiveTable, host: str) -> None:
        """Let guests whom the host has sent away join again."""
        _check_host(table, host)
        await self._invitations.readmit(table.row.id)

    async def leave(self, table: LiveTable, guest: str) -> None:
        """Leave a seat: before the start it is open again; later a bot gets it permanently.

        A guest with a claim to the seat gets it back, and a bot plays for them until they return.
        Refused if the remaining bots already play alone at too many tables of an address.
        """
        if table.phase == PLAYING and table.seat_of(guest) is not None and agreement.is_solo(table.row):
            await self._openings.check_bots(table.row.client_address)
        left: list[tuple[str, int]] = []
        names = {
            row.claim: await self._invitations.former_name(table.row.id, row.seat, row.claim)
            for row in table.row.seats
            if row.guest == guest and row.claim is not None
        }

        def decide() -> RowChange:
            left.clear()
            seat = _seat_of(table, guest)
            held = table.row.seats[seat]
            if table.phase != WAITING:
                _check_goes_on(table)
            bot = table.row.substitute if table.phase == PLAYING else None
            if held.claim is not None and table.seat_of(held.claim) is None:
                left.extend([(REPLACED, seat)] if bot else [])
                row = given_back(held, held.claim, names.get(held.claim), bot)
            elif table.phase == WAITING:
                return self._freed(table, seat, former=None, token=held.token or new_id())
            else:
                left.append((RESIGNED, seat))
                row = msgspec.structs.replace(
                    held,
                    kind=BOT, bot=bot, guest=None, resigned=True, personal=None, offer=None, former=None, claim=None,
                    claim_name=None,
                )  # fmt: skip
            return with_seats(table, [row], datetime.now(UTC), agreement.with_new_holder(table.row, seat)), [row]

        await self._change_table(table, decide)
        for kind, seat in left:
            self._events.publish(table, kind, seat, by=guest)
            if table.phase == ABANDONED:
                self._events.publish(table, ALL_AGREE, seat, by=guest)

    def gone(self, table: LiveTable, asking: int, seen: Mapping[str, datetime]) -> list[int]:
        """Return the seats of absent people who hold up a game without running clocks.

        They hold it up if their move has waited for GONE where there are no clocks, or if the time to answer a proposal
        is up. They must not have been seen for GONE, or for UNSEEN_TIME if only their answer to a proposal is missing.
        `asking`: the seat that asks; entries unknown to it have no effect. `seen`: when guests last looked at a page.
        """
        now = datetime.now(UTC)
        late, day_ago = now - GONE, now - agreement.UNSEEN_TIME
        if table.phase != PLAYING or (table.row.timing is not None and table.row.pause is None):
            return []
        moved = table.last_entry_time(asking) or table.began
        acting = table.state.players_to_act if table.row.timing is None and moved <= late else ()
        proposal = agreement.open_proposal(table.row)
        late_answer = proposal is not None and proposal.until <= now and not agreement.in_agreed_pause(table.row, now)
        silent = agreement.awaited_seats(table.row, now) if late_answer else []
        since = {**dict.fromkeys(silent, day_ago), **dict.fromkeys(acting, late)}
        return [
            row.seat
            for row in table.row.seats
            if row.kind == GUEST and not row.absent and row.seat in since
            if row.seat not in table.present
            if seen.get(row.guest or "", since[row.seat]) <= since[row.seat]
        ]

    async def stand_in(self, table: LiveTable, seat: int, guest: str, seen: Mapping[str, datetime]) -> None:
        """Let a bot play for an absent player (see `gone`) until they return; any player with a seat may ask for it."""

        def decide() -> RowChange:
            if seat not in self.gone(table, _seat_of(table, guest), seen):
                raise Refused("not_gone")
            row = msgspec.structs.replace(table.row.seats[seat], bot=table.row.substitute)
            return with_seats(table, [row], datetime.now(UTC)), [row]

        await self._change_table(table, decide)
        self._events.publish(table, REPLACED, seat, by=guest)

    async def propose(self, table: LiveTable, guest: str, wanted: Proposal, seen: Mapping[str, datetime]) -> None:
        """Make a proposal to the other people at a table; it takes effect when all agree.

        `wanted`: the kind and its values; the other fields are filled in here. Proposing the same as the open proposal
        means agreeing to it. `seen`: when guests last looked at a page.
        """
        asks: list[int] = []

        def decide() -> RowChange:
            asks.clear()
            seat = _seat_of(table, guest)
            _check_goes_on(table)
            table.check_present(seat)
            if wanted.kind not in agreement.possible_kinds(table.row):
                raise Refused("end_alone" if wanted.kind == agreement.END else "not_possible")
            now = datetime.now(UTC)
            open_one = agreement.open_proposal(table.row)
            if open_one is not None:
                if not _same(open_one, wanted):
                    raise Refused("asked_now")
                return _agreed(table, open_one, seat, now)
            if not self._proposing.allows(guest):
                raise Refused("proposed_too_much")
            until = now + agreement.time_to_answer(table.row, together(table, seat, seen))
            made = msgspec.structs.replace(wanted, id=new_id(), seat=seat, until=until)
            row, seats = _agreed(table, made, seat, now)
            asks.extend([seat] if agreement.awaited_seats(row, now) else [])
            return row, seats

        await self._change_table(table, decide)
        for seat in asks:
            self._events.publish(table, PROPOSED, seat, by=guest)
        self._tell_end(table, guest)

    async def answer(self, table: LiveTable, guest: str, proposal: str, agrees: bool) -> None:
        """Agree to a proposal, or end it; its author withdraws it this way.

        Repeating an answer changes nothing.
        """

        def decide() -> RowChange:
            seat, last = _seat_of(table, guest), table.row.proposal
            if last is not None and last.id == proposal:
                if last.refused == seat if not agrees else last.done and seat in last.agreed:
                    return None
            _check_goes_on(table)
            table.check_present(seat)
            open_one = agreement.open_proposal(table.row)
            if open_one is None or open_one.id != proposal:
                raise Refused("not_asked")
            now = datetime.now(UTC)
            if agrees:
                return _agreed(table, open_one, seat, now)
            kept = None if seat == open_one.seat else msgspec.structs.replace(open_one, refused=seat, until=now)
            return with_seats(table, [], now, msgspec.structs.replace(table.row, proposal=kept)), []

        await self._change_table(table, decide)
        self._tell_end(table, guest)

    def _tell_end(self, table: LiveTable, guest: str) -> None:
        seat = table.seat_of(guest)
        if table.phase == ABANDONED and seat is not None:
            self._events.publish(table, ALL_AGREE, seat, by=guest)

    async def rename_table(self, table: LiveTable, guest: str, title: str) -> None:
        """Set the name of a table, "" for none; Refused to all but the host, and if it changes too often."""
        _check_host(table, guest)
        title = checked_title(title)
        if not self._changes.allows(table.row.id):
            raise Refused("too_many_changes")

        def decide() -> RowChange:
            return msgspec.structs.replace(table.row, title=title), []

        await self._change_table(table, decide)

    async def remove(self, table: StoredTable, guest: str) -> None:
        """Remove a table that has not begun (host only), or hide one that is over or stopped (its players and host)."""
        if not isinstance(table, LiveTable):
            await self._remove(table, guest)
            return

        async def change() -> None:
            await self._remove(table, guest)
            await self._cache.catch_up_locked(table)

        await self._cache.change(table, change)

    async def _remove(self, table: StoredTable, guest: str) -> None:
        if table.phase == WAITING:
            _check_host(table, guest)
            await self._archive.remove(table.row.id, table.version)
            return
        if table.phase == PLAYING:
            raise Refused("has_begun")
        if table.seat_of(guest) is None and guest != table.row.host:
            raise Refused("not_seated")
        await self._archive.put_away(guest, table.row.id)

    def _freed(self, table: LiveTable, seat: int, former: str | None, token: str) -> tuple[TableRow, list[SeatRow]]:
        row = SeatRow(seat, OPEN, "", token=token, former=former)
        return with_seats(table, [row], datetime.now(UTC)), [row]


def together(table: LiveTable, asking: int, seen: Mapping[str, datetime]) -> bool:
    """Return whether all people at a table except the one who asks are present, or were seen within GONE.

    False if a guest has a claim to a seat: the page of its present holder says nothing about that guest.
    """
    late = datetime.now(UTC) - GONE
    people = [row for row in table.row.seats if row.kind == GUEST]
    others = [row for row in people if row.seat != asking]
    return all(row.claim is None for row in people) and all(
        not row.absent and (row.seat in table.present or seen.get(row.guest or "", late) > late) for row in others
    )


def _agreed(table: LiveTable, proposal: Proposal, seat: int, at: datetime) -> tuple[TableRow, list[SeatRow]]:
    """Return the changed table and seats after a seat agrees to a proposal."""
    those = proposal.agreed if seat in proposal.agreed else (*proposal.agreed, seat)
    row = msgspec.structs.replace(table.row, proposal=msgspec.structs.replace(proposal, agreed=those))
    return with_seats(table, [], at, row), []


def _same(one: Proposal, other: Proposal) -> bool:
    """Return whether two proposals have the same effect."""
    said = (one.kind, one.timing, one.substitute, one.seconds, one.ends)
    return said == (other.kind, other.timing, other.substitute, other.seconds, other.ends)


def _seat_of(table: LiveTable, guest: str) -> int:
    seat = table.seat_of(guest)
    if seat is None:
        raise Refused("not_seated")
    return seat


def _check_host(table: StoredTable, guest: str) -> None:
    if guest != table.row.host:
        raise Refused("not_host")


def _check_goes_on(table: LiveTable) -> None:
    if table.phase != PLAYING:
        raise Refused("game_over")
