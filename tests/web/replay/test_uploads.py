"""Records that somebody brings along: looked at like a game of the house, refused in a line, gone after a day."""

import asyncio
import json
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from litestar import Litestar
from sqlalchemy import select

from regnum.core.text.ledger import LANGUAGES
from regnum.games import find_game
from regnum.web.db.schema import UPLOADS
from regnum.web.http.i18n import page_text
from regnum.web.replay.uploads import LIMIT, MAX_PER_GUEST, UploadError, Uploads
from regnum.web.tables.store import TableStore
from tests.support.apps import apart
from tests.support.guests import Visit
from tests.support.stores import at
from tests.support.uploads import GAMES, bring, played, text_of

PARAMS = ("line", "action", "player", "limit", "game", "theirs", "ours")


@pytest.mark.parametrize("game", GAMES)
def test_a_record_is_looked_at_from_every_seat(game: str, visit: Visit) -> None:
    guest = visit()
    mark = b"\xef\xbb\xbf" if game == "rurik" else b""  # some editors write a byte order mark
    answer = bring(guest, mark + text_of(played(game, 100_000 if game == "khan" else 40)))
    assert answer.status_code == 303, answer.text
    here = answer.headers["location"]
    for asked in ("", "?seat=1&at=20", f"?seat={GAMES[game]}&at=99999&bare=1"):
        for language in LANGUAGES:
            guest.language = language
            page = guest.get(here + asked)
            assert page_text(language)("upload.another") in page
            assert "/table/" not in page, "it is no table of this server"
            names = [page_text("en")("upload.player", number=number) for number in range(GAMES[game] + 1)]
            assert [name in page for name in names] == [False, *[True] * GAMES[game]]
    assert [name for name, _ in json.loads(guest.get(f"{here}/scene?seat=1&at=7"))["changes"]] == ["pieces", "panel"]
    stranger = visit()
    for path in (here, f"{here}/scene?at=7"):
        assert page_text("en")("error.upload_gone") in stranger.get(path, status=404), "it is for nobody else"


def bad_files() -> dict[str, tuple[bytes, str]]:
    """Return files that are no good, each with what is said of it."""
    lines = played("khan", 12)
    header = json.loads(lines[0])
    ours = find_game("khan").rules_version

    def changed(**values: object) -> bytes:
        return text_of([json.dumps({**header, **values}), *lines[1:]])

    return {
        "nothing": (b"", "no_file"),
        "a picture": (b"\x89PNG\r\n\x1a\n\x00\xff", "no_record"),
        "prose": (b"Dear diary", "no_record"),
        "another game": (changed(game="chess"), "no_record"),
        "wrong players": (changed(players=9), "no_record"),
        "wrong options": (changed(options={"board": 3}), "no_record"),
        "no facts": (changed(facts=3), "no_record"),
        "other facts": (changed(facts={"no": {"such": 1}}), "other_facts"),
        "deep": (b"[" * 100_000, "no_record"),
        "other rules": (changed(rules=ours + 1), "other_rules"),
        "cut off": (text_of(lines)[:-6], "bad_line"),
        "no entry": (text_of([*lines, "[1]"]), "bad_line"),
        "no such player": (text_of([*lines, '[99, "undo"]']), "misfit"),
        "nobody": (text_of([*lines, '[-1, "undo"]']), "misfit"),
        "no such action": (text_of([*lines, '[0, "<b>fly</b>"]']), "misfit"),
        "too big": (b" " * (LIMIT + 1), "too_big"),
        "too long": (b"[0]\n" * 6000, "too_long"),
        "too long, with other ends of lines": (b"[0]\r" * 6000, "too_long"),
    }


@pytest.mark.parametrize("kind", bad_files())
def test_a_bad_file_is_refused_in_a_line(kind: str, visit: Visit) -> None:
    content, key = bad_files()[kind]
    guest = visit("de")
    answer = bring(guest, content)
    assert answer.status_code == 422
    said = re.search(r'<p class="error" role="alert" id="error">(.*?)</p>', answer.text)
    assert said
    told = page_text("de")(f"upload.{key}", **dict.fromkeys(PARAMS, "{"))
    assert said[1].startswith(told.partition("{")[0]), said[1]
    if key in ("bad_line", "misfit"):
        assert f"Zeile {13 if kind == 'cut off' else 14} " in said[1]
    assert "<b>" not in said[1]


def test_a_file_from_elsewhere_or_far_too_big_does_not_come_in(visit: Visit) -> None:
    guest = visit()
    guest.get("/replay")
    lines = text_of(played("khan", 5))
    assert bring(guest, lines, token="wrong").status_code == 403
    assert bring(guest, b" " * (11 * LIMIT)).status_code == 413
    for content, kind in (
        (b"--b\r\nnonsense", "multipart/form-data; boundary=b"),
        (b"x", "multipart/form-data"),
        (b"", "text/plain"),
    ):
        headers = {"content-type": kind, "x-csrftoken": guest.token()}
        assert 400 <= guest.request("POST", "/replay", content=content, headers=headers).status_code < 500, kind


def test_it_is_kept_for_a_day_and_few_of_each_visitor(visit: Visit, app: Litestar) -> None:
    guest, other = visit(), visit()
    first = bring(other, text_of(played("khan", 9))).headers["location"]
    paths = [bring(guest, text_of(played("khan", 5, seed))).headers["location"] for seed in range(MAX_PER_GUEST + 1)]
    guest.get(paths[0], status=404)
    for path in paths[1:]:
        guest.get(path)
    store, uploads = app.state.tables.store, app.state.uploads
    key = first.rpartition("/")[2]
    now = datetime.now(UTC)
    [owner] = {row.guest for row in rows(store) if row.id == key}

    def found(since: datetime) -> str | None:
        found: str | None = apart(lambda: asyncio.run(uploads.read(key, owner, since)))
        return found

    assert found(now - timedelta(hours=1))
    assert not found(now + timedelta(hours=1)), "it was too long ago"
    apart(lambda: asyncio.run(uploads.forget(now + timedelta(hours=1))))
    assert rows(store) == []
    other.get(first, status=404)


def test_a_record_is_kept_without_what_only_fills_it(visit: Visit, app: Litestar) -> None:
    header, *entries = text_of(played("khan", 5)).decode().splitlines()
    told = "\n".join([header.replace(",", "," + " " * 9000), *entries])
    guest = visit()
    path = bring(guest, told.encode()).headers["location"]
    (row,) = (row for row in rows(app.state.tables.store) if row.id == path.rpartition("/")[2])
    assert row.text == "\n".join([header, *entries])
    app.state.uploads._live.clear()
    guest.get(path)


def test_one_address_brings_so_many_in_an_hour(database: str) -> None:
    async def work(store: TableStore) -> None:
        uploads, text = Uploads(store.database, 2), page_text("en")
        for seed in range(2):
            await uploads.add(f"{seed:032}", text_of(played("khan", 5, seed)), text, "192.0.2.1")
        with pytest.raises(UploadError, match="too_many"):
            await uploads.add("c" * 32, text_of(played("khan", 5, 2)), text, "192.0.2.1")
        await uploads.add("c" * 32, text_of(played("khan", 5, 2)), text, "192.0.2.2")

    at(database, work)


def rows(store: TableStore) -> list[Any]:
    every = select(UPLOADS)
    return apart(lambda: asyncio.run(store.database.read(lambda connection: list(connection.execute(every).all()))))
