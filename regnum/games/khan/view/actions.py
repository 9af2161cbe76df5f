"""How the actions of Khan are shown: as buttons and places on the board, with prompts for the player."""

from collections.abc import Sequence
from typing import Final

from regnum.core.record.play import can_be_undone
from regnum.core.rules.action import Action
from regnum.core.text.words import Words, upfirst
from regnum.games.khan import components as box
from regnum.games.khan.action_phase import Act, Pitch
from regnum.games.khan.actions import (
    CardAction,
    CellAction,
    LayAction,
    choose,
    combine,
    conquer,
    expel,
    invade,
    pitch,
    play,
    reserve,
)
from regnum.games.khan.conquer import ChooseTile, Consent, Lay
from regnum.games.khan.setup import Settle
from regnum.games.khan.state import KhanState
from regnum.games.khan.tiles import FACING_TILE, FRAME_CELLS, ORIENTATIONS
from regnum.games.khan.view.advice import covered_cells, tile_share
from regnum.games.khan.view.keys import CARDS
from regnum.view import ActionView


def undo_warning(s: KhanState, words: Words, *actions: Action) -> str:
    """Return why the last of these actions, which the observer takes in order, cannot be undone, or "" if it can."""
    state = next_state = s.determinized(0)
    for action in actions:
        state = next_state.clone()
        next_state.apply(action, s.observer)
    if not actions or can_be_undone(state, next_state, actions[-1]):
        return ""
    drawn = (
        isinstance(state, KhanState) and isinstance(next_state, KhanState) and len(next_state.deck) != len(state.deck)
    )
    return words.text(
        "tile_placement", "final_over" if next_state.is_terminal else "final_draws" if drawn else "final", {}
    )


def rulers_out_params(s: KhanState) -> dict[str, int]:
    """Return the parameters for texts about the end phase: rulers out, rulers needed, and whether it has begun."""
    return {"out": min(s.rulers_out(), box.RULERS_OUT), "end": box.RULERS_OUT, "over": int(s.end_phase)}


def refusal_notes(s: KhanState, words: Words) -> list[str]:
    """Return a sentence, in a list, if the observer has refused consent and this still counts, or [] otherwise."""
    return [words.text("board", "refused", {})] if s.observer >= 0 and s.refused >> s.observer & 1 else []


class KhanActions(ActionView[KhanState]):
    """The action view of Khan."""

    def status(self, s: KhanState, words: Words) -> str:
        """Return the phase and the number of rulers out; the page itself shows whose turn it is."""
        if s.end_phase:
            return "; ".join([words.text("board", "end_phase", {}), *refusal_notes(s, words)])
        step = type(s.stack[-1]).__name__
        if step in ("StationRuler", "Settle"):
            return words.text("board", "setup", {})
        parts = [words.text("board", "left", {"actions": s.actions_left})] if step == "Act" else []
        parts += [words.text("board", "status", rulers_out_params(s)), *refusal_notes(s, words)]
        return upfirst("; ".join(parts))

    def is_second_half(self, action: Action) -> bool:
        """Return whether an action completes the previous one: chooses the cell for a card or the place for a tile."""
        return pitch.has(action) or isinstance(action, LayAction)

    def target(self, action: Action) -> str:
        """Return the cell, ruler, card, tile or orientation that a click selects for this action."""
        if isinstance(action, LayAction):
            return f"way-{ORIENTATIONS[action.orientation]}"
        if isinstance(action, CellAction):
            return f"cell-{box.CELLS[action.cell]}"
        if isinstance(action, CardAction):
            return f"card-{box.CARDS[action.card]}"
        if expel.has(action):
            return f"ruler-{action.params['ruler']}"
        if choose.has(action) or reserve.has(action):
            return f"tile-{action.params['tile']}"
        if play.has(action):
            return f"special-{action.params['special']}"
        return "conquest|" if action is conquer else ""

    def symbol(self, action: Action) -> str:
        """Return the id of the picture of a tile or ruler, or ""."""
        if choose.has(action) or reserve.has(action):
            return f"shape-{action.params['tile']}"
        return f"ruler-{action.params['ruler']}-figure" if expel.has(action) else ""

    def label(self, action: Action, s: KhanState, words: Words, names: Sequence[str]) -> str:
        """Return a label with a tile's points, the gain from laying it, or a card's ground, or "" for the usual one."""
        if action is combine:
            return words.text("board", "combine", {})
        if invade.has(action) and isinstance(action, CardAction) and s.variant.expel_direction == "deck":
            return words.text("board", "card", {"ground": box.GROUNDS[box.CARD_GROUND[action.card]]})
        step = s.stack[-1] if s.stack else None
        if isinstance(action, LayAction) and isinstance(step, Lay):
            params = {**action.params, "tile": box.TILES[step.tile], "points": tile_share(s, step, action)[1]}
            return upfirst(words.text("board", "laid", params))
        if not choose.has(action) and not reserve.has(action):
            return ""
        tile = str(action.params["tile"])
        params = {"tile": tile, "points": box.TILE_POINTS[box.TILES.index(tile)]}
        return words.text("board", "choice", params)

    def prompt(self, s: KhanState, words: Words, names: Sequence[str]) -> str:
        """Return a question that names the possible actions, the ground of the played card, or a tile's points."""
        step = s.stack[-1]
        if isinstance(step, Settle):
            return " ".join(
                filter(None, [words.text("prompt", "Settle", {}), undo_warning(s, words, *step.options(s)[:1])])
            )
        if isinstance(step, Pitch):
            return words.text("question", "pitch", {"ground": box.GROUNDS[box.CARD_GROUND[step.card]]})
        if isinstance(step, Consent):
            tile = FACING_TILE[step.placement // FRAME_CELLS]
            params = {"rival": names[step.rival], "tile": box.TILES[tile], "points": box.TILE_POINTS[tile]}
            return words.text("question", "consent", {**params, "cells": covered_cells(step.placement)})
        if isinstance(step, Lay):
            params = {"tile": box.TILES[step.tile], "points": box.TILE_POINTS[step.tile]}
            return words.text("question", "lay", params)
        if isinstance(step, ChooseTile) or (isinstance(step, Act) and s.end_phase):
            return words.text("question", "end" if s.end_phase else "choose", {})
        if isinstance(step, Act):
            families = {action.family for action in s.legal_actions(step.player)}
            if "expel" not in families:
                return words.text("question", "conquer", {})
            params = {"conquer": int("conquer" in families)}
            question = words.text("question", "act" if "invade" in families else "expel", params)
            return (
                f"{question} {words.text('question', 'nearly', {})}"
                if s.rulers_out() == box.RULERS_OUT - 1
                else question
            )
        return ""

    def group(self, action: Action, words: Words) -> str:
        """Return the heading of an action: a cell's row, a tile's orientation, or the kind of action."""
        if isinstance(action, LayAction):
            return upfirst(words.name("way", ORIENTATIONS[action.orientation]))
        if isinstance(action, CellAction):
            return words.text("board", "row", {"row": action.cell // box.FRAME_SIDE + 1})
        if expel.has(action):
            return words.text("board", "expel", {})
        if action.family == "invade":
            return words.text("board", "invade", {})
        return ""

    def short_label(self, action: Action, words: Words, names: Sequence[str]) -> str:
        """Return the text below a heading: the cell of a tile, the ground of a card, or a ruler."""
        if isinstance(action, LayAction):
            return box.CELLS[action.cell]
        if expel.has(action):
            return words.name("ruler", action.params["ruler"])
        if action.family == "invade" and isinstance(action, CardAction):
            return words.name("ground", box.GROUNDS[box.CARD_GROUND[action.card]])
        return ""


ACTIONS: Final = KhanActions(cards=CARDS)
