"""The options of Rurik: variants, interpretations where the rulebooks are unclear or differ, and convenience."""

from typing import Final

from regnum.core.rules.option import FirstPlayer, Option
from regnum.games.rurik.components import MAX_PLAYERS
from regnum.games.rurik.solo.cards import LEVELS

_SOLO: Final = (1,)
_SEVERAL: Final = tuple(range(2, MAX_PLAYERS + 1))

OPTIONS: Final[tuple[Option, ...]] = (
    Option("level", LEVELS, "rurik.solo.level", _SOLO, asked_first=True),
    # variants of the rulebook
    Option("leaders", ("choose", "random"), "rurik.setup.leader", asked_first=True),
    Option("goods", ("printed", "tokens"), "rurik.variant.goods_tokens", asked_first=True),
    Option("rebel_rewards", ("stickers", "tokens"), "rurik.variant.reward_tokens", _SEVERAL, asked_first=True),
    Option("deed_row", ("refill", "sweep"), "rurik.variant.deed_row", asked_first=True),
    FirstPlayer(MAX_PLAYERS, "rurik.setup.first_player", _SEVERAL),
    # where the rulebooks are unclear or differ
    Option("no_troops", ("return", "nothing"), "rurik.action.return"),
    Option("marker_forfeited", ("stays", "passes"), "rurik.scheme.marker_forfeited", _SEVERAL),
    Option("defender_rules", ("before", "after"), "rurik.attack.cards_ruler"),
    Option("own_casualty", ("leader_last", "any"), "rurik.attack.own_leader"),
    Option("lone_stronghold", ("rules", "nothing"), "rurik.regions.lone_stronghold"),
    Option("market_day", ("different_goods", "adjacent"), "rurik.deeds.market_day"),
    Option("leader_removal", ("allowed", "forbidden"), "rurik.deeds.troops"),
    Option("war_unmoved", ("nothing", "scores"), "rurik.end.war_unmoved"),
    Option("stowing", ("any_time", "automatic"), "rurik.tax.stow"),
    Option("bonus_actions", ("around", "between"), "rurik.bonus.between"),
    Option("bonus_points", ("pool", "at_once"), "rurik.bonus.points"),
    Option("war_top", ("stays", "no_attack"), "rurik.attack.war"),
    Option("decks_renewed", ("at_once", "after_drawing"), "rurik.schemes.run_out"),
    Option("agenda_with_nothing", ("missed", "met"), "rurik.agendas.zero"),
    # where the editions differ about the solo game
    Option("solo_agendas", ("three", "one"), "rurik.solo.agendas", _SOLO),
    Option("bonus_moves", ("after", "before"), "rurik.solo.bonus_moves", _SOLO),
    Option("rebellion_forfeit", ("coin", "nothing"), "rurik.solo.forfeit", _SOLO),
    Option("rebellion_church", ("order", "first"), "rurik.solo.build_kind", _SOLO),
    Option("rebellion_church_troop", ("yours", "choice"), "rurik.solo.church_troop", _SOLO),
    Option("rebellion_target", ("order", "choice"), "rurik.solo.move_order", _SOLO),
    Option("rebellion_leader", ("where_he_stands", "always_first"), "rurik.solo.move_leader", _SOLO),
    Option("rebellion_coin_mark", ("dropped", "carried"), "rurik.solo.bribe_top", _SOLO),
    Option("priority_structures", ("structures", "regions"), "rurik.solo.priority_structures", _SOLO),
    Option("rebellion_coins", ("scored", "kept"), "rurik.solo.tie_break", _SOLO),
    # convenience
    Option("rebellion_turn", ("run", "step"), "rurik.solo.watch", _SOLO, asked_first=True),
)
