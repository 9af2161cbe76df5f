"""`regnum replay`: replay a record, check it, and show the final position."""

import argparse
from typing import Any

from regnum.cli import arguments, board
from regnum.cli.arguments import Parser, UsageError, add_facts, add_json, add_language
from regnum.cli.output import Output
from regnum.cli.texts import own_words
from regnum.core.facts.corrections import flatten
from regnum.core.record.play import UNDO, Play
from regnum.core.record.record import Record, UnplayableEntry
from regnum.core.text import narrator

NAME = "replay"
EPILOG = """\
A record is a text file: a header, then one line per action. Line P + 1 of the file is entry P; an undo is an entry too.
If an entry breaks the rules, it is shown with its line, and the exit code is 1; the same if the seed is not the one
that was fixed before the game (commitment and salt in the header: SHA-256 of "SEED SALT"). A file that is not a
record, or is damaged or incomplete, is refused with its line and exit code 2.

examples:
  regnum replay game.jsonl               what happened, and how it ended
  regnum replay game.jsonl --verify      only check it
  regnum replay game.jsonl --to 20       the position after 20 entries
  regnum replay game.jsonl --json        the same as JSON, with the whole position
"""


def add(commands: "argparse._SubParsersAction[Parser]") -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(NAME, help="replay a record and check it", description=__doc__, epilog=EPILOG)
    parser.add_argument("file", metavar="FILE", help="a record written by play, simulate --record or the web table")
    parser.add_argument("--verify", action="store_true", help="only check that every entry is legal")
    parser.add_argument(
        "--to", metavar="PLY", type=arguments.whole_number(0, 10**9), help="stop after this number of entries"
    )
    add_json(parser)
    add_language(parser, "the log")
    add_facts(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Replay the record; return 1 if it does not fit the rules or its commitment, or 0 otherwise."""
    record = load(args.file)
    entry_count = len(record.entries) if args.to is None else args.to
    if entry_count > len(record.entries):
        raise UsageError(f"--to {entry_count}: the record has {len(record.entries)} entries")
    play = record.begin(with_log=True)
    language = arguments.language(args.lang)
    words, cli_words = record.game.words(language), own_words(language)
    seat_names = [cli_words.text("play", "player", {"number": seat}) for seat in range(1, record.players + 1)]
    names = narrator.side_names(play.state, words, seat_names)
    log = [narrator.line(line, words, names) for line in play.log]
    unplayable: UnplayableEntry | None = None
    for (player, text), unplayable in zip(record.entries, record.submit_to(play, entry_count), strict=False):
        if unplayable is not None:
            break
        if text == UNDO:
            log.append(cli_words.text("replay", "undo", {"player": names[player]}))
        else:
            log += [narrator.line(line, words, names) for line in play.latest_lines()]
    out = Output()
    if args.json:
        out.json(describe(record, play, unplayable, args.verify))
    else:
        if not args.verify:
            show(out, play, log, words, names)
        write_summary(out, record, play, unplayable)
    return 1 if unplayable or record.matches_commitment is False else 0


def load(file: str) -> Record:
    """Return the record in a file; raises UsageError, with the line, if it is invalid or cannot be read."""
    try:
        with arguments.raise_usage_errors():
            return Record.load(file)
    except OSError as error:
        raise UsageError(f"{file}: {error.strerror}") from None


def show(out: Output, play: Play, log: list[str], words: Any, names: list[str]) -> None:
    """Write the log and the resulting position."""
    for line in log:
        out.line(line)
    out.line()
    out.tables(board.tables(play.state, words, names))
    if play.state.is_terminal:
        out.line()
        out.tables(board.final_tables(play.state, words, names))
    out.line()


def write_summary(out: Output, record: Record, play: Play, unplayable: UnplayableEntry | None) -> None:
    """Write a short summary of the record, and whether it fits the rules and its commitment."""
    options = ", ".join(f"{name}={value}" for name, value in record.options.items())
    out.line(f"{record.game.title}, {record.players} players, seed {record.seed}, {options or 'no options'}")
    if record.game.facts:
        out.line(f"corrected facts: {', '.join(path for path, _ in flatten(record.game.facts))}")
    if record.matches_commitment is not None:
        fits = record.matches_commitment
        verdict = (
            "fits seed and salt" if fits else "does not fit seed and salt: it is not the seed that was fixed before"
        )
        out.line(f"the commitment {verdict}", "" if fits else "bold red")
    if unplayable is not None:
        out.line(str(unplayable), "bold red")
        return
    state = play.state
    if state.is_terminal:
        end = f"the game is over; scores {state.scores()}, ranking {state.ranking()}"
    else:
        end = f"to act: {', '.join(str(player) for player in state.players_to_act)}"
    out.line(f"{play.entry_count} of {len(record.entries)} entries fit; {end}")


def describe(record: Record, play: Play, unplayable: UnplayableEntry | None, brief: bool) -> dict[str, Any]:
    """Return the results as JSON values; `brief`: without the position."""
    state = play.state
    result_to_json: dict[str, Any] = {
        "game": record.game.id,
        **arguments.facts_entry(record.game),
        "players": record.players,
        "options": record.options,
        "seed": record.seed,
        "entries": len(record.entries),
        "to": play.entry_count,
        "fits": unplayable is None,
        "commitment_fits": record.matches_commitment,
        "misfit": unplayable
        and {
            "line": unplayable.line,
            "player": unplayable.player,
            "action": unplayable.text,
            "reason": unplayable.reason,
        },
        "terminal": state.is_terminal,
        "players_to_act": list(state.players_to_act),
        "scores": state.scores(),
        "ranking": state.ranking(),
    }
    if not brief:
        result_to_json["state"] = state.to_dict()
    return result_to_json
