"""A database that is upgraded to the current schema when it is opened, after a backup."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError
from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from regnum.web.db.backup_file import write_backup
from regnum.web.db.database import UnwritableError
from regnum.web.db.file_permissions import restrict_permissions
from regnum.web.db.fingerprint import fingerprint, fingerprint_in, has_tables_in, is_other_key, store_fingerprint
from regnum.web.db.schema import METADATA
from regnum.web.db.urls import database_at
from regnum.web.errors import BusyError

LOG: Final = logging.getLogger("regnum.web")


class UpgradableDatabase:
    """A database and its schema. Every method may raise BusyError, which means that nothing has changed."""

    def __init__(self, url: str, copies: Path | None = None, key: str = "") -> None:
        """Prepare access to the database at a URL, without opening it; raises ValueError if the URL cannot be used.

        Before an older database is upgraded, a backup is written to the folder of its file, or to `copies` if it has no
        file (None: no backup). `key`: the server's key, which is part of the backup.
        """
        self.database: Final = database_at(url)
        self.location: Final = self.database.location
        self.messages: Final[list[str]] = []
        """Messages from `open` for the operator, one line each."""
        self._copies: Final = self.database.folder or copies
        self._key: Final = key
        self.alembic: Final = Config()
        migrations = str(Path(__file__).parent / "migrations")
        self.alembic.set_main_option("script_location", migrations.replace("%", "%%"))  # configparser interpolates %
        self.alembic.set_main_option("path_separator", "os")
        self._steps: Final = ScriptDirectory.from_config(self.alembic)

    async def open(self) -> None:
        """Upgrade the database to the current schema; raises ValueError if it cannot be used or written.

        An older database is backed up first (see `write_backup`). If that fails, nothing has changed.
        """
        with self._wrap_errors():
            if remark := self.database.create():
                self.messages.append(remark)
            revision = await self.database.read(self.known_revision)
            self.database.secure()
            if revision != self._head:
                await self.database.prepare(self._create_or_upgrade)
            try:
                await self.database.write(self.database.probe)
            except UnwritableError:
                raise
            except BusyError:
                LOG.warning("the database is locked by another program")  # a lock means that it is writable

    async def has_tables(self) -> bool:
        """Return whether a database of any revision has game tables, or False if it does not exist.

        Raises ValueError if it cannot be used.
        """
        return await self._read_existing(has_tables_in)

    async def has_other_key(self, key: str) -> bool:
        """Return whether the database has game tables and another key; raises ValueError if it cannot be used."""
        return await self._read_existing(lambda connection: is_other_key(connection, key))

    async def keep_key(self) -> None:
        """Store the fingerprint of the server's key for later starts."""
        with self._wrap_errors():
            if await self.database.read(fingerprint_in) != fingerprint(self._key):
                await self.database.prepare(lambda connection: store_fingerprint(connection, self._key))

    async def _read_existing(self, work: Callable[[Connection], bool]) -> bool:
        with self._wrap_errors():
            try:
                self.database.must_exist()
            except (FileNotFoundError, NotADirectoryError):
                return False
            return await self.database.read(work)

    @contextmanager
    def _wrap_errors(self) -> Iterator[None]:
        """Turn the errors of an unusable database into a ValueError with the reason."""
        try:
            yield
        except Exception as error:
            if not isinstance(
                error, BusyError | SQLAlchemyError | OSError | TimeoutError | CommandError
            ) and not hasattr(error, "sqlstate"):
                raise
            raise ValueError(f"cannot use the database {self.location}: {self.database.reason(error)}") from None

    def own_files(self, data: Path) -> list[Path]:
        """Return the files of the server: the database, the keys in the data folder, and earlier backups."""
        files = [data / "secret", *data.glob("secret-*")]
        copies = [] if self._copies is None else self._copies.glob("before-upgrade-*.backup")
        return [*self.database.files, *files, *copies]

    @property
    def _head(self) -> str:
        """The current schema revision."""
        return str(self._steps.get_current_head())

    def known_revision(self, connection: Connection) -> str | None:
        """Return the schema revision of a database, or None if it is empty.

        Raises ValueError if the revision is unknown, or the tables are not Regnum's.
        """
        revision = self.revision(connection)
        if (
            revision is None
            and (names := self.database.foreign_tables(connection))
            and self.revision(connection) is None
        ):
            raise ValueError(
                f"cannot use the database {self.location}: it has tables ({', '.join(names[:3])}) but no Regnum "
                f"revision: they belong to another program, or the database is damaged; choose another database"
            )
        if revision is not None and revision not in self.revisions:
            raise ValueError(
                f"cannot use the database {self.location}: a newer version of Regnum made it (its shape is {revision}, "
                f"this version knows {self._head}): update Regnum, or choose another database"
            )
        return revision

    def _create_or_upgrade(self, connection: Connection) -> None:
        """Back up and upgrade an older database, or fill an empty one, unless another server has just done so."""
        revision = self.known_revision(connection)
        if revision == self._head:
            return
        if revision is None:
            METADATA.create_all(connection, checkfirst=False)
            MigrationContext.configure(connection).stamp(self._steps, self._head)
            return
        copy = None
        if self._copies is not None:
            self.database.block_writers(connection)
            self._copies.mkdir(mode=0o700, parents=True, exist_ok=True)
            copy = self._copies / f"before-upgrade-{revision}-{datetime.now(UTC):%Y-%m-%dT%H%M%S}.backup"
            write_backup(connection, copy, self._copies / "before-upgrade.part", revision, self._key)
            restrict_permissions(copy)
        try:
            self.upgrade(connection)
        except BaseException:
            if copy is not None:
                copy.unlink(missing_ok=True)  # nothing has changed, so the next start makes a new backup
            raise
        if copy is not None:
            self.messages.append(f"the database was brought from shape {revision} to {self._head}; a copy is in {copy}")

    @property
    def revisions(self) -> set[str]:
        """The schema revisions that this version of Regnum knows."""
        return {step.revision for step in self._steps.walk_revisions()}

    @staticmethod
    def revision(connection: Connection) -> str | None:
        """Return the schema revision of a database, or None if it has none."""
        return MigrationContext.configure(connection).get_current_revision()

    def upgrade(self, connection: Connection, revision: str = "head") -> None:
        """Run the remaining migrations up to a revision; there are none if another server has just run them."""
        self.alembic.attributes["connection"] = connection
        command.upgrade(self.alembic, revision)

    async def close(self) -> None:
        """Close all connections."""
        await self.database.close()
