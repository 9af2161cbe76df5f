"""Build the compiled tree in build/fast/, with rules and bots as machine code; plain Python remains the reference.

mypyc and the C compiler work on a copy in build/mypyc/, which is kept, so a change in one game recompiles only
that game's library. A change to setup.py or another version of mypy or Python recompiles everything. build/fast/ is
assembled each time from the current sources, the tests and the compiled modules.

    python scripts/fast.py           build
    python scripts/fast.py --check   check that `import regnum` gives compiled modules (with PYTHONPATH=build/fast)
    python scripts/fast.py --ready   print the folder of the compiled tree, or nothing if it must be compiled first
"""

import hashlib
import importlib
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from runpy import run_path

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / "build" / "mypyc"
FAST = ROOT / "build" / "fast"
TOOLS_STAMP = WORK / "built-with"
STAMP = WORK / "built-from"
PROJECT_FILES = ("pyproject.toml", "setup.py", "README.md", "LICENSE", "NOTICE")
NARROW_SHIFT = re.compile(r"= -?[0-9]+ << cpy_r")
NOT_COPIED = shutil.ignore_patterns("__pycache__", "*.so", "node_modules")


def compiled_groups() -> dict[str, list[str]]:
    """Return the modules that setup.py gives to mypyc, relative to the project, by group."""
    groups: dict[str, list[str]] = run_path(str(ROOT / "setup.py"))["compiled_groups"]()
    return groups


def compiled_modules() -> list[Path]:
    """Return the modules that setup.py gives to mypyc, relative to the project."""
    return [Path(name) for group in compiled_groups().values() for name in group]


def compiled_files() -> list[Path]:
    """Return the files that the compiler makes, relative to the project: a library per group and a stub per module."""
    names = [Path(f"{group}__mypyc") for group in compiled_groups()]
    names += [path.with_suffix("") for path in compiled_modules()]
    return [path.with_name(path.name + sysconfig.get_config_var("EXT_SUFFIX")) for path in names]


def tools_fingerprint() -> str:
    """Return a digest of the compilers and their settings, whose changes setuptools does not notice."""
    digest = hashlib.sha256(f"{sys.version} mypy {version('mypy')} {os.environ.get('CC')}".encode())
    digest.update((ROOT / "setup.py").read_bytes())
    return digest.hexdigest()


def fingerprint() -> str:
    """Return a digest of everything that the compiled modules depend on."""
    digest = hashlib.sha256(tools_fingerprint().encode())
    for name in ["pyproject.toml", *map(str, compiled_modules())]:
        digest.update(f"\n{name}\n".encode())
        digest.update((ROOT / name).read_bytes())
    return digest.hexdigest()


def missing_compiler() -> str | None:
    """Return what is missing to compile C and how to install it; None if nothing is missing."""
    configured = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    if not shutil.which(configured.split()[0]):
        return (
            f"no C compiler ({configured.split()[0]})\n"
            "  Debian, Ubuntu: sudo apt-get install gcc python3-dev\n"
            "  macOS: xcode-select --install"
        )
    if not (Path(sysconfig.get_path("include")) / "Python.h").exists():
        package = f"python{sys.version_info.major}.{sys.version_info.minor}-dev"
        return f"Python.h is missing\n  Debian, Ubuntu: sudo apt-get install {package}"
    return None


def copy_sources(target: Path) -> None:
    """Copy the package and the project files that builds and tests read; delete modules that no longer exist."""
    shutil.copytree(ROOT / "regnum", target / "regnum", ignore=NOT_COPIED, dirs_exist_ok=True)
    for path in (target / "regnum").rglob("*.py"):
        if not (ROOT / path.relative_to(target)).exists():
            path.unlink()
    for name in PROJECT_FILES:
        if (ROOT / name).exists():
            shutil.copy2(ROOT / name, target / name)


def read_stamp(stamp: Path) -> str | None:
    """Return the fingerprint in a stamp, or None if there is no stamp."""
    return stamp.read_text(encoding="utf-8") if stamp.exists() else None


def narrow_shifts() -> list[str]:
    """Return the functions of the generated C that shift a literal by an i64; C does that in 32 bits."""
    found: list[str] = []
    for path in sorted((WORK / "build").glob("*.c")):
        function = ""
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("PyObject *CPyDef_") or " CPyDef_" in line[:40]:
                function = line.partition("CPyDef_")[2].partition("(")[0].replace("___", ".")
            elif NARROW_SHIFT.search(line):
                found.append(function)
    return found


def compile_modules() -> None:
    """Run mypyc and the C compiler; both skip what has not changed since the last run."""
    if read_stamp(TOOLS_STAMP) != tools_fingerprint():
        shutil.rmtree(WORK, ignore_errors=True)
        WORK.mkdir(parents=True)
        TOOLS_STAMP.write_text(tools_fingerprint(), encoding="utf-8")
    taken_from = fingerprint()
    copy_sources(WORK)
    command = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"]
    subprocess.run(command, cwd=WORK, env={**os.environ, "REGNUM_COMPILE": "1"}, check=True)
    if places := narrow_shifts():
        sys.exit(
            "regnum: mypyc shifts a literal in 32 bits here; write `bit(number)` instead:\n  " + "\n  ".join(places)
        )
    STAMP.write_text(taken_from, encoding="utf-8")


def assemble() -> None:
    """Make build/fast/ from the current sources and tests and the compiled modules."""
    shutil.rmtree(FAST, ignore_errors=True)
    copy_sources(FAST)
    shutil.copytree(ROOT / "tests", FAST / "tests", ignore=NOT_COPIED)
    for path in compiled_files():
        shutil.copy2(WORK / path, FAST / path)


def check() -> int:
    """Return 0 if all modules that should be compiled are; else print the other ones and return 1."""
    home = Path(importlib.import_module("regnum").__file__ or "").parent
    names = [".".join(path.with_suffix("").parts) for path in compiled_modules()]
    plain = [name for name in names if (importlib.import_module(name).__file__ or "").endswith(".py")]
    if plain or not names:
        print(f"Not compiled in {home}: {', '.join(plain) or 'there is nothing to compile'}", file=sys.stderr)
        return 1
    print(f"{len(names)} compiled modules in {home}")
    return 0


def is_current() -> bool:
    """Return whether the compiled modules are up to date; False if mypy isn't installed."""
    try:
        return STAMP.exists() and read_stamp(STAMP) == fingerprint()
    except PackageNotFoundError:  # `make play` installs no mypy
        return False


def main() -> int:
    """Build the tree, compiling only if something has changed, and return the exit code."""
    if sys.argv[1:] == ["--check"]:
        return check()
    if sys.argv[1:] == ["--ready"]:
        if is_current():
            assemble()
            print(FAST)
        return 0
    if missing := missing_compiler():
        print(f"regnum: {missing}", file=sys.stderr)
        return 1
    if not is_current():
        try:
            compile_modules()
        except subprocess.CalledProcessError as error:
            return error.returncode
    assemble()
    return 0


if __name__ == "__main__":
    sys.exit(main())
