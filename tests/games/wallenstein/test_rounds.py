"""Years, rounds, event and player order."""

import pytest

from regnum.core.rules.note import Note
from regnum.games.wallenstein.action_phase import ActionCard
from regnum.games.wallenstein.components import EVENTS
from regnum.games.wallenstein.game import GAME
from regnum.games.wallenstein.rounds import EndRound, Round
from regnum.games.wallenstein.state import WallensteinState
from regnum.games.wallenstein.winter import Winter
from tests.support.games.wallenstein import A, B, C, Scene, land, notes


def play_first_options(players: int = 3, **options: object) -> tuple[WallensteinState, list[Note]]:
    """Play a game with the first option always, and return its end and all notes."""
    state = GAME.new_state(players, 4, start="printed", **options)
    assert isinstance(state, WallensteinState)
    state.journal = []
    while not state.is_terminal:
        player = state.players_to_act[0]
        state.apply(state.legal_actions(player)[0], player)
    return state, state.journal


@pytest.mark.clause("wallenstein.round.years", "wallenstein.round.seasons", "wallenstein.end.when")
def test_game_has_two_years_of_four_seasons_and_ends_after_the_second_winter() -> None:
    state, item = play_first_options()
    seasons = [(note.params["season"], note.params["year"]) for note in item if note.key == "season"]
    names = ["spring", "summer", "autumn", "winter"]
    # the first spring begins before the journal is opened
    assert seasons == [(name, year) for year in (1, 2) for name in names][1:]
    assert state.year == 2
    assert [note.key for note in item].count("scores") == 2 * 3


@pytest.mark.clause("wallenstein.round.steps", "wallenstein.court.round_steps")
def test_round_has_its_steps_in_order() -> None:
    scene = Scene(3).planning().lands(A, "altmark").lands(B, "anhalt").lands(C, "baden")
    state = scene.now(Round(1))
    assert [type(step).__name__ for step in state.stack[::-1]] == [
        "Planning", "DetermineEvent", "RevealBids", "ActionCard", "EndRound",
    ]  # fmt: skip
    scene = Scene(3, court=True, landsknechte=True).planning()
    state = scene.now(Round(1))
    assert state.favours != (-1, -1, -1)
    assert [type(step).__name__ for step in state.stack[::-1]] == [
        "Planning", "DetermineEvent", "RevealBids", "TurnBanners", "ConvertArmies", "ActionCard", "EndRound",
    ]  # fmt: skip


@pytest.mark.clause("wallenstein.round.action_cards", "wallenstein.round.each_action_once")
def test_five_action_cards_lie_open_and_five_are_hidden() -> None:
    state = GAME.new_state(3, 2, start="printed")
    assert isinstance(state, WallensteinState)
    assert sorted(state.order) == list(range(10))
    seen = state.observed_by(1)
    assert isinstance(seen, WallensteinState)
    assert seen.order == (*state.order[:5], -1, -1, -1, -1, -1)
    orders = {GAME.new_state(3, seed, start="printed").to_dict()["order"][0] for seed in range(80)}
    assert len(orders) == 10


@pytest.mark.clause("wallenstein.actions.next_card", "wallenstein.actions.in_order")
def test_after_each_action_the_next_face_down_card_is_turned_up() -> None:
    scene = Scene(3).land(A, "altmark", 3).plan(A, combat_a="altmark").set(turned=5)
    scene.data["order"] = [
        "build_palace",
        "combat_a",
        *[c for c in scene.data["order"] if c not in ("build_palace", "combat_a")],
    ]
    state = scene.now(ActionCard(0), EndRound())
    assert type(state.stack[-1]).__name__ == "MarchOrAttack"
    assert state.turned == 6
    state.journal = []
    state.submit("pass", A)
    first = state.journal[0]
    assert (first.key, first.params) == ("action_opens", {"action": "deploy_5", "number": 7})
    assert [note.params["action"] for note in state.journal if note.key == "action_card"] == scene.data["order"][2:]


@pytest.mark.clause("wallenstein.round.advantage_tiles")
def test_each_space_of_the_player_order_has_one_tile() -> None:
    state = GAME.new_state(3, 2, start="printed")
    assert isinstance(state, WallensteinState)
    assert sorted(state.tiles) == [0, 1, 2, 3, 4]


@pytest.mark.clause("wallenstein.round.end", "wallenstein.actions.cards_back")
def test_round_end_returns_everything() -> None:
    scene = Scene(3).land(A, "altmark", 3).plan(A, combat_a="altmark", bid="coin_4").event("tax_min_2")
    state = scene.put("fresh", A, ["altmark"]).now(EndRound())
    assert state.plan[A] == (-1,) * 14
    assert state.fresh == [0, 0, 0]
    assert (state.order, state.tiles, state.turned) == ((), (), 0)
    assert state.space == [-1, -1, -1]
    assert state.event == -1
    assert state.past_events == 1 << EVENTS.index("tax_min_2")


@pytest.mark.clause("wallenstein.round.order_stays")
def test_after_autumn_the_commanders_stay_for_the_winter() -> None:
    scene = Scene(3).set(season="autumn", space=[3, 1, 5])
    scene.set(open_events=["tax_min_2"], past_events=EVENTS[:3])
    scene.set(event_deck=[e for e in EVENTS[3:] if e != "tax_min_2"])
    for player, lands in ((A, ["altmark", "anhalt"]), (B, ["baden", "trier"]), (C, ["mark", "koeln"])):
        scene.lands(player, *lands)
    after = scene.now(EndRound())
    assert after.space == [2, 0, 4]
    winter = scene.now(EndRound(), Winter())
    assert winter.players_to_act == (B,)  # first in the order of autumn, and without grain


@pytest.mark.clause("wallenstein.actions.all_players", "wallenstein.actions.show_card")
def test_action_is_done_by_all_in_player_order_and_cards_are_shown_in_turn() -> None:
    scene = Scene(3).set(space=[3, 1, 2])
    for player, name in ((A, "altmark"), (B, "baden"), (C, "trier")):
        scene.land(player, name, 3).plan(player, combat_a=name)
    state = scene.now(ActionCard(8), EndRound())
    assert state.players_to_act == (B,)
    seen = state.observed_by(None)
    assert isinstance(seen, WallensteinState)
    field = 8
    assert [seen.plan[player][field] for player in range(3)] == [52, land("baden"), 52]
    state.submit("pass", B)
    assert state.players_to_act == (C,)
    state.submit("pass", C)
    assert state.players_to_act == (A,)
    assert notes(state) == []


@pytest.mark.clause("wallenstein.event.for_all", "wallenstein.round.end")
def test_first_event_of_all_holds_for_a_round_and_leaves_the_game() -> None:
    state = Scene(3).event(EVENTS[0]).now()
    assert state.is_event_among(1)
    state = Scene(3).event(EVENTS[0]).now(EndRound())
    assert (state.event, state.past_events) == (-1, 1)
