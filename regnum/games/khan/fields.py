"""The fields of a state and the options of a game, as attributes with types.

Do not edit: `python -m regnum.new_game.fields` makes this module from `FIELDS` in state.py and from options.py.
"""

from typing import Any, ClassVar, Final, Literal

from regnum.core.rules.option import Options
from regnum.core.rules.ruleset import Rules
from regnum.core.rules.state import State


class KhanOptions:
    """What was chosen; a state and its clones share it."""

    def __init__(self, chosen: dict[str, Any]) -> None:
        self.board: Final[Literal["empire", "steppe"]] = chosen["board"]
        self.rulers_start: Final[Literal["printed", "free"]] = chosen["rulers_start"]
        self.expel_direction: Final[Literal["deck", "hand"]] = chosen["expel_direction"]
        self.stuck_ruler_yurt: Final[bool] = chosen["stuck_ruler_yurt"]
        self.discard: Final[Literal["any", "all"]] = chosen["discard"]
        self.refusal: Final[Literal["action", "turn"]] = chosen["refusal"]
        self.shared_points: Final[Literal["full", "divided"]] = chosen["shared_points"]
        self.area_bonus: Final[Literal["players", "areas"]] = chosen["area_bonus"]
        self.first_player: Final[Literal["random", 1, 2, 3, 4]] = chosen["first_player"]


class KhanFields(State):
    """What a new state begins with, and how a clone copies it."""

    DERIVED: ClassVar[tuple[str, ...]] = ("variant",)
    __slots__ = (  # noqa: RUF023
        "first",
        "yurts",
        "neutral",
        "rulers",
        "camps",
        "supply",
        "stock",
        "tiles",
        "laid",
        "hands",
        "deck",
        "discards",
        "held",
        "specials",
        "active",
        "guarded",
        "reserved",
        "last_played",
        "actions_left",
        "refused",
        "end_phase",
        "variant",
    )

    def __init__(
        self,
        game: Rules,
        players: int,
        seed: int,
        options: Options,
        of: "KhanFields | None" = None,
    ) -> None:
        super().__init__(game, players, seed, options, of)
        self.variant: Final[KhanOptions] = KhanOptions(options) if of is None else of.variant
        if of is None:
            start = self.starts()
            self.first: int = start["first"]
            self.yurts: list[int] = start["yurts"]
            self.neutral: int = start["neutral"]
            self.rulers: list[int] = start["rulers"]
            self.camps: list[int] = start["camps"]
            self.supply: int = start["supply"]
            self.stock: list[int] = start["stock"]
            self.tiles: list[int] = start["tiles"]
            self.laid: tuple[int, ...] = start["laid"]
            self.hands: list[tuple[int, ...]] = start["hands"]
            self.deck: list[int] = start["deck"]
            self.discards: list[int] = start["discards"]
            self.held: tuple[int, ...] = start["held"]
            self.specials: list[tuple[int, ...]] = start["specials"]
            self.active: list[int] = start["active"]
            self.guarded: list[int] = start["guarded"]
            self.reserved: list[int] = start["reserved"]
            self.last_played: list[int] = start["last_played"]
            self.actions_left: int = start["actions_left"]
            self.refused: int = start["refused"]
            self.end_phase: bool = start["end_phase"]
        else:
            self.first = of.first
            self.yurts = of.yurts[:]
            self.neutral = of.neutral
            self.rulers = of.rulers[:]
            self.camps = of.camps[:]
            self.supply = of.supply
            self.stock = of.stock[:]
            self.tiles = of.tiles[:]
            self.laid = of.laid
            self.hands = of.hands[:]
            self.deck = of.deck[:]
            self.discards = of.discards[:]
            self.held = of.held
            self.specials = of.specials[:]
            self.active = of.active[:]
            self.guarded = of.guarded[:]
            self.reserved = of.reserved[:]
            self.last_played = of.last_played[:]
            self.actions_left = of.actions_left
            self.refused = of.refused
            self.end_phase = of.end_phase

    def values(self) -> tuple[object, ...]:
        return (
            self.first,
            self.yurts,
            self.neutral,
            self.rulers,
            self.camps,
            self.supply,
            self.stock,
            self.tiles,
            self.laid,
            self.hands,
            self.deck,
            self.discards,
            self.held,
            self.specials,
            self.active,
            self.guarded,
            self.reserved,
            self.last_played,
            self.actions_left,
            self.refused,
            self.end_phase,
        )
