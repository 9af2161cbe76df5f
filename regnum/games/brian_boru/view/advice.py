"""The expected effect of an action of Brian Boru, and the reasons for a hint."""

from collections.abc import Sequence
from typing import Final

from regnum.core.packed import popcount
from regnum.core.rules.action import Action
from regnum.core.rules.bitmask import bits
from regnum.core.text.words import Words
from regnum.games.brian_boru import components as box
from regnum.games.brian_boru.actions import follow, keep, lead, secondary, settle
from regnum.games.brian_boru.bot.odds import count_stronger_cards, is_sure_to_win
from regnum.games.brian_boru.icons import WAYS
from regnum.games.brian_boru.regions import towns_to_flip
from regnum.games.brian_boru.state import BrianBoruState
from regnum.games.brian_boru.view.cards import secondary_text

_MAX_STRONGER_CARDS: Final = 5
"""Hints call a card strong if at most this many cards beat it."""


def expected_effects(action: Action, s: BrianBoruState, words: Words) -> list[str]:
    """Return a card's chances in the power struggle, or what the pieces from a secondary action count for.

    Only face-up cards count, as later ones are unknown.
    """
    if secondary.has(action):
        key = {box.RAIDER: "raiders_held", box.CHURCH: "church_discs"}.get(icons_of(action, s)[0])
        return [words.text("column", key, {})] if key else []
    if follow.has(action):
        card = follow.of(action).card
    elif lead.has(action):
        card = lead.of(action).card
    else:
        return []
    winner = s.winner()
    is_beaten = winner >= 0 and card < s.played[winner]
    if is_beaten or not box.MATCHING[box.TOWN_COLOUR[s.active]] >> card & 1:
        return [words.text("prediction", "lost", {})]
    if is_sure_to_win(s, s.players_to_act[0], card):
        return [words.text("prediction", "won", {})]
    still_to_play = sum(played < 0 for played in s.played[: s.players]) - 1
    return [words.text("prediction", "ahead", {"others": still_to_play})]


def hint_reason(action: Action, s: BrianBoruState, words: Words) -> str:
    """Return the reason for choosing a first town, or for keeping a card (its strength and price), or "" otherwise."""
    if settle.has(action):
        town = settle.of(action).town
        region = box.TOWN_REGION[town]
        roads = popcount(box.ROADS.around(1 << town) & s.free_towns())
        town_params = {"points": box.VALUE[region], "towns": towns_to_flip(s, region), "roads": roads}
        return words.text("hint", "first", {"region": box.REGIONS[region], **town_params})
    if not keep.has(action):
        return ""
    card = keep.of(action).card
    white, stronger_cards = box.CARD_COLOUR[card] == box.WHITE, count_stronger_cards(card)
    params = {
        "colour": box.COLOURS[box.CARD_COLOUR[card]],
        "cards": stronger_cards,
        "ways": secondary_text(card, words),
    }
    key = (
        "white"
        if white
        else "top"
        if not stronger_cards
        else "few"
        if stronger_cards <= _MAX_STRONGER_CARDS
        else "weak"
    )
    sentences = [words.text("hint", key, params)]
    passed_cards = bits(s.packet[s.packet_before(s.observer)])
    if stronger_cards <= _MAX_STRONGER_CARDS and all(
        stronger_cards < count_stronger_cards(other) for other in passed_cards if other != card
    ):
        sentences.append(words.text("hint", "hardest", {}))
    price = box.MAIN[card].count(box.PAY)
    if price:
        sentences.append(words.text("hint", "price", {"coins": price}))
    return " ".join(sentences)


def icons_of(action: Action, s: BrianBoruState) -> Sequence[int]:
    """Return the icons of a secondary action on the card that the acting player has played."""
    effect, (player,) = secondary.of(action).choice, s.players_to_act
    return next(icons for icons in box.SECONDARY[s.played[player]] if WAYS[icons[0]] == effect)
