"""Hints: what a strong bot would choose with a seat's observation, and why. A worker computes each hint once."""

import asyncio
import hmac
import logging
from collections import Counter, OrderedDict
from typing import Any, Final

import msgspec

from regnum.core.game import game_of
from regnum.core.rules.action import Action
from regnum.core.rules.state import State
from regnum.games import find_game
from regnum.players import make_player
from regnum.players.reason_texts import MIN_POINTS
from regnum.players.reasons import Reason, find_reasons, outlook
from regnum.players.strong import HINT_BOT
from regnum.view import view_of
from regnum.web.bots.worker_pool import IN_PROCESS, WorkerPool
from regnum.web.errors import RefusedError
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.seat_view import SeatView

HINT_NICENESS: Final = 5
"""The niceness of its worker. That of bots is 10, but a person is waiting for the hint."""
MAX_CACHED_HINTS: Final = 1000
"""The maximum number of cached hints; only the latest hint of each seat is cached."""
MAX_PENDING_PER_ADDRESS: Final = 5
"""The maximum number of pending hints for one address."""
MAX_PENDING: Final = 100
"""The maximum number of pending hints in total."""

LOG: Final = logging.getLogger("regnum.web")

Task = tuple[str, dict[str, Any], list[str], str, int]
"""The reference of the game, the seat's observation, its legal actions, the bot and its seed."""
SentReasons = list[tuple[str, float, float]]
"""Reasons in the form that a worker sends: name, points, change."""
Answer = tuple[str, SentReasons, str, SentReasons]
"""The action, the reasons for it, the action that follows it, and later effects; UNKNOWN if the game is unknown."""
UNKNOWN: Final[Answer] = ("", [], "", [])


class Hint(msgspec.Struct, frozen=True):
    """The suggested action in the position after `entry_count` entries, with reasons."""

    entry_count: int
    action: str
    reasons: tuple[Reason, ...]
    next_action: str = ""
    """The action that completes it, such as the cell for a card, or answers the question that it opens; "" for none."""
    later: tuple[Reason, ...] = ()
    """Its effects in later turns, if its immediate effects are small."""


class HintService:
    """Computes and caches hints. They do not delay bots, which have their own workers."""

    def __init__(self, secret: str) -> None:
        self._secret: Final = secret.encode()
        self._workers: Final = WorkerPool(1, HINT_NICENESS)
        self._requests: Final[OrderedDict[tuple[str, int], tuple[int, asyncio.Task[Hint]]]] = OrderedDict()
        self._pending: Final[Counter[str]] = Counter()

    async def get_hint(self, table: LiveTable, seat: int, entry_count: int, client_address: str = "") -> Hint:
        """Return a hint for a seat that knows of `entry_count` entries; raises RefusedError if it cannot have one now.

        `client_address`: the address of the request. Client addresses take turns.
        """
        if not table.hints_allowed:
            raise RefusedError("no_hints")
        table.check_present(seat)
        table.check_turn(seat, entry_count)
        view = table.view(seat)
        key = (table.row.id, seat)
        pending = self._requests.get(key)
        if pending is None or pending[0] != view.entry_count or (pending[1].done() and _has_failed(pending[1])):
            self._check_limits(pending, client_address)
            task = asyncio.create_task(self._think(key, view, client_address))
            self._pending[client_address] += 1
            task.add_done_callback(lambda _: self._finish_request(client_address))
            pending = self._requests[key] = (view.entry_count, task)
            self._requests.move_to_end(key)
        try:
            return await asyncio.shield(pending[1])
        except RefusedError:
            raise
        except Exception as error:
            LOG.error("a hint at table %s failed: %s", table.row.id, type(error).__name__)
            raise RefusedError("hint_failed") from None

    def _check_limits(self, pending: tuple[int, asyncio.Task[Hint]] | None, client_address: str) -> None:
        """Make room in the cache.

        Raises RefusedError if the seat's last request is pending, or too many requests are.
        """
        too_many = self._pending[client_address] >= MAX_PENDING_PER_ADDRESS or self._pending.total() >= MAX_PENDING
        if too_many or (pending is not None and not pending[1].done()):
            raise RefusedError("hint_busy")
        while len(self._requests) >= MAX_CACHED_HINTS:
            self._requests.popitem(last=False)

    def _finish_request(self, client_address: str) -> None:
        self._pending[client_address] -= 1
        if not self._pending[client_address]:
            del self._pending[client_address]

    async def _think(self, key: tuple[str, int], view: SeatView, client_address: str) -> Hint:
        seed = int.from_bytes(hmac.digest(self._secret, f"hint:{key}:{view.entry_count}".encode(), "sha256")[:7])
        task: Task = (
            view.seen.game.id,
            view.seen.to_dict(),
            [action.text for action in view.legal],
            HINT_BOT,
            seed,
        )
        answer = await self._workers.ask(0, advise, task, client_address)
        if answer == UNKNOWN:
            answer = await self._workers.ask(IN_PROCESS, advise, task, client_address)
        if not answer or not answer[0]:
            raise RefusedError("hint_failed")
        now, later = (tuple(Reason(*each) for each in part) for part in (answer[1], answer[3]))
        return Hint(view.entry_count, answer[0], now, answer[2], later)

    def close(self) -> None:
        """Cancel pending hints and stop the worker."""
        for _, task in self._requests.values():
            task.cancel()
        self._workers.close()


def _has_failed(task: asyncio.Task[Hint]) -> bool:
    return task.cancelled() or task.exception() is not None


def advise(task: Task) -> Answer:
    """Return an action with reasons, computed from a seat's observation. Runs in a worker."""
    reference, seen, texts, bot, seed = task
    try:
        game = find_game(reference)
    except ValueError:
        return UNKNOWN
    state = game.state_from_dict(seen)
    legal = [game.actions.parse(text) for text in texts]
    action = make_player(bot, seed).choose(state, legal[:])
    judged = (state, action, legal)
    then = ""
    if (next_question := _next_question(state, action)) is not None:
        further = next_question.legal_actions(next_question.observer)
        next_one = make_player(bot, seed).choose(next_question, further[:])
        then = next_one.text
        if view_of(game_of(state)).actions.opens_question(action):
            judged = (next_question, next_one, further)
    reasons = find_reasons(*judged, seed, absolute=True)
    later = outlook(*judged, seed) if sum(reason.points for reason in reasons) < MIN_POINTS else []
    return action.text, _reasons_to_send(reasons), then, _reasons_to_send(later)


def _reasons_to_send(reasons: list[Reason]) -> SentReasons:
    return [(reason.name, reason.points, reason.change) for reason in reasons]


def _next_question(state: State, action: Action) -> State | None:
    """Return the state with an action's second half or the question that it opens, as its seat sees it.

    Return None if nothing follows, or if that depends on chance or another player.
    """
    seat = state.observer
    after = state.determinized(0)
    draws = after.draws + action.reveals
    after.apply(action, seat)
    if after.draws != draws or seat not in after.players_to_act:
        return None
    observed, actions_view = after.observed_by(seat), view_of(game_of(state)).actions
    continues = actions_view.opens_question(action) or all(
        map(actions_view.is_second_half, observed.legal_actions(seat))
    )
    return observed if continues else None
