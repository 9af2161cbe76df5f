"""Why a hint speaks for a move of which little shows at once: what it makes possible."""

from regnum.core.action import Action
from regnum.core.words import Words
from regnum.games.khan import components as box
from regnum.games.khan.actions import expel, occupy, pitch, stop
from regnum.games.khan.drawing.obstacles import best_conquest
from regnum.games.khan.state import KhanState
from regnum.games.khan.tiles import BIT, around


def advised(action: Action, s: KhanState, words: Words) -> str:
    """Return what a new yurt makes possible where it stands, or what ending the turn keeps; "" for other moves."""
    player = s.observer
    if action is stop:
        cards = sum(s.specials[player])
        return words.say("advised", "keep", {"cards": cards}) if cards else ""
    after = s.clone()
    if pitch.has(action) or occupy.has(action):
        cell = (pitch if pitch.has(action) else occupy).cell(action)
        after.place_yurt(player, cell)
    elif expel.has(action):
        cell = s.rulers[expel.of(action).choice]
        after.place_neutral(cell)
    else:
        return ""
    best = best_conquest(after, player, cell)
    if best is not None:
        points, others, tile = best
        return words.say("advised", "shared" if others else "alone", {"tile": box.TILES[tile], "points": points})
    group = _group(after, cell)
    if group.bit_count() > 1:
        told = {"yurts": group.bit_count(), "own": (group & after.yurts[player]).bit_count()}
        return words.say("advised", "group", told)
    return words.say("advised", "start", {})


def _group(s: KhanState, cell: int) -> int:
    """Return the cells with yurts that stand side by side with the one on a cell, itself included."""
    group, more = 0, BIT[cell]
    while more:
        group |= more
        more = around(more) & s.yurted & ~group
    return group
