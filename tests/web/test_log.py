"""The short log beside the board: what others did since one's own last turn stays to be read, in every game."""

import random
import time

import pytest

from regnum.core.game import Game
from regnum.core.narrator import side_names
from regnum.core.play import Line
from regnum.core.registry import all_games
from regnum.web.i18n import game_words, page_text
from regnum.web.live import View
from regnum.web.logged import RECENT, Section, log
from regnum.web.render import Memory
from tests.web.test_drawing import NAMES


def played(game: Game, seed: int) -> tuple[View, list[int]]:
    """Play half a random game, until seat 0 acts; return what it is shown, and where in the log its actions stand."""
    players = game.player_counts[0]
    state = game.new_state(players, seed)
    state.journal = []
    dice = random.Random(seed)
    lines: list[Line] = []
    seat = 0
    while not state.is_terminal and (seat or len(lines) < 150 + seed):
        seat = dice.choice(state.players_to_act)
        action = dice.choice(state.legal_actions(seat))
        state.journal = []
        state.apply(action, seat)
        lines.append(Line(seat, action=action))
        lines += [Line(note.player, note=note) for note in state.journal]
    state.journal = None
    seen = state.observed_by(0)
    return View(0, seen, [], len(lines), 0, False, lines), [
        at for at, line in enumerate(lines) if line.action is not None and line.player == 0
    ]


def shown(game: Game, view: View, newest: bool) -> list[Section]:
    words = game_words(game, "en")
    names = side_names(view.seen, words, NAMES[: view.seen.players])
    return log(view, game.drawing, Memory().speaker(words, page_text("en"), names, view.viewer), newest)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_the_short_log_tells_what_others_did_last(game: Game) -> None:
    for seed in range(8):
        view, mine = played(game, seed)
        if not mine:
            continue
        drawing = game.drawing
        short = [line.text for section in shown(game, view, True) for line in section.lines]
        whole = [line.text for section in shown(game, view, False) for line in section.lines]
        assert short == whole[: len(short)], "the short log is the newest part of the whole one"
        assert len(short) >= min(RECENT - 6, len(whole)), "headings count as lines"
        since = [
            line
            for line in view.log[mine[-1] :]
            if (line.note is None or line.note.key not in drawing.SECTIONS)
            and (line.action is None or line.action.family not in view.seen.game.untold)
        ]
        assert len(short) >= len(since), "all since the viewer's last action"


def test_the_turn_of_the_other_player_stays_while_one_acts() -> None:
    khan = next(game for game in all_games() if game.id == "khan")
    view, mine = played(khan, 3)
    lines = view.log
    begin = max(at for at in mine if any(line.action is not None and line.player != 0 for line in lines[at : mine[-1]]))
    texts = [line.text for section in shown(khan, view, True) for line in section.lines]
    acted = [at for at in range(begin, mine[-1]) if lines[at].action is not None and lines[at].player != 0]
    assert acted
    assert sum("Ben" in text for text in texts) >= len(acted)
    # Lines stand under the heading of their turn, even where it is older than what is shown.
    headings = [section.heading for section in shown(khan, view, True)]
    assert all(headings)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_the_short_log_is_fast(game: Game) -> None:
    view, _ = played(game, 40)
    long = View(0, view.seen, [], 1, 0, False, list(view.log) * 20)
    start = time.perf_counter()
    for _ in range(20):
        shown(game, long, True)
    assert (time.perf_counter() - start) / 20 < 0.03
