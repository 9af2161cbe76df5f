"""Games and tables as JSON for programs: the same information as on pages, as values instead of words."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec

from regnum.core.game import Game
from regnum.core.rules.action import Action
from regnum.web.analysis.hints import Hint
from regnum.web.tables import proposal_rules
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import BOT, FINISHED, OPEN, PLAYING, WAITING, TableRow
from regnum.web.tables.stored_options import game_options

Value = int | str | bool


class OptionInfo(msgspec.Struct, frozen=True):
    """An option of a game, with its possible values, the default first."""

    name: str
    values: list[Value]
    default: Value
    players: list[int]
    """The player counts for which the option exists."""


class GameInfo(msgspec.Struct, frozen=True):
    """A game that this server offers."""

    id: str
    title: str
    rules: int
    """The version of its rules; the indices of actions may differ between versions."""
    players: list[int]
    options: list[OptionInfo]
    actions: int
    """The number of actions in the game's table; every index is less than this."""


class SeatInfo(msgspec.Struct, frozen=True):
    """A seat: `kind` is `guest`, `bot` or `open`. `invitation`: its invitation, only for the host of the table."""

    seat: int
    kind: str
    name: str
    bot: str | None = None
    invitation: str | None = None


class ProposalInfo(msgspec.Struct, frozen=True):
    """A proposal to the people at a table. `seat`: its author. `until`: the deadline for answers (ISO 8601)."""

    id: str
    kind: str
    """`end`, `pause`, `resume`, `more` (time) or `clocks`."""
    seat: int
    until: str
    asked: bool
    """Whether the token's seat still has to answer."""


class TableInfo(msgspec.Struct, frozen=True):
    """A table. The game begins as soon as no seat is open."""

    id: str
    game: str
    players: int
    phase: str
    """`waiting` for players, `playing`, `finished`, `abandoned` (ended by agreement) or `stopped` (by an update)."""
    options: dict[str, Value]
    seats: list[SeatInfo]
    seat: int | None
    """The token's seat; null for a spectator."""
    to_act: bool
    """Whether that seat has a decision to make."""
    hints: bool
    """Whether that seat may ask for hints."""
    invitation: str | None = None
    """The invitation to any open seat, only for the host of the table."""
    title: str = ""
    """The name given by the host, or "" if there is none."""
    paused: bool = False
    """Whether its clocks are paused."""
    proposal: ProposalInfo | None = None


class ActionInfo(msgspec.Struct, frozen=True):
    """An action: its text, its index in the game's table of actions, its family, and its parameters."""

    text: str
    index: int
    family: str
    params: dict[str, int | str]


class Result(msgspec.Struct, frozen=True):
    """The result of a game for each side: points, places after all tie-breaks, and returns from -1 to 1."""

    scores: list[int]
    ranking: list[int]
    returns: list[float]


class Observation(msgspec.Struct, frozen=True):
    """What a seat sees. `state` is null while the table waits for players.

    `entry`: how many entries of the record the seat knows of; a move must send this number. `undo`: how many of the
    seat's last actions it can undo.
    """

    table: str
    game: str
    phase: str
    seat: int | None
    entry: int
    players_to_act: list[int]
    legal: list[ActionInfo]
    undo: int
    state: dict[str, Any] | None
    result: Result | None


class ActResult(msgspec.Struct, frozen=True):
    """How many entries the seat knows of after an action; `repeated`: whether an earlier request took that action."""

    entry: int
    repeated: bool = False


class ReasonInfo(msgspec.Struct, frozen=True):
    """A reason for or against a choice: a feature, the points gained by it, and the change of the feature."""

    name: str
    points: float
    change: float


class HintInfo(msgspec.Struct, frozen=True):
    """What a strong bot would choose after `entry` entries, and why."""

    entry: int
    action: str
    reasons: list[ReasonInfo]


def game_info(game: Game) -> GameInfo:
    """Return the description of a game."""
    options = [
        OptionInfo(option.name, list(option.values), option.default, list(option.players)) for option in game.options
    ]
    return GameInfo(game.id, game.title, game.rules_version, list(game.player_counts), options, len(game.actions))


def table_info(row: TableRow, guest: str, acting: Sequence[int]) -> TableInfo:
    """Return the description of a table as a guest may see it; `acting`: the seats that have a decision to make."""
    shows_invitations = guest == row.host and row.phase == WAITING
    seats = [
        SeatInfo(
            seat.seat,
            seat.kind,
            seat.name,
            seat.bot,
            seat.invitation_token if shows_invitations and seat.kind == OPEN else None,
        )
        for seat in row.seats
    ]
    seat = next((seat.seat for seat in row.seats if seat.guest == guest), None)
    people = sum(1 for seat in row.seats if seat.kind != BOT)
    return TableInfo(
        id=row.id,
        game=row.game,
        players=row.players,
        phase=row.phase,
        options=game_options(row),
        seats=seats,
        seat=seat,
        to_act=row.phase == PLAYING and seat in acting,
        hints=seat is not None and (row.hints_allowed or people <= 1),
        invitation=row.invitation_token if shows_invitations else None,
        title=row.title,
        paused=row.phase == PLAYING and row.pause is not None,
        proposal=_proposal(row, seat),
    )


def _proposal(row: TableRow, seat: int | None) -> ProposalInfo | None:
    asked = proposal_rules.open_proposal(row)
    if asked is None:
        return None
    waits = seat in proposal_rules.awaited_seats(row, datetime.now(UTC))
    return ProposalInfo(asked.id, asked.kind, asked.seat, asked.until.isoformat(timespec="seconds"), waits)


def action_info(action: Action) -> ActionInfo:
    """Return the description of an action."""
    return ActionInfo(action.text, action.index, action.family, dict(action.params))


def observation_of(table: LiveTable, seat: int | None) -> Observation:
    """Return the observation of a seat (None: a spectator), cached until the state changes."""
    seat_cache, key = table.render_cache_for(seat), ("observation", table.phase)
    cached: Observation | None = seat_cache.get(key)
    if cached is None:
        cached = seat_cache[key] = _build_observation(table, seat)
    return cached


def _build_observation(table: LiveTable, seat: int | None) -> Observation:
    phase = table.phase
    view = None if phase == WAITING else table.view(seat)
    return Observation(
        table=table.row.id,
        game=table.row.game,
        phase=phase,
        seat=seat,
        entry=0 if view is None else view.entry_count,
        players_to_act=[] if view is None else list(view.seen.players_to_act),
        legal=[] if view is None else [action_info(action) for action in view.legal],
        undo=0 if view is None else len(table.undoable_actions(seat)),
        state=None if view is None else view.seen.to_dict(),
        result=_result(table) if phase == FINISHED else None,
    )


def _result(table: LiveTable) -> Result:
    state = table.state
    return Result(state.scores(), state.ranking(), state.returns())


def hint_info(hint: Hint) -> HintInfo:
    """Return the description of a hint."""
    reasons = [ReasonInfo(reason.name, reason.points, reason.change) for reason in hint.reasons]
    return HintInfo(hint.entry_count, hint.action, reasons)


def find_repeated_action(table: LiveTable, seat: int, action: str, entry_count: int) -> int | None:
    """Return how many entries a seat knew of after this action, if it was the seat's first after `entry_count` entries.

    Otherwise return None. This lets a program repeat a request if it did not receive the response.
    """
    unknown = table.play.unknown_entries(seat)
    for at, (player, text) in enumerate(table.play.record.entries, 1):
        known_position = at - sum(1 for other in unknown if other < at)
        if player == seat and known_position > entry_count:
            return known_position if text == " ".join(action.split()) else None
    return None
