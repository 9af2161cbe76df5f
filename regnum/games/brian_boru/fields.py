"""The fields of a state and the options of a game, as attributes with types.

Do not edit: `python -m regnum.new_game.generate_fields` writes this module from `FIELDS` in state.py and options.py.
"""

from typing import Any, ClassVar, Final, Literal

from regnum.core import i64
from regnum.core.packed import Packed
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
        source: "BrianBoruFields | None" = None,
    ) -> None:
        super().__init__(game, players, seed, options, source)
        self.variant: Final[BrianBoruOptions] = BrianBoruOptions(options) if source is None else source.variant
        if source is None:
            initial = self.initial_values()
            self.round: i64 = initial["round"]
            self.marker: i64 = initial["marker"]
            self.points: Packed = initial["points"]
            self.coins: Packed = initial["coins"]
            self.renown: Packed = initial["renown"]
            self.discs: Packed = initial["discs"]
            self.vikings: i64 = initial["vikings"]
            self.monasteries: i64 = initial["monasteries"]
            self.track: Packed = initial["track"]
            self.church: Packed = initial["church"]
            self.raiders: Packed = initial["raiders"]
            self.kept: tuple[int, ...] = initial["kept"]
            self.battle_area: i64 = initial["battle_area"]
            self.open: i64 = initial["open"]
            self.owner: Packed = initial["owner"]
            self.fleets: tuple[int, ...] = initial["fleets"]
            self.brides: tuple[int, ...] = initial["brides"]
            self.bride: i64 = initial["bride"]
            self.wed: Packed = initial["wed"]
            self.pact: i64 = initial["pact"]
            self.trade: i64 = initial["trade"]
            self.stage: i64 = initial["stage"]
            self.to_keep: Packed = initial["to_keep"]
            self.slot: Packed = initial["slot"]
            self.packet: Packed = initial["packet"]
            self.hand: Packed = initial["hand"]
            self.spent: Packed = initial["spent"]
            self.played: Packed = initial["played"]
            self.lacks: Packed = initial["lacks"]
            self.active: i64 = initial["active"]
        else:
            self.round = source.round
            self.marker = source.marker
            self.points = source.points[:]
            self.coins = source.coins[:]
            self.renown = source.renown[:]
            self.discs = source.discs[:]
            self.vikings = source.vikings
            self.monasteries = source.monasteries
            self.track = source.track[:]
            self.church = source.church[:]
            self.raiders = source.raiders[:]
            self.kept = source.kept
            self.battle_area = source.battle_area
            self.open = source.open
            self.owner = source.owner[:]
            self.fleets = source.fleets
            self.brides = source.brides
            self.bride = source.bride
            self.wed = source.wed[:]
            self.pact = source.pact
            self.trade = source.trade
            self.stage = source.stage
            self.to_keep = source.to_keep[:]
            self.slot = source.slot[:]
            self.packet = source.packet[:]
            self.hand = source.hand[:]
            self.spent = source.spent[:]
            self.played = source.played[:]
            self.lacks = source.lacks[:]
            self.active = source.active

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
