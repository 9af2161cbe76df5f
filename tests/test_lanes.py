"""The lanes of the tests: what a change touches, what a run tells of them."""

from pathlib import Path

import pytest

from scripts.lanes import NAMES, Result, cases_of, changed, git, needed, table


@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        ([], []),
        (["README.md", "docs/hosting.md", "tests/cli/test_play.py"], ["site"]),
        (["regnum/web/routes/table.py"], ["browser-all", "long", "site"]),
        (["regnum/web/static/js/zooming.js", "regnum/web/templates/new.html.jinja"], ["browser-all", "long", "site"]),
        (["regnum/games/khan/drawing/board.js"], ["browser-all", "site"]),
        (["regnum/games/khan/scoring.py"], ["browser-all", "site", "wheels", "valgrind", "mutants"]),
        (["regnum/core/state.py"], ["browser-all", "site", "wheels", "valgrind", "mutants"]),
        (["tests/web/browser/test_table.py"], ["browser-all"]),
        (["tests/support/browser.py"], ["browser-all", "long"]),
        (["README.md", "regnum/players/strong.py"], ["site", "wheels"]),
        (["tests/cli/test_play.py"], []),
    ],
)
def test_a_change_runs_what_it_touches(paths: list[str], expected: list[str]) -> None:
    assert needed(paths) == expected


@pytest.mark.parametrize(
    "path",
    ["Makefile", "pyproject.toml", "requirements/test.txt", "scripts/fast.py", ".ci/run", "regnum/new.py", "new"],
)
def test_a_path_that_nobody_knows_runs_everything(path: str) -> None:
    assert needed(["README.md", path]) == NAMES


def test_what_was_changed_is_found_with_new_files() -> None:
    head = git("rev-parse", "HEAD")
    if not head:
        pytest.skip("not a checkout")
    assert set(changed(head)) >= set(git("ls-files", "--others", "--exclude-standard").splitlines())
    assert git("rev-parse", "--verify", "no-such-commit") == ""


def test_the_slowest_tests_of_all_lanes_are_named(tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    report.write_text(
        '<testsuites><testsuite><testcase classname="tests.web.test_a" name="test_b" time="1.5"/>'
        '<testcase classname="tests.web.test_a" name="test_c[x]" time="0.25"/></testsuite></testsuites>'
    )
    assert cases_of(tmp_path / "none.xml") == {}
    cases = cases_of(report)
    assert cases == {"web.test_a::test_b": 1.5, "web.test_a::test_c[x]": 0.25}
    lines = table([Result("one", 9.6, True, cases), Result("two", 0.4, False)])
    assert lines[1:4] == [
        "one                   2       10",
        "two                            0  FAILED",
        "                      2       10",
    ]
    assert lines[-2:] == ["    1.5  web.test_a::test_b", "    0.2  web.test_a::test_c[x]"]
