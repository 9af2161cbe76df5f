"""The facts that an owner of the printed game may correct: favour amounts, Landsknechte values, tower chances."""

from typing import Any, Final

from regnum.core.codec import Codec, Count, ErrorList, ListOf, OneOf
from regnum.core.facts.corrections import Kinds, TableCodec
from regnum.core.json_values import as_list
from regnum.games.wallenstein.components import BANNERS, BONUSES, BUILDINGS, COMBATS


class Chances(Codec):
    """At least one chance between 0 and 1, as a fraction such as 2/3; the first is the default."""

    def read(self, data: Any, path: str, errors: ErrorList) -> Any:
        chances = as_list(data)
        if not chances:
            errors.add(path, "not a list of at least one chance such as 2/3")
        for number, chance in enumerate(chances or []):
            self.check(chance, f"{path}[{number}]", errors)
        return data

    def check(self, data: Any, path: str, errors: ErrorList) -> None:
        """Add an error unless the data is a fraction between 0 and 1, such as 2/3."""
        hits, slash, of = str(data).partition("/")
        digits = slash and f"{hits}{of}".isdecimal() and len(f"{hits}{of}") <= 6
        if not isinstance(data, str) or not digits or not 0 < int(hits or 0) < int(of or 0):
            errors.add(path, f"{data!r} is not a chance between 0 and 1, as a fraction such as 2/3")


class Truce(Codec):
    """The attacks that a favour forbids: A, B or both."""

    def read(self, data: Any, path: str, errors: ErrorList) -> Any:
        if data not in ([COMBATS[0]], [COMBATS[1]], COMBATS):
            errors.add(path, f"not {COMBATS[:1]}, {COMBATS[1:]} or {COMBATS}")
        return data


class Banners(Codec):
    """The cards of a Landsknechte stack: the first has no gifts, each other card has at least one."""

    def read(self, data: Any, path: str, errors: ErrorList) -> Any:
        error_count = len(errors.messages)
        gifts = TableCodec({bonus: Count(0, 30) for bonus in BONUSES}, partial=True)
        cards = ListOf(gifts, len(BANNERS)).read(data, path, errors)
        if len(errors.messages) == error_count:
            for number, card in enumerate(cards):
                if any(card.values()) is not (number > 0):
                    errors.add(f"{path}[{number}]", "a card without a gift" if number else "the top card has no gift")
        return data


FACTS: Final[Kinds] = {
    "court.favour.*.amount": Count(1, 30),
    "court.favour.*.building": OneOf(BUILDINGS, optional=False),
    "court.favour.*.actions": Truce(),
    "landsknechte.card": Banners(),
    "tower.tower.thrown": Chances(),
    "tower.tower.stuck": Chances(),
    "tower.tower.fill": Chances(),
    "tower.tower.impact_per_million": Count(0, 500_000),
}
