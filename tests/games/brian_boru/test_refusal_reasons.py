"""Every refused action gets a true reason, in random games in which every action is tried."""

from typing import Final

import pytest

from regnum.games.brian_boru import GAME
from regnum.games.brian_boru.components import MATCHING, REGION_TOWNS, ROADS, TOWN_COLOUR, TOWN_REGION
from tests.support.games.refusals import Claim, check_refusal_reasons

TRUE: Final[dict[str, Claim]] = {
    "card_does_not_match": lambda s, t, p, a: (
        bool(s.hand[p] >> a.card & 1) and not MATCHING[TOWN_COLOUR[s.active]] >> a.card & 1
    ),
    "card_kept": lambda s, t, p, a: bool(s.hand[p] >> a.card & 1),
    "card_not_in_hand": lambda s, t, p, a: not s.hand[p] >> a.card & 1,
    "card_not_in_packet": lambda s, t, p, a: not (s.packet[s.packet_before(p)] | s.hand[p]) >> a.card & 1,
    "monastery_there": lambda s, t, p, a: bool(s.monasteries >> a.town & 1),
    "must_drive_off": lambda s, t, p, a: type(t).__name__ == "DriveOff" and s.vikings != 0,
    "must_take_town": lambda s, t, p, a: type(t).__name__ in ("DowryTown", "GrantedTown") and s.free_towns() != 0,
    "no_matching_card": lambda s, t, p, a: not s.hand[p] & MATCHING[TOWN_COLOUR[a.town]],
    "no_road": lambda s, t, p, a: not ROADS.around(s.controlled_towns(p)) >> a.town & 1,
    "no_viking_there": lambda s, t, p, a: not s.vikings >> a.town & 1,
    "not_losers_town": lambda s, t, p, a: not s.controlled_towns(t.loser) >> a.town & 1,
    "not_on_card": lambda s, t, p, a: a not in t.options(s),
    "not_your_town": lambda s, t, p, a: not s.controlled_towns(p) >> a.town & 1,
    "region_taken": lambda s, t, p, a: bool(s.occupied_towns() & REGION_TOWNS[TOWN_REGION[a.town]]),
    "town_contested": lambda s, t, p, a: a.town == s.active,
    "town_taken": lambda s, t, p, a: bool(s.occupied_towns() >> a.town & 1),
    "wrong_region": lambda s, t, p, a: TOWN_REGION[a.town] != t.region,
}
"""Conditions under which each reason of the game is true."""


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("players", "options"), [(3, {}), (4, {"active_town": "open"}), (5, {})])
def test_reason_of_every_refusal_is_true(players: int, options: dict[str, object], seed: int) -> None:
    given = check_refusal_reasons(GAME, TRUE, players, seed, options)
    assert given["town_taken"] > 0
    assert not (options and given["town_contested"])
