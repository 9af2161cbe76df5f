"""Data of Rurik's view: how the log and the page treat notes, actions, refusals and elements, by their keys."""

from typing import Final

from regnum.view import EventKind, LogKeys

PLACES: Final = (
    "region-",
    "column-",
    "space-",
    "advisor-",
    "track-",
    "step-",
    "deed-",
    "scheme-",
    "drawn-",
    "agenda-",
    "prince-",
    "deck-",
    "pile-",
    "stock-",
    "dock-",
    "exchange-",
    "left-",
    "plot-",
    "player-",
    "mat-",
    "bottom-card",
    "top-card",
)
"""The id prefixes of elements that have an explanation."""

LOG_KEYS: Final = LogKeys(
    sections="round",
    full_log_only=(
        "advances income draws_schemes decks_shuffled mstislav_saves_wagon mstislav_saves_hammer boris_spares"
    ),
    introductions="activates load unload put_back",
    hidden_families="main_action use resume pass end_turn reveal draw replace_rebel replace_troop replace_neutral",
    icons={
        "battle": (
            "attack attack_rebels guarded_attack attack_neutral reveal lose leader_falls turned_up casualty "
            "no_casualty rebel_reward beats_neutral rebellion_attacks rebellion_attacks_ruled "
            "rebellion_attacks_unruled"
        ),
        "build": "build demolish rebellion_builds",
        "card": (
            "choose_agenda draw draws_schemes keep_scheme put_back play_scheme discard_scheme accomplish "
            "take_deed deed_opens row_swept"
        ),
        "church": "church_rebel church_troop church_neutral",
        "coin": "forfeit income boris_steals rebellion_forfeits rebellion_bribes_top rebellion_bribes_equal",
        "goods": (
            "tax market load unload exchange pay_good gets_good rebellion_taxes_1 rebellion_taxes_2 rebellion_taxes_3 "
            "rebellion_taxes_4 rebellion_market"
        ),
        "move": (
            "move move_leader escort march march_leader push push_leader rebellion_moves rebellion_moves_leader "
            "rebellion_moves_leader_first"
        ),
        "place": (
            "place_troop place_leader muster muster_leader return_to swords_to_helmets rebellion_returns "
            "rebellion_musters rebellion_musters_ruled rebellion_musters_leader rebellion_leader_musters "
            "rebellion_spreads rebellion_gathers sviatopolk_musters withdraw withdraw_leader"
        ),
        "points": "advances agenda_met",
    },
    event_kinds=(
        EventKind(
            "attack",
            "attack attack_rebels guarded_attack attack_neutral "
            "rebellion_attacks rebellion_attacks_ruled rebellion_attacks_unruled",
            "turned_up casualty no_casualty reveal lose leader_falls boris_spares boris_steals rebel_reward "
            "sviatopolk_musters beats_neutral yaroslav_stops yaroslav_ties",
        ),
        EventKind(
            "claim",
            "advances income",
            "yaroslav_ties deed_opens row_swept accomplish agenda_met agenda_missed",
            restarts=False,
            hidden_keys="load unload pass",
            context_keys="advances round",
        ),
    ),
)
CARDS: Final = ("scheme-", "deed-", "agenda-", "prince-")
"""The prefixes of targets that are cards."""
ON_BOARD: Final = (
    "troops",
    "leader_at",
    "structures",
    "rebels",
    "goods",
    "region_goods",
    "neutral",
)
"""The fields of the state whose pieces are on the board."""
AUTOMATIC: Final = "demolish pay_good withdraw withdraw_leader"
"""Families of actions that are taken automatically after the player's own move if nothing else is legal."""
BINDING: Final = "choose_leader choose_agenda"
"""Families of actions that cannot be taken back, and need confirmation."""
UNEXPECTED_REFUSALS: Final = (
    "agenda_not_dealt deed_not_in_row deed_not_yours good_missing no_advisor_there no_such_advisor "
    "no_neutral not_drawn not_put_off not_your_advisor not_sudislav only_leader push_others "
    "rebels_are_troops region_not_in_play scheme_not_in_hand stowed_by_itself yourself"
)
"""Refusals of actions that no player is expected to try."""
