"""The rematch of a finished table: the same people and bots, each one seat further, and only once."""

from datetime import UTC, datetime

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from msgspec.structs import replace

import regnum
from regnum.games import find_game
from regnum.web.db.ids import rematch_id
from regnum.web.seats.rematch import rematch_of, rematch_seat
from regnum.web.settings import Settings
from regnum.web.tables.events import INVITED
from regnum.web.tables.limits import TableLimits
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import BOT, FINISHED, GUEST, OPEN, PLAYING, WAITING, Pause, Proposal
from regnum.web.timing.clock import Clock, Timing
from regnum.web.timing.wall_clock import HOUR
from tests.support.store.finished_games import play_to_the_end
from tests.support.web.apps import create_app, live_table, wait_for
from tests.support.web.guests import Guest, NewGuest
from tests.support.web.live_tables import live_table_of

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)


def finished_table(settings: Settings, host: Guest, *friends: Guest, game: str = "brian_boru", bots: int = 1) -> str:
    """Let guests and bots finish a random game; return its id."""
    seats = ["me", *["open"] * len(friends), *["bot:random"] * bots]
    table = host.open_table(*seats, game=game, pace="slow", colour="3")
    for number, (friend, link) in enumerate(zip(friends, host.invitations(table), strict=True)):
        friend.join(link, f"Friend {number}")
    play_to_the_end(settings.data / "test.db", table)
    return table


@pytest.mark.parametrize("game", regnum.games())
def test_rematch_moves_everybody_by_one_seat_and_exists_once(
    new_guest: NewGuest, app: Litestar, settings: Settings, game: str
) -> None:
    host, friend, spectator = new_guest(), new_guest(), new_guest()
    table = finished_table(settings, host, friend, game=game)
    for guest in (host, friend):
        assert 'id="do-rematch"' in guest.get(f"/table/{table}")
    assert "rematch" not in spectator.get(f"/table/{table}")
    refused = spectator.post(f"/table/{table}/rematch", {}, live=True)
    assert refused.status_code == 409
    first = friend.post(f"/table/{table}/rematch", {}, live=True)
    again = f"/table/{rematch_id(table)}"
    assert (first.status_code, first.headers["hx-redirect"]) == (200, again)
    new = live_table(app, rematch_id(table)).row
    assert new.phase == "waiting", "no other player has agreed yet"
    assert "Take this seat" in host.get(again), "the page of the new table says what there is to do"
    assert "you are invited to play" in host.get("/tables")
    second = host.post(f"/table/{table}/rematch", {})
    assert (second.status_code, second.headers["location"]) == (303, again)
    old, new = live_table(app, table).row, live_table(app, rematch_id(table)).row
    assert [(seat.kind, seat.name, seat.guest, seat.bot, seat.colour) for seat in new.seats] == [
        (seat.kind, seat.name, seat.guest, seat.bot, seat.colour) for seat in (*old.seats[-1:], *old.seats[:-1])
    ]
    assert (new.game, new.options, new.players, new.pace, new.phase) == (game, old.options, 3, "slow", "playing")
    assert new.seed != old.seed
    assert new.salt not in (None, old.salt), "everybody has seen the salt of the first game"
    for guest in (host, friend):
        assert "Rematch: take your seat" in guest.get(f"/table/{table}")
        assert "/table/" + rematch_id(table) in guest.get("/tables")
        assert "data-seated" in guest.get(again)
    assert "Watch the rematch" in spectator.get(f"/table/{table}")
    assert "data-seated" not in spectator.get(again)


def test_rematch_of_a_rematch_moves_seats_again(new_guest: NewGuest, app: Litestar, settings: Settings) -> None:
    host = new_guest()
    table = finished_table(settings, host, bots=2)
    for turn in (1, 2):
        host.get(f"/table/{table}")
        table = host.post(f"/table/{table}/rematch", {}).headers["location"].rpartition("/")[2]
        assert [seat.seat for seat in live_table(app, table).row.seats if seat.kind == "guest"] == [turn]
        play_to_the_end(settings.data / "test.db", table)


def test_second_click_at_the_same_moment_leads_to_the_rematch(
    new_guest: NewGuest, app: Litestar, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, friend = new_guest(), new_guest()
    table = finished_table(settings, host, friend)
    join = app.state.seating.join

    async def join_twice(again: LiveTable, seat: int, guest: str, name: str) -> None:
        await join(again, seat, guest, name)
        await join(again, seat, guest, name)

    monkeypatch.setattr(app.state.seating, "join", join_twice)
    response = host.post(f"/table/{table}/rematch", {})
    assert (response.status_code, response.headers["location"]) == (303, f"/table/{rematch_id(table)}")
    assert any(seat.name and seat.kind == GUEST for seat in live_table(app, rematch_id(table)).row.seats)


def test_removed_rematch_can_be_requested_again(new_guest: NewGuest, app: Litestar, settings: Settings) -> None:
    host, friend = new_guest(), new_guest()
    table = finished_table(settings, host, friend)
    again = f"/table/{rematch_id(table)}"
    friend.post(f"/table/{table}/rematch", {})
    assert friend.post(f"{again}/remove", {}).status_code == 303
    host.get(again, status=404)
    assert host.post(f"/table/{table}/rematch", {}).headers["location"] == again
    new = live_table(app, rematch_id(table)).row
    assert [seat.kind for seat in new.seats].count("guest") == 1
    assert friend.post(f"/table/{table}/rematch", {}).status_code == 303
    assert "data-seated" in friend.get(again), "it has begun"


def test_reopened_rematch_notifies_nobody_twice(new_guest: NewGuest, app: Litestar, settings: Settings) -> None:
    host, friend = new_guest(), new_guest()
    table = finished_table(settings, host, friend)
    received: list[str | None] = []
    app.state.events.listen(lambda _, what: received.append(what.guest) if what.kind == INVITED else None)
    for _ in range(3):
        assert friend.post(f"/table/{table}/rematch", {}).status_code == 303
        assert friend.post(f"/table/{rematch_id(table)}/remove", {}).status_code == 303
    assert received == [live_table(app, table).row.host]


def test_rematch_respects_the_limit_on_invitations(
    new_guest: NewGuest, app: Litestar, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("regnum.web.seats.invitations.NOTIFIED_BY_HOST", 1)
    with TestClient(create_app(settings)) as client:
        host, friend = Guest(client), Guest(client)
        tables = [finished_table(settings, host, friend) for _ in range(2)]
        received: list[str | None] = []
        happenings = client.app.state.events
        happenings.listen(lambda _, what: received.append(what.guest) if what.kind == INVITED else None)
        for table in tables:
            assert friend.post(f"/table/{table}/rematch", {}).status_code == 303
        assert len(received) == 1
        assert host.get("/tables").count("you are invited to play") == 2


def test_rematch_counts_as_an_opened_table(
    new_guest: NewGuest, app: Litestar, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = new_guest()
    table = finished_table(settings, host, bots=2)
    monkeypatch.setattr(app.state.tables, "table_limits", TableLimits(app.state.tables.store, 1))
    again = host.post(f"/table/{table}/rematch", {}).headers["location"].rpartition("/")[2]
    assert host.post(f"/table/{table}/rematch", {}).status_code == 303, "it is there already"
    play_to_the_end(settings.data / "test.db", again)
    refused = host.post(f"/table/{again}/rematch", {}, live=True)
    assert refused.status_code == 409
    assert "limit: 1" in refused.text


def test_bots_only_table_has_no_rematch(new_guest: NewGuest, app: Litestar) -> None:
    host = new_guest()
    table = host.open_table("bot:random", "bot:random", "bot:random", game="khan")
    wait_for(lambda: live_table(app, table).phase == "finished")
    assert f'action="/table/{table}/rematch"' not in host.get(f"/table/{table}")
    refused = host.post(f"/table/{table}/rematch", {}, live=True)
    assert refused.status_code == 409
    assert "None of the players is left" in refused.text


def test_unfinished_game_has_no_rematch(new_guest: NewGuest) -> None:
    host = new_guest()
    table = host.open_table("me", "open", "open")
    assert host.post(f"/table/{table}/rematch", {}).status_code == 409


def test_declined_seat_of_a_rematch_can_be_taken_by_another(
    new_guest: NewGuest, app: Litestar, settings: Settings
) -> None:
    host, friend, stranger = new_guest(), new_guest(), new_guest()
    table = finished_table(settings, host, friend)
    host.get(f"/table/{table}")
    again = host.post(f"/table/{table}/rematch", {}).headers["location"]
    (link,) = host.invitations(again.rpartition("/")[2])
    assert friend.post(f"{link}/decline", {}).status_code == 303
    assert "you are invited to play" not in friend.get("/tables")
    (link,) = host.invitations(again.rpartition("/")[2])
    stranger.join(link, "Cleo")
    row = live_table(app, rematch_id(table)).row
    assert (row.phase, sorted(seat.name for seat in row.seats if seat.guest)) == ("playing", ["Ann", "Cleo"])


def decline_rematch(settings: Settings, host: Guest, friend: Guest, private: bool) -> tuple[str, str]:
    """Return a finished table and the address of its rematch, declined by the friend."""
    table = host.open_table("me", "open", "bot:random", **({"private": "yes"} if private else {}))
    friend.join(host.invitations(table)[0], "Bob")
    play_to_the_end(settings.data / "test.db", table)
    host.get(f"/table/{table}")
    again = host.post(f"/table/{table}/rematch", {}).headers["location"]
    (link,) = host.invitations(again.rpartition("/")[2])
    friend.post(f"{link}/decline", {})
    return table, again


def test_declined_rematch_can_still_be_joined(new_guest: NewGuest, app: Litestar, settings: Settings) -> None:
    host, friend = new_guest(), new_guest()
    table, again = decline_rematch(settings, host, friend, private=True)
    assert friend.post(f"/table/{table}/rematch", {}).headers["location"] == again
    assert "data-seated" in friend.get(again), "the seat was still free"


@pytest.mark.parametrize("private", [True, False])
def test_taken_seat_in_a_rematch_is_explained(
    new_guest: NewGuest, app: Litestar, settings: Settings, private: bool
) -> None:
    host, friend, stranger = new_guest(), new_guest(), new_guest()
    table, again = decline_rematch(settings, host, friend, private)
    (link,) = host.invitations(again.rpartition("/")[2])
    stranger.join(link, "Cleo")
    refused = friend.post(f"/table/{table}/rematch", {}, live=True)
    assert refused.status_code == 409
    assert "Someone else has taken your seat in the rematch" in refused.text
    assert (f'href="{again}"' in refused.text) != private, "a link only to visible tables"


# The seats of a rematch.


def test_rematch_row_moves_seats_and_resets_the_game() -> None:
    table = live_table_of(find_game("brian_boru"), 3)
    seats = list(table.row.seats)
    seats[1] = replace(seats[1], kind=BOT, guest=None, bot="strong", colour=4)
    table.row = replace(
        table.row,
        seats=tuple(seats),
        phase=FINISHED,
        version=9,
        awaits_bot=True,
        delays_skipped_after=7,
        has_rematch=True,
        salt="0" * 64,
        timing=Timing(HOUR, 60),
        clocks=(Clock(5.0),) * 3,
        next_check_at=NOON,
        is_listed=True,
        fingerprint="3 x",
        pause=Pause(NOON),
        proposal=Proposal("end"),
        options={**table.row.options, "guide": "first"},
        title="Ours",
        pace="slow",
    )
    row, invited = rematch_of(table, "2")
    assert [rematch_seat(table, seat) for seat in range(3)] == [1, 2, 0]
    assert [(seat.kind, seat.guest, seat.bot, seat.colour) for seat in row.seats] == [
        (GUEST, "2", None, None),
        (OPEN, None, None, None),
        (BOT, None, "strong", 4),
    ]
    assert row.seats[1].invitation_token
    assert [(one.table_id, one.seat, one.guest, one.name) for one in invited] == [(row.id, 1, "0", seats[0].name)]
    assert (row.phase, row.version, row.awaits_bot, row.delays_skipped_after, row.has_rematch) == (
        WAITING,
        0,
        False,
        -1,
        False,
    )
    assert (row.clocks, row.next_check_at, row.is_listed, row.fingerprint, row.pause, row.proposal) == (
        (),
        None,
        False,
        "",
        None,
        None,
    )
    assert (row.host, row.title, row.pace, row.timing) == ("2", "Ours", "slow", Timing(HOUR, 60))
    assert "guide" not in row.options
    assert row.invitation_token
    assert row.salt not in (None, "0" * 64)
    assert row.seed != table.row.seed


def test_rematch_with_bots_begins_at_once() -> None:
    table = live_table_of(find_game("brian_boru"), 3)
    machine = {"kind": BOT, "guest": None, "bot": "greedy"}
    seats = (table.row.seats[0], *(replace(seat, **machine) for seat in table.row.seats[1:]))
    table.row = replace(
        table.row, seats=seats, timing=Timing(HOUR, 60), options={**table.row.options, "tried": "dealt"}
    )
    row, invited = rematch_of(table, "0")
    assert (row.phase, row.invitation_token, invited, row.salt) == (PLAYING, None, [], None)
    assert len(row.clocks) == 3
    assert row.awaits_bot == bool(LiveTable(row, ()).bots_to_act())
