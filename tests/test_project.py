"""Conventions: one version, a changelog by release, valid workflows and forms, names of tests."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Final

import pytest

import regnum
from scripts import release, schemas

ROOT: Final = Path(__file__).resolve().parent.parent
WORKFLOWS: Final = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
CHANGELOG: Final = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
RELEASES: Final = re.findall(r"^## \[([\d.]+)\] - \d{4}-\d\d-\d\d$", CHANGELOG, re.MULTILINE)
NO_SUBJECTS: Final = (
    "any(body|one)|every(body|one)|he|how|it|nobody|none|nothing|one_(that|who)|others|she|some(body|one|thing)|"
    "that|there|they|this|those|what|whatever|when|where|whether|which|who|whoever|whom|whose|why"
)
"""Forbidden first words of a test's name. It names its subject, as in `test_invitation_expires_after_a_week`."""


def test_packages_have_the_version_of_the_library() -> None:
    command = [sys.executable, "setup.py", "--quiet", "--version"]
    process = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert process.stdout.split() == [regnum.__version__]


def test_changelog_has_the_newest_release_first() -> None:
    assert CHANGELOG.count("## [Unreleased]\n") == 1
    assert CHANGELOG.index("## [Unreleased]") < CHANGELOG.index(f"## [{RELEASES[0]}]")
    assert sorted(RELEASES, key=lambda version: [-int(part) for part in version.split(".")]) == RELEASES
    assert RELEASES[0] == regnum.__version__
    assert set(re.findall(r"^### (.+)$", CHANGELOG, re.MULTILINE)) <= {"Added", "Changed", "Fixed", "Security"}


def test_changelog_entry_is_one_short_line() -> None:
    entries = CHANGELOG[CHANGELOG.index("## [Unreleased]") :]
    lines = [line for line in entries.splitlines() if line and not line.startswith(("#", "["))]
    assert lines
    assert [line for line in lines if not line.startswith("- ") or len(line) > 120] == []


def test_release_has_the_notes_of_its_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert release.main(f"v{regnum.__version__}") == 0
    notes = capsys.readouterr().out
    assert notes.startswith("### Added\n")
    assert "- Khan keeps rules version 3: records of 0.1.0 still replay.\n" in notes
    assert "## [" not in notes
    oldest = release.section(CHANGELOG, RELEASES[-1])
    assert oldest.splitlines()[-1].startswith("- "), "links below the changelog are not notes"


def test_tag_of_another_version_is_refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert release.main(f"v{regnum.__version__}.1") == 1
    assert release.main("") == 1
    monkeypatch.setattr(release, "__version__", "99.0.0")
    assert release.main("v99.0.0") == 1
    assert "CHANGELOG.md says nothing about 99.0.0" in capsys.readouterr().err


@pytest.mark.parametrize("schema", schemas.SCHEMAS)
def test_file_follows_its_schema(schema: str) -> None:
    assert schemas.problems(schema) == ""


def test_misspelt_workflow_key_is_detected(tmp_path: Path) -> None:
    folder = tmp_path / ".github" / "workflows"
    folder.mkdir(parents=True)
    right = (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
    (folder / "ci.yml").write_text(right.replace("runs-on:", "run-on:"), encoding="utf-8")
    assert "run-on" in schemas.problems("vendor.github-workflows", tmp_path)
    assert "no such file" in schemas.problems("vendor.citation-file-format", tmp_path)


def test_actions_are_pinned_by_major_version() -> None:
    used = [name for path in WORKFLOWS for name in re.findall(r"uses: (\S+)", path.read_text(encoding="utf-8"))]
    assert len(used) > 10
    assert [name for name in used if not re.fullmatch(r"[\w/-]+@(release/)?v\d+", name)] == []


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_workflow_has_no_permissions_by_default(path: Path) -> None:
    head = path.read_text(encoding="utf-8").partition("\njobs:")[0]
    assert re.search(r"^permissions:(?: \{\}|\n  contents: read)$", head, re.MULTILINE)
    assert re.search(r"^concurrency:$", head, re.MULTILINE)


def test_commands_of_workflows_exist() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in WORKFLOWS)
    lanes = re.findall(r"make test LANES=([\w-]+)", code)
    assert {"rules", "browser"} <= set(lanes)
    assert all(f'Lane("{lane}"' in (ROOT / "scripts" / "lanes.py").read_text(encoding="utf-8") for lane in lanes)
    for name in re.findall(r"requirements/\w+\.txt", code):
        assert (ROOT / name).is_file()


def test_pythons_of_the_workflows_match_the_package() -> None:
    code = (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
    tested = set(re.findall(r'"(3\.\d+)"', code))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    named = {name.split(" :: ")[-1] for name in project["project"]["classifiers"] if re.search(r":: 3\.\d+$", name)}
    built = {f"3.{name[3:-2]}" for name in project["tool"]["cibuildwheel"]["build"]}
    assert tested == named == built


def test_test_names_begin_with_a_subject() -> None:
    paths = sorted((ROOT / "tests").rglob("test_*.py"))
    actual = [
        name
        for path in paths
        for name in re.findall(r"^\s*(?:async )?def test_(\w+)", path.read_text(encoding="utf-8"), re.M)
    ]
    assert len(actual) > 3000
    assert [name for name in actual if re.match(rf"({NO_SUBJECTS})(_|$)", name)] == []
