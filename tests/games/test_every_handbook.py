"""Invariants of the handbook of every game: chapters, possible examples, and a player aid that knows the phase."""

import random
import re
from collections.abc import Iterator
from typing import Any, Final

import pytest

import regnum
from regnum.core.game import Game
from regnum.core.rules.state import State
from regnum.core.text.handbook import Handbook
from regnum.core.text.ledger import LANGUAGES
from regnum.view import view_of
from regnum.web.http.i18n import game_words
from regnum.web.rulebook import pages

TAUGHT: Final = [game for game in map(regnum.game, regnum.games()) if (game.folder / "handbook").is_dir()]
EVERY_GAME: Final = pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.id)
EVERY_LANGUAGE: Final = pytest.mark.parametrize("language", LANGUAGES)


@EVERY_GAME
@EVERY_LANGUAGE
def test_chapters_have_titles_and_leads_and_the_first_clauses_are_not_folded(game: Game, language: str) -> None:
    words = game_words(game, language)
    for chapter in game.handbook().chapters:
        assert chapter.clauses, chapter.id
        assert words.text("chapter", chapter.id, {}).strip()
        assert words.text("chapter_lead", chapter.id, {}).strip()
    for table in ("chapter", "chapter_lead"):
        assert set(words.tables[table]) == {chapter.id for chapter in game.handbook().chapters}


def test_clause_in_no_or_two_chapters_is_named() -> None:
    ledger = regnum.game("khan").ledger()
    folder = regnum.game("khan").folder / "handbook"
    assert Handbook.load("khan", folder, ledger).chapters
    with pytest.raises(ValueError, match=r"exactly once: .*brian_boru"):
        Handbook.load("khan", folder, regnum.game("brian_boru").ledger())


@EVERY_GAME
def test_examples_are_possible_positions(game: Game) -> None:
    figures = game.handbook().figures
    assert len(figures) >= 4
    for figure in figures:
        figure.position(game)  # ValueError names all that cannot be
        assert f"{game.id}.{figure.clause}" in game.ledger()
        x, y, wide, high = figure.crop or (0, 0, 1, 1)
        width, height = view_of(game).board.size
        assert min(x, y) >= 0
        assert x + wide <= width
        assert y + high <= height


@EVERY_GAME
@EVERY_LANGUAGE
def test_examples_are_drawn_without_targets(game: Game, language: str) -> None:
    captions = {figure.id for figure in game.handbook().figures}
    assert set(game_words(game, language).tables["figure"]) == captions
    for figure in game.handbook().figures:
        figure_html = pages.figure_view(game, figure, language)
        assert len(figure_html.content) > 200, figure.id
        assert "tabindex" not in figure_html.content, figure.id
        assert 'role="button"' not in figure_html.content, figure.id
        assert not figure_html.crop or " id=" not in figure_html.content, "a page can have several boards"


@EVERY_GAME
@EVERY_LANGUAGE
def test_player_aid_has_words_icons_and_rules(game: Game, language: str) -> None:
    board_layers = pages.board_layers(game, language)
    assert board_layers is not None
    symbols = set(re.findall(r'<symbol id="([^"]+)"', board_layers.under))
    parts = game.handbook().parts
    result = pages.aid(game, parts, language)
    assert {part.id for part in parts} == set(game_words(game, language).tables["aid_text"])
    for part in result:
        assert part.title.strip()
        assert part.lines
        assert not part.clause or part.clause in game.ledger()
        assert set(re.findall('href="#([^"]+)"', " ".join(part.lines))) <= symbols, part.id
        assert not re.search("&lt;|[*]", " ".join(part.lines)), part.id


def play(game: Game, players: int, options: dict[str, Any]) -> Iterator[State]:
    state = game.new_state(players, 5, **options)
    rng = random.Random(5)
    while not state.is_terminal:
        yield state
        player = state.players_to_act[0]
        state.apply(rng.choice(state.legal_actions(player)), player)


@pytest.mark.parametrize(
    ("name", "players", "options", "places"),
    [
        ("khan", 2, {"rulers_start": "free"}, "start actions special end"),
        ("brian_boru", 4, {}, "start draft struggles marriage battle church"),
        ("rurik", 3, {}, "start strategy action claim"),
        ("rurik", 1, {"rebellion_turn": "step"}, "start strategy rebellion action claim"),
        (
            "wallenstein",
            3,
            {"court": True, "landsknechte": True},
            "start planning order landsknechte court actions winter",
        ),
    ],
)
def test_player_aid_shows_the_current_phase_throughout_a_game(
    name: str, players: int, options: dict[str, Any], places: str
) -> None:
    game = regnum.game(name)
    been = [game.handbook().current_part(state) for state in play(game, players, options)]
    assert list(dict.fromkeys(been))[: len(places.split())] == places.split()
    assert set(been) <= {part.id for part in game.handbook().aid(players, options) if part.here}


def test_end_phase_of_khan_is_one_phase() -> None:
    places = [
        regnum.game("khan").handbook().current_part(state)
        for state in play(regnum.game("khan"), 3, {})
        if getattr(state, "end_phase", False) and "EndPhaseTurn" in str(state.stack)
    ]
    assert set(places) == {"end"}
