"""The live stream sends what has changed and nothing else, compressed if accepted."""

import random
import re
import zlib
from collections.abc import AsyncIterator
from weakref import WeakKeyDictionary

import msgspec
import pytest
from litestar import Litestar

from regnum.core.game import Game
from regnum.core.text.narrator import side_names
from regnum.games import all_games
from regnum.view import view_of
from regnum.web.board import render
from regnum.web.board.render import render_for_seat
from regnum.web.http.i18n import game_words
from regnum.web.play.stream import Frame, latest_frame, stream_updates
from tests.support.games.every_game import SAMPLED
from tests.support.games.views import NAMES, random_states
from tests.support.web.apps import live_table, run_in_app
from tests.support.web.guests import NewGuest
from tests.support.web.live_tables import elements_by_id, live_table_of, move_randomly

GAMES = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)


def data(frame: Frame, name: str) -> str:
    """Return the data of the event of this name in a frame."""
    for text in frame.plain.decode().split("\n\n"):
        if text.startswith(f"event: {name}\n"):
            return "\n".join(line[6:] for line in text.split("\n") if line.startswith("data: "))
    raise AssertionError(f"no event {name}: {frame.plain[:60]!r}")


@SAMPLED
@GAMES
def test_fragments_turn_the_old_page_into_the_new_one(game: Game, thorough: bool) -> None:
    table = live_table_of(game, 3)
    dice = random.Random(3)
    last = {seat: render_for_seat(table, seat, "en") for seat in (0, None)}
    kinds = {"parts": 0, "panel": 0}
    for _ in range(80 if thorough else 40):
        move_randomly(table, dice)
        if table.state.is_terminal:
            break
        for seat, old in last.items():
            now = render_for_seat(table, seat, "en")
            frame = latest_frame(table, seat, "en", old)
            kinds["parts" if b"event: parts" in frame.plain else "panel"] += 1
            if b"event: parts" in frame.plain:
                page = old.pieces + old.panel
                for id_, new in elements_by_id(data(frame, "parts")):
                    was = next(
                        part for part in parts_of(old.pieces, old.panel) if f'id="{id_}"' in part.partition(">")[0]
                    )
                    assert page.count(was) == 1, id_
                    assert was != new.strip(), "nothing is sent that is as it was"
                    page = page.replace(was, new)
                assert page == now.pieces + now.panel
            last[seat] = now
    assert kinds["parts"] > 20 * max(kinds["panel"], 1), kinds


def parts_of(pieces: str, panel: str) -> list[str]:
    """Return the elements that can be sent: the pieces, sections, and parts of the panel."""
    result = [pieces, *re.findall(r"<input [^>]*>", panel), *re.findall(r"<section .*?</section>", panel, re.S)]
    for name in ("hand-area", "game-panel"):
        start = re.search(rf'<div class="[\w-]+" id="{name}"', panel)
        assert start
        ends = {"hand-area": '<section id="event-summaries"', "game-panel": '<section id="log"'}
        result.append(panel[start.start() : panel.index(ends[name], start.start())].strip("\n"))
    return result


def test_first_update_is_complete_and_shared_by_equal_viewers() -> None:
    table = live_table_of(all_games()[0], 3)
    move_randomly(table, random.Random(1))
    whole = latest_frame(table, None, "en", None)
    assert data(whole, "panel") == render_for_seat(table, None, "en").panel.rstrip("\n")
    assert latest_frame(table, None, "en", None) is whole
    assert latest_frame(table, 0, "en", None) is not whole
    assert latest_frame(table, None, "de", None) is not whole
    assert whole.gzip_bytes is whole.gzip_bytes


@GAMES
def test_inactive_players_see_the_pieces_that_spectators_see(game: Game) -> None:
    words = game_words(game, "en")
    board_view = view_of(game).board
    assert board_view.same_to_all
    players = game.player_counts[-1]
    for state in random_states(game, players, players + 5, 9):
        everybody = state.observed_by(None)
        names = side_names(everybody, words, NAMES[:players])
        expected = board_view.pieces(everybody, words, names, [])
        for seat in range(players):
            if seat not in state.players_to_act:
                assert board_view.pieces(state.observed_by(seat), words, names, []) == expected


def unzip(chunks: list[bytes]) -> bytes:
    """Return the content of an unfinished compressed stream."""
    return zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(b"".join(chunks))


@pytest.mark.own_app
def test_compressed_stream_has_the_same_content(new_guest: NewGuest, app: Litestar) -> None:
    guest, other = new_guest(), new_guest()
    id_ = guest.open_table("me", "open", "open")
    for number, path in enumerate(guest.invitations(id_)):
        (other if number else new_guest()).join(path, f"Friend {number}")
    table = live_table(app, id_)
    dice = random.Random(5)

    async def listen() -> tuple[list[bytes], list[bytes]]:
        both: list[AsyncIterator[bytes]] = [
            stream_updates(app.state.tables, app.state.chat, table, str(table.row.seats[0].guest), "en", 0, 60, zipped)
            for zipped in (False, True)
        ]
        received: tuple[list[bytes], list[bytes]] = ([], [])
        for _ in range(30):
            for stream, chunks in zip(both, received, strict=True):
                chunks.append(await anext(stream))
            move_randomly(table, dice)
        for stream in both:
            await stream.aclose()  # type: ignore[attr-defined]
        return received

    plain, zipped = run_in_app(app, listen())
    assert unzip(zipped) == b"".join(plain)
    assert b"".join(plain).count(b"event: parts") > 20
    assert len(b"".join(zipped)) * 2 < len(b"".join(plain))
    assert table.watchers == 0


@pytest.mark.parametrize(
    ("accepted", "zipped"),
    [("gzip, deflate, br", True), ("GZIP;q=0.5", True), ("identity", False), ("gzip;q=0", False), ("", False)],
)
@pytest.mark.own_app
def test_stream_is_compressed_only_if_accepted(new_guest: NewGuest, app: Litestar, accepted: str, zipped: bool) -> None:
    guest = new_guest()
    id_ = guest.open_table("me", "open", "open")
    app.state.tables.closing.set()  # the stream ends at once
    response = guest.request("GET", f"/table/{id_}/events?since=-2", headers={"accept-encoding": accepted})
    assert response.headers.get("content-encoding") == ("gzip" if zipped else None)
    assert response.headers["vary"] == "accept-encoding"
    app.state.tables.closing.clear()


@GAMES
def test_cached_rendering_parts_change_nothing(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    table = live_table_of(game, 3)
    dice = random.Random(4)
    for _ in range(25):
        move_randomly(table, dice)
        for seat in (0, 1, None):
            now = render_for_seat(table, seat, "uk")
            table.renders.clear()
            with monkeypatch.context() as fresh:
                fresh.setattr(render, "_RENDER_CACHES", WeakKeyDictionary())
                assert render_for_seat(table, seat, "uk").panel == now.panel
    named = msgspec.structs.replace(table.row.seats[0], name="Somebody <else>")
    table.row = msgspec.structs.replace(table.row, seats=(named, *table.row.seats[1:]))
    table.announce_change()
    log = render_for_seat(table, None, "uk").panel.partition('id="log"')[2]
    assert "Somebody &lt;else&gt;" in log
    assert NAMES[0] not in log
