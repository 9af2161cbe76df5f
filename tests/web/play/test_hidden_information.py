"""A seat gets exactly what it may know: changed hidden parts change no page."""

import random

import pytest
from litestar import Litestar

from regnum.core.record.record import Record
from regnum.core.rules.state import State
from regnum.games.rurik.state import RurikState
from regnum.web.board.timeline import timeline_of
from regnum.web.replay.snapshots import SnapshotCache
from regnum.web.tables.live_table import LiveTable
from tests.support.games.every_game import SAMPLED
from tests.support.web.apps import live_table
from tests.support.web.guests import GAME, Guest, NewGuest
from tests.support.web.hidden import (
    MOMENTS,
    advance,
    change_hidden_information,
    open_table_with_friends,
    read_everything,
)


def test_number_of_secret_cards_is_counted_nowhere(new_guest: NewGuest, app: Litestar) -> None:
    guests, id_ = open_table_with_friends(new_guest, 3, "wallenstein")
    table = live_table(app, id_)
    while len(table.state.players_to_act) < 3:
        advance(table, guests, table.entry_count + 1, random.Random(4))
    spectator = new_guest()
    others = [(1, guests[1]), (2, guests[2]), (None, spectator)]
    before = [read_everything(app, table, seat, guest) for seat, guest in others]
    counted = [table.known_entry_count(seat) for seat, _ in others]
    own = table.known_entry_count(0)
    for _ in range(3):
        guests[0].act(id_, guests[0].choices(id_)[0])
    assert guests[0].act(id_, "undo").headers["regnum-entry-count"] == str(own + 4) == str(guests[0].entry_count(id_))
    assert [table.known_entry_count(seat) for seat, _ in others] == counted == [own] * 3
    assert [read_everything(app, table, seat, guest) for seat, guest in others] == before
    for seat, guest in others[:2]:
        assert guest.act(id_, guest.choices(id_)[0], counted[0]).headers["regnum-entry-count"] == str(own + 1), seat
    assert table.entry_count == own + 6
    table.restart(table.row, table.play.record.entries)
    assert [table.known_entry_count(seat) for seat in (0, 1, 2, None)] == [own + 4, own + 1, own + 1, own]


@SAMPLED
@pytest.mark.parametrize("game", MOMENTS)
def test_past_moments_are_independent_of_hidden_information(
    game: str, thorough: bool, new_guest: NewGuest, app: Litestar, monkeypatch: pytest.MonkeyPatch
) -> None:
    players, options, moments = MOMENTS[game]
    guests, id_ = open_table_with_friends(new_guest, players, game.partition(" ")[0], **options)
    spectator = new_guest()
    spectator.get(f"/table/{id_}")
    table = live_table(app, id_)
    advance(table, guests, moments[-1], random.Random(11))
    at, changed = SnapshotCache.load, 0
    world: tuple[int, int | None] = (0, None)

    async def otherwise(self: SnapshotCache, table: LiveTable, number: int) -> LiveTable:
        nonlocal changed
        then = await at(self, table, number)
        seed, seat = world
        if not seed:
            return then
        other = LiveTable(table.row, table.play.record.entries[:number], table.times)
        change_hidden_information(other, seat, then.state, seed)
        changed += other.state.to_dict() != then.state.to_dict()
        return other

    monkeypatch.setattr(SnapshotCache, "load", otherwise)
    for seat, guest in [*enumerate(guests), (None, spectator)]:
        last = timeline_of(table, seat).addresses
        for address in (last[len(last) // 2], last[len(last) // 3], last[-1])[: 3 if thorough else 1]:
            paths = [
                f"/table/{id_}/replay{what}at={address}" for what in ("?", "?seat=1&", "?bare=1&", "/scene?seat=2&")
            ]
            world = (0, None)
            expected = [guest.get(path) for path in paths]
            world = (random.Random(address).randrange(1, 99), seat)
            assert [guest.get(path) for path in paths] == expected, f"seat {seat} at {address}"
    assert changed > players, "the hidden parts differ"


@SAMPLED
@pytest.mark.parametrize("game", MOMENTS)
def test_pages_are_independent_of_hidden_information(
    game: str, thorough: bool, new_guest: NewGuest, app: Litestar
) -> None:
    players, options, moments = MOMENTS[game]
    moments = moments if thorough else moments[1:2]
    guests, id_ = open_table_with_friends(new_guest, players, game.partition(" ")[0], **options)
    spectator = new_guest()
    spectator.get(f"/table/{id_}")
    table = live_table(app, id_)
    dice = random.Random(11)
    changed = 0
    for moment in moments:
        advance(table, guests, moment, dice)
        real, log = table.state, list(table.play.log)
        for seat, guest in [*enumerate(guests), (None, spectator)]:
            expected = read_everything(app, table, seat, guest)
            change_hidden_information(table, seat, real, moment)
            changed += table.state.to_dict() != real.to_dict()
            assert read_everything(app, table, seat, guest) == expected, f"seat {seat} after {moment} entries"
            table.play.state, table.play.log[:] = real, log
            table.renders.clear()
    assert changed > len(moments) * players / 2, "the hidden parts differ"


def test_hidden_information_test_detects_leaks(new_guest: NewGuest, app: Litestar) -> None:
    guests, id_ = open_table_with_friends(new_guest, 3)
    table = live_table(app, id_)
    advance(table, guests, 12, random.Random(2))
    original = table.state
    before = [guest.get(f"/table/{id_}") for guest in guests]
    change_hidden_information(table, 0, original, 1)
    after = [guest.get(f"/table/{id_}") for guest in guests]
    assert after[0] == before[0]
    assert after[1] != before[1]
    assert after[2] != before[2]


def test_rendering_for_a_seat_is_not_given_to_another(new_guest: NewGuest, app: Litestar) -> None:
    guests, id_ = open_table_with_friends(new_guest, 3)
    table = live_table(app, id_)
    advance(table, guests, 12, random.Random(2))
    state = table.state
    hands = [{str(action) for action in state.legal_actions(seat)} for seat in range(3)]
    for _ in range(2):  # the second time from the cache
        for seat, guest in enumerate(guests):
            assert set(guest.choices(id_)) == hands[seat]
    assert new_guest().choices(id_) == []


def test_seed_and_salt_are_secret_until_the_end(
    new_guest: NewGuest, app: Litestar, caplog: pytest.LogCaptureFixture
) -> None:
    guests, id_ = open_table_with_friends(new_guest, 3)
    table = live_table(app, id_)
    advance(table, guests, 12, random.Random(2))
    assert table.row.salt is not None
    secret = (str(table.play.record.seed), table.row.salt)
    here = f"/table/{id_}"
    for seat, guest in [*enumerate(guests), (None, new_guest())]:
        pages = read_everything(app, table, seat, guest)
        pages += [guest.get(f"{here}{path}") for path in ("/shuffle", "/aid", "/since/3", "/replay/scene?at=5&bare=1")]
        pages += [guest.get(path) for path in ("/tables", "/", "/replay")]
        pages += [*(guest.get(f"{here}/{path}", status=409) for path in ("record", "review")), *guest.cookies.values()]
        assert not any(item in page for item in secret for page in pages), seat
        commitment = table.commitment
        assert commitment is not None
        assert all(commitment.digest in guest.get(path) for path in (here, f"{here}/shuffle"))
    assert not any(entry in caplog.text for entry in secret)


def live_seed(app: Litestar, guest: Guest, id_: str) -> str:
    guest.get(f"/table/{id_}")
    return str(live_table(app, id_).play.record.seed)


def test_seed_cannot_be_chosen_at_the_table(new_guest: NewGuest, app: Litestar) -> None:
    guest = new_guest()
    seeds = set()
    for _ in range(2):
        id_ = guest.open_table("me", "bot:random", "bot:random", seed="7")
        seeds.add(live_seed(app, guest, id_))
    assert len(seeds) == 2
    assert "7" not in seeds


def test_record_of_a_table_is_an_ordinary_record(new_guest: NewGuest, app: Litestar) -> None:
    guests, id_ = open_table_with_friends(new_guest, 3)
    table = live_table(app, id_)
    advance(table, guests, 40, random.Random(4))
    record = Record(GAME, 3, table.play.record.seed, table.play.record.options, table.play.record.entries)
    assert record.replay() == table.state


def rebellion_deck(state: State) -> tuple[int, ...]:
    assert isinstance(state, RurikState)
    return state.rebel_deck


@SAMPLED
def test_solo_pages_and_refusals_are_independent_of_hidden_information(
    new_guest: NewGuest, app: Litestar, thorough: bool
) -> None:
    guest, spectator = new_guest(), new_guest()
    response = guest.post("/new/rurik", {"name": "Ann", "players": "1", "seat0": "me"})
    id_ = response.headers["location"].rpartition("/")[2]
    spectator.get(f"/table/{id_}")
    guest.get(f"/table/{id_}")
    table = live_table(app, id_)
    dice = random.Random(12)
    changed = 0
    for moment in (2, 7, 9, 16, 30) if thorough else (9, 30):
        while table.entry_count < moment and not table.state.is_terminal:
            action = dice.choice(table.state.legal_actions(0))
            assert guest.act(id_, str(action), table.entry_count).status_code == 200
        real, log = table.state, list(table.play.log)
        for seat, person in ((0, guest), (None, spectator)):
            expected = read_everything(app, table, seat, person)
            for seed in (1, 2) if thorough else (1,):
                change_hidden_information(table, seat, real, seed)
                changed += rebellion_deck(table.state) != rebellion_deck(real)
                assert read_everything(app, table, seat, person) == expected, f"seat {seat} after {moment} entries"
                table.play.state, table.play.log[:] = real, log
                table.renders.clear()
    assert changed > (10 if thorough else 1), "the hidden cards differ"
