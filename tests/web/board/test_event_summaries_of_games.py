"""Events to look back at, such as a battle, a winter or the end of a round, stay until they are closed."""

import random
import re
from itertools import pairwise

import pytest

from regnum.core.game import Game
from regnum.core.rules.action import Action
from regnum.core.rules.bitmask import bits
from regnum.core.rules.note import Line, Note, NoteKind
from regnum.core.text.ledger import LANGUAGES
from regnum.games import all_games, find_game
from regnum.games.brian_boru import components as box
from regnum.games.brian_boru.state import NO_CARDS, BrianBoruState
from regnum.games.wallenstein.notes import ATTACKS
from regnum.games.wallenstein.scoring import SCORE_REASONS, final_points
from regnum.games.wallenstein.state import WallensteinState
from regnum.view import EventKind, view_of
from regnum.web.board.empty_board import empty_board_for
from regnum.web.board.event_summaries import MAX_EVENTS, EventSummary, event_summaries, find_events, viewer_events_first
from regnum.web.board.log_lines import is_shown, last_own_action
from regnum.web.board.render import render_for_seat
from regnum.web.http.i18n import game_words
from regnum.web.tables.live_table import LiveTable
from tests.support.games.every_game import SAMPLED
from tests.support.games.views import FORGOTTEN, NAMES
from tests.support.web.live_tables import live_table_of, move_randomly

KINDS = pytest.mark.parametrize(
    "game", [game for game in all_games() if view_of(game).log.keys.event_kinds], ids=lambda game: game.id
)


def shown_events(table: LiveTable, seat: int | None, language: str) -> list[EventSummary]:
    log_view = view_of(table.game).log
    events = find_events(table.play.log, log_view.keys.event_kinds)
    return event_summaries(table.view(seat), events, log_view, game_words(table.game, language), NAMES)


def log_of(*keys: str) -> list[Line]:
    """Return a log with a note for each key; keys that begin with "!" are undone actions."""
    return [Line(0) if key[0] == "!" else Line(0, note=Note(NoteKind(key, "player", "won"), [0, 3])) for key in keys]


def event_lines(*keys: str, restarted: bool = True) -> list[list[int]]:
    kind = EventKind("fight", "begin join", "hit miss", {"hit": "won", "miss": -1}, restarted, hidden_keys="dull")
    return [lines for _, lines in find_events(log_of(*keys), [kind])]


def test_event_lasts_as_long_as_its_lines_follow() -> None:
    assert event_lines("other", "begin", "hit", "other", "hit") == [[1, 2]]
    assert event_lines("hit", "miss") == []
    assert event_lines("begin", "!taken back", "hit") == [[0, 2]]


def test_marked_line_begins_another_event() -> None:
    assert event_lines("begin", "hit", "join", "miss") == [[2, 3], [0, 1]]
    assert event_lines("begin", "hit", "join", "miss", restarted=False) == [[0, 1, 2, 3]]


def test_lead_in_lines_belong_to_the_event() -> None:
    kind = EventKind("fight", "begin", "hit", lead_in_keys="march")
    events = find_events(log_of("begin", "march", "other", "march", "!taken back", "join", "begin", "hit"), [kind])
    assert [lines for _, lines in events] == [[3, 4, 5, 6, 7], [0]]


def test_hidden_lines_form_no_event() -> None:
    kind = EventKind("fight", "begin", hidden_keys="begin dull")
    assert find_events(log_of("begin", "dull"), [kind]) == []


def test_part_of_another_event_is_not_shown_twice() -> None:
    big, small = EventKind("winter", "cold", "begin hit fed"), EventKind("fight", "begin", "hit")
    events = find_events(log_of("begin", "hit", "other", "cold", "begin", "hit", "fed"), [big, small])
    assert [(kind.key, lines) for kind, lines in events] == [("winter", [3, 4, 5, 6]), ("fight", [0, 1])]


def test_event_until_a_final_line_contains_everything_in_between() -> None:
    kind = EventKind("year", "spring", "battle", end_keys="winter")
    assert find_events(log_of("spring", "march", "battle"), [kind]) == []
    years = log_of("march", "spring", "battle", "march", "winter", "battle", "spring", "march", "winter", "winter")
    assert [lines for _, lines in find_events(years, [kind])] == [[1, 2, 3, 4]], "a year without a battle is none"
    restarted = log_of("spring", "battle", "spring", "battle", "winter")
    assert [lines for _, lines in find_events(restarted, [kind])] == [[2, 3, 4]]
    chained = EventKind("round", "turn", "turn", end_keys="turn")
    assert [lines for _, lines in find_events(log_of("turn", "turn", "turn"), [chained])] == [[1, 2], [0, 1]]


def test_events_are_sorted_by_their_end() -> None:
    fight, year = EventKind("fight", "begin", "hit"), EventKind("year", "spring", "begin", end_keys="winter")
    lines = log_of("spring", "begin", "hit", "begin", "winter", "begin")
    events = [(kind.key, actual) for kind, actual in find_events(lines, [fight, year])]
    assert events == [("fight", [5]), ("year", [0, 1, 2, 3, 4]), ("fight", [3]), ("fight", [1, 2])]
    longer = EventKind("war", "march", "begin hit")
    nested = find_events(log_of("march", "begin", "hit"), [fight, longer])
    assert [(kind.key, actual) for kind, actual in nested] == [("war", [0, 1, 2])], "the fight is a part of the war"


def undone_action(family: str) -> Action:
    action = Action()
    action.family = family
    return action


def action_line(player: int, family: str = "march") -> Line:
    return Line(player, action=undone_action(family))


def test_events_start_after_the_viewers_last_action_or_the_last_but_one_for_spectators() -> None:
    lines = [action_line(0), action_line(1), action_line(0), action_line(1), *log_of("fight")]
    assert [last_own_action(lines, viewer, ()) for viewer in (0, 1, 2)] == [2, 3, -1]
    assert last_own_action(lines, -1, ()) == 2
    assert last_own_action(lines[:1], -1, ()) == -1
    assert last_own_action(lines[:2], -1, ()) == 0
    quiet = [action_line(0), action_line(0, "plan"), action_line(1), action_line(1, "plan")]
    assert last_own_action(quiet, -1, {"plan"}) == 0, "the number of others' plans must stay hidden"
    assert last_own_action(quiet, 1, {"plan"}) == 3
    assert last_own_action([], 0, ()) == last_own_action([], -1, ()) == -1


def test_undo_of_an_unlogged_action_is_not_shown() -> None:
    lines = (action_line(0, "plan"), Line(0, undone=undone_action("plan")), action_line(0), *log_of("plan"))
    assert [is_shown(line, {"plan"}) for line in lines] == [False, False, True, True]


@KINDS
def test_events_of_whole_games_are_translated(game: Game) -> None:
    table = live_table_of(game, max(game.player_counts))
    dice = random.Random(4)
    kinds = set()
    for number in range(4000):
        if table.state.is_terminal:
            break
        move_randomly(table, dice)
        if number % 40:
            continue
        for language in LANGUAGES:
            events = shown_events(table, dice.choice([None, 0, 1]), language)
            others = [event for event in events[1:] if not event.own]
            assert len(others) < MAX_EVENTS + len(view_of(game).log.keys.event_kinds)
            assert all(first.number > second.number for first, second in pairwise(others)), "after the own action"
            for event in events:
                assert event.title, event.kind
                assert event.lines or event.rows, event.kind
                assert not FORGOTTEN.search(" ".join([event.title, *(line.text for line in event.lines)])), event
            kinds |= {event.kind for event in events}
    shown_kinds = {kind.key for kind, _ in find_events(table.play.log, view_of(game).log.keys.event_kinds)}
    assert kinds <= shown_kinds
    # Without the expansion there is no court.
    expected_kinds = {kind.key for kind in view_of(game).log.keys.event_kinds} - {"court"}
    assert shown_kinds >= expected_kinds - {"end_phase"}, "every kind happens"


def test_winter_reports_the_scores_of_everybody() -> None:
    table = live_table_of(find_game("wallenstein"), 3)
    dice = random.Random(1)
    while table.state.year < 2:  # type: ignore[attr-defined]
        move_randomly(table, dice)
    state = table.state
    assert isinstance(state, WallensteinState)
    [winter] = [event for event in shown_events(table, 0, "en") if event.kind == "winter"]
    assert winter.title == "Winter"
    counted = [(title, [cell[0] for cell in cells[:3]]) for title, cells in winter.rows]  # NAMES are more
    shown = {title: [int(amount) for amount in cells] for title, cells in counted if all(map(str.isdigit, cells))}
    lines = final_points(state)  # nothing on the map has changed since
    majorities = [sum(line[key] for key in SCORE_REASONS[2:]) for line in lines]
    assert shown["Lands"] == [line["lands"] for line in lines]
    assert shown["Buildings"] == [line["buildings"] for line in lines]
    assert shown["Majorities"] == majorities != [0, 0, 0]
    assert shown["Total"] == [sum(line.values()) for line in lines]
    panel = render_for_seat(table, 0, "en").panel
    [part] = re.findall(r'<details id="event-summary-winter-.*?</details>\s*</details>', panel, re.S)
    assert part.index("<table") < part.index('<details class="event-lines"') < part.index("<ol"), (
        "the revolts are folded"
    )
    assert winter.points == [(player, points) for player, points in enumerate(table.state.scores()) if points]
    assert any("winter loss" in line.text for line in winter.lines)


def test_power_struggle_reports_the_winner_the_card_and_the_changes() -> None:
    table, dice = live_table_of(find_game("brian_boru"), 4), random.Random(3)
    struggles, winner = 0, -1
    before = laid = [0, 0, 0, 0]
    while not table.state.is_terminal:
        state = table.state
        assert isinstance(state, BrianBoruState)
        over = state.active >= 0
        if over and -1 in state.played:
            before = list(state.coins)
        elif over:
            laid, winner = list(state.played), state.winner()
        move_randomly(table, dice)
        state = table.state
        assert isinstance(state, BrianBoruState)
        if not (over and state.active < 0 and state.stage != NO_CARDS):
            continue
        struggle = next(event for event in shown_events(table, None, "en") if event.kind == "struggle")
        assert struggle.title.startswith("Power struggle for ")
        rows = {title: [short for short, _, _ in cells[:4]] for title, cells in struggle.rows}
        cards = [f"{box.CARDS[card]}{' ✓' if player == winner else ''}" for player, card in enumerate(laid)]
        assert rows["Card (✓ wins)"] == cards
        changed = [now - then for now, then in zip(state.coins, before, strict=True)]
        paid = [0 if cell == "·" else int(cell.replace("−", "-")) for cell in rows.get("Coins", ["·"] * 4)]
        assert paid == changed
        assert "leads the" in struggle.lines[1].text
        struggles += 1
    assert struggles > 8


def test_older_event_stays_on_the_page_for_a_while() -> None:
    table, dice = live_table_of(find_game("brian_boru"), 4), random.Random(3)
    while len(find_events(table.play.log, view_of(table.game).log.keys.event_kinds)) < MAX_EVENTS + 2:
        move_randomly(table, dice)
    for seat in range(4):
        assert len(shown_events(table, seat, "en")) >= MAX_EVENTS


def known_lines(table: LiveTable, seat: int) -> list[Line]:
    """Return the lines of the log known to a seat, by which events are numbered."""
    unknown = set(table.play.unknown_entries(seat))
    return [line for line in table.play.log if line.number not in unknown]


@SAMPLED
def test_events_since_the_viewers_last_action_are_open_and_older_ones_folded(thorough: bool) -> None:
    table = live_table_of(find_game("wallenstein"), 3)
    dice = random.Random(1)
    several = 0
    silent = table.game.unlogged_families
    while not table.state.is_terminal:
        move_randomly(table, dice)
        if table.entry_count % 4 and not thorough:
            continue
        events = shown_events(table, 1, "en")
        own = max(
            (
                at
                for at, line in enumerate(known_lines(table, 1))
                if line.action and line.player == 1 and is_shown(line, silent)
            ),
            default=-1,
        )  # laying a plan leaves open what is open
        for at, event in enumerate(events):
            if event.kind != "order":  # brief
                assert event.fresh == (event.number > own and (at < MAX_EVENTS or event.must_read))
        several += sum(event.fresh for event in events) > 1
        panel = render_for_seat(table, 1, "en").panel
        assert panel.count(" data-fresh") == sum(event.fresh for event in events)
        assert panel.count(" open data-fresh") == sum(event.fresh for event in events[:1]), "one at a time"
    assert several > 5


def test_events_begun_by_the_viewer_come_first_until_their_next_action() -> None:
    kinds = [EventKind("battle", "attacks"), EventKind("season", "ends")]
    lines = log_of("attacks", "march", "attacks")
    lines[0] = Line(1, note=lines[0].note)
    events = find_events(lines, kinds)
    assert [event[1] for event in viewer_events_first(events, lines, 0, -1)] == [[2], [0]], "another's"
    assert [event[1] for event in viewer_events_first(events, lines, 1, -1)] == [[0], [2]]
    assert [event[1] for event in viewer_events_first(events, lines, 1, 1)] == [[2], [0]], "the viewer has acted since"
    ended = [*lines, *log_of("ends")]
    assert [event[1] for event in viewer_events_first(find_events(ended, kinds), ended, 1, -1)] == [[3], [2], [0]], (
        "another kind"
    )


def test_event_with_a_known_result_stays_in_order() -> None:
    kinds = [EventKind("conquest", "conquers", result_known=True)]
    lines = log_of("conquers", "march", "conquers")
    lines[0] = Line(1, note=lines[0].note)
    assert [event[1] for event in viewer_events_first(find_events(lines, kinds), lines, 1, -1)] == [[2], [0]]


def test_must_read_event_comes_before_events_of_other_kinds() -> None:
    kinds = [EventKind("battle", "attacks", must_read=True), EventKind("season", "ends")]
    lines = log_of("attacks", "march", "ends")
    lines[0] = Line(1, note=lines[0].note)
    events = find_events(lines, kinds)
    assert [event[1] for event in viewer_events_first(events, lines, 1, -1)] == [[0], [2]]
    assert [event[1] for event in viewer_events_first(events, lines, 0, -1)] == [[2], [0]], "another's"
    lines[0] = Line(-1, note=lines[0].note)
    assert [event[1] for event in viewer_events_first(events, lines, 1, -1)] == [[0], [2]], "it was begun by nobody"


def test_lost_events_come_before_won_ones() -> None:
    kinds = [EventKind("battle", "attacks", must_read=True)]
    lines = log_of("attacks", "march", "attacks", "march", "attacks")
    lines[0] = Line(1, note=lines[0].note)
    events = find_events(lines, kinds)
    assert [event[1] for event in viewer_events_first(events, lines, 1, -1)] == [[0], [4], [2]]
    assert [event[1] for event in viewer_events_first(events, lines, 1, -1, {2})] == [[2], [0], [4]]
    assert [event[1] for event in viewer_events_first(events, lines, 1, 3, {2})] == [[4], [2], [0]], (
        "the viewer has acted since"
    )


def test_must_read_events_are_never_cut_off() -> None:
    kinds = [EventKind("battle", "attacks", must_read=True, side_params="defender")]
    lines = log_of(*["attacks", "march"] * (MAX_EVENTS + 3))
    lines[0], lines[2] = (Line(1, note=lines[at].note) for at in (0, 2))
    events = find_events(lines, kinds)
    assert [event[1] for event in viewer_events_first(events, lines, 1, -1)][:3] == [[0], [2], [2 * MAX_EVENTS + 4]]
    attacked = Line(0, note=Note(ATTACKS, [0, "tirol", 2, 1, 3]))
    lines[4] = attacked
    assert [event[1] for event in viewer_events_first(find_events(lines, kinds), lines, 1, -1)][:3] == [[0], [2], [4]]
    assert viewer_events_first(events, lines, 2, -1) == events, "the others need not"


@SAMPLED
def test_attacker_sees_the_result_and_the_scene_of_a_battle(thorough: bool) -> None:
    table, dice = live_table_of(find_game("wallenstein"), 3), random.Random(2)
    kinds: set[str] = set()
    while not table.state.is_terminal:
        move_randomly(table, dice)
        if table.entry_count % 4 and not thorough:
            continue
        seat = dice.randrange(3)
        events = shown_events(table, seat, "en")
        for event in events:
            first = known_lines(table, seat)[event.start]
            sides = [first.player, first.note.params.get("defender") if first.note else -1]
            assert not event.must_read or (
                event.fresh and event.rows and (event.lost or seat in sides or first.player == -1)
            )
            fought = event.kind == "battle" and seat in sides
            assert (event.result in ("gained", "failed")) == fought
            lost = event.kind == "battle" and event.lost
            assert not (lost and event.result == "gained")
            assert event.title.startswith("Lost: ") == lost
            kinds.update([event.kind] if event.must_read else [])
        ways = render_for_seat(table, seat, "en").panel.count("continue-row")
        assert ways == any(event.must_read for event in events), "one for all of them"
    assert kinds == {"battle", "winter"}


def amounts(state: WallensteinState) -> list[list[int]]:
    lands = [lands.bit_count() for lands in state.lands]
    return [state.coins[:], state.grain[:], lands, state.points[:]]


@pytest.mark.parametrize("expanded", [False, True])
def test_season_report_contains_actions_and_their_effects(expanded: bool) -> None:
    table, dice = live_table_of(find_game("wallenstein"), 4, court=expanded, landsknechte=expanded), random.Random(6)
    before: list[list[int]] = []
    last, reports = -1, 0
    while not table.state.is_terminal:
        move_randomly(table, dice)
        state = table.state
        assert isinstance(state, WallensteinState)
        newest = next((event for event in shown_events(table, 1, "en") if event.kind == "season"), None)
        if newest is not None and newest.number > last:
            last, reports = newest.number, reports + 1
            assert newest.fresh
            titles = [title for title, _ in newest.rows if ". " in title]
            assert newest.rows[0][0] == "Coins", "what it changed comes first"
            assert [title.split(".")[0] for title in titles[:10]] == [str(number) for number in range(1, 11)]
            assert len({title.split(". ")[1] for title in titles[:10]}) == 10
            if state.is_planning():  # otherwise the winter has taken grain
                for (_, cells), old, new in zip(newest.rows[:4], before, amounts(state), strict=True):
                    changed = [sum(map(int, said.replace("−", "-").split())) for _, said, _ in cells[: state.players]]
                    assert changed == [new[player] - old[player] for player in range(state.players)]
        if state.is_planning():
            before = amounts(state)
            assert newest is None or newest.fresh or state.confirmed[1], "planning does not close it"
    assert reports == 6


@SAMPLED
@KINDS
def test_places_of_an_event_exist_on_the_page(game: Game, thorough: bool) -> None:
    table = live_table_of(game, min(game.player_counts))
    dice = random.Random(9)
    looked = 0
    board = empty_board_for(game, "en", table.state.options)
    for _ in range(300):
        if table.state.is_terminal:
            break
        move_randomly(table, dice)
        if table.entry_count % 4 and not thorough:
            continue
        now = render_for_seat(table, 0, "en")
        ids = set(re.findall(r'\bid="([^"]+)"', board + now.pieces + now.panel))
        for event in shown_events(table, 0, "en"):
            for line in event.lines:
                assert set(line.places.split()) <= ids, line
                looked += 1
    assert looked


def on_the_map(state: WallensteinState) -> list[int]:
    """Return the number of armies of each player on the map."""
    return [sum(state.armies[land] for land in bits(lands)) for lands in state.lands[: state.players]]


def test_season_report_contains_the_cost_of_battles() -> None:
    game = find_game("wallenstein")
    words = game_words(game, "en")
    state = game.new_state(4, 5)
    assert isinstance(state, WallensteinState)
    state.journal = []
    dice = random.Random(2)
    costly = 0
    while not state.is_terminal and costly < 2:
        armies = on_the_map(state)
        began = len(state.journal)
        player = state.players_to_act[0]
        action = dice.choice(state.legal_actions(player))
        state.apply(action, player)
        notes = state.journal[began:]
        lines = [Line(note.player, note=note) for note in notes]
        fights = {note.key for note in notes} & {"attacks", "revolt"}
        if fights and not {note.key for note in notes} & {"deploys", "station", "builds", "season", "face", "shift"}:
            outcome = view_of(game).log.report("season", lines, words, NAMES, -1).rows
            rows = {title: [item for _, item, _ in cells] for title, cells in outcome}
            assert "Armies in battles" in rows
            result = [int(text.replace("\u2212", "-")) for text in rows["Armies in battles"]]
            if action.family == "send":
                assert result[:4] == [now - then for now, then in zip(on_the_map(state), armies, strict=True)]
                costly += 1
    assert costly == 2
    quiet = view_of(game).log.report("season", [], words, NAMES, -1).rows
    assert "Armies in battles" not in [title for title, _ in quiet]
