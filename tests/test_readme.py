"""What README and docs say about the library is true."""

import doctest
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize("name", ["README.md", "docs/bots.md", "docs/data.md", "docs/research.md"])
def test_the_examples_run(name: str) -> None:
    results = doctest.testfile(str(ROOT / name), module_relative=False)
    assert results.attempted >= 5
    assert results.failed == 0
