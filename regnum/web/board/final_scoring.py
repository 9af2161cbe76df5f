"""The end of a game on its page: points by reason, charts and highlights."""

from collections.abc import Sequence
from typing import Any, Final
from weakref import WeakKeyDictionary

import msgspec

from regnum.core.record.play import UNDO
from regnum.core.record.summary import GameSummary, Highlight, Summarizer, select_highlights, summarize, summarizer_of
from regnum.core.rules.state import FULL
from regnum.core.text import narrator
from regnum.core.text.words import Words, upfirst
from regnum.players.reason_texts import signed_points
from regnum.view import ScoreView, view_of
from regnum.web.db.ids import rematch_id
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.seat_view import SeatView
from regnum.web.ui import line_chart
from regnum.web.ui.bar_chart import Bar, bars

NARROW_CHART: Final = line_chart.ChartSize(480, 250, 44, 14, 14, 14)
"""The frame of the chart of points next to the board."""
MAX_BAR_LENGTH: Final = 400.0
"""The length of the longest bar; the chart has room for a number after it."""
_SUMMARIES: Final[WeakKeyDictionary[LiveTable, tuple[int, GameSummary]]] = WeakKeyDictionary()


class HighlightLine(msgspec.Struct, frozen=True):
    """A highlight in words: its kind as a title, the text, the number of its entry (0: none), and its player."""

    title: str
    text: str
    number: int
    player: int


class TurningPoint(msgspec.Struct, frozen=True):
    """A turning point: the number of entries before it, its x in the chart, its action ("": none), and the changes."""

    number: int
    x: float
    action: str
    changes: str


class Ending(msgspec.Struct, frozen=True):
    """The end of a game: the points by reason in numbers and charts, the ranking, and the highlights."""

    lines: list[tuple[str, list[int]]]
    totals: list[int]
    ties: list[tuple[str, list[int]]]
    """The tie-breaks with each side's counts, if any totals are equal."""
    broken: list[str]
    """For each side, what broke its tie, with the side's count, or "" if it was not tied."""
    places: list[int]
    order: list[int]
    """The sides, sorted by place."""
    winners: list[str]
    seed: str
    highlights: list[HighlightLine]
    bars: list[Bar]
    size: line_chart.ChartSize
    levels: list[tuple[int, float]]
    course: list[line_chart.ChartLine]
    turns: list[TurningPoint]
    rematch: str
    """The id of the rematch, or "" if there is none."""


def game_summary(table: LiveTable) -> GameSummary:
    """Return the summary of a finished game, cached as long as the table is in memory."""
    cached = _SUMMARIES.get(table)
    if cached is None or cached[0] != table.entry_count:
        cached = _SUMMARIES[table] = (table.entry_count, summarize(table.play.record))
    return cached[1]


def ending(table: LiveTable, view: SeatView, words: Words, names: Sequence[str]) -> Ending:
    """Return the end of a game in words and charts."""
    summary = game_summary(table)
    places, totals = view.seen.ranking(), view.seen.scores()
    steps = line_chart.to_steps(summary.score_history)
    scale = line_chart.point_scale(steps, NARROW_CHART)
    return Ending(
        lines=points_by_reason(table, summary, words, names),
        totals=totals,
        ties=narrator.tie_breaks(view.seen, words) if len(set(totals)) < len(totals) else [],
        broken=[
            ", ".join(f"{what}\u00a0{count}" for what, count in counted)
            for counted in narrator.broken_ties(view.seen, words)
        ],
        places=places,
        order=sorted(range(len(places)), key=lambda side: places[side]),
        winners=[name for name, place in zip(names, places, strict=True) if place == 1],
        seed=table.row.seed,
        highlights=[highlight_line(highlight, words, names) for highlight in select_highlights(summary.highlights)],
        bars=bars(summary.points_by_reason, MAX_BAR_LENGTH),
        size=NARROW_CHART,
        levels=line_chart.labelled_values(scale),
        course=line_chart.chart_lines(steps, scale),
        turns=turning_points(table, table.chances, words, names),
        rematch=rematch_id(table.row.id) if table.row.has_rematch else "",
    )


def points_by_reason(
    table: LiveTable, summary: GameSummary, words: Words, names: Sequence[str]
) -> list[tuple[str, list[int]]]:
    """Return the lines of the final scoring: the reason, and the points of each side."""
    scores = view_of(table.game).scores
    if type(scores).scoring is not ScoreView.scoring or summarizer_of(table.game) is Summarizer:
        return scores.scoring(summary.final_state, words, names)
    return [
        (words.text("score_reason", reason, {}), [reasons[reason] for reasons in summary.points_by_reason])
        for reason in summary.points_by_reason[0]
    ]


def highlight_line(highlight: Highlight, words: Words, names: Sequence[str]) -> HighlightLine:
    """Return a highlight in words."""
    title, _, text = narrator.highlight_line(highlight.key, highlight.params, words, names).partition(": ")
    return HighlightLine(title, upfirst(text), highlight.number, highlight.player)


def turning_points(table: LiveTable, points: Sequence[Any], words: Words, names: Sequence[str]) -> list[TurningPoint]:
    """Return the moments at which the chances changed most, according to a review."""
    return [
        TurningPoint(
            turn.before,
            turn.x,
            action_text_at(table, turn.before, words, names),
            ", ".join(
                f"{names[side]}\u00a0{percent(change, words.language, sign=True)}"
                for side, change in enumerate(turn.changes)
                if abs(change) >= line_chart.MIN_SWING / 2
            ),
        )
        for turn in (line_chart.turning_points(points) if points else ())
    ]


def action_text_at(table: LiveTable, number: int, words: Words, names: Sequence[str], viewer: int = FULL) -> str:
    """Return the action taken after `number` entries, in words, as the viewer may know it, or "" if there is none."""
    player, text = (table.play.record.entries[number : number + 1] or [(0, UNDO)])[0]
    return "" if text == UNDO else narrator.action_line(table.game.actions.parse(text), player, words, names, viewer)


def percent(share: float, language: str, sign: bool = False) -> str:
    """Return a share from -1 to 1 as a percentage in the notation of a language; `sign`: always show its sign."""
    number = signed_points(100 * share, language, 0) if sign else f"{100 * share:.0f}"
    return f"{number}%" if language == "en" else f"{number}\u00a0%"
