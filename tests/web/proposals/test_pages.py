"""Pages of proposals: pauses, clocks, the end; and vanished players."""

import asyncio
import re
from datetime import UTC, datetime, timedelta
from functools import partial
from zoneinfo import ZoneInfo

import pytest
from litestar import Litestar
from msgspec import structs

from regnum.core.text.ledger import LANGUAGES
from regnum.web.clocks import service as clock_service
from regnum.web.presence.last_seen import ABSENT_AFTER
from regnum.web.proposals.service import LIVE_PROPOSAL_LIFETIME, PROPOSALS_PER_HOUR, SLOW_PROPOSAL_LIFETIME
from regnum.web.seats.stand_ins import absent_seats
from regnum.web.tables import proposal_rules
from regnum.web.tables.events import CLOCKS_CHANGED, ENDED_BY_AGREEMENT, PROPOSED
from regnum.web.tables.live_table import LiveTable
from regnum.web.timing.clock import Timing, seconds_left
from regnum.web.timing.wall_clock import DAY, HOUR, MINUTE
from tests.support.web.apps import live_table, run_in_app, run_in_thread, wait_for
from tests.support.web.clock_time import OWN, age_table, let_time_pass
from tests.support.web.guests import Guest, NewGuest
from tests.support.web.seating import answer_proposal, clear_last_seen

pytestmark = pytest.mark.own_app


@pytest.fixture(autouse=True)
def frequent_sweeps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check clocks often."""
    monkeypatch.setattr(clock_service, "CLOCK_SWEEP_INTERVAL", 0.03)


def open_table_for_two(new_guest: NewGuest, app: Litestar, **more: str) -> tuple[LiveTable, list[Guest]]:
    """Return a table of two people and a bot at which a person is to act, and the people."""
    ann, bob = new_guest(), new_guest()
    id_ = ann.open_table("me", "open", "bot:random", option_first_player="1", **more)
    assert bob.join(ann.invitations(id_)[0], "Bob").status_code == 303
    clear_last_seen(ann)
    table = live_table(app, id_)
    wait_for(lambda: not table.bots_to_act())
    return table, [ann, bob]


def propose(guest: Guest, table: LiveTable, kind: str, status: int = 303, /, **more: str) -> str:
    answered = guest.post(f"/table/{table.row.id}/propose", {"kind": kind, **more})
    assert answered.status_code == status, answered.text
    return answered.text


def propose_and_agree(guests: list[Guest], table: LiveTable, kind: str, **more: str) -> None:
    """Let one person propose something and all others agree."""
    propose(guests[0], table, kind, **more)
    for guest in guests[1:]:
        assert answer_proposal(guest, table, "yes").status_code == 303
    assert proposal_rules.open_proposal(table.row) is None


def pass_time(app: Litestar, table: LiveTable, seconds: float) -> None:
    """Let time pass at a table until it is noticed."""
    let_time_pass(app.state.settings.database, table, seconds)


def time_left(table: LiveTable, seat: int) -> float:
    timing = table.row.timing
    assert timing is not None
    return seconds_left(timing, table.row.clocks[seat], datetime.now(UTC))


def test_clocks_stop_in_a_pause_and_resume(new_guest: NewGuest, app: Litestar) -> None:
    table, guests = open_table_for_two(new_guest, app, **OWN)
    seat = table.state.players_to_act[0]
    pass_time(app, table, HOUR)
    propose(guests[0], table, "pause")
    page = guests[1].get(f"/table/{table.row.id}")
    assert "Ann proposes: Pause the clocks." in page
    assert "Still to answer: Bob." in page
    assert table.row.pause is None
    assert answer_proposal(guests[1], table, "yes").status_code == 303
    page = guests[seat].get(f"/table/{table.row.id}")
    assert "The clocks are paused." in page
    assert 'class="clock"' not in page
    assert table.row.next_check_at is None
    pass_time(app, table, 40 * DAY)
    assert not any(row.absent for row in table.row.seats)

    # Moves are possible; thinking in a pause costs no time.
    assert guests[seat].choices(table.row.id)
    propose(guests[0], table, "resume")
    assert time_left(table, seat) == pytest.approx(2 * HOUR, abs=60)
    assert table.row.next_check_at is not None


def test_move_in_a_pause_starts_a_turn_without_cost(new_guest: NewGuest, app: Litestar) -> None:
    table, guests = open_table_for_two(new_guest, app, **OWN)
    seat = table.state.players_to_act[0]
    pass_time(app, table, HOUR)
    propose_and_agree(guests, table, "pause")
    pass_time(app, table, DAY)
    while table.state.players_to_act == (seat,):
        assert guests[seat].act(table.row.id, guests[seat].choices(table.row.id)[0]).status_code == 200
        wait_for(lambda: not table.bots_to_act())
    (other,) = table.state.players_to_act
    propose_and_agree(guests, table, "resume")
    assert time_left(table, other) == pytest.approx(3 * HOUR, abs=60)
    assert table.row.clocks[seat].spent == pytest.approx(HOUR, abs=60)


def test_pause_ends_automatically_on_its_day(new_guest: NewGuest, app: Litestar) -> None:
    night = {"clock_night": "yes", "clock_night_from": "23:00", "clock_night_to": "07:00", "clock_zone": "Europe/Kyiv"}
    table, guests = open_table_for_two(new_guest, app, **OWN, **night)
    day = f"{datetime.now(ZoneInfo('Europe/Kyiv')) + timedelta(days=10):%Y-%m-%d}"
    propose_and_agree(guests, table, "pause", until=day)
    assert f"The clocks are paused until {day} (Europe/Kyiv)." in guests[0].get(f"/table/{table.row.id}")
    pause = table.row.pause
    assert pause is not None
    assert pause.until is not None
    assert table.row.next_check_at == pause.until
    assert pause.until.strftime("%H:%M") in ("21:00", "22:00"), "midnight in Kyiv"
    assert "paused" in guests[0].get("/tables")
    for days, paused in ((8, True), (3, False)):
        pass_time(app, table, days * DAY)
        assert ("The clocks are paused" in guests[0].get(f"/table/{table.row.id}")) == paused
    assert time_left(table, table.state.players_to_act[0]) < 2 * HOUR


def test_clock_change_is_notified_once(new_guest: NewGuest, app: Litestar) -> None:
    """Moves, reminders, refusals and the end of the game are not clock changes."""
    table, guests = open_table_for_two(new_guest, app, **OWN)
    recorded: list[str] = []
    app.state.events.listen(lambda _, what: recorded.append(what.kind))

    def changes() -> int:
        return recorded.count(CLOCKS_CHANGED)

    propose_and_agree(guests, table, "pause", until=f"{datetime.now(UTC) + timedelta(days=2):%Y-%m-%d}")
    assert changes() == 1
    pass_time(app, table, 2 * DAY)
    wait_for(lambda: changes() == 2)
    assert table.row.pause is None
    propose_and_agree(guests, table, "more", more="2", more_unit="hours")
    assert changes() == 3
    propose_and_agree(guests, table, "clocks", **OWN)
    assert changes() == 4, "turns restart at the same pace"
    propose(guests[0], table, "pause")
    answer_proposal(guests[1], table, "no")
    seat = table.state.players_to_act[0]
    assert guests[seat].act(table.row.id, guests[seat].choices(table.row.id)[0]).status_code == 200
    propose_and_agree(guests, table, "clocks", clock_preset="live")
    assert changes() == 5
    propose_and_agree(guests, table, "end")
    assert changes() == 5


def test_paused_table_is_not_cleaned_up(new_guest: NewGuest, app: Litestar) -> None:
    table, guests = open_table_for_two(new_guest, app, **OWN)
    removal = app.state.removal
    later = datetime.now(UTC) + timedelta(days=100)

    def unused() -> list[str]:
        return [row[0] for row in run_in_app(app, removal.find_unused_tables(later))]

    for more in ({}, {"until": f"{datetime.now(UTC) + timedelta(days=50):%Y-%m-%d}"}):
        propose_and_agree(guests, table, "pause", **more)
        assert unused() == []
        propose_and_agree(guests, table, "resume")


def test_table_with_a_recent_agreement_is_not_cleaned_up(new_guest: NewGuest, app: Litestar) -> None:
    table, guests = open_table_for_two(new_guest, app, **OWN)
    propose_and_agree(guests, table, "clocks", clock_preset="live")
    assert table.row.timing is None
    removal, now = app.state.removal, datetime.now(UTC)
    for days, expected in ((2, []), (4, [table.row.id])):
        before = now + timedelta(days=days)
        assert [row[0] for row in run_in_thread(partial(asyncio.run, removal.find_unused_tables(before)))] == expected


def test_indefinite_pause_can_be_ended_by_anybody_after_a_week(new_guest: NewGuest, app: Litestar) -> None:
    table, guests = open_table_for_two(new_guest, app, **OWN)
    propose_page = f"/table/{table.row.id}/propose"
    assert "any player can end the pause after a week" in guests[0].get(propose_page)
    propose_and_agree(guests, table, "pause")
    propose(guests[0], table, "resume")
    assert answer_proposal(guests[1], table, "no").status_code == 303
    assert "without asking the others" not in guests[0].get(propose_page)
    run_in_thread(lambda: asyncio.run(age_table(app.state.settings.database, table, 7 * DAY)))
    wait_for(lambda: "without asking the others" in guests[0].get(propose_page))
    propose(guests[0], table, "resume")
    assert table.row.pause is None


def test_resume_proposal_is_carried_out_after_a_week_of_pause(new_guest: NewGuest, app: Litestar) -> None:
    table, guests = open_table_for_two(new_guest, app, **OWN)
    propose_and_agree(guests, table, "pause")
    run_in_thread(lambda: asyncio.run(age_table(app.state.settings.database, table, 6 * DAY)))
    propose(guests[0], table, "resume")
    pass_time(app, table, DAY - HOUR)
    assert table.row.pause is not None
    pass_time(app, table, HOUR)
    wait_for(lambda: table.row.pause is None)


@pytest.mark.parametrize("until", ["2020-01-01", "2099-01-01", "soon", "2026-13-01"])
def test_pause_ends_on_a_future_day(new_guest: NewGuest, app: Litestar, until: str) -> None:
    table, (ann, _) = open_table_for_two(new_guest, app, **OWN)
    page = propose(ann, table, "pause", 422, until=until)
    assert re.findall(r'role="alert" id="error">([^<]*)', page) == ["A pause must end on a future day, within 60 days."]
    assert table.row.proposal is None


def test_extra_time_is_added_to_all_reserves(new_guest: NewGuest, app: Litestar) -> None:
    table, guests = open_table_for_two(new_guest, app, **OWN)
    seat = table.state.players_to_act[0]
    pass_time(app, table, 2.9 * HOUR)
    assert table.row.clocks[seat].reminders_sent == 2
    propose(guests[0], table, "more", more="2", more_unit="days")
    assert "Ann proposes: 2 days more for everyone." in guests[1].get(f"/table/{table.row.id}")
    assert answer_proposal(guests[1], table, "yes").status_code == 303
    assert time_left(table, seat) == pytest.approx(2 * DAY + 0.1 * HOUR, abs=60)
    assert [clock.reserve for clock in table.row.clocks] == [2 * DAY + HOUR] * 3
    assert table.row.clocks[seat].reminders_sent == 1, "the last reminder comes again"
    for amount, unit in (("nan", "days"), ("0.5", "minutes")):
        page = propose(guests[0], table, "more", 422, more=amount, more_unit=unit)
        assert f"“{amount}” is not a valid time: add at least 1 minute" in page


def test_clocks_can_be_changed_added_and_removed(new_guest: NewGuest, app: Litestar) -> None:
    table, guests = open_table_for_two(new_guest, app)
    seat = table.state.players_to_act[0]
    kinds = re.findall(r'name="kind" value="(\w+)"', guests[0].get(f"/table/{table.row.id}/propose"))
    assert kinds == ["clocks"], "without clocks there is nothing to pause"
    propose(guests[0], table, "pause", 409)
    propose_and_agree(guests, table, "clocks", clock_preset="daily", clock_substitute="gentle")
    assert (table.row.timing, table.row.substitute) == (Timing(DAY, 3 * DAY), "gentle")
    assert time_left(table, seat) == pytest.approx(4 * DAY, abs=60)
    pass_time(app, table, 2 * DAY)
    propose(guests[0], table, "clocks", **{**OWN, "clock_turn": "5"})
    assert "Everyone has 5 hours per turn." in guests[1].get(f"/table/{table.row.id}")
    assert answer_proposal(guests[1], table, "yes").status_code == 303
    assert time_left(table, seat) == pytest.approx(6 * HOUR, abs=60), "all clocks restart"
    assert "is not a valid time" in propose(guests[0], table, "clocks", 422, **{**OWN, "clock_turn": "a while"})
    propose_and_agree(guests, table, "clocks", clock_preset="live")
    assert (table.row.timing, table.row.clocks, table.row.next_check_at) == (None, (), None)


def test_one_refusal_ends_a_proposal(new_guest: NewGuest, app: Litestar) -> None:
    table, (ann, bob) = open_table_for_two(new_guest, app, **OWN)
    propose(ann, table, "pause")
    propose(bob, table, "end", 409)
    assert answer_proposal(bob, table, "no").status_code == 303
    assert (table.row.pause, table.row.next_check_at is not None) == (None, True)
    assert "Bob has refused a proposal: Pause the clocks." in ann.get(f"/table/{table.row.id}")
    assert answer_proposal(bob, table, "yes").status_code == 409, "it is over"
    propose(bob, table, "end")
    old = table.row.proposal
    assert old is not None
    assert answer_proposal(bob, table, "no").status_code == 303, "it is withdrawn"
    assert table.row.proposal is None
    propose(bob, table, "pause")
    late = ann.post(f"/table/{table.row.id}/proposal/{old.id}", {"agree": "yes"}, live=True)
    assert (late.status_code, "no longer open" in late.text) == (409, True), (
        "an answer applies to the proposal that was seen"
    )
    assert answer_proposal(new_guest(), table, "yes").status_code == 409
    assert propose(new_guest(), table, "end", 409)
    assert new_guest().request("GET", f"/table/{table.row.id}/propose").status_code == 409


def test_refusal_is_shown_until_the_next_known_move(new_guest: NewGuest, app: Litestar) -> None:
    table, guests = open_table_for_two(new_guest, app, **OWN)
    propose(guests[0], table, "pause")
    assert answer_proposal(guests[1], table, "no").status_code == 303
    page = f"/table/{table.row.id}"
    assert "Bob has refused" in guests[0].get(page)
    seat = table.state.players_to_act[0]
    assert guests[seat].act(table.row.id, guests[seat].choices(table.row.id)[0]).status_code == 200
    assert "Bob has refused" not in guests[0].get(page)


@pytest.mark.parametrize("kind", ["pause", "end"])
def test_repeated_answer_changes_nothing(new_guest: NewGuest, app: Litestar, kind: str) -> None:
    table, (ann, bob) = open_table_for_two(new_guest, app, **OWN)

    def click(guest: Guest, agrees: str) -> int:
        return guest.post(f"/table/{table.row.id}/proposal/{id_}", {"agree": agrees}).status_code

    propose(ann, table, kind)
    assert table.row.proposal is not None
    id_ = table.row.proposal.id
    assert [click(bob, "no"), click(bob, "no"), click(bob, "yes"), click(ann, "no")] == [303, 303, 409, 409]
    propose(ann, table, kind)
    id_ = table.row.proposal.id
    assert [click(bob, "yes"), click(bob, "yes"), click(ann, "yes")] == [303, 303, 303]
    assert [click(bob, "no"), click(new_guest(), "yes")] == [409, 409]


@pytest.mark.parametrize("page", ["leave", "propose"])
def test_proposal_can_be_answered_wherever_it_is_shown(new_guest: NewGuest, app: Litestar, page: str) -> None:
    table, (ann, bob) = open_table_for_two(new_guest, app, **OWN)
    propose(ann, table, "end")
    assert table.row.proposal is not None
    action = f'action="/table/{table.row.id}/proposal/{table.row.proposal.id}"'
    for guest, buttons in ((ann, ["Withdraw"]), (bob, ["Agree", "Refuse"])):
        form = guest.get(f"/table/{table.row.id}/{page}").partition(action)[2].partition("</form>")[0]
        assert re.findall(r'<button name="agree" value="\w+">(\w+)<', form) == buttons


def test_solo_player_decides_alone(new_guest: NewGuest, app: Litestar) -> None:
    ann = new_guest()
    table = live_table(app, ann.open_table("me", "bot:random", "bot:random", **OWN))
    propose(ann, table, "pause")
    assert table.row.pause is not None


def test_player_with_bots_only_resigns_instead_of_ending_the_game(new_guest: NewGuest, app: Litestar) -> None:
    table, (ann, bob) = open_table_for_two(new_guest, app)
    leave = f"/table/{table.row.id}/leave"
    assert "I agree to end it" in ann.get(leave)
    assert bob.post(leave, {}).status_code == 303
    assert "I agree to end it" not in ann.get(leave)
    assert "resign instead" in propose(ann, table, "end", 409)
    assert ann.post(leave, {}).status_code == 303
    wait_for(lambda: table.phase == "finished")


def test_proposals_are_notified_once_and_limited(new_guest: NewGuest, app: Litestar) -> None:
    table, (ann, bob) = open_table_for_two(new_guest, app, **OWN)
    recorded: list[tuple[str, int]] = []
    app.state.events.listen(lambda _, what: recorded.append((what.kind, what.seat)))
    for _ in range(PROPOSALS_PER_HOUR):
        propose(ann, table, "pause")
        answer_proposal(bob, table, "no")
    assert recorded == [(PROPOSED, 0)] * PROPOSALS_PER_HOUR
    assert "enough proposals" in propose(ann, table, "pause", 409)


def test_proposal_does_not_wait_long_for_players_with_stand_ins(new_guest: NewGuest, app: Litestar) -> None:
    table, guests = open_table_for_two(new_guest, app, **OWN)
    recorded: list[str] = []
    app.state.events.listen(lambda _, what: recorded.append(what.kind))
    seat = table.state.players_to_act[0]
    other = guests[1 - seat]
    for _ in range(2):
        pass_time(app, table, 9 * HOUR)
    assert table.row.seats[seat].absent
    propose(other, table, "end")
    pass_time(app, table, SLOW_PROPOSAL_LIFETIME.total_seconds() - HOUR)
    assert table.phase == "playing", "absent players have three days to return and answer"
    pass_time(app, table, HOUR)
    assert table.phase == "abandoned"
    assert recorded.count(ENDED_BY_AGREEMENT) == 1


@pytest.mark.parametrize("host", [True, False])
def test_live_table_can_end_without_a_vanished_player(new_guest: NewGuest, app: Litestar, host: bool) -> None:
    table, guests = open_table_for_two(new_guest, app)
    absent_guest, other = (0, guests[1]) if host else (1, guests[0])
    id_ = table.row.id
    propose(other, table, "end")
    stand_in = {"seat": str(absent_guest)}
    assert "Is someone not answering?" in other.get(f"/table/{id_}")
    assert "use this page to let a bot play for them" in other.get(f"/table/{id_}/leave")
    acts = absent_guest in table.state.players_to_act
    assert other.post(f"/table/{id_}/stand-in", stand_in).status_code == 409, "there is still time to answer"
    pass_time(app, table, LIVE_PROPOSAL_LIFETIME.total_seconds() + 1)
    assert other.post(f"/table/{id_}/stand-in", stand_in).status_code == 409, "absent players have days"
    pass_time(app, table, SLOW_PROPOSAL_LIFETIME.total_seconds())
    assert table.phase == "playing", "players who may be present are not passed over"
    assert acts or "has not answered the proposal" in other.get(f"/table/{id_}/leave")
    assert other.post(f"/table/{id_}/stand-in", stand_in).status_code == 303
    wait_for(lambda: table.phase == "abandoned")


def test_player_seen_recently_is_not_passed_over(new_guest: NewGuest, app: Litestar) -> None:
    table, (ann, bob) = open_table_for_two(new_guest, app)
    propose(ann, table, "end")
    pass_time(app, table, SLOW_PROPOSAL_LIFETIME.total_seconds() + 1)
    bob.get("/waiting")
    assert ann.post(f"/table/{table.row.id}/stand-in", {"seat": "1"}).status_code == 409
    assert table.phase == "playing"


@pytest.mark.parametrize("kind", ["end", "clocks"])
def test_five_minutes_suffice_only_if_everybody_is_present(new_guest: NewGuest, app: Litestar, kind: str) -> None:
    table, (ann, bob) = open_table_for_two(new_guest, app)
    more = {"clock_preset": "daily"} if kind == "clocks" else {}
    for there, time in ((False, SLOW_PROPOSAL_LIFETIME), (True, LIVE_PROPOSAL_LIFETIME)):
        if there:
            bob.get("/waiting")
        propose(ann, table, kind, **more)
        assert table.row.proposal is not None
        assert abs(table.row.proposal.until - datetime.now(UTC) - time) < timedelta(minutes=1)
        assert answer_proposal(ann, table, "no").status_code == 303


@pytest.mark.parametrize(
    ("kind", "more"),
    [("end", {}), ("pause", {}), ("more", {"more": "60", "more_unit": "days"}), ("clocks", {"clock_preset": "live"})],
)
def test_proposal_waits_for_players_seen_within_a_day(
    new_guest: NewGuest, app: Litestar, monkeypatch: pytest.MonkeyPatch, kind: str, more: dict[str, str]
) -> None:
    table, guests = open_table_for_two(
        new_guest, app, **{**OWN, "clock_turn_unit": "minutes", "clock_reserve_unit": "minutes"}
    )
    seat = table.state.players_to_act[0]
    absent_guest, other = guests[seat], guests[1 - seat]
    absent_guest.get("/waiting")
    for _ in range(2):
        pass_time(app, table, 9 * MINUTE)
    assert table.row.seats[seat].absent
    propose(other, table, kind, **more)
    pass_time(app, table, LIVE_PROPOSAL_LIFETIME.total_seconds() + 1)
    proposal = proposal_rules.open_proposal(table.row)
    assert proposal is not None, "they were seen just now"
    assert abs(proposal.until - datetime.now(UTC) - timedelta(days=1)) < timedelta(minutes=1)
    monkeypatch.setattr(proposal_rules, "UNSEEN_TIME", timedelta(0))
    run_in_thread(lambda: asyncio.run(age_table(app.state.settings.database, table, DAY)))
    wait_for(lambda: proposal_rules.open_proposal(table.row) is None)
    assert table.row.proposal is not None
    assert table.row.proposal.is_carried_out


def test_live_table_without_clocks_waits_for_players_seen_within_a_day(
    new_guest: NewGuest, app: Litestar, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, guests = open_table_for_two(new_guest, app)
    seat = table.state.players_to_act[0]
    absent_guest, other = guests[seat], guests[1 - seat]
    table.began_at -= 2 * ABSENT_AFTER
    table.times.clear()
    assert other.post(f"/table/{table.row.id}/stand-in", {"seat": str(seat)}).status_code == 303, "for a move"
    absent_guest.get("/waiting")
    propose(other, table, "end")
    pass_time(app, table, SLOW_PROPOSAL_LIFETIME.total_seconds() + 1)
    proposal = table.row.proposal
    assert (table.phase, proposal is not None) == ("playing", True), "they were seen just now"
    assert proposal is not None
    assert abs(proposal.until - datetime.now(UTC) - timedelta(days=1)) < timedelta(minutes=1)
    monkeypatch.setattr(proposal_rules, "UNSEEN_TIME", timedelta(0))
    run_in_thread(lambda: asyncio.run(age_table(app.state.settings.database, table, DAY)))
    wait_for(lambda: table.phase == "abandoned")


@pytest.mark.parametrize("kind", ["end", "resume"])
def test_player_seen_today_is_not_absent_for_a_proposal(new_guest: NewGuest, app: Litestar, kind: str) -> None:
    table, guests = open_table_for_two(new_guest, app, **OWN)
    propose_and_agree(guests, table, "pause")
    propose(guests[0], table, kind)
    proposal, now = table.row.proposal, datetime.now(UTC)
    assert proposal is not None
    table.row = structs.replace(table.row, proposal=structs.replace(proposal, until=now))
    guest = table.row.seats[1].guest or ""
    assert absent_seats(table, 0, {guest: now - timedelta(hours=23)}) == []
    assert absent_seats(table, 0, {guest: now - proposal_rules.UNSEEN_TIME}) == [1]


def test_pause_can_end_without_a_vanished_player(new_guest: NewGuest, app: Litestar) -> None:
    table, guests = open_table_for_two(new_guest, app, **OWN)
    propose_and_agree(guests, table, "pause")
    propose(guests[0], table, "resume")
    assert guests[0].post(f"/table/{table.row.id}/stand-in", {"seat": "1"}).status_code == 409
    pass_time(app, table, SLOW_PROPOSAL_LIFETIME.total_seconds() + 1)
    assert guests[0].post(f"/table/{table.row.id}/stand-in", {"seat": "1"}).status_code == 303
    wait_for(lambda: table.row.pause is None)
    assert table.row.seats[1].absent, "and can come back at any time"


def test_players_are_not_passed_over_before_the_day_of_a_pause(new_guest: NewGuest, app: Litestar) -> None:
    table, guests = open_table_for_two(new_guest, app, **OWN)
    propose_and_agree(guests, table, "pause", until=f"{datetime.now(UTC) + timedelta(days=20):%Y-%m-%d}")
    propose(guests[0], table, "resume")
    for days in (4, 10):
        pass_time(app, table, days * DAY)
        assert guests[0].post(f"/table/{table.row.id}/stand-in", {"seat": "1"}).status_code == 409
        assert table.row.pause is not None
    pass_time(app, table, 6 * DAY)
    wait_for(lambda: table.row.pause is None)
    assert not table.row.seats[1].absent


def test_resigned_player_is_not_asked_any_more(new_guest: NewGuest, app: Litestar) -> None:
    table, (ann, bob) = open_table_for_two(new_guest, app)
    propose(ann, table, "end")
    assert bob.post(f"/table/{table.row.id}/leave", {}).status_code == 303
    assert table.phase == "abandoned"


@pytest.mark.parametrize("language", LANGUAGES)
def test_proposals_are_translated(new_guest: NewGuest, app: Litestar, language: str) -> None:
    table, guests = open_table_for_two(new_guest, app, **OWN)
    for guest in guests:
        guest.language = language
    day = f"{datetime.now(UTC) + timedelta(days=9):%Y-%m-%d}"
    forms = ({"kind": "pause", "until": day}, {"kind": "more", "more": "2", "more_unit": "hours"}, {"kind": "end"})
    for form in (*forms, {"kind": "clocks", "clock_preset": "live"}, {"kind": "clocks", "clock_preset": "calm"}):
        propose(guests[0], table, form.pop("kind"), **form)
        for page in ("", "/leave", "/propose"):
            for guest in (*guests, new_guest(language)) if not page else guests:
                assert "Ann" in guest.get(f"/table/{table.row.id}{page}")
        answer_proposal(guests[1], table, "no")
    propose_and_agree(guests, table, "pause")
    assert 'name="kind" value="resume"' in guests[0].get(f"/table/{table.row.id}/propose")


def test_player_to_move_is_absent_after_fifteen_minutes(new_guest: NewGuest, app: Litestar) -> None:
    table, _ = open_table_for_two(new_guest, app)
    seat = table.state.players_to_act[0]
    table.began_at -= 2 * ABSENT_AFTER
    table.times.clear()
    now = datetime.now(UTC)
    guest = table.row.seats[seat].guest or ""
    assert absent_seats(table, 1 - seat, {guest: now - ABSENT_AFTER + timedelta(minutes=1)}) == []
    assert absent_seats(table, 1 - seat, {guest: now - ABSENT_AFTER}) == [seat]
