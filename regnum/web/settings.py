"""The settings of a server, read from the environment and the data folder.

docs/hosting/settings.md explains them to operators, grouped by purpose.
"""

import os
import re
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from datetime import UTC, datetime
from email.utils import parseaddr
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeVar
from urllib.parse import urlsplit

from regnum.core.atomic_files import check_writable, refuse_foreign_link
from regnum.players.ratings import can_rate
from regnum.web.db.file_permissions import restrict_permissions
from regnum.web.db.urls import sqlite_url
from regnum.web.telemetry import LOG, LOG_FORMS, LOG_LEVELS

T = TypeVar("T")

SECRET_BYTES: Final = 32
MIN_SECRET_LENGTH: Final = 16
MAX_SECONDS: Final = 24 * 60 * 60
"""The maximum of any setting in seconds."""
MAX_VALUE: Final = 1_000_000_000
"""The maximum of any other numeric setting."""
MAX_DAYS: Final = 36_500
"""The maximum of `remove_unused_after_days`."""
SEASONS: Final = ("none", "quarter", "year")
"""The possible lengths of a rating season."""
REGISTRATION_OPEN: Final = "open"
REGISTRATION_INVITED: Final = "invite"
REGISTRATION_CLOSED: Final = "closed"
LOOPBACK: Final = "127.0.0.0/8,::1"
"""The loopback addresses of this machine."""
RENAMED_VARIABLES: Final = {
    "REGNUM_BOT_PAUSE": "REGNUM_BOT_DELAY",
    "REGNUM_TIDY_DAYS": "REGNUM_REMOVE_UNUSED_AFTER_DAYS",
    "REGNUM_CALL_AFTER": "REGNUM_NOTIFY_AFTER",
    "REGNUM_PRIVATE_CALLS": "REGNUM_ALLOW_PRIVATE_WEBHOOKS",
    "REGNUM_TRIES_PER_HOUR": "REGNUM_SIGN_IN_ATTEMPTS_PER_HOUR",
}
"""The new names of environment variables, by their names in 0.2.0, which still work."""
_OWN_FILES: Final = re.compile(r"regnum[.]db|secret|[.]secret-|.*[.]backup|.*[.]part$")
"""Matches the names of the files that Regnum creates in a data folder."""
_HOST: Final = re.compile(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?|[0-9a-f:.]*:[0-9a-f:.]*")

Reader: TypeAlias = Callable[[str, str], T]
"""A function that returns the value of a variable from its name and text; raises ValueError if the text is invalid."""


def _setting(name: str, default: T, read: Reader[T]) -> T:
    """Return a field of `Settings` that is read from an environment variable."""
    setting: T = field(default=default, metadata={"name": name, "read": read})
    return setting


def _one_of(*allowed: str) -> Reader[str]:
    """Return a reader that accepts one of these words."""

    def read(name: str, text: str) -> str:
        if text not in allowed:
            raise ValueError(f"{name}={text!r} is none of {', '.join(allowed)}")
        return text

    return read


def _boolean(off: str, on: str) -> Reader[bool]:
    """Return a reader of a switch with two words: False for `off`, True for `on`."""
    word = _one_of(off, on)
    return lambda name, text: word(name, text) == on


def _integer(low: int, high: int = MAX_VALUE) -> Reader[int]:
    """Return a reader of an integer from `low` to `high`."""

    def read(name: str, text: str) -> int:
        if re.fullmatch("[0-9]{1,10}", text) and low <= int(text) <= high:
            return int(text)
        raise ValueError(f"{name}={text!r} is not a whole number from {low} to {high}")

    return read


def _seconds(name: str, text: str) -> float:
    """Return a number of seconds, at most a day; raises ValueError if it is invalid."""
    with suppress(ValueError):
        if 0 <= (number := float(text)) <= MAX_SECONDS:
            return number
    raise ValueError(f"{name}={text!r} is not a number from 0 to {MAX_SECONDS}")


def _ratings(name: str, text: str) -> bool:
    """Return whether people and bots are rated; raises ValueError if that needs a package that is not installed."""
    is_enabled = _boolean("off", "on")(name, text)
    if is_enabled and not can_rate():
        raise ValueError("REGNUM_RATINGS=on needs openskill: pip install 'regnum[cli]'")
    return is_enabled


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings that an operator can choose. docs/hosting/settings.md lists them.

    To add a setting, add a field here and a row there.
    """

    data: Path
    """The data folder (REGNUM_DATA)."""
    database: str
    """The URL of the database (REGNUM_DATABASE)."""
    secret: str
    """The key that signs cookies (REGNUM_SECRET, else a file in the data folder)."""
    bot_delay: float = _setting("REGNUM_BOT_DELAY", 0.8, _seconds)
    """The seconds that a bot waits before it acts."""
    writes_per_minute: int = _setting("REGNUM_WRITES_PER_MINUTE", 300, _integer(1))
    """How many forms an address may post per minute, in each process, and how many tables it may open per hour."""
    heartbeat: float = 15.0
    """The seconds between two heartbeats of a stream."""
    origin: str = _setting("REGNUM_ORIGIN", "", lambda _, text: read_origin(text))
    """The base URL of links to share; "": the base URL of the page that shows them."""
    nearby: str = ""
    """The base URL with this machine's network address, for links on pages opened at a loopback address."""
    streams_per_address: int = _setting("REGNUM_STREAMS_PER_ADDRESS", 500, _integer(1))
    """How many pages with live updates an address may have open at once."""
    proxies: str = _setting("REGNUM_PROXY", "", lambda _, text: read_proxies(text))
    """The addresses of the reverse proxies whose X-Forwarded-For and X-Forwarded-Proto headers are trusted."""
    remove_unused_after_days: int = _setting("REGNUM_REMOVE_UNUSED_AFTER_DAYS", 0, _integer(0, MAX_DAYS))
    """The days without a move after which unused tables are removed; 0: never."""
    log: str = _setting("REGNUM_LOG", "text", _one_of(*LOG_FORMS))
    """The format of the log."""
    log_level: str = _setting("REGNUM_LOG_LEVEL", "warning", _one_of(*LOG_LEVELS))
    """The lowest level that is logged."""
    notify_after: float = _setting("REGNUM_NOTIFY_AFTER", 60.0, _seconds)
    """The seconds that a player must be away before they are notified of their move."""
    allow_private_webhooks: bool = _setting("REGNUM_ALLOW_PRIVATE_WEBHOOKS", False, _boolean("no", "yes"))
    """Whether webhooks may also have addresses in private networks."""
    smtp: str = _setting("REGNUM_SMTP", "", lambda _, text: text)
    """The URL of the SMTP server; "": no email is sent."""
    mail_from: str = _setting("REGNUM_MAIL_FROM", "", lambda _, text: text)
    """The sender of emails."""
    ratings: bool = _setting("REGNUM_RATINGS", False, _ratings)
    """Whether people and bots are rated."""
    season: str = _setting("REGNUM_SEASON", "quarter", _one_of(*SEASONS))
    """The length of a rating season."""
    registration: str = _setting(
        "REGNUM_REGISTRATION", REGISTRATION_OPEN, _one_of(REGISTRATION_OPEN, REGISTRATION_INVITED, REGISTRATION_CLOSED)
    )
    """Whether accounts are open to everyone, need an invitation, or cannot be created."""
    sign_in_attempts_per_hour: int = _setting("REGNUM_SIGN_IN_ATTEMPTS_PER_HOUR", 20, _integer(1))
    """How many passwords may be tried for one name, in each process."""
    metrics: str = _setting("REGNUM_METRICS", LOOPBACK, lambda name, text: read_networks(name, text))
    """The addresses that may read /metrics."""

    @staticmethod
    def load(
        database: str | None = None, origin: str | None = None, proxies: str | None = None, new_key: bool = False
    ) -> "Settings":
        """Read the settings from the environment and the data folder, which is created if it does not exist.

        `database`, `origin` and `proxies` take precedence over the environment. `new_key`: whether to set an empty or
        damaged key file aside and create a new key. Raises ValueError if a setting cannot be used.
        """
        data = data_folder()
        settings = Settings.read(data, key_from_environment(), database, origin, proxies)
        make_data_folder(data)
        return settings if settings.secret else replace(settings, secret=_load_or_create_key(data / "secret", new_key))

    @staticmethod
    def read(
        data: Path, secret: str, database: str | None = None, origin: str | None = None, proxies: str | None = None
    ) -> "Settings":
        """Read the settings from the environment without creating anything; raises ValueError if one cannot be used."""
        parsed = {"origin": origin, "proxies": proxies}
        values: dict[str, Any] = {}
        for setting in fields(Settings):
            if "name" in setting.metadata:
                name, chosen = setting.metadata["name"], parsed.get(setting.name)
                if chosen is None:
                    name, text = _read_variable(name)
                else:
                    text = chosen
                if text:
                    values[setting.name] = setting.metadata["read"](name, text)
        smtp, mail_from = read_smtp(values.get("smtp", ""), values.get("mail_from", ""))
        if smtp and not values.get("origin"):
            raise ValueError("REGNUM_SMTP also requires REGNUM_ORIGIN, with which links in emails begin")
        return Settings(data, database_url(database), secret, **{**values, "smtp": smtp, "mail_from": mail_from})


def _read_variable(name: str) -> tuple[str, str]:
    """Return the name and the text of an environment variable, which may be set under its old name, or "" if unset."""
    text = os.environ.get(name, "")
    if not text:
        for old, new in RENAMED_VARIABLES.items():
            if new == name and (text := os.environ.get(old, "")):
                LOG.warning("%s is deprecated; use %s", old, new)
                return old, text
    return name, text


def read_origin(text: str) -> str:
    """Return an origin such as https://games.example without a trailing slash ("" for none).

    Raises ValueError if it is invalid.
    """
    if not text:
        return ""
    wrong = ValueError(f"cannot use the origin {text!r}: give an address such as https://games.example, without a path")
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise wrong from None
    host = parts.hostname or ""
    url_host = f"[{host}]" if ":" in host else host
    origin = f"{parts.scheme}://{url_host}" + (f":{port}" if port is not None else "")
    if parts.scheme not in ("http", "https") or not _HOST.fullmatch(host) or text.lower().removesuffix("/") != origin:
        raise wrong
    return origin


def read_proxies(text: str) -> str:
    """Return addresses and networks such as 127.0.0.1,10.0.0.0/8, separated by commas.

    Raises ValueError if one is invalid.
    """
    return read_networks("the proxy", text)


def read_networks(name: str, text: str) -> str:
    """Return addresses and networks, separated by commas.

    Raises ValueError, which contains `name`, if one is invalid.
    """
    parts = [part.strip() for part in text.split(",") if part.strip()]
    try:
        return ",".join(str(ip_network(part)) if "/" in part else str(ip_address(part)) for part in parts)
    except ValueError:
        raise ValueError(f"cannot use {name} {text!r}: give addresses such as 127.0.0.1,10.0.0.0/8") from None


def read_smtp(url: str, sender: str) -> tuple[str, str]:
    """Return the URL of the SMTP server and the sender of emails, or "" and "" if there are none.

    Raises ValueError if one is invalid. The message does not contain the server's password.
    """
    if not url:
        return "", ""
    try:
        parts = urlsplit(url)
        is_valid = parts.scheme in ("smtp", "smtps") and parts.port != 0 and _HOST.fullmatch(parts.hostname or "")
        has_only_host = parts.path in ("", "/") and not parts.query and not parts.fragment and url.isprintable()
    except ValueError:
        is_valid, has_only_host = False, False
    if not (is_valid and has_only_host):
        raise ValueError("cannot use REGNUM_SMTP: give an address such as smtp://user:password@mail.example:587")
    address = parseaddr(sender)[1]
    if not address.isascii() or not re.fullmatch(r"[^@\s]+@[^@\s]+", address) or not sender.isprintable():
        raise ValueError(
            f"cannot use REGNUM_MAIL_FROM {sender!r}: give an address such as Regnum <regnum@games.example>"
        )
    return url, sender


def is_loopback(host: str | None) -> bool:
    """Return whether a host is a loopback name or address, which only this machine can use, or True for None."""
    if host is None or host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def data_folder() -> Path:
    """Return the path of the data folder: REGNUM_DATA, or a folder in the user's XDG data directory."""
    folder = os.environ.get("REGNUM_DATA")
    if folder:
        return Path(folder).expanduser()
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "regnum"


def find_key() -> str:
    """Return the server's key from the environment or else from the data folder, or "" if there is none.

    Raises ValueError if it is not a valid key.
    """
    return key_from_environment() or read_key(data_folder() / "secret")


def database_url(url: str | None = None) -> str:
    """Return the database URL: `url`, else REGNUM_DATABASE, else SQLite in the data folder."""
    return url or os.environ.get("REGNUM_DATABASE") or sqlite_url(data_folder() / "regnum.db")


def has_key() -> bool:
    """Return whether the server has a key, valid or not."""
    return bool(os.environ.get("REGNUM_SECRET")) or os.path.lexists(data_folder() / "secret")


def describe_missing_key() -> tuple[str, str]:
    """Return an explanation and a remedy for tables whose key is missing."""
    problem = (
        f"there are tables, but their key {data_folder() / 'secret'} is missing: without it guests lose their seats"
    )
    return problem, "put the file back, or run regnum restore; or run regnum serve --new-key to create a new key"


def describe_wrong_key() -> tuple[str, str]:
    """Return an explanation and a remedy for tables that belong to a different key."""
    source = "REGNUM_SECRET" if os.environ.get("REGNUM_SECRET") else str(data_folder() / "secret")
    problem = f"{source} is not the key with which the tables were played: with another one guests lose their seats"
    return (
        problem,
        "put the right key back, or run regnum restore; or run regnum serve --new-key to continue with this one",
    )


def key_from_environment() -> str:
    """Return the key from the environment, or "" if there is none. Raises ValueError if it is too short."""
    key = os.environ.get("REGNUM_SECRET", "")
    if key and len(key) < MIN_SECRET_LENGTH:
        raise ValueError(f"REGNUM_SECRET is too short: give it at least {MIN_SECRET_LENGTH} characters")
    return key


class DamagedKeyError(ValueError):
    """The key file is empty or damaged."""


def read_key(path: Path) -> str:
    """Return the key in a file, or "" if the file is missing.

    Raises ValueError if it cannot be read or is not a valid key.
    """
    try:
        refuse_foreign_link(path)
        check_writable(path, through_links=True)
        key = path.read_bytes().strip()
    except (FileNotFoundError, NotADirectoryError):
        if path.is_symlink():
            target = path.readlink()
            raise ValueError(f"the key {path} is a link to {target}, and that file is missing: restore it") from None
        return ""
    except OSError as error:
        raise ValueError(f"cannot read the key {path}: {error.strerror}") from None
    if len(key) < MIN_SECRET_LENGTH or not key.isascii():
        raise DamagedKeyError(
            f"the key in {path} is {'damaged' if key else 'empty'}: restore it from a backup, or run regnum serve"
            " --new-key to create one; guests then need new links to their seats"
        )
    return key.decode()


def make_data_folder(data: Path) -> None:
    """Create the data folder with access for its owner only; raises ValueError if it cannot be used.

    The permissions of an existing folder are restricted only if it contains nothing but Regnum's files.
    """
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        if data.stat().st_uid == os.geteuid() and all(_OWN_FILES.match(entry.name) for entry in data.iterdir()):
            data.chmod(0o700)
    except OSError as error:
        raise ValueError(f"cannot use the data folder {data}: {error.strerror}") from None


def draft_key(data: Path, key: str) -> Path | None:
    """Write a key to a new file in the data folder and return its path, or None if the folder already has this key.

    Raises OSError if the file cannot be written.
    """
    with suppress(ValueError):
        if read_key(data / "secret") == key:
            return None
    check_writable(data / "secret")
    draft = data / f".secret-{secrets.token_hex(8)}"
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
            file.write(key)
        restrict_permissions(draft)
    except OSError:
        draft.unlink(missing_ok=True)
        raise
    return draft


def place_key(draft: Path, path: Path) -> None:
    """Move a drafted key to its final path and keep the previous key in the folder with the time in its name.

    Raises OSError if a file cannot be moved.
    """
    if path.exists():
        backup_path = path.with_name(f"secret-{datetime.now(UTC):%Y-%m-%dT%H%M%S}")
        try:
            os.link(path, backup_path)
        except OSError:  # the file system has no hard links
            path.rename(backup_path)
    draft.replace(path)


def _load_or_create_key(path: Path, new_key: bool) -> str:
    """Return the key in this file; if it is missing, create it with a new key. Raises ValueError if either fails.

    `new_key`: whether to set an empty or damaged file aside and create a new key instead of raising ValueError.
    Only its owner can read the file. It is created atomically, even if the server is stopped or several servers start
    simultaneously.
    """
    is_damaged = False
    try:
        key = read_key(path)
    except DamagedKeyError:
        if not new_key:
            raise
        key, is_damaged = "", True
    try:
        if not key:
            draft = draft_key(path.parent, secrets.token_urlsafe(SECRET_BYTES))
            assert draft is not None, "no key is the one that was just made"
            if is_damaged:
                place_key(draft, path)
                return read_key(path)
            try:
                os.link(draft, path)
            except FileExistsError:
                draft.unlink()  # another server created it first
            except OSError:  # the file system has no hard links
                draft.replace(path)
            else:
                draft.unlink()
        restrict_permissions(path)
    except OSError as error:
        raise ValueError(f"cannot use the data folder {path.parent}: {error.strerror}") from None
    return read_key(path)
