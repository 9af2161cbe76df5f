"""The fields of a state and the options of a game, as attributes with types.

Do not edit: `python -m regnum.new_game.generate_fields` writes this module from `FIELDS` in state.py and options.py.
"""

from typing import Any, ClassVar, Final, Literal

from regnum.core.rules.option import Options
from regnum.core.rules.ruleset import Rules
from regnum.core.rules.state import State


class RurikOptions:
    """What was chosen; a state and its clones share it."""

    def __init__(self, chosen: dict[str, Any]) -> None:
        self.level: Final[Literal["easy", "medium", "hard", "very_hard"]] = chosen["level"]
        self.leaders: Final[Literal["choose", "random"]] = chosen["leaders"]
        self.goods: Final[Literal["printed", "tokens"]] = chosen["goods"]
        self.rebel_rewards: Final[Literal["stickers", "tokens"]] = chosen["rebel_rewards"]
        self.deed_row: Final[Literal["refill", "sweep"]] = chosen["deed_row"]
        self.first_player: Final[Literal["random", 1, 2, 3, 4]] = chosen["first_player"]
        self.no_troops: Final[Literal["return", "nothing"]] = chosen["no_troops"]
        self.marker_forfeited: Final[Literal["stays", "passes"]] = chosen["marker_forfeited"]
        self.defender_rules: Final[Literal["before", "after"]] = chosen["defender_rules"]
        self.own_casualty: Final[Literal["leader_last", "any"]] = chosen["own_casualty"]
        self.lone_stronghold: Final[Literal["rules", "nothing"]] = chosen["lone_stronghold"]
        self.market_day: Final[Literal["different_goods", "adjacent"]] = chosen["market_day"]
        self.leader_removal: Final[Literal["allowed", "forbidden"]] = chosen["leader_removal"]
        self.war_unmoved: Final[Literal["nothing", "scores"]] = chosen["war_unmoved"]
        self.stowing: Final[Literal["any_time", "automatic"]] = chosen["stowing"]
        self.bonus_actions: Final[Literal["around", "between"]] = chosen["bonus_actions"]
        self.bonus_points: Final[Literal["pool", "at_once"]] = chosen["bonus_points"]
        self.war_top: Final[Literal["stays", "no_attack"]] = chosen["war_top"]
        self.decks_renewed: Final[Literal["at_once", "after_drawing"]] = chosen["decks_renewed"]
        self.agenda_with_nothing: Final[Literal["missed", "met"]] = chosen["agenda_with_nothing"]
        self.solo_agendas: Final[Literal["three", "one"]] = chosen["solo_agendas"]
        self.bonus_moves: Final[Literal["after", "before"]] = chosen["bonus_moves"]
        self.rebellion_forfeit: Final[Literal["coin", "nothing"]] = chosen["rebellion_forfeit"]
        self.rebellion_church: Final[Literal["order", "first"]] = chosen["rebellion_church"]
        self.rebellion_church_troop: Final[Literal["yours", "choice"]] = chosen["rebellion_church_troop"]
        self.rebellion_target: Final[Literal["order", "choice"]] = chosen["rebellion_target"]
        self.rebellion_leader: Final[Literal["where_he_stands", "always_first"]] = chosen["rebellion_leader"]
        self.rebellion_coin_mark: Final[Literal["dropped", "carried"]] = chosen["rebellion_coin_mark"]
        self.priority_structures: Final[Literal["structures", "regions"]] = chosen["priority_structures"]
        self.rebellion_coins: Final[Literal["scored", "kept"]] = chosen["rebellion_coins"]
        self.rebellion_turn: Final[Literal["run", "step"]] = chosen["rebellion_turn"]


class RurikFields(State):
    """What a new state begins with, and how a clone copies it."""

    DERIVED: ClassVar[tuple[str, ...]] = ("variant",)
    __slots__ = (  # noqa: RUF023
        "round",
        "first",
        "marker",
        "region_goods",
        "goods",
        "rebels",
        "rewards",
        "defeated",
        "leaders",
        "leader_at",
        "troops",
        "structures",
        "coins",
        "boat",
        "dock",
        "tracks",
        "war",
        "advisors",
        "board",
        "exchanges",
        "ability_used",
        "deed_deck",
        "deed_row",
        "deeds",
        "accomplished",
        "left_deck",
        "right_deck",
        "left_known",
        "right_known",
        "discards",
        "drawn",
        "hand",
        "agenda_stage",
        "offered",
        "agenda",
        "active",
        "acted",
        "points",
        "main_points",
        "bonus",
        "put_off",
        "neutral",
        "rebel_deck",
        "rebel_known",
        "rebel_rows",
        "priority",
        "mat_coins",
        "running",
        "variant",
    )

    def __init__(
        self,
        game: Rules,
        players: int,
        seed: int,
        options: Options,
        of: "RurikFields | None" = None,
    ) -> None:
        super().__init__(game, players, seed, options, of)
        self.variant: Final[RurikOptions] = RurikOptions(options) if of is None else of.variant
        if of is None:
            initial = self.initial_values()
            self.round: int = initial["round"]
            self.first: int = initial["first"]
            self.marker: int = initial["marker"]
            self.region_goods: tuple[int, ...] = initial["region_goods"]
            self.goods: int = initial["goods"]
            self.rebels: int = initial["rebels"]
            self.rewards: int = initial["rewards"]
            self.defeated: list[int] = initial["defeated"]
            self.leaders: tuple[int, ...] = initial["leaders"]
            self.leader_at: list[int] = initial["leader_at"]
            self.troops: list[int] = initial["troops"]
            self.structures: list[int] = initial["structures"]
            self.coins: list[int] = initial["coins"]
            self.boat: list[int] = initial["boat"]
            self.dock: list[int] = initial["dock"]
            self.tracks: list[int] = initial["tracks"]
            self.war: list[int] = initial["war"]
            self.advisors: list[int] = initial["advisors"]
            self.board: list[int] = initial["board"]
            self.exchanges: list[int] = initial["exchanges"]
            self.ability_used: tuple[bool, ...] = initial["ability_used"]
            self.deed_deck: int = initial["deed_deck"]
            self.deed_row: tuple[int, ...] = initial["deed_row"]
            self.deeds: list[int] = initial["deeds"]
            self.accomplished: list[int] = initial["accomplished"]
            self.left_deck: tuple[int, ...] = initial["left_deck"]
            self.right_deck: tuple[int, ...] = initial["right_deck"]
            self.left_known: tuple[int, ...] = initial["left_known"]
            self.right_known: tuple[int, ...] = initial["right_known"]
            self.discards: int = initial["discards"]
            self.drawn: tuple[int, ...] = initial["drawn"]
            self.hand: list[int] = initial["hand"]
            self.agenda_stage: tuple[int, ...] = initial["agenda_stage"]
            self.offered: tuple[int, ...] = initial["offered"]
            self.agenda: tuple[int, ...] = initial["agenda"]
            self.active: int = initial["active"]
            self.acted: bool = initial["acted"]
            self.points: list[int] = initial["points"]
            self.main_points: int = initial["main_points"]
            self.bonus: int = initial["bonus"]
            self.put_off: int = initial["put_off"]
            self.neutral: int = initial["neutral"]
            self.rebel_deck: tuple[int, ...] = initial["rebel_deck"]
            self.rebel_known: int = initial["rebel_known"]
            self.rebel_rows: int = initial["rebel_rows"]
            self.priority: int = initial["priority"]
            self.mat_coins: tuple[int, ...] = initial["mat_coins"]
            self.running: bool = initial["running"]
        else:
            self.round = of.round
            self.first = of.first
            self.marker = of.marker
            self.region_goods = of.region_goods
            self.goods = of.goods
            self.rebels = of.rebels
            self.rewards = of.rewards
            self.defeated = of.defeated[:]
            self.leaders = of.leaders
            self.leader_at = of.leader_at[:]
            self.troops = of.troops[:]
            self.structures = of.structures[:]
            self.coins = of.coins[:]
            self.boat = of.boat[:]
            self.dock = of.dock[:]
            self.tracks = of.tracks[:]
            self.war = of.war[:]
            self.advisors = of.advisors[:]
            self.board = of.board[:]
            self.exchanges = of.exchanges[:]
            self.ability_used = of.ability_used
            self.deed_deck = of.deed_deck
            self.deed_row = of.deed_row
            self.deeds = of.deeds[:]
            self.accomplished = of.accomplished[:]
            self.left_deck = of.left_deck
            self.right_deck = of.right_deck
            self.left_known = of.left_known
            self.right_known = of.right_known
            self.discards = of.discards
            self.drawn = of.drawn
            self.hand = of.hand[:]
            self.agenda_stage = of.agenda_stage
            self.offered = of.offered
            self.agenda = of.agenda
            self.active = of.active
            self.acted = of.acted
            self.points = of.points[:]
            self.main_points = of.main_points
            self.bonus = of.bonus
            self.put_off = of.put_off
            self.neutral = of.neutral
            self.rebel_deck = of.rebel_deck
            self.rebel_known = of.rebel_known
            self.rebel_rows = of.rebel_rows
            self.priority = of.priority
            self.mat_coins = of.mat_coins
            self.running = of.running

    def values(self) -> tuple[object, ...]:
        return (
            self.round,
            self.first,
            self.marker,
            self.region_goods,
            self.goods,
            self.rebels,
            self.rewards,
            self.defeated,
            self.leaders,
            self.leader_at,
            self.troops,
            self.structures,
            self.coins,
            self.boat,
            self.dock,
            self.tracks,
            self.war,
            self.advisors,
            self.board,
            self.exchanges,
            self.ability_used,
            self.deed_deck,
            self.deed_row,
            self.deeds,
            self.accomplished,
            self.left_deck,
            self.right_deck,
            self.left_known,
            self.right_known,
            self.discards,
            self.drawn,
            self.hand,
            self.agenda_stage,
            self.offered,
            self.agenda,
            self.active,
            self.acted,
            self.points,
            self.main_points,
            self.bonus,
            self.put_off,
            self.neutral,
            self.rebel_deck,
            self.rebel_known,
            self.rebel_rows,
            self.priority,
            self.mat_coins,
            self.running,
        )
