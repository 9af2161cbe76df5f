"""Contexts that show cards and other components of Brian Boru in templates."""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import groupby
from typing import Any

from regnum.core.rules.action import Action
from regnum.core.text.words import Words
from regnum.games.brian_boru import components as box
from regnum.games.brian_boru.action_phase import ChooseTown, Follow, Lead
from regnum.games.brian_boru.bot.odds import can_win, is_sure_to_win
from regnum.games.brian_boru.state import BrianBoruState


class Marks:
    """A card's marks in words: whether it is sure to win, and the cost of missing coins for each action, or "" if none.

    `lost` has the same costs as `lacks`, in points. The main action comes first. Actions that can no longer be taken
    cost nothing.
    """

    def __init__(self, wins: str, lacks: Sequence[str], lost: Sequence[int]) -> None:
        self.wins = wins
        self.lacks = lacks
        self.lost = lost

    def lines(self, words: Words) -> list[str]:
        """Return the marks as sentences."""
        kinds = [words.title("main_action"), *[words.title("secondary_action")] * (len(self.lacks) - 1)]
        sentences = [f"{kind}: {lack}" for kind, lack in zip(kinds, self.lacks, strict=True) if lack]
        return [words.text("board", "sure", {}), *sentences] if self.wins else sentences

    def brief(self) -> str:
        """Return the marks in a few words, or "" if there are none."""
        return ", ".join(dict.fromkeys(mark for mark in (self.wins, *self.lacks) if mark))


def marks_of(s: BrianBoruState, words: Words, player: int, card: int) -> Marks:
    """Return the marks of a card; there are none unless the player has it and must play a card."""
    rows = [box.MAIN[card], *box.SECONDARY[card]]
    must_play = player in s.players_to_act and isinstance(s.stack[-1], (ChooseTown, Lead, Follow))
    if not must_play or not s.hand[player] >> card & 1:
        return Marks("", [""] * len(rows), [0] * len(rows))
    is_sure = s.active >= 0 and is_sure_to_win(s, player, card)
    possible = [can_win(s, card), *[not is_sure] * len(box.SECONDARY[card])]
    lack_texts: list[str] = []
    lost_points: list[int] = []
    for icons, counts in zip(rows, possible, strict=True):
        coins, points = missing_coins(s, player, icons) if counts else (0, 0)
        lack_texts.append(lack_text(words, coins, points))
        lost_points.append(points)
    return Marks(words.text("board", "wins", {}) if is_sure else "", lack_texts, lost_points)


def lack_text(words: Words, coins: int, points: int) -> str:
    """Return a text with the missing coins and the points that they cost, or "" if they cost nothing."""
    return words.text("board", "lacks", {"coins": coins, "points": points}) if points else ""


def missing_coins(s: BrianBoruState, player: int, icons: Sequence[int]) -> tuple[int, int]:
    """Return the number of coins that a player lacks for these icons, and the points that this costs.

    brian_boru.icons.pay
    """
    coins, missing = s.coins[player], 0
    for icon in icons:
        if icon == box.COIN:
            coins += 1
        elif icon == box.PAY and coins:
            coins -= 1
        elif icon == box.PAY:
            missing += 1
    return missing, min(missing * box.MISSING_COIN, s.points[player])


def shown_card(card: int, words: Words, actions: Mapping[str, Action], marks: Marks | None = None) -> dict[str, Any]:
    """Return an action card: number, colour, icons, label, target and marks."""
    value = box.CARDS[card]
    target = f"card-{value}"
    text = words.text(
        "board",
        "card",
        {
            "card": words.name("card", value),
            "main": icons_in_words(box.MAIN[card], words),
            "secondary": secondary_text(card, words),
        },
    )
    lost_points = (
        [f"−{points}" if points else "" for points in marks.lost] if marks else [""] * (1 + len(box.SECONDARY[card]))
    )
    return {
        "wins": marks.wins if marks else "",
        "lost": lost_points,
        "id": target,
        "value": value,
        "colour": box.COLOURS[box.CARD_COLOUR[card]],
        "name": words.name("card", value),
        "main": [box.ICONS[icon] for icon in box.MAIN[card]],
        "secondary": [[box.ICONS[icon] for icon in icons] for icons in box.SECONDARY[card]],
        "label": ". ".join([text, *(marks.lines(words) if marks else [])]),
        "target": target if target in actions else None,
    }


def secondary_text(card: int, words: Words) -> str:
    """Return the secondary actions of a card in words."""
    return words.text("board", "or", {}).join(icons_in_words(icons, words) for icons in box.SECONDARY[card])


def icons_in_words(icons: Sequence[int], words: Words) -> str:
    """Return a row of icons in words; equal icons in a row are combined."""
    text = ""
    for icon, row in groupby(icons):
        text += (", " if icon == box.EXPAND else " + ") * bool(text)
        text += words.text("icons", box.ICONS[icon], {"count": len(list(row))})
    return text


@cache
def shown_bride(bride: int, words: Words) -> dict[str, Any]:
    """Return a marriage card: its id, name and effects."""
    effects: list[str] = []
    if box.DOWRY_POINTS[bride]:
        effects.append(words.text("board", "points", {"points": box.DOWRY_POINTS[bride]}))
    if box.DOWRY_RENOWN[bride]:
        effects.append(words.text("board", "renown", {"renown": box.DOWRY_RENOWN[bride]}))
    if box.DOWRY_REGION[bride] >= 0:
        effects.append(words.text("board", "town_in", {"region": box.REGIONS[box.DOWRY_REGION[bride]]}))
    if bride == box.PRINCESS:
        effects = [words.name("answer", answer) for answer in box.PRINCESS_CHOICES]
    return {
        "id": box.BRIDES[bride],
        "name": words.name("bride", box.BRIDES[bride]),
        "brings": effects,
        "princess": bride == box.PRINCESS,
    }


@cache
def shown_space(space: int, words: Words) -> dict[str, Any]:
    """Return a space of the marriage track: its number and its reward, as icons and in words."""
    icons = (
        ["coin"] * box.TRACK_COINS[space]
        + ["renown"] * box.TRACK_RENOWN[space]
        + ["claim_town"] * box.TRACK_TOWN[space]
    )
    parts: list[str] = []
    if box.TRACK_COINS[space]:
        parts.append(words.text("board", "coins", {"coins": box.TRACK_COINS[space]}))
    if box.TRACK_RENOWN[space]:
        parts.append(words.text("board", "renown", {"renown": box.TRACK_RENOWN[space]}))
    if box.TRACK_TOWN[space]:
        parts.append(words.term("free_town"))
    return {"space": space, "icons": icons, "label": ", ".join(parts)}
