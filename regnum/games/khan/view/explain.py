"""Explanations of the elements on the page of a game of Khan, and of illegal actions."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from regnum.core.game import game_of
from regnum.core.rules.action import Action
from regnum.core.rules.bitmask import bits
from regnum.core.text.words import Words, upfirst
from regnum.games.khan import components as box
from regnum.games.khan.action_phase import Act
from regnum.games.khan.actions import LayAction, choose, combine
from regnum.games.khan.conquer import ChooseTile, Lay, tiles_to_lay
from regnum.games.khan.placement import available_tiles, cached_placements, has_majority, protected_cells_of
from regnum.games.khan.scoring import largest_area
from regnum.games.khan.special_cards import PlaySpecial
from regnum.games.khan.state import KhanState
from regnum.games.khan.tiles import BIT, FACING_OF, FRAME_CELLS, IS_BRIDGE, LAND_CELLS, laid_cells
from regnum.games.khan.view.advice import (
    best_conquest,
    conquests,
    consent_text,
    expected_effects,
    hint_reason,
    protection_text,
)
from regnum.games.khan.view.cards import camp_label, cell_label, reserving_players, ruler_label, supply_label
from regnum.games.khan.view.keys import PLACES, UNEXPECTED_REFUSALS
from regnum.view import Explainer, Explanation

_OF_A_TURN: Final = {"card": box.CARDS, "ruler": box.RULERS, "tile": box.TILES}
"""The elements, by kind, that cannot be chosen at the end of a turn."""


def explain_unavailable(place: str, s: KhanState, words: Words, names: Sequence[str]) -> str | None:
    """Return why the acting observer cannot choose a place; "" if they can; None if the rules' refusal says enough."""
    kind, _, name = place.partition("-")
    if kind == "cell" and name in box.CELLS:
        return _explain_cell(s, words, names, box.CELLS.index(name))
    if kind == "special" and name in box.SPECIALS:
        return _explain_special_card(s, words, names, box.SPECIALS.index(name))
    if name in _OF_A_TURN.get(kind, ()) and isinstance(s.stack[-1], PlaySpecial):
        return words.text("obstacle", "turn_over", {})
    if kind == "tile" and name in box.TILES and isinstance(s.stack[-1], Act) and not s.end_phase:
        tile = choose[box.TILES.index(name)]
        if tile in tiles_to_lay(s, s.observer):
            return words.text("obstacle", "tile_first", {})
        return words.refusal(ChooseTile(s.observer).refusal(s, tile))
    return None


def _explain_cell(s: KhanState, words: Words, names: Sequence[str], cell: int) -> str | None:
    step = s.stack[-1]
    if not isinstance(step, (Act, ChooseTile, PlaySpecial)):
        return None
    if any(laid_cells(laid_tile) >> cell & 1 for laid_tile in s.laid):
        return words.text("obstacle", "stays", {})
    if s.board.river >> cell & 1:
        return words.text("obstacle", "river", {})
    if isinstance(step, PlaySpecial):
        return words.text("obstacle", "turn_over", {})
    if s.yurt_cells >> cell & 1:
        return explain_no_conquest(s, words, names, cell)
    if not s.free >> cell & 1:
        return None
    if s.end_phase or isinstance(step, ChooseTile):
        return words.text("obstacle", "no_yurt", {})
    return _invasion_cards_text(s, words, cell)


def _invasion_cards_text(s: KhanState, words: Words, cell: int) -> str:
    """Return the sentence that names the hand cards with which a free cell can be invaded, or that there are none."""
    bit = BIT[cell]
    hand = s.hands[s.observer] if s.stock[s.observer] else ()
    grounds = [words.name("ground", box.GROUNDS[box.CARD_GROUND[card]]) for card in hand if s.board.invaded[card] & bit]
    if grounds:
        return words.text("obstacle", "card_first", {"cards": ", ".join(dict.fromkeys(grounds))})
    coast = any(box.GROUNDS[box.CARD_GROUND[card]] == "umland" for card in hand) and s.board.no_umland & bit
    can_combine = combine in s.legal_actions(s.observer)
    sentences = [words.text("obstacle", "sea" if coast else "no_card", {})]
    return " ".join([*sentences, *([words.text("obstacle", "combined", {})] if can_combine else [])])


def _explain_special_card(s: KhanState, words: Words, names: Sequence[str], card: int) -> str | None:
    params: dict[str, int | str] = {"special": box.SPECIALS[card]}
    step = s.stack[-1]
    if not s.specials[s.observer][card]:
        return words.text("refusal", "special_used", params)
    if not isinstance(step, PlaySpecial):
        return words.text("obstacle", "special_end" if s.end_phase else "special_later", {})
    if step.obstacle(s, card) != "other_copy_active":
        return None
    return words.text("obstacle", "other_copy", {**params, "name": names[s.active.index(card)]})


def explain_no_conquest(s: KhanState, words: Words, names: Sequence[str], cell: int) -> str:
    """Return why the observer cannot conquer the yurt on a cell, or "" if they can."""
    player = s.observer
    if conquests(s, player, cell):
        return ""
    candidates = [placement for placement in cached_placements(s, player) if placement.land >> cell & 1]
    if not candidates:
        return words.text("obstacle", "far_own" if s.yurts[player] >> cell & 1 else "far", {})
    candidates = [placement for placement in candidates if has_majority(s, player, placement.land)]
    if not candidates:
        return words.text("obstacle", "outnumbered", {})
    candidates = [placement for placement in candidates if placement.bit & available_tiles(s, player)]
    return (
        protection_text(s, words, names, candidates[0].land, cell)
        if candidates
        else words.text("obstacle", "no_tile", {})
    )


def explain_place(place: str, s: KhanState, words: Words, names: Sequence[str]) -> Explanation | None:
    """Return the explanation of the element with this id, or None if there is none."""
    kind, _, name = place.partition("-")
    entry = _EXPLAINERS.get(kind)
    if entry is None or name not in entry[0]:
        return None
    return entry[1](s, words, names, entry[0].index(name))


def _cell(s: KhanState, words: Words, names: Sequence[str], cell: int) -> Explanation | None:
    if not s.board.cells >> cell & 1:
        return None
    title = cell_label(s, words, cell)
    for laid_tile in s.laid:
        if laid_cells(laid_tile) >> cell & 1:
            owners = ", ".join(names[player] for player in range(s.players) if laid_tile >> player & 1)
            return Explanation(title, [words.text("board", "tile_of", {"names": owners})], "khan.conquer.stays")
    lines: list[str] = []
    for player in range(s.players):
        if s.yurts[player] >> cell & 1:
            lines.append(words.text("board", "yurt_of", {"name": names[player]}))
        if protected_cells_of(s, player) >> cell & 1:
            lines.append(words.text("board", "guarded_by", {"name": names[player]}))
    if s.neutral >> cell & 1:
        lines.insert(0, words.text("board", "yurt_neutral", {}))
    if lines and s.observer in s.players_to_act and isinstance(s.stack[-1], (Act, ChooseTile)):
        lines += _best_conquest_text(s, words, names, cell)
    rulers_here = [id_ for ruler, id_ in enumerate(box.RULERS) if s.rulers[ruler] == cell]
    lines += [upfirst(words.text("board", "ruler", {"ruler": id_})) + "." for id_ in rulers_here]
    if not lines:
        free = [] if s.board.river >> cell & 1 else [words.text("board", "free_cell", {})]
        return Explanation(title, free, "khan.turn.two_actions")
    return Explanation(title, lines, "khan.conquer.land")


def _invasion(s: KhanState, words: Words, names: Sequence[str], cell: int) -> Explanation | None:
    """Explain the effect of putting a yurt on a free cell with a card, or None if the observer cannot do so."""
    if s.observer not in s.players_to_act or not s.free >> cell & 1 or not s.stock[s.observer]:
        return None
    next_state = s.clone()
    next_state.place_yurt(s.observer, cell)
    counts = [(state.yurts[s.observer].bit_count(), largest_area(state, s.observer)) for state in (s, next_state)]
    rows = zip(("on_board", "largest_area"), *counts, strict=True)
    changes = [f"{words.title(term)}: {old} → {new}" for term, old, new in rows if old != new]
    lines = [words.text("click_caption", "puts", {}), *changes]
    return Explanation(cell_label(s, words, cell), lines, "khan.invade.card")


def _best_conquest_text(s: KhanState, words: Words, names: Sequence[str], cell: int) -> list[str]:
    """Return a sentence about the best tile with which the observer can conquer a yurt, in a list, or [] if none."""
    best = best_conquest(s, s.observer, cell)
    if best is None:
        return []
    points, sharing, tile = best
    params = {"tile": box.TILES[tile], "points": points}
    if not sharing:
        return [words.text("best_conquest", "alone", params)]
    return [
        words.text("best_conquest", "shared", {**params, "names": ", ".join(names[player] for player in bits(sharing))})
    ]


def _conquest(s: KhanState, words: Words, names: Sequence[str], _: int) -> Explanation:
    clauses = ("khan.conquer.yurts", "khan.conquer.majority")
    return Explanation(words.text("action", "conquer", {}), [_rule(s, words, clause) for clause in clauses], clauses[0])


def _ruler(s: KhanState, words: Words, names: Sequence[str], ruler: int) -> Explanation:
    lines = [camp_label(s, words, ruler) + "."]
    if s.rulers[ruler] >= 0:
        lines += [words.text("board", "ruler_flees", {}), _rule(s, words, "khan.expel.last_yurt")]
    return Explanation(ruler_label(s, words, ruler), lines, "khan.expel.card")


def _camp(s: KhanState, words: Words, names: Sequence[str], ruler: int) -> Explanation:
    return Explanation(camp_label(s, words, ruler), [_rule(s, words, "khan.expel.last_yurt")], "khan.setup.camps")


def _card(s: KhanState, words: Words, names: Sequence[str], card: int) -> Explanation:
    ground = box.GROUNDS[box.CARD_GROUND[card]]
    kind = "landscape" if ground in box.REGIONS else ground
    params = {"ground": ground, "ruler": box.RULERS[box.CARD_RULER[card]]}
    free = {"count": (s.board.invaded[card] & s.free).bit_count()}
    lines = [words.text("board", "card_puts", params), words.text("board", "card_free", free)]
    if s.variant.expel_direction == "deck":
        lines.append(words.text("board", "card_arrow", {}))
        return Explanation(words.text("board", "card", params), lines, f"{s.game.id}.invade.{kind}")
    direction = box.DIRECTIONS[box.CARD_DIRECTION[card]]
    lines.append(words.text("board", "card_expels", {**params, "direction": direction}))
    return Explanation(words.name("card", box.CARDS[card]), lines, f"{s.game.id}.invade.{kind}")


def _special(s: KhanState, words: Words, names: Sequence[str], special: int) -> Explanation:
    id_ = box.SPECIALS[special]
    clause = f"{s.game.id}.special.{'divine' if id_ == 'divine_support' else id_}"
    lines = [words.text("special_about", id_, {}), _rule(s, words, "khan.special.play")]
    return Explanation(words.name("special", id_), lines, clause)


def _tile(s: KhanState, words: Words, names: Sequence[str], tile: int) -> Explanation:
    clause = "khan.conquer.bridge" if IS_BRIDGE[tile] else "khan.conquer.yurts"
    reservations = [upfirst(line) + "." for line in reserving_players(s, words, names, tile)]
    return Explanation(supply_label(s, words, tile), [*reservations, _rule(s, words, clause)], clause)


def _rule(s: KhanState, words: Words, clause: str) -> str:
    return game_of(s).ledger()[clause].text[words.language]


_ExplainPlace = Callable[[KhanState, Words, Sequence[str], int], Explanation | None]
_EXPLAINERS: Final[Mapping[str, tuple[list[str], _ExplainPlace]]] = {
    "cell": (list(box.CELLS), _cell),
    "invade": (list(box.CELLS), _invasion),
    "conquest": ([""], _conquest),
    "ruler": (list(box.RULERS), _ruler),
    "camp": (list(box.RULERS), _camp),
    "card": (list(box.CARDS), _card),
    "special": (list(box.SPECIALS), _special),
    "tile": (list(box.TILES), _tile),
}


class KhanExplainer(Explainer[KhanState]):
    """The explanations of Khan."""

    def explain(self, place: str, s: KhanState, words: Words, names: Sequence[str]) -> Explanation | None:
        """Return the explanation of a cell, ruler, camp, card or tile, or None if there is none."""
        return explain_place(place, s, words, names)

    def unavailable_reason(self, place: str, s: KhanState, words: Words, names: Sequence[str]) -> str | None:
        """Return why the observer cannot choose a cell, card or tile; for "" and None, see `Explainer`."""
        return explain_unavailable(place, s, words, names)

    def expected_effects(self, action: Action, s: KhanState, words: Words, names: Sequence[str]) -> list[str]:
        """Return sentences about what others and chance may do next, such as who may refuse consent to a tile."""
        step = s.stack[-1]
        if isinstance(action, LayAction) and isinstance(step, Lay):
            land = LAND_CELLS[FACING_OF[step.tile][action.orientation] * FRAME_CELLS + action.cell]
            return [
                *filter(None, [consent_text(s, words, names, step.player, land)]),
                *expected_effects(action, s, words),
            ]
        return expected_effects(action, s, words)

    def hint_reason(self, action: Action, s: KhanState, words: Words) -> str:
        """Return what a new yurt makes possible, or the benefit of ending the turn, or "" for other actions."""
        return hint_reason(action, s, words)


EXPLANATIONS: Final = KhanExplainer(places=PLACES, unexpected=UNEXPECTED_REFUSALS)
