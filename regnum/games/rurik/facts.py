"""The facts that owners of the printed game may correct: schemes, rebels' rewards, the rebellion's cards and mats."""

from typing import Any, Final

from regnum.core.codec import ANY_LENGTH, Codec, Count, ErrorList, Flag, ListOf, OneOf
from regnum.core.facts.corrections import Kinds, PermutationCodec, TableCodec, TextCodec
from regnum.games.rurik.components import AGENDAS, COLUMNS, POINTS, REGIONS, STRUCTURES
from regnum.games.rurik.solo.cards import BONUS_KINDS, CARD_ROWS, ORDER, PRIORITIES, ROW_NAME

_REWARDS: Final = TableCodec({name: Count(1, 9) for name in (*POINTS, "coin", "take_deed")}, partial=True)
_COLUMN: Final = TextCodec(f"({'|'.join(COLUMNS)})[+]?", "a column, with + if a coin stands beside it")
_ROW: Final = TableCodec({"advisor": OneOf(ROW_NAME, optional=False), **dict.fromkeys(PRIORITIES, _COLUMN)})
_BONUS: Final = TableCodec(
    {
        "column": OneOf(COLUMNS, optional=False),
        "bonus": OneOf(BONUS_KINDS, optional=False),
        "amount": Count(-9, 9),
        "coin": Flag(),
    }
)


class Rows(Codec):
    """The rows of a rebellion card, each with a different advisor."""

    def read(self, data: Any, path: str, errors: ErrorList) -> Any:
        error_count = len(errors.messages)
        rows = ListOf(_ROW, CARD_ROWS).read(data, path, errors)
        if len(errors.messages) == error_count:
            PermutationCodec(ROW_NAME).read([row["advisor"] for row in rows], f"{path}.advisor", errors)
        return data


_ORDER: Final = PermutationCodec(STRUCTURES)
_ORDERS: Final[dict[str, Codec]] = {f"rebellion.card.*.{priority}": _ORDER for priority in PRIORITIES}
_CELLS: Final[dict[str, Codec]] = {f"rebellion.card.*.rows.*.{priority}": _COLUMN for priority in PRIORITIES}
"""The single entries of a card, which can be corrected one by one."""
_MATS: Final[dict[str, Codec]] = {f"rebellion.mat.*.{name}": ListOf(_BONUS, ANY_LENGTH) for name in PRIORITIES}

FACTS: Final[Kinds] = {
    "schemes.scheme.*.copies": Count(0, 27),
    "schemes.scheme.+": TableCodec({"rewards": _REWARDS, "cost": Count(0, 9), "loss": Flag(), "copies": Count(0, 27)}),
    "rebels.stickers.*.copies": Count(0, 15),
    "rebels.tokens.*.copies": Count(0, 15),
    "rebellion.general.casualty_cards_of_leader": Count(0, 9),
    "rebellion.general.mustered_at_end_of_round": Count(0, 15),
    "rebellion.removed.agendas": ListOf(OneOf(AGENDAS, optional=False), ANY_LENGTH),
    "rebellion.card.*.regions": PermutationCodec(REGIONS[region] for region in ORDER[0]),
    "rebellion.card.*.rows": Rows(),
    **_CELLS,
    **_ORDERS,
    "rebellion.mat.*.priority": OneOf(PRIORITIES, optional=False),
    **_MATS,
}
