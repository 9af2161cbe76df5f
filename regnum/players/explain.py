"""Why a choice is good: what it changes in the features by which a game's position is judged, in points.

A choice is compared with the others that there are, in a few worlds that fit what the seat sees. Nothing else is asked,
so that a reason tells nothing that the seat does not know.
"""

from typing import Final

from regnum.core.ai.search_policy import candidates
from regnum.core.game import game_of
from regnum.core.rules.action import Action
from regnum.core.rules.rng import number
from regnum.core.rules.state import State
from regnum.players.greedy import GreedyPlayer

WORLDS: Final = 4
"""In how many worlds choices are compared."""
MANY: Final = 12
"""With so many of the other choices, spread over all of them."""
PLAYED_ON: Final = 6
"""In how many worlds a choice is played on."""
AHEAD: Final = 24
"""For so many decisions, of all seats together."""
OTHERS: Final = "others"
"""The reason that is no feature: what becomes of the other players."""


class Reason:
    """What speaks for a choice, or against it.

    `name`: of the feature; OTHERS; "" where only the whole can be told. `points`: how many more it is worth to the seat
    than the other choices on average, below 0 if less. `change`: by how much the feature itself is higher.
    """

    def __init__(self, name: str, points: float, change: float) -> None:
        self.name: Final = name
        self.points: Final = points
        self.change: Final = change


def _after(world: State, action: Action, seat: int) -> State:
    """Return a world once a seat has done something in it."""
    after = world.clone()
    after.apply(action, seat)
    return after


class _Look:
    """What a seat has in a world: what each feature counts and is; [] where nothing is open any more."""

    def __init__(self, after: State, seat: int) -> None:
        evaluation = game_of(after).evaluation
        hopes = evaluation.certain(after)
        self.counts: list[float] = []
        self.values: list[float] = []
        if not hopes:
            weights = evaluation.lines[evaluation.row(after)]
            features = evaluation.features(after)
            self.values = features[seat]
            self.counts = [weights[at] * value for at, value in enumerate(self.values)]
            for line in features:
                hope = 0.0
                for at, value in enumerate(line):
                    hope += weights[at] * value
                hopes.append(hope)
        self.whole: Final[float] = hopes[seat]
        rivals = [hope for side, hope in enumerate(hopes) if side != seat]
        self.rivals: Final[float] = (max(rivals) + sum(rivals) / len(rivals)) / 2 if rivals else 0.0


class _Difference:
    """How much more a seat has after one choice than after others, on average; nothing in parts if a game has ended."""

    def __init__(self, features: int, looks: int) -> None:
        self.points: Final = [0.0] * features
        self.changes: Final = [0.0] * features
        self.whole = 0.0
        self.rivals = 0.0
        self.is_open = True
        self._share: Final = 1.0 / looks

    def add(self, mine: _Look, its: _Look) -> None:
        share = self._share
        self.whole += share * (mine.whole - its.whole)
        self.rivals += share * (mine.rivals - its.rivals)
        self.is_open = self.is_open and len(mine.counts) > 0 and len(its.counts) > 0
        if self.is_open:
            for at in range(len(self.points)):
                self.points[at] += share * (mine.counts[at] - its.counts[at])
                self.changes[at] += share * (mine.values[at] - its.values[at])


def reasons(seen: State, action: Action, legal: list[Action], seed: int, itself: bool = False) -> list[Reason]:
    """Return why the observer would take an action rather than others, what counts most first; [] if there are none.

    `legal`: what the action is compared with, itself included or not. `itself`: only what the action changes is a
    reason, not what nothing but the others would cost or bring.
    """
    others = [other for other in candidates(legal) if other is not action]
    if not others:
        return []
    step = max(1.0, len(others) / MANY)
    compared = [others[int(at * step)] for at in range(min(len(others), MANY))]
    names = game_of(seen).evaluation.names
    moved = [not itself] * len(names)
    more = _Difference(len(names), WORLDS * len(compared))
    for draw in range(WORLDS):
        world = seen.determinized(number(seed, draw))
        mine = _Look(_after(world, action, seen.observer), seen.observer)
        for at, value in enumerate(game_of(world).evaluation.features(world)[seen.observer] if mine.values else []):
            moved[at] = moved[at] or mine.values[at] != value
        for other in compared:
            more.add(mine, _Look(_after(world, other, seen.observer), seen.observer))
    if more.is_open:
        found = [Reason(name, more.points[at], more.changes[at]) for at, name in enumerate(names) if moved[at]]
    else:
        found = [Reason("", more.whole, more.whole)]
    found.append(Reason(OTHERS, -more.rivals, more.rivals))
    return sorted(found, key=_weight)


def outlook(seen: State, action: Action, legal: list[Action], seed: int) -> list[Reason]:
    """Return what an action brings the observer in the turns to come, compared with what else a greedy bot would do.

    Everybody plays on like such a bot, after both in the same few worlds that fit what the seat sees. What counts most
    is first; [] if it brings no more, or there is nothing else to do.
    """
    others = [other for other in candidates(legal) if other is not action]
    if not others:
        return []
    seat = seen.observer
    other = GreedyPlayer(seed).choose(seen, others)
    names = game_of(seen).evaluation.names
    more = _Difference(len(names), PLAYED_ON)
    for draw in range(PLAYED_ON):
        world = seen.determinized(number(seed, draw))
        mine = _Look(_played_on(_after(world, action, seat), seed), seat)
        more.add(mine, _Look(_played_on(_after(world, other, seat), seed), seat))
    if not more.is_open or more.whole <= more.rivals:
        return []
    return sorted([Reason(name, more.points[at], more.changes[at]) for at, name in enumerate(names)], key=_weight)


def _played_on(state: State, seed: int) -> State:
    """Return where a state leads if everybody plays on like a greedy bot."""
    bot = GreedyPlayer(seed)
    for _ in range(AHEAD):
        if state.is_terminal:
            break
        player = state.players_to_act[0]
        state.apply(bot.choose(state.observed_by(player), state.legal_actions(player)), player)
    return state


def _weight(reason: Reason) -> float:
    return -abs(reason.points)
