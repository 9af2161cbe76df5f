"""Tables over days: chosen clocks, timeouts on the server, stand-ins, and returns."""

import re
import subprocess
import sys
import tomllib
from datetime import UTC, datetime
from typing import Any

import pytest
from litestar import Litestar

from regnum.core.text.ledger import LANGUAGES
from regnum.web.clocks import service as clock_service
from regnum.web.clocks.sentences import duration_text
from regnum.web.errors import RefusedError
from regnum.web.http.i18n import page_text
from regnum.web.tables.events import REMINDED, STAND_IN_BEGAN, STAND_IN_ENDED, EventBus, TableEvent
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import GUEST
from regnum.web.timing.clock import Clock, Timing, seconds_left
from regnum.web.timing.wall_clock import DAY, HOUR, zone_of
from tests.support.server.server_process import ROOT
from tests.support.store.finished_games import play_to_the_end
from tests.support.store.stores import store_at
from tests.support.web.apps import live_table, run_in_app, wait_for
from tests.support.web.clock_time import OWN, let_time_pass
from tests.support.web.guests import Guest, NewGuest


@pytest.fixture(autouse=True)
def frequent_sweeps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check clocks often."""
    monkeypatch.setattr(clock_service, "CLOCK_SWEEP_INTERVAL", 0.03)


def open_table_for_two(new_guest: NewGuest, app: Litestar, **more: str) -> tuple[LiveTable, list[Guest]]:
    """Return a table of two people and a random bot with custom clocks, and the people."""
    ann, bob = new_guest(), new_guest()
    id_ = ann.open_table("me", "open", "bot:random", option_first_player="1", **{**OWN, **more})
    assert bob.join(ann.invitations(id_)[0], "Bob").status_code == 303
    return live_table(app, id_), [ann, bob]


def seat_to_act(table: LiveTable) -> int:
    """Return the seat of the person to act after bots have acted."""
    wait_for(lambda: not table.bots_to_act())
    return table.state.players_to_act[0]


def pass_time(app: Litestar, table: LiveTable, seconds: float) -> list[tuple[str, int]]:
    """Let time pass at a table; return its events, without those of other tables."""
    recorded = list[tuple[str, int]]()
    app.state.events.listen(lambda at, what: recorded.append((what.kind, what.seat)) if at is table else None)
    let_time_pass(app.state.settings.database, table, seconds)
    return recorded


def let_time_run_out(app: Litestar, table: LiveTable) -> None:
    """Let the time of the player to act run out."""
    for _ in range(2):
        pass_time(app, table, 9 * HOUR)


def test_stand_in_plays_after_a_timeout_until_the_person_returns(new_guest: NewGuest, app: Litestar) -> None:
    table, guests = open_table_for_two(new_guest, app, clock_substitute="gentle")
    seat = seat_to_act(table)
    mine, other = guests[seat], guests[1 - seat]
    assert pass_time(app, table, 1.9 * HOUR) == []
    assert "data-deadline=" in mine.get(f"/table/{table.row.id}")
    assert pass_time(app, table, 0.2 * HOUR) == [(REMINDED, seat)], "the reserve begins"
    assert pass_time(app, table, 0.5 * HOUR) == [(REMINDED, seat)], "the last part"
    events = pass_time(app, table, HOUR)
    assert events[:1] == [(STAND_IN_BEGAN, seat)]
    wait_for(lambda: any(entry[0] == seat for entry in table.play.record.entries))
    assert table.row.seats[seat].bot == "gentle"
    assert table.row.seats[seat].kind == GUEST

    page = mine.get(f"/table/{table.row.id}")
    assert "Your time ran out, so a bot (gentle) is playing for you." in page
    assert mine.choices(table.row.id) == []
    assert "plays for" in other.get(f"/table/{table.row.id}")
    assert "a bot plays for you" in mine.get("/tables")
    action = str(table.state.legal_actions(table.state.players_to_act[0])[0])
    refused = mine.act(table.row.id, action)
    assert (refused.status_code, "A bot is playing for you" in refused.text) == (409, True)

    back: list[tuple[str, int]] = []
    app.state.events.listen(lambda _, what: back.append((what.kind, what.seat)))
    assert mine.post(f"/table/{table.row.id}/return", {}).status_code == 303
    assert back == [(STAND_IN_ENDED, seat)]
    assert mine.post(f"/table/{table.row.id}/return", {}, live=True).status_code == 200, "a repetition does no harm"
    assert back == [(STAND_IN_ENDED, seat)]
    assert not table.row.seats[seat].absent
    while seat_to_act(table) != seat:
        assert other.act(table.row.id, other.choices(table.row.id)[0]).status_code == 200
    assert mine.act(table.row.id, mine.choices(table.row.id)[0]).status_code == 200
    assert table.row.clocks[seat].reserve == 0
    assert table.play.record.verify() is None


def test_moves_start_and_stop_clocks_across_a_restart(new_guest: NewGuest, app: Litestar) -> None:
    table, guests = open_table_for_two(new_guest, app)
    seat = seat_to_act(table)
    assert [clock.started_at is not None for clock in table.row.clocks] == [at == seat for at in range(3)]
    pass_time(app, table, 2.5 * HOUR)
    while seat_to_act(table) == seat:
        assert guests[seat].act(table.row.id, guests[seat].choices(table.row.id)[0]).status_code == 200
    clock = table.row.clocks[seat]
    assert clock.started_at is None
    assert clock.spent == pytest.approx(2.5 * HOUR, abs=60)

    async def stored() -> Any:
        store = store_at(app.state.settings.database)
        try:
            return await store.table(table.row.id)
        finally:
            await store.database.close()

    row = run_in_app(app, stored())
    assert row.clocks == table.row.clocks
    assert row.next_check_at == table.row.next_check_at
    assert row.timing == Timing(2 * HOUR, HOUR)


def test_spectator_cannot_return_to_a_seat(new_guest: NewGuest, app: Litestar) -> None:
    table, _ = open_table_for_two(new_guest, app)
    let_time_run_out(app, table)
    assert any(row.absent for row in table.row.seats)
    before = table.row.seats
    response = new_guest().post(f"/table/{table.row.id}/return", {})
    assert response.status_code == 409
    assert table.row.seats == before


def test_table_rests_when_all_players_are_absent(new_guest: NewGuest, app: Litestar) -> None:
    table, guests = open_table_for_two(new_guest, app)
    for _ in range(2):
        seat_to_act(table)
        while any(clock.started_at for clock in table.row.clocks):
            pass_time(app, table, 3 * HOUR)
            if all(row.absent for row in table.row.seats[:2]):
                break
            wait_for(lambda: not table.bots_to_act())
    assert all(row.absent for row in table.row.seats[:2])
    assert table.row.next_check_at is None
    wait_for(lambda: not table.bots_to_act())
    number = table.entry_count
    guests[0].get(f"/table/{table.row.id}")
    assert (table.entry_count, table.phase) == (number, "playing"), "no bot plays the game to its end"
    assert guests[0].post(f"/table/{table.row.id}/return", {}).status_code == 303
    assert seat_to_act(table) == 0, "a bot continues for the player who is still away"


def test_stand_in_does_not_act_after_the_return(new_guest: NewGuest, app: Litestar) -> None:
    table, _ = open_table_for_two(new_guest, app)
    seat = seat_to_act(table)
    action = str(table.state.legal_actions(seat)[0])

    async def work() -> None:
        with pytest.raises(RefusedError, match="not_your_turn"):
            await app.state.tables.act(table, seat, action, table.known_entry_count(seat), by_bot=True)

    run_in_app(app, work())
    assert table.entry_count == 0 or table.play.record.entries[-1][0] != seat


@pytest.mark.parametrize("zone", ["Europe/Kiev", "Etc/GMT-3", "Antarctica/Troll", "EST5EDT", "Asia/Calcutta"])
def test_zones_reported_by_browsers_are_known(zone: str, new_guest: NewGuest, app: Litestar) -> None:
    night = {"clock_night": "yes", "clock_night_from": "22:30", "clock_night_to": "06:15", "clock_zone": zone}
    table = new_guest().open_table("me", "bot:random", "bot:random", **{**OWN, **night})
    timing = live_table(app, table).row.timing
    assert timing is not None
    assert timing.zone == zone
    assert zone_of(zone) != UTC


def test_zones_are_known_without_those_of_the_system() -> None:
    """Debian has Europe/Kiev in an optional package; the library brings its own data."""
    code = "import zoneinfo; zoneinfo.reset_tzpath(()); from regnum.web.timing.wall_clock import zones; print(*zones())"
    process = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert {"UTC", "Europe/Kiev", "Etc/GMT-3", "Antarctica/Troll", "EST5EDT"} <= set(process.stdout.split())
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert any(need.startswith("tzdata") and ";" not in need for need in extras["web"])
    assert re.search(r"^tzdata==\S+ \\$", (ROOT / "requirements" / "play.txt").read_text(), re.MULTILINE)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"clock_turn": "a while"}, "“a while” is not a valid time"),
        ({"clock_turn": "0.01"}, "at least 1 minute"),
        ({"clock_turn": "nan"}, "“nan” is not a valid time"),
        ({"clock_turn": "61", "clock_turn_unit": "days"}, "at most 60 days"),
        ({"clock_turn_unit": "weeks"}, "is not a valid time"),
        ({"clock_reserve": "-1"}, "“-1” is not a valid time"),
        ({"clock_night": "yes", "clock_zone": "Atlantis"}, "no time zone “Atlantis”"),
        ({"clock_night": "yes", "clock_zone": "UTC", "clock_night_from": "25:00"}, "“25:00” is not a time of day"),
        ({"clock_night": "yes", "clock_zone": "UTC", "clock_night_to": "23:00"}, "at most 16 hours"),
        ({"clock_preset": "soon"}, "This request is incomplete"),
        ({"clock_substitute": "os"}, "This request is incomplete"),
    ],
)
def test_invalid_clocks_are_explained_and_kept_in_the_form(
    new_guest: NewGuest, wrong: dict[str, str], message: str
) -> None:
    guest = new_guest()
    form = {"name": "Ann", "players": "3", "seat0": "me", "seat1": "open", "seat2": "open", **OWN, **wrong}
    response = guest.post("/new/brian_boru", form)
    assert response.status_code == 422
    error = re.findall(r'role="alert" id="error">([^<]*)', response.text)
    assert len(error) == 1
    assert message in error[0]
    if "clock_turn" in wrong:
        assert f'value="{wrong["clock_turn"]}"' in response.text
    assert "You do not sit" in guest.get("/tables") or "/table/" not in guest.get("/tables")


def test_form_proposes_the_last_choice(new_guest: NewGuest) -> None:
    guest = new_guest()
    night = {"clock_night": "yes", "clock_night_from": "22:30", "clock_night_to": "06:15", "clock_zone": "Europe/Kyiv"}
    guest.open_table("me", "open", "open", **{**OWN, **night, "clock_turn": "36", "clock_substitute": "strong"})
    page = guest.get("/new/khan")
    assert re.search(r'name="clock_preset" value="own" checked', page)
    for value in ("1.5", "22:30", "06:15", "Europe/Kyiv"):
        assert f'value="{value}"' in page
    assert '<option value="strong" selected>' in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_table_shows_its_pace_before_sitting_down(new_guest: NewGuest, language: str) -> None:
    host = new_guest(language)
    night = {"clock_night": "yes", "clock_night_from": "22:30", "clock_night_to": "06:15", "clock_zone": "Europe/Kyiv"}
    table = host.open_table("me", "open", "open", clock_preset="daily", **night)
    for page in (host.get(f"/table/{table}"), new_guest(language).get(host.invitations(table)[0])):
        assert "22:30" in page
        assert "Europe/Kyiv" in page
        assert duration_text(3 * DAY, page_text(language)) in page


def test_durations_are_shown_in_two_units() -> None:
    text = page_text("en")
    times = (60, HOUR, DAY + HOUR, 3 * DAY + 60, 2 * HOUR + 5 * 60)
    expected = ["1 minute", "1 hour", "1 day 1 hour", "3 days", "2 hours 5 minutes"]
    assert [duration_text(seconds, text) for seconds in times] == expected
    assert duration_text(0, text) == "0 minutes"


def test_lists_show_the_time_left(new_guest: NewGuest, app: Litestar) -> None:
    table, guests = open_table_for_two(new_guest, app)
    seat = seat_to_act(table)
    row = table.row
    assert row.timing is not None
    assert seconds_left(row.timing, row.clocks[seat], datetime.now(UTC)) == pytest.approx(3 * HOUR, abs=60)
    for path in ("/", "/tables"):
        for guest in guests:
            clocks = re.findall(r'<time class="clock" datetime="([^"]+)" data-deadline="([^"]+)"', guest.get(path))
            assert len(clocks) == 1
            turn, out = (datetime.fromisoformat(at) for at in clocks[0])
            assert (out - turn).total_seconds() == HOUR
    watcher = new_guest().get(f"/table/{row.id}")
    assert watcher.count('class="clock"') == 1, "everybody sees whose clock runs"


def test_live_tables_have_no_clocks(new_guest: NewGuest, app: Litestar) -> None:
    guest = new_guest()
    id_ = guest.open_table("me", "bot:random", "bot:random")
    assert live_table(app, id_).row.timing is None
    assert live_table(app, id_).row.next_check_at is None
    page = guest.get(f"/table/{id_}")
    assert 'class="clock"' not in page
    assert "strip timed" not in page


def test_rematch_begins_with_fresh_clocks(new_guest: NewGuest, app: Litestar) -> None:
    table, guests = open_table_for_two(new_guest, app)
    let_time_run_out(app, table)
    play_to_the_end(app.state.settings.data / "test.db", table.row.id)
    again = ""
    for guest in guests:
        guest.get(f"/table/{table.row.id}")
        again = guest.post(f"/table/{table.row.id}/rematch", {}).headers["location"].rpartition("/")[2]
    seat_to_act(live_table(app, again))
    row = live_table(app, again).row
    assert [seat.bot for seat in row.seats if seat.kind == GUEST] == [None, None]
    assert row.timing == Timing(2 * HOUR, HOUR)
    assert all(clock.reserve == HOUR for clock in row.clocks)
    assert row.next_check_at is not None
    assert Clock(HOUR) in row.clocks


def test_failing_listener_does_not_affect_others(app: Litestar, new_guest: NewGuest) -> None:
    table, _ = open_table_for_two(new_guest, app)
    happenings = EventBus()
    received: list[TableEvent] = []

    def fail(*_: object) -> None:
        raise RuntimeError("no")

    happenings.listen(fail)
    happenings.listen(lambda _, what: received.append(what))
    happenings.publish(table, REMINDED, 1)
    assert received == [TableEvent(REMINDED, 1)]
