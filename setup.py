"""Build regnum; everything but the compiler and what its output needs is in pyproject.toml.

By default this is a plain Python package, and that is the reference. Two environment variables change it:

- REGNUM_COMPILE=1 compiles rules and bots with mypyc (`make fast`).
- REGNUM_COMPILED names a folder whose compiled modules are taken as they are (`make dist` uses those of `make fast`).
"""

import os
import shutil
import tomllib
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent
FLAGS = ["-fvisibility=hidden", "-fno-semantic-interposition", "-w"]
"""Calls between hidden symbols are direct, so they are faster. Warnings about generated C take long and help nobody."""


def compiled_groups(root: Path = ROOT) -> dict[str, list[str]]:
    """Return the modules to compile, relative to the project, by the name of their group.

    `tool.regnum` in pyproject.toml selects the modules. Each group becomes one shared library: one for each game and
    one for each other folder of the package.
    """
    settings = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["regnum"]
    compiled, interpreted = (
        {path.relative_to(root) for pattern in settings[key] for path in root.glob(pattern)}
        for key in ("compiled", "interpreted")
    )
    groups: dict[str, list[str]] = {}
    for path in sorted(compiled - interpreted):
        depth = 3 if path.parts[1] == "games" else 2
        groups.setdefault("_".join(path.parts[:depth]), []).append(str(path))
    return groups


class TakeCompiled(build_ext):
    """Copies modules that are compiled already: the first source of each is the compiled file."""

    def build_extension(self, ext: Extension) -> None:
        """Put the file where the compiler would have put it."""
        target = Path(self.get_ext_fullpath(ext.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ext.sources[0], target)

    def get_source_files(self) -> list[str]:
        """Return no files: an sdist does not contain compiled modules."""
        return []


def extensions() -> list[Extension]:
    """Return the shared library of each group and a stub for each module, the longest to compile first."""
    if folder := os.environ.get("REGNUM_COMPILED"):
        found = {path: path.relative_to(folder) for path in sorted(Path(folder).rglob("*.so"))}
        return [
            Extension(".".join([*there.parts[:-1], there.name.partition(".")[0]]), [str(path)])
            for path, there in found.items()
        ]
    if os.environ.get("REGNUM_COMPILE") != "1":
        return []
    from mypyc.build import mypycify

    groups = compiled_groups()
    modules = [module for group in groups.values() for module in group]
    separate = [(group, name) for name, group in groups.items()]
    made: list[Extension] = mypycify(modules, opt_level="2", debug_level="0", separate=separate)
    for extension in made:
        extension.extra_compile_args = [*extension.extra_compile_args, *FLAGS]
    return sorted(made, key=lambda extension: -sum(Path(source).stat().st_size for source in extension.sources))


if __name__ == "__main__":
    modules = extensions()
    setup(
        ext_modules=modules,
        # Plain Python needs only the standard library; compiled rules need mypyc's packed arrays, and these the other.
        install_requires=["librt>=0.16", "mypy_extensions>=1"] if modules else [],
        cmdclass={"build_ext": TakeCompiled} if "REGNUM_COMPILED" in os.environ else {},
        options={"build_ext": {"parallel": True}},  # one compiler process per core
    )
