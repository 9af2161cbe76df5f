"""Planning of the search: complete action plans that can be carried out."""

import pytest

from regnum.core.rules.rng import draw_number
from regnum.games.wallenstein.bot.search import SEARCH
from regnum.games.wallenstein.planning import Planning
from tests.support.games.wallenstein import SIX, A, Scene


@pytest.mark.clause("wallenstein.planning.cards_run_out")
@pytest.mark.parametrize("missing_cards", ["bid_empty_first", "player_chooses"])
@pytest.mark.parametrize("lands", [3, 5, 6])
def test_changes_of_an_action_plan_can_be_carried_out_when_cards_run_out(lands: int, missing_cards: str) -> None:
    state = Scene(3, missing_cards=missing_cards).planning().lands(A, *SIX[:lands]).now(Planning())
    seen = state.observed_by(A)
    action_plan = SEARCH.action_plan(seen, 1)
    kinds: set[str] = set()
    for luck in range(60):
        changed = SEARCH.mutate_action_plan(seen, action_plan, draw_number(5, luck)) or action_plan
        world = state.clone()
        for action in changed:
            world.submit(action, A)
            kinds.add(action.family)
        assert SEARCH.can_follow(seen, changed)
        action_plan = changed
    assert kinds == ({"plan", "confirm"} if lands == 6 else {"plan", "blank", "confirm"})
