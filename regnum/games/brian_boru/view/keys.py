"""The keys that say how the log and the page treat Brian Boru's notes, actions, refusals and elements."""

from typing import Final

from regnum.view import EventKind, LogKeys

_STRUGGLE: Final = EventKind(
    "struggle",
    "struggle_won struggle_unwon",
    "secondary claim claim_marker coins pays loses_points renown church_discs raiders steps falls_back "
    "buy_disc buy_raider buy_step expand drive_off pass",
    lead_in_keys="contest",
)
"""A power struggle: the winner of the town, the winning card, and each player's actions."""
_UPKEEP: Final = EventKind(
    "upkeep",
    "wedding no_wedding invasion repelled church_first church_second token_opens token_claimed token_lost",
    "loses_town cede spoils small_spoils gains_points loses_points renown coins dowry grant princess claim "
    "raiders church_discs steps falls_back drive_off monastery pass token_kept token_tied token_down token_vikings",
    {"gains_points": "points", "spoils": "points", "small_spoils": 1, "church_second": 1},
    restarts=False,
    context_keys="token_claimed token_lost",
)
"""Upkeep at the end of a round: marriage, battle, church, regions."""
_SETTLING: Final = EventKind("settling", "settle", "settle", restarts=False)
"""The choice of all players' first towns."""

LOG_KEYS: Final = LogKeys(
    sections="round",
    full_log_only="token_kept token_tied token_down token_vikings",
    news="no_wedding token_lost",
    introductions="contest secondary struggle_won",
    hidden_families="keep pass",
    amounts={
        "coins": "coins",
        "pays": "coins",
        "gains_points": "points",
        "loses_points": "points",
        "renown": "renown",
    },
    icons={
        "battle": "raiders fleet invasion repelled drive_off loses_town cede buy_raider",
        "build": "monastery",
        "card": "keep lead follow",
        "church": "church_discs church_first church_second buy_disc",
        "coin": "coins pays",
        "place": "settle expand claim claim_marker contest dowry grant struggle_won struggle_unwon",
        "points": "gains_points loses_points renown spoils small_spoils token_claimed token_opens token_lost",
        "ring": "steps buy_step falls_back bride no_wedding wedding princess",
    },
    event_kinds=(_STRUGGLE, _UPKEEP, _SETTLING),
)
PLACES: Final = ("town-", "claim-", "card-", "space-", "bride-", "column-")
"""The id prefixes of elements that have an explanation."""
CARDS: Final = ("card-",)
"""The prefixes of targets that are cards."""
ON_BOARD: Final = ("discs", "vikings", "monasteries", "open", "owner", "active")
"""The fields of the state that are shown on the board."""
UNEXPECTED_REFUSALS: Final = "card_not_in_hand card_not_in_packet"
"""Refusals of actions that no player is expected to try."""
