"""Where things are kept and how the table behaves."""

import os
import re
import secrets
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

SECRET_BYTES: Final = 32
_HOST: Final = re.compile(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?|[0-9a-f:.]*:[0-9a-f:.]*")


@dataclass(frozen=True, slots=True)
class Settings:
    """What an operator can choose. `bot_pause` is in seconds, `writes_per_minute` counts for each address.

    `origin` is the address with which links for others begin ("": that of the page they stand on); `nearby` is this
    machine's own in its network, for pages that were opened by an address of this machine only.
    """

    data: Path
    database: str
    secret: str
    bot_pause: float = 0.8
    writes_per_minute: int = 300
    heartbeat: float = 15.0
    origin: str = ""
    nearby: str = ""

    @staticmethod
    def load(database: str | None = None, origin: str | None = None) -> "Settings":
        """Read the settings from the environment and the data folder, which is made if there is none.

        REGNUM_DATA names the data folder (else ~/.local/share/regnum), REGNUM_SECRET the key that signs cookies (else
        a file in the data folder), REGNUM_BOT_PAUSE the seconds a bot waits, REGNUM_WRITES_PER_MINUTE how much one
        address may send, REGNUM_ORIGIN the address with which links for others begin. ValueError if one cannot be used.
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
            origin=read_origin(origin if origin is not None else os.environ.get("REGNUM_ORIGIN", "")),
        )


def read_origin(text: str) -> str:
    """Return an address such as https://games.example without a slash at its end ("" for none); ValueError if wrong."""
    if not text:
        return ""
    wrong = ValueError(f"cannot use the origin {text!r}: give an address such as https://games.example, without a path")
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise wrong from None
    host = parts.hostname or ""
    spelled = f"[{host}]" if ":" in host else host
    origin = f"{parts.scheme}://{spelled}" + (f":{port}" if port is not None else "")
    if parts.scheme not in ("http", "https") or not _HOST.fullmatch(host) or text.lower().removesuffix("/") != origin:
        raise wrong
    return origin


def is_loopback(host: str | None) -> bool:
    """Tell whether a host of an address is this machine as it names itself: nobody else can use it."""
    if host is None or host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


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
