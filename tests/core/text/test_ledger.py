"""The ledger of a game: lookups, and the required parts of a clause."""

import pytest

from regnum.core.text.ledger import Clause, Ledger
from regnum.new_game.pennies import GAME


def test_clause_is_found_with_or_without_the_games_name() -> None:
    ledger = GAME.ledger()
    assert ledger["hide"] is ledger["pennies.hide"]
    assert [clause.id for clause in ledger] == ["pennies.round", "pennies.hide", "pennies.guess", "pennies.open"]
    assert "pennies.guess" in ledger
    assert ledger["round"].option == "rounds"
    with pytest.raises(ValueError, match="no clause 'dance'"):
        ledger["dance"]


def test_clause_must_be_complete() -> None:
    complete_entry = {"id": "x.y", "place": "p", "source": "rulebook", "en": "a", "de": "b", "uk": "c"}
    assert Clause(complete_entry).text == {"en": "a", "de": "b", "uk": "c"}
    assert (Clause(complete_entry).conflict, Clause(complete_entry | {"conflict": [1, "A2"]}).conflict) == (
        (),
        (1, "A2"),
    )
    assert (Clause(complete_entry).place, Clause(complete_entry | {"place": "–"}).place) == ("p", "")
    with pytest.raises(ValueError, match=r"x.y: no place, uk"):
        Clause(complete_entry | {"place": "", "uk": ""})
    with pytest.raises(ValueError, match="source 'rumour' is not one of"):
        Clause(complete_entry | {"source": "rumour"})
    with pytest.raises(ValueError, match="twice"):
        Ledger([Clause(complete_entry), Clause(complete_entry)])
