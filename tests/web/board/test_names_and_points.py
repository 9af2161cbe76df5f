"""Names and numbers on plates and in tables are short in every language and match the scoring."""

import itertools

import pytest

from regnum.core.game import Game
from regnum.core.text.ledger import LANGUAGES
from regnum.core.text.narrator import broken_ties, tie_breaks
from regnum.games import all_games, find_game
from regnum.games.khan.components import RULERS
from regnum.view import view_of
from regnum.web.board import players_strip
from regnum.web.board.empty_board import empty_board
from regnum.web.http.i18n import game_words
from tests.support.games.views import NAMES, random_states

PLATE = 215 - 64 - 8
"""Room for a ruler's name on the plate of the camp, in units of the board."""
LETTER = 17 * 0.62
"""The width of a letter on the plate, rather too large than too small."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_of_rulers_fit_their_plates(language: str) -> None:
    khan = find_game("khan")
    camps = view_of(khan).board.base_map(game_words(khan, language), "empire")["camps"]
    assert [camp["id"] for camp in camps] == list(RULERS)
    assert len({camp["name"] for camp in camps}) == len(RULERS)
    assert [camp["name"] for camp in camps if len(camp["name"]) * LETTER > PLATE] == []


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_points_beside_the_board_match_the_final_scoring(game: Game) -> None:
    state = random_states(game, 2 if 2 in game.player_counts else 3, 5, 1000)[-1].observed_by(0)
    players = view_of(game).board.panel(state, game_words(game, "en"), NAMES, [])["players"]
    shown = [player["points"] for player in players if isinstance(player.get("points"), int)]
    assert shown in ([], state.scores())


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_strip_is_the_same_for_everybody_with_existing_symbols(game: Game) -> None:
    words, game_view = game_words(game, "en"), view_of(game)
    pieces = empty_board(
        game, "en", tuple(option.default for option in game.options if option.name in game_view.board.base_map_options)
    )
    for state in random_states(game, max(game.player_counts), 6, 40):
        shown = game_view.scores.public_info(state.observed_by(None), words)
        assert len(shown) == state.sides
        assert all(
            game_view.scores.public_info(state.observed_by(seat), words) == shown for seat in range(state.players)
        )
        for symbol, count, item in itertools.chain.from_iterable(side.items for side in shown):
            assert f'id="{symbol}"' in pieces
            assert str(count) in item


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "players"), [(game, n) for game in all_games() for n in game.player_counts])
def test_tie_breaks_are_named_and_counted(game: Game, players: int, language: str) -> None:
    state, words = random_states(game, players, 5, 1000)[-1], game_words(game, language)
    tie_break_rows = tie_breaks(state, words)
    assert all(words.has("term", key) for key in state.game.tie_breaks)
    assert [tuple(counts[side] for _, counts in tie_break_rows) for side in range(state.sides)] == [
        state.ranking_key(side)[1:] for side in range(state.sides)
    ]


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_broken_ties_show_only_needed_counts(game: Game) -> None:
    words, broken = game_words(game, "en"), 0
    for state in random_states(game, max(game.player_counts), 5, 20):
        result, places, scores = broken_ties(state, words), state.ranking(), state.scores()
        assert [bool(counted) for counted in result] == [scores.count(score) > 1 for score in scores]
        for one, other in itertools.combinations(range(state.sides), 2):
            if scores[one] == scores[other]:
                mine, others = ([count for _, count in result[side]] for side in (one, other))
                assert (mine > others) == (places[one] < places[other])
                assert (mine == others) == (places[one] == places[other])
        for side, counted in enumerate(result):
            rivals = [other for other in range(state.sides) if other != side and scores[other] == scores[side]]
            before = tuple(count for _, count in counted[:-1])
            assert not rivals or any(state.ranking_key(other)[1:][: len(before)] == before for other in rivals)
            broken += bool(rivals)
    assert broken


@pytest.mark.parametrize(
    ("points", "things", "width"),
    [(7, [], 1.7), (12, [], 2.4), (7, [("a", 3, "title")], 3.95), (7, [("a", 3, ""), ("b", 10, "")], 6.75)],
)
def test_row_of_numbers_has_room_for_each_digit_and_symbol(
    points: int, things: list[tuple[str, int, str]], width: float
) -> None:
    assert players_strip._width(points, things) == width
