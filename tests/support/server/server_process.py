"""A server in a process of its own."""

import atexit
import os
import re
import signal
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[3]

FORKED: Final = get_context("forkserver")
"""Its processes are forked with everything imported, which would otherwise take two seconds each."""
FORKED.set_forkserver_preload(["tests.support.server.preload"])


class Server:
    """`regnum.web.server.run.serve` in a process of its own, over a data folder that outlives it."""

    def __init__(
        self,
        data: Path,
        bot_delay: float = 0.0,
        environment: dict[str, str] | None = None,
        database: str | None = None,
        workers: int = 1,
        before: str = "",
        new_key: bool = False,
    ) -> None:
        """`before`: Python to run first. `log` has the server's standard error."""
        self.data = data
        self.before = before
        self.log = data.with_name(f"{data.name}.log")
        self.options: dict[str, Any] = {"database": database, "workers": workers, "new_key": new_key}
        self.environment = environment or {}
        self.bot_delay = bot_delay
        self.process: BaseProcess | None = None
        self.address = ""
        self._said: Connection | None = None

    def start(self, port: int = 0) -> "Server":
        environment = {**os.environ, "REGNUM_DATA": str(self.data), "REGNUM_BOT_DELAY": str(self.bot_delay)}
        environment.update(REGNUM_WRITES_PER_MINUTE="1000000", **self.environment)
        self._said, saying = FORKED.Pipe(duplex=False)
        arguments = (saying, self.log, environment, self.before, {"port": port, **self.options})
        self.process = FORKED.Process(target=_serve, args=arguments)
        self.process.start()
        atexit.register(self.stop, signal.SIGKILL)  # otherwise a server left running keeps Python from exiting
        saying.close()
        with open(self._said.fileno(), encoding="utf-8", closefd=False) as lines:
            line = lines.readline()
        actual = re.search(r"http://\S+", line)
        assert actual, f"the server said {line!r} and {self.log.read_text()}"
        self.address = actual[0].rstrip("/")
        return self

    def stop(self, how: int = signal.SIGTERM) -> None:
        if self.process is not None and self._said is not None:
            if self.process.is_alive():
                os.kill(self.pid, how)
            self.process.join(10)
            assert self.process.exitcode is not None, "the server does not stop"
            self._said.close()
            self.process = None

    @property
    def pid(self) -> int:
        assert self.process is not None
        assert self.process.pid is not None
        return self.process.pid

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2])


def _serve(saying: Connection, log: Path, environment: dict[str, str], before: str, options: dict[str, Any]) -> None:
    """Serve until told to stop; output goes to the pipe, errors and the log to the file."""
    os.dup2(saying.fileno(), 1)
    with log.open("a") as file:
        os.dup2(file.fileno(), 2)
    os.environ.clear()
    os.environ.update(environment)
    exec(before, {})
    from regnum.web.server.run import serve  # after what must come first

    serve(**options)
