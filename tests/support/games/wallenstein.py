"""Positions of Wallenstein set up by hand."""

import random
from collections.abc import Callable, Iterator
from typing import Any

from regnum.core.packed import popcount
from regnum.core.rules.option import Options
from regnum.core.rules.step import Step
from regnum.games.wallenstein.components import (
    ACTION_CARDS,
    BUILDING_TILES,
    EVENTS,
    FAVOURS,
    FIELDS,
    IN_PLAY,
    LANDS,
    SITES,
    SPACES,
    TILES,
)
from regnum.games.wallenstein.game import GAME
from regnum.games.wallenstein.state import WallensteinState

A, B, C, D, E = range(5)
FARMERS = -1
SIX = ["altmark", "anhalt", "trier", "mark", "koeln", "passau"]
"""Lands of a player who has, with five coin cards, one card for each field."""

VARIANTS: list[dict[str, object]] = [
    {},
    {"court": True},
    {"landsknechte": True},
    {"court": True, "landsknechte": True},
]


class Scene:
    """A position in the spring of the first year: nobody has a land, all cubes are in the supply, the tower is empty.

    No event holds, nobody has an advantage tile; the action cards lie open in the order of the boards; player A stands
    on space 1, B on space 2 and so on.
    """

    def __init__(self, players: int = 3, **options: object) -> None:
        read: Options = GAME.read_setup(players, 1, options)
        self.players = players
        self.data: dict[str, Any] = GAME.blank_state(players, 1, read).to_dict()
        self.data.update(
            year=1,
            season="spring",
            groups=[[0, 0, 0, 0]] * players,
            open_events=EVENTS[:4],
            event_deck=EVENTS[4:],
            order=list(ACTION_CARDS),
            turned=10,
            tiles=[],
            confirmed=[1] * players,
            space=list(range(1, players + 1)),
            plan=[["blank" if f < 11 or read["court"] else None for f in range(len(FIELDS))]] * players,
        )
        self.data["plan"] = [list(row) for row in self.data["plan"]]
        if read["court"]:
            self.data["favour_deck"] = list(FAVOURS)

    def land(self, player: int, land: str, armies: int = 1, unrest: int = 0, *buildings: str) -> "Scene":
        """Give a player a land with armies of the supply, unrest markers and buildings."""
        number = LANDS.index(land)
        self.data["lands"][player].append(land)
        self.data["lands"][player].sort(key=LANDS.index)
        self.data["armies"][number] = armies
        self.data["supply"][player] -= armies
        self.data["unrest"][number] = unrest
        for building in buildings:
            standing = self.data["buildings"][("palace", "church", "trading_house").index(building)]
            standing.append(land)
        return self

    def lands(self, player: int, *lands: str) -> "Scene":
        """Give a player lands with one army each."""
        for land in lands:
            self.land(player, land)
        return self

    def inside(self, colour: int, count: int, where: str = "tower") -> "Scene":
        """Put cubes of a colour from the supply into the tower or the tray."""
        self.data["supply"][colour] -= count
        self.data[where][colour] += count
        return self

    def event(self, event: str) -> "Scene":
        """Set the current event; a previous one leaves the game."""
        if self.data["event"]:
            self.data["past_events"] = [self.data["event"]]
        for deck in ("open_events", "event_deck"):
            self.data[deck] = [card for card in self.data[deck] if card != event]
        self.data["event"] = event
        return self

    def favours(self, *digits: int) -> "Scene":
        """Lay favour cards open, the most expensive first."""
        self.data["favours"] = list(digits)
        self.data["favour_deck"] = [digit for digit in self.data["favour_deck"] if digit not in digits]
        self.data["past_favours"] = sorted(digits)
        return self

    def plan(self, player: int, **cards: str) -> "Scene":
        """Lay cards on the fields of a player's board."""
        for field, card in cards.items():
            self.data["plan"][player][FIELDS.index(field)] = card
        return self

    def set(self, **values: object) -> "Scene":
        """Set fields of the position."""
        self.data.update(values)
        return self

    def put(self, field: str, player: int, value: object) -> "Scene":
        """Set one player's entry of a field."""
        self.data[field][player] = value
        return self

    def planning(self) -> "Scene":
        """Return to the planning: no cards laid, no player order."""
        fields = len(FIELDS)
        return self.set(
            turned=5,
            confirmed=[0] * self.players,
            space=[None] * self.players,
            plan=[[None] * fields for _ in range(self.players)],
        )

    def tiles(self) -> "Scene":
        """Lay the advantage tiles out in the order coin, grain, six armies, attack, defence."""
        return self.set(tiles=list(TILES))

    def tile(self, player: int, tile: str) -> "Scene":
        """Move a player to the space with this tile and its occupant to the player's old space."""
        self.tiles()
        space = TILES.index(tile) + 1
        spaces = self.data["space"]
        if space in spaces:
            spaces[spaces.index(space)] = spaces[player]
        spaces[player] = space
        assert len(set(spaces)) == self.players <= SPACES
        return self

    def now(self, *steps: Step[Any], seed: int = 1) -> WallensteinState:
        """Return the state with these pending steps after all automatic events."""
        written = [{"step": type(step).__name__, **step.params()} for step in steps]
        state = GAME.state_from_dict({**self.data, "seed": seed, "stack": written})
        assert isinstance(state, WallensteinState)
        return state

    def when(self, condition: Callable[[WallensteinState], bool], *steps: Step[Any]) -> WallensteinState:
        """Return the first state, by rising seeds, with the wanted random result."""
        for seed in range(20_000):
            state = self.now(*steps, seed=seed)
            if condition(state):
                return state
        raise AssertionError("chance never falls like that")

    def stuck(self, cubes: dict[int, int], *steps: Step[Any]) -> WallensteinState:
        """Return a state after a throw that leaves these cubes in the tower."""
        return self.when(lambda state: all(state.tower[colour] == n for colour, n in cubes.items()), *steps)


def land(name: str) -> int:
    """Return the number of a land."""
    return LANDS.index(name)


def texts(state: WallensteinState, player: int | None = None) -> list[str]:
    """Return the legal actions of a player as text."""
    return [str(action) for action in state.legal_actions(player)]


def owner(state: WallensteinState, name: str) -> int:
    """Return the owner of a land; -1 for nobody."""
    return state.owner(land(name))


def notes(state: WallensteinState) -> list[str]:
    """Return the keys of the notes of a state."""
    return [note.key for note in state.journal or []]


def check_cubes(state: WallensteinState) -> None:
    """Check that every colour has 62 cubes, that there are 20 farmers, and that no cube is lent."""
    assert min(state.supply) >= 0
    assert min(state.tray) >= 0
    assert min(state.tower) >= 0
    for player in range(state.players):
        on_map = sum(state.armies[number] for number in range(len(LANDS)) if state.lands[player] >> number & 1)
        assert on_map + state.supply[player] + state.tray[player] + state.tower[player] == 62
    assert state.supply[FARMERS] + state.tray[FARMERS] + state.tower[FARMERS] == 20


def play(players: int, seed: int, options: dict[str, object]) -> Iterator[WallensteinState]:
    """Yield the state (always the same object) before each decision of a random game, and at its end."""
    state = GAME.new_state(players, seed, **options)
    assert isinstance(state, WallensteinState)
    rng = random.Random(seed)
    while not state.is_terminal:
        yield state
        player = rng.choice(state.players_to_act)
        state.apply(rng.choice(state.legal_actions(player)), player)
    yield state


def check(state: WallensteinState) -> None:
    """Check the invariants of the table, independent of the state's own list of errors."""
    if not any(type(step).__name__ == "PlaceGroup" for step in state.stack[-1:]):
        check_cubes(state)
    lands = state.lands
    assert sum(mask.bit_count() for mask in lands) == sum(1 for n in range(45) if state.owner(n) >= 0)
    for mask in lands:
        assert not mask & ~IN_PLAY[state.players]
    for kind, standing in enumerate(state.buildings):
        assert standing.bit_count() <= BUILDING_TILES[kind]
        assert not standing & state.neutral_lands()
    for number in range(45):
        assert state.building_count(number) <= SITES[number]
        assert (state.armies[number] > 0) == (state.owner(number) >= 0) or state.drafted == number
    assert min(state.coins) >= 0
    assert min(state.grain) >= 0
    assert min(state.unrest) >= 0
    events = len(state.event_deck) + popcount(state.open_events) + popcount(state.past_events) + (state.event >= 0)
    assert events == len(EVENTS) or state.year == 0
    if state.variant.court:
        assert max(state.hall) <= 7
        assert len(state.favour_deck) + popcount(state.past_favours) in (0, 21)
