"""Colours of seats: chosen ones, remaining ones, and the pages that show them."""

import itertools
import re

import pytest

from regnum.games import find_game, game_ids
from regnum.web.tables import colours
from regnum.web.tables.models import BOT, GUEST, OPEN, SeatRow
from tests.support.web.guests import NewGuest


def seats(chosen: tuple[int | None, ...]) -> list[SeatRow]:
    return [SeatRow(seat, GUEST, str(seat), colour=colour) for seat, colour in enumerate(chosen)]


def test_seats_have_different_colours_and_choices_win() -> None:
    tried = 0
    for count in range(1, 6):
        for chosen in itertools.product([None, *range(colours.COLOUR_COUNT)], repeat=count):
            chosen_hues = [hue for hue in chosen if hue is not None]
            if len(set(chosen_hues)) < len(chosen_hues):
                continue
            actual = colours.colours_of(seats(chosen))
            assert len(set(actual)) == count
            assert all(hue is None or got == hue for hue, got in zip(chosen, actual, strict=True))
            tried += 1
    assert tried > 2000


def test_seat_keeps_its_default_colour_if_unchosen() -> None:
    assert colours.colours_of(seats((None, None, None))) == [0, 1, 2]
    assert colours.colours_of(seats((2, None, None))) == [2, 1, 0]
    assert colours.seat_colour_css(seats((None, None))) == ""
    assert "--seat-0:var(--hue-2);--on-0:var(--on-hue-2);" in colours.seat_colour_css(seats((2, None, None)))


@pytest.mark.parametrize("sent", ["", "5", "-1", "one", "1.0", "٣", "00"])
def test_invalid_colour_is_ignored(sent: str) -> None:
    assert colours.parse_colour(sent) is None


def test_chosen_colours_appear_on_every_page(new_guest: NewGuest) -> None:
    host, friend = new_guest(), new_guest()
    id_ = host.open_table("me", "open", "bot:random", colour="3", option_first_player="1")
    (link,) = host.invitations(id_)
    page = friend.get(link)
    assert 'name="colour" value="4"' in page
    assert 'name="colour" value="3"' not in page, "it is taken"
    assert "--seat-0:var(--hue-3)" in host.get(f"/table/{id_}")
    assert friend.post(link, {"name": "Ben", "colour": "0"}).status_code == 303
    for path in (f"/table/{id_}", f"/table/{id_}/log"):
        page = friend.get(path)
        assert "--seat-0:var(--hue-3)" in page
        assert "--seat-1:var(--hue-0)" in page
        assert "--seat-2" not in page.partition("<main")[0], "the bot keeps its own"


def test_taken_colour_does_not_prevent_joining(new_guest: NewGuest) -> None:
    host, friend = new_guest(), new_guest()
    id_ = host.open_table("me", "open", "bot:random", colour="3")
    (link,) = host.invitations(id_)
    assert friend.post(link, {"name": "Ben", "colour": "3"}).status_code == 303
    assert "--seat-1" not in friend.get(f"/table/{id_}").partition("<main")[0]


@pytest.mark.parametrize("game", game_ids())
def test_log_page_has_the_marks_of_the_seats(new_guest: NewGuest, game: str) -> None:
    host = new_guest()
    seats = ["me", *["bot:random"] * (max(find_game(game).player_counts) - 1)]
    table = host.open_table(*seats, game=game)
    symbols = re.findall(r'<symbol id="seat-(\d)".*?</symbol>', host.get(f"/table/{table}"), re.S)
    page = host.get(f"/table/{table}/log")
    assert re.findall(r'<symbol id="seat-(\d)".*?</symbol>', page, re.S) == symbols
    assert {f"{seat}" for seat in range(len(seats))} <= set(symbols)
    assert page.count('id="seat-0"') == 1


def test_free_colours_are_those_not_chosen() -> None:
    rows = [SeatRow(0, GUEST, "Ann", colour=1), SeatRow(1, OPEN, ""), SeatRow(2, BOT, "Bot", bot="random")]
    assert colours.unchosen_colours(rows) == [0, 2, 3, 4]
