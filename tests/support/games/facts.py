"""Processes with corrected facts: facts are read once, so each correction needs a process of its own."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from regnum.core.facts.corrections import Facts, as_toml
from tests.support.command import environment


def write_facts(folder: Path, facts: dict[str, Facts]) -> Path:
    """Write a file with facts by game and return its path."""
    path = folder / "facts.toml"
    path.write_text("\n".join(as_toml(facts)) + "\n", encoding="utf-8")
    return path


def run_script_with_facts(folder: Path, facts: dict[str, Facts], script: str, **more: Any) -> Any:
    """Return what a script passes to `say(...)` in a process with these facts; `more` are its variables."""
    before = f"import json\nvars().update(json.loads({json.dumps(json.dumps(more))}))\n"
    before += "def say(value): print(json.dumps(value))\n"
    process = subprocess.run(
        [sys.executable, "-c", before + script],
        env=environment(REGNUM_FACTS=str(write_facts(folder, facts))),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert process.returncode == 0, process.stderr
    return json.loads(process.stdout)
