"""The fields of a state and the options of a game, as attributes with types.

Do not edit: `python -m regnum.new_game.fields` makes this module from `FIELDS` in state.py and from options.py.
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
            start = self.starts()
            self.round: int = start["round"]
            self.first: int = start["first"]
            self.marker: int = start["marker"]
            self.region_goods: tuple[int, ...] = start["region_goods"]
            self.goods: int = start["goods"]
            self.rebels: int = start["rebels"]
            self.rewards: int = start["rewards"]
            self.defeated: list[int] = start["defeated"]
            self.leaders: tuple[int, ...] = start["leaders"]
            self.leader_at: list[int] = start["leader_at"]
            self.troops: list[int] = start["troops"]
            self.structures: list[int] = start["structures"]
            self.coins: list[int] = start["coins"]
            self.boat: list[int] = start["boat"]
            self.dock: list[int] = start["dock"]
            self.tracks: list[int] = start["tracks"]
            self.war: list[int] = start["war"]
            self.advisors: list[int] = start["advisors"]
            self.board: list[int] = start["board"]
            self.exchanges: list[int] = start["exchanges"]
            self.ability_used: tuple[bool, ...] = start["ability_used"]
            self.deed_deck: int = start["deed_deck"]
            self.deed_row: tuple[int, ...] = start["deed_row"]
            self.deeds: list[int] = start["deeds"]
            self.accomplished: list[int] = start["accomplished"]
            self.left_deck: tuple[int, ...] = start["left_deck"]
            self.right_deck: tuple[int, ...] = start["right_deck"]
            self.left_known: tuple[int, ...] = start["left_known"]
            self.right_known: tuple[int, ...] = start["right_known"]
            self.discards: int = start["discards"]
            self.drawn: tuple[int, ...] = start["drawn"]
            self.hand: list[int] = start["hand"]
            self.agenda_stage: tuple[int, ...] = start["agenda_stage"]
            self.offered: tuple[int, ...] = start["offered"]
            self.agenda: tuple[int, ...] = start["agenda"]
            self.active: int = start["active"]
            self.acted: bool = start["acted"]
            self.points: list[int] = start["points"]
            self.main_points: int = start["main_points"]
            self.bonus: int = start["bonus"]
            self.put_off: int = start["put_off"]
            self.neutral: int = start["neutral"]
            self.rebel_deck: tuple[int, ...] = start["rebel_deck"]
            self.rebel_known: int = start["rebel_known"]
            self.rebel_rows: int = start["rebel_rows"]
            self.priority: int = start["priority"]
            self.mat_coins: tuple[int, ...] = start["mat_coins"]
            self.running: bool = start["running"]
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
