"""Inspect cards of things on the table, marked changes, and the strip of all players."""

import random
import re
from collections.abc import Callable
from typing import Final

import pytest

from regnum.core.game import Game
from regnum.core.text.ledger import LANGUAGES
from regnum.core.text.words import upfirst
from regnum.games import all_games, find_game
from regnum.view import view_of
from regnum.web.board.empty_board import board_with_pieces
from regnum.web.board.inspect import InspectCard, inspect_card
from regnum.web.board.log_view import log_sections
from regnum.web.board.recap import recap
from regnum.web.board.render import render_for_seat
from regnum.web.board.render_cache import RenderCache
from regnum.web.http.i18n import game_words, page_text
from regnum.web.tables.live_table import LiveTable
from tests.support.games.every_game import SAMPLED
from tests.support.games.views import FORGOTTEN, NAMES
from tests.support.web.guests import Guest
from tests.support.web.live_tables import live_table_of, move_randomly

ID: Final = re.compile(r'<(?!symbol|clipPath|pattern)[^<>]*\bid="([^"]+)"')
NAMED: Final = re.compile(r'data-places="([^"]+)"')
GAMES: Final = pytest.mark.parametrize(
    ("game", "players"),
    [
        pytest.param(game, players, id=f"{game.id}-{players}")
        for game in all_games()
        for players in (min(game.player_counts), max(game.player_counts))
    ],
)


@pytest.fixture
def guest(new_guest: Callable[..., Guest]) -> Guest:
    return new_guest()


def test_thing_is_described_with_its_rule(guest: Guest) -> None:
    table = guest.open_table("me", "bot:random", "bot:random")
    page = guest.get(f"/table/{table}/place/town-N1")
    assert "Gartán" in page
    assert "Northern Uí Néill" in page
    assert re.search(r"/rules/brian_boru\?back=[\w-]+#brian_boru.regions.claim", page)


def test_thing_without_a_current_use_gives_a_reason() -> None:
    table = live_table_of(find_game("brian_boru"), 3)
    while not table.state.legal_actions()[0].text.startswith("settle"):
        move_randomly(table, random.Random(1))
    move_randomly(table, random.Random(1))
    seat = table.state.players_to_act[0]
    free = {f"town-{action.params['town']}" for action in table.state.legal_actions(seat)}
    cards = {
        place: looked
        for place, looked in inspect_all(table, seat, "en").items()
        if place.startswith("town-") and looked
    }
    assert {place for place, looked in cards.items() if not looked.reason} == free
    assert len(free) < len(cards)
    assert all(looked.clause == "brian_boru.setup.first_towns" for looked in cards.values() if looked.reason)


@pytest.mark.parametrize("place", ["town-X9", "card-99", "card-x", "space-400", "claim-nowhere", "strip", "t"])
def test_unknown_thing_is_not_found(guest: Guest, place: str) -> None:
    table = guest.open_table("me", "bot:random", "bot:random")
    assert guest.request("GET", f"/table/{table}/place/{place}").status_code == 404


@GAMES
def test_player_card_explains_the_symbols_beside_the_name(game: Game, players: int) -> None:
    table = live_table_of(game, players)
    words = game_words(game, "en")
    for seat in range(players):
        card = inspect_card(table, 0, f"player-{seat}", "en")
        assert card is not None
        assert {
            upfirst(text) for _, _, text in view_of(game).scores.public_info(table.state, words)[seat].items
        } <= set(card.lines)
    for other in (players + 9, "x", ""):
        assert inspect_card(table, 0, f"player-{other}", "en") is None


@GAMES
def test_invented_things_have_no_card(game: Game, players: int) -> None:
    table, dice = live_table_of(game, players), random.Random(players)
    while not table.state.is_terminal:
        seat = table.state.players_to_act[0]
        for kind in filter(lambda kind: kind.endswith("-"), view_of(game).explanations.places):
            for name in ("", "nowhere", "99-nowhere", "church-nowhere", "nowhere-1", "-1"):
                assert inspect_card(table, seat, kind + name, "en") is None, kind + name
        for _ in range(40):
            if not table.state.is_terminal:
                move_randomly(table, dice)


def page_of(table: LiveTable, seat: int | None, language: str) -> str:
    """Return the board and the HTML beside it."""
    now = render_for_seat(table, seat, language)
    return str(board_with_pieces(table.game, language, now.pieces, table.state.options)) + now.panel


def inspect_all(table: LiveTable, seat: int | None, language: str) -> dict[str, InspectCard | None]:
    """Return the inspect cards of all things on a page."""
    ids = dict.fromkeys(ID.findall(page_of(table, seat, language)))
    kinds = view_of(table.game).explanations.places or ("\0",)
    return {id_: inspect_card(table, seat, id_, language) for id_ in ids if id_.startswith(kinds)}


@SAMPLED
@GAMES
def test_everything_on_a_table_has_an_inspect_card(game: Game, players: int, thorough: bool) -> None:
    table = live_table_of(game, players)
    dice = random.Random(players)
    reasons = 0
    for number in range(12):
        for language in LANGUAGES if thorough else [LANGUAGES[number % 3]]:
            seat = dice.choice(table.state.players_to_act or [None])
            actual = inspect_all(table, seat, language)
            assert actual, "there are places"
            for place, looked in actual.items():
                assert looked is not None, place
                assert looked.title, place
                assert looked.clause in game.ledger(), place
                assert not FORGOTTEN.search(" ".join([looked.title, looked.reason, *looked.lines])), place
                reasons += bool(looked.reason)
        for _ in range(15):
            if not table.state.is_terminal:
                move_randomly(table, dice)
    assert reasons > (5 if thorough else 1)


@SAMPLED
@GAMES
def test_things_in_the_log_exist_on_the_table(game: Game, players: int, thorough: bool) -> None:
    table = live_table_of(game, players)
    dice = random.Random(players)
    spoken = 0
    for _ in range(150):
        if table.state.is_terminal:
            break
        move_randomly(table, dice)
        if table.entry_count % 3 and not thorough:
            continue
        page = page_of(table, 0, "en")
        ids = set(ID.findall(page))
        for places in NAMED.findall(page):
            assert set(places.split()) <= ids, places
            spoken += 1
    assert spoken > (50 if thorough else 15)


@GAMES
def test_strip_shows_all_players_and_who_is_to_act(game: Game, players: int) -> None:
    table = live_table_of(game, players)
    dice = random.Random(players)
    for _ in range(30):
        strip = render_for_seat(table, None, "en").panel.partition('id="strip"')[2].partition("</section>")[0]
        sides = strip.split("<div")[1:]
        assert len(sides) == table.state.sides
        assert [at for at, side in enumerate(sides) if "acting" in side] == list(table.state.players_to_act)
        points = [int(result) for result in re.findall(r"<b[^>]*>(-?\d+)</b>", strip)]
        assert len(points) == table.state.sides
        move_randomly(table, dice)


def test_things_changed_since_the_viewers_last_action_are_fresh() -> None:
    table = live_table_of(find_game("brian_boru"), 3)
    dice = random.Random(2)
    new_count = 0
    for _ in range(60):
        move_randomly(table, dice)
        view, words = table.view(1), game_words(table.game, "en")
        say = RenderCache().line_writer(words, page_text("en"), NAMES, view.viewer)
        lines = [
            (group.player, line)
            for part in log_sections(view, view_of(table.game).log, NAMES, say)
            for group in part.groups
            for line in group.lines
        ]
        acted = max((line.number for line in view.log if line.player == 1 and line.action is not None), default=0)
        assert [line.is_new for _, line in lines] == [
            line.number > acted or (line.number == acted and line.event) for _, line in lines
        ]
        new_count += sum(line.is_new for _, line in lines)
    assert new_count > 60


def test_results_of_the_viewers_last_action_stay_after_actions_of_others() -> None:
    table = live_table_of(find_game("brian_boru"), 3)
    dice = random.Random(2)
    won = 0
    for _ in range(250):
        move_randomly(table, dice)
        if table.state.is_terminal:
            break
        view, words = table.view(1), game_words(table.game, "en")
        say = RenderCache().line_writer(words, page_text("en"), NAMES, view.viewer)
        acted = max((at for at, line in enumerate(view.log) if line.player == 1 and line.action), default=-1)
        own = {line.note.key for line in view.log[acted + 1 :] if line.player == 1 and line.note}
        turns = recap(log_sections(view, view_of(table.game).log, NAMES, say, newest=True), 1)
        kept = {
            line.key for turn in turns if turn.in_recap for line in turn.lines if line.line and line.line.player == 1
        }
        if "claim" in own and len(turns) > 1:
            won += 1
            assert "claim" in kept
    assert won


def test_reason_is_not_the_absence_of_something_else() -> None:
    table = live_table_of(find_game("rurik"), 4)
    dice = random.Random(2)
    columns: list[str] = []
    while len(columns) < 2 or 0 not in table.state.players_to_act:
        legal = [action for action in table.state.legal_actions() if action.family == "place"]
        if legal and table.state.players_to_act[0] == 0:
            columns.append(str(legal[0].params["column"]))
            table.play.submit(0, legal[0])  # the weakest advisor
        else:
            move_randomly(table, dice)
    card = inspect_all(table, 0, "en")[f"column-{columns[0]}"]
    assert card
    assert card.clause == "rurik.strategy.three_columns", "the reason is not that the weakest advisor is there already"


def test_thing_of_another_moment_names_the_current_question() -> None:
    """A deck of Rurik has a use when schemes are drawn, a track never has."""
    table = live_table_of(find_game("rurik"), 2)
    seat = table.state.players_to_act[0]
    cards = inspect_all(table, seat, "en")
    assert (deck := cards["deck-left"])
    assert deck.reason == "You cannot do that now. What you have to decide: Choose your leader."
    assert deck.later, "shown below the description, since nothing was tried"
    assert (track := cards["track-rule"])
    assert track.reason == ""


def test_aim_of_a_game_comes_before_technical_details(guest: Guest) -> None:
    for game in ("khan", "rurik"):
        page = guest.get(f"/table/{guest.open_table('me', 'bot:random', game=game)}")
        about = page.partition('id="aim"')[2].partition('id="standings"')[0]
        assert about.count("<li>") == 6
        assert about.index("<li>") < about.index('<details class="quiet seed-commitment">')
