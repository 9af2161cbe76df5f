"""Checks of the archives: `make dist` refuses missing or surplus files."""

import tarfile
import zipfile
from pathlib import Path
from typing import Final

import pytest

from scripts.dist import problems

FILES: Final = ("regnum/__init__.py", "regnum/games/khan/data/tiles.toml", "regnum/web/static/js/board/zoom.js")
COMPILED: Final = (
    "regnum/core/state.cpython-311-x86_64-linux-gnu.so",
    "regnum_core__mypyc.cpython-311-x86_64-linux-gnu.so",
)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A compiled tree, small."""
    for name in (*FILES, *COMPILED, "regnum/__pycache__/state.pyc"):
        path = tmp_path / "tree" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    return tmp_path / "tree"


def wheel(tree: Path, name: str, files: tuple[str, ...]) -> Path:
    """A wheel of these files of the tree, beside it."""
    archive = tree.parent / name
    with zipfile.ZipFile(archive, "w") as made:
        for file in files:
            made.write(tree / file, file)
    return archive


def test_complete_archives_have_no_problems(tree: Path) -> None:
    sdist = tree.parent / "regnum-1.tar.gz"
    with tarfile.open(sdist, "w:gz") as made:
        for name in FILES:
            made.add(tree / name, f"regnum-1/{name}")
    assert problems(sdist, tree) == []
    assert problems(wheel(tree, "regnum-1-py3-none-any.whl", FILES), tree) == []
    assert problems(wheel(tree, "regnum-1-cp311-cp311-linux_x86_64.whl", FILES + COMPILED), tree) == []


def test_missing_file_is_named(tree: Path) -> None:
    archive = wheel(tree, "regnum-1-py3-none-any.whl", FILES[:2])
    assert problems(archive, tree) == [f"{archive.name} lacks {FILES[2]}"]
    archive = wheel(tree, "regnum-1-cp311-cp311-linux_x86_64.whl", FILES + COMPILED[1:])
    assert problems(archive, tree) == [f"{archive.name} lacks {COMPILED[0]}"]


def test_pure_wheel_with_a_compiled_module_is_refused(tree: Path) -> None:
    archive = wheel(tree, "regnum-1-py3-none-any.whl", FILES + COMPILED)
    assert [line.split(" has ")[1].split(",")[0] for line in problems(archive, tree)] == sorted(COMPILED)


def test_file_missing_from_the_tree_is_refused(tree: Path) -> None:
    archive = wheel(tree, "regnum-1-py3-none-any.whl", FILES)
    (tree / FILES[1]).unlink()
    assert problems(archive, tree) == [f"{archive.name} has {FILES[1]}, which does not belong there"]
