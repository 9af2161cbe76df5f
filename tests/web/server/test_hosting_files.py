"""The files for Docker and the pages about hosting: the settings and commands that they name."""

import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from regnum.cli import main
from regnum.cli.command import COMMANDS, USAGE
from regnum.web.settings import RENAMED_VARIABLES, Settings
from tests.support.server.server_process import ROOT

pytestmark = pytest.mark.full  # servers of their own, in processes of their own


def test_files_and_settings_of_docker_and_compose_exist() -> None:
    docker = (ROOT / "Dockerfile").read_text()
    for line in re.findall(r"^COPY (.+)$", docker, re.MULTILINE):
        for source in line.split()[:-1]:
            assert (ROOT / source).exists(), source
    compose = (ROOT / "compose.yaml").read_text()
    example = (ROOT / "compose.env.example").read_text()
    asked = set(re.findall(r"\$\{([A-Z_]+)", compose))
    assert asked <= set(re.findall(r"^([A-Z_]+)=", example, re.MULTILINE))
    named = set(re.findall(r"REGNUM_[A-Z_]+", docker + compose + example))
    assert named - {"REGNUM_COMPILE"} <= named_settings()  # setup.py reads that one
    for arguments in re.findall(r'\["regnum", "(\w+)"(.*?)\]', docker + compose):
        command, given = arguments[0], re.findall(r'"(--?\w+)"', arguments[1])
        assert command in {module.NAME for module in COMMANDS}
        with pytest.raises(SystemExit):
            main([command, "--help"])
        assert given
    assert "/readyz" in docker
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert "asyncpg" in (ROOT / "requirements" / "play.txt").read_text(), "compose.yaml's server needs it"
    assert {"web", "postgres", "cli"} <= set(extras)


NO_SETTINGS = {"REGNUM_ADD_GAMES", "REGNUM_FACTS_PASSED"}
"""Variables of the environment for authors of games and for child processes."""


def named_settings() -> set[str]:
    """Return the names of all settings of a server, wherever the code reads them."""
    code = "".join(path.read_text() for path in (ROOT / "regnum").rglob("*.py"))
    return set(re.findall(r'"(REGNUM_[A-Z_]+)"', code)) - NO_SETTINGS - RENAMED_VARIABLES.keys()


def hosting_pages() -> str:
    """Return the text of all pages for operators."""
    docs = ROOT / "docs"
    return "\n".join(path.read_text() for path in (docs / "hosting.md", *sorted((docs / "hosting").glob("*.md"))))


def test_compose_passes_every_setting_and_the_hosting_pages_explain_it() -> None:
    compose = (ROOT / "compose.yaml").read_text()
    service = re.search(r"^  regnum:\n((?:    .*\n)+)", compose, re.MULTILINE)
    assert service
    assert re.search(r"^    env_file: \.env\b", service[1], re.MULTILINE)
    assert set(re.findall(r"^      (REGNUM_[A-Z_]+):", service[1], re.MULTILINE)) <= named_settings()
    page = hosting_pages()
    rows = "".join(re.findall(r"^\|.*`REGNUM_.*\n", page, re.MULTILINE))
    assert set(re.findall(r"REGNUM_[A-Z_]+", rows)) == named_settings()
    unit = re.search(r"^\[Unit\]\n.*?^```", page, re.MULTILINE | re.DOTALL)
    assert unit
    assert set(re.findall(r"REGNUM_[A-Z_]+", unit[0])) <= named_settings()
    assert "EnvironmentFile=-/etc/regnum.env" in unit[0], "all other settings"
    for needed in ("REGNUM_DATA=", "REGNUM_ORIGIN=", "REGNUM_PROXY=", "StateDirectory=", "UMask=0077"):
        assert needed in unit[0]
    assert f"RestartPreventExitStatus={USAGE}" in unit[0], "a wrong setting stays wrong"


def test_empty_setting_counts_as_unset(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A variable in .env may be empty."""
    monkeypatch.setenv("REGNUM_DATA", str(tmp_path))
    for name in named_settings() - {"REGNUM_DATA"}:
        monkeypatch.delenv(name, raising=False)
    plain = Settings.load()
    for name in named_settings() - {"REGNUM_DATA"}:
        monkeypatch.setenv(name, "")
    assert Settings.load() == plain


def test_images_are_pinned_or_a_script_pins_them(tmp_path: Path) -> None:
    names = ("compose.yaml", "Dockerfile", "scripts/pin_images.sh")
    for name in names:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    docker = tmp_path / "docker"
    docker.write_text('#!/bin/sh\necho "sha256:$(printf %s "$4" | cksum | cut -d " " -f 1)abc"\n')
    docker.chmod(0o700)
    environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    written = []
    for _ in range(2):  # the second time there are digests already
        subprocess.run(["sh", "scripts/pin_images.sh"], cwd=tmp_path, env=environment, check=True, capture_output=True)
        text = (tmp_path / "compose.yaml").read_text() + (tmp_path / "Dockerfile").read_text()
        written.append(text)
        images = re.findall(r"^(?: *image:|FROM) +(\S+)", text, re.MULTILINE)
        assert len(images) == 4
        assert all(re.fullmatch(r"[a-z]+:[\w.-]+@sha256:\d+abc", image) for image in images), images
    assert written[0] == written[1]
    for name in ("compose.yaml", "Dockerfile"):
        plain = re.sub(r"@sha256:\d+abc", "", (tmp_path / name).read_text())
        assert plain == (ROOT / name).read_text() or "@sha256:" in (ROOT / name).read_text()
        assert "pin_images.sh" in plain


def test_settings_and_commands_of_the_hosting_pages_exist() -> None:
    page = hosting_pages()
    assert set(re.findall(r"REGNUM_[A-Z_]+", page)) <= named_settings()
    for name in set(re.findall(r"^regnum (\w+)|`regnum (\w+)", page, re.MULTILINE)):
        assert "".join(name) in {module.NAME for module in COMMANDS}, name
    commands = "".join(path.read_text() for path in (ROOT / "regnum" / "cli").glob("*.py"))
    flags = re.findall(r"`(--[a-z-]+)", page)
    for call in re.findall(r"regnum [a-z]+ [^`\n]*", page):
        flags += re.findall(r"(?<= )--[a-z-]+", call)
    assert len(set(flags)) > 8
    for flag in set(flags):
        assert f'"{flag}"' in commands, flag
