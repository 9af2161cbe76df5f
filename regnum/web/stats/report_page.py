"""A report of many games as a self-contained page with charts and tables of its figures."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from regnum.core.game import Game
from regnum.web.bots.catalog import level_name
from regnum.web.http.i18n import game_words, page_text
from regnum.web.ui.bar_chart import bars
from regnum.web.ui.templates import ENVIRONMENT

MAX_BAR_LENGTH: Final = 400.0
"""The length of a chart's longest bar."""
MAX_BAR_HEIGHT: Final = 120.0
MAX_ROWS: Final = 40
"""The maximum number of things of a kind that the page shows; the figures have all of them."""


def page(game: Game, figures: Mapping[str, Any], language: str) -> str:
    """Return the HTML of a report page for figures from `regnum.arena.report`."""
    text, words = page_text(language), game_words(game, language)

    def word(table: str, key: str) -> str:
        return words.text(table, key, {}) if words.has(table, key) else key

    def number(value: float, digits: int = 1) -> str:
        return f"{value:.{digits}f}" if language == "en" else f"{value:.{digits}f}".replace(".", ",")

    def percent(share: float) -> str:
        return f"{number(100 * share)}{'' if language == 'en' else chr(160)}%"

    def rows(shares: Mapping[str, Mapping[str, float]], names: Sequence[str]) -> list[dict[str, Any]]:
        most = max([0.01, *(max(share["win_share"], share["expected_share"]) for share in shares.values())])
        return [
            {
                "name": name,
                "times": int(share.get("times", share["sides"])),
                "share": percent(share["win_share"]),
                "width": round(MAX_BAR_LENGTH * share["win_share"] / most, 1),
                "expected": round(MAX_BAR_LENGTH * share["expected_share"] / most, 1),
                "points": number(share["mean_points"]),
            }
            for name, share in zip(names, shares.values(), strict=True)
        ]

    points = figures["points"]
    all_bars = bars(
        [
            {reason: round(10 * mean) for reason, mean in points[key].items()}
            for key in ("reasons", "reasons_of_winners")
        ],
        MAX_BAR_LENGTH,
    )
    lengths = figures["decisions"]["classes"]
    tallest = max(entry["games"] for entry in lengths)
    possessions = [
        (
            word("possession", kind),
            rows(
                dict(list(figures_by_id.items())[:MAX_ROWS]),
                [words.name(kind, id_) for id_ in list(figures_by_id)[:MAX_ROWS]],
            ),
        )
        for kind, figures_by_id in figures["possessions"].items()
        if figures_by_id
    ]
    return ENVIRONMENT.get_template("stats/report.html.jinja").render(
        text=text,
        title=word("game", "title"),
        games=figures["games"],
        players=[
            (text("report.player_counts", count=int(count)), games) for count, games in figures["players"].items()
        ],
        seats=rows(figures["seats"], [text("report.seat", seat=seat) for seat in figures["seats"]]),
        bots=rows(figures["bots"], [level_name(bot, text) for bot in figures["bots"]]),
        points={key: number(points[key], 1 if key == "mean" else 0) for key in ("mean", "least", "most")},
        bars=all_bars,
        reasons=[
            (word("score_reason", reason), number(mean, 2), number(points["reasons_of_winners"][reason], 2))
            for reason, mean in points["reasons"].items()
        ],
        decisions={key: number(figures["decisions"][key], 0) for key in ("mean", "least", "most")},
        lengths=[
            {
                "x": round(20 + 440 * at / len(lengths), 1),
                "width": round(440 / len(lengths) - 4, 1),
                "height": round(MAX_BAR_HEIGHT * entry["games"] / tallest, 1),
                "games": entry["games"],
                "label": f"{entry['least']}\u2013{entry['below'] - 1}"
                if entry["below"] - entry["least"] > 1
                else str(entry["least"]),
                "least": entry["least"],
            }
            for at, entry in enumerate(lengths)
        ],
        possessions=possessions,
        highlights=[
            (word("highlight", key).partition(": ")[0], entry["games"], number(entry["mean"]), int(entry["most"]))
            for key, entry in figures["highlights"].items()
        ],
    )
