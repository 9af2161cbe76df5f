"""Why a hint speaks for a move: what it does on the map as it lies there, and what that is good for."""

from regnum.core.action import Action
from regnum.core.atlas import bits
from regnum.core.words import Words, upfirst
from regnum.games.wallenstein import actions
from regnum.games.wallenstein import components as box
from regnum.games.wallenstein.drawing.boards import doubts, facts_of
from regnum.games.wallenstein.move import MarchOrAttack, SendArmies, barred
from regnum.games.wallenstein.outlook import Outlook
from regnum.games.wallenstein.prospect import prospect
from regnum.games.wallenstein.state import WallensteinState


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
    return ""


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
        return words.say("advised", "spare", {}) if field < box.BID else ""
    if field == box.BID:
        return words.say("advised", "bid_land", {})
    if field <= box.BUILD_HOUSE:
        return _building(field, card, s, words)
    if field in (box.COLLECT_GRAIN, box.COLLECT_TAXES):
        return _collected(field, card, s, words)
    if field in box.FIGHTING:
        return _combat(field, card, s, words)
    threat = Outlook(s, None).threat[card] if field <= box.DEPLOY_1 else 0
    return (
        words.say("advised", "deploy", {**facts_of(card), "armies": s.armies[card], "threat": threat}) if threat else ""
    )


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
    """Return the neighbour of a land that is the easiest to win; "" if none can be attacked from there."""
    armies = s.armies[land] - 1
    goals = box.NEIGHBOURS[land] & box.IN_PLAY[s.players] & ~s.lands[s.observer] & ~barred(s, field)
    odds = [(prospect(s, s.observer, goal, armies), goal) for goal in bits(goals)] if armies > 0 else []
    if not odds:
        return ""
    (mine, against), goal = max(odds, key=lambda each: each[0][0] - each[0][1])
    chance = {"armies": armies, "mine": round(mine), "against": round(against)}
    return words.say("advised", "combat", {"land": box.LANDS[goal], "points": 1 + s.built(goal), **chance})
