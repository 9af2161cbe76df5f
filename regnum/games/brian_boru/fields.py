"""The fields of a state and the options of a game, as attributes with types.

Do not edit: `python -m regnum.new_game.generate_fields` writes this module from `FIELDS` in state.py and options.py.
"""

from typing import Any, ClassVar, Final, Literal

from regnum.core.rules.option import Options
from regnum.core.rules.ruleset import Rules
from regnum.core.rules.state import State


class BrianBoruOptions:
    """What was chosen; a state and its clones share it."""

    def __init__(self, chosen: dict[str, Any]) -> None:
        self.threshold: Final[Literal["at_least", "more_than"]] = chosen["threshold"]
        self.tricks_with_five: Final[Literal[5, 4]] = chosen["tricks_with_five"]
        self.raiders_compared: Final[Literal["held", "this_round"]] = chosen["raiders_compared"]
        self.viking_majority: Final[Literal["players", "nobody"]] = chosen["viking_majority"]
        self.first_player: Final[Literal["random", 1, 2, 3, 4, 5]] = chosen["first_player"]
        self.active_town: Final[Literal["closed", "open"]] = chosen["active_town"]


class BrianBoruFields(State):
    """What a new state begins with, and how a clone copies it."""

    DERIVED: ClassVar[tuple[str, ...]] = ("variant",)
    __slots__ = (  # noqa: RUF023
        "round",
        "marker",
        "points",
        "coins",
        "renown",
        "discs",
        "vikings",
        "monasteries",
        "track",
        "church",
        "raiders",
        "kept",
        "battle_area",
        "open",
        "owner",
        "fleets",
        "brides",
        "bride",
        "wed",
        "pact",
        "trade",
        "stage",
        "to_keep",
        "slot",
        "packet",
        "hand",
        "spent",
        "played",
        "lacks",
        "active",
        "variant",
    )

    def __init__(
        self,
        game: Rules,
        players: int,
        seed: int,
        options: Options,
        of: "BrianBoruFields | None" = None,
    ) -> None:
        super().__init__(game, players, seed, options, of)
        self.variant: Final[BrianBoruOptions] = BrianBoruOptions(options) if of is None else of.variant
        if of is None:
            initial = self.initial_values()
            self.round: int = initial["round"]
            self.marker: int = initial["marker"]
            self.points: list[int] = initial["points"]
            self.coins: list[int] = initial["coins"]
            self.renown: list[int] = initial["renown"]
            self.discs: list[int] = initial["discs"]
            self.vikings: int = initial["vikings"]
            self.monasteries: int = initial["monasteries"]
            self.track: list[int] = initial["track"]
            self.church: list[int] = initial["church"]
            self.raiders: list[int] = initial["raiders"]
            self.kept: tuple[int, ...] = initial["kept"]
            self.battle_area: int = initial["battle_area"]
            self.open: int = initial["open"]
            self.owner: list[int] = initial["owner"]
            self.fleets: tuple[int, ...] = initial["fleets"]
            self.brides: tuple[int, ...] = initial["brides"]
            self.bride: int = initial["bride"]
            self.wed: list[int] = initial["wed"]
            self.pact: int = initial["pact"]
            self.trade: int = initial["trade"]
            self.stage: int = initial["stage"]
            self.to_keep: list[int] = initial["to_keep"]
            self.slot: list[int] = initial["slot"]
            self.packet: list[int] = initial["packet"]
            self.hand: list[int] = initial["hand"]
            self.spent: list[int] = initial["spent"]
            self.played: list[int] = initial["played"]
            self.lacks: list[int] = initial["lacks"]
            self.active: int = initial["active"]
        else:
            self.round = of.round
            self.marker = of.marker
            self.points = of.points[:]
            self.coins = of.coins[:]
            self.renown = of.renown[:]
            self.discs = of.discs[:]
            self.vikings = of.vikings
            self.monasteries = of.monasteries
            self.track = of.track[:]
            self.church = of.church[:]
            self.raiders = of.raiders[:]
            self.kept = of.kept
            self.battle_area = of.battle_area
            self.open = of.open
            self.owner = of.owner[:]
            self.fleets = of.fleets
            self.brides = of.brides
            self.bride = of.bride
            self.wed = of.wed[:]
            self.pact = of.pact
            self.trade = of.trade
            self.stage = of.stage
            self.to_keep = of.to_keep[:]
            self.slot = of.slot[:]
            self.packet = of.packet[:]
            self.hand = of.hand[:]
            self.spent = of.spent[:]
            self.played = of.played[:]
            self.lacks = of.lacks[:]
            self.active = of.active

    def values(self) -> tuple[object, ...]:
        return (
            self.round,
            self.marker,
            self.points,
            self.coins,
            self.renown,
            self.discs,
            self.vikings,
            self.monasteries,
            self.track,
            self.church,
            self.raiders,
            self.kept,
            self.battle_area,
            self.open,
            self.owner,
            self.fleets,
            self.brides,
            self.bride,
            self.wed,
            self.pact,
            self.trade,
            self.stage,
            self.to_keep,
            self.slot,
            self.packet,
            self.hand,
            self.spent,
            self.played,
            self.lacks,
            self.active,
        )
