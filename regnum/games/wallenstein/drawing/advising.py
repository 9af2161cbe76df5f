"""Why a hint speaks for a move: what it does on the map as it lies there, and what that is good for."""

from regnum.core.action import Action
from regnum.core.bitmask import bits
from regnum.core.words import Words, upfirst
from regnum.games.wallenstein import actions
from regnum.games.wallenstein import components as box
from regnum.games.wallenstein.drawing.boards import doubts, facts_of
from regnum.games.wallenstein.move import MarchOrAttack, SendArmies, barred
from regnum.games.wallenstein.outlook import Outlook
from regnum.games.wallenstein.prospect import prospect
from regnum.games.wallenstein.state import WallensteinState
from regnum.games.wallenstein.winter import ChooseRevolt


def advised(action: Action, s: WallensteinState, words: Words) -> str:
    """Return what the observer's move does and why that is good; "" where the features of the position say more."""
    step = s.stack[-1] if s.stack else None
    if isinstance(action, actions.PlanAction):
        return _planned(action.field, action.card, s, words)
    if action is actions.confirm:
        found = " ".join(doubts(s, words).values())
        return words.say("advised", "confirm_doubted" if found else "confirm", {"doubts": found})
    if actions.draft.has(action):
        land = actions.draft.of(action).land
        near = (box.NEIGHBOURS[land] & s.lands[s.observer]).bit_count()
        return words.say("advised", "draft" if near else "draft_alone", {**facts_of(land), "near": near})
    if actions.take_space.has(action) and s.tiles:
        tile = box.TILES[s.tiles[actions.take_space.of(action).count - 1]]
        return upfirst(words.say("tile", tile, {}))
    if isinstance(step, MarchOrAttack) and actions.attack.has(action):
        return _attack(s, words, actions.attack.of(action).land, s.armies[step.source] - 1)
    if isinstance(step, SendArmies) and actions.send.has(action) and not s.lands[s.observer] >> step.target & 1:
        return _attack(s, words, step.target, actions.send.of(action).count)
    if isinstance(step, MarchOrAttack) and action is actions.stop:
        return _stays(s, words, step)
    if isinstance(step, ChooseRevolt) and actions.face.has(action):
        return _faced(s, words, step, actions.face.of(action).land)
    if actions.station.has(action) and s.drafted >= 0:
        others = (box.NEIGHBOURS[s.drafted] & ~s.lands[s.observer] & _held(s)).bit_count()
        return words.say("advised", "station", {"size": action.params["armies"], "others": others})
    for family in (actions.shift, actions.march, actions.reinforce):
        if family.has(action):
            return _moved(s, words, family.of(action).land)
    return ""


def _held(s: WallensteinState) -> int:
    """Return the lands that belong to somebody."""
    return sum(s.lands[: s.players])  # no land is two players'


def _stays(s: WallensteinState, words: Words, step: MarchOrAttack) -> str:
    """Return what the best attack from a land would offer, and that it is not worth it."""
    armies = s.armies[step.source] - 1
    found = _easiest(s, step.source, step.action, armies)
    if found is None:
        return ""
    goal, mine, against = found
    return words.say("advised", "stay", {"land": box.LANDS[goal], "mine": mine, "against": against, "armies": armies})


def _faced(s: WallensteinState, words: Words, step: ChooseRevolt, land: int) -> str:
    """Return who fights whom in a revolt, and what the land is worth in a winter."""
    farmers = min(s.unrest[land] + step.farmers, s.supply[s.players])
    stake = {"armies": s.armies[land], "farmers": farmers, "points": 1 + s.built(land)}
    return words.say("advised", "face", stake)


def _moved(s: WallensteinState, words: Words, land: int) -> str:
    """Return how a land is held to which armies go."""
    threat = Outlook(s, None).threat[land]
    params = {"land": box.LANDS[land], "armies": s.armies[land], "threat": threat}
    return words.say("advised", "moved" if threat else "moved_safe", params)


def _attack(s: WallensteinState, words: Words, land: int, armies: int) -> str:
    """Return what a land would be worth, and what the tower makes of an attack with so many armies on average."""
    mine, against = prospect(s, s.observer, land, armies)
    chance = {"armies": armies, "mine": round(mine), "against": round(against)}
    return words.say("advised", "attack", {"land": box.LANDS[land], "points": 1 + s.built(land), **chance})


def _planned(field: int, card: int, s: WallensteinState, words: Words) -> str:
    """Return why a card lies well on a field."""
    if card >= box.COIN_0:
        if field == box.BID and card < box.TOWER_CARD:
            cost = card - box.COIN_0
            return words.say("advised", "bid" if cost else "bid_none", {"cost": cost, "coins": s.coins[s.observer]})
        if field >= box.BID:
            return ""
        return words.say("advised", "spare_cost" if box.COSTS[field] else "spare", {"cost": box.COSTS[field]})
    if field == box.BID:
        return words.say("advised", "bid_land", {})
    if field <= box.BUILD_HOUSE:
        return _building(field, card, s, words)
    if field in (box.COLLECT_GRAIN, box.COLLECT_TAXES):
        return _collected(field, card, s, words)
    if field in box.FIGHTING:
        return _combat(field, card, s, words)
    return _deployed(field, card, s, words) if field <= box.DEPLOY_1 else ""


def _deployed(field: int, land: int, s: WallensteinState, words: Words) -> str:
    """Return how many armies a land would hold, and who could attack it or whom they could attack."""
    after = s.armies[land] + box.DEPLOY_ARMIES[field - box.DEPLOY_5]
    threat = Outlook(s, None).threat[land]
    params: dict[str, object] = {"land": box.LANDS[land], "armies": s.armies[land], "after": after, "threat": threat}
    if threat:
        return words.say("advised", "deploy", params)
    found = _easiest(s, land, box.COMBAT_A, after - 1)
    if found is None or found[1] <= found[2]:
        return words.say("advised", "deploy_safe", params)
    goal, mine, against = found
    return words.say("advised", "deploy_goal", {**params, "goal": box.LANDS[goal], "mine": mine, "against": against})


def _building(building: int, land: int, s: WallensteinState, words: Words) -> str:
    more = Outlook(s, None).majority_gain(s.observer, building, land)
    params = {"building": box.BUILDINGS[building], "region": facts_of(land)["region"], "points": more}
    return words.say("advised", "building_most" if more else "building", params)


def _collected(field: int, land: int, s: WallensteinState, words: Words) -> str:
    """Return how much a land brings, and whether its farmers would rise."""
    lands = s.lands[s.observer].bit_count()
    has = {"has": s.grain[s.observer] + box.GRAIN[land], "lands": lands}
    key = "grain" if field == box.COLLECT_GRAIN else "taxes"
    told = words.say("advised", key, {**facts_of(land), **has})
    return f"{told} {words.say('advised', 'unruly' if s.unrest[land] else 'calm', {})}"


def _combat(field: int, land: int, s: WallensteinState, words: Words) -> str:
    """Return the neighbour of a land that is the easiest to win, or why none can be attacked from there."""
    armies = s.armies[land] - 1
    found = _easiest(s, land, field, armies)
    if found is None:
        key = "combat_few" if armies < 1 else "combat_move"
        return words.say("advised", key, {"land": box.LANDS[land], "armies": armies})
    goal, mine, against = found
    chance = {"armies": armies, "mine": mine, "against": against}
    return words.say("advised", "combat", {"land": box.LANDS[goal], "points": 1 + s.built(goal), **chance})


def _easiest(s: WallensteinState, land: int, field: int, armies: int) -> tuple[int, int, int] | None:
    """Return the neighbour of a land that is the easiest to win, and what comes out of the tower for and against it."""
    goals = box.NEIGHBOURS[land] & box.IN_PLAY[s.players] & ~s.lands[s.observer] & ~barred(s, field)
    odds = [(prospect(s, s.observer, goal, armies), goal) for goal in bits(goals)] if armies > 0 else []
    if not odds:
        return None
    (mine, against), goal = max(odds, key=lambda each: each[0][0] - each[0][1])
    return goal, round(mine), round(against)
