"""The table of Khan as a drawing: what an observed state puts on the map and beside it. See docs/drawing.md."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from regnum.core.action import Action, Param
from regnum.core.bitmask import bits
from regnum.core.drawing import About, Drawing, Report, Standing, Summary, tallies
from regnum.core.note import Line, Note
from regnum.core.words import Words, upfirst
from regnum.games.khan import components as box
from regnum.games.khan.action_phase import Act, Discard, Pitch
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
from regnum.games.khan.boards import BOARDS
from regnum.games.khan.conquer import ChooseTile, Consent, Lay
from regnum.games.khan.drawing.advice import advised
from regnum.games.khan.drawing.brief import in_brief
from regnum.games.khan.drawing.counting import counting
from regnum.games.khan.drawing.land import (
    CELL,
    HEIGHT,
    WIDTH,
    camp_place,
    cells_of,
    origin,
    picture,
    place,
    scale,
    shapes,
)
from regnum.games.khan.drawing.land import names as rim_names
from regnum.games.khan.drawing.laying import (
    asks,
    conquerable,
    final,
    free_squares,
    laying,
    mini,
    planks,
    share,
    squares,
    tile_path,
)
from regnum.games.khan.drawing.obstacles import why
from regnum.games.khan.drawing.shapes import outline
from regnum.games.khan.drawing.telling import (
    camp_label,
    cell_label,
    covered,
    foretold,
    reserved,
    ruler_label,
    standings,
    supply_label,
    told_of,
)
from regnum.games.khan.notes import CARD, END_PHASE
from regnum.games.khan.placement import guard_of
from regnum.games.khan.scoring import areas, final_points, largest_area
from regnum.games.khan.setup import Settle
from regnum.games.khan.state import KhanState
from regnum.games.khan.tiles import (
    FACING_OF,
    FACING_TILE,
    FACING_WAY,
    FRAME,
    IS_BRIDGE,
    LAND,
    OWNERS,
    TILE_FACINGS,
    WAYS,
)

EMBLEMS: Final = {
    "seljuk": "M25 26q15 11 0 22M25 26v22M27 37h15m-5-4 5 4-5 4",
    "russian": "M32 23q-1 4-6 8-4 4-1 8h14q3-4-1-8-5-4-6-8zM27 40v8h10v-8",
    "hungarian": "M32 24v26M27 30h10M23 37h18",
    "kyrgyz": "M42 37a10 10 0 1 1-20 0 10 10 0 0 1 20 0zM25 30l14 14M39 30 25 44",
    "goryeo": "M42 37a10 10 0 1 1-20 0 10 10 0 0 1 20 0zM22 37q5-8 10 0t10 0",
    "song": "M43 37a11 11 0 1 1-22 0 11 11 0 0 1 22 0zM29 34h6v6h-6z",
    "delhi": "M24 48V34q0-5 8-10 8 5 8 10v14M30 48V38q0-2 2-3 2 1 2 3v10",
    "abbasid": "M25 25v26M25 27h16l-4 5 4 5H25",
}
"""The emblem on each ruler's shield, our own drawings; one that is not here has a plain shield."""
SOFT_HYPHEN: Final = "\u00ad"
"""Where a narrow card may divide a word; a card's name has it as the card has."""
RING: Final = 22
"""Length of a dash on the rim of a shared tile."""


# What lies on the map.


def _place(s: KhanState, words: Words, placement: int) -> dict[str, Any]:
    """Return a tile in its place: its outline, where it is, and what it is."""
    facing, cell = divmod(placement, FRAME)
    tile = FACING_TILE[facing]
    x, y = place(s.board, cell)
    told = {"tile": box.TILES[tile], "cell": box.CELLS[cell], "points": box.TILE_POINTS[tile]}
    last = squares(facing)[-1]
    return {
        "path": tile_path(facing),
        "x": x,
        "y": y,
        "label": upfirst(words.say("board", "tile", told)),
        "points": box.TILE_POINTS[tile],
        "px": last[1] * CELL + CELL - 18,
        "py": last[0] * CELL + CELL - 13,
    }


def _tile(s: KhanState, words: Words, names: Sequence[str], laid: int) -> dict[str, Any]:
    shown = _place(s, words, laid // OWNERS)
    facing, cell = divmod(laid // OWNERS, FRAME)
    tile = FACING_TILE[facing]
    owners = [player for player in range(s.players) if laid >> player & 1]
    many = len(owners) > 1
    return {
        "id": f"laid-{box.CELLS[cell]}",
        **shown,
        "label": f"{shown['label']}: {', '.join(names[player] for player in owners)}",
        "inner": tile_path(facing, 9, 8),
        "tint": laid % OWNERS if many else owners[0],
        "marks": [] if many else [(c * CELL + 13, r * CELL + 12) for r, c in free_squares(facing, len(owners))],
        "planks": planks(facing),
        "bridge": IS_BRIDGE[tile],
        "owners": [
            {"seat": player, "x": c * CELL + 8, "y": r * CELL + 6}
            for player, (r, c) in zip(owners, _seats(facing), strict=False)
        ],
        "ring": [
            {"seat": player, "dash": f"{RING} {RING * (len(owners) - 1)}" if many else "", "offset": -RING * number}
            for number, player in enumerate(owners)
        ],
    }


def _seats(facing: int) -> list[tuple[int, int]]:
    """Return the squares of a tile on which its owners' yurts are drawn, one after the other: on land first."""
    found = squares(facing)
    return [(r, c) for r, c, kind in found if kind == "y"] + [(r, c) for r, c, kind in found if kind != "y"]


def _asked(s: KhanState, words: Words) -> dict[str, Any] | None:
    """Return the place of the tile for which somebody is asked for consent: everybody knows it."""
    step = s.stack[-1] if s.stack else None
    return _place(s, words, step.placement) if isinstance(step, Consent) else None


def _yurts(s: KhanState, words: Words, names: Sequence[str]) -> list[dict[str, Any]]:
    guarded = 0
    for player in range(s.players):
        guarded |= guard_of(s, player)
    found: list[dict[str, Any]] = []
    for cell in bits(s.yurted):
        owner = next((player for player in range(s.players) if s.yurts[player] >> cell & 1), -1)
        x, y = place(s.board, cell)
        whose = names[owner] if owner >= 0 else words.term("neutral_yurt")
        label = [cell_label(s, words, cell), whose]
        guard = bool(guarded >> cell & 1)
        if guard:
            label.append(words.say("board", "guarded", {}))
        found.append(
            {
                "cell": box.CELLS[cell],
                "x": x,
                "y": y,
                "kind": str(owner) if owner >= 0 else "n",
                "label": ", ".join(label),
                "guard": guard,
            }
        )
    return found


def _ruler(s: KhanState, words: Words, ruler: int, targets: set[str]) -> dict[str, Any]:
    id_ = box.RULERS[ruler]
    out = s.rulers[ruler] < 0
    x, y = camp_place(s.board, ruler, 5) if out else place(s.board, s.rulers[ruler])
    goal = f"ruler-{id_}"
    return {
        "id": id_,
        "x": x,
        "y": y,
        "out": out,
        "scale": scale(s.board) if out else 1,
        "label": ruler_label(s, words, ruler),
        "target": goal if goal in targets else None,
    }


def _camp(s: KhanState, words: Words, ruler: int) -> dict[str, Any]:
    x, y = camp_place(s.board, ruler)
    left = s.camps[ruler]
    return {
        "id": box.RULERS[ruler],
        "x": x,
        "y": y,
        "scale": scale(s.board),
        "left": left,
        "spent": box.CAMP - left,
        "out": s.rulers[ruler] < 0,
        "label": camp_label(s, words, ruler),
    }


def _spot(s: KhanState, words: Words, cell: int) -> dict[str, Any]:
    x, y = place(s.board, cell)
    name = box.CELLS[cell]
    label = upfirst(cell_label(s, words, cell))
    return {"cell": name, "x": x, "y": y, "aim": True, "label": label, "target": f"cell-{name}"}


def _invading(s: KhanState, words: Words, legal: Sequence[Action]) -> dict[str, Any] | None:
    """Return where a yurt can go with each card by which the viewer may invade, and what the page says; None if none.

    The card is played only when the cell is chosen, too.
    """
    cards = [action.card for action in legal if invade.has(action) and isinstance(action, CardAction)]
    if not cards:
        return None
    cells: list[dict[str, Any]] = []
    last = ""
    for cell in bits(s.free):
        fitting = [card for card in cards if s.board.invaded[card] >> cell & 1]
        if fitting:
            last = last if cells else final(s, words, invade[fitting[0]], *pitch.each(1 << cell))
            cells.append({**_spot(s, words, cell), "cards": " ".join(box.CARDS[card] for card in fitting)})
    said = [words.say("laying", key, {}) for key in ("invade", "not_invade")]
    return {"cells": cells, "final": last, "words": said}


def _again(s: KhanState, words: Words, legal: Sequence[Action]) -> dict[str, Any] | None:
    """Return what stands beside a place that was aimed at, and whose yurt would come there (-1: none)."""
    if not legal:
        return None
    puts = any(action.family in ("settle", "pitch", "occupy", "invade") for action in legal)
    return {
        "seat": s.observer if puts else -1,
        "words": [words.say("landing", key, {}) for key in ("tap_again", "click_again", "tap_final", "click_final")],
    }


def _prey(s: KhanState, words: Words, cell: int, target: str) -> dict[str, Any]:
    """Return a yurt that may be conquered, as a place to choose."""
    what = words.say("action", "conquer", {})
    if target != "conquest":
        what = supply_label(s, words, box.TILES.index(target.removeprefix("tile-")))
    spot = _spot(s, words, cell)
    return {**spot, "target": target, "label": f"{spot['label']}: {what}", "aim": False}


def _areas(s: KhanState, words: Words, names: Sequence[str]) -> list[dict[str, Any]]:
    """Return the areas that brought a bonus: each player's largest, or the largest of all."""
    each = s.variant.area_bonus == "areas"
    found: list[tuple[int, int, int]] = []
    for player in range(s.players):
        mine = sorted(((area.bit_count(), player, area) for area in areas(s, player)), reverse=True)
        found += mine if each else mine[:1]
    sizes = [size for size, _, _ in found]
    shown: list[dict[str, Any]] = []
    held = _held(s)
    for size, player, area in sorted(found, key=lambda entry: (-entry[0], entry[1])):
        rank = len([other for other in sizes if other > size])
        if rank >= len(box.AREA_BONUS):
            continue
        middle = _middle(area & ~held or area)
        held |= 1 << middle
        x, y = place(s.board, middle)
        told = {"cells": size, "points": box.AREA_BONUS[rank]}
        shown.append(
            {
                "seat": player,
                "id": f"{player}-{box.CELLS[middle]}",
                "path": outline(cells_of(area), CELL, origin(s.board), player * 5, 10),
                "x": x + 25,
                "y": y + 25,
                "points": box.AREA_BONUS[rank],
                "label": f"{names[player]}: {words.say('board', 'area', told)}",
            }
        )
    return shown


def _held(s: KhanState) -> int:
    """Return the cells on which a yurt is drawn on a tile."""
    held = 0
    for laid in s.laid:
        facing, cell = divmod(laid // OWNERS, FRAME)
        owners = (laid % OWNERS).bit_count()
        for r, c in _seats(facing)[:owners]:
            held |= 1 << cell + r * box.SIDE + c
    return held


def _middle(area: int) -> int:
    """Return the cell of an area that is nearest to its middle."""
    found = cells_of(area)
    row = sum(r for r, _ in found) / len(found)
    column = sum(c for _, c in found) / len(found)
    return min(bits(area), key=lambda cell: (abs(cell // box.SIDE - row) + abs(cell % box.SIDE - column), cell))


# What lies beside the map.


def _card(card: int, words: Words, targets: set[str], prefix: str = "") -> dict[str, Any]:
    goal = f"card-{box.CARDS[card]}"
    ground = box.GROUNDS[box.CARD_GROUND[card]]
    printed = words.name("ground", ground)
    return {
        "id": prefix + goal,
        "ground": ground,
        "ground_name": printed,
        "region": ground in box.REGIONS,
        "ruler": box.RULERS[box.CARD_RULER[card]],
        "degrees": box.CARD_DIRECTION[card] * 360 // len(box.DIRECTIONS),
        "label": words.name("card", box.CARDS[card]).replace(printed.replace(SOFT_HYPHEN, ""), printed),
        "asks": words.say("asked", "pitch", {"ground": ground}),
        "target": goal if goal in targets else None,
    }


def _special(s: KhanState, words: Words, player: int, card: int, targets: set[str]) -> dict[str, Any]:
    goal = f"special-{box.SPECIALS[card]}"
    return {
        "id": goal,
        "name": words.name("special", box.SPECIALS[card]),
        "count": s.specials[player][card],
        "about": words.say("special_about", box.SPECIALS[card], {}),
        "final": final(s, words, play[card]) if goal in targets else "",
        "target": goal if goal in targets else None,
    }


def _out(s: KhanState) -> dict[str, int]:
    """Return how many rulers are out, as far as that matters, and with how many the end begins."""
    return {"out": min(s.rulers_out(), box.RULERS_OUT), "end": box.RULERS_OUT, "over": int(s.end_phase)}


def _refused(s: KhanState, words: Words) -> list[str]:
    """Return that the observer has refused the tile for which he was asked last, as long as that counts."""
    return [words.say("board", "refused", {})] if s.observer >= 0 and s.refused >> s.observer & 1 else []


def _forms(words: Words, in_hand: dict[str, Any] | None, legal: Sequence[Action]) -> list[dict[str, Any]]:
    if in_hand is None:
        return []
    allowed = {action.params["way"] for action in legal if isinstance(action, LayAction)}
    tile: int = in_hand["tile"]
    return [
        {
            "way": WAYS[FACING_WAY[facing]],
            "name": words.name("way", WAYS[FACING_WAY[facing]]),
            "target": f"way-{WAYS[FACING_WAY[facing]]}" if WAYS[FACING_WAY[facing]] in allowed else None,
            **mini(tile, facing),
        }
        for facing in TILE_FACINGS[tile]
    ]


def _supply(s: KhanState, words: Words, names: Sequence[str], tile: int, targets: set[str]) -> dict[str, Any]:
    goal = f"tile-{box.TILES[tile]}"
    return {
        "id": goal,
        "label": "; ".join([supply_label(s, words, tile), *reserved(s, words, names, tile)]),
        "reserved": [player for player in range(s.players) if s.reserved[player] == tile],
        "count": s.tiles[tile],
        "points": box.TILE_POINTS[tile],
        "target": goal if goal in targets else None,
        **mini(tile),
    }


def _player(s: KhanState, words: Words, player: int) -> dict[str, Any]:
    notes: list[str] = []
    card = s.active[player]
    if card >= 0:
        note = f"{words.name('special', box.SPECIALS[card])} ({words.term('active')})"
        if s.guarded[player] >= 0:
            note += f": {words.name('region', box.REGIONS[s.guarded[player]])}"
        if s.reserved[player] >= 0:
            note += f": {words.name('tile', box.TILES[s.reserved[player]])}"
        notes.append(note)
    left = [
        f"{words.name('special', box.SPECIALS[kind])}{f' ×{count}' if count > 1 else ''}"
        for kind, count in enumerate(s.specials[player])
        if count
    ]
    return {
        "points": s.scores()[player],
        "area": largest_area(s, player),
        "yurts": s.yurts[player].bit_count(),
        "stock": s.stock[player],
        "cards": len(s.hands[player]),
        "to_act": player in s.players_to_act,
        "active": notes,
        "specials": left,
    }


class KhanDrawing(Drawing[KhanState]):
    """The table of Khan: the board with yurts, rulers and tiles."""

    SIZE: ClassVar[tuple[int, int]] = (WIDTH, HEIGHT)
    SECTIONS: ClassVar[frozenset[str]] = frozenset({"turn"})
    SUMMARIES: ClassVar[tuple[Summary, ...]] = (
        Summary("conquest", "conquered", "lost", points={"conquered": "points"}, anew=False, foreseen=True),
        Summary("end_phase", "end_phase", held=True),
    )
    OPENINGS: ClassVar[frozenset[str]] = frozenset({"invade", "conquer", "choose", "lay", "card", "direction"})
    SAME_TO_ALL: ClassVar[bool] = True
    LAND_OPTIONS: ClassVar[tuple[str, ...]] = ("board",)
    SIGNS: ClassVar[Mapping[str, str]] = {
        "battle": "conquer expel lost",
        "build": "choose lay reserve asks consent",
        "card": "card invade drive discard keep_rest play pass special_returned reshuffled",
        "move": "direction flees stuck ruler_out",
        "place": "station settle pitch occupy protect",
        "points": "conquered final_points",
    }
    ON_BOARD: ClassVar[tuple[str, ...]] = ("yurts", "neutral", "rulers")
    CARDS: ClassVar[tuple[str, ...]] = ("card-", "special-", "way-", "tile-")
    PLACES: ClassVar[tuple[str, ...]] = (
        "cell-",
        "invade-",
        "conquest",
        "ruler-",
        "camp-",
        "card-",
        "special-",
        "tile-",
    )
    UNEXPECTED: ClassVar[frozenset[str]] = frozenset({"card_not_in_hand", "no_such_cell", "off_board", "same_way"})

    def land(self, words: Words, *chosen: Any) -> dict[str, Any]:
        """Return the map of a board: all its paths, the names along the rim, the camps."""
        name = str(chosen[0])
        board = BOARDS[name]
        width, height = picture(board)
        return {
            "title": words.say("board", "map", {}),
            "width": width,
            "height": height,
            "scale": scale(board),
            "d": shapes(name),
            "names": rim_names(board, words),
            "regions": {region: words.name("region", region) for region in box.REGIONS},
            "rulers": [
                {"id": id_, "colour": box.RULER_COLOURS[ruler], "emblem": EMBLEMS.get(id_, "")}
                for ruler, id_ in enumerate(box.RULERS)
            ],
            "tiles": [{"id": id_, **mini(tile)} for tile, id_ in enumerate(box.TILES)],
            "camps": [
                {
                    "id": id_,
                    "name": words.name("people", id_),
                    "x": camp_place(board, ruler)[0],
                    "y": camp_place(board, ruler)[1],
                }
                for ruler, id_ in enumerate(box.RULERS)
            ],
        }

    def pieces(self, s: KhanState, words: Words, names: Sequence[str], legal: Sequence[Action]) -> dict[str, Any]:
        """Return what lies on the map, and the places where something may be put."""
        targets = {self.target(action) for action in legal}
        cells = [action.cell for action in legal if isinstance(action, CellAction)]
        prey, reach = conquerable(s, legal)
        return {
            "tiles": [_tile(s, words, names, laid) for laid in sorted(s.laid, key=lambda laid: laid // OWNERS % FRAME)],
            "yurts": _yurts(s, words, names),
            "rulers": [_ruler(s, words, ruler, targets) for ruler in range(len(box.RULERS))],
            "camps": [_camp(s, words, ruler) for ruler in range(len(box.RULERS))],
            "final": final(s, words, *[action for action in legal if isinstance(action, CellAction)][:1]),
            "rulers_final": final(s, words, *[action for action in legal if expel.has(action)][:1]),
            "spots": [_spot(s, words, cell) for cell in cells]
            + [_prey(s, words, cell, prey[cell]) for cell in sorted(prey)],
            "reaches": [
                {"tile": box.TILES[tile], "path": outline(cells_of(reach[tile]), CELL, origin(s.board), 2, 8)}
                for tile in sorted(reach)
            ],
            "laying": laying(s, words, names, legal),
            "invading": _invading(s, words, legal),
            "again": _again(s, words, legal),
            "counting": counting(s, words, names) if s.is_terminal else [],
            "asked": _asked(s, words),
            "areas": _areas(s, words, names) if s.is_terminal else [],
        }

    def panel(self, s: KhanState, words: Words, names: Sequence[str], legal: Sequence[Action]) -> dict[str, Any]:
        """Return what lies beside the map: the viewer's cards, the supply of tiles, players, piles."""
        viewer = s.observer
        targets = {self.target(action) for action in legal}
        hand = s.hands[viewer] if viewer >= 0 else ()
        in_hand = laying(s, words, names, legal)
        step = s.stack[-1] if s.stack else None
        return {
            "viewer": viewer,
            "playing": _card(step.card, words, set(), "playing-") if isinstance(step, Pitch) and legal else None,
            "cards": [_card(card, words, targets) for card in hand if card >= 0],
            "idle": s.end_phase,
            "turned": None,
            "ground_only": s.variant.expel_direction == "deck" and not isinstance(step, Discard),
            "picking": [words.say("board", key, {}) for key in ("play_it", "not_it")],
            "specials": [_special(s, words, viewer, card, targets) for card in range(len(box.SPECIALS))]
            if viewer >= 0
            else [],
            "forms": _forms(words, in_hand, legal),
            "help": in_hand and in_hand["help"],
            "supply": [_supply(s, words, names, tile, targets) for tile in range(len(box.TILES))],
            "players": [_player(s, words, player) for player in range(s.players)],
            "rulers_out": words.say("board", "rulers_out_over" if s.end_phase else "rulers_out", _out(s)),
            "neutral": s.supply,
            "deck": len(s.deck),
            "discards": len(s.discards),
            "top": _card(s.discards[-1], words, set(), "top-") if s.discards else None,
        }

    def told(self, notes: Sequence[Note], words: Words, names: Sequence[str]) -> dict[str, Any]:
        """Return the card that was turned up at the beginning of this turn; none in the end phase."""
        last = next((note for note in reversed(notes) if note.key in (CARD.key, END_PHASE.key)), None)
        if last is None or last.key == END_PHASE.key:
            return {"turned": None}
        card = _card(box.CARDS.index(str(last.params["card"])), words, set(), "turned-")
        return {"turned": {**card, "label": words.say("board", "turned_card", {"label": card["label"]})}}

    def report(self, key: str, lines: Sequence[Line], words: Words, names: Sequence[str]) -> Report:
        """Return what is otherwise from the end phase on: whoever plays reads it before the game goes on."""
        return [(words.say("board", "ends", {}), [])] if key == "end_phase" else []

    def status(self, s: KhanState, words: Words) -> str:
        """Return the phase, whose turn it is not (the page says it), and how many rulers are out."""
        if s.end_phase:
            return "; ".join([words.say("board", "end_phase", {}), *_refused(s, words)])
        step = type(s.stack[-1]).__name__
        if step in ("StationRuler", "Settle"):
            return words.say("board", "setup", {})
        told = [words.say("board", "left", {"actions": s.actions_left})] if step == "Act" else []
        told += [words.say("board", "status", _out(s)), *_refused(s, words)]
        return upfirst("; ".join(told))

    def ended(self, s: KhanState, words: Words) -> str:
        """Return that rulers and conquests are at an end."""
        return words.say("board", "over", {})

    def places(self, params: Mapping[str, Param]) -> list[str]:
        """Return the cell, the ruler, or the tile that was laid; before, the cell at its corner says too little."""
        if "tile" in params and "points" in params:
            return [f"laid-{params['cell']}"]
        found = [f"{name}-{params[name]}" for name in ("cell", "ruler") if name in params and "way" not in params]
        return [place for place in found if place != f"cell-{params.get('cell')}" or "tile" not in params]

    def brief(self, lines: Sequence[Line], player: int, words: Words, names: Sequence[str]) -> str:
        """Return a turn in one line: points, special cards, rulers who left, then the rest."""
        return in_brief(lines, player, words, names)

    def is_second_half(self, action: Action) -> bool:
        """Tell whether it is the cell to a card, or the place of a tile: people choose both in one go."""
        return pitch.has(action) or isinstance(action, LayAction)

    def about(self, place: str, s: KhanState, words: Words, names: Sequence[str]) -> About | None:
        """Tell of cells, rulers, camps, cards, tiles."""
        return told_of(place, s, words, names)

    def why(self, place: str, s: KhanState, words: Words, names: Sequence[str]) -> str | None:
        """Return what stands against cells, tiles and special cards, and whose card it is."""
        return why(place, s, words, names)

    def points(self, s: KhanState) -> list[int]:
        """Return the points as they stand."""
        return s.scores()

    def public(self, s: KhanState, words: Words) -> list[list[tuple[str, int, str]]]:
        """Return the largest area, yurts on the board, cards."""
        counts = [(largest_area(s, each), s.yurts[each].bit_count(), len(s.hands[each])) for each in range(s.players)]
        kinds = [("i-area", "largest_area"), ("i-yurt", "on_board"), ("i-cards", "hand")]
        return tallies([(symbol, words.term(key)) for symbol, key in kinds], counts)

    def target(self, action: Action) -> str:
        """Return the cell, ruler, card, tile or form on which a click means this action."""
        if isinstance(action, LayAction):
            return f"way-{WAYS[action.way]}"
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
        """Return the picture of a tile or a ruler."""
        if choose.has(action) or reserve.has(action):
            return f"t-{action.params['tile']}"
        return f"ruler-{action.params['ruler']}-figure" if expel.has(action) else ""

    def label(self, action: Action, s: KhanState, words: Words, names: Sequence[str]) -> str:
        """Return what a tile is worth, what laying it brings, and the combined action in short."""
        if action is combine:
            return words.say("board", "combine", {})
        if invade.has(action) and isinstance(action, CardAction) and s.variant.expel_direction == "deck":
            return words.say("board", "card", {"ground": box.GROUNDS[box.CARD_GROUND[action.card]]})
        step = s.stack[-1] if s.stack else None
        if isinstance(action, LayAction) and isinstance(step, Lay):
            told = {**action.params, "tile": box.TILES[step.tile], "points": share(s, step, action)[1]}
            return upfirst(words.say("board", "laid", told))
        if not choose.has(action) and not reserve.has(action):
            return ""
        tile = str(action.params["tile"])
        told = {"tile": tile, "points": box.TILE_POINTS[box.TILES.index(tile)]}
        return words.say("board", "choice", told)

    def prompt(self, s: KhanState, words: Words, names: Sequence[str]) -> str:
        """Return what can be done, where the yurt goes by the card that was played, or what a tile is worth."""
        step = s.stack[-1]
        if isinstance(step, Settle):
            return " ".join(filter(None, [words.say("prompt", "Settle", {}), final(s, words, *step.options(s)[:1])]))
        if isinstance(step, Pitch):
            return words.say("asked", "pitch", {"ground": box.GROUNDS[box.CARD_GROUND[step.card]]})
        if isinstance(step, Consent):
            tile = FACING_TILE[step.placement // FRAME]
            asking = {"rival": names[step.rival], "tile": box.TILES[tile], "points": box.TILE_POINTS[tile]}
            return words.say("asked", "consent", {**asking, "cells": covered(step.placement)})
        if isinstance(step, Lay):
            told = {"tile": box.TILES[step.tile], "points": box.TILE_POINTS[step.tile]}
            return words.say("asked", "lay", told)
        if isinstance(step, ChooseTile) or (isinstance(step, Act) and s.end_phase):
            return words.say("asked", "end" if s.end_phase else "choose", {})
        if isinstance(step, Act):
            families = {action.family for action in s.legal_actions(step.player)}
            if "expel" not in families:
                return words.say("asked", "conquer", {})
            told = {"conquer": int("conquer" in families)}
            asked = words.say("asked", "act" if "invade" in families else "expel", told)
            return f"{asked} {words.say('asked', 'nearly', {})}" if s.rulers_out() == box.RULERS_OUT - 1 else asked
        return ""

    def heading(self, s: KhanState, words: Words) -> str:
        """Return that somebody else asks."""
        return words.say("asked", "heading", {}) if isinstance(s.stack[-1], Consent) else ""

    def group(self, action: Action, words: Words) -> str:
        """Return the row of a cell, the way a tile lies, or the kind of action."""
        if isinstance(action, LayAction):
            return upfirst(words.name("way", WAYS[action.way]))
        if isinstance(action, CellAction):
            return words.say("board", "row", {"row": action.cell // box.SIDE + 1})
        if expel.has(action):
            return words.say("board", "expel", {})
        if action.family == "invade":
            return words.say("board", "invade", {})
        return ""

    def short(self, action: Action, words: Words, names: Sequence[str]) -> str:
        """Return the cell of a tile under the heading of its way, a card or a ruler under the heading of the action."""
        if isinstance(action, LayAction):
            return box.CELLS[action.cell]
        if expel.has(action):
            return words.name("ruler", action.params["ruler"])
        if action.family == "invade" and isinstance(action, CardAction):
            return words.name("ground", box.GROUNDS[box.CARD_GROUND[action.card]])
        return ""

    def foretold(self, action: Action, s: KhanState, words: Words, names: Sequence[str]) -> list[str]:
        """Return where the next card may drive a ruler, and whom the one that begins the next turn may expel."""
        step = s.stack[-1]
        if isinstance(action, LayAction) and isinstance(step, Lay):
            land = LAND[FACING_OF[step.tile][action.way] * FRAME + action.cell]
            return [*filter(None, [asks(s, words, names, step.player, land)]), *foretold(action, s, words)]
        return foretold(action, s, words)

    def advised(self, action: Action, s: KhanState, words: Words) -> str:
        """Return what a new yurt makes possible, or what ending the turn keeps."""
        return advised(action, s, words)

    def standings(self, s: KhanState, words: Words) -> list[Standing]:
        """Return who has the largest connected area, and the yurts of each player."""
        return standings(s, words)

    def scoring(self, s: KhanState, words: Words, names: Sequence[str]) -> list[tuple[str, list[int]]]:
        """Return the points on tiles, then those for the largest areas, with the sizes of these."""
        lines = final_points(s)
        told = {key: words.say("final", key, {}) for key in lines[0]}
        sizes = ", ".join(str(largest_area(s, player)) for player in range(s.players))
        told["areas"] = words.say("board", "areas", {"line": told["areas"], "sizes": sizes})
        return [(told[key], [line[key] for line in lines]) for key in lines[0]]


DRAWING: Final = KhanDrawing("regnum.games.khan")
