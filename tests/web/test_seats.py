"""A seat goes on in another browser by a link that works once; nobody else sees it, and the old browser is told."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable

import pytest
from litestar import Litestar

from regnum.core.ledger import LANGUAGES
from regnum.web.stream import events
from tests.web.conftest import Guest, apart, live

Visit = Callable[..., Guest]
LINK = re.compile(r'value="https?://[^"/]+(/seat/[^"]+)"')


class Party:
    """Ann is the host, Ben and Cleo are her guests, and somebody watches."""

    def __init__(self, visit: Visit, app: Litestar) -> None:
        self.host, self.ben, self.cleo, self.onlooker = (visit() for _ in range(4))
        self.id = self.host.open_table("me", "open", "open", option_first_player="2")
        for guest, path, name in zip((self.ben, self.cleo), self.links_to_join(), ("Ben", "Cleo"), strict=True):
            assert guest.join(path, name).status_code == 303
        self.table = live(app, self.id)

    def links_to_join(self) -> list[str]:
        self.invitations = self.host.invitations(self.id)
        return self.invitations

    def page(self, guest: Guest) -> str:
        return guest.get(f"/table/{self.id}")

    def links(self, guest: Guest) -> list[str]:
        """Return the links on the page of a guest's seat: his own first."""
        return LINK.findall(guest.get(f"/table/{self.id}/seat"))

    def offer(self, guest: Guest, seat: int, made: str = "yes") -> int:
        return guest.post(f"/table/{self.id}/offer", {"seat": str(seat), "made": made}).status_code


@pytest.fixture
def party(visit: Visit, app: Litestar) -> Party:
    return Party(visit, app)


def test_a_seat_goes_on_in_another_browser(party: Party, visit: Visit) -> None:
    (link,) = party.links(party.ben)
    phone = visit()
    asked = phone.get(link)
    assert "as Ben, on seat 2" in asked
    assert f'method="post" action="{link}"' in asked
    assert party.table.seat_of(party.table.row.seats[1].guest or "") == 1
    assert party.ben.choices(party.id), "to look at the link changes nothing"
    assert phone.post(link, {}).headers["location"] == f"/table/{party.id}"
    assert [row.name for row in party.table.row.seats] == ["Ann", "Ben", "Cleo"]
    action = phone.choices(party.id)[0]
    before = party.page(party.ben)
    assert ("goes on in another browser" in before, "You are watching." in before) == (True, True)
    late = party.ben.act(party.id, action)
    assert (late.status_code, "go on there" in late.text) == (409, True)
    assert phone.act(party.id, action).status_code == 200
    assert party.id in phone.get("/tables")
    assert party.id not in party.ben.get("/tables")


def test_a_link_works_once_and_the_seat_can_come_back(party: Party, visit: Visit) -> None:
    (link,) = party.links(party.ben)
    assert party.links(party.ben) == [link], "to look at it does not change it"
    phone, thief = visit(), visit()
    phone.post(link, {})
    for answer in (thief.request("GET", link), thief.post(link, {}), party.ben.post(link, {})):
        assert (answer.status_code, "was used already" in answer.text) == (404, True)
    (fresh,) = party.links(phone)
    assert fresh != link
    assert party.ben.post(fresh, {}).status_code == 303
    assert party.ben.choices(party.id)
    assert "goes on in another browser" not in party.page(party.ben)
    assert "goes on in another browser" in party.page(phone)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_wrong_link_is_refused_in_words(visit: Visit, language: str) -> None:
    guest = visit(language)
    for answer in (guest.request("GET", "/seat/wrong"), guest.post("/seat/wrong", {})):
        assert answer.status_code == 404
        assert {"en": "hand the seat out anew", "de": "neu vergeben", "uk": "віддати місце знову"}[
            language
        ] in answer.text


def test_only_its_holder_sees_a_personal_link(party: Party) -> None:
    everybody = (party.host, party.ben, party.cleo, party.onlooker)
    tokens = [party.links(guest)[0] for guest in everybody[:3]]
    assert len(set(tokens)) == 3
    for path in ("", "/log", "/seat"):
        for at, guest in enumerate(everybody):
            answer = guest.request("GET", f"/table/{party.id}{path}")
            for owner, token in enumerate(tokens):
                shown = token.rpartition("/")[2] in answer.text
                assert shown == (path == "/seat" and at == owner), (path, at, owner)
            if path == "/seat":
                assert answer.headers["cache-control"] == "no-store"
    watching = party.onlooker.request("GET", f"/table/{party.id}/seat")
    assert (watching.status_code, "You have no seat at this table" in watching.text) == (409, True)
    assert f'href="/table/{party.id}/seat"' in party.page(party.ben)
    assert f'href="/table/{party.id}/seat"' not in party.page(party.onlooker)
    guests = [str(row.guest) for row in party.table.row.seats]
    assert not [token for token in tokens for known in (party.id, *guests) if known in token], (
        "random, not made of these"
    )


def test_who_sits_here_already_cannot_take_a_second_seat(party: Party) -> None:
    (link,) = party.links(party.ben)
    own = party.ben.post(link, {})
    assert (own.status_code, "You sit on seat 2 in this browser already" in own.text) == (409, True)
    other = party.cleo.post(link, {})
    assert (other.status_code, "You sit on seat 3 of this table already" in other.text) == (409, True)
    assert party.links(party.ben) == [link], "a refusal does not use it up"


def test_a_request_from_elsewhere_takes_no_seat(party: Party, visit: Visit) -> None:
    (link,) = party.links(party.ben)
    stranger = visit()
    assert stranger.request("POST", link, data={}).status_code == 403
    assert party.ben.choices(party.id)


def test_a_host_who_moves_stays_the_host(party: Party, visit: Visit) -> None:
    own = party.links(party.host)[0]
    phone = visit()
    phone.post(own, {})
    assert party.offer(phone, 1) == 303
    assert party.offer(party.host, 1) == 409


def test_the_host_hands_a_seat_out_anew(party: Party, visit: Visit) -> None:
    (personal,) = party.links(party.ben)
    assert (party.offer(party.cleo, 1), party.offer(party.onlooker, 1), party.offer(party.host, 9)) == (409, 409, 409)
    assert party.offer(party.host, 1) == 303
    _, offered = party.links(party.host)
    assert offered.rpartition("/")[2] not in party.page(party.ben) + party.page(party.onlooker)
    assert "ask the host to withdraw" in party.page(party.ben)
    assert party.ben.choices(party.id), "nothing changes until somebody comes"
    new = visit()
    assert "you go on in place of Ben" in new.get(offered)
    for name, says in (("", "Please give your name"), ("cleo", "is called cleo already")):
        refused = new.post(offered, {"name": name})
        assert (refused.status_code, says in refused.text) == (409, True)
    assert new.post(offered, {"name": "Dora"}).status_code == 303
    assert [row.name for row in party.table.row.seats] == ["Ann", "Dora", "Cleo"]
    assert new.act(party.id, new.choices(party.id)[0]).status_code == 200
    assert "goes on in another browser" in party.page(party.ben)
    for link in (personal, offered):
        assert party.ben.post(link, {"name": "Ben"}).status_code == 404, "all links of the seat end with it"


def test_an_offer_can_be_withdrawn(party: Party, visit: Visit) -> None:
    party.offer(party.host, 1)
    _, offered = party.links(party.host)
    assert party.offer(party.host, 1, "no") == 303
    assert len(party.links(party.host)) == 1
    assert visit().post(offered, {"name": "Dora"}).status_code == 404
    assert party.ben.choices(party.id)


def test_the_page_of_a_taken_seat_tells_of_the_personal_link(party: Party) -> None:
    page = party.onlooker.get(party.invitations[0], status=409)
    assert "open your personal link" in page


def test_the_open_stream_of_the_old_browser_shows_nothing_more(party: Party, visit: Visit, app: Litestar) -> None:
    old = str(party.table.row.seats[1].guest)
    (link,) = party.links(party.ben)

    async def begin() -> tuple[AsyncIterator[bytes], bytes]:
        stream = events(app.state.tables, party.table, old, "en", 0, 0.01)
        return stream, await anext(stream)

    async def rest(stream: AsyncIterator[bytes]) -> list[bytes]:
        return [told async for told in stream]

    phone = visit()

    def watched() -> bytes:
        with asyncio.Runner() as runner:
            stream, _ = runner.run(begin())
            phone.post(link, {})
            phone.act(party.id, phone.choices(party.id)[0])
            return b"".join(runner.run(rest(stream)))

    told = apart(watched)
    assert (told.count(b"event: reload"), told.count(b"event: panel")) == (1, 0)
