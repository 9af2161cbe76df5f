"""The page with every message."""

import re
from pathlib import Path

import pytest

from regnum.core.text.ledger import LANGUAGES
from regnum.games import find_game
from regnum.web.http.i18n import game_words
from tests.commands import messages


def test_page_has_the_messages_of_a_game_in_every_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages, "POSITIONS", ["khan/consent"])
    monkeypatch.setattr("sys.argv", ["messages", str(tmp_path / "page.html"), "khan"])
    assert messages.main() == 0
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    count = len(list(messages.messages(game_words(find_game("khan"), "en"))))
    for language in LANGUAGES:
        assert len(re.findall(f'<td lang="{language}">', page)) == count
    assert "<p>0 actions left</p><p>1 action left</p><p>2 actions left</p>" in page
    assert "<p>Ще 1 дія</p><p>Ще 2 дії</p><p>Ще 5 дій</p><p>Ще 21 дія</p>" in page
    assert re.search(r"would lay “pair” on \w+,", page), "texts come from pages"


def test_page_of_an_unknown_game_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["messages", "page.html", "chess"])
    assert messages.main() == 2
    assert capsys.readouterr().err.count("\n") == 1
