"""What is first in its list is no exception: the first player, the first card, the first bride."""

import pytest

from tests.games.brian_boru.positions import action_phase, begin, choices, due, play, upkeep


@pytest.mark.clause("brian_boru.draft.look")
def test_whoever_sits_first_remembers_the_cards_he_passed_on_like_all_others() -> None:
    s = begin(3)
    while s.stage == 0:
        s.apply(s.legal_actions()[0], s.players_to_act[0])
    for player in range(3):
        seen = s.observed_by(player).to_dict()["slot"]
        assert sum(code != 63 for code in seen) == 8 + 6  # his own packet, and the next without the two taken from it


@pytest.mark.clause("brian_boru.setup.princess")
@pytest.mark.parametrize("first", ["aodhan", "aoife"])
def test_a_bride_who_was_seen_stays_who_she_was(first: str) -> None:
    s = upkeep("Church", brides=[first, "conall", "cormac", "estrid"], round=1)
    brides = s.observed_by(1).determinized(3).to_dict()["brides"]
    assert (brides[:2], brides[3]) == ([first, "conall"], "estrid")


@pytest.mark.clause("brian_boru.action.tricks")
@pytest.mark.parametrize("lowest", [1, 2])
def test_a_power_struggle_is_counted_once_also_if_card_1_lies_in_it(lowest: int) -> None:
    s = action_phase("11 3 5", f"{lowest} 6 9", "20 7 12", "17 8 10")
    which = s.struggle()
    play(s, "contest C2", "lead 11", f"follow {lowest}", "follow 20", "follow 8")
    assert due(s) == "ChooseSecondary"  # all have played, and their cards are being carried out
    assert s.struggle() == which
    while due(s) == "ChooseSecondary":
        play(s, choices(s)[0])
    assert s.struggle() == which + 1
