"""Every refused action gets a true reason, in random games in which every action is tried."""

from typing import Any, Final

import pytest

from regnum.games.rurik import GAME
from regnum.games.rurik.action_phase import spending_step
from regnum.games.rurik.components import (
    ATTACK,
    BOAT,
    CARDS_OF_KIND,
    COLUMNS,
    GOOD_COUNT,
    GOODS,
    GUARDED,
    KIND,
    KIND_COST,
    LEADER_MARCHED,
    LEADERS,
    MAIN_OVER,
    MARIA,
    NEIGHBOURS,
    PREDSLAVA,
    PUT_OFF_AGAIN,
    REGION_COUNT,
    REGIONS,
    ROWS,
    ROWS_OF,
    SLOTS_OF,
    SPACE_COST,
    STRUCTURE_COUNT,
    STRUCTURES_EACH,
    SUDISLAV,
    UNLOADS,
    WAR_TOP,
)
from regnum.games.rurik.deeds.cards import DEED_CARDS, DEEDS, Deed
from regnum.games.rurik.deeds.conditions import count_removable
from regnum.games.rurik.solo.cards import REBELLION
from regnum.games.rurik.state import RurikState
from regnum.games.rurik.strategy_board import EMPTY, fastest_spaces
from tests.support.games.refusals import Claim, check_refusal_reasons


def region(a: Any) -> int:
    """Return the region of an action; its target if it has two."""
    return REGIONS.index(a.params["to"] if "to" in a.params else a.params["region"])


def good(a: Any) -> int:
    return GOODS.index(a.params["good"])


def moved_goods(s: RurikState, t: Any) -> int:
    """Return the goods moved last, as the bits of `moved`."""
    return t.moved if hasattr(t, "moved") else s.put_off >> UNLOADS


def card_of(a: Any) -> Deed:
    return DEED_CARDS[DEEDS.index(a.params["deed"])]


def lacks_goods(card: Deed, store: list[int]) -> bool:
    """Tell whether there are too few goods for a deed."""
    return (
        any(there < cost for there, cost in zip(store, card.cost_goods, strict=True))
        or sum(store) < card.cost_any + sum(card.cost_goods)
        or max(store) < card.cost_same
        or GOOD_COUNT - store.count(0) < card.cost_different
    )


def space(s: RurikState, a: Any) -> int:
    code: int = s.board[a.space]
    return code


TRUE: Final[dict[str, Claim]] = {
    "ability_used": lambda s, t, p, a: s.ability_used[p] and s.leaders[p] in (MARIA, PREDSLAVA),
    "act_or_forfeit": lambda s, t, p, a: not s.acted,
    "agenda_not_dealt": lambda s, t, p, a: not s.offered[p] >> a.choice & 1,
    "already_acted": lambda s, t, p, a: s.acted,
    "already_exchanged": lambda s, t, p, a: s.bonus != 0,
    "boat_full": lambda s, t, p, a: s.boat[p * GOOD_COUNT + good(a)] == BOAT[good(a)],
    "bribe_too_high": lambda s, t, p, a: a.bribe > s.coins[p],
    "cannot_pay_scheme": lambda s, t, p, a: KIND_COST[a.choice] > s.coins[p],
    "cannot_pay_space": lambda s, t, p, a: SPACE_COST[s.sides][s.active] > s.coins[p],
    "church_own": lambda s, t, p, a: a.choice == (REBELLION if type(t).__name__ == "ChooseConverted" else p),
    "column_full": lambda s, t, p, a: s.board[a.column * ROWS + ROWS_OF[s.sides] - 1] != EMPTY,
    "deck_empty": lambda s, t, p, a: not s.deck(a.choice),
    "deed_accomplished": lambda s, t, p, a: s.bonus != 0,
    "deed_coins": lambda s, t, p, a: s.coins[p] < card_of(a).cost_coins,
    "deed_condition": lambda s, t, p, a: card_of(a).need_anything,
    "deed_done": lambda s, t, p, a: bool(s.accomplished[p] >> a.choice & 1),
    "deed_goods": lambda s, t, p, a: lacks_goods(card_of(a), [s.stock(p, sort) for sort in range(GOOD_COUNT)]),
    "deed_not_in_row": lambda s, t, p, a: a.choice not in s.deed_row,
    "deed_not_yours": lambda s, t, p, a: not (s.deeds[p] | s.accomplished[p]) >> a.choice & 1,
    "deed_schemes": lambda s, t, p, a: s.hand[p].bit_count() < card_of(a).cost_schemes,
    "deed_structures": lambda s, t, p, a: not s.structure_regions(p),
    "deed_troops": lambda s, t, p, a: (
        sum(count_removable(s, p, place) for place in range(REGION_COUNT)) < card_of(a).cost_troops
    ),
    "deed_troops_different": lambda s, t, p, a: (
        sum(1 for place in range(REGION_COUNT) if count_removable(s, p, place)) < card_of(a).cost_troops
    ),
    "deed_troops_ruled": lambda s, t, p, a: (
        not any(
            s.rules(p, place) and count_removable(s, p, place) >= card_of(a).cost_troops
            for place in range(REGION_COUNT)
        )
    ),
    "end_instead": lambda s, t, p, a: s.acted,
    "exchange_used": lambda s, t, p, a: not s.exchanges[p] >> a.marker & 1,
    "good_given": lambda s, t, p, a: good(a) == t.good - 1,
    "good_missing": lambda s, t, p, a: not s.stock(p, good(a)),
    "good_passed": lambda s, t, p, a: good(a) < t.good,
    "good_too_late": lambda s, t, p, a: good(a) >= t.good and s.stock(p, good(a)) > 0 and a not in t.options(s),
    "goods_alike": lambda s, t, p, a: s.stock(p, good(a)) < t.count,
    "goods_missing": lambda s, t, p, a: not s.stock(p, a.first) or s.stock(p, a.second) < 1 + (a.first == a.second),
    "just_loaded": lambda s, t, p, a: bool(moved_goods(s, t) >> good(a) & 1),
    "just_unloaded": lambda s, t, p, a: bool(moved_goods(s, t) >> GOOD_COUNT + good(a) & 1),
    "leader_marched": lambda s, t, p, a: bool(s.bonus & LEADER_MARCHED),
    "leader_off_map": lambda s, t, p, a: s.leader_at[p] < 0,
    "leader_on_map": lambda s, t, p, a: s.leader_at[p] >= 0,
    "leader_taken": lambda s, t, p, a: LEADERS.index(a.params["leader"]) in s.leaders[: s.players],
    "leader_there": lambda s, t, p, a: s.leader_at[p] == region(a),
    "leads_rebellion": lambda s, t, p, a: s.sides > s.players and s.leaders[REBELLION] == a.choice,
    "main_over": lambda s, t, p, a: bool(s.bonus & MAIN_OVER) and s.main_points > 0,
    "no_advisor_there": lambda s, t, p, a: space(s, a) == EMPTY,
    "no_good_there": lambda s, t, p, a: not s.goods >> region(a) & 1,
    "no_leader_there": lambda s, t, p, a: s.leader_at[a.opponent : a.opponent + 1] != (s.leader_at[p],),
    "no_neutral": lambda s, t, p, a: not s.neutral >> (region(a) if a.params else t.region) & 1,
    "no_player": lambda s, t, p, a: a.choice >= s.players,
    "no_points": lambda s, t, p, a: not s.points[a.choice] and not (a.choice == ATTACK and s.points[GUARDED]),
    "no_rebel_target": lambda s, t, p, a: a not in t.options(s),
    "no_rebels": lambda s, t, p, a: not s.rebels >> (region(a) if a.params else t.region) & 1,
    "no_structures_left": lambda s, t, p, a: (
        s.structures[p * STRUCTURE_COUNT + a.structure].bit_count() == STRUCTURES_EACH
    ),
    "no_such_advisor": lambda s, t, p, a: not s.advisors[p] & SLOTS_OF[a.power],
    "no_such_points": lambda s, t, p, a: not s.points[GUARDED if a.family == "guarded_attack" else ATTACK],
    "no_troop_of_yours": lambda s, t, p, a: (
        not s.troops[p * REGION_COUNT + (t.region if a.family == "lose" else REGIONS.index(a.params["region"]))]
    ),
    "no_troop_there": lambda s, t, p, a: (
        (opponent := a.params["opponent"]) >= s.sides
        or not s.troops[opponent * REGION_COUNT + (t.region if a.family == "replace_troop" else s.leader_at[p])]
    ),
    "no_troops_left": lambda s, t, p, a: not s.supply(p),
    "no_use": lambda s, t, p, a: not spending_step(p, a.choice).options(s),
    "nobody_there": lambda s, t, p, a: a.opponent >= s.sides or not s.figures(a.opponent, a.region),
    "not_adjacent": lambda s, t, p, a: not NEIGHBOURS[s.sides][s.leader_at[p]] >> region(a) & 1,
    "not_drawn": lambda s, t, p, a: a.choice not in {KIND[card] for card in s.drawn},
    "not_fastest": lambda s, t, p, a: space(s, a) & 7 == p and a.space not in fastest_spaces(s.board, p),
    "not_occupied": lambda s, t, p, a: not s.figures(p, region(a)),
    "not_on_boat": lambda s, t, p, a: not s.boat[p * GOOD_COUNT + good(a)],
    "not_on_dock": lambda s, t, p, a: not s.dock[p * GOOD_COUNT + good(a)],
    "not_put_off": lambda s, t, p, a: not s.put_off >> a.choice & 1 or not s.points[a.choice],
    "not_ruled": lambda s, t, p, a: not s.rules(p, region(a)) and s.points[COLUMNS.index(a.family)] == 1,
    "not_sudislav": lambda s, t, p, a: s.leaders[p] != SUDISLAV or s.leader_at[p] != region(a),
    "not_your_advisor": lambda s, t, p, a: space(s, a) != EMPTY and space(s, a) & 7 != p,
    "not_your_structure": lambda s, t, p, a: not s.structures[p * STRUCTURE_COUNT + a.structure] >> a.region & 1,
    "only_leader": lambda s, t, p, a: s.leaders[p] != PREDSLAVA,
    "other_columns_first": lambda s, t, p, a: any(
        code != EMPTY and code & 7 == p for code in s.board[a.column * ROWS : a.column * ROWS + ROWS]
    ),
    "pass_first": lambda s, t, p, a: a.family == "end_turn" and "pass" in {str(way) for way in t.options(s)},
    "push_others": lambda s, t, p, a: a.opponent == p,
    "put_off": lambda s, t, p, a: bool(s.put_off >> a.choice & 1),
    "put_off_twice": lambda s, t, p, a: bool(s.put_off >> PUT_OFF_AGAIN + a.choice & 1),
    "rebellion_there": lambda s, t, p, a: bool(s.occupied_regions(REBELLION) >> region(a) & 1),
    "rebels_are_troops": lambda s, t, p, a: s.sides > s.players,
    "region_not_in_play": lambda s, t, p, a: not s.regions() >> region(a) & 1,
    "scheme_not_in_hand": lambda s, t, p, a: not s.hand[p] & CARDS_OF_KIND[a.choice],
    "scheme_played": lambda s, t, p, a: s.bonus != 0,
    "stowed_by_itself": lambda s, t, p, a: s.variant.stowing == "automatic",
    "structure_there": lambda s, t, p, a: bool(s.regions_with_structure(a.structure) >> a.region & 1),
    "too_few_troops": lambda s, t, p, a: s.troops[p * REGION_COUNT + t.region] < a.choice,
    "troops_only": lambda s, t, p, a: s.variant.leader_removal == "forbidden",
    "use_with_swords": lambda s, t, p, a: a.choice == GUARDED and s.points[GUARDED] > 0,
    "war_over": lambda s, t, p, a: s.variant.war_top == "no_attack" and s.war[p] == WAR_TOP,
    "withdraw_different": lambda s, t, p, a: t.source == 1 and a not in t.options(s),
    "withdraw_ruled": lambda s, t, p, a: t.source == 2 and a not in t.options(s),
    "yourself": lambda s, t, p, a: a.opponent == p,
}
"""Conditions under which each reason of the game is true."""
READINGS: Final = {"bonus_points": "at_once", "war_top": "no_attack", "leader_removal": "forbidden"}


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(
    ("players", "options"),
    [
        (1, {}),
        (1, {"rebellion_target": "choice", "rebellion_church_troop": "choice", "rebellion_turn": "step"}),
        (2, {"stowing": "automatic"}),
        (3, {"own_casualty": "any", "bonus_actions": "between"}),
        (4, READINGS),
    ],
)
def test_reason_of_every_refusal_is_true(players: int, options: dict[str, object], seed: int) -> None:
    reason_counts = check_refusal_reasons(GAME, TRUE, players, seed, options)
    assert len(reason_counts) > 30
