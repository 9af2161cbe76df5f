"""What the README says about the library is true."""

import doctest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def test_the_examples_of_the_readme_run() -> None:
    results = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert results.attempted >= 5
    assert results.failed == 0
