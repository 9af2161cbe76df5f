"""Uploaded records: replayed like games of the server, refused in one line, removed after a day."""

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
from regnum.web.replay.uploads import MAX_BYTES, MAX_PER_GUEST, UploadError, Uploads
from regnum.web.tables.store import TableStore
from tests.support.store.stores import with_store
from tests.support.web.apps import run_in_thread
from tests.support.web.guests import Visit
from tests.support.web.uploads import GAMES, record_lines, text_of, upload_record

PARAMS = ("line", "action", "player", "limit", "game", "theirs", "ours")


@pytest.mark.parametrize("game", GAMES)
def test_record_can_be_viewed_from_every_seat(game: str, visit: Visit) -> None:
    guest = visit()
    mark = b"\xef\xbb\xbf" if game == "rurik" else b""  # some editors write a byte order mark
    answer = upload_record(guest, mark + text_of(record_lines(game, 100_000 if game == "khan" else 40)))
    assert answer.status_code == 303, answer.text
    here = answer.headers["location"]
    for asked in ("", "?seat=1&at=20", f"?seat={GAMES[game]}&at=99999&bare=1"):
        for language in LANGUAGES:
            guest.language = language
            page = guest.get(here + asked)
            assert page_text(language)("upload.another") in page
            assert "/table/" not in page, "it is not a table of this server"
            names = [page_text("en")("upload.player", number=number) for number in range(GAMES[game] + 1)]
            assert [name in page for name in names] == [False, *[True] * GAMES[game]]
    assert [name for name, _ in json.loads(guest.get(f"{here}/scene?seat=1&at=7"))["changes"]] == ["pieces", "panel"]
    stranger = visit()
    for path in (here, f"{here}/scene?at=7"):
        assert page_text("en")("error.upload_gone") in stranger.get(path, status=404), "it is for its owner only"


def test_form_names_the_maximum_size(visit: Visit) -> None:
    assert MAX_BYTES == 200_000
    assert "It can have at most 200 kB." in visit().get("/replay")


def bad_files() -> dict[str, tuple[bytes, str]]:
    """Return invalid files, each with its error message."""
    lines = record_lines("khan", 12)
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
        "too big": (b" " * (MAX_BYTES + 1), "too_big"),
        "too long": (b"[0]\n" * 6000, "too_long"),
        "too long, with other ends of lines": (b"[0]\r" * 6000, "too_long"),
    }


@pytest.mark.parametrize("kind", bad_files())
def test_invalid_file_is_refused_in_one_line(kind: str, visit: Visit) -> None:
    content, key = bad_files()[kind]
    guest = visit("de")
    answer = upload_record(guest, content)
    assert answer.status_code == 422
    said = re.search(r'<p class="error" role="alert" id="error">(.*?)</p>', answer.text)
    assert said
    text = page_text("de")(f"upload.{key}", **dict.fromkeys(PARAMS, "{"))
    assert said[1].startswith(text.partition("{")[0]), said[1]
    if key in ("bad_line", "misfit"):
        assert f"Zeile {13 if kind == 'cut off' else 14} " in said[1]
    assert "<b>" not in said[1]


def test_cross_site_and_oversized_uploads_are_refused(visit: Visit) -> None:
    guest = visit()
    guest.get("/replay")
    lines = text_of(record_lines("khan", 5))
    assert upload_record(guest, lines, token="wrong").status_code == 403
    assert upload_record(guest, b" " * (11 * MAX_BYTES)).status_code == 413
    for content, kind in (
        (b"--b\r\nnonsense", "multipart/form-data; boundary=b"),
        (b"x", "multipart/form-data"),
        (b"", "text/plain"),
    ):
        headers = {"content-type": kind, "x-csrftoken": guest.token()}
        assert 400 <= guest.request("POST", "/replay", content=content, headers=headers).status_code < 500, kind


def test_upload_is_kept_for_a_day_and_limited_by_visitor(visit: Visit, app: Litestar) -> None:
    guest, other = visit(), visit()
    first = upload_record(other, text_of(record_lines("khan", 9))).headers["location"]
    paths = [
        upload_record(guest, text_of(record_lines("khan", 5, seed))).headers["location"]
        for seed in range(MAX_PER_GUEST + 1)
    ]
    guest.get(paths[0], status=404)
    for path in paths[1:]:
        guest.get(path)
    store, uploads = app.state.tables.store, app.state.uploads
    key = first.rpartition("/")[2]
    now = datetime.now(UTC)
    [owner] = {row.guest for row in rows(store) if row.id == key}

    def found(since: datetime) -> str | None:
        found: str | None = run_in_thread(lambda: asyncio.run(uploads.read(key, owner, since)))
        return found

    assert found(now - timedelta(hours=1))
    assert not found(now + timedelta(hours=1)), "it was too long ago"
    run_in_thread(lambda: asyncio.run(uploads.forget(now + timedelta(hours=1))))
    assert rows(store) == []
    other.get(first, status=404)


def test_stored_record_drops_padding(visit: Visit, app: Litestar) -> None:
    header, *entries = text_of(record_lines("khan", 5)).decode().splitlines()
    text = "\n".join([header.replace(",", "," + " " * 9000), *entries])
    guest = visit()
    path = upload_record(guest, text.encode()).headers["location"]
    (row,) = (row for row in rows(app.state.tables.store) if row.id == path.rpartition("/")[2])
    assert row.text == "\n".join([header, *entries])
    app.state.uploads._live.clear()
    guest.get(path)


def test_uploads_are_limited_by_address(database: str) -> None:
    async def work(store: TableStore) -> None:
        uploads, text = Uploads(store.database, 2), page_text("en")
        for seed in range(2):
            await uploads.add(f"{seed:032}", text_of(record_lines("khan", 5, seed)), text, "192.0.2.1")
        with pytest.raises(UploadError, match="too_many"):
            await uploads.add("c" * 32, text_of(record_lines("khan", 5, 2)), text, "192.0.2.1")
        await uploads.add("c" * 32, text_of(record_lines("khan", 5, 2)), text, "192.0.2.2")

    with_store(database, work)


def rows(store: TableStore) -> list[Any]:
    every = select(UPLOADS)
    return run_in_thread(
        lambda: asyncio.run(store.database.read(lambda connection: list(connection.execute(every).all())))
    )
