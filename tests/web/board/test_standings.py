"""Standings: the majorities and possessions of each side, as a matrix for everybody."""

import random
import re
from collections.abc import Iterator

import pytest
from litestar import Litestar

from regnum.core.rules.state import State
from regnum.games import all_games, find_game
from regnum.games.brian_boru.components import REGIONS
from regnum.games.brian_boru.regions import Regions
from regnum.games.brian_boru.state import BrianBoruState
from regnum.games.khan.components import AREA_BONUS
from regnum.games.khan.scoring import area_bonuses
from regnum.games.khan.scoring import final_points as khan_points
from regnum.games.khan.state import KhanState
from regnum.games.rurik.components import IN_PLAY
from regnum.games.rurik.scoring import war_points
from regnum.games.rurik.state import RurikState
from regnum.games.wallenstein.scoring import final_points as wallenstein_points
from regnum.games.wallenstein.state import WallensteinState
from regnum.view import view_of
from regnum.web.http.i18n import game_words
from tests.support.web.guests import NewGuest
from tests.support.web.hidden import advance
from tests.support.web.seating import open_seated_table

GAMES = [game.id for game in all_games()]


def positions(game: str, every: int = 9) -> Iterator[State]:
    """Yield positions of a random game."""
    dice = random.Random(11)
    found_game = find_game(game)
    state = found_game.new_state(found_game.player_counts[-1], 11)
    while not state.is_terminal:
        if state.ply % every == 0:
            yield state
        seat = state.players_to_act[0]
        state.apply(dice.choice(state.legal_actions(seat)), seat)
    yield state


@pytest.mark.parametrize("game", GAMES)
def test_standings_are_the_same_for_everybody(game: str) -> None:
    scores, words = view_of(find_game(game)).scores, game_words(find_game(game), "en")
    titles: list[str] = []
    for state in positions(game, 30):
        seen = [scores.standings(state.observed_by(seat), words) for seat in [None, *range(state.players)]]
        rows = [[(row.title, row.counts, row.leaders) for row in table] for table in seen]
        assert all(table == rows[0] for table in rows)
        now = [title for title, _, _ in rows[0]]
        assert titles in ([], now)
        titles = now
        assert len(set(titles)) == len(titles)
        assert all(len(counts) == state.sides for _, counts, _ in rows[0])
    assert titles


def test_leader_of_a_brian_boru_region_would_get_its_token() -> None:
    game = find_game("brian_boru")
    words = game_words(game, "en")
    led = kept = 0
    for state in positions("brian_boru"):
        assert isinstance(state, BrianBoruState)
        scored = state.clone()
        assert isinstance(scored, BrianBoruState)
        scored.open = (1 << len(REGIONS)) - 1
        Regions().happen(scored)
        for region, row in enumerate(view_of(game).scores.standings(state, words)[: len(REGIONS)]):
            if row.leaders:
                assert row.leaders == (int(scored.owner[region]),)
                led += 1
            elif row.holder >= 0:
                assert scored.owner[region] == row.holder
                assert row.leader_points
                kept += 1
    assert led > 10
    assert kept


def test_leader_in_khan_would_get_the_greatest_bonus() -> None:
    game = find_game("khan")
    words = game_words(game, "en")
    for state in positions("khan"):
        assert isinstance(state, KhanState)
        bonuses = area_bonuses(state)
        best = tuple(player for player, bonus in enumerate(bonuses) if bonus == AREA_BONUS[0])
        largest, bonus, total, *_ = view_of(game).scores.standings(state, words)
        assert largest.leaders == best
        assert bonus.counts == tuple(bonuses)
        assert list(total.counts) == [sum(line.values()) for line in khan_points(state)]


def test_leader_of_a_rurik_region_rules_it() -> None:
    game = find_game("rurik")
    words = game_words(game, "en")
    for state in positions("rurik"):
        assert isinstance(state, RurikState)
        regions = view_of(game).scores.standings(state, words)[: IN_PLAY[state.sides]]
        leaders = [side for row in regions for side in row.leaders or ()]
        assert [leaders.count(side) for side in range(state.sides)] == [
            state.ruled_regions(side).bit_count() for side in range(state.sides)
        ]


def test_visible_points_of_rurik_are_shown_by_track() -> None:
    game = find_game("rurik")
    words = game_words(game, "en")
    result = ["Rule track: points", "Build track: points", "Trade track: points", "Deeds: points"]
    for state in positions("rurik"):
        assert isinstance(state, RurikState)
        rows = {row.title: row for row in view_of(game).scores.standings(state, words)}
        war = war_points(state) if any(state.war) else [0] * state.sides
        for side, points in enumerate(view_of(game).scores.points(state.observed_by(None))):
            assert state.stack == [] or points - war[side] == sum(rows[title].counts[side] for title in result)
        row = rows["War track (1st: 3, 2nd: 1)"]
        assert list(row.leaders or ()) == [side for side, points in enumerate(war) if points == row.leader_points > 0]


def test_leader_in_wallenstein_gets_the_stated_points() -> None:
    game = find_game("wallenstein")
    words = game_words(game, "en")
    for state in positions("wallenstein", 40):
        assert isinstance(state, WallensteinState)
        rows = view_of(game).scores.standings(state, words)
        for side, line in enumerate(wallenstein_points(state)):
            led = sum(row.leader_points for row in rows if side in (row.leaders or ()))
            assert led == line["palaces"] + line["churches"] + line["trading_houses"]
            assert rows[0].counts[side] == (sum(line.values()) if state.stack else 0)


@pytest.mark.parametrize("language", ["en", "de", "uk"])
@pytest.mark.parametrize("game", GAMES)
def test_standings_open_from_the_strip_of_players(new_guest: NewGuest, app: Litestar, game: str, language: str) -> None:
    guests, table = open_seated_table(new_guest, app, game)
    path = f"/table/{table.row.id}"
    guests[0].language = language
    assert 'popovertarget="standings"' in guests[0].get(path)
    matrix = guests[0].get(f"{path}/standings")
    title = {"en": "Who is leading?", "de": "Wer führt?", "uk": "Хто попереду?"}[language]
    assert re.findall(r"<h2>(.*?)</h2>", matrix) == [title]
    spectator = new_guest(language)
    assert spectator.get(f"{path}/standings") == matrix
    assert re.search(r'<p class="leader-text">.*\d', matrix), "a sentence names the leader"


def test_final_points_are_shown_once(new_guest: NewGuest, app: Litestar) -> None:
    guests, table = open_seated_table(new_guest, app, "brian_boru")
    path, once = f"/table/{table.row.id}/standings", "Total if the game ended now"
    assert once in guests[0].get(path)
    advance(table, guests, 10_000, random.Random(1))
    matrix = guests[0].get(path)
    assert once not in matrix
    assert all(f"<td>{score}</td>" in matrix for score in table.state.scores())


@pytest.mark.parametrize("game", GAMES)
def test_one_row_shows_the_scores_if_the_game_ended_now(game: str) -> None:
    scores, words = view_of(find_game(game)).scores, game_words(find_game(game), "en")
    for state in positions(game, 30):
        totals = [row for row in scores.standings(state.observed_by(None), words) if row.total]
        assert len(totals) == 1
        if game == "rurik":
            assert list(totals[0].counts) == scores.points(state.observed_by(None)) or not state.stack


def test_every_number_that_scores_in_brian_boru_has_a_row() -> None:
    game = find_game("brian_boru")
    words = game_words(game, "en")
    for state in positions("brian_boru"):
        assert isinstance(state, BrianBoruState)
        if not state.stack:
            continue
        *rows, total = view_of(game).scores.standings(state, words)
        for player in range(state.players):
            parts = sum(row.counts[player] for row in rows if row.part)
            assert state.points[player] + parts == total.counts[player]
        assert all(row.title.endswith(": points") == row.part for row in rows), "points are labelled as points"
