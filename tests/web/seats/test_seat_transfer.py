"""A seat moves to another browser by a link that works once; nobody else sees the link."""

import asyncio
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
from litestar import Litestar
from msgspec import structs

from regnum.core.text.ledger import LANGUAGES
from regnum.web.play.stream import stream_updates
from regnum.web.tables.models import BOT, GUEST
from tests.support.store.finished_games import play_to_the_end
from tests.support.web import seating
from tests.support.web.apps import live_table, run_in_app, run_in_thread, wait_for
from tests.support.web.clock_time import OWN
from tests.support.web.guests import LINK, Guest, NewGuest

pytestmark = pytest.mark.own_app


class SeatedTable:
    """Ann is the host, Ben and Cleo are her guests, and there is a spectator."""

    def __init__(self, new_guest: NewGuest, app: Litestar) -> None:
        self.host, self.ben, self.cleo, self.spectator = (new_guest() for _ in range(4))
        self.id = self.host.open_table("me", "open", "open", option_first_player="2")
        for guest, path, name in zip((self.ben, self.cleo), self.open_seat_links(), ("Ben", "Cleo"), strict=True):
            assert guest.join(path, name).status_code == 303
        self.table = live_table(app, self.id)
        seating.clear_last_seen(self.host)

    def open_seat_links(self) -> list[str]:
        self.invitations = self.host.invitations(self.id)
        return self.invitations

    def page(self, guest: Guest) -> str:
        return guest.get(f"/table/{self.id}")

    def seat_links(self, guest: Guest) -> list[str]:
        """Return the links on the page of a guest's seat, the own link first."""
        return LINK.findall(guest.get(f"/table/{self.id}/seat"))

    def offer(self, guest: Guest, seat: int, made: str = "yes") -> int:
        return guest.post(f"/table/{self.id}/offer", {"seat": str(seat), "create": made}).status_code


@pytest.fixture
def seated(new_guest: NewGuest, app: Litestar) -> SeatedTable:
    return SeatedTable(new_guest, app)


def test_seat_moves_to_another_browser(seated: SeatedTable, new_guest: NewGuest) -> None:
    (link,) = seated.seat_links(seated.ben)
    phone = new_guest()
    page = phone.get(link)
    assert "as Ben, in seat 2" in page
    assert f'method="post" action="{link}"' in page
    assert seated.table.seat_of(seated.table.row.seats[1].guest or "") == 1
    assert seated.ben.choices(seated.id), "opening the link changes nothing"
    assert phone.post(link, {}).headers["location"] == f"/table/{seated.id}"
    assert [row.name for row in seated.table.row.seats] == ["Ann", "Ben", "Cleo"]
    action = phone.choices(seated.id)[0]
    before = seated.page(seated.ben)
    assert ("in use in another browser" in before, "You are watching." in before) == (True, True)
    late = seated.ben.act(seated.id, action)
    assert (late.status_code, "continue there" in late.text) == (409, True)
    assert phone.act(seated.id, action).status_code == 200
    assert seated.id in phone.get("/tables")
    assert seated.id not in seated.ben.get("/tables")


def test_personal_link_works_once_and_the_seat_can_return(seated: SeatedTable, new_guest: NewGuest) -> None:
    (link,) = seated.seat_links(seated.ben)
    assert seated.seat_links(seated.ben) == [link], "opening it does not change it"
    phone, thief = new_guest(), new_guest()
    phone.post(link, {})
    for response in (thief.request("GET", link), thief.post(link, {}), seated.ben.post(link, {})):
        assert (response.status_code, "already been used" in response.text) == (404, True)
    (fresh,) = seated.seat_links(phone)
    assert fresh != link
    assert seated.ben.post(fresh, {}).status_code == 303
    assert seated.ben.choices(seated.id)
    assert "in use in another browser" not in seated.page(seated.ben)
    assert "in use in another browser" in seated.page(phone)


@pytest.mark.parametrize("language", LANGUAGES)
def test_invalid_seat_link_is_explained(new_guest: NewGuest, language: str) -> None:
    guest = new_guest(language)
    for response in (guest.request("GET", "/seat/wrong"), guest.post("/seat/wrong", {})):
        assert response.status_code == 404
        assert {"en": "reassign the seat", "de": "neu zu vergeben", "uk": "видати вам нове"}[language] in response.text


def test_personal_link_is_visible_to_its_holder_only(seated: SeatedTable) -> None:
    everybody = (seated.host, seated.ben, seated.cleo, seated.spectator)
    tokens = [seated.seat_links(guest)[0] for guest in everybody[:3]]
    assert len(set(tokens)) == 3
    for path in ("", "/log", "/seat"):
        for at, guest in enumerate(everybody):
            response = guest.request("GET", f"/table/{seated.id}{path}")
            for owner, token in enumerate(tokens):
                shown = token.rpartition("/")[2] in response.text
                assert shown == (path == "/seat" and at == owner), (path, at, owner)
            if path == "/seat":
                assert response.headers["cache-control"] == "no-store"
    watching = seated.spectator.request("GET", f"/table/{seated.id}/seat")
    assert (watching.status_code, "You have no seat at this table" in watching.text) == (409, True)
    assert f'href="/table/{seated.id}/seat"' in seated.page(seated.ben)
    assert f'href="/table/{seated.id}/seat"' not in seated.page(seated.spectator)
    guests = [str(row.guest) for row in seated.table.row.seats]
    assert not [token for token in tokens for known in (seated.id, *guests) if known in token], (
        "random, not made of these"
    )


def test_seated_player_cannot_take_a_second_seat(seated: SeatedTable) -> None:
    (link,) = seated.seat_links(seated.ben)
    own = seated.ben.post(link, {})
    assert (own.status_code, "You already have seat 2 in this browser" in own.text) == (409, True)
    other = seated.cleo.post(link, {})
    assert (other.status_code, "You already have seat 3 at this table" in other.text) == (409, True)
    assert seated.seat_links(seated.ben) == [link], "a refusal does not use it up"


def test_seat_link_requires_a_csrf_token(seated: SeatedTable, new_guest: NewGuest) -> None:
    (link,) = seated.seat_links(seated.ben)
    stranger = new_guest()
    assert stranger.request("POST", link, data={}).status_code == 403
    assert seated.ben.choices(seated.id)


def test_host_stays_host_in_another_browser(seated: SeatedTable, new_guest: NewGuest) -> None:
    own = seated.seat_links(seated.host)[0]
    phone = new_guest()
    phone.post(own, {})
    assert seated.offer(phone, 1) == 303
    assert seated.offer(seated.host, 1) == 409


def test_host_can_offer_a_seat_to_another_person(seated: SeatedTable, new_guest: NewGuest) -> None:
    (personal,) = seated.seat_links(seated.ben)
    assert (seated.offer(seated.cleo, 1), seated.offer(seated.spectator, 1), seated.offer(seated.host, 9)) == (
        409,
        409,
        409,
    )
    assert seated.offer(seated.host, 1) == 303
    _, offered = seated.seat_links(seated.host)
    assert offered.rpartition("/")[2] not in seated.page(seated.ben) + seated.page(seated.spectator)
    assert "ask the host to withdraw" in seated.page(seated.ben)
    assert seated.ben.choices(seated.id), "nothing changes until the offer is taken"
    new = new_guest()
    assert "you replace Ben" in new.get(offered)
    for name, says in (("", "Please enter your name"), ("cleo", "is already called cleo")):
        refused = new.post(offered, {"name": name})
        assert (refused.status_code, says in refused.text) == (409, True)
    assert new.post(offered, {"name": "Dora"}).status_code == 303
    assert [row.name for row in seated.table.row.seats] == ["Ann", "Dora", "Cleo"]
    assert new.act(seated.id, new.choices(seated.id)[0]).status_code == 200
    assert "The host has given your seat to Dora" in seated.page(seated.ben)
    for link in (personal, offered):
        assert seated.ben.post(link, {"name": "Ben"}).status_code == 404, "all links of the seat end with it"


def test_offer_can_be_withdrawn(seated: SeatedTable, new_guest: NewGuest) -> None:
    seated.offer(seated.host, 1)
    _, offered = seated.seat_links(seated.host)
    assert seated.offer(seated.host, 1, "no") == 303
    assert len(seated.seat_links(seated.host)) == 1
    assert new_guest().post(offered, {"name": "Dora"}).status_code == 404
    assert seated.ben.choices(seated.id)


def test_page_of_a_taken_seat_mentions_the_personal_link(seated: SeatedTable) -> None:
    page = seated.spectator.get(seated.invitations[0], status=409)
    assert "open your personal link" in page


def test_open_stream_of_the_old_browser_loses_the_seat(seated: SeatedTable, new_guest: NewGuest, app: Litestar) -> None:
    old = str(seated.table.row.seats[1].guest)
    (link,) = seated.seat_links(seated.ben)

    async def begin() -> tuple[AsyncIterator[bytes], bytes]:
        stream = stream_updates(app.state.tables, app.state.chat, seated.table, old, "en", 0, 0.01)
        return stream, await anext(stream)

    async def rest(stream: AsyncIterator[bytes]) -> list[bytes]:
        return [item async for item in stream]

    phone = new_guest()

    def watched() -> bytes:
        with asyncio.Runner() as runner:
            stream, _ = runner.run(begin())
            phone.post(link, {})
            phone.act(seated.id, phone.choices(seated.id)[0])
            return b"".join(runner.run(rest(stream)))

    result = run_in_thread(watched)
    assert (result.count(b"event: reload"), result.count(b"event: panel")) == (1, 0)


# A seat that the host gave away without asking.


def test_newly_seated_player_counts_as_present(new_guest: NewGuest) -> None:
    """This includes programs and browsers that run no scripts."""
    host, ben = new_guest(), new_guest()
    table = host.open_table("me", "open", "bot:random")
    assert ben.join(host.invitations(table)[0], "Ben").status_code == 303
    host.post(f"/table/{table}/offer", {"seat": "1", "create": "yes"})
    offered = LINK.findall(host.get(f"/table/{table}/seat"))[-1]
    assert new_guest().post(offered, {"name": "Dora"}).status_code == 409
    seating.clear_last_seen(host)
    assert new_guest().post(offered, {"name": "Dora"}).status_code == 303


def take_offered_seat(seated: SeatedTable, new_guest: NewGuest, name: str = "Dora") -> Guest:
    """Let another person take Ben's seat by an offer of the host."""
    seated.offer(seated.host, 1)
    seating.clear_last_seen(seated.host)
    new = new_guest()
    assert new.post(seated.seat_links(seated.host)[1], {"name": name}).status_code == 303
    return new


def settle_claim(seated: SeatedTable, guest: Guest, back: str) -> int:
    return guest.post(f"/table/{seated.id}/claim", {"back": back}).status_code


def read_stream(seated: SeatedTable, app: Litestar, seat: int, then: Callable[[], object]) -> bytes:
    """Return what the open page of a seat receives after an event, until silence or the end."""
    guest = str(seated.table.row.seats[seat].guest)

    async def listen() -> bytes:
        received = b""
        stream = stream_updates(
            app.state.tables, app.state.chat, seated.table, guest, "en", seated.table.entry_count, 0.01
        )
        received += await anext(stream)
        await asyncio.get_running_loop().run_in_executor(None, then)
        for _ in range(3):
            received += await anext(stream, b"")
        return received

    return run_in_app(app, listen())


def test_offered_seat_of_a_present_player_cannot_be_taken(
    seated: SeatedTable, new_guest: NewGuest, app: Litestar
) -> None:
    seated.ben.get("/waiting")
    seated.offer(seated.host, 1)
    link = seated.seat_links(seated.host)[1]
    refused = new_guest().post(link, {"name": "Dora"})
    assert refused.status_code == 409
    assert "Ben is at the table" in refused.text
    app.state.last_seen._here.clear()
    assert new_guest().post(link, {"name": "Dora"}).status_code == 303


def test_offered_seat_of_a_player_who_just_moved_cannot_be_taken(
    seated: SeatedTable, new_guest: NewGuest, app: Litestar
) -> None:
    wait_for(lambda: bool(seated.ben.choices(seated.id)))
    seated.offer(seated.host, 1)
    assert seated.ben.act(seated.id, seated.ben.choices(seated.id)[0]).status_code == 200
    assert new_guest().post(seated.seat_links(seated.host)[1], {"name": "Dora"}).status_code == 409


def test_seats_of_a_finished_game_cannot_be_offered(seated: SeatedTable, new_guest: NewGuest, app: Litestar) -> None:
    seated.offer(seated.host, 1)
    link = seated.seat_links(seated.host)[1]
    run_in_thread(lambda: play_to_the_end(app.state.settings.data / "test.db", seated.id))
    assert new_guest().post(link, {"name": "Dora"}).status_code == 409
    offered = seated.host.post(f"/table/{seated.id}/offer", {"seat": "1", "create": "yes"})
    assert offered.status_code == 409


def test_open_page_reloads_when_its_seat_is_offered(seated: SeatedTable, app: Litestar) -> None:
    for made in ("yes", "no"):
        assert b"event: reload" in read_stream(seated, app, 1, partial(seated.offer, seated.host, 1, made))
        assert ("ask the host to withdraw" in seated.page(seated.ben)) == (made == "yes")
    assert b"event: reload" not in read_stream(seated, app, 2, lambda: seated.offer(seated.host, 1))


def test_claimant_takes_the_seat_back_with_one_click(seated: SeatedTable, new_guest: NewGuest, app: Litestar) -> None:
    def leave() -> None:
        seated.table.present = frozenset()  # the page is open, but on a device that sleeps
        take_offered_seat(seated, new_guest)

    assert b"event: reload" in read_stream(seated, app, 1, leave)
    page = seated.page(seated.ben)
    assert f'method="post" action="/table/{seated.id}/claim"' in page
    assert "The host has given your seat to Dora" in page
    assert seated.id in seated.ben.get("/tables")
    assert settle_claim(seated, seated.ben, "yes") == 303
    assert [row.name for row in seated.table.row.seats] == ["Ann", "Ben", "Cleo"]
    assert seated.ben.act(seated.id, seated.ben.choices(seated.id)[0]).status_code == 200
    assert settle_claim(seated, seated.ben, "yes") == 409, "once"


def test_former_holder_watches_after_the_claim(seated: SeatedTable, new_guest: NewGuest) -> None:
    new = take_offered_seat(seated, new_guest)
    (personal,) = seated.seat_links(new)
    assert new.act(seated.id, new.choices(seated.id)[0]).status_code == 200
    settle_claim(seated, seated.ben, "yes")
    assert "You are watching." in seated.page(new)
    assert settle_claim(seated, new, "yes") == 409
    assert new.post(personal, {}).status_code == 404, "the new holder's links end as well"


def test_only_the_claimant_can_settle_the_claim(seated: SeatedTable, new_guest: NewGuest) -> None:
    new = take_offered_seat(seated, new_guest)
    for other in (new, seated.host, seated.cleo, seated.spectator):
        assert "The host has given" not in seated.page(other)
        assert (settle_claim(seated, other, "yes"), settle_claim(seated, other, "no")) == (409, 409)
    for _ in range(2):  # neither by moving the seat nor by offering it again
        phone = new_guest()
        phone.post(seated.seat_links(new)[0], {})
        new = take_offered_seat(seated, new_guest, "Eve")
    assert settle_claim(seated, seated.ben, "yes") == 303
    assert seated.table.row.seats[1].name == "Ben"
    assert settle_claim(seated, new, "yes") == 409


def test_renounced_claim_cannot_be_used(seated: SeatedTable, new_guest: NewGuest) -> None:
    new = take_offered_seat(seated, new_guest)
    assert settle_claim(seated, seated.ben, "no") == 303
    page = seated.page(seated.ben)
    assert ("The host has given" in page, "in use in another browser" in page) == (False, False)
    assert settle_claim(seated, seated.ben, "yes") == 409
    assert seated.table.seat_of(str(seated.table.row.seats[1].guest)) == 1
    assert new.choices(seated.id)


def test_holder_of_a_claimed_seat_cannot_resign_it_for_good(seated: SeatedTable, new_guest: NewGuest) -> None:
    new = take_offered_seat(seated, new_guest)
    assert new.post(f"/table/{seated.id}/leave", {}).status_code == 303
    assert (seated.table.row.seats[1].absent, seated.table.row.seats[1].resigned) == (True, False)
    assert "You are watching." in seated.page(new)
    assert "do-return" in seated.page(seated.ben)
    assert seated.ben.post(f"/table/{seated.id}/return", {}).status_code == 303
    assert seated.ben.act(seated.id, seated.ben.choices(seated.id)[0]).status_code == 200


def test_returned_seat_has_the_name_of_its_former_player(seated: SeatedTable, new_guest: NewGuest) -> None:
    assert seated.ben.post(f"/table/{seated.id}/chat", {"text": "Hello"}).status_code == 303
    new = take_offered_seat(seated, new_guest)
    assert new.post(f"/table/{seated.id}/leave", {}).status_code == 303
    assert seated.table.row.seats[1].name == "Ben"


def test_returned_seat_keeps_its_name_if_the_former_one_is_taken(seated: SeatedTable, new_guest: NewGuest) -> None:
    seated.offer(seated.host, 2)
    other = new_guest()
    assert other.post(seated.seat_links(seated.host)[-1], {"name": "Emil"}).status_code == 303
    seated.offer(seated.host, 1)
    assert new_guest().post(seated.seat_links(seated.host)[1], {"name": "Cleo"}).status_code == 303
    assert other.post(f"/table/{seated.id}/leave", {}).status_code == 303
    assert seated.table.row.seats[2].name == "Emil"


def test_seat_returns_before_the_game_has_begun(seated: SeatedTable, new_guest: NewGuest, app: Litestar) -> None:
    seated.id = seated.host.open_table("me", "open", "open")
    assert seated.ben.join(seated.host.invitations(seated.id)[0], "Ben").status_code == 303
    seated.table = live_table(app, seated.id)
    ben = seated.table.row.seats[1].guest
    new = take_offered_seat(seated, new_guest)
    assert seated.table.row.seats[1].guest != ben
    assert new.post(f"/table/{seated.id}/leave", {}).status_code == 303
    assert (seated.table.row.seats[1].guest, seated.table.row.seats[1].absent) == (ben, False)


def test_claimant_gets_the_original_name_back_after_two_offers(seated: SeatedTable, new_guest: NewGuest) -> None:
    ben = seated.table.row.seats[1].guest
    for name in ("Dora", "Eve"):
        new = take_offered_seat(seated, new_guest, name)
    assert seated.table.row.seats[1].claimant_name == "Ben"
    assert new.post(f"/table/{seated.id}/leave", {}).status_code == 303
    seat = seated.table.row.seats[1]
    assert (seat.guest, seat.name, seat.claimant_name) == (ben, "Ben", None)


def test_claim_on_a_seat_of_a_bot_can_be_used(seated: SeatedTable, new_guest: NewGuest, app: Litestar) -> None:
    """Older versions left a claim where an account was deleted."""
    take_offered_seat(seated, new_guest)
    row = structs.replace(seated.table.row.seats[1], kind=BOT, bot="random", guest=None, resigned=True)
    run_in_app(app, app.state.tables.change_table(seated.table, lambda: (seated.table.row, [row])))
    assert seated.table.row.seats[1].kind == BOT
    assert settle_claim(seated, seated.ben, "yes") == 303
    seat = seated.table.row.seats[1]
    assert (seat.kind, seat.name, seat.bot, seat.resigned) == (GUEST, "Ben", None, False)


def test_holder_of_a_claimed_seat_cannot_end_the_game_without_the_claimant(
    seated: SeatedTable, new_guest: NewGuest
) -> None:
    new = take_offered_seat(seated, new_guest)
    assert seated.host.post(f"/table/{seated.id}/propose", {"kind": "end"}).status_code == 303
    for guest in (new, seated.cleo):
        assert seating.answer_proposal(guest, seated.table, "yes").status_code == 303
    assert seated.table.phase == "playing"
    assert "Still to answer: the person who can take back Dora’s seat." in seated.page(seated.cleo)
    assert settle_claim(seated, seated.ben, "yes") == 303
    assert "Still to answer: Ben." in seated.page(seated.cleo)
    assert seating.answer_proposal(seated.ben, seated.table, "yes").status_code == 303
    assert seated.table.phase == "abandoned"


def test_holder_of_a_claimed_seat_cannot_change_the_clocks_at_once(seated: SeatedTable, new_guest: NewGuest) -> None:
    new = take_offered_seat(seated, new_guest)
    for guest in (seated.host, seated.cleo, new):
        guest.get("/waiting")
    form = {"kind": "clocks", "clock_preset": "daily"}
    assert new.post(f"/table/{seated.id}/propose", form).status_code == 303
    proposal = seated.table.row.proposal
    assert proposal is not None
    assert proposal.until > datetime.now(UTC) + timedelta(days=2), "Ben has days to come back"


@pytest.mark.parametrize(
    ("kind", "more"),
    [("end", {}), ("pause", {}), ("resume", {}), ("more", {"more": "60", "more_unit": "days"}), ("clocks", OWN)],
)
def test_proposal_waits_for_the_claimant(
    seated: SeatedTable, new_guest: NewGuest, kind: str, more: dict[str, str]
) -> None:
    def agree(kind: str, other: Guest, **more: str) -> bool:
        assert seated.host.post(f"/table/{seated.id}/propose", {"kind": kind, **more}).status_code == 303
        for guest in (other, seated.cleo):
            assert seating.answer_proposal(guest, seated.table, "yes").status_code == 303
        return seated.table.row.proposal is not None and seated.table.row.proposal.is_carried_out

    assert agree("clocks", seated.ben, **OWN)
    if kind == "resume":
        assert agree("pause", seated.ben)
    assert not agree(kind, take_offered_seat(seated, new_guest), **more)
    assert settle_claim(seated, seated.ben, "yes") == 303
    assert seating.answer_proposal(seated.ben, seated.table, "no").status_code == 303


def test_renounced_claim_needs_no_answer(seated: SeatedTable, new_guest: NewGuest) -> None:
    new = take_offered_seat(seated, new_guest)
    assert seated.host.post(f"/table/{seated.id}/propose", {"kind": "end"}).status_code == 303
    for guest in (new, seated.cleo):
        assert seating.answer_proposal(guest, seated.table, "yes").status_code == 303
    assert settle_claim(seated, seated.ben, "no") == 303
    assert seated.table.phase == "abandoned"


def test_answer_does_not_move_with_an_offered_seat(seated: SeatedTable, new_guest: NewGuest) -> None:
    assert seated.ben.post(f"/table/{seated.id}/propose", {"kind": "end"}).status_code == 303
    phone = new_guest()
    assert phone.post(seated.seat_links(seated.ben)[0], {}).status_code == 303
    proposal = seated.table.row.proposal
    assert proposal is not None
    assert proposal.agreed == (1,), "it is the same person"
    take_offered_seat(seated, new_guest)
    proposal = seated.table.row.proposal
    assert proposal is not None
    assert proposal.agreed == ()


def test_personal_link_leaves_no_claim(seated: SeatedTable, new_guest: NewGuest) -> None:
    new_guest().post(seated.seat_links(seated.ben)[0], {})
    assert settle_claim(seated, seated.ben, "yes") == 409
    assert "in use in another browser" in seated.page(seated.ben)


def test_claimant_does_not_get_a_name_that_is_taken(seated: SeatedTable, new_guest: NewGuest) -> None:
    take_offered_seat(seated, new_guest)
    seated.offer(seated.host, 2)
    other = new_guest()
    assert other.post(seated.seat_links(seated.host)[-1], {"name": "Ben"}).status_code == 303
    assert settle_claim(seated, seated.ben, "yes") == 303
    assert [row.name for row in seated.table.row.seats] == ["Ann", "Dora", "Ben"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_claim_is_translated(seated: SeatedTable, new_guest: NewGuest, language: str) -> None:
    take_offered_seat(seated, new_guest)
    seated.ben.language = language
    words = {"en": "Take my seat back", "de": "Meinen Platz zurückholen", "uk": "Повернути моє місце"}
    assert words[language] in seated.page(seated.ben)
