"""The actions of Wallenstein as buttons and places on the board, and the prompts for the player."""

from collections.abc import Sequence
from typing import Any, Final

from regnum.core.packed import first_bit, popcount
from regnum.core.rules.action import Action, IndexedAction
from regnum.core.text.words import Words
from regnum.games.wallenstein import actions
from regnum.games.wallenstein import components as box
from regnum.games.wallenstein.action_phase import ActionCard, NextActionCard
from regnum.games.wallenstein.bot.odds import expected_battle
from regnum.games.wallenstein.move import MarchOrAttack, MoveArmies, SendArmies
from regnum.games.wallenstein.state import WallensteinState
from regnum.games.wallenstein.view.advice import doubts_about_plan
from regnum.games.wallenstein.view.cards import facts_of, place_of
from regnum.games.wallenstein.view.geometry import sites_of
from regnum.games.wallenstein.view.keys import AUTOMATIC, CARDS
from regnum.games.wallenstein.winter import ChooseRevolt, count_unfed_lands
from regnum.view import ActionView


def _revolt_params(s: WallensteinState, words: Words, step: ChooseRevolt, land: int) -> dict[str, Any]:
    """Return the parameters of a text about a winter revolt: land, armies, farmers, and the buildings at stake."""
    buildings = [words.name("building", box.BUILDINGS[building]) for building, _ in sites_of(s, land)]
    stake = words.text("board", "at_stake", {"buildings": ", ".join(buildings)}) if buildings else ""
    farmers = min(s.unrest[land] + step.farmers, s.supply[s.players])
    return {"land": box.LANDS[land], "armies": s.armies[land], "farmers": farmers, "stake": stake}


def _revolts(s: WallensteinState, words: Words, step: ChooseRevolt) -> str:
    """Return a prompt with the numbers of revolts and of unfed lands, or with the details of the last revolt."""
    if popcount(s.revolts) == 1:
        return words.text("board", "one_revolt", _revolt_params(s, words, step, first_bit(s.revolts)))
    return words.text("board", "revolts", {"unfed": count_unfed_lands(s, step.player), "revolts": popcount(s.revolts)})


def _send_label(s: WallensteinState, words: Words, step: SendArmies, count: int) -> str:
    """Return a label with the number of armies sent and the expected result of an attack, or ""."""
    text = words.text("board", "send_all", {"armies": count}) if count == s.armies[step.source] - 1 > 2 else ""
    if s.lands[step.player] >> step.target & 1:
        return text
    attack_cubes, defence_cubes = expected_battle(s, step.player, step.target, count)
    text = text or words.text("board", "armies", {"armies": count})
    return words.text(
        "board", "send_odds", {"label": text, "mine": round(attack_cubes), "against": round(defence_cubes)}
    )


def current_action(s: WallensteinState) -> int:
    """Return the index of the current action card in the row, or -1 before the first and between rounds."""
    if not s.order or s.turned == 0 or 0 in s.confirmed:
        return -1
    for step in reversed(s.stack):
        if isinstance(step, NextActionCard):
            return step.position - 1
        if isinstance(step, ActionCard):
            return -1
    return len(box.ACTION_CARDS) - 1


class WallensteinActions(ActionView[WallensteinState]):
    """The action view of Wallenstein."""

    def status(self, s: WallensteinState, words: Words) -> str:
        """Return the year, the season and its current phase; before the first year, that the game is being set up."""
        if s.year == 0:
            return words.text("board", "setup", {})
        parts = [words.text("board", "year", {"year": s.year}), words.name("season", box.SEASONS[s.season])]
        position = current_action(s)
        if s.is_planning():
            parts.append(words.text("board", "planning", {}))
        elif position >= 0:
            parts.append(words.name("field", box.ACTION_CARDS[s.order[position]]))
        elif s.order and -1 in s.space:
            parts.append(words.title("player_order"))
        elif s.order and s.variant.court:
            parts.append(words.text("board", "court", {}))
        return " · ".join(parts)

    def target(self, action: Action) -> str:
        """Return the id of the land, field, space or card that selects this action; for plans, a field and a card."""
        if isinstance(action, actions.PlanAction):
            return f"field-{box.FIELDS[action.field]} {place_of(action.card)}"
        if isinstance(action, actions.FieldAction):
            return f"field-{box.FIELDS[action.field]}"
        if isinstance(action, actions.LandAction):
            return f"land-{box.LANDS[action.land]}"
        if isinstance(action, IndexedAction):
            kind, name = next(iter(action.params.items()))
            return f"{'group' if action.family == 'station' else kind}-{name}"
        if isinstance(action, actions.CountAction) and not actions.send.has(action):
            return f"space-{action.count}"
        if action is actions.change:
            return "|".join(f"field-{field}" for field in box.FIELDS)
        if action is actions.draw:
            return "land-deck"
        return "event_card-now" if action is actions.cancel_event else ""

    def prompt(self, s: WallensteinState, words: Words, names: Sequence[str]) -> str:
        """Return the question to the observer if it depends on the position.

        It names the land for which armies are chosen, describes revolts, or says whether a plan is complete or
        doubtful.
        """
        if s.drafted >= 0:
            return words.text("board", "group_for", {"land": box.LANDS[s.drafted]})
        top = s.stack[-1] if s.stack else None
        if isinstance(top, ChooseRevolt) and s.revolts:
            return _revolts(s, words, top)
        if isinstance(top, SendArmies) and not s.lands[top.player] >> top.target & 1:
            return words.text("board", "send_final", {"land": box.LANDS[top.target]})
        if isinstance(top, (MarchOrAttack, MoveArmies)):
            key = "march_from" if isinstance(top, MarchOrAttack) else "move_from"
            return words.text("board", key, {"land": box.LANDS[top.source]})
        if s.observer < 0 or not s.is_planning():
            return ""
        if s.changing[s.observer]:
            return words.text("board", "changing", {})
        if actions.confirm not in s.legal_actions(s.observer):
            return words.text("board", "first_plan", {}) if s.year == 1 and s.season == 0 else ""
        return words.text("board", "doubted" if doubts_about_plan(s, words) else "planned", {})

    def group(self, action: Action, words: Words) -> str:
        """Return the field of the action, or the region of its land."""
        if isinstance(action, (actions.PlanAction, actions.FieldAction)):
            return words.name("field", box.FIELDS[action.field])
        if isinstance(action, actions.LandAction):
            return words.name("region", box.REGIONS[box.LAND_REGION[action.land]])
        return ""

    def short_label(self, action: Action, words: Words, names: Sequence[str]) -> str:
        """Return the name of the planned card, or the text for leaving the field in the heading empty."""
        if isinstance(action, actions.PlanAction):
            return words.name("card", box.CARDS[action.card])
        return words.text("board", "leave_empty", {}) if actions.blank.has(action) else ""

    def label(self, action: Action, s: WallensteinState, words: Words, names: Sequence[str]) -> str:
        """Return a label with the gain or cost of a land, space, favour or bonus, or for armies or revolts; else ""."""
        if actions.draft.has(action):
            return words.text("board", "take", facts_of(actions.draft.of(action).land))
        if actions.take_space.has(action) and s.tiles:
            space = actions.take_space.of(action).count
            return words.text("board", "space_brings", {"space": space, "tile": box.TILES[s.tiles[space - 1]]})
        if actions.favour.has(action) and (card := box.FAVOURS.index(int(action.params["favour"]))) in s.favours:
            price = box.PRICES[s.favours.index(card)]
            return words.text("board", "favour_costs", {"favour": box.FAVOURS[card], "price": price})
        if actions.bonus.has(action) and s.players_to_act:
            bonus = str(action.params["bonus"])
            amount = box.BANNERS[s.banner[s.players_to_act[0]]][box.BONUSES.index(bonus)]
            return words.text("gift", bonus, {"amount": amount})
        top = s.stack[-1] if s.stack else None
        if actions.send.has(action) and isinstance(top, SendArmies):
            return _send_label(s, words, top, actions.send.of(action).count)
        if isinstance(top, ChooseRevolt) and actions.face.has(action):
            land = actions.face.of(action).land
            is_only_revolt = popcount(s.revolts) == 1
            return words.text(
                "board", "last_revolt" if is_only_revolt else "revolt_of", _revolt_params(s, words, top, land)
            )
        return ""

    def automatic_action(self, legal: Sequence[Action], last: str) -> Action | None:
        """Return the action that follows automatically, or None after an attack, as that may have been a slip."""
        return None if last == actions.attack.name else super().automatic_action(legal, last)


ACTIONS: Final = WallensteinActions(automatic=AUTOMATIC, cards=CARDS)
