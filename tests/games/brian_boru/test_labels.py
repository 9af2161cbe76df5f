"""Labels of buttons that depend on the position."""

import random
import re
from math import dist, hypot

import pytest

import regnum
from regnum.core.text.ledger import LANGUAGES
from regnum.games.brian_boru import components as box
from regnum.games.brian_boru.actions import secondary
from regnum.games.brian_boru.state import BrianBoruState
from regnum.games.brian_boru.view.geometry import name_box, nearest_town
from regnum.view import view_of
from regnum.web.http.i18n import game_words
from tests.support.games.brian_boru import action_phase

GAME = regnum.game("brian_boru")
VIEW = view_of(GAME)


@pytest.mark.parametrize("language", LANGUAGES)
def test_secondary_actions_say_how_much_they_give(language: str) -> None:
    words = game_words(GAME, language)
    rng = random.Random(7)
    counts: dict[str, set[int]] = {}
    printed = {"coins": box.COIN, "church": box.CHURCH, "raiders": box.RAIDER, "courtship": box.COURTSHIP}
    poor = 0
    for seed in range(20):
        s = GAME.new_state(4, seed=seed)
        while not s.is_terminal:
            assert isinstance(s, BrianBoruState)
            for action in (action for action in s.legal_actions() if secondary.has(action)):
                label = VIEW.actions.label(action, s, words, ["A", "B", "C", "D"])
                count = next((int(part) for part in label.split() if part.isdigit()), 0)
                (player,) = s.players_to_act
                way = str(action.params["way"])
                icon = printed.get(way, box.PAY)
                there = {"raiders": s.battle_area, "courtship": box.TRACK_TOP - s.track[player]}.get(way, count)
                assert count in [min(row.count(icon), there) for row in box.SECONDARY[s.played[player]]]
                assert count <= there
                if count == 0 or (way == "coins" and s.coins[player] + count < box.EXPAND_COST):
                    poor += 1
                    full = words.text("way", way, {"count": count})
                    assert label != full, "the label promises no more than there is"
                counts.setdefault(way, set()).add(count)
            s.apply(rng.choice(s.legal_actions()))
    counts.pop("drive_off", None)  # on one card only
    assert counts["coins"] == {1, 2, 3}
    assert counts["church"] == {2, 3}
    assert counts["raiders"] == {0, 1, 2, 3}
    assert counts["courtship"] >= {2, 3}
    assert poor > 10


def test_tap_on_the_map_selects_the_nearest_close_target() -> None:
    layout = VIEW.board.base_map(game_words(GAME, "en"))["layout"]
    spots = {town["id"]: ((town["x"], town["y"]), town["cell"]) for town in layout["towns"]}
    spots |= {region["id"]: (tuple(region["token"]), region["cell"]) for region in layout["regions"]}
    for id_, ((x, y), cell) in spots.items():
        for corner in re.findall(r"(-?\d+) (-?\d+)", cell):
            away = hypot(*map(int, corner))
            assert away <= 61, "24 pixels of a phone"
            at = (x + int(corner[0]), y + int(corner[1]))
            assert away <= min(dist(at, spot) for other, (spot, _) in spots.items() if other != id_) + 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_of_towns_are_beside_their_towns(language: str) -> None:
    words = game_words(GAME, language)
    land = VIEW.board.base_map(words)
    # Wide, narrow and small maps, as in css/base_map.css.
    for size, shown in ((16, None), (18, None), (25, land["roomy"])):
        boxes: list[tuple[float, float, float, float]] = []
        for town in land["layout"]["towns"]:
            if shown is None or town["id"] in shown:
                left, top, right, bottom = box_ = name_box(words, town, size)
                assert nearest_town(box_) == town["id"]
                for x, y, end, foot in boxes:
                    assert left >= end or x >= right or top >= foot or y >= bottom, town
                boxes.append(box_)
    assert len(land["roomy"]) >= 25


def test_courtship_shows_the_space_where_the_suitor_lands() -> None:
    s = action_phase("10 9", "3 17", "1 19", marker=0, track=[0, 0, 3])
    for player, text in ((0, "contest N3"), (0, "lead 9"), (1, "follow 17"), (2, "follow 19"), (0, "secondary coins")):
        s.submit(text, player)
    way = GAME.actions.parse("secondary courtship")
    label = VIEW.actions.label(way, s, game_words(GAME, "en"), ["A", "B", "C"])
    assert label == "3 steps up the marriage track (to space 2: space 3 is taken)"


@pytest.mark.parametrize(
    ("play", "key", "others"),
    [
        ("follow 12", "ahead", 1),  # above the blue 9
        ("follow 21", "ahead", 1),  # white
        ("follow 3", "lost", 1),  # blue, but below
        ("follow 24", "lost", 1),  # high, but red
    ],
)
def test_card_shows_whether_it_would_lead(play: str, key: str, others: int) -> None:
    s = action_phase("9 25 4 5", "3 12 21 24", "1 2 6 7", marker=0)
    for text in ("contest N3", "lead 9"):
        s.submit(text, 0)
    words = game_words(GAME, "en")
    effects = VIEW.explanations.expected_effects(GAME.actions.parse(play), s.observed_by(1), words, ["A", "B", "C"])
    assert effects == [words.text("prediction", key, {"others": others})]


def test_last_card_shows_whether_it_wins() -> None:
    s = action_phase("9 25", "3 12", "1 19", marker=0)
    for player, text in ((0, "contest N3"), (0, "lead 9"), (1, "follow 12")):
        s.submit(text, player)
    words = game_words(GAME, "de")
    seen = s.observed_by(2)
    assert [
        VIEW.explanations.expected_effects(action, seen, words, ["A", "B", "C"]) for action in seen.legal_actions(2)
    ] == [
        [words.text("prediction", "lost", {})],
        [words.text("prediction", "won", {})],
    ]
