"""A seat is shown what it may know and nothing else: hidden parts can be changed without any page changing."""

import asyncio
import random
import re
from collections.abc import Callable

import pytest
from litestar import Litestar

from regnum.core.ledger import LANGUAGES
from regnum.core.play import Line
from regnum.core.record import Record
from regnum.core.state import State
from regnum.web.live import LiveTable
from regnum.web.moments import Moments
from regnum.web.replaying import tape
from regnum.web.stream import events
from tests.web.conftest import GAME, Guest, apart, live

Visit = Callable[..., Guest]
MOMENTS = {
    "brian_boru": (4, {}, [14, 60, 140]),
    "khan": (3, {}, [2, 30, 60]),
    "rurik": (3, {}, [6, 14, 90]),
    "rurik solo": (1, {"option_level": "hard"}, [1, 4, 40]),
    "wallenstein": (3, {"option_court": "true", "option_landsknechte": "true"}, [4, 12, 70]),
}
"""For each game how many play, with which options, and after how many entries we look: at the start and later."""

ID = re.compile(r'\bid="([^"]+)"')

NEVER = 999_999
"""A number of entries that no table has: whoever says it gets everything."""


def advance(table: LiveTable, guests: list[Guest], entries: int, dice: random.Random) -> None:
    """Let everybody act at random until the record has so many entries."""
    while table.number < entries and not table.state.is_terminal:
        seat = dice.choice(table.state.players_to_act)
        action = dice.choice(table.state.legal_actions(seat))
        assert guests[seat].act(table.row.id, str(action), table.seen(seat)).status_code == 200


def hidden_otherwise(table: LiveTable, seat: int | None, real: State, seed: int) -> None:
    """Put another state into the table that this seat cannot tell from the real one; other seats' secrets differ."""
    dealt = real.observed_by(seat).determinized(seed)
    dealt.seed, dealt.draws = seed, real.draws
    table.play.state = dealt
    members = {family: list(actions) for family, actions in table.game.actions.families.items()}
    dice = random.Random(seed)
    table.play.log[:] = [
        Line(line.player, dice.choice(members[line.action.family]), number=line.number, clause=line.clause)
        if line.action is not None and line.action.secret and line.player != seat
        else line
        for line in table.play.log
    ]
    table.renders.clear()


def first_event(app: Litestar, table: LiveTable, seat: int | None, language: str) -> bytes:
    """Return what the live stream of a seat begins with, for a page that has seen nothing yet."""

    async def listen() -> bytes:
        guest = "" if seat is None else str(table.row.seats[seat].guest)
        stream = events(app.state.tables, table, guest, language, NEVER, 0.01)
        heard = [await anext(stream), await anext(stream)]
        await stream.aclose()  # type: ignore[attr-defined]
        return b"".join(heard)

    return apart(lambda: asyncio.run(listen()))


def everything(app: Litestar, table: LiveTable, seat: int | None, guest: Guest) -> list[str]:
    """Return all that a seat can get to see of a table: pages, stream, refusals, in every language."""
    seen: list[str] = []
    for row in table.row.seats:
        app.state.tables.presence.come(table, row.seat)  # who has a page open is no secret
    for language in LANGUAGES:
        guest.language = language
        table.renders.clear()
        seen += [guest.get(f"/table/{table.row.id}"), guest.get(f"/table/{table.row.id}/log")]
        seen.append(first_event(app, table, seat, language).decode())
        ids = [id_ for id_ in ID.findall(seen[-3]) if id_.startswith(table.game.drawing.PLACES or ("\0",))]
        for place in random.Random(8).sample(ids, min(len(ids), 12)):
            seen.append(guest.get(f"/table/{table.row.id}/place/{place}"))
        seen.append(guest.request("GET", f"/table/{table.row.id}/barred").text)
        every = [action.text for actions in table.game.actions.families.values() for action in actions]
        for text in ("undo", *random.Random(7).sample(every, 4), "nonsense"):
            if text == "undo" or text not in [str(action) for action in table.view(seat).legal]:
                if text == "undo" and table.parts(seat):
                    continue
                answer = guest.act(table.row.id, text, table.seen(seat))
                assert answer.status_code == 409
                seen.append(answer.text)
        seen.append(guest.get(f"/table/{table.row.id}/record", status=409))
    guest.language = "en"
    for asked in ("", "?seat=0", "?seat=2&bare=1"):
        seen.append(guest.get(f"/table/{table.row.id}/replay{asked}"))
    return seen


def friends(visit: Visit, count: int, game: str = GAME, **options: str) -> tuple[list[Guest], str]:
    """Return people at a new table, and its id."""
    guests = [visit() for _ in range(count)]
    id_ = guests[0].open_table("me", *["open"] * (count - 1), game=game, **options)
    for number, path in enumerate(guests[0].invitations(id_) if count > 1 else []):
        guests[number + 1].join(path, f"Friend {number}")
    return guests, id_


@pytest.mark.slow
def test_how_many_cards_others_lay_is_not_counted_anywhere(visit: Visit, app: Litestar) -> None:
    guests, id_ = friends(visit, 3, "wallenstein")
    table = live(app, id_)
    while len(table.state.players_to_act) < 3:
        advance(table, guests, table.number + 1, random.Random(4))
    onlooker = visit()
    others = [(1, guests[1]), (2, guests[2]), (None, onlooker)]
    before = [everything(app, table, seat, guest) for seat, guest in others]
    counted = [table.seen(seat) for seat, _ in others]
    own = table.seen(0)
    for _ in range(3):
        guests[0].act(id_, guests[0].choices(id_)[0])
    assert guests[0].act(id_, "undo").headers["regnum-ply"] == str(own + 4) == str(guests[0].ply(id_))
    assert [table.seen(seat) for seat, _ in others] == counted == [own] * 3
    assert [everything(app, table, seat, guest) for seat, guest in others] == before
    for seat, guest in others[:2]:
        assert guest.act(id_, guest.choices(id_)[0], counted[0]).headers["regnum-ply"] == str(own + 1), seat
    assert table.number == own + 6
    table.restart(table.row, table.play.record.entries)
    assert [table.seen(seat) for seat in (0, 1, 2, None)] == [own + 4, own + 1, own + 1, own]


@pytest.mark.slow
@pytest.mark.parametrize("game", MOMENTS)
def test_what_a_seat_looks_back_at_does_not_depend_on_what_was_hidden(
    game: str, visit: Visit, app: Litestar, monkeypatch: pytest.MonkeyPatch
) -> None:
    players, options, moments = MOMENTS[game]
    guests, id_ = friends(visit, players, game.partition(" ")[0], **options)
    onlooker = visit()
    onlooker.get(f"/table/{id_}")
    table = live(app, id_)
    advance(table, guests, moments[-1], random.Random(11))
    at, changed = Moments.at, 0
    world: tuple[int, int | None] = (0, None)

    async def otherwise(self: Moments, table: LiveTable, number: int) -> LiveTable:
        nonlocal changed
        then = await at(self, table, number)
        seed, seat = world
        if not seed:
            return then
        other = LiveTable(table.row, table.play.record.entries[:number], table.times)
        hidden_otherwise(other, seat, then.state, seed)
        changed += other.state.to_dict() != then.state.to_dict()
        return other

    monkeypatch.setattr(Moments, "at", otherwise)
    for seat, guest in [*enumerate(guests), (None, onlooker)]:
        last = tape(table, seat).addresses
        for address in (last[len(last) // 3], last[len(last) // 2], last[-1]):
            paths = [
                f"/table/{id_}/replay{what}at={address}" for what in ("?", "?seat=1&", "?bare=1&", "/scene?seat=2&")
            ]
            world = (0, None)
            expected = [guest.get(path) for path in paths]
            world = (random.Random(address).randrange(1, 99), seat)
            assert [guest.get(path) for path in paths] == expected, f"seat {seat} at {address}"
    assert changed > players, "the hidden parts did differ"


@pytest.mark.slow
@pytest.mark.parametrize("game", MOMENTS)
def test_what_a_seat_sees_does_not_depend_on_what_is_hidden(game: str, visit: Visit, app: Litestar) -> None:
    players, options, moments = MOMENTS[game]
    guests, id_ = friends(visit, players, game.partition(" ")[0], **options)
    onlooker = visit()
    onlooker.get(f"/table/{id_}")
    table = live(app, id_)
    dice = random.Random(11)
    changed = 0
    for moment in moments:
        advance(table, guests, moment, dice)
        real, log = table.state, list(table.play.log)
        for seat, guest in [*enumerate(guests), (None, onlooker)]:
            expected = everything(app, table, seat, guest)
            hidden_otherwise(table, seat, real, moment)
            changed += table.state.to_dict() != real.to_dict()
            assert everything(app, table, seat, guest) == expected, f"seat {seat} after {moment} entries"
            table.play.state, table.play.log[:] = real, log
            table.renders.clear()
    assert changed > len(moments) * players / 2, "the hidden parts did differ"


def test_the_test_would_notice(visit: Visit, app: Litestar) -> None:
    guests, id_ = friends(visit, 3)
    table = live(app, id_)
    advance(table, guests, 12, random.Random(2))
    real = table.state
    before = [guest.get(f"/table/{id_}") for guest in guests]
    hidden_otherwise(table, 0, real, 1)
    after = [guest.get(f"/table/{id_}") for guest in guests]
    assert after[0] == before[0]
    assert after[1] != before[1]
    assert after[2] != before[2]


def test_what_is_rendered_for_one_seat_is_never_given_to_another(visit: Visit, app: Litestar) -> None:
    guests, id_ = friends(visit, 3)
    table = live(app, id_)
    advance(table, guests, 12, random.Random(2))
    state = table.state
    hands = [{str(action) for action in state.legal_actions(seat)} for seat in range(3)]
    for _ in range(2):  # the second time from the cache
        for seat, guest in enumerate(guests):
            assert set(guest.choices(id_)) == hands[seat]
    assert visit().choices(id_) == []


def test_seed_and_salt_are_nowhere_before_the_end(
    visit: Visit, app: Litestar, caplog: pytest.LogCaptureFixture
) -> None:
    guests, id_ = friends(visit, 3)
    table = live(app, id_)
    advance(table, guests, 12, random.Random(2))
    assert table.row.salt is not None
    secret = (str(table.play.record.seed), table.row.salt)
    here = f"/table/{id_}"
    for seat, guest in [*enumerate(guests), (None, visit())]:
        pages = everything(app, table, seat, guest)
        pages += [guest.get(f"{here}{path}") for path in ("/shuffle", "/aid", "/since/3", "/replay/scene?at=5&bare=1")]
        pages += [guest.get(path) for path in ("/tables", "/", "/replay")]
        pages += [*(guest.get(f"{here}/{path}", status=409) for path in ("record", "review")), *guest.cookies.values()]
        assert not any(told in page for told in secret for page in pages), seat
        pledge = table.pledge
        assert pledge is not None
        assert all(pledge.commitment in guest.get(path) for path in (here, f"{here}/shuffle"))
    assert not any(told in caplog.text for told in secret)


def live_seed(app: Litestar, guest: Guest, id_: str) -> str:
    guest.get(f"/table/{id_}")
    return str(live(app, id_).play.record.seed)


def test_a_seed_cannot_be_chosen_at_the_table(visit: Visit, app: Litestar) -> None:
    guest = visit()
    seeds = set()
    for _ in range(2):
        id_ = guest.open_table("me", "bot:random", "bot:random", seed="7")
        seeds.add(live_seed(app, guest, id_))
    assert len(seeds) == 2
    assert "7" not in seeds


def test_a_record_of_the_table_is_an_ordinary_record(visit: Visit, app: Litestar) -> None:
    guests, id_ = friends(visit, 3)
    table = live(app, id_)
    advance(table, guests, 40, random.Random(4))
    record = Record(GAME, 3, table.play.record.seed, table.play.record.options, table.play.record.entries)
    assert record.replay() == table.state
