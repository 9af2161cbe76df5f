"""The panel next to the board of Rurik: the other boards, households and cards."""

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from regnum.core.packed import popcount
from regnum.core.rules.action import Action
from regnum.core.rules.bitmask import bits
from regnum.core.rules.note import Note
from regnum.core.text import narrator
from regnum.core.text.words import Words, upfirst
from regnum.games.rurik import components as box
from regnum.games.rurik.action_phase import Turn
from regnum.games.rurik.claim_phase import largest_group
from regnum.games.rurik.components import COLUMNS, POWER, REGIONS, STRUCTURES, advisors_in
from regnum.games.rurik.deeds.cards import DEEDS
from regnum.games.rurik.deeds.text import count_text
from regnum.games.rurik.main_actions.attack import Attack
from regnum.games.rurik.main_actions.spending import Spend
from regnum.games.rurik.scoring import agenda_count, deed_points, meets_agenda
from regnum.games.rurik.solo import cards as solo
from regnum.games.rurik.solo.table import level
from regnum.games.rurik.state import RurikState
from regnum.games.rurik.strategy_board import EMPTY
from regnum.games.rurik.view.actions import phase_of, places_of, starting_places
from regnum.games.rurik.view.cards import (
    ACTIVE,
    acting_side,
    shown_agenda,
    shown_deed,
    shown_scheme,
    space_text,
    track_space_text,
)

_BOAT_ORDER: Final = [box.GOODS.index(good) for good in ("ore", "wood", "fish", "honey", "fur")]


def strategy_board(s: RurikState, words: Words, names: Sequence[str], targets: set[str]) -> dict[str, Any]:
    """Return the columns with their spaces and advisors, and the advisors that the viewer may place."""
    viewer = s.observer
    own_advisors: list[dict[str, Any]] = []
    advisors_left = s.advisors[viewer] if viewer >= 0 else 0
    for power in sorted({box.POWER[slot] for slot in bits(advisors_left)}):
        target = f"advisor-{power}"
        own_advisors.append(
            {
                "power": power,
                "copies": sum(1 for slot in bits(advisors_left) if box.POWER[slot] == power),
                "label": f"{words.title('advisor')} {power}",
                "target": target if target in targets else None,
            }
        )
    return {
        "columns": [_column(s, words, names, targets, column) for column in range(len(box.COLUMNS))],
        "mine": own_advisors,
        "most_bribe": min(s.coins[viewer], box.MAX_BRIBE) if any(advisor["target"] for advisor in own_advisors) else -1,
        "pool": [
            {"icon": box.POINTS[kind], "text": count_text(words, box.POINTS[kind], points), "points": points}
            for kind, points in enumerate(s.points)
            if points
        ],
    }


def _column(s: RurikState, words: Words, names: Sequence[str], targets: set[str], column: int) -> dict[str, Any]:
    id_ = f"column-{box.COLUMNS[column]}"
    spaces = [_space(s, words, names, targets, column, row) for row in range(box.ROWS_OF[s.sides])]
    name = words.name("column", box.COLUMNS[column])
    return {
        "id": id_,
        "name": name,
        "short": words.name("short", box.COLUMNS[column]),
        "icon": box.COLUMNS[column],
        "spaces": spaces,
        "label": f"{name}. {'. '.join(space['label'] for space in spaces)}",
        "target": id_ if id_ in targets else None,
        "open": any(space["target"] for space in spaces),
    }


def _space(
    s: RurikState, words: Words, names: Sequence[str], targets: set[str], column: int, row: int
) -> dict[str, Any]:
    space = column * box.ROWS + row
    points, cost = box.SPACE_POINTS[s.sides][space], box.SPACE_COST[s.sides][space]
    code = s.board[space]
    parts = [space_text(words, s.sides, space)]
    marker = space == box.MARKER_SPACE and s.players == s.sides
    if marker:
        parts.append(words.text("board", "marker_space", {}))
    advisor = None
    if code != EMPTY:
        advisor = {"seat": code & 7, "power": code >> 3 & 7, "bribe": code >> 6}
        key = "taken_bribe" if advisor["bribe"] else "taken"
        parts.append(words.text("board", key, {**advisor, "name": names[advisor["seat"]]}))
    actor = acting_side(s) if space == s.active else -1
    if actor >= 0:
        parts.append(words.text("board", "acting", {"name": names[actor]}))
    id_ = f"space-{box.COLUMNS[column]}-{row + 1}"
    target = ACTIVE if space == s.active and ACTIVE in targets else id_
    return {
        "id": id_,
        "points": points,
        "cost": cost,
        "marker": marker,
        "drawing": column == box.SCHEME,
        "advisor": advisor,
        "actor": actor,
        "label": ", ".join(parts),
        "target": target if target in targets else None,
    }


def claim_board(s: RurikState, words: Words, names: Sequence[str]) -> list[dict[str, Any]]:
    """Return the three claim tracks and the war track, with the players on each space."""
    tracks: list[dict[str, Any]] = []
    for track, id_ in enumerate(box.TRACKS):
        spaces: list[dict[str, Any]] = []
        for space in range(box.TRACK_TOP + 1):
            seats = [player for player in range(s.sides) if s.tracks[player * box.TRACK_COUNT + track] == space]
            text = track_space_text(words, track, space)
            spaces.append(
                {
                    "id": f"step-{id_}-{space}",
                    "need": box.TRACK_NEEDS[track][space - 1] if space else 0,
                    "capitals": space > 0 and box.TRACK_CAPITALS[track][space - 1],
                    "points": box.TRACK_POINTS[track][space],
                    "seats": seats,
                    "label": ": ".join([text, *([", ".join(names[seat] for seat in seats)] if seats else [])]),
                }
            )
        tracks.append({"id": id_, "icon": id_, "name": words.name("track", id_), "spaces": spaces, "war": False})
    war = [
        {
            "id": f"step-war-{space}",
            "need": space,
            "capitals": False,
            "points": 0,
            "seats": (seats := [player for player in range(s.sides) if s.war[player] == space]),
            "label": ": ".join([str(space), *([", ".join(names[seat] for seat in seats)] if seats else [])]),
        }
        for space in range(box.WAR_TOP + 1)
    ]
    tracks.append({"id": "war", "icon": "war", "name": words.name("track", "war"), "spaces": war, "war": True})
    return tracks


def households(s: RurikState, words: Words, names: Sequence[str], targets: set[str]) -> list[dict[str, Any]]:
    """Return each player's household, in the order of seats."""
    return [_household(s, words, player, targets) for player in range(s.sides)]


def _household(s: RurikState, words: Words, player: int, targets: set[str]) -> dict[str, Any]:
    is_own = player == s.observer
    places = targets if is_own else set[str]()
    leader = s.leaders[player]
    agenda = s.agenda[player]
    return {
        "automa": player >= s.players,
        "leader": words.name("leader", box.LEADERS[leader]) if leader >= 0 else "",
        "crest": box.LEADERS[leader] if leader >= 0 else "",
        "ability": words.text("ability", card_of(s, leader, player), {}) if leader >= 0 else "",
        "led": s.leader_at[player] >= 0 or not s.round,
        "marker": player == s.marker and s.players == s.sides,
        "to_act": player in s.players_to_act,
        "coins": s.coins[player],
        "schemes": s.hand[player].bit_count(),
        "troops": s.supply(player),
        "structures": [structures_left(s, words, player, number, kind) for number, kind in enumerate(box.STRUCTURES)],
        "rebels": s.defeated[player].bit_count(),
        "done": s.accomplished[player].bit_count(),
        "done_points": deed_points(s, player),
        "done_deeds": [
            {"id": f"deed-{DEEDS[deed]}", "name": words.name("deed", DEEDS[deed])}
            for deed in bits(s.accomplished[player])
        ],
        "advisors": [box.POWER[slot] for slot in bits(s.advisors[player])],
        "light": bool(s.stack) and isinstance(s.stack[-1], (Attack, Spend, Turn)),
        "goods": [_stock(s, words, player, good, places, is_own) for good in _BOAT_ORDER],
        "exchanges": [_exchange(s, words, player, marker, places, is_own) for marker in range(len(box.EXCHANGES))],
        "rule": s.ruled_regions(player).bit_count(),
        "build": largest_group(s.structure_regions(player)),
        "trade": sum(s.boat[player * box.GOOD_COUNT : player * box.GOOD_COUNT + box.GOOD_COUNT]),
        "deeds": [shown_deed(s, deed, words, set()) for deed in bits(s.deeds[player])],
        "agenda": shown_agenda(agenda, words, set()) if agenda >= 0 and not s.stack else None,
    }


def deeds_of_others(s: RurikState, words: Words) -> list[dict[str, Any]]:
    """Return the open deeds of the other players."""
    return [
        {"seat": player, **shown_deed(s, deed, words, set())}
        for player in range(s.sides)
        if player != s.observer
        for deed in bits(s.deeds[player])
    ]


def structures_left(s: RurikState, words: Words, player: int, number: int, kind: str) -> dict[str, Any]:
    """Return how many structures of a kind a player has left to build, with a label."""
    left_count = box.STRUCTURES_EACH - s.structures[player * box.STRUCTURE_COUNT + number].bit_count()
    label = upfirst(words.text("board", "left", {"thing": words.name("structure", kind), "count": left_count}))
    return {"id": f"left-{player}-{kind}", "kind": kind, "left": left_count, "label": label}


def _stock(s: RurikState, words: Words, player: int, good: int, targets: set[str], is_own: bool) -> dict[str, Any]:
    have, dock = s.boat[player * box.GOOD_COUNT + good], s.dock[player * box.GOOD_COUNT + good]
    name = box.GOODS[good]
    boat_at, dock_at = f"stock-{name}", f"dock-{name}"
    return {
        "id": boat_at if is_own else f"stock-{player}-{name}",
        "dock_id": dock_at if is_own else f"dock-{player}-{name}",
        "good": name,
        "full": [number < have for number in range(box.BOAT[good])],
        "dock": dock,
        "label": upfirst(words.text("board", "boat", {"have": have, "slots": box.BOAT[good], "good": name})),
        "dock_label": upfirst(words.text("board", "dock", {"have": dock, "good": name})),
        "target": boat_at if boat_at in targets else None,
        "dock_target": dock_at if dock_at in targets else None,
    }


@cache
def exchange_text(words: Words, marker: int) -> str:
    """Return the goods and gain of an exchange marker as text."""
    goods = " / ".join(words.name("good", box.GOODS[good]) for good in box.EXCHANGE_ONE_OF[marker])
    return words.text("board", "exchange", {"exchange": box.EXCHANGES[marker], "list": goods})


def _exchange(s: RurikState, words: Words, player: int, marker: int, targets: set[str], is_own: bool) -> dict[str, Any]:
    text = exchange_text(words, marker)
    is_unused = bool(s.exchanges[player] >> marker & 1)
    target = f"exchange-{box.EXCHANGES[marker]}"
    return {
        "id": target if is_own else f"exchange-{player}-{box.EXCHANGES[marker]}",
        "icon": box.POINTS[box.EXCHANGE_POINTS[marker]],
        "fresh": is_unused,
        "label": upfirst(text if is_unused else f"{text}, {words.text('board', 'exchange_used', {})}"),
        "target": target if target in targets else None,
    }


def _count_kinds(cards: Sequence[int]) -> list[tuple[int, int]]:
    kinds = [box.KIND[card] for card in cards if card >= 0]
    return [(kind, kinds.count(kind)) for kind in sorted(set(kinds))]


def agenda_status(s: RurikState, words: Words, names: Sequence[str], agenda: int) -> str:
    """Return whether the observer meets an agenda now or, if not, what they lack for it, as a sentence."""
    counts = [agenda_count(s, side, agenda) for side in range(s.sides)]
    own_count = counts[s.observer]
    best = max((side for side in range(s.sides) if side != s.observer), key=lambda side: counts[side])
    params = {"mine": own_count, "most": counts[best], "name": names[best], "gap": counts[best] - own_count}
    key = "agenda_met" if meets_agenda(s, s.observer, agenda) else "agenda_behind" if counts[best] else "agenda_none"
    return words.text("board", key, {**params, "points": count_text(words, "point", box.AGENDA_POINTS)})


def own_cards(s: RurikState, words: Words, names: Sequence[str], targets: set[str]) -> dict[str, Any]:
    """Return the observer's hidden cards and deeds."""
    viewer = s.observer
    drawn = list(s.drawn) if viewer in s.players_to_act else []
    schemes = list(bits(s.hand[viewer] & box.ALL_SCHEMES)) if viewer >= 0 else []
    agenda = s.agenda[viewer] if viewer >= 0 else -1
    offered = list(bits(s.offered[viewer])) if viewer >= 0 and agenda < 0 else []
    in_hand = set[str]() if drawn else targets
    return {
        "drawn": [shown_scheme(kind, copies, words, targets, "drawn") for kind, copies in _count_kinds(drawn)],
        "schemes": [shown_scheme(kind, copies, words, in_hand, "scheme") for kind, copies in _count_kinds(schemes)],
        "agenda": shown_agenda(agenda, words, set()) if agenda >= 0 else None,
        "agenda_now": agenda_status(s, words, names, agenda) if agenda >= 0 and s.round else "",
        "agendas": [shown_agenda(card, words, targets) for card in offered],
        "deeds": [shown_deed(s, deed, words, targets) for deed in bits(s.deeds[viewer])] if viewer >= 0 else [],
    }


def decks(s: RurikState, words: Words, targets: set[str]) -> list[dict[str, Any]]:
    """Return the two scheme decks, with the top card if the observer put it back and therefore knows it."""
    contexts: list[dict[str, Any]] = []
    for deck, id_ in enumerate(box.DECKS):
        cards = s.deck(deck)
        target = f"deck-{id_}"
        top_card = cards[-1] if cards else -1
        top_text = (
            words.text("board", "known_top", {"scheme": box.SCHEME_KINDS[box.KIND[top_card]]}) if top_card >= 0 else ""
        )
        label = [
            upfirst(words.name("deck", id_)),
            *([top_text] if top_text else []),
            count_text(words, "card", len(cards)),
        ]
        contexts.append(
            {
                "id": target,
                "name": upfirst(words.name("deck", id_)),
                "count": len(cards),
                "known": top_text,
                "label": ". ".join(label),
                "target": target if target in targets else None,
            }
        )
    return contexts


def card_of(s: RurikState, leader: int, seat: int) -> str:
    """Return the key of a leader's ability; the rebellion of a solo game has its own version of the card."""
    return f"{box.LEADERS[leader]}_solo" if seat >= s.players else box.LEADERS[leader]


def leader_cards(s: RurikState, words: Words, names: Sequence[str], targets: set[str]) -> list[dict[str, Any]]:
    """Return the leaders in the game and those to choose from, with their abilities."""
    is_choice = any(target.startswith("prince-") for target in targets)
    contexts: list[dict[str, Any]] = []
    for leader, id_ in enumerate(box.LEADERS):
        goal = f"prince-{id_}"
        seat = s.leaders.index(leader) if leader in s.leaders else -1
        if seat >= 0 or (is_choice and goal in targets):
            name, ability = words.name("leader", id_), words.text("ability", card_of(s, leader, seat), {})
            if seat >= 0 and s.ability_used[seat]:
                ability = f"{ability} ({words.text('board', 'used', {})})"
            owner = [names[seat]] if seat >= 0 else []
            contexts.append(
                {
                    "id": goal,
                    "name": name,
                    "text": ability,
                    "seat": seat,
                    "taken": seat >= 0,
                    "label": f"{', '.join([name, *owner])}: {ability}",
                    "target": goal if goal in targets else None,
                }
            )
    return sorted(contexts, key=lambda card: card["seat"])


_ICONS: Final = ["cards" if kind == solo.CARD_LESS else name for kind, name in enumerate(solo.BONUS_KINDS)]
_PRIORITY_ICONS: Final = {"attack_move": ["attack", "move"], "build": ["build"], "tax": ["tax"]}


def rebellion(s: RurikState, words: Words) -> dict[str, Any] | None:
    """Return the rebellion's mat and cards, or None before it is set up, or if the game is not a solo game."""
    if s.sides == s.players or s.priority < 0:
        return None
    chosen = level(s)
    name = words.text("option", f"level.{solo.LEVELS[chosen]}", {})
    unseen = len(solo.CARDS) - popcount(s.rebel_known)
    return {
        "level": name,
        "dots": [number <= chosen for number in range(len(solo.LEVELS))],
        "level_text": words.text("board", "level", {"name": name, "number": chosen + 1, "most": len(solo.LEVELS)}),
        "columns": [mat_column(s, words, column) for column in range(len(solo.PRIORITIES))],
        "strategy": _strategy(s, words) if s.rebel_rows else None,
        "orders": _orders(s, words) if not s.rebel_rows else None,
        "unseen": words.text("board", "cards_unseen", {"count": unseen, "most": len(solo.CARDS)}),
    }


def mat_column(s: RurikState, words: Words, column: int) -> dict[str, Any]:
    """Return a column of the rebellion's mat: its priority, and its bonuses from the top down."""
    id_ = solo.PRIORITIES[column]
    bonuses = solo.MATS[level(s)][column]
    free = len(bonuses) - s.mat_coins[column]
    current = column == s.priority
    name = upfirst(words.name("priority", id_))
    return {
        "id": f"mat-{id_}",
        "name": name,
        "icons": _PRIORITY_ICONS[id_],
        "current": current,
        "label": f"{name}, {words.text('board', 'current_priority', {})}" if current else name,
        "bonuses": [_bonus(bonus, place >= free, words) for place, bonus in enumerate(bonuses)],
    }


def _bonus(bonus: solo.Bonus, locked: bool, words: Words) -> dict[str, Any]:
    text = words.name("bonus", bonus.name)
    return {
        "column": COLUMNS[bonus.column],
        "icon": _ICONS[bonus.kind],
        "amount": f"−{bonus.amount}" if bonus.kind == solo.CARD_LESS else f"+{bonus.amount}",
        "locked": locked,
        "label": upfirst(f"{text}, {words.text('board', 'bonus_locked' if locked else 'bonus_free', {})}"),
    }


def _strategy(s: RurikState, words: Words) -> dict[str, Any]:
    """Return the shown rows of the bottom card, with the columns for all priorities, and the number of hidden rows."""
    card = s.rebel_deck[0]
    advisors_here = advisors_in(s.sides, s.round)
    rows: list[dict[str, Any]] = []
    for row in range(s.rebel_rows):
        slot = solo.ROW_ADVISOR[card][row]
        column = COLUMNS[solo.ROW_COLUMN[card][row][s.priority]]
        coin = solo.ROW_COIN[card][row][s.priority]
        is_unlocked = bool(advisors_here >> slot & 1)
        key = ("row_coin" if coin else "row") if is_unlocked else "row_locked"
        text = upfirst(words.text("board", key, {"advisor": solo.ROW_NAME[slot], "column": column}))
        rows.append(
            {
                "power": POWER[slot],
                "star": solo.ROW_NAME[slot].endswith("*"),
                "ways": [
                    {
                        "column": COLUMNS[solo.ROW_COLUMN[card][row][priority]],
                        "coin": solo.ROW_COIN[card][row][priority],
                        "now": is_unlocked and priority == s.priority,
                    }
                    for priority in range(len(solo.PRIORITIES))
                ],
                "joined": is_unlocked,
                "label": f"{text} ({_columns_text(words, card, row)})",
            }
        )
    return {
        "rows": rows,
        "hidden": solo.CARD_ROWS - len(rows),
        "hidden_text": words.text("board", "rows_hidden", {"count": solo.CARD_ROWS - len(rows)}),
    }


def _columns_text(words: Words, card: int, row: int) -> str:
    """Return the columns in a card's row for each priority, as text."""
    parts: list[str] = []
    for priority, id_ in enumerate(solo.PRIORITIES):
        column = words.name("column", COLUMNS[solo.ROW_COLUMN[card][row][priority]])
        coin = f" + {words.term('bribe')}" if solo.ROW_COIN[card][row][priority] else ""
        parts.append(f"{words.name('priority', id_)}: {column}{coin}")
    return ", ".join(parts)


def _orders(s: RurikState, words: Words) -> dict[str, Any]:
    """Return the orders on the top card: of the regions, and of the structures for the current priority."""
    card = s.rebel_deck[-1]
    return {
        "number": solo.CARDS[card],
        "regions": [words.name("region", REGIONS[region]) for region in solo.ORDER[card]],
        "structures": [
            {"kind": STRUCTURES[kind], "name": words.name("structure", STRUCTURES[kind])}
            for kind in solo.BUILD_ORDER[card][s.priority]
        ],
    }


_BEGINS: Final = ("rebellion_card", "rebellion_strategy")
_ADVISOR: Final = ("rebellion_locked", "rebellion_row")
_CLAIMS: Final = "rebellion_priority"


def last_turn(notes: Sequence[Note], words: Words, names: Sequence[str]) -> dict[str, Any] | None:
    """Return what the rebellion did last: a "head" with its card and advisor, and "lines", or None if it did nothing.

    A turn begins with a new card, the strategy phase, a further advisor or a new priority, and ends when the player
    activates an advisor. Its effects on the player are included.
    """
    turn_notes: list[Note] = []
    is_turn = False
    for note in notes:
        is_next_advisor = note.key in _ADVISOR and any(line.key == "rebellion_places" for line in turn_notes)
        if note.key in _BEGINS or is_next_advisor or note.key.startswith(_CLAIMS):
            turn_notes = []
            is_turn = True
        elif note.player == solo.HUMAN and note.key == "activates":
            is_turn = False
        if is_turn and (note.player == solo.REBELLION or turn_notes[0].key == "rebellion_card"):
            turn_notes.append(note)
    if not turn_notes:
        return None
    heading = ""
    if [note.key for note in turn_notes[:2]] == ["rebellion_card", "activates"]:
        card, advisor = turn_notes[0], turn_notes[1]
        heading = words.text("board", "did_turn", {**card.params, **advisor.params})
        turn_notes = turn_notes[2:]
    return {"head": heading, "lines": [narrator.note_line(note, words, names) for note in turn_notes]}


def panel(s: RurikState, words: Words, names: Sequence[str], legal: Sequence[Action]) -> dict[str, Any]:
    """Return the panel next to the map: boards, households, cards."""
    targets = places_of(legal) | starting_places(s, legal)
    return {
        "did": None,
        "phase": f"{s.round} {phase_of(s)}" if s.stack else "",
        "placing": s.round > 0 and bool(s.stack) and phase_of(s) == "strategy",
        "solo": s.sides > s.players,
        "rebellion": rebellion(s, words),
        "viewer": s.observer,
        **own_cards(s, words, names, targets),
        "strategy": strategy_board(s, words, names, targets),
        "tracks": claim_board(s, words, names),
        "players": households(s, words, names, targets),
        "row": [shown_deed(s, deed, words, targets) for deed in s.deed_row if deed >= 0],
        "taking_deed": any(f"deed-{DEEDS[deed]}" in targets for deed in s.deed_row if deed >= 0),
        "others_deeds": deeds_of_others(s, words),
        "deeds_left": popcount(s.deed_deck),
        "decks": decks(s, words, targets),
        "discards": popcount(s.discards),
        "leaders": leader_cards(s, words, names, targets),
        "choosing_leader": any(target.startswith("prince-") for target in targets),
    }
