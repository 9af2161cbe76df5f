"""A seat played from another browser by a link that works once; nobody else sees it, and the old browser is told."""

import asyncio
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
from litestar import Litestar
from msgspec import structs

from regnum.core.text.ledger import LANGUAGES
from regnum.web.play.sse import events
from regnum.web.tables.models import BOT, GUEST
from tests.support import seating
from tests.support.apps import live_table, run_in_thread, wait_for
from tests.support.clock_time import OWN
from tests.support.finished_games import play_to_the_end
from tests.support.guests import LINK, Guest, Visit

pytestmark = pytest.mark.own_app


class Party:
    """Ann is the host, Ben and Cleo are her guests, and somebody watches."""

    def __init__(self, visit: Visit, app: Litestar) -> None:
        self.host, self.ben, self.cleo, self.spectator = (visit() for _ in range(4))
        self.id = self.host.open_table("me", "open", "open", option_first_player="2")
        for guest, path, name in zip((self.ben, self.cleo), self.links_to_join(), ("Ben", "Cleo"), strict=True):
            assert guest.join(path, name).status_code == 303
        self.table = live_table(app, self.id)
        seating.clear_last_seen(self.host)

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


def test_seat_moves_to_another_browser(party: Party, visit: Visit) -> None:
    (link,) = party.links(party.ben)
    phone = visit()
    asked = phone.get(link)
    assert "as Ben, in seat 2" in asked
    assert f'method="post" action="{link}"' in asked
    assert party.table.seat_of(party.table.row.seats[1].guest or "") == 1
    assert party.ben.choices(party.id), "to look at the link changes nothing"
    assert phone.post(link, {}).headers["location"] == f"/table/{party.id}"
    assert [row.name for row in party.table.row.seats] == ["Ann", "Ben", "Cleo"]
    action = phone.choices(party.id)[0]
    before = party.page(party.ben)
    assert ("played from another browser" in before, "You are watching." in before) == (True, True)
    late = party.ben.act(party.id, action)
    assert (late.status_code, "continue there" in late.text) == (409, True)
    assert phone.act(party.id, action).status_code == 200
    assert party.id in phone.get("/tables")
    assert party.id not in party.ben.get("/tables")


def test_personal_link_works_once_and_the_seat_can_return(party: Party, visit: Visit) -> None:
    (link,) = party.links(party.ben)
    assert party.links(party.ben) == [link], "to look at it does not change it"
    phone, thief = visit(), visit()
    phone.post(link, {})
    for answer in (thief.request("GET", link), thief.post(link, {}), party.ben.post(link, {})):
        assert (answer.status_code, "already been used" in answer.text) == (404, True)
    (fresh,) = party.links(phone)
    assert fresh != link
    assert party.ben.post(fresh, {}).status_code == 303
    assert party.ben.choices(party.id)
    assert "played from another browser" not in party.page(party.ben)
    assert "played from another browser" in party.page(phone)


@pytest.mark.parametrize("language", LANGUAGES)
def test_invalid_seat_link_is_explained(visit: Visit, language: str) -> None:
    guest = visit(language)
    for answer in (guest.request("GET", "/seat/wrong"), guest.post("/seat/wrong", {})):
        assert answer.status_code == 404
        assert {"en": "hand the seat out again", "de": "neu vergeben", "uk": "видати вам нове"}[language] in answer.text


def test_personal_link_is_visible_to_its_holder_only(party: Party) -> None:
    everybody = (party.host, party.ben, party.cleo, party.spectator)
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
    watching = party.spectator.request("GET", f"/table/{party.id}/seat")
    assert (watching.status_code, "You have no seat at this table" in watching.text) == (409, True)
    assert f'href="/table/{party.id}/seat"' in party.page(party.ben)
    assert f'href="/table/{party.id}/seat"' not in party.page(party.spectator)
    guests = [str(row.guest) for row in party.table.row.seats]
    assert not [token for token in tokens for known in (party.id, *guests) if known in token], (
        "random, not made of these"
    )


def test_seated_player_cannot_take_a_second_seat(party: Party) -> None:
    (link,) = party.links(party.ben)
    own = party.ben.post(link, {})
    assert (own.status_code, "You already sit in seat 2 in this browser" in own.text) == (409, True)
    other = party.cleo.post(link, {})
    assert (other.status_code, "You already sit in seat 3 at this table" in other.text) == (409, True)
    assert party.links(party.ben) == [link], "a refusal does not use it up"


def test_seat_link_requires_a_csrf_token(party: Party, visit: Visit) -> None:
    (link,) = party.links(party.ben)
    stranger = visit()
    assert stranger.request("POST", link, data={}).status_code == 403
    assert party.ben.choices(party.id)


def test_host_stays_host_in_another_browser(party: Party, visit: Visit) -> None:
    own = party.links(party.host)[0]
    phone = visit()
    phone.post(own, {})
    assert party.offer(phone, 1) == 303
    assert party.offer(party.host, 1) == 409


def test_host_can_offer_a_seat_to_another_person(party: Party, visit: Visit) -> None:
    (personal,) = party.links(party.ben)
    assert (party.offer(party.cleo, 1), party.offer(party.spectator, 1), party.offer(party.host, 9)) == (409, 409, 409)
    assert party.offer(party.host, 1) == 303
    _, offered = party.links(party.host)
    assert offered.rpartition("/")[2] not in party.page(party.ben) + party.page(party.spectator)
    assert "ask the host to withdraw" in party.page(party.ben)
    assert party.ben.choices(party.id), "nothing changes until somebody comes"
    new = visit()
    assert "you continue in place of Ben" in new.get(offered)
    for name, says in (("", "Please give your name"), ("cleo", "is already called cleo")):
        refused = new.post(offered, {"name": name})
        assert (refused.status_code, says in refused.text) == (409, True)
    assert new.post(offered, {"name": "Dora"}).status_code == 303
    assert [row.name for row in party.table.row.seats] == ["Ann", "Dora", "Cleo"]
    assert new.act(party.id, new.choices(party.id)[0]).status_code == 200
    assert "The host has given your seat to Dora" in party.page(party.ben)
    for link in (personal, offered):
        assert party.ben.post(link, {"name": "Ben"}).status_code == 404, "all links of the seat end with it"


def test_offer_can_be_withdrawn(party: Party, visit: Visit) -> None:
    party.offer(party.host, 1)
    _, offered = party.links(party.host)
    assert party.offer(party.host, 1, "no") == 303
    assert len(party.links(party.host)) == 1
    assert visit().post(offered, {"name": "Dora"}).status_code == 404
    assert party.ben.choices(party.id)


def test_page_of_a_taken_seat_mentions_the_personal_link(party: Party) -> None:
    page = party.spectator.get(party.invitations[0], status=409)
    assert "open your personal link" in page


def test_open_stream_of_the_old_browser_loses_the_seat(party: Party, visit: Visit, app: Litestar) -> None:
    old = str(party.table.row.seats[1].guest)
    (link,) = party.links(party.ben)

    async def begin() -> tuple[AsyncIterator[bytes], bytes]:
        stream = events(app.state.tables, app.state.chat, party.table, old, "en", 0, 0.01)
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

    told = run_in_thread(watched)
    assert (told.count(b"event: reload"), told.count(b"event: panel")) == (1, 0)


# A seat that the host gave away without asking.


def test_newly_seated_player_counts_as_present(visit: Visit) -> None:
    """A stranger who joins with a program, or whose browser runs no scripts, is there all the same."""
    host, ben = visit(), visit()
    table = host.open_table("me", "open", "bot:random")
    assert ben.join(host.invitations(table)[0], "Ben").status_code == 303
    host.post(f"/table/{table}/offer", {"seat": "1", "made": "yes"})
    offered = LINK.findall(host.get(f"/table/{table}/seat"))[-1]
    assert visit().post(offered, {"name": "Dora"}).status_code == 409
    seating.clear_last_seen(host)
    assert visit().post(offered, {"name": "Dora"}).status_code == 303


def taken(party: Party, visit: Visit, name: str = "Dora") -> Guest:
    """Let somebody take Ben's seat by an offer of the host."""
    party.offer(party.host, 1)
    seating.clear_last_seen(party.host)
    new = visit()
    assert new.post(party.links(party.host)[1], {"name": name}).status_code == 303
    return new


def settle(party: Party, guest: Guest, back: str) -> int:
    return guest.post(f"/table/{party.id}/claim", {"back": back}).status_code


def stream_of(party: Party, app: Litestar, seat: int, then: Callable[[], object]) -> bytes:
    """Return what the open page of a seat hears when something happens, until it is silent or the stream ends."""
    guest = str(party.table.row.seats[seat].guest)

    async def listen() -> bytes:
        heard = b""
        stream = events(app.state.tables, app.state.chat, party.table, guest, "en", party.table.number, 0.01)
        heard += await anext(stream)
        await asyncio.get_running_loop().run_in_executor(None, then)
        for _ in range(3):
            heard += await anext(stream, b"")
        return heard

    return run_in_thread(lambda: asyncio.run(listen()))


def test_offered_seat_of_a_present_player_cannot_be_taken(party: Party, visit: Visit, app: Litestar) -> None:
    party.ben.get("/waiting")
    party.offer(party.host, 1)
    link = party.links(party.host)[1]
    refused = visit().post(link, {"name": "Dora"})
    assert refused.status_code == 409
    assert "Ben is at the table" in refused.text
    app.state.last_seen._here.clear()
    assert visit().post(link, {"name": "Dora"}).status_code == 303


def test_offered_seat_of_a_player_who_just_moved_cannot_be_taken(party: Party, visit: Visit, app: Litestar) -> None:
    wait_for(lambda: bool(party.ben.choices(party.id)))
    party.offer(party.host, 1)
    assert party.ben.act(party.id, party.ben.choices(party.id)[0]).status_code == 200
    assert visit().post(party.links(party.host)[1], {"name": "Dora"}).status_code == 409


def test_seats_of_a_finished_game_cannot_be_offered(party: Party, visit: Visit, app: Litestar) -> None:
    party.offer(party.host, 1)
    link = party.links(party.host)[1]
    run_in_thread(lambda: play_to_the_end(app.state.settings.data / "test.db", party.id))
    assert visit().post(link, {"name": "Dora"}).status_code == 409
    offered = party.host.post(f"/table/{party.id}/offer", {"seat": "1", "made": "yes"})
    assert offered.status_code == 409


def test_open_page_reloads_when_its_seat_is_offered(party: Party, app: Litestar) -> None:
    for made in ("yes", "no"):
        assert b"event: reload" in stream_of(party, app, 1, partial(party.offer, party.host, 1, made))
        assert ("ask the host to withdraw" in party.page(party.ben)) == (made == "yes")
    assert b"event: reload" not in stream_of(party, app, 2, lambda: party.offer(party.host, 1))


def test_claimant_takes_the_seat_back_with_one_click(party: Party, visit: Visit, app: Litestar) -> None:
    def leave() -> None:
        party.table.present = frozenset()  # the page is open, but on a device that sleeps
        taken(party, visit)

    assert b"event: reload" in stream_of(party, app, 1, leave)
    page = party.page(party.ben)
    assert f'method="post" action="/table/{party.id}/claim"' in page
    assert "The host has given your seat to Dora" in page
    assert party.id in party.ben.get("/tables")
    assert settle(party, party.ben, "yes") == 303
    assert [row.name for row in party.table.row.seats] == ["Ann", "Ben", "Cleo"]
    assert party.ben.act(party.id, party.ben.choices(party.id)[0]).status_code == 200
    assert settle(party, party.ben, "yes") == 409, "once"


def test_former_holder_watches_after_the_claim(party: Party, visit: Visit) -> None:
    new = taken(party, visit)
    (personal,) = party.links(new)
    assert new.act(party.id, new.choices(party.id)[0]).status_code == 200
    settle(party, party.ben, "yes")
    assert "You are watching." in party.page(new)
    assert settle(party, new, "yes") == 409
    assert new.post(personal, {}).status_code == 404, "links of his end, too"


def test_only_the_claimant_can_settle_the_claim(party: Party, visit: Visit) -> None:
    new = taken(party, visit)
    for other in (new, party.host, party.cleo, party.spectator):
        assert "The host has given" not in party.page(other)
        assert (settle(party, other, "yes"), settle(party, other, "no")) == (409, 409)
    for _ in range(2):  # neither by handing the seat on nor by giving it away once more
        phone = visit()
        phone.post(party.links(new)[0], {})
        new = taken(party, visit, "Eve")
    assert settle(party, party.ben, "yes") == 303
    assert party.table.row.seats[1].name == "Ben"
    assert settle(party, new, "yes") == 409


def test_renounced_claim_cannot_be_used(party: Party, visit: Visit) -> None:
    new = taken(party, visit)
    assert settle(party, party.ben, "no") == 303
    page = party.page(party.ben)
    assert ("The host has given" in page, "played from another browser" in page) == (False, False)
    assert settle(party, party.ben, "yes") == 409
    assert party.table.seat_of(str(party.table.row.seats[1].guest)) == 1
    assert new.choices(party.id)


def test_holder_of_a_claimed_seat_cannot_resign_it_for_good(party: Party, visit: Visit) -> None:
    new = taken(party, visit)
    assert new.post(f"/table/{party.id}/leave", {}).status_code == 303
    assert (party.table.row.seats[1].absent, party.table.row.seats[1].resigned) == (True, False)
    assert "You are watching." in party.page(new)
    assert "do-return" in party.page(party.ben)
    assert party.ben.post(f"/table/{party.id}/return", {}).status_code == 303
    assert party.ben.act(party.id, party.ben.choices(party.id)[0]).status_code == 200


def test_returned_seat_has_the_name_of_its_former_player(party: Party, visit: Visit) -> None:
    assert party.ben.post(f"/table/{party.id}/talk", {"text": "Hello"}).status_code == 303
    new = taken(party, visit)
    assert new.post(f"/table/{party.id}/leave", {}).status_code == 303
    assert party.table.row.seats[1].name == "Ben"


def test_returned_seat_keeps_its_name_if_the_former_one_is_taken(party: Party, visit: Visit) -> None:
    party.offer(party.host, 2)
    other = visit()
    assert other.post(party.links(party.host)[-1], {"name": "Emil"}).status_code == 303
    party.offer(party.host, 1)
    assert visit().post(party.links(party.host)[1], {"name": "Cleo"}).status_code == 303
    assert other.post(f"/table/{party.id}/leave", {}).status_code == 303
    assert party.table.row.seats[2].name == "Emil"


def test_seat_returns_before_the_game_has_begun(party: Party, visit: Visit, app: Litestar) -> None:
    party.id = party.host.open_table("me", "open", "open")
    assert party.ben.join(party.host.invitations(party.id)[0], "Ben").status_code == 303
    party.table = live_table(app, party.id)
    ben = party.table.row.seats[1].guest
    new = taken(party, visit)
    assert party.table.row.seats[1].guest != ben
    assert new.post(f"/table/{party.id}/leave", {}).status_code == 303
    assert (party.table.row.seats[1].guest, party.table.row.seats[1].absent) == (ben, False)


def test_claimant_gets_the_original_name_back_after_two_offers(party: Party, visit: Visit) -> None:
    ben = party.table.row.seats[1].guest
    for name in ("Dora", "Eve"):
        new = taken(party, visit, name)
    assert party.table.row.seats[1].claim_name == "Ben"
    assert new.post(f"/table/{party.id}/leave", {}).status_code == 303
    seat = party.table.row.seats[1]
    assert (seat.guest, seat.name, seat.claim_name) == (ben, "Ben", None)


def test_claim_on_a_seat_of_a_bot_can_be_used(party: Party, visit: Visit, app: Litestar) -> None:
    """Older versions left a claim where an account was deleted."""
    taken(party, visit)
    row = structs.replace(party.table.row.seats[1], kind=BOT, bot="random", guest=None, resigned=True)
    run_in_thread(lambda: asyncio.run(app.state.tables.change_table(party.table, lambda: (party.table.row, [row]))))
    assert party.table.row.seats[1].kind == BOT
    assert settle(party, party.ben, "yes") == 303
    seat = party.table.row.seats[1]
    assert (seat.kind, seat.name, seat.bot, seat.resigned) == (GUEST, "Ben", None, False)


def test_holder_of_a_claimed_seat_cannot_end_the_game_without_the_claimant(party: Party, visit: Visit) -> None:
    new = taken(party, visit)
    assert party.host.post(f"/table/{party.id}/propose", {"kind": "end"}).status_code == 303
    for guest in (new, party.cleo):
        assert seating.answer_proposal(guest, party.table, "yes").status_code == 303
    assert party.table.phase == "playing"
    assert "Still to answer: the person who may take back the seat of Dora." in party.page(party.cleo)
    assert settle(party, party.ben, "yes") == 303
    assert "Still to answer: Ben." in party.page(party.cleo)
    assert seating.answer_proposal(party.ben, party.table, "yes").status_code == 303
    assert party.table.phase == "abandoned"


def test_holder_of_a_claimed_seat_cannot_change_the_clocks_at_once(party: Party, visit: Visit) -> None:
    new = taken(party, visit)
    for guest in (party.host, party.cleo, new):
        guest.get("/waiting")
    wanted = {"kind": "clocks", "clock_pace": "daily"}
    assert new.post(f"/table/{party.id}/propose", wanted).status_code == 303
    proposal = party.table.row.proposal
    assert proposal is not None
    assert proposal.until > datetime.now(UTC) + timedelta(days=2), "Ben has days to come back"


@pytest.mark.parametrize(
    ("kind", "more"),
    [("end", {}), ("pause", {}), ("resume", {}), ("more", {"more": "60", "more_unit": "days"}), ("clocks", OWN)],
)
def test_proposal_waits_for_the_claimant(party: Party, visit: Visit, kind: str, more: dict[str, str]) -> None:
    def agree(kind: str, other: Guest, **more: str) -> bool:
        assert party.host.post(f"/table/{party.id}/propose", {"kind": kind, **more}).status_code == 303
        for guest in (other, party.cleo):
            assert seating.answer_proposal(guest, party.table, "yes").status_code == 303
        return party.table.row.proposal is not None and party.table.row.proposal.done

    assert agree("clocks", party.ben, **OWN)
    if kind == "resume":
        assert agree("pause", party.ben)
    assert not agree(kind, taken(party, visit), **more)
    assert settle(party, party.ben, "yes") == 303
    assert seating.answer_proposal(party.ben, party.table, "no").status_code == 303


def test_renounced_claim_needs_no_answer(party: Party, visit: Visit) -> None:
    new = taken(party, visit)
    assert party.host.post(f"/table/{party.id}/propose", {"kind": "end"}).status_code == 303
    for guest in (new, party.cleo):
        assert seating.answer_proposal(guest, party.table, "yes").status_code == 303
    assert settle(party, party.ben, "no") == 303
    assert party.table.phase == "abandoned"


def test_answer_does_not_move_with_an_offered_seat(party: Party, visit: Visit) -> None:
    assert party.ben.post(f"/table/{party.id}/propose", {"kind": "end"}).status_code == 303
    phone = visit()
    assert phone.post(party.links(party.ben)[0], {}).status_code == 303
    proposal = party.table.row.proposal
    assert proposal is not None
    assert proposal.agreed == (1,), "it is the same person"
    taken(party, visit)
    proposal = party.table.row.proposal
    assert proposal is not None
    assert proposal.agreed == ()


def test_personal_link_leaves_no_claim(party: Party, visit: Visit) -> None:
    visit().post(party.links(party.ben)[0], {})
    assert settle(party, party.ben, "yes") == 409
    assert "played from another browser" in party.page(party.ben)


def test_claimant_does_not_get_a_name_that_is_taken(party: Party, visit: Visit) -> None:
    taken(party, visit)
    party.offer(party.host, 2)
    other = visit()
    assert other.post(party.links(party.host)[-1], {"name": "Ben"}).status_code == 303
    assert settle(party, party.ben, "yes") == 303
    assert [row.name for row in party.table.row.seats] == ["Ann", "Dora", "Ben"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_claim_is_translated(party: Party, visit: Visit, language: str) -> None:
    taken(party, visit)
    party.ben.language = language
    words = {"en": "Take my seat back", "de": "Meinen Platz zurückholen", "uk": "Повернути моє місце"}
    assert words[language] in party.page(party.ben)
