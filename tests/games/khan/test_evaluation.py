"""The estimate for bots, and sensible choices of the greedy bot."""

import random
from typing import cast

import pytest

from regnum.games.khan import GAME
from regnum.games.khan.bot.evaluation import EVALUATION, KhanEvaluation
from regnum.games.khan.bot.features import FEATURES
from regnum.games.khan.scoring import area_bonuses, largest_area, tile_points
from regnum.games.khan.state import KhanState
from regnum.players import make_player
from tests.support.games.khan import LEFT, act, game, position

AWAY = {"song": "c1"}


def choice(s: KhanState) -> str:
    """Return the choice of the greedy bot."""
    player = s.players_to_act[0]
    return str(make_player("greedy", 1).choose(s.observed_by(player), s.legal_actions(player)))


def test_final_estimate_is_the_score() -> None:
    *_, last = game(3, 4)
    assert GAME.estimate(last) == [float(points) for points in last.scores()]


def test_estimating_does_not_change_the_state() -> None:
    for s in game(4, 2):
        before = s.to_dict()
        assert len(GAME.estimate(s)) == 4
        assert s.to_dict() == before


def test_rulers_yet_to_be_stationed_are_not_out() -> None:
    s = cast(KhanState, GAME.new_state(2, 3, rulers_start="free"))
    printed = GAME.new_state(2, 3)
    assert s.rulers_out() == 0
    assert sum(GAME.estimate(s)) == sum(GAME.estimate(printed)) > 0
    act(s, "station c1")
    assert s.rulers_out() == 0


@pytest.mark.parametrize("player", [0, 1])
def test_more_tiles_and_adjacent_yurts_raise_the_estimate(player: int) -> None:
    def value(**fields: object) -> float:
        return GAME.estimate(position("PlaySpecial player=0 last=-1", rulers=AWAY, **fields))[player]

    mine: list[list[str]] = [[], []]
    mine[player] = ["i9", "l11"]
    apart = value(yurts=[" ".join(cells) for cells in mine])
    mine[player] = ["i9", "j9"]
    together = value(yurts=[" ".join(cells) for cells in mine])
    conquered = value(laid=[("I2", "i9", "n", [player])])
    assert 0 < apart < together < conquered


def test_greedy_conquers_the_large_group() -> None:
    s = position(
        "Act player=0", "ReturnSpecial player=0", rulers=AWAY, yurts=["i9 i10 j9"], neutral="j10 i11", actions_left=1
    )
    assert choice(s) == "conquer"
    act(s, "conquer")
    assert choice(s) == "choose P5"
    act(s, "choose P5")
    assert choice(s) == "lay i9 n"


def test_greedy_avoids_sharing_a_tile() -> None:
    s = position("Lay player=0 tile=I2", "PlaySpecial player=1 last=-1", rulers=AWAY, yurts=["i9 i10", "j9"])
    assert choice(s) == "lay i9 e"


def test_greedy_puts_its_yurt_beside_others() -> None:
    steps = ["Pitch player=0 card=song_n_stone_desert", "PlaySpecial player=1 last=-1"]
    s = position(*steps, rulers=AWAY, yurts=["k5"], neutral="k6")
    assert choice(s) in ("pitch j6", "pitch l6", "pitch j5", "pitch k4", "pitch k7", "pitch l5")


def test_greedy_keeps_high_morale_without_a_conquest() -> None:
    s = position("PlaySpecial player=0 last=-1", "Refill player=0", "Turn player=1", rulers=AWAY, yurts=["i9", "l11"])
    assert "play high_morale" in [str(action) for action in s.legal_actions()]
    assert choice(s) != "play high_morale"


def test_greedy_uses_high_morale_for_a_valuable_conquest() -> None:
    s = position(
        "PlaySpecial player=0 last=-1",
        "Refill player=0",
        "Turn player=1",
        rulers=AWAY,
        yurts=["i9 j9", ""],
        neutral="i10 j10 i11",
    )
    assert choice(s) == "play high_morale"
    act(s, "play high_morale")
    assert choice(s) == "conquer"


TUNDRA = "seljuk_ne_tundra russian_e_tundra hungarian_se_tundra kyrgyz_s_tundra"


def test_greedy_expels_a_ruler_between_its_yurts() -> None:
    """Action B: the neutral yurt that the ruler leaves makes three of two and is conquered with them."""
    s = position("Act player=0", *LEFT, rulers={"song": "j9"}, yurts=["i9 k9"], hands=[TUNDRA], actions_left=2)
    assert choice(s) == "expel song"
    act(s, "expel song")
    assert choice(s) == "conquer"
    act(s, "conquer")
    assert choice(s) == "choose I3"


def test_greedy_takes_the_combined_action_where_no_card_leads() -> None:
    """Action D: a yurt between four single ones, where no card in hand allows one."""
    s = position("Act player=0", *LEFT, rulers=AWAY, yurts=["j8 i9 k9 j10"], hands=[TUNDRA], actions_left=2)
    assert choice(s) == "combine"
    act(s, "combine")
    assert choice(s) == "occupy j9"


def test_yurt_to_be_placed_counts_as_placed() -> None:
    """The features are the same before and after a yurt is put on the best cell."""
    steps = ["Pitch player=0 card=song_n_stone_desert", "PlaySpecial player=1 last=-1"]
    s = position(*steps, rulers=AWAY, yurts=["k5"], neutral="k6")
    before = EVALUATION.features(s)
    act(s, "pitch j5")
    assert [name for at, name in enumerate(FEATURES) if EVALUATION.features(s)[0][at] != before[0][at]] == []
    assert before[0][FEATURES.index("yurts")] == 2


def test_estimate_ignores_the_yurt_of_a_fleeing_ruler() -> None:
    s = position("Drive player=0 ruler=song", *LEFT, rulers={"song": "j9"}, yurts=["i9 k9"], hands=[TUNDRA])
    assert EVALUATION.features(s)[0][FEATURES.index("beside_neutral")] == 2


def test_estimate_is_independent_of_earlier_calls() -> None:
    """Values of yurts are cached while they stay, but a new neutral one beside them counts."""
    rng = random.Random(5)
    s = GAME.new_state(4, 2)
    kept = KhanEvaluation(FEATURES, EVALUATION.rows)
    while not s.is_terminal:
        for action in rng.sample(s.legal_actions(), min(2, len(s.legal_actions()))):
            tried = s.clone()
            tried.apply(action)
            assert kept.estimate(tried) == KhanEvaluation(FEATURES, EVALUATION.rows).estimate(tried)
        assert kept.estimate(s) == KhanEvaluation(FEATURES, EVALUATION.rows).estimate(s)
        s.apply(rng.choice(s.legal_actions()))


def test_tile_features_match_the_scoring() -> None:
    for option, value in (("area_bonus", "players"), ("area_bonus", "areas"), ("shared_points", "divided")):
        rng = random.Random(4)
        new_evaluation = KhanEvaluation(FEATURES, EVALUATION.rows)
        s = cast(KhanState, GAME.new_state(3, 7, **{option: value}))
        while not s.is_terminal:
            features = new_evaluation.tile_features(s)
            assert features.points == tile_points(s)
            assert features.bonuses == area_bonuses(s)
            assert features.largest == [largest_area(s, player) for player in range(3)]
            for action in s.legal_actions()[:4]:
                tried = s.clone()
                tried.apply(action)
                assert new_evaluation.tile_features(tried).points == tile_points(tried)
            s.apply(rng.choice(s.legal_actions()))
        assert len(s.laid) > 5


def test_every_stage_has_weights() -> None:
    rows = {EVALUATION.row_index(s) for players in (2, 3, 4) for s in game(players, 1)}
    assert rows == set(range(len(EVALUATION.rows)))
    assert list(EVALUATION.rows)[EVALUATION.row_index(GAME.new_state(3, 1))] == "players_3_early"
