"""Opening a table: defaults and refusals of the form, and tables of older rules."""

import re

import pytest
from litestar import Litestar
from msgspec.structs import replace

from regnum.games import find_game
from regnum.web.errors import UnplayableError
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import ABANDONED, BOT, FINISHED, GUEST, OPEN, PLAYING
from regnum.web.tables.rules_upgrade import fingerprint_of, is_outdated, record_lines, upgrade_rules
from tests.support.web.apps import live_table
from tests.support.web.guests import Guest, NewGuest
from tests.support.web.live_tables import live_table_of


def proposed_seats(page: str) -> list[str]:
    """Return the proposed occupants of the seats in a form."""
    return re.findall(r'<option value="([^"]+)"(?: data-level)? selected', page.partition('name="pace"')[0])


def test_form_proposes_the_bots_and_the_pace_of_the_last_table(new_guest: NewGuest) -> None:
    guest = new_guest()
    page = guest.get("/new/brian_boru")
    assert re.findall(r'name="players" value="(\d)"[^>]* checked', page) == ["4"]
    assert [kind for kind in proposed_seats(page) if ":" in kind or kind == "me"] == [
        "me",
        "bot:gentle",
        *["bot:greedy"] * 3,
    ]
    assert re.search(r'value="normal" (checked|selected)', page)
    guest.open_table("me", "bot:strong", "bot:random", pace="slow")
    again = guest.get("/new/brian_boru")
    assert re.search(r'value="slow" (checked|selected)', again)
    kinds = [kind for kind in proposed_seats(again) if ":" in kind or kind == "me"]
    assert kinds == ["me", "bot:strong", "bot:random", *["bot:greedy"] * 2]


@pytest.mark.parametrize(
    ("form", "message"),
    [
        ({"players": "2"}, "2"),
        ({"players": "6"}, "6"),
        ({"players": "3 and more than twenty letters"}, "3 and more than twen"),
        ({"seat1": "me"}, "only one seat"),
        ({"seat2": "bot:" + "x" * 50}, "bot:" + "x" * 36),
        ({"name": "x" * 200}, ""),
        ({"title": "x" * 200}, ""),
        ({"pace": "never"}, ""),
        ({"clock_preset": "own", "clock_turn": "0"}, "0"),
        ({"option_first_player": "9"}, "9"),
    ],
)
def test_invalid_form_is_shown_again_with_its_values(new_guest: NewGuest, form: dict[str, str], message: str) -> None:
    sent = {"name": "Ann", "players": "3", "seat0": "me", "seat1": "open", "seat2": "bot:random", **form}
    response = new_guest().post("/new/brian_boru", sent)
    assert response.status_code == 422
    (wrong,) = re.findall(r'<p[^>]*class="error"[^>]*>(.*?)</p>', response.text, re.S) or [response.text]
    assert message in wrong
    assert message + "x" not in wrong


def test_optional_fields_stay_folded_unless_wrong_or_chosen(new_guest: NewGuest) -> None:
    guest = new_guest()
    sent = {"name": "Ann", "players": "3", "seat0": "me", "seat1": "open", "seat2": "bot:random"}
    folded, unfolded = '<details class="field more">', '<details class="field more" open>'
    assert folded in guest.get("/new/brian_boru")
    for more, opened in (
        ({"players": "9"}, False),
        ({"title": "x" * 200}, True),
        ({"clock_preset": "own", "clock_turn": "0"}, True),
        ({"players": "9", "silent": ""}, True),
    ):
        page = guest.post("/new/brian_boru", {**sent, **more}).text
        assert (folded in page, unfolded in page) == (not opened, opened), more


def test_chosen_settings_apply_to_the_table(new_guest: NewGuest, app: Litestar) -> None:
    guest = new_guest()
    plain = live_table(app, guest.open_table("me", "open", "bot:greedy")).row
    assert (plain.hints_allowed, plain.chat_disabled, plain.is_listed, plain.spectators_allowed, plain.title) == (
        False,
        False,
        False,
        True,
        "",
    )
    assert (plain.pace, plain.substitute, plain.timing, plain.language) == ("normal", "greedy", None, "en")
    more = {"hints": "", "silent": "", "listed": "", "private": "", "title": " Ours ", "pace": "quick", "colour": "4"}
    chosen = live_table(app, guest.open_table("me", "open", "bot:greedy", clock_substitute="strong", **more)).row
    assert (chosen.hints_allowed, chosen.chat_disabled, chosen.is_listed, chosen.spectators_allowed) == (
        True,
        True,
        True,
        False,
    )
    assert (chosen.title, chosen.pace, chosen.substitute) == ("Ours", "quick", "strong")
    assert chosen.seats[0].colour == 4


def test_first_seat_can_be_chosen_like_any_other(new_guest: NewGuest, app: Litestar) -> None:
    host, friend = new_guest(), new_guest()
    id_ = host.open_table("open", "me", "open", name="Host")
    table = live_table(app, id_)
    host.get(f"/table/{id_}")
    for seat in ("-1", "3"):
        assert host.post(f"/table/{id_}/remove-guest", {"seat": seat}).status_code == 409
        assert host.post(f"/table/{id_}/invite", {"seat": seat, "name": "Friendly"}).status_code == 409
    link = host.invitations(id_)[0]
    assert friend.join(link, "Friendly").status_code == 303
    assert [seat.kind for seat in table.row.seats] == [GUEST, GUEST, OPEN]
    assert host.post(f"/table/{id_}/remove-guest", {"seat": "0"}).status_code == 303
    assert [seat.kind for seat in table.row.seats] == [OPEN, GUEST, OPEN]
    friend.join(host.invitations(host.open_table("me", "open", "bot:random"))[0], "Friendly")  # they have met
    assert host.post(f"/table/{id_}/invite", {"seat": "0", "name": "Friendly"}).status_code == 303
    assert "Friendly" in host.get(f"/table/{id_}")
    assert friend.join(host.invitations(id_)[0], "Friendly").status_code == 303
    assert table.row.seats[0].name == "Friendly"


def stranger(new_guest: NewGuest) -> Guest:
    guest = new_guest()
    guest.get("/")
    return guest


def test_stranger_starts_with_one_click(new_guest: NewGuest, app: Litestar) -> None:
    for game in ("khan", "brian_boru"):
        guest = stranger(new_guest)
        response = guest.post(f"/new/{game}/first", {})
        assert response.status_code == 303
        row = live_table(app, response.headers["location"].rpartition("/")[2]).row
        counts = find_game(game).player_counts
        assert row.players == counts[len(counts) // 2]
        assert [seat.kind for seat in row.seats] == [GUEST, *[BOT] * (row.players - 1)]
        assert row.phase == PLAYING


# Tables of older rules.


def played(count: int) -> tuple[LiveTable, list[tuple[int, str]]]:
    table = live_table_of(find_game("brian_boru"), 3)
    for _ in range(count):
        seat = table.state.players_to_act[0]
        table.apply_move(table.propose(seat, str(table.view(seat).legal[0]), table.known_entry_count(seat)))
    return table, list(table.play.record.entries)


def test_table_of_older_rules_continues_if_its_record_still_fits() -> None:
    table, entries = played(4)
    older = replace(table.row, rules_version=0)
    assert (is_outdated(older), is_outdated(table.row)) == (True, False)
    early, _ = played(2)
    for mark in ("", fingerprint_of(table), fingerprint_of(early), f"9{fingerprint_of(table)}"):
        assert upgrade_rules(older, entries, mark) == table.row, mark
    wrong = (f"4 {fingerprint_of(early).partition(' ')[2]}", f"2 {fingerprint_of(table).partition(' ')[2]}")
    for mark in wrong:
        with pytest.raises(UnplayableError, match="its record leads elsewhere"):
            upgrade_rules(older, entries, mark)
    with pytest.raises(UnplayableError, match="ends at another place"):
        upgrade_rules(replace(older, phase=FINISHED), entries, "")
    assert upgrade_rules(replace(older, phase=ABANDONED), entries, "").phase == ABANDONED
    with pytest.raises(UnplayableError, match="rules version 0; this version plays"):
        upgrade_rules(older, [(0, "nonsense")], "")
    with pytest.raises(UnplayableError):
        is_outdated(replace(older, game="nogame"))


def test_record_of_a_table_contains_rules_facts_and_start() -> None:
    table, entries = played(1)
    plain = record_lines(replace(table.row, rules_version=3), entries)
    assert len(plain) == 2
    assert '"rules": 3' in plain[0]
    assert '"facts"' not in plain[0]
    assert '"start"' not in plain[0]
    beside = {"facts": '{"a": 1}', "position": '{"b": 2}', "guide": "first", "tried": "dealt"}
    (header,) = record_lines(replace(table.row, options={**table.row.options, **beside}), [])
    assert '"facts": {"a": 1}' in header
    assert '"start": {"b": 2}' in header
    assert "guide" not in header
    assert "tried" not in header


@pytest.mark.parametrize("field", ["name", "title", "option_threshold", "players", "clock_zone"])
def test_form_field_is_limited_to_400_characters(new_guest: NewGuest, field: str) -> None:
    guest = new_guest()
    assert guest.post("/new/brian_boru", {field: "q" * 400}).status_code == 422
    response = guest.post("/new/brian_boru", {field: "q" * 401})
    assert response.status_code == 400
    assert "qqq" not in response.text


def test_long_fields_of_other_forms_are_refused(new_guest: NewGuest, app: Litestar) -> None:
    guest, friend = new_guest(), new_guest()
    id_ = guest.open_table("me", "open", "bot:random")
    friend.join(guest.invitations(id_)[0], "Bob")
    for address in (f"/table/{id_}/propose", "/notifications/settings"):
        response = guest.post(address, {"kind": "more", "more": "q" * 401, "quiet_from": "q" * 401})
        assert response.status_code == 400, address
        assert "qqq" not in response.text
