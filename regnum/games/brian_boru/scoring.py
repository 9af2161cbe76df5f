"""Points won so far, and the final scoring by reason."""

from typing import ClassVar

from regnum.core import i64
from regnum.core.packed import count_of, highest, index_of, popcount
from regnum.core.rules.step import Event, NextSteps
from regnum.games.brian_boru.components import MARKER_POINTS, MOST_COINS_POINTS, PRESENCE, REGION_TOWNS, REGIONS, VALUE
from regnum.games.brian_boru.regions import counts_in_region
from regnum.games.brian_boru.state import BrianBoruState


class FinalScoring(Event[BrianBoruState]):
    """Add the points of the final scoring to those won in the game; the most points win.

    brian_boru.scoring.track
    """

    CLAUSE: ClassVar[str] = "brian_boru.scoring.winner"
    NEXT_STEPS: ClassVar[NextSteps] = ("",)

    def happen(self, s: BrianBoruState) -> None:
        for player, lines in enumerate(final_points(s)):
            s.points[player] += sum(lines.values())


def scores(s: BrianBoruState) -> list[int]:
    """Return the players' points, which include the final scoring once the game is over."""
    return list(s.points)


def ranking_key(s: BrianBoruState, player: i64) -> tuple[int, ...]:
    """Return the points, then the numbers of region tokens and marriage cards.

    brian_boru.scoring.winner, brian_boru.scoring.ties
    """
    return s.points[player], count_of(s.owner, player), popcount(s.wed[player])


def final_points(s: BrianBoruState) -> list[dict[str, int]]:
    """Return each player's points in the final scoring by reason, as if the game ended now.

    brian_boru.scoring.coins, brian_boru.scoring.marker, brian_boru.scoring.renown, brian_boru.scoring.tokens
    """
    most_coins = highest(s.coins)
    richest = index_of(s.coins, most_coins) if count_of(s.coins, most_coins) == 1 else -1
    open_tokens = [0] * s.players
    tokens = [0] * s.players
    for region in range(len(REGIONS)):
        if not s.open >> region & 1:
            continue  # brian_boru.scoring.face_down
        if s.owner[region] >= 0:
            tokens[s.owner[region]] += VALUE[region]
        else:
            for player in sharing_players(s, region):
                open_tokens[player] += VALUE[region] // 2
    return [
        {
            "coins": MOST_COINS_POINTS if player == richest else 0,
            "marker": MARKER_POINTS if player == s.marker else 0,
            "renown": s.renown[player],
            "tokens": tokens[player],
            "open_tokens": open_tokens[player],
            "presence": PRESENCE[region_presence(s, player)],
        }
        for player in range(s.players)
    ]


def sharing_players(s: BrianBoruState, region: i64) -> list[int]:
    """Return the players who get half the value of a region's open, unowned token: those with the most towns there.

    brian_boru.scoring.open_tokens, brian_boru.scoring.monastery, brian_boru.scoring.pact_trade
    """
    counts = counts_in_region(s, region)
    player_counts = counts[: s.players]
    most = highest(player_counts)
    if most == 0 or (counts[s.players] > most and s.variant.viking_majority == "nobody"):
        return []
    return [player for player in range(s.players) if player_counts[player] == most]


def region_presence(s: BrianBoruState, player: i64) -> i64:
    """Return the number of regions where a player controls a town; with trade, the Vikings' towns count as well.

    brian_boru.scoring.presence, brian_boru.scoring.pact_trade
    """
    towns = s.controlled_towns(player)
    if player == s.trade:
        towns |= s.vikings
    return sum(1 for region in REGION_TOWNS if region & towns)
