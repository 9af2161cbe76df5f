"""Build regnum; everything but the compiler is in pyproject.toml.

With REGNUM_COMPILE=1 in the environment mypyc turns rules and bots into machine code (`make fast`).
Without it this is a plain Python package, and that is the reference. REGNUM_OPTIMIZE, 0 to 3, says how hard the C
compiler shall try (3): with 0 it takes a fraction of the time, and what comes out is right, but slower.
REGNUM_COMPILED names a folder whose compiled modules are taken as they are (`make dist` takes those of `make fast`).
"""

import os
import shutil
import tomllib
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext


def compiled_modules() -> list[str]:
    """The modules that pyproject.toml names under `tool.regnum`, relative to the project; scripts/fast.py asks too."""
    root = Path(__file__).resolve().parent
    settings = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["regnum"]
    compiled, interpreted = (
        {str(path.relative_to(root)) for pattern in settings[key] for path in root.glob(pattern)}
        for key in ("compiled", "interpreted")
    )
    return sorted(compiled - interpreted)


class TakeCompiled(build_ext):
    """Copies modules that are compiled already: the first source of each is the compiled file."""

    def build_extension(self, ext: Extension) -> None:
        """Put the file where the compiler would have put it."""
        target = Path(self.get_ext_fullpath(ext.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ext.sources[0], target)

    def get_source_files(self) -> list[str]:
        """Nothing of them belongs into an sdist."""
        return []


def extensions() -> list[Extension]:
    """One mypyc group, so that calls between modules are C calls."""
    if folder := os.environ.get("REGNUM_COMPILED"):
        found = {path: path.relative_to(folder) for path in sorted(Path(folder).rglob("*.so"))}
        return [
            Extension(".".join([*there.parts[:-1], there.name.partition(".")[0]]), [str(path)])
            for path, there in found.items()
        ]
    if os.environ.get("REGNUM_COMPILE") != "1":
        return []
    from mypyc.build import mypycify

    level = os.environ.get("REGNUM_OPTIMIZE", "3")
    made: list[Extension] = mypycify(compiled_modules(), opt_level=level, debug_level="1", group_name="regnum")
    for extension in made:  # warnings about C that mypyc wrote help nobody, and looking for them is most of the time
        extension.extra_compile_args = [*extension.extra_compile_args, "-w"]
    return made


if __name__ == "__main__":
    setup(ext_modules=extensions(), cmdclass={"build_ext": TakeCompiled} if "REGNUM_COMPILED" in os.environ else {})
