"""A full or observed state of Wallenstein as plain text for the terminal."""

from collections.abc import Sequence
from typing import Final

from regnum.core.rules.bitmask import bits
from regnum.core.rules.state import FULL
from regnum.core.text.narrator import Grid, final_table, player_name
from regnum.core.text.words import Words
from regnum.games.wallenstein import components as box
from regnum.games.wallenstein.scoring import final_points
from regnum.games.wallenstein.state import WallensteinState

_NONE: Final = "–"


def tables(s: WallensteinState, words: Words, names: Sequence[str]) -> list[Grid]:
    """Return grids with everything that the state's observer sees: lands, players, round, court, boards and cards."""
    grids = [_region(s, words, names, region) for region in range(len(box.REGIONS))]
    grids.append(_players(s, words, names))
    if s.open_lands[0] >= 0:
        grids.append(_draft(s, words, names))
    if s.year:
        grids.append(_year(s, words))
    if s.tiles or s.players_in_order():
        grids.append(_order(s, words, names))
    if max(s.favours) >= 0:
        grids.append(_favours(s, words))
    if s.order:
        grids.append(_boards(s, words, names))
    for player in range(s.players):
        if s.observer in (FULL, player) and s.lands[player]:
            grids.append(_hand(s, words, names, player))
    return grids


def final(s: WallensteinState, words: Words, names: Sequence[str]) -> list[Grid]:
    """Return a grid with the scoring of the last winter by line, the earlier points, and the tie-breakers.

    wallenstein.end.winner, wallenstein.end.tie
    """
    return [final_table(s, words, names, words.title("points"), final_points(s))]


# The map.


def _region(s: WallensteinState, words: Words, names: Sequence[str], region: int) -> Grid:
    columns = ["", "", "armies", "unrest", "", "coins", "grain", ""]
    rows = [_land(s, words, names, land) for land in bits(box.REGION_LANDS[region] & box.IN_PLAY[s.players])]
    return Grid(words.name("region", box.REGIONS[region]), [words.title(key) if key else "" for key in columns], rows)


def _land(s: WallensteinState, words: Words, names: Sequence[str], land: int) -> list[str]:
    """Return a land's row: name, owner, armies, unrest, buildings and free sites, taxes, grain, neighbours."""
    owner = s.owner(land)
    sites = [
        words.name("building", box.BUILDINGS[kind])
        for kind in range(len(box.BUILDINGS))
        if s.buildings[kind] >> land & 1
    ]
    sites += ["○"] * (box.SITES[land] - len(sites))
    neighbours = bits(box.MAP.around(1 << land) & box.IN_PLAY[s.players])
    return [
        words.name("land", box.LANDS[land]),
        player_name(names, owner) if owner >= 0 else _NONE,
        str(s.armies[land]) if s.armies[land] else _NONE,
        "!" * s.unrest[land],
        ", ".join(sites),
        str(box.TAX[land]),
        str(box.GRAIN[land]),
        ", ".join(words.name("land", box.LANDS[neighbour]) for neighbour in neighbours),
    ]


# The players.


def _players(s: WallensteinState, words: Words, names: Sequence[str]) -> Grid:
    columns = ["", "points", "coins", "grain", "lands", "supply", "tray", "tower", "unrest"]
    if s.variant.court:
        columns += ["courtiers", "kept"]
    if s.variant.landsknechte:
        columns.append("banner")
    rows = [_player(s, words, names, player) for player in range(s.players)]
    farmers = [s.supply[s.players], s.tray[s.players], s.tower[s.players]]
    blanks = [_NONE] * (len(columns) - 8)
    rows.append([words.title("farmers"), *[_NONE] * 4, *(str(count) for count in farmers), *blanks])
    return Grid("", [words.title(key) if key else "" for key in columns], rows)


def _player(s: WallensteinState, words: Words, names: Sequence[str], player: int) -> list[str]:
    counts = [s.points[player], s.coins[player], s.grain[player], s.lands[player].bit_count()]
    counts += [s.supply[player], s.tray[player], s.tower[player]]
    counts.append(sum(s.unrest[land] for land in bits(s.lands[player])))
    row = [player_name(names, player), *(str(count) for count in counts)]
    if s.variant.court:
        row += [f"{s.hall[player]}/{box.COURTIERS}", ", ".join(_kept_favours(s, words, player)) or _NONE]
    if s.variant.landsknechte:
        row.append(f"{s.banner[player] + 1}/{len(box.BANNERS)}")
    return row


def _kept_favours(s: WallensteinState, words: Words, player: int) -> list[str]:
    """Return the names of the favours that a player keeps: a truce for this round, protection from unrest."""
    cards = [card for card, truce in enumerate(box.FAVOUR_TRUCE) if truce and truce == s.truce[player]]
    cards += [card for card, kind in enumerate(box.FAVOUR_KIND) if kind == "calm" and s.ward == player]
    return [words.name("favour", box.FAVOURS[card]) for card in cards]


def _draft(s: WallensteinState, words: Words, names: Sequence[str]) -> Grid:
    """Return a grid of the open land cards, the size of the deck, and the remaining army groups."""
    rows = [
        [
            words.name("land", box.LANDS[land]),
            words.name("region", box.REGIONS[box.LAND_REGION[land]]),
            f"{words.title('coins')} {box.TAX[land]}, {words.title('grain')} {box.GRAIN[land]}",
        ]
        for land in s.open_lands
    ]
    rows.append([words.title("deck"), str(len(s.land_deck)), ""])
    for player in range(s.players):
        sizes = [str(size) for number, size in enumerate(box.GROUP_SIZES) for _ in range(s.groups[player][number])]
        rows.append([player_name(names, player), words.title("armies"), " ".join(sizes) or _NONE])
    return Grid(words.title("lands"), ["", "", ""], rows)


# The year, the player order, the court.


def _year(s: WallensteinState, words: Words) -> Grid:
    season = words.name("season", box.SEASONS[s.season])
    rows: list[list[str]] = []
    if s.event >= 0 and s.season == box.WINTER:
        rows.append([words.title("winter_loss"), str(box.GRAIN_LOSS[s.event])])
    elif s.event >= 0:
        rows.append([words.title("event"), words.name("event", box.EVENTS[s.event])])
    rows += [[words.title("events"), words.name("event_card", box.EVENTS[event])] for event in bits(s.open_events)]
    return Grid(f"{words.title('year')} {s.year}/{box.YEARS}, {season}", ["", ""], rows)


def _order(s: WallensteinState, words: Words, names: Sequence[str]) -> Grid:
    rows: list[list[str]] = []
    for space in range(box.SPACES):
        tile = words.name("tile", box.TILES[s.tiles[space]]) if s.tiles else _NONE
        player = player_name(names, s.space.index(space)) if space in s.space else _NONE
        rows.append([str(space + 1), tile, player])
    return Grid(words.title("player_order"), ["", words.title("tile"), ""], rows)


def _favours(s: WallensteinState, words: Words) -> Grid:
    rows = [
        [
            str(box.PRICES[place]),
            f"{box.FAVOURS[card]}: {words.name('favour', box.FAVOURS[card])}" if card >= 0 else _NONE,
        ]
        for place, card in enumerate(s.favours)
    ]
    return Grid(words.title("favours"), [words.title("courtiers"), ""], rows)


# The boards and the hands.


def _boards(s: WallensteinState, words: Words, names: Sequence[str]) -> Grid:
    """Return a grid of all fields with their cards, in the order of the actions; face-down actions come last."""
    open_actions = [action for action in s.order[: s.turned] if action >= 0]
    hidden_actions = [action for action in range(len(box.ACTION_CARDS)) if action not in open_actions]
    court = [box.CONVERT_3, box.CONVERT_2, box.CONVERT_1] if s.variant.court else []
    rows: list[list[str]] = []
    for field in [box.BID, *court, *open_actions, *hidden_actions]:
        number = str(open_actions.index(field) + 1) if field in open_actions else "?" if field < box.BID else ""
        cells = [_on_field(s, words, player, field) for player in range(s.players)]
        rows.append([number, words.name("field", box.FIELDS[field]), *cells])
    if s.is_planning():
        ready = [words.term("ready" if is_confirmed else "planning") for is_confirmed in s.confirmed]
        rows.append(["", "", *ready])
    return Grid(
        words.title("action_cards"), ["", "", *(player_name(names, player) for player in range(s.players))], rows
    )


def _on_field(s: WallensteinState, words: Words, player: int, field: int) -> str:
    card = s.plan[player][field]
    if card == box.HIDDEN:
        return "?"
    if card == box.UNSET:
        return "·"
    if card == box.BLANK:
        return _NONE
    name = words.name("card", box.CARDS[card])
    return name if s.shown[player] >> field & 1 else f"({name})"


def _hand(s: WallensteinState, words: Words, names: Sequence[str], player: int) -> Grid:
    """Return a grid of a player's hand: lands with their yield and armies, then coin and tower cards."""
    hand = s.hand(player)
    rows: list[list[str]] = []
    for card in bits(hand):
        if card < len(box.LANDS):
            rows.append(
                [words.name("land", box.LANDS[card]), str(box.TAX[card]), str(box.GRAIN[card]), str(s.armies[card])]
            )
        else:
            rows.append([words.name("card", box.CARDS[card]), "", "", ""])
    title = f"{words.title('hand')}: {player_name(names, player)}"
    return Grid(title, ["", *(words.title(key) for key in ("coins", "grain", "armies"))], rows)
