"""README and docs describe the library correctly."""

import doctest
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
WITH_EXAMPLES = [str(page.relative_to(ROOT)) for page in PAGES if ">>> " in page.read_text(encoding="utf-8")]


def test_examples_exist() -> None:
    assert {"README.md", "docs/bots.md", "docs/data.md", "docs/index.md", "docs/research.md"} <= set(WITH_EXAMPLES)


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_examples_run(name: str) -> None:
    results = doctest.testfile(str(ROOT / name), module_relative=False)
    assert results.attempted >= 5
    assert results.failed == 0
