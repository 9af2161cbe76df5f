"""Winter, scoring, the end of the year and of the game."""

import pytest

from regnum.games.wallenstein.components import EVENTS
from regnum.games.wallenstein.rounds import Year
from regnum.games.wallenstein.winter import ChooseRevolt, FeedLands, Winter, YearEnd, revolt_numbers
from tests.support.games.refusals import expect_refusal
from tests.support.games.wallenstein import A, B, C, Scene, check_cubes, land, notes, owner, texts

NINE = ["anhalt", "altmark", "baden", "trier", "mark", "koeln", "passau", "breisgau", "salzburg"]


@pytest.mark.clause("wallenstein.winter.table", "wallenstein.winter.extra_farmers")
@pytest.mark.parametrize(
    ("unfed", "revolts", "farmers"),
    [(1, 1, 1), (2, 1, 2), (3, 2, 2), (4, 2, 2), (5, 2, 3), (6, 2, 3), (7, 3, 3), (9, 3, 3)],
)
def test_supply_table_is_as_printed(unfed: int, revolts: int, farmers: int) -> None:
    assert revolt_numbers(unfed) == (revolts, farmers)
    scene = Scene(3).set(season="winter").lands(A, *[*NINE, "lausitz"][:unfed])
    state = scene.now(FeedLands(A))
    assert len(texts(state)) == revolts
    assert state.stack[-1] == ChooseRevolt(A, farmers)


@pytest.mark.clause("wallenstein.winter.feed", "wallenstein.winter.draw", "wallenstein.winter.extra_farmers")
def test_example_dirk_has_nine_lands_and_seven_grain() -> None:
    """Two lands are unfed: one revolt, of one farmer for the unrest marker and two more."""
    scene = Scene(3).set(season="winter").put("grain", A, 7)
    for name in NINE:
        scene.land(A, name, 1, 1)
    drawn = {str(scene.now(FeedLands(A), seed=seed).legal_actions()[0]) for seed in range(120)}
    assert drawn == {f"face {name}" for name in NINE}
    state = scene.now(FeedLands(A))
    assert len(texts(state)) == 1
    # three farmers are thrown: in some game all three stay inside
    inside = set()
    for seed in range(150):
        fight = scene.now(FeedLands(A), seed=seed)
        fight.apply(fight.legal_actions()[0])
        inside.add(fight.tower[3])
    assert inside == {0, 1, 2, 3}
    assert scene.put("grain", A, 9).now(FeedLands(A)).is_terminal


@pytest.mark.clause("wallenstein.winter.extra_farmers", "wallenstein.battle.revolt_farmers")
def test_example_arne_lacks_two_grain_and_anhalt_revolts() -> None:
    """Two unfed lands and one marker in Anhalt: three farmers."""
    scene = Scene(3).land(A, "anhalt", 5, 1).set(season="winter", revolts=["anhalt"])
    inside = set()
    for seed in range(150):
        state = scene.now(ChooseRevolt(A, 2), seed=seed)
        state.submit("face anhalt", A)
        inside.add(state.tower[3])
        check_cubes(state)
    assert inside == {0, 1, 2, 3}


@pytest.mark.clause("wallenstein.winter.own_order", "wallenstein.winter.order", "wallenstein.winter.draw")
def test_player_orders_their_revolts_and_players_follow_the_autumn_order() -> None:
    scene = Scene(3).set(season="autumn", space=[5, 1, 2], open_events=["tax_max_0"])
    scene.set(past_events=EVENTS[:3], event_deck=[e for e in EVENTS[3:] if e != "tax_max_0"])
    scene.lands(A, *NINE[:4]).lands(B, *["boehmen", "hessen_kassel", "vogtland"]).lands(C, "lausitz").put("grain", C, 1)
    state = scene.now(Winter())
    assert state.players_to_act == (B,)
    first, second = texts(state)
    assert first != second
    with expect_refusal("no revolt"):
        state.submit("face anhalt", B)
    state.submit(second, B)
    assert state.players_to_act == (B,)
    assert texts(state) == [first]
    state.submit(first, B)
    assert state.players_to_act == (A,)
    assert len(texts(state)) == 2  # four unfed lands, fixed before the revolts
    assert state.points == [0, 0, 0]
    state.apply(state.legal_actions()[0])
    assert len(texts(state)) == 1
    state.apply(state.legal_actions()[0])
    assert state.is_terminal
    assert state.points == [s.bit_count() for s in state.lands]


@pytest.mark.clause("wallenstein.winter.no_unrest")
def test_won_winter_revolt_brings_no_marker() -> None:
    scene = Scene(3).land(A, "anhalt", 9, 1).set(season="winter", revolts=["anhalt"])
    for seed in range(5):
        state = scene.now(ChooseRevolt(A, 2), seed=seed)
        state.submit("face anhalt", A)
        assert owner(state, "anhalt") == A
        assert state.unrest[land("anhalt")] == 1


@pytest.mark.clause("wallenstein.winter.year_end", "wallenstein.landsknechte.sorted_anew")
def test_second_year_begins_after_the_first_winter() -> None:
    scene = Scene(3, landsknechte=True).planning().land(A, "anhalt", 3, 2, "church").lands(B, "trier").lands(C, "mark")
    scene.set(season="winter", grain=[4, 2, 0], banner=[3, 1, 0], order=[], turned=0, points=[7, 3, 1])
    scene.event("relief_5").set(open_events=[], past_events=EVENTS[1:4], event_deck=EVENTS[4:])
    state = scene.now(YearEnd(), Year())
    assert (state.year, state.season) == (2, 0)
    assert state.grain == state.banner == [0, 0, 0]
    assert sum(state.unrest) == 0
    assert state.open_events == 0b11110000
    assert len(state.event_deck) == 4
    assert state.past_events == 0b1111
    assert state.points == [7, 3, 1]
    assert state.buildings[1] == 1 << land("anhalt")


@pytest.mark.clause("wallenstein.end.when")
def test_after_the_second_winter_the_game_is_over() -> None:
    scene = Scene(3).set(year=2, season="winter").lands(A, "anhalt")
    scene.event("relief_5").set(open_events=[], past_events=EVENTS[1:8], event_deck=EVENTS[8:])
    assert scene.now(YearEnd(), Year()).is_terminal


@pytest.mark.clause("wallenstein.winter.feed")
def test_exact_grain_feeds_all_lands() -> None:
    scene = Scene(3).lands(A, "altmark", "anhalt").set(season="winter")
    for grain, keys in ((2, ["fed"]), (1, ["unfed", "rises"])):
        state = scene.put("grain", A, grain).now()
        state.journal = []
        state.schedule(FeedLands(A))
        state.advance()
        assert notes(state) == keys
