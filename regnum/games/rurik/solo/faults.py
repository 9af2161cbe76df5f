"""What cannot be so in a solo game, and what of it cannot be in any other game."""

from regnum.games.rurik.solo.cards import (
    ALL_CARDS,
    HUMAN,
    LEADER,
    LEVELS,
    MAT_COINS,
    REBELLION,
    REMOVED_DEEDS,
    ROW_ADVISOR,
    ROW_NAME,
)
from regnum.games.rurik.solo.table import agendas_in_box
from regnum.games.rurik.state import RurikState


def solo_faults(s: RurikState) -> list[str]:
    """Return what is wrong with the rebellion, its cards and mat, and the neutral troops."""
    if s.sides == s.players:
        found: list[str] = []
        if s.neutral or s.rebel_deck or s.rebel_known or s.rebel_rows or s.priority >= 0 or any(s.mat_coins):
            found.append("neutral, rebel_deck, rebel_known, rebel_rows, priority, mat_coins: of a solo game only")
        return found
    return [*_side_faults(s), *_card_faults(s)]


def _side_faults(s: RurikState) -> list[str]:
    """The map and what the rebellion cannot have.

    rurik.solo.neutral, rurik.solo.leader, rurik.solo.first, rurik.solo.deeds, rurik.solo.no_bonus_actions
    """
    found: list[str] = []
    if s.neutral & ~s.regions():
        found.append("neutral: a region that is not in play")
    if s.rebels:
        found.append("rebels: in a solo game they are the rebellion's troops")
    if s.leaders[REBELLION] != LEADER:
        found.append(f"leaders[{REBELLION}]: Sviatopolk leads the rebellion")
    if s.first != HUMAN or s.marker != HUMAN:
        found.append("first, marker: in a solo game the player is always first")
    if s.hand[REBELLION] or s.deeds[REBELLION] or s.accomplished[REBELLION] or s.exchanges[REBELLION]:
        found.append(f"hand[{REBELLION}], deeds, accomplished, exchanges: the rebellion has none")
    if s.agenda_stage[REBELLION] or s.defeated[HUMAN] or s.defeated[REBELLION]:
        found.append("agenda_stage, defeated: the rebellion has no agenda, and rebels leave no reward")
    everywhere = s.deed_deck | s.deeds[HUMAN] | s.accomplished[HUMAN]
    for deed in s.deed_row:
        if deed >= 0:
            everywhere |= 1 << deed
    if everywhere & REMOVED_DEEDS:
        found.append("deed_deck, deed_row, deeds: a deed that is left out of a solo game")
    if s.offered[HUMAN] & agendas_in_box(s):
        found.append("offered: an agenda that is left out of a solo game")
    return found


def _card_faults(s: RurikState) -> list[str]:
    """The rebellion cards, the priority and the coins of the mat [rurik.solo.cards, rurik.solo.reveal]."""
    found: list[str] = []
    if not s.rebel_deck:
        if s.round:
            found.append("rebel_deck: missing in a game that has begun")
        return found
    cards = 0
    for card in s.rebel_deck:
        if card >= 0:
            cards |= 1 << card
    if cards != ALL_CARDS or len(s.rebel_deck) != ALL_CARDS.bit_count():
        found.append("rebel_deck: not each card once")
        return found
    if not s.rebel_known >> s.rebel_deck[-1] & 1:
        found.append("rebel_known: the top card lies open")
    if s.rebel_rows and not s.rebel_known >> s.rebel_deck[0] & 1:
        found.append("rebel_known: rows of the bottom card are shown")
    if any(type(step).__name__ == "RebelAdvisor" for step in s.stack):
        for slot in ROW_ADVISOR[s.rebel_deck[0]][: s.rebel_rows]:
            if s.advisors[REBELLION] >> slot & 1:
                found.append(f"rebel_rows: the row of advisor {ROW_NAME[slot]} has been passed")
    if s.priority < 0:
        found.append("priority: missing in a game that has begun")
    most = MAT_COINS[LEVELS.index(s.variant.level)]
    if any(coins > limit for coins, limit in zip(s.mat_coins, most, strict=True)):
        found.append("mat_coins: more than the mat of this level has")
    return found
