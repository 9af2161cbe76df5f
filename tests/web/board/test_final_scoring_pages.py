"""The end of a game at the table: points, charts, highlights, and the picture to share."""

import random
import re
from html import unescape
from xml.etree import ElementTree

import msgspec
import pytest
from litestar import Litestar

import regnum
from regnum.core.record.summary import summarize
from regnum.core.text.ledger import LANGUAGES
from regnum.games import find_game
from regnum.web.board.render import render_for_seat
from regnum.web.http.i18n import game_words, page_text
from regnum.web.settings import Settings
from regnum.web.tables.models import FINISHED
from regnum.web.ui import line_chart
from regnum.web.ui.bar_chart import FILLS, bars, has_stripes
from tests.support.store.finished_games import play_to_the_end
from tests.support.web.apps import live_table
from tests.support.web.guests import NewGuest
from tests.support.web.live_tables import live_table_of

NAME = "<b>&\"Ann'"
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("game", regnum.games())
def test_end_is_summarized_and_its_chart_stands_alone(new_guest: NewGuest, settings: Settings, game: str) -> None:
    guest = new_guest()
    table = guest.open_table("me", "bot:random", "bot:random", name=NAME, game=game)
    assert guest.request("GET", f"/table/{table}/picture.svg").status_code == 409
    guest.get("/")
    record = play_to_the_end(settings.data / "test.db", table)
    summary = summarize(record)
    for language in LANGUAGES:
        guest.language = language
        page = guest.get(f"/table/{table}")
        assert 3 <= len(re.findall(r"/moment/1/\d+", page)) <= 5
        assert NAME not in page
        rows = re.findall(r"<tr><th scope=\"row\"><svg class=\"swatch\".*?</tr>", page)
        values = [[int(value.replace("−", "-")) for value in re.findall(r"<td>(−?\d+)</td>", row)] for row in rows]
        assert values == [
            [reasons[reason] for reasons in summary.points_by_reason] for reason in summary.points_by_reason[0]
        ]
        picture = guest.request("GET", f"/table/{table}/picture.svg")
        assert (picture.status_code, picture.headers["content-type"]) == (200, "image/svg+xml")
        root = ElementTree.fromstring(picture.text)
        texts = [element.text for element in root.iter(f"{SVG}text")]
        assert NAME in texts
        for score in summary.final_state.scores():
            assert str(score) in texts
        labels = [unescape(label) for label in re.findall(r"</svg>([^<(]+?)(?: \([^<]*)?</th>", "".join(rows))]
        assert set(labels) <= set(texts)
        assert {element.tag for element in root.iter()} <= {f"{SVG}{tag}" for tag in TAGS}
        assert re.findall(r"(?:href|src|style|on\w+)=", picture.text) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_tie_break_is_shown_beside_the_ranking_after_the_end(language: str) -> None:
    words, text, seen = game_words(find_game("rurik"), language), page_text(language), set[bool]()
    for seed in range(40):
        table = live_table_of(find_game("rurik"), 2)
        dice = random.Random(seed)
        while not table.state.is_terminal:
            (player, *_) = table.state.players_to_act
            table.play.submit(player, dice.choice(table.state.legal_actions(player)))
        table.announce_change()
        one, other = table.state.scores()
        if (one == other) in seen:
            continue
        table.row = msgspec.structs.replace(table.row, phase=FINISHED)
        panel = render_for_seat(table, None, language).panel
        podium = re.findall(r"<li.*?</li>", panel[panel.index('<ol class="podium">') :].partition("</ol>")[0])
        what = words.term("regions_ruled")
        ruled = [
            text("final_scoring.tie_break", criterion=f"{what}\u00a0{table.state.ranking_key(side)[1]}")
            for side in (0, 1)
        ]
        assert [any(item in line for line in podium) for item in ruled] == [one == other] * 2
        assert re.search(rf'id="status"[^>]*>{re.escape(text("final_scoring.game_over"))}</p>', panel)
        seen.add(one == other)
        if len(seen) == 2:
            return
    raise AssertionError("no game with a tie, or none without")


TAGS = ("svg", "title", "desc", "defs", "pattern", "rect", "path", "circle", "ellipse", "g", "text", "polygon", "line")


def test_moments_of_a_highlight_exist(new_guest: NewGuest, app: Litestar, settings: Settings) -> None:
    guest = new_guest()
    table = guest.open_table("me", "bot:random", "bot:random")
    guest.get("/")
    play_to_the_end(settings.data / "test.db", table)
    for path in sorted(set(re.findall(r"/table/[\w-]+/moment/1/\d+", guest.get(f"/table/{table}")))):
        response = guest.request("GET", path, follow_redirects=False)
        assert response.headers["location"].startswith(f"/table/{table}/replay?")
        guest.get(response.headers["location"])
    live_table(app, table).set_chances([(0, [0.5, 0.3, 0.2]), (5, [0.2, 0.3, 0.5]), (9, [0.9, 0.1, 0.0])])
    page = guest.get(f"/table/{table}")
    turn = page[page.index('<ol class="turning-points">') :].partition("</ol>")[0]
    assert re.findall(r"/moment/1/(\d+)", turn) == ["5"]
    assert re.findall(r"[+−]\d+%", turn) == ["+70%", "−20%", "−50%"]


def test_bars_are_proportional_to_points_minus_losses() -> None:
    first, second = bars([{"a": 10, "b": 5, "c": 0}, {"a": 3, "b": -2, "c": 9}], 300)
    assert [(part.x, part.width, part.reason, part.points) for part in first.parts] == [
        (0, 200, 0, 10),
        (200, 100, 1, 5),
    ]
    assert [(part.x, part.width, part.reason) for part in second.parts] == [(0, 60, 0), (60, 180, 2)]
    assert (first.total, second.total, first.end, second.end) == (15, 10, 300, 240)
    assert (first.lost, second.lost) == (0, 40), "the remaining length matches the sum"
    assert [has_stripes(number) for number in (0, len(FILLS) - 1, len(FILLS))] == [False, False, True]
    assert bars([{"a": 0}], 300)[0].parts == []


def test_chart_of_points_has_steps_and_round_numbers() -> None:
    course = [(0, [0, 0]), (4, [7, 0]), (10, [7, 23])]
    steps = line_chart.to_steps(course)
    assert steps == [(0, [0, 0]), (3, [0, 0]), (4, [7, 0]), (9, [7, 0]), (10, [7, 23])]
    scale = line_chart.point_scale(steps, line_chart.ChartSize(100, 100, 0, 0, 0, 0))
    assert line_chart.labelled_values(scale) == [(0, 100.0), (5, 80.0), (10, 60.0), (15, 40.0), (20, 20.0), (25, 0.0)]
    assert scale.x(5) == 50.0
    below = line_chart.point_scale([(0, [0, -3]), (2, [12, 0])], line_chart.CHANCES_CHART)
    assert [value for value, _ in line_chart.labelled_values(below)] == [-5, 0, 5, 10, 15]
