"""The keys by which the log and the page of Brian Boru treat notes, actions, refusals and elements: data."""

from typing import Final

from regnum.view import LogKeys, Summary

_STRUGGLE: Final = Summary(
    "struggle",
    "struggle_won struggle_unwon",
    "secondary claim claim_marker coins pays loses_points renown church_discs raiders steps falls_back "
    "buy_disc buy_raider buy_step expand drive_off pass",
    back="contest",
)
"""Who won a town with which card, and what everybody did."""
_UPKEEP: Final = Summary(
    "upkeep",
    "wedding no_wedding invasion repelled church_first church_second token_opens token_claimed token_lost",
    "loses_town cede spoils small_spoils gains_points loses_points renown coins dowry grant princess claim "
    "raiders church_discs steps falls_back drive_off monastery pass token_kept token_tied token_down token_vikings",
    {"gains_points": "points", "spoils": "points", "small_spoils": 1, "church_second": 1},
    anew=False,
    past="token_claimed token_lost",
)
"""What comes after the last action card of a round: the wedding, the Vikings, the church, the regions."""
_SETTLING: Final = Summary("settling", "settle", "settle", anew=False)
"""Where everybody settles at the beginning."""

LOG_KEYS: Final = LogKeys(
    sections="round",
    details="token_kept token_tied token_down token_vikings",
    news="no_wedding token_lost",
    openings="contest secondary struggle_won",
    skipped="keep pass",
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
    summaries=(_STRUGGLE, _UPKEEP, _SETTLING),
)
PLACES: Final = ("town-", "claim-", "card-", "space-", "bride-", "column-")
"""How the ids of those elements begin that can be asked about."""
CARDS: Final = ("card-",)
"""How the targets begin that are cards."""
ON_BOARD: Final = ("discs", "vikings", "monasteries", "open", "owner", "active")
"""The fields of what lies on the board's places."""
UNEXPECTED: Final = "card_not_in_hand card_not_in_packet"
"""Refusals of what nobody expects to do."""
