"""Titles of tables: set by the host, and shown with the table."""

import asyncio
import re

import pytest
from litestar import Litestar

from regnum.core.text.ledger import LANGUAGES
from regnum.web.http.games import title_of
from regnum.web.names import MAX_TITLE_LENGTH
from regnum.web.notifications.messages import MOVE, Notification
from regnum.web.notifications.transports import WEBHOOKS
from regnum.web.notifications.transports.browser_push import push_body
from regnum.web.notifications.transports.email import email_of
from regnum.web.play.stream import stream_updates, waiting_at
from regnum.web.tables.service import MAX_CHANGES_BY_HOST_PER_HOUR
from tests.support.store.finished_games import play_to_the_end
from tests.support.web.apps import live_table, run_in_app
from tests.support.web.guests import GAME, Guest, NewGuest

pytestmark = pytest.mark.own_app
NAME = "Friday’s <round> & friends"


def set_title(guest: Guest, table: str, title: str, status: int = 303) -> str:
    response = guest.post(f"/table/{table}/title", {"title": title})
    assert response.status_code == status
    return response.text


def test_renames_and_offers_are_limited_by_the_hour(new_guest: NewGuest, app: Litestar) -> None:
    host, friend = new_guest(), new_guest()
    table = host.open_table("me", "open", "bot:random")
    assert friend.join(host.invitations(table)[0], "Ben").status_code == 303
    for number in range(MAX_CHANGES_BY_HOST_PER_HOUR - 1):
        set_title(host, table, f"No. {number}")
    set_title(friend, table, "mine", status=409)
    offer = {"seat": "1", "create": "yes"}
    assert host.post(f"/table/{table}/offer", offer).status_code == 303
    assert "Too many changes at this table" in host.post(f"/table/{table}/offer", offer).text
    assert "Too many changes at this table" in set_title(host, table, "one more", status=409)
    assert live_table(app, table).row.title == f"No. {MAX_CHANGES_BY_HOST_PER_HOUR - 2}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_title_is_shown_with_the_table(new_guest: NewGuest, app: Litestar, language: str) -> None:
    host, friend = new_guest(language), new_guest(language)
    shown = f"Friday’s &lt;round&gt; &amp; friends ({title_of(GAME, language)})"
    table = host.open_table("me", "open", "bot:random", title=f"  {NAME} ", listed="yes")
    assert live_table(app, table).row.title == NAME
    (link,) = host.invitations(table)
    for page in (host.get(f"/table/{table}"), host.get("/"), host.get("/tables"), friend.get("/lobby")):
        assert shown in page
    page = friend.get(link)
    (head,) = re.findall(r'<meta property="og:title" content="([^"]*)">', page)
    assert shown in head, "the preview of the link describes it"
    friend.join(link, "Bob")
    page = host.get(f"/table/{table}")
    assert f"<title>{shown} · Regnum</title>" in page
    assert '<span class="table-title" title="Friday’s &lt;round&gt; &amp; friends">' in page
    assert shown in host.get(f"/table/{table}/leave")
    play_to_the_end(app.state.settings.data / "test.db", table)
    assert shown in host.get(f"/table/{table}/replay")
    again = host.post(f"/table/{table}/rematch", {}).headers["location"].rpartition("/")[2]
    assert live_table(app, again).row.title == NAME


def test_only_the_host_can_rename_the_table(new_guest: NewGuest, app: Litestar) -> None:
    host, friend = new_guest(), new_guest()
    table = host.open_table("me", "open", "bot:random")
    set_title(host, table, "First")
    assert 'name="title" value="First"' in host.get(f"/table/{table}")
    friend.join(host.invitations(table)[0], "Bob")
    assert 'name="title" value="First"' in host.get(f"/table/{table}/seat")
    assert 'name="title"' not in friend.get(f"/table/{table}/seat")
    assert "Only the host" in set_title(friend, table, "Mine", 409)
    set_title(host, table, "Second\nround")
    assert live_table(app, table).row.title == "Second round", "it has one line"
    set_title(host, table, "")
    assert live_table(app, table).row.title == ""
    assert "<title>Brian Boru · Regnum</title>" in host.get(f"/table/{table}")


@pytest.mark.parametrize("begun", [False, True])
def test_open_pages_show_a_new_title(new_guest: NewGuest, app: Litestar, begun: bool) -> None:
    host = new_guest()
    id_ = host.open_table("me", "bot:random" if begun else "open", "bot:random")
    table = live_table(app, id_)

    async def stream() -> bytes:
        entries_known = table.known_entry_count(None) if begun else waiting_at(table)
        stream = stream_updates(app.state.tables, app.state.chat, table, "a spectator", "en", entries_known, 0.1)
        await anext(stream)
        await asyncio.to_thread(set_title, host, id_, "Fridays")
        return await anext(stream)

    assert b"event: reload" in run_in_app(app, stream())


@pytest.mark.parametrize(
    ("title", "says"),
    [("x" * (MAX_TITLE_LENGTH + 1), f"at most {MAX_TITLE_LENGTH} characters"), ("a\u202eb", "cannot be displayed")],
)
def test_invalid_title_is_refused_in_one_line(new_guest: NewGuest, app: Litestar, title: str, says: str) -> None:
    host = new_guest()
    table = host.open_table("me", "open", "bot:random", title="x" * MAX_TITLE_LENGTH)
    assert says in set_title(host, table, title, 409)
    assert live_table(app, table).row.title == "x" * MAX_TITLE_LENGTH
    form = {"name": "Ann", "players": "3", "seat0": "me", "seat1": "open", "seat2": "open", "title": title}
    response = host.post("/new/khan", form)
    (error,) = re.findall(r'role="alert" id="error">([^<]*)', response.text)
    assert (response.status_code, says in error) == (422, True)


@pytest.mark.parametrize("kind", list(WEBHOOKS))
def test_title_in_a_notification_mentions_nobody_and_links_to_nothing(kind: str) -> None:
    notice = Notification(MOVE, "t" * 12, "khan", title="@everyone https://evil.example <b>")
    text = str(WEBHOOKS[kind].payload(notice, "en", "https://games.example"))
    assert "everyone" in text
    if kind != "json":
        assert "https://evil.example" not in text
    assert "@everyone" in push_body(notice, "en").decode()
    subject = email_of(notice, "a@example.org", "en", "https://games.example", "off").subject
    assert "everyone" in subject
    assert "evil.example" not in subject
