"""What lies beside the boards: the draft, the player order, events, the court, the players, the last throw."""

from collections.abc import Sequence
from typing import Any, Final

from regnum.core.bitmask import bits
from regnum.core.narrator import note_line
from regnum.core.note import Note
from regnum.core.words import Words
from regnum.games.wallenstein import components as box
from regnum.games.wallenstein.drawing.boards import facts_of, fitting
from regnum.games.wallenstein.drawing.report import ENDS
from regnum.games.wallenstein.state import WallensteinState

TRAY: Final = (1470, 374)
TRAY_WIDTH: Final = 6
_BEGINS: Final = frozenset({"attacks", "revolt"})


def shown_draft(s: WallensteinState, words: Words, targets: set[str]) -> dict[str, Any] | None:
    """Return the open land cards, the deck, and what everybody has still to place; None when all is dealt out."""
    if s.year or not any(sum(groups) for groups in s.groups):
        return None
    cards = [
        {
            **facts_of(land),
            "id": box.LANDS[land],
            "name": words.name("land", box.LANDS[land]),
            "fitting": fitting(words.name("land", box.LANDS[land])),
            "region_name": words.name("region", box.REGIONS[box.LAND_REGION[land]]),
            "label": words.say("board", "land", facts_of(land)),
            "target": f"land-{box.LANDS[land]}" if f"land-{box.LANDS[land]}" in targets else None,
        }
        for land in s.open_lands
        if land >= 0
    ]
    groups = [
        {
            "player": player,
            "sizes": [
                size
                for number, size in reversed(list(enumerate(box.GROUP_SIZES)))
                for _ in range(s.groups[player][number])
            ],
        }
        for player in range(s.players)
    ]
    own = [{"size": size, "target": f"group-{size}"} for size in box.GROUP_SIZES if f"group-{size}" in targets]
    return {
        "cards": cards,
        "deck": len(s.land_deck),
        "deck_target": "land-deck" if "land-deck" in targets else None,
        "groups": groups,
        "own": own,
    }


def shown_order(s: WallensteinState, words: Words, targets: set[str]) -> list[dict[str, Any]]:
    """Return the five spaces of the player order with tile and player; none once the actions tell the order."""
    if (not s.tiles and max(s.space) < 0) or (s.order and -1 not in s.space):
        return []
    shown: list[dict[str, Any]] = []
    for space in range(box.SPACES):
        seat = s.space.index(space) if space in s.space else -1
        tile = box.TILES[s.tiles[space]] if s.tiles else ""
        name = words.name("tile", tile) if tile else ""
        label = [words.say("board", "space", {"space": space + 1}), name]
        goal = f"space-{space + 1}"
        shown.append(
            {
                "space": space + 1,
                "tile": tile,
                "name": name,
                "label": ", ".join(part for part in label if part),
                "seat": seat,
                "target": goal if goal in targets else None,
            }
        )
    return shown


def shown_events(s: WallensteinState, words: Words) -> list[dict[str, Any]]:
    """Return the events of the year that may still come, and first the one that holds now."""
    events = [s.event] if s.event >= 0 else []
    return [
        {
            "id": event,
            "now": event == s.event,
            "text": words.say(
                "effect", box.EVENT_KIND[event], {"amount": box.EVENT_AMOUNT[event], "five": box.EVENT_FIVE[event]}
            ),
            "loss": box.GRAIN_LOSS[event],
        }
        for event in [*events, *bits(s.open_events)]
    ]


def shown_court(s: WallensteinState, words: Words, targets: set[str]) -> list[dict[str, Any]]:
    """Return the three favours with their prices; of one that is taken only that it is."""
    if not s.variant.court or max(s.favours) < 0:
        return []
    shown: list[dict[str, Any]] = []
    for place, card in enumerate(s.favours):
        goal = f"favour-{box.FAVOURS[card]}" if card >= 0 else ""
        name = words.name("favour", box.FAVOURS[card]) if card >= 0 else words.say("board", "taken", {})
        label = (
            words.say("board", "favour", {"favour": box.FAVOURS[card], "price": box.PRICES[place]})
            if card >= 0
            else name
        )
        shown.append(
            {
                "place": place,
                "digit": box.FAVOURS[card] if card >= 0 else 0,
                "name": name,
                "price": box.PRICES[place],
                "label": f"{label}: {name}" if card >= 0 else name,
                "target": goal if goal in targets else None,
            }
        )
    return shown


def shown_players(s: WallensteinState, words: Words) -> list[dict[str, Any]]:
    """Return what everybody has."""
    return [_player(s, words, player) for player in range(s.players)]


def _player(s: WallensteinState, words: Words, player: int) -> dict[str, Any]:
    return {
        "points": s.points[player],
        "coins": s.coins[player],
        "grain": s.grain[player],
        "lands": s.lands[player].bit_count(),
        "supply": s.supply[player],
        "tray": s.tray[player],
        "tower": s.tower[player],
        "hall": s.hall[player],
        "ready": s.planning() and bool(s.confirmed[player]),
        "planning": s.planning() and not s.confirmed[player],
        "to_act": player in s.players_to_act,
        "kept": kept_by(s, words, player),
        "banner": banner_of(s, words, player) if s.variant.landsknechte else None,
    }


def kept_by(s: WallensteinState, words: Words, player: int) -> list[dict[str, str]]:
    """Return the favours that a player keeps, which everybody sees: a truce for this round, the ward against unrest."""
    kept: list[dict[str, str]] = []
    if s.truce[player]:
        letters = truce_of(s, player)
        kept.append(
            {"icon": "i-defence", "letters": letters, "text": words.say("board", "truce", {"actions": letters})}
        )
    if s.ward == player:
        kept.append({"icon": "unrest", "letters": "4", "text": words.say("board", "ward", {})})
    return kept


def truce_of(s: WallensteinState, player: int) -> str:
    """Return the letters of the combat actions by which a player may not be attacked in this round."""
    return "/".join("AB"[number] for number in bits(s.truce[player]))


def banner_of(s: WallensteinState, words: Words, player: int) -> dict[str, str]:
    """Return a player's card of the Landsknechte, and what the next one offers."""
    card = s.banner[player]
    told = [words.say("board", "banner", {"card": card + 1, "cards": len(box.BANNERS)})]
    if card + 1 < len(box.BANNERS):
        told.append(words.say("board", "next_banner", {"gifts": ", ".join(gifts_of(card + 1, words))}))
    return {"card": f"{card + 1}/{len(box.BANNERS)}", "text": ". ".join(told)}


def gifts_of(card: int, words: Words) -> list[str]:
    """Return what a card of the Landsknechte offers."""
    return [words.say("gift", name, {"amount": n}) for name, n in zip(box.BONUSES, box.BANNERS[card], strict=True) if n]


def _cube(number: int) -> dict[str, int]:
    """Return a cube in the tray at the tower's foot: which one it is, and where it lies."""
    across, up = number % TRAY_WIDTH, number // TRAY_WIDTH
    return {"number": number, "x": TRAY[0] + across * 27 + up % 2 * 6, "y": TRAY[1] - up * 27}


def shown_tray(s: WallensteinState) -> list[dict[str, int]]:
    """Return the cubes that lie in the tray now, with their sides; -1: the farmers'."""
    sides = [seat if seat < s.players else -1 for seat, count in enumerate(s.tray) for _ in range(count)]
    return [{**_cube(number), "seat": seat} for number, seat in enumerate(sides)]


def shown_throw(notes: Sequence[Note], words: Words, names: Sequence[str]) -> dict[str, Any] | None:
    """Return the last throw of the log: what it was about, what fell in and out of each colour, how it ended."""
    number = 0
    begin = -1
    for at, note in enumerate(notes):
        if note.key in _BEGINS:
            number += 1
            begin = at
    if begin < 0:
        return None
    rows: list[dict[str, Any]] = []
    result = ""
    fallen = 0
    for note in notes[begin + 1 :]:
        if note.key in ("fell", "fell_farmers"):
            out, cast = int(note.params["out"]), int(note.params["cast"])
            seat = note.player
            rows.append(
                {
                    "seat": seat,
                    "name": names[seat] if seat >= 0 else words.term("farmers"),
                    "cast": cast,
                    "out": out,
                    "cubes": [_cube(number) for number in range(fallen, fallen + out)],
                    "told": note_line(note, words, names),
                }
            )
            fallen += out
        elif note.key in ENDS:
            result = note_line(note, words, names)
            break
    begins = notes[begin]
    revolt = begins.key == "revolt"
    title = note_line(begins, words, names)
    sentences = [title, *(row["told"] for row in rows), result]
    return {
        "number": number,
        "title": title,
        "rows": rows,
        "result": result,
        "told": " ".join(sentences).strip(),
        "land": str(begins.params["land"]),
        "owner": begins.player if revolt else int(begins.params.get("defender", -1)),  # not told in a figure
        "armies": int(begins.params.get("armies" if revolt else "others", 0)),
    }
