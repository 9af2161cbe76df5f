"""Reads positions: makes states from their dict form and lists all errors in it."""

from collections.abc import Mapping
from typing import Any, Final

from regnum.core.codec import Count, ErrorList, Seat
from regnum.core.json_values import as_list, as_object
from regnum.core.rules.option import Options
from regnum.core.rules.ruleset import Rules
from regnum.core.rules.state import FULL, SPECTATOR, State
from regnum.core.rules.step import Decision, Simultaneous, Step, parameters

SETUP: Final = ("game", "facts", "players", "options", "seed", "observer")
"""The keys of a position that describe its setup, which is fixed before the game begins, and its observer."""


def read_position(game: Rules, data: Mapping[str, Any]) -> State:
    """Return the state described by a dict in the form of `to_dict`.

    Raises:
        ValueError: If the position is impossible. The message lists all errors in it.
    """
    state, errors = check_position(game, data)
    if errors:
        raise ValueError("; ".join(errors))
    return state


def check_position(game: Rules, data: Mapping[str, Any]) -> tuple[State, list[str]]:  # noqa: C901
    """Return a position, as far as it can be read, and all its errors.

    A full position without errors is advanced until a player has to decide.

    Raises:
        ValueError: If the setup is invalid.
    """
    messages: list[str] = []
    if data.get("game") != game.id:
        messages.append(f"game: {data.get('game')!r} is not {game.id!r}")
    if data.get("facts", {}) != game.facts:
        messages.append("facts: those of the position are not those of the game")
    options: Options = {}
    try:
        raw_options = as_object(data.get("options", {}))
        if raw_options is None:
            raise ValueError("options: not an object")
        options = game.read_setup(data.get("players"), data.get("seed"), raw_options)
    except ValueError as error:
        raise ValueError("; ".join([*messages, str(error)])) from None
    seed = data.get("seed")
    state = game.blank_state(data["players"], 0 if seed is None else seed, options)
    general = ["game", "players", "options", "seed", "draws", "ply", "observer", "stack"]
    names = [*general, *state.FIELDS, "facts"]
    messages += [f"{name}: missing" for name in names[:-1] if name not in data]
    messages += [f"{name}: unknown field" for name in data if name not in names]
    errors = ErrorList(state.sides)
    for name, codec in state.FIELDS.items():
        if name in data:
            setattr(state, name, codec.read(data[name], name, errors))
    state.draws = Count().read(data.get("draws", 0), "draws", errors)
    state.ply = state.settled_ply = Count().read(data.get("ply", 0), "ply", errors)
    observer = data.get("observer", "full")
    if observer in ("full", "onlooker"):
        state.observer = FULL if observer == "full" else SPECTATOR
    else:
        state.observer = Seat(optional=False).read(observer, "observer", errors)
        if state.observer >= state.players:
            errors.add("observer", f"side {state.observer} is played by the rules")
    state.stack = _read_stack(game, data.get("stack", []), errors)
    broken_fields = [error.partition(":")[0].partition("[")[0] for error in errors.messages]
    broken_fields += ["position"] if broken_fields else []  # such an error is a consequence of the broken fields
    messages += errors.messages
    if state.observer == FULL:
        messages += [
            error for error in _errors_of(state) if error.partition(":")[0].partition("[")[0] not in broken_fields
        ]
    if not messages:
        try:
            if state.observer == FULL:
                messages += _consistency_errors(state)
                if not messages:
                    state.advance()
                    messages += _consistency_errors(state)
            else:
                _set_choices(state)
                messages += _errors_of(state.determinized(0))
            if not all(seat < state.players for seat in state.players_to_act):
                messages.append("stack: a decision of a side that is played by the rules")
        except (LookupError, ValueError, TypeError, RuntimeError, AssertionError) as error:
            messages.append(f"stack: {error}")
    return state, messages


def _read_stack(game: Rules, data: object, errors: ErrorList) -> list[Step[Any]]:
    steps: list[Step[Any]] = []
    entries = as_list(data)
    if entries is None:
        errors.add("stack", "not a list of steps")
        return steps
    for index, step_data in enumerate(entries):
        path = f"stack[{index}]"
        entry = as_object(step_data) or {}
        kind = game.steps.get(str(entry.get("step")))
        if kind is None:
            errors.add(path, f"unknown step {step_data!r}; the steps are {', '.join(game.steps)}")
            continue
        names = parameters(kind)
        values = [entry.get(name) for name in names]
        if set(entry) != {"step", *names} or not all(isinstance(value, int) for value in values):
            errors.add(path, f"{kind.__name__} takes the whole numbers {', '.join(names) or 'none'}")
            continue
        if "player" in names:
            Seat(optional=False).read(entry["player"], f"{path}.player", errors)
        try:
            steps.append(kind(*values))
        except TypeError as error:  # the compiled core distinguishes numbers from flags
            errors.add(path, f"{kind.__name__}: {error}")
    steps.reverse()
    return steps


def _errors_of(state: State) -> list[str]:
    """Return the errors that a game finds in a state, or the error if it is too broken to be checked."""
    try:
        state.derive()
        return state.position_errors()
    except (LookupError, ValueError, TypeError, AssertionError) as error:
        return [f"position: {error}"]


def _consistency_errors(state: State) -> list[str]:
    """Return a list with an error if the hidden parts of a full state rule out its next step, or [] otherwise."""
    if not state.stack or state.stack[-1].is_consistent(state):
        return []
    return [f"stack[0]: {state.stack[-1]!r}: the hidden parts of the position rule this step out"]


def _set_choices(state: State) -> None:
    """Set the players to act and the observer's choices of an observed state, without running any step.

    Raises ValueError if the next step is not a decision.
    """
    state.derive()
    top = state.stack[-1] if state.stack else None
    if isinstance(top, Decision):
        state.players_to_act = (top.player,)
        if top.player == state.observer:
            state.choices = top.options(state)
    elif isinstance(top, Simultaneous):
        state.players_to_act = tuple(top.waiting(state))
    elif top is not None:
        raise ValueError(f"{top!r} is not a decision")
