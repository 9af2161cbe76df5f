"""Positions of Khan set up by hand: tests name what matters, the rest is a consistent quiet game."""

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, cast

from regnum.core.rules.action import Param
from regnum.core.rules.state import IllegalActionError
from regnum.games.khan import GAME
from regnum.games.khan.state import KhanState

START: Final = {
    "seljuk": "i7",
    "russian": "a4",
    "hungarian": "e2",
    "kyrgyz": "j2",
    "goryeo": "l5",
    "song": "k10",
    "delhi": "e11",
    "abbasid": "b10",
}
RULERS: Final = list(START)
TURN: Final = "Turn player=0"
"""The step after the tested phase: a new turn, which begins with a card."""
LEFT: Final = ("ReturnSpecial player=0", "SpecialPhase player=0", "Refill player=0", "Turn player=1")
"""The remaining steps of a turn after its actions, and the next turn."""
OUT: Final = dict.fromkeys(RULERS)
"""All rulers are removed: the end phase."""

Laid = tuple[str, str, str, Sequence[int]]


def step(text: str) -> dict[str, Any]:
    """Read "Lay player=0 tile=3" as an entry of a stack; ids stand for numbers where the step has numbers."""
    name, *params = text.split()
    entry: dict[str, Any] = {"step": name}
    for param in params:
        key, value = param.split("=")
        if key == "tile":
            entry[key] = tile_number(value)
        elif key == "ruler":
            entry[key] = RULERS.index(value)
        elif key == "card":
            entry[key] = card_number(value)
        else:
            entry[key] = value == "true" if value in ("true", "false") else int(value)
    return entry


def tile_number(tile: str) -> int:
    return [action.params["tile"] for action in GAME.actions.families["choose"]].index(tile)


def card_number(card: str) -> int:
    return cards().index(card)


def cards() -> list[str]:
    return [str(action.params["card"]) for action in GAME.actions.families["invade"]]


def description(
    *steps: str,
    players: int = 2,
    options: Mapping[str, object] | None = None,
    yurts: Sequence[str] = (),
    neutral: str = "",
    rulers: Mapping[str, str | None] | None = None,
    camps: Mapping[str, int] | None = None,
    laid: Sequence[Laid] = (),
    hands: Sequence[str] = (),
    deck: str = "",
    active: Mapping[int, str] | None = None,
    **fields: Any,
) -> dict[str, Any]:
    """Return a position: pending steps and pieces on the board; stocks, supply and piles follow.

    Sets of cells and cards are words: "a1 b1". With a `deck` all cards not named lie on the discard pile, else in the
    deck. `rulers` and `camps` name those that are not as at the start; a ruler who is out has no camp.
    """
    data = GAME.new_state(players, 0, **(options or {})).to_dict()
    places = {**START, **(rulers or {})}
    camp = {name: 5 if cell else 0 for name, cell in places.items()} | dict(camps or {})
    lasting = active or {}
    data["stack"] = [step(text) for text in steps]
    data["first"] = 0
    data["yurts"] = [*(words.split() for words in yurts), *([] for _ in range(players - len(yurts)))]
    data["neutral"] = neutral.split()
    data["rulers"] = list(places.values())
    data["camps"] = [camp[name] for name in RULERS]
    data["laid"] = [
        {"tile": tile, "cell": cell, "way": way, "owners": list(owners)} for tile, cell, way, owners in laid
    ]
    data["active"] = [lasting.get(player) for player in range(players)]
    kinds = ["high_morale", "protection", "divine_support", "scout"]
    for player, card in lasting.items():
        data["specials"][player][kinds.index(card)] -= 1
    data["end_phase"] = list(places.values()).count(None) >= 5
    for name, value in fields.items():
        assert name in data, name
        data[name] = value
    marks = [sum(player in owners for *_, owners in laid) for player in range(players)]
    data["stock"] = [
        40 - len(data["yurts"][player]) - marks[player] - (data["active"][player] is not None)
        for player in range(players)
    ]
    data["supply"] = 60 - sum(data["camps"]) - len(data["neutral"])
    counts = dict(zip((entry.split()[1] for entry in map(str, GAME.actions.families["choose"])), COUNTS, strict=True))
    for tile in [*(entry["tile"] for entry in data["laid"]), *filter(None, data["reserved"])]:
        counts[tile] -= 1
    if "tiles" not in fields:
        data["tiles"] = list(counts.values())
    data["hands"] = [*(words.split() for words in hands), *([] for _ in range(players - len(hands)))]
    held = [card for hand in data["hands"] for card in hand]
    left = [card for card in cards() if card not in held]
    data["deck"] = deck.split() if deck else left
    data["discards"] = [card for card in left if card not in data["deck"]]
    return data


COUNTS: Final = [6, 4, 4, 2, 2, 2, 2, 2, 1, 1, 1, 1, 4, 2, 2, 2]
"""The number of tiles of each shape."""


def position(*steps: str, **fields: Any) -> KhanState:
    """Return the state of a `description` before its first decision, with its notes."""
    data = description(*steps, **fields)
    state = cast(KhanState, GAME.state_from_dict({**data, "stack": []}))
    entries = [step(text) for text in reversed(steps)]
    state.stack = [GAME.steps[entry.pop("step")](**entry) for entry in entries]
    # tests of a few steps may leave out what comes in between, even the rest of a turn
    errors = [error for error in state.position_errors() if "right after" not in error]
    assert errors == []
    state.journal = []
    state.advance()
    return state


def legal(s: KhanState, family: str = "") -> list[str]:
    """Return the legal actions as text; of one family only the words after its name."""
    texts = [str(action) for action in s.legal_actions()]
    return [text.partition(" ")[2] for text in texts if text.split()[0] == family] if family else texts


def act(s: KhanState, *actions: str) -> KhanState:
    """Take actions, each by the player to act."""
    for action in actions:
        s.submit(action, s.players_to_act[0])
    return s


def refused(s: KhanState, action: str) -> tuple[str, str]:
    """Try an illegal action and return the key and the clause of the refusal."""
    before = s.to_dict()
    try:
        s.submit(action, s.players_to_act[0])
    except IllegalActionError as error:
        assert s.to_dict() == before
        return error.key, error.clause
    raise AssertionError(f"{action} was allowed")


def shown(s: KhanState, field: str) -> Any:
    """Return a field in its readable form."""
    return s.to_dict()[field]


def ruler(s: KhanState, name: str) -> Any:
    """Return the cell of a ruler, None if removed."""
    return shown(s, "rulers")[RULERS.index(name)]


def camp(s: KhanState, name: str) -> int:
    """Return the number of yurts in a ruler's camp."""
    return s.camps[RULERS.index(name)]


def notes_of(s: KhanState, key: str) -> list[dict[str, Param]]:
    """Return the parameters of the notes with a key."""
    return [note.params for note in s.journal or [] if note.key == key]


def game(players: int, seed: int, **options: object) -> Iterator[KhanState]:
    """Yield the state before each decision of a random game, and at its end."""
    s = cast(KhanState, GAME.new_state(players, seed, **options))
    rng = random.Random(seed)
    while not s.is_terminal:
        yield s
        s.apply(rng.choice(s.legal_actions()))
    yield s
