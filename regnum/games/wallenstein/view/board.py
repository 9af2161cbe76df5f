"""The board of Wallenstein."""

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from regnum.core.rules.action import Action
from regnum.core.rules.note import Note
from regnum.core.text.narrator import note_line
from regnum.core.text.words import Words
from regnum.games.wallenstein import components as box
from regnum.games.wallenstein.move import MarchOrAttack, MoveArmies, SendArmies
from regnum.games.wallenstein.state import WallensteinState
from regnum.games.wallenstein.view.actions import ACTIONS
from regnum.games.wallenstein.view.cards import facts_of, planned_lands, truce_of
from regnum.games.wallenstein.view.geometry import LANDS_AT, LAYOUT, sites_of, spot_of, with_printed_name
from regnum.games.wallenstein.view.keys import ON_BOARD
from regnum.games.wallenstein.view.log import ENDS
from regnum.games.wallenstein.view.panel import panel
from regnum.view import BoardView

TRAY: Final = (1470, 374)
TRAY_WIDTH: Final = 6
_BEGINS: Final = frozenset({"attacks", "revolt"})


def _cube(number: int) -> dict[str, int]:
    """Return the number of a cube in the tray, and its position on the board."""
    across, up = number % TRAY_WIDTH, number // TRAY_WIDTH
    return {"number": number, "x": TRAY[0] + across * 27 + up % 2 * 6, "y": TRAY[1] - up * 27}


def shown_tray(s: WallensteinState) -> list[dict[str, int]]:
    """Return the cubes in the tray with their positions and seats; the farmers' seat is -1."""
    sides = [seat if seat < s.players else -1 for seat, count in enumerate(s.tray) for _ in range(count)]
    return [{**_cube(number), "seat": seat} for number, seat in enumerate(sides)]


def shown_throw(notes: Sequence[Note], words: Words, names: Sequence[str]) -> dict[str, Any] | None:
    """Return the last battle in the log: its title, each colour's cubes in and out, the result, or None if none."""
    number = 0
    start = -1
    for at, note in enumerate(notes):
        if note.key in _BEGINS:
            number += 1
            start = at
    if start < 0:
        return None
    rows: list[dict[str, Any]] = []
    result = ""
    cube_count = 0
    for note in notes[start + 1 :]:
        if note.key in ("fell", "fell_farmers"):
            out, cast_count = int(note.params["out"]), int(note.params["cast"])
            seat = note.player
            rows.append(
                {
                    "seat": seat,
                    "name": names[seat] if seat >= 0 else words.term("farmers"),
                    "cast": cast_count,
                    "out": out,
                    "cubes": [_cube(number) for number in range(cube_count, cube_count + out)],
                    "text": note_line(note, words, names),
                }
            )
            cube_count += out
        elif note.key in ENDS:
            result = note_line(note, words, names)
            break
    first_note = notes[start]
    revolt = first_note.key == "revolt"
    title = note_line(first_note, words, names)
    sentences = [title, *(row["text"] for row in rows), result]
    return {
        "number": number,
        "title": title,
        "rows": rows,
        "result": result,
        "text": " ".join(sentences).strip(),
        "land": str(first_note.params["land"]),
        "owner": first_note.player
        if revolt
        else int(first_note.params.get("defender", -1)),  # missing in example figures
        "armies": int(first_note.params.get("armies" if revolt else "others", 0)),
    }


def _free_spot(s: WallensteinState, land: int) -> dict[str, int]:
    """Return the position of an empty spot in a land: for unrest, else a building site, else left of the armies."""
    if not s.unrest[land]:
        return spot_of(land, "unrest")
    sites = LANDS_AT[land]["sites"]
    if len(sites_of(s, land)) < len(sites):
        return {"x": sites[-1][0], "y": sites[-1][1]}
    x, y = LANDS_AT[land]["army"]
    return {"x": x - 50, "y": y - 16}


def _move_lands(s: WallensteinState) -> tuple[int, int]:
    """Return the source and the target land of the current decision, or -1 if there is none."""
    if s.drafted >= 0:
        return s.drafted, -1
    top = s.stack[-1] if s.stack else None
    if isinstance(top, SendArmies):
        return top.source, top.target
    if isinstance(top, (MarchOrAttack, MoveArmies)):
        return top.source, -1
    return -1, -1


@cache
def _printed_text(words: Words, land: int) -> str:
    """Return a text with the printed facts of a land."""
    return words.text("board", "land", facts_of(land))


def _label(s: WallensteinState, words: Words, names: Sequence[str], land: int, owner: int) -> str:
    parts = [_printed_text(words, land)]
    if not box.IN_PLAY[s.players] >> land & 1:
        return f"{parts[0]}; {words.text('board', 'out', {})}"
    parts.append(names[owner] if owner >= 0 else words.text("board", "neutral", {}))
    if s.armies[land]:
        parts.append(words.text("board", "armies", {"armies": s.armies[land]}))
    parts += [words.name("building", box.BUILDINGS[building]) for building, _ in sites_of(s, land)]
    if s.unrest[land]:
        parts.append(words.text("board", "unrest", {"unrest": s.unrest[land]}))
    if owner >= 0 and s.truce[owner]:
        parts.append(words.text("board", "truce", {"actions": truce_of(s, owner)}))
    return f"{parts[0]}; {', '.join(parts[1:])}"


class WallensteinBoard(BoardView[WallensteinState]):
    """The board view of Wallenstein."""

    def base_map(self, words: Words, *chosen: Any) -> dict[str, Any]:
        """Return the layout of the map, and the names of lands, regions and seas."""
        return {
            "layout": {**LAYOUT, "lands": [with_printed_name(words, land) for land in LAYOUT["lands"]]},
            "title": words.text("board", "map", {}),
            "lands": {
                id_: {"tax": box.TAX[land], "grain": box.GRAIN[land], "always": bool(box.IN_PLAY[3] >> land & 1)}
                for land, id_ in enumerate(box.LANDS)
            },
            "regions": {id_: words.name("region", id_) for id_ in box.REGIONS},
            "seas": {sea["id"]: words.name("sea", sea["id"]) for sea in LAYOUT["seas"]},
        }

    def pieces(
        self, s: WallensteinState, words: Words, names: Sequence[str], legal: Sequence[Action]
    ) -> dict[str, Any]:
        """Return the lands with their owners, and the pieces: armies, buildings, unrest, cubes, planned actions."""
        targets = {part for action in legal for part in ACTIONS.target(action).split(" ")}
        source, target_land = _move_lands(s)
        owners = [s.owner(land) for land in range(len(box.LANDS))]
        return {
            "lands": [
                {
                    "id": id_,
                    "label": _label(s, words, names, land, owners[land]),
                    "in_play": bool(box.IN_PLAY[s.players] >> land & 1),
                    "owner": owners[land] if owners[land] >= 0 else None,
                    "chosen": land == source,
                    "aimed": land == target_land or bool(s.revolts >> land & 1),
                    "target": f"land-{id_}" if f"land-{id_}" in targets else None,
                    "zoom": LANDS_AT[land]["zoom"],
                    "final": words.text("board", "take_final", {}) if f"land-{id_}" in targets and s.year == 0 else "",
                }
                for land, id_ in enumerate(box.LANDS)
            ],
            "armies": [
                {
                    "id": id_,
                    "owner": owners[land],
                    "count": s.armies[land],
                    "truce": truce_of(s, owners[land]),
                    **spot_of(land, "army"),
                }
                for land, id_ in enumerate(box.LANDS)
                if s.armies[land] and owners[land] >= 0
            ],
            "buildings": [
                {"id": id_, "kind": box.BUILDINGS[building], "x": site[0], "y": site[1]}
                for land, id_ in enumerate(box.LANDS)
                for building, site in sites_of(s, land)
            ],
            "planned": [
                {"id": f["id"], "icon": f["icon"], "letters": f["letters"], **_free_spot(s, f["land"])}
                for f in (planned_lands(s, words) if legal and s.observer >= 0 and s.is_planning() else [])
            ],
            "throw": None,
            "tray": shown_tray(s),
            "unrest": [
                {"id": id_, "count": s.unrest[land], **spot_of(land, "unrest")}
                for land, id_ in enumerate(box.LANDS)
                if s.unrest[land]
            ],
        }

    def log_context(self, notes: Sequence[Note], words: Words, names: Sequence[str]) -> dict[str, Any]:
        """Return the last throw of the tower, with the position of its land."""
        throw = shown_throw(notes, words, names)
        return {"throw": throw and {**throw, **spot_of(box.LANDS.index(throw["land"]), "army")}}

    def panel(self, s: WallensteinState, words: Words, names: Sequence[str], legal: Sequence[Action]) -> dict[str, Any]:
        """Return the panel next to the map."""
        return panel(s, words, names, legal)


BOARD: Final = WallensteinBoard(size=(1650, 1584), same_to_all=True, on_board=ON_BOARD)
