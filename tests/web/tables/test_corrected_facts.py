"""A server with corrected facts: it names them, and tables with other facts cannot be played."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import msgspec
import pytest
from litestar import Litestar

import regnum
from regnum.core.record.record import Record
from regnum.web.errors import UnplayableError
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.stored_options import FACTS
from tests.support.command import environment
from tests.support.web.apps import live_table
from tests.support.web.guests import Guest, NewGuest
from tests.support.web.uploads import upload_record

OWN = {"setup": {"scoring": {"area_bonus": [12, 7, 4]}}, "boards/empire": {"start": {"seljuk": "i8"}}}
TYPED = '[khan.setup.scoring]\narea_bonus = [12, 7, 4]\n[khan."boards/empire".start]\nseljuk = "i8"\n'


@contextmanager
def served(data: Path, *arguments: str) -> Iterator[Guest]:
    """A guest at a server in a process of its own that has loaded no game before."""
    process = subprocess.Popen(
        [sys.executable, "-m", "regnum", "serve", "--port", "0", *arguments],
        env=environment(REGNUM_DATA=str(data), REGNUM_BOT_DELAY="0"),
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    try:
        assert process.stdout is not None
        actual = re.search(r"http://\S+", process.stdout.readline())
        assert actual
        with httpx.Client(base_url=actual[0].rstrip("/"), timeout=60) as client:
            yield Guest(client)
    finally:
        process.terminate()
        process.wait()


@pytest.mark.full
def test_tables_use_the_facts_of_their_server(tmp_path: Path) -> None:
    file = tmp_path / "facts.toml"
    file.write_text(TYPED, encoding="utf-8")
    data = tmp_path / "data"
    with served(data, "--facts", str(file)) as guest:
        form = guest.get("/new/khan")
        assert "This server plays with corrected facts" in form
        assert "This server plays with corrected facts" not in guest.get("/new/rurik")
        table = guest.open_table("me", "bot:random", game="khan")
        assert f"/table/{table}/credits" in guest.get(f"/table/{table}")
        for page in (guest.get("/credits"), guest.get(f"/table/{table}/credits")):
            rows = re.findall(r"<code>(.*?)</code>", page)
            assert rows[:3] == ["khan.setup.scoring.area_bonus", "[12, 7, 4]", "[10, 6, 3]"]
            assert rows[3:] == ["khan.boards/empire.start.seljuk", "&#34;i8&#34;", "&#34;i7&#34;"]
        cookies = guest.cookies
    with served(data) as guest:
        guest.cookies = cookies
        stopped = guest.get(f"/table/{table}")
        assert "This game’s facts differ from this server’s." in stopped
        for page in ("record", "seat", "replay", "log"):
            refused = guest.request("GET", f"/table/{table}/{page}")
            assert (refused.status_code, "needs the facts it began with" in refused.text) == (409, True), page
            assert "update" not in refused.text
        refused = guest.post(f"/table/{table}/end", {})
        assert refused.status_code == 409
        assert "This game can continue once the server has the same facts as when it began." in refused.text
        usual = guest.open_table("me", "bot:random", game="khan")
        assert "/credits" not in guest.get(f"/table/{usual}"), "other tables are played as usual"
        guest.get("/tables")
    with served(data, "--facts", str(file)) as guest:
        guest.cookies = cookies
        assert "facts differ" not in guest.get(f"/table/{table}")
        assert "This game’s facts differ" in guest.get(f"/table/{usual}")


def test_table_with_different_facts_cannot_be_played(new_guest: NewGuest, app: Litestar) -> None:
    guest = new_guest()
    table = guest.open_table("me", "bot:random", game="khan")
    guest.get(f"/table/{table}")
    row = live_table(app, table).row
    assert FACTS not in row.options
    for facts in (json.dumps(OWN), '{"gone": 1}', "no JSON", "[1]", "[" * 100_000):
        with pytest.raises(UnplayableError, match="other facts than this server has"):
            LiveTable(msgspec.structs.replace(row, options={**row.options, FACTS: facts}), [])
    same = json.dumps({"setup": {"scoring": {"area_bonus": [10, 6, 3]}}})
    assert LiveTable(msgspec.structs.replace(row, options={**row.options, FACTS: same}), []).game is regnum.game("khan")


@pytest.mark.parametrize("language", ["en", "de", "uk"])
def test_record_with_different_facts_is_refused_with_advice(new_guest: NewGuest, language: str) -> None:
    """Refused uploads leave nothing behind, and tables are opened as before."""
    guest = new_guest(language)
    for bonus in range(40):
        header = Record("khan", 2, 5).header() | {"facts": {"setup": {"scoring": {"area_bonus": [bonus, 2, 1]}}}}
        response = upload_record(guest, json.dumps(header).encode())
        assert response.status_code == 422
        assert "regnum facts khan --record" in response.text
        assert "regnum serve --facts facts.toml" in response.text
    guest.get(f"/table/{guest.open_table('me', 'bot:random', game='khan')}")


def test_form_does_not_ask_for_facts(new_guest: NewGuest, app: Litestar) -> None:
    guest = new_guest()
    assert 'name="facts"' not in guest.get("/new/khan")
    assert "corrected facts" not in guest.get("/new/khan")
    table = guest.open_table("me", "bot:random", game="khan", facts=TYPED)
    guest.get(f"/table/{table}")
    assert live_table(app, table).game.facts == {}
    assert "<code>" not in guest.get("/credits")
