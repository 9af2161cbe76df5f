"""Check that a tag matches the current version, and print its section of the changelog.

python -m scripts.release v0.2.0
"""

import re
import sys
from pathlib import Path
from typing import Final

from regnum import __version__

ROOT: Final = Path(__file__).resolve().parent.parent


def section(changelog: str, version: str) -> str:
    """Return the entries of a version in the changelog; "" if it has none."""
    match = re.search(rf"^## \[{re.escape(version)}\].*?\n(.*?)(?=^## |^\[|\Z)", changelog, re.DOTALL | re.MULTILINE)
    return match[1].strip() if match else ""


def main(tag: str) -> int:
    """Print the section of a tag and return 0; 1, with the reason on standard error, if it can't be released."""
    if tag != f"v{__version__}":
        print(f"regnum: the tag is {tag}, but this is version {__version__} (regnum/__init__.py)", file=sys.stderr)
        return 1
    if not (notes := section((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), __version__)):
        print(f"regnum: CHANGELOG.md says nothing about {__version__}", file=sys.stderr)
        return 1
    print(notes)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) == 2 else ""))
