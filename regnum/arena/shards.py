"""Games as tables of numbers: a folder of Parquet files, which are the same on any machine.

`match.json` describes the match. Each shard has two files: `games-00000.parquet` with a row for each game (seating,
deal, result), and `decisions-00000.parquet` with a row for each decision (seat and action; optionally also the seat's
observation in the layout of `game.layout`, and its legal actions). A shard is determined by the match and its number:
resuming a folder plays the missing shards and produces the same files.
"""

import json
from array import array
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import closing
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, NamedTuple

from regnum.arena.game_runner import UNSUPERVISED, GameResult, Supervision, ThinkingTime, play_game
from regnum.arena.match import Match, ScheduledGame
from regnum.arena.match_runner import IN_THIS_PROCESS, RunOptions, run_tasks
from regnum.arena.ray_cluster import run_tasks_on_cluster
from regnum.arena.result_file import header_difference, match_header
from regnum.arena.worker_pool import OnGameOver
from regnum.core.atomic_files import save_whole
from regnum.core.game import Game
from regnum.core.json_values import as_object
from regnum.core.record.record import Record
from regnum.core.rules.option import OptionValue
from regnum.games import find_game

FORMAT: Final = 1
DEFAULT_SHARD_SIZE: Final = 1000
"""The default number of games in a shard."""
GAMES_PER_WRITE: Final = 50
"""The number of games written at once: their observations must fit in memory."""
HEADER: Final = "match.json"
MISSING_ARROW: Final = "pyarrow is not installed: pip install 'regnum[data]'"

_NO_THINKING_TIME: Final = ThinkingTime(0, 0.0, 0.0)

Task = tuple[str, dict[str, OptionValue], tuple[str, ...], int, tuple[ScheduledGame, ...], bool]
"""A reference to the game, options, bots, number of the shard, scheduled games, and whether to save observations."""


class Shard(NamedTuple):
    """A finished shard: its number, the contents of its two files, and the games without their entries."""

    number: int
    games: bytes
    decisions: bytes
    results: tuple[GameResult, ...]


def games_file(number: int) -> str:
    """Return the name of a shard's file of games."""
    return f"games-{number:05}.parquet"


def decisions_file(number: int) -> str:
    """Return the name of a shard's file of decisions."""
    return f"decisions-{number:05}.parquet"


def arrow(part: str = "") -> Any:
    """Return pyarrow or one of its modules; raises ValueError if it is not installed."""
    if find_spec("pyarrow") is None:
        raise ValueError(MISSING_ARROW)
    return import_module(f"pyarrow{part}")


class ShardFolder:
    """A folder of shards of one match. Shards are added in any order, each one completely or not at all."""

    def __init__(self, path: str, match: Match, size: int = DEFAULT_SHARD_SIZE, observed: bool = False) -> None:
        """Create a folder or continue one.

        `size`: the number of games in a shard. `observed`: whether to save the observations of the seats. Raises
        ValueError if it has another match or pyarrow is not installed, and OSError if it is not accessible.
        """
        self.path: Final = Path(path)
        self.match: Final = match
        self.size: Final = size
        self.observed: Final = observed
        self.count: Final = -(-match.games // size)
        """The total number of shards."""
        arrow()
        header = json.loads(json.dumps(self._header()))
        file = self.path / HEADER
        if file.exists():
            if wrong := header_difference(read_header(self.path), header, match.game):
                raise ValueError(f"{HEADER}: {wrong}")
        else:
            self.path.mkdir(parents=True, exist_ok=True)
            if any(self.path.iterdir()):
                raise ValueError(f"is not empty, and has no {HEADER}")
            save_whole(file, (json.dumps(header, ensure_ascii=False, indent=1) + "\n").encode())

    def _header(self) -> dict[str, Any]:
        header = match_header(self.match)
        del header["arena"]
        return {
            "data": FORMAT,
            **header,
            "rotate": self.match.rotate,
            "shard": self.size,
            "observed": self.observed,
        }

    def numbers(self, shard: int) -> range:
        """Return the numbers of a shard's games."""
        return range(shard * self.size, min((shard + 1) * self.size, self.match.games))

    def missing(self) -> list[int]:
        """Return the numbers of the shards that are missing or too short."""
        return [shard for shard in range(self.count) if self._length(shard) < len(self.numbers(shard))]

    def _length(self, shard: int) -> int:
        file = self.path / games_file(shard)
        try:
            return int(arrow(".parquet").read_metadata(file).num_rows)
        except (FileNotFoundError, arrow().ArrowInvalid):  # missing or damaged
            return 0

    def play(
        self,
        missing: Iterable[int],
        run_options: RunOptions = IN_THIS_PROCESS,
        address: str | None = None,
        machines: int | None = None,
    ) -> Generator[tuple[GameResult, ...], None, None]:
        """Play shards and write them; yield the games of each as soon as it is written.

        They run as `run_options` describes, or on the Ray cluster at `address` ("": one that Ray finds, or else
        `machines` processes). Raises RayUnavailableError and LostGameError as `run_games_on_cluster` does, and OSError
        if a file cannot be written.
        """
        tasks = map(self._task, missing)
        shards: Generator[Shard, None, None]
        if address is None:
            shards = run_tasks(play_shard, tasks, self.match, run_options)
        else:
            shards = run_tasks_on_cluster(play_shard, tasks, self.match.bots, address, machines, run_options.limit)
        with closing(shards):
            for shard in shards:
                save_whole(self.path / decisions_file(shard.number), shard.decisions, _is_shard)
                # The games come last: their file completes the shard.
                save_whole(self.path / games_file(shard.number), shard.games, _is_shard)
                yield shard.results

    def _task(self, shard: int) -> Task:
        scheduled_games = tuple(map(self.match.game_at, self.numbers(shard)))
        return self.match.game.id, self.match.options, self.match.bots, shard, scheduled_games, self.observed

    def games_of(self, shard: int) -> list[GameResult]:
        """Return the games of an existing shard, up to the end of the match, without thinking times."""
        games: list[dict[str, Any]] = (
            arrow(".parquet").read_table(self.path / games_file(shard)).to_pylist()[: len(self.numbers(shard))]
        )
        return [_game_of_row(row, self.match) for row in games]

    def bytes(self) -> int:
        """Return the total size of the files in bytes."""
        return sum(path.stat().st_size for path in self.path.glob("*.parquet"))


def _is_shard(head: bytes) -> bool:
    return head[:4] in (b"PAR1", b"")  # empty if the machine crashed before the data reached the disk


def read_header(folder: Path) -> dict[str, Any]:
    """Return the contents of `match.json`.

    Raises ValueError if it is not in this format, and OSError if it cannot be read.
    """
    try:
        content = as_object(json.loads((folder / HEADER).read_text(encoding="utf-8"))) or {}
    except (ValueError, RecursionError):
        content = {}
    if content.get("data") != FORMAT:
        raise ValueError(f"{HEADER} is not that of a folder of games of this version")
    return content


def _game_of_row(row: Mapping[str, Any], match: Match) -> GameResult:
    seating = match.game_at(row["number"])
    fault = row["fault"]
    scores = () if fault else tuple(row["scores"])
    ranking = tuple(row["ranking"]) if any(row["ranking"]) else ()
    return GameResult(*seating, scores, ranking, row["decisions"], (), fault, 0.0, (_NO_THINKING_TIME,) * match.players)


# Writing games, in the process that plays them.


def play_shard(
    task: Task,
    finished_games: Sequence[GameResult] = (),
    supervision: Supervision = UNSUPERVISED,
    on_game_over: OnGameOver = lambda result: None,
) -> Shard:
    """Play the games of a shard, except those that are finished, and return the shard."""
    reference, options, bots, number, scheduled_games, observed = task
    game = find_game(reference)
    players = len(scheduled_games[0].seats)
    games = _Table(_games_schema(players, game.sides(players)))
    size = game.layout(players).size if observed else 0
    decisions = _Table(_decisions_schema(size))
    results_by_number = {result.number: result for result in finished_games}
    shard_results: list[GameResult] = []

    def play(scheduled: ScheduledGame) -> GameResult:
        if (result := results_by_number.get(scheduled.number)) is None:
            result = play_game(game, scheduled.seats, scheduled.seed, options, scheduled.number, supervision)
            on_game_over(result)
        return result

    for start in range(0, len(scheduled_games), GAMES_PER_WRITE):
        results = [play(scheduled) for scheduled in scheduled_games[start : start + GAMES_PER_WRITE]]
        games.add(_games_columns(results, bots, game.sides(players)))
        decisions.add(_decisions_columns(game, results, options, size))
        shard_results += [game_result._replace(entries=()) for game_result in results]
    return Shard(number, games.close(), decisions.close(), tuple(shard_results))


class _Table:
    """A Parquet file in memory. Its contents depend only on the columns and pyarrow's version."""

    def __init__(self, schema: Any) -> None:
        self._schema: Final = schema
        self._bytes: Final = arrow().BufferOutputStream()
        self._file: Final = arrow(".parquet").ParquetWriter(
            self._bytes, schema, compression="zstd", use_dictionary=False, write_statistics=False
        )

    def add(self, columns: list[Any]) -> None:
        """Add rows, given as columns."""
        arrays = [
            column if hasattr(column, "type") else arrow().array(column, field.type)
            for column, field in zip(columns, self._schema, strict=True)
        ]
        self._file.write_table(arrow().table(arrays, schema=self._schema))

    def close(self) -> bytes:
        """Return the file."""
        self._file.close()
        return bytes(self._bytes.getvalue().to_pybytes())


def _games_schema(players: int, sides: int) -> Any:
    pa = arrow()
    return pa.schema(
        [
            ("number", pa.int64()),
            ("seed", pa.uint64()),
            ("bots", pa.list_(pa.uint8(), players)),
            ("scores", pa.list_(pa.int32(), sides)),
            ("ranking", pa.list_(pa.uint8(), sides)),
            ("decisions", pa.int32()),
            ("fault", pa.string()),
        ]
    )


def _games_columns(games: Iterable[GameResult], bots: tuple[str, ...], sides: int) -> list[Any]:
    none = (0,) * sides  # for a game with a fault
    rows = [
        (
            result.number,
            result.seed,
            [bots.index(bot) for bot in result.seats],
            result.scores or none,
            result.ranking or none,
            result.decisions,
            result.fault,
        )
        for result in games
    ]
    return [list(column) for column in zip(*rows, strict=True)]


def _decisions_schema(size: int) -> Any:
    pa = arrow()
    observation_fields = [("observation", pa.binary(size)), ("legal", pa.list_(pa.int32()))] if size else []
    return pa.schema([("game", pa.int64()), ("player", pa.uint8()), ("action", pa.int32()), *observation_fields])


def _decisions_columns(
    game: Game, games: Iterable[GameResult], options: Mapping[str, OptionValue], size: int
) -> list[Any]:
    pa = arrow()
    numbers, players, actions, offsets, legal = array("q"), array("B"), array("i"), array("i", [0]), array("i")
    observations = bytearray()
    for result in games:
        layout = game.layout(len(result.seats))
        play = Record(game.id, len(result.seats), result.seed, options).begin() if size else None
        for player, text in result.entries:
            action = game.actions.parse(text)
            numbers.append(result.number)
            players.append(player)
            actions.append(action.index)
            if play is not None:
                observations += layout.observation(play.state, player)
                legal.extend([allowed.index for allowed in play.state.legal_actions(player)])
                offsets.append(len(legal))
                play.apply(player, action)
    count = len(numbers)
    columns = [
        pa.Array.from_buffers(kind, count, [None, pa.py_buffer(values)])
        for kind, values in ((pa.int64(), numbers), (pa.uint8(), players), (pa.int32(), actions))
    ]
    if size:
        columns.append(pa.Array.from_buffers(pa.binary(size), count, [None, pa.py_buffer(observations)]))
        values = pa.Array.from_buffers(pa.int32(), len(legal), [None, pa.py_buffer(legal)])
        places = pa.Array.from_buffers(pa.int32(), count + 1, [None, pa.py_buffer(offsets)])
        columns.append(pa.ListArray.from_arrays(places, values))
    return columns
