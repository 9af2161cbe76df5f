"""The table of Brian Boru as plain text: what the terminal shows of a state, full or observed."""

from collections.abc import Sequence
from typing import Final

from regnum.core.atlas import bits
from regnum.core.narrator import Grid, final_table, player_name
from regnum.core.state import FULL
from regnum.core.words import Words
from regnum.games.brian_boru.components import (
    BRIDES,
    CARDS,
    CHURCH,
    CLAIM,
    COIN,
    COLOURS,
    COURTSHIP,
    DOWRY_POINTS,
    DOWRY_REGION,
    DOWRY_RENOWN,
    EXPAND,
    EXPAND_COST,
    MAIN,
    PAY,
    PRINCESS,
    PRINCESS_CHOICES,
    RAIDER,
    REGION_TOWNS,
    REGIONS,
    REMOVE_VIKING,
    RENOWN,
    ROADS,
    ROUNDS,
    SECONDARY,
    STAGES,
    STRENGTH,
    TOWN_COLOUR,
    TOWN_REGION,
    TOWNS,
    TRACK_COINS,
    TRACK_RENOWN,
    TRACK_TOP,
    TRACK_TOWN,
    VALUE,
    together,
)
from regnum.games.brian_boru.marriage import PACT, TRADE
from regnum.games.brian_boru.regions import needed
from regnum.games.brian_boru.scoring import final_points
from regnum.games.brian_boru.state import NO_CARDS, BrianBoruState

_NONE: Final = "–"


def tables(s: BrianBoruState, words: Words, names: Sequence[str]) -> list[Grid]:
    """Return everything that the state's observer sees: map, players, tracks, round and cards."""
    shown = [_map(s, words, names), _players(s, words, names), _tracks(s, words, names)]
    if s.stack and s.round:
        shown.append(_round(s, words, names))
    for player in range(s.players):
        if s.stage != NO_CARDS and s.observer in (FULL, player):
            shown += _cards(s, words, names, player)
    return shown


def final(s: BrianBoruState, words: Words, names: Sequence[str]) -> list[Grid]:
    """Return the final scoring of a finished game, line by line, with what breaks ties.

    brian_boru.scoring.winner, brian_boru.scoring.ties
    """
    return [final_table(s, words, names, words.title("final_scoring"), final_points(s))]


# The map.


def _map(s: BrianBoruState, words: Words, names: Sequence[str]) -> Grid:
    columns = ["", "threshold", "points", "region_token", "free_town", "towns"]
    rows = [_region(s, words, names, region) for region in range(len(REGIONS))]
    return Grid(words.title("regions"), [words.term(key) if key else "" for key in columns], rows)


def _region(s: BrianBoruState, words: Words, names: Sequence[str], region: int) -> list[str]:
    free = s.free() & REGION_TOWNS[region]
    token = words.term("face_down")
    if s.open >> region & 1:
        owner = s.owner[region]
        token = player_name(names, owner) if owner >= 0 else words.term("unowned")
    return [
        words.name("region", REGIONS[region]),
        str(needed(s, region)),
        str(VALUE[region]),
        token,
        ", ".join(_town(words, town) for town in bits(free)) or _NONE,
        "; ".join(_held(s, words, names, town) for town in bits(REGION_TOWNS[region] & ~free)) or _NONE,
    ]


def _town(words: Words, town: int) -> str:
    return f"{TOWNS[town]} {words.name('town', TOWNS[town])} {words.name('colour', COLOURS[TOWN_COLOUR[town]])}"


def _held(s: BrianBoruState, words: Words, names: Sequence[str], town: int) -> str:
    """Return a town with its disc, the Viking disc over it, and its monastery."""
    owner = [player_name(names, player) for player in range(s.players) if s.discs[player] >> town & 1]
    marks = owner if not s.vikings >> town & 1 else [f"{words.term('vikings')} ({', '.join(owner)})"]
    if s.monasteries >> town & 1:
        marks.append(words.term("monastery"))
    roads = [TOWNS[other] for other in bits(ROADS.around(1 << town) & s.free())]
    way = f" → {' '.join(roads)}" if roads else ""
    return f"{_town(words, town)}: {', '.join(marks)}{way}"


# The players and their tracks.


def _players(s: BrianBoruState, words: Words, names: Sequence[str]) -> Grid:
    columns = ["points", "coins", "renown", "towns", "region_tokens", "marriage_cards", "hand", "played_card", ""]
    rows: list[list[str]] = []
    for player in range(s.players):
        marks: list[str] = []
        if player == s.marker:
            marks.append(words.term("town_marker"))
        if player == s.pact:
            marks.append(words.name("answer", PRINCESS_CHOICES[PACT]))
        if player == s.trade:
            marks.append(words.name("answer", PRINCESS_CHOICES[TRADE]))
        tokens = [VALUE[region] for region in range(len(REGIONS)) if s.owner[region] == player]
        rows.append(
            [
                player_name(names, player),
                str(s.points[player]),
                str(s.coins[player]),
                str(s.renown[player]),
                str(s.controlled(player).bit_count()),
                "+".join(str(value) for value in tokens) or _NONE,
                ", ".join(words.name("bride", BRIDES[bride]) for bride in bits(s.wed[player])) or _NONE,
                str(s.hand_size(player)),
                words.name("card", CARDS[s.played[player]]) if s.played[player] >= 0 else _NONE,
                ", ".join(marks),
            ]
        )
    return Grid("", ["", *(words.term(key) if key else "" for key in columns)], rows)


def _tracks(s: BrianBoruState, words: Words, names: Sequence[str]) -> Grid:
    columns = ["marriage_track", "church_area", "raiders_held"]
    rows = [
        [
            player_name(names, player),
            f"{s.track[player]}/{TRACK_TOP}{_reward(words, s.track[player])}",
            str(s.church[player]),
            str(s.raiders[player]),
        ]
        for player in range(s.players)
    ]
    return Grid("", ["", *(words.term(key) for key in columns)], rows)


def _reward(words: Words, space: int) -> str:
    """Return what a space of the marriage track gives to whoever does not marry."""
    gains: list[str] = []
    if TRACK_COINS[space]:
        gains.append(f"{words.term('coins')} +{TRACK_COINS[space]}")
    if TRACK_RENOWN[space]:
        gains.append(f"{words.term('renown')} +{TRACK_RENOWN[space]}")
    if TRACK_TOWN[space]:
        gains.append(words.term("free_town"))
    return f" ({', '.join(gains)})" if gains else ""


# The round and the decks.


def _round(s: BrianBoruState, words: Words, names: Sequence[str]) -> Grid:
    last = ROUNDS[s.players]
    fleets = ", ".join(str(STRENGTH[fleet]) for fleet in s.fleets[: s.round])
    rows = [
        [words.term("vikings"), fleets],
        [words.term("battle_area"), f"{s.battle_area} {words.term('raiders')}"],
        [words.term("marriage_card"), _bride(words, s.bride) if s.bride >= 0 else _NONE],
    ]
    to_come = [bride for bride in s.brides[s.round :] if bride >= 0]
    if to_come and s.observer == FULL:
        rows.append([words.term("deck"), ", ".join(words.name("bride", BRIDES[bride]) for bride in to_come)])
    if s.stage == STAGES[s.players]:
        rows.append([words.term("power_struggle"), f"{s.struggle()}/{s.tricks()}"])
    if s.active >= 0:
        region = words.name("region", REGIONS[TOWN_REGION[s.active]])
        rows.append([words.term("active_town"), f"{_town(words, s.active)} ({region})"])
    return Grid(f"{words.title('round')} {s.round}/{last}", ["", ""], rows)


def _bride(words: Words, bride: int) -> str:
    gains: list[str] = []
    if bride == PRINCESS:
        gains += [words.name("answer", answer) for answer in PRINCESS_CHOICES]
    if DOWRY_POINTS[bride]:
        gains.append(f"{words.term('points')} +{DOWRY_POINTS[bride]}")
    if DOWRY_RENOWN[bride]:
        gains.append(f"{words.term('renown')} +{DOWRY_RENOWN[bride]}")
    if DOWRY_REGION[bride] >= 0:
        gains.append(f"{words.term('free_town')}: {words.name('region', REGIONS[DOWRY_REGION[bride]])}")
    return f"{words.name('bride', BRIDES[bride])} ({', '.join(gains)})"


# The action cards.


def _cards(s: BrianBoruState, words: Words, names: Sequence[str], player: int) -> list[Grid]:
    """Return a player's hand, and in the draft the packet before him."""
    whose = f": {player_name(names, player)}"
    shown: list[Grid] = []
    if s.to_keep[player]:
        packet = s.packet[s.packet_before(player)]
        shown.append(_card_table(words, words.title("packet") + whose, packet))
    if s.hand[player]:
        shown.append(_card_table(words, words.title("hand") + whose, s.hand[player]))
    return shown


def _card_table(words: Words, title: str, cards: int) -> Grid:
    rows = [
        [
            words.name("card", CARDS[card]),
            _icons(words, MAIN[card]),
            " / ".join(_icons(words, icons) for icons in SECONDARY[card]),
        ]
        for card in bits(cards)
    ]
    columns = ["action_card", "main_action", "secondary_action"]
    return Grid(title, [words.term(key) for key in columns], rows)


def _icons(words: Words, icons: Sequence[int]) -> str:
    """Return a row of icons in words, equal ones together, in the order in which they are carried out."""
    told: list[str] = []
    at = 0
    while at < len(icons):
        icon = icons[at]
        count = together(icons, at)
        at += count
        told.append(_icon(words, icon, count))
    return ", ".join(told)


def _icon(words: Words, icon: int, count: int) -> str:
    times = f" ×{count}" if count > 1 else ""
    if icon == CLAIM:
        return words.term("active_town")
    if icon == COIN:
        return f"{words.term('coins')} +{count}"
    if icon == PAY:
        return f"{words.term('coins')} −{count}"
    if icon == CHURCH:
        return words.name("way", "church") + times
    if icon == RAIDER:
        return words.name("way", "raiders") + times
    if icon == COURTSHIP:
        return words.name("way", "courtship") + times
    if icon == EXPAND:
        return f"({words.term('free_town')}: {words.term('coins')} −{EXPAND_COST})"
    if icon == REMOVE_VIKING:
        return f"{words.term('viking_disc')} −{count}"
    assert icon == RENOWN
    return f"{words.term('renown')} +{count}"
