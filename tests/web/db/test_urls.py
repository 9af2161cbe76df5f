"""The URLs of databases."""

import pytest

from regnum.web.db.urls import database_at


@pytest.mark.parametrize(
    ("url", "wrong"),
    [
        ("games.db", "not a URL such as"),
        ("mysql://localhost/x", "it must be SQLite or PostgreSQL"),
        ("sqlite://", "give it a file"),
        ("sqlite:///", "give it a file"),
        ("sqlite:///:memory:", "give it a file"),
        ("sqlite+aiosqlite:///:memory:", "give it a file"),
    ],
)
def test_unusable_database_is_reported_without_its_password(url: str, wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        database_at(url)
    with pytest.raises(ValueError, match="it must be SQLite") as error:
        database_at("mysql://ann:geheim@localhost/x")
    assert "geheim" not in str(error.value)
