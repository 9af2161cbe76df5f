"""The table of Wallenstein as plain text: what the terminal shows of a state, full or observed."""

from collections.abc import Sequence
from typing import Final

from regnum.core.atlas import bits
from regnum.core.game import FULL
from regnum.core.narrator import Table, player_name
from regnum.core.words import Words
from regnum.games.wallenstein.components import (
    ACTION_CARDS,
    BUILDINGS,
    CARDS,
    EVENTS,
    FAVOURS,
    FIELDS,
    GRAIN,
    IN_PLAY,
    LANDS,
    NEIGHBOURS,
    PRICES,
    REGION_LANDS,
    REGIONS,
    SEASONS,
    SITES,
    TAX,
    TILES,
)
from regnum.games.wallenstein.scoring import final_points
from regnum.games.wallenstein.state import HIDDEN, WallensteinState

_NONE: Final = "–"


def tables(s: WallensteinState, words: Words, names: Sequence[str]) -> list[Table]:
    """Return everything that the state's observer sees: lands by region, players, the round, the own plan."""
    shown = [_region(s, words, names, region) for region in range(len(REGIONS))]
    shown.append(_players(s, words, names))
    if s.stack:
        shown.append(_round(s, words, names))
    for player in range(s.players):
        if s.turned and s.observer in (FULL, player):
            shown.append(_plan(s, words, names, player))
    return shown


def final(s: WallensteinState, words: Words, names: Sequence[str]) -> list[Table]:
    """Return the last winter's scoring line by line, and what breaks ties.

    wallenstein.end.winner, wallenstein.end.tie
    """
    lines = final_points(s)
    before = [s.points[player] - sum(lines[player].values()) for player in range(s.players)]
    rows = [[_term(words, "points"), *(str(points) for points in before)]]
    for key in lines[0]:
        rows.append([words.say("final", key, {}), *(f"+{lines[player][key]}" for player in range(s.players))])
    rows.append(["=", *(str(points) for points in s.points)])
    rows.append([_term(words, "coins"), *(str(coins) for coins in s.coins)])
    rows.append(["#", *(f"{place}." for place in s.ranking())])
    title = f"{words.name('season', 'winter')} {s.year}"
    return [Table(title, ["", *(player_name(names, player) for player in range(s.players))], rows)]


def _term(words: Words, key: str) -> str:
    return words.say("term", key, {})


def _region(s: WallensteinState, words: Words, names: Sequence[str], region: int) -> Table:
    """Return the lands of a region: who holds them, with what, what they yield and where they border."""
    rows: list[list[str]] = []
    for land in bits(REGION_LANDS[region] & IN_PLAY[s.players]):
        owner = s.owner(land)
        standing = [words.name("building", kind) for n, kind in enumerate(BUILDINGS) if s.buildings[n] >> land & 1]
        rows.append(
            [
                words.name("land", LANDS[land]),
                player_name(names, owner) if owner >= 0 else _NONE,
                str(s.armies[land]),
                str(s.unrest[land]),
                f"{', '.join(standing) or _NONE} ({len(standing)}/{SITES[land]})",
                f"{TAX[land]}/{GRAIN[land]}",
                ", ".join(words.name("land", LANDS[other]) for other in bits(NEIGHBOURS[land] & IN_PLAY[s.players])),
            ]
        )
    columns = ["", "", _term(words, "armies"), _term(words, "unrest"), words.say("final", "buildings", {})]
    columns += [f"{_term(words, 'coins')}/{_term(words, 'grain')}", "→"]
    return Table(words.name("region", REGIONS[region]), columns, rows)


def _players(s: WallensteinState, words: Words, names: Sequence[str]) -> Table:
    keys = ["points", "coins", "grain", "lands", "supply", "tray", "tower", "player_order"]
    keys += ["courtiers"] if s.options["court"] else []
    keys += ["banner"] if s.options["landsknechte"] else []
    rows: list[list[str]] = []
    for player in range(s.players):
        order = _NONE
        if s.space[player] >= 0:
            tile = f" ({words.name('tile', TILES[s.tile(player)])})" if s.tiles else ""
            order = f"{s.space[player] + 1}{tile}"
        row = [player_name(names, player)]
        row += [str(s.points[player]), str(s.coins[player]), str(s.grain[player]), str(s.lands[player].bit_count())]
        row += [str(s.supply[player]), str(s.tray[player]), str(s.tower[player]), order]
        row += [str(s.hall[player])] if s.options["court"] else []
        row += [str(s.banner[player] + 1)] if s.options["landsknechte"] else []
        rows.append(row)
    farmers = [_term(words, "farmers"), "", "", "", "", str(s.supply[-1]), str(s.tray[-1]), str(s.tower[-1])]
    rows.append(farmers + [""] * (len(keys) + 1 - len(farmers)))
    return Table("", ["", *(_term(words, key) for key in keys)], rows)


def _round(s: WallensteinState, words: Words, names: Sequence[str]) -> Table:
    """Return the year's events, the action cards, the tiles and the favours that lie open."""
    rows: list[list[str]] = []
    if s.open_lands != (-1, -1):
        rows.append([_term(words, "lands"), ", ".join(words.name("land", LANDS[land]) for land in s.open_lands)])
    if s.event >= 0:
        rows.append([_term(words, "event"), words.name("event", EVENTS[s.event])])
    rows += [[_term(words, "events"), words.name("event", EVENTS[event])] for event in bits(s.open_events)]
    for number, action in enumerate(s.order):
        shown = number < s.turned
        name = words.name("field", ACTION_CARDS[action]) if shown else _term(words, "hidden")
        rows.append([f"{_term(words, 'action_cards')} {number + 1}", name])
    if s.tiles and -1 in s.space:
        rows += [
            [f"{_term(words, 'player_order')} {space + 1}", words.name("tile", TILES[tile])]
            for space, tile in enumerate(s.tiles)
            if space not in s.space
        ]
    for place, card in enumerate(s.favours):
        if card >= 0:
            text = f"{FAVOURS[card]}: {words.name('favour', FAVOURS[card])}"
            rows.append([f"{_term(words, 'favours')} ({PRICES[place]})", text])
    if s.planning():
        ready = [_term(words, "ready" if s.confirmed[player] else "planning") for player in range(s.players)]
        rows += [[player_name(names, player), ready[player]] for player in range(s.players)]
    title = f"{_term(words, 'year')} {s.year}, {words.name('season', SEASONS[s.season])}" if s.year else ""
    return Table(title, ["", ""], rows)


def _plan(s: WallensteinState, words: Words, names: Sequence[str], player: int) -> Table:
    """Return a player's board and hand."""
    rows: list[list[str]] = []
    for field in range(s.last_field()):
        card = s.plan[player][field]
        name = words.name("card", CARDS[card]) if 0 <= card < len(CARDS) else _NONE
        rows.append([words.name("field", FIELDS[field]), name if card != HIDDEN else _term(words, "hidden")])
    if s.planning():
        hand = ", ".join(words.name("card", CARDS[card]) for card in bits(s.hand(player)))
        rows.append([_term(words, "hand"), hand or _NONE])
    return Table(f"{_term(words, 'plan')}: {player_name(names, player)}", ["", ""], rows)
