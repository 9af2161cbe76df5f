"""The drawings of a position."""

import random
import re
import tomllib
from collections import Counter
from typing import Any, Final
from xml.etree import ElementTree

from regnum.core.game import Game
from regnum.core.rules.state import State
from regnum.core.text.ledger import LANGUAGES
from regnum.core.text.narrator import side_names
from regnum.core.text.words import Words
from regnum.view import view_of
from regnum.web.board.empty_board import empty_board
from regnum.web.http.i18n import game_words, page_text
from regnum.web.ui.templates import ENVIRONMENT

NAMES = ["Ann", "Ben <b>", "Cleo & Co", "Dov", "Eve"]


def random_states(game: Game, players: int, seed: int, every: int, **options: object) -> list[State]:
    """Return the positions of a random game with these options, one out of `every`, and the last."""
    state = game.new_state(players, seed, **options)
    dice = random.Random(seed)
    result = [state.clone()]
    while not state.is_terminal:
        seat = dice.choice(state.players_to_act)
        state.apply(dice.choice(state.legal_actions(seat)), seat)
        if state.ply % every == 0 or state.is_terminal:
            result.append(state.clone())
    return result


def layers(game: Game, state: State, seat: int | None, words: Words) -> tuple[str, str, list[str]]:
    """Return the layer of pieces, the HTML beside the board, and the targets of the legal actions."""
    game_view = view_of(game)
    seen = state.observed_by(seat)
    legal = seen.legal_actions(seat) if seat is not None else []
    names = side_names(seen, words, NAMES[: state.players])
    context: dict[str, Any] = {**game_view.board.pieces(seen, words, names, legal), "words": words}
    pieces = ENVIRONMENT.get_template(f"{game.id}/pieces.svg.jinja").render(context)
    context = {**game_view.board.panel(seen, words, names, legal), "words": words, "names": names}
    context["text"] = page_text(words.language)
    context["faces"] = context["bots"] = [""] * len(names)
    beside = [ENVIRONMENT.get_template(f"{game.id}/{name}.html.jinja").render(context) for name in ("hand", "panel")]
    assert state.is_terminal or game_view.actions.status(seen, words)
    return pieces, "".join(beside), [target for action in legal if (target := game_view.actions.target(action))]


def places_of_target(target: str) -> set[str]:
    """Return all places that a target names: "a b" means both of them together, "a|b" either."""
    return set(re.split(r"[ |]", target))


def check_drawn(game: Game, state: State, seat: int | None, words: Words) -> None:
    """Check the view of a position: well-formed, unique ids, and the same actions on board and buttons."""
    pieces, beside, targets = layers(game, state, seat, words)
    ElementTree.fromstring(f"<svg>{pieces}</svg>")
    elements = pieces + beside
    assert "{" not in elements, "a template was not filled in"
    ids = Counter(re.findall(r'\bid="([^"]+)"', elements))
    assert [id_ for id_, count in ids.items() if count > 1] == []
    offered = re.findall(r'data-target="([^"]+)"', elements)
    named = {place for target in targets for place in places_of_target(target)}
    assert set(offered) <= named, "the buttons offer the same actions as the board"
    for target in targets:
        parts = [set(part.split("|")) for part in target.split(" ")]
        assert all(part & set(offered) for part in parts), f"the board offers {target}"
    for tag in re.findall(r"<[^>]*data-target=[^>]*>", elements):
        assert all(part in tag for part in ('role="button"', 'tabindex="0"', "aria-label=")), tag


FORGOTTEN: Final = re.compile(r"[{}]|\b[a-z]+_[a-z]+\b")


def positions_can_be_drawn_for_every_viewer(game: Game) -> None:
    for players in game.player_counts:
        for number, state in enumerate(random_states(game, players, players, 9)):
            words = game_words(game, LANGUAGES[number % 3])
            for seat in [*range(players), None]:
                check_drawn(game, state, seat, words)


def pieces_keep_their_order_and_are_few(game: Game) -> None:
    words = game_words(game, "en")
    last: list[str] = []
    for state in random_states(game, game.player_counts[-1], 3, 5):
        pieces, _, _ = layers(game, state, 0, words)
        assert len(pieces.encode()) < 40_000
        ids = re.findall(r'\bid="([^"]+)"', pieces)
        both = set(ids) & set(last)
        assert [id_ for id_ in ids if id_ in both] == [id_ for id_ in last if id_ in both]
        last = ids


def map_is_small_and_has_a_layer_for_the_pieces(game: Game, language: str) -> None:
    pieces = empty_board(
        game,
        language,
        tuple(next(o.default for o in game.options if o.name == name) for name in view_of(game).board.base_map_options),
    )
    root = ElementTree.fromstring(pieces)
    assert root.get("role") == "group"
    assert root.get("aria-label")
    width, height = view_of(game).board.size
    assert root.get("viewBox") == f"0 0 {width} {height}"
    assert len(pieces.encode()) < 80_000
    assert pieces.count('<svg id="pieces"') == 1
    assert "<style" not in pieces
    for seat in range(max(game.player_counts)):
        assert f'<symbol id="seat-{seat}"' in pieces


def lines_of_the_final_scoring_add_up(game: Game) -> None:
    words = game_words(game, "en")
    for players in game.player_counts:
        state = random_states(game, players, 17, 1000)[-1]
        lines = view_of(game).scores.scoring(state.observed_by(None), words, NAMES)
        assert [sum(points[player] for _, points in lines) for player in range(state.sides)] == state.scores()
        assert all(label for label, _ in lines)


def actions_have_a_place_or_a_heading(game: Game) -> None:
    game_view = view_of(game)
    for language in LANGUAGES:
        words = game_words(game, language)
        for action in game.actions:
            assert re.fullmatch(r"[\w| -]*", game_view.actions.target(action))
            assert isinstance(game_view.actions.group(action, words), str)


def view_has_the_same_content_in_every_language(game: Game) -> None:
    data = {
        language: tomllib.loads((view_of(game).folder / "words" / f"{language}.toml").read_text(encoding="utf-8"))
        for language in LANGUAGES
    }
    keys = {language: text_keys(tables) for language, tables in data.items()}
    assert keys["de"] == keys["en"] == keys["uk"]


def text_keys(tables: Any, path: str = "") -> set[tuple[str, frozenset[str]]]:
    """Return all keys with the parameters of their texts, without lettering that only one language has."""
    if isinstance(tables, dict):
        own = ("on_map", "code")
        return {pair for key, value in tables.items() if key not in own for pair in text_keys(value, f"{path}.{key}")}
    return {(path, frozenset(re.findall(r"\{(\w+)", str(tables))))}
