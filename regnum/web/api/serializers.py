"""Games and tables as JSON for programs: the same information as on pages, as values instead of words."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec

from regnum.core.game import Game
from regnum.core.rules.action import Action
from regnum.web.analysis.hints import Hint
from regnum.web.tables import agreement
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import BOT, FINISHED, OPEN, PLAYING, WAITING, TableRow
from regnum.web.tables.stored_options import game_options

Value = int | str | bool


class OptionInfo(msgspec.Struct, frozen=True):
    """A variant or reading of a game: what it may be, the default first."""

    name: str
    values: list[Value]
    default: Value
    players: list[int]
    """The player counts for which it applies."""


class GameInfo(msgspec.Struct, frozen=True):
    """A game that can be played here."""

    id: str
    title: str
    rules: int
    """The version of its rules; the indices of actions may differ between versions."""
    players: list[int]
    options: list[OptionInfo]
    actions: int
    """The total number of actions; indices are below it."""


class SeatInfo(msgspec.Struct, frozen=True):
    """Who has a seat: somebody (`guest`), a bot, or nobody yet (`open`). `invitation`: for the host of a table only."""

    seat: int
    kind: str
    name: str
    bot: str | None = None
    invitation: str | None = None


class ProposalInfo(msgspec.Struct, frozen=True):
    """What somebody proposes to the people at a table; `seat`: who. `until`: when the time to answer is over."""

    id: str
    kind: str
    """`end`, `pause`, `resume`, `more` (time) or `clocks`."""
    seat: int
    until: str
    asked: bool
    """Whether the seat for which the token plays has yet to answer."""


class TableInfo(msgspec.Struct, frozen=True):
    """A table. It begins by itself as soon as no seat is open."""

    id: str
    game: str
    players: int
    phase: str
    """`waiting` for players, `playing`, `finished`, `abandoned` (ended by agreement) or `stopped` (by an update)."""
    options: dict[str, Value]
    seats: list[SeatInfo]
    seat: int | None
    """The seat for which the token plays; null for a spectator."""
    to_act: bool
    """Whether that seat has a decision to make."""
    hints: bool
    """Whether it may ask for hints."""
    invitation: str | None = None
    """The invitation to any open seat, for the host of a table only."""
    title: str = ""
    """The name that the host has given the table; "" for none."""
    paused: bool = False
    """Whether its clocks are paused."""
    proposal: ProposalInfo | None = None


class ActionInfo(msgspec.Struct, frozen=True):
    """An action: its text, by which it is taken, its index in the game's table, its kind and the named parts."""

    text: str
    index: int
    family: str
    params: dict[str, int | str]


class Result(msgspec.Struct, frozen=True):
    """How a game ended, for each side: points, places after all tie-breaks, and returns from -1 to 1."""

    scores: list[int]
    ranking: list[int]
    returns: list[float]


class Observation(msgspec.Struct, frozen=True):
    """What a seat sees. `state` is null while the table waits for players.

    `entry`: how many entries of the record the seat knows of; whoever acts says it. `undo`: how many of its last
    actions the seat may take back.
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
    """An action was taken: how many entries the seat knows of now; `repeated`: it had been taken by an earlier try."""

    entry: int
    repeated: bool = False


class ReasonInfo(msgspec.Struct, frozen=True):
    """What speaks for a choice or against it: a feature of the position, and how many points more it is worth."""

    name: str
    points: float
    change: float


class HintInfo(msgspec.Struct, frozen=True):
    """What a strong player would do with what the seat sees, after so many entries."""

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
    """Return a table as a guest may see it; `acting`: the seats that have a decision to make."""
    hosting = guest == row.host and row.phase == WAITING
    seats = [
        SeatInfo(seat.seat, seat.kind, seat.name, seat.bot, seat.token if hosting and seat.kind == OPEN else None)
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
        hints=seat is not None and (row.hints or people <= 1),
        invitation=row.invite if hosting else None,
        title=row.title,
        paused=row.phase == PLAYING and row.pause is not None,
        proposal=_proposal(row, seat),
    )


def _proposal(row: TableRow, seat: int | None) -> ProposalInfo | None:
    asked = agreement.open_proposal(row)
    if asked is None:
        return None
    waits = seat in agreement.awaited_seats(row, datetime.now(UTC))
    return ProposalInfo(asked.id, asked.kind, asked.seat, asked.until.isoformat(timespec="seconds"), waits)


def action_info(action: Action) -> ActionInfo:
    """Return an action."""
    return ActionInfo(action.text, action.index, action.family, dict(action.params))


def observed(table: LiveTable, seat: int | None) -> Observation:
    """Return the observation of a seat (None: a spectator), built once per state."""
    drawn, key = table.render_cache_for(seat), ("observation", table.phase)
    kept: Observation | None = drawn.get(key)
    if kept is None:
        kept = drawn[key] = _observed(table, seat)
    return kept


def _observed(table: LiveTable, seat: int | None) -> Observation:
    phase = table.phase
    view = None if phase == WAITING else table.view(seat)
    return Observation(
        table=table.row.id,
        game=table.row.game,
        phase=phase,
        seat=seat,
        entry=0 if view is None else view.number,
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
    """Return a hint."""
    reasons = [ReasonInfo(reason.name, reason.points, reason.change) for reason in hint.reasons]
    return HintInfo(hint.number, hint.action, reasons)


def repeated(table: LiveTable, seat: int, action: str, number: int) -> int | None:
    """Return the number of entries a seat knew after an action, if its first one after `number` was this action.

    This lets a program repeat a request after it missed the response.
    """
    unknown = table.play.unknown_entries(seat)
    for at, (player, text) in enumerate(table.play.record.entries, 1):
        known = at - sum(1 for other in unknown if other < at)
        if player == seat and known > number:
            return known if text == " ".join(action.split()) else None
    return None
