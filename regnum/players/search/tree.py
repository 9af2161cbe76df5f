"""The tree of an information-set search, and the search that grows it.

There is one tree, for the searching seat. Each iteration redeals the hidden parts and descends by the actions that are
legal in that world, so exploration counts how often an action was available, not the visits of its parent. Each player
maximizes their own result: the end of a playout has a value for each side.
"""

from math import exp, sqrt
from time import thread_time
from typing import Final

from regnum.core.ai.evaluation import WeightTable
from regnum.core.ai.search_policy import SearchPolicy, candidates, is_simultaneous, playout_actions
from regnum.core.game import game_of
from regnum.core.rules.action import Action
from regnum.core.rules.rng import draw_number
from regnum.core.rules.state import State
from regnum.players.search.playout import play_on
from regnum.players.search.values import margin, win_values

_INITIAL_WIDTH: Final = 24
"""The number of actions considered at a new node below the root; each visit adds one."""
_CHECK_INTERVAL: Final = 50
"""The interval, in iterations, at which the search checks whether the choice is settled."""
_SETTLED_SHARE: Final = 0.5
"""The choice is settled when the best action's lead in visits exceeds this fraction of the remaining iterations."""
_MAX_SEATS: Final = 8
"""A number above the player count of any game, because a node's key combines an action and its player in one number."""


class SearchNode:
    """The node after an action: its visits, and its total value to the acting player."""

    __slots__ = ("action", "availability", "children", "decision_total", "decisions", "total", "visits", "weight")

    def __init__(self, action: Action | None, weight: float) -> None:
        self.action: Final = action
        self.weight: Final = weight
        self.visits = 0
        self.availability = 0
        """The number of times the action was available."""
        self.total = 0.0
        self.decisions = 0
        """The number of decisions at this node; `decision_total` is their total value to the deciding players."""
        self.decision_total = 0.0
        self.children: dict[int, SearchNode] = {}

    def __reduce__(self) -> tuple[object, ...]:
        values = (self.visits, self.availability, self.total, self.decisions, self.decision_total, self.children)
        return _node, (self.action, self.weight, values)


def _node(
    action: Action | None, weight: float, values: tuple[int, int, float, int, float, dict[int, SearchNode]]
) -> SearchNode:
    """Return a node with its statistics (called by unpickling)."""
    node = SearchNode(action, weight)
    node.visits, node.availability, node.total, node.decisions, node.decision_total, node.children = values
    return node


class Search:
    """A search for a seat's best action, based only on its observation and reproducible by its seed."""

    def __init__(
        self,
        observation: State,
        policy: SearchPolicy,
        seed: int,
        root: SearchNode | None = None,
        weights: WeightTable | None = None,
    ) -> None:
        """`observation`: the observed state of the seat to act. `root`: its node from an earlier search, if any.

        `weights`: the weights of the evaluation (None: its `values`).
        """
        self.observation: Final = observation
        self.seat: Final[int] = observation.observer
        self.policy: Final = policy
        self.seed: Final = seed
        self.weights: Final[WeightTable] = game_of(observation).evaluation.values if weights is None else weights
        self.root: Final = root or SearchNode(None, 1.0)
        self.iterations = 0
        self._random = draw_number(seed, 0) & 0x3FFFFFFF
        self._nodes: list[SearchNode] = []
        self._players: list[int] = []

    def run(self, iterations: int, seconds: float) -> None:
        """Search for a number of iterations or, if `iterations` is 0, seconds of this thread's processor time.

        With a time limit, it stops early when more time would hardly change the choice.
        """
        if iterations > 0:
            for _ in range(iterations):
                self.iterate()
            return
        begin = now = thread_time()
        end = begin + seconds
        count = 0
        while now < end:
            self.iterate()
            count += 1
            now = thread_time()
            if count % _CHECK_INTERVAL == 0 and self._visit_margin() > _SETTLED_SHARE * count * (end - now) / (
                now - begin
            ):
                return

    def _visit_margin(self) -> int:
        """Return the difference in visits between the most visited action and the second."""
        most = second = 0
        for child in self.root.children.values():
            if child.visits > most:
                most, second = child.visits, most
            elif child.visits > second:
                second = child.visits
        return most - second

    def best(self, legal: list[Action]) -> Action:
        """Return the most visited action; among equally visited ones, the one with the highest mean value."""
        choice = legal[0]
        most = -1
        value = 0.0
        for action in legal:
            node = self.root.children.get(action.index * _MAX_SEATS + self.seat)
            if node is None or node.visits == 0:
                continue
            mean = node.total / node.visits
            if node.visits > most or (node.visits == most and mean > value):
                choice, most, value = action, node.visits, mean
        return choice

    def child(self, action: Action) -> SearchNode | None:
        """Return the node after an action of the seat, or None if it was not explored."""
        return self.root.children.get(action.index * _MAX_SEATS + self.seat)

    def iterate(self) -> None:
        """Deal a world, descend the tree in it, play it out, and store the result in the visited nodes."""
        self.iterations += 1
        world = self.policy.sample_state(self.observation, draw_number(self.seed, self.iterations))
        nodes = self._nodes
        players = self._players
        nodes.clear()
        players.clear()
        node = self.root
        nodes.append(node)
        expansion_visits = self.policy.expansion_visits
        while world.players_to_act:
            player = world.players_to_act[0]
            if is_simultaneous(world):
                if self.seat not in world.players_to_act:
                    self._play(world, player)  # the seat does not see the others' choices
                    continue
                player = self.seat
            legal = candidates(playout_actions(world, player))
            if len(legal) == 1:
                world.apply(legal[0], player)
                continue
            if node is not self.root and node.visits < expansion_visits:
                break
            node = self._select(node, world, player, legal)
            nodes.append(node)
            players.append(player)
            assert node.action is not None
            world.apply(node.action, player)
        self._random = (self._random * 29773421 + 12345) & 0x3FFFFFFF
        play_on(world, self.policy, self._random)
        self._backpropagate(win_values(world, self.policy.margin_scale, self.weights))

    def _select(self, node: SearchNode, world: State, player: int, legal: list[Action]) -> SearchNode:
        """Return the child to descend to, by its mean value, its prior, and the number of its visits."""
        children = node.children
        available: list[SearchNode] = []
        total_weight = 0.0
        count = len(legal)
        max_children = count if node is self.root else _INITIAL_WIDTH + node.decisions
        first = self._random % count
        for at in range(count):
            action = legal[(first + at) % count]
            key = action.index * _MAX_SEATS + player
            child = children.get(key)
            if child is None:
                if available and len(children) >= max_children:
                    continue
                child = SearchNode(action, self._prior_weight(world, action, player))
                children[key] = child
            child.availability += 1
            total_weight += child.weight
            available.append(child)
        prior_weight = self.policy.prior_weight
        exploration = self.policy.exploration
        uniform_weight = (1.0 - prior_weight) / len(available)
        scale = prior_weight / total_weight
        default_mean = node.decision_total / node.decisions if node.decisions else 0.5
        best = available[0]
        best_score = -1.0
        for child in available:
            visits = child.visits
            mean = child.total / visits if visits else default_mean
            score = mean + exploration * (uniform_weight + scale * child.weight) * sqrt(float(child.availability)) / (
                1.0 + visits
            )
            if score > best_score:
                best_score = score
                best = child
        return best

    def _prior_weight(self, world: State, action: Action, player: int) -> float:
        """Return the prior weight of an action according to the estimate one action ahead."""
        if self.policy.prior_weight <= 0.0:
            return 1.0
        next_state = world.clone()
        next_state.apply(action, player)
        value = margin(next_state, player, self.weights) / self.policy.prior_scale
        return exp(max(-60.0, min(60.0, value)))

    def _play(self, world: State, player: int) -> None:
        self._random = (self._random * 29773421 + 12345) & 0x3FFFFFFF
        self.policy.play_decision(world, player, self._random)

    def _backpropagate(self, values: list[float]) -> None:
        nodes = self._nodes
        for depth, player in enumerate(self._players):
            value = values[player]
            node = nodes[depth]
            node.decisions += 1
            node.decision_total += value
            child = nodes[depth + 1]
            child.visits += 1
            child.total += value
