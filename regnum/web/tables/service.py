"""All tables of this server: opening, joining, acting. What is seen here was committed before.

Other servers may play at the same tables. What is changed was checked at a version of the table, and the store takes it
at that version only. What others have changed is heard from the store (`heard`), and looked up before a page is shown.
"""

import asyncio
import json
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from secrets import randbits
from typing import Any, Final

import msgspec

from regnum.core.game import Game
from regnum.core.guide import Guide
from regnum.core.option import Options
from regnum.core.play import UNDO
from regnum.core.pledge import new_salt
from regnum.core.record import beyond_setup
from regnum.core.state import State
from regnum.web.analysis.hints import Hints
from regnum.web.analysis.reviews import Reviews
from regnum.web.bots.runner import Bots
from regnum.web.chat.service import Talks
from regnum.web.clocks.service import Clockwork, Decided, reseated, ticked
from regnum.web.db.ids import new_id, new_key, rematch_id
from regnum.web.errors import Busy, Refused, Taken, Unplayable
from regnum.web.http.limits import Rate, disguised
from regnum.web.http.names import is_taken
from regnum.web.lobby.cleanup import Tidying
from regnum.web.lobby.listing import Asked, Lobby
from regnum.web.lobby.rematch import turned, turned_seat
from regnum.web.lobby.seating import GONE, Attendance
from regnum.web.notifications.last_seen import Sightings
from regnum.web.periodic import Sweep, repeat
from regnum.web.replay.snapshots import Moments
from regnum.web.replay.uploads import Uploads
from regnum.web.settings import Settings
from regnum.web.stats.ratings import Ratings
from regnum.web.stats.results import Results
from regnum.web.tables import agreement
from regnum.web.tables.cache import KEPT, Memory
from regnum.web.tables.colours import free
from regnum.web.tables.events import ABANDONED as ALL_AGREE
from regnum.web.tables.events import BEGAN, CLOCKED, JOINED, Happenings
from regnum.web.tables.limits import Additions, Openings
from regnum.web.tables.live_table import FACTS, GUIDE, START, TRIED, LiveTable, StoredTable, stopped_by
from regnum.web.tables.models import (
    ABANDONED,
    BOT,
    FINISHED,
    GUEST,
    NORMAL,
    OPEN,
    OVER,
    PLAYING,
    STOPPED,
    WAITING,
    Entry,
    News,
    SeatRow,
    TableRow,
    given_back,
)
from regnum.web.tables.presence import Presence
from regnum.web.tables.store import Store
from regnum.web.tables.terms import USUAL, Terms
from regnum.web.telemetry import APPEND, MOVES, REFUSED

SWEEP: Final = 3.0
"""How often the leader looks for tables whose bots nobody has woken, in seconds."""
JOINED_AT: Final = 6
"""So often in an hour it is told that somebody has sat down at one waiting table."""

LOG: Final = logging.getLogger("regnum.web")


class Tables:
    """The live tables over the store, and the bots that play at them if this server is the one that leads."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store: Final = store
        self.closing: Final = asyncio.Event()
        self._secret: Final = settings.secret
        self._bots: Final = Bots(partial(self.act, by_bot=True), self.closing, settings.bot_pause, settings.secret)
        self.memory: Final = Memory(store, self._bots)
        self.get: Final = self.memory.get
        self.acting: Final = self.memory.acting
        self.happenings: Final = Happenings()
        self.sightings: Final = Sightings(store)
        self.clockwork: Final = Clockwork(store, self.get, self.settle, self.happenings, self.sightings)
        self.lobby: Final = Lobby(store)
        self.openings: Final = Openings(store, settings.writes_per_minute)
        self.additions: Final = Additions(settings.writes_per_minute // 5)
        self.tidying: Final = Tidying(store, self.lobby, settings.tidy_days)
        self.attendance: Final = Attendance(self.lobby, self.settle, self.happenings, self.additions)
        self.presence: Final = Presence(store, self.memory.live)
        self.hints: Final = Hints(settings.secret)
        self.moments: Final = Moments()
        self.reviews: Final = Reviews(store, settings.secret)
        self.results: Final = Results(store)
        self.uploads: Final = Uploads(store, settings.writes_per_minute // 5)
        self.talk: Final = Talks(store, self.memory.live, self.happenings, self.additions)
        self.ratings: Final = Ratings(store) if settings.ratings else None
        self._joined: Final = Rate(JOINED_AT, seconds=3600.0)
        self._leading: Final = asyncio.Event()
        self._sweep: Final = Sweep("waking bots")
        self._tasks: Final[set[asyncio.Task[None]]] = set()

    @property
    def leading(self) -> bool:
        """Whether this server is the one that plays for the bots."""
        return self._leading.is_set()

    async def start(self) -> None:
        """Follow what other servers do, and play for the bots if this one leads."""
        self._begin(self.store.follow(self))
        self._begin(self._see_to_bots())
        self._begin(self.reviews.work())
        self._begin(self.clockwork.work(self._leading))
        self._begin(self.tidying.work(self._leading))
        self._begin(self.presence.work())
        self._begin(self.uploads.work())
        if self.ratings is not None:
            self._begin(self.ratings.work(self._leading))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside everything else."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            LOG.error("what was done beside ended: %s", type(error).__name__)

    # What other servers do.

    def heard(self, news: str) -> None:
        """Take over what was committed elsewhere, for tables that are in memory; and see to their bots.

        Empty news say that everything may have changed: a backup was restored.
        """
        if not news:
            self._begin(self.lost_touch())
            return
        told = msgspec.json.decode(news, type=News)
        if told.talk:
            self._begin(self._hear_talk(told.table))
            return
        table = self.memory.live.get(told.table)
        if table is not None:
            if table.version < told.version:
                self._begin(self._hear_of(table, told))
        elif told.due and self.leading:
            self._begin(self._look_at(told.table))

    async def _hear_of(self, table: LiveTable, told: News) -> None:
        while table.version < told.version and not table.gone and not self.closing.is_set():
            with suppress(Busy):
                await self.memory.catch_up(table, told)

    async def _hear_talk(self, table_id: str) -> None:
        with suppress(Busy):  # what was said is heard with the next line
            await self.talk.hear_of(table_id)

    async def _look_at(self, table_id: str) -> None:
        """Bring a table to memory, which wakes its bots."""
        with suppress(Busy, Unplayable):  # the next table need not wait for this one
            await self.get(table_id)

    async def lost_touch(self) -> None:
        """Look at all tables anew: news may have been lost."""
        await self.memory.catch_up_all()
        await self.talk.lost_touch()
        if self.leading:
            await self._wake_all()

    def leads(self, now: bool) -> None:
        """Learn whether this server is the one that plays for the bots."""
        self._bots.playing = now
        self.reviews.working(now)
        (self._leading.set if now else self._leading.clear)()

    async def _see_to_bots(self) -> None:
        """Look again and again for tables whose bots nobody has woken: those of a server that has stopped, say."""
        await repeat(self._wake_all, SWEEP, "waking bots", self._leading)

    async def _wake_all(self) -> None:
        due = await self.store.due(KEPT // 2 + self._sweep.resting)
        live = self.memory.live
        quiet = [id_ for id_ in due if (table := live.get(id_)) is None or not self._bots.busy(table)]
        await self._sweep.over(quiet, str, self.get)

    # Seats.

    async def open(
        self,
        game: Game,
        players: int,
        options: Options,
        host: str,
        seats: list[SeatRow],
        pace: str = NORMAL,
        hints: bool = False,
        guide: Guide | None = None,
        terms: Terms = USUAL,
        start: tuple[State, str] | None = None,
        once: str | None = None,
        home: str = "",
    ) -> str:
        """Open a table and return its id; Refused if there are too many (see `Openings`).

        `pace`: how fast its bots play; `hints`: also where several people play; `home`: the address that asks.
        `guide`: one by which it is played, with its players and options; what comes before its first step is done.
        `start`: the position from which it goes on, of its players and options, and where that is from.
        `once`: the id that it gets (see `once_id`): if there is a table of this id, the same was asked for before.
        """
        if once is not None and await self.store.version(once) is not None:
            return once
        hidden_home = disguised(home, self._secret)
        if all(seat.kind == BOT for seat in seats):
            await self.openings.check_bots(hidden_home)
        await self.openings.check(host, home, terms.listed)
        more = {FACTS: json.dumps(game.facts)} if game.facts else {}
        more |= {GUIDE: guide.id} if guide is not None else {}
        seed = randbits(64) if guide is None else guide.seed
        if start is not None:
            seed = start[0].seed
            more |= {START: json.dumps(beyond_setup(start[0])), TRIED: start[1]}
        waits = any(seat.kind == OPEN for seat in seats)
        row = TableRow(
            id=once or new_id(),
            game=game.id,
            rules=game.rules_version,
            players=players,
            seed=str(seed),
            options={**options, **more},
            host=host,
            phase=WAITING if waits else PLAYING,
            invite=new_id() if waits else None,
            made=datetime.now(UTC),
            seats=tuple(seats),
            pace=pace,
            hints=hints,
            salt=new_salt() if guide is None and start is None else None,  # everybody may know the seed of these
            home=hidden_home,
            **msgspec.structs.asdict(terms),
        )
        table = LiveTable(row, ())
        table.row = ticked(msgspec.structs.replace(row, due=bool(table.bots_to_act())), table.state, row.made)
        if not await self.store.add_table(table.row):
            return row.id  # the same request was here twice at once, and the other one was faster
        self.memory.keep(table)
        for beat in guide.script[: guide.opening] if guide is not None else ():
            with suppress(Refused):  # a bot was faster
                await self.act(table, beat.player, beat.texts[0], table.seen(beat.player))
        return row.id

    async def join(self, table: LiveTable, seat: int, guest: str, name: str, colour: int | None = None) -> None:
        """Give an open seat to a guest; Refused if it is taken or he has another one here.

        A colour that somebody else has chosen meanwhile is left to him.
        """

        async def change() -> bool:
            if table.seat_of(guest) is not None:
                raise Refused("seated")
            if table.row.seats[seat].kind != OPEN:
                raise Refused("seat_taken")
            if await self.lobby.was_sent_away(guest, table.row.id):
                raise Refused("sent_away")
            if any(one.seat == seat and one.guest != guest for one in await self.lobby.asked_to(table.row.id)):
                raise Refused("seat_kept")
            if is_taken(name, [other.name for other in table.row.seats if other.kind != OPEN]):
                raise Refused("name_taken", {"name": name})
            begins = [other.seat for other in table.row.seats if other.kind == OPEN] == [seat]
            due = begins and bool(table.bots_in(table.state, table.number))
            row = msgspec.structs.replace(table.row, phase=PLAYING if begins else WAITING, due=due)
            own = colour if colour in free(table.row.seats) else table.row.seats[seat].colour
            taken = msgspec.structs.replace(
                table.row.seats[seat], kind=GUEST, guest=guest, name=name, colour=own, former=None
            )
            seats = (*table.row.seats[:seat], taken, *table.row.seats[seat + 1 :])
            row = ticked(msgspec.structs.replace(row, seats=seats), table.state, datetime.now(UTC))
            await self.store.take_seat(row, table.version, taken)
            await self.memory.catch_up_here(table)
            return begins

        begins = await self.memory.change(table, change)
        self._bots.wake(table)
        if begins or self._joined.allows(table.row.id):
            self.happenings.tell(table, BEGAN if begins else JOINED, seat, by=guest)

    async def settle(self, table: LiveTable, decide: Callable[[], Decided]) -> bool:
        """Decide something about a table and its seats, and write it, while nobody else here changes it.

        Tells whether there was anything to write. Refused as `decide` says; it may be asked again.
        """

        async def change() -> bool:
            before, decided = table.row, decide()
            if decided is not None:
                await self.store.settle(decided[0], table.version, decided[1])
                await self.memory.catch_up_here(table)
                if agreement.reclocked(before, table.row):
                    self.happenings.tell(table, CLOCKED, None)
            return decided is not None

        changed = await self.memory.change(table, change)
        self._bots.wake(table)
        return changed

    async def remove(self, table: StoredTable, guest: str) -> None:
        """Remove a table that has not begun, or put one away for somebody; Refused as `Attendance.remove` says."""
        if not isinstance(table, LiveTable):
            await self.attendance.remove(table, guest)
            return

        async def change() -> None:
            await self.attendance.remove(table, guest)
            await self.memory.catch_up_here(table)

        await self.memory.change(table, change)

    async def end_stopped(self, table: StoredTable, guest: str) -> None:
        """End a game for good that an update has stopped, so that its record may be seen; Refused to all but the host.

        One with other facts goes on as soon as the server has these again: it is not ended here.
        """
        if guest != table.row.host:
            raise Refused("not_host")
        if table.phase != STOPPED:
            raise Refused("game_over" if table.phase in OVER else "not_possible")
        if stopped_by(table.row) != "rules":
            raise Refused("other_facts")
        over = msgspec.structs.replace(table.row, phase=ABANDONED, due=False, alarm=None)
        try:
            await self.store.settle(over, table.version)
        except Taken:
            raise Busy("the table has changed") from None

    async def offer(self, table: LiveTable, seat: int, host: str, made: bool) -> None:
        """Make a link by which somebody can take over a guest's seat, or withdraw it; Refused to all but the host."""

        async def change() -> None:
            if host != table.row.host:
                raise Refused("not_host")
            if not 0 <= seat < table.row.players or table.row.seats[seat].kind != GUEST:
                raise Refused("bad_form")
            if made and table.phase in OVER:
                raise Refused("game_over")
            await self.store.offer_seat(table.row.id, table.version, seat, new_key() if made else None)
            await self.memory.catch_up_here(table)

        await self.memory.change(table, change)

    async def _check_away(self, table: LiveTable, seat: int) -> None:
        """Refused once a game is over, and while the player of a seat is there: their cards and results are theirs."""
        holder = table.row.seats[seat]
        if table.phase in OVER:
            raise Refused("game_over")
        if table.phase != PLAYING or holder.guest is None:
            return
        found = (await self.sightings.last([holder.guest])).get(holder.guest), table.acted(seat)
        seen = max((at for at in found if at is not None), default=None)
        if seat in table.present or (seen is not None and seen > datetime.now(UTC) - GONE):
            raise Refused("holder_here", {"name": holder.name, "minutes": int(GONE.total_seconds() // 60)})

    async def take_over(self, table: LiveTable, seat: int, token: str, guest: str, name: str | None) -> None:
        """Hand a seat to whoever has its link; Refused if the link was used or he has another seat here."""

        async def change() -> None:
            if table.seat_of(guest) is not None:
                raise Refused("seated")
            others = [other.name for other in table.row.seats if other.kind != OPEN and other.seat != seat]
            if name is not None and is_taken(name, others):
                raise Refused("name_taken", {"name": name})
            if token not in (table.row.seats[seat].personal, table.row.seats[seat].offer):
                raise Refused("link_used")
            given = token != table.row.seats[seat].personal
            if given:
                await self._check_away(table, seat)
            row = agreement.asked_anew(table.row, seat) if given else table.row
            await self.store.take_over(row, table.version, token, guest, name)
            await self.memory.catch_up_here(table)

        await self.memory.change(table, change)

    async def settle_claim(self, table: LiveTable, guest: str, back: bool, name: str | None) -> None:
        """Let a guest take back the seat that the host gave away, under their former name if it is free, or leave it.

        `name`: theirs if the former one is not known.
        """
        claimed = table.claim_of(guest)
        former = None if claimed is None else await self.lobby.former_name(table.row.id, claimed, guest)

        def decide() -> Decided:
            seat = table.claim_of(guest)
            if seat is None:
                raise Refused("no_claim")
            row, held = table.row, table.row.seats[seat]
            settled = msgspec.structs.replace(held, claim=None, claim_name=None, former=None)
            if back:
                others = [other.name for other in table.row.seats if other.kind != OPEN and other.seat != seat]
                settled = given_back(held, guest, former or (None if name is None or is_taken(name, others) else name))
                row = agreement.asked_anew(row, seat)
            return reseated(table, [settled], datetime.now(UTC), row), [settled]

        await self.settle(table, decide)
        if table.phase == ABANDONED:
            self.happenings.tell(table, ALL_AGREE, None, by=guest)

    async def rematch(self, table: LiveTable, guest: str, home: str) -> str:
        """Open the rematch of a finished table, or find it if it is there, and return its id.

        It begins when all who are asked have sat down; only the first one of a table is notified of. Refused to those
        who neither played nor were the host, to those whose seat somebody else has taken, where no person has a seat,
        and to those who open too many tables. `home`: the address that asks.
        """

        async def change() -> str:
            if table.phase != FINISHED:
                raise Refused("not_over")
            if table.seat_of(guest) is None and guest != table.row.host:
                raise Refused("not_seated")
            removed = table.row.rematch and await self.store.version(rematch_id(table.row.id)) is None
            if not table.row.rematch or removed:
                if not any(row.kind == GUEST for row in table.row.seats):
                    raise Refused("no_people")
                await self.openings.check(guest, home, listed=False)
                row, asked = turned(table, guest)
                row = msgspec.structs.replace(row, home=disguised(home, self._secret))
                await self.store.add_table(row, (table.row.id, table.version), asked)
                told[:] = [] if removed else asked
                await self.memory.catch_up_here(table)
            return rematch_id(table.row.id)

        told: list[Asked] = []
        opened = await self.memory.change(table, change)
        again = await self.get(opened)
        if again is not None:
            await self.attendance.tell_asked(again, told, guest)
            await self._agree(table, again, guest)
        return opened

    async def _agree(self, table: LiveTable, again: LiveTable, guest: str) -> None:
        """Let a player take the seat of a rematch that is kept for him, or was until he declined.

        Refused if somebody else has it by now, or `join` refuses.
        """
        seat = table.seat_of(guest)
        if seat is None or again.seat_of(guest) is not None:
            return  # the host may ask for a rematch without playing
        asked = {one.seat: one.guest for one in await self.lobby.asked_to(again.row.id)}
        mine = [at for at, whom in asked.items() if whom == guest] or [turned_seat(table, seat)]
        if again.row.seats[mine[0]].kind != OPEN or asked.get(mine[0], guest) != guest:
            raise Refused("rematch_taken")
        await self.join(again, mine[0], guest, table.row.seats[seat].name)
        await self.attendance.decline(again, guest)

    # Moves.

    async def act(
        self, table: LiveTable, seat: int, text: str, number: int, guest: str | None = None, by_bot: bool = False
    ) -> int:
        """Take an action (or "undo") for a seat: check it, commit it, then show it. Refused changes nothing.

        `number`: how many entries the seat knew of. `guest`: who must still have the seat when it comes to it, and play
        himself; `by_bot`: a bot must still play there. Return how many it knows of now. Busy if there is no store.
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
                REFUSED.labels(table.row.game).inc()
                raise
            now = datetime.now(UTC)
            entry = Entry(table.number + 1, seat, move.text, now)
            phase = FINISHED if move.state.is_terminal else PLAYING
            due = phase == PLAYING and bool(table.bots_in(move.state, table.number + 1))
            row = None
            if table.row.timing is not None or table.row.alarm is not None:
                row = msgspec.structs.replace(table.row, phase=phase, due=due)
                row = ticked(row, move.state, now, seat if move.action is None else None)
            with APPEND.time():
                await self.store.append(table.row.id, table.version, entry, phase, due, row)
            MOVES.labels(table.row.game).inc()
            table.adopt(move, now, row)
            return table.seen(seat)

        reached = await self.memory.change(table, change)
        self._bots.wake(table)
        return reached

    async def take_back(self, table: LiveTable, seat: int, count: int, number: int, guest: str | None = None) -> int:
        """Take back the last so many actions of a seat, one by one; the rest as for `act`."""
        table.check_undo(seat, count)
        for _ in range(count):
            number = await self.act(table, seat, UNDO, number, guest)
        return number

    async def hurry(self, table: LiveTable, guest: str) -> None:
        """Let the bots of a table go on without pauses until a person acts; Refused to those whose game it is not."""

        async def change() -> None:
            if not table.may_hurry(table.seat_of(guest)):
                raise Refused("not_seated")
            if table.phase == PLAYING and table.paced:
                await self.store.hurry(table.row.id, table.version, table.last_of_people)
                await self.memory.catch_up_here(table)

        await self.memory.change(table, change)
        self._bots.wake(table)

    def close_streams(self) -> None:
        """End all live streams: the server is about to stop."""
        self.closing.set()
        for table in self.memory.live.values():
            table.tell()

    async def close(self) -> None:
        """Stop bots, hints and reviews, then give the lead away."""
        self.close_streams()
        await self._bots.close()
        self.hints.close()
        self.reviews.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
