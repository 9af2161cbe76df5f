"""The routes of the position editor, with pages as their values: the setup in a query, and posted changes."""

import asyncio
import json
from types import SimpleNamespace
from typing import Any

import pytest

from regnum.games import find_game
from regnum.web.editor import routes
from regnum.web.http.i18n import page_text
from tests.support.web.apps import run_in_thread

KHAN = find_game("khan")


class Visitor:
    """A visitor whose pages are their values."""

    language, text = "en", page_text("en")

    def page(self, name: str, status: int = 200, **values: Any) -> dict[str, Any]:
        return {"name": name, "status": status, **values}


def new_position(game: str = "khan", **query: str) -> dict[str, Any]:
    """Return the page of a new position with this query."""
    request: Any = SimpleNamespace(query_params=query)
    handler: Any = routes.edit_new_position
    page: dict[str, Any] = run_in_thread(lambda: asyncio.run(handler.fn(request, Visitor(), find_game(game))))
    return page


@pytest.fixture
def post(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that posts a form, perhaps with a file, and returns the page."""

    def post(form: dict[str, str], file: bytes | None = None, **headers: str) -> dict[str, Any]:
        async def read_form(request: object) -> dict[str, str]:
            return form

        async def read_file(request: object) -> bytes | None:
            return file

        monkeypatch.setattr(routes, "read_form", read_form)
        monkeypatch.setattr(routes, "read_uploaded_file", read_file)
        request: Any = SimpleNamespace(headers={name.replace("_", "-"): value for name, value in headers.items()})
        handler: Any = routes.change_position
        page: dict[str, Any] = run_in_thread(lambda: asyncio.run(handler.fn(request, Visitor(), KHAN)))
        return page

    return post


def position_of(page: dict[str, Any]) -> dict[str, Any]:
    result: dict[str, Any] = json.loads(page["view"].text)
    return result


def test_new_position_has_the_players_and_options_in_the_query() -> None:
    page = new_position(players="3", option_board="steppe", option_stuck_ruler_yurt="true")
    assert (page["view"].players, page["fresh"], page["status"], page["name"]) == (3, False, 200, "editor/page")
    assert (page["options"]["board"], page["options"]["stuck_ruler_yurt"]) == ("steppe", True)
    plain = new_position()
    assert (plain["view"].players, plain["fresh"]) == (KHAN.player_counts[-1], True)
    assert (plain["options"]["board"], plain["options"]["stuck_ruler_yurt"]) == ("empire", False)
    assert [seat.kind for seat in plain["seats"]] == ["me", *["bot:greedy"] * (KHAN.player_counts[-1] - 1)]


def test_unknown_values_of_the_setup_are_ignored() -> None:
    page = new_position(players="9", option_board="moon", option_stuck_ruler_yurt="True", option_discard="all")
    assert (page["view"].players, page["fresh"]) == (KHAN.player_counts[-1], False)
    chosen = {name: page["options"][name] for name in ("board", "stuck_ruler_yurt", "discard")}
    assert chosen == {"board": "empire", "stuck_ruler_yurt": False, "discard": "all"}


def test_change_of_a_position_is_shown_in_the_parts_or_the_whole_page(post: Any) -> None:
    text = new_position(players="2")["view"].text
    same = post({"position": text})
    assert (position_of(same), same["name"], same["status"], same["error"]) == (
        json.loads(text),
        "editor/page",
        200,
        "",
    )
    parts = post({"position": text}, hx_request="true")
    assert (parts["name"], parts["board"]) == ("editor/parts", "")
    wrong = {"position": text, "do": "dance"}
    message = page_text("en")("editor.bad_change")
    assert [(page["status"], page["error"]) for page in (post(wrong), post(wrong, hx_request="true"))] == [
        (422, message),
        (200, message),
    ]


def test_brush_places_and_removes_a_thing(post: Any) -> None:
    page = new_position(players="2")
    number, _ = page["view"].brushes[0]
    place = page["view"].places[0][1][0][0]
    stroke = {"brush": str(number), "place": place}
    placed = post({"position": page["view"].text, "do": "brush +", **stroke})
    assert placed["error"] == ""
    assert position_of(placed) != position_of(page)
    removed = post({"position": placed["view"].text, "do": "brush -", **stroke})
    assert position_of(removed) == position_of(page)
    for wrong in ({**stroke, "brush": "999"}, {**stroke, "brush": ""}, {**stroke, "place": "nowhere"}):
        assert post({"position": page["view"].text, "do": "brush +", **wrong})["status"] == 422


def test_file_replaces_the_text_and_may_be_of_another_game(post: Any) -> None:
    other = find_game("wallenstein").new_state(3, 1).to_dict()
    for text in (json.dumps(other), json.dumps(other, separators=(",", ":"))):
        page = post({"position": "nonsense"}, b"\xef\xbb\xbf" + text.encode())
        assert (page["game"].id, page["status"], page["view"].players) == ("wallenstein", 200, 3)
    for file in (b"\xff", b"nonsense"):
        page = post({"position": new_position()["view"].text}, file)
        assert (page["game"].id, page["status"], page["error"]) == (
            "khan",
            422,
            page_text("en")("editor.not_a_position"),
        )
        assert page["view"].players == KHAN.player_counts[-1]
