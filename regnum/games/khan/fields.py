"""The fields of a state and the options of a game, as attributes with types.

Do not edit: `python -m regnum.new_game.generate_fields` writes this module from `FIELDS` in state.py and options.py.
"""

from typing import Any, ClassVar, Final, Literal

from regnum.core import i64
from regnum.core.rules.option import Options
from regnum.core.rules.ruleset import Rules
from regnum.core.rules.state import State
from regnum.games.khan.cells import Cells


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
        source: "KhanFields | None" = None,
    ) -> None:
        super().__init__(game, players, seed, options, source)
        self.variant: Final[KhanOptions] = KhanOptions(options) if source is None else source.variant
        if source is None:
            initial = self.initial_values()
            self.first: i64 = initial["first"]
            self.yurts: list[Cells] = initial["yurts"]
            self.neutral: Cells = initial["neutral"]
            self.rulers: list[int] = initial["rulers"]
            self.camps: list[int] = initial["camps"]
            self.supply: i64 = initial["supply"]
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
            self.actions_left: i64 = initial["actions_left"]
            self.refused: i64 = initial["refused"]
            self.end_phase: bool = initial["end_phase"]
        else:
            self.first = source.first
            self.yurts = source.yurts[:]
            self.neutral = source.neutral
            self.rulers = source.rulers[:]
            self.camps = source.camps[:]
            self.supply = source.supply
            self.stock = source.stock[:]
            self.tiles = source.tiles[:]
            self.laid = source.laid
            self.hands = source.hands[:]
            self.deck = source.deck[:]
            self.discards = source.discards[:]
            self.held = source.held
            self.specials = source.specials[:]
            self.active = source.active[:]
            self.guarded = source.guarded[:]
            self.reserved = source.reserved[:]
            self.last_played = source.last_played[:]
            self.actions_left = source.actions_left
            self.refused = source.refused
            self.end_phase = source.end_phase

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
