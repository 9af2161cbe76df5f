"""Positions of Brian Boru set up by hand: tests name the fields that matter, the rest is a quiet game."""

import random
from collections.abc import Iterator, Sequence
from typing import Any, Final, cast

import pytest

from regnum.core.rules.note import Note
from regnum.games.brian_boru import GAME
from regnum.games.brian_boru.components import TOWNS
from regnum.games.brian_boru.state import BrianBoruState

HOMES: Final = ["B4", "D1", "M3", "C1", "U1"]
"""Towns of the players' first discs by default, in five regions."""

ROUNDS = pytest.mark.parametrize(("players", "rounds"), [(3, 3), (4, 4), (5, 4)])

REST: Final = ["Marriage", "Battle", "Church", "Regions", "Round"]

_SETS: Final = ("vikings", "monasteries", "open")
_SETS_PER_PLAYER: Final = ("discs", "wed", "packet", "hand", "spent")
_CARDS_DEALT: Final = {3: 8, 4: 6, 5: 5}
_DRAFT_STAGES: Final = {3: 4, 4: 3, 5: 3}


def step(text: str) -> dict[str, Any]:
    """Read "LoseTown player=0 loser=1" as an entry of a stack."""
    name, *params = text.split()
    entry: dict[str, Any] = {"step": name}
    for param in params:
        key, value = param.split("=")
        entry[key] = value == "true" if value in ("true", "false") else int(value)
    return entry


def names(text: str) -> list[str | int]:
    return [int(word) if word.isdigit() else word for word in text.split()]


def description(
    *steps: str, players: int = 4, options: dict[str, object] | None = None, **fields: Any
) -> dict[str, Any]:
    """Return a position: the pending steps and the fields that matter; sets are written as words: "C1 C2"."""
    data = GAME.new_state(players, 0, **(options or {})).to_dict()
    data["stack"] = [step(text) for text in steps]
    data |= {
        "round": 1,
        "marker": 0,
        "discs": [[home] for home in HOMES[:players]],
        "fleets": ["9", "10", "11", "12a", "12b", "13", "14"],
        "brides": ["aoife", "brigid", "conall", "estrid"] if players > 3 else ["aoife", "brigid", "estrid"],
    }
    for name, value in fields.items():
        assert name in data, name
        if name in _SETS:
            data[name] = names(value)
        elif name in _SETS_PER_PLAYER:
            data[name] = [names(words) for words in value]
        else:
            data[name] = value
    to_come = [text.split()[0] for text in steps]
    if "bride" not in fields and {"Upkeep", "Marriage", "BackToStart"} & {*to_come}:
        data["bride"] = data["brides"][data["round"] - 1]
    fighting = "Preparation" not in to_come and {"Upkeep", "Marriage", "Battle", "Spoils"} & {*to_come}
    if data["round"] == 1 and fighting and not {"battle_area", "raiders"} & {*fields}:
        data["battle_area"] = 9
    return data


def position(*steps: str, players: int = 4, options: dict[str, object] | None = None, **fields: Any) -> BrianBoruState:
    """Return the described position after all automatic events."""
    return cast(BrianBoruState, GAME.state_from_dict(description(*steps, players=players, options=options, **fields)))


def upkeep(first: str, players: int = 4, options: dict[str, object] | None = None, **fields: Any) -> BrianBoruState:
    """Return the result of a step of upkeep, in the second round except for weddings."""
    fields = {"round": 1 if first == "Marriage" else 2, **fields}
    return position(*REST[REST.index(first) :], players=players, options=options, **fields)


def table(hands: Sequence[str]) -> dict[str, Any]:
    """Return the card fields after the draft: these hands, and as many other played cards as were dealt."""
    players = len(hands)
    hand = [names(words) for words in hands]
    others = [card for card in range(1, 26) if all(card not in held for held in hand)]
    spent = [[others.pop(0) for _ in range(_CARDS_DEALT[players] - len(held))] for held in hand]
    slot = [63] * 25
    for player in range(players):
        for number, card in enumerate([*spent[player], *hand[player]]):
            assert isinstance(card, int)
            stage = number // 2
            slot[card - 1] = (player - stage) % players * 8 + stage
    return {
        "stage": _DRAFT_STAGES[players],
        "slot": slot,
        "hand": [" ".join(str(card) for card in sorted(held, key=int)) for held in hand],
        "spent": [" ".join(str(card) for card in sorted(played, key=int)) for played in spent],
    }


def action_phase(*hands: str, options: dict[str, object] | None = None, **fields: Any) -> BrianBoruState:
    """Return a position in which a power struggle begins; a hand of one card remains at the end."""
    fields = {"round": 2, **table(hands), **fields}
    return position("Trick", "Upkeep", "Round", players=len(hands), options=options, **fields)


def all_but(free: str, ones: str = "D1") -> list[str]:
    """Distribute all towns except some to four players, these to player 1."""
    towns = [town for town in TOWNS if town not in (*free.split(), *ones.split())]
    return [" ".join(towns[0::3]), ones, " ".join(towns[1::3]), " ".join(towns[2::3])]


def act(s: BrianBoruState, *actions: str) -> list[Note]:
    """Take the actions, each for the player to act, and return the notes."""
    s.journal = []
    for action in actions:
        s.submit(action, s.players_to_act[0])
    notes = s.journal
    s.journal = None
    return notes


def keys(notes: list[Note]) -> list[tuple[str, int]]:
    """Return the keys and players of notes."""
    return [(note.key, note.player) for note in notes]


def shown(s: BrianBoruState, field: str) -> Any:
    """Return a field in its readable form; sets per player as words."""
    value = s.to_dict()[field]
    if field in _SETS:
        return " ".join(str(item) for item in value)
    if field in _SETS_PER_PLAYER:
        return [" ".join(str(item) for item in items) for items in value]
    return value


def choices(s: BrianBoruState, player: int | None = None) -> list[str]:
    """Return the legal actions of the player to act."""
    return [str(action) for action in s.legal_actions(player)]


def due_step(s: BrianBoruState) -> str:
    """Return the due step."""
    return type(s.stack[-1]).__name__ if s.stack else ""


def begin(players: int, seed: int = 1, **options: object) -> BrianBoruState:
    """Return a new game in which everybody has a first town."""
    s = cast(BrianBoruState, GAME.new_state(players, seed, **options))
    while due_step(s) == "FirstTown":
        s.apply(s.legal_actions()[0])
    return s


def game(players: int, seed: int = 1, **options: object) -> Iterator[BrianBoruState]:
    """Yield the states (always the same object) of a random game, before each decision and at the end."""
    s = cast(BrianBoruState, GAME.new_state(players, seed, **options))
    chance = random.Random(seed)
    while not s.is_terminal:
        yield s
        player = chance.choice(s.players_to_act)
        s.apply(chance.choice(s.legal_actions(player)), player)
    yield s
