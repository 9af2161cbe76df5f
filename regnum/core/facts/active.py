"""The corrected facts of this process, read once, before a game is loaded.

`REGNUM_FACTS` names a TOML file with a table for each game, such as `[khan.setup.scoring]`; `regnum ... --facts FILE`
sets it for one command. The rules read their data into constants, so facts cannot be changed later: other facts need
another process. Separate processes validate the file: they compare it with our data, then play trial games. This
process and its child processes use only corrections that passed.
"""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from regnum.core.facts.corrections import Facts, read_facts

FACTS_VARIABLE: Final = "REGNUM_FACTS"
"""The environment variable that names the file of facts."""
PASSED_FACTS_VARIABLE: Final = "REGNUM_FACTS_PASSED"
"""The environment variable that passes checked facts to child processes: the name of the file and the facts as JSON."""
MAX_FACTS_LENGTH: Final = 100_000
"""The maximum length of the corrections as JSON, in characters, so that they fit into an environment variable."""

_facts: dict[str, Facts] | None = None
"""The corrections by game, or None before they are read."""
_CHECK: Final = """
import json, sys
task = json.load(sys.stdin)
sys.path[:] = task["path"]
from regnum.core import facts_check
facts_check.{}(task)
"""


class WrongFactsError(ValueError):
    """Raised if a file of facts cannot be used; the message, in one line, names the file and all errors in it."""


def use_facts(file: str | os.PathLike[str]) -> None:
    """Use the facts in a file.

    Args:
        file: The path of the file.

    Raises:
        WrongFactsError: If the facts are invalid, or this process already uses other facts.
    """
    name = os.path.abspath(file)
    if _facts is not None and os.environ.get(FACTS_VARIABLE) != name:
        raise WrongFactsError("games are loaded already, with other facts: name the file before, or in a fresh process")
    previous = os.environ.get(FACTS_VARIABLE)
    os.environ[FACTS_VARIABLE] = name
    try:
        load_facts()
    except WrongFactsError:
        if previous is None:
            del os.environ[FACTS_VARIABLE]
        else:
            os.environ[FACTS_VARIABLE] = previous
        raise


def load_facts() -> Mapping[str, Facts]:
    """Return this process's corrections by game folder; raises WrongFactsError if the file of facts cannot be used."""
    global _facts
    if _facts is None:
        file = os.environ.get(FACTS_VARIABLE, "")
        passed = json.loads(os.environ.get(PASSED_FACTS_VARIABLE, "null"))
        facts: dict[str, Facts] = {}
        if file and (passed is None or passed["file"] != file):
            facts = _read_corrections(file)
            os.environ[PASSED_FACTS_VARIABLE] = json.dumps({"file": file, "facts": facts})
        elif file:
            facts = passed["facts"]
        _facts = facts
        return facts
    return _facts


def facts_of(package: str) -> Facts:
    """Return the corrections of a game, given by the dotted name of its folder, or {} if it uses our data unchanged."""
    return load_facts().get(package.rpartition(".")[2], {})


# A file is checked in processes that have not loaded a game.


def _read_corrections(file: str) -> dict[str, Facts]:
    """Return the corrections in a file by game folder; raises WrongFactsError with all errors in it."""
    try:
        facts = read_facts(Path(file).read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise WrongFactsError(f"{file}: {error.strerror}") from None
    except ValueError as error:  # UnicodeDecodeError is one
        raise WrongFactsError(f"{file}: {error}") from None
    try:
        as_json = json.dumps(facts, default=str)
    except RecursionError:
        raise WrongFactsError(f"{file}: facts: tables within tables without end") from None
    if len(as_json) > MAX_FACTS_LENGTH:
        raise WrongFactsError(f"{file}: facts: more than {MAX_FACTS_LENGTH} characters")
    corrections: dict[str, Facts] = _run_in_subprocess(
        "compare", file, {"given": json.loads(as_json)}, {FACTS_VARIABLE: "", PASSED_FACTS_VARIABLE: "null"}
    )
    if corrections:
        passed = json.dumps({"file": file, "facts": corrections})
        _run_in_subprocess(
            "play_test_games", file, {"games": list(corrections)}, {FACTS_VARIABLE: file, PASSED_FACTS_VARIABLE: passed}
        )
    return corrections


def _run_in_subprocess(function: str, file: str, task: dict[str, Any], environment: dict[str, str]) -> Any:
    """Run a function of `facts_check` in a separate process and return its result.

    Raises WrongFactsError, which lists all errors.
    """
    process = subprocess.run(
        [sys.executable, "-P", "-c", _CHECK.format(function)],
        input=json.dumps({**task, "path": sys.path}),
        env={**os.environ, **environment},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if process.returncode:
        raise WrongFactsError(f"{file}: facts: cannot be checked: {(process.stderr.strip().splitlines() or ['?'])[-1]}")
    result = json.loads(process.stdout)
    if result["wrong"]:
        raise WrongFactsError(f"{file}: {result['wrong']}")
    return result["found"]
