"""A server in a process of its own."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


class Server:
    """`regnum.web.server.serve` in a process of its own, over a data folder that outlives it."""

    def __init__(
        self,
        data: Path,
        bot_pause: float = 0.0,
        environment: dict[str, str] | None = None,
        database: str | None = None,
        workers: int = 1,
        before: str = "",
    ) -> None:
        """`before`: Python to run first. What the server writes to standard error is in `log`."""
        self.data = data
        self.before = before
        self.log = data.with_name(f"{data.name}.log")
        self.arguments = f"database={database!r}, workers={workers}" if workers > 1 else f"database={database!r}"
        self.environment = environment or {}
        self.bot_pause = bot_pause
        self.process: subprocess.Popen[str] | None = None
        self.address = ""

    def start(self, port: int = 0) -> "Server":
        environment = {**os.environ, "REGNUM_DATA": str(self.data), "REGNUM_BOT_PAUSE": str(self.bot_pause)}
        path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
        environment.update(PYTHONPATH=path, REGNUM_WRITES_PER_MINUTE="1000000", **self.environment)
        code = f"{self.before}\nfrom regnum.web.server import serve; serve(port={port}, {self.arguments})"
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE, stderr=log, text=True
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://\S+", line)
        assert found, f"the server said {line!r} and {self.log.read_text()}"
        self.address = found[0].rstrip("/")
        return self

    def stop(self, how: int = signal.SIGTERM) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(10)
            if self.process.stdout is not None:
                self.process.stdout.close()
            self.process = None

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2])
