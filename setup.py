"""Build regnum; everything but the compiler is in pyproject.toml.

With REGNUM_COMPILE=1 in the environment mypyc turns rules and bots into machine code (`make fast`).
Without it this is a plain Python package, and that is the reference. REGNUM_OPTIMIZE, 0 to 3, says how hard the C
compiler shall try (3): with 0 it takes a fraction of the time, and what comes out is right, but slower.
"""

import os
import tomllib
from pathlib import Path

from setuptools import Extension, setup


def compiled_modules() -> list[str]:
    """The modules that pyproject.toml names under `tool.regnum`, relative to the project; scripts/fast.py asks too."""
    root = Path(__file__).resolve().parent
    settings = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["regnum"]
    compiled, interpreted = (
        {str(path.relative_to(root)) for pattern in settings[key] for path in root.glob(pattern)}
        for key in ("compiled", "interpreted")
    )
    return sorted(compiled - interpreted)


def extensions() -> list[Extension]:
    """One mypyc group, so that calls between modules are C calls."""
    if os.environ.get("REGNUM_COMPILE") != "1":
        return []
    from mypyc.build import mypycify

    level = os.environ.get("REGNUM_OPTIMIZE", "3")
    return mypycify(compiled_modules(), opt_level=level, debug_level="1", group_name="regnum")


if __name__ == "__main__":
    setup(ext_modules=extensions())
