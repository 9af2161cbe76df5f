"""The faces of bots: small pictures that are assembled from the parts in avatars.toml."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Final

from markupsafe import Markup

from regnum.core.ai.character import Character
from regnum.core.game import Game

INK: Final = "#2b2722"
ORDER: Final = ("back", "front", "beard", "hat", "collar")
"""Kinds of parts; "back" and "front" are hair."""
_COLOURED: Final = {"back": "hair", "front": "hair", "beard": "hair", "hat": "cloth", "collar": "cloth"}


@cache
def parts() -> dict[str, Any]:
    """Return the contents of avatars.toml: the parts by kind and name, and the colours by use and name."""
    contents: dict[str, Any] = tomllib.loads(Path(__file__).with_name("avatars.toml").read_text(encoding="utf-8"))
    return contents


def avatar(character: Character) -> Markup:
    """Return the face of a character as SVG elements, in a square of 48; raises KeyError if a part is missing."""
    face = character.face
    avatar_parts = parts()
    colours = {
        kind: names[face[colour_key(kind)]]
        for kind, names in avatar_parts["colours"].items()
        if colour_key(kind) in face
    }

    def part(kind: str) -> str:
        name = face.get("hair" if kind in ("back", "front") else kind)
        if name is None or (kind in ("back", "front") and name not in avatar_parts[kind]):
            return ""
        return str(avatar_parts[kind][name]).replace("FILL", colours.get(_COLOURED[kind], INK))

    def body(name: str, colour: str = "") -> str:
        return str(avatar_parts["body"][name]).replace("FILL", colours.get(colour, INK))

    lines = [
        body("ground", "ground"),
        part("back"),
        body("neck", "skin"),
        body("shoulders", "cloth"),
        body("head", "skin"),
        body("mouth") if face.get("beard") not in ("full", "short") else "",
        part("beard"),
        part("front"),
        body("eyes"),
        part("collar"),
        part("hat"),
        body("frame"),
    ]
    return Markup("".join(lines).replace("INK", INK))  # only our own drawings


def colour_key(colour: str) -> str:
    """Return the key of a character's face that names the colour for a use: "hair_colour" for hair, else the use."""
    return "hair_colour" if colour == "hair" else colour


@cache
def symbols(game: Game) -> Markup:
    """Return the faces of a game's characters as SVG symbols, which `face_mark` refers to on the same page."""
    faces = Markup("").join(
        Markup('<symbol id="face-{}" viewBox="0 0 48 48">{}</symbol>').format(id, avatar(character))
        for id, character in game.characters().items()
    )
    return Markup('<svg class="faces" aria-hidden="true">{}</svg>').format(faces) if faces else Markup("")


@cache
def face_mark(character: str, tooltip: str = "") -> Markup:
    """Return a character's face ("" for none) on a page with the game's `symbols`. `tooltip`: the tooltip, if any."""
    if not character:
        return Markup("")
    mark = Markup('<svg class="face" viewBox="0 0 48 48" aria-hidden="true"><use href="#face-{}"/></svg>').format(
        character
    )
    titled = Markup('<span class="titled-icon" title="{0}">{1}<span class="visually-hidden">{0}</span></span>')
    return titled.format(tooltip, mark) if tooltip else mark
