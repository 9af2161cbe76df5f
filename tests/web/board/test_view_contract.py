"""The contract of docs/view.md for every game with a view: random games through all its parts."""

from collections.abc import Callable
from contextlib import suppress

import pytest

from regnum.core.codec import MAX_COUNT, Count, ListOf
from regnum.core.game import Game, game_of
from regnum.core.rules.state import State
from regnum.core.text.ledger import LANGUAGES
from regnum.core.text.narrator import prompt, side_names
from regnum.games import all_games
from regnum.view import view_of
from regnum.web.board.empty_board import empty_board
from regnum.web.http.i18n import game_words, page_text
from tests.support.games import views
from tests.support.games.positions import NAMES as POSITIONS
from tests.support.games.positions import position
from tests.support.games.properties import property_id
from tests.support.games.views import NAMES, random_states, text_keys

GAMES = all_games()


def with_largest(state: State) -> State:
    """Return a position with as many fields as possible at the largest count."""
    written = state.to_dict()
    for name, codec in state.FIELDS.items():
        item = codec.item if isinstance(codec, ListOf) else codec
        if isinstance(item, Count) and item.high == MAX_COUNT:
            value = [MAX_COUNT] * len(written[name]) if isinstance(written[name], list) else MAX_COUNT
            with suppress(ValueError):
                game_of(state).state_from_dict({**written, name: value})
                written[name] = value
    return game_of(state).state_from_dict(written)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_icons_of_buttons_are_defined_in_the_map(game: Game) -> None:
    pieces = empty_board(
        game,
        "en",
        tuple(next(o.default for o in game.options if o.name == name) for name in view_of(game).board.base_map_options),
    )
    symbols = {view_of(game).actions.symbol(action) for action in game.actions} - {""}
    assert [symbol for symbol in symbols if f'<symbol id="{symbol}"' not in pieces] == []


def test_page_has_the_same_content_in_every_language() -> None:
    keys = {language: text_keys(page_text(language).words.tables) for language in LANGUAGES}
    assert keys["de"] == keys["en"] == keys["uk"]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_largest_counts_need_no_more_room(game: Game) -> None:
    words = game_words(game, "en")
    enlarged = 0
    for name in [name for name in POSITIONS if name.startswith(f"{game.id}/")]:
        state = position(name).state
        large = with_largest(state)
        enlarged += large != state
        plain, actual = (sum(map(len, views.layers(game, one, None, words)[:2])) for one in (state, large))
        assert actual < plain + 5_000, name
    assert enlarged > 5 or game.id == "khan", "Khan refuses more than its bag holds"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_prompt_is_short(game: Game) -> None:
    """It takes at most two lines beside the board, so that the pieces stay visible."""
    long: dict[str, str] = {}
    for players in game.player_counts:
        for state in random_states(game, players, players, 11)[:-1]:
            seen = state.observed_by(seat := state.players_to_act[0])
            for language in LANGUAGES:
                words = game_words(game, language)
                names = side_names(seen, words, NAMES[:players])
                prompt_text = view_of(game).actions.prompt(seen, words, names) or prompt(seen, words, seat, names)
                if len(prompt_text) > 150:
                    long[prompt_text] = f"{len(prompt_text)} letters"
    assert long == {}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@pytest.mark.parametrize(
    "holds",
    [
        views.positions_can_be_drawn_for_every_viewer,
        views.pieces_keep_their_order_and_are_few,
        views.lines_of_the_final_scoring_add_up,
        views.actions_have_a_place_or_a_heading,
        views.view_has_the_same_content_in_every_language,
    ],
    ids=property_id,
)
def test_view_passes_the_common_checks(holds: Callable[[Game], None], game: Game) -> None:
    holds(game)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_map_is_small_and_has_a_layer_for_the_pieces(game: Game, language: str) -> None:
    views.map_is_small_and_has_a_layer_for_the_pieces(game, language)
