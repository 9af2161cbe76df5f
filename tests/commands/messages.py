"""Write a page with every message of the games and the web, filled in with every kind of value, in three languages.

    python -m tests.commands.messages FILE [GAME...]    default: all games and the web

A message is a template of `words/<language>.toml` or `locales/<language>.toml`. Each of its parameters takes all its
values in turn: the numbers 0, 1, 2, 5 and 21, every name of its kind, and players' names with different endings. Other
texts come from the pages of the stored positions; where none of them has the message, ‹the parameter› is shown.
"""

import argparse
import html
import re
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final
from unittest.mock import patch

from litestar.testing import TestClient

from regnum.cli.arguments import Parser, UsageError, find_game
from regnum.cli.output import progress
from regnum.core.game import Game
from regnum.core.text.ledger import LANGUAGES
from regnum.core.text.words import Words, upfirst
from regnum.games import all_games
from regnum.web.http.cookies import cookie_name, sign_cookie
from regnum.web.http.i18n import game_words, page_text
from tests.support.games.positions import NAMES as POSITIONS
from tests.support.games.positions import position
from tests.support.games.texts import SLOT
from tests.support.store.stored_tables import insert_tables
from tests.support.web.apps import app_at, settings_in
from tests.support.web.guests import Guest

NUMBERS: Final = (0, 1, 2, 5, 21)
PEOPLE: Final = ("player", "name", "names", "host", "rival", "loser", "opponent")
"""Parameters that are names of players."""
PLAYERS: Final = {"en": ("Ann", "James"), "de": ("Anna", "Klaus"), "uk": ("Оля", "Ігор", "Андрій")}
"""Names of players with different endings."""
TOGETHER: Final = {"en": "Zoe and Max", "de": "Zoe und Max", "uk": "Марія та Максим"}
"""The names of two players, for a message about several."""
TEXTS_SHOWN: Final = 5
"""The maximum number of texts from pages that a parameter takes."""

Params = dict[str, object]
Message = tuple[str, str]
"""The table and the key of a template."""


@dataclass
class Observed:
    """The parameters of messages on pages, by language, table and key."""

    params: dict[tuple[str, Message], list[Params]] = field(default_factory=lambda: defaultdict(list))

    def values(self, language: str, message: Message, name: str) -> list[object]:
        """Return the values of a parameter of a message without repetitions."""
        return list(dict.fromkeys(one[name] for one in self.params[language, message] if name in one))

    def add(self, words: Words, table: str, key: str, params: Mapping[str, object]) -> None:
        """Add the parameters of a message, unless they are there already."""
        seen = self.params[words.language, (table, key)]
        if len(seen) < 50 and params not in seen:
            seen.append(dict(params))


def messages(words: Words) -> Iterator[Message]:
    """Yield all messages of a file of words, without the names of things."""
    for table, entries in words.tables.items():
        if table != "name" and isinstance(entries, dict):
            yield from ((table, key) for key, template in entries.items() if isinstance(template, str))


@cache
def counts(words: Words) -> set[str]:
    """Return the parameters that are numbers, since some message has plural forms for them."""
    templates = (words.tables[table][key] for table, key in messages(words))
    return {name for template in templates for name, _, forms in SLOT.findall(template) if forms}


def values(words: Words, message: Message, observed: Observed) -> dict[str, list[object]]:
    """Return all values of each parameter of a message, in the order of its slots."""
    table, key = message
    found: dict[str, list[object]] = {}
    numbers = counts(words)
    for name, kind, forms in SLOT.findall(words.tables[table][key]):
        seen = observed.values(words.language, message, name)
        if forms or (seen and all(isinstance(value, int) for value in seen)):
            found[name] = list(NUMBERS)
        elif kind in words.tables.get("name", {}):
            found.setdefault(name, list(words.tables["name"][kind]))
        elif name in PEOPLE or kind == "player":
            found.setdefault(name, list(PLAYERS[words.language]))
        elif name in numbers and not seen:
            found[name] = list(NUMBERS)
        else:
            found.setdefault(name, seen[:TEXTS_SHOWN] or [f"‹{name}›"])
    return found


def sentences(words: Words, message: Message, observed: Observed) -> list[str]:
    """Return a message with each value of each parameter, without repetitions; the others keep their first one."""
    every = values(words, message, observed)
    first = {name: options[0] for name, options in every.items()}
    changed = [{**first, name: value} for name, options in every.items() for value in options]
    for params in changed:
        if "names" in params and params.get("count", 1) != 1:
            params["names"] = TOGETHER[words.language]
    return list(dict.fromkeys(upfirst(words.text(*message, params)) for params in changed or [first]))


def observe(games: Sequence[Game]) -> Observed:
    """Return the messages on the pages of the stored positions: table, log, replay, and explanations of places."""
    observed = Observed()
    plain = Words.text

    def text(words: Words, table: str, key: str, params: Mapping[str, object]) -> str:
        observed.add(words, table, key, params)
        return plain(words, table, key, params)

    guest = "0" * 32
    chosen = [position(name) for name in POSITIONS if name.partition("/")[0] in {game.id for game in games}]
    with tempfile.TemporaryDirectory() as folder:
        settings = settings_in(Path(folder))
        with TestClient(app_at(settings)) as client, patch.object(Words, "text", text):
            tables = [one.table(guest, language=language) for one in chosen for language in LANGUAGES]
            insert_tables(settings.database, tables)
            for number, table in enumerate(progress(tables, len(tables), "Reading pages")):
                reader = Guest(client, LANGUAGES[number % len(LANGUAGES)])
                reader.cookies.set(cookie_name("guest", settings.secret), sign_cookie(guest, settings.secret))
                read_pages(reader, table.row.id)
    return observed


def read_pages(reader: Guest, table: str) -> None:
    """Read the pages of a table."""
    page = reader.get(f"/table/{table}")
    reader.get(f"/table/{table}/log")
    reader.request("GET", f"/table/{table}/replay")
    for place in dict.fromkeys(re.findall(r'\bdata-(?:place|target)="([^" |]+)"|\bid="([\w-]+)"', page)):
        reader.request("GET", f"/table/{table}/place/{place[0] or place[1]}")


def page(sources: Mapping[str, Mapping[str, Words]], observed: Observed) -> str:
    """Return an HTML page; `sources`: the words by title and language."""
    parts = [
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Messages</title><style>'
        "body{font:15px/1.4 system-ui;margin:1rem}table{border-collapse:collapse;width:100%;table-layout:fixed}"
        "td,th{border:1px solid #ccc;padding:.3rem;vertical-align:top;text-align:left}th{width:12%}p{margin:0}</style>"
    ]
    for title, by_language in sources.items():
        parts.append(f"<h1>{html.escape(title)}</h1><table>")
        for message in messages(by_language["en"]):
            parts.append(f"<tr><th>{html.escape('.'.join(message))}</th>")
            for language in LANGUAGES:
                lines = sentences(by_language[language], message, observed)
                parts.append(f'<td lang="{language}">{"".join(f"<p>{html.escape(line)}</p>" for line in lines)}</td>')
            parts.append("</tr>")
        parts.append("</table>")
    return "\n".join([*parts, "</html>\n"])


def main() -> int:
    """Write the page."""
    parser = Parser(
        "python -m tests.commands.messages", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="the page to write")
    parser.add_argument("games", nargs="*", metavar="GAME", help="default: all of them and the web")
    try:
        given = parser.parse_args()
        games = [find_game(name) for name in given.games] or all_games()
        sources = {game.id: {language: game_words(game, language) for language in LANGUAGES} for game in games}
        if not given.games:
            sources["web"] = {language: page_text(language).words for language in LANGUAGES}
        given.file.write_text(page(sources, observe(games)), encoding="utf-8")
    except (UsageError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
