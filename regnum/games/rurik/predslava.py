"""Predslava's ability: she sends an opponent's figure away. Other leaders' abilities are in the modules they affect."""

from regnum.core.rules.action import Action, Refusal
from regnum.core.rules.bitmask import bits
from regnum.games.rurik.actions import push, push_leader
from regnum.games.rurik.components import LEADERS, MAX_PLAYERS, NEIGHBOURS, PREDSLAVA, REGION_COUNT, REGIONS
from regnum.games.rurik.main_actions.muster import use_ability
from regnum.games.rurik.state import RurikState


def push_options(s: RurikState, player: int, actions: list[Action]) -> None:
    """Add the actions by which Predslava sends an opponent's figure to an adjacent region, once per round.

    rurik.leaders.predslava, rurik.leaders.predslava_leader, rurik.leaders.once
    """
    at = s.leader_at[player]
    if at < 0 or s.leaders[player] != PREDSLAVA or s.ability_used[player]:
        return
    for opponent in range(s.sides):
        if opponent == player:
            continue
        for to in bits(NEIGHBOURS[s.sides][at]):
            if s.troops[opponent * REGION_COUNT + at]:
                actions.append(push[to * MAX_PLAYERS + opponent])
            if s.leader_at[opponent] == at:
                actions.append(push_leader[to * MAX_PLAYERS + opponent])


def take_push(s: RurikState, player: int, action: Action) -> None:
    """Send an opponent's figure to an adjacent region; the opponent gets a coin from the supply.

    rurik.leaders.predslava_coin
    """
    if push.has(action):
        push_action = push.of(action)
        s.troops[push_action.opponent * REGION_COUNT + s.leader_at[player]] -= 1
        s.troops[push_action.opponent * REGION_COUNT + push_action.region] += 1
    else:
        push_action = push_leader.of(action)
        s.leader_at[push_action.opponent] = push_action.region
    s.coins[push_action.opponent] += 1
    use_ability(s, player)


def push_refusal(s: RurikState, player: int, action: Action) -> Refusal:
    """Return why Predslava may not send this figure there."""
    clause = "rurik.leaders.predslava"
    push_action = push.of(action) if push.has(action) else push_leader.of(action)
    at = s.leader_at[player]
    if s.leaders[player] != PREDSLAVA:
        return Refusal("only_leader", clause, {"leader": LEADERS[PREDSLAVA]})
    if s.ability_used[player]:
        return Refusal("ability_used", "rurik.leaders.once", {"leader": LEADERS[PREDSLAVA]})
    if push_action.opponent == player:
        return Refusal("push_others", clause)
    if at < 0:
        return Refusal("leader_off_map", clause)
    if not s.regions() >> push_action.region & 1:
        return Refusal("region_not_in_play", "rurik.setup.regions", {"region": REGIONS[push_action.region]})
    if not NEIGHBOURS[s.sides][at] >> push_action.region & 1:
        return Refusal("not_adjacent", clause, {"region": REGIONS[push_action.region]})
    key = "no_troop_there" if push.has(action) else "no_leader_there"
    return Refusal(key, clause, {"region": REGIONS[at]})
