"""The log reads downwards by turns; the recap beside the board has the turns of others."""

import random
import re
import time
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import msgspec
import pytest

from regnum.core.game import Game
from regnum.core.rules.note import Line, Note, NoteKind
from regnum.core.text import narrator
from regnum.core.text.narrator import side_names
from regnum.core.text.words import upfirst
from regnum.games import all_games, find_game
from regnum.games.brian_boru.notes import CHURCH_SECOND, TOKEN_CLAIMED, TOKEN_OPENS
from regnum.games.wallenstein import components as box
from regnum.games.wallenstein.notes import ATTACKS, BUILDS, CONQUERS, EVENT, FELL, HOLDS
from regnum.view import view_of
from regnum.web.board.log_lines import is_shown
from regnum.web.board.log_view import MIN_RECENT_LINES, LogLine, Section, log_sections
from regnum.web.board.recap import RECAP_TURNS, recap, without_openings
from regnum.web.board.render_cache import RenderCache
from regnum.web.http.i18n import game_words, page_text
from regnum.web.tables.seat_view import SeatView
from regnum.web.ui.log_icons import SHAPES
from tests.support.games.views import NAMES
from tests.support.web.live_tables import live_table_of, move_randomly

GAMES = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)


def play_half_a_game(game: Game, seed: int) -> tuple[SeatView, list[int]]:
    """Play half a random game until seat 0 acts; return its view and the log lines of its actions."""
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
    return SeatView(0, seen, [], len(lines), 0, lines), [
        at for at, line in enumerate(lines) if line.action is not None and line.player == 0
    ]


def render_log(game: Game, view: SeatView, newest: bool) -> list[Section]:
    words = game_words(game, "en")
    names = side_names(view.seen, words, NAMES[: view.seen.players])
    return log_sections(
        view, view_of(game).log, names, RenderCache().line_writer(words, page_text("en"), names, view.viewer), newest
    )


def lines_without_names(sections: list[Section]) -> list[str]:
    """Return all lines without the preceding name of the player."""
    lines = [line for section in sections for line in section.lines]
    return [upfirst(line.text_after_name.lstrip(": ")) for line in lines for _ in range(line.count)]


@GAMES
def test_recap_contains_the_last_turns_of_others(game: Game) -> None:
    for seed in range(8):
        view, mine = play_half_a_game(game, seed)
        if not mine:
            continue
        log_view = view_of(game).log
        short, whole = (lines_without_names(render_log(game, view, newest)) for newest in (True, False))
        assert short == whole[len(whole) - len(short) :], "the short log is the newest part of the whole one"
        assert len(short) >= min(MIN_RECENT_LINES - 6, len(whole)), "headings count as lines"
        since = [
            line
            for line in view.log[mine[-1] :]
            if (line.note is None or line.note.key not in log_view.keys.sections)
            and (line.action is None or line.action.family not in view.seen.game.unlogged_families)
        ]
        assert len(short) >= len(since), "all since the viewer's last action"


def test_recap_keeps_the_turn_of_the_other_player_during_the_own_turn() -> None:
    khan = next(game for game in all_games() if game.id == "khan")
    view, mine = play_half_a_game(khan, 3)
    lines = view.log
    begin = max(at for at in mine if any(line.action is not None and line.player != 0 for line in lines[at : mine[-1]]))
    groups = [group for section in render_log(khan, view, True) for group in section.groups]
    acted = [at for at in range(begin, mine[-1]) if lines[at].action is not None and lines[at].player != 0]
    assert acted
    assert sum(not line.event for group in groups if group.player == 1 for line in group.lines) >= len(acted)
    # Lines are under the heading of their turn, even if that is older than the shown part.
    headings = [section.heading for section in render_log(khan, view, True)]
    assert all(headings)


@GAMES
def test_short_recap_has_one_line_for_each_turn(game: Game) -> None:
    for seed in range(6):
        view, mine = play_half_a_game(game, seed)
        since = view.log[mine[-1] + 1 :] if mine else view.log
        acts = [line for line in since if line.action is not None]
        others = [line.player for line in acts if line.player and is_shown(line, view.seen.game.unlogged_families)]
        sections = render_log(game, view, True)
        turns = recap(sections, 0, view_of(game).log.keys.full_log_only)
        assert sum(turn.in_recap for turn in turns) == min(
            RECAP_TURNS + any(turn.affects_viewer for turn in turns), len(turns)
        )
        happened = {id(line.line): at for at, line in enumerate(line for one in sections for line in one.lines)}
        begins = [min(happened[id(line.line)] for line in turn.lines) for turn in turns]
        assert begins == sorted(begins), "in the order of events"
        if others:
            assert {*others} <= {turn.player for turn in turns}
            assert all(one.player != next_.player or one.player < 0 for one, next_ in pairwise(turns))
            assert not any(line.player_name for turn in turns for line in turn.lines[1:]), "the name comes first, once"
        for turn in turns:
            assert len({line.introduces_next for line in turn.lines}) < 2, (
                "a note that only introduces the next line is left out"
            )


def test_attack_on_the_viewer_and_events_come_first_in_the_recap() -> None:
    game = find_game("wallenstein")
    view, mine = play_half_a_game(game, 1)
    notes = [
        Note(EVENT, [box.EVENTS[0]]),
        Note(ATTACKS, [1, "baden", 3, 0, 2]),
        Note(FELL, [0, 1, 2]),
        Note(CONQUERS, [1, "baden", 1]),
        *[Note(BUILDS, [1 + number % 2, "church", "trier"]) for number in range(1, 5)],
        Note(ATTACKS, [2, "koeln", 3, 0, 2]),
        Note(FELL, [0, 1, 2]),
        Note(HOLDS, [0, "koeln", 1]),
    ]
    lines = [*view.log[: mine[-1] + 1], *(Line(note.player, note=note) for note in notes)]
    view = msgspec.structs.replace(view, log=lines)
    turns = recap(render_log(game, view, True), 0, view_of(game).log.keys.full_log_only, view_of(game).log.keys.news)
    assert len(turns) > RECAP_TURNS
    turns = [turn for turn in turns if turn.in_recap]
    assert [(turn.player, turn.affects_viewer) for turn in turns] == [(-1, True), (1, True), (1, False), (2, True)]
    texts = [[f"{line.player_name}{line.text_after_name}" for line in turn.lines] for turn in turns]
    assert texts[0][0].startswith("This round’s event")
    assert texts[1] == [f"{NAMES[1]} conquers Baden and keeps 1 army there."]
    assert texts[3] == [f"{NAMES[0]} defends Erzbm. Köln and keeps 1 army there."]


def test_shortened_turn_keeps_the_name_of_its_player() -> None:
    opening = LogLine("Ann", " attacks Augsburg.", False, introduces_next=True, line=Line(0))
    for player, who in ((1, "Ben"), (0, "")):
        held = LogLine("Ben" if player else "", " holds Augsburg.", True, line=Line(player))
        assert [line.player_name for line in without_openings([opening, held])] == [who]


@GAMES
def test_log_reads_downwards_under_headings(game: Game) -> None:
    view, _ = play_half_a_game(game, 5)
    words = game_words(game, "en")
    names = side_names(view.seen, words, NAMES[: view.seen.players])
    silent = view.seen.game.unlogged_families | view_of(game).log.keys.hidden_families
    lines = iter([narrator.line(line, words, names, 0) for line in view.log if is_shown(line, silent)])
    for section in render_log(game, view, newest=False):
        if section.heading:
            assert next(lines) == section.heading
        for group in section.groups:
            for line in group.lines:
                for _ in range(line.count):
                    said = next(lines)
                    if not said.lower().endswith(line.text.lower()):  # an amount of several times
                        assert view_of(game).log.keys.amounts
                        amount, whole = (sum(map(int, re.findall("[0-9]+", one))) for one in (said, line.text))
                        assert whole % amount == 0
                        assert [next(lines) for _ in range(whole // amount - 1)] == [said] * (whole // amount - 1)
    assert next(lines, None) is None, "nothing was left out"


def test_heading_appears_with_its_first_line() -> None:
    rurik = find_game("rurik")
    state = rurik.new_state(2, 1)
    begun = Line(-1, note=Note(NoteKind("round", "round"), [1]))
    did = Line(0, action=rurik.actions.parse("place 5 tax 0"))
    for lines in ([begun], [begun, did], [did, begun]):
        view = SeatView(0, state.observed_by(0), [], 1, 0, lines)
        for newest in (True, False):
            headings = [section.heading for section in render_log(rurik, view, newest)]
            assert headings == {1: [], 2: ["Round 1"] if lines[0] is begun else [""]}[len(lines)]


@GAMES
def test_lines_are_grouped_under_their_player(game: Game) -> None:
    view, _ = play_half_a_game(game, 6)
    long = 0
    for section in render_log(game, view, newest=False):
        players = [group.player for group in section.groups]
        assert all(one != next_ for one, next_ in pairwise(players))
        for group in section.groups:
            long = max(long, len(group.lines))
            name = NAMES[group.player] if 0 <= group.player < view.seen.players else ""
            assert not any(line.player_name for line in group.lines[1:])
            assert not any(name and line.text_after_name.startswith(f"{name} ") for line in group.lines), (
                "the name of the player is separate"
            )
    assert long > 2


def test_neutral_lines_have_no_player_colour() -> None:
    game = find_game("wallenstein")
    view, _ = play_half_a_game(game, 1)
    fell, farmers = NoteKind("fell", "player", "out", "cast"), NoteKind("fell_farmers", "out", "cast")
    notes = [Note(fell, [0, 1, 2]), Note(farmers, [1, 1]), Note(NoteKind("year", "year"), [2]), Note(fell, [0, 2, 2])]
    once = msgspec.structs.replace(view, log=[Line(note.player, note=note) for note in notes])
    groups = [group for section in render_log(game, once, False) for group in section.groups]
    assert [(group.player, len(group.lines)) for group in groups] == [(0, 1), (-1, 2), (0, 1)]


def test_repeated_lines_are_merged() -> None:
    game = find_game("brian_boru")
    view, _ = play_half_a_game(game, 1)
    pays, takes = NoteKind("pays", "player", "coins"), NoteKind("coins", "player", "coins")
    notes = [Note(pays, [0, 1]), Note(pays, [0, 1]), Note(takes, [0, 1]), Note(pays, [0, 1]), Note(pays, [0, 2])]
    once = msgspec.structs.replace(view, log=[Line(0, note=note) for note in notes])
    lines = [(line.text, line.count) for section in render_log(game, once, False) for line in section.lines]
    paid = "Pays 1 coin."
    assert lines == [(f"{NAMES[0]} pays 2 coins.", 1), ("Takes 1 coin.", 1), (paid, 1), ("Pays 2 coins.", 1)]
    falls = [Note(NoteKind("falls_back", "player", "space"), [0, 1])] * 2
    once = msgspec.structs.replace(view, log=[Line(0, note=note) for note in falls])
    assert [line.count for section in render_log(game, once, False) for line in section.lines] == [2], (
        "that is not an amount"
    )


def test_groups_show_a_time_when_it_changes() -> None:
    game = find_game("brian_boru")
    view, _ = play_half_a_game(game, 1)
    kind = NoteKind("pays", "player", "coins")
    seconds = [0, 30, 50, 90, 100]
    lines = [Line(number % 2, note=Note(kind, [number % 2, 1]), number=number + 1) for number in range(len(seconds))]
    start = datetime(2026, 3, 1, 17, 59, tzinfo=UTC)
    times = {number + 1: start + timedelta(seconds=after) for number, after in enumerate(seconds) if number}
    timed = msgspec.structs.replace(view, log=lines, times=times)
    actual = [group.at for section in render_log(game, timed, False) for group in section.groups]
    assert actual == ["", "2026-03-01T17:59Z", "", "2026-03-01T18:00Z", ""]


@GAMES
def test_lines_have_symbols(game: Game) -> None:
    icons, words = view_of(game).log.keys.icons, game_words(game, "en")
    assert icons.keys() <= SHAPES.keys()
    keys = [key for item in icons.values() for key in item.split()]
    assert len(keys) == len(set(keys)), "a line has one icon"
    assert {*keys} <= {*words.tables["log"], *words.tables["note"]}
    view, _ = play_half_a_game(game, 5)
    lines = [line for section in render_log(game, view, newest=False) for line in section.lines]
    assert sum(bool(line.icon) for line in lines) > len(lines) / 3


@GAMES
def test_line_knows_the_number_of_entries_that_the_viewer_knew(game: Game) -> None:
    """Other numbers would reveal how often others change what they lay in secret."""
    table = live_table_of(game, max(2, game.player_counts[0]))
    dice = random.Random(4)
    knew: dict[int, dict[int, int]] = {0: {}, -1: {}}
    for _ in range(150):
        if table.state.is_terminal:
            break
        move_randomly(table, dice)
        for seat, numbers in knew.items():
            numbers[table.entry_count] = table.known_entry_count(None if seat < 0 else seat)
    for seat, numbers in knew.items():
        view = table.view(None if seat < 0 else seat)
        lines = [line.move for section in render_log(game, view, False) for line in section.lines if line.move]
        silent = game.unlogged_families | view_of(game).log.keys.hidden_families
        acted = [line for line in view.log if line.action is not None and is_shown(line, silent)]
        opened = [
            line
            for line, after in pairwise(acted)
            if line.action
            and line.action.family in view_of(game).log.keys.introductions
            and line.player == after.player
        ]
        others = [line for line in acted if line.player != seat and line not in opened]
        assert lines == [numbers[line.number] for line in others]
        assert lines


@GAMES
def test_recap_is_fast(game: Game) -> None:
    view, _ = play_half_a_game(game, 40)
    long = SeatView(0, view.seen, [], 1, 0, list(view.log) * 20)
    start = time.thread_time()
    for _ in range(20):
        render_log(game, long, True)
    assert (time.thread_time() - start) / 20 < 0.03


def test_recap_keeps_the_order_of_events() -> None:
    game = find_game("brian_boru")
    view, mine = play_half_a_game(game, 1)
    notes = [
        Note(CHURCH_SECOND, [2]),
        Note(TOKEN_OPENS, ["southern_ui_neill"]),
        Note(TOKEN_CLAIMED, [1, "southern_ui_neill"]),
        Note(TOKEN_OPENS, ["leinster"]),
        Note(TOKEN_CLAIMED, [0, "leinster"]),
        Note(TOKEN_OPENS, ["munster"]),
    ]
    lines = [*view.log[: mine[-1] + 1], *(Line(note.player, note=note) for note in notes)]
    turns = recap(render_log(game, msgspec.structs.replace(view, log=lines), True), 0)
    assert [(turn.player, turn.affects_viewer) for turn in turns] == [(2, False), (1, False), (0, True)]
    texts = [" ".join(line.text for line in turn.lines) for turn in turns]
    assert [[name in one for name in ("Leinster", "Munster", "Southern")] for one in texts] == [
        [False, False, True],
        [True, False, True],
        [True, True, False],
    ]
