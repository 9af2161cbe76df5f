"""The fields of a state and the options of a game, as attributes with types.

Do not edit: `python -m regnum.new_game.generate_fields` writes this module from `FIELDS` in state.py and options.py.
"""

from typing import Any, ClassVar, Final, Literal

from regnum.core import i64
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
        source: "RurikFields | None" = None,
    ) -> None:
        super().__init__(game, players, seed, options, source)
        self.variant: Final[RurikOptions] = RurikOptions(options) if source is None else source.variant
        if source is None:
            initial = self.initial_values()
            self.round: i64 = initial["round"]
            self.first: i64 = initial["first"]
            self.marker: i64 = initial["marker"]
            self.region_goods: tuple[int, ...] = initial["region_goods"]
            self.goods: i64 = initial["goods"]
            self.rebels: i64 = initial["rebels"]
            self.rewards: i64 = initial["rewards"]
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
            self.deed_deck: i64 = initial["deed_deck"]
            self.deed_row: tuple[int, ...] = initial["deed_row"]
            self.deeds: list[int] = initial["deeds"]
            self.accomplished: list[int] = initial["accomplished"]
            self.left_deck: tuple[int, ...] = initial["left_deck"]
            self.right_deck: tuple[int, ...] = initial["right_deck"]
            self.left_known: tuple[int, ...] = initial["left_known"]
            self.right_known: tuple[int, ...] = initial["right_known"]
            self.discards: i64 = initial["discards"]
            self.drawn: tuple[int, ...] = initial["drawn"]
            self.hand: list[int] = initial["hand"]
            self.agenda_stage: tuple[int, ...] = initial["agenda_stage"]
            self.offered: tuple[int, ...] = initial["offered"]
            self.agenda: tuple[int, ...] = initial["agenda"]
            self.active: i64 = initial["active"]
            self.acted: bool = initial["acted"]
            self.points: list[int] = initial["points"]
            self.main_points: i64 = initial["main_points"]
            self.bonus: i64 = initial["bonus"]
            self.put_off: i64 = initial["put_off"]
            self.neutral: i64 = initial["neutral"]
            self.rebel_deck: tuple[int, ...] = initial["rebel_deck"]
            self.rebel_known: i64 = initial["rebel_known"]
            self.rebel_rows: i64 = initial["rebel_rows"]
            self.priority: i64 = initial["priority"]
            self.mat_coins: tuple[int, ...] = initial["mat_coins"]
            self.running: bool = initial["running"]
        else:
            self.round = source.round
            self.first = source.first
            self.marker = source.marker
            self.region_goods = source.region_goods
            self.goods = source.goods
            self.rebels = source.rebels
            self.rewards = source.rewards
            self.defeated = source.defeated[:]
            self.leaders = source.leaders
            self.leader_at = source.leader_at[:]
            self.troops = source.troops[:]
            self.structures = source.structures[:]
            self.coins = source.coins[:]
            self.boat = source.boat[:]
            self.dock = source.dock[:]
            self.tracks = source.tracks[:]
            self.war = source.war[:]
            self.advisors = source.advisors[:]
            self.board = source.board[:]
            self.exchanges = source.exchanges[:]
            self.ability_used = source.ability_used
            self.deed_deck = source.deed_deck
            self.deed_row = source.deed_row
            self.deeds = source.deeds[:]
            self.accomplished = source.accomplished[:]
            self.left_deck = source.left_deck
            self.right_deck = source.right_deck
            self.left_known = source.left_known
            self.right_known = source.right_known
            self.discards = source.discards
            self.drawn = source.drawn
            self.hand = source.hand[:]
            self.agenda_stage = source.agenda_stage
            self.offered = source.offered
            self.agenda = source.agenda
            self.active = source.active
            self.acted = source.acted
            self.points = source.points[:]
            self.main_points = source.main_points
            self.bonus = source.bonus
            self.put_off = source.put_off
            self.neutral = source.neutral
            self.rebel_deck = source.rebel_deck
            self.rebel_known = source.rebel_known
            self.rebel_rows = source.rebel_rows
            self.priority = source.priority
            self.mat_coins = source.mat_coins
            self.running = source.running

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
