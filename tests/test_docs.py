"""The site of `make docs` builds strictly, has no dead links, loads nothing external, and names real commands."""

import functools
import os
import re
import shlex
import subprocess
import sys
import threading
import tomllib
from collections.abc import Iterator
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import Page

import regnum
from regnum.cli.command import parser

ROOT: Final = Path(__file__).resolve().parent.parent
DOCS: Final = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
LOADED: Final = {"src", "srcset", "poster", "data", "action", "xlink:href"}
"""Attributes that a browser fetches automatically or submits to; of `href` only that of a `link`."""


class Reader(HTMLParser):
    """The anchors of a page, its links, and the files it loads."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.places: set[str] = set()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        self.places |= {attributes[name] for name in ("id", "name") if name in attributes}
        self.loads += [attributes[name] for name in LOADED & set(attributes)]
        if "href" in attributes:
            (self.loads if tag in ("link", "use", "image") else self.links).append(attributes["href"])


@pytest.fixture(scope="module")
def docs_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the site as `make docs` does."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    process = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stderr
    return folder


@pytest.fixture(scope="module")
def pages(docs_site: Path) -> dict[Path, Reader]:
    """Return all parsed pages."""
    return {page: Reader(page) for page in sorted(docs_site.rglob("*.html"))}


def dead_links(docs_site: Path, pages: dict[Path, Reader]) -> Iterator[str]:
    """Yield the dead links within a site."""
    for page, read in pages.items():
        for link in [*read.links, *read.loads]:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            base = docs_site if parts.path.startswith("/") else page.parent
            target = (base / unquote(parts.path).lstrip("/")).resolve() if parts.path else page
            target = target / "index.html" if target.is_dir() else target
            place = unquote(parts.fragment)
            if not target.is_file() or (place and target in pages and place not in pages[target].places):
                yield f"{page.relative_to(docs_site)}: {link}"


def test_links_are_valid(docs_site: Path, pages: dict[Path, Reader]) -> None:
    assert len(pages) > 30
    assert sum(len(read.links) for read in pages.values()) > 3000
    assert list(dead_links(docs_site, pages)) == []


def test_dead_link_is_detected(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text('<h1 id="top"></h1><a href="#top"><a href="#foot"><a href="none.html"><img src="none.png">')
    assert [line.split()[1] for line in dead_links(tmp_path, {page: Reader(page)})] == [
        "#foot",
        "none.html",
        "none.png",
    ]


def test_pages_load_nothing_external(docs_site: Path, pages: dict[Path, Reader]) -> None:
    outside = {link for read in pages.values() for link in read.loads if urlsplit(link).netloc}
    assert outside == set()
    styles = "".join(path.read_text(encoding="utf-8") for path in docs_site.rglob("*.css"))
    assert "Regnum Serif" in styles
    assert re.findall(r"(?:url\(|@import)\s*[\"']?(?:https?:)?//[^)]*", styles) == []


def test_every_rule_of_every_game_has_an_anchor(docs_site: Path, pages: dict[Path, Reader]) -> None:
    for name in regnum.games():
        for language in ("en", "de", "uk"):
            places = pages[docs_site / "rules" / f"{name}.{language}.html"].places
            assert {clause.id for clause in regnum.game(name).ledger()} <= places


def test_reference_documents_the_public_api(docs_site: Path, pages: dict[Path, Reader]) -> None:
    places = pages[docs_site / "reference" / "library.html"].places
    assert {f"regnum.{name}" for name in ("game", "add_game", "compiled")} <= places
    names = (
        "rules.ruleset.Rules.new_state",
        "game.Game.words",
        "rules.state.State.observed_by",
        "record.record.Record.replay",
        "rules.action.Action",
    )
    assert {f"regnum.core.{name}" for name in names} <= places


@pytest.mark.parametrize("language", ["en", "de", "uk"])
def test_handbook_uses_the_names_of_the_table(language: str) -> None:
    name = "handbook.md" if language == "en" else f"handbook.{language}.md"
    page = re.sub(r"\s+", " ", (ROOT / "docs" / name).read_text(encoding="utf-8"))
    named = re.findall(r"\*\*(.+?)\*\*", page)
    locale = ROOT / "regnum" / "web" / "locales" / f"{language}.toml"
    tables = tomllib.loads(locale.read_text(encoding="utf-8")).values()
    said = {text for table in tables for text in table.values()}
    assert len(named) > 25
    assert [label for label in named if label not in said] == []


def commands() -> list[str]:
    """Yield the lines in blocks of the docs that call regnum, with continuation lines and without comments."""
    result: list[str] = []
    for page in DOCS:
        for block in re.findall(r"```(?:sh)?\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL):
            for line in block.replace("\\\n", " ").splitlines():
                if call := re.match(r"(?:PYTHONPATH=\S+ |ExecStart=)?(?:\S+/)?regnum ([a-z]+(?: \S+)*)", line):
                    result.append(re.split(r" [>|&]", call[1])[0])
    return [line for line in result if " " in line]


@pytest.mark.parametrize("command", commands())
def test_commands_in_the_docs_exist(command: str) -> None:
    parser().parse_args(shlex.split(command))


def test_make_targets_in_the_docs_exist() -> None:
    there = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    pages = [*DOCS, ROOT / "CONTRIBUTING.md"]
    named = {name for page in pages for name in re.findall(r"`make ([a-z-]+)", page.read_text(encoding="utf-8"))}
    assert {"play", "test", "docs", "dist"} <= named
    assert named <= there


@pytest.mark.browser
@pytest.mark.parametrize("width", [390])
def test_pages_fit_their_window_and_load_nothing_external(docs_site: Path, page: Page, width: int) -> None:
    handler = functools.partial(SimpleHTTPRequestHandler, directory=str(docs_site))
    requests: list[str] = []
    errors: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.set_viewport_size({"width": width, "height": 900})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/"
        for name in ("index.html", "handbook.uk.html", "rules/khan.de.html", "reference/library.html", "strength.html"):
            page.goto(address + name, wait_until="networkidle")
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
            assert page.evaluate("[...document.fonts].some((font) => font.status === 'loaded')"), name
        server.shutdown()
    assert [url for url in requests if not url.startswith((address, "data:", "blob:"))] == []
    assert errors == []
