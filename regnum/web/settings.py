"""Where things are kept and how the table behaves."""

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
"""Seconds: no setting is longer."""
MOST: Final = 1_000_000_000
"""No limit is larger."""
CENTURY: Final = 36_500
"""Days: longer than that no table stays unused."""
SEASONS: Final = ("none", "quarter", "year")
"""How long a season of the ratings may be."""
OPEN: Final = "open"
INVITED: Final = "invite"
CLOSED: Final = "closed"
HERE: Final = "127.0.0.0/8,::1"
"""The addresses of this machine for itself."""
_OURS: Final = re.compile(r"regnum[.]db|secret|[.]secret-|.*[.]backup|.*[.]part$")
"""How names in a data folder begin if nobody else has put anything there."""
_HOST: Final = re.compile(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?|[0-9a-f:.]*:[0-9a-f:.]*")


@dataclass(frozen=True, slots=True)
class Settings:
    """What an operator can choose. `bot_pause` is in seconds; `writes_per_minute` is for each address, in each process.

    `streams_per_address`: how many pages of one address may be told of moves as they come. `proxies`: the addresses of
    the web servers in front of this one, whose X-Forwarded-For and X-Forwarded-Proto are believed; of others never.
    `origin` is the address with which links for others begin ("": that of the page they stand on); `nearby` is this
    machine's own in its network, for pages that were opened by an address of this machine only. `smtp`: the server over
    which mail goes ("": there is none), `mail_from`: from whom. `registration`: whether everybody may make an account,
    whoever is invited, or nobody; `tries_per_hour`: so often a password may be tried for one name, in each process.
    `call_after`: whoever has not been looking for so many seconds is called when it is his move. `private_calls`:
    webhooks may also be in a network of one's own. `tidy_days`: after so many days without a move unused tables are
    removed (0: never). `ratings`: who plays here is rated, in a `season` of such a length.
    `metrics`: the addresses that may read /metrics.
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
        """Read the settings from the environment and the data folder, which is made if there is none.

        REGNUM_DATA names the data folder (else ~/.local/share/regnum), REGNUM_SECRET the key that signs cookies (else
        a file in the data folder), REGNUM_BOT_PAUSE the seconds a bot waits, REGNUM_WRITES_PER_MINUTE how much one
        address may send, REGNUM_STREAMS_PER_ADDRESS how many pages of it may be open, REGNUM_ORIGIN the address with
        which links for others begin, REGNUM_PROXY the web servers in front, REGNUM_DATABASE the database,
        REGNUM_LOG and REGNUM_LOG_LEVEL how and how much is logged, REGNUM_SMTP and REGNUM_MAIL_FROM how mail is sent,
        REGNUM_REGISTRATION who may make an account, REGNUM_TRIES_PER_HOUR how often a password may be tried,
        REGNUM_CALL_AFTER and REGNUM_PRIVATE_CALLS when and where people are called, REGNUM_TIDY_DAYS after how
        many days unused tables go, REGNUM_RATINGS and REGNUM_SEASON whether and in which seasons people are rated,
        REGNUM_METRICS which addresses may read /metrics.
        `new_key`: a file of the key that is empty or damaged is put aside for a new one.
        ValueError if one cannot be used.
        """
        data = data_folder()
        found = Settings.read(data, given_key(), database, origin, proxies)
        make_data_folder(data)
        return found if found.secret else replace(found, secret=_kept_secret(data / "secret", new_key))

    @staticmethod
    def read(
        data: Path, secret: str, database: str | None = None, origin: str | None = None, proxies: str | None = None
    ) -> "Settings":
        """Read the settings from the environment and make nothing; ValueError if one cannot be used."""
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
    """Tell whether people and bots are to be rated; ValueError if the package for it is not installed."""
    wanted = _one_of("REGNUM_RATINGS", ("off", "on"), "off") == "on"
    if wanted and not can_rate():
        raise ValueError("REGNUM_RATINGS=on needs openskill: pip install 'regnum[cli]'")
    return wanted


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


def read_proxies(text: str) -> str:
    """Return addresses and networks such as 127.0.0.1,10.0.0.0/8, separated by commas; ValueError if one is none."""
    return read_networks("the proxy", text)


def read_networks(what: str, text: str) -> str:
    """Return addresses and networks, separated by commas; ValueError names `what` they are for if one is none."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    try:
        return ",".join(str(ip_network(part)) if "/" in part else str(ip_address(part)) for part in parts)
    except ValueError:
        raise ValueError(f"cannot use {what} {text!r}: give addresses such as 127.0.0.1,10.0.0.0/8") from None


def read_smtp(url: str, sender: str) -> tuple[str, str]:
    """Return the SMTP server and from whom its mail is ("", "": there is none); ValueError if one cannot be used.

    What is wrong with the server is said without its password.
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
    """Tell whether a host of an address is this machine as it names itself: nobody else can use it."""
    if host is None or host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def _one_of(name: str, allowed: tuple[str, ...], default: str) -> str:
    """Return a word from the environment; ValueError if it is none of those allowed."""
    told = os.environ.get(name) or default
    if told not in allowed:
        raise ValueError(f"{name}={told!r} is none of {', '.join(allowed)}")
    return told


def _seconds(name: str, default: float) -> float:
    """Return a number of seconds, a day at most, from the environment; ValueError if it is none."""
    told = os.environ.get(name) or default
    with suppress(ValueError):
        if 0 <= (number := float(told)) <= DAY:
            return number
    raise ValueError(f"{name}={told!r} is not a number from 0 to {DAY}")


def _whole(name: str, default: int, least: int, most: int = MOST) -> int:
    """Return a whole number within bounds from the environment; ValueError if it is none."""
    told = os.environ.get(name) or str(default)
    if re.fullmatch("[0-9]{1,10}", told) and least <= int(told) <= most:
        return int(told)
    raise ValueError(f"{name}={told!r} is not a whole number from {least} to {most}")


def data_folder() -> Path:
    """Return the folder in which the table keeps its database and its key."""
    named = os.environ.get("REGNUM_DATA")
    if named:
        return Path(named).expanduser()
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "regnum"


def kept_key() -> str:
    """Return the key that a server has here: that of the environment, else that of the data folder; "" if none.

    ValueError if it is no key.
    """
    return given_key() or read_key(data_folder() / "secret")


def database_url(named: str | None = None) -> str:
    """Return where games are kept: as named, else REGNUM_DATABASE, else SQLite in the data folder."""
    return named or os.environ.get("REGNUM_DATABASE") or sqlite_url(data_folder() / "regnum.db")


def has_key() -> bool:
    """Tell whether a server has a key here, whatever it looks like."""
    return bool(os.environ.get("REGNUM_SECRET")) or os.path.lexists(data_folder() / "secret")


def lost_key() -> tuple[str, str]:
    """Return what is wrong where there are tables but no key, and what to do about it."""
    what = f"there are tables, but their key {data_folder() / 'secret'} is missing: without it guests lose their seats"
    return what, "put the file back, or regnum restore a backup; regnum serve --new-key begins with a new key"


def other_key() -> tuple[str, str]:
    """Return what is wrong where tables belong to another key than that of this server, and what to do about it."""
    mine = "REGNUM_SECRET" if os.environ.get("REGNUM_SECRET") else str(data_folder() / "secret")
    what = f"{mine} is not the key with which the tables were played: with another one guests lose their seats"
    return what, "bring the right one back, or regnum restore a backup; regnum serve --new-key goes on with this one"


def given_key() -> str:
    """Return the key of the environment; "" if none. ValueError if it is no key."""
    given = os.environ.get("REGNUM_SECRET", "")
    if given and len(given) < SECRET_LEAST:
        raise ValueError(f"REGNUM_SECRET is too short: give it at least {SECRET_LEAST} characters")
    return given


class DamagedKey(ValueError):
    """The file of the key is empty or damaged."""


def read_key(path: Path) -> str:
    """Return the key in a file; "" if there is none. ValueError if it cannot be read, or is no key."""
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
    """Make the data folder for its owner only, or take others' rights to it if there is nothing in it but ours."""
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        if data.stat().st_uid == os.geteuid() and all(_OURS.match(entry.name) for entry in data.iterdir()):
            data.chmod(0o700)
    except OSError as error:
        raise ValueError(f"cannot use the data folder {data}: {error.strerror}") from None


def draft_key(data: Path, key: str) -> Path | None:
    """Write a key to a new file in the data folder and return that; None if it is the key that is there. OSError."""
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
    """Put a key in its place; one that was there stays in the folder, named after the moment. OSError."""
    if path.exists():
        aside = path.with_name(f"secret-{datetime.now(UTC):%Y-%m-%dT%H%M%S}")
        try:
            os.link(path, aside)
        except OSError:  # a file system without links
            path.rename(aside)
    draft.replace(path)


def _kept_secret(path: Path, new_key: bool) -> str:
    """Return the key in this file; a new one, readable by its owner only, if there is none. ValueError if it is no key.

    `new_key`: where it is empty or damaged, it is put aside for a new one.
    The file is there as a whole or not at all, however the server is stopped and however many start at once.
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
                fresh.unlink()  # another server was just as quick
            except OSError:  # a file system without links
                fresh.replace(path)
            else:
                fresh.unlink()
        restrict_permissions(path)
    except OSError as error:
        raise ValueError(f"cannot use the data folder {path.parent}: {error.strerror}") from None
    return read_key(path)
