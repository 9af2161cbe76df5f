"""`make fast`: each module is in one group, each game is a group, and nothing outdated remains."""

import shutil
import tomllib
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from runpy import run_path
from typing import Final

import pytest

from scripts import fast

ROOT: Final = Path(__file__).resolve().parents[2]
SETTINGS: Final[dict[str, list[str]]] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["regnum"]
GROUPS: Final[Callable[[Path], dict[str, list[str]]]] = run_path(str(ROOT / "setup.py"))["compiled_groups"]
FILES: Final = (
    "regnum/core/rules/state.py",
    "regnum/games/go/__init__.py",
    "regnum/games/go/game.py",
    "regnum/games/go/deep/down.py",
    "regnum/games/go/view/board.py",
)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a small project with its own game in place of this one."""
    for name in FILES:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    for name in ("pyproject.toml", "setup.py"):
        shutil.copy2(ROOT / name, tmp_path / name)
    (tmp_path / "tests").mkdir()
    monkeypatch.setattr(fast, "ROOT", tmp_path)
    monkeypatch.setattr(fast, "WORK", tmp_path / "build" / "mypyc")
    monkeypatch.setattr(fast, "FAST", tmp_path / "build" / "fast")
    return tmp_path


def test_each_compiled_module_is_in_one_group() -> None:
    selected, plain = (
        {path.relative_to(ROOT).as_posix() for pattern in SETTINGS[key] for path in ROOT.glob(pattern)}
        for key in ("compiled", "interpreted")
    )
    listed = [module for group in GROUPS(ROOT).values() for module in group]
    assert listed
    assert sorted(listed) == sorted(selected - plain)


def test_each_pattern_matches_a_module() -> None:
    patterns = [pattern for result in SETTINGS.values() for pattern in result]
    assert [pattern for pattern in patterns if not any(ROOT.glob(pattern))] == []


def test_each_game_is_a_group() -> None:
    games = [path.parent for path in ROOT.glob("regnum/games/*/game.py")]
    assert games
    for folder in games:
        inside = {name for name, group in GROUPS(ROOT).items() for module in group if folder in (ROOT / module).parents}
        assert inside == {f"regnum_games_{folder.name}"}


def test_new_game_becomes_a_group(project: Path) -> None:
    assert GROUPS(project) == {
        "regnum_core": ["regnum/core/rules/state.py"],
        "regnum_games_go": ["regnum/games/go/deep/down.py", "regnum/games/go/game.py"],
    }


def test_outdated_compiled_modules_are_removed(project: Path) -> None:
    fast.copy_sources(fast.WORK)
    for path in fast.compiled_files():
        (fast.WORK / path).touch()
    fast.assemble()
    names = [path.name.partition(".")[0] for path in fast.FAST.rglob("*.so")]
    assert sorted(names) == ["down", "game", "regnum_core__mypyc", "regnum_games_go__mypyc", "state"]
    shutil.rmtree(project / "regnum" / "games")
    fast.copy_sources(fast.WORK)
    assert [path.relative_to(fast.WORK).as_posix() for path in fast.WORK.rglob("*.py")] == ["setup.py", FILES[0]]
    fast.assemble()
    names = [path.name.partition(".")[0] for path in fast.FAST.rglob("*.so")]
    assert sorted(names) == ["regnum_core__mypyc", "state"]


GENERATED: Final = """\
PyObject *CPyDef_regnum___core___rules___state___State___clone(PyObject *cpy_r_self) {
    cpy_r_r1 = cpy_r_one << cpy_r_number;
    cpy_r_r2 = cpy_r_mask << 3;
}
int64_t CPyDef_regnum___games___go___game___stones(int64_t cpy_r_player) {
    cpy_r_r9 = 1 << cpy_r_player;
    return cpy_r_r9;
}
"""


def test_shift_of_a_literal_by_a_machine_integer_is_found(project: Path) -> None:
    generated = fast.WORK / "build" / "__native_regnum_games_go.c"
    generated.parent.mkdir(parents=True)
    generated.write_text(GENERATED)
    assert fast.narrow_shifts() == ["regnum.games.go.game.stones"]
    generated.write_text(GENERATED.replace("1 << cpy_r_player", "-2 << cpy_r_player"))
    assert fast.narrow_shifts() == ["regnum.games.go.game.stones"]
    generated.write_text(GENERATED.replace("1 << cpy_r_player", "cpy_r_one << cpy_r_player"))
    assert fast.narrow_shifts() == []


def test_compiled_build_is_not_ready_without_mypy(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def version(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(fast, "version", version)
    monkeypatch.setattr(fast, "STAMP", project / "built-from")
    monkeypatch.setattr("sys.argv", ["fast.py", "--ready"])
    for stamp in (None, "of another day"):
        if stamp:
            (project / "built-from").write_text(stamp)
        assert fast.main() == 0
        assert capsys.readouterr().out == ""
