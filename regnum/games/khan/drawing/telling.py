"""What is told of a thing on the table: cells, rulers, camps, cards, tiles."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from regnum.core.atlas import bits
from regnum.core.drawing import About, Standing
from regnum.core.words import Words, upfirst
from regnum.games.khan import components as box
from regnum.games.khan.action_phase import Act
from regnum.games.khan.actions import combine
from regnum.games.khan.conquer import ChooseTile
from regnum.games.khan.placement import (
    fitting,
    guard_of,
    guarded_from,
    has_majority,
    is_legal,
    majority,
    tiles_to_take,
    yurts_of_others,
)
from regnum.games.khan.scoring import area_bonuses, largest_area
from regnum.games.khan.state import KhanState
from regnum.games.khan.tiles import COVER, IS_BRIDGE, OWNERS


def cell_label(s: KhanState, words: Words, cell: int) -> str:
    """Return a cell's coordinates and landscape."""
    return f"{box.CELLS[cell]}, {words.name('ground', s.board.kinds[cell])}"


def standings(s: KhanState, words: Words) -> list[Standing]:
    """Return the largest connected areas, with who has the largest, what they would bring, and the points with it.

    Then the yurts on the board and in stock.
    """
    areas = [largest_area(s, player) for player in range(s.players)]
    largest = [player for player, area in enumerate(areas) if area and area == max(areas)]
    yurts = [cells.bit_count() for cells in s.yurts[: s.players]]
    bonuses = area_bonuses(s)
    total = s.scores() if s.is_terminal else [tiles + more for tiles, more in zip(s.scores(), bonuses, strict=True)]
    worth = {"points": ", ".join(map(str, box.AREA_BONUS))}
    return [
        Standing(words.say("board", "largest", worth), areas, largest),
        Standing(words.say("board", "bonus_now", {}), bonuses),
        Standing(words.say("board", "with_bonus", {}), total),
        Standing(words.title("on_board"), yurts),
        Standing(words.title("stock"), s.stock[: s.players]),
    ]


def ruler_label(s: KhanState, words: Words, ruler: int) -> str:
    """Return whose ruler it is and where he stands."""
    out = s.rulers[ruler] < 0
    where = words.say("board", "out", {}) if out else cell_label(s, words, s.rulers[ruler])
    return f"{upfirst(words.say('board', 'ruler', {'ruler': box.RULERS[ruler]}))}, {where}"


def camp_label(s: KhanState, words: Words, ruler: int) -> str:
    """Return whose camp it is and what is left in it."""
    return words.say("board", "camp", {"ruler": box.RULERS[ruler], "yurts": s.camps[ruler]})


def supply_label(s: KhanState, words: Words, tile: int) -> str:
    """Return what a tile is, what it is worth and how many there are."""
    told = {"tile": box.TILES[tile], "count": s.tiles[tile], "points": box.TILE_POINTS[tile]}
    return upfirst(words.say("board", "supply_tile", told))


def told_of(place: str, s: KhanState, words: Words, names: Sequence[str]) -> About | None:
    """Return what is told of the thing with this id."""
    kind, _, name = place.partition("-")
    telling = _KINDS.get(kind)
    if telling is None or name not in telling[0]:
        return None
    return telling[1](s, words, names, telling[0].index(name))


def _cell(s: KhanState, words: Words, names: Sequence[str], cell: int) -> About | None:
    if not s.board.cells >> cell & 1:
        return None
    title = cell_label(s, words, cell)
    for laid in s.laid:
        if COVER[laid // OWNERS] >> cell & 1:
            owners = ", ".join(names[player] for player in range(s.players) if laid >> player & 1)
            return About(title, [words.say("board", "tile_of", {"names": owners})], "khan.conquer.stays")
    lines: list[str] = []
    for player in range(s.players):
        if s.yurts[player] >> cell & 1:
            lines.append(words.say("board", "yurt_of", {"name": names[player]}))
        if guard_of(s, player) >> cell & 1:
            lines.append(words.say("board", "guarded_by", {"name": names[player]}))
    if s.neutral >> cell & 1:
        lines.insert(0, words.say("board", "yurt_neutral", {}))
    if lines and s.observer in s.players_to_act and isinstance(s.stack[-1], (Act, ChooseTile)):
        lines.append(_prospect(s, words, names, cell))
    lines += [ruler_label(s, words, ruler) + "." for ruler in range(len(box.RULERS)) if s.rulers[ruler] == cell]
    if not lines:
        return About(title, [words.say("board", "free_cell", {}), *_landing(s, words, cell)], "khan.turn.two_actions")
    return About(title, lines, "khan.conquer.land")


def _landing(s: KhanState, words: Words, cell: int) -> list[str]:
    """Return with which of the observer's cards a yurt comes to a free cell, or that none brings it there."""
    step = s.stack[-1] if s.stack else None
    if not isinstance(step, Act) or step.player != s.observer or s.end_phase or not s.free >> cell & 1:
        return []
    cards = [card for card in s.hands[s.observer] if s.board.invaded[card] >> cell & 1] if s.stock[s.observer] else []
    grounds = dict.fromkeys(words.name("ground", box.GROUNDS[box.CARD_GROUND[card]]) for card in cards)
    first = words.say("landing", "card", {"cards": ", ".join(grounds)}) if cards else words.say("landing", "none", {})
    return [first, *([words.say("landing", "combined", {})] if combine in s.legal_actions(s.observer) else [])]


def _prospect(s: KhanState, words: Words, names: Sequence[str], cell: int) -> str:
    """Return with which tile the observer can conquer a yurt and who shares that, or why he cannot."""
    player = s.observer
    over = [place for place in fitting(s, player) if place.land >> cell & 1]
    rivals, guarded, tiles = yurts_of_others(s, player), guarded_from(s, player), tiles_to_take(s, player)
    legal = [place for place in over if place.bit & tiles and is_legal(s, player, place.land, rivals, guarded)]
    if legal:
        shares = [(box.TILE_POINTS[place.tile], majority(s, place.land) ^ 1 << player, place.tile) for place in legal]
        points, others, tile = min(shares, key=lambda share: (-share[0], share[1].bit_count()))
        told = {"tile": box.TILES[tile], "points": points}
        if not others:
            return words.say("prospect", "alone", told)
        return words.say("prospect", "shared", {**told, "names": ", ".join(names[other] for other in bits(others))})
    if not over:
        return words.say("prospect", "far", {})
    if not any(has_majority(s, player, place.land) for place in over):
        return words.say("prospect", "outnumbered", {})
    return words.say("prospect", "guarded" if any(place.bit & tiles for place in over) else "no_tile", {})


def _conquest(s: KhanState, words: Words, names: Sequence[str], _: int) -> About:
    clauses = ("khan.conquer.yurts", "khan.conquer.majority")
    return About(words.say("action", "conquer", {}), [_rule(s, words, clause) for clause in clauses], clauses[0])


def _ruler(s: KhanState, words: Words, names: Sequence[str], ruler: int) -> About:
    lines = [camp_label(s, words, ruler) + "."]
    if s.rulers[ruler] >= 0:
        lines += [words.say("board", "ruler_flees", {}), _rule(s, words, "khan.expel.last_yurt")]
    return About(ruler_label(s, words, ruler), lines, "khan.expel.card")


def _camp(s: KhanState, words: Words, names: Sequence[str], ruler: int) -> About:
    return About(camp_label(s, words, ruler), [_rule(s, words, "khan.expel.last_yurt")], "khan.setup.camps")


def _card(s: KhanState, words: Words, names: Sequence[str], card: int) -> About:
    ground = box.GROUNDS[box.CARD_GROUND[card]]
    kind = "landscape" if ground in box.REGIONS else ground
    told = {"ground": ground, "ruler": box.RULERS[box.CARD_RULER[card]]}
    free = {"count": (s.board.invaded[card] & s.free).bit_count()}
    lines = [
        words.say("board", "card_puts", told),
        words.say("board", "card_free", free),
        words.say("board", "card_expels", told),
    ]
    return About(words.name("card", box.CARDS[card]), lines, f"{s.game.id}.invade.{kind}")


def _special(s: KhanState, words: Words, names: Sequence[str], special: int) -> About:
    id_ = box.SPECIALS[special]
    clause = f"{s.game.id}.special.{'divine' if id_ == 'divine_support' else id_}"
    lines = [words.say("special_about", id_, {}), _rule(s, words, "khan.special.play")]
    return About(words.name("special", id_), lines, clause)


def _tile(s: KhanState, words: Words, names: Sequence[str], tile: int) -> About:
    clause = "khan.conquer.bridge" if IS_BRIDGE[tile] else "khan.conquer.yurts"
    return About(supply_label(s, words, tile), [_rule(s, words, clause)], clause)


def _rule(s: KhanState, words: Words, clause: str) -> str:
    return s.game.ledger()[clause].text[words.language]


_Telling = Callable[[KhanState, Words, Sequence[str], int], About | None]
_KINDS: Final[Mapping[str, tuple[list[str], _Telling]]] = {
    "cell": (list(box.CELLS), _cell),
    "conquest": ([""], _conquest),
    "ruler": (list(box.RULERS), _ruler),
    "camp": (list(box.RULERS), _camp),
    "card": (list(box.CARDS), _card),
    "special": (list(box.SPECIALS), _special),
    "tile": (list(box.TILES), _tile),
}
