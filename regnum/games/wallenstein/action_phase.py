"""The action phase: ten actions, each done by all players in player order before the next one begins."""

from typing import ClassVar, Final

from regnum.core.rules.bitmask import bits, mask_of
from regnum.core.rules.step import Event, NextSteps, PlayerEvent, Ranges
from regnum.games.wallenstein.battle import Revolt
from regnum.games.wallenstein.components import (
    ACTION_CARDS,
    BUILD_HOUSE,
    BUILDING_COST,
    BUILDINGS,
    COLLECT_GRAIN,
    COLLECT_TAXES,
    COLLECTING,
    DEAR_ARMIES,
    DEPLOY_1,
    DEPLOY_3,
    DEPLOY_5,
    DEPLOY_ARMIES,
    DEPLOY_COST,
    DEPLOYING,
    EVENT_AMOUNT,
    EVENT_FIVE,
    FIGHTING,
    GRAIN,
    GRAIN_MAX,
    GRAIN_MIN,
    HOUSE,
    IN_PLAY,
    LANDS,
    OPEN_ACTIONS,
    SITES,
    SIX_ARMIES,
    TAX,
    TAX_MAX,
    TAX_MIN,
    TILE_BONUS,
    TILE_COIN,
    TILE_GRAIN,
    TILE_SIX,
    UNREST_RELIEF,
)
from regnum.games.wallenstein.move import MarchOrAttack, MoveArmies
from regnum.games.wallenstein.notes import ACTION_CARD, ACTION_OPENS, BUILDS, CALMS, DEPLOYS, SKIPS, UNREST, WARD_USED
from regnum.games.wallenstein.state import WallensteinState
from regnum.games.wallenstein.turn_up import PlannedAction, following_steps


class ActionCard(Event[WallensteinState]):
    """Have all players carry out the current action card in player order; then turn up the next face-down card.

    wallenstein.actions.in_order, wallenstein.actions.all_players, wallenstein.actions.next_card
    """

    CLAUSE: ClassVar[str] = "wallenstein.actions.in_order"
    RANGES: ClassVar[Ranges] = {"position": range(len(ACTION_CARDS))}
    NEXT_STEPS: ClassVar[NextSteps] = ("EndRound", "")
    FACE_UP: ClassVar[int] = OPEN_ACTIONS
    """The number of action cards, counting from this one, that are face up if that many are left."""

    def __init__(self, position: int) -> None:
        super().__init__()
        self.position: Final = position

    def happen(self, s: WallensteinState) -> None:
        action = s.order[self.position]
        s.add_note(ACTION_CARD, ACTION_CARDS[action])
        for player in s.players_in_order():
            if action <= BUILD_HOUSE:
                s.schedule(Build(player, action))
            elif action <= COLLECT_TAXES:
                s.schedule(Collect(player, action))
            elif action <= DEPLOY_1:
                s.schedule(Deploy(player, action))
            else:
                s.schedule(CombatMove(player, action))
        if self.position + 1 < len(ACTION_CARDS):
            s.schedule(NextActionCard(self.position + 1))

    def position_error(self, s: WallensteinState) -> str:
        if s.turned < min(len(s.order), self.position + self.FACE_UP):
            return f"only {s.turned} action cards are face up"
        to_come = mask_of(s.order[self.position :])
        return "a card for a later action is face up" if any(shown & to_come for shown in s.shown) else ""


class NextActionCard(ActionCard):
    """Turn up the next face-down action card after an action is done, and continue with the next card in line."""

    CLAUSE: ClassVar[str] = "wallenstein.actions.next_card"
    RANGES: ClassVar[Ranges] = {"position": range(1, len(ACTION_CARDS))}
    FACE_UP: ClassVar[int] = OPEN_ACTIONS - 1

    def happen(self, s: WallensteinState) -> None:
        if s.turned < len(ACTION_CARDS):
            s.turned += 1
            s.reveal()
            s.add_note(ACTION_OPENS, ACTION_CARDS[s.order[s.turned - 1]], s.turned)
        super().happen(s)


class Build(PlannedAction):
    """Pay and put a palace, church or trading house on a free site of the land.

    wallenstein.actions.palace, wallenstein.actions.church, wallenstein.actions.trading_house,
    wallenstein.actions.must, wallenstein.actions.in_full
    """

    CLAUSE: ClassVar[str] = "wallenstein.actions.building_site"
    RANGES: ClassVar[Ranges] = {"action": range(BUILD_HOUSE + 1)}

    def act(self, s: WallensteinState, land: int) -> None:
        player, building = self.player, self.action
        if s.coins[player] < BUILDING_COST[building]:
            s.add_note(SKIPS, player, "coins")
        elif s.buildings[building] >> land & 1:
            s.add_note(SKIPS, player, "stands")
        elif not s.can_build(building, land):
            s.add_note(SKIPS, player, "site" if s.building_count(land) >= SITES[land] else "tile")
        else:
            s.pay(player, BUILDING_COST[building])
            build(s, player, building, land)


def build(s: WallensteinState, player: int, building: int, land: int) -> None:
    """Put a building into a land; during its event, a trading house also removes an unrest marker.

    wallenstein.event.unrest_relief
    """
    s.buildings[building] |= 1 << land
    s.add_note(BUILDS, player, BUILDINGS[building], LANDS[land])
    if building == HOUSE and s.unrest[land] and s.is_event_among(UNREST_RELIEF):
        s.unrest[land] -= min(EVENT_AMOUNT[s.event], s.unrest[land])
        s.add_note(CALMS, player, LANDS[land])


class Collect(PlannedAction):
    """Collect grain or taxes in the land; if there is unrest, the farmers revolt. Then add an unrest marker.

    wallenstein.actions.grain, wallenstein.actions.taxes, wallenstein.actions.collect_revolt
    """

    CLAUSE: ClassVar[str] = "wallenstein.actions.collect_revolt"
    RANGES: ClassVar[Ranges] = {"action": COLLECTING}

    def act(self, s: WallensteinState, land: int) -> None:
        player, action = self.player, self.action
        keeps_income = s.variant.revolt_income == "kept"
        unrest = s.unrest[land]
        if keeps_income or unrest == 0:
            collect(s, player, action, land)
        if unrest:
            s.schedule(Revolt(player, land, unrest))
        s.schedule(Unrest(player, land, -1 if keeps_income or unrest == 0 else action))


def least_taxes(s: WallensteinState, land: int) -> int:
    """Return the fewest coins that a land can yield under any event that is still open [wallenstein.event.tax_max]."""
    least = TAX[land]
    for event in bits(s.open_events & TAX_MAX):
        least = min(least, EVENT_AMOUNT[event])
    return least


def income(s: WallensteinState, player: int, action: int, land: int) -> int:
    """Return a land's yield in grain or coins: its value, modified by the event, then by the player's tile.

    wallenstein.event.tax_max, wallenstein.event.tax_min, wallenstein.event.grain_max, wallenstein.event.grain_min,
    wallenstein.tiles.after_event, wallenstein.tiles.coin, wallenstein.tiles.grain
    """
    amount = GRAIN[land] if action == COLLECT_GRAIN else TAX[land]
    if s.is_event_among(GRAIN_MAX if action == COLLECT_GRAIN else TAX_MAX):
        amount = min(amount, EVENT_AMOUNT[s.event])
    elif s.is_event_among(GRAIN_MIN if action == COLLECT_GRAIN else TAX_MIN):
        amount = max(amount, EVENT_AMOUNT[s.event])
    if s.tile(player) == (TILE_GRAIN if action == COLLECT_GRAIN else TILE_COIN):
        amount += TILE_BONUS
    return amount


def collect(s: WallensteinState, player: int, action: int, land: int) -> None:
    """Give a player the grain or coins that their land yields."""
    s.gain(player, "grain" if action == COLLECT_GRAIN else "coins", income(s, player, action, land))


class Unrest(PlayerEvent[WallensteinState]):
    """Add an unrest marker to the land after collecting, unless a revolt has taken it or a kept favour prevents it.

    `collects` is the action whose income is paid only now, as it would be forfeited by a lost revolt with the option,
    or -1 if there is none.
    wallenstein.actions.unrest, wallenstein.favours.calm_kept
    """

    CLAUSE: ClassVar[str] = "wallenstein.actions.unrest"
    RANGES: ClassVar[Ranges] = {"land": range(len(LANDS)), "collects": range(-1, COLLECT_TAXES + 1)}

    def __init__(self, player: int, land: int, collects: int) -> None:
        super().__init__(player)
        self.land: Final = land
        self.collects: Final = collects

    def happen(self, s: WallensteinState) -> None:
        player, land = self.player, self.land
        if not s.lands[player] >> land & 1:
            return
        if self.collects >= 0:
            collect(s, player, self.collects, land)
        if s.ward == player:
            s.ward = -1
            s.add_note(WARD_USED, player, LANDS[land])
            return
        s.unrest[land] += 1
        s.add_note(UNREST, player, LANDS[land])

    def next_steps(self, s: WallensteinState) -> NextSteps:
        return following_steps(s, "Collect", self.player, *COLLECTING)

    def position_error(self, s: WallensteinState) -> str:
        fits = IN_PLAY[s.players] >> self.land & 1 and (self.collects == -1 or self.collects in COLLECTING)
        return "" if fits else "the land is not in play, or that is not collected"


class Deploy(PlannedAction):
    """Pay and put five, three or one army from your supply into the land; after deploying one, you may move armies on.

    wallenstein.actions.deploy_5, wallenstein.actions.deploy_3, wallenstein.actions.deploy_1,
    wallenstein.event.dear_armies, wallenstein.tiles.six_armies
    """

    CLAUSE: ClassVar[str] = "wallenstein.actions.in_full"
    RANGES: ClassVar[Ranges] = {"action": DEPLOYING}

    def act(self, s: WallensteinState, land: int) -> None:
        player, action = self.player, self.action
        count = armies_of(s, action)
        price = DEPLOY_COST[action - DEPLOY_5]
        if s.coins[player] < price or s.supply[player] < count:
            s.add_note(SKIPS, player, "coins" if s.coins[player] < price else "supply")
            return
        if action == DEPLOY_5 and s.tile(player) == TILE_SIX:
            army_count = count + 1 if s.variant.six_armies == "one_more" else SIX_ARMIES
            count = min(army_count, s.supply[player])
        s.pay(player, price)
        s.enlist(player, land, count)
        s.add_note(DEPLOYS, player, LANDS[land], count)
        if action == DEPLOY_1:
            s.schedule(MoveArmies(player, land))


def armies_of(s: WallensteinState, action: int) -> int:
    """Return the number of armies that an action deploys, ignoring tiles [wallenstein.event.dear_armies]."""
    if s.is_event_among(DEAR_ARMIES) and action <= DEPLOY_3:
        return EVENT_FIVE[s.event] if action == DEPLOY_5 else EVENT_AMOUNT[s.event]
    return DEPLOY_ARMIES[action - DEPLOY_5]


class CombatMove(PlannedAction):
    """Turn up the card for combat/move A or B: armies may go from its land to an adjacent one."""

    CLAUSE: ClassVar[str] = "wallenstein.actions.combat"
    RANGES: ClassVar[Ranges] = {"action": FIGHTING}

    def act(self, s: WallensteinState, land: int) -> None:
        step = MarchOrAttack(self.player, land, self.action)
        if s.armies[land] < 2:
            s.add_note(SKIPS, self.player, "one_army")
        elif s.journal is not None and not step.options(s):
            s.add_note(SKIPS, self.player, "nowhere")
        s.schedule(step)
