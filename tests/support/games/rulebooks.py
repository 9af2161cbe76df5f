"""The texts of the printed rulebooks, which are not part of the project."""

import os
import re
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[3]


def rulebook_paths() -> list[Path]:
    """Return the rulebooks in the folder REGNUM_RULEBOOKS, or in shared/rulebooks next to the checkout."""
    named = os.environ.get("REGNUM_RULEBOOKS")
    folders = [Path(named)] if named else [parent / "shared" / "rulebooks" for parent in ROOT.parents]
    return sorted(path for folder in folders for path in folder.glob("*.txt"))


@cache
def rulebook_texts() -> dict[str, tuple[str, str]]:
    """Return each rulebook's text by file name: as it is, and with words joined that the scan has torn apart."""
    texts = {path.name: path.read_text(encoding="utf-8") for path in rulebook_paths()}
    return {name: (text, _join_torn_words(text)) for name, text in texts.items()}


def _join_torn_words(text: str) -> str:
    return re.sub(r"(f[fil]) (?=[a-zäöü])", r"\1", re.sub(r"-\n(?=[a-zäöüа-яєіїґ])", "", text))
