"""Choice of bots: levels and characters in the form, names and faces at the table, and their pace."""

import asyncio
import re
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from litestar import Litestar
from msgspec.structs import replace as replace_row

import regnum
from regnum.web.bots.catalog import (
    LEVELS,
    bot_kinds,
    bot_label,
    bot_name,
    bot_of,
    characters,
    default_bots,
    faces,
    level_name,
    split_bot_id,
)
from regnum.web.bots.runner import MAX_TOTAL_DELAYS, Delays, seed_of
from regnum.web.http.i18n import page_text
from regnum.web.services import Services
from regnum.web.settings import Settings
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import BOT, GUEST, PACES, SeatRow, TableRow
from regnum.web.tables.new_table import NewTable
from tests.support.store.rows import table_row
from tests.support.store.stores import open_store
from tests.support.web.apps import live_table, run_in_thread, wait_for
from tests.support.web.guests import NewGuest

SELECTED = re.compile(r'<select id="(seat|character)-(\d)".*?</select>', re.S)
ALONE = {"seat0": "me", "name": "Ann"}


def form_values(page: str) -> dict[str, str]:
    """Return the kind and character of each seat in the form."""
    result: dict[str, str] = {}
    for select in SELECTED.finditer(page):
        values = re.findall(r'<option value="([^"]*)"[^>]* selected', select[0])
        result[f"{select[1]}{select[2]}"] = values[0] if values else ""
    return result


@pytest.mark.parametrize("game", regnum.games())
def test_first_new_table_proposes_one_gentle_bot_and_steady_ones(new_guest: NewGuest, game: str) -> None:
    seats = max(regnum.game(game).player_counts)
    form = form_values(new_guest().get(f"/new/{game}"))
    kinds_there = [form[f"seat{seat}"] for seat in range(seats)]
    assert kinds_there == ["me", "bot:gentle", *["bot:greedy"] * (seats - 2)]
    styles = [form[f"character{seat}"] for seat in range(seats)]
    assert set(styles) <= set(regnum.game(game).characters())
    assert len(set(styles)) == seats


def test_new_table_proposes_the_bots_of_the_last_one(new_guest: NewGuest) -> None:
    guest = new_guest()
    more = {"character1": "suitor", "character2": "raider", "pace": "slow"}
    guest.open_table("me", "bot:strong", "bot:greedy", **more)
    page = guest.get("/new/brian_boru")
    form = form_values(page)
    assert [form[f"seat{seat}"] for seat in range(4)] == ["me", "bot:strong", "bot:greedy", "bot:greedy"]
    assert (form["character1"], form["character2"]) == ("suitor", "raider")
    assert len({form[f"character{seat}"] for seat in range(5)}) == 5
    assert '<option value="slow" selected>' in page
    elsewhere = form_values(guest.get("/new/khan"))
    assert [elsewhere[f"seat{seat}"] for seat in range(4)] == ["me", "bot:strong", "bot:greedy", "bot:greedy"]
    assert form_values(new_guest().get("/new/brian_boru"))["seat1"] == "bot:gentle"


def test_table_without_bots_does_not_change_the_proposed_bots(new_guest: NewGuest) -> None:
    guest = new_guest()
    guest.open_table("me", "open", "open")
    assert form_values(guest.get("/new/brian_boru"))["seat1"] == "bot:gentle"


def test_bots_of_older_tables_are_proposed_where_they_exist() -> None:
    class Row:
        game = "khan"
        seats = (SeatRow(0, GUEST, "Ann"), SeatRow(1, BOT, "Bot 2", bot="greedy"), SeatRow(2, BOT, "X", bot="gone"))

    actual: Any = default_bots(regnum.game("khan"), [Row()])  # type: ignore[list-item]  # as much of a row as is asked for
    assert [kind for kind, _ in actual] == ["greedy"] * 4
    assert sorted(style for _, style in actual) == sorted(regnum.game("khan").characters())


@pytest.mark.parametrize(("language", "name"), [("en", "Dervla"), ("de", "Dervla"), ("uk", "Дервла")])
def test_table_shows_names_and_faces_of_bots(new_guest: NewGuest, app: Litestar, language: str, name: str) -> None:
    guest = new_guest(language)
    id_ = guest.open_table(
        "me", "bot:gentle", "bot:greedy", "bot:random", character1="settler", character2="settler", character3=""
    )
    table = live_table(app, id_)
    assert [row.bot for row in table.row.seats] == [None, "gentle:style=settler", "greedy:style=settler", "random"]
    assert table.names[1:3] == [name, f"{name} II"]
    wait_for(lambda: 0 in table.state.players_to_act)
    page = guest.get(f"/table/{id_}")
    assert page.count('<symbol id="face-') == len(regnum.game("brian_boru").characters())
    players = page[page.index('id="players"') :].partition("</section>")[0]
    assert players.count('href="#face-settler"') == 2
    assert "greedy" not in page.replace("bot:greedy", "")
    guest.act(id_, guest.choices(id_)[0])
    wait_for(
        lambda: 0 in table.state.players_to_act and any(line.player == 1 and line.action for line in table.play.log)
    )
    page = guest.get(f"/table/{id_}")
    log = page.partition('id="log"')[2]
    face = rf'<use href="#face-settler"/></svg>(<svg class="log-icon.*?</svg>)?(<a [^>]*>)?<b>{name}</b> '
    assert re.search(rf'<li[^>]*><svg class="seat .*?</svg><svg class="face"[^>]*>{face}', log)
    assert re.search(face, guest.get(f"/table/{id_}/log"))


def test_waiting_table_shows_faces_of_bots(new_guest: NewGuest) -> None:
    guest = new_guest()
    id_ = guest.open_table("me", "open", "bot:strong", character2="raider")
    page = guest.get(f"/table/{id_}")
    assert 'href="#face-raider"' in page
    assert "Bot, strong." in page


@pytest.mark.parametrize("bot", ["random", "greedy", "strong"])
def test_bots_without_a_style_still_play(new_guest: NewGuest, app: Litestar, bot: str) -> None:
    id_ = new_guest().open_table("me", f"bot:{bot}", f"bot:{bot}", option_first_player="2")
    table = live_table(app, id_)
    assert [(row.name, row.bot) for row in table.row.seats[1:]] == [("Bot 2", bot), ("Bot 3", bot)]
    wait_for(lambda: table.entry_count >= 2)


def test_person_cannot_take_the_name_of_a_bot(new_guest: NewGuest) -> None:
    form = {
        **ALONE,
        "name": "dervla",
        "players": "3",
        "seat1": "bot:greedy",
        "character1": "settler",
        "seat2": "bot:greedy",
    }
    response = new_guest().post("/new/brian_boru", form)
    assert (response.status_code, "already called dervla" in response.text) == (422, True)


@pytest.mark.parametrize(
    "wrong", [{"character1": "nobody"}, {"character1": "raider:seconds=9"}, {"character1": "ruler"}, {"pace": "warp"}]
)
def test_invalid_bot_forms_are_refused(new_guest: NewGuest, wrong: dict[str, str]) -> None:
    form = {**ALONE, "players": "3", "seat1": "bot:greedy", "seat2": "bot:random", **wrong}
    assert new_guest().post("/new/brian_boru", form).status_code == 422


def test_levels_are_offered_first() -> None:
    assert tuple(bot_kinds()[:3]) == LEVELS


KHAN = regnum.game("khan")
STYLES = list(KHAN.characters())


def test_bot_is_named_by_its_kind_and_for_levels_its_character() -> None:
    style = STYLES[1]
    ids = [bot_of(KHAN, kind, chosen) for kind in ("greedy", "random", "nobody") for chosen in ("", style, "stranger")]
    assert ids == ["greedy", f"greedy:style={style}", None, "random", "random", "random", None, None, None]
    assert [split_bot_id(bot) for bot in (f"greedy:style={style}", "random")] == [("greedy", style), ("random", "")]
    text = page_text("en")
    assert [level_name(kind, text) for kind in ("greedy", "my own bot")] == ["steady", "my own bot"]


def test_character_has_a_name_and_a_description() -> None:
    found = characters(KHAN, "en")
    assert [one.id for one in found] == STYLES
    assert (found[2].name, found[2].about) == ("Oyun", "Spreads yurts far and wide.")
    names = [bot_name(KHAN, style, 1, ["Oyun"], page_text("en")) for style in ("", "scout", "herder")]
    assert names == ["Bot 2", "Oyun II", "Bayar"]


def test_face_and_label_are_those_of_bots_only() -> None:
    style, text = STYLES[2], page_text("en")
    seats = [
        SeatRow(0, BOT, "A", bot=f"strong:style={style}"),
        SeatRow(1, GUEST, "B", bot=f"strong:style={style}"),
        SeatRow(2, BOT, "C", bot="strong:style=stranger"),
        SeatRow(3, BOT, "D"),
    ]
    assert faces(KHAN, seats) == [style, "", "", ""]
    labels = [bot_label(KHAN, row, text) for row in seats]
    assert labels == ["Bot, strong. Spreads yurts far and wide.", "", "Bot, strong.", "Bot, random."]


def with_bots(game: str, *bots: str) -> TableRow:
    """Return the row of a table with Ann and these bots."""
    seats = [SeatRow(0, GUEST, "Ann"), *(SeatRow(at, BOT, "", bot=bot) for at, bot in enumerate(bots, 1))]
    return replace_row(table_row("t", "ann"), game=game, seats=tuple(seats))


def test_proposed_bots_are_those_of_the_last_table_of_the_game_or_else_of_any() -> None:
    one, two, *others = STYLES
    own = with_bots("khan", f"strong:style={two}", "random")
    elsewhere = with_bots("rurik", "gentle:style=warlord")
    alone = with_bots("khan")
    default = [("greedy", style) for style in others]
    assert default_bots(KHAN, [alone, elsewhere, own]) == [("strong", two), ("random", one), *default]
    assert default_bots(KHAN, [alone, elsewhere]) == [("gentle", one), ("greedy", two), *default]
    assert default_bots(KHAN, [alone]) == default_bots(KHAN, []) == [("gentle", one), ("greedy", two), *default]
    twice = with_bots("khan", *[f"greedy:style={one}"] * 4)
    assert default_bots(KHAN, [twice]) == [("greedy", one)] * 4, "they keep their characters"
    gone = with_bots("khan", "vanished", f"strong:style={one}", "gentle:style=stranger")
    assert default_bots(KHAN, [gone]) == [
        ("strong", one), ("gentle", two), ("greedy", others[0]), ("greedy", others[1]),
    ]  # fmt: skip


# Pace.


def open_table(new_guest: NewGuest, app: Litestar, *seats: str, **more: str) -> LiveTable:
    return live_table(app, new_guest().open_table(*seats, **more))


def test_pauses_of_a_round_stay_within_the_patience(new_guest: NewGuest, app: Litestar) -> None:
    table = open_table(new_guest, app, "me", "open", "bot:greedy", "bot:greedy")
    delays = Delays(table, 0.8)
    actual = [delays.before(2 + turn % 2) for turn in range(300)]
    assert actual[0] == pytest.approx(0.8)
    assert all(later < earlier for earlier, later in pairwise(actual))
    assert 0.6 * MAX_TOTAL_DELAYS * 0.8 < sum(actual) < MAX_TOTAL_DELAYS * 0.8
    again = Delays(table, 0.8)
    assert again.before(2) > again.before(2)


def test_pauses_stay_constant_when_no_person_waits(new_guest: NewGuest, app: Litestar) -> None:
    table = open_table(new_guest, app, "open", "bot:greedy", "bot:greedy")
    delays = Delays(table, 0.8)
    assert {round(delays.before(1 + turn % 2), 6) for turn in range(100)} == {0.8}


@pytest.mark.parametrize("pace", list(PACES))
def test_pace_of_a_table_determines_the_pauses(new_guest: NewGuest, app: Litestar, pace: str) -> None:
    table = open_table(new_guest, app, "me", "open", "bot:greedy", pace=pace)
    assert Delays(table, 2.0).before(2) == pytest.approx(2.0 * PACES[pace])
    assert table.has_bot_delays == (pace != "at_once")


def has_delays(table: LiveTable) -> bool:
    return table.has_bot_delays


def test_player_can_skip_delays_until_a_person_acts(new_guest: NewGuest, app: Litestar) -> None:
    guest, stranger = new_guest(), new_guest()
    id_ = guest.open_table("me", "bot:random", "bot:random", option_first_player="1")
    table = live_table(app, id_)
    assert has_delays(table)
    assert stranger.post(f"/table/{id_}/skip", {}, live=True).status_code == 409
    assert has_delays(table)
    assert guest.post(f"/table/{id_}/skip", {}, live=True).status_code == 200
    assert not has_delays(table)
    assert Delays(table, 2.0).before(1) == 0
    guest.act(id_, guest.choices(id_)[0])
    assert table.last_human_entry > 0
    assert has_delays(table)
    without_script = guest.post(f"/table/{id_}/skip", {})
    assert (without_script.status_code, without_script.headers["location"]) == (303, f"/table/{id_}")
    assert not has_delays(table)


def test_spectator_can_skip_delays_of_bots_only_tables(new_guest: NewGuest, app: Litestar) -> None:
    watched = open_table(new_guest, app, "bot:random", "bot:random", "bot:random", name="")
    assert watched.may_skip_delays(None)
    played = open_table(new_guest, app, "me", "bot:random", "bot:random")
    assert played.may_skip_delays(0)
    assert not played.may_skip_delays(None)


def test_skipping_ends_a_running_pause_on_the_leader(database: str, settings: Settings) -> None:
    """With delays of an hour, the game ends within seconds on the leader, which learns of it through the store."""

    async def work() -> None:
        store = await open_store(database)
        services = Services(store.database, replace(settings, bot_delay=3600.0))
        tables = services.tables
        services.set_leading(True)
        seats = [SeatRow(seat, BOT, f"Bot {seat + 1}", bot="random") for seat in range(3)]
        game = regnum.game("brian_boru")
        id_ = await tables.open(NewTable(game, 3, game.read_setup(3, None, {}), "a" * 32, seats))
        table = await tables.get(id_)
        assert table is not None
        await asyncio.sleep(0.3)
        assert table.entry_count == 0
        await tables.skip_delays(table, "b" * 32)
        async with asyncio.timeout(60):
            while not table.state.is_terminal:
                await table.next_change().wait()
        row = await store.table(id_)
        assert row is not None
        assert (row.delays_skipped_after, row.pace) == (0, "normal")
        await services.close()
        await store.database.close()

    run_in_thread(lambda: asyncio.run(work()))


def test_bot_seed_depends_only_on_the_server_key_and_the_seat() -> None:
    seeds = {seed_of(key, (table, seat)) for key in (b"one", b"two") for table in ("a", "b") for seat in range(4)}
    assert len(seeds) == 16
    assert all(seed > 1 << 20 for seed in seeds)
    assert seed_of(b"one", ("a", 1)) == seed_of(b"one", ("a", 1))
