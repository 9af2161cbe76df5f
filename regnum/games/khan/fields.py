"""The fields of a state and the options of a game, as attributes with types.

Do not edit: `python -m regnum.new_game.generate_fields` writes this module from `FIELDS` in state.py and options.py.
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
            initial = self.initial_values()
            self.first: int = initial["first"]
            self.yurts: list[int] = initial["yurts"]
            self.neutral: int = initial["neutral"]
            self.rulers: list[int] = initial["rulers"]
            self.camps: list[int] = initial["camps"]
            self.supply: int = initial["supply"]
            self.stock: list[int] = initial["stock"]
            self.tiles: list[int] = initial["tiles"]
            self.laid: tuple[int, ...] = initial["laid"]
            self.hands: list[tuple[int, ...]] = initial["hands"]
            self.deck: list[int] = initial["deck"]
            self.discards: list[int] = initial["discards"]
            self.held: tuple[int, ...] = initial["held"]
            self.specials: list[tuple[int, ...]] = initial["specials"]
            self.active: list[int] = initial["active"]
            self.guarded: list[int] = initial["guarded"]
            self.reserved: list[int] = initial["reserved"]
            self.last_played: list[int] = initial["last_played"]
            self.actions_left: int = initial["actions_left"]
            self.refused: int = initial["refused"]
            self.end_phase: bool = initial["end_phase"]
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
