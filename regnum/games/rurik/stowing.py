"""Boat and dock: players may move goods between them in their turns and in the claim phase."""

from typing import ClassVar, Final

from regnum.core import i64
from regnum.core.rules.action import Action, Refusal
from regnum.core.rules.step import Decision, Ranges
from regnum.games.rurik.actions import load, stop, unload
from regnum.games.rurik.components import BOAT, GOOD_COUNT, UNLOADS
from regnum.games.rurik.state import RurikState


def stow_options(s: RurikState, player: int, moved: int, actions: list[Action]) -> None:
    """Add the actions that move a player's goods between boat and dock.

    `moved`: the kinds just loaded (lowest bits) or unloaded (next bits), which may not be moved straight back.
    rurik.tax.stow
    """
    boat = s.boat
    dock = s.dock
    place = player * GOOD_COUNT
    movable: i64 = 0
    bit: i64 = 1
    for slots in BOAT:
        loaded: i64 = boat[place]
        if loaded:
            movable |= bit
        if loaded < slots and dock[place]:
            movable |= bit << GOOD_COUNT
        place += 1
        bit <<= 1
    actions += _STOWING[movable & ~moved]


def _moves(movable: int) -> list[Action]:
    """Return the actions that unload these kinds of goods (lowest bits) or load them (next bits)."""
    actions: list[Action] = []
    for good in range(GOOD_COUNT):
        if movable >> (GOOD_COUNT + good) & 1:
            actions.append(load[good])
        if movable >> good & 1:
            actions.append(unload[good])
    return actions


_STOWING: Final = [_moves(movable) for movable in range(1 << 2 * GOOD_COUNT)]
"""For each set of kinds of goods that can be unloaded or loaded, the actions [rurik.tax.stow]."""


def stow(s: RurikState, player: int, action: Action) -> int:
    """Move a good between boat and dock; return its bit in `moved` [rurik.tax.stow]."""
    loading = load.has(action)
    good = load.of(action).choice if loading else unload.of(action).choice
    s.boat[player * GOOD_COUNT + good] += 1 if loading else -1
    s.dock[player * GOOD_COUNT + good] -= 1 if loading else -1
    return 1 << good if loading else 1 << (GOOD_COUNT + good)


def stow_in_turn(s: RurikState, player: int, actions: list[Action]) -> None:
    """Add the moves of goods that a player may make in their turn, if they have other actions [rurik.tax.stow]."""
    if actions and s.variant.stowing == "any_time":
        stow_options(s, player, s.put_off >> UNLOADS, actions)


def try_stow(s: RurikState, player: int, action: Action) -> bool:
    """Carry out an action if it moves a good and return whether it does [rurik.tax.stow]."""
    if not is_stowing(action):
        return False
    s.put_off |= stow(s, player, action) << UNLOADS
    return True


def is_stowing(action: Action) -> bool:
    """Return whether the action moves a good between boat and dock."""
    return load.has(action) or unload.has(action)


def stowing_refusal(s: RurikState, player: int, action: Action) -> Refusal:
    """Return why a good may not be moved."""
    if s.variant.stowing != "any_time":
        key = "stowed_by_itself"
    elif load.has(action):
        place = player * GOOD_COUNT + load.of(action).choice
        full = s.boat[place] == BOAT[load.of(action).choice]
        key = "not_on_dock" if not s.dock[place] else "boat_full" if full else "just_unloaded"
    else:
        key = "just_loaded" if s.boat[player * GOOD_COUNT + unload.of(action).choice] else "not_on_boat"
    return Refusal(key, "rurik.tax.stow", {"good": str(action.params["good"])})


def max_boat_goods(s: RurikState, side: int) -> int:
    """Return the number of goods that a side's boat would have after loading all that fit."""
    return sum([min(slots, s.stock(side, good)) for good, slots in enumerate(BOAT)])


class ClaimStowing(Decision[RurikState]):
    """Before goods count in the claim phase, move some or pass; skipped if this cannot matter.

    `moved`: the goods moved so far, as in `stow_options`.
    rurik.tax.stow, rurik.claim.stow
    """

    CLAUSE: ClassVar[str] = "rurik.claim.stow"
    OPTIONAL: ClassVar[bool] = True
    RANGES: ClassVar[Ranges] = {"moved": range(1 << 2 * GOOD_COUNT)}

    def __init__(self, player: int, moved: int) -> None:
        super().__init__(player)
        self.moved: Final = moved

    def is_worth_asking(self, s: RurikState) -> bool:
        """Return whether moving goods can matter now."""
        raise TypeError(f"{type(self).__name__} has no method is_worth_asking")

    def next_stowing(self, moved: int) -> "ClaimStowing":
        """Return the decision that follows a move, given all goods moved so far."""
        raise TypeError(f"{type(self).__name__} has no method next_stowing")

    def options(self, s: RurikState) -> list[Action]:
        actions: list[Action] = []
        if s.variant.stowing == "any_time" and (self.moved or self.is_worth_asking(s)):
            stow_options(s, self.player, self.moved, actions)
            if actions:
                actions.append(stop)
        return actions

    def take(self, s: RurikState, action: Action) -> None:
        if action is not stop:
            s.schedule(self.next_stowing(self.moved | stow(s, self.player, action)))

    def refusal(self, s: RurikState, action: Action) -> Refusal:
        return stowing_refusal(s, self.player, action) if is_stowing(action) else self.default_refusal(action)

    def position_error(self, s: RurikState) -> str:
        return "a good has moved both ways" if self.moved & self.moved >> GOOD_COUNT else ""
