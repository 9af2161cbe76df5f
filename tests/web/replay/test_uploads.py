"""UploadService in a store: whose they are, how many are kept and for how long, and the faults of files."""

from collections.abc import Callable, Coroutine
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update

from regnum.web.db.schema import UPLOADS
from regnum.web.http.i18n import page_text
from regnum.web.replay import uploads as module
from regnum.web.replay.uploads import UploadError, UploadService
from regnum.web.tables.models import FINISHED
from regnum.web.tables.store import TableStore
from tests.support.store.stores import with_store
from tests.support.web.uploads import file_bytes, record_lines

TEXT = page_text("en")
LINES = record_lines("khan", 4)
HOUR = timedelta(hours=1)
Run = Callable[[Callable[[TableStore, UploadService], Coroutine[Any, Any, None]]], None]


@pytest.fixture
def with_uploads(tmp_path: Path) -> Run:
    """Return a function that runs work with uploads in a store."""

    def run(work: Callable[[TableStore, UploadService], Coroutine[Any, Any, None]]) -> None:
        with_store(f"sqlite:///{tmp_path / 'test.db'}", lambda store: work(store, UploadService(store.database, 50)))

    return run


async def set_age(store: TableStore, key: str, age: timedelta) -> None:
    """Set how long ago an upload was stored."""
    change = update(UPLOADS).where(UPLOADS.c.id == key).values(created_at=datetime.now(UTC) - age)
    await store.database.write(lambda connection: connection.execute(change).close())


async def keys(store: TableStore) -> set[str]:
    return await store.database.read(lambda connection: set(connection.execute(select(UPLOADS.c.id)).scalars()))


def error_of(with_uploads: Run, content: bytes) -> UploadError:
    errors: list[UploadError] = []

    async def work(store: TableStore, uploads: UploadService) -> None:
        with pytest.raises(UploadError) as error:
            await uploads.add("ann", content, TEXT)
        errors.append(error.value)
        assert await keys(store) == set()

    with_uploads(work)
    return errors[0]


def test_upload_is_a_finished_table_for_its_owner_only(with_uploads: Run) -> None:
    async def work(store: TableStore, uploads: UploadService) -> None:
        key = await uploads.add("ann", b"\xef\xbb\xbf" + file_bytes(LINES), TEXT)
        upload = await uploads.table(key, "ann", TEXT)
        assert upload is not None
        row = upload.table.row
        assert (row.id, row.host, row.phase, row.players) == ("", key, FINISHED, 2)
        assert upload.table.names == [TEXT("upload.numbered_player", number=number) for number in (1, 2)]
        assert upload.table.entry_count == 4
        assert await uploads.table(key, "ann", TEXT) is upload, "it is kept in memory"
        for name, guest in ((key, "bob"), ("nonsense", "ann"), ("ünknown", "ann"), ("\n", "ann")):
            assert await uploads.table(name, guest, TEXT) is None

    with_uploads(work)


def test_guest_keeps_their_newest_records(with_uploads: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_PER_GUEST", 2)

    async def work(store: TableStore, uploads: UploadService) -> None:
        other = await uploads.add("bob", file_bytes(LINES), TEXT)
        own = [await uploads.add("ann", file_bytes(LINES), TEXT) for _ in range(3)]
        assert await keys(store) == {other, *own[1:]}

    with_uploads(work)


def test_records_expire_after_a_day(with_uploads: Run) -> None:
    async def work(store: TableStore, uploads: UploadService) -> None:
        old, fresh = [await uploads.add("ann", file_bytes(LINES), TEXT) for _ in range(2)]
        await set_age(store, old, 24 * HOUR + timedelta(minutes=1))
        await set_age(store, fresh, 24 * HOUR - timedelta(minutes=1))
        assert await uploads.table(old, "ann", TEXT) is None
        assert await uploads.table(fresh, "ann", TEXT) is not None
        new = await uploads.add("bob", file_bytes(LINES), TEXT)
        assert await keys(store) == {fresh, new}, "an upload of another guest deletes it"
        await set_age(store, new, 3 * HOUR)
        await uploads.forget(datetime.now(UTC) - 4 * HOUR)
        assert await keys(store) == {new}
        query = select(UPLOADS.c.created_at)
        created_at = await store.database.read(lambda connection: connection.execute(query).scalar_one())
        await uploads.forget(created_at)
        assert await uploads.read(new, "bob", created_at) is not None
        assert await uploads.read(new, "bob", created_at + timedelta(microseconds=1)) is None

    with_uploads(work)


def test_few_records_are_kept_in_memory(with_uploads: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_CACHED_UPLOADS", 2)

    async def work(store: TableStore, uploads: UploadService) -> None:
        names = [await uploads.add("ann", file_bytes(LINES), TEXT) for _ in range(2)]
        one, two = [await uploads.table(name, "ann", TEXT) for name in names]
        assert await uploads.table(names[0], "ann", TEXT) is one
        await uploads.add("ann", file_bytes(LINES), TEXT)
        assert await uploads.table(names[0], "ann", TEXT) is one, "it was used later"
        again = await uploads.table(names[1], "ann", TEXT)
        assert again is not None
        assert again is not two

    with_uploads(work)


def test_size_and_length_are_limited(with_uploads: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(store: TableStore, uploads: UploadService) -> None:
        content = file_bytes(LINES)
        monkeypatch.setattr(module, "MAX_UPLOAD_BYTES", len(content))
        monkeypatch.setattr(module, "MAX_ENTRIES", 4)
        await uploads.add("ann", content, TEXT)
        monkeypatch.setattr(module, "MAX_ENTRIES", 3)
        with pytest.raises(UploadError, match="too_long") as error:
            await uploads.add("ann", content, TEXT)
        assert error.value.params == {"limit": 3}
        monkeypatch.setattr(module, "MAX_UPLOAD_BYTES", len(content) - 1)
        with pytest.raises(UploadError, match="too_big"):
            await uploads.add("ann", content, TEXT)

    with_uploads(work)


def test_limit_is_named_in_kilobytes(with_uploads: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_UPLOAD_BYTES", 3_000)
    assert error_of(with_uploads, b" " * 3_001).params == {"limit": 3}


@pytest.mark.parametrize(
    ("content", "key", "params"),
    [
        (b"\xff", "not_a_record", {}),
        (b"", "not_a_record", {}),
        (b"nonsense", "not_a_record", {}),
        (file_bytes([*LINES[:2], "nonsense"]), "bad_line", {"line": 3}),
        (
            file_bytes([LINES[0], '[1, "conquer everything"]']),
            "illegal_action",
            {"line": 2, "action": "conquer everything", "player": 2},
        ),
        (
            file_bytes([LINES[0], f'[0, "{"conquer" * 9}"]']),
            "illegal_action",
            {"line": 2, "action": "conquer" * 8 + "conq", "player": 1},
        ),
    ],
    ids=["encoding", "empty", "header", "line", "action", "long action"],
)
def test_fault_of_a_file_is_named(with_uploads: Run, content: bytes, key: str, params: dict[str, Any]) -> None:
    error = error_of(with_uploads, content)
    assert (error.key, error.params) == (key, params)
