"""Reviews of finished games: computed in a low-priority worker, part by part, and stored.

Only the leader computes reviews. It stores the results after every part, so that another server can continue.
Client addresses take turns after each part, and so do the guests at an address.
"""

import asyncio
import hmac
import logging
import time
from contextlib import suppress
from typing import Any, Final

from regnum.core.record.record import Record, position_without_setup, read_start
from regnum.games import find_game
from regnum.players.review import Review, SearchBudget
from regnum.web.analysis.store import PendingReview, ReviewRow, ReviewStore
from regnum.web.bots.fair_queue import RoundRobin
from regnum.web.bots.worker_pool import IN_PROCESS, WorkerPool
from regnum.web.db.ids import pseudonym
from regnum.web.errors import ConflictError, UnplayableError
from regnum.web.periodic import Sweep, attempt, repeat
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import FINISHED, GUEST
from regnum.web.tables.store import TableStore

REVIEW_VERSION: Final = 1
"""The version of stored reviews; unfinished reviews of an older version start again."""
REVIEW_NICENESS: Final = 19
"""The niceness of the worker; that of bots is 10."""
PART_SECONDS: Final = 2.0
"""Seconds after which results are stored."""
REVIEW_SWEEP_INTERVAL: Final = 3.0
"""Seconds between checks for waiting games, because other servers also receive requests."""
SEARCH_BUDGET: Final = SearchBudget()
MAX_PENDING_PER_GUEST: Final = 3
"""How many games of one guest may wait for a review."""
MAX_PENDING_PER_ADDRESS: Final = 10
"""How many games of one client address may wait for a review."""
MAX_CANDIDATES: Final = 1000
"""The number of waiting games among which the next one is chosen."""
MAX_CACHED_REVIEWS: Final = 4
"""How many reviews the worker keeps in memory between parts."""

LOG: Final = logging.getLogger("regnum.web")

Task = tuple[
    *tuple[str, int, int, dict[str, Any], list[tuple[int, str]], list[int], int, int, tuple[float, int, int], float],
    dict[str, Any] | None,
]
"""Game, players, seed, options, entries, reviewed seats, bot seed, number of judged decisions, effort, and PART.

The last item is the position from which the game started, if it did not start from the beginning.
"""
Part = dict[str, Any]

_LAST: Final[dict[str, Review]] = {}


class WorkerDiedError(Exception):
    """The worker process died while it analysed a game, which is then skipped for a while."""


class ReviewService:
    """Reviews finished games one at a time, while this server is the leader."""

    def __init__(self, store: TableStore, reviews: ReviewStore, secret: str) -> None:
        self._store: Final = store
        self.store: Final = reviews
        self._key: Final = secret
        self._workers: Final = WorkerPool(1, REVIEW_NICENESS)
        self._requested: Final = asyncio.Event()
        self._leading: Final = asyncio.Event()
        self._sweep: Final = Sweep("reviewing games")
        self._round_robin: Final = RoundRobin()

    def set_leading(self, is_leader: bool) -> None:
        """Start or stop working; `is_leader`: whether this server is the leader."""
        (self._leading.set if is_leader else self._leading.clear)()

    async def request(self, table: LiveTable, guest: str, client_address: str) -> None:
        """Request a review of a finished game, for a guest at an address, unless it was requested before.

        Games that began from a position come last. Raises RefusedError if too many games of this guest or address wait.
        """
        request = PendingReview(
            table.row.id,
            pseudonym(client_address, self._key),
            pseudonym(guest, self._key),
            low_priority=bool(table.position_origin),
        )
        await self.store.request(request, MAX_PENDING_PER_GUEST, MAX_PENDING_PER_ADDRESS)
        self._requested.set()

    async def run(self) -> None:
        """Compute requested reviews until cancelled."""
        await repeat(self._process_then_wait, 0.0, "reviewing games", self._leading)

    async def _process_then_wait(self) -> None:
        """Compute all requested reviews, then wait for more."""
        self._requested.clear()
        await attempt(self._process_requested, "reviewing games")
        with suppress(TimeoutError):
            async with asyncio.timeout(REVIEW_SWEEP_INTERVAL):
                await self._requested.wait()

    async def _process_requested(self) -> None:
        """Compute all requested reviews, one part at a time."""
        while self._leading.is_set() and (waiting := await self._next_pending()):
            self._round_robin.serve((waiting.client_address, waiting.requester))
            await self._sweep.process([waiting.table_id], str, self._advance)

    async def _advance(self, table_id: str) -> None:
        """Compute and store the next part of a review, unless another server has stored it first."""
        with suppress(ConflictError):
            await self._compute_next_part(table_id)

    async def _compute_next_part(self, table_id: str) -> None:
        row, stored = await self._store.table(table_id), await self.store.find(table_id)
        if row is None or stored is None:
            # The sweep skips it for a while, as after any failure.
            raise UnplayableError("the table is missing or damaged")
        results = stored.results if stored.results.get("version") == REVIEW_VERSION else {}
        done = stored.parts_done
        try:
            entries = await self._store.entries.of_table(table_id)
            table = await asyncio.to_thread(LiveTable, row, entries)
            if table.phase != FINISHED:
                raise UnplayableError("it is not over")
        except UnplayableError:
            await self.store.save(ReviewRow(table_id, done + 1, False, {"version": REVIEW_VERSION, "failed": True}))
            return
        seats = [seat.seat for seat in row.seats if seat.kind == GUEST]
        seed = int.from_bytes(hmac.digest(self._key.encode(), f"review:{table_id}".encode(), "sha256")[:7])
        record = table.play.record
        effort = (SEARCH_BUDGET.seconds, SEARCH_BUDGET.iterations, SEARCH_BUDGET.worlds)
        judged_count = len(results.get("decisions", ()))
        task: Task = (
            record.game.id, record.players, record.seed, dict(record.options), list(record.entries),
            seats, seed, judged_count, effort, PART_SECONDS,
            None if record.start is None else position_without_setup(record.start),
        )  # fmt: skip
        part = await self._part(task)
        if part is None:
            raise WorkerDiedError
        results = {
            **results,
            **part,
            "version": REVIEW_VERSION,
            "decisions": [*results.get("decisions", ()), *part.get("decisions", ())],
        }
        is_pending = "failed" not in results and len(results["decisions"]) < results["count"]
        await self.store.save(ReviewRow(table_id, done + 1, is_pending, results))

    async def _next_pending(self) -> PendingReview | None:
        """Return the game to work on next, or None if none is waiting."""
        waiting = await self.store.pending(self._sweep.skipped_count + MAX_CANDIDATES)
        unblocked = (candidate for candidate in waiting if not self._sweep.is_skipped(candidate.table_id))
        return min(
            unblocked,
            key=lambda candidate: (
                candidate.low_priority,
                self._round_robin.rank((candidate.client_address, candidate.requester)),
            ),
            default=None,
        )

    async def _part(self, task: Task) -> Part | None:
        """Return the results of the next part, computed here if no worker knows the game; None if the worker died."""
        try:
            part = await self._workers.ask(0, compute_review_part, task)
            if part == {}:
                part = await self._workers.ask(IN_PROCESS, compute_review_part, task)
        except Exception as error:
            LOG.error("a review failed: %s", type(error).__name__)
            return {"failed": True}
        return {"failed": True} if part == {} else part

    def close(self) -> None:
        """Stop the worker."""
        self._workers.close()


def compute_review_part(task: Task) -> Part:
    """Return the next part of a review: first the curve, then decisions; {} if the game is unknown. Runs in a worker.

    `count` in the result is the total number of decisions.
    """
    (
        reference,
        players,
        seed,
        options,
        entries,
        seats,
        luck,
        judged_count,
        (seconds, iterations, determinizations),
        span,
        start_time,
    ) = task
    key = f"{reference} {seed} {luck} {seats}"
    review = _LAST.pop(key, None)
    try:
        if review is None:
            start = None if start_time is None else read_start(find_game(reference), players, seed, options, start_time)
            record = Record(reference, players, seed, options, entries, start=start)
            review = Review(record, seats, luck, SearchBudget(seconds, iterations, determinizations))
    except ValueError:
        return {}
    _LAST[key] = review
    while len(_LAST) > MAX_CACHED_REVIEWS:
        del _LAST[next(iter(_LAST))]
    part: Part = {"count": len(review.decisions), "decisions": []}
    end = time.monotonic() + span
    if judged_count == 0:
        part["curve"] = [[place, [round(chance, 4) for chance in chances]] for place, chances in review.curve()]
    for place in review.decisions[judged_count:]:
        part["decisions"].append(review.judge(place).to_dict())
        if time.monotonic() > end:
            break
    return part
