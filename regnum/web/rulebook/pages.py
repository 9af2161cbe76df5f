"""The handbook of a game for pages: its chapters with drawings of the examples, and the player aid."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

import msgspec
from markupsafe import Markup

from regnum.core.game import Game, game_of
from regnum.core.rules.option import Option
from regnum.core.rules.state import State
from regnum.core.text.handbook import AidPart, Figure, chapter_title
from regnum.core.text.words import Words, upfirst
from regnum.view import view_of
from regnum.web.board.empty_board import empty_board_for
from regnum.web.http.i18n import game_words, page_text
from regnum.web.ui.markup import to_markup
from regnum.web.ui.templates import ENVIRONMENT

_CONTROL: Final = re.compile(r' role="button" tabindex="0"')
_LABEL: Final = re.compile(r' role="button" tabindex="0" aria-label="[^"]*"')
_ID: Final = re.compile(r' id="[^"]*"')
_HEAD: Final = re.compile(r"<h2.*?</h2>", re.S)


class BoardLayers(msgspec.Struct, frozen=True):
    """A board without its frame: the class of its SVG, and the layers under and over the pieces."""

    kind: str
    under: Markup
    over: Markup


@cache
def board_layers(game: Game, language: str) -> BoardLayers | None:
    """Return the board that a page includes once so that its figures can show parts of it, or None without a board."""
    if view_of(game).board.size == (0, 0):
        return None
    defaults = {option.name: option.default for option in game.options}
    empty = empty_board_for(game, language, defaults)
    head, _, rest = empty.partition(">")
    kind = re.search(r'class="([^"]*)"', head)
    under, _, over = rest.partition('<svg id="pieces"')
    over = over.partition("</svg>")[2].rpartition("</svg>")[0]
    return BoardLayers(kind[1] if kind else "", Markup(under), Markup(over))


class FigureView(msgspec.Struct, frozen=True):
    """An example on a page: a part of the board (`crop`: its view box) or of the panel, with its caption."""

    id: str
    caption: Markup
    crop: str
    content: Markup
    arrows: list[list[int]]
    outlines: list[str]


@cache
def figure_view(game: Game, figure: Figure, language: str) -> FigureView:
    """Return an example, rendered by the game's own view without controls."""
    words = game_words(game, language)
    text = page_text(language)
    state = figure.position(game)
    seen = state.observed_by(figure.seat)
    names = [upfirst(text(f"colour.hue_{seat}")) for seat in range(state.sides)]
    legal = [] if figure.seat is None else state.legal_actions(figure.seat)
    board_view = view_of(game).board
    if figure.show:
        panel_values = {
            **board_view.panel(seen, words, names, legal),
            "words": words,
            "names": names,
            "faces": [""] * len(names),
            "bots": [""] * len(names),
            "text": text,
        }
        content = "".join(
            _CONTROL.sub(' role="img"', _section(game, file, panel_values, figure.show)) for file in ("panel", "hand")
        )
    else:
        log_context = board_view.log_context(figure.notes, words, names)
        context = {**board_view.pieces(seen, words, names, legal), **log_context, "words": words}
        content = ENVIRONMENT.get_template(f"{game.id}/pieces.svg.jinja").render(context)
        content = _ID.sub("", _LABEL.sub("", content))
    caption = to_markup(words.text("figure", figure.id, {}))
    crop = " ".join(map(str, figure.crop or (0, 0, *board_view.size)))
    return FigureView(figure.id, caption, "" if figure.show else crop, Markup(content), figure.arrows, figure.outlines)


def _section(game: Game, file: str, context: Mapping[str, Any], id_: str) -> str:
    whole = ENVIRONMENT.get_template(f"{game.id}/{file}.html.jinja").render(context)
    match = re.search(rf'<section id="{id_}".*?</section>', whole, re.S)
    return _HEAD.sub("", match[0], 1) if match else ""


class ClauseView(msgspec.Struct, frozen=True):
    """A clause as the rules page shows it."""

    id: str
    text: str
    ruling: str
    reason: str
    option: str
    place: str
    source: str
    figures: list[FigureView]

    @property
    def has_details(self) -> bool:
        """Whether the clause has anything to show besides its text."""
        return bool(self.ruling or self.reason or self.option)


class ChapterView(msgspec.Struct, frozen=True):
    """A chapter as the rules page shows it."""

    id: str
    title: str
    lead: str
    clauses: list[ClauseView]
    details: list[ClauseView]


@cache
def chapters(game: Game, language: str) -> list[ChapterView]:
    """Return the chapters of the rules in teaching order."""
    words = game_words(game, language)
    return [
        ChapterView(
            chapter.id,
            chapter_title(words, chapter.id),
            words.text("chapter_lead", chapter.id, {}) if words.has("chapter_lead", chapter.id) else "",
            [_clause(game, id_, words) for id_ in chapter.clauses],
            [_clause(game, id_, words) for id_ in chapter.details],
        )
        for chapter in game.handbook().chapters
    ]


def _clause(game: Game, id_: str, words: Words) -> ClauseView:
    clause = game.ledger()[id_]
    language = words.language
    option = ""
    if clause.option:
        option = words.text("option", clause.option, {}) if words.has("option", clause.option) else clause.option
    return ClauseView(
        id=clause.id,
        text=clause.text[language],
        ruling=clause.ruling.get(language, ""),
        reason=clause.reason.get(language, ""),
        option=option,
        place=clause.place,
        source=clause.source,
        figures=[figure_view(game, figure, language) for figure in game.handbook().figures_for(clause.id)],
    )


class AidSection(msgspec.Struct, frozen=True):
    """A part of the player aid: title, lines, the clause with details ("" if none), and whether it is in a round."""

    id: str
    title: str
    lines: list[Markup]
    clause: str
    of_round: bool


def aid(game: Game, parts: Sequence[AidPart], language: str) -> list[AidSection]:
    """Return the player aid in a language."""
    words = game_words(game, language)
    return [
        AidSection(
            part.id,
            words.text("aid", part.id, {}),
            [to_markup(line) for line in words.text("aid_text", part.id, {}).strip().splitlines()],
            f"{game.id}.{part.clause}" if part.clause else "",
            bool(part.here),
        )
        for part in parts
    ]


def changed_options(state: State, language: str) -> list[str]:
    """Return, in words, a game's non-default options that the player aid does not take into account."""
    words = game_words(state.game, language)
    parts = {part.option for part in game_of(state).handbook().parts}

    def option_text(key: str) -> str:
        return words.text("option", key, {}) if words.has("option", key) else key

    def value_text(option: Option) -> str:
        return option_text(f"{option.name}.{str(state.options[option.name]).lower()}")

    return [
        f"{upfirst(option_text(option.name))}: {value_text(option)}"
        for option in state.game.options
        if state.options[option.name] != option.default and option.name not in parts and option.name != "first_player"
    ]
