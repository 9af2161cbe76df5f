"""Checks corrected facts: compares them with our data and plays games with them; see facts/active.py."""

import json
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, Final

from regnum.core.facts.corrections import Facts, apply_corrections, corrections
from regnum.core.folder import read_data, read_uncorrected
from regnum.core.game import Game
from regnum.core.json_values import as_object
from regnum.core.registry import GAMES
from regnum.core.rules.state import State

MAX_DECISIONS: Final = 20_000
"""The maximum number of decisions in a trial game."""


def has_same_facts(game: Game, facts: Mapping[str, Any]) -> bool:
    """Return whether these corrections result in the data with which this process plays the game."""
    if facts == game.facts:
        return True
    originals = own_data(game)
    if not set(facts) <= set(originals):
        return False
    try:
        return all(
            apply_corrections(data, facts.get(name, {})) == read_data(game.package, name)
            for name, data in originals.items()
        )
    except (AttributeError, LookupError, TypeError, ValueError, RecursionError):  # not facts of this game
        return False


def own_data(game: Game) -> Facts:
    """Return a game's uncorrected data by file name, for the files that contain correctable facts."""
    return {
        name: read_uncorrected(game.package, name) for name in {path.partition(".")[0]: 0 for path in game.correctable}
    }


# Run in separate processes, before any other process loads a game.


def compare(task: dict[str, Any]) -> None:
    """Print as JSON the given facts that differ from our data, and all errors in them."""
    changed: dict[str, Facts] = {}
    wrong: list[str] = []
    for name, table in task["given"].items():
        facts = as_object(table)
        if name not in GAMES.ids():
            wrong.append(f"{name}: no game; put the id of the game before each table, such as [khan.setup.scoring]")
        elif facts is None:
            wrong.append(f"{name}: not a table")
        else:
            try:
                game: Game = GAMES[name]
                changed[game.package.rpartition(".")[2]] = corrections(game.correctable, own_data(game), facts)
            except ValueError as error:
                wrong += [f"{name}.{part}" for part in str(error).split("; ")]
    _print_result({name: facts for name, facts in changed.items() if facts}, wrong)


def play_test_games(task: dict[str, Any]) -> None:
    """Begin each game with every player count, play it once with random actions, and print all errors as JSON."""
    wrong: list[str] = []
    for name in task["games"]:
        try:
            _play_test_game(name)
        except Exception as error:  # with bad data, a game's modules may raise any exception
            message = str(error) if isinstance(error, ValueError) else f"{type(error).__name__}: {error}"
            wrong.append(f"no game of {name} comes of them: {message}")
    _print_result({}, wrong)


def _game_in(folder: str) -> Game:
    """Return the game in a folder. A built-in game is loaded alone, because another game's facts may be wrong."""
    ids = GAMES.ids()
    games: Iterator[Game] = (GAMES[id] for id in ([folder] if folder in ids else ids))
    return next(game for game in games if game.package.rpartition(".")[2] == folder)


def _play_test_game(name: str) -> None:
    game = _game_in(name)
    for players in game.player_counts:
        _check_state(game.new_state(players, 1))
    state = game.new_state(game.player_counts[0], 1)
    rng = Random(1)
    while not state.is_terminal:
        if state.ply == MAX_DECISIONS:
            raise ValueError(f"a game does not end within {MAX_DECISIONS} decisions")
        player = state.players_to_act[0]
        state.apply(rng.choice(state.legal_actions(player)), player)
    _check_state(state)


def _check_state(state: State) -> None:
    if errors := state.position_errors():
        raise ValueError("; ".join(errors))


def _print_result(changed: dict[str, Facts], wrong: list[str]) -> None:
    print(json.dumps({"found": changed, "wrong": "; ".join(wrong)}))
