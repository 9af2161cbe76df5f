"""Help exists everywhere and matches the commands."""

import re
import shlex

import pytest

from regnum.cli.command import COMMANDS
from tests.support.command import Run

NAMES = [module.NAME for module in COMMANDS]


def test_commands_match_the_documentation() -> None:
    assert NAMES == [
        "games",
        "serve",
        "play",
        "simulate",
        "replay",
        "arena",
        "bench",
        "report",
        "rules",
        "facts",
        "backup",
        "restore",
        "doctor",
        "accounts",
        "ratings",
    ]


def test_help_names_every_command_and_the_exit_codes(run: Run) -> None:
    process = run("--help")
    assert process.code == 0
    assert process.err == ""
    assert all(re.search(rf"^    {name} ", process.out, re.MULTILINE) for name in NAMES)
    assert "exit codes" in process.out


@pytest.mark.parametrize("name", NAMES)
def test_every_command_explains_itself_with_examples_that_parse(run: Run, name: str) -> None:
    from regnum.cli.command import parser

    process = run(name, "--help")
    assert process.code == 0
    assert process.out.startswith(f"usage: regnum {name}")
    examples = re.findall(r"^  regnum (.*?)(?: {2,}.*)?$", process.out, re.MULTILINE)
    assert examples
    for example in examples:
        assert parser().parse_args(shlex.split(example)).command == name


@pytest.mark.parametrize(
    ("name", "flags"),
    [
        ("games", ["--json"]),
        ("serve", ["--host", "--port", "--database", "--open", "--origin"]),
        ("play", ["GAME", "--players", "--seats", "--seed", "-o", "--lang"]),
        ("simulate", ["GAME", "--players", "--games", "--seed", "--seats", "-o", "--json", "--record", "--data"]),
        ("replay", ["FILE", "--verify", "--to", "--json"]),
        ("arena", ["GAME", "--bots", "--games", "--jobs", "--json"]),
        ("rules", ["GAME", "CLAUSE", "--lang", "--coverage"]),
    ],
)
def test_flags_match_the_documentation(run: Run, name: str, flags: list[str]) -> None:
    out = run(name, "--help").out
    assert [flag for flag in flags if not re.search(rf"(?<![\w-]){re.escape(flag)}(?![\w-])", out)] == []


def test_version_is_printed(run: Run) -> None:
    process = run("--version")
    assert (process.code, process.out[:7]) == (0, "regnum ")
