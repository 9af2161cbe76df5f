"""A PostgreSQL for tests: a local one that may be killed, or the one named by REGNUM_TEST_POSTGRES."""

import asyncio
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import create_async_engine

FIND = Path(__file__).resolve().parents[3] / "scripts" / "postgres.sh"


class Postgres:
    """A server on loopback with its own folder; nobody else knows its port."""

    def __init__(self) -> None:
        result = subprocess.run(["sh", FIND, "--find"], capture_output=True, text=True, check=False).stdout.strip()
        if not result:
            raise LookupError(
                "no PostgreSQL here; `make test` installs one, REGNUM_TEST_POSTGRES=postgresql://... names one"
            )
        self._programs = Path(result)
        self._folder = Path(tempfile.mkdtemp(prefix="regnum-postgres-"))
        self._as: dict[str, str] = {}
        if os.getuid() == 0:  # which PostgreSQL refuses to run as
            shutil.chown(self._folder, "postgres", "postgres")
            self._as = {"user": "postgres", "group": "postgres"}
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        initdb = [self._programs / "initdb", "-D", self._folder / "data", "-U", "postgres", "-A", "trust", "-E", "UTF8"]
        subprocess.run(
            [*initdb, "--locale=C"],
            check=True,
            stdout=subprocess.DEVNULL,
            cwd=self._folder,
            **self._as,  # type: ignore[call-overload]
        )
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/postgres"

    def start(self) -> "Postgres":
        """Start it, possibly after a kill; return when it responds."""
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": self.port,
            "unix_socket_directories": "",
            "max_connections": 200,
        }
        deadline = time.monotonic() + 30
        while self._process is None or self._process.poll() is not None:
            assert time.monotonic() < deadline, "PostgreSQL does not start"
            command = [str(self._programs / "postgres"), "-D", str(self._folder / "data")]
            for name, value in settings.items():
                command += ["-c", f"{name}={value}"]
            log = (self._folder / "log").open("ab")
            self._process = subprocess.Popen(
                command,
                cwd=self._folder,
                stdout=log,
                stderr=log,
                start_new_session=True,
                **self._as,  # type: ignore[call-overload]
            )
            log.close()
            while self._process.poll() is None and not self._answers():
                assert time.monotonic() < deadline, "PostgreSQL does not answer"
                time.sleep(0.05)
        return self

    def _answers(self) -> bool:
        asked: list[str | Path] = [self._programs / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        return subprocess.run(asked, check=False).returncode == 0

    def kill(self) -> None:
        """End it and all its sessions at once, like a power cut."""
        if self._process is not None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None

    def remove(self) -> None:
        """Stop it and remove its folder."""
        self.kill()
        shutil.rmtree(self._folder, ignore_errors=True)


@contextmanager
def running_postgres() -> Iterator[str]:
    """Yield the URL of a server on which databases can be created."""
    named = os.environ.get("REGNUM_TEST_POSTGRES")
    if named:
        yield named
        return
    local_postgres = Postgres()
    try:
        yield local_postgres.start().url
    finally:
        local_postgres.remove()


def run_statements(url: str, *statements: str) -> None:
    """Run statements on a database, one by one."""

    async def run() -> None:
        engine = create_async_engine(make_url(url).set(drivername="postgresql+asyncpg"), isolation_level="AUTOCOMMIT")
        async with engine.connect() as connection:
            for statement in statements:
                await connection.exec_driver_sql(statement)
        await engine.dispose()

    with ThreadPoolExecutor(1) as thread:  # the caller's may have an event loop running
        thread.submit(asyncio.run, run()).result()


@contextmanager
def fresh_database(server: str) -> Iterator[str]:
    """Yield the URL of an empty database, which is removed afterwards."""
    name = f"regnum_test_{uuid4().hex[:12]}"
    run_statements(server, f"CREATE DATABASE {name}")
    try:
        yield make_url(server).set(database=name).render_as_string(hide_password=False)
    finally:
        run_statements(server, f"DROP DATABASE {name} WITH (FORCE)")
