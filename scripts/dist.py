"""Build the distributions: an sdist, a pure wheel made from it, and a wheel with the compiled modules of `make fast`.

The compiler is not run: the compiled wheel uses the modules in build/fast/. The archives are written to dist/.

    python -m scripts.dist                build if anything has changed, and check that no file is missing
    python -m scripts.dist --install      install each into an empty environment in build/dist/, and check it
    python -m scripts.dist --test ...     run the rules' tests in these environments, with arguments for pytest
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from importlib.metadata import distribution
from pathlib import Path
from typing import Final

from scripts.fast import FAST, ROOT, copy_sources

DIST: Final = ROOT / "dist"
WORK: Final = ROOT / "build" / "dist"
STAMP: Final = WORK / "built-from"
ARCHIVES: Final = {"sdist": "regnum-*.tar.gz", "pure": "regnum-*-none-any.whl", "compiled": "regnum-*-cp*.whl"}
INSPECTION: Final = "import json, regnum; print(json.dumps([regnum.__file__, regnum.compiled]))"
PACKAGES: Final = sysconfig.get_path("purelib")
"""The folder with pytest and other tools for the tests; on PYTHONPATH, its editable install has no effect."""
TESTS: Final = {
    "sdist": ["tests/games/brian_boru"],
    "pure": ["tests/games/brian_boru"],
    "compiled": ["tests/core", "tests/games", "tests/players"],
}
"""The sdist and the pure wheel have the same code, which is tested in plain Python anyway, so one game is enough."""
NO_VIEWS: Final = "--ignore-glob=tests/games/*/view"
"""The tests of views need the web extra, so only the other lanes run them."""


def package_files(root: Path) -> set[str]:
    """Return the names of the package's files in a folder as in an archive, without bytecode and compiled modules."""
    paths = (path for path in (root / "regnum").rglob("*") if path.is_file())
    return {
        path.relative_to(root).as_posix()
        for path in paths
        if "__pycache__" not in path.parts and path.suffix not in (".so", ".pyc")
    }


def archived_files(archive: Path) -> set[str]:
    """Return the names of the files in a wheel, or in an sdist without its top folder."""
    if archive.suffix == ".whl":
        return set(zipfile.ZipFile(archive).namelist())
    with tarfile.open(archive) as tar:
        return {member.name.partition("/")[2] for member in tar if member.isfile()}


def problems(archive: Path, root: Path) -> list[str]:
    """Return a line for each file that an archive lacks or should not have, compared with the package in a folder.

    Only compiled wheels should have compiled modules.
    """
    archived = archived_files(archive)
    expected = package_files(root)
    if "-cp" in archive.name:
        expected |= {path.relative_to(root).as_posix() for path in root.rglob("*.so")}
    extra = {name for name in archived if name.startswith("regnum/") or name.endswith(".so")} - expected
    return [
        *(f"{archive.name} lacks {name}" for name in sorted(expected - archived)),
        *(f"{archive.name} has {name}, which does not belong there" for name in sorted(extra)),
    ]


def find_archive(kind: str) -> Path:
    """Return the path of the archive of a kind in dist/; FileNotFoundError unless there is exactly one."""
    paths = list(DIST.glob(ARCHIVES[kind]))
    if len(paths) != 1:
        raise FileNotFoundError(f"dist/ has {len(paths)} files like {ARCHIVES[kind]} instead of one: make dist")
    return paths[0]


def run(*command: str | Path, cwd: Path = ROOT, **environment: str) -> str:
    """Run a command without the caller's PYTHONPATH and return its output; CalledProcessError if it fails."""
    full = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | environment
    return subprocess.run(command, cwd=cwd, env=full, stdout=subprocess.PIPE, text=True, check=True).stdout


def fingerprint() -> str:
    """Return a digest of the files from which all three archives are built: the compiled tree without its tests."""
    digest = hashlib.sha256(sys.version.encode())
    files = {path.relative_to(FAST).as_posix() for path in [*FAST.rglob("*.so"), *FAST.glob("*")] if path.is_file()}
    for name in sorted(files | package_files(FAST)):
        digest.update(f"\n{name}\n".encode())
        digest.update((FAST / name).read_bytes())
    return digest.hexdigest()


def is_current() -> bool:
    """Return whether the archives in dist/ were built from the current compiled tree."""
    all_exist = all(len(list(DIST.glob(name))) == 1 for name in ARCHIVES.values())
    return all_exist and STAMP.exists() and STAMP.read_text(encoding="utf-8") == fingerprint()


def build() -> list[str]:
    """Build all three archives if anything has changed, and return their problems, one per line."""
    if is_current():
        return []
    for path in DIST.glob("regnum-*"):
        path.unlink()
    shutil.rmtree(WORK, ignore_errors=True)
    copy_sources(WORK / "source")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(DIST)]
    run(*command, WORK / "source")  # the sdist, and a wheel from it
    shutil.unpack_archive(find_archive("sdist"), WORK / "unpacked")
    (unpacked,) = (WORK / "unpacked").iterdir()
    run(*command, "--wheel", unpacked, REGNUM_COMPILED=str(FAST))
    wrong = [line for kind in ARCHIVES for line in problems(find_archive(kind), FAST)]
    if not wrong:
        STAMP.write_text(fingerprint(), encoding="utf-8")
    return wrong


def link_package(name: str, folder: Path) -> None:
    """Make an installed package available in a folder of packages, with its metadata, by links."""
    for part in {file.parts[0] for file in distribution(name).files or ()} - {".."}:
        (folder / part).symlink_to(Path(PACKAGES) / part)


def install() -> list[str]:
    """Install each archive into an empty environment, copy the tests away from the sources, and return the problems."""
    tools = WORK / "tools"
    shutil.rmtree(tools, ignore_errors=True)
    tools.mkdir()
    link_package("setuptools", tools)  # builds the sdist
    shutil.rmtree(WORK / "tests", ignore_errors=True)
    shutil.copytree(ROOT / "tests", WORK / "tests", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy2(ROOT / "pyproject.toml", WORK / "pyproject.toml")
    wrong: list[str] = []
    for kind in ARCHIVES:
        environment = WORK / kind
        run(sys.executable, "-m", "venv", "--without-pip", "--clear", environment)
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", str(environment), "install"]
        options = ["--no-index", "--no-build-isolation", "--no-compile"]
        if kind == "compiled":
            (site_packages,) = environment.glob("lib/*/site-packages")
            for dependency in ("librt", "mypy_extensions"):
                link_package(dependency, site_packages)
        run(*pip, *options, find_archive(kind), PYTHONPATH=str(tools))
        run(environment / "bin" / "regnum", "simulate", "khan", "--games", "1", "--seats", "greedy,random", cwd=WORK)
        file, compiled = json.loads(
            run(environment / "bin" / "python", "-c", INSPECTION, cwd=WORK, PYTHONPATH=PACKAGES)
        )
        if environment not in Path(file).parents or compiled != (kind == "compiled"):
            wrong.append(f"{kind}: `import regnum` gives {file}, and regnum.compiled is {compiled}")
    return wrong


def test(arguments: list[str]) -> list[str]:
    """Run the rules' tests on the installed archives, with arguments for pytest, and return a line per failure."""
    environment = {**os.environ, "PYTHONPATH": PACKAGES}
    wrong: list[str] = []
    for kind, folders in TESTS.items():
        print(f"The rules of the {kind}", flush=True)
        command = [str(WORK / kind / "bin" / "python"), "-m", "pytest", "-p", "no:cacheprovider", NO_VIEWS]
        if subprocess.run([*command, *arguments, *folders], cwd=WORK, env=environment, check=False).returncode:
            wrong.append(f"{kind}: the tests fail")
    return wrong


def main() -> int:
    """Run the command; return 0, or print the problems to standard error and return 1."""
    try:
        match sys.argv[1:]:
            case ["--install"]:
                wrong = install()
            case ["--test", *arguments]:
                wrong = test(arguments)
            case _:
                wrong = build()
    except subprocess.CalledProcessError as error:
        wrong = [f"this failed: {' '.join(map(str, error.cmd))}"]
    for line in wrong:
        print(f"regnum: {line}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
