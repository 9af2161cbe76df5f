"""Chat at a table: rooms, refused messages, and privacy in pages, streams, replays and records."""

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
from regnum.web.chat import service as chat_service
from regnum.web.chat.store import PLAYERS, ChatRow
from regnum.web.chat.view import ChatFeed
from regnum.web.db.ids import new_id
from regnum.web.db.upgrade import UpgradableDatabase
from regnum.web.errors import ConflictError
from regnum.web.play.stream import stream_updates
from regnum.web.server.backup import back_up, restore
from regnum.web.services import Services
from regnum.web.settings import Settings
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import BOT, GUEST, SeatRow
from regnum.web.tables.new_table import NewTable
from tests.support.store.finished_games import play_to_the_end
from tests.support.web.apps import live_table, run_in_app, run_in_thread
from tests.support.web.guests import GAME, Guest, NewGuest
from tests.support.web.hidden import NEVER, read_everything
from tests.support.web.seating import clear_last_seen

pytestmark = pytest.mark.own_app
PLAYER_WORDS = "Take Dublin <script>now</script> & hold it"
SPECTATOR_WORDS = "She should have kept the card"
NOTE = "I fear her red cards"


class ChatTable:
    """Ann and Bob, who play with a bot, and Cleo, a spectator."""

    def __init__(self, new_guest: NewGuest, app: Litestar, **more: str) -> None:
        self.ann, self.bob, self.cleo = new_guest(), new_guest(), new_guest()
        self.id = self.ann.open_table("me", "open", "bot:random", option_first_player="1", **more)
        assert self.bob.join(self.ann.invitations(self.id)[0], "Bob").status_code == 303
        self.table = live_table(app, self.id)

    def say(self, guest: Guest, text: str, status: int = 200) -> str:
        response = guest.post(f"/table/{self.id}/chat", {"text": text}, live=True)
        assert response.status_code == status, response.text
        return response.text

    def read(self, guest: Guest) -> list[str]:
        """Return the messages on the page of the chat history."""
        return re.findall(r'<span class="words" dir="auto">(.*?)</span>', guest.get(f"/table/{self.id}/chat"))

    def keys(self, guest: Guest) -> list[str]:
        return re.findall(r'id="message-(\w+)"', guest.get(f"/table/{self.id}/chat"))


@pytest.fixture
def chat_table(new_guest: NewGuest, app: Litestar) -> ChatTable:
    return ChatTable(new_guest, app)


def guest_of(table: LiveTable, seat: int) -> str:
    return str(table.row.seats[seat].guest)


async def next_chat_event(stream: AsyncIterator[bytes]) -> str:
    """Return the next chat event of a stream."""
    while "event: chat" not in (frame := (await anext(stream)).decode()):
        pass
    return frame


def escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def test_players_and_spectators_chat_in_separate_rooms(chat_table: ChatTable) -> None:
    chat_table.say(chat_table.ann, f"  {PLAYER_WORDS}\n ")
    chat_table.say(chat_table.cleo, SPECTATOR_WORDS)
    chat_table.say(chat_table.bob, "No")
    assert chat_table.read(chat_table.ann) == chat_table.read(chat_table.bob) == [escape(PLAYER_WORDS), "No"]
    assert chat_table.read(chat_table.cleo) == [SPECTATOR_WORDS]


def test_messages_are_streamed_without_rendering_views(app: Litestar, chat_table: ChatTable) -> None:
    table, tables, chat = chat_table.table, app.state.tables, app.state.chat
    seats = [(0, guest_of(table, 0)), (1, guest_of(table, 1)), (None, "f" * 32)]

    async def listen() -> None:
        pages = [
            stream_updates(tables, chat, table, guest, "en", table.known_entry_count(seat), 60) for seat, guest in seats
        ]
        for page in pages:
            await anext(page)
        for guest in (guest_of(table, 0), "f" * 32):  # until all know who is there
            await chat.post_message(table, guest, "Cleo", "Hello", "here")
        for page in pages:
            await next_chat_event(page)
        renders = {seat: dict(render) for seat, render in table.renders.items()}
        version = table.version
        await chat.post_message(table, guest_of(table, 0), "", PLAYER_WORDS, "here")
        await chat.post_message(table, "f" * 32, "Cleo", SPECTATOR_WORDS, "here")
        frames = [await next_chat_event(page) for page in pages]
        for text in frames:
            assert text.startswith("event: chat\n")
            assert "<script" not in text
        assert [escape(PLAYER_WORDS) in text for text in frames] == [True, True, False]
        assert [SPECTATOR_WORDS in text for text in frames] == [False, False, True]
        assert (table.renders, table.version) == (renders, version)
        await chat.set_reaction(table, guest_of(table, 1), "", "p2", "heart", "here")
        frames = [await next_chat_event(page) for page in pages[:2]]
        assert [text.count('id="message-p2" hx-swap-oob="morph"') for text in frames] == [1, 1]
        assert ['aria-pressed="true"' in text for text in frames] == [False, True]
        for page in pages:
            await page.aclose()  # type: ignore[attr-defined]

    run_in_app(app, listen())


def test_reconnected_page_receives_each_message_once(app: Litestar, chat_table: ChatTable) -> None:
    chat_table.say(chat_table.ann, "One")
    chat_table.say(chat_table.bob, "Two")
    table = chat_table.table

    async def listen() -> str:
        page = stream_updates(
            app.state.tables, app.state.chat, table, guest_of(table, 0), "en", table.known_entry_count(0), 60
        )
        await anext(page)
        frame = await next_chat_event(page)
        await page.aclose()  # type: ignore[attr-defined]
        return frame

    frame = run_in_app(app, listen())
    assert re.findall(r'<span class="words" dir="auto">(\w+)<', frame) == ["One", "Two"]
    assert '<ol id="chat-messages" hx-swap-oob="morph">' in frame


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "Write a message first"),
        (" \n\t ", "Write a message first"),
        ("x" * 301, "at most 300"),
        ("left \u202e right", "invisible character"),
        ("nothing\u0000", "invisible character"),
        ("soft\u00adhyphen", "invisible character"),
    ],
)
def test_invalid_messages_are_explained(chat_table: ChatTable, text: str, says: str) -> None:
    assert says in chat_table.say(chat_table.ann, text, 409)
    assert chat_table.read(chat_table.bob) == []


def test_messages_can_contain_any_script(chat_table: ChatTable) -> None:
    for text in ("Žluťoučký kůň 👨‍👩‍👧", "Хто ходить? Її хід!", "שלום", "x" * chat_service.MAX_MESSAGE_CHARS):
        chat_table.say(chat_table.ann, text)
        assert chat_table.read(chat_table.bob)[-1] == text


def test_form_without_scripts_keeps_a_refused_message(chat_table: ChatTable) -> None:
    message = "y" * (chat_service.MAX_MESSAGE_CHARS + 1)
    response = chat_table.ann.post(f"/table/{chat_table.id}/chat", {"text": message})
    assert response.status_code == 409
    assert f"at most {chat_service.MAX_MESSAGE_CHARS}" in response.text
    assert message in response.text
    assert chat_table.ann.post(f"/table/{chat_table.id}/chat", {"text": "Hello"}).status_code == 303


def test_messages_per_minute_are_limited(chat_table: ChatTable, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(chat_service.MESSAGES_PER_MINUTE):
        chat_table.say(chat_table.ann, f"{number}")
    assert "Too many messages at once" in chat_table.say(chat_table.ann, "more", 409)
    chat_table.say(chat_table.bob, "I still may")
    for _ in range(chat_service.MESSAGES_PER_MINUTE):
        chat_table.say(chat_table.cleo, "look")
    chat_table.cleo.cookies.clear()  # another guest, at the same address
    chat_table.cleo.kept_token = ""
    chat_table.say(chat_table.cleo, "more", 409)


def test_chat_history_is_paginated(chat_table: ChatTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(routes, "MESSAGES_PER_PAGE", 2)
    for number in range(5):
        chat_table.say(chat_table.ann, f"{number}")

    def page(number: str) -> tuple[list[str], list[str]]:
        shown = chat_table.ann.get(f"/table/{chat_table.id}/chat?page={number}")
        lines = re.findall(r'<span class="words" dir="auto">(.*?)</span>', shown)
        return lines, re.findall(r'href="\?page=(\d+)"', shown)

    assert page("1") == (["3", "4"], ["2"])
    assert page("2") == (["1", "2"], ["3", "1"])
    assert page("3") == (["0"], ["2"])
    assert page("-7") == page("1")
    assert page("99999999999") == ([], ["99"])


def test_list_of_speakers_is_sent_for_new_speakers_only(app: Litestar, chat_table: ChatTable) -> None:
    feed = ChatFeed(app.state.chat, chat_table.table, guest_of(chat_table.table, 1), "en")
    run_in_app(app, feed.open())

    def news(guest: Guest, text: str) -> bool:
        chat_table.say(guest, text)
        frame = feed.next_update()
        assert frame is not None
        assert text in frame
        return 'id="mute-list"' in frame

    assert news(chat_table.ann, "first")
    assert not news(chat_table.ann, "again")
    assert news(chat_table.bob, "now Bob, too")
    assert not news(chat_table.ann, "and again")


def test_full_room_refuses_messages(chat_table: ChatTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat_service, "MAX_MESSAGES_PER_ROOM", 2)
    chat_table.say(chat_table.ann, "1")
    chat_table.say(chat_table.bob, "2")
    assert "is full" in chat_table.say(chat_table.ann, "3", 409)
    chat_table.say(chat_table.cleo, "the other room is another one")


def test_reactions_and_messages_have_separate_limits(
    app: Litestar, chat_table: ChatTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chat_service, "MAX_REACTIONS_PER_ROOM", 3)
    monkeypatch.setattr(chat_service, "MAX_MESSAGES_PER_ROOM", 2)
    chat_table.say(chat_table.ann, "1")
    store = app.state.chat.store

    async def react(seat: int | None) -> None:
        row = ChatRow(
            chat_table.id, PLAYERS, new_id(), "f" * 32, "", datetime.now(UTC), seat, target=1, reaction="heart"
        )
        await store.add(row, chat_service.MAX_REACTIONS_PER_ROOM)

    async def work() -> None:
        for seat in (None, 0):
            for _ in range(3):
                await react(seat)
            with pytest.raises(ConflictError):
                await react(seat)

    run_in_app(app, work())
    sent = chat_table.bob.post(
        f"/table/{chat_table.id}/chat/reaction", {"message": "p1", "reaction": "crown"}, live=True
    )
    assert "is full" in sent.text
    chat_table.say(chat_table.ann, "2")
    chat_table.say(chat_table.bob, "3", 409)


def test_table_without_chat_refuses_messages(new_guest: NewGuest, app: Litestar) -> None:
    chat_table = ChatTable(new_guest, app, silent="yes")
    assert chat_table.table.row.chat_disabled
    assert "turned off chat" in chat_table.say(chat_table.ann, "Hello", 409)
    page = chat_table.ann.get(f"/table/{chat_table.id}")
    assert 'id="chat-form"' not in page
    assert "Chat is off at this table" in page


def test_muted_person_is_hidden_from_the_person_who_muted_them(chat_table: ChatTable) -> None:
    chat_table.say(chat_table.ann, "Loud")
    chat_table.say(chat_table.bob, "Quiet")
    mute = {"message": chat_table.keys(chat_table.bob)[0], "on": "yes"}
    assert chat_table.bob.post(f"/table/{chat_table.id}/chat/mute", mute, live=True).status_code == 200
    chat_table.say(chat_table.ann, "Louder")
    assert chat_table.read(chat_table.bob) == ["Quiet"]
    assert chat_table.read(chat_table.ann) == ["Loud", "Quiet", "Louder"]
    chat_table.bob.post(f"/table/{chat_table.id}/chat/mute", {**mute, "on": "no"}, live=True)
    assert chat_table.read(chat_table.bob) == ["Loud", "Quiet", "Louder"]
    own = chat_table.keys(chat_table.bob)[1]
    assert (
        chat_table.bob.post(f"/table/{chat_table.id}/chat/mute", {"message": own, "on": "yes"}, live=True).status_code
        == 409
    )


def test_messages_of_a_muted_person_are_hidden_everywhere(
    app: Litestar, chat_table: ChatTable, settings: Settings
) -> None:
    """They are left out of the stream, the chat history, replays and reactions; others see them."""
    chat_table.say(chat_table.bob, "Mine")
    chat_table.say(chat_table.ann, "Muted one")
    mute = {"message": chat_table.keys(chat_table.bob)[1], "on": "yes"}
    assert chat_table.bob.post(f"/table/{chat_table.id}/chat/mute", mute, live=True).status_code == 200
    table, tables, chat = chat_table.table, app.state.tables, app.state.chat

    async def listen() -> list[str]:
        pages = [stream_updates(tables, chat, table, guest_of(table, seat), "en", NEVER, 60) for seat in (0, 1)]
        frames = [await next_chat_event(page) for page in pages]
        await chat.post_message(table, guest_of(table, 0), "", "Muted two", "here")
        await chat.set_reaction(table, guest_of(table, 0), "", "p1", "heart", "here")
        await chat.post_message(table, guest_of(table, 1), "", "The last word", "here")
        for at, page in enumerate(pages):
            while "The last word" not in frames[at]:
                frames[at] += await next_chat_event(page)
            await page.aclose()  # type: ignore[attr-defined]
        return frames

    other_frames, muting_frames = run_in_app(app, listen())
    assert "Muted one" in other_frames
    assert "Muted two" in other_frames
    assert "Mine" in muting_frames
    assert "Muted" not in muting_frames
    assert "Lovely: Ann" in other_frames
    assert "Lovely: Ann" not in muting_frames
    run_in_thread(lambda: play_to_the_end(settings.data / "test.db", chat_table.id))
    for path in ("talk", "replay?at=0", "replay", "log", ""):
        assert "Muted" not in chat_table.bob.get(f"/table/{chat_table.id}/{path}".rstrip("/"))
    assert "Muted two" in chat_table.cleo.get(f"/table/{chat_table.id}/replay")
    assert 'title="Lovely: Ann"' in chat_table.ann.get(f"/table/{chat_table.id}/chat")
    assert "Lovely: Ann" not in chat_table.bob.get(f"/table/{chat_table.id}/chat")


@pytest.mark.parametrize(
    "form",
    [
        {"message": "p1", "reaction": "skull"},
        {"message": "p2", "reaction": "heart"},
        {"message": "p0", "reaction": "heart"},
        {"message": "p-1", "reaction": "heart"},
        {"message": "p²", "reaction": "heart"},
        {"message": "x1", "reaction": "heart"},
        {"message": "", "reaction": "heart"},
        {"reaction": "heart"},
    ],
)
def test_reaction_to_an_unknown_line_is_refused(chat_table: ChatTable, form: dict[str, str]) -> None:
    chat_table.say(chat_table.ann, "Hello")
    assert chat_table.ann.post(f"/table/{chat_table.id}/chat/reaction", form, live=True).status_code == 409
    assert 'class="reaction"' not in chat_table.ann.get(f"/table/{chat_table.id}/chat")


def test_second_reaction_of_the_same_kind_removes_it(chat_table: ChatTable) -> None:
    chat_table.say(chat_table.ann, "Hello")
    for expected in (1, 0, 1):
        chat_table.bob.post(f"/table/{chat_table.id}/chat/reaction", {"message": "p1", "reaction": "crown"}, live=True)
        assert chat_table.ann.get(f"/table/{chat_table.id}/chat").count('title="Well played: Bob"') == expected
    response = chat_table.cleo.post(
        f"/table/{chat_table.id}/chat/reaction", {"message": "p1", "reaction": "crown"}, live=True
    )
    assert response.status_code == 409, "invisible messages cannot be answered"


def test_messages_and_notes_stay_private(app: Litestar, chat_table: ChatTable) -> None:
    chat_table.say(chat_table.ann, PLAYER_WORDS)
    chat_table.say(chat_table.cleo, SPECTATOR_WORDS)
    assert chat_table.ann.post(f"/table/{chat_table.id}/notes", {"text": NOTE}, live=True).text == "Saved."
    assert NOTE in chat_table.ann.get(f"/table/{chat_table.id}/notes")
    for seat, guest, unheard in ((1, chat_table.bob, SPECTATOR_WORDS), (None, chat_table.cleo, "Dublin &lt;script")):
        seen = read_everything(app, chat_table.table, seat, guest)
        for language in LANGUAGES:
            guest.language = language
            seen.append(guest.get(f"/table/{chat_table.id}/chat"))
        assert any(("Dublin &lt;script" if seat == 1 else SPECTATOR_WORDS) in text for text in seen)
        assert not [text for text in seen if unheard in text or NOTE in text]
    assert chat_table.cleo.request("GET", f"/table/{chat_table.id}/notes").status_code == 404
    assert chat_table.cleo.post(f"/table/{chat_table.id}/notes", {"text": "x"}, live=True).status_code == 409
    assert NOTE not in chat_table.bob.get(f"/table/{chat_table.id}/notes")


def test_finished_game_opens_the_chat_but_not_the_notes(
    app: Litestar, chat_table: ChatTable, settings: Settings
) -> None:
    chat_table.say(chat_table.ann, PLAYER_WORDS)
    chat_table.say(chat_table.cleo, SPECTATOR_WORDS)
    chat_table.ann.post(f"/table/{chat_table.id}/notes", {"text": NOTE}, live=True)
    run_in_thread(lambda: play_to_the_end(settings.data / "test.db", chat_table.id))
    chat_table.ann.get(f"/table/{chat_table.id}")
    chat_table.say(chat_table.bob, "That was close")
    for guest in (chat_table.ann, chat_table.bob, chat_table.cleo):
        assert chat_table.read(guest) == [escape(PLAYER_WORDS), SPECTATOR_WORDS, "That was close"]
    for guest in (chat_table.bob, chat_table.cleo):
        for path in ("", "/chat", "/log", "/replay", "/record", "/shuffle", "/picture.svg"):
            assert NOTE not in guest.get(f"/table/{chat_table.id}{path}")
    assert NOTE in chat_table.ann.get(f"/table/{chat_table.id}/notes")
    assert "Dublin" not in json.dumps(chat_table.ann.get(f"/table/{chat_table.id}/record").split("\n")[1:])
    stream = run_in_app(app, _first_event(app, chat_table.table, "f" * 32))
    assert SPECTATOR_WORDS in stream
    assert "Dublin &lt;script" in stream
    assert NOTE not in stream


async def _first_event(app: Litestar, table: LiveTable, guest: str) -> str:
    page = stream_updates(app.state.tables, app.state.chat, table, guest, "en", NEVER, 60)
    frame = "".join([(await anext(page)).decode() for _ in range(3)])
    await page.aclose()  # type: ignore[attr-defined]
    return frame


def test_note_is_bounded_and_can_be_cleared(chat_table: ChatTable) -> None:
    response = chat_table.ann.post(f"/table/{chat_table.id}/notes", {"text": "z" * 4001}, live=True)
    assert response.status_code == 409
    assert "at most 4000" in response.text
    chat_table.ann.post(f"/table/{chat_table.id}/notes", {"text": "line\r\nline </textarea>"}, live=True)
    assert "line\nline &lt;/textarea&gt;</textarea>" in chat_table.ann.get(f"/table/{chat_table.id}/notes")
    chat_table.ann.post(f"/table/{chat_table.id}/notes", {"text": ""}, live=True)
    assert ">\n</textarea>" in chat_table.ann.get(f"/table/{chat_table.id}/notes")


def test_messages_mutes_and_notes_follow_to_another_browser(new_guest: NewGuest, chat_table: ChatTable) -> None:
    chat_table.say(chat_table.ann, "Loud")
    chat_table.ann.post(f"/table/{chat_table.id}/notes", {"text": NOTE}, live=True)
    mute = {"message": chat_table.keys(chat_table.bob)[0], "on": "yes"}
    chat_table.bob.post(f"/table/{chat_table.id}/chat/mute", mute, live=True)
    page = chat_table.ann.get(f"/table/{chat_table.id}/seat")
    link = re.findall(r'value="https?://[^"/]+(/take/[^"]+|/seat/[^"]+)"', page)[0]
    phone = new_guest()
    assert phone.post(link, {"name": "Ann"}).status_code == 303
    assert NOTE in phone.get(f"/table/{chat_table.id}/notes")
    chat_table.say(phone, "It is me again")
    assert chat_table.read(chat_table.bob) == [], "and she is still muted"


def test_new_holder_of_a_seat_does_not_get_the_notes(new_guest: NewGuest, chat_table: ChatTable) -> None:
    chat_table.bob.post(f"/table/{chat_table.id}/notes", {"text": NOTE}, live=True)
    clear_last_seen(chat_table.ann)
    chat_table.ann.post(f"/table/{chat_table.id}/offer", {"seat": "1", "create": "yes"})
    page = chat_table.ann.get(f"/table/{chat_table.id}/seat")
    links = re.findall(r'value="https?://[^"/]+(/take/[^"]+|/seat/[^"]+)"', page)
    dora = new_guest()
    taken = [dora.post(link, {"name": "Dora"}).status_code for link in links[1:]]
    assert taken == [303], page
    assert NOTE not in dora.get(f"/table/{chat_table.id}/notes")


def test_messages_reach_other_servers(database: str, settings: Settings, tmp_path: Path) -> None:
    """On both kinds of database, concurrent messages are all stored once and in one order."""

    async def two_servers() -> None:
        databases = [UpgradableDatabase(database), UpgradableDatabase(database)]
        for one in databases:
            await one.open()
        first_server, second_server = (Services(one.database, settings) for one in databases)
        await first_server.start()
        await second_server.start()
        seats = [SeatRow(0, GUEST, "Ann", guest="a" * 32), *[SeatRow(at, BOT, f"B{at}", bot="random") for at in (1, 2)]]
        id_ = await first_server.tables.open(NewTable(find_game(GAME), 3, {}, "a" * 32, seats))
        tables = [await first_server.tables.get(id_), await second_server.tables.get(id_)]
        assert tables[0] is not None
        assert tables[1] is not None
        page = stream_updates(second_server.tables, second_server.chat, tables[1], "a" * 32, "en", NEVER, 0.5)
        while "event: p" not in (await anext(page)).decode():
            pass
        await first_server.chat.post_message(tables[0], "a" * 32, "", "Hello", "here")
        received = ""
        async with asyncio.timeout(20):
            while "event: chat" not in received:
                received = (await anext(page)).decode()
        assert "Hello" in received
        texts = [f"{number}" for number in range(8)]
        await asyncio.gather(
            *(first_server.chat.post_message(tables[0], "b" * 32, "Bob", text, "b") for text in texts),
            *(second_server.chat.post_message(tables[1], "c" * 32, "Cleo", text, "c") for text in texts),
        )
        talk = await second_server.chat.load_conversation(id_)
        lines = [line.row for line in talk.messages(("onlookers",))]
        assert [row.number for row in lines] == list(range(1, 17))
        assert sorted(row.text for row in lines) == sorted(texts * 2)
        await second_server.chat.store.save_note(id_, "a" * 32, NOTE)
        await page.aclose()  # type: ignore[attr-defined]
        rows = await back_up(databases[0], tmp_path / "backup")
        for services in (first_server, second_server):
            await services.close()
        assert (await restore(databases[1], tmp_path / "backup", replace=True)).rows == rows
        assert await second_server.chat.store.note(id_, "a" * 32) == NOTE
        assert sum(rows for _, rows in (await second_server.chat.store.sizes([id_])).values()) == 17
        for one in databases:
            await one.close()

    run_in_thread(lambda: asyncio.run(two_servers()))


def test_deleted_messages_disappear_from_memory(app: Litestar, chat_table: ChatTable, settings: Settings) -> None:
    chat_table.say(chat_table.ann, "One")
    chat_table.say(chat_table.bob, "Two")
    chat_table.ann.post(f"/table/{chat_table.id}/chat/reaction", {"message": "p2", "reaction": "heart"}, live=True)
    chat_table.bob.post(f"/table/{chat_table.id}/chat/reaction", {"message": "p1", "reaction": "heart"}, live=True)
    with closing(sqlite3.connect(settings.data / "test.db")) as store, store:
        store.execute("DELETE FROM chat_messages WHERE guest = ?", [guest_of(chat_table.table, 0)])
    assert chat_table.read(chat_table.bob) == ["Two"], "nor is it remembered"
    chat_table.say(chat_table.ann, "Three")
    assert chat_table.read(chat_table.bob) == ["Two", "Three"]


def test_log_of_a_replay_contains_chat_messages(app: Litestar, chat_table: ChatTable, settings: Settings) -> None:
    chat_table.say(chat_table.ann, "Before")
    guests = [chat_table.ann, chat_table.bob]
    while chat_table.table.entry_count < 6:
        seat = chat_table.table.state.players_to_act[0]
        if seat < 2:
            table = chat_table.table
            assert (
                guests[seat]
                .act(chat_table.id, str(table.state.legal_actions(seat)[0]), table.known_entry_count(seat))
                .is_success
            )
        else:
            time.sleep(0.02)
    chat_table.say(chat_table.bob, "Between")
    chat_table.say(chat_table.cleo, SPECTATOR_WORDS)
    for guest, said in ((chat_table.ann, ["Before", "Between"]), (chat_table.cleo, [SPECTATOR_WORDS])):
        log = guest.get(f"/table/{chat_table.id}/replay?at=0")
        actual = re.findall(r'data-stop="(\d+)"( hidden)?>.*?<span class="words" dir="auto">(.*?)</span>', log)
        assert [text for _, _, text in actual] == said
        assert [bool(hidden) for _, hidden, _ in actual] == [int(stop) > 0 for stop, _, _ in actual]
        assert int(actual[-1][0]) > 0, "it was said after some moves"
        scene = guest.get(f"/table/{chat_table.id}/replay/scene?at=1")
        assert not [text for text in (*said, SPECTATOR_WORDS) if text in scene], (
            "what comes for a moment is that moment"
        )
    run_in_thread(lambda: play_to_the_end(settings.data / "test.db", chat_table.id))
    chat_table.ann.get(f"/table/{chat_table.id}")
    log = chat_table.cleo.get(f"/table/{chat_table.id}/replay")
    stops = [int(stop) for stop in re.findall(r'data-stop="(\d+)"', log)]
    assert len(stops) == 3
    assert stops[0] == 0 < stops[1] <= stops[2]
    places = [log.index(text) for text in ("Before", "Between", SPECTATOR_WORDS)]
    assert places == sorted(places)
