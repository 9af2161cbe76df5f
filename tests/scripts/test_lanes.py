"""The lanes of the tests: selection by changed files, and the report of a run."""

from pathlib import Path

import pytest

from scripts.lanes import LANES, NAMES, ROOT, Lane, Result, cases_of, changed_paths, git, parts_for, run_all, table


@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        ([], []),
        (["README.md", "docs/hosting.md", "tests/cli/test_play.py"], ["long", "site"]),
        (["regnum/web/play/routes/page.py"], ["browser-all", "long", "site"]),
        (
            ["regnum/web/static/js/board/zoom.js", "regnum/web/lobby/templates/new_table.html.jinja"],
            ["browser-all", "long", "site"],
        ),
        (["regnum/games/khan/view/board.js"], ["browser-all", "site"]),
        (["regnum/games/khan/scoring.py"], NAMES),
        (["regnum/core/rules/state.py"], NAMES),
        (["tests/web/browser/test_table.py"], ["browser-all"]),
        (["tests/support/browser/page.py"], ["browser-all", "long"]),
        (["README.md", "regnum/players/strong.py"], ["long", "site", "wheels"]),
        (["tests/cli/test_play.py"], ["long"]),
        (["tests/games/khan/view/test_view.py"], ["long"]),
        (["tests/games/khan/test_setup.py"], ["long", "wheels"]),
        (["tests/games/khan/positions/a.json", "tests/vendor/axe.min.js"], ["browser-all"]),
        (["tests/test_docs.py", "tests/commands/mutants_web.py"], ["site", "mutants"]),
        (["tests/js/lib/times.test.js"], []),
        ([".github/workflows/ci.yml", ".pre-commit-config.yaml", "CITATION.cff"], []),
    ],
)
def test_change_selects_the_affected_tests(paths: list[str], expected: list[str]) -> None:
    assert parts_for(paths) == expected


@pytest.mark.parametrize(
    "path",
    [
        "Makefile",
        "tests/conftest.py",
        "pyproject.toml",
        "requirements/test.txt",
        "scripts/fast.py",
        ".ci/run",
        "regnum/new.py",
        "new",
    ],
)
def test_unknown_path_selects_all_tests(path: str) -> None:
    assert parts_for(["README.md", path]) == NAMES


def test_changed_files_include_new_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scripts.lanes.ROOT", tmp_path)
    git("init", "-q")
    for name in ("kept", "edited"):
        (tmp_path / name).write_text("before")
    git("add", "-A")
    git("-c", "user.name=a", "-c", "user.email=a@b.example", "commit", "-q", "-m", "first")
    (tmp_path / "edited").write_text("after")
    (tmp_path / "new").write_text("")
    assert changed_paths(git("rev-parse", "HEAD")) == ["edited", "new"]
    assert git("rev-parse", "--verify", "no-such-commit") == ""


def test_selection_without_tests_fails(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    empty = Result("rules", 1.0, True, empty=True)
    monkeypatch.setattr("scripts.lanes.run", lambda *_: empty)
    assert run_all([LANES["rules"], LANES["browser"]], ["-k", "no_such_test"]) == 1
    assert "no test was selected" in capsys.readouterr().err
    monkeypatch.setattr("scripts.lanes.run", lambda *_: Result("rules", 1.0, True, {"one": 0.1}))
    assert run_all([LANES["rules"]], ["-k", "one"]) == 0


def test_a_lane_in_the_background_prints_at_the_end(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("scripts.lanes.REPORTS", tmp_path)
    started = tmp_path / "started"
    wait = f"until [ -e {started} ]; do sleep 0.01; done; echo behind; exit 3"
    lanes = [
        Lane("slow", command=("sh", "-c", wait), in_background=True),
        Lane("first", command=("sh", "-c", f"echo before > {started}; echo before")),
    ]
    assert run_all(lanes, []) == 1
    printed = capfd.readouterr().out.split()
    assert printed.index("before") < printed.index("behind") < printed.index("FAILED")


def test_journeys_are_limited_to_fifty() -> None:
    marked = [
        line
        for path in (ROOT / "tests" / "web" / "browser").glob("*.py")
        for line in path.read_text(encoding="utf-8").splitlines()
        if "pytest.mark.journey" in line
    ]
    assert 10 < len(marked) <= 50


def test_slowest_tests_of_all_lanes_are_named(tmp_path: Path) -> None:
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
