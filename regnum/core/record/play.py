"""A game in progress: its record, state and log, the actions that may be undone, and the players to act.

Tables in the browser, the terminal, matches between bots and replays are built on this module. A move is tried once, on
a copy of the state. When the caller commits it, the copy becomes the state, and the old state is kept for undo.
"""

from typing import TYPE_CHECKING, Final

from regnum.core.rules.action import Action, Refusal
from regnum.core.rules.note import Line
from regnum.core.rules.state import IllegalActionError, State
from regnum.core.rules.step import Simultaneous

if TYPE_CHECKING:
    from regnum.core.record.record import Record

UNDO: Final = "undo"
"""The text of a record entry that takes back its player's last action not yet undone."""

MAX_UNDO_REPLAYS: Final = 5_000
"""How many of the others' actions may be replayed for one player's undos, so that a game loads within a second."""

EffectiveAction = tuple[State, int, Action]
"""An action that was not undone: the state before it, its player, and the action."""


class ProposedMove:
    """A legal entry that was tried but not committed.

    Attributes:
        entry_count: The number of entries before it.
        player: The player who makes it.
        action: The action, or None for an undo.
        state: The state to which it leads.
        replayed: For an undo, the actions after the undone one, replayed without it.
    """

    def __init__(
        self,
        entry_count: int,
        player: int,
        action: Action | None,
        state: State,
        replayed: list[EffectiveAction] | None = None,
    ) -> None:
        self.entry_count: Final = entry_count
        self.player: Final = player
        self.action: Final = action
        self.state: Final = state
        self.replayed: Final[list[EffectiveAction]] = replayed or []

    @property
    def text(self) -> str:
        """The entry's text form."""
        return UNDO if self.action is None else self.action.text


class Play:
    """A game in progress.

    Each entry is added to `record`. If `with_log`, `log` has a line for every action and note. `decision_starts[p]` is
    the number of entries, as counted by `known_entry_count`, after which player p's current decision began.

    Undo takes back a player's own last action, as long as nothing unknown to them has been drawn or revealed since, no
    other player has acted, no simultaneous decision has ended, and the players to act are the same.

    Secret actions of others in a simultaneous decision (see `is_unnoticed`) do not count: they do not prevent an undo,
    and an undo does not change them. The state without the action is computed by replaying the others' later actions,
    which are still legal, because the order of simultaneous decisions makes no difference. After MAX_UNDO_REPLAYS such
    replayed actions, a player can no longer undo; real games never reach this limit.
    """

    def __init__(self, record: "Record", with_log: bool = False, start: State | None = None) -> None:
        """Begin the game of a record without entries, from the position `start` (None: from the setup)."""
        assert not record.entries, "a play begins at the beginning"
        self.record: Final = record
        self.with_log: Final = with_log
        self.state = start or record.game.begin(record.players, record.seed, record.options, with_log)
        self.log: Final[list[Line]] = _lines(self.state, 0)
        self.decision_starts: Final = [0] * record.players
        self._unnoticed: Final[list[list[int]]] = [[] for _ in range(record.players)]
        self._undo_window: Final[list[EffectiveAction]] = []
        """The latest actions not undone, from the oldest one that any player may take back."""
        self._final_counts: Final = [0] * record.players
        """For each player, how many of these are final. Of the rest, the player may take back their own actions."""
        self._replay_counts: Final = [0] * record.players
        """For each player, how many of the others' actions were replayed for their undos; see MAX_UNDO_REPLAYS."""
        self._starts: Final[list[int]] = []

    @property
    def entry_count(self) -> int:
        """The number of entries."""
        return len(self.record.entries)

    def known_entry_count(self, seat: int | None) -> int:
        """Return the number of entries known to a seat (None: a spectator).

        The others' secret actions in the current simultaneous decision are not counted.
        """
        own = 0 if seat is None else len(self._unnoticed[seat])
        return self.entry_count - sum(map(len, self._unnoticed)) + own

    def unknown_entries(self, seat: int | None) -> list[int]:
        """Return the numbers of the entries unknown to a seat (None: a spectator), in order."""
        return sorted(number for player, numbers in enumerate(self._unnoticed) if player != seat for number in numbers)

    def latest_lines(self) -> list[Line]:
        """Return the log lines of the last entry: the action and its notes, or the action taken back.

        Before the first entry, these are the notes of the setup.
        """
        undone = bool(self.log) and self.log[-1].undone is not None
        return self.log[-1:] if undone else self.log[self._starts[-1] if self._starts else 0 :]

    def can_undo(self, player: int) -> bool:
        """Return whether the player may take back their last action."""
        return bool(self.undoable_actions(player))

    def undoable_actions(self, player: int) -> list[tuple[State, Action]]:
        """Return the actions that the player may take back, oldest first, each with the state before it."""
        if not self._undo_window or not 0 <= player < self.record.players:
            return []
        if self._last_of(player) < 0:
            return []
        free = self._undo_window[self._final_counts[player] :]
        return [(before, action) for before, actor, action in free if actor == player]

    def propose(self, player: int, entry: Action | str) -> ProposedMove:
        """Try a player's action or undo on a copy of the state.

        Args:
            player: The player.
            entry: The action or its text, or "undo".

        Raises:
            IllegalActionError: If the entry is not allowed.
        """
        if entry == UNDO:
            return self._propose_undo(player)
        trial = self.state.clone()
        trial.journal = [] if self.with_log else None
        return ProposedMove(self.entry_count, player, trial.submit(entry, player), trial)

    def adopt(self, move: ProposedMove) -> None:
        """Commit a proposed move.

        Args:
            move: A move that `propose` returned.

        Raises:
            ValueError: If the game has changed since the proposal.
        """
        if move.entry_count != self.entry_count:
            raise ValueError(f"proposed after {move.entry_count} entries, but there are {self.entry_count}")
        before = self.state
        self.state = move.state
        self.record.append(move.player, move.text)
        has_advanced = _top(before) is not _top(self.state)
        undone = -1 if move.action is not None else self._last_of(move.player)
        action = move.action if move.action is not None else self._undo_window[undone][2]
        unnoticed = is_unnoticed(action, _top(before), before.players_to_act, self.state)
        if move.action is None:
            self._take_back(undone, move, action)
        else:
            self._undo_window.append((before, move.player, action))
            self._log(move.player, action, _clause(before))
        self._settle(move.player, unnoticed, move.action is None or can_be_undone(before, self.state, action))
        if unnoticed:
            self._unnoticed[move.player].append(self.entry_count)
        for player in range(self.record.players):
            if has_advanced or player == move.player:
                self.decision_starts[player] = self.known_entry_count(player)

    def submit(self, player: int, entry: Action | str) -> ProposedMove:
        """Propose and adopt an entry.

        Args:
            player: The player.
            entry: The action or its text, or "undo".

        Raises:
            IllegalActionError: If the entry is not allowed. The game has not changed.
        """
        move = self.propose(player, entry)
        self.adopt(move)
        return move

    def apply(self, player: int, action: Action) -> None:
        """Take a legal action in place, unchecked; neither it nor earlier actions can be undone. For fast play."""
        if self._undo_window:
            self._undo_window.clear()
            self._final_counts[:] = [0] * self.record.players
        self.record.append(player, action.text)  # first, so that the record names the action if applying it fails
        clause = _clause(self.state)
        if self.with_log:
            self.state.journal = []
        self.state.apply(action, player)
        self._log(player, action, clause)
        self.decision_starts[:] = [self.entry_count] * self.record.players

    def copy_into(self, record: "Record") -> "Play":
        """Return an independent copy of this game; `record`, which must have no entries, becomes its record."""
        copy = Play(record, self.with_log, self.state)
        record.entries[:] = self.record.entries
        copy.log[:] = self.log
        copy.decision_starts[:] = self.decision_starts
        copy._unnoticed[:] = [list(numbers) for numbers in self._unnoticed]
        copy._undo_window[:] = self._undo_window
        copy._final_counts[:] = self._final_counts
        copy._replay_counts[:] = self._replay_counts
        copy._starts[:] = self._starts
        return copy

    def _last_of(self, player: int) -> int:
        """Return the index in `_undo_window` of the last action that the player may take back, or -1 for none."""
        if self._undo_window and 0 <= player < self.record.players:
            end = len(self._undo_window) - 1
            most = MAX_UNDO_REPLAYS - self._replay_counts[player]
            for index in range(end, self._final_counts[player] - 1, -1):
                if end - index > most:
                    return -1
                if self._undo_window[index][1] == player:
                    return index
        return -1

    def _propose_undo(self, player: int) -> ProposedMove:
        """Return the proposed undo of a player's last action.

        Raises IllegalActionError if nothing may be taken back.
        """
        index = self._last_of(player)
        refused = index < 0
        replayed: list[EffectiveAction] = []
        state = self.state
        if not refused:
            state = self._undo_window[index][0]
            for _, actor, action in self._undo_window[index + 1 :]:
                replayed.append((state, actor, action))
                state = state.clone()
                try:
                    state.submit(action, actor)
                except IllegalActionError:
                    # The decision is not truly simultaneous: the others' secret actions are kept.
                    refused = True
                    break
        if refused:
            raise IllegalActionError(f"player {player} has nothing that may be taken back", Refusal("no_undo", ""))
        return ProposedMove(self.entry_count, player, None, state, replayed)

    def _settle(self, player: int, unnoticed: bool, undoable: bool) -> None:
        """Mark the actions that a player's entry makes final; `unnoticed`: the others do not notice the entry."""
        end = len(self._undo_window)
        final = self._final_counts
        if not undoable:
            final[player] = end
        if not unnoticed:
            for other in range(len(final)):
                if other != player:
                    final[other] = end
        last_final = min(final)
        if last_final:
            del self._undo_window[:last_final]
            final[:] = [count - last_final for count in final]

    def _log(self, player: int, action: Action, clause: str) -> None:
        if self.with_log:
            self._starts.append(len(self.log))
            self.log.append(Line(player, action=action, number=self.entry_count, clause=clause))
            self.log.extend(_lines(self.state, self.entry_count))

    def _take_back(self, index: int, move: ProposedMove, action: Action) -> None:
        """Remove the action at this index of `_undo_window` and its log lines, except for other players' undo lines."""
        later_count = len(self._undo_window) - index - 1
        self._replay_counts[move.player] += later_count
        self._undo_window[index:] = move.replayed
        for player in range(len(self._final_counts)):
            if self._final_counts[player] > index:
                self._final_counts[player] -= 1
        if self.with_log:
            at = len(self._starts) - 1 - later_count
            start = self._starts.pop(at)
            end = self._starts[at] if later_count else len(self.log)
            remaining = [line for line in self.log[start:end] if line.undone is not None and line.player != move.player]
            self.log[start:end] = remaining
            removed = end - start - len(remaining)
            for start_index in range(at, len(self._starts)):
                self._starts[start_index] -= removed
            self.log.append(Line(move.player, undone=action, number=self.entry_count))


def can_be_undone(before: State, after: State, action: Action) -> bool:
    """Return whether the action that led from `before` to `after` may be taken back; see `Play`."""
    top = _top(before)
    is_last_choice = isinstance(top, Simultaneous) and _top(after) is not top
    learned = after.draws != before.draws + action.reveals
    return after.players_to_act == before.players_to_act and not learned and not is_last_choice


def is_unnoticed(action: Action, step: object, waiting: tuple[int, ...], after: State) -> bool:
    """Return whether an action is hidden from the other players.

    This is the case if the same simultaneous decision continues with the same players, and the log omits the action.

    Args:
        action: The action.
        step: The next step before the action.
        waiting: The players to act before the action.
        after: The state after the action.
    """
    still_waiting = isinstance(step, Simultaneous) and _top(after) is step and after.players_to_act == waiting
    return still_waiting and action.family in after.game.unlogged_families


def _top(state: State) -> object:
    return state.stack[-1] if state.stack else None


def _clause(state: State) -> str:
    return state.stack[-1].CLAUSE if state.stack else ""


def _lines(state: State, number: int) -> list[Line]:
    """Return log lines with the notes in a state's journal and remove the journal."""
    notes = state.journal or []
    state.journal = None
    return [Line(note.player, note=note, number=number) for note in notes]
