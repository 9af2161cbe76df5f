"""The results of a match as JSON Lines: a header for the match, then one line for each finished game.

An interrupted match can be resumed from its file, even with more games than at first.
"""

import json
import os
from pathlib import Path
from types import TracebackType
from typing import Any, Final, TextIO

from regnum import __version__
from regnum.arena.game_runner import GameResult, ThinkingTime
from regnum.arena.match import Match, ScheduledGame
from regnum.core.atomic_files import check_writable
from regnum.core.game import Game
from regnum.core.json_values import as_object

__all__ = ["ResultFile", "header_difference", "match_header", "parse_result", "result_to_json", "results_in"]

FORMAT: Final = 1


def match_header(match: Match) -> dict[str, Any]:
    """Return what identifies a match, which excludes the number of games, and the version that began it."""
    return {
        "arena": FORMAT,
        "version": __version__,
        "game": match.game.id,
        **({"facts": match.game.facts} if match.game.facts else {}),
        "rules": match.game.rules_version,
        "players": match.players,
        "bots": list(match.bots),
        "seed": match.seed,
        "options": dict(match.options),
    }


def header_difference(stored: dict[str, Any], expected: dict[str, Any], game: Game) -> str:
    """Return the first difference between two headers, as a message, or "" if there is none.

    An option missing from the file is newer than the file, so it was played with its default.

    Args:
        stored: The header of the file.
        expected: The header of the match.
        game: The game.
    """
    options = as_object(stored.get("options"))
    if options is not None:
        stored = {**stored, "options": {**{option.name: option.default for option in game.options}, **options}}
    for key in {**expected, **stored}:
        if key != "version" and stored.get(key) != expected.get(key):
            return f"another match: {key} is {stored.get(key)!r} there, {expected.get(key)!r} here"
    return ""


def result_to_json(result: GameResult, timed: bool = False) -> dict[str, Any]:
    """Return a game's result as JSON values, without its entries.

    `fault` and `at_fault` are included only if there was a fault.

    Args:
        result: The result.
        timed: Whether to include times, which differ in each run.
    """
    fields = {name: value for name, value in result._asdict().items() if name not in ("entries", "seconds", "thoughts")}
    if not result.fault:
        del fields["fault"]
    else:
        fields["at_fault"] = result.at_fault
    if timed:
        fields["seconds"] = round(result.seconds, 6)
        fields["thoughts"] = [(moves, round(all_, 6), round(slowest, 6)) for moves, all_, slowest in result.thoughts]
    return fields


def parse_result(line: str, match: Match) -> GameResult | None:
    """Return the game in a line of a result file.

    None means a broken game from an older version, which did not record who was at fault: it must be played again.

    Raises:
        ValueError: If the line is not a game of this match.
    """
    content = as_object(json.loads(line)) or {}
    if content.get("fault") and "at_fault" not in content:
        return None
    try:
        seating = ScheduledGame(int(content["number"]), int(content["seed"]), tuple(content["seats"]))
        thoughts = tuple(
            ThinkingTime(int(moves), float(all_), float(slowest)) for moves, all_, slowest in content["thoughts"]
        )
        scores = tuple(int(score) for score in content["scores"])
        ranking = tuple(int(place) for place in content["ranking"])
        fault, seconds, decisions = str(content.get("fault", "")), float(content["seconds"]), int(content["decisions"])
    except (KeyError, TypeError, ValueError):
        raise ValueError("not the result of a game") from None
    sides = match.game.sides(match.players)
    if seating.number < 0 or seating != match.game_at(seating.number):
        raise ValueError("not a game of this match")
    places = 0 if fault and content["at_fault"] is None else sides
    if len(scores) != (0 if fault else sides) or len(ranking) != places or (places and min(ranking) != 1):
        raise ValueError("not the result of a game")
    result = GameResult(*seating, scores, ranking, decisions, (), fault, seconds, thoughts)
    if len(thoughts) != match.players or (fault and content["at_fault"] != result.at_fault):
        raise ValueError("not the result of a game")
    return result


def results_in(path: Path, match: Match) -> tuple[dict[int, GameResult], int]:
    """Return the games in a file by their numbers, and the number of bytes in complete lines.

    Raises:
        ValueError: If it is not a file of this match.
    """
    data = path.read_bytes()
    lines = data[: data.rfind(b"\n") + 1].splitlines(keepends=True)
    results: dict[int, GameResult] = {}
    for number, line in enumerate(lines, 1):
        try:
            if number > 1:
                result = parse_result(line.decode(), match)
                if result is not None:
                    results[result.number] = result
                continue
            content = as_object(json.loads(line)) or {}
        except (ValueError, RecursionError) as error:
            error_text = str(error) if type(error) is ValueError else "not JSON"
            raise ValueError(f"line {number}: {error_text}") from None
        if "arena" not in content:
            raise ValueError("line 1: not the results of a match")
        if wrong := header_difference(content, json.loads(json.dumps(match_header(match))), match.game):
            raise ValueError(f"line 1: {wrong}")
    if not lines:
        raise ValueError("line 1: not the results of a match")
    return results, sum(len(line) for line in lines)


class ResultFile:
    """A file to which results are written as they arrive. `finished_games`: its games by number."""

    def __init__(self, path: str, match: Match, resume: bool) -> None:
        """Open the file and read the games in it.

        Args:
            path: The path of the file.
            match: The match.
            resume: Whether to continue an existing file. Otherwise the file must not exist.

        Raises:
            ValueError: If it is not a file of this match.
            OSError: If it cannot be opened.
        """
        self.finished_games: Final[dict[int, GameResult]] = {}
        if resume:
            check_writable(Path(path), through_links=True)
            results, size = results_in(Path(path), match)
            self.finished_games.update(results)
            os.truncate(path, size)  # remove a line that was cut off when the match was interrupted
        self._file: Final[TextIO] = open(path, "a" if resume else "x", encoding="utf-8", newline="\n")  # noqa: SIM115
        if not resume:
            self._write(match_header(match))

    def add(self, result: GameResult) -> None:
        """Write a result; once this returns, the line survives the end of this process."""
        self._write(result_to_json(result, timed=True))

    def _write(self, value: dict[str, Any]) -> None:
        self._file.write(json.dumps(value, ensure_ascii=False) + "\n")
        self._file.flush()

    def __enter__(self) -> "ResultFile":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._file.close()
