"""Cards and spaces as the drawing shows them: icons in a row, and the same in words."""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import groupby
from typing import Any

from regnum.core.action import Action
from regnum.core.words import Words
from regnum.games.brian_boru import components as box
from regnum.games.brian_boru.drawing.marks import Marks


def shown_card(card: int, words: Words, actions: Mapping[str, Action], marked: Marks | None = None) -> dict[str, Any]:
    """Return an action card: number, colour, icons, the sentence that tells them, its target, its marks."""
    value = box.CARDS[card]
    goal = f"card-{value}"
    told = words.say(
        "board",
        "card",
        {
            "card": words.name("card", value),
            "main": icons_in_words(box.MAIN[card], words),
            "secondary": secondary_told(card, words),
        },
    )
    lost = (
        [f"−{points}" if points else "" for points in marked.lost] if marked else [""] * (1 + len(box.SECONDARY[card]))
    )
    return {
        "wins": marked.wins if marked else "",
        "lost": lost,
        "id": goal,
        "value": value,
        "colour": box.COLOURS[box.CARD_COLOUR[card]],
        "name": words.name("card", value),
        "main": [box.ICONS[icon] for icon in box.MAIN[card]],
        "secondary": [[box.ICONS[icon] for icon in icons] for icons in box.SECONDARY[card]],
        "label": ". ".join([told, *(marked.lines(words) if marked else [])]),
        "target": goal if goal in actions else None,
    }


def secondary_told(card: int, words: Words) -> str:
    """Return the secondary actions of a card in words."""
    return words.say("board", "or", {}).join(icons_in_words(icons, words) for icons in box.SECONDARY[card])


def icons_in_words(icons: Sequence[int], words: Words) -> str:
    """Return a row of icons in words, equal ones together; expanding comes after what the others bring."""
    told = ""
    for icon, row in groupby(icons):
        told += (", " if icon == box.EXPAND else " + ") * bool(told)
        told += words.say("icons", box.ICONS[icon], {"count": len(list(row))})
    return told


@cache
def shown_bride(bride: int, words: Words) -> dict[str, Any]:
    """Return a marriage card: the name and what it brings."""
    brings: list[str] = []
    if box.DOWRY_POINTS[bride]:
        brings.append(words.say("board", "points", {"points": box.DOWRY_POINTS[bride]}))
    if box.DOWRY_RENOWN[bride]:
        brings.append(words.say("board", "renown", {"renown": box.DOWRY_RENOWN[bride]}))
    if box.DOWRY_REGION[bride] >= 0:
        brings.append(words.say("board", "town_in", {"region": box.REGIONS[box.DOWRY_REGION[bride]]}))
    if bride == box.PRINCESS:
        brings = [words.name("answer", answer) for answer in box.PRINCESS_CHOICES]
    return {
        "id": box.BRIDES[bride],
        "name": words.name("bride", box.BRIDES[bride]),
        "brings": brings,
        "princess": bride == box.PRINCESS,
    }


@cache
def shown_space(space: int, words: Words) -> dict[str, Any]:
    """Return a space of the marriage track: its number and what it gives, as icons and in words."""
    icons = (
        ["coin"] * box.TRACK_COINS[space]
        + ["renown"] * box.TRACK_RENOWN[space]
        + ["claim_town"] * box.TRACK_TOWN[space]
    )
    told: list[str] = []
    if box.TRACK_COINS[space]:
        told.append(words.say("board", "coins", {"coins": box.TRACK_COINS[space]}))
    if box.TRACK_RENOWN[space]:
        told.append(words.say("board", "renown", {"renown": box.TRACK_RENOWN[space]}))
    if box.TRACK_TOWN[space]:
        told.append(words.term("free_town"))
    return {"space": space, "icons": icons, "label": ", ".join(told)}
