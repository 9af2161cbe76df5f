"""Steps to come that cannot be: no part of the sequence of play, or the position does not go with them."""

import re
from typing import Any, Final

from regnum.core.step import Step
from regnum.games.brian_boru.action_phase import ChooseTown, Follow, Lead, winner_of
from regnum.games.brian_boru.battle import LoseTown, gathered
from regnum.games.brian_boru.church import BuildMonastery
from regnum.games.brian_boru.components import (
    CARDS,
    DOWRY_REGION,
    MAIN,
    REGIONS,
    SECONDARY,
    THIRD_REWARD,
    TOWNS,
    TRACK_TOP,
)
from regnum.games.brian_boru.icons import CarryOut, ChooseSecondary, FallBack
from regnum.games.brian_boru.marriage import DowryTown
from regnum.games.brian_boru.state import BrianState

_ACTING: Final = (
    "ChooseSecondary",
    "CarryOut",
    "MoreDiscs",
    "MoreRaiders",
    "MoreSteps",
    "FallBack",
    "Expand",
    "DriveOff",
)
"""The steps between a power struggle and its end."""

_SEQUENCE: Final = re.compile(
    rf"""
    Setup,
    | (FirstTown,)* Round,
    | (Preparation,)? Deal, Upkeep, Round,
    | ( Draft,
      | ChooseTown, Lead, (Follow,)* Resolve,
      | (Lead,)? (Follow,)* Resolve,
      | (({"|".join(_ACTING)}),)* EndTrick,
      )? Trick, Upkeep, Round,
    | Upkeep, Round,
    | ( Marriage,
      | (((AnswerPrincess|DowryTown),)? BackToStart,)? (GrantedTown,)? (TrackReward,)*
      ) Battle, Church, Regions, Round,
    | (LoseTown,)* Spoils, Church, Regions, Round,
    | Church, Regions, Round,
    | (BuildMonastery,)? SecondReward, Regions, Round,
    | (BuildMonastery,)* Regions, Round,
    | (FinalScoring,)?
    """,
    re.VERBOSE,
)
"""The steps that may be to come, the next one first."""


def out_of_sequence(steps: list[Step[Any]], names: list[str]) -> list[str]:
    """The steps to come are part of the sequence of play."""
    if not _SEQUENCE.fullmatch("".join(f"{name}," for name in names)):
        return [f"stack: {', '.join(names) or 'nothing'} is no part of the sequence of play"]
    paid = [step.paid for step in steps if isinstance(step, BuildMonastery)]
    if any(type(value) is not bool for value in paid):
        return ["stack: BuildMonastery is paid or not, true or false"]
    if any(value == ("SecondReward" in names) for value in paid):
        return ["stack: a monastery is paid for after the second reward, and only then"]
    return []


def at_odds(s: BrianState, steps: list[Step[Any]], names: list[str]) -> list[str]:
    """The position goes with the steps to come, which are part of the sequence of play."""
    found = _parameters(s, steps)
    if s.marker >= 0:
        found += _struggle(s, steps, names)
        found += _upkeep(s, steps)
    return found


def _parameters(s: BrianState, steps: list[Step[Any]]) -> list[str]:
    """The parameters of the steps name things that there are."""
    limits = {"loser": s.players - 1, "region": len(REGIONS) - 1, "start": TRACK_TOP}
    found: list[str] = []
    for step in steps:
        for name, value in step.params().items():
            high = limits.get(name)
            if high is not None and (isinstance(value, bool) or not 0 <= value <= high):
                found.append(f"stack: {step!r}: {name} is from 0 to {high}")
        if isinstance(step, FallBack) and step.start > s.track[step.player]:
            found.append(f"stack: {step!r}: player {step.player} began above space {s.track[step.player]}")
    return found


def _struggle(s: BrianState, steps: list[Step[Any]], names: list[str]) -> list[str]:
    """The power struggle that is going on, if one is: its town, the cards played, who is still to act."""
    if "Trick" not in names:
        return ["active: no power struggle is going on"] if s.active >= 0 else []
    found: list[str] = []
    to_play = [step.player for step in steps if isinstance(step, (Lead, Follow))]
    choosing = [step.player for step in steps if isinstance(step, ChooseTown)]
    going_on = "EndTrick" in names or ("Resolve" in names and not choosing)
    order = s.clockwise()
    if to_play != order[len(order) - len(to_play) :] or choosing not in ([], order[:1]):
        found.append("stack: cards are played clockwise from the town marker")
    if "Lead" in names and len(to_play) != s.players:
        found.append("stack: not everybody is to play a card")
    if (s.active >= 0) != going_on:
        found.append("active: " + ("the power struggle has no town" if going_on else "no power struggle is going on"))
    for player in range(s.players):
        card = s.played[player]
        if (card >= 0) != (going_on and player not in to_play):
            found.append(f"played[{player}]: player {player} has {'not ' if card >= 0 else ''}played a card")
        elif card >= 0 and not s.spent[player] >> card & 1:
            found.append(f"played[{player}]: card {CARDS[card]} is not among his spent cards")
    before = [s.spent[player].bit_count() - (s.played[player] >= 0) for player in range(s.players)]
    most = s.tricks() - (1 if going_on or choosing else 0)
    if "Draft" not in names and (min(before) != max(before) or max(before) > most):
        found.append(f"spent: not everybody has played the same number of cards, up to {most}")
    if going_on and not found:
        found += _resolving(s, steps) if "EndTrick" in names else _contested(s)
    return found


def _contested(s: BrianState) -> list[str]:
    return [] if s.free() >> s.active & 1 else [f"active: a disc lies on {TOWNS[s.active]} already"]


def _resolving(s: BrianState, steps: list[Step[Any]]) -> list[str]:
    """All cards are played: who still acts, in the order of the cards, and how."""
    found: list[str] = []
    winner = winner_of(s)
    acting: list[int] = []
    claimed = winner >= 0
    for step in steps:
        if type(step).__name__ not in _ACTING:
            continue
        player = step.params()["player"]
        if player not in acting[-1:]:
            acting.append(player)
        options = SECONDARY[s.played[player]]
        if isinstance(step, ChooseSecondary) and (player == winner or len(options) == 1):
            found.append(f"stack: {step!r}: player {player} has no secondary action to choose")
        if isinstance(step, CarryOut):
            icons = len(MAIN[s.played[player]])
            if not 0 <= step.option <= len(options) or (step.option == 0) != (player == winner):
                found.append(f"stack: {step!r}: option is 0 for the winner, else up to {len(options)}")
            elif step.option:
                icons = len(options[step.option - 1])
            if not 0 <= step.icon < icons:
                found.append(f"stack: {step!r}: icon is from 0 to {icons - 1}")
            if step.option == step.icon == 0:
                claimed = False
    order = sorted(range(s.players), key=lambda player: s.played[player])
    if acting != order[len(order) - len(acting) :]:
        found.append("stack: players act in the order of their cards")
    elif claimed:
        if not s.discs[winner] >> s.active & 1:
            found.append(f"active: player {winner} has claimed {TOWNS[s.active]}, but has no disc there")
        if s.marker != winner:
            found.append(f"marker: player {winner} has claimed {TOWNS[s.active]} and has the town marker")
    else:
        found += _contested(s)
    return found


def _upkeep(s: BrianState, steps: list[Step[Any]]) -> list[str]:
    """The decisions of upkeep are those of the players whom they are for."""
    found: list[str] = []
    raiders = gathered(s)
    most, fewest = max(raiders), min(raiders)
    alone = raiders.count(most) == 1
    for step in steps:
        if isinstance(step, DowryTown):
            bride = s.brides[s.round - 1] if 1 <= s.round <= len(s.brides) else -1
            if bride < 0 or not s.wed[step.player] >> bride & 1 or DOWRY_REGION[bride] != step.region:
                found.append(f"stack: {step!r}: player {step.player} has not just won this dowry")
        elif isinstance(step, LoseTown) and 0 <= step.loser < s.players:
            if not s.battle_area:
                found.append(f"stack: {step!r}: no raiders are left in the battle area")
            if raiders[step.loser] != fewest:
                found.append(f"stack: {step!r}: player {step.loser} has not the fewest raiders")
            if step.player != (raiders.index(most) if alone else step.loser):
                found.append(f"stack: {step!r}: it is not for player {step.player} to choose")
        elif isinstance(step, BuildMonastery):
            if step.paid and s.church[step.player] < THIRD_REWARD:
                found.append(f"stack: {step!r}: player {step.player} has not {THIRD_REWARD} discs in the church area")
            if not step.paid and (s.marker != step.player or s.church[step.player]):
                found.append(f"stack: {step!r}: player {step.player} has the marker and his discs back first")
    return found
