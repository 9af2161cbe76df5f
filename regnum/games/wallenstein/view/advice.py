"""The expected effect of an action of Wallenstein, and the reasons for a hint."""

from collections.abc import Sequence
from typing import Final

from regnum.core.rules.action import Action
from regnum.core.rules.bitmask import bits
from regnum.core.text.words import Words, upfirst
from regnum.games.wallenstein import actions
from regnum.games.wallenstein import components as box
from regnum.games.wallenstein.action_phase import least_taxes
from regnum.games.wallenstein.bot.features import MapAnalysis
from regnum.games.wallenstein.bot.odds import expected_battle
from regnum.games.wallenstein.move import MarchOrAttack, SendArmies, protected_lands
from regnum.games.wallenstein.planning import next_field
from regnum.games.wallenstein.state import WallensteinState
from regnum.games.wallenstein.view.cards import facts_of
from regnum.games.wallenstein.winter import ChooseRevolt, needed_grain, remaining_grain

TOO_EXPENSIVE: Final = -1
GRAIN_SHORTAGE: Final = -2
"""Keys of doubts about the whole plan: it costs too much, or there may be too little grain in winter."""


def _winter_losses(s: WallensteinState) -> list[int]:
    """Return the possible grain losses of the winter: those of the events that are still open."""
    return [box.GRAIN_LOSS[event] for event in bits(s.open_events)]


def _planned_grain(s: WallensteinState) -> int:
    land = s.plan[s.observer][box.COLLECT_GRAIN]
    return box.GRAIN[land] if 0 <= land < len(box.LANDS) else 0


def _feeding_text(s: WallensteinState, words: Words) -> str:
    """Return a text with the number of lands to feed, the grain with the planned harvest, and the possible loss."""
    viewer = s.observer
    params = {"grain": s.grain[viewer], "lands": s.lands[viewer].bit_count(), "more": _planned_grain(s)}
    text = words.text("board", "feed_planned" if params["more"] else "feed", params)
    span = winter_span(s, words)
    return words.text("board", "feed_winter", {"feed": text, "span": span}) if span else text


def winter_span(s: WallensteinState, words: Words) -> str:
    """Return the range of the possible grain loss in winter as text, or "" if no event is open."""
    losses = _winter_losses(s)
    least, most = min(losses, default=0), max(losses, default=0)
    if not losses or least == most:
        return str(most) if losses else ""
    return words.text("board", "span", {"least": least, "most": most})


def plan_summary(s: WallensteinState, words: Words) -> list[str]:
    """Return texts on the progress of the plan and its next field, its cost and the coins, and the lands to feed."""
    viewer = s.observer
    params = {"cost": _cost(s), "coins": s.coins[viewer], "tax": _usable_taxes(s)}
    fields = range(s.field_count())
    progress: dict[str, object] = {"laid": sum(s.plan[viewer][field] >= 0 for field in fields), "fields": len(fields)}
    next_open = next_field(s, viewer)
    if next_open >= 0:
        sentences = [words.text("board", "laid", {**progress, "field": box.FIELDS[next_open]})]
    else:
        sentences = [words.text("board", "all_laid", progress)]
    sentences.append(words.text("board", "spent_taxed" if params["tax"] else "spent", params))
    sentences.append(_feeding_text(s, words))
    return sentences


def _cost(s: WallensteinState, fields: Sequence[int] = range(box.BID)) -> int:
    """Return the cost in coins of these fields of the viewer's plan, plus the bid."""
    plan = s.plan[s.observer]
    cost = sum(box.COSTS[field] for field in fields if 0 <= plan[field] < len(box.LANDS))
    return cost + box.coins_on(plan[box.BID])


def _usable_taxes(s: WallensteinState) -> int:
    """Return the coins from the viewer's planned taxes, if they are needed and come in time, or 0 otherwise."""
    viewer, known_order = s.observer, s.order[: s.turned]
    land = s.plan[viewer][box.COLLECT_TAXES]
    cost, coins = _cost(s), s.coins[viewer]
    if cost <= coins or box.COLLECT_TAXES not in known_order or not 0 <= land < len(box.LANDS):
        return 0
    tax = least_taxes(s, land)
    earlier_cost = _cost(s, known_order[: known_order.index(box.COLLECT_TAXES)])
    return tax if earlier_cost <= coins and cost <= coins + tax else 0


def tax_risk_warning(s: WallensteinState, words: Words) -> str:
    """Return a warning that the viewer may lose the land whose taxes must pay for the plan, or "" if they can't."""
    if not (tax := _usable_taxes(s)):
        return ""
    viewer, known_order = s.observer, s.order[: s.turned]
    land = s.plan[viewer][box.COLLECT_TAXES]
    has_fights = not set(box.FIGHTING).isdisjoint(known_order[: known_order.index(box.COLLECT_TAXES)])
    other_lands = bits(box.NEIGHBOURS[land] & ~s.lands[viewer])
    if not s.unrest[land] and not (has_fights and any(s.armies[neighbour] > 1 for neighbour in other_lands)):
        return ""
    missing = _cost(s) - s.coins[viewer]
    return words.text("board", "taxes_risk", {"land": box.LANDS[land], "tax": tax, "missing": missing})


def doubts_about_plan(s: WallensteinState, words: Words) -> dict[int, str]:
    """Return why parts of the viewer's plan would fail in the current position; such plans are still legal.

    The keys are fields, TOO_EXPENSIVE and GRAIN_SHORTAGE.
    """
    viewer = s.observer
    doubts: dict[int, str] = {}
    if (cost := _cost(s)) > s.coins[viewer] and not _usable_taxes(s):
        params = {"cost": cost, "coins": s.coins[viewer]}
        taxed_land = s.plan[viewer][box.COLLECT_TAXES]
        if 0 <= taxed_land < len(box.LANDS):
            doubts[TOO_EXPENSIVE] = words.text(
                "doubt", "coins_taxed", {**params, "land": box.LANDS[taxed_land], "tax": box.TAX[taxed_land]}
            )
        else:
            doubts[TOO_EXPENSIVE] = words.text("doubt", "coins", params)
    for building, kind in enumerate(box.BUILDINGS):
        land = s.plan[viewer][building]
        if 0 <= land < len(box.LANDS) and not s.can_build(building, land):
            full = s.building_count(land) >= box.SITES[land]
            key = "stands" if s.buildings[building] >> land & 1 else "site" if full else "tile"
            doubts[building] = words.text("doubt", key, {"building": kind, "land": box.LANDS[land]})
    lands = s.lands[viewer].bit_count()
    missing = needed_grain(lands) - remaining_grain(
        s.grain[viewer] + _planned_grain(s), max(_winter_losses(s), default=0)
    )
    if s.season == box.WINTER - 1 and missing > 0:
        doubts[GRAIN_SHORTAGE] = words.text("doubt", "hunger", {"missing": missing, "lands": lands})
    return doubts


def expected_effects(action: Action, s: WallensteinState, words: Words) -> list[str]:
    """Return the expected result of an attack with the armies sent or with all available, or [] for other actions."""
    step = s.stack[-1] if s.stack else None
    if isinstance(step, SendArmies) and actions.send.has(action) and not s.lands[step.player] >> step.target & 1:
        land, armies, key = step.target, actions.send.of(action).count, "battle"
    elif isinstance(step, MarchOrAttack) and actions.attack.has(action):
        land, armies, key = actions.attack.of(action).land, s.armies[step.source] - 1, "attack"
    else:
        return []
    return chances(s, words, step.player, land, armies, key)


def chances(s: WallensteinState, words: Words, player: int, land: int, armies: int, key: str) -> list[str]:
    """Return sentences with the mean number of cubes for and against an attack, and whether they win."""
    attack_cubes, defence_cubes = expected_battle(s, player, land, armies)
    params = {"armies": armies, "mine": round(attack_cubes), "against": round(defence_cubes)}
    surplus = params["mine"] - params["against"]
    end = "win" if surplus > 0 else "lose" if surplus < 0 else "even"
    return [words.text("prediction", key, params), words.text("prediction", end, {"left": surplus})]


def hint_reason(action: Action, s: WallensteinState, words: Words) -> str:  # noqa: C901
    """Return the benefit of the observer's action in words, or "" if the features of the position say more."""
    step = s.stack[-1] if s.stack else None
    if isinstance(action, actions.PlanAction):
        return _plan_reason(action.field, action.card, s, words)
    if action is actions.confirm:
        doubts = " ".join(doubts_about_plan(s, words).values())
        return words.text("hint", "confirm_doubted" if doubts else "confirm", {"doubts": doubts})
    if actions.draft.has(action):
        land = actions.draft.of(action).land
        own_neighbours = (box.NEIGHBOURS[land] & s.lands[s.observer]).bit_count()
        return words.text(
            "hint", "draft" if own_neighbours else "draft_alone", {**facts_of(land), "near": own_neighbours}
        )
    if actions.take_space.has(action) and s.tiles:
        tile = box.TILES[s.tiles[actions.take_space.of(action).count - 1]]
        return upfirst(words.text("tile", tile, {}))
    if isinstance(step, MarchOrAttack) and actions.attack.has(action):
        return _attack_reason(s, words, actions.attack.of(action).land, s.armies[step.source] - 1)
    if isinstance(step, SendArmies) and actions.send.has(action) and not s.lands[s.observer] >> step.target & 1:
        return _attack_reason(s, words, step.target, actions.send.of(action).count)
    if isinstance(step, MarchOrAttack) and action is actions.stop:
        return _stay_reason(s, words, step)
    if isinstance(step, ChooseRevolt) and actions.face.has(action):
        return _revolt_reason(s, words, step, actions.face.of(action).land)
    if actions.station.has(action) and s.drafted >= 0:
        other_neighbours = (box.NEIGHBOURS[s.drafted] & ~s.lands[s.observer] & _owned_lands(s)).bit_count()
        return words.text("hint", "station", {"size": action.params["armies"], "others": other_neighbours})
    for family in (actions.shift, actions.march, actions.reinforce):
        if family.has(action):
            return _defence_reason(s, words, family.of(action).land)
    return ""


def _owned_lands(s: WallensteinState) -> int:
    """Return a mask of the lands that have an owner."""
    return sum(s.lands[: s.players])  # no land has two owners


def _stay_reason(s: WallensteinState, words: Words, step: MarchOrAttack) -> str:
    """Return a text saying that the best attack from a land isn't worthwhile, with its odds, or "" if there is none."""
    armies = s.armies[step.source] - 1
    target = _easiest_target(s, step.source, step.action, armies)
    if target is None:
        return ""
    target_land, attack_cubes, defence_cubes = target
    return words.text(
        "hint",
        "stay",
        {"land": box.LANDS[target_land], "mine": attack_cubes, "against": defence_cubes, "armies": armies},
    )


def _revolt_reason(s: WallensteinState, words: Words, step: ChooseRevolt, land: int) -> str:
    """Return a text with the forces of both sides in a revolt, and the points that the land scores per winter."""
    farmers = min(s.unrest[land] + step.farmers, s.supply[s.players])
    stake = {"armies": s.armies[land], "farmers": farmers, "points": 1 + s.building_count(land)}
    return words.text("hint", "face", stake)


def _defence_reason(s: WallensteinState, words: Words, land: int) -> str:
    """Return a text on the defence of a land that gets armies, and on the threat to it."""
    threat = MapAnalysis(s, None).threat[land]
    params = {"land": box.LANDS[land], "armies": s.armies[land], "threat": threat}
    return words.text("hint", "moved" if threat else "moved_safe", params)


def _attack_reason(s: WallensteinState, words: Words, land: int, armies: int) -> str:
    """Return a text with the value of a land and the mean result of an attack on it."""
    attack_cubes, defence_cubes = expected_battle(s, s.observer, land, armies)
    chance = {"armies": armies, "mine": round(attack_cubes), "against": round(defence_cubes)}
    return words.text("hint", "attack", {"land": box.LANDS[land], "points": 1 + s.building_count(land), **chance})


def _plan_reason(field: int, card: int, s: WallensteinState, words: Words) -> str:
    """Return the reason for planning a card on a field, or "" if there is none."""
    if card >= box.COIN_0:
        if field == box.BID and card < box.TOWER_CARD:
            cost = box.coins_on(card)
            return words.text("hint", "bid" if cost else "bid_none", {"cost": cost, "coins": s.coins[s.observer]})
        if field >= box.BID:
            return ""
        return words.text("hint", "spare_cost" if box.COSTS[field] else "spare", {"cost": box.COSTS[field]})
    if field == box.BID:
        return words.text("hint", "bid_land", {})
    if field <= box.BUILD_HOUSE:
        return _building_reason(field, card, s, words)
    if field in (box.COLLECT_GRAIN, box.COLLECT_TAXES):
        return _collection_reason(field, card, s, words)
    if field in box.FIGHTING:
        return _combat_reason(field, card, s, words)
    return _deployment_reason(field, card, s, words) if field <= box.DEPLOY_1 else ""


def _deployment_reason(field: int, land: int, s: WallensteinState, words: Words) -> str:
    """Return a text with the resulting armies of a land, and the threat to it or its best target."""
    new_armies = s.armies[land] + box.DEPLOY_ARMIES[field - box.DEPLOY_5]
    threat = MapAnalysis(s, None).threat[land]
    params: dict[str, object] = {
        "land": box.LANDS[land],
        "armies": s.armies[land],
        "after": new_armies,
        "threat": threat,
    }
    if threat:
        return words.text("hint", "deploy", params)
    target = _easiest_target(s, land, box.COMBAT_A, new_armies - 1)
    if target is None or target[1] <= target[2]:
        return words.text("hint", "deploy_safe", params)
    target_land, attack_cubes, defence_cubes = target
    return words.text(
        "hint",
        "deploy_goal",
        {**params, "goal": box.LANDS[target_land], "mine": attack_cubes, "against": defence_cubes},
    )


def _building_reason(building: int, land: int, s: WallensteinState, words: Words) -> str:
    gain = MapAnalysis(s, None).majority_gain(s.observer, building, land)
    params = {"building": box.BUILDINGS[building], "region": facts_of(land)["region"], "points": gain}
    return words.text("hint", "building_most" if gain else "building", params)


def _collection_reason(field: int, land: int, s: WallensteinState, words: Words) -> str:
    """Return a text with the yield of a land, and whether its farmers would revolt."""
    lands = s.lands[s.observer].bit_count()
    params = {"has": s.grain[s.observer] + box.GRAIN[land], "lands": lands}
    key = "grain" if field == box.COLLECT_GRAIN else "taxes"
    text = words.text("hint", key, {**facts_of(land), **params})
    return f"{text} {words.text('hint', 'unruly' if s.unrest[land] else 'calm', {})}"


def _combat_reason(field: int, land: int, s: WallensteinState, words: Words) -> str:
    """Return a text on the best target of an attack from a land, or on why there is none."""
    armies = s.armies[land] - 1
    target = _easiest_target(s, land, field, armies)
    if target is None:
        key = "combat_few" if armies < 1 else "combat_move"
        return words.text("hint", key, {"land": box.LANDS[land], "armies": armies})
    target_land, attack_cubes, defence_cubes = target
    chance = {"armies": armies, "mine": attack_cubes, "against": defence_cubes}
    return words.text(
        "hint", "combat", {"land": box.LANDS[target_land], "points": 1 + s.building_count(target_land), **chance}
    )


def _easiest_target(s: WallensteinState, land: int, field: int, armies: int) -> tuple[int, int, int] | None:
    """Return the target that is easiest to conquer from a land, and the mean cubes for and against it, or None."""
    goals = box.NEIGHBOURS[land] & box.IN_PLAY[s.players] & ~s.lands[s.observer] & ~protected_lands(s, field)
    odds = (
        [(expected_battle(s, s.observer, neighbour, armies), neighbour) for neighbour in bits(goals)]
        if armies > 0
        else []
    )
    if not odds:
        return None
    (attack_cubes, defence_cubes), neighbour = max(odds, key=lambda entry: entry[0][0] - entry[0][1])
    return neighbour, round(attack_cubes), round(defence_cubes)
