"""Renders a seat's view as SVG and HTML, once for each seat, number of entries and language."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from marshal import dumps
from typing import Any, Final
from weakref import WeakKeyDictionary

import msgspec
from markupsafe import Markup

from regnum.core.game import Game, game_of
from regnum.core.rules.action import Action
from regnum.core.rules.note import Line
from regnum.core.rules.state import State
from regnum.core.text import narrator
from regnum.core.text.words import Words
from regnum.view import ActionView, GameView, LogView, Public, ScoreView, view_of
from regnum.web.board import seat_notices, tutorial, unavailable
from regnum.web.board.event_summaries import Event, event_summaries, happened, is_told
from regnum.web.board.final_scoring import ending
from regnum.web.board.log import NOBODY, Group, Section, Speaker, digest, in_brief, in_words, log, staged
from regnum.web.bots import catalog
from regnum.web.clocks import forms as clock_forms
from regnum.web.clocks import proposals
from regnum.web.http.i18n import Text, game_words, page_text
from regnum.web.tables.live_table import LiveTable, View
from regnum.web.tables.models import ABANDONED, FINISHED, PLAYING
from regnum.web.ui import avatars, log_icons
from regnum.web.ui.templates import ENVIRONMENT

MANY: Final = 9
"""The number of choices from which buttons are shown in scrolling groups."""
FEW: Final = 3
"""The maximum number of visible buttons for choices that the board also offers; more are folded into a list."""
THEN: Final = " then "
"""The separator between actions that one button takes in sequence."""
_SEAT_SYMBOL: Final = re.compile(r'<symbol id="seat-\d+".*?</symbol>', re.S)
_SECTION: Final = '<section id="'
_SECTION_END: Final = "</section>"


Sections = tuple[list[str], dict[str, str]]
"""The texts around the sections of a part of the panel, and the sections by id."""


class Rendered:
    """The changing content of a table page: the layer of pieces, and the parts of the panel by name."""

    def __init__(self, number: int, pieces: str, parts: dict[str, str]) -> None:
        self.number: Final = number
        self.pieces: Final = pieces
        self._parts: Final = parts
        self._apart: Final[dict[str, Sections]] = {}

    def _sections(self, name: str) -> Sections:
        found = self._apart.get(name)
        if found is None:
            found = self._apart[name] = _sections(self._parts[name])
        return found

    def with_part(self, name: str, part: str) -> "Rendered":
        """Return a copy with an existing part replaced."""
        return Rendered(self.number, self.pieces, {**self._parts, name: part})

    @property
    def panel(self) -> str:
        """The whole panel."""
        return "".join(self._parts.values())

    def since(self, last: "Rendered") -> list[str] | None:
        """Return the elements that have changed, each with an id; None if elements were added or removed."""
        found = [self.pieces] if self.pieces != last.pieces else []
        for name, part in self._parts.items():
            before = last._parts[name]
            if part == before:
                continue
            if not part or not before:
                return None
            frame, sections = self._sections(name)
            old_frame, old = last._sections(name)
            if frame == old_frame and list(sections) == list(old):
                found += [text for id_, text in sections.items() if text != old[id_]]
            else:
                found.append(part)
        return found


def _sections(part: str) -> Sections:
    """Return the texts around the sections of a part, and the sections by id; no sections if they overlap."""
    frame, *rest = part.split(_SECTION)
    around, sections = [frame], {}
    for text in rest:
        inner, end, after = text.partition(_SECTION_END)
        id_ = inner.partition('"')[0]
        if "<section" in inner or id_ in sections:
            return [part], {}
        sections[id_] = _SECTION + inner + end
        around.append(after)
    return around, sections


class Choice(msgspec.Struct, frozen=True):
    """A legal action as a button."""

    text: str
    label: str
    target: str
    short: str = ""
    symbol: str = ""


class Part(msgspec.Struct, frozen=True):
    """An action that can be undone with all after it: their number, and the places it mentions."""

    label: str
    back: int
    places: str


class Choices(msgspec.Struct, frozen=True):
    """Buttons under a heading ("" for none)."""

    heading: str
    choices: list[Choice]


def symbols(game: Game) -> Markup:
    """Return the symbols that a page needs once to show faces and icons."""
    return avatars.symbols(game) + log_icons.symbols()


def _template(name: str, context: dict[str, Any]) -> str:
    return ENVIRONMENT.get_template(name).render(context)


@cache
def land(game: Game, language: str, chosen: tuple[object, ...]) -> str:
    """Return the empty board for the options that it depends on."""
    words = game_words(game, language)
    context = {**view_of(game).board.land(words, *chosen), "words": words, "pieces": Markup("")}
    return _template(f"{game.id}/land.svg.jinja", context)


def bare_land(game: Game, language: str, options: Mapping[str, object]) -> str:
    """Return the empty board for a game's options."""
    return land(game, language, tuple(options[name] for name in view_of(game).board.land_options))


def seat_symbols(game: Game, language: str, options: Mapping[str, object]) -> Markup:
    """Return the seats' symbols for a page without the board, where `seat_mark` uses them."""
    found = (
        "" if view_of(game).board.size == (0, 0) else "".join(_SEAT_SYMBOL.findall(bare_land(game, language, options)))
    )
    return Markup('<svg class="faces" aria-hidden="true">{}</svg>').format(Markup(found))  # made from our own templates


def board(game: Game, language: str, pieces: str, options: Mapping[str, object]) -> Markup:
    """Return the board for a game's options with this layer of pieces; "" if the game has no board."""
    if view_of(game).board.size == (0, 0):
        return Markup("")
    empty = bare_land(game, language, options)
    start = empty.index('<svg id="pieces"')
    end = empty.index("</svg>", start) + len("</svg>")
    return Markup(empty[:start] + pieces + empty[end:])


class RenderCache:
    """The last rendering for a seat and language, most of which stays the same from move to move."""

    def __init__(self) -> None:
        self._drawn: Final[dict[str, tuple[bytes, str]]] = {}
        self._names: Sequence[str] = ()
        self._said: dict[Line, str] = {}

    def draw(self, name: str, context: dict[str, Any]) -> str:
        """Return a rendered template, from the cache unless a value that it needs has changed."""
        values = [context[key] for key in _needs(name) if key in context]
        try:
            key = dumps(values, _COMPARABLE)
        except ValueError:  # not plain data
            return _template(name, context)
        last = self._drawn.get(name)
        if last is None or last[0] != key:
            last = self._drawn[name] = (key, _template(name, context))
        return last[1]

    def speaker(self, words: Words, text: Text, names: Sequence[str], viewer: int) -> Speaker:
        """Return a function that puts lines of the log into words, with the last texts cached."""
        before = self._said if names == self._names else {}
        self._names, self._said = names, {}

        def say(line: Line) -> str:
            said = self._said[line] = before.get(line) or in_words(line, words, text, names, viewer)
            return said

        return say


_MEMORIES: Final[WeakKeyDictionary[LiveTable, dict[tuple[int | None, str], RenderCache]]] = WeakKeyDictionary()
_COMPARABLE: Final = 2  # the version of marshal's format in which equal values give equal bytes


@cache
def _needs(name: str) -> list[str]:
    """Return the names of the values that a template needs, except words and texts, which are fixed per language."""
    return sorted(ENVIRONMENT.needs(name) - {"words", "text"})


def rendered(table: LiveTable, seat: int | None, language: str) -> Rendered:
    """Return the current rendering for a seat, made once."""
    drawn, key = table.drawn_for(seat), ("page", language)
    kept: Rendered | None = drawn.get(key)
    if kept is None:
        memory = _MEMORIES.setdefault(table, {}).setdefault((seat, language), RenderCache())
        kept = drawn[key] = render(table, table.view(seat), language, memory)
    return kept


def _awaited(table: LiveTable, view: View) -> list[int]:
    """Return the players to act, without the viewer while a guide decides what comes next."""
    return [player for player in view.seen.players_to_act if player != view.seat or table.beat() is None]


def render(table: LiveTable, view: View, language: str, memory: RenderCache) -> Rendered:
    """Render the board and the panel of a table for a view."""
    game = table.game
    words = game_words(game, language)
    text = page_text(language)
    game_view = view_of(game)
    names = narrator.side_names(view.seen, words, table.names)
    nobody = [""] * (len(names) - len(table.row.seats))
    faces = [*catalog.faces(game, table.row.seats), *nobody]
    heard = game_view.board.log_context([line.note for line in view.log if line.note is not None], words, names)
    beside = {
        **game_view.board.panel(view.seen, words, names, view.legal),
        **heard,
        "words": words,
        "names": names,
        "faces": faces,
        "bots": [*(catalog.bot_label(game, row, text) for row in table.row.seats), *nobody],
        "text": text,
    }
    plain, listed = offered(view.legal, game_view.actions)
    taken = [] if view.past else table.parts(view.seat)
    told = log(view, game_view.log, names, memory.speaker(words, text, names, view.viewer), newest=True)
    context = {
        "text": text,
        "names": names,
        "faces": faces,
        "view": view,
        "table": table.row,
        "playing": table.phase == PLAYING,
        "strip": _strip(table, view, game_view.scores, words, names, text),
        "timed": [] if view.past else clock_forms.clock_sentences(table.row, text),
        "own_clock": None if view.past or view.seat is None else clock_forms.running(table.row, view.seat, text),
        "replaced": "" if view.past or view.seat is None else clock_forms.replaced_by(table.row, view.seat, text),
        "standings": not view.past and type(game_view.scores).standings is not ScoreView.standings,
        "status": _status(view.seen, words, text),
        "acting": view.seat is not None and bool(view.legal),
        "is_barred": view.seat is not None
        and bool(view.legal)
        and not view.past
        and unavailable.is_any(view, view.seat),
        "abandoned": table.phase == ABANDONED,
        "notes": [] if view.past else seat_notices.notes(table.row, view.seat, table.moved(view.seat), text),
        "proposal": None if view.past else proposals.proposal_view(table.row, view.seat, text),
        "paused": "" if view.past else proposals.paused(table.row, text),
        "proposable": table.phase == PLAYING and view.seat is not None and not view.past,
        "resigned": [row.seat for row in table.row.seats if row.resigned],
        "waiting": [names[player] for player in _awaited(table, view)] if table.phase == PLAYING else [],
        "others": {player: names[player] for player in view.seen.players_to_act if player != view.seat},
        "skippable": not view.past and bool(table.bots_to_act()) and table.paced and table.may_hurry(view.seat),
        "paced": table.paced,
        "staged": 0 if view.past else staged(view, game_view.log),
        "prompt": prompt(view, words, names),
        "heading": heading(view.seen, words) if view.legal else "",
        "guide": None if view.past else tutorial.tutorial_step(table, view.seat, language),
        "goes_on": not view.past and any(action.family not in game.unlogged_families for action in view.legal),
        "settled": bool(view.legal) and not view.past and _goes_on_alone(view),
        "parts": _parts(taken, game_view, words, names),
        "back": _in_one_go(taken, game_view.actions),
        "choices": [
            *at_once(view.seen, view.legal, words),
            *choices(plain, view.seen, game_view.actions, words, names),
        ],
        "many": _grouped(plain, game_view.actions),
        "listed": choices(listed, view.seen, game_view.actions, words, names),
        "listing": len(listed),
        "many_listed": _grouped(listed, game_view.actions),
        "hand": Markup(memory.draw(f"{game.id}/hand.html.jinja", beside)),
        "beside": Markup(memory.draw(f"{game.id}/panel.html.jinja", beside)),
        "clause": narrator.clause(view.seen),
        "rules": rules_of(table),
        "log": told,
        "digest": [] if view.past else _digest(told, view, game_view.log, words, names),
        "aim": aim_of(words),
        "event_summaries": event_summaries(view, _events(table, view), game_view.log, words, names),
        "final": ending(table, view, words, names) if table.phase == FINISHED else None,
    }
    panel = ENVIRONMENT.get_template("board/panel.html.jinja")
    shared = panel.new_context(context)
    parts = {name: "".join(draw(shared)) for name, draw in panel.blocks.items()}
    return Rendered(view.number, _pieces(table, view, words, names, heard), parts)


def _goes_on_alone(view: View) -> bool:
    """Return whether the viewer acted last, no other player is mentioned since, and nothing can be changed instead."""
    if any(action.convenience for action in view.legal):
        return False
    alone, unlogged_families = (NOBODY, view.seat), view.seen.game.unlogged_families
    told = (line for line in reversed(view.log) if line.player == view.seat or is_told(line, unlogged_families))
    last = next((line for line in told if line.action is not None or line.player not in alone), None)
    return last is not None and last.action is not None and last.player == view.seat


def _digest(told: Sequence[Section], view: View, log_view: LogView, words: Words, names: Sequence[str]) -> list[Group]:
    """Return the new part of the log, turn by turn."""
    if type(log_view).turn_summary is LogView.turn_summary:
        return digest(told, view.viewer, log_view.keys.details, log_view.keys.news, log_view.outcome)
    return in_brief(told, lambda lines, player: log_view.turn_summary(lines, player, words, names))


def rules_of(table: LiveTable) -> str:
    """Return the address of the rules of a table's game, with a link back to the table."""
    return f"/rules/{table.game.id}?back={table.row.id}" if table.row.id else f"/rules/{table.game.id}"


def _events(table: LiveTable, view: View) -> list[Event]:
    """Return the events of a table, which are the same for all viewers.

    They contain positions in the log, so they are found again after every entry, even one that is not announced.
    """
    drawn, key = table.drawn_for(None), "events"
    kept: tuple[int, list[Event]] | None = drawn.get(key)
    if kept is None or kept[0] != table.number:
        kept = drawn[key] = (table.number, happened(view.log, view_of(table.game).log.keys.event_kinds))
    return kept[1]


def prompt(view: View, words: Words, names: Sequence[str]) -> str:
    """Return the question that a seat has to decide; "" for spectators and while others act."""
    if view.seat is None or not view.legal:
        return ""
    return view_of(game_of(view.seen)).actions.prompt(view.seen, words, names) or narrator.prompt(
        view.seen, words, view.seat, names
    )


def _status(seen: State, words: Words, text: Text) -> str:
    """Return the line above the question; at the end, why the game is over, if its words have that."""
    if not seen.is_terminal:
        return view_of(game_of(seen)).actions.status(seen, words)
    return words.say("game", "over", {}) if words.has("game", "over") else text("final.over")


def heading(seen: State, words: Words) -> str:
    """Return the heading of a question that arises in another player's turn; "" for others."""
    step = type(seen.stack[-1]).__name__
    return words.say("heading", step, {}) if words.has("heading", step) else ""


def aim_of(words: Words) -> str:
    """Return the sentence on how to win a game; "" if its words have none."""
    return words.say("game", "aim", {}) if words.has("game", "aim") else ""


def basics_of(words: Words) -> list[str]:
    """Return a few sentences about a game for newcomers; [] if its words have none."""
    return words.say("game", "basics", {}).splitlines() if words.has("game", "basics") else []


class Side(msgspec.Struct, frozen=True):
    """A player on the strip: whether they have to act, and their public points and things."""

    name: str
    points: int | None
    acting: bool
    away: bool
    public: Sequence[tuple[str, int, str]]
    role: str = ""
    """The player's role, such as their leader."""
    reasons: str = ""
    """The sources of the player's points, as JSON: a list of reasons and amounts."""
    width: float = 0
    """The width of the points and things in a row, in multiples of the font size."""
    clock: clock_forms.Countdown | None = None
    left: str = ""
    """The sentence that a bot plays for the player; "" if none does."""


def _strip(
    table: LiveTable, view: View, scores: ScoreView[Any], words: Words, names: Sequence[str], text: Text
) -> list[Side]:
    away = frozenset[int]() if view.past else table.away(view.seat)
    points: Sequence[int | None] = scores.points(view.seen) or [None] * len(names)
    public = scores.public_info(view.seen, words) or [Public() for _ in names]
    acting = view.seen.players_to_act if table.phase != ABANDONED else ()
    sides = [
        Side(
            name,
            points[side],
            side in acting,
            side in away,
            public[side].items,
            public[side].role,
            _json(public[side].reasons),
            _width(points[side], public[side].items),
        )
        for side, name in enumerate(names)
    ]
    if view.past:
        return sides
    people = range(len(table.row.seats))
    return [
        msgspec.structs.replace(
            side,
            clock=clock_forms.running(table.row, seat, text),
            left=seat_notices.note(table.row, seat, text),
        )
        if seat in people
        else side
        for seat, side in enumerate(sides)
    ]


def _width(points: int | None, public: Sequence[tuple[str, int, str]]) -> float:
    """Return the approximate width of a row of figures: points in large digits, each thing with its symbol."""
    return round(1 + 0.7 * len(str(points)) + sum(1.7 + 0.55 * len(str(count)) for _, count, _ in public), 2)


def _json(value: Sequence[tuple[str, int]]) -> str:
    return msgspec.json.encode(value).decode() if value else ""


def _pieces(table: LiveTable, view: View, words: Words, names: Sequence[str], heard: Mapping[str, Any]) -> str:
    """Return the layer of pieces; viewers who cannot act share one, if the game says that it is the same for all."""
    board_view = view_of(table.game).board
    shared = board_view.same_to_all and not view.legal and not view.bare
    drawn, key = table.drawn_for(None), ("pieces", words.language)
    kept: str | None = drawn.get(key) if shared else None
    if kept is None:
        seen = table.view(None).seen if shared else view.seen
        context = {**board_view.pieces(seen, words, names, view.legal), **heard, "words": words}
        layer = _template(f"{table.game.id}/pieces.svg.jinja", context)
        width, height = board_view.size
        size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        kept = f'<svg id="pieces" {size} overflow="visible">{layer}</svg>'
        if shared:
            drawn[key] = kept
    return kept


def labelled(action: Action, seen: State, words: Words, names: Sequence[str]) -> str:
    """Return the label of a choice in a position."""
    return view_of(game_of(seen)).actions.label(action, seen, words, names) or narrator.label(action, words, names)


def _parts(
    taken: Sequence[tuple[State, Action]], game_view: GameView[Any], words: Words, names: Sequence[str]
) -> list[Part]:
    """Return the actions that can be undone, except those that remain changeable on the table, such as a plan.

    An action that only opened the current question can be undone as well. Actions taken together are one part.
    """
    found: list[Part] = []
    for at, (seen, action) in enumerate(taken):
        if action.family in seen.game.unlogged_families and not (action.convenience and at == len(taken) - 1):
            continue
        both = _in_one_go(taken[: at + 1], game_view.actions)
        del found[max(0, len(found) - both + 1) :]
        back = len(taken) - at - 1 + both
        found.append(Part(labelled(action, seen, words, names), back, " ".join(game_view.log.places(action.params))))
    return found


def _in_one_go(taken: Sequence[tuple[State, Action]], actions_view: ActionView[Any]) -> int:
    """Return how many of the last actions are undone together, including one that only opened the question."""
    if len(taken) < 2 or not actions_view.is_second_half(taken[-1][1]):
        return 1
    return 3 if len(taken) > 2 and actions_view.opens_question(taken[-3][1]) else 2


def offered(legal: Sequence[Action], actions_view: ActionView[Any]) -> tuple[Sequence[Action], Sequence[Action]]:
    """Return the actions with visible buttons, and those of the board, whose buttons are in a list to unfold.

    A few of the board's buttons stay visible, except those of cards, of several ways to do one thing, and of optional
    actions. Actions that only open another question stay visible as well.
    """
    targets = [actions_view.target(action) for action in legal]
    ranks = [actions_view.priority(action, legal) for action in legal]
    on_boards = [bool(target) and "|" not in target for target in targets]
    main = [on_board and not action.convenience for on_board, action in zip(on_boards, legal, strict=True)]
    few = sum(needed and not rank for needed, rank in zip(main, ranks, strict=True)) <= FEW
    plain: list[tuple[int, Action]] = []
    listed: list[Action] = []
    for action, target, on_board, needed, rank in zip(legal, targets, on_boards, main, ranks, strict=True):
        alone = needed and targets.count(target) == 1 and not target.startswith(actions_view.cards or "\0")
        seen = not on_board or (few and alone)
        if seen or rank:
            plain.append((-rank, action))
        else:
            listed.append(action)
    return [action for _, action in sorted(plain, key=lambda one: one[0])], listed


def at_once(seen: State, legal: Sequence[Action], words: Words) -> list[Choices]:
    """Return the buttons that take several actions in sequence."""
    found = view_of(game_of(seen)).actions.combined_buttons(seen, words, legal) if legal else []
    made = [Choice(THEN.join(action.text for action in actions), label, "") for actions, label in found]
    return [Choices("", made)] if made else []


def _grouped(legal: Sequence[Action], actions_view: ActionView[Any]) -> bool:
    """Return whether buttons are grouped: if there are many, or if any names two places, such as card and field."""
    return len(legal) >= MANY or any(" " in actions_view.target(action) for action in legal)


def choices(
    legal: Sequence[Action], seen: State, actions_view: ActionView[Any], words: Words, names: Sequence[str]
) -> list[Choices]:
    """Return the buttons, in groups if there are many; those without a heading come first.

    Actions that open another question and have no group come last.
    """
    grouped = _grouped(legal, actions_view)
    groups: dict[str, list[Choice]] = {}
    last: list[Choice] = []
    for action in legal:
        heading = actions_view.group(action, words) if grouped else ""
        brief = actions_view.short(action, words, names) if heading else ""
        target = actions_view.target(action)
        label = labelled(action, seen, words, names)
        choice = Choice(action.text, label, target, brief, actions_view.symbol(action))
        (last if "|" in target and not actions_view.group(action, words) else groups.setdefault(heading, [])).append(
            choice
        )
    found = [Choices(heading, groups[heading]) for heading in sorted(groups, key=bool)]
    return [*found, Choices("", last)] if last else found
