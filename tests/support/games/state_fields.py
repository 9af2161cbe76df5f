"""Check that a state declares all its fields: further attributes must be declared as derived."""

from typing import Final

from regnum.core.rules.state import State

MISSING: Final = object()


def slots(kind: type) -> set[str]:
    """Return the attributes in a class's own slots, plain or compiled."""
    own = vars(kind).get("__slots__", vars(kind).get("__mypyc_attrs__", ()))
    return {own} if isinstance(own, str) else set(own)


def attributes(state: State) -> set[str]:
    """Return the fields of a state that not every state has."""
    own = set(getattr(state, "__dict__", ())).union(*(slots(kind) for kind in type(state).__mro__))
    return own - slots(State) - {"__dict__", "__weakref__"}


def field_errors(state: State) -> list[str]:
    """Return errors in how a state declares and copies its fields, one line each.

    Lists that follow from the fields may be shared, for as long as they are replaced and never changed.
    """
    fields, derived, kept = set(state.FIELDS), set(state.DERIVED), attributes(state)
    errors = [f"{name} is neither among FIELDS nor DERIVED" for name in kept - fields - derived]
    errors += [f"{name} is declared but not there" for name in (fields | derived) - kept]
    errors += [f"{name} is among FIELDS and DERIVED" for name in fields & derived]
    clone = state.clone()
    for name in ("stack", *kept):
        value, copied = getattr(state, name, MISSING), getattr(clone, name, MISSING)
        if copied != value:
            errors.append(f"{name} is not copied by clones")
        elif isinstance(value, list) and copied is value and name not in derived:
            errors.append(f"{name} is shared by clones")
    return sorted(errors)
