"""Predslava's ability: she sends an opponent's figure away. The other leaders' abilities stand where they work."""

from regnum.core.action import Action
from regnum.core.atlas import bits
from regnum.games.rurik.actions import push, push_leader
from regnum.games.rurik.components import MOST_PLAYERS, NEIGHBOURS, PREDSLAVA
from regnum.games.rurik.muster import use_ability
from regnum.games.rurik.pieces import WIDTH
from regnum.games.rurik.state import RurikState


def push_options(s: RurikState, player: int, found: list[Action]) -> None:
    """Add the figures that Predslava may send to an adjacent region, once in a round.

    rurik.leaders.predslava, rurik.leaders.predslava_leader, rurik.leaders.once
    """
    at = s.leader_at[player]
    if at < 0 or s.leaders[player] != PREDSLAVA or s.ability_used[player]:
        return
    for opponent in range(s.sides):
        if opponent == player:
            continue
        for to in bits(NEIGHBOURS[s.sides][at]):
            if s.troops[opponent * WIDTH + at]:
                found.append(push[to * MOST_PLAYERS + opponent])
            if s.leader_at[opponent] == at:
                found.append(push_leader[to * MOST_PLAYERS + opponent])


def take_push(s: RurikState, player: int, action: Action) -> None:
    """Send an opponent's figure to an adjacent region; he gets a coin from the supply.

    rurik.leaders.predslava_coin
    """
    if push.has(action):
        sent = push.of(action)
        s.troops[sent.opponent * WIDTH + s.leader_at[player]] -= 1
        s.troops[sent.opponent * WIDTH + sent.region] += 1
    else:
        sent = push_leader.of(action)
        s.leader_at[sent.opponent] = sent.region
    s.coins[sent.opponent] += 1
    use_ability(s, player)
