"""The options of Rurik: variants, readings where the rulebooks are unclear or differ, and comfort."""

from typing import Any, Final, Literal

from regnum.core.rules.option import FirstPlayer, Option, Options
from regnum.games.rurik.components import MOST_PLAYERS
from regnum.games.rurik.solo.cards import LEVELS

_SOLO: Final = (1,)
_SEVERAL: Final = tuple(range(2, MOST_PLAYERS + 1))

LEVEL: Final[Option[str]] = Option("level", LEVELS, "rurik.solo.level", _SOLO, upfront=True)

# variants of the rulebook
LEADERS: Final[Option[Literal["choose", "random"]]] = Option(
    "leaders", ("choose", "random"), "rurik.setup.leader", upfront=True
)
GOODS: Final[Option[Literal["printed", "tokens"]]] = Option(
    "goods", ("printed", "tokens"), "rurik.variant.goods_tokens", upfront=True
)
REBEL_REWARDS: Final[Option[Literal["stickers", "tokens"]]] = Option(
    "rebel_rewards", ("stickers", "tokens"), "rurik.variant.reward_tokens", _SEVERAL, upfront=True
)
DEED_ROW: Final[Option[Literal["refill", "sweep"]]] = Option(
    "deed_row", ("refill", "sweep"), "rurik.variant.deed_row", upfront=True
)
FIRST_PLAYER: Final = FirstPlayer(MOST_PLAYERS, "rurik.setup.first_player", _SEVERAL)

# where the rulebooks are unclear or differ
NO_TROOPS: Final[Option[Literal["return", "nothing"]]] = Option(
    "no_troops", ("return", "nothing"), "rurik.action.return"
)
MARKER_FORFEITED: Final[Option[Literal["stays", "passes"]]] = Option(
    "marker_forfeited", ("stays", "passes"), "rurik.scheme.marker_forfeited", _SEVERAL
)
DEFENDER_RULES: Final[Option[Literal["before", "after"]]] = Option(
    "defender_rules", ("before", "after"), "rurik.attack.cards_ruler"
)
OWN_CASUALTY: Final[Option[Literal["leader_last", "any"]]] = Option(
    "own_casualty", ("leader_last", "any"), "rurik.attack.own_leader"
)
LONE_STRONGHOLD: Final[Option[Literal["rules", "nothing"]]] = Option(
    "lone_stronghold", ("rules", "nothing"), "rurik.regions.lone_stronghold"
)
MARKET_DAY: Final[Option[Literal["different_goods", "adjacent"]]] = Option(
    "market_day", ("different_goods", "adjacent"), "rurik.deeds.market_day"
)
LEADER_REMOVAL: Final[Option[Literal["allowed", "forbidden"]]] = Option(
    "leader_removal", ("allowed", "forbidden"), "rurik.deeds.troops"
)
WAR_UNMOVED: Final[Option[Literal["nothing", "scores"]]] = Option(
    "war_unmoved", ("nothing", "scores"), "rurik.end.war_unmoved"
)
STOWING: Final[Option[Literal["any_time", "automatic"]]] = Option(
    "stowing", ("any_time", "automatic"), "rurik.tax.stow"
)
BONUS_ACTIONS: Final[Option[Literal["around", "between"]]] = Option(
    "bonus_actions", ("around", "between"), "rurik.bonus.between"
)
BONUS_POINTS: Final[Option[Literal["pool", "at_once"]]] = Option(
    "bonus_points", ("pool", "at_once"), "rurik.bonus.points"
)
WAR_TOP: Final[Option[Literal["stays", "no_attack"]]] = Option("war_top", ("stays", "no_attack"), "rurik.attack.war")
DECKS_RENEWED: Final[Option[Literal["at_once", "after_drawing"]]] = Option(
    "decks_renewed", ("at_once", "after_drawing"), "rurik.schemes.run_out"
)
AGENDA_WITH_NOTHING: Final[Option[Literal["missed", "met"]]] = Option(
    "agenda_with_nothing", ("missed", "met"), "rurik.agendas.zero"
)

# where the editions differ about the solo game
SOLO_AGENDAS: Final[Option[Literal["three", "one"]]] = Option(
    "solo_agendas", ("three", "one"), "rurik.solo.agendas", _SOLO
)
BONUS_MOVES: Final[Option[Literal["after", "before"]]] = Option(
    "bonus_moves", ("after", "before"), "rurik.solo.bonus_moves", _SOLO
)
REBELLION_FORFEIT: Final[Option[Literal["coin", "nothing"]]] = Option(
    "rebellion_forfeit", ("coin", "nothing"), "rurik.solo.forfeit", _SOLO
)
REBELLION_CHURCH: Final[Option[Literal["order", "first"]]] = Option(
    "rebellion_church", ("order", "first"), "rurik.solo.build_kind", _SOLO
)
REBELLION_CHURCH_TROOP: Final[Option[Literal["yours", "choice"]]] = Option(
    "rebellion_church_troop", ("yours", "choice"), "rurik.solo.church_troop", _SOLO
)
REBELLION_TARGET: Final[Option[Literal["order", "choice"]]] = Option(
    "rebellion_target", ("order", "choice"), "rurik.solo.move_order", _SOLO
)
REBELLION_LEADER: Final[Option[Literal["where_he_stands", "always_first"]]] = Option(
    "rebellion_leader", ("where_he_stands", "always_first"), "rurik.solo.move_leader", _SOLO
)
REBELLION_COIN_MARK: Final[Option[Literal["dropped", "carried"]]] = Option(
    "rebellion_coin_mark", ("dropped", "carried"), "rurik.solo.bribe_top", _SOLO
)
PRIORITY_STRUCTURES: Final[Option[Literal["structures", "regions"]]] = Option(
    "priority_structures", ("structures", "regions"), "rurik.solo.priority_structures", _SOLO
)
REBELLION_COINS: Final[Option[Literal["scored", "kept"]]] = Option(
    "rebellion_coins", ("scored", "kept"), "rurik.solo.tie_break", _SOLO
)

# comfort
REBELLION_TURN: Final[Option[Literal["run", "step"]]] = Option(
    "rebellion_turn", ("run", "step"), "rurik.solo.watch", _SOLO, upfront=True
)

OPTIONS: Final[tuple[Option[Any], ...]] = (
    LEVEL,
    LEADERS,
    GOODS,
    REBEL_REWARDS,
    DEED_ROW,
    FIRST_PLAYER,
    NO_TROOPS,
    MARKER_FORFEITED,
    DEFENDER_RULES,
    OWN_CASUALTY,
    LONE_STRONGHOLD,
    MARKET_DAY,
    LEADER_REMOVAL,
    WAR_UNMOVED,
    STOWING,
    BONUS_ACTIONS,
    BONUS_POINTS,
    WAR_TOP,
    DECKS_RENEWED,
    AGENDA_WITH_NOTHING,
    SOLO_AGENDAS,
    BONUS_MOVES,
    REBELLION_FORFEIT,
    REBELLION_CHURCH,
    REBELLION_CHURCH_TROOP,
    REBELLION_TARGET,
    REBELLION_LEADER,
    REBELLION_COIN_MARK,
    PRIORITY_STRUCTURES,
    REBELLION_COINS,
    REBELLION_TURN,
)


class RurikOptions:
    """What was chosen for a game."""

    def __init__(self, chosen: Options) -> None:
        self.level: Final = LEVEL.of(chosen)
        self.leaders: Final = LEADERS.of(chosen)
        self.goods: Final = GOODS.of(chosen)
        self.rebel_rewards: Final = REBEL_REWARDS.of(chosen)
        self.deed_row: Final = DEED_ROW.of(chosen)
        self.first_player: Final = FIRST_PLAYER.of(chosen)
        self.no_troops: Final = NO_TROOPS.of(chosen)
        self.marker_forfeited: Final = MARKER_FORFEITED.of(chosen)
        self.defender_rules: Final = DEFENDER_RULES.of(chosen)
        self.own_casualty: Final = OWN_CASUALTY.of(chosen)
        self.lone_stronghold: Final = LONE_STRONGHOLD.of(chosen)
        self.market_day: Final = MARKET_DAY.of(chosen)
        self.leader_removal: Final = LEADER_REMOVAL.of(chosen)
        self.war_unmoved: Final = WAR_UNMOVED.of(chosen)
        self.stowing: Final = STOWING.of(chosen)
        self.bonus_actions: Final = BONUS_ACTIONS.of(chosen)
        self.bonus_points: Final = BONUS_POINTS.of(chosen)
        self.war_top: Final = WAR_TOP.of(chosen)
        self.decks_renewed: Final = DECKS_RENEWED.of(chosen)
        self.agenda_with_nothing: Final = AGENDA_WITH_NOTHING.of(chosen)
        self.solo_agendas: Final = SOLO_AGENDAS.of(chosen)
        self.bonus_moves: Final = BONUS_MOVES.of(chosen)
        self.rebellion_forfeit: Final = REBELLION_FORFEIT.of(chosen)
        self.rebellion_church: Final = REBELLION_CHURCH.of(chosen)
        self.rebellion_church_troop: Final = REBELLION_CHURCH_TROOP.of(chosen)
        self.rebellion_target: Final = REBELLION_TARGET.of(chosen)
        self.rebellion_leader: Final = REBELLION_LEADER.of(chosen)
        self.rebellion_coin_mark: Final = REBELLION_COIN_MARK.of(chosen)
        self.priority_structures: Final = PRIORITY_STRUCTURES.of(chosen)
        self.rebellion_coins: Final = REBELLION_COINS.of(chosen)
        self.rebellion_turn: Final = REBELLION_TURN.of(chosen)
