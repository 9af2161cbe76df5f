"""Settings of a server: their defaults, and their bounds."""

import os
from pathlib import Path

import pytest

from regnum.web.settings import (
    REGISTRATION_CLOSED,
    REGISTRATION_INVITED,
    REGISTRATION_OPEN,
    RENAMED_VARIABLES,
    DamagedKeyError,
    Settings,
    data_folder,
    database_url,
    describe_missing_key,
    describe_wrong_key,
    find_key,
    has_key,
    is_loopback,
    key_from_environment,
    read_key,
    read_networks,
    read_origin,
    read_smtp,
)

SENDER = "Regnum <regnum@games.example>"


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Set nothing but the data folder."""
    for name in [name for name in os.environ if name.startswith("REGNUM_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("REGNUM_DATA", str(tmp_path / "data"))


def load_settings(database: str | None = None, origin: str | None = None, proxies: str | None = None) -> Settings:
    return Settings.read(data_folder(), "a key", database, origin, proxies)


def test_default_settings_match_the_documentation(tmp_path: Path) -> None:
    actual = load_settings()
    assert actual == Settings(tmp_path / "data", database_url(), "a key")
    assert (actual.bot_delay, actual.writes_per_minute, actual.streams_per_address) == (0.8, 300, 500)
    assert (actual.origin, actual.proxies, actual.metrics) == ("", "", "127.0.0.0/8,::1")
    assert (actual.remove_unused_after_days, actual.log, actual.log_level) == (0, "text", "warning")
    assert (actual.notify_after, actual.allow_private_webhooks, actual.smtp, actual.mail_from) == (60.0, False, "", "")
    assert (actual.ratings, actual.season) == (False, "quarter")
    assert (actual.registration, actual.sign_in_attempts_per_hour) == ("open", 20)
    assert actual.heartbeat == 15.0


def test_empty_variable_counts_as_unset(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = load_settings()
    for name in ("BOT_DELAY", "WRITES_PER_MINUTE", "LOG", "NOTIFY_AFTER", "METRICS", "ORIGIN", "PROXY", "DATABASE"):
        monkeypatch.setenv(f"REGNUM_{name}", "")
    assert load_settings() == usual


@pytest.mark.parametrize(
    ("name", "field", "values"),
    [
        ("BOT_DELAY", "bot_delay", {"0": 0.0, "0.25": 0.25, "86400": 86400.0}),
        ("NOTIFY_AFTER", "notify_after", {"0": 0.0, "86400": 86400.0}),
        ("WRITES_PER_MINUTE", "writes_per_minute", {"1": 1, "1000000000": 1_000_000_000}),
        ("STREAMS_PER_ADDRESS", "streams_per_address", {"1": 1}),
        ("SIGN_IN_ATTEMPTS_PER_HOUR", "sign_in_attempts_per_hour", {"1": 1}),
        ("REMOVE_UNUSED_AFTER_DAYS", "remove_unused_after_days", {"0": 0, "36500": 36500}),
        ("ALLOW_PRIVATE_WEBHOOKS", "allow_private_webhooks", {"no": False, "yes": True}),
        ("LOG", "log", {"json": "json"}),
        ("LOG_LEVEL", "log_level", {"info": "info", "error": "error"}),
        ("SEASON", "season", {"none": "none", "year": "year"}),
        (
            "REGISTRATION",
            "registration",
            {"open": REGISTRATION_OPEN, "invite": REGISTRATION_INVITED, "closed": REGISTRATION_CLOSED},
        ),
        ("RATINGS", "ratings", {"off": False, "on": True}),
        ("METRICS", "metrics", {"10.0.0.0/8, ::1": "10.0.0.0/8,::1"}),
    ],
)
def test_setting_accepts_its_bounds(
    monkeypatch: pytest.MonkeyPatch, name: str, field: str, values: dict[str, object]
) -> None:
    for item, value in values.items():
        monkeypatch.setenv(f"REGNUM_{name}", item)
        actual = getattr(load_settings(), field)
        assert (actual, type(actual)) == (value, type(value))


@pytest.mark.parametrize(
    ("name", "wrong", "message"),
    [
        ("BOT_DELAY", "86400.1", "from 0 to 86400"),
        ("BOT_DELAY", "-0.1", "from 0 to 86400"),
        ("WRITES_PER_MINUTE", "0", "from 1 to 1000000000"),
        ("WRITES_PER_MINUTE", "1000000001", "from 1 to 1000000000"),
        ("STREAMS_PER_ADDRESS", "0", "from 1 to 1000000000"),
        ("SIGN_IN_ATTEMPTS_PER_HOUR", "0", "from 1 to 1000000000"),
        ("REMOVE_UNUSED_AFTER_DAYS", "36501", "from 0 to 36500"),
        ("LOG", "xml", "none of text, json"),
        ("REGISTRATION", "all", "none of open, invite, closed"),
    ],
)
def test_setting_beyond_its_bounds_is_refused(
    monkeypatch: pytest.MonkeyPatch, name: str, wrong: str, message: str
) -> None:
    monkeypatch.setenv(f"REGNUM_{name}", wrong)
    with pytest.raises(ValueError, match=message) as error:
        load_settings()
    assert f"REGNUM_{name}='{wrong}'" in str(error.value)


RENAMED_SETTINGS = {
    "REGNUM_BOT_PAUSE": ("bot_delay", "7", 7.0),
    "REGNUM_TIDY_DAYS": ("remove_unused_after_days", "7", 7),
    "REGNUM_CALL_AFTER": ("notify_after", "7", 7.0),
    "REGNUM_PRIVATE_CALLS": ("allow_private_webhooks", "yes", True),
    "REGNUM_TRIES_PER_HOUR": ("sign_in_attempts_per_hour", "7", 7),
}


@pytest.mark.parametrize(("old", "new"), RENAMED_VARIABLES.items())
def test_variable_can_be_set_under_its_old_name(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, old: str, new: str
) -> None:
    field, text, value = RENAMED_SETTINGS[old]
    assert new == f"REGNUM_{field.upper()}"
    default = getattr(load_settings(), field)
    monkeypatch.setenv(old, text)
    assert getattr(load_settings(), field) == value
    assert [record.getMessage() for record in caplog.records] == [f"{old} is deprecated; use {new}"]
    monkeypatch.setenv(new, "no" if value is True else str(default))
    assert getattr(load_settings(), field) == default, "the new name takes precedence"
    assert len(caplog.records) == 1


def test_invalid_value_of_an_old_variable_is_reported_with_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REGNUM_TIDY_DAYS", "soon")
    with pytest.raises(ValueError, match="REGNUM_TIDY_DAYS='soon'"):
        load_settings()


def test_command_line_overrides_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REGNUM_ORIGIN", "https://a.example")
    monkeypatch.setenv("REGNUM_PROXY", "10.0.0.1")
    monkeypatch.setenv("REGNUM_DATABASE", "sqlite:////tmp/a.db")
    actual = load_settings()
    assert (actual.origin, actual.proxies, actual.database) == ("https://a.example", "10.0.0.1", "sqlite:////tmp/a.db")
    actual = load_settings("sqlite:////tmp/b.db", "", "")
    assert (actual.origin, actual.proxies, actual.database) == ("", "", "sqlite:////tmp/b.db")


def test_mail_requires_an_origin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REGNUM_SMTP", "smtp://mail.example")
    monkeypatch.setenv("REGNUM_MAIL_FROM", SENDER)
    with pytest.raises(ValueError, match="REGNUM_SMTP also requires REGNUM_ORIGIN"):
        load_settings()
    actual = load_settings(origin="https://games.example")
    assert (actual.smtp, actual.mail_from) == ("smtp://mail.example", SENDER)


@pytest.mark.parametrize(
    "url",
    [
        "smtp://mail.example",
        "smtp://mail.example/",
        "smtp://mail.example:1",
        "smtp://10.0.0.1:587",
        "smtp://[::1]:25",
        "smtps://ann:p%40ss@mail.example:65535",
    ],
)
def test_mail_server_is_named_by_host_and_port(url: str) -> None:
    assert read_smtp(url, SENDER) == (url, SENDER)
    assert read_smtp(url, "regnum@games.example") == (url, "regnum@games.example")


@pytest.mark.parametrize(
    "url",
    [
        "smtp://mail.example:0",
        "smtp://mail.example:65536",
        "smtp://mail.example?tls=no",
        "smtp://mail.example#top",
        "smtp://",
        "smtp://grüße.example",
        "smtp://mail.example\u200b",
        "imap://mail.example",
    ],
)
def test_malformed_mail_server_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match="cannot use REGNUM_SMTP"):
        read_smtp(url, SENDER)


@pytest.mark.parametrize("sender", ["ann@grüße.example", "Ann <ann>", "ann@b@c", "Ann\u200b <ann@b.example>"])
def test_malformed_sender_is_refused(sender: str) -> None:
    with pytest.raises(ValueError, match="cannot use REGNUM_MAIL_FROM"):
        read_smtp("smtp://mail.example", sender)


def test_networks_are_parsed_without_empty_parts() -> None:
    assert read_networks("the proxy", "") == ""
    assert read_networks("the proxy", " 10.1.2.3 ,, fd00::/8,") == "10.1.2.3,fd00::/8"
    with pytest.raises(ValueError, match=r"cannot use the proxy '10\.0\.0\.1/8'"):
        read_networks("the proxy", "10.0.0.1/8")


def test_origin_keeps_its_port_and_loses_its_trailing_slash() -> None:
    assert read_origin("https://games.example:8443/") == "https://games.example:8443"
    assert read_origin("http://localhost:0") == "http://localhost:0"
    for wrong in ("https://games.example//", "https://-games.example", "https://games.example:"):
        with pytest.raises(ValueError, match="cannot use the origin"):
            read_origin(wrong)


def test_loopback_addresses_are_recognized() -> None:
    own = (None, "localhost", "127.0.0.1", "127.9.9.9", "::1")
    assert [is_loopback(host) for host in own] == [True] * len(own)
    others = ("0.0.0.0", "10.0.0.1", "::", "games.example", "")
    assert [is_loopback(host) for host in others] == [False] * len(others)


def test_data_is_kept_in_the_configured_or_default_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("REGNUM_DATA", "~/games")
    assert data_folder() == tmp_path / "games"
    monkeypatch.delenv("REGNUM_DATA")
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    assert data_folder() == tmp_path / ".local" / "share" / "regnum"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    assert data_folder() == tmp_path / "share" / "regnum"
    assert database_url().endswith(str(tmp_path / "share" / "regnum" / "regnum.db"))


# The key.


def test_key_has_sixteen_characters_at_least(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("REGNUM_SECRET", "k" * 16)
    assert key_from_environment() == "k" * 16
    monkeypatch.setenv("REGNUM_SECRET", "k" * 15)
    with pytest.raises(ValueError, match="at least 16 characters"):
        key_from_environment()
    kept = tmp_path / "kept"
    kept.write_text(" " + "k" * 16 + "\n")
    assert read_key(kept) == "k" * 16
    for content, message in {"k" * 15: "is damaged", "": "is empty", "ключ, довгий досить": "is damaged"}.items():
        kept.write_text(content, encoding="utf-8")
        with pytest.raises(DamagedKeyError, match=message):
            read_key(kept)


def test_key_of_the_environment_overrides_that_of_the_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert (has_key(), find_key()) == (False, "")
    key = Settings.load().secret
    assert len(key) >= 32
    assert (has_key(), find_key()) == (True, key)
    assert str(tmp_path / "data" / "secret") in describe_wrong_key()[0]
    assert str(tmp_path / "data" / "secret") in describe_missing_key()[0]
    monkeypatch.setenv("REGNUM_SECRET", "a key of the environment")
    assert (has_key(), find_key(), Settings.load().secret) == (True, *["a key of the environment"] * 2)
    assert describe_wrong_key()[0].startswith("REGNUM_SECRET is not the key")


def test_key_that_is_a_dangling_link_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "secret").symlink_to(tmp_path / "gone")
    assert has_key()
    with pytest.raises(ValueError, match="and that file is missing"):
        Settings.load()


def test_damaged_key_is_replaced_only_on_request(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "secret").write_text("short")
    with pytest.raises(ValueError, match="is damaged"):
        Settings.load()
    fresh = Settings.load(new_key=True).secret
    assert Settings.load().secret == fresh
    (aside,) = folder.glob("secret-*")
    assert aside.read_text() == "short"
    assert [path.name for path in folder.glob(".secret-*")] == [], "no draft is left"
    Settings.load(new_key=True)
    assert list(folder.glob("secret-*")) == [aside], "a key that can be used stays"
