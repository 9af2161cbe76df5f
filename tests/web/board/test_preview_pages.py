"""Previews of choices: correct, and without hidden information."""

import random

import pytest
from litestar import Litestar

from regnum.core.text.narrator import side_names
from regnum.core.text.words import upfirst
from regnum.games import all_games, find_game
from regnum.games.brian_boru.action_phase import Lead
from regnum.view import view_of
from regnum.web.board.inspect import inspect_card, preview_card
from regnum.web.board.preview import StandingsChange, _changes, effects, table_of_standings
from regnum.web.errors import RefusedError
from regnum.web.http.i18n import game_words, page_text
from regnum.web.replay import fork
from regnum.web.tables.live_table import LiveTable
from tests.support.games.every_game import SAMPLED
from tests.support.web.guests import NewGuest
from tests.support.web.hidden import change_hidden_information
from tests.support.web.live_tables import live_table_of, move_randomly
from tests.support.web.seating import open_seated_table

GAMES = [game.id for game in all_games()]
OPEN = page_text("en")("preview.unknown_outcome")
ANYWAY = page_text("en")("preview.happens_anyway")


def preview_lines(table: LiveTable, seat: int, action: str, language: str = "en") -> list[str]:
    return effects(table, table.view(seat), action, language)


def is_made_of(line: str, changes: list[StandingsChange]) -> bool:
    """Tell whether a line contains only changes of one row."""
    for row in {row for row, _ in changes if line.startswith(f"{upfirst(row)}: ")}:
        rest = line.removeprefix(f"{upfirst(row)}: ")
        for change in (change for title, change in changes if title == row):
            rest = rest.replace(change, "", 1)
        if not rest.strip(", "):
            return True
    return False


@SAMPLED
@pytest.mark.parametrize("game", GAMES)
def test_preview_matches_the_result(new_guest: NewGuest, app: Litestar, game: str, thorough: bool) -> None:
    _, table = open_seated_table(new_guest, app, game)
    words, text = game_words(table.game, "en"), page_text("en")
    names = side_names(table.state, words, table.names)
    dice = random.Random(9)
    right = 0
    while not table.state.is_terminal and table.entry_count < (500 if thorough else 150):
        seat = table.state.players_to_act[0]
        action = dice.choice(table.view(seat).legal).text
        view = table.view(seat)
        foretold = view_of(table.game).explanations.expected_effects(
            table.game.actions.parse(action), view.seen, words, names
        )
        expected_text = preview_lines(table, seat, action)
        assert expected_text[: len(foretold)] == foretold
        expected_text = expected_text[len(foretold) :]
        before = table_of_standings(table.state.observed_by(seat), words)
        table.play.submit(seat, action)
        table.announce_change()
        after = table_of_standings(table.state.observed_by(seat), words)
        if OPEN not in expected_text and not foretold:
            happened = _changes(before, after, seat, names, text)
            assert all(line == ANYWAY or is_made_of(line, happened) for line in expected_text)
            right += bool(expected_text)
    assert right > 5


def test_effects_common_to_all_actions_come_last(new_guest: NewGuest, app: Litestar) -> None:
    _, table = open_seated_table(new_guest, app, "brian_boru")
    dice, actual = random.Random(3), 0
    while not table.state.is_terminal and actual < 3:
        seat = table.state.players_to_act[0]
        legal = [action.text for action in table.view(seat).legal]
        if "secondary" in legal[0] and len(legal) > 1:
            lines = [[line for line in preview_lines(table, seat, action) if line != OPEN] for action in legal]
            anyway = [line[line.index(ANYWAY) + 1 :] if ANYWAY in line else [] for line in lines]
            assert all(one == anyway[0] for one in anyway), "whichever is chosen"
            actual += bool(anyway[0])
        table.play.submit(seat, dice.choice(legal))
        table.announce_change()
    assert actual


@SAMPLED
@pytest.mark.parametrize("game", GAMES)
def test_preview_is_independent_of_hidden_information(
    new_guest: NewGuest, app: Litestar, game: str, thorough: bool
) -> None:
    _, table = open_seated_table(new_guest, app, game)
    dice = random.Random(4)
    compared = 0
    for _ in range(60 if thorough else 24):
        seat = table.state.players_to_act[0]
        original = table.state
        legal = table.view(seat).legal
        some = [action.text for action in dice.sample(legal, min(3, len(legal)))]
        before = [preview_lines(table, seat, action) for action in some]
        for seed in (1, 2):
            lines = list(table.play.log)
            change_hidden_information(table, seat, original, seed)
            assert [preview_lines(table, seat, action) for action in some] == before
            compared += table.state != original
            table.play.state = original
            table.play.log[:] = lines
        table.play.submit(seat, dice.choice(legal))
        table.announce_change()
    assert compared > (10 if thorough else 4)


def test_preview_of_choices_and_places_is_for_their_player_only(new_guest: NewGuest, app: Litestar) -> None:
    guests, table = open_seated_table(new_guest, app, "rurik")
    dice = random.Random(1)
    while True:
        seat = table.state.players_to_act[0]
        legal = table.view(seat).legal
        muster = next((action for action in legal if action.family == "place_troop"), None)
        if muster is not None:
            break
        guests[seat].act(table.row.id, dice.choice(legal).text, table.known_entry_count(seat))
    path = f"/table/{table.row.id}"
    for guests[seat].language in ("en", "de", "uk"):
        for card in (f"choice/{muster.text}", f"place/{view_of(table.game).actions.target(muster)}"):
            page = guests[seat].get(f"{path}/{card}")
            assert "0 → 1" in page or "1 → 2" in page, card
            assert 'class="effects"' in page
    other = guests[(seat + 1) % len(guests)]
    other.get(f"{path}/choice/{muster.text}", status=404)
    assert 'class="effects"' not in other.get(f"{path}/place/{view_of(table.game).actions.target(muster)}")
    guests[seat].get(f"{path}/choice/nonsense", status=404)


def test_position_without_a_possible_deal_has_pages_without_previews(monkeypatch: pytest.MonkeyPatch) -> None:
    table, dice = live_table_of(find_game("brian_boru"), 4), random.Random(1)
    while not isinstance(table.state.stack[-1], Lead):
        move_randomly(table, dice)
    (seat,) = table.state.players_to_act
    action = table.view(seat).legal[0]
    monkeypatch.setattr(Lead, "is_consistent", lambda *_: False)
    with pytest.raises(RuntimeError):
        table.view(seat).seen.determinized(0)
    assert preview_lines(table, seat, action.text) == []
    assert preview_card(table, seat, action.text, "en") is None
    looked = inspect_card(table, seat, f"card-{action.text.split()[-1]}", "en")
    assert looked is not None
    assert looked.effects == []
    assert table.is_final(seat, action.text), "the player must confirm because the result is unknown"
    with pytest.raises(RefusedError, match="bad_form"):
        fork.fork_position(table, seat, is_over=False)
