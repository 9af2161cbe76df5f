"""A full or observed state of Brian Boru as plain text for the terminal."""

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from regnum.core.packed import popcount
from regnum.core.rules.bitmask import bits
from regnum.core.rules.state import FULL
from regnum.core.text.narrator import Grid, final_table, player_name
from regnum.core.text.words import Words
from regnum.games.brian_boru import components as box
from regnum.games.brian_boru.marriage import PACT, TRADE
from regnum.games.brian_boru.regions import towns_to_flip
from regnum.games.brian_boru.scoring import final_points
from regnum.games.brian_boru.state import NO_CARDS, BrianBoruState

_NONE: Final = "–"
_WAYS: Final = {box.CHURCH: "church", box.RAIDER: "raiders", box.COURTSHIP: "courtship"}
_CHANGES: Final = {
    box.COIN: ("coins", "+"),
    box.PAY: ("coins", "−"),
    box.REMOVE_VIKING: ("viking_disc", "−"),
    box.RENOWN: ("renown", "+"),
}


def tables(s: BrianBoruState, words: Words, names: Sequence[str]) -> list[Grid]:
    """Return grids with everything that the state's observer sees: map, players, tracks, round and cards."""
    grids = [_map(s, words, names), _players(s, words, names), _tracks(s, words, names)]
    if s.stack and s.round:
        grids.append(_round(s, words, names))
    for player in range(s.players):
        if s.stage != NO_CARDS and s.observer in (FULL, player):
            grids += _cards(s, words, names, player)
    return grids


def final(s: BrianBoruState, words: Words, names: Sequence[str]) -> list[Grid]:
    """Return a grid with the final scoring by line, and the tie-breakers.

    brian_boru.scoring.winner, brian_boru.scoring.ties
    """
    return [final_table(s, words, names, words.title("final_scoring"), final_points(s))]


# The map.


def _map(s: BrianBoruState, words: Words, names: Sequence[str]) -> Grid:
    columns = ["", "threshold", "points", "region_token", "free_towns", "towns"]
    rows = [_region(s, words, names, region) for region in range(len(box.REGIONS))]
    return Grid(words.title("regions"), [words.term(key) if key else "" for key in columns], rows)


def _region(s: BrianBoruState, words: Words, names: Sequence[str], region: int) -> list[str]:
    free = s.free_towns() & box.REGION_TOWNS[region]
    token = words.term("face_down")
    if s.open >> region & 1:
        owner = s.owner[region]
        token = player_name(names, owner) if owner >= 0 else words.term("unowned")
    return [
        words.name("region", box.REGIONS[region]),
        str(towns_to_flip(s, region)),
        str(box.VALUE[region]),
        token,
        ", ".join(_town(words, town) for town in bits(free)) or _NONE,
        "; ".join(_town_text(s, words, names, town) for town in bits(box.REGION_TOWNS[region] & ~free)) or _NONE,
    ]


def _town(words: Words, town: int) -> str:
    colour = words.name("colour", box.COLOURS[box.TOWN_COLOUR[town]])
    return f"{box.TOWNS[town]} {words.name('town', box.TOWNS[town])} {colour}"


def _town_text(s: BrianBoruState, words: Words, names: Sequence[str], town: int) -> str:
    """Return a town's name with its disc, Viking disc and monastery, and the free towns that its roads lead to."""
    owner = [player_name(names, player) for player in range(s.players) if s.discs[player] >> town & 1]
    marks = owner if not s.vikings >> town & 1 else [f"{words.term('vikings')} ({', '.join(owner)})"]
    if s.monasteries >> town & 1:
        marks.append(words.term("monastery"))
    roads = [box.TOWNS[neighbour] for neighbour in bits(box.ROADS.around(1 << town) & s.free_towns())]
    roads_text = f" → {' '.join(roads)}" if roads else ""
    return f"{_town(words, town)}: {', '.join(marks)}{roads_text}"


# The players and their tracks.


def _players(s: BrianBoruState, words: Words, names: Sequence[str]) -> Grid:
    columns = ["points", "coins", "renown", "towns", "region_tokens", "marriage_cards", "hand", "played_card", ""]
    rows: list[list[str]] = []
    for player in range(s.players):
        marks = [words.term("town_marker")] if player == s.marker else []
        answers = {PACT: s.pact, TRADE: s.trade}
        marks += [
            words.name("answer", box.PRINCESS_CHOICES[answer])
            for answer, answering in answers.items()
            if answering == player
        ]
        tokens = [box.VALUE[region] for region in range(len(box.REGIONS)) if s.owner[region] == player]
        rows.append(
            [
                player_name(names, player),
                str(s.points[player]),
                str(s.coins[player]),
                str(s.renown[player]),
                str(popcount(s.controlled_towns(player))),
                "+".join(str(value) for value in tokens) or _NONE,
                ", ".join(words.name("bride", box.BRIDES[bride]) for bride in bits(s.wed[player])) or _NONE,
                str(s.hand_size(player)),
                words.name("card", box.CARDS[s.played[player]]) if s.played[player] >= 0 else _NONE,
                ", ".join(marks),
            ]
        )
    return Grid("", ["", *(words.term(key) if key else "" for key in columns)], rows)


def _tracks(s: BrianBoruState, words: Words, names: Sequence[str]) -> Grid:
    columns = ["marriage_track", "church_area", "raiders_held"]
    rows = [
        [
            player_name(names, player),
            f"{s.track[player]}/{box.TRACK_TOP}{_reward(words, s.track[player])}",
            str(s.church[player]),
            str(s.raiders[player]),
        ]
        for player in range(s.players)
    ]
    return Grid("", ["", *(words.term(key) for key in columns)], rows)


def _reward(words: Words, space: int) -> str:
    """Return the reward of a space on the marriage track for a player who does not marry, or "" if there is none."""
    gains: list[str] = []
    if box.TRACK_COINS[space]:
        gains.append(f"{words.term('coins')} +{box.TRACK_COINS[space]}")
    if box.TRACK_RENOWN[space]:
        gains.append(f"{words.term('renown')} +{box.TRACK_RENOWN[space]}")
    if box.TRACK_TOWN[space]:
        gains.append(words.term("free_town"))
    return f" ({', '.join(gains)})" if gains else ""


# The round and the decks.


def _round(s: BrianBoruState, words: Words, names: Sequence[str]) -> Grid:
    last = box.ROUNDS[s.players]
    fleets = ", ".join(str(box.STRENGTH[fleet]) for fleet in s.fleets[: s.round])
    rows = [
        [words.term("vikings"), fleets],
        [words.term("battle_area"), f"{words.term('raiders')}: {s.battle_area}"],
        [words.term("marriage_card"), _bride(words, s.bride) if s.bride >= 0 else _NONE],
    ]
    to_come = [bride for bride in s.brides[s.round :] if bride >= 0]
    if to_come and s.observer == FULL:
        rows.append([words.term("deck"), ", ".join(words.name("bride", box.BRIDES[bride]) for bride in to_come)])
    if s.stage == box.STAGES[s.players]:
        rows.append([words.term("power_struggle"), f"{s.struggle()}/{s.tricks()}"])
    if s.active >= 0:
        region = words.name("region", box.REGIONS[box.TOWN_REGION[s.active]])
        rows.append([words.term("active_town"), f"{_town(words, s.active)} ({region})"])
    return Grid(f"{words.title('round')} {s.round}/{last}", ["", ""], rows)


def _bride(words: Words, bride: int) -> str:
    gains: list[str] = []
    if bride == box.PRINCESS:
        gains += [words.name("answer", answer) for answer in box.PRINCESS_CHOICES]
    if box.DOWRY_POINTS[bride]:
        gains.append(f"{words.term('points')} +{box.DOWRY_POINTS[bride]}")
    if box.DOWRY_RENOWN[bride]:
        gains.append(f"{words.term('renown')} +{box.DOWRY_RENOWN[bride]}")
    if box.DOWRY_REGION[bride] >= 0:
        gains.append(f"{words.term('free_town')}: {words.name('region', box.REGIONS[box.DOWRY_REGION[bride]])}")
    return f"{words.name('bride', box.BRIDES[bride])} ({', '.join(gains)})"


# The action cards.


def _cards(s: BrianBoruState, words: Words, names: Sequence[str], player: int) -> list[Grid]:
    """Return grids of a player's hand and, in the draft, their current packet."""
    whose = f": {player_name(names, player)}"
    grids: list[Grid] = []
    if s.to_keep[player]:
        packet = s.packet[s.packet_before(player)]
        grids.append(_card_table(words, words.title("packet") + whose, packet))
    if s.hand[player]:
        grids.append(_card_table(words, words.title("hand") + whose, s.hand[player]))
    return grids


def _card_table(words: Words, title: str, cards: int) -> Grid:
    rows = [
        [
            words.name("card", box.CARDS[card]),
            _icons(words, box.MAIN[card]),
            " / ".join(_icons(words, icons) for icons in box.SECONDARY[card]),
        ]
        for card in bits(cards)
    ]
    columns = ["action_card", "main_action", "secondary_action"]
    return Grid(title, [words.term(key) for key in columns], rows)


def _icons(words: Words, icons: Sequence[int]) -> str:
    """Return a row of icons in words, in the order of execution; equal icons in a row are combined."""
    return ", ".join(_icon(words, icon, len(list(row))) for icon, row in groupby(icons))


def _icon(words: Words, icon: int, count: int) -> str:
    if icon == box.CLAIM:
        return words.term("active_town")
    if icon == box.EXPAND:
        return f"({words.term('free_town')}: {words.term('coins')} −{box.EXPAND_COST})"
    if icon in _WAYS:
        return words.name("way", _WAYS[icon]) + (f" ×{count}" if count > 1 else "")
    term, sign = _CHANGES[icon]
    return f"{words.term(term)} {sign}{count}"
