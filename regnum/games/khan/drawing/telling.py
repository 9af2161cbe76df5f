"""What is told of a thing on the table: cells, rulers, camps, cards, tiles."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from regnum.core.action import Action
from regnum.core.bitmask import bits
from regnum.core.drawing import About, Standing
from regnum.core.game import game_of
from regnum.core.words import Words, upfirst
from regnum.games.khan import components as box
from regnum.games.khan.action_phase import Act
from regnum.games.khan.actions import AGREE, combine, consent, expel
from regnum.games.khan.conquer import ChooseTile, Consent
from regnum.games.khan.drawing.obstacles import best_conquest
from regnum.games.khan.notes import CARD
from regnum.games.khan.placement import guard_of
from regnum.games.khan.prospect import expelled_next, flights
from regnum.games.khan.scoring import area_bonuses, largest_area
from regnum.games.khan.state import KhanState
from regnum.games.khan.tiles import COVER, IS_BRIDGE, OWNERS

ALIKE: Final = 1.25
"""If no ruler is likelier by more than this than on average, they are all called about as likely."""
LIKELIEST: Final = 3
"""Otherwise so many are named."""


def cell_label(s: KhanState, words: Words, cell: int) -> str:
    """Return a cell's coordinates and landscape."""
    key = "cell_river" if s.board.river >> cell & 1 else "cell"
    return words.say("board", key, {"cell": box.CELLS[cell], "ground": s.board.kinds[cell]})


def covered(placement: int) -> str:
    """Return the names of the cells that a tile covers in its place."""
    return ", ".join(box.CELLS[cell] for cell in bits(COVER[placement]))


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
        Standing(words.say("board", "with_bonus", {}), total, total=True),
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


def reserved(s: KhanState, words: Words, names: Sequence[str], tile: int) -> list[str]:
    """Return who has reserved a tile of this kind."""
    holders = [names[player] for player in range(s.players) if s.reserved[player] == tile]
    return [words.say("board", "reserved", {"names": ", ".join(holders)})] if holders else []


def foretold(action: Action, s: KhanState, words: Words) -> list[str]:
    """Return where the next card may drive a ruler, and whom the one that begins the next turn may expel."""
    found = [words.say("foretold", "combined", {})] if action is combine else []
    step = s.stack[-1]
    if isinstance(step, Consent) and consent.of(action).choice == AGREE:
        found.append(words.say("foretold", "laid", {"cells": covered(step.placement)}))
    if expel.has(action) and s.variant.expel_direction == "deck":
        chances = flights(s, expel.of(action).choice)
        none = words.say("foretold", "nowhere", {})
        cells = [(none if cell < 0 else box.CELLS[cell], chance) for cell, chance in chances]
        found.append(words.say("foretold", "flees", {"list": _listed(cells, words)}))
    after = s.determinized(0)
    after.journal, draws = [], after.draws
    after.apply(action, s.observer)
    if any(note.key == CARD.key for note in after.journal):
        rulers = [(words.name("people", box.RULERS[ruler]), chance) for ruler, chance in expelled_next(s)]
        found.append(words.say("foretold", "turned_up", {}))
        if rulers and after.draws - draws <= len(s.deck):  # or the cards are shuffled before
            alike = rulers[0][1] < ALIKE / len(rulers)
            likeliest = {"list": _listed(rulers[:LIKELIEST], words)}
            found.append(words.say("foretold", "alike" if alike else "likeliest", likeliest))
    return found


def _listed(chances: Sequence[tuple[str, float]], words: Words) -> str:
    shares = [{"what": what, "share": round(100 * chance)} for what, chance in chances]
    return ", ".join(words.say("foretold", "share", share) for share in shares)


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
        lines += _prospect(s, words, names, cell)
    here = [id_ for ruler, id_ in enumerate(box.RULERS) if s.rulers[ruler] == cell]
    lines += [upfirst(words.say("board", "ruler", {"ruler": id_})) + "." for id_ in here]
    if not lines:
        free = [] if s.board.river >> cell & 1 else [words.say("board", "free_cell", {})]
        return About(title, free, "khan.turn.two_actions")
    return About(title, lines, "khan.conquer.land")


def _invading(s: KhanState, words: Words, names: Sequence[str], cell: int) -> About | None:
    """Return what becomes of putting a yurt on a free cell with a card."""
    if s.observer not in s.players_to_act or not s.free >> cell & 1 or not s.stock[s.observer]:
        return None
    after = s.clone()
    after.place_yurt(s.observer, cell)
    counts = [(each.yurts[s.observer].bit_count(), largest_area(each, s.observer)) for each in (s, after)]
    rows = zip(("on_board", "largest_area"), *counts, strict=True)
    changes = [f"{words.title(term)}: {old} → {new}" for term, old, new in rows if old != new]
    lines = [words.say("landing", "puts", {}), *changes]
    return About(cell_label(s, words, cell), lines, "khan.invade.card")


def _prospect(s: KhanState, words: Words, names: Sequence[str], cell: int) -> list[str]:
    """Return with which tile the observer can conquer a yurt, and who shares that; nothing if he cannot."""
    best = best_conquest(s, s.observer, cell)
    if best is None:
        return []
    points, others, tile = best
    told = {"tile": box.TILES[tile], "points": points}
    if not others:
        return [words.say("prospect", "alone", told)]
    return [words.say("prospect", "shared", {**told, "names": ", ".join(names[other] for other in bits(others))})]


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
    lines = [words.say("board", "card_puts", told), words.say("board", "card_free", free)]
    if s.variant.expel_direction == "deck":
        lines.append(words.say("board", "card_arrow", {}))
        return About(words.say("board", "card", told), lines, f"{s.game.id}.invade.{kind}")
    direction = box.DIRECTIONS[box.CARD_DIRECTION[card]]
    lines.append(words.say("board", "card_expels", {**told, "direction": direction}))
    return About(words.name("card", box.CARDS[card]), lines, f"{s.game.id}.invade.{kind}")


def _special(s: KhanState, words: Words, names: Sequence[str], special: int) -> About:
    id_ = box.SPECIALS[special]
    clause = f"{s.game.id}.special.{'divine' if id_ == 'divine_support' else id_}"
    lines = [words.say("special_about", id_, {}), _rule(s, words, "khan.special.play")]
    return About(words.name("special", id_), lines, clause)


def _tile(s: KhanState, words: Words, names: Sequence[str], tile: int) -> About:
    clause = "khan.conquer.bridge" if IS_BRIDGE[tile] else "khan.conquer.yurts"
    told = [upfirst(line) + "." for line in reserved(s, words, names, tile)]
    return About(supply_label(s, words, tile), [*told, _rule(s, words, clause)], clause)


def _rule(s: KhanState, words: Words, clause: str) -> str:
    return game_of(s).ledger()[clause].text[words.language]


_Telling = Callable[[KhanState, Words, Sequence[str], int], About | None]
_KINDS: Final[Mapping[str, tuple[list[str], _Telling]]] = {
    "cell": (list(box.CELLS), _cell),
    "invade": (list(box.CELLS), _invading),
    "conquest": ([""], _conquest),
    "ruler": (list(box.RULERS), _ruler),
    "camp": (list(box.RULERS), _camp),
    "card": (list(box.CARDS), _card),
    "special": (list(box.SPECIALS), _special),
    "tile": (list(box.TILES), _tile),
}
