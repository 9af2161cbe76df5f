"""Planning and bidding."""

import random

import pytest

from regnum.core.record.record import play_on
from regnum.games.wallenstein.components import (
    ACTION_CARDS,
    BLANK,
    HIDDEN,
)
from regnum.games.wallenstein.game import GAME
from regnum.games.wallenstein.planning import FILL_ORDER, Planning
from regnum.games.wallenstein.state import WallensteinState
from tests.support.games.refusals import expect_refusal
from tests.support.games.wallenstein import A, B, C, Scene, land, texts

SEVEN = ["altmark", "anhalt", "baden", "trier", "mark", "koeln", "passau"]


def planning(*lands: str, **options: object) -> WallensteinState:
    return Scene(3, **options).planning().lands(A, *lands).lands(B, "strassburg").now(Planning())


def fill(state: WallensteinState, player: int, *cards: str) -> None:
    """Lay these cards on the next fields of a player, in the order in which the fields are offered."""
    for card in cards:
        matching = [text for text in texts(state, player) if text.endswith(f" {card}")]
        state.submit(matching[0], player)


@pytest.mark.clause("wallenstein.planning.secret")
def test_players_plan_simultaneously_and_see_only_who_is_ready() -> None:
    state = planning(*SEVEN)
    assert state.players_to_act == (A, B, C)
    state.submit("plan bid altmark", A)
    seen = state.observed_by(B)
    assert isinstance(seen, WallensteinState)
    assert set(seen.plan[A]) == {HIDDEN}
    assert seen.confirmed[A] == 0
    fill(state, A, *SEVEN[1:], "coin_0", "coin_1", "coin_2", "coin_3")
    state.submit("confirm", A)
    seen = state.observed_by(B)
    assert isinstance(seen, WallensteinState)
    assert set(seen.plan[A]) == {HIDDEN}
    assert seen.confirmed[A] == 1
    assert list(state.players_to_act) == [B, C]
    with expect_refusal("turn"):
        state.submit("change", A)


@pytest.mark.clause("wallenstein.planning.land_card", "wallenstein.planning.one_card")
def test_land_is_planned_once_and_only_by_its_owner() -> None:
    state = planning(*SEVEN)
    state.submit("plan bid coin_1", A)
    with expect_refusal("Strassburg is not yours"):
        state.submit("plan build_palace strassburg", A)
    state.submit("plan build_palace trier", A)
    with expect_refusal("already put .* on another field"):
        state.submit("plan build_church trier", A)
    assert "plan build_church trier" not in texts(state, A)
    assert state.plan[A][0] == land("trier")


@pytest.mark.clause("wallenstein.planning.bid", "wallenstein.planning.bid_affordable")
def test_bid_is_a_land_or_coins_that_one_has() -> None:
    state = Scene(3).planning().lands(A, *SEVEN).put("coins", A, 2).now(Planning())
    bids = [text.split()[2] for text in texts(state, A)[:-1]]
    assert sorted(bids) == sorted([*SEVEN, "coin_0", "coin_1", "coin_2"])
    with expect_refusal("only 2 coins"):
        state.submit("plan bid coin_3", A)
    state.submit("plan bid coin_2", A)
    state.submit("plan build_palace altmark", A)  # though a palace costs 3


@pytest.mark.clause("wallenstein.planning.cards_run_out", "wallenstein.planning.no_action")
def test_missing_cards_leave_as_many_fields_empty() -> None:
    state = planning("altmark", "anhalt", "baden", missing_cards="player_chooses")  # with 5 coin cards: 8 for 11 fields
    rng = random.Random(3)
    for _ in range(30):
        game = state.clone()
        while A in game.players_to_act:
            options = [action for action in game.legal_actions(A) if action.family != "change"]
            game.apply(rng.choice(options), A)
        assert game.plan[A][:11].count(BLANK) == 3
        assert game.hand(A) == 0
    blanks = state.clone()
    blanks.submit("blank bid", A)  # the bid, too, may be missing
    enough = planning(*SEVEN)
    with expect_refusal("cards run out"):
        enough.submit("blank bid", A)


@pytest.mark.clause("wallenstein.planning.cards_run_out", "wallenstein.order.no_bid")
@pytest.mark.parametrize(("lands", "court"), [(5, False), (5, True), (3, False)])
def test_bid_is_the_first_to_go_without_a_card(lands: int, court: bool) -> None:
    fields = 14 if court else 11
    state = planning(*SEVEN[:lands], court=court)
    assert texts(state, A) == ["blank bid", "change"]
    with expect_refusal("none is left to bid") as refused:
        state.submit("plan bid altmark", A)
    assert refused.value.clause == "wallenstein.planning.cards_run_out"
    rng = random.Random(lands)
    for _ in range(30):
        game = state.clone()
        while A in game.players_to_act:
            game.apply(rng.choice(game.legal_actions(A)), A)
        assert game.plan[A][10] == BLANK
        assert game.plan[A][:fields].count(BLANK) == (1 if lands == 5 else 3)
    game = state.clone()
    while A in game.players_to_act:
        game.apply(rng.choice(game.legal_actions(A)), A)
    world = game.observed_by(B).determinized(7)
    assert isinstance(world, WallensteinState)
    assert world.plan[A][10] == BLANK
    chosen = planning(*SEVEN[:lands], court=court, missing_cards="player_chooses")
    assert "plan bid altmark" in texts(chosen, A)
    assert "blank bid" in texts(chosen, A)


@pytest.mark.clause("wallenstein.planning.cards_run_out")
def test_bid_is_mandatory_with_a_card_for_every_field() -> None:
    state = planning(*SEVEN[:6])  # with five coin cards: eleven for eleven fields
    assert "blank bid" not in texts(state, A)
    assert "plan bid altmark" in texts(state, A)


@pytest.mark.clause("wallenstein.planning.secret")
def test_any_card_can_be_put_on_any_field_until_the_plan_is_confirmed() -> None:
    state = planning(*SEVEN)
    state.submit("change", A)
    state.submit("plan combat_b passau", A)  # out of turn
    assert state.plan[A][9] == land("passau")
    fill(state, A, "coin_2", "altmark", "anhalt", "baden", "trier", "mark", "koeln", "coin_0", "coin_1", "coin_3")
    assert texts(state, A) == ["confirm", "change"]
    before = state.plan[A]
    state.submit("change", A)
    assert "confirm" not in texts(state, A)
    state.submit("plan build_palace anhalt", A)  # two fields swap
    assert (state.plan[A][0], state.plan[A][1]) == (land("anhalt"), land("altmark"))
    state.submit("change", A)
    state.submit("plan build_palace coin_4", A)  # from the hand; the card there goes back
    assert state.hand(A) == 1 << land("anhalt")
    state.submit("change", A)
    state.submit("plan build_palace altmark", A)
    state.submit("change", A)
    state.submit("plan build_church anhalt", A)
    assert state.plan[A] == before
    state.submit("confirm", A)
    assert state.confirmed[A] == 1


@pytest.mark.clause("wallenstein.planning.bid_affordable")
def test_change_cannot_leave_an_unaffordable_bid() -> None:
    state = Scene(3).planning().lands(A, *SEVEN).put("coins", A, 1).now(Planning())
    fill(state, A, "coin_0", "coin_4", *SEVEN)
    state.submit("change", A)
    changes = texts(state, A)
    assert "plan bid coin_4" not in changes
    assert "plan build_palace coin_0" not in changes  # it would put coin_4 on the bid
    assert "plan build_church coin_0" in changes
    assert "plan bid coin_1" in changes


@pytest.mark.clause("wallenstein.planning.secret")
def test_fields_are_offered_one_after_the_other_the_bid_first() -> None:
    state = planning(*SEVEN, court=True)
    requests = []
    while A in state.players_to_act:
        action = state.legal_actions(A)[0]
        if action.family == "plan":
            requests.append(action.params["field"])
        state.apply(action, A)
    assert len(requests) == len(FILL_ORDER) == 14
    assert requests[0] == "bid"
    assert len(set(requests)) == 14
    with expect_refusal("choose that field"):
        planning(*SEVEN).submit("plan build_palace altmark", A)


@pytest.mark.clause("wallenstein.planning.secret")
def test_random_planning_ends_soon() -> None:
    lengths = []
    for seed in range(200):
        rng = random.Random(seed)
        state = planning(*SEVEN)
        count = 0
        while A in state.players_to_act:
            state.apply(rng.choice(state.legal_actions(A)), A)
            count += 1
        lengths.append(count)
    assert sum(lengths) / len(lengths) < 20
    assert max(lengths) < 60


@pytest.mark.clause("wallenstein.planning.secret")
def test_planning_can_be_undone_until_another_player_acts() -> None:
    session = play_on(planning(*SEVEN))
    session.submit(A, "plan bid altmark")
    session.submit(A, "plan build_palace anhalt")
    session.submit(A, "undo")
    session.submit(A, "undo")
    assert isinstance(session.state, WallensteinState)
    assert session.state.plan[A] == (-1,) * 14


@pytest.mark.clause("wallenstein.court.plan", "wallenstein.court.material", "wallenstein.court.tower_card_plan")
def test_court_adds_three_fields_and_tower_cards() -> None:
    state = planning(*SEVEN, court=True)
    fill(state, A, "tower", "coin_0", "coin_1", "tower", "coin_2", "coin_3", "coin_4", "tower")
    assert "plan deploy_1 tower" not in texts(state, A)
    fill(state, A, *SEVEN[:6])
    assert texts(state, A) == ["confirm", "change"]
    assert state.plan[A][13] != -1


@pytest.mark.clause("wallenstein.planning.no_action", "wallenstein.court.tower_card_plan", "wallenstein.actions.must")
@pytest.mark.parametrize("card", ["coin_4", "tower", "blank"])
def test_coin_cards_tower_cards_and_empty_fields_mean_no_action(card: str) -> None:
    from regnum.games.wallenstein.action_phase import ActionCard

    scene = Scene(3, court=True).lands(A, *SEVEN)
    for field in scene.data["order"]:
        scene.plan(A, **{field: card if field == "build_palace" or card == "blank" else "blank"})
    before = scene.now()
    after = scene.now(ActionCard(0))
    assert (after.coins, after.armies, after.buildings) == (before.coins, before.armies, before.buildings)


@pytest.mark.clause("wallenstein.court.plan", "wallenstein.court.tower_card_plan")
@pytest.mark.parametrize("action", ["plan build_palace tower", "plan convert_1 anhalt", "blank convert_1"])
@pytest.mark.parametrize("changing", [False, True])
def test_court_fields_and_cards_are_explained_without_the_court(action: str, changing: bool) -> None:
    state = Scene(3).planning().lands(A, "anhalt", "baden").now(Planning())
    if changing:
        state.submit("change", A)
    expected = (
        "First choose the change" if changing and action.startswith("blank") else "belongs to the Emperor’s court"
    )
    with expect_refusal(expected):
        state.submit(action, A)


@pytest.mark.clause("wallenstein.planning.secret", "wallenstein.planning.one_card", "wallenstein.planning.bid")
def test_refused_change_gives_the_right_reason() -> None:
    scene = Scene(3, missing_cards="player_chooses").planning().lands(A, "anhalt", "baden", "trier")
    state = scene.put("coins", A, 0).now(Planning())
    with expect_refusal("no card yet: Bid"):
        state.submit("confirm", A)
    state.submit("plan bid anhalt", A)
    state.submit("plan build_palace coin_3", A)
    state.submit("change", A)
    for again in ("change", "confirm", "blank bid"):
        with expect_refusal("First choose the change"):
            state.submit(again, A)
    with expect_refusal("already put coin card 3 on the field"):
        state.submit("plan build_palace coin_3", A)
    for field in ("build_palace", "build_church"):  # coin card 3 cannot be paid as a bid, no card is none
        with expect_refusal("no affordable card left for the bid"):
            state.submit(f"plan {field} anhalt", A)


@pytest.mark.clause("wallenstein.planning.cards_run_out")
def test_empty_fields_are_limited_by_the_missing_cards() -> None:
    state = Scene(3).planning().lands(A, "anhalt", "baden", "trier").now(Planning())
    with expect_refusal("comes first: Bid"):
        state.submit("blank build_palace", A)
    while "confirm" not in texts(state, A):
        blanks = [text for text in texts(state, A) if text.startswith("blank")]
        state.submit((blanks or texts(state, A))[0], A)
    assert state.plan[A][:11].count(BLANK) == 3
    with expect_refusal("leave only as many fields empty as you are short of cards"):
        state.submit("blank combat_b", A)
    rich = Scene(3).planning().lands(A, "anhalt", "baden", "trier", "mark", "koeln", "altmark").now(Planning())
    with expect_refusal("only if your cards run out"):
        rich.submit("blank bid", A)


@pytest.mark.clause("wallenstein.planning.bid", "wallenstein.planning.secret")
def test_change_is_any_card_to_any_field_but_leaves_no_bid_bare() -> None:
    scene = Scene(3, missing_cards="player_chooses").planning().lands(A, "altmark", "anhalt")
    state = scene.put("coins", A, 1).now(Planning())
    state.submit("change", A)
    state.submit("plan bid altmark", A)
    state.submit("change", A)
    state.submit("plan combat_b coin_2", A)
    state.submit("change", A)
    rest = ["anhalt", *(f"coin_{n}" for n in range(5))]
    expected = [f"plan {field} {card}" for field in ACTION_CARDS[:9] for card in rest]
    expected += [f"plan combat_b {card}" for card in ("anhalt", "coin_0", "coin_1", "coin_3", "coin_4")]
    expected += ["plan bid anhalt", "plan bid coin_0", "plan bid coin_1"]
    assert sorted(texts(state, A)) == sorted(expected)


@pytest.mark.clause("wallenstein.court.tower_card_plan", "wallenstein.planning.bid")
def test_tower_card_may_leave_the_bid_if_another_one_takes_its_place() -> None:
    for used, there in ((1, True), (2, True), (3, False)):
        scene = Scene(3, court=True, missing_cards="player_chooses").planning().lands(A, "altmark")
        scene.plan(A, **dict.fromkeys(["bid", "convert_1", "convert_2"][:used], "tower")).put("changing", A, 1)
        state = scene.now(Planning())
        assert ("plan combat_b tower" in texts(state, A)) is there
        assert state.hand_size(A, state.hand(A)) == 9 - used


@pytest.mark.clause("wallenstein.planning.secret")
def test_number_of_laid_cards_is_hidden() -> None:
    state = planning(*SEVEN)
    before = {seat: state.observed_by(seat) for seat in (B, C, None)}
    fill(state, A, *SEVEN, "coin_0", "coin_1", "coin_2", "coin_3")
    state.submit("change", A)
    state.submit("plan build_palace coin_4", A)
    assert state.ply == 13
    for seat, seen in before.items():
        assert state.observed_by(seat) == seen
        assert (state.observed_by(seat).ply, state.observed_by(seat).determinized(1).ply) == (0, 0)
    again = GAME.state_from_dict(state.to_dict())
    again.submit("confirm", A)
    assert (again.observed_by(B).ply, again.ply) == (13, 14)
    for player in (A, B, C):
        while player in state.players_to_act:
            state.apply(state.legal_actions(player)[0], player)
    assert state.observed_by(B).ply == state.ply > 13
