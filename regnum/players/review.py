"""Reviews of finished games: the curve of the winning chances, and a strong bot's choice for each decision.

The chances are computed from the full state. Better choices are computed only from the seat's observation at that time,
so players are not blamed for things that they could not know.
"""

from collections.abc import Mapping, Sequence
from math import exp, sqrt
from time import thread_time
from typing import Any, Final

from regnum.core.ai.search_policy import candidates
from regnum.core.game import game_of
from regnum.core.record.play import UNDO
from regnum.core.record.record import Record
from regnum.core.rules.action import Action
from regnum.core.rules.rng import draw_number
from regnum.core.rules.state import State
from regnum.players.player import make_player
from regnum.players.reasons import Reason, find_reasons
from regnum.players.search.playout import play_on
from regnum.players.search.values import win_values

__all__ = [
    "LATE_LEAD",
    "MAX_CURVE_POINTS",
    "MAX_WORLDS",
    "MIN_STANDARD_ERRORS",
    "JudgedDecision",
    "Review",
    "SearchBudget",
    "effective_indices",
    "winning_chances",
]

MAX_CURVE_POINTS: Final = 400
"""The approximate maximum number of points of the curve."""
EARLY_LEAD: Final = 1.4
LATE_LEAD: Final = 0.6
"""The lead with which a side is about three times as likely to win, in multiples of `margin_scale`.

`EARLY_LEAD` is the value at the start of a game, `LATE_LEAD` at its end. These values had the lowest logarithmic loss
in 30 to 60 games of greedy bots in each of four games.
"""
MIN_WORLDS: Final = 8
MAX_WORLDS: Final = 160
"""The minimum and maximum number of worlds in which a choice is compared with the strong bot's choice."""
MIN_STANDARD_ERRORS: Final = 1.0
"""The number of standard errors by which a choice must be worse to have a cost."""


class SearchBudget:
    """The effort for each decision of a review: seconds of processor time, or numbers of iterations and worlds."""

    def __init__(self, seconds: float = 0.6, iterations: int = 0, worlds: int = 0) -> None:
        self.seconds: Final = seconds
        self.iterations: Final = iterations
        self.worlds: Final = worlds

    @property
    def bot(self) -> str:
        """The bot that analyses the decisions."""
        return f"strong:seconds={self.seconds}:iterations={self.iterations}"


class JudgedDecision:
    """The analysis of a decision.

    Attributes:
        number: The number of entries before it.
        seat: The seat that decided.
        played: The actual choice.
        best: The better choice; the actual one if there is none.
        cost: The loss of the seat's value (see `win_values`), from 0 to 1.
        reasons: The benefits of the better choice over the actual one.
    """

    def __init__(self, number: int, seat: int, played: str, best: str, cost: float, reasons: Sequence[Reason]) -> None:
        self.number: Final = number
        self.seat: Final = seat
        self.played: Final = played
        self.best: Final = best
        self.cost: Final = cost
        self.reasons: Final = list(reasons)

    def to_dict(self) -> dict[str, Any]:
        """Return this as JSON values."""
        return {
            "number": self.number,
            "seat": self.seat,
            "played": self.played,
            "best": self.best,
            "cost": round(self.cost, 4),
            "reasons": [[reason.name, round(reason.points, 3), round(reason.change, 3)] for reason in self.reasons],
        }

    @staticmethod
    def from_dict(data: Mapping[str, Any]) -> "JudgedDecision":
        """Return the decision from its JSON values."""
        reasons = [Reason(str(name), float(points), float(change)) for name, points, change in data["reasons"]]
        return JudgedDecision(data["number"], data["seat"], data["played"], data["best"], data["cost"], reasons)


def effective_indices(entries: Sequence[tuple[int, str]]) -> list[int]:
    """Return the indices of the entries that were not undone and are not undos themselves."""
    indices: list[int] = []
    for index, (seat, text) in enumerate(entries):
        if text == UNDO:  # later secret actions of others are kept
            indices.remove(next(earlier for earlier in reversed(indices) if entries[earlier][0] == seat))
        else:
            indices.append(index)
    return indices


def winning_chances(state: State, progress: float) -> list[float]:
    """Return each side's probability of winning.

    Args:
        state: A full state.
        progress: The fraction of the game that is over, from 0 to 1.
    """
    if state.is_terminal:
        places = state.ranking()
        if len(places) == 1:
            return [win_values(state, game_of(state).search.margin_scale)[0]]
        first = places.count(1)
        return [1.0 / first if place == 1 else 0.0 for place in places]
    evaluation = game_of(state).evaluation
    estimates = evaluation.estimate(state, evaluation.values)
    margin_scale = game_of(state).search.margin_scale * (EARLY_LEAD + (LATE_LEAD - EARLY_LEAD) * progress)
    best = max(estimates)
    if len(estimates) == 1:
        return [1.0 / (1.0 + exp(max(-40.0, min(40.0, -best / margin_scale))))]
    shares = [exp(max(-40.0, (estimate - best) / margin_scale)) for estimate in estimates]
    total = sum(shares)
    return [share / total for share in shares]


class Review:
    """The review of a finished game."""

    def __init__(self, record: Record, seats: Sequence[int], seed: int, budget: SearchBudget) -> None:
        """Prepare the review of a record.

        Args:
            record: The record of a finished game.
            seats: The seats whose decisions are judged.
            seed: The seed of the bot's search.
            budget: The effort for each decision.

        Raises:
            ValueError: If the record does not fit the rules.
        """
        self.record: Final = record
        self.seed: Final = seed
        self.budget: Final = budget
        play = record.begin()
        self.states: Final[list[State]] = [play.state]
        for unplayable in record.submit_to(play):
            if unplayable is not None:
                raise ValueError(str(unplayable))
            self.states.append(play.state)
        self.effective: Final = effective_indices(record.entries)
        self.decisions: Final = [
            index for index in self.effective if record.entries[index][0] in seats and self._is_real_choice(index)
        ]

    def _is_real_choice(self, index: int) -> bool:
        """Return whether the player had more than one option at this entry, and took no convenience action."""
        seat, text = self.record.entries[index]
        if self.record.game.actions.parse(text).convenience:
            return False
        return len(candidates(self.states[index].legal_actions(seat))) > 1

    def curve(self, points: int = MAX_CURVE_POINTS) -> list[tuple[int, list[float]]]:
        """Return the curve of all sides' winning chances: numbers of entries, with the chances after each.

        Args:
            points: About how many points the curve has.
        """
        count = len(self.effective)
        step = max(1, -(-count // points))
        indices = [0, *(self.effective[at] + 1 for at in range(step - 1, count - 1, step)), len(self.states) - 1]
        last = len(self.states) - 1
        return [(index, winning_chances(self.states[index], index / max(last, 1))) for index in dict.fromkeys(indices)]

    def judge(self, index: int) -> JudgedDecision:
        """Return the strong bot's analysis of a decision.

        Args:
            index: The number of entries before the decision.
        """
        seat, text = self.record.entries[index]
        observation = self.states[index].observed_by(seat)
        legal = observation.legal_actions(seat)
        played_action = self.record.game.actions.parse(text)
        seed = draw_number(self.seed, index)
        best = make_player(self.budget.bot, seed).choose(observation, legal)
        if best is played_action:
            return JudgedDecision(index, seat, text, text, 0.0, [])
        cost = self._cost(observation, played_action, best, seed)
        reasons = find_reasons(observation, best, [best, played_action], seed)
        return JudgedDecision(index, seat, text, best.text, cost, reasons)

    def _cost(self, observation: State, played_action: Action, best: Action, seed: int) -> float:
        """Return the mean loss from a choice instead of a better one, in the same worlds, or 0 if not significant."""
        policy = game_of(observation).search.prepare(observation, seed)
        end = thread_time() + self.budget.seconds
        total = squares = 0.0
        count = 0
        while count < (self.budget.worlds or MAX_WORLDS):
            if self.budget.worlds == 0 and count >= MIN_WORLDS and thread_time() > end:
                break
            count += 1
            random_bits = draw_number(seed, count)
            world = policy.sample_state(observation, random_bits)
            costs: list[float] = []
            for action in (best, played_action):
                next_state = world.clone()
                next_state.apply(action, observation.observer)
                play_on(next_state, policy, random_bits & 0x3FFFFFFF)
                costs.append(win_values(next_state, policy.margin_scale)[observation.observer])
            gain = costs[0] - costs[1]
            total += gain
            squares += gain * gain
        mean = total / count
        error = sqrt(max(0.0, squares / count - mean * mean) / count)
        return mean if mean > MIN_STANDARD_ERRORS * error else 0.0
