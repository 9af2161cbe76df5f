"""States: the parts of playing, copying, observing and serializing that are the same in every game."""

from typing import TYPE_CHECKING, Any, ClassVar, Final, SupportsIndex

from regnum.core import i64, mypyc_attr
from regnum.core.codec import Codec, ListOf
from regnum.core.integers import to_int
from regnum.core.registry import state_of
from regnum.core.rules.action import Action, BeyondLimitError, Param, Refusal
from regnum.core.rules.note import Note, NoteKind
from regnum.core.rules.option import Options
from regnum.core.rules.rng import SEED_LIMIT, draw_below, draw_number
from regnum.core.rules.step import Decision, Simultaneous, Step

if TYPE_CHECKING:
    from regnum.core.rules.ruleset import Rules

__all__ = ["SPECTATOR", "HiddenInformationError", "IllegalActionError", "State"]

FULL: Final = -2
"""`State.observer` of a state in which nothing is hidden."""
SPECTATOR: Final = -1
"""`State.observer` of a state as seen by a spectator, who has no seat."""

_MAX_REDEALS: Final = 1_000


class IllegalActionError(ValueError):
    """Raised for an illegal action; the state is unchanged.

    `narrator.refusal_message` turns the error into a sentence.

    Attributes:
        key: The key of the reason in the game's words.
        params: The parameters of the reason.
        clause: The id of the clause that forbids the action, or "" if there is none.
        refusal: The key, the parameters and the clause together.
        action: The text of the refused action, or "" if the message itself explains the error.
    """

    def __init__(self, message: str, refusal: Refusal, action: str = "") -> None:
        super().__init__(message)
        self.refusal = refusal
        self.action = action
        self.key = refusal.key
        self.clause = refusal.clause
        self.params = refusal.params


class HiddenInformationError(ValueError):
    """Raised for a request that cannot be answered from an observed state."""


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """A state of a game: everything on the table, and the steps still to come.

    A game's state adds its own fields: one entry each in `FIELDS`, from which equality, hash and dict form are derived.
    The attributes are in fields.py, which `python -m regnum.new_game.generate_fields` generates from these entries. A
    state without such a module needs a constructor that sets or copies each field; `__slots__` are optional and make
    copying faster.

    Attributes:
        game: The rules of the game.
        players: The number of players.
        sides: The number of sides: one more than players if the rules control a side (an automa). Sides are numbered,
            the players first; lists with one value per player have a value for every side.
        seed: The seed of all random numbers, or 0 in an observed state.
        options: Every option of the game with its value.
        players_to_act: The seats that have to decide.
        ply: The number of actions so far.
        draws: The number of random numbers drawn so far, or 0 in an observed state.
        observer: The seat that observes this state, SPECTATOR, or FULL if nothing is hidden.
        stack: The steps still to come; the last one is next.
        journal: The notes since the journal was last read, or None if the state keeps no notes.
    """

    __slots__ = (
        "choices",
        "draws",
        "game",
        "journal",
        "note_clause",
        "observer",
        "options",
        "players",
        "players_to_act",
        "ply",
        "schedule_index",
        "seed",
        "settled_ply",
        "sides",
        "stack",
    )
    FIELDS: ClassVar[dict[str, Codec]] = {}
    HIDDEN_FIELDS: ClassVar[tuple[str, ...]] = ()
    """The fields that contain hidden information, see `Rules.observed_values`."""
    DERIVED: ClassVar[tuple[str, ...]] = ()
    """The attributes computed from the fields, see `derive`; every slot is either a field or derived."""

    def __init__(self, game: "Rules", players: int, seed: int, options: Options, source: "State | None" = None) -> None:
        self.game: Final = game
        self.players: Final[i64] = players
        self.sides: Final[i64] = game.sides(players) if source is None else source.sides
        self.seed = seed
        self.options: Final = options
        self.journal: list[Note] | None = None
        self.note_clause: str = ""
        """The clause of the current step, for its notes, while there is a journal."""
        if source is None:
            self.draws: i64 = 0
            self.ply: i64 = 0
            self.settled_ply: i64 = 0
            """`ply` after the last completed decision; observers see this number during simultaneous decisions."""
            self.observer: i64 = FULL
            self.stack: list[Step[Any]] = []
            self.schedule_index: i64 = 0
            """The index in the stack at which steps are inserted, below those that the current step has scheduled."""
            self.players_to_act: tuple[int, ...] = ()
            self.choices: list[Action] = []
        else:
            self.draws = source.draws
            self.ply = source.ply
            self.settled_ply = source.settled_ply
            self.observer = source.observer
            self.stack = source.stack[:]
            self.schedule_index = source.schedule_index
            self.players_to_act = source.players_to_act
            self.choices = source.choices

    def initial_values(self) -> dict[str, Any]:
        """Return the values of the fields in a new state."""
        return {name: codec.initial_value(self.sides) for name, codec in self.FIELDS.items()}

    # Defined by each game's state.

    def clone(self) -> "State":
        """Return an independent copy."""
        raise TypeError(f"{type(self).__name__} has no method clone")

    def derive(self) -> None:
        """Compute the `DERIVED` attributes after the fields have been set directly.

        A game's `deal_unknown` updates these attributes itself.
        """

    def values(self) -> tuple[object, ...]:
        """Return the fields' values, in the order of `FIELDS`."""
        return tuple([getattr(self, name) for name in self.FIELDS])

    # Computed by the game's rules.

    def scores(self) -> list[int]:
        """Return the points of each side, final once the game is over."""
        return self.game.scores(self)

    def ranking_key(self, side: i64) -> tuple[int, ...]:
        """Return the side's points and tie-breaks, most important first; the higher tuple wins."""
        return self.game.ranking_key(self, side)

    def position_errors(self) -> list[str]:
        """Return all errors of the position, one line each; a position of a real game has none."""
        return self.game.position_errors(self)

    # Playing.

    @property
    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return not self.stack

    def legal_actions(self, player: SupportsIndex | None = None) -> list[Action]:
        """Return the legal actions of a player. The list is empty for a player who has nothing to decide.

        Args:
            player: The player's seat; by default, the first of `players_to_act`.

        Raises:
            HiddenInformationError: If another player than the observer is given for an observed state.
        """
        if not self.players_to_act:
            return []
        seat = player if isinstance(player, int) else self.players_to_act[0] if player is None else to_int(player)
        if seat not in self.players_to_act:
            return []
        if self.observer not in (FULL, seat):
            raise HiddenInformationError(f"what player {seat} may do is not known to {_observer_name(self.observer)}")
        top = self.stack[-1]
        return top.options(self, seat) if isinstance(top, Simultaneous) else list(self.choices)

    def apply(self, action: Action, player: SupportsIndex = -1) -> None:
        """Take an action in place, without checking that it is legal.

        Args:
            action: A legal action.
            player: The seat of the player who takes it, or -1 for the first of `players_to_act`.

        Raises:
            HiddenInformationError: If this is an observed state.
        """
        if self.observer != FULL:
            raise HiddenInformationError("an observed state cannot be played on: use determinized(seed)")
        if self.journal is not None:
            self.note_clause = self.stack[-1].CLAUSE
        self.stack[-1].handle_action(self, action, player)
        self.ply += 1
        self.advance()

    def submit(self, action: Action | str, player: SupportsIndex) -> Action:
        """Take an action in place, after checking that it is legal, and return it.

        Args:
            action: The action, or its text form.
            player: The seat of the player who takes it.

        Raises:
            IllegalActionError: If the action is illegal. The state is unchanged.
            HiddenInformationError: If this is an observed state.
        """
        if self.observer != FULL:
            raise HiddenInformationError("an observed state cannot be played on: use determinized(seed)")
        seat = to_int(player)
        if not 0 <= seat < self.players:
            raise IllegalActionError(f"no player {seat}: players are 0 to {self.players - 1}", Refusal("no_player", ""))
        if not self.stack:
            raise IllegalActionError("the game is over", Refusal("game_over", ""))
        try:
            chosen = self.game.actions.parse(action) if isinstance(action, str) else action
        except BeyondLimitError as beyond:
            raise _illegal_action(str(action), beyond.refusal) from None
        except ValueError as error:
            raise IllegalActionError(str(error), Refusal("unknown_action", "")) from None
        if getattr(chosen, "game", None) != self.game.id:  # a bot in plain Python may pass anything
            raise IllegalActionError(f"{chosen!r} is not an action of {self.game.id}", Refusal("unknown_action", ""))
        top = self.stack[-1]
        if seat not in self.players_to_act:
            turn = " or ".join(str(seat_to_act) for seat_to_act in self.players_to_act)
            clause = top.CLAUSE
            raise IllegalActionError(f"not player {seat}'s turn: {turn} must act", Refusal("not_your_turn", clause))
        if chosen not in self.legal_actions(seat):
            raise _illegal_action(chosen.text, self.refusal(chosen, seat))
        self.apply(chosen, seat)
        return chosen

    def refusal(self, action: Action, player: i64) -> Refusal:
        """Return why an action is illegal for a player who has to act."""
        top = self.stack[-1]
        if isinstance(top, Simultaneous):
            return top.refusal(self, player, action)
        assert isinstance(top, Decision)
        return top.refusal(self, action)

    def advance(self) -> None:
        """Run the steps until a player has to decide."""
        stack = self.stack
        while stack:
            if self.journal is not None:
                self.note_clause = stack[-1].CLAUSE
            if stack[-1].run(self):
                return
        self.choices = []
        self.players_to_act = ()
        self.schedule_index = 0

    # For steps.

    def schedule(self, step: Step[Any]) -> None:
        """Schedule a step: after those that the current step has scheduled, before those of earlier steps."""
        self.stack.insert(self.schedule_index, step)

    def schedule_all(self, steps: list[Step[Any]]) -> None:
        """Schedule several steps, in the order in which they run."""
        self.stack[self.schedule_index : self.schedule_index] = steps[::-1]

    def random_below(self, limit: i64) -> i64:
        """Draw and return a random number, 0 <= result < limit.

        Args:
            limit: At most 2**30.
        """
        self.draws += 1
        return draw_below(self.seed, self.draws, limit)

    def shuffle(self, items: list[int]) -> None:
        """Put the items in random order, in place."""
        for last in range(len(items) - 1, 0, -1):
            swapped = self.random_below(last + 1)
            items[last], items[swapped] = items[swapped], items[last]

    def reveal(self) -> None:
        """Record that something hidden was revealed: increases the draw counter, which prevents an undo."""
        self.draws += 1

    def add_note(
        self,
        kind: NoteKind,
        first: Param | None = None,
        second: Param | None = None,
        third: Param | None = None,
        fourth: Param | None = None,
        fifth: Param | None = None,
    ) -> None:
        """Add a note to the journal, if there is one. Everyone reads notes, so they must not reveal hidden information.

        Args:
            kind: The kind of note.
            first: The value of the kind's first parameter.
            second: The value of its second parameter.
            third: The value of its third parameter.
            fourth: The value of its fourth parameter.
            fifth: The value of its fifth parameter.
        """
        if self.journal is not None:
            values = [value for value in (first, second, third, fourth, fifth) if value is not None]
            self.journal.append(Note(kind, values, self.note_clause))

    # Observing.

    def observed_by(self, player: SupportsIndex | None) -> "State":
        """Return the state as a player or a spectator sees it.

        The seed and the number of draws are also hidden. During simultaneous decisions, `ply` does not change, which
        hides the number of choices made so far.

        Args:
            player: The player's seat, or None for a spectator.

        Raises:
            ValueError: If the seat does not exist.
            HiddenInformationError: If this is another seat's observed state.
        """
        seat = self.seat_of(player)
        observed = self.clone()
        if self.observer == FULL:
            observed.observer = seat
            observed.seed = 0
            observed.draws = 0
            observed.ply = self.seen_ply
            if seat not in observed.players_to_act:
                observed.choices = []
            visible = self.game.observed_values(self, seat)
            for index, name in enumerate(self.HIDDEN_FIELDS):
                setattr(observed, name, visible[index])
        return observed

    def seat_of(self, player: SupportsIndex | None) -> i64:
        """Return the number of a seat after checking that it may see this state, or SPECTATOR for None.

        Raises:
            ValueError: If the seat does not exist.
            HiddenInformationError: If this is another seat's observed state.
        """
        seat = SPECTATOR if player is None else to_int(player)
        if isinstance(player, bool) or not SPECTATOR <= seat < self.players:
            raise ValueError(f"no player {player!r}: players are 0 to {self.players - 1}")
        if self.observer not in (FULL, seat):
            raise HiddenInformationError(
                f"{_observer_name(self.observer)} does not know what {_observer_name(seat)} sees"
            )
        return seat

    @property
    def seen_ply(self) -> i64:
        """`ply` as observers see it."""
        if self.observer == FULL and self.stack and isinstance(self.stack[-1], Simultaneous):
            return self.settled_ply
        return self.ply

    def determinized(self, seed: SupportsIndex) -> "State":
        """Return a full state that this state's observer cannot distinguish from the real one.

        Args:
            seed: The seed of the deal of unknown parts and of all later draws, 0 <= seed < 2**64.

        Raises:
            HiddenInformationError: If this state is not an observed one.
            RuntimeError: If no such state is found.
        """
        if self.observer == FULL:
            raise HiddenInformationError("nothing is unknown here: determinized is for observed states")
        new_seed = draw_number(to_int(seed) % SEED_LIMIT, 0)
        draws = 0
        for _ in range(_MAX_REDEALS):
            dealt = self.clone()
            dealt.observer = FULL
            dealt.seed = new_seed
            dealt.draws = draws
            self.game.deal_unknown(dealt, self.observer)
            if not dealt.stack or dealt.stack[-1].is_consistent(dealt):
                dealt.advance()
                return dealt
            draws = dealt.draws
        raise RuntimeError(f"no determinization is consistent with {self.stack[-1]!r}")

    # Results.

    def ranking(self) -> list[int]:
        """Return each side's place after all tie-breaks, 1 for the best; tied sides share a place."""
        keys = [self.ranking_key(side) for side in range(self.sides)]
        return [1 + sum(1 for other in keys if other > key) for key in keys]

    def returns(self) -> list[float]:
        """Return one float from -1 to 1 per side, by place: equal for tied sides, with a sum of zero."""
        places = self.ranking()
        if self.sides == 1:
            return [0.0]
        worse = [sum(1 for other in places if other > place) for place in places]
        better = [place - 1 for place in places]
        return [(behind - ahead) / (self.sides - 1) for behind, ahead in zip(worse, better, strict=True)]

    # Comparing and serializing.

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State) or other.game is not self.game:
            return False
        if self.ply != other.ply or self.draws != other.draws or self.seed != other.seed:
            return False
        if self.observer != other.observer or self.players != other.players:
            return False
        return self.stack == other.stack and self.options == other.options and self.values() == other.values()

    def __hash__(self) -> int:
        content: list[object] = [self.observer, self.players, self.seed, self.draws, self.ply, *self.stack]
        for codec, value in zip(self.FIELDS.values(), self.values(), strict=True):
            items: Any = value
            content.append(tuple(items) if isinstance(codec, ListOf) or isinstance(value, list) else value)
        return hash(tuple(content))

    def __copy__(self) -> "State":
        return self.clone()

    def __deepcopy__(self, memo: object) -> "State":
        return self.clone()

    def __reduce__(self) -> tuple[object, ...]:
        return state_of, (self.game.id, self.to_dict(), self.settled_ply)

    def to_dict(self) -> dict[str, Any]:
        """Return the state as JSON values with readable names. The next step comes first in "stack"."""
        steps = [{"step": type(step).__name__, **step.params()} for step in self.stack[::-1]]
        written: dict[str, Any] = {
            "game": self.game.id,
            "players": self.players,
            "options": dict(self.options),
            "seed": self.seed,
            "draws": self.draws,
            "ply": self.ply,
            "observer": {FULL: "full", SPECTATOR: "onlooker"}.get(self.observer, self.observer),
            "stack": steps,
        }
        if self.game.facts:
            written["facts"] = self.game.facts
        for name, codec in self.FIELDS.items():
            written[name] = codec.write(getattr(self, name))
        return written


def _illegal_action(action: str, refusal: Refusal) -> IllegalActionError:
    return IllegalActionError(f"{action} is not allowed: {refusal.key} [{refusal.clause}]", refusal, action)


def _observer_name(observer: i64) -> str:
    return "a spectator" if observer == SPECTATOR else f"player {observer}"
