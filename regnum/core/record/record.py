"""Records: game, options, player count, seed and the list of entries determine every state of a game.

A record file is JSON Lines: a header object, then one array `[player, text]` per entry. An entry is an action, or
"undo", which takes back its player's last action not yet undone. If a game starts from a set-up position, the header
has it under "start": the output of `State.to_dict` without the setup.
"""

import json
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator, Mapping
from os import PathLike
from pathlib import Path
from typing import Any, Final, SupportsIndex

from regnum.core.atomic_files import save_whole
from regnum.core.facts_check import has_same_facts
from regnum.core.game import Game
from regnum.core.integers import to_int
from regnum.core.json_values import as_list, as_object, read_json
from regnum.core.record.play import Play
from regnum.core.record.seed_commitment import SeedCommitment
from regnum.core.registry import GAMES
from regnum.core.rules.action import Action
from regnum.core.rules.option import Options
from regnum.core.rules.position import SETUP
from regnum.core.rules.state import IllegalActionError, State
from regnum.core.text.narrator import refusal_message

__all__ = [
    "FactsMismatchError",
    "Record",
    "RulesMismatchError",
    "UnplayableEntry",
    "play_on",
    "position_without_setup",
    "read_start",
]

FORMAT: Final = 1


class UnplayableEntry:
    """The first illegal entry of a record: its number from 1, its line in the file, and the reason."""

    def __init__(self, entry: int, player: int, text: str, reason: str) -> None:
        self.entry: Final = entry
        self.line: Final = entry + 1
        self.player: Final = player
        self.text: Final = text
        self.reason: Final = reason

    def __str__(self) -> str:
        return f"line {self.line}: {self.text!r} of player {self.player} does not fit: {self.reason}"


class FactsMismatchError(ValueError):
    """Raised if a record was played with other facts than this process uses; the message says how to open it."""

    def __init__(self, game: Game) -> None:
        command = f"regnum facts {game.id} --record FILE > facts.toml"
        super().__init__(
            f"line 1: played with other facts than {game.id} has here; '{command}' writes them, "
            "and --facts facts.toml opens it (regnum replay, report, serve)"
        )
        self.id: Final = game.id
        self.title: Final = game.title


class RulesMismatchError(ValueError):
    """Raised if a record was played with another version of the rules (`record_version`) than ours (`own_version`)."""

    def __init__(self, game: Game, record_version: object) -> None:
        super().__init__(f"line 1: {game.id} rules version {record_version!r}; this version plays {game.rules_version}")
        self.title: Final = game.title
        self.record_version: Final = record_version
        self.own_version: Final = game.rules_version


class Record:
    """Everything that determines a game.

    Attributes:
        game: The game, with its corrected facts.
        players: The number of players.
        seed: The seed of all random numbers.
        options: Every option of the game with its value.
        entries: The entries, each a player and a text: an action, or "undo".
        commitment: The commitment to the seed that was made before the game, or None.
        start: The position from which the game begins, or None for the normal setup.
    """

    def __init__(
        self,
        game: str,
        players: SupportsIndex,
        seed: SupportsIndex,
        options: Mapping[str, object] | None = None,
        entries: Iterable[tuple[int, str]] = (),
        commitment: SeedCommitment | None = None,
        start: State | None = None,
    ) -> None:
        """Make a record. The entries are not checked.

        Args:
            game: The id of the game.
            players: The number of players.
            seed: The seed, 0 <= seed < 2**64.
            options: Options of the game by name; the others have their default values.
            entries: The entries, each a player and a text.
            commitment: The commitment to the seed that was made before the game, if any.
            start: A full position with exactly this setup (see `read_start`), or None for the normal setup.

        Raises:
            ValueError: If the game or the setup is invalid.
        """
        self.game: Final[Game] = GAMES[game]
        self.options: Final[Options] = _read_setup(self.game, players, seed, options or {})
        self.players: Final = to_int(players)
        self.seed: Final = to_int(seed)
        self.entries: Final[list[tuple[int, str]]] = list(entries)
        self.commitment: Final = commitment
        self.start: Final = start

    def __reduce__(self) -> tuple[object, ...]:
        setup = (self.game.id, self.players, self.seed, self.options)
        return Record, (*setup, self.entries, self.commitment, self.start)

    @property
    def matches_commitment(self) -> bool | None:
        """Whether the seed is the one committed to before the game, or None if the record has no commitment."""
        return None if self.commitment is None else self.commitment.matches(self.seed)

    def append(self, player: int, action: Action | str) -> None:
        """Add an entry at the end, unchecked: entries are checked when the record is replayed."""
        self.entries.append((player, str(action)))

    def begin(self, with_log: bool = False) -> Play:
        """Return a play of the game before the first entry, with its own record.

        Args:
            with_log: Whether the play keeps a log.
        """
        start = None if self.start is None else self.start.clone()
        return Play(self._without_entries(), with_log, start)

    def _without_entries(self) -> "Record":
        """Return a record of the same setup, without entries or commitment."""
        return Record(self.game.id, self.players, self.seed, self.options, start=self.start)

    def play(self, to: int | None = None, with_log: bool = False) -> Play:
        """Return a play of the game after some of its entries.

        Args:
            to: The number of entries, or None for all.
            with_log: Whether the play keeps a log.

        Raises:
            ValueError: If an entry is illegal. The message describes the first one.
        """
        if to is not None and not 0 <= to <= len(self.entries):
            raise ValueError(f"there is no entry {to}: the record has {len(self.entries)}")
        play = self.begin(with_log)
        for unplayable in self.submit_to(play, to):
            if unplayable is not None:
                raise ValueError(str(unplayable))
        return play

    def copy_play(self, play: Play) -> Play:
        """Return an independent copy of a play of this setup, with its own record."""
        return play.copy_into(self._without_entries())

    def submit_to(self, play: Play, to: int | None = None) -> Iterator[UnplayableEntry | None]:
        """Submit entries to a play one by one.

        Args:
            play: A play of this record before its first entry.
            to: The number of entries, or None for all.

        Yields:
            None after each legal entry. At the first illegal one, an `UnplayableEntry`, and nothing after it.
        """
        for number, (player, text) in enumerate(self.entries[:to], 1):
            unplayable: UnplayableEntry | None = None
            try:
                play.submit(player, text)
            except IllegalActionError as error:
                unplayable = UnplayableEntry(number, player, text, refusal_message(error, self.game.words("en")))
            except (ValueError, RuntimeError) as error:  # RuntimeError: the rules reach a dead end
                unplayable = UnplayableEntry(number, player, text, str(error))
            yield unplayable
            if unplayable is not None:
                return

    def replay(self, to: int | None = None) -> State:
        """Return the state after some of the entries.

        Args:
            to: The number of entries, or None for all.

        Raises:
            ValueError: If an entry is illegal. The message describes the first one.
        """
        return self.play(to).state

    def verify(self) -> UnplayableEntry | None:
        """Return the first illegal entry, or None if the whole record is valid."""
        return next((unplayable for unplayable in self.submit_to(self.begin()) if unplayable is not None), None)

    def header(self) -> dict[str, Any]:
        """Return the header object of the file."""
        facts = {"facts": self.game.facts} if self.game.facts else {}
        commitment = (
            {} if self.commitment is None else {"commitment": self.commitment.digest, "salt": self.commitment.salt}
        )
        start = {} if self.start is None else {"start": position_without_setup(self.start)}
        return {
            "regnum": FORMAT,
            "game": self.game.id,
            **facts,
            "rules": self.game.rules_version,
            "players": self.players,
            "seed": self.seed,
            "options": dict(self.options),
            **commitment,
            **start,
        }

    def lines(self) -> list[str]:
        """Return the lines of the file."""
        return [json.dumps(self.header()), *(json.dumps([player, text]) for player, text in self.entries)]

    def save(self, path: str | PathLike[str]) -> None:
        """Write the record to a file, atomically replacing an older record.

        Raises:
            OSError: If the file cannot be written, or the path is another kind of file.
        """
        save_whole(Path(path), ("\n".join(self.lines()) + "\n").encode(), _is_record)

    @staticmethod
    def load(path: str | PathLike[str]) -> "Record":
        """Return the record in a file. Its entries are not replayed.

        Raises:
            ValueError: If the file is not a record. The message names the wrong line.
            OSError: If the file cannot be read.
        """
        try:
            text = Path(path).read_text(encoding="utf-8-sig")
        except UnicodeDecodeError as error:
            raise ValueError(f"{path}: not a record: {error.reason} at byte {error.start}") from None
        try:
            return Record.parse(text)
        except ValueError as error:
            raise ValueError(f"{path}: {error}") from None

    @staticmethod
    def parse(text: str) -> "Record":  # noqa: C901
        """Return the record in the text of a file. Its entries are not replayed.

        Raises:
            ValueError: If the text is not a record. The message names the wrong line.
        """
        lines = text.removeprefix("\ufeff").splitlines()  # some editors write a byte order mark
        header = as_object(_json(lines[0] if lines else "", 1))
        if header is None or "regnum" not in header:
            raise ValueError("line 1: not the header of a record")
        if header["regnum"] != FORMAT:
            raise ValueError(f"line 1: record format {header['regnum']!r}; this version reads {FORMAT}")
        missing = [key for key in ("game", "rules", "players", "seed", "options") if key not in header]
        if missing:
            raise ValueError(f"line 1: the header lacks {', '.join(missing)}")
        try:
            options = as_object(header["options"])
            facts = as_object(header.get("facts", {}))
            if options is None or facts is None or not isinstance(header["game"], str):
                raise ValueError("game is a name, options and facts are objects of names and values")
            game: Game = GAMES[header["game"]]
            if not has_same_facts(game, facts):
                raise FactsMismatchError(game)
            _read_setup(game, header["players"], header["seed"], options)
            start = _read_start(game, header, options)
            record = Record(game.id, header["players"], header["seed"], options, (), _read_commitment(header), start)
        except FactsMismatchError:
            raise
        except ValueError as error:
            raise ValueError(f"line 1: {error}") from None
        if header["rules"] != record.game.rules_version:
            raise RulesMismatchError(record.game, header["rules"])
        for number, line in enumerate(lines[1:], 2):
            entry = as_list(_json(line, number))
            if entry is None or [type(part) for part in entry] != [int, str]:
                raise ValueError(f"line {number}: not an entry [player, action]: {line[:60]!r}")
            record.append(entry[0], entry[1])
        return record


def _is_record(head: bytes) -> bool:
    return head.removeprefix(BOM_UTF8).startswith(b'{"regnum":')


def _read_setup(game: Game, players: object, seed: object, options: Mapping[str, object]) -> Options:
    """Return all options; raises ValueError for a wrong player count, seed or option, or a missing seed."""
    if seed is None:
        raise ValueError("a record needs a seed")
    return game.read_setup(players, seed, options)


def _read_commitment(header: Mapping[str, Any]) -> SeedCommitment | None:
    """Return a header's commitment to the seed, or None if it has none; raises ValueError if it is invalid."""
    values = [header.get(name) for name in ("commitment", "salt")]
    if values == [None, None]:
        return None
    if not isinstance(values[0], str) or not isinstance(values[1], str):
        raise ValueError("commitment and salt are texts, and there are both or none")
    return SeedCommitment(values[0], values[1])


def _read_start(game: Game, header: Mapping[str, Any], options: Mapping[str, object]) -> State | None:
    """Return the position from which a record starts, or None for the normal setup, or for another rules version.

    Raises ValueError with all errors in it.
    """
    if "start" not in header or header["rules"] != game.rules_version:  # other versions' positions may not fit
        return None
    start = as_object(header["start"])
    if start is None:
        raise ValueError("start is an object, a position")
    return read_start(game, header["players"], header["seed"], options, start)


def read_start(game: Game, players: int, seed: int, options: Mapping[str, object], start: Mapping[str, Any]) -> State:
    """Return the position that `position_without_setup` has written, given its setup.

    Args:
        game: The game.
        players: The number of players.
        seed: The seed.
        options: Every option of the game with its value.
        start: The output of `position_without_setup`.

    Raises:
        ValueError: If the position is impossible. The message lists all errors in it.
    """
    reserved = [name for name in SETUP if name in start]
    if reserved:
        raise ValueError(f"start: {', '.join(reserved)} is the header's to say")
    setup = {"game": game.id, "players": players, "seed": seed, "options": dict(options), "observer": "full"}
    return game.state_from_dict({**start, **setup, **({"facts": game.facts} if game.facts else {})})


def position_without_setup(state: State) -> dict[str, Any]:
    """Return a full position without its setup, as JSON values."""
    return {name: value for name, value in state.to_dict().items() if name not in SETUP}


def _json(line: str, number: int) -> Any:
    try:
        return read_json(line)
    except ValueError:
        raise ValueError(f"line {number}: not JSON, or cut off: {line[:60]!r}") from None


def play_on(state: State, with_log: bool = False) -> Play:
    """Return a play, with its record, that begins at a position, as in lessons and on trial tables.

    Args:
        state: A full state.
        with_log: Whether the play keeps a log.
    """
    return Record(state.game.id, state.players, state.seed, state.options, start=state).begin(with_log)
