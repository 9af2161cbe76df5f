"""The tree of an information-set search, and what grows it.

One tree for the seat that thinks. Each iteration deals out anew what the seat does not know and walks down by what is
legal in that world; so an action's chances are counted by how often it could be taken, not by how often its parent was
passed. Everybody goes for himself: a world's end is worth something to each side.
"""

from math import exp, sqrt
from time import thread_time
from typing import Final

from regnum.core.ai.evaluation import Lines
from regnum.core.ai.search_policy import SearchPolicy, at_once, candidates, choices
from regnum.core.game import game_of
from regnum.core.rules.action import Action
from regnum.core.rules.rng import number
from regnum.core.rules.state import State
from regnum.players.search.playing import play_on
from regnum.players.search.worth import lead, worth

_NARROW: Final = 24
"""Below the root so many actions are looked at when a place is new, and one more each time that it is passed."""
_CHECK: Final = 50
"""After so many iterations each it is seen whether the choice is settled."""
_SETTLED: Final = 0.5
"""It is settled when the first is further ahead of the second than this part of the iterations that are left."""
_SEATS: Final = 8
"""More than players in any game: an action and who takes it are one number together."""


class Node:
    """What follows when an action was taken: how often, and what it was worth to whoever took it."""

    __slots__ = ("action", "children", "decided", "hope", "seen", "total", "visits", "weight")

    def __init__(self, action: Action | None, weight: float) -> None:
        self.action: Final = action
        self.weight: Final = weight
        self.visits = 0
        self.seen = 0
        """How often it could have been taken."""
        self.total = 0.0
        self.decided = 0
        """How often something was decided here, and what that was worth to whoever decided (`hope`)."""
        self.hope = 0.0
        self.children: dict[int, Node] = {}

    def __reduce__(self) -> tuple[object, ...]:
        found = (self.visits, self.seen, self.total, self.decided, self.hope, self.children)
        return _node, (self.action, self.weight, found)


def _node(action: Action | None, weight: float, found: tuple[int, int, float, int, float, dict[int, Node]]) -> Node:
    """Return a node with what was found out about it (what unpickling a node calls)."""
    node = Node(action, weight)
    node.visits, node.seen, node.total, node.decided, node.hope, node.children = found
    return node


class Search:
    """A search for what a seat should do, given what it sees. It knows nothing else, and follows from its seed."""

    def __init__(
        self, seen: State, policy: SearchPolicy, seed: int, root: Node | None = None, lines: Lines | None = None
    ) -> None:
        """`seen`: the state as the seat that is to act observes it; `root`: what is known of it from before.

        `lines`: the weights to judge by (None: what the game's features foretell).
        """
        self.seen: Final = seen
        self.seat: Final[int] = seen.observer
        self.policy: Final = policy
        self.seed: Final = seed
        self.lines: Final[Lines] = game_of(seen).evaluation.values if lines is None else lines
        self.root: Final = root or Node(None, 1.0)
        self.iterations = 0
        self._luck = number(seed, 0) & 0x3FFFFFFF
        self._nodes: list[Node] = []
        self._players: list[int] = []

    def run(self, iterations: int, seconds: float) -> None:
        """Search for so many iterations, or, if that is 0, for so many seconds of this thread's processor time.

        Time that will hardly change the choice any more is not spent.
        """
        if iterations > 0:
            for _ in range(iterations):
                self.iterate()
            return
        begin = now = thread_time()
        end = begin + seconds
        done = 0
        while now < end:
            self.iterate()
            done += 1
            now = thread_time()
            if done % _CHECK == 0 and self._margin() > _SETTLED * done * (end - now) / (now - begin):
                return

    def _margin(self) -> int:
        """Return how many times more than any other the action was taken that was taken most often."""
        most = second = 0
        for child in self.root.children.values():
            if child.visits > most:
                most, second = child.visits, most
            elif child.visits > second:
                second = child.visits
        return most - second

    def best(self, legal: list[Action]) -> Action:
        """Return the action that was taken most often; of equals the one that was worth more."""
        found = legal[0]
        most = -1
        value = 0.0
        for action in legal:
            node = self.root.children.get(action.index * _SEATS + self.seat)
            if node is None or node.visits == 0:
                continue
            mean = node.total / node.visits
            if node.visits > most or (node.visits == most and mean > value):
                found, most, value = action, node.visits, mean
        return found

    def after(self, action: Action) -> Node | None:
        """Return what is known of what follows when the seat takes this action."""
        return self.root.children.get(action.index * _SEATS + self.seat)

    def iterate(self) -> None:
        """Deal a world, walk down the tree in it, play it on, and remember what came of it."""
        self.iterations += 1
        world = self.policy.imagine(self.seen, number(self.seed, self.iterations))
        nodes = self._nodes
        players = self._players
        nodes.clear()
        players.clear()
        node = self.root
        nodes.append(node)
        ripe = self.policy.ripe
        while world.players_to_act:
            player = world.players_to_act[0]
            if at_once(world):
                if self.seat not in world.players_to_act:
                    self._play(world, player)  # what the others choose meanwhile the seat does not see
                    continue
                player = self.seat
            legal = candidates(choices(world, player))
            if len(legal) == 1:
                world.apply(legal[0], player)
                continue
            if node is not self.root and node.visits < ripe:
                break
            node = self._select(node, world, player, legal)
            nodes.append(node)
            players.append(player)
            assert node.action is not None
            world.apply(node.action, player)
        self._luck = (self._luck * 29773421 + 12345) & 0x3FFFFFFF
        play_on(world, self.policy, self._luck)
        self._remember(worth(world, self.policy.spread, self.lines))

    def _select(self, node: Node, world: State, player: int, legal: list[Action]) -> Node:
        """Return the child to walk to: what was good, what looks good, and what was tried too seldom to tell."""
        children = node.children
        open_: list[Node] = []
        whole = 0.0
        count = len(legal)
        room = count if node is self.root else _NARROW + node.decided
        first = self._luck % count
        for at in range(count):
            action = legal[(first + at) % count]
            key = action.index * _SEATS + player
            child = children.get(key)
            if child is None:
                if open_ and len(children) >= room:
                    continue
                child = Node(action, self._weight(world, action, player))
                children[key] = child
            child.seen += 1
            whole += child.weight
            open_.append(child)
        prior = self.policy.prior
        explore = self.policy.explore
        alike = (1.0 - prior) / len(open_)
        scale = prior / whole
        unknown = node.hope / node.decided if node.decided else 0.5
        best = open_[0]
        most = -1.0
        for child in open_:
            visits = child.visits
            mean = child.total / visits if visits else unknown
            score = mean + explore * (alike + scale * child.weight) * sqrt(float(child.seen)) / (1.0 + visits)
            if score > most:
                most = score
                best = child
        return best

    def _weight(self, world: State, action: Action, player: int) -> float:
        """Return how good the estimate one action ahead makes an action look."""
        if self.policy.prior <= 0.0:
            return 1.0
        tried = world.clone()
        tried.apply(action, player)
        ahead = lead(tried, player, self.lines) / self.policy.edge
        return exp(max(-60.0, min(60.0, ahead)))

    def _play(self, world: State, player: int) -> None:
        self._luck = (self._luck * 29773421 + 12345) & 0x3FFFFFFF
        self.policy.play(world, player, self._luck)

    def _remember(self, values: list[float]) -> None:
        nodes = self._nodes
        for depth, player in enumerate(self._players):
            value = values[player]
            node = nodes[depth]
            node.decided += 1
            node.hope += value
            child = nodes[depth + 1]
            child.visits += 1
            child.total += value
