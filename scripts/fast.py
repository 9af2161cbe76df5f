"""Build the compiled tree: rules and bots as machine code in build/fast/; plain Python stays the reference.

The compiler works on a copy in build/mypyc/; it runs again only when a module, its own version or that of
Python has changed. build/fast/ is put together anew each time from the sources of now, the tests and the
compiled modules.

    python scripts/fast.py           build
    python scripts/fast.py --check   is what `import regnum` gives compiled? (with PYTHONPATH=build/fast)
    python scripts/fast.py --ready   where the compiled tree of now is; nothing if it would have to be compiled first
"""

import hashlib
import importlib
import os
import shutil
import subprocess
import sys
import sysconfig
from importlib.metadata import version
from pathlib import Path
from runpy import run_path

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / "build" / "mypyc"
FAST = ROOT / "build" / "fast"
STAMP = WORK / "built-from"
PROJECT_FILES = ("pyproject.toml", "setup.py", "README.md", "LICENSE", "NOTICE")
NOT_COPIED = shutil.ignore_patterns("__pycache__", "*.so", "node_modules")


def compiled_modules() -> list[Path]:
    """The modules that setup.py gives to mypyc, relative to the project."""
    names: list[str] = run_path(str(ROOT / "setup.py"))["compiled_modules"]()
    return [Path(name) for name in names]


def fingerprint() -> str:
    """What the compiled modules depend on; types cross module borders, so it is one for all of them."""
    digest = hashlib.sha256(f"{sys.version} mypy {version('mypy')} {os.environ.get('REGNUM_OPTIMIZE')}".encode())
    for name in ["setup.py", "pyproject.toml", *map(str, compiled_modules())]:
        digest.update(f"\n{name}\n".encode())
        digest.update((ROOT / name).read_bytes())
    return digest.hexdigest()


def missing_compiler() -> str | None:
    """What is missing for C, in words that say what to do."""
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
    """The package and the files of the project that builds and tests read."""
    shutil.copytree(ROOT / "regnum", target / "regnum", ignore=NOT_COPIED)
    for name in PROJECT_FILES:
        if (ROOT / name).exists():
            shutil.copy2(ROOT / name, target / name)


def compile_modules() -> None:
    """Run mypyc and the C compiler on a fresh copy."""
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    taken_from = fingerprint()
    copy_sources(WORK)
    command = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"]
    subprocess.run(command, cwd=WORK, env={**os.environ, "REGNUM_COMPILE": "1"}, check=True)
    STAMP.write_text(taken_from, encoding="utf-8")


def assemble() -> None:
    """build/fast/ = the sources and tests of now + the compiled modules."""
    shutil.rmtree(FAST, ignore_errors=True)
    copy_sources(FAST)
    shutil.copytree(ROOT / "tests", FAST / "tests", ignore=NOT_COPIED)
    for path in WORK.rglob("*.so"):
        relative = path.relative_to(WORK)
        if relative.parts[0] != "build":
            shutil.copy2(path, FAST / relative)


def check() -> int:
    """Is every module compiled that should be? Exit code 0, or 1 and the list of those that are not."""
    home = Path(importlib.import_module("regnum").__file__ or "").parent
    names = [".".join(path.with_suffix("").parts) for path in compiled_modules()]
    plain = [name for name in names if not (importlib.import_module(name).__file__ or "").endswith(".so")]
    if plain or not names:
        print(f"Not compiled in {home}: {', '.join(plain) or 'there is nothing to compile'}", file=sys.stderr)
        return 1
    print(f"{len(names)} compiled modules in {home}")
    return 0


def is_current() -> bool:
    """Has nothing changed that the compiled modules depend on?"""
    return STAMP.exists() and STAMP.read_text(encoding="utf-8") == fingerprint()


def main() -> int:
    """Build, compiling only if something changed."""
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
