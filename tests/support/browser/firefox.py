"""A Firefox controlled by Marionette, its protocol of JSON messages with a length prefix."""

import json
import socket
import subprocess
import time
from pathlib import Path
from typing import Any

_PREFS = {
    "marionette.port": 0,  # any that is free; Firefox writes it into its profile
    "devtools.console.stdout.content": True,
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
}


class Firefox:
    """A headless Firefox. `log` has the console messages of its pages."""

    def __init__(self, program: str, folder: Path) -> None:
        """`folder`: an empty folder for its profile and log."""
        profile = folder / "profile"
        profile.mkdir()
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in _PREFS.items()]
        (profile / "user.js").write_text("".join(lines), encoding="utf-8")
        self.log = folder / "firefox.log"
        command = [program, "--headless", "--no-remote", "--marionette", "--profile", str(profile)]
        with self.log.open("w") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log)
        port = profile / "MarionetteActivePort"
        deadline = time.monotonic() + 120
        while not (port.exists() and port.read_text()):
            assert self._process.poll() is None, self.log.read_text(errors="replace")
            assert time.monotonic() < deadline, "Firefox does not start"
            time.sleep(0.05)
        self._socket = socket.create_connection(("127.0.0.1", int(port.read_text())))
        self._file = self._socket.makefile("rb")
        self._number = 0
        self._read()
        self.ask("WebDriver:NewSession")

    def ask(self, command: str, **params: object) -> Any:
        """Send a WebDriver command and return its result; RuntimeError if it fails."""
        self._number += 1
        message = json.dumps([0, self._number, command, params]).encode()
        self._socket.sendall(b"%d:%s" % (len(message), message))
        _, _, error, result = self._read()
        if error:
            raise RuntimeError(f"{command}: {error['message']}")
        return result

    def run(self, script: str, *arguments: object) -> Any:
        """Run a script in the page, as the body of a function, and return what it returns."""
        return self.ask("WebDriver:ExecuteScript", script=script, args=arguments)["value"]

    def close(self) -> None:
        """Stop it."""
        self._file.close()
        self._socket.close()
        self._process.terminate()
        self._process.wait(30)

    def _read(self) -> Any:
        length = b""
        while (byte := self._file.read(1)) != b":":
            assert byte, "Firefox has ended"
            length += byte
        return json.loads(self._file.read(int(length)))
