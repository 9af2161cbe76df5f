"""Words in English, German and Ukrainian: the names of things."""

import pytest

from regnum.core.ledger import LANGUAGES
from regnum.games.rurik import GAME
from regnum.games.rurik.components import COLUMNS, LEADERS, REGIONS, REWARDS, TRACKS


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_thing_has_a_name(language: str) -> None:
    names = GAME.words(language).tables["name"]
    for kind, things in (("reward", REWARDS), ("track", TRACKS), ("region", REGIONS), ("leader", LEADERS)):
        assert set(things) <= set(names[kind])
    assert list(names["column"]) == COLUMNS
