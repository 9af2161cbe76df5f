"""Talk at a table: who hears whom, what cannot be said, and what stays a secret: page, stream, replay, record."""

import asyncio
import json
import re
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from litestar import Litestar

from regnum.core.text.ledger import LANGUAGES
from regnum.games import find_game
from regnum.web.chat import routes
from regnum.web.chat import service as talking
from regnum.web.chat.store import PLAYERS, ChatRow
from regnum.web.chat.view import ChatFeed
from regnum.web.db.ids import new_id
from regnum.web.errors import Conflict
from regnum.web.play.sse import events
from regnum.web.server.backup import back_up, restore
from regnum.web.services import Services
from regnum.web.settings import Settings
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import BOT, GUEST, SeatRow
from regnum.web.tables.store import TableStore
from tests.support.apps import live_table, run_in_thread
from tests.support.finished_games import play_to_the_end
from tests.support.guests import GAME, Guest, Visit
from tests.support.hidden import NEVER, everything
from tests.support.seating import clear_last_seen

pytestmark = pytest.mark.own_app
WORDS = "Take Dublin <script>now</script> & hold it"
LOOKERS = "She should have kept the card"
NOTE = "I fear her red cards"


class Company:
    """Ann and Bob, who play with a bot, and Cleo, who looks on."""

    def __init__(self, visit: Visit, app: Litestar, **more: str) -> None:
        self.ann, self.bob, self.cleo = visit(), visit(), visit()
        self.id = self.ann.open_table("me", "open", "bot:random", option_first_player="1", **more)
        assert self.bob.join(self.ann.invitations(self.id)[0], "Bob").status_code == 303
        self.table = live_table(app, self.id)

    def say(self, guest: Guest, text: str, status: int = 200) -> str:
        answer = guest.post(f"/table/{self.id}/talk", {"text": text}, live=True)
        assert answer.status_code == status, answer.text
        return answer.text

    def read(self, guest: Guest) -> list[str]:
        """Return what a guest reads on the page of all that was said."""
        return re.findall(r'<span class="words" dir="auto">(.*?)</span>', guest.get(f"/table/{self.id}/talk"))

    def keys(self, guest: Guest) -> list[str]:
        return re.findall(r'id="said-(\w+)"', guest.get(f"/table/{self.id}/talk"))


@pytest.fixture
def company(visit: Visit, app: Litestar) -> Company:
    return Company(visit, app)


def guest_of(table: LiveTable, seat: int) -> str:
    return str(table.row.seats[seat].guest)


async def heard(stream: AsyncIterator[bytes]) -> str:
    """Return the next talk of a stream."""
    while "event: talk" not in (told := (await anext(stream)).decode()):
        pass
    return told


def escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def test_players_and_spectators_chat_in_separate_rooms(company: Company) -> None:
    company.say(company.ann, f"  {WORDS}\n ")
    company.say(company.cleo, LOOKERS)
    company.say(company.bob, "No")
    assert company.read(company.ann) == company.read(company.bob) == [escaped(WORDS), "No"]
    assert company.read(company.cleo) == [LOOKERS]


def test_messages_are_streamed_without_rendering_views(app: Litestar, company: Company) -> None:
    table, tables, chat = company.table, app.state.tables, app.state.chat
    seats = [(0, guest_of(table, 0)), (1, guest_of(table, 1)), (None, "f" * 32)]

    async def listen() -> None:
        pages = [events(tables, chat, table, guest, "en", table.entries_known_to(seat), 60) for seat, guest in seats]
        for page in pages:
            await anext(page)
        for guest in (guest_of(table, 0), "f" * 32):  # until all know who is there
            await chat.post_message(table, guest, "Cleo", "Hello", "here")
        for page in pages:
            await heard(page)
        drawn = {seat: dict(drawn) for seat, drawn in table.renders.items()}
        version = table.version
        await chat.post_message(table, guest_of(table, 0), "", WORDS, "here")
        await chat.post_message(table, "f" * 32, "Cleo", LOOKERS, "here")
        told = [await heard(page) for page in pages]
        for text in told:
            assert text.startswith("event: talk\n")
            assert "<script" not in text
        assert [escaped(WORDS) in text for text in told] == [True, True, False]
        assert [LOOKERS in text for text in told] == [False, False, True]
        assert (table.renders, table.version) == (drawn, version)
        await chat.set_reaction(table, guest_of(table, 1), "", "p2", "heart", "here")
        told = [await heard(page) for page in pages[:2]]
        assert [text.count('id="said-p2" hx-swap-oob="morph"') for text in told] == [1, 1]
        assert ['aria-pressed="true"' in text for text in told] == [False, True]
        for page in pages:
            await page.aclose()  # type: ignore[attr-defined]

    run_in_thread(lambda: asyncio.run(listen()))


def test_reconnected_page_receives_each_message_once(app: Litestar, company: Company) -> None:
    company.say(company.ann, "One")
    company.say(company.bob, "Two")
    table = company.table

    async def listen() -> str:
        page = events(app.state.tables, app.state.chat, table, guest_of(table, 0), "en", table.entries_known_to(0), 60)
        await anext(page)
        told = await heard(page)
        await page.aclose()  # type: ignore[attr-defined]
        return told

    told = run_in_thread(lambda: asyncio.run(listen()))
    assert re.findall(r'<span class="words" dir="auto">(\w+)<', told) == ["One", "Two"]
    assert '<ol id="said" hx-swap-oob="morph">' in told


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "Say something first"),
        (" \n\t ", "Say something first"),
        ("x" * 301, "at most 300"),
        ("left \u202e right", "nobody can see"),
        ("nothing\u0000", "nobody can see"),
        ("soft\u00adhyphen", "nobody can see"),
    ],
)
def test_invalid_messages_are_explained(company: Company, text: str, says: str) -> None:
    assert says in company.say(company.ann, text, 409)
    assert company.read(company.bob) == []


def test_messages_can_contain_any_script(company: Company) -> None:
    for text in ("Žluťoučký kůň 👨‍👩‍👧", "Хто ходить? Її хід!", "שלום", "x" * 300):
        company.say(company.ann, text)
        assert company.read(company.bob)[-1] == text


def test_form_without_scripts_keeps_a_refused_message(company: Company) -> None:
    answer = company.ann.post(f"/table/{company.id}/talk", {"text": "y" * 400})
    assert answer.status_code == 409
    assert "at most 300" in answer.text
    assert "y" * 400 in answer.text
    assert company.ann.post(f"/table/{company.id}/talk", {"text": "Hello"}).status_code == 303


def test_messages_per_minute_are_limited(company: Company, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(talking.LINES_PER_MINUTE):
        company.say(company.ann, f"{number}")
    assert "a lot at once" in company.say(company.ann, "more", 409)
    company.say(company.bob, "I still may")
    for _ in range(talking.LINES_PER_MINUTE):
        company.say(company.cleo, "look")
    company.cleo.cookies.clear()  # another guest, at the same address
    company.cleo.kept_token = ""
    company.say(company.cleo, "more", 409)


def test_chat_history_is_paginated(company: Company, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(routes, "PAGE", 2)
    for number in range(5):
        company.say(company.ann, f"{number}")

    def page(number: str) -> tuple[list[str], list[str]]:
        shown = company.ann.get(f"/table/{company.id}/talk?page={number}")
        lines = re.findall(r'<span class="words" dir="auto">(.*?)</span>', shown)
        return lines, re.findall(r'href="\?page=(\d+)"', shown)

    assert page("1") == (["3", "4"], ["2"])
    assert page("2") == (["1", "2"], ["3", "1"])
    assert page("3") == (["0"], ["2"])
    assert page("-7") == page("1")
    assert page("99999999999") == ([], ["99"])


def test_list_of_speakers_is_sent_for_new_speakers_only(app: Litestar, company: Company) -> None:
    feed = ChatFeed(app.state.chat, company.table, guest_of(company.table, 1), "en")
    run_in_thread(lambda: asyncio.run(feed.open()))

    def news(guest: Guest, text: str) -> bool:
        company.say(guest, text)
        told = feed.next_update()
        assert told is not None
        assert text in told
        return 'id="mute-list"' in told

    assert news(company.ann, "first")
    assert not news(company.ann, "again")
    assert news(company.bob, "now Bob, too")
    assert not news(company.ann, "and again")


def test_full_room_refuses_messages(company: Company, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talking, "MAX_LINES_PER_ROOM", 2)
    company.say(company.ann, "1")
    company.say(company.bob, "2")
    assert "nothing more fits in" in company.say(company.ann, "3", 409)
    company.say(company.cleo, "the other room is another one")


def test_reactions_and_messages_have_separate_limits(
    app: Litestar, company: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(talking, "MAX_REACTIONS_PER_ROOM", 3)
    monkeypatch.setattr(talking, "MAX_LINES_PER_ROOM", 2)
    company.say(company.ann, "1")
    store = app.state.chat.store

    async def react(seat: int | None) -> None:
        row = ChatRow(company.id, PLAYERS, new_id(), "f" * 32, "", datetime.now(UTC), seat, target=1, reaction="heart")
        await store.add(row, talking.MAX_REACTIONS_PER_ROOM)

    async def work() -> None:
        for seat in (None, 0):
            for _ in range(3):
                await react(seat)
            with pytest.raises(Conflict):
                await react(seat)

    run_in_thread(lambda: asyncio.run(work()))
    sent = company.bob.post(f"/table/{company.id}/talk/sign", {"line": "p1", "sign": "crown"}, live=True)
    assert "nothing more fits in" in sent.text
    company.say(company.ann, "2")
    company.say(company.bob, "3", 409)


def test_table_without_chat_refuses_messages(visit: Visit, app: Litestar) -> None:
    company = Company(visit, app, silent="yes")
    assert company.table.row.silent
    assert "wanted it so" in company.say(company.ann, "Hello", 409)
    page = company.ann.get(f"/table/{company.id}")
    assert 'id="say"' not in page
    assert "Nobody talks at this table" in page


def test_muted_person_is_hidden_from_the_person_who_muted_them(company: Company) -> None:
    company.say(company.ann, "Loud")
    company.say(company.bob, "Quiet")
    mute = {"line": company.keys(company.bob)[0], "on": "yes"}
    assert company.bob.post(f"/table/{company.id}/talk/mute", mute, live=True).status_code == 200
    company.say(company.ann, "Louder")
    assert company.read(company.bob) == ["Quiet"]
    assert company.read(company.ann) == ["Loud", "Quiet", "Louder"]
    company.bob.post(f"/table/{company.id}/talk/mute", {**mute, "on": "no"}, live=True)
    assert company.read(company.bob) == ["Loud", "Quiet", "Louder"]
    own = company.keys(company.bob)[1]
    assert company.bob.post(f"/table/{company.id}/talk/mute", {"line": own, "on": "yes"}, live=True).status_code == 409


def test_messages_of_a_muted_person_are_hidden_everywhere(app: Litestar, company: Company, settings: Settings) -> None:
    """Not in his stream, on the page of all that was said, in replays or by signs; others hear it as ever."""
    company.say(company.bob, "Mine")
    company.say(company.ann, "Muted one")
    mute = {"line": company.keys(company.bob)[1], "on": "yes"}
    assert company.bob.post(f"/table/{company.id}/talk/mute", mute, live=True).status_code == 200
    table, tables, chat = company.table, app.state.tables, app.state.chat

    async def listen() -> list[str]:
        pages = [events(tables, chat, table, guest_of(table, seat), "en", NEVER, 60) for seat in (0, 1)]
        told = [await heard(page) for page in pages]
        await chat.post_message(table, guest_of(table, 0), "", "Muted two", "here")
        await chat.set_reaction(table, guest_of(table, 0), "", "p1", "heart", "here")
        await chat.post_message(table, guest_of(table, 1), "", "The last word", "here")
        for at, page in enumerate(pages):
            while "The last word" not in told[at]:
                told[at] += await heard(page)
            await page.aclose()  # type: ignore[attr-defined]
        return told

    hers, his = run_in_thread(lambda: asyncio.run(listen()))
    assert "Muted one" in hers
    assert "Muted two" in hers
    assert "Mine" in his
    assert "Muted" not in his
    assert "Lovely: Ann" in hers
    assert "Lovely: Ann" not in his
    run_in_thread(lambda: play_to_the_end(settings.data / "test.db", company.id))
    for path in ("talk", "replay?at=0", "replay", "log", ""):
        assert "Muted" not in company.bob.get(f"/table/{company.id}/{path}".rstrip("/"))
    assert "Muted two" in company.cleo.get(f"/table/{company.id}/replay")
    assert 'title="Lovely: Ann"' in company.ann.get(f"/table/{company.id}/talk")
    assert "Lovely: Ann" not in company.bob.get(f"/table/{company.id}/talk")


@pytest.mark.parametrize(
    "form",
    [
        {"line": "p1", "sign": "skull"},
        {"line": "p2", "sign": "heart"},
        {"line": "p0", "sign": "heart"},
        {"line": "p-1", "sign": "heart"},
        {"line": "p²", "sign": "heart"},
        {"line": "x1", "sign": "heart"},
        {"line": "", "sign": "heart"},
        {"sign": "heart"},
    ],
)
def test_reaction_to_an_unknown_line_is_refused(company: Company, form: dict[str, str]) -> None:
    company.say(company.ann, "Hello")
    assert company.ann.post(f"/table/{company.id}/talk/sign", form, live=True).status_code == 409
    assert 'class="reaction"' not in company.ann.get(f"/table/{company.id}/talk")


def test_second_reaction_of_the_same_kind_removes_it(company: Company) -> None:
    company.say(company.ann, "Hello")
    for expected in (1, 0, 1):
        company.bob.post(f"/table/{company.id}/talk/sign", {"line": "p1", "sign": "crown"}, live=True)
        assert company.ann.get(f"/table/{company.id}/talk").count('title="Well played: Bob"') == expected
    answer = company.cleo.post(f"/table/{company.id}/talk/sign", {"line": "p1", "sign": "crown"}, live=True)
    assert answer.status_code == 409, "what one does not hear one cannot answer"


def test_messages_and_notes_stay_private(app: Litestar, company: Company) -> None:
    company.say(company.ann, WORDS)
    company.say(company.cleo, LOOKERS)
    assert company.ann.post(f"/table/{company.id}/notes", {"text": NOTE}, live=True).text == "Kept."
    assert NOTE in company.ann.get(f"/table/{company.id}/notes")
    for seat, guest, unheard in ((1, company.bob, LOOKERS), (None, company.cleo, "Dublin &lt;script")):
        seen = everything(app, company.table, seat, guest)
        for language in LANGUAGES:
            guest.language = language
            seen.append(guest.get(f"/table/{company.id}/talk"))
        assert any(("Dublin &lt;script" if seat == 1 else LOOKERS) in text for text in seen)
        assert not [text for text in seen if unheard in text or NOTE in text]
    assert company.cleo.request("GET", f"/table/{company.id}/notes").status_code == 404
    assert company.cleo.post(f"/table/{company.id}/notes", {"text": "x"}, live=True).status_code == 409
    assert NOTE not in company.bob.get(f"/table/{company.id}/notes")


def test_finished_game_opens_the_chat_but_not_the_notes(app: Litestar, company: Company, settings: Settings) -> None:
    company.say(company.ann, WORDS)
    company.say(company.cleo, LOOKERS)
    company.ann.post(f"/table/{company.id}/notes", {"text": NOTE}, live=True)
    run_in_thread(lambda: play_to_the_end(settings.data / "test.db", company.id))
    company.ann.get(f"/table/{company.id}")
    company.say(company.bob, "That was close")
    for guest in (company.ann, company.bob, company.cleo):
        assert company.read(guest) == [escaped(WORDS), LOOKERS, "That was close"]
    for guest in (company.bob, company.cleo):
        for path in ("", "/talk", "/log", "/replay", "/record", "/shuffle", "/picture.svg"):
            assert NOTE not in guest.get(f"/table/{company.id}{path}")
    assert NOTE in company.ann.get(f"/table/{company.id}/notes")
    assert "Dublin" not in json.dumps(company.ann.get(f"/table/{company.id}/record").split("\n")[1:])
    stream = run_in_thread(lambda: asyncio.run(_first(app, company.table, "f" * 32)))
    assert LOOKERS in stream
    assert "Dublin &lt;script" in stream
    assert NOTE not in stream


async def _first(app: Litestar, table: LiveTable, guest: str) -> str:
    page = events(app.state.tables, app.state.chat, table, guest, "en", NEVER, 60)
    told = "".join([(await anext(page)).decode() for _ in range(3)])
    await page.aclose()  # type: ignore[attr-defined]
    return told


def test_note_is_bounded_and_can_be_cleared(company: Company) -> None:
    answer = company.ann.post(f"/table/{company.id}/notes", {"text": "z" * 4001}, live=True)
    assert answer.status_code == 409
    assert "at most 4000" in answer.text
    company.ann.post(f"/table/{company.id}/notes", {"text": "line\r\nline </textarea>"}, live=True)
    assert "line\nline &lt;/textarea&gt;</textarea>" in company.ann.get(f"/table/{company.id}/notes")
    company.ann.post(f"/table/{company.id}/notes", {"text": ""}, live=True)
    assert ">\n</textarea>" in company.ann.get(f"/table/{company.id}/notes")


def test_messages_mutes_and_notes_follow_to_another_browser(visit: Visit, company: Company) -> None:
    company.say(company.ann, "Loud")
    company.ann.post(f"/table/{company.id}/notes", {"text": NOTE}, live=True)
    mute = {"line": company.keys(company.bob)[0], "on": "yes"}
    company.bob.post(f"/table/{company.id}/talk/mute", mute, live=True)
    page = company.ann.get(f"/table/{company.id}/seat")
    link = re.findall(r'value="https?://[^"/]+(/take/[^"]+|/seat/[^"]+)"', page)[0]
    phone = visit()
    assert phone.post(link, {"name": "Ann"}).status_code == 303
    assert NOTE in phone.get(f"/table/{company.id}/notes")
    company.say(phone, "It is me again")
    assert company.read(company.bob) == [], "and whoever muted her still does"


def test_new_holder_of_a_seat_does_not_get_the_notes(visit: Visit, company: Company) -> None:
    company.bob.post(f"/table/{company.id}/notes", {"text": NOTE}, live=True)
    clear_last_seen(company.ann)
    company.ann.post(f"/table/{company.id}/offer", {"seat": "1", "made": "yes"})
    page = company.ann.get(f"/table/{company.id}/seat")
    links = re.findall(r'value="https?://[^"/]+(/take/[^"]+|/seat/[^"]+)"', page)
    dora = visit()
    taken = [dora.post(link, {"name": "Dora"}).status_code for link in links[1:]]
    assert taken == [303], page
    assert NOTE not in dora.get(f"/table/{company.id}/notes")


def test_messages_reach_other_servers(database: str, settings: Settings, tmp_path: Path) -> None:
    """On both kinds of database; many lines at once are all kept, each once and in one order."""

    async def two_servers() -> None:
        stores = [TableStore(database), TableStore(database)]
        for store in stores:
            await store.open()
        here, there = (Services(store, settings) for store in stores)
        await here.start()
        await there.start()
        seats = [SeatRow(0, GUEST, "Ann", guest="a" * 32), *[SeatRow(at, BOT, f"B{at}", bot="random") for at in (1, 2)]]
        id_ = await here.tables.open(find_game(GAME), 3, {}, "a" * 32, seats)
        tables = [await here.tables.get(id_), await there.tables.get(id_)]
        assert tables[0] is not None
        assert tables[1] is not None
        page = events(there.tables, there.chat, tables[1], "a" * 32, "en", NEVER, 0.5)
        while "event: p" not in (await anext(page)).decode():
            pass
        await here.chat.post_message(tables[0], "a" * 32, "", "Hello", "here")
        told = ""
        async with asyncio.timeout(20):
            while "event: talk" not in told:
                told = (await anext(page)).decode()
        assert "Hello" in told
        texts = [f"{number}" for number in range(8)]
        await asyncio.gather(
            *(here.chat.post_message(tables[0], "b" * 32, "Bob", text, "b") for text in texts),
            *(there.chat.post_message(tables[1], "c" * 32, "Cleo", text, "c") for text in texts),
        )
        talk = await there.chat.of(id_)
        said = [line.row for line in talk.lines(("onlookers",))]
        assert [row.number for row in said] == list(range(1, 17))
        assert sorted(row.text for row in said) == sorted(texts * 2)
        await there.chat.store.save_note(id_, "a" * 32, NOTE)
        await page.aclose()  # type: ignore[attr-defined]
        rows = await back_up(stores[0], tmp_path / "backup")
        for services in (here, there):
            await services.close()
        assert (await restore(stores[1], tmp_path / "backup", replace=True)).rows == rows
        assert await there.chat.store.note(id_, "a" * 32) == NOTE
        assert sum(rows for _, rows in (await there.chat.store.sizes([id_])).values()) == 17
        for store in stores:
            await store.close()

    run_in_thread(lambda: asyncio.run(two_servers()))


def test_deleted_messages_disappear_from_memory(app: Litestar, company: Company, settings: Settings) -> None:
    company.say(company.ann, "One")
    company.say(company.bob, "Two")
    company.ann.post(f"/table/{company.id}/talk/sign", {"line": "p2", "sign": "heart"}, live=True)
    company.bob.post(f"/table/{company.id}/talk/sign", {"line": "p1", "sign": "heart"}, live=True)
    with closing(sqlite3.connect(settings.data / "test.db")) as store, store:
        store.execute("DELETE FROM talk WHERE guest = ?", [guest_of(company.table, 0)])
    assert company.read(company.bob) == ["Two"], "nor is it remembered"
    company.say(company.ann, "Three")
    assert company.read(company.bob) == ["Two", "Three"]


def test_log_of_a_replay_contains_chat_messages(app: Litestar, company: Company, settings: Settings) -> None:
    company.say(company.ann, "Before")
    guests = [company.ann, company.bob]
    while company.table.number < 6:
        seat = company.table.state.players_to_act[0]
        if seat < 2:
            table = company.table
            assert (
                guests[seat]
                .act(company.id, str(table.state.legal_actions(seat)[0]), table.entries_known_to(seat))
                .is_success
            )
        else:
            time.sleep(0.02)
    company.say(company.bob, "Between")
    company.say(company.cleo, LOOKERS)
    for guest, said in ((company.ann, ["Before", "Between"]), (company.cleo, [LOOKERS])):
        log = guest.get(f"/table/{company.id}/replay?at=0")
        found = re.findall(r'data-said="(\d+)"( hidden)?>.*?<span class="words" dir="auto">(.*?)</span>', log)
        assert [text for _, _, text in found] == said
        assert [bool(hidden) for _, hidden, _ in found] == [int(stop) > 0 for stop, _, _ in found]
        assert int(found[-1][0]) > 0, "it was said after some moves"
        scene = guest.get(f"/table/{company.id}/replay/scene?at=1")
        assert not [text for text in (*said, LOOKERS) if text in scene], "what comes for a moment is that moment"
    run_in_thread(lambda: play_to_the_end(settings.data / "test.db", company.id))
    company.ann.get(f"/table/{company.id}")
    log = company.cleo.get(f"/table/{company.id}/replay")
    stops = [int(stop) for stop in re.findall(r'data-said="(\d+)"', log)]
    assert len(stops) == 3
    assert stops[0] == 0 < stops[1] <= stops[2]
    places = [log.index(text) for text in ("Before", "Between", LOOKERS)]
    assert places == sorted(places)
