"""A table in memory: the state of the game and its structured log.

It is a cache: it can be dropped at any time, and rebuilt from the stored entries.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final
from zlib import crc32

import msgspec

from regnum.core.game import Game
from regnum.core.record.play import UNDO, Play, ProposedMove, can_be_undone
from regnum.core.record.record import Record
from regnum.core.record.seed_commitment import SeedCommitment, commit
from regnum.core.rules.action import Action
from regnum.core.rules.state import SPECTATOR, IllegalActionError, State
from regnum.core.text.guide import ScriptEntry
from regnum.view import view_of
from regnum.web.errors import RefusedError, UnplayableError
from regnum.web.tables.models import ABANDONED, BOT, FINISHED, GUEST, PACES, PLAYING, WAITING, Entry, SeatRow, TableRow
from regnum.web.tables.seat_view import SeatView, determinize
from regnum.web.tables.stored_options import POSITION_ORIGIN, game_of_row, game_options, start_of_row, tutorial_of_row
from regnum.web.tables.stored_table import StoredTable, looks_same

MAX_UNDOABLE: Final = 100
"""The maximum number of a seat's actions that are offered for undo."""
NOT_IN_TUTORIAL: Final = "guided"
"""The refusal key for a move that the tutorial does not allow."""


class LiveTable(StoredTable):
    """A table with its game in memory, at one of its versions.

    A move names the number of entries it is based on, so that outdated moves are refused.
    """

    def __init__(
        self, row: TableRow, entries: Sequence[tuple[int, str]], times: Mapping[int, datetime] | None = None
    ) -> None:
        """Replay a table's entries. `times`: when they were made, by their numbers.

        Raises UnplayableError if an entry does not fit the rules, or if the table has other rules or facts.
        """
        super().__init__(row)
        self.game: Final[Game] = game_of_row(row)
        if self.game.rules_version != row.rules_version:
            raise UnplayableError(f"rules version {row.rules_version}; this version plays {self.game.rules_version}")
        self.renders: Final[dict[int | None, dict[Any, Any]]] = {}
        """The rendered parts for each viewer (None: spectators), see `render_cache_for`."""
        self.chances: list[tuple[int, list[float]]] = []
        """The players' chances in the course of a finished game, by entry number; empty without a review."""
        self.play = _play(row, entries)
        self.tutorial: Final = tutorial_of_row(row, self.game)
        self.times: Final = dict(times or {})
        self.began_at = datetime.now(UTC)
        """When the game began, as far as this server knows: the wait for the first entry is counted from then."""

    # Seats.

    @property
    def phase(self) -> str:
        """`waiting` for players, `playing`, `finished`, or `abandoned` by agreement."""
        if self.row.phase == ABANDONED:
            return ABANDONED
        if any(seat.kind not in (GUEST, BOT) for seat in self.row.seats):
            return WAITING
        return FINISHED if self.state.is_terminal else PLAYING

    @property
    def hints_allowed(self) -> bool:
        """Whether players may ask for hints: the table allows them, or at most one person plays."""
        people = {seat.guest or seat.invitation_token for seat in self.row.seats if seat.kind != BOT}
        return self.row.hints_allowed or len(people) <= 1

    @property
    def position_origin(self) -> str:
        """The origin of the starting position, one of ORIGINS; "" for the normal setup, which counts for statistics."""
        return str(self.row.options.get(POSITION_ORIGIN, ""))

    def seat_of(self, guest: str) -> int | None:
        """Return the seat of a guest, or None if they have none.

        A guest who tries out a position alone may have several. The result is then the one that must act, or else the
        one that acted last.
        """
        own = self.seats_of(guest)
        if len(own) < 2:
            return own[0] if own else None
        acting = [seat for seat in own if seat in self.state.players_to_act]
        return next(
            (seat for seat in (*acting, *(by for by, _ in self.play.record.entries[::-1])) if seat in own), own[0]
        )

    def bots_to_act(self) -> list[int]:
        """Return the seats that must act now without a person."""
        return self.bots_acting_in(self.state, self.entry_count) if self.phase == PLAYING else []

    def bots_acting_in(self, state: State, entry_count: int, seats: Sequence[SeatRow] | None = None) -> list[int]:
        """Return the seats that must act without a person in `state`, after `entry_count` entries of this game.

        If several people have seats and all are absent, no bot acts for them, so that they find the game unchanged.
        `seats`: the seats to use instead of the current ones.
        """
        script_entry = self.next_script_entry(entry_count)
        if script_entry is not None:
            return [] if script_entry.waits else [script_entry.player]
        seats = self.row.seats if seats is None else seats
        people = [row for row in seats if row.kind == GUEST]
        all_absent = len(people) > 1 and all(row.absent for row in people)
        return [
            seat
            for seat in state.players_to_act
            if seats[seat].is_played_by_bot and not (all_absent and seats[seat].kind == GUEST)
        ]

    @property
    def has_bot_delays(self) -> bool:
        """Whether bots pause before they act: the pace has pauses, and nobody has skipped them since a person acted."""
        return PACES.get(self.row.pace, 1.0) > 0 and self.row.delays_skipped_after != self.last_human_entry

    def last_action_time(self, seat: int) -> datetime | None:
        """Return when the last entry of a seat was made, or None if there is none or its time is unknown."""
        return self.times.get(self.last_action_number(seat))

    def last_action_number(self, seat: int) -> int:
        """Return the number of the last entry of a seat, or 0 if there is none."""
        entries = self.play.record.entries
        return next((number for number in range(len(entries), 0, -1) if entries[number - 1][0] == seat), 0)

    @property
    def last_human_entry(self) -> int:
        """The number of the last public entry made by a person, or 0 if there is none.

        Pages show whether bots pause, so secret entries must not count.
        """
        entries, secret = self.play.record.entries, set(self.play.unknown_entries(None))
        bots = {seat.seat for seat in self.row.seats if seat.is_played_by_bot}
        human_entries = (number for number in range(len(entries), 0, -1) if entries[number - 1][0] not in bots)
        return next((number for number in human_entries if number not in secret), 0)

    # The commitment to the seed.

    @property
    def commitment(self) -> SeedCommitment | None:
        """The commitment made when the table was opened, or None for older tables and for tutorials.

        Its salt, like the seed, is secret until the end.
        """
        return None if self.row.salt is None else commit(int(self.row.seed), self.row.salt)

    # Tutorials.

    def next_script_entry(self, entry_count: int | None = None) -> ScriptEntry | None:
        """Return the tutorial's next entry after `entry_count` entries (None: all), or None if there is none."""
        if self.tutorial is None:
            return None
        entries = self.play.record.entries
        return self.tutorial.next_entry(entries, len(entries) if entry_count is None else entry_count)

    def forced_action(self, seat: int) -> str:
        """Return the text of the action that a seat takes automatically now; "" if its player must choose or wait."""
        if self.next_script_entry() is not None or seat not in self.state.players_to_act:
            return ""
        player, text = self.play.record.entries[-1]
        last = self.game.actions.parse(text).family if player == seat and text != UNDO else ""
        follows = view_of(self.game).actions.automatic_action(self.state.legal_actions(seat), last)
        return "" if follows is None else follows.text

    def may_act(self, seat: int, text: str) -> bool:
        """Return whether an action is legal for a seat now."""
        return seat in self.state.players_to_act and any(a.text == text for a in self.state.legal_actions(seat))

    def check_guided(self, seat: int, text: str) -> None:
        """Raise RefusedError if the tutorial does not allow a move."""
        script_entry = self.next_script_entry()
        if script_entry is not None and not (seat == script_entry.player and text in script_entry.texts):
            raise RefusedError(NOT_IN_TUTORIAL)

    @property
    def status_digest(self) -> str:
        """What pages show besides the game: a letter per seat, then a hash of the time limits and the proposal."""
        marks = ("r" if row.resigned else "s" if row.absent else "p" for row in self.row.seats)
        agreement = (self.row.proposal, self.row.pause, self.row.timing)
        digest = f"{crc32(msgspec.json.encode(agreement)):x}" if any(agreement) else ""
        return "".join(marks) + ("x" if self.phase == ABANDONED else "") + digest

    def may_skip_delays(self, seat: int | None) -> bool:
        """Return whether a viewer may skip the bots' pauses: only people with a seat may, but anyone if none has one.

        `seat`: the viewer's seat, or None for a spectator.
        """
        return seat is not None or not any(row.kind == GUEST for row in self.row.seats)

    # The game.

    @property
    def state(self) -> State:
        """The full state, including hidden information."""
        return self.play.state

    @property
    def entry_count(self) -> int:
        """The number of entries in the record."""
        return self.play.entry_count

    def known_entry_count(self, seat: int | None) -> int:
        """Return the number of entries known to a seat (None: a spectator)."""
        return self.play.known_entry_count(seat)

    def last_entry_time(self, seat: int | None) -> datetime | None:
        """Return the time of the last entry known to a seat (None: a spectator), or None if there is none."""
        unknown = set(self.play.unknown_entries(seat))
        known_numbers = (number for number in range(self.entry_count, 0, -1) if number not in unknown)
        return self.times.get(next(known_numbers, 0))

    def view(self, seat: int | None, is_stand_in: bool = False) -> SeatView:
        """Return a seat's view (None: a spectator's).

        `is_stand_in`: whether the view is for the bot that plays for the seat's absent holder.
        """
        seen = self.state.observed_by(seat)
        script_entry = self.next_script_entry()
        acting = seat is not None and self.phase == PLAYING and (script_entry is None or script_entry.waits)
        acting = acting and seat is not None and (is_stand_in or not self.row.seats[seat].absent)
        return SeatView(
            seat=seat,
            seen=seen,
            legal=seen.legal_actions(seat) if acting else [],
            entry_count=self.known_entry_count(seat),
            decision_start=self.known_entry_count(seat) if seat is None else self.play.decision_starts[seat],
            log=self.play.log,
            hints_allowed=self.hints_allowed and script_entry is None,
            times=self.times,
            unknown=self.play.unknown_entries(seat),
        )

    def revealed_view(self, seat: int | None) -> SeatView:
        """Return a seat's view with nothing hidden, for finished games."""
        seen = self.state.clone()
        seen.observer = SPECTATOR if seat is None else seat
        seen.seed = seen.draws = 0
        return msgspec.structs.replace(
            self.view(seat), seen=seen, entry_count=self.entry_count, legal=[], unknown=(), is_revealed=True
        )

    def undoable_actions(self, seat: int | None) -> list[tuple[State, Action]]:
        """Return the last actions that a seat may undo, each after the seat's observation before it.

        There are at most MAX_UNDOABLE, the oldest first.
        """
        free = (
            seat is not None
            and self.phase == PLAYING
            and self.next_script_entry() is None
            and not self.row.seats[seat].absent
        )
        undoable = self.play.undoable_actions(seat) if seat is not None and free else []
        return [(before.observed_by(seat), action) for before, action in undoable[-MAX_UNDOABLE:]]

    def check_undo(self, seat: int, count: int) -> None:
        """Raise RefusedError if a seat may not undo `count` actions."""
        if len(self.play.undoable_actions(seat)) < count:
            raise RefusedError("no_undo")

    def check_present(self, seat: int) -> None:
        """Raise RefusedError if a bot plays for the absent holder of a seat."""
        if self.row.seats[seat].absent:
            raise RefusedError("replaced")

    def check_turn(self, seat: int, entry_count: int, undo: bool = False) -> None:
        """Raise RefusedError unless the game is running, it is a seat's turn, and its decision has not changed since.

        `entry_count`: how many entries the seat knew when it decided. `undo`: whether it undoes an action, which it may
        do at any time.
        """
        if self.phase == WAITING:
            raise RefusedError("not_begun")
        if self.phase in (FINISHED, ABANDONED):
            raise RefusedError("game_over")
        if not self.play.decision_starts[seat] <= entry_count <= self.known_entry_count(seat):
            raise RefusedError("stale")
        if not undo and seat not in self.state.players_to_act:
            raise RefusedError("not_your_turn")

    def propose(self, seat: int, text: str, entry_count: int) -> ProposedMove:
        """Return the move that an entry of a seat makes, without changing the table.

        `entry_count`: how many entries the seat knew when it decided. Raises RefusedError if the move is not allowed.
        """
        self.check_turn(seat, entry_count, text == UNDO)
        try:
            move = self.play.propose(seat, text)
        except IllegalActionError as error:
            raise RefusedError(error.key, dict(error.params), error.clause) from None
        self.check_guided(seat, text)
        return move

    def is_final(self, seat: int, text: str) -> bool:
        """Return whether an action cannot be undone, as far as its seat can know: it is tried in a determinization.

        Raises RefusedError if the action is illegal.
        """
        before = determinize(self.state.observed_by(seat), 0)
        if before is None:
            return True
        after = before.clone()
        try:
            action = after.submit(text, seat)
        except IllegalActionError as error:
            raise RefusedError(error.key, dict(error.params), error.clause) from None
        return not can_be_undone(before, after, action)

    def apply_move(self, move: ProposedMove, at: datetime | None = None, row: TableRow | None = None) -> None:
        """Apply a move that was committed as the next version.

        `at`: its time. `row`: the table's new row, if the move has changed more than the game.
        """
        known_counts, before = self._known_counts(), self.row
        self.play.adopt(move)
        self.row = row or self.row
        if at is not None:
            self.times[self.entry_count] = at
        self.version += 1
        self._announce_entries(known_counts, before)

    def apply_entries(self, version: int, entries: Sequence[Entry], row: TableRow | None = None) -> None:
        """Apply entries that others have committed, up to a version.

        Raises UnplayableError if they do not fit the rules. `row`: the table's new row, or None if only the game has
        changed.
        """
        known_counts, before = self._known_counts(), self.row
        try:
            for entry in entries:
                self.play.submit(entry.player, entry.text)
        except (ValueError, RuntimeError):
            raise UnplayableError("an entry does not fit the rules") from None
        self.times.update(times_of(entries))
        self._set_version(version, row)
        self._announce_entries(known_counts, before)

    def restart(self, row: TableRow, entries: Sequence[tuple[int, str]]) -> None:
        """Replay the game from the stored entries, after an older state was restored.

        Raises UnplayableError if an entry does not fit the rules.
        """
        self.play = _play(row, entries)
        for number in [number for number in self.times if number > len(entries)]:
            del self.times[number]
        self._set_version(row.version, row)
        self.announce_change()

    def _set_version(self, version: int, row: TableRow | None) -> None:
        self.version = version
        waited = self.phase == WAITING
        self.row = row or self.row
        if waited:
            self.began_at = datetime.now(UTC)

    # Listeners and rendered parts.

    def render_cache_for(self, seat: int | None) -> dict[Any, Any]:
        """Return the cache of rendered parts for a viewer (None: a spectator); callers read it and add to it.

        An entry clears it only for viewers who notice the entry, so that response times do not reveal secret moves.
        """
        return self.renders.setdefault(seat, {})

    def announce_change(self) -> None:
        """Wake all listeners after a change of the game."""
        self._clear_renders(self.renders)
        super().announce_change()

    def _clear_renders(self, seats: Iterable[int | None]) -> None:
        """Clear the rendered parts of the given viewers."""
        for seat in seats:
            self.renders[seat].clear()  # not replaced, because playback.py refers to these dicts

    def _known_counts(self) -> dict[int | None, int]:
        """Return how many entries each viewer with rendered parts knows."""
        return {seat: self.known_entry_count(seat) for seat in self.renders}

    def _announce_entries(self, known_counts: Mapping[int | None, int], before: TableRow) -> None:
        """Wake all listeners after new entries; rendered parts stay valid for viewers who notice no change.

        `known_counts`: how many entries each viewer knew before. `before`: the table's row before.
        """
        if self.tutorial is not None or not looks_same(before, self.row):  # a tutorial's text changes
            self.announce_change()
            return
        self._clear_renders([seat for seat in self.renders if known_counts.get(seat) != self.known_entry_count(seat)])
        self.notify_listeners()

    def set_chances(self, chances: list[tuple[int, list[float]]]) -> None:
        """Set the chances found by a review; pages show them from the next request on."""
        if chances != self.chances:
            self.chances = chances
            self._clear_renders(self.renders)


def times_of(entries: Iterable[Entry]) -> dict[int, datetime]:
    """Return when entries were made, by their numbers; entries without a time are missing."""
    return {entry.number: entry.created_at for entry in entries if entry.created_at is not None}


def _play(row: TableRow, entries: Sequence[tuple[int, str]]) -> Play:
    """Return the game after these entries; raises UnplayableError if one does not fit the rules."""
    game = game_of_row(row)
    try:
        start = start_of_row(row, game)
        record = Record(game.id, row.players, int(row.seed), game_options(row), entries, start=start)
        return record.play(with_log=True)
    except ValueError:  # its message contains the move and must not be logged
        raise UnplayableError("an entry does not fit the rules") from None
