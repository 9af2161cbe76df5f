"""What lies beside the map: the viewer's cards, the strategy board, the claim board, decks, deeds and households."""

from collections.abc import Sequence
from typing import Any

from regnum.core.action import Action
from regnum.core.atlas import bits
from regnum.core.words import Words
from regnum.games.rurik.codecs import EMPTY
from regnum.games.rurik.components import (
    ALL_SCHEMES,
    BOAT,
    COLUMNS,
    EXCHANGES,
    GOODS,
    KIND,
    LEADERS,
    MARKER_SPACE,
    REGIONS,
    ROWS,
    ROWS_OF,
    SPACE_COST,
    SPACE_POINTS,
    STRUCTURES,
    STRUCTURES_EACH,
    TRACK_CAPITALS,
    TRACK_NEEDS,
    TRACK_POINTS,
    TRACK_TOP,
    TRACKS,
)
from regnum.games.rurik.drawing.cards import Shown, shown_agenda, shown_deed, shown_scheme
from regnum.games.rurik.sight import CHOOSING, CHOSEN
from regnum.games.rurik.state import KINDS, LINES, SORTS, RurikState


def panel(s: RurikState, words: Words, names: Sequence[str], legal: Sequence[Action]) -> dict[str, Any]:
    """Return what lies beside the map, for the viewer of the observed state."""
    targets = _targets(legal)
    viewer = s.observer
    return {
        "viewer": viewer,
        "agendas": _agendas(s, words, targets) if viewer >= 0 else [],
        "drawn": _drawn(s, words, targets),
        "schemes": _schemes(s, words, targets) if viewer >= 0 else [],
        "own_deeds": [shown_deed(deed, words, targets) for deed in bits(s.deeds[viewer])] if viewer >= 0 else [],
        "row": [shown_deed(deed, words, targets) for deed in s.deed_row if deed >= 0],
        "decks": [_deck(s, words, deck, targets) for deck in range(2)],
        "discards": s.discards.bit_count(),
        "deed_deck": s.deed_deck.bit_count(),
        "columns": [_column(s, words, column, targets) for column in range(len(COLUMNS))],
        "claims": [_claim(s, words, space) for space in range(TRACK_TOP, 0, -1)],
        "war": [{"seat": seat, "space": space} for seat, space in enumerate(s.war)],
        "players": [_player(s, words, player) for player in range(s.players)],
        "houses": [_house(s, words, targets, player) for player in range(s.players)],
        "points": [
            words.say("card", kind, {"count": count})
            for kind, count in zip(
                ["muster", "move", "attack", "tax", "build", "guarded_attack", "march"], s.points, strict=True
            )
            if count
        ],
    }


def _targets(legal: Sequence[Action]) -> set[str]:
    from regnum.games.rurik.drawing import target

    return {target(action) for action in legal}


def _agendas(s: RurikState, words: Words, targets: set[str]) -> list[Shown]:
    viewer = s.observer
    if s.agenda_stage[viewer] == CHOOSING:
        return [shown_agenda(agenda, words, targets, "") for agenda in bits(s.offered[viewer])]
    if s.agenda_stage[viewer] == CHOSEN:
        return [shown_agenda(s.agenda[viewer], words, targets, "")]
    return []


def _drawn(s: RurikState, words: Words, targets: set[str]) -> list[Shown]:
    kinds = sorted({KIND[card] for card in s.drawn if card >= 0})
    return [shown_scheme(kind, words, "drawn", targets, [KIND[card] for card in s.drawn].count(kind)) for kind in kinds]


def _schemes(s: RurikState, words: Words, targets: set[str]) -> list[Shown]:
    held = [KIND[card] for card in bits(s.hand[s.observer] & ALL_SCHEMES)]
    return [shown_scheme(kind, words, "scheme", targets, held.count(kind)) for kind in sorted(set(held))]


def _deck(s: RurikState, words: Words, deck: int, targets: set[str]) -> dict[str, Any]:
    id_ = ("deck-left", "deck-right")[deck]
    name = words.say("term", ("left_deck", "right_deck")[deck], {})
    cards = len(s.deck(deck))
    label = words.say("board", "cards", {"name": name, "count": cards})
    return {"id": id_, "name": name, "lines": [str(cards)], "label": label, "target": id_ if id_ in targets else None}


def _column(s: RurikState, words: Words, column: int, targets: set[str]) -> dict[str, Any]:
    id_ = f"column-{COLUMNS[column]}"
    spaces: list[dict[str, Any]] = []
    for row in range(ROWS_OF[s.players]):
        space = column * ROWS + row
        code = s.board[space]
        spaces.append(
            {
                "points": SPACE_POINTS[s.players][space],
                "cost": SPACE_COST[s.players][space],
                "marker": space == MARKER_SPACE,
                "now": space == s.active,
                "advisor": None if code == EMPTY else {"seat": code & 7, "number": code >> 3 & 7, "bribe": code >> 6},
            }
        )
    name = words.name("column", COLUMNS[column])
    return {"id": id_, "name": name, "spaces": spaces, "target": id_ if id_ in targets else None}


def _claim(s: RurikState, words: Words, space: int) -> dict[str, Any]:
    """Return a row of the claim board: what the tracks ask for at this height, and who stands there."""
    tracks: list[dict[str, Any]] = []
    for track, id_ in enumerate(TRACKS):
        key = f"{id_}_capitals" if TRACK_CAPITALS[track][space - 1] else id_
        need = words.say("claim", key, {"count": TRACK_NEEDS[track][space - 1]})
        seats = [seat for seat in range(s.players) if s.tracks[seat * LINES + track] == space]
        tracks.append({"need": need, "seats": seats})
    return {"points": TRACK_POINTS[0][space], "tracks": tracks}


def _player(s: RurikState, words: Words, player: int) -> dict[str, Any]:
    return {
        "points": s.scores()[player],
        "coins": s.coins[player],
        "supply": s.supply(player),
        "schemes": s.hand[player].bit_count(),
        "ruled": s.ruled(player).bit_count(),
        "marker": player == s.marker,
        "to_act": player in s.players_to_act,
    }


def _house(s: RurikState, words: Words, targets: set[str], player: int) -> dict[str, Any]:
    leader = s.leaders[player]
    start = player * SORTS
    at = s.leader_at[player]
    return {
        "leader": words.name("leader", LEADERS[leader]) if leader >= 0 else "",
        "ability": words.say("ability", LEADERS[leader], {}) if leader >= 0 else "",
        "at": words.name("region", REGIONS[at]) if at >= 0 else words.say("board", "off_map", {}),
        "boat": [
            {"good": good, "name": words.name("good", good), "loaded": s.boat[start + number], "slots": BOAT[number]}
            for number, good in enumerate(GOODS)
        ],
        "dock": [
            {"good": good, "name": words.name("good", good), "count": s.dock[start + number]}
            for number, good in enumerate(GOODS)
            if s.dock[start + number]
        ],
        "structures": [
            {
                "name": words.name("structure", kind),
                "left": STRUCTURES_EACH - s.structures[player * KINDS + number].bit_count(),
            }
            for number, kind in enumerate(STRUCTURES)
        ],
        "exchanges": [words.name("exchange", EXCHANGES[marker]) for marker in bits(s.exchanges[player])],
        "rebels": s.defeated[player].bit_count(),
        "deeds": [shown_deed(deed, words, set()) for deed in bits(s.deeds[player])] if player != s.observer else [],
        "done": [shown_deed(deed, words, set())["name"] for deed in bits(s.accomplished[player])],
    }
