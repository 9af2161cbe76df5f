"""The facts that owners of the printed game may correct: the board, the tiles, the cards, the bonuses for areas."""

from typing import Any, Final

from regnum.core.codec import ANY_LENGTH, Codec, Count, ErrorList, ListOf, OneOf
from regnum.core.facts.corrections import Kinds, TextCodec
from regnum.games.khan.components import (
    AREA_BONUS,
    CARDS,
    CELLS,
    DEFAULT_BOARD,
    DIRECTIONS,
    FRAME_SIDE,
    GROUNDS,
    RULERS,
)
from regnum.games.khan.tiles import shape_error


class Shape(Codec):
    """The shape of a tile: rows of connected squares."""

    def read(self, data: Any, path: str, errors: ErrorList) -> Any:
        error_count = len(errors.messages)
        rows = ListOf(TextCodec("[#~.]{1,4}", "a row of up to four squares: #, ~ or ."), ANY_LENGTH).read(
            data, path, errors
        )
        if len(errors.messages) == error_count and (wrong := shape_error(rows)):
            errors.add(path, wrong)
        return data


_CARD: Final = TextCodec(
    f"({'|'.join(RULERS)}) ({'|'.join(DIRECTIONS)}) ({'|'.join(GROUNDS)})", "a ruler, a direction and a ground"
)
_BOARD: Final = f"boards/{DEFAULT_BOARD}"

FACTS: Final[Kinds] = {
    f"{_BOARD}.layout.rows": ListOf(
        TextCodec(f"[.RTISDMF]{{1,{FRAME_SIDE}}}", f"a row of up to {FRAME_SIDE} cells"), FRAME_SIDE
    ),
    f"{_BOARD}.umland.exceptions": ListOf(OneOf(CELLS, optional=False), ANY_LENGTH),
    f"{_BOARD}.start.*": OneOf(CELLS, optional=False),
    "cards.cards.faces": ListOf(_CARD, len(CARDS)),
    "setup.scoring.area_bonus": ListOf(Count(0, 99), len(AREA_BONUS)),
    "tiles.tile.*.points": Count(0, 99),
    "tiles.tile.*.count": Count(0, 38),
    "tiles.tile.*.shape": Shape(),
}
