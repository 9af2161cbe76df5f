"""Cards and spaces as the drawing shows them: icons in a row, and the same in words."""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import groupby
from typing import Any

from regnum.core.action import Action
from regnum.core.words import Words
from regnum.games.brian_boru import components as box


def shown_card(card: int, words: Words, actions: Mapping[str, Action]) -> dict[str, Any]:
    """Return an action card: number, colour, icons, the sentence that tells them, and what a click on it means."""
    value = box.CARDS[card]
    goal = f"card-{value}"
    told = words.say(
        "board",
        "card",
        {
            "card": words.name("card", value),
            "main": icons_in_words(box.MAIN[card], words),
            "secondary": words.say("board", "or", {}).join(
                icons_in_words(icons, words) for icons in box.SECONDARY[card]
            ),
        },
    )
    return {
        "id": goal,
        "value": value,
        "colour": box.COLOURS[box.CARD_COLOUR[card]],
        "name": words.name("card", value),
        "main": [box.ICONS[icon] for icon in box.MAIN[card]],
        "secondary": [[box.ICONS[icon] for icon in icons] for icons in box.SECONDARY[card]],
        "label": told,
        "target": goal if goal in actions else None,
    }


def icons_in_words(icons: Sequence[int], words: Words) -> str:
    """Return a row of icons in words, equal ones together."""
    told: list[str] = []
    for icon, row in groupby(icons):
        count, name = len(list(row)), words.name("icon", box.ICONS[icon])
        told.append(f"{count} × {name}" if count > 1 else name)
    return ", ".join(told)


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
    return {"name": words.name("bride", box.BRIDES[bride]), "brings": brings, "princess": bride == box.PRINCESS}


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
