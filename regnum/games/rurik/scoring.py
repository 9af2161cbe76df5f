"""The end of the game: the points by reason, and the winner."""

from typing import ClassVar

from regnum.core.rules.step import Event, NextSteps
from regnum.games.rurik.components import (
    AGENDA_MOST,
    AGENDA_POINTS,
    AGENDAS,
    BUILD_TRACK,
    GOOD_COUNT,
    GOODS,
    RULE_TRACK,
    STRUCTURE_COUNT,
    TRACK_COUNT,
    TRACK_POINTS,
    TRADE_TRACK,
    WAR_FIRST,
    WAR_SECOND,
)
from regnum.games.rurik.deeds.cards import DEED_CARDS
from regnum.games.rurik.notes import AGENDA_MET, AGENDA_MISSED
from regnum.games.rurik.solo.cards import REBELLION, SCORED_COINS, SCORED_GOODS
from regnum.games.rurik.state import RurikState


class FinalScoring(Event[RurikState]):
    """Reveal the agendas after the last round; the side with the most points wins.

    rurik.end.reveal
    """

    CLAUSE: ClassVar[str] = "rurik.end.winner"
    NEXT_STEPS: ClassVar[NextSteps] = ("",)

    def happen(self, s: RurikState) -> None:
        s.reveal()
        for player in range(s.sides):
            agenda = s.agenda[player]
            if agenda >= 0:
                s.add_note(AGENDA_MET if meets_agenda(s, player, agenda) else AGENDA_MISSED, player, AGENDAS[agenda])


def scores(s: RurikState) -> list[int]:
    """Return each side's points as if the game ended now; unknown agendas score nothing."""
    return [sum(lines.values()) for lines in final_points(s)]


def ranking_key(s: RurikState, side: int) -> tuple[int, ...]:
    """Return a side's points, number of regions ruled, and coins (0 for a rebellion whose coins were scored).

    rurik.end.winner, rurik.end.ties, rurik.solo.tie_break
    """
    scored = side >= s.players and s.variant.rebellion_coins == "scored"
    return scores(s)[side], s.ruled_regions(side).bit_count(), 0 if scored else s.coins[side]


def final_points(s: RurikState) -> list[dict[str, int]]:
    """Return each side's points by reason, as if the game ended now; a solo game adds the rebellion's coins and dock.

    rurik.end.tracks, rurik.end.agenda, rurik.end.deeds, rurik.solo.score
    """
    war = war_points(s)
    lines = [
        {
            "rule": TRACK_POINTS[RULE_TRACK][s.tracks[player * TRACK_COUNT + RULE_TRACK]],
            "build": TRACK_POINTS[BUILD_TRACK][s.tracks[player * TRACK_COUNT + BUILD_TRACK]],
            "trade": TRACK_POINTS[TRADE_TRACK][s.tracks[player * TRACK_COUNT + TRADE_TRACK]],
            "war": war[player],
            "agenda": AGENDA_POINTS if s.agenda[player] >= 0 and meets_agenda(s, player, s.agenda[player]) else 0,
            "deeds": deed_points(s, player),
        }
        for player in range(s.sides)
    ]
    if s.sides > s.players:
        lines[0].update(coins=0, dock=0)
        lines[1].update(coins=coin_points(s), dock=dock_points(s))
    return lines


def deed_points(s: RurikState, player: int) -> int:
    """Return the points of the deeds that a player has accomplished [rurik.end.deeds]."""
    points = 0
    deeds = s.accomplished[player]
    while deeds:
        low = deeds & -deeds
        deeds ^= low
        points += DEED_CARDS[low.bit_length() - 1].points
    return points


def war_points(s: RurikState) -> list[int]:
    """Return each side's points for the war track: first place, and second place unless the first is shared.

    rurik.end.war, rurik.end.war_tie, rurik.end.war_unmoved
    """
    most = second = first = 0
    for war in s.war:
        if war > most:
            most, second, first = war, most, 1
        elif war == most:
            first += 1
        elif war > second:
            second = war
    if most == 0:
        return [WAR_FIRST if s.variant.war_unmoved == "scores" else 0] * s.sides
    points = [WAR_FIRST if war == most else 0 for war in s.war]
    if first == 1 and (second or s.variant.war_unmoved == "scores"):
        for player in range(s.sides):
            if s.war[player] == second:
                points[player] = WAR_SECOND
    return points


def agenda_count(s: RurikState, player: int, agenda: int) -> int:  # noqa: C901
    """Return how many of the things that an agenda counts a player has, or the player's space on its track.

    rurik.agendas.goods, rurik.agendas.rebels, rurik.agendas.tracks, rurik.agendas.deeds, rurik.agendas.structures,
    rurik.agendas.coins, rurik.agendas.occupied, rurik.agendas.fur_and_honey
    """
    quantity = AGENDA_MOST[agenda]
    if quantity == "goods":
        return s.goods_count(player)
    if quantity == "rebels":
        return s.defeated[player].bit_count()
    if quantity == "trade_track":
        return s.tracks[player * TRACK_COUNT + TRADE_TRACK]
    if quantity == "rule_track":
        return s.tracks[player * TRACK_COUNT + RULE_TRACK]
    if quantity == "build_track":
        return s.tracks[player * TRACK_COUNT + BUILD_TRACK]
    if quantity == "deeds":
        return s.accomplished[player].bit_count()
    if quantity == "structures_ruled":
        ruled = s.ruled_regions(player)
        return sum([(ruled & s.regions_with_structure(kind)).bit_count() for kind in range(STRUCTURE_COUNT)])
    if quantity == "coins":
        return s.coins[player]
    if quantity == "war_track":
        return s.war[player]
    if quantity == "regions_occupied":
        return s.occupied_regions(player).bit_count()
    return s.stock(player, GOODS.index("fur")) + s.stock(player, GOODS.index("honey"))


def meets_agenda(s: RurikState, player: int, agenda: int) -> bool:
    """Return whether a player has the most of what an agenda counts, alone or tied; by default, zero is not enough.

    rurik.agendas.tie, rurik.agendas.zero
    """
    own_count = agenda_count(s, player, agenda)
    if own_count == 0 and s.variant.agenda_with_nothing == "missed":
        return False
    return all(agenda_count(s, other, agenda) <= own_count for other in range(s.sides))


def coin_points(s: RurikState) -> int:
    """Return the points for the rebellion's coins: one per three, rounded up [rurik.solo.score_coins]."""
    return -(-s.coins[REBELLION] // SCORED_COINS)


def dock_points(s: RurikState) -> int:
    """Return the points for the goods on the rebellion's dock: one per three, rounded up [rurik.solo.score_goods]."""
    return -(-sum(s.dock[REBELLION * GOOD_COUNT : REBELLION * GOOD_COUNT + GOOD_COUNT]) // SCORED_GOODS)
