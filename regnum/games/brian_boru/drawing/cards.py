"""Cards and spaces as the drawing shows them: icons in a row, and the same in words."""

from collections.abc import Mapping, Sequence
from typing import Any

from regnum.core.action import Action
from regnum.core.words import Words
from regnum.games.brian_boru.components import (
    BRIDES,
    CARD_COLOUR,
    CARDS,
    COLOURS,
    DOWRY_POINTS,
    DOWRY_REGION,
    DOWRY_RENOWN,
    ICONS,
    MAIN,
    PRINCESS,
    PRINCESS_CHOICES,
    REGIONS,
    SECONDARY,
    TRACK_COINS,
    TRACK_RENOWN,
    TRACK_TOWN,
    together,
)


def shown_card(card: int, words: Words, actions: Mapping[str, Action]) -> dict[str, Any]:
    """Return an action card: number, colour, icons, the sentence that tells them, and what a click on it means."""
    value = CARDS[card]
    goal = f"card-{value}"
    told = words.say(
        "board",
        "card",
        {
            "card": words.name("card", value),
            "main": icons_in_words(MAIN[card], words),
            "secondary": words.say("board", "or", {}).join(icons_in_words(icons, words) for icons in SECONDARY[card]),
        },
    )
    return {
        "id": goal,
        "value": value,
        "colour": COLOURS[CARD_COLOUR[card]],
        "name": words.name("card", value),
        "main": [ICONS[icon] for icon in MAIN[card]],
        "secondary": [[ICONS[icon] for icon in icons] for icons in SECONDARY[card]],
        "label": told,
        "target": goal if goal in actions else None,
    }


def icons_in_words(icons: Sequence[int], words: Words) -> str:
    """Return a row of icons in words, equal ones together."""
    told: list[str] = []
    at = 0
    while at < len(icons):
        count = together(icons, at)
        name = words.name("icon", ICONS[icons[at]])
        told.append(f"{count} × {name}" if count > 1 else name)
        at += count
    return ", ".join(told)


def shown_bride(bride: int, words: Words) -> dict[str, Any]:
    """Return a marriage card: the name and what it brings."""
    brings: list[str] = []
    if DOWRY_POINTS[bride]:
        brings.append(words.say("board", "points", {"points": DOWRY_POINTS[bride]}))
    if DOWRY_RENOWN[bride]:
        brings.append(words.say("board", "renown", {"renown": DOWRY_RENOWN[bride]}))
    if DOWRY_REGION[bride] >= 0:
        brings.append(words.say("board", "town_in", {"region": REGIONS[DOWRY_REGION[bride]]}))
    if bride == PRINCESS:
        brings = [words.name("answer", answer) for answer in PRINCESS_CHOICES]
    return {"name": words.name("bride", BRIDES[bride]), "brings": brings, "princess": bride == PRINCESS}


def shown_space(space: int, words: Words) -> dict[str, Any]:
    """Return a space of the marriage track: its number and what it gives, as icons and in words."""
    icons = ["coin"] * TRACK_COINS[space] + ["renown"] * TRACK_RENOWN[space] + ["claim_town"] * TRACK_TOWN[space]
    told: list[str] = []
    if TRACK_COINS[space]:
        told.append(words.say("board", "coins", {"coins": TRACK_COINS[space]}))
    if TRACK_RENOWN[space]:
        told.append(words.say("board", "renown", {"renown": TRACK_RENOWN[space]}))
    if TRACK_TOWN[space]:
        told.append(words.term("free_town"))
    return {"space": space, "icons": icons, "label": ", ".join(told)}
