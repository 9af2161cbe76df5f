"""The panel next to the board of Brian Boru."""

from collections.abc import Sequence
from typing import Any, Final

from regnum.core.packed import popcount
from regnum.core.rules.action import Action
from regnum.core.rules.bitmask import bits
from regnum.core.text.words import Words, upfirst
from regnum.games.brian_boru import components as box
from regnum.games.brian_boru.actions import secondary
from regnum.games.brian_boru.icons import WAYS
from regnum.games.brian_boru.state import NO_CARDS, BrianBoruState
from regnum.games.brian_boru.view.actions import ACTIONS, find_climb, is_harmful
from regnum.games.brian_boru.view.cards import marks_of, shown_bride, shown_card, shown_space
from regnum.games.brian_boru.view.geometry import TOWNS_AT, strip_around
from regnum.games.brian_boru.view.scores import majority_sentences

COLUMNS: Final = {
    "points": "points",
    "coin": "coins",
    "renown": "renown",
    "town": "towns",
    "viking": "raiders_held",
    "church": "church_discs",
    "token": "region_tokens",
    "cards": "hand",
}
"""The icons in the header of the players' table, and their terms."""
_OF_THE_TRACK: Final = frozenset({"buy_step", "dowry", "princess", "grant"})
"""The families of actions that move a player up the marriage track or give its rewards."""
_MAX_TIED_MARKS: Final = 3
"""The maximum number of tied players shown side by side; the players' table shows all."""
_MAX_FINE_TRACK_POINTS: Final = 125
"""The number of points up to which the track has a tick every five points; above it, ticks are further apart."""


def _is_courtship(action: Action) -> bool:
    """Return whether an action concerns the marriage track."""
    effect = secondary.of(action).choice if secondary.has(action) else -1
    return effect == WAYS[box.COURTSHIP] or action.family in _OF_THE_TRACK


def _points_scale(points: Sequence[int]) -> dict[str, Any]:
    """Return the points track: its length, the distance of its ticks, and the discs, stacked if they would overlap."""
    top = max(30, -(-max(points) // 10) * 10)
    close = top / 13  # the width of a disc in points
    levels: list[int] = []
    for seat, value in enumerate(points):
        taken = {levels[other] for other in range(seat) if abs(points[other] - value) < close}
        levels.append(next(level for level in range(seat + 1) if level not in taken))
    discs = [{"seat": seat, "at": value, "level": levels[seat]} for seat, value in enumerate(points)]
    return {"top": top, "step": 5 * -(-top // _MAX_FINE_TRACK_POINTS), "stands": discs, "levels": max(1, *levels)}


def _boards(s: BrianBoruState, words: Words, names: Sequence[str]) -> list[dict[str, Any]]:
    """Return summaries of battle, church and marriage: the players with the most, and the viewer's count."""
    boards: list[dict[str, Any]] = []
    kinds = (
        ("battle", "viking", "column-raiders_held", words.title("raiders_held"), list(s.raiders), s.battle_area),
        ("church", "church", "column-church_discs", words.title("church_discs"), list(s.church), None),
        ("marriage", "courtship", "", upfirst(words.text("board", "track", {})), list(s.track), None),
    )
    for id_, icon, about, title, counts_, left in kinds:
        most = max(counts_)
        first = [player for player in range(s.players) if counts_[player] == most] if most else []
        seat_counts = [(first[:_MAX_TIED_MARKS], most)] if first else []
        if s.observer >= 0 and s.observer not in first:
            seat_counts.append(([s.observer], counts_[s.observer]))
        count_texts = [
            words.text("board", "counted", {"side": name, "towns": count})
            for name, count in _most_first(names, counts_)
        ]
        count_texts += [f"{words.term('battle_area')} {left}"] * (left is not None)
        text = f"{title}: {', '.join(count_texts)}"
        boards.append({"id": id_, "icon": icon, "about": about, "text": text, "stands": seat_counts, "left": left})
    return boards


def _most_first(names: Sequence[str], counts: Sequence[int]) -> list[tuple[str, int]]:
    return sorted(zip(names, counts, strict=False), key=lambda pair: -pair[1])


def _player(s: BrianBoruState, words: Words, player: int) -> dict[str, Any]:
    notes = [
        words.name("region", box.REGIONS[region]) for region in range(len(box.REGIONS)) if s.owner[region] == player
    ]
    brides = [(box.BRIDES[bride], words.name("bride", box.BRIDES[bride])) for bride in bits(s.wed[player])]
    answers = [
        words.name("answer", answer)
        for answer, answering in (("pact", s.pact), ("trade", s.trade))
        if answering == player
    ]
    return {
        "points": s.points[player],
        "coins": s.coins[player],
        "renown": s.renown[player],
        "raiders": s.raiders[player],
        "church": s.church[player],
        "towns": popcount(s.controlled_towns(player)),
        "cards": s.hand_size(player),
        "marker": player == s.marker,
        "to_act": player in s.players_to_act,
        "regions": notes,
        "brides": brides,
        "answers": answers,
    }


def panel(s: BrianBoruState, words: Words, names: Sequence[str], legal: Sequence[Action]) -> dict[str, Any]:
    """Return the context of the panel: the viewer's cards, the power struggle, the round, tracks and players."""
    viewer = s.observer
    actions = {ACTIONS.target(action): action for action in legal}
    packet = s.packet[s.packet_before(viewer)] if viewer >= 0 and s.stage != NO_CARDS and s.to_keep[viewer] else 0
    hand = s.hand[viewer] if viewer >= 0 else 0
    best = s.winner() if s.active >= 0 else -1
    climbs = {action.text: result for action in legal if (result := find_climb(action, s)) is not None}
    warned_actions = [text for text, result in climbs.items() if result.is_short]
    warned_actions += [action.text for action in legal if secondary.has(action) and is_harmful(action, s)]
    return {
        "packet": [shown_card(card, words, actions) for card in bits(packet)],
        "cards": [shown_card(card, words, actions, marks_of(s, words, viewer, card)) for card in bits(hand)],
        "played": [
            {
                "player": player,
                "card": shown_card(s.played[player], words, {}) if s.played[player] >= 0 else None,
                "best": player == best,
            }
            for player in (s.clockwise() if s.active >= 0 else [])
        ],
        "own": shown_card(s.played[viewer], words, {}) if viewer >= 0 and s.played[viewer] >= 0 else None,
        "active": None
        if s.active < 0
        else {
            "place": f"town-{box.TOWNS[s.active]}",
            "name": words.name("town", box.TOWNS[s.active]),
            "around": strip_around(*TOWNS_AT[box.TOWNS[s.active]]),
            "counts": " ".join(majority_sentences(s, words, names, box.TOWN_REGION[s.active])),
            "region": words.name("region", box.REGIONS[box.TOWN_REGION[s.active]]),
            "colour": box.COLOURS[box.TOWN_COLOUR[s.active]],
            "colour_name": words.name("colour", box.COLOURS[box.TOWN_COLOUR[s.active]]),
        },
        "drafting": s.stage != NO_CARDS and s.stage < box.STAGES[s.players],
        "to_keep": s.to_keep[viewer] if packet else 0,
        "courting": any(map(_is_courtship, legal)),
        "warned": [f"do-{text.replace(' ', '-')}" for text in warned_actions],
        "round": s.round,
        "over": s.is_terminal,
        "battle_area": s.battle_area,
        "fleets": [box.STRENGTH[fleet] for fleet in s.fleets[: max(s.round - 1, 0)]],
        "brides_left": box.ROUNDS[s.players] - s.round,
        "undealt": len(box.CARDS) - s.players * box.DEALT[s.players] if s.stage != NO_CARDS else 0,
        "scale": _points_scale(list(s.points)),
        "boards": _boards(s, words, names) if s.round and s.stack else [],
        "bride": shown_bride(s.bride, words) if s.bride >= 0 else None,
        "spaces": [
            {
                **shown_space(space, words),
                "seats": [player for player in range(s.players) if s.track[player] == space],
                "ends": any(result.end == space for result in climbs.values()),
                "short": any(result.end == space and result.is_short for result in climbs.values()),
            }
            for space in range(box.TRACK_TOP + 1)
        ],
        "players": [_player(s, words, player) for player in range(s.players)],
        "viewer": viewer,
        "legend": [
            *((icon, words.name("icon", icon)) for icon in box.ICONS),
            *((icon, words.term(COLUMNS[icon])) for icon in ("points", "town", "token", "cards")),
        ],
        "columns": [(icon, term, words.term(term)) for icon, term in COLUMNS.items()],
    }
