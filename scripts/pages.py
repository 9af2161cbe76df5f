"""A hook of MkDocs that adds pages and files from outside docs/ to the site of `make docs`.

MkDocs calls its functions by name. The rules come from the games, in each language. Some files of the project become
pages. The fonts are those of the web server.
"""

import re
from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path
from typing import Final

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

import regnum
from regnum.cli.texts import own_words, title_of
from regnum.core.game import Game
from regnum.core.text.handbook import chapter_title
from regnum.core.text.ledger import Clause

ROOT: Final = Path(__file__).resolve().parent.parent
STATIC: Final = ROOT / "regnum" / "web" / "static"
LANGUAGES: Final = {"en": "English", "de": "Deutsch", "uk": "Українська"}
ELSEWHERE: Final = {
    "CONTRIBUTING.md": "contributing.md",
    "CODE_OF_CONDUCT.md": "code_of_conduct.md",
    "SECURITY.md": "security.md",
    "CHANGELOG.md": "changelog.md",
    "compose.yaml": "compose.yaml",
    **{f"examples/{path.name}": f"{path.stem}.md" for path in (ROOT / "examples").glob("*.py")},
}
"""The project's files that are added to the site, relative to its root, with their names there."""
LINKED: Final = {**ELSEWHERE, "regnum/games": "rules.md"}
"""The pages of the site to which links to files and folders of the project lead."""
LINK: Final = re.compile(r"(?<=\]\()((?:\.\./)+|docs/)?([\w./-]+)(?=[)#])")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Return the files of the site, with everything from outside docs/ added."""
    added = {name: (ROOT / path).read_bytes() for path, name in ELSEWHERE.items()}
    for path, name in ELSEWHERE.items():
        if path.endswith(".py"):
            title = Path(name).stem.replace("_", " ").capitalize()
            added[name] = b"# %s\n\n`%s`:\n\n```python\n%s```\n" % (title.encode(), path.encode(), added[name])
    added["regnum.svg"] = (STATIC / "favicon.svg").read_bytes()
    added["css/fonts.css"] = (STATIC / "css" / "fonts.css").read_bytes()
    added |= {f"fonts/{path.name}": path.read_bytes() for path in (STATIC / "fonts").glob("*.woff2")}
    added["rules.md"] = rules_index().encode()
    for name in regnum.games():
        for language in LANGUAGES:
            added[f"rules/{name}.{language}.md"] = rules(regnum.game(name), language).encode()
    for name, content in added.items():
        files.append(File.generated(config, name, content=content))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Return a page's Markdown with links into and out of docs/ adapted to the site, and marked with its language."""
    to_root = "../" * page.file.src_uri.count("/")

    def replace_link(match: re.Match[str]) -> str:
        if match[2] in LINKED:
            return to_root + LINKED[match[2]]
        return match[2] if match[1] == "docs/" else match[0]

    markdown = LINK.sub(replace_link, markdown)
    language = page.file.src_uri.split(".")[-2]
    return f'<div lang="{language}" markdown>\n\n{markdown}\n\n</div>\n' if language in LANGUAGES else markdown


def in_languages(page: str, languages: Iterable[str]) -> str:
    """Return links to the versions of a page in these languages."""
    return " · ".join(f"[{LANGUAGES[language]}]({page}.{language}.md)" for language in languages)


def rules_index() -> str:
    """Return a page with links to the rules of all games, as Markdown."""
    rows = [f"- **{regnum.game(name).title}**: {in_languages(f'rules/{name}', LANGUAGES)}" for name in regnum.games()]
    lead = "In our own words, clause by clause. The table in the browser adds drawn examples and a player aid."
    return "\n".join(["# The rules", "", lead, "", *rows, ""])


def rules(game: Game, language: str) -> str:
    """Return a game's rules, chapter by chapter, as Markdown."""
    words = game.words(language)
    translations = in_languages(game.id, [code for code in LANGUAGES if code != language])
    lines = [f"# {title_of(game, language)}", "", translations, ""]
    ledger = game.ledger()
    for chapter in game.handbook().chapters:
        lines += [f"## {chapter_title(words, chapter.id)} {{ #{chapter.id} }}", ""]
        if words.has("chapter_lead", chapter.id):
            lines += [f"*{words.text('chapter_lead', chapter.id, {})}*", ""]
        items = [item for id_ in (*chapter.clauses, *chapter.details) for item in clause_lines(ledger[id_], language)]
        lines += ['<ul class="clauses">', *items, "</ul>", ""]
    return "\n".join(lines)


def clause_lines(clause: Clause, language: str) -> Iterator[str]:
    """Yield the lines of HTML for a clause: its text, the ruling with its reason, the option, and the source."""
    words = own_words(language)
    yield f'<li id="{clause.id}">{escape(clause.text[language])} <a href="#{clause.id}" title="{clause.id}">§</a>'
    about = {"ruling": clause.ruling.get(language), "reason": clause.reason.get(language), "option": clause.option}
    for name, text in about.items():
        if text:
            yield f"<p><b>{escape(words.text('rules', name, {}).capitalize())}:</b> {escape(text)}</p>"
    if clause.source != "rulebook":
        yield f"<p><i>{escape(words.text('source', clause.source, {}).capitalize())}</i></p>"
    yield "</li>"
