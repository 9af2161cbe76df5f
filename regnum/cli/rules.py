"""`regnum rules`: show the rules, chapter by chapter, in our own words, and how steps and tests cover them."""

import argparse
from pathlib import Path

import regnum
from regnum.cli import arguments
from regnum.cli.arguments import Parser, UsageError, add_game, add_language, did_you_mean
from regnum.cli.coverage import Coverage, cover
from regnum.cli.output import Output
from regnum.cli.texts import own_words, title_of
from regnum.core.game import Game
from regnum.core.text.handbook import chapter_title
from regnum.core.text.ledger import Clause
from regnum.core.text.narrator import Grid
from regnum.core.text.words import Words

NAME = "rules"
EPILOG = """\
Name a clause by its id, with or without the game in front; the beginning of an id shows all clauses that begin with it.
--coverage reads the source: which step implements a clause, which test names it. A clause without a step or a test, or
a citation of a clause that does not exist, gives exit code 1.

examples:
  regnum rules brian_boru                            all rules, in the order of teaching
  regnum rules brian_boru --search "raiders coins"   the rules that have all these words
  regnum rules brian_boru action                     the clauses of the action phase
  regnum rules brian_boru action.winner --lang de    one clause, with its ruling and reason
  regnum rules brian_boru --coverage
  regnum rules brian_boru --guide                    the steps of its guided games, and the clauses that they teach
"""


def add(commands: "argparse._SubParsersAction[Parser]") -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(NAME, help="look up rules", description=__doc__, epilog=EPILOG)
    add_game(parser)
    parser.add_argument("clause", metavar="CLAUSE", nargs="?", help="the id of a clause, or its beginning")
    parser.add_argument("--search", metavar="WORDS", help="only rules that have all these words")
    add_language(parser, "the rules")
    parser.add_argument("--coverage", action="store_true", help="show for each clause where it is cited and tested")
    parser.add_argument("--guide", action="store_true", help="list the steps of the guided games with their clauses")
    parser.add_argument("--tests", metavar="DIR", help="folder of the tests (default: tests/ of this checkout)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Show clauses, their coverage or the tutorials; return 1 if nothing is found or coverage has gaps, else 0."""
    game = arguments.find_game(args.game)
    clauses = find(game, args.clause)
    if args.tests is not None and not args.coverage:
        raise UsageError("--tests requires --coverage")
    if args.guide:
        show_guides(Output(), game)
        return 0
    if args.coverage:
        coverage = cover(game.id, game.ledger(), game.folder, tests_folder(args.tests))
        return show_coverage(Output(), coverage, clauses, args.clause is not None)
    out = Output()
    language = arguments.language(args.lang)
    words = own_words(language)
    if args.search is not None:
        clauses = search(game, clauses, args.search, language)
        if not clauses:
            out.line(words.text("rules", "none", {}))
            return 1
    if args.clause is not None and len(clauses) == 1:
        show_clause(out, clauses[0], words)
    else:
        out.line(words.text("rules", "title", {"title": title_of(game, language), "count": len(clauses)}), "bold")
        show_chapters(out, game, clauses, words)
    return 0


def show_guides(out: Output, game: Game) -> None:
    """Write the steps of a game's tutorials, each with the clauses that it teaches."""
    for guide in game.guides().values():
        rows = [[step.id, ", ".join(id_.partition(".")[2] for id_ in step.clauses)] for step in guide.steps]
        taught = {id_ for step in guide.steps for id_ in step.clauses}
        out.table(Grid(guide.id, ["step", "clauses"], rows), ruled=True)
        out.line(f"{len(rows)} steps, {len(taught)} clauses")


def search(game: Game, clauses: list[Clause], query: str, language: str) -> list[Clause]:
    """Return the clauses that have all words in their text, ruling or reason, or in their chapter's title."""
    titles = {
        id_: chapter_title(game.words(language), chapter.id)
        for chapter in game.handbook().chapters
        for id_ in (*chapter.clauses, *chapter.details)
    }

    def fits(clause: Clause) -> bool:
        texts = [part.get(language, "") for part in (clause.text, clause.ruling, clause.reason)]
        text = " ".join([titles[clause.id], *texts]).casefold()
        return all(word in text for word in query.casefold().split())

    return [clause for clause in clauses if fits(clause)]


def show_chapters(out: Output, game: Game, clauses: list[Clause], words: Words) -> None:
    """Write clauses in teaching order, under the titles of their chapters."""
    by_id = {clause.id: clause for clause in clauses}
    columns = [words.text("rules", key, {}) for key in ("clause", "rule")]
    for chapter in game.handbook().chapters:
        chapter_clauses = [by_id[id_] for id_ in (*chapter.clauses, *chapter.details) if id_ in by_id]
        if chapter_clauses:
            out.line()
            title = chapter_title(game.words(words.language), chapter.id)
            rows = [[_short(game, clause), clause.text[words.language]] for clause in chapter_clauses]
            out.table(Grid(title, columns, rows), ruled=True)


def find(game: Game, id_start: str | None) -> list[Clause]:
    """Return the clause with this id, or all clauses whose ids begin with it (None: all).

    Raises UsageError if none match.
    """
    ledger = game.ledger()
    if id_start is None:
        return list(ledger)
    full_id = id_start if id_start.startswith(f"{game.id}.") else f"{game.id}.{id_start}"
    if full_id in ledger:
        return [ledger[full_id]]
    in_group = [clause for clause in ledger if clause.id.startswith(f"{full_id.rstrip('.')}.")]
    if not in_group or not id_start.rstrip("."):
        ids = [clause.id.removeprefix(f"{game.id}.") for clause in ledger]
        groups = ", ".join(dict.fromkeys(name.partition(".")[0] for name in ids))
        hint = did_you_mean(full_id.removeprefix(f"{game.id}."), ids)
        raise UsageError(f"no clause {id_start!r} in {game.id}; its clauses begin with {groups}{hint}")
    return in_group


def _short(game: Game, clause: Clause) -> str:
    return clause.id.removeprefix(f"{game.id}.")


def show_clause(out: Output, clause: Clause, words: Words) -> None:
    """Write a clause with all its details."""
    language = words.language
    out.line(clause.id, "bold")
    out.line()
    out.line(clause.text[language])
    out.line()
    for name, text in (
        ("ruling", clause.ruling.get(language, "")),
        ("reason", clause.reason.get(language, "")),
        ("option", clause.option),
        ("place", clause.place),
        ("source", words.text("source", clause.source, {})),
    ):
        if text:
            out.line(f"{words.text('rules', name, {})}: {text}")


def tests_folder(path: str | None) -> Path:
    """Return the folder of the tests; raises UsageError if there is none, for example in an installed package."""
    if path is not None:
        if not Path(path).is_dir():
            raise UsageError(f"--tests {path}: there is no such folder")
        return Path(path)
    checkout = Path(regnum.__file__).resolve().parent.parent
    tests = checkout / "tests"
    if not (checkout / "pyproject.toml").is_file() or not any(tests.rglob("test_*.py")):
        raise UsageError("--coverage reads the tests, which this installation does not include: run it in a checkout")
    return tests


def show_coverage(out: Output, coverage: Coverage, clauses: list[Clause], in_full: bool) -> int:
    """Write the citations of clauses and the gaps; return 1 if there are gaps, or 0 otherwise."""
    ids = [clause.id for clause in clauses]
    if in_full:
        rows = [[clause, kind, place] for clause in ids for kind, place in _places(coverage, clause)]
        out.table(Grid("", ["clause", "", "where"], rows))
    else:
        rows = [[clause, _brief(coverage.steps[clause]), _brief(coverage.tests[clause])] for clause in ids]
        out.table(Grid("", ["clause", "steps", "tests"], rows))
    no_step = [clause for clause in coverage.without_step if clause in ids]
    no_test = [clause for clause in coverage.without_test if clause in ids]
    out.line()
    out.line(
        f"{len(ids)} clauses: {len(ids) - len(no_step)} with a step, {len(ids) - len(no_test)} with a test, "
        f"tests that name them: {len({test for clause in ids for test in coverage.tests[clause]})}"
    )
    missing = [f"no step: {clause}" for clause in no_step] + [f"no test: {clause}" for clause in no_test]
    if not in_full:
        missing += [f"unknown clause: {place}" for place in coverage.unknown]
    for line in missing:
        out.line(line, "bold red")
    return 1 if missing else 0


def _places(coverage: Coverage, clause: str) -> list[tuple[str, str]]:
    return [
        *(("step", place) for place in coverage.steps[clause]),
        *(("test", place) for place in coverage.tests[clause]),
    ]


def _brief(places: list[str]) -> str:
    """Return the first place and the number of further ones."""
    if not places:
        return "–"
    return places[0] if len(places) == 1 else f"{places[0]} and {len(places) - 1} more"
