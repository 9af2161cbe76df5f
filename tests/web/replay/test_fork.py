"""Forks: tables of one's own that do not count and contain no hidden information."""

import json
import random
from typing import Any

import httpx
import pytest
from litestar import Litestar

from regnum.core.record.record import Record
from regnum.core.text.ledger import LANGUAGES
from regnum.games import find_game
from regnum.web.accounts.user_data import export_data
from regnum.web.board.timeline import timeline_of
from regnum.web.errors import RefusedError
from regnum.web.http.i18n import page_text
from regnum.web.replay import fork
from regnum.web.replay.fork import can_fork, default_seats, fork_position, seats_from_form
from regnum.web.settings import Settings
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.stored_options import DEALT, FACTS, MOMENT, POSITION_ORIGIN, START, TUTORIAL
from tests.support.store.finished_games import play_to_the_end
from tests.support.web.apps import live_table, run_in_app
from tests.support.web.guests import Guest, NewGuest
from tests.support.web.hidden import advance, change_hidden_information, open_table_with_friends
from tests.support.web.live_tables import live_table_of, move_randomly
from tests.support.web.tokens import token_of
from tests.support.web.uploads import file_bytes, record_lines, upload_record

GAMES = {"brian_boru": 3, "khan": 2, "rurik": 1, "wallenstein": 3}


def fork_game(guest: Guest, base: str, at: str, *seats: str, **more: str) -> httpx.Response:
    chosen = {f"seat{seat}": kind for seat, kind in enumerate(seats)}
    return guest.post(f"{base}/fork", {"at": at, **chosen, **more})


def forked_table(app: Litestar, answer: httpx.Response) -> LiveTable:
    assert answer.status_code == 303, answer.text
    return live_table(app, answer.headers["location"].rpartition("/")[2])


@pytest.mark.parametrize("game", GAMES)
def test_finished_game_can_be_forked_at_any_moment(
    game: str, new_guest: NewGuest, app: Litestar, settings: Settings
) -> None:
    guest, count = new_guest(), GAMES[game]
    seats = ["me", *["bot:random"] * (count - 1)]
    id_ = guest.open_table(*seats, game=game)
    guest.get("/")
    record = play_to_the_end(settings.data / "test.db", id_, 3)
    guest.get(f"/table/{id_}")
    stops = timeline_of(live_table(app, id_), 0)
    number = stops.numbers[stops.last // 2]
    response = fork_game(guest, f"/table/{id_}/replay", stops.addresses[stops.last // 2], *["me"] * count)
    table = forked_table(app, response)
    assert (table.position_origin, table.commitment) == (MOMENT, None)
    assert table.state == record.replay(number)
    assert len(set(table.names)) == count
    for language in LANGUAGES:
        guest.language = language
        page, text = guest.get(f"/table/{table.row.id}"), page_text(language)
        assert text("fork.note_moment") in page
        assert text("table.your_move") in page, "all seats belong to the guest"
        assert text("fork.badge") in guest.get("/tables")
        assert text("fork.about_moment") in guest.get(f"/table/{id_}/replay")
    guest.language = "en"
    for _ in range(4):
        assert guest.act(table.row.id, guest.choices(table.row.id)[0]).status_code == 200
    play_to_the_end(settings.data / "test.db", table.row.id, 4)
    result = guest.get(f"/table/{table.row.id}/record")
    again = Record.parse(result)
    assert again.begin().state == record.replay(number)
    assert again.replay() == live_table(app, table.row.id).state
    assert "1 game, " in guest.get("/my-games"), "the try does not count"
    guest.get(f"/table/{table.row.id}/replay?at=2")
    response = upload_record(guest, result.encode())
    assert response.status_code == 303, "the record of a try can be looked at"
    again_at = guest.get(response.headers["location"])
    assert page_text("en")("fork.play_on") in again_at


def test_seats_of_a_fork_may_be_bots_of_known_levels_only(new_guest: NewGuest, app: Litestar) -> None:
    guest = new_guest()
    url = upload_record(guest, file_bytes(record_lines("wallenstein", 30))).headers["location"]
    table = forked_table(app, fork_game(guest, url, "20", "bot:gentle", "me", "bot:strong"))
    assert [(row.kind, row.bot and row.bot.partition(":")[0]) for row in table.row.seats] == [
        ("bot", "gentle"),
        ("guest", None),
        ("bot", "strong"),
    ]
    assert table.names[1] == page_text("en")("home.guest_name"), "the guest has not chosen a name"
    for seats in (("me", "open", "me"), ("me",), ("bot:nobody", "me", "me"), ("gentle", "me", "me")):
        assert fork_game(guest, url, "20", *seats).status_code == 409, seats
    assert fork_game(guest, url, "nowhere", "me", "me", "me").status_code == 409
    assert fork_game(new_guest(), url, "20", "me", "me", "me").status_code == 404


def test_finished_or_waiting_game_cannot_be_forked(new_guest: NewGuest, app: Litestar) -> None:
    guest = new_guest()
    url = upload_record(guest, file_bytes(record_lines("khan", 100_000))).headers["location"]
    response = fork_game(guest, url, "99999", "me", "me")
    assert (response.status_code, page_text("en")("fork.already_over") in response.text) == (409, True)
    waiting = guest.open_table("me", "open", "open")
    assert fork_game(guest, f"/table/{waiting}/replay", "0", "me", "me", "me").status_code == 409


def test_people_without_hints_can_fork_a_finished_game(new_guest: NewGuest, app: Litestar) -> None:
    guests, id_ = open_table_with_friends(new_guest, 3)
    advance(live_table(app, id_), guests, 12, random.Random(2))
    for guest in (*guests, new_guest()):
        assert 'id="fork"' not in guest.get(f"/table/{id_}/replay")
        response = fork_game(guest, f"/table/{id_}/replay", "5", "me", "me", "me")
        assert (response.status_code, page_text("en")("fork.game_running") in response.text) == (409, True)
    guests, id_ = open_table_with_friends(new_guest, 3, hints="yes")
    advance(live_table(app, id_), guests, 12, random.Random(2))
    assert 'id="fork"' in guests[1].get(f"/table/{id_}/replay")
    forked_table(app, fork_game(guests[1], f"/table/{id_}/replay", "5", "bot:greedy", "me", "bot:greedy"))


LEAKS: dict[str, tuple[int, dict[str, str], int]] = {
    "brian_boru": (3, {}, 40),
    "khan": (2, {}, 24),
    "rurik": (3, {}, 30),
    "wallenstein": (3, {"option_court": "true", "option_landsknechte": "true"}, 40),
}


@pytest.mark.parametrize("game", LEAKS)
def test_fork_of_a_running_game_contains_no_hidden_information(
    game: str, new_guest: NewGuest, app: Litestar, monkeypatch: pytest.MonkeyPatch
) -> None:
    players, options, entries = LEAKS[game]
    guests, id_ = open_table_with_friends(new_guest, players, game, hints="yes", **options)
    table = live_table(app, id_)
    advance(table, guests, entries, random.Random(6))
    real, log, changed = table.play.state, list(table.play.log), 0
    monkeypatch.setattr(fork, "randbits", lambda bits: 77)

    def stored(guest: Guest, seat: int | None) -> dict[str, Any]:
        stops = timeline_of(table, seat)
        address = stops.addresses[stops.last]
        answer = fork_game(guest, f"/table/{id_}/replay", address, *["me"] * players, seat="0" if seat is None else "1")
        row = forked_table(app, answer).row
        assert int(row.seed) != int(table.row.seed)
        return {"seed": row.seed, **row.options}

    async def here(self: object, table: LiveTable, number: int) -> LiveTable:
        return table

    monkeypatch.setattr("regnum.web.replay.snapshots.SnapshotCache.load", here)
    for seat, guest in [*enumerate(guests), (None, new_guest())]:
        table.play.state, table.play.log[:] = real, log
        before = stored(guest, seat)
        assert before[START] != ""
        for luck in (1, 2):
            change_hidden_information(table, seat, real, luck)
            changed += table.state != real
            assert stored(guest, seat) == before, "hidden information changes nothing"
    assert changed, "something was hidden"


def test_data_export_of_a_trial_game_contains_no_hidden_information(new_guest: NewGuest, app: Litestar) -> None:
    guest = new_guest()
    url = upload_record(guest, file_bytes(record_lines("wallenstein", 30))).headers["location"]
    table = forked_table(app, fork_game(guest, url, "20", "me", "bot:gentle", "bot:gentle"))
    owner = str(table.row.seats[0].guest)
    stored = run_in_app(app, export_data(app.state.tables.store.database, owner))
    (item,) = [one for one in stored["tables"] if one["id"] == table.row.id]
    assert item["options"] == {name: value for name, value in table.row.options.items() if name != START}
    assert "land_deck" not in json.dumps(stored, default=str)


def test_position_of_a_fork_is_not_exposed_by_the_api(new_guest: NewGuest, app: Litestar) -> None:
    guest, spectator = new_guest(), new_guest()
    position = json.dumps(find_game("khan").new_state(2, 7).to_dict())
    response = guest.post("/editor/khan/play", {"position": position, "seat0": "me", "seat1": "me"})
    assert response.status_code == 303, response.text
    table = response.headers["location"].rpartition("/")[2]
    assert START in live_table(app, table).row.options
    for one in (guest, spectator):
        headers = {"authorization": f"Bearer {token_of(one)}"}
        response = one.client.get(f"/api/tables/{table}", headers=headers).json()
        assert not {START, FACTS, TUTORIAL, POSITION_ORIGIN} & response["options"].keys()


# The seats and the position, without a server.


def test_form_proposes_the_own_seat_or_the_first_one() -> None:
    names = ["Ann", "Ben", "Cleo"]
    kinds = {own: [seat.kind for seat in default_seats(names, own)] for own in (None, 0, 2)}
    bot = "bot:greedy"
    assert kinds == {None: ["me", bot, bot], 0: ["me", bot, bot], 2: [bot, bot, "me"]}
    assert [seat.name for seat in default_seats(names, 2)] == names


def test_bots_of_a_fork_have_different_characters_and_names() -> None:
    khan, text = find_game("khan"), page_text("en")
    styles = list(khan.characters())
    rows = seats_from_form(khan, ["bot:gentle", "me", "bot:strong", "me"], "g", "Ann", text)
    assert [(row.kind, row.name, row.guest) for row in rows[1::2]] == [("guest", "Ann", "g"), ("guest", "Ann 2", "g")]
    assert [row.bot for row in rows] == [f"gentle:style={styles[0]}", None, f"strong:style={styles[2]}", None]
    assert [row.seat for row in rows] == [0, 1, 2, 3]
    many = seats_from_form(khan, ["bot:greedy"] * (len(styles) + 1), "g", "Saran", text)
    assert many[-1].bot == f"greedy:style={styles[0]}", "the characters begin again"
    names = [row.name for row in many]
    assert (names[0], names[-1]) == ("Saran II", "Saran III"), "neither the guest's name nor one of another bot"


def test_bot_of_a_game_without_characters_has_a_name_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    khan = find_game("khan")
    monkeypatch.setattr(khan, "_characters", {})
    rows = seats_from_form(khan, ["me", "bot:greedy", "bot:greedy"], "g", "bot 2", page_text("en"))
    assert [(row.name, row.bot) for row in rows] == [("bot 2", None), ("Bot 2*", "greedy"), ("Bot 3", "greedy")]


def test_fork_begins_at_the_moment_or_at_a_position_that_fits_the_observation() -> None:
    table, dice = live_table_of(find_game("khan"), 2), random.Random(1)
    for _ in range(8):
        move_randomly(table, dice)
    over, origin = fork_position(table, 0, is_over=True)
    assert (over, origin) == (table.state, MOMENT)
    assert over is not table.state, "the game is not affected"
    dealt, origin = fork_position(table, 0, is_over=False)
    assert (dealt.observed_by(0), origin) == (table.state.observed_by(0), DEALT)
    assert [can_fork(live_table_of(find_game("khan"), 2), is_over) for is_over in (True, False)] == [True, False]
    while not table.state.is_terminal:
        move_randomly(table, dice)
    with pytest.raises(RefusedError, match="already_over"):
        fork_position(table, 0, is_over=True)
