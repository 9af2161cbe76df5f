"""What lies on the table in Rurik: the fields of its state."""

from itertools import product
from typing import ClassVar, Final

from regnum.core.field import ANY_LENGTH, Codec, Count, Each, Flag, One, Seat, Some
from regnum.core.game import Game
from regnum.core.option import Options
from regnum.core.state import State
from regnum.games.rurik.codecs import EMPTY, Amounts, Sets, Spaces
from regnum.games.rurik.components import (
    ADVISORS,
    AGENDAS,
    ALL_REWARDS,
    ALL_SCHEMES,
    COLUMNS,
    EXCHANGES,
    GOODS,
    IN_PLAY,
    LEADERS,
    POINTS,
    PRINTED_GOODS,
    REGIONS,
    REWARDS,
    ROUNDS,
    ROWS,
    SCHEMES,
    START_COINS,
    STRUCTURES,
    TRACK_TOP,
    TRACKS,
    TROOPS,
    WAR_TOP,
)
from regnum.games.rurik.deed_cards import ALL_DEEDS, DEEDS
from regnum.games.rurik.sight import AGENDA_STAGES, HAND, UNDEALT
from regnum.games.rurik.solo.cards import CARD_ROWS, CARDS, MOST_COINS, PRIORITIES, REBEL_TROOPS

WIDTH: Final = len(REGIONS)
"""Entries for each player in `troops`."""
KINDS: Final = len(STRUCTURES)
"""Entries for each player in `structures`."""
SORTS: Final = len(GOODS)
"""Entries for each player in `boat` and `dock`."""
LINES: Final = len(TRACKS)
"""Entries for each player in `tracks`."""

PLENTY: Final = 3
"""Nothing costs more goods of one kind than this."""
STORES: Final[list[tuple[int, ...]]] = list(product(range(PLENTY + 1), repeat=SORTS))
"""What a player may have of each good, PLENTY and more being alike."""

PLAYED_SCHEME: Final = 1
ACCOMPLISHED: Final = 2
EXCHANGED: Final = 4
LEADER_MARCHED: Final = 8
BONUSES: Final = ["scheme", "deed", "exchange", "leader_march"]
"""The bonus actions, each once in a turn, and the leader's march by a deed: the bits of `bonus`."""

NO_POINTS: Final = [0] * len(POINTS)
"""`points` outside of a turn."""

UNUSED: Final = POINTS + [f"unload_{good}" for good in GOODS]
"""What a player has just put off in his turn: the bits of `put_off`."""


class RurikPieces(State):
    """The pieces. Sets of regions, cards and rewards are bit masks; lists have one entry, or one row, per side."""

    FIELDS: ClassVar[dict[str, Codec]] = {
        "round": Count(0, ROUNDS),
        "first": Seat(),
        "marker": Seat(),
        "region_goods": Each(One(GOODS, none=False), WIDTH, fixed=True),
        "goods": Some(REGIONS),
        "rebels": Some(REGIONS),
        "rewards": Some(REWARDS),
        "defeated": Each(Some(REWARDS)),
        "leaders": Each(One(LEADERS), fixed=True),
        "leader_at": Each(One(REGIONS)),
        "troops": Amounts(REGIONS, max(TROOPS, REBEL_TROOPS)),
        "structures": Sets(STRUCTURES, REGIONS),
        "coins": Each(Count()),
        "boat": Amounts(GOODS),
        "dock": Amounts(GOODS),
        "tracks": Amounts(TRACKS, TRACK_TOP),
        "war": Each(Count(0, WAR_TOP)),
        "advisors": Each(Some(ADVISORS)),
        "board": Spaces(),
        "exchanges": Each(Some(EXCHANGES)),
        "ability_used": Each(Flag(), fixed=True),
        "deed_deck": Some(DEEDS),
        "deed_row": Each(One(DEEDS), ANY_LENGTH, fixed=True),
        "deeds": Each(Some(DEEDS)),
        "accomplished": Each(Some(DEEDS)),
        "left_deck": Each(One(SCHEMES), ANY_LENGTH, fixed=True),
        "right_deck": Each(One(SCHEMES), ANY_LENGTH, fixed=True),
        "left_known": Each(Seat(), ANY_LENGTH, fixed=True),
        "right_known": Each(Seat(), ANY_LENGTH, fixed=True),
        "discards": Some(SCHEMES),
        "drawn": Each(One(SCHEMES), ANY_LENGTH, fixed=True),
        "hand": Each(Some(HAND)),
        "agenda_stage": Each(One(AGENDA_STAGES, none=False), fixed=True),
        "offered": Each(Some(AGENDAS), fixed=True),
        "agenda": Each(One(AGENDAS), fixed=True),
        "active": Count(-1, len(COLUMNS) * ROWS - 1),
        "acted": Flag(),
        "points": Each(Count(), len(POINTS)),
        "bonus": Some(BONUSES),
        "put_off": Some(UNUSED),
        "neutral": Some(REGIONS),
        "rebel_deck": Each(One(CARDS), ANY_LENGTH, fixed=True),
        "rebel_known": Some(CARDS),
        "rebel_rows": Count(0, CARD_ROWS),
        "priority": One(PRIORITIES),
        "mat_coins": Each(Count(0, MOST_COINS), len(PRIORITIES), fixed=True),
        "running": Flag(),
    }
    __slots__ = tuple(FIELDS)

    def __init__(self, game: Game, players: int, seed: int, options: Options, of: "RurikPieces | None" = None) -> None:
        super().__init__(game, players, seed, options, of)
        n = self.sides
        if of is None:
            everywhere = (1 << IN_PLAY[n]) - 1
            self.round: int = 0
            self.first: int = -1
            self.marker: int = -1
            self.region_goods: tuple[int, ...] = PRINTED_GOODS
            self.goods: int = everywhere
            self.rebels: int = everywhere
            self.rewards: int = ALL_REWARDS
            self.defeated: list[int] = [0] * n
            self.leaders: tuple[int, ...] = (-1,) * n
            self.leader_at: list[int] = [-1] * n
            self.troops: list[int] = [0] * (WIDTH * n)
            self.structures: list[int] = [0] * (KINDS * n)
            self.coins: list[int] = [START_COINS] * n
            self.boat: list[int] = [0] * (SORTS * n)
            self.dock: list[int] = [0] * (SORTS * n)
            self.tracks: list[int] = [0] * (LINES * n)
            self.war: list[int] = [0] * n
            self.advisors: list[int] = [0] * n
            self.board: list[int] = [EMPTY] * (len(COLUMNS) * ROWS)
            self.exchanges: list[int] = [(1 << len(EXCHANGES)) - 1] * n
            self.ability_used: tuple[bool, ...] = (False,) * n
            self.deed_deck: int = ALL_DEEDS
            self.deed_row: tuple[int, ...] = ()
            self.deeds: list[int] = [0] * n
            self.accomplished: list[int] = [0] * n
            self.left_deck: tuple[int, ...] = ()
            self.right_deck: tuple[int, ...] = ()
            self.left_known: tuple[int, ...] = ()
            self.right_known: tuple[int, ...] = ()
            self.discards: int = ALL_SCHEMES
            self.drawn: tuple[int, ...] = ()
            self.hand: list[int] = [0] * n
            self.agenda_stage: tuple[int, ...] = (UNDEALT,) * n
            self.offered: tuple[int, ...] = (0,) * n
            self.agenda: tuple[int, ...] = (-1,) * n
            self.active: int = -1
            self.acted: bool = False
            self.points: list[int] = NO_POINTS[:]
            self.bonus: int = 0
            self.put_off: int = 0
            # the solo game: neutral troops; the rebellion's cards (the bottom one first), which of them are known, how
            # many rows of the bottom one are shown; its priority; coins left on its mat; whether its turn runs through
            self.neutral: int = 0
            self.rebel_deck: tuple[int, ...] = ()
            self.rebel_known: int = 0
            self.rebel_rows: int = 0
            self.priority: int = -1
            self.mat_coins: tuple[int, ...] = (0,) * len(PRIORITIES)
            self.running: bool = False
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
            self.bonus = of.bonus
            self.put_off = of.put_off
            self.neutral = of.neutral
            self.rebel_deck = of.rebel_deck
            self.rebel_known = of.rebel_known
            self.rebel_rows = of.rebel_rows
            self.priority = of.priority
            self.mat_coins = of.mat_coins
            self.running = of.running
