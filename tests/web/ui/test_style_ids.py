"""Style sheets name only ids that pages have."""

import re
from pathlib import Path
from typing import Final

import regnum

ROOT: Final = Path(regnum.__file__).resolve().parent


def sources(*suffixes: str) -> dict[Path, str]:
    """Return our own files with these suffixes and their text."""
    paths = [path for path in sorted(ROOT.rglob("*")) if path.suffix in suffixes and "vendor" not in path.parts]
    return {path: path.read_text(encoding="utf-8") for path in paths}


def test_every_id_in_a_style_sheet_exists_in_a_page() -> None:
    pages = "\n".join(sources(".jinja", ".svg", ".html", ".py", ".js").values())
    ids = set(re.findall(r"""["'`]([\w-]+)["'`]""", pages))
    prefixes = tuple(re.findall(r'\bid="([\w-]+)\{\{', pages))
    missing: list[tuple[str, str]] = []
    for path, text in sources(".css").items():
        for selector in re.findall(r"([^{}]+)\{", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)):
            named = set(re.findall(r"#([a-zA-Z][\w-]*)", selector)) - ids
            missing += [(path.name, name) for name in sorted(named) if not name.startswith(prefixes)]
    assert missing == []
