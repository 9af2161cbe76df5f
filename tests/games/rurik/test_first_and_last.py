"""First and last elements of lists, where an off-by-one error would be visible only here."""

from typing import Any

import pytest

from regnum.games.rurik import GAME
from regnum.games.rurik.components import GOODS_TOKENS, REGIONS, STRUCTURES_EACH
from regnum.games.rurik.deeds.cards import DEEDS
from regnum.games.rurik.solo.move import can_spare
from tests.support.games.rurik import position
from tests.support.games.rurik_solo import solo_position


def refusal_of(**fields: Any) -> str:
    """Return the reason for refusing a position with these unadjusted fields."""
    data = position(2, [], troops=[{"kiev": 1}, {"volyn": 1}]).to_dict()
    with pytest.raises(ValueError, match=":") as error:
        GAME.state_from_dict(data | fields)
    return str(error.value)


@pytest.mark.clause("rurik.schemes.secret", "rurik.agendas.secret")
def test_secret_actions_are_exactly_these() -> None:
    secret = {action.family for action in GAME.actions if action.secret}
    assert secret == {"choose_agenda", "keep_scheme", "put_back"}


def test_unplayed_player_counts_have_no_goods() -> None:
    assert GOODS_TOKENS[:2] == [[0] * 5, [0] * 5]


def test_first_deed_is_in_one_place() -> None:
    assert f"deed_row: {DEEDS[0]} is in another place, too" in refusal_of(deed_row=[DEEDS[0]] * 3)


def test_structures_of_each_side_are_counted() -> None:
    many = {"church": REGIONS[: STRUCTURES_EACH + 1]}
    says = f"structures[1]: more than {STRUCTURES_EACH} of the kind church"
    assert says in refusal_of(structures=[{}, many])
    assert says not in refusal_of(structures=[many, {}])
    one_each = {"stronghold": REGIONS[:2], "market": REGIONS[2:4], "church": REGIONS[4:6]}
    assert "more than" not in refusal_of(structures=[{}, one_each], goods=["azov"])


@pytest.mark.clause("rurik.solo.move_stay", "rurik.solo.move_rule")
@pytest.mark.parametrize("region", REGIONS[:2])
def test_rebels_leader_may_leave_the_first_region_like_any_other(region: str) -> None:
    place = REGIONS.index(region)
    fields: dict[str, Any] = {"leaders": ["agatha", "sviatopolk"], "leader_at": [None, region]}
    assert not can_spare(solo_position(troops=[{region: 2}, {region: 1}], **fields), place), (
        "then the player would rule there"
    )
    assert can_spare(solo_position(troops=[{region: 1}, {region: 1}], **fields), place)
