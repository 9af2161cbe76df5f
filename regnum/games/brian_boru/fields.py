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
        source: "BrianBoruFields | None" = None,
    ) -> None:
        super().__init__(game, players, seed, options, source)
        self.variant: Final[BrianBoruOptions] = BrianBoruOptions(options) if source is None else source.variant
        if source is None:
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
