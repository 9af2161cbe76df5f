"""Reading a folder of games: one array for each column."""

from collections.abc import Iterable, Iterator
from os import PathLike
from pathlib import Path
from typing import Any, Final
from warnings import warn

import numpy as np
from numpy.typing import NDArray

from regnum.arena.shards import HEADER, arrow, decisions_file, games_file, read_header
from regnum.core.facts_check import has_same_facts
from regnum.core.game import Game
from regnum.core.observation_layout import ObservationLayout
from regnum.games import find_game

__all__ = ["MatchDataset", "Numbers", "read", "read_shards"]

Numbers = NDArray[Any]
"""An array of integers of some width."""


class MatchDataset:
    """Games and their decisions, as NumPy arrays. `G` is the number of games, and `D` the number of decisions.

    The last three arrays are empty if the folder was written without `--observe`.

    Attributes:
        number: The number of each game in the match; shape `(G,)`.
        seed: The deal of each game; shape `(G,)`.
        bots: The bot of each player, as an index into `header["bots"]`; shape `(G, players)`.
        scores: The points of each side; shape `(G, sides)`.
        ranking: The place of each side, 1 for the first; all 0 if the game broke; shape `(G, sides)`.
        broken: Whether a game ended because of a fault; shape `(G,)`. If a bot was at fault, its seats are last, the
            others first, and no side has points.
        decisions: The number of decisions of each game; shape `(G,)`.
        start: The first decision of each game, and the end: game g has the decisions from `start[g]` up to
            `start[g + 1]`; shape `(G + 1,)`.
        player: The player of each decision; shape `(D,)`.
        action: The index of each decision's action in `game.actions`; shape `(D,)`.
        observation: The cells that `layout` describes; shape `(D, layout.size)`.
        legal: The indices of legal actions: those of decision d are `legal[legal_start[d] : legal_start[d + 1]]`.
        legal_start: Where the legal actions of each decision begin; shape `(D + 1,)`.
    """

    def __init__(self, header: dict[str, Any], games: Any, decisions: Any) -> None:
        """Make the arrays.

        Args:
            header: The content of `match.json`.
            games: The table of games, from pyarrow.
            decisions: The table of decisions, from pyarrow.
        """
        self.header: Final = header
        self.game: Final[Game] = find_game(header["game"])
        self.players: Final[int] = header["players"]
        self.layout: Final[ObservationLayout] = self.game.layout(self.players)
        sides = self.game.sides(self.players)
        self.number: Final = _numbers(games["number"])
        self.seed: Final = _numbers(games["seed"])
        self.bots: Final = _numbers(games["bots"].combine_chunks().flatten()).reshape(-1, self.players)
        self.scores: Final = _numbers(games["scores"].combine_chunks().flatten()).reshape(-1, sides)
        self.ranking: Final = _numbers(games["ranking"].combine_chunks().flatten()).reshape(-1, sides)
        self.broken: Final = np.array([bool(fault) for fault in games["fault"].to_pylist()], bool)
        self.decisions: Final = _numbers(games["decisions"])
        self.start: Final = _starts(self.decisions)
        self.player: Final = _numbers(decisions["player"])
        self.action: Final = _numbers(decisions["action"])
        observed = "legal" in decisions.column_names
        self.observation: Final = _bytes(decisions["observation"], self.layout.size) if observed else _NONE
        self.legal: Final = _numbers(decisions["legal"].combine_chunks().flatten()) if observed else _NONE
        lengths = arrow(".compute").list_value_length(decisions["legal"]) if observed else None
        self.legal_start: Final = _starts(_numbers(lengths)) if observed else _NONE

    def __len__(self) -> int:
        """Return the number of games."""
        return len(self.number)

    @property
    def of_game(self) -> Numbers:
        """The index of each decision's game among these games."""
        return np.repeat(np.arange(len(self)), self.decisions)

    @property
    def returns(self) -> NDArray[np.float64]:
        """The `State.returns` at the end of each game, by side, or 0 if the game broke without a loser."""
        places = self.ranking.astype(np.int64)
        worse = (places[:, None, :] > places[:, :, None]).sum(axis=2)
        values: NDArray[np.float64] = (worse - (places - 1)) / max(places.shape[1] - 1, 1)
        values[places.max(axis=1) == 0] = 0.0
        return values

    def masks(self, decisions: Iterable[int]) -> NDArray[np.bool_]:
        """Return for some decisions whether each action was legal; shape `(len(decisions), len(game.actions))`.

        Args:
            decisions: The indices of the decisions.

        Raises:
            ValueError: If the folder was written without observations.
        """
        if not len(self.legal_start):
            raise ValueError("the legal actions exist only in data written with --observe")
        indices = list(decisions)
        masks = np.zeros((len(indices), len(self.game.actions)), bool)
        for row, decision in enumerate(indices):
            masks[row, self.legal[self.legal_start[decision] : self.legal_start[decision + 1]]] = True
        return masks


def read(folder: str | PathLike[str]) -> MatchDataset:
    """Return all games in a folder, in order.

    A warning names a shard that is missing between others.

    Args:
        folder: A folder that `simulate --data` or `arena --data` has written.

    Raises:
        ValueError: If it is not such a folder, or its rules, facts or version differ from ours.
        OSError: If it cannot be read.
    """
    path = Path(folder)
    return _read_files(path, _find_shard_numbers(path))


def read_shards(folder: str | PathLike[str]) -> Iterator[MatchDataset]:
    """Yield the games shard by shard, for folders that are too large for memory.

    Args:
        folder: A folder, as in `read`.

    Yields:
        The games of a shard.

    Raises:
        ValueError: As in `read`.
        OSError: As in `read`.
    """
    path = Path(folder)
    for shard in _find_shard_numbers(path):
        yield _read_files(path, [shard])


def _find_shard_numbers(path: Path) -> list[int]:
    """Return the numbers of the existing shards; warn of missing ones before the last."""
    read_header(path)
    numbers = sorted(int(file.stem.rpartition("-")[2]) for file in path.glob("games-*.parquet"))
    if not numbers:
        raise ValueError(f"{path}: it has no games yet")
    if missing := sorted(set(range(numbers[-1])) - set(numbers)):
        some = ", ".join(map(str, missing[:10])) + (" and more" if len(missing) > 10 else "")
        warn(f"{path}: shards {some} are missing; the command that wrote the others plays them", stacklevel=3)
    return numbers


def _read_files(path: Path, numbers: list[int]) -> MatchDataset:
    header = read_header(path)
    try:
        tables = [
            arrow().concat_tables([arrow(".parquet").read_table(path / name(shard)) for shard in numbers])
            for name in (games_file, decisions_file)
        ]
    except arrow().ArrowInvalid as error:
        raise ValueError(f"{path}: a file is damaged: {' '.join(str(error).split())[:200]}") from None
    if (own_version := find_game(header["game"]).rules_version) != header["rules"]:
        raise ValueError(f"{path}: played with rules version {header['rules']}; this installation has {own_version}")
    if not has_same_facts(find_game(header["game"]), header.get("facts", {})):
        raise ValueError(f"{path}: played with other facts than here: REGNUM_FACTS names a file with those in {HEADER}")
    return MatchDataset(header, *tables)


_NONE: Final = np.zeros(0, np.uint8)


def _numbers(column: Any) -> Numbers:
    values: Numbers = column.to_numpy()
    return values


def _starts(lengths: Numbers) -> Numbers:
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths, dtype=np.int64)])


def _bytes(column: Any, size: int) -> NDArray[np.uint8]:
    """Return texts of equal length as rows of bytes."""
    parts = [np.frombuffer(part.buffers()[1], np.uint8, len(part) * size, part.offset * size) for part in column.chunks]
    return np.concatenate(parts or [_NONE]).reshape(-1, size)
