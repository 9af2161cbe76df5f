"""Checks for positions that no game allows: invalid steps, steps in a wrong order, a thing in two places."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from regnum.core.rules.bitmask import bits
from regnum.core.rules.step import Step, parameters

if TYPE_CHECKING:
    from regnum.core.rules.state import State

Check = tuple[object, str]
"""A value that should be empty, 0 or false, and the error to report if it is not."""


def failed_checks(checks: Iterable[Check]) -> list[str]:
    """Return the errors of the checks that failed."""
    return [text for failed, text in checks if failed]


def step_errors(s: "State") -> list[str]:
    """Return the errors of the pending steps, then the errors of their order. In both, `stack[0]` is the next step.

    If any parameter is out of range, nothing else is checked.
    """
    steps = s.stack[::-1]
    errors: list[str] = []
    for index, step in enumerate(steps):
        parameter_errors = _parameter_errors(s, step)
        errors += [f"stack[{index}].{error}" for error in parameter_errors]
    if errors:
        return errors
    for index, step in enumerate(steps):
        missing = step.REQUIRED_OPTION and not s.options[step.REQUIRED_OPTION]
        error = f"only with {step.REQUIRED_OPTION}" if missing else step.position_error(s)
        if error:
            errors.append(f"stack[{index}]: {step!r}: {error}")
    for index, step in enumerate(steps):
        next_step = steps[index + 1] if index + 1 < len(steps) else None
        errors += _order_errors(s, index, step, next_step)
    return errors


def _parameter_errors(s: "State", step: Step[Any]) -> list[str]:
    errors: list[str] = []
    for name in parameters(type(step)):
        value: object = getattr(step, name)
        allowed = range(s.players) if name in step.SEATS else step.RANGES.get(name)
        if name in step.FLAGS:
            if not isinstance(value, bool):
                errors.append(f"{name}: {value} is neither true nor false")
        elif allowed is not None and (isinstance(value, bool) or value not in allowed):
            errors.append(f"{name}: {value} is not from {allowed.start} to {allowed.stop - 1}")
    return errors


def _order_errors(s: "State", index: int, step: Step[Any], next_step: Step[Any] | None) -> list[str]:
    next_names = step.next_steps(s)
    if next_names is None:
        return []
    params = step.params()
    following = (params.get("player", 0) + 1) % s.players
    allowed = [name.format(following=following, **params) for name in _replace_steps(s, next_names)]
    name = "" if next_step is None else type(next_step).__name__
    if name in allowed or repr(next_step) in allowed:
        return []
    actual = "nothing comes" if next_step is None else f"{next_step!r} comes"
    expected = " or ".join(name or "nothing" for name in allowed) or "nothing"
    return [f"stack[{index + 1}]: {actual} right after {step!r}, not {expected}"]


def _replace_steps(s: "State", names: Iterable[str]) -> list[str]:
    """Return these names of steps, with each step whose option is off replaced by its `NEXT_STEPS`."""
    steps: list[str] = []
    queue = list(names)
    for name in queue:  # grows during the loop
        kind = s.game.steps.get(name, Step)
        if kind.REQUIRED_OPTION and not s.options[kind.REQUIRED_OPTION]:
            queue += [other for other in kind.NEXT_STEPS or () if other not in queue]
        else:
            steps.append(name)
    return steps


def duplicate_errors(places: Iterable[tuple[str, int]], names: Sequence[str]) -> list[str]:
    """Return an error for each thing that is in two places.

    Args:
        places: The name of each place, with the mask of the things in it.
        names: The names of the things, by number.
    """
    errors: list[str] = []
    seen = 0
    for place, mask in places:
        errors += misplaced_errors(place, mask & seen, names, "is in another place, too")
        seen |= mask
    return errors


def misplaced_errors(place: str, mask: int, names: Sequence[str], reason: str) -> list[str]:
    """Return an error for each component in a mask: the place, the component's name, and why it may not be there."""
    return [f"{place}: {names[number]} {reason}" for number in bits(mask)]


def places_by_side(name: str, masks: Iterable[int], part: str = "") -> list[tuple[str, int]]:
    """Return the places for `duplicate_errors` of a field that has a mask for each side."""
    return [(f"{name}[{side}]{part}", mask) for side, mask in enumerate(masks)]


def changed_field_errors(s: "State", names: Iterable[str], reason: str) -> list[str]:
    """Return an error for each of these fields whose value is not that of a blank state."""
    blank = s.game.blank_state(s.players, 0, s.options)
    return [f"{name}: {reason}" for name in names if getattr(s, name) != getattr(blank, name)]
