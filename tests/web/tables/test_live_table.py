"""A table in memory: seats, permissions, awaited players, pauses of bots, and change events."""

import random
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from regnum.core.record.play import UNDO
from regnum.games import find_game
from regnum.web.bots.runner import Delays, scheduling_groups
from regnum.web.errors import RefusedError, UnplayableError
from regnum.web.tables import live_table
from regnum.web.tables.live_table import MAX_UNDOABLE, LiveTable, times_of
from regnum.web.tables.models import (
    ABANDONED,
    BOT,
    FINISHED,
    GUEST,
    OPEN,
    PLAYING,
    STOPPED,
    WAITING,
    Entry,
    Pause,
    SeatRow,
    TableRow,
    give_to_claimant,
)
from regnum.web.tables.seat_view import SeatView
from regnum.web.tables.stored_options import has_other_facts, stop_reason
from regnum.web.tables.stored_table import StoredTable, looks_same
from regnum.web.timing.clock import Timing
from regnum.web.timing.wall_clock import HOUR
from tests.support.web.live_tables import live_table_of, move_randomly

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)


def seats(table: StoredTable, **changes: dict[str, Any]) -> None:
    """Change seats of a table: `s0` is the first."""
    rows = list(table.row.seats)
    for name, values in changes.items():
        rows[int(name[1:])] = replace(rows[int(name[1:])], **values)
    table.row = replace(table.row, seats=tuple(rows))


def bot(**more: Any) -> dict[str, Any]:
    return {"kind": BOT, "bot": "greedy", "guest": None, **more}


@pytest.fixture
def table() -> LiveTable:
    """Return a table of three people, "0" to "2", whose host is "0"."""
    return live_table_of(find_game("brian_boru"), 3)


def acting(table: LiveTable) -> int:
    return table.state.players_to_act[0]


# Who sits there.


def test_phase_follows_from_the_seats_and_the_game(table: LiveTable) -> None:
    assert table.phase == PLAYING
    seats(table, s1={"kind": OPEN, "guest": None})
    assert table.phase == WAITING
    seats(table, s1=bot())
    assert table.phase == PLAYING
    table.row = replace(table.row, phase=ABANDONED)
    assert table.phase == ABANDONED
    over = live_table_of(find_game("rurik"), 2)
    dice = random.Random(3)
    while not over.state.is_terminal:
        move_randomly(over, dice)
    assert over.phase == FINISHED
    stored = [StoredTable(replace(table.row, phase=phase)).phase for phase in (PLAYING, WAITING, FINISHED, ABANDONED)]
    assert stored == [STOPPED, STOPPED, FINISHED, ABANDONED]


def test_guest_sits_at_their_seat_that_is_to_act(table: LiveTable) -> None:
    assert [table.seat_of(guest) for guest in ("0", "1", "2", "x")] == [0, 1, 2, None]
    assert table.seats_of("1") == [1]
    first = acting(table)
    seats(table, s0={"guest": "me"}, s1={"guest": "me"}, s2={"guest": "me"})
    assert table.seats_of("me") == [0, 1, 2]
    assert table.seat_of("me") == first
    others = [seat for seat in range(3) if seat != first]
    seats(table, **{f"s{first}": {"guest": "you"}})
    assert table.seat_of("me") == others[0], "no player is to act, and none has acted"
    seats(table, s0=bot(), s1=bot(), s2=bot())
    assert table.seats_of("me") == []


def test_claimant_takes_a_seat_back_during_the_game(table: LiveTable) -> None:
    seats(table, s1={"claimant": "x"}, s2={"claimant": "0"})
    assert table.claimed_seat_of("x") == 1
    assert table.claimed_seat_of("0") is None, "they sit there already"
    assert table.claimed_seat_of("y") is None
    table.row = replace(table.row, phase=ABANDONED)
    assert table.claimed_seat_of("x") is None


def test_private_table_is_visible_to_its_members(table: LiveTable) -> None:
    seats(table, s1={"claimant": "x"})
    assert table.may_watch("stranger")
    table.row = replace(table.row, spectators_allowed=False, host="host")
    assert [table.may_watch(guest) for guest in ("0", "x", "host", "stranger")] == [True, True, True, False]


def test_people_without_an_open_page_are_away_unless_a_stand_in_plays(table: LiveTable) -> None:
    assert table.away_seats(None) == {0, 1, 2}
    assert table.away_seats(1) == {0, 2}
    table.present = frozenset({2})
    assert table.away_seats(None) == {0, 1}
    seats(table, s0={"bot": "greedy"}, s1=bot())
    assert table.away_seats(None) == frozenset()
    seats(table, s0={"guest": "2", "bot": None})
    assert table.away_seats(None) == frozenset(), "a player with two seats is present at both"


def test_seat_says_who_plays_there() -> None:
    person, machine, free = SeatRow(0, GUEST, "A", guest="a"), SeatRow(1, BOT, "B", bot="greedy"), SeatRow(2, OPEN, "")
    away = replace(person, bot="greedy")
    assert [seat.is_played_by_bot for seat in (person, machine, free, away)] == [False, True, False, True]
    assert [seat.absent for seat in (person, machine, free, away)] == [False, False, False, True]
    lost = replace(
        person, guest="b", claimant="a", claimant_name="A", personal_token="p", offer_token="o", resigned=True
    )
    back = give_to_claimant(lost, "a", None)
    assert (back.guest, back.name, back.former_guest, back.bot) == ("a", "A", "b", None)
    assert (back.claimant, back.claimant_name, back.personal_token, back.offer_token, back.resigned) == (
        None,
        None,
        None,
        None,
        False,
    )
    assert give_to_claimant(lost, "a", "Ann", "greedy").name == "Ann"


# Who is awaited.


def test_bots_act_for_themselves_and_absent_players_unless_nobody_is_left(table: LiveTable) -> None:
    seat = acting(table)
    other = (seat + 1) % 3
    assert table.bots_to_act() == []
    seats(table, **{f"s{seat}": {"bot": "greedy"}})
    assert table.bots_to_act() == [seat]
    seats(table, **{f"s{at}": {"bot": "greedy"} for at in range(3)})
    assert table.bots_to_act() == [], "several people, and all of them are away"
    seats(table, **{f"s{other}": bot()})
    assert table.bots_to_act() == []
    seats(table, **{f"s{(seat + 2) % 3}": bot()})
    assert table.bots_to_act() == [seat], "no one waits for that person"
    seats(table, **{f"s{seat}": bot()})
    assert table.bots_to_act() == [seat]
    table.row = replace(table.row, phase=ABANDONED)
    assert table.bots_to_act() == []


def test_move_is_accepted_from_the_player_to_act_at_the_position_they_saw(table: LiveTable) -> None:
    seat = acting(table)
    other = (seat + 1) % 3
    legal = str(table.view(seat).legal[0])

    def refused(seat: int, text: str, number: int) -> str:
        with pytest.raises(RefusedError) as error:
            table.propose(seat, text, number)
        return error.value.key

    assert refused(other, legal, 0) == "not_your_turn"
    assert refused(seat, legal, 1) == "stale"
    assert refused(seat, legal, -1) == "stale"
    assert refused(seat, "nonsense", 0) not in ("stale", "not_your_turn")
    table.apply_move(table.propose(seat, legal, 0), NOON)
    assert (table.entry_count, table.version, table.times) == (1, 1, {1: NOON})
    assert refused(seat, UNDO, 7) == "stale"
    seats(table, s2={"kind": OPEN, "guest": None})
    assert refused(seat, legal, 1) == "not_begun"
    table.row = replace(table.row, phase=ABANDONED)
    assert refused(seat, legal, 1) == "game_over"


def test_player_with_a_stand_in_can_only_watch(table: LiveTable) -> None:
    seat = acting(table)
    assert table.view(seat).legal
    assert not table.view(None).legal
    seats(table, **{f"s{seat}": {"bot": "greedy"}})
    assert not table.view(seat).legal
    assert table.view(seat, is_stand_in=True).legal
    with pytest.raises(RefusedError, match="replaced"):
        table.check_present(seat)
    table.check_present((seat + 1) % 3)


def test_undo_is_limited_to_the_own_last_actions(table: LiveTable) -> None:
    assert MAX_UNDOABLE == 100
    seat = acting(table)
    assert table.undoable_actions(seat) == []
    with pytest.raises(RefusedError, match="no_undo"):
        table.check_undo(seat, 1)
    table.check_undo(seat, 0)
    table.apply_move(table.propose(seat, str(table.view(seat).legal[0]), 0))
    count = len(table.undoable_actions(seat))
    assert count == len(table.play.undoable_actions(seat))
    assert table.undoable_actions(None) == []
    seats(table, **{f"s{seat}": {"bot": "greedy"}})
    assert table.undoable_actions(seat) == []


def test_only_undoing_is_possible_out_of_turn(table: LiveTable) -> None:
    seat = acting(table)
    other = (seat + 1) % 3
    table.check_turn(seat, 0)
    table.check_turn(seat, 0, undo=True)
    table.check_turn(other, 0, undo=True)
    with pytest.raises(RefusedError, match="not_your_turn"):
        table.check_turn(other, 0)
    for undo in (False, True):
        with pytest.raises(RefusedError, match="stale"):
            table.check_turn(seat, 1, undo)
        with pytest.raises(RefusedError, match="stale"):
            table.check_turn(seat, -1, undo)
    running = table.row
    table.row = replace(running, phase=ABANDONED)
    with pytest.raises(RefusedError, match="game_over"):
        table.check_turn(seat, 0)
    table.row = running
    seats(table, **{f"s{other}": {"kind": OPEN, "guest": None}})
    with pytest.raises(RefusedError, match="not_begun"):
        table.check_turn(seat, 0)


def test_undoable_actions_are_shown_to_present_players_of_a_running_game() -> None:
    table, dice = live_table_of(find_game("khan"), 2), random.Random(1)
    while not any(table.play.undoable_actions(seat) for seat in range(2)):
        move_randomly(table, dice)
    seat = next(seat for seat in range(2) if table.play.undoable_actions(seat))
    (*_, (before, action)) = table.undoable_actions(seat)
    assert (before.observer, action.text) == (seat, table.play.record.entries[-1][1])
    assert len(table.undoable_actions(seat)) == len(table.play.undoable_actions(seat)) > 0
    assert table.undoable_actions(None) == []
    running = table.row
    table.row = replace(running, phase=ABANDONED)
    assert table.undoable_actions(seat) == []
    table.row = running
    seats(table, **{f"s{seat}": {"bot": "greedy"}})
    assert table.undoable_actions(seat) == [], "a bot plays for them"
    seats(table, **{f"s{place}": {"bot": None if place == seat else "greedy"} for place in range(2)})
    assert len(table.undoable_actions(seat)) > 0


def test_hints_are_allowed_alone_or_by_choice(table: LiveTable) -> None:
    def hinted() -> tuple[bool, bool]:
        return table.hints_allowed, table.view(0).hints_allowed

    assert hinted() == (False, False)
    seats(table, s1=bot(), s2=bot())
    assert hinted() == (True, True)
    seats(table, s1={"kind": GUEST, "guest": "0", "bot": None})
    assert hinted() == (True, True), "a player with several seats is alone"
    seats(table, s1={"guest": "x"})
    assert hinted() == (False, False)
    table.row = replace(table.row, hints_allowed=True)
    assert hinted() == (True, True)
    seats(table, s1={"kind": OPEN, "guest": None, "invitation_token": "t"})
    table.row = replace(table.row, hints_allowed=False)
    assert hinted() == (False, False), "a player is still missing"


def test_view_knows_the_number_of_entries_known_to_its_seat() -> None:
    view = SeatView(0, None, [], 3, 0, [], unknown=(2, 4))  # type: ignore[arg-type]
    assert [view.known(number) for number in (1, 3, 5)] == [1, 2, 3]
    assert (view.viewer, replace(view, seat=None).viewer) == (0, -1)
    assert replace(view, is_revealed=True).viewer not in (0, -1)


# When.


def test_times_of_the_last_action_and_entry_are_known(table: LiveTable) -> None:
    assert [table.last_entry_time(None), table.last_action_time(0)] == [None, None]
    order: list[int] = []
    for number in range(4):
        seat = acting(table)
        order.append(seat)
        at = NOON + timedelta(minutes=number)
        table.apply_move(table.propose(seat, str(table.view(seat).legal[0]), table.known_entry_count(seat)), at)
    assert table.last_entry_time(None) == NOON + timedelta(minutes=3)
    for seat in set(order):
        last = max(number for number, by in enumerate(order) if by == seat)
        assert table.last_action_time(seat) == NOON + timedelta(minutes=last)
    assert table.last_human_entry == 4
    seats(table, **{f"s{order[-1]}": bot()})
    assert table.last_human_entry == max((n + 1 for n, by in enumerate(order) if by != order[-1]), default=0)
    assert times_of([Entry(1, 0, "a", NOON), Entry(2, 0, "b")]) == {1: NOON}


def test_table_follows_other_servers_and_restarts_after_a_restore(table: LiveTable) -> None:
    other = live_table_of(table.game, 3)
    seat = acting(table)
    text = str(table.view(seat).legal[0])
    before = table.began_at
    table.apply_entries(5, [Entry(1, seat, text, NOON)])
    assert (table.entry_count, table.version, table.times) == (1, 5, {1: NOON})
    assert table.began_at == before, "it had begun"
    with pytest.raises(UnplayableError):
        table.apply_entries(6, [Entry(2, seat, "nonsense", NOON)])
    table.restart(replace(other.row, version=3), [])
    assert (table.entry_count, table.version, table.times) == (0, 3, {})
    seats(other, s1={"kind": OPEN, "guest": None})
    begun = other.began_at
    other.apply_entries(1, [], table.row)
    assert other.began_at > begun, "the last seat was taken just now"


def with_entries(table: LiveTable, players: list[int], unknown: dict[int | None, tuple[int, ...]]) -> None:
    """Let a table have an entry of each of these players, a minute after the other, some unknown to some viewers."""
    record = SimpleNamespace(entries=[(player, "move") for player in players])
    play: Any = SimpleNamespace(
        record=record, entry_count=len(players), unknown_entries=lambda seat: unknown.get(seat, ())
    )
    table.play = play
    table.times.update({number: NOON + timedelta(minutes=number) for number in range(1, len(players) + 1)})


def test_last_entry_is_the_last_that_a_viewer_knows(table: LiveTable) -> None:
    with_entries(table, [0, 1, 1, 2], {None: (3, 4), 0: (3,), 2: (1, 2, 3, 4)})
    minutes = {seat: table.last_entry_time(seat) for seat in (None, 0, 1, 2)}
    assert minutes == {
        None: NOON + timedelta(minutes=2),
        0: NOON + timedelta(minutes=4),
        1: NOON + timedelta(minutes=4),
        2: None,
    }
    assert [table.last_action_number(seat) for seat in range(4)] == [1, 3, 4, 0]
    assert table.last_action_time(1) == NOON + timedelta(minutes=3)


def test_last_entry_of_a_person_is_public_and_not_of_a_bot(table: LiveTable) -> None:
    with_entries(table, [0, 1, 1, 2], {None: (3,)})
    assert table.last_human_entry == 4
    seats(table, s2={"bot": "greedy"})
    assert table.last_human_entry == 2, "the third entry is secret"
    seats(table, s1=bot())
    assert table.last_human_entry == 1
    seats(table, s0=bot())
    assert table.last_human_entry == 0


def test_person_with_several_seats_plays_the_one_to_act_or_the_last_one(table: LiveTable) -> None:
    seat = acting(table)
    others = [other for other in range(3) if other != seat]
    seats(table, **{f"s{other}": {"guest": "me"} for other in others})
    with_state: Any = SimpleNamespace(players_to_act=(seat,))
    play: Any = SimpleNamespace(state=with_state, record=SimpleNamespace(entries=[]))
    table.play = play
    assert table.seat_of("me") == others[0], "nobody has acted"
    play.record.entries = [(others[1], "a"), (others[0], "b"), (seat, "c")]
    assert table.seat_of("me") == others[0]
    play.record.entries = [(others[0], "a"), (others[1], "b"), (seat, "c")]
    assert table.seat_of("me") == others[1]
    with_state.players_to_act = (seat, others[0])
    assert table.seat_of("me") == others[0]


def test_seat_may_take_its_legal_actions_on_its_turn(table: LiveTable) -> None:
    seat = acting(table)
    first, *_ = table.state.legal_actions(seat)
    assert table.may_act(seat, first.text)
    assert not table.may_act(seat, "nonsense")
    assert not table.may_act((seat + 1) % 3, first.text)


def test_automatic_action_follows_the_last_action_of_the_seat_to_act(
    table: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    action = table.state.legal_actions(acting(table))[0]

    def automatic_action(legal: list[str], last: str) -> Any:
        return SimpleNamespace(text=f"{legal} after {last!r}")

    view = SimpleNamespace(actions=SimpleNamespace(automatic_action=automatic_action))
    monkeypatch.setattr(live_table, "view_of", lambda _game: view)
    state: Any = SimpleNamespace(players_to_act=(1,), legal_actions=lambda seat: [f"legal for {seat}"])
    for entries, last in (([(0, "x"), (1, action.text)], action.family), ([(1, "x"), (0, action.text)], "")):
        play: Any = SimpleNamespace(state=state, record=SimpleNamespace(entries=entries))
        table.play = play
        assert table.forced_action(1) == f"['legal for 1'] after {last!r}"
        assert table.forced_action(0) == "", "it is not their turn"
    play.record.entries = [(1, UNDO)]
    assert table.forced_action(1) == "['legal for 1'] after ''"


def test_tutorial_allows_only_the_prescribed_moves(table: LiveTable, monkeypatch: pytest.MonkeyPatch) -> None:
    table.check_guided(0, "anything")
    entry = SimpleNamespace(player=1, texts=("a", "b"))
    monkeypatch.setattr(table, "next_script_entry", lambda: entry)
    for text in entry.texts:
        table.check_guided(1, text)
    for seat, text in ((1, "c"), (0, "a")):
        with pytest.raises(RefusedError, match="guided"):
            table.check_guided(seat, text)


def test_finished_game_is_shown_with_nothing_hidden(table: LiveTable) -> None:
    seat = acting(table)
    view = table.revealed_view(seat)
    assert (view.seat, view.seen.observer, view.legal, view.is_revealed) == (seat, seat, [], True)
    assert (view.seen.seed, view.seen.draws, view.unknown) == (0, 0, ())
    spectator = table.revealed_view(None)
    assert spectator.seat is None
    assert spectator.seen.observer < 0
    assert table.state.seed == 7, "the game is unchanged"


# Change events.


def test_render_caches_are_cleared_by_a_change(table: LiveTable) -> None:
    for viewer in (None, 0, 1):
        table.render_cache_for(viewer)["page"] = "old"
    seat = acting(table)
    waiting = table.next_change()
    table.apply_move(table.propose(seat, str(table.view(seat).legal[0]), 0))
    assert waiting.is_set()
    assert [table.render_cache_for(viewer) for viewer in (None, 0, 1)] == [{}, {}, {}]
    table.render_cache_for(None)["page"] = "old"
    waiting = table.next_change()
    table.notify_listeners()
    assert waiting.is_set()
    assert table.render_cache_for(None) == {"page": "old"}, "chat causes no rendering"
    table.apply_entries(9, [], replace(table.row, version=9, awaits_bot=True, fingerprint="m", next_check_at=NOON))
    assert table.render_cache_for(None) == {"page": "old"}
    table.apply_entries(10, [], replace(table.row, title="Ours"))
    assert table.render_cache_for(None) == {}
    table.render_cache_for(None)["page"] = "old"
    table.set_chances([])
    assert table.render_cache_for(None) == {"page": "old"}
    table.set_chances([(0, [0.5, 0.5])])
    assert table.render_cache_for(None) == {}


def test_pages_ignore_row_changes_that_only_servers_need(table: LiveTable) -> None:
    row = table.row
    assert looks_same(row, replace(row, version=8, awaits_bot=not row.awaits_bot, next_check_at=NOON, fingerprint="m"))
    assert not looks_same(row, replace(row, title="Ours"))


def test_pages_show_resignations_absences_and_agreements(table: LiveTable) -> None:
    assert table.status_digest == "ppp"
    seats(table, s0={"resigned": True}, s1={"bot": "greedy"})
    assert table.status_digest == "rsp"
    table.row = replace(table.row, pause=Pause(NOON))
    paused = table.status_digest
    assert paused.startswith("rsp")
    assert len(paused) > 3
    table.row = replace(table.row, pause=None, timing=Timing(HOUR))
    assert table.status_digest not in ("rsp", paused)
    table.row = replace(table.row, timing=None, phase=ABANDONED)
    assert table.status_digest == "rspx"


# Bots.


def test_bots_may_be_hurried_by_players_or_by_anybody_without_players(table: LiveTable) -> None:
    assert table.may_skip_delays(0)
    assert not table.may_skip_delays(None)
    seats(table, s0=bot(), s1=bot(), s2=bot())
    assert table.may_skip_delays(None)


@pytest.mark.parametrize(
    ("pace", "whole"), [("slow", 2.5), ("normal", 1.0), ("quick", 0.4), ("at_once", 0.0), ("unheard of", 1.0)]
)
def test_bots_wait_at_the_pace_of_their_table_until_hurried(table: LiveTable, pace: str, whole: float) -> None:
    table.row = replace(table.row, pace=pace)
    assert table.has_bot_delays == (whole > 0)
    assert Delays(table, 2.0).before(1) == 2.0 * whole
    table.row = replace(table.row, delays_skipped_after=0)
    assert not table.has_bot_delays
    assert Delays(table, 2.0).before(1) == 0.0
    assert Delays(table, 0.0).before(1) == 0.0


def test_pauses_shrink_while_people_wait_and_halve_for_a_second_action(table: LiveTable) -> None:
    delays = Delays(table, 1.0)
    first = delays.before(0)
    assert first == 1.0
    assert delays.before(1) == pytest.approx(1.0 - 1 / 12)
    assert delays.before(1) == pytest.approx(0.5 * (1.0 - (2 - 1 / 12) / 12))
    waited = sum(delays.before(seat % 2) for seat in range(500))
    assert waited < 12
    assert delays.before(0) < 0.05
    seat = acting(table)
    table.apply_move(table.propose(seat, str(table.view(seat).legal[0]), 0))
    assert delays.before(0) == 1.0, "a person has moved"
    seats(table, s0=bot(), s1=bot(), s2=bot())
    alone = Delays(table, 1.0)
    assert [alone.before(seat % 2) for seat in range(20)] == [1.0] * 20, "nobody is waiting to act"


def test_bots_of_an_address_take_turns_and_unwatched_tables_come_last(table: LiveTable) -> None:
    table.row = replace(table.row, client_address="here", host="0")
    assert scheduling_groups(table) == (("unwatched", "here", "0"), False)
    table.watchers = 1
    assert scheduling_groups(table) == (("here", "0"), False)
    table.watchers, table.present = 0, frozenset({0})
    assert scheduling_groups(table) == (("here", "0"), False)
    seats(table, s0={"bot": "greedy"}, s1=bot(), s2=bot())
    assert scheduling_groups(table) == (("here", "0"), True)


# Tables that cannot be played on.


def row_of(table: LiveTable, **more: Any) -> TableRow:
    return replace(table.row, **more)


def test_table_with_unknown_rules_or_facts_cannot_be_played(table: LiveTable) -> None:
    game = table.game
    assert not has_other_facts(table.row, game)
    for facts in ("{", "[]", "[" * 10_000, '{"nothing of ours": {}}'):
        spoilt = row_of(table, options={**table.row.options, "facts": facts})
        assert has_other_facts(spoilt, game)
        assert stop_reason(spoilt) == "facts"
        with pytest.raises(UnplayableError):
            LiveTable(spoilt, [])
    assert stop_reason(table.row) == "rules"
    assert stop_reason(row_of(table, game="nogame")) == "rules"
    for row in (row_of(table, game="nogame"), row_of(table, rules_version=table.row.rules_version + 1)):
        with pytest.raises(UnplayableError):
            LiveTable(row, [])
    with pytest.raises(UnplayableError):
        LiveTable(table.row, [(0, "nonsense")])


def test_commitment_and_origin_are_known_where_they_exist(table: LiveTable) -> None:
    salted = row_of(table, salt="0" * 64)
    tried = row_of(table, options={**table.row.options, "tried": "moment"})
    actual = [LiveTable(row, []) for row in (table.row, salted, tried)]
    assert [one.commitment is not None for one in actual] == [False, True, False]
    assert [one.position_origin for one in actual] == ["", "", "moment"]
