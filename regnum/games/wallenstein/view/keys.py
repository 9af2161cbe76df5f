"""The keys that say how the log and the page treat Wallenstein's notes, actions, refusals and elements."""

from typing import Final

from regnum.view import EventKind, LogKeys

_THROWN: Final = "joins joins_farmers fell fell_farmers against against_farmers farmers_help farmers_stay"
_BATTLE: Final = f"{_THROWN} conquers holds devastated stays_neutral"
_EVENT_KINDS: Final = (
    EventKind(
        "winter",
        "grain_loss",
        f"fed unfed rises face revolt {_BATTLE}",
        {"scores": "points"},
        hidden_keys="scores",
        must_read=True,
    ),
    EventKind("battle", "attacks revolt", _BATTLE, must_read=True, side_params="defender"),
    EventKind(
        "court",
        "tower_card courtiers_of_land courtiers_of_tray favour",
        "gains_coins gains_grain gains_points armies_to_tray calm calms donate builds reinforce ward_kept cancel_event "
        "event_cancelled",
        {"gains_points": "points"},
        restarts=False,
        hidden_keys="card tower_card no_action skips pass",
    ),
    EventKind("order", "bid", "pays space tile", restarts=False, hidden_keys="pays tile", folds_early=True),
    EventKind("season", "season", "action_card", {"gains_points": "points"}, end_keys="season"),
)

LOG_KEYS: Final = LogKeys(
    sections="season",
    stages="action_card season grain_loss",
    full_log_only=_THROWN,
    news="event grain_loss",
    introductions="attack send card attacks",
    icons={
        "battle": f"attack attacks revolt rises face {_BATTLE}",
        "build": "builds donate",
        "card": "event_opens favour_opens event bid action_card action_opens tower_card tile favour banner draws",
        "coin": "gains_coins pays",
        "goods": "gains_grain fed unfed grain_loss",
        "move": "march shift",
        "place": "draft station deploys reinforce filled",
        "points": "gains_points scores",
        "unrest": "unrest calm calms",
    },
    event_kinds=_EVENT_KINDS,
    neutral=("i-farmers", "farmers"),
)
CARDS: Final = ("field-", "space-", "group-", "favour-", "bonus-")
"""The prefixes of targets that are cards."""
ON_BOARD: Final = ("lands", "armies", "unrest", "buildings", "revolts")
"""The fields of the state that are shown on the board."""
AUTOMATIC: Final = "station send face"
"""Families of actions that follow a player's own action automatically if nothing else is legal."""
UNEXPECTED_REFUSALS: Final = (
    "land_drafted land_not_open lies_there next_field_first not_in_play say_change_first send_some without_court"
)
"""Refusals of actions that no player is expected to try."""
