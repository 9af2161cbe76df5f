"""The expected effect of an action of Brian Boru, and the reasons for a hint."""

from collections.abc import Sequence
from typing import Final

from regnum.core.rules.action import Action
from regnum.core.rules.bitmask import bits
from regnum.core.text.words import Words
from regnum.games.brian_boru import components as box
from regnum.games.brian_boru.actions import follow, keep, lead, secondary, settle
from regnum.games.brian_boru.bot.odds import beaten_by, sure_to_win
from regnum.games.brian_boru.icons import WAYS
from regnum.games.brian_boru.regions import towns_to_flip
from regnum.games.brian_boru.state import BrianBoruState
from regnum.games.brian_boru.view.cards import secondary_text

_FEW: Final = 5
"""Hints call a card strong if at most this many cards beat it."""


def expected_effects(action: Action, s: BrianBoruState, words: Words) -> list[str]:
    """Return a card's chances in the power struggle, or what the pieces from a secondary action count for.

    Only face-up cards count, as later ones are unknown.
    """
    if secondary.has(action):
        counted = {box.RAIDER: "raiders_held", box.CHURCH: "church_discs"}.get(icons_of(action, s)[0])
        return [words.say("column", counted, {})] if counted else []
    if follow.has(action):
        card = follow.of(action).card
    elif lead.has(action):
        card = lead.of(action).card
    else:
        return []
    winner = s.winner()
    beaten = winner >= 0 and card < s.played[winner]
    if beaten or not box.MATCHING[box.TOWN_COLOUR[s.active]] >> card & 1:
        return [words.say("foretold", "lost", {})]
    if sure_to_win(s, s.players_to_act[0], card):
        return [words.say("foretold", "won", {})]
    others = sum(played < 0 for played in s.played[: s.players]) - 1
    return [words.say("foretold", "ahead", {"others": others})]


def hint_reason(action: Action, s: BrianBoruState, words: Words) -> str:
    """Return the reason for choosing a first town, or for keeping a card (its strength and price); else ""."""
    if settle.has(action):
        town = settle.of(action).town
        region = box.TOWN_REGION[town]
        roads = (box.ROADS.around(1 << town) & s.free_towns()).bit_count()
        told_first = {"points": box.VALUE[region], "towns": towns_to_flip(s, region), "roads": roads}
        return words.say("advised", "first", {"region": box.REGIONS[region], **told_first})
    if not keep.has(action):
        return ""
    card = keep.of(action).card
    white, beaten = box.CARD_COLOUR[card] == box.WHITE, beaten_by(card)
    params = {"colour": box.COLOURS[box.CARD_COLOUR[card]], "cards": beaten, "ways": secondary_text(card, words)}
    key = "white" if white else "top" if not beaten else "few" if beaten <= _FEW else "weak"
    told = [words.say("advised", key, params)]
    before = bits(s.packet[s.packet_before(s.observer)])
    if beaten <= _FEW and all(beaten < beaten_by(other) for other in before if other != card):
        told.append(words.say("advised", "hardest", {}))
    price = box.MAIN[card].count(box.PAY)
    if price:
        told.append(words.say("advised", "price", {"coins": price}))
    return " ".join(told)


def icons_of(action: Action, s: BrianBoruState) -> Sequence[int]:
    """Return the icons of a secondary action on the card that the acting player has played."""
    way, (player,) = secondary.of(action).choice, s.players_to_act
    return next(icons for icons in box.SECONDARY[s.played[player]] if WAYS[icons[0]] == way)
