"""Turns what a seat sees into SVG and HTML: once for each seat, number of entries and language."""

from collections.abc import Container, Mapping, Sequence
from functools import cache
from typing import Any, Final

import msgspec
from jinja2 import BaseLoader, ChoiceLoader, Environment, FileSystemLoader, FunctionLoader, StrictUndefined
from markupsafe import Markup

from regnum.core import narrator
from regnum.core.action import Action
from regnum.core.drawing import Drawing
from regnum.core.game import Game
from regnum.core.play import Line
from regnum.core.registry import find_game, game_ids
from regnum.core.words import Words, upfirst
from regnum.web.assets import TEMPLATES
from regnum.web.i18n import Text, game_words, page_text
from regnum.web.live import LiveTable, View
from regnum.web.store import FINISHED, PLAYING

MANY: Final = 9
"""From so many choices on, the buttons stand in groups that scroll."""
RECENT: Final = 20
"""The short log has at least so many lines and headings, if there are as many."""
MOST: Final = 100
"""And at most so many, where nobody else acts or the viewer never did."""


class Rendered(msgspec.Struct, frozen=True):
    """What changes on a table page with a move."""

    number: int
    pieces: str
    panel: str


class Choice(msgspec.Struct, frozen=True):
    """A legal action as a button."""

    text: str
    label: str
    target: str
    short: str = ""


class Choices(msgspec.Struct, frozen=True):
    """Buttons under a heading ("" for none)."""

    heading: str
    choices: list[Choice]


class Said(msgspec.Struct, frozen=True):
    """A line of the log in words."""

    player: int
    text: str
    event: bool


class Section(msgspec.Struct, frozen=True):
    """A part of the log under a heading ("" for what came before the first)."""

    heading: str
    lines: list[Said]


def environment() -> Environment:
    """Return the templates of the page and of all games, these under their ids: "khan/land.svg.jinja"."""
    loader = ChoiceLoader([FileSystemLoader(TEMPLATES), FunctionLoader(_of_a_game)])
    return _with_manners(loader)


def _with_manners(loader: BaseLoader) -> Environment:
    made = Environment(
        loader=loader,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.globals["seat_mark"] = seat_mark
    made.filters["upfirst"] = upfirst
    return made


def _of_a_game(name: str) -> str | None:
    """Return a template of a game's drawing, or the general one where the drawing has none."""
    game_id, _, file = name.partition("/")
    if game_id not in game_ids():
        return None
    own, general = find_game(game_id).drawing.folder / file, TEMPLATES / "any_game" / file
    path = own if own.is_file() else general
    return path.read_text(encoding="utf-8") if path.is_file() else None


def seat_mark(seat: int) -> Markup:
    """Return the mark of a seat, as it stands before players' names on a table page."""
    return Markup('<svg class="seat s{0}" viewBox="0 0 24 24" aria-hidden="true"><use href="#seat-{0}"/></svg>').format(
        seat
    )


ENVIRONMENT: Final = environment()


def _template(name: str, context: dict[str, Any]) -> str:
    return ENVIRONMENT.get_template(name).render(context)


@cache
def land(game: Game, language: str, chosen: tuple[object, ...]) -> str:
    """Return the board without anything on it, for the options on which it depends: its layer of pieces is empty."""
    words = game_words(game, language)
    context = {**game.drawing.land(words, *chosen), "words": words, "pieces": Markup("")}
    return _template(f"{game.id}/land.svg.jinja", context)


def board(game: Game, language: str, pieces: str, options: Mapping[str, object]) -> Markup:
    """Return the whole board for a game's options, with this layer of pieces in its place; "" if there is none."""
    if game.drawing.SIZE == (0, 0):
        return Markup("")
    empty = land(game, language, tuple(options[name] for name in game.drawing.LAND_OPTIONS))
    start = empty.index('<svg id="pieces"')
    end = empty.index("</svg>", start) + len("</svg>")
    return Markup(empty[:start] + pieces + empty[end:])


def rendered(table: LiveTable, seat: int | None, language: str) -> Rendered:
    """Return what a seat sees now, rendered once. The seat is part of the key, or hidden things would leak."""
    key = (seat, language)
    kept: Rendered | None = table.renders.get(key)
    if kept is None:
        kept = _render(table, table.view(seat), language)
        table.renders[key] = kept
    return kept


def _render(table: LiveTable, view: View, language: str) -> Rendered:
    game = table.game
    words = game_words(game, language)
    text = page_text(language)
    drawing = game.drawing
    names = narrator.side_names(view.seen, words, table.names)
    heard = drawing.told([line.note for line in view.log if line.note is not None], words, names)
    layer = _template(
        f"{game.id}/pieces.svg.jinja",
        {**drawing.pieces(view.seen, words, names, view.legal), **heard, "words": words},
    )
    width, height = drawing.SIZE
    pieces = (
        f'<svg id="pieces" width="{width}" height="{height}" viewBox="0 0 {width} {height}" overflow="visible">'
        f"{layer}</svg>"
    )
    beside = {
        **drawing.panel(view.seen, words, names, view.legal),
        **heard,
        "words": words,
        "names": names,
        "text": text,
    }
    grouped = _grouped(view.legal, drawing)
    context = {
        "text": text,
        "names": names,
        "view": view,
        "table": table.row,
        "playing": table.phase == PLAYING,
        "status": drawing.status(view.seen, words),
        "acting": view.seat is not None and bool(view.legal),
        "waiting": [names[player] for player in view.seen.players_to_act] if table.phase == PLAYING else [],
        "prompt": narrator.prompt(view.seen, words, view.seat, names) if view.seat is not None else "",
        "choices": choices(view.legal, drawing, words, names, grouped),
        "many": grouped,
        "hand": Markup(_template(f"{game.id}/hand.html.jinja", beside)),
        "beside": Markup(_template(f"{game.id}/panel.html.jinja", beside)),
        "log": log(view, drawing, words, text, names, newest=True),
        "final": _final(table, view, drawing, words, names) if table.phase == FINISHED else None,
    }
    return Rendered(view.number, pieces, _template("panel.html.jinja", context))


def _grouped(legal: Sequence[Action], drawing: Drawing[Any]) -> bool:
    """Tell if the buttons stand in groups: where there are many, or where each names two places, as card and field."""
    return len(legal) >= MANY or any(" " in drawing.target(action) for action in legal)


def choices(
    legal: Sequence[Action], drawing: Drawing[Any], words: Words, names: Sequence[str], grouped: bool
) -> list[Choices]:
    """Return the buttons, in groups if so asked; those without a heading come first, what opens others last."""
    groups: dict[str, list[Choice]] = {}
    last: list[Choice] = []
    for action in legal:
        heading = drawing.group(action, words) if grouped else ""
        brief = drawing.short(action, words, names) if heading else ""
        target = drawing.target(action)
        choice = Choice(action.text, narrator.label(action, words, names), target, brief)
        (last if "|" in target else groups.setdefault(heading, [])).append(choice)
    found = [Choices(heading, groups[heading]) for heading in sorted(groups, key=bool)]
    return [*found, Choices("", last)] if last else found


def log(
    view: View, drawing: Drawing[Any], words: Words, text: Text, names: Sequence[str], newest: bool = False
) -> list[Section]:
    """Return the log in words, newest first, in sections; if so asked, only what is new to the viewer."""
    sections = [Section("", [])]
    viewer = -1 if view.seat is None else view.seat
    silent = view.seen.game.untold
    start = _start(view.log, viewer, silent) if newest else 0
    head = next((at for at in range(start - 1, -1, -1) if _begins(view.log[at], drawing.SECTIONS)), None)
    if head is not None:
        sections.append(Section(_say(view.log[head], words, text, names, viewer), []))
    for line in view.log[start:]:
        if not _is_told(line, silent):
            continue
        said = _say(line, words, text, names, viewer)
        if _begins(line, drawing.SECTIONS):
            sections.append(Section(said, []))
        else:
            sections[-1].lines.append(Said(line.player, said, line.note is not None))
    return [Section(part.heading, part.lines[::-1]) for part in sections[::-1] if part.heading or part.lines]


def _begins(line: Line, heads: Container[str]) -> bool:
    return line.note is not None and line.note.key in heads


def _is_told(line: Line, silent: Container[str]) -> bool:
    action = line.action or line.undone
    return action is None or action.family not in silent


def _start(lines: Sequence[Line], viewer: int, silent: Container[str]) -> int:
    """Return where the short log starts: it has all that others did last, and some lines at least.

    What others did last is everything since the viewer acted before them, with what he himself has done since then.
    """
    told = 0
    others = False
    seen = viewer < 0
    for at in range(len(lines) - 1, -1, -1):
        line = lines[at]
        if line.note is None:
            seen = seen or (others and line.player == viewer)
            others = others or line.player != viewer
        told += _is_told(line, silent)
        if told >= (RECENT if seen else MOST):
            return at
    return 0


def _say(line: Line, words: Words, text: Text, names: Sequence[str], viewer: int) -> str:
    return narrator.line(line, words, names, viewer) or text("log.undo", player=names[line.player])


class Outcome(msgspec.Struct, frozen=True):
    """The end of a game: the scoring line by line, and who stands where."""

    lines: list[tuple[str, list[int]]]
    totals: list[int]
    ties: list[tuple[str, list[int]]]
    """What breaks ties, if any totals are equal."""
    places: list[int]
    winners: list[str]
    seed: str


def _final(table: LiveTable, view: View, drawing: Drawing[Any], words: Words, names: Sequence[str]) -> Outcome:
    places, totals = view.seen.ranking(), view.seen.scores()
    return Outcome(
        lines=drawing.scoring(view.seen, words, names),
        totals=totals,
        ties=narrator.tie_breaks(view.seen, words) if len(set(totals)) < len(totals) else [],
        places=places,
        winners=[name for name, place in zip(names, places, strict=True) if place == 1],
        seed=table.row.seed,
    )
