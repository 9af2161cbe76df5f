"""The settings of a server, read from the environment and the data folder."""

import os
import re
import secrets
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from email.utils import parseaddr
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from regnum.core.atomic_files import check_writable
from regnum.players.ratings import can_rate
from regnum.web.db.engine import restrict_permissions, sqlite_url
from regnum.web.telemetry import LOG_FORMS, LOG_LEVELS

SECRET_BYTES: Final = 32
SECRET_LEAST: Final = 16
DAY: Final = 24 * 60 * 60
"""The longest time that a setting may have, in seconds."""
MOST: Final = 1_000_000_000
"""The largest value of any limit."""
CENTURY: Final = 36_500
"""The largest value of `tidy_days`."""
SEASONS: Final = ("none", "quarter", "year")
"""The possible lengths of a rating season."""
OPEN: Final = "open"
INVITED: Final = "invite"
CLOSED: Final = "closed"
HERE: Final = "127.0.0.0/8,::1"
"""The loopback addresses of this machine."""
_OURS: Final = re.compile(r"regnum[.]db|secret|[.]secret-|.*[.]backup|.*[.]part$")
"""Matches the names of the files that Regnum creates in a data folder."""
_HOST: Final = re.compile(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?|[0-9a-f:.]*:[0-9a-f:.]*")


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings that an operator can choose.

    `bot_pause` is in seconds; `writes_per_minute` is a limit for each address, in each process.
    `streams_per_address`: the number of pages with live updates that one address may have open. `proxies`: the
    addresses of the reverse proxies whose X-Forwarded-For and X-Forwarded-Proto headers are trusted; all others are
    ignored. `origin`: the base address of links for others ("": that of the page that shows them). `nearby`: this
    machine's own address in its network, for pages that were opened by a loopback address. `smtp`: the SMTP server
    ("": none); `mail_from`: the sender of its mail. `registration`: whether accounts are open to everyone, need an
    invitation, or cannot be created; `tries_per_hour`: the limit of password attempts for one name, in each process.
    `call_after`: the seconds a player must be away before they are notified of their move. `private_calls`: webhooks
    may also be in a private network. `tidy_days`: the days without a move after which unused tables are removed (0:
    never). `ratings`: whether players are rated; `season`: the length of a rating season. `metrics`: the addresses
    that may read /metrics.
    """

    data: Path
    database: str
    secret: str
    bot_pause: float = 0.8
    writes_per_minute: int = 300
    heartbeat: float = 15.0
    origin: str = ""
    nearby: str = ""
    streams_per_address: int = 500
    proxies: str = ""
    tidy_days: int = 0
    log: str = "text"
    log_level: str = "warning"
    call_after: float = 60.0
    private_calls: bool = False
    smtp: str = ""
    mail_from: str = ""
    ratings: bool = False
    season: str = "quarter"
    registration: str = OPEN
    tries_per_hour: int = 20
    metrics: str = HERE

    @staticmethod
    def load(
        database: str | None = None, origin: str | None = None, proxies: str | None = None, new_key: bool = False
    ) -> "Settings":
        """Read the settings from the environment and the data folder, which is created if it does not exist.

        REGNUM_DATA names the data folder (default ~/.local/share/regnum) and REGNUM_SECRET the key that signs cookies
        (default: a file in the data folder). REGNUM_BOT_PAUSE: the seconds a bot waits. REGNUM_WRITES_PER_MINUTE: how
        much one address may send. REGNUM_STREAMS_PER_ADDRESS: how many pages it may have open. REGNUM_ORIGIN: the base
        address of links for others. REGNUM_PROXY: the reverse proxies. REGNUM_DATABASE: the database. REGNUM_LOG and
        REGNUM_LOG_LEVEL: how and how much is logged. REGNUM_SMTP and REGNUM_MAIL_FROM: how mail is sent.
        REGNUM_REGISTRATION: who may create an account. REGNUM_TRIES_PER_HOUR: the limit of password attempts.
        REGNUM_CALL_AFTER and REGNUM_PRIVATE_CALLS: when and where people are notified. REGNUM_TIDY_DAYS: the days until
        unused tables are removed. REGNUM_RATINGS and REGNUM_SEASON: whether players are rated, and in which seasons.
        REGNUM_METRICS: the addresses that may read /metrics.
        `new_key`: an empty or damaged key file is set aside and replaced by a new key.
        ValueError if a setting cannot be used.
        """
        data = data_folder()
        found = Settings.read(data, given_key(), database, origin, proxies)
        make_data_folder(data)
        return found if found.secret else replace(found, secret=_kept_secret(data / "secret", new_key))

    @staticmethod
    def read(
        data: Path, secret: str, database: str | None = None, origin: str | None = None, proxies: str | None = None
    ) -> "Settings":
        """Read the settings from the environment without creating anything; ValueError if one cannot be used."""
        smtp, mail_from = read_smtp(os.environ.get("REGNUM_SMTP", ""), os.environ.get("REGNUM_MAIL_FROM", ""))
        own = read_origin(origin if origin is not None else os.environ.get("REGNUM_ORIGIN", ""))
        if smtp and not own:
            raise ValueError("REGNUM_SMTP needs REGNUM_ORIGIN, too: links in mails begin with it")
        return Settings(
            data,
            database_url(database),
            secret,
            bot_pause=_seconds("REGNUM_BOT_PAUSE", 0.8),
            writes_per_minute=_whole("REGNUM_WRITES_PER_MINUTE", 300, 1),
            origin=own,
            streams_per_address=_whole("REGNUM_STREAMS_PER_ADDRESS", 500, 1),
            proxies=read_proxies(proxies if proxies is not None else os.environ.get("REGNUM_PROXY", "")),
            tidy_days=_whole("REGNUM_TIDY_DAYS", 0, 0, CENTURY),
            log=_one_of("REGNUM_LOG", tuple(LOG_FORMS), "text"),
            log_level=_one_of("REGNUM_LOG_LEVEL", LOG_LEVELS, "warning"),
            call_after=_seconds("REGNUM_CALL_AFTER", 60.0),
            private_calls=_one_of("REGNUM_PRIVATE_CALLS", ("no", "yes"), "no") == "yes",
            smtp=smtp,
            mail_from=mail_from,
            ratings=_wants_ratings(),
            season=_one_of("REGNUM_SEASON", SEASONS, "quarter"),
            registration=_one_of("REGNUM_REGISTRATION", (OPEN, INVITED, CLOSED), OPEN),
            tries_per_hour=_whole("REGNUM_TRIES_PER_HOUR", 20, 1),
            metrics=read_networks("REGNUM_METRICS", os.environ.get("REGNUM_METRICS") or HERE),
        )


def _wants_ratings() -> bool:
    """Return whether people and bots are rated; ValueError if the package for it is not installed."""
    wanted = _one_of("REGNUM_RATINGS", ("off", "on"), "off") == "on"
    if wanted and not can_rate():
        raise ValueError("REGNUM_RATINGS=on needs openskill: pip install 'regnum[cli]'")
    return wanted


def read_origin(text: str) -> str:
    """Return an origin such as https://games.example without a trailing slash ("" for none); ValueError if invalid."""
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


def read_proxies(text: str) -> str:
    """Return addresses and networks such as 127.0.0.1,10.0.0.0/8, separated by commas; ValueError if one is invalid."""
    return read_networks("the proxy", text)


def read_networks(what: str, text: str) -> str:
    """Return addresses and networks, separated by commas; ValueError if one is invalid, with `what` in its text."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    try:
        return ",".join(str(ip_network(part)) if "/" in part else str(ip_address(part)) for part in parts)
    except ValueError:
        raise ValueError(f"cannot use {what} {text!r}: give addresses such as 127.0.0.1,10.0.0.0/8") from None


def read_smtp(url: str, sender: str) -> tuple[str, str]:
    """Return the SMTP server and the sender of its mail ("", "" for none); ValueError if one cannot be used.

    The error message does not contain the server's password.
    """
    if not url:
        return "", ""
    try:
        parts = urlsplit(url)
        right = parts.scheme in ("smtp", "smtps") and parts.port != 0 and _HOST.fullmatch(parts.hostname or "")
        bare = parts.path in ("", "/") and not parts.query and not parts.fragment and url.isprintable()
    except ValueError:
        right, bare = None, False
    if not (right and bare):
        raise ValueError("cannot use REGNUM_SMTP: give an address such as smtp://user:password@mail.example:587")
    address = parseaddr(sender)[1]
    if not address.isascii() or not re.fullmatch(r"[^@\s]+@[^@\s]+", address) or not sender.isprintable():
        raise ValueError(
            f"cannot use REGNUM_MAIL_FROM {sender!r}: give an address such as Regnum <regnum@games.example>"
        )
    return url, sender


def is_loopback(host: str | None) -> bool:
    """Return whether a host is a loopback name or address, which only this machine can use."""
    if host is None or host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def _one_of(name: str, allowed: tuple[str, ...], default: str) -> str:
    """Return a word from the environment; ValueError if it is not one of `allowed`."""
    told = os.environ.get(name) or default
    if told not in allowed:
        raise ValueError(f"{name}={told!r} is none of {', '.join(allowed)}")
    return told


def _seconds(name: str, default: float) -> float:
    """Return a number of seconds, at most a day, from the environment; ValueError if it is invalid."""
    told = os.environ.get(name) or default
    with suppress(ValueError):
        if 0 <= (number := float(told)) <= DAY:
            return number
    raise ValueError(f"{name}={told!r} is not a number from 0 to {DAY}")


def _whole(name: str, default: int, least: int, most: int = MOST) -> int:
    """Return an integer within bounds from the environment; ValueError if it is invalid."""
    told = os.environ.get(name) or str(default)
    if re.fullmatch("[0-9]{1,10}", told) and least <= int(told) <= most:
        return int(told)
    raise ValueError(f"{name}={told!r} is not a whole number from {least} to {most}")


def data_folder() -> Path:
    """Return the folder with the server's database and key."""
    named = os.environ.get("REGNUM_DATA")
    if named:
        return Path(named).expanduser()
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "regnum"


def kept_key() -> str:
    """Return the server's key from the environment or else from the data folder; "" if there is none.

    ValueError if it is not a valid key.
    """
    return given_key() or read_key(data_folder() / "secret")


def database_url(named: str | None = None) -> str:
    """Return the database URL: `named`, else REGNUM_DATABASE, else SQLite in the data folder."""
    return named or os.environ.get("REGNUM_DATABASE") or sqlite_url(data_folder() / "regnum.db")


def has_key() -> bool:
    """Return whether the server has a key, valid or not."""
    return bool(os.environ.get("REGNUM_SECRET")) or os.path.lexists(data_folder() / "secret")


def lost_key() -> tuple[str, str]:
    """Return the problem and the remedy when there are tables but no key."""
    what = f"there are tables, but their key {data_folder() / 'secret'} is missing: without it guests lose their seats"
    return what, "put the file back, or regnum restore a backup; regnum serve --new-key begins with a new key"


def other_key() -> tuple[str, str]:
    """Return the problem and the remedy when the tables belong to a key other than this server's."""
    mine = "REGNUM_SECRET" if os.environ.get("REGNUM_SECRET") else str(data_folder() / "secret")
    what = f"{mine} is not the key with which the tables were played: with another one guests lose their seats"
    return what, "bring the right one back, or regnum restore a backup; regnum serve --new-key goes on with this one"


def given_key() -> str:
    """Return the key from the environment; "" if none. ValueError if it is not a valid key."""
    given = os.environ.get("REGNUM_SECRET", "")
    if given and len(given) < SECRET_LEAST:
        raise ValueError(f"REGNUM_SECRET is too short: give it at least {SECRET_LEAST} characters")
    return given


class DamagedKey(ValueError):
    """The key file is empty or damaged."""


def read_key(path: Path) -> str:
    """Return the key in a file; "" if the file is missing. ValueError if it cannot be read or is not a valid key."""
    try:
        check_writable(path, through_links=True)
        kept = path.read_bytes().strip()
    except (FileNotFoundError, NotADirectoryError):
        if path.is_symlink():
            meant = path.readlink()
            raise ValueError(f"the key {path} is a link to {meant}, and that file is missing: bring it back") from None
        return ""
    except OSError as error:
        raise ValueError(f"cannot read the key {path}: {error.strerror}") from None
    if len(kept) < SECRET_LEAST or not kept.isascii():
        raise DamagedKey(
            f"the key in {path} is {'damaged' if kept else 'empty'}: bring the file back from a backup; or regnum serve"
            " --new-key makes a new key, but then guests get back to their seats by new links only"
        )
    return kept.decode()


def make_data_folder(data: Path) -> None:
    """Create the data folder for its owner only; restrict an existing one if it contains only Regnum's own files."""
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        if data.stat().st_uid == os.geteuid() and all(_OURS.match(entry.name) for entry in data.iterdir()):
            data.chmod(0o700)
    except OSError as error:
        raise ValueError(f"cannot use the data folder {data}: {error.strerror}") from None


def draft_key(data: Path, key: str) -> Path | None:
    """Write a key to a new file in the data folder and return its path; None if it is already the key. OSError."""
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
    """Put a key in its place; keep the previous one in the folder under a name with the current time. OSError."""
    if path.exists():
        aside = path.with_name(f"secret-{datetime.now(UTC):%Y-%m-%dT%H%M%S}")
        try:
            os.link(path, aside)
        except OSError:  # a file system without links
            path.rename(aside)
    draft.replace(path)


def _kept_secret(path: Path, new_key: bool) -> str:
    """Return the key in this file, or create one that only its owner can read. ValueError if it is not a valid key.

    `new_key`: an empty or damaged file is set aside and replaced by a new key.
    The file is created atomically, even if the server is stopped or several start at once.
    """
    spoilt = False
    try:
        known = read_key(path)
    except DamagedKey:
        if not new_key:
            raise
        known, spoilt = "", True
    try:
        if not known:
            fresh = draft_key(path.parent, secrets.token_urlsafe(SECRET_BYTES))
            assert fresh is not None, "no key is the one that was just made"
            if spoilt:
                place_key(fresh, path)
                return read_key(path)
            try:
                os.link(fresh, path)
            except FileExistsError:
                fresh.unlink()  # another server created it first
            except OSError:  # a file system without links
                fresh.replace(path)
            else:
                fresh.unlink()
        restrict_permissions(path)
    except OSError as error:
        raise ValueError(f"cannot use the data folder {path.parent}: {error.strerror}") from None
    return read_key(path)
