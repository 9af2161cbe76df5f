"""Facts of one's own at the table: typed into the form, kept, shown to everybody, and of no effect on other tables."""

import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from litestar import Litestar

import regnum
from regnum.core.ledger import LANGUAGES
from regnum.core.record import Record
from regnum.web.live import FACTS, LiveTable, Unplayable
from regnum.web.routes.opening import FACTS_LIMIT
from tests.support.apps import live
from tests.support.guests import Guest

Visit = Callable[..., Guest]
SEATS = {"name": "Ann", "players": "2", "seat0": "me", "seat1": "bot:random"}
OWN = {"setup": {"scoring": {"area_bonus": [12, 7, 4]}}, "boards/empire": {"start": {"seljuk": "i8"}}}
TYPED = '[setup.scoring]\narea_bonus = [12, 7, 4]\n["boards/empire".start]\nseljuk = "i8"\n'


def opened(guest: Guest, game: str, **form: Any) -> str:
    answer = guest.post(f"/new/{game}", {**SEATS, **form})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"]).removeprefix("/table/")


def test_a_table_is_played_with_the_facts_typed_and_others_are_not(visit: Visit, app: Litestar) -> None:
    guest = visit()
    own = opened(guest, "khan", facts=TYPED)
    usual = opened(guest, "khan")
    assert guest.get(f"/table/{own}").count("/credits") == 1
    assert "/credits" not in guest.get(f"/table/{usual}")
    tables = [live(app, table) for table in (own, usual)]
    assert [table.state.to_dict()["rulers"][0] for table in tables] == ["i8", "i7"]
    assert tables[0].game.facts == OWN
    assert tables[1].game is regnum.game("khan")
    record = Record.parse("\n".join(tables[0].play.record.lines()))
    assert record.game is tables[0].game
    assert "facts" not in tables[1].play.record.header()


def test_own_facts_outlive_the_memory_of_the_server(visit: Visit, app: Litestar) -> None:
    guest = visit()
    table = opened(guest, "khan", facts=TYPED)
    guest.get(f"/table/{table}")
    before = live(app, table)
    app.state.tables.memory.live.clear()
    guest.get(f"/table/{table}")
    assert live(app, table) is not before
    assert live(app, table).game is before.game
    assert live(app, table).state.to_dict()["rulers"][0] == "i8"


def test_a_table_whose_facts_are_none_any_more_is_not_played_with_ours(visit: Visit, app: Litestar) -> None:
    guest = visit()
    table = opened(guest, "khan", facts=TYPED)
    guest.get(f"/table/{table}")
    row = live(app, table).row
    for facts in ('{"gone": 1}', "no JSON"):
        with pytest.raises(Unplayable):
            LiveTable(msgspec.structs.replace(row, options={**row.options, FACTS: facts}), [])


def test_a_table_for_which_there_is_no_room_now_is_not_given_up(
    visit: Visit, app: Litestar, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = visit()
    table = opened(guest, "khan", facts=TYPED)
    app.state.tables.memory.live.clear()
    with monkeypatch.context() as full:
        full.setattr("regnum.core.copies._COPIES", {})
        full.setattr("regnum.core.copies.MOST", 0)
        full.setattr("regnum.core.registry._COPIES", {})
        guest.get(f"/table/{table}", status=503)
        guest.get("/tables")
    guest.get(f"/table/{table}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_credits_of_the_table_say_what_is_its_own(visit: Visit, language: str) -> None:
    guest = visit(language)
    page = guest.get(f"/table/{opened(guest, 'khan', facts=TYPED)}/credits")
    rows = re.findall(r"<code>(.*?)</code>", page)
    assert rows[:3] == ["setup.scoring.area_bonus", "[12, 7, 4]", "[10, 6, 3]"]
    assert rows[3:] == ["boards/empire.start.seljuk", "&#34;i8&#34;", "&#34;i7&#34;"]
    assert "<code>" not in guest.get(f"/table/{opened(guest, 'khan')}/credits")
    assert "<code>" not in guest.get("/credits")


def test_whoever_is_invited_reads_it_before_he_sits_down(visit: Visit) -> None:
    guest = visit()
    table = opened(guest, "khan", facts=TYPED, seat1="open")
    page = guest.get(f"/table/{table}")
    assert f"/table/{table}/credits" in page
    invitation = re.search(r"/join/[\w-]+", page)
    assert invitation is not None
    assert f"/table/{table}/credits" in visit().get(invitation[0])


def test_options_left_alone_take_the_default_that_own_facts_give_them(visit: Visit, app: Litestar) -> None:
    form = {**SEATS, "players": "3", "seat2": "bot:random", "option_tower_thrown": "2/3"}
    guest = visit()
    table = opened(guest, "wallenstein", **form, facts='[tower.tower]\nthrown = ["17/25"]\n')
    guest.get(f"/table/{table}")
    assert live(app, table).state.options["tower_thrown"] == "17/25"


@pytest.mark.parametrize(
    ("facts", "says"),
    [
        ("x = ", "not TOML"),
        ("[setup.scoring]\narea_bonus = [1]\n[tiles]\nx = 1\n", "not a list of 3; tiles.x: no fact that can be"),
        ("#" * (FACTS_LIMIT + 1), "up to 10000 characters"),
    ],
)
def test_wrong_facts_are_told_and_stay_in_the_form(visit: Visit, facts: str, says: str) -> None:
    answer = visit().post("/new/khan", {**SEATS, "facts": facts})
    assert answer.status_code == 422
    assert says in answer.text
    assert facts[:50] in answer.text


def test_a_game_without_such_facts_does_not_ask_for_them(visit: Visit) -> None:
    assert 'name="facts"' in visit().get("/new/khan")
    assert 'name="facts"' not in visit().get("/new/brian_boru")
