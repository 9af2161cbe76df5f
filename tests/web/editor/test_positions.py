"""The position editor: schemas of the fields of every game, changes, brushes, and pages."""

import json
import random
import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from litestar import Litestar

import regnum
from regnum.core.field_schema import FLAG, LIST, NUMBER, ONE_OF, RECORD, SEAT, SET_OF, TABLE, FieldSchema
from regnum.core.game import Game
from regnum.core.record.record import Record
from regnum.core.registry import GAMES
from regnum.core.text.ledger import LANGUAGES
from regnum.new_game.pennies import GAME
from regnum.players.random import playout
from regnum.view import view_of
from regnum.web.editor import positions
from regnum.web.editor import view as editor_view
from regnum.web.editor.positions import PositionError, position_text
from regnum.web.http.i18n import game_words, page_text
from regnum.web.tables.stored_options import SET_UP
from tests.support.web.apps import live_table
from tests.support.web.guests import NewGuest
from tests.support.web.hidden import advance, open_table_with_friends

IDS = [*regnum.games(), GAME.id]


@pytest.fixture(autouse=True)
def pennies() -> Iterator[None]:
    """The template of a game, added by a program."""
    regnum.add_game(GAME)
    yield
    GAMES.loaded.pop(GAME.id)


def position(game: Game, players: int, entries: int = 40) -> positions.Position:
    state = game.new_state(players, players)
    playout(state, players, limit=entries)
    return state.to_dict()


def plain(schema: FieldSchema, value: Any, sides: int) -> bool:
    """Tell whether a simple value fits its schema."""
    if schema.kind == NUMBER:
        return bool(schema.low <= value <= schema.high)
    if schema.kind == SET_OF:
        return set(value) <= set(schema.names)
    return value in {FLAG: [True, False], SEAT: range(sides), ONE_OF: schema.names}[schema.kind]


def parts(schema: FieldSchema, value: Any) -> list[tuple[FieldSchema, Any]]:
    """Return the values in a list, a table or a record, each with its schema."""
    if schema.kind == LIST:
        return [(schema.inner(), one) for one in value]
    if schema.kind == TABLE:
        return [(schema.inner(), one) for name, one in value.items() if name in schema.names]
    return [(part, value[name]) for name, part in schema.parts.items()]


def misfits(schema: FieldSchema, value: Any, sides: int, where: str) -> Iterator[str]:
    """Yield the values that do not fit a schema."""
    if value is None:
        if not schema.optional:
            yield where
        return
    if schema.kind not in (LIST, TABLE, RECORD):
        if not plain(schema, value, sides):
            yield where
        return
    inner = parts(schema, value)
    expected_count = schema.count(sides) if schema.kind == LIST and schema.length >= -1 else len(inner)
    if len(value) != expected_count:
        yield where
    if schema.kind == LIST and schema.names and len(schema.names) != len(value):
        yield f"{where}: names"
    for part, one in inner:
        yield from misfits(part, one, sides, where)


@pytest.mark.parametrize("name", IDS)
def test_every_value_of_every_game_has_a_form_and_a_name(name: str) -> None:
    game = regnum.game(name)
    for players in game.player_counts:
        for entries in (0, 25, 80):
            state = position(game, players, entries)
            for field, schema in positions.schemas(game, state).items():
                assert not list(misfits(schema, state[field], game.sides(players), field))
                assert not list(
                    misfits(schema, schema.empty(game.sides(players)), game.sides(players), f"empty {field}")
                )
    named = [*game.new_state(game.player_counts[0], 1).FIELDS, "stack"]
    for language in LANGUAGES:
        words = game_words(game, language)
        assert [field for field in named if words.has("field", field)] == named


@pytest.mark.parametrize("name", regnum.games())
def test_added_pieces_can_be_removed(name: str) -> None:
    game, dice = regnum.game(name), random.Random(4)
    state = position(game, game.player_counts[-1], 60)
    own, brushes = positions.schemas(game, state), editor_view.brushes_of(game, state)
    assert {brush.path.partition("/")[0] for brush in brushes} == set(view_of(game).board.on_board)
    for brush in brushes:
        for place in dice.sample(brush.names, 2):
            lines = [positions.brush_change(own, brush, place, away) for away in (False, True)]
            put = positions.apply_change(game, state, lines[0])
            removed = positions.apply_change(game, put, lines[1])
            if put != state and brush.kind in (SET_OF, NUMBER):
                assert removed == state
            assert positions.apply_change(game, removed, lines[1]) == removed or brush.kind == NUMBER
        with pytest.raises(PositionError):
            positions.brush_change(own, brush, "nowhere", False)
    assert state == position(game, game.player_counts[-1], 60), "changes are made to a copy"


@pytest.mark.parametrize(
    ("lines", "field", "becomes"),
    [
        (["set coins/1 7", "more coins/1", "less coins/0"], "coins", [2, 8, 3]),
        (["more boat/0/fur", "more boat/0/fur", "less boat/0/fur"], "boat", [{"fur": 1}, {}, {}]),
        (["put structures/2/market kiev"], "structures", [{}, {}, {"market": ["kiev"]}]),
        (["put structures/2/market kiev", "take structures/2/market kiev"], "structures", [{}, {}, {}]),
        (["be board/tax/1", "set board/tax/1/bribe 2"], "board",
         {"tax": [None, {"player": 0, "advisor": 1, "bribe": 2}, None, None]}),
        (["be board/tax/1", "clear board/tax/1"], "board", {}),
        (["set leader_at/0 kiev", "set leader_at/0 "], "leader_at", [None, None, None]),
        (["set running true"], "running", True),
        (["put deed_row march", "take deed_row 0"], "deed_row", None),
        (["set marker "], "marker", None),
    ],
)  # fmt: skip
def test_every_kind_of_change_can_be_applied(lines: list[str], field: str, becomes: Any) -> None:
    game = regnum.game("rurik")
    position_data = game.new_state(3, 1).to_dict()
    if field == "deed_row":
        lines = [f"put deed_row {position_data['deed_deck'][0]}", *lines[1:]]
        becomes = [*position_data["deed_row"][1:], position_data["deed_deck"][0]]
    if field == "coins":
        becomes = [position_data["coins"][0] - 1, 8, position_data["coins"][2]]
    for line in lines:
        position_data = positions.apply_change(game, position_data, line)
    assert position_data[field] == becomes


def test_pending_steps_are_added_changed_and_removed() -> None:
    game = regnum.game("khan")
    position_data = game.new_state(2, 1).to_dict()
    name = position_data["stack"][0]["step"]
    more = positions.apply_change(game, position_data, f"step {name}")
    assert [step["step"] for step in more["stack"][:2]] == [name, name]
    assert positions.apply_change(game, more, "set stack/0/player 1")["stack"][0]["player"] == 1
    assert positions.apply_change(game, more, "take stack/0") == position_data


@pytest.mark.parametrize(
    "line",
    [
        "set nothing 3", "set", "set coins/9 3", "set coins/0 x", "put coins/0 3", "more first", "take hands 99",
        "put yurts/0 zz", "step Nothing", "set stack/0/colour 3", "be coins", "dance coins/0", "take stack/99",
        "set laid/0/tile I2", "set __class__ 3", "put hands/0 nobody",
    ],
)  # fmt: skip
def test_impossible_change_is_refused(line: str) -> None:
    game = regnum.game("khan")
    with pytest.raises(PositionError, match="bad_change"):
        positions.apply_change(game, game.new_state(2, 1).to_dict(), line)


@pytest.mark.parametrize(
    ("expected", "key"),
    [
        ("", "not_a_position"), ("[]", "not_a_position"), ("{}", "not_a_position"), ("[" * 5000, "not_a_position"),
        (r'{"game": "\ud800"}', "not_a_position"),
        ('{"game": "chess"}', "other_game"), ('{"game": "khan"}', "unsupported_setup"), ("x" * 30_000, "too_long"),
        ('{"game": "khan", "players": 9, "seed": 1, "options": {}}', "unsupported_setup"),
        ('{"game": "khan", "players": 2, "seed": 1, "options": {"moon": 1}}', "unsupported_setup"),
    ],
)  # fmt: skip
def test_invalid_position_text_is_refused(expected: str, key: str) -> None:
    with pytest.raises(PositionError, match=key):
        positions.read_position(regnum.game("khan"), expected)


@pytest.mark.parametrize("name", IDS)
@pytest.mark.parametrize("value", ["[" + "[]," * 4000 + "[]]", "[" * 30 + "]" * 30, '[["a"' + ',"b"' * 200 + "]]"])
def test_unreachable_position_is_refused_quickly(name: str, value: str) -> None:
    """Reading seven thousand empty lists used to take a minute."""
    game = regnum.game(name)
    for field in positions.schemas(game, position := positions.new_position(game, game.player_counts[0], {})):
        del position[field]
        with pytest.raises(PositionError, match="too_long"):
            positions.read_position(game, f'{positions.position_text(position)[:-1]},"{field}":{value}}}')


@pytest.mark.parametrize("name", IDS)
def test_positions_of_games_are_far_below_the_limits(name: str) -> None:
    game = regnum.game(name)
    for entries in (20, 60, 120, 200):
        text = position_text(position(game, game.player_counts[-1], entries))
        assert len(text) < positions.MAX_CHARS / 3
        assert positions.read_position(game, text)


def position_on_page(page: str) -> str:
    actual = re.search(r'<textarea id="position"[^>]*>(.*?)</textarea>', page, re.S)
    assert actual
    return unescape(actual[1])


@pytest.mark.parametrize("name", IDS)
def test_position_is_changed_and_played(name: str, new_guest: NewGuest, app: Litestar) -> None:
    guest, game = new_guest(), regnum.game(name)
    for language in LANGUAGES:
        guest.language = language
        text = page_text(language)
        page = guest.get(f"/editor/{name}?players={game.player_counts[0]}")
        assert text("editor.play") in page
        assert "!</" not in re.sub(r"<script.*?</script>", "", page)
        assert "{" not in re.sub(r"<textarea.*?</textarea>|<meta.*?>|style=\".*?\"", "", page, flags=re.S)
    guest.language = "en"
    position_data = position(game, game.player_counts[0], 3)
    seats = {f"seat{seat}": "me" for seat in range(game.player_counts[0])}
    wrong = {**position_data, next(iter(game.new_state(game.player_counts[0], 1).FIELDS)): "x"}
    response = guest.post(f"/editor/{name}/play", {"position": position_text(wrong), **seats})
    assert (response.status_code, page_text("en")("editor.invalid") in response.text) == (422, True)
    assert 'class="position-errors"' in response.text
    response = guest.post(f"/editor/{name}/play", {"position": position_text(position_data), **seats})
    assert response.status_code == 303, response.text
    table = live_table(app, response.headers["location"].rpartition("/")[2])
    assert (table.position_origin, table.state.to_dict()) == (SET_UP, position_data)
    assert page_text("en")("fork.note_set_up") in guest.get(f"/table/{table.row.id}")
    assert guest.act(table.row.id, guest.choices(table.row.id)[0]).status_code == 200
    assert Record.parse("\n".join(table.play.record.lines())).replay() == table.state


def test_page_applies_changes_and_offers_files(new_guest: NewGuest) -> None:
    guest = new_guest()
    first = position_on_page(guest.get("/editor/khan?players=3"))
    response = guest.post("/editor/khan", {"position": first, "do": "brush +", "brush": "1", "place": "f2"})
    assert json.loads(position_on_page(response.text))["yurts"][1] == ["f2"]
    assert "41 yurts in all, not 40" in response.text
    parts = guest.post("/editor/khan", {"position": first, "do": "less stock/1"}, live=True)
    assert (parts.status_code, "<html" in parts.text, 'id="pieces"' in parts.text) == (200, False, True)
    assert json.loads(position_on_page(parts.text))["stock"] == [40, 39, 40]
    for number in ("99", "-1", "²", "9" * 5000):
        refused = guest.post("/editor/khan", {"position": first, "do": "brush +", "brush": number, "place": "f2"})
        assert (refused.status_code, page_text("en")("editor.bad_change") in refused.text) == (422, True)
    saved = guest.post("/editor/khan/file", {"position": first})
    assert "attachment" in saved.headers["content-disposition"]
    assert json.loads(saved.text) == json.loads(first)

    def opened(content: bytes) -> tuple[int, str]:
        form, files = {"_csrf_token": guest.token()}, {"file": ("x.json", content)}
        response = guest.request("POST", "/editor/rurik", data=form, files=files)
        return response.status_code, response.text

    status, page = opened(saved.content)
    assert (status, json.loads(position_on_page(page))) == (200, json.loads(first)), "also one of another game"
    assert 'action="/editor/khan"' in page
    for content in (b"", b"\xff\xfe", b"[1]"):
        assert page_text("en")("editor.not_a_position") in opened(content)[1]


def test_moment_is_edited_with_known_information_only(new_guest: NewGuest, app: Litestar) -> None:
    guests, id_ = open_table_with_friends(new_guest, 3)
    advance(live_table(app, id_), guests, 20, random.Random(3))
    refused = guests[0].post(f"/table/{id_}/replay/edit", {"at": "9", "seat": "1"})
    assert (refused.status_code, page_text("en")("fork.game_running") in refused.text) == (409, True)
    guests, id_ = open_table_with_friends(new_guest, 3, hints="yes")
    table = live_table(app, id_)
    advance(table, guests, 20, random.Random(3))
    for guest, seat in ((guests[0], 0), (guests[2], 2)):
        response = guest.post(f"/table/{id_}/replay/edit", {"at": "999", "seat": str(seat + 1)})
        edited_state = table.game.state_from_dict(json.loads(position_on_page(response.text)))
        assert (edited_state.seed, edited_state.draws) != (table.state.seed, table.state.draws)
        seen, original = edited_state.observed_by(seat).to_dict(), table.state.observed_by(seat).to_dict()
        assert seen == original, "what the seat sees is as it is"


def test_position_without_a_drawing_is_shown_by_its_values(new_guest: NewGuest) -> None:
    guest = new_guest()
    position_data = json.loads(position_on_page(guest.get("/editor/wallenstein?players=3")))
    position_data["tower"], position_data["order"] = [], [None] * 40
    for language in LANGUAGES:
        guest.language = language
        response = guest.post("/editor/wallenstein", {"position": position_text(position_data)})
        assert response.status_code == 200
        assert "tower" in response.text
