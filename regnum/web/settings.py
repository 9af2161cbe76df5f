"""Where things are kept and how the table behaves."""

import os
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Final

SECRET_BYTES: Final = 32


@dataclass(frozen=True, slots=True)
class Settings:
    """What an operator can choose. `bot_pause` is in seconds, `writes_per_minute` counts for each address."""

    data: Path
    database: str
    secret: str
    bot_pause: float = 0.8
    writes_per_minute: int = 300
    heartbeat: float = 15.0

    @staticmethod
    def load(database: str | None = None) -> "Settings":
        """Read the settings from the environment and the data folder, which is made if there is none.

        REGNUM_DATA names the data folder (else ~/.local/share/regnum), REGNUM_SECRET the key that signs cookies (else
        a file in the data folder), REGNUM_BOT_PAUSE the seconds a bot waits, REGNUM_WRITES_PER_MINUTE how much one
        address may send. ValueError if one cannot be used.
        """
        data = data_folder()
        try:
            data.mkdir(parents=True, exist_ok=True)
            secret = os.environ.get("REGNUM_SECRET") or _kept_secret(data / "secret")
        except OSError as error:
            raise ValueError(f"cannot use the data folder {data}: {error.strerror}") from None
        if len(secret) < 16:
            raise ValueError("REGNUM_SECRET is too short: give it at least 16 characters")
        url = database or f"sqlite+aiosqlite:///{data / 'regnum.db'}"
        return Settings(
            data,
            url,
            secret,
            bot_pause=max(_number("REGNUM_BOT_PAUSE", 0.8), 0.0),
            writes_per_minute=max(int(_number("REGNUM_WRITES_PER_MINUTE", 300)), 1),
        )


def _number(name: str, default: float) -> float:
    """Return a number from the environment; ValueError if what stands there is none."""
    told = os.environ.get(name)
    try:
        return default if told is None else float(told)
    except ValueError:
        raise ValueError(f"{name}={told!r} is not a number") from None


def data_folder() -> Path:
    """Return the folder in which the table keeps its database and its key."""
    named = os.environ.get("REGNUM_DATA")
    if named:
        return Path(named).expanduser()
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "regnum"


def _kept_secret(path: Path) -> str:
    """Return the key in this file; a new one, readable by its owner only, if there is none."""
    if not path.exists():
        try:
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            pass  # another server was just as quick
        else:
            with os.fdopen(handle, "w", encoding="ascii") as file:
                file.write(secrets.token_urlsafe(SECRET_BYTES))
    return path.read_text(encoding="ascii").strip()
