"""What the buttons of Rurik say where the position has a part in it: how much one gets, and what it costs."""

from collections.abc import Sequence

from regnum.core.action import Action, Choice
from regnum.core.words import Words
from regnum.games.rurik import components as box
from regnum.games.rurik.actions import PlaceAction, SpaceAction, StructureAction
from regnum.games.rurik.deeds.cards import DEEDS
from regnum.games.rurik.deeds.text import counted
from regnum.games.rurik.drawing.beside import given
from regnum.games.rurik.drawing.cards import shown_deed
from regnum.games.rurik.drawing.foretelling import pass_and_end, pass_ends
from regnum.games.rurik.drawing.telling import pool
from regnum.games.rurik.leaders import saves, wins_tie
from regnum.games.rurik.main_actions.build import build_cost
from regnum.games.rurik.main_actions.tax import tax_cost
from regnum.games.rurik.state import RurikState
from regnum.games.rurik.stowing import ClaimStowing
from regnum.games.rurik.strategy_board import EMPTY, strength_of


def label_of(action: Action, s: RurikState, words: Words) -> str:  # noqa: C901
    """Return what the button says; "" where the action itself says it all."""
    family, params = action.family, action.params
    if isinstance(action, PlaceAction):
        space = action.column * box.ROWS + landing(s.board, action.column, action.power + action.bribe)
        return words.say("label", "place", {**params, "what": given(words, s.sides, space)})
    if isinstance(action, SpaceAction):
        return words.say("label", "activate", {**params, "what": given(words, s.sides, action.space)})
    if family == "main_action":
        what = given(words, s.sides, s.active)
        return words.say("label", "main_action", {"column": box.COLUMNS[s.active // box.ROWS], "what": what})
    if family in ("use", "resume") and isinstance(action, Choice):
        kind = action.choice if s.points[action.choice] else box.GUARDED  # attacks may be guarded ones only
        return words.say("label", family, {"what": counted(words, box.POINTS[kind], s.points[kind])})
    if family == "tax" and isinstance(action, Choice):
        cost = tax_cost(s, s.observer, action.choice)
        good = box.GOODS[s.region_goods[action.choice]]
        said = words.say("label", "tax", {**params, "good": good, "cost": counted(words, "tax", cost)})
        return _by_leader(said, s, words, action.choice)
    if family == "build" and isinstance(action, StructureAction):
        cost = build_cost(s, s.observer, action.region)
        said = words.say("label", "build", {**params, "cost": counted(words, "build", cost)})
        does = words.say("does", str(params["structure"]), {})
        return words.say("label", "does", {"label": _by_leader(said, s, words, action.region), "does": does})
    if family == "unload":
        return words.say("label", "unload", params)
    if family == "end_turn":
        return end_at_once(s, words)
    if family == "pass":
        return label_of_pass(s, words)
    if family in ("accomplish", "take_deed"):
        card = shown_deed(s, DEEDS.index(str(params["deed"])), words, set())
        what = card["told" if family == "take_deed" else "reward"]
        return words.say("label", family, {**params, "what": what, "points": counted(words, "point", card["points"])})
    if family == "choose_leader":
        return f"{words.name('leader', params['leader'])}: {words.say('ability', str(params['leader']), {})}"
    if family == "choose_agenda" and isinstance(action, Choice):
        told = words.say("agenda", box.AGENDA_MOST[action.choice], {})
        return words.say("label", "choose_agenda", {**params, "what": told})
    return ""


def label_of_pass(s: RurikState, words: Words) -> str:
    """Return what leaving it at that leads to: the end of the turn, or what else can be done in it."""
    if pass_ends(s):
        return end_at_once(s, words)
    if pass_and_end(s):
        return words.say("label", "pass_on", {})
    return words.say("label", "pass_claim", {}) if isinstance(s.stack[-1], ClaimStowing) else ""


def end_at_once(s: RurikState, words: Words) -> str:
    """Return what ends the turn, with what is lost so: of several kinds of points how many, as the question has all."""
    if not any(s.points):
        return words.say("action", "end_turn", {})
    kinds = sum(map(bool, s.points))
    return words.say("label", "pass_ends", {"list": pool(s, words) if kinds == 1 else str(sum(s.points))})


def _by_leader(said: str, s: RurikState, words: Words, region: int) -> str:
    """Return a price with the observer's leader, if it is lower because of him."""
    leader = s.leaders[s.observer]
    lower = saves(s, s.observer, region) or wins_tie(s, s.observer, region)
    return words.say("label", "by", {"label": said, "leader": box.LEADERS[leader]}) if lower else said


def landing(board: Sequence[int], column: int, strength: int) -> int:
    """Return the row of a column in which an advisor of this strength would stand [rurik.strategy.push_down]."""
    row = 0
    while board[column * box.ROWS + row] != EMPTY and strength_of(board[column * box.ROWS + row]) >= strength:
        row += 1
    return row
