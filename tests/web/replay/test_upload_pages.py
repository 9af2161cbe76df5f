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
from regnum.web.replay.uploads import MAX_PER_GUEST, MAX_UPLOAD_BYTES, UploadError, UploadService
from regnum.web.tables.store import TableStore
from tests.support.store.stores import with_store
from tests.support.web.apps import run_in_app, run_in_thread
from tests.support.web.guests import NewGuest
from tests.support.web.uploads import GAMES, file_bytes, record_lines, upload_record

PARAMS = ("line", "action", "player", "limit", "game", "theirs", "ours")


@pytest.mark.parametrize("game", GAMES)
def test_record_can_be_viewed_from_every_seat(game: str, new_guest: NewGuest) -> None:
    guest = new_guest()
    mark = b"\xef\xbb\xbf" if game == "rurik" else b""  # some editors write a byte order mark
    response = upload_record(guest, mark + file_bytes(record_lines(game, 100_000 if game == "khan" else 40)))
    assert response.status_code == 303, response.text
    url = response.headers["location"]
    for asked in ("", "?seat=1&at=20", f"?seat={GAMES[game]}&at=99999&bare=1"):
        for language in LANGUAGES:
            guest.language = language
            page = guest.get(url + asked)
            assert page_text(language)("upload.another") in page
            assert "/table/" not in page, "it is not a table of this server"
            assert ("bare=1" in page.partition('data-link="')[2].partition('"')[0]) == ("bare" in asked)
            names = [page_text("en")("upload.numbered_player", number=number) for number in range(GAMES[game] + 1)]
            assert [name in page for name in names] == [False, *[True] * GAMES[game]]
    assert [name for name, _ in json.loads(guest.get(f"{url}/scene?seat=1&at=7"))["changes"]] == ["pieces", "panel"]
    scenes = [guest.get(f"{url}/scene?seat=1&at=20{bare}") for bare in ("", "&bare=0", "&bare=1")]
    assert scenes[0] == scenes[1]
    assert scenes[1] != scenes[2] or game in ("khan", "wallenstein"), "nothing is hidden there in those"
    stranger = new_guest()
    for path in (url, f"{url}/scene?at=7"):
        assert page_text("en")("error.upload_expired") in stranger.get(path, status=404), "it is for its owner only"


def test_form_names_the_maximum_size(new_guest: NewGuest) -> None:
    assert MAX_UPLOAD_BYTES == 200_000
    assert "It can be at most 200 kB." in new_guest().get("/replay")


def bad_files() -> dict[str, tuple[bytes, str]]:
    """Return invalid files, each with its error message."""
    lines = record_lines("khan", 12)
    header = json.loads(lines[0])
    ours = find_game("khan").rules_version

    def changed(**values: object) -> bytes:
        return file_bytes([json.dumps({**header, **values}), *lines[1:]])

    return {
        "nothing": (b"", "no_file"),
        "a picture": (b"\x89PNG\r\n\x1a\n\x00\xff", "not_a_record"),
        "prose": (b"Dear diary", "not_a_record"),
        "another game": (changed(game="chess"), "not_a_record"),
        "wrong players": (changed(players=9), "not_a_record"),
        "wrong options": (changed(options={"board": 3}), "not_a_record"),
        "no facts": (changed(facts=3), "not_a_record"),
        "other facts": (changed(facts={"no": {"such": 1}}), "other_facts"),
        "deep": (b"[" * 100_000, "not_a_record"),
        "other rules": (changed(rules=ours + 1), "other_rules"),
        "cut off": (file_bytes(lines)[:-6], "bad_line"),
        "no entry": (file_bytes([*lines, "[1]"]), "bad_line"),
        "no such player": (file_bytes([*lines, '[99, "undo"]']), "illegal_action"),
        "nobody": (file_bytes([*lines, '[-1, "undo"]']), "illegal_action"),
        "no such action": (file_bytes([*lines, '[0, "<b>fly</b>"]']), "illegal_action"),
        "too big": (b" " * (MAX_UPLOAD_BYTES + 1), "too_big"),
        "too long": (b"[0]\n" * 6000, "too_long"),
        "too long, with other ends of lines": (b"[0]\r" * 6000, "too_long"),
    }


@pytest.mark.parametrize("kind", bad_files())
def test_invalid_file_is_refused_in_one_line(kind: str, new_guest: NewGuest) -> None:
    content, key = bad_files()[kind]
    guest = new_guest("de")
    response = upload_record(guest, content)
    assert response.status_code == 422
    message = re.search(r'<p class="error" role="alert" id="error">(.*?)</p>', response.text)
    assert message
    text = page_text("de")(f"upload.{key}", **dict.fromkeys(PARAMS, "{"))
    assert message[1].startswith(text.partition("{")[0]), message[1]
    if key in ("bad_line", "illegal_action"):
        assert f"Zeile {13 if kind == 'cut off' else 14} " in message[1]
    assert "<b>" not in message[1]


def test_cross_site_and_oversized_uploads_are_refused(new_guest: NewGuest) -> None:
    guest = new_guest()
    guest.get("/replay")
    lines = file_bytes(record_lines("khan", 5))
    assert upload_record(guest, lines, token="wrong").status_code == 403
    assert upload_record(guest, b" " * (11 * MAX_UPLOAD_BYTES)).status_code == 413
    for content, kind in (
        (b"--b\r\nnonsense", "multipart/form-data; boundary=b"),
        (b"x", "multipart/form-data"),
        (b"", "text/plain"),
    ):
        headers = {"content-type": kind, "x-csrftoken": guest.token()}
        assert 400 <= guest.request("POST", "/replay", content=content, headers=headers).status_code < 500, kind


def test_upload_is_kept_for_a_day_and_limited_by_visitor(new_guest: NewGuest, app: Litestar) -> None:
    guest, other = new_guest(), new_guest()
    first = upload_record(other, file_bytes(record_lines("khan", 9))).headers["location"]
    paths = [
        upload_record(guest, file_bytes(record_lines("khan", 5, seed))).headers["location"]
        for seed in range(MAX_PER_GUEST + 1)
    ]
    guest.get(paths[0], status=404)
    for path in paths[1:]:
        guest.get(path)
    store, uploads = app.state.tables.store, app.state.uploads
    key = first.rpartition("/")[2]
    now = datetime.now(UTC)
    [owner] = {row.guest for row in rows(store) if row.id == key}

    def actual(since: datetime) -> str | None:
        actual: str | None = run_in_app(app, uploads.read(key, owner, since))
        return actual

    assert actual(now - timedelta(hours=1))
    assert not actual(now + timedelta(hours=1)), "it was too long ago"
    run_in_app(app, uploads.forget(now + timedelta(hours=1)))
    assert rows(store) == []
    other.get(first, status=404)


def test_stored_record_drops_padding(new_guest: NewGuest, app: Litestar) -> None:
    header, *entries = file_bytes(record_lines("khan", 5)).decode().splitlines()
    text = "\n".join([header.replace(",", "," + " " * 9000), *entries])
    guest = new_guest()
    path = upload_record(guest, text.encode()).headers["location"]
    (row,) = (row for row in rows(app.state.tables.store) if row.id == path.rpartition("/")[2])
    assert row.text == "\n".join([header, *entries])
    app.state.uploads._live.clear()
    guest.get(path)


def test_uploads_are_limited_by_address(database: str) -> None:
    async def work(store: TableStore) -> None:
        uploads, text = UploadService(store.database, 2), page_text("en")
        for seed in range(2):
            await uploads.add(f"{seed:032}", file_bytes(record_lines("khan", 5, seed)), text, "192.0.2.1")
        with pytest.raises(UploadError, match="too_many"):
            await uploads.add("c" * 32, file_bytes(record_lines("khan", 5, 2)), text, "192.0.2.1")
        await uploads.add("c" * 32, file_bytes(record_lines("khan", 5, 2)), text, "192.0.2.2")

    with_store(database, work)


def rows(store: TableStore) -> list[Any]:
    every = select(UPLOADS)
    return run_in_thread(
        lambda: asyncio.run(store.database.read(lambda connection: list(connection.execute(every).all())))
    )
