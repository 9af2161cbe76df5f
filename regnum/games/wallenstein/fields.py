"""The fields of a state and the options of a game, as attributes with types.

Do not edit: `python -m regnum.new_game.generate_fields` writes this module from `FIELDS` in state.py and options.py.
"""

from typing import Any, ClassVar, Final, Literal

from regnum.core import i64
from regnum.core.rules.option import Options
from regnum.core.rules.ruleset import Rules
from regnum.core.rules.state import State


class WallensteinOptions:
    """What was chosen; a state and its clones share it."""

    def __init__(self, chosen: dict[str, Any]) -> None:
        self.court: Final[bool] = chosen["court"]
        self.landsknechte: Final[bool] = chosen["landsknechte"]
        self.start: Final[Literal["draft", "printed"]] = chosen["start"]
        self.first_player: Final[Literal["random", 1, 2, 3, 4, 5]] = chosen["first_player"]
        self.missing_cards: Final[Literal["bid_empty_first", "player_chooses"]] = chosen["missing_cards"]
        self.revolt_income: Final[Literal["kept", "lost"]] = chosen["revolt_income"]
        self.six_armies: Final[Literal["six", "one_more"]] = chosen["six_armies"]
        self.tower_model: Final[Literal["steady", "impact"]] = chosen["tower_model"]
        self.tower_thrown: Final[Literal["2/3", "1/2", "3/5", "3/4"]] = chosen["tower_thrown"]
        self.tower_stuck: Final[Literal["1/3", "1/4", "2/5", "1/2"]] = chosen["tower_stuck"]
        self.tower_fill: Final[Literal["2/3", "1/2", "3/4"]] = chosen["tower_fill"]


class WallensteinFields(State):
    """What a new state begins with, and how a clone copies it."""

    DERIVED: ClassVar[tuple[str, ...]] = ("variant",)
    __slots__ = (  # noqa: RUF023
        "year",
        "season",
        "points",
        "coins",
        "grain",
        "lands",
        "armies",
        "unrest",
        "buildings",
        "supply",
        "tray",
        "tower",
        "land_deck",
        "known_below",
        "open_lands",
        "offered",
        "groups",
        "drafted",
        "event_deck",
        "open_events",
        "event",
        "past_events",
        "order",
        "turned",
        "tiles",
        "plan",
        "confirmed",
        "changing",
        "shown",
        "fresh",
        "space",
        "hall",
        "favour_deck",
        "favours",
        "past_favours",
        "ward",
        "truce",
        "banner",
        "revolts",
        "variant",
    )

    def __init__(
        self,
        game: Rules,
        players: int,
        seed: int,
        options: Options,
        source: "WallensteinFields | None" = None,
    ) -> None:
        super().__init__(game, players, seed, options, source)
        self.variant: Final[WallensteinOptions] = WallensteinOptions(options) if source is None else source.variant
        if source is None:
            initial = self.initial_values()
            self.year: i64 = initial["year"]
            self.season: i64 = initial["season"]
            self.points: list[int] = initial["points"]
            self.coins: list[int] = initial["coins"]
            self.grain: list[int] = initial["grain"]
            self.lands: list[int] = initial["lands"]
            self.armies: list[int] = initial["armies"]
            self.unrest: list[int] = initial["unrest"]
            self.buildings: list[int] = initial["buildings"]
            self.supply: list[int] = initial["supply"]
            self.tray: list[int] = initial["tray"]
            self.tower: list[int] = initial["tower"]
            self.land_deck: tuple[int, ...] = initial["land_deck"]
            self.known_below: i64 = initial["known_below"]
            self.open_lands: tuple[int, ...] = initial["open_lands"]
            self.offered: list[int] = initial["offered"]
            self.groups: list[tuple[int, ...]] = initial["groups"]
            self.drafted: i64 = initial["drafted"]
            self.event_deck: tuple[int, ...] = initial["event_deck"]
            self.open_events: i64 = initial["open_events"]
            self.event: i64 = initial["event"]
            self.past_events: i64 = initial["past_events"]
            self.order: tuple[int, ...] = initial["order"]
            self.turned: i64 = initial["turned"]
            self.tiles: tuple[int, ...] = initial["tiles"]
            self.plan: list[tuple[int, ...]] = initial["plan"]
            self.confirmed: list[int] = initial["confirmed"]
            self.changing: list[int] = initial["changing"]
            self.shown: list[int] = initial["shown"]
            self.fresh: list[int] = initial["fresh"]
            self.space: list[int] = initial["space"]
            self.hall: list[int] = initial["hall"]
            self.favour_deck: tuple[int, ...] = initial["favour_deck"]
            self.favours: tuple[int, ...] = initial["favours"]
            self.past_favours: i64 = initial["past_favours"]
            self.ward: i64 = initial["ward"]
            self.truce: list[int] = initial["truce"]
            self.banner: list[int] = initial["banner"]
            self.revolts: i64 = initial["revolts"]
        else:
            self.year = source.year
            self.season = source.season
            self.points = source.points[:]
            self.coins = source.coins[:]
            self.grain = source.grain[:]
            self.lands = source.lands[:]
            self.armies = source.armies[:]
            self.unrest = source.unrest[:]
            self.buildings = source.buildings[:]
            self.supply = source.supply[:]
            self.tray = source.tray[:]
            self.tower = source.tower[:]
            self.land_deck = source.land_deck
            self.known_below = source.known_below
            self.open_lands = source.open_lands
            self.offered = source.offered[:]
            self.groups = source.groups[:]
            self.drafted = source.drafted
            self.event_deck = source.event_deck
            self.open_events = source.open_events
            self.event = source.event
            self.past_events = source.past_events
            self.order = source.order
            self.turned = source.turned
            self.tiles = source.tiles
            self.plan = source.plan[:]
            self.confirmed = source.confirmed[:]
            self.changing = source.changing[:]
            self.shown = source.shown[:]
            self.fresh = source.fresh[:]
            self.space = source.space[:]
            self.hall = source.hall[:]
            self.favour_deck = source.favour_deck
            self.favours = source.favours
            self.past_favours = source.past_favours
            self.ward = source.ward
            self.truce = source.truce[:]
            self.banner = source.banner[:]
            self.revolts = source.revolts

    def values(self) -> tuple[object, ...]:
        return (
            self.year,
            self.season,
            self.points,
            self.coins,
            self.grain,
            self.lands,
            self.armies,
            self.unrest,
            self.buildings,
            self.supply,
            self.tray,
            self.tower,
            self.land_deck,
            self.known_below,
            self.open_lands,
            self.offered,
            self.groups,
            self.drafted,
            self.event_deck,
            self.open_events,
            self.event,
            self.past_events,
            self.order,
            self.turned,
            self.tiles,
            self.plan,
            self.confirmed,
            self.changing,
            self.shown,
            self.fresh,
            self.space,
            self.hall,
            self.favour_deck,
            self.favours,
            self.past_favours,
            self.ward,
            self.truce,
            self.banner,
            self.revolts,
        )
