"""A full or observed state of Rurik as plain text, for the terminal."""

from collections.abc import Sequence
from typing import Final

from regnum.core.packed import popcount
from regnum.core.rules.bitmask import bits
from regnum.core.rules.state import FULL
from regnum.core.text.narrator import Grid, final_table, player_name
from regnum.core.text.words import Words
from regnum.games.rurik import components as box
from regnum.games.rurik.deeds.cards import DEED_CARDS, DEEDS
from regnum.games.rurik.deeds.text import deed_cost, deed_needs, deed_reward
from regnum.games.rurik.scoring import deed_points, final_points, scores
from regnum.games.rurik.solo.terminal import rebellion
from regnum.games.rurik.state import RurikState
from regnum.games.rurik.strategy_board import EMPTY

_NONE: Final = "–"


def tables(s: RurikState, words: Words, names: Sequence[str]) -> list[Grid]:
    """Return everything that the state's observer sees, as grids: map, boards, households, cards."""
    grids = [_map(s, words, names)]
    if s.round:
        grids.append(_strategy(s, words, names))
    grids += [_households(s, words, names), _goods(s, words, names), _claims(s, words, names), _deeds(s, words, names)]
    if s.rebel_deck:
        grids.append(rebellion(s, words, names))
    for player in range(s.players):
        if s.observer in (FULL, player):
            grids += _own(s, words, names, player)
    grids.append(_decks(s, words))
    return grids


def final(s: RurikState, words: Words, names: Sequence[str]) -> list[Grid]:
    """Return the final scoring of a finished game, with the agendas and the tie-breaks.

    rurik.end.winner, rurik.end.ties
    """
    agendas = [words.title("agenda"), *(_agenda(words, agenda) for agenda in s.agenda)]
    return [final_table(s, words, names, words.title("points"), final_points(s), [agendas])]


def _agenda(words: Words, agenda: int) -> str:
    return words.name("agenda", box.AGENDAS[agenda]) if agenda >= 0 else _NONE


# The map.


def _map(s: RurikState, words: Words, names: Sequence[str]) -> Grid:
    """Return the regions, with their goods, figures, structures, rulers (column "!") and neighbours (column "→").

    "*" marks capitals, and brackets mark goods that were taken. In a solo game, neutral troops replace the rebels.
    """
    columns = ["region", "good", "rebels" if s.sides == s.players else "neutral", "troops", "structures"]
    rows = [_region(s, words, names, region) for region in bits(s.regions())]
    return Grid(words.title("map"), [*(words.term(key) for key in columns), "!", "→"], rows)


def _region(s: RurikState, words: Words, names: Sequence[str], region: int) -> list[str]:
    good = words.name("good", box.GOODS[s.region_goods[region]])
    figures: list[str] = []
    built: list[str] = []
    for player in range(s.sides):
        name = player_name(names, player)
        parts: list[str] = []
        if s.leader_at[player] == region:
            parts.append(words.name("leader", box.LEADERS[s.leaders[player]]) if s.leaders[player] >= 0 else "?")
        if s.troops[player * box.REGION_COUNT + region]:
            parts.append(str(s.troops[player * box.REGION_COUNT + region]))
        if parts:
            figures.append(f"{name}: {' + '.join(parts)}")
        for kind, structure in enumerate(box.STRUCTURES):
            if s.structures[player * box.STRUCTURE_COUNT + kind] >> region & 1:
                built.append(f"{words.name('structure', structure)} ({name})")
    ruler = [player_name(names, player) for player in range(s.sides) if s.rules(player, region)]
    neighbours = bits(box.NEIGHBOURS[s.sides][region])
    star = " *" if box.CAPITALS >> region & 1 else ""
    return [
        words.name("region", box.REGIONS[region]) + star,
        good if s.goods >> region & 1 else f"({good})",
        "1" if (s.rebels | s.neutral) >> region & 1 else _NONE,
        "; ".join(figures) or _NONE,
        "; ".join(built) or _NONE,
        ", ".join(ruler) or _NONE,
        ", ".join(words.name("region", box.REGIONS[neighbour]) for neighbour in neighbours),
    ]


# The boards.


def _strategy(s: RurikState, words: Words, names: Sequence[str]) -> Grid:
    rows: list[list[str]] = []
    for row in range(box.ROWS_OF[s.sides]):
        rows.append([_space(s, words, names, column * box.ROWS + row) for column in range(len(box.COLUMNS))])
    heads = [words.name("column", column) for column in box.COLUMNS]
    return Grid(f"{words.title('round')} {s.round}/{box.ROUNDS}: {words.term('strategy_board')}", heads, rows)


def _space(s: RurikState, words: Words, names: Sequence[str], space: int) -> str:
    text = str(box.SPACE_POINTS[s.sides][space])
    cost = box.SPACE_COST[s.sides][space]
    if cost:
        text += f" (−{cost})"
    if space == box.MARKER_SPACE and s.players == s.sides:
        text += f" ({words.term('first_player')})"
    if space == s.active:
        text += " <"
    code = s.board[space]
    if code != EMPTY:
        bribe = f"+{code >> 6}" if code >> 6 else ""
        text += f" {player_name(names, code & 7)}: {code >> 3 & 7}{bribe}"
    return text


def _claims(s: RurikState, words: Words, names: Sequence[str]) -> Grid:
    """Return all players' positions on the claim tracks, and each space's requirement and value."""
    rows: list[list[str]] = []
    for track, id_ in enumerate(box.TRACKS):
        spaces: list[str] = []
        for space in range(1, box.TRACK_TOP + 1):
            star = "*" if box.TRACK_CAPITALS[track][space - 1] else ""
            spaces.append(f"{box.TRACK_NEEDS[track][space - 1]}{star}={box.TRACK_POINTS[track][space]}")
        positions = [str(s.tracks[player * box.TRACK_COUNT + track]) for player in range(s.sides)]
        rows.append([words.name("track", id_), *positions, " ".join(spaces)])
    rows.append([words.name("track", "war"), *(f"{war}/{box.WAR_TOP}" for war in s.war), ""])
    heads = ["", *(player_name(names, player) for player in range(s.sides)), words.term("points")]
    return Grid(words.title("claim_board"), heads, rows)


# Households.


def _households(s: RurikState, words: Words, names: Sequence[str]) -> Grid:
    columns = ["leader", "coins", "schemes", "advisors", "supply", "structures", "exchange", "rebels", "points"]
    rows: list[list[str]] = []
    for player in range(s.sides):
        structures_left = [
            f"{words.name('structure', kind)} {box.STRUCTURES_EACH - regions.bit_count()}"
            for kind, regions in zip(box.STRUCTURES, s.structures[player * box.STRUCTURE_COUNT :], strict=False)
        ]
        name = player_name(names, player)
        if player == s.marker:
            name += f" ({words.term('first_player')})"
        leader = s.leaders[player]
        rows.append(
            [
                name,
                words.name("leader", box.LEADERS[leader]) if leader >= 0 else _NONE,
                str(s.coins[player]),
                str(s.hand[player].bit_count()),
                " ".join(str(box.POWER[slot]) for slot in bits(s.advisors[player])) or _NONE,
                str(s.supply(player)),
                ", ".join(structures_left),
                ", ".join(words.name("exchange", box.EXCHANGES[marker]) for marker in bits(s.exchanges[player]))
                or _NONE,
                str(s.defeated[player].bit_count()),
                str(scores(s)[player]),
            ]
        )
    return Grid(words.title("household"), ["", *(words.term(key) for key in columns)], rows)


def _goods(s: RurikState, words: Words, names: Sequence[str]) -> Grid:
    """Return the goods on the boats, with the number of slots, and those on the docks after a plus sign."""
    rows: list[list[str]] = []
    for player in range(s.sides):
        row = [player_name(names, player)]
        for good in range(len(box.GOODS)):
            dock = s.dock[player * box.GOOD_COUNT + good]
            row.append(f"{s.boat[player * box.GOOD_COUNT + good]}/{box.BOAT[good]}{f' +{dock}' if dock else ''}")
        rows.append(row)
    title = f"{words.title('boat')} (+ {words.term('dock')})"
    return Grid(title, ["", *(words.name("good", good) for good in box.GOODS)], rows)


# Cards.


def _deeds(s: RurikState, words: Words, names: Sequence[str]) -> Grid:
    rows = [_deed(s, words, words.term("deed_row"), deed) for deed in s.deed_row if deed >= 0]
    for player in range(s.sides):
        rows += [_deed(s, words, player_name(names, player), deed) for deed in bits(s.deeds[player])]
        names_done = [words.name("deed", DEEDS[deed]) for deed in bits(s.accomplished[player])]
        if names_done:
            name = f"{player_name(names, player)}: {words.term('accomplished')}"
            rows.append([name, ", ".join(names_done), str(deed_points(s, player)), "", "", ""])
    columns = ["", "deed", "points", "needs", "cost", "reward"]
    return Grid(words.title("deeds"), [words.term(key) if key else "" for key in columns], rows)


def _deed(s: RurikState, words: Words, place: str, deed: int) -> list[str]:
    return [
        place,
        words.name("deed", DEEDS[deed]),
        str(DEED_CARDS[deed].points),
        deed_needs(s, deed, words) or _NONE,
        deed_cost(s, deed, words) or _NONE,
        deed_reward(deed, words),
    ]


def _scheme(words: Words, card: int) -> str:
    return words.name("scheme", box.SCHEME_KINDS[box.KIND[card]]) if card >= 0 else words.term("hidden")


def _own(s: RurikState, words: Words, names: Sequence[str], player: int) -> list[Grid]:
    """Return a player's schemes and agenda, drawn schemes, and unused points."""
    rows: list[list[str]] = []
    cards = [_scheme(words, card) for card in bits(s.hand[player] & box.ALL_SCHEMES)]
    rows.append([words.title("hand"), ", ".join(cards) or _NONE])
    if s.drawn and player in s.players_to_act:
        rows.append([words.title("schemes"), ", ".join(_scheme(words, card) for card in s.drawn)])
    agenda = s.agenda[player]
    if agenda >= 0 or s.offered[player]:
        offered = " / ".join(_agenda(words, card) for card in bits(s.offered[player]))
        rows.append([words.title("agenda"), _agenda(words, agenda) if agenda >= 0 else offered])
    pool = [f"{words.name('points', box.POINTS[kind])} {points}" for kind, points in enumerate(s.points) if points]
    if pool and player in s.players_to_act:
        rows.append(["+", ", ".join(pool)])
    return [Grid(player_name(names, player), ["", ""], rows)]


def _decks(s: RurikState, words: Words) -> Grid:
    """Return the scheme decks, with the top cards that the observer knows, and the discards."""
    rows: list[list[str]] = []
    for deck, id_ in enumerate(box.DECKS):
        known_cards: list[str] = []
        for card in reversed(s.deck(deck)):
            if card < 0 or s.observer == FULL:
                break
            known_cards.append(_scheme(words, card))
        rows.append([words.name("deck", id_), str(len(s.deck(deck))), ", ".join(known_cards)])
    discards = [_scheme(words, card) for card in bits(s.discards)]
    rows.append([words.term("discards"), str(len(discards)), ", ".join(discards)])
    rows.append([words.term("deeds"), str(popcount(s.deed_deck)), ""])
    return Grid(words.title("schemes"), ["", "", ""], rows)
