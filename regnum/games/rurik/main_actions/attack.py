"""Attack: swords against rebels, which leave a reward, and against opponents, which may cost casualties."""

from typing import ClassVar, Final

from regnum.core.rules.action import Action, Refusal
from regnum.core.rules.bitmask import bits
from regnum.core.rules.step import Decision, NextSteps, PlayerEvent, Ranges
from regnum.games.rurik.actions import (
    attack,
    attack_neutral,
    attack_rebels,
    guarded_attack,
    lose,
    reveal,
    stop,
    swords_to_helmets,
)
from regnum.games.rurik.components import (
    ATTACK,
    BORIS,
    CASUALTY_CARDS,
    CASUALTY_RULER,
    CASUALTY_STRONGHOLD,
    DECKS,
    GUARDED,
    KIND,
    LEADERS,
    LOSS_SCHEMES,
    MAX_PLAYERS,
    POSITIVE_COUNTS,
    REGION_COUNT,
    REGIONS,
    REWARD_COINS,
    REWARD_GOOD,
    REWARDS,
    SCHEME_KINDS,
    STRONGHOLD,
    STRUCTURE_COUNT,
    SUDISLAV,
    SVIATOPOLK,
    WAR_TOP,
)
from regnum.games.rurik.leaders import note_disabled_structure, note_tie
from regnum.games.rurik.main_actions.spending import count_spent, meanwhile_refusal
from regnum.games.rurik.notes import (
    BEATS_NEUTRAL,
    BORIS_SPARES,
    BORIS_STEALS,
    CASUALTY,
    LEADER_FALLS,
    NO_CASUALTY,
    REBEL_REWARD,
    SVIATOPOLK_MUSTERS,
    TURNED_UP,
)
from regnum.games.rurik.schemes import discard, renew, take_top
from regnum.games.rurik.solo.table import absence_error
from regnum.games.rurik.state import RurikState
from regnum.games.rurik.stowing import stow_in_turn, try_stow


class Attack(Decision[RurikState]):
    """Use swords, one at a time: attack rebels, an opponent or neutral troops in a region where you have a figure.

    rurik.attack.one_by_one, rurik.attack.where, rurik.attack.rebels, rurik.attack.opponent, rurik.deeds.guarded,
    rurik.leaders.sudislav, rurik.action.part, rurik.tax.stow, rurik.attack.war, rurik.solo.you_attack,
    rurik.solo.you_attack_neutral
    """

    CLAUSE: ClassVar[str] = "rurik.attack.points"
    OPTIONAL: ClassVar[bool] = True
    NEXT_STEPS: ClassVar[NextSteps] = ("Turn",)

    def options(self, s: RurikState) -> list[Action]:  # noqa: C901
        plain = s.points[ATTACK]
        guarded_points = s.points[GUARDED]
        if not plain and not guarded_points:
            return []
        player = self.player
        opponents = range(s.sides if s.can_attack(player) else 0)
        actions: list[Action] = []
        for region in bits(s.occupied_regions(player)):
            if s.rebels >> region & 1:
                actions.append(attack_rebels[region])
            if s.neutral >> region & 1:
                actions.append(attack_neutral[region])
            for opponent in opponents:
                if opponent != player and (
                    s.troops[opponent * REGION_COUNT + region] or s.leader_at[opponent] == region
                ):
                    if plain:
                        actions.append(attack[region * MAX_PLAYERS + opponent])
                    if guarded_points:
                        actions.append(guarded_attack[region * MAX_PLAYERS + opponent])
        at = s.leader_at[player]
        if at >= 0 and s.leaders[player] == SUDISLAV and s.supply(player):
            actions.append(swords_to_helmets[at])
        if actions:
            actions.append(stop)
            stow_in_turn(s, player, actions)
        return actions

    def take(self, s: RurikState, action: Action) -> None:
        player = self.player
        if action is stop:
            s.put_off |= 1 << ATTACK | 1 << GUARDED
            return
        if try_stow(s, player, action):
            s.schedule(self)
            return
        s.put_off = 0
        if guarded_attack.has(action):
            s.points[GUARDED] -= 1
            attack_action = guarded_attack.of(action)
            strike(s, player, attack_action.opponent, attack_action.region, 1)
        else:
            kind = ATTACK if s.points[ATTACK] else GUARDED
            s.points[kind] -= 1
            count_spent(s, kind, 1)
            if attack.has(action):
                attack_action = attack.of(action)
                strike(s, player, attack_action.opponent, attack_action.region, 0)
            elif attack_rebels.has(action):
                s.schedule(DefeatRebel(player, attack_rebels.of(action).choice))
            elif attack_neutral.has(action):
                beat_neutral(s, player, attack_neutral.of(action).choice)
            else:
                s.add_troop(player, swords_to_helmets.of(action).choice)
        s.schedule(self)

    def refusal(self, s: RurikState, action: Action) -> Refusal:
        refusal = meanwhile_refusal(s, self.player, action)
        if refusal is not None:
            return refusal
        if swords_to_helmets.has(action):
            at = swords_to_helmets.of(action).choice
            if not s.is_led_by(self.player, SUDISLAV, at):
                return Refusal("not_sudislav", "rurik.leaders.sudislav", {"region": REGIONS[at]})
            return Refusal("no_troops_left", "rurik.muster.supply")
        nobodys = attack_rebels.has(action) or attack_neutral.has(action)
        if nobodys or attack.has(action) or guarded_attack.has(action):
            region = str(action.params["region"])
            if not s.figures(self.player, REGIONS.index(region)):
                return Refusal("not_occupied", "rurik.attack.where", {"region": region})
            if nobodys:
                return figure_refusal(s, region, attack_neutral.has(action))
            if action.params["opponent"] == self.player:
                return Refusal("yourself", "rurik.attack.opponent")
            if not s.can_attack(self.player):
                return Refusal("war_over", "rurik.attack.war")
            kind = GUARDED if guarded_attack.has(action) else ATTACK
            if not s.points[kind]:
                return Refusal("no_such_points", self.CLAUSE)
            return Refusal("nobody_there", "rurik.attack.opponent", {"region": region})
        return self.default_refusal(action)


def figure_refusal(s: RurikState, region: str, neutral: bool) -> Refusal:
    """Return why there is no rebel, or no neutral troop, in a region; in a solo game, rebels are a side's troops."""
    if neutral:
        return Refusal("no_neutral", "rurik.solo.neutral", {"region": region})
    if s.sides > s.players:
        return Refusal("rebels_are_troops", "rurik.solo.side")
    return Refusal("no_rebels", "rurik.setup.rebels", {"region": region})


def beat_neutral(s: RurikState, player: int, region: int) -> None:
    """Return a neutral troop to the box: no reward, no war marker, no casualties.

    rurik.solo.you_attack_neutral, rurik.solo.attack_neutral
    """
    s.neutral ^= 1 << region
    s.add_note(BEATS_NEUTRAL, player, REGIONS[region])


class DefeatRebel(PlayerEvent[RurikState]):
    """Put a defeated rebel next to the attacker's household and give them its reward.

    rurik.attack.reward, rurik.attack.no_casualties, rurik.leaders.sviatopolk_troop, rurik.variant.reward_tokens
    """

    CLAUSE: ClassVar[str] = "rurik.attack.rebels"
    RANGES: ClassVar[Ranges] = {"region": range(REGION_COUNT)}
    NEXT_STEPS: ClassVar[NextSteps] = ("Attack",)

    def __init__(self, player: int, region: int) -> None:
        super().__init__(player)
        self.region: Final = region

    def happen(self, s: RurikState) -> None:
        player = self.player
        s.rebels &= ~(1 << self.region)
        reward = s.random_bit(s.rewards)
        s.rewards ^= 1 << reward
        s.defeated[player] |= 1 << reward
        table = 1 if s.variant.rebel_rewards == "tokens" else 0
        good = REWARD_GOOD[table][reward]
        if good >= 0:
            s.gain_good(player, good)
        s.coins[player] += REWARD_COINS[table][reward]
        s.add_note(REBEL_REWARD, player, REWARDS[reward], REGIONS[self.region])
        if s.is_led_by(player, SVIATOPOLK, self.region) and s.supply(player):
            s.add_troop(player, self.region)
            s.add_note(SVIATOPOLK_MUSTERS, player, REGIONS[self.region])


def strike(s: RurikState, player: int, opponent: int, region: int, guarded: int) -> None:
    """Attack an opponent, who loses a figure; the attacker's war marker moves, then they check for casualties.

    `guarded`: how many fewer casualty cards are turned up.
    rurik.attack.opponent, rurik.attack.leader_last, rurik.attack.war, rurik.attack.cards, rurik.attack.cards_ruler,
    rurik.attack.cards_stronghold, rurik.leaders.boris
    """
    rebel_defends_after = s.variant.defender_rules == "after"
    ruled = s.rules(opponent, region)
    if not rebel_defends_after:
        note_tie(s, opponent, region)
    if s.lose_figure(opponent, region):
        s.add_note(LEADER_FALLS, opponent, LEADERS[s.leaders[opponent]], REGIONS[region])
    s.war[player] = min(s.war[player] + 1, WAR_TOP)
    if rebel_defends_after:
        ruled = s.rules(opponent, region)
        note_tie(s, opponent, region)
    cards = CASUALTY_CARDS - guarded
    if ruled:
        cards += CASUALTY_RULER
    if s.structures[opponent * STRUCTURE_COUNT + STRONGHOLD] >> region & 1:
        if s.is_disabled(opponent, region):
            note_disabled_structure(s, player, opponent, STRONGHOLD, region)
        else:
            cards += CASUALTY_STRONGHOLD
    if s.is_led_by(player, BORIS, region):
        cards -= 1
        s.add_note(BORIS_SPARES, player)
        if s.coins[opponent]:
            s.coins[opponent] -= 1
            s.coins[player] += 1
            s.add_note(BORIS_STEALS, player, opponent)
    if cards > 0:
        s.schedule(Casualties(player, region, cards) if player < s.players else CasualtyDeck(0, region, cards))


class Casualties(Decision[RurikState]):
    """Choose the scheme deck for the casualty cards, which show whether you lose a figure."""

    CLAUSE: ClassVar[str] = "rurik.attack.casualties"
    REFUSALS: ClassVar[dict[str, str]] = {"reveal": "deck_empty"}
    OPTIONAL: ClassVar[bool] = True
    RANGES: ClassVar[Ranges] = {"region": range(REGION_COUNT), "cards": POSITIVE_COUNTS}
    NEXT_STEPS: ClassVar[NextSteps] = ("Attack",)

    def __init__(self, player: int, region: int, cards: int) -> None:
        super().__init__(player)
        self.region: Final = region
        self.cards: Final = cards

    def options(self, s: RurikState) -> list[Action]:
        return [reveal[deck] for deck in range(len(DECKS)) if s.deck(deck)]

    def take(self, s: RurikState, action: Action) -> None:
        s.schedule(RevealCards(self.player, self.region, self.cards, reveal.of(action).choice))


class CasualtyDeck(Casualties):
    """Choose the scheme deck for the casualty cards of the rebellion, which has attacked you."""

    CLAUSE: ClassVar[str] = "rurik.solo.casualty_deck"
    NEXT_STEPS: ClassVar[NextSteps] = ("Watch", "RebelAttack")

    def take(self, s: RurikState, action: Action) -> None:
        s.schedule(RevealCards(s.players, self.region, self.cards, reveal.of(action).choice))

    def position_error(self, s: RurikState) -> str:
        return absence_error(s)


class RevealCards(PlayerEvent[RurikState]):
    """Turn up at most `cards` cards until one shows the loss symbol, which costs the attacker a figure in the region.

    rurik.attack.cards, rurik.attack.loss, rurik.attack.discard, rurik.attack.own_leader, rurik.schemes.run_out,
    rurik.solo.own_leader
    """

    CLAUSE: ClassVar[str] = "rurik.attack.casualties"
    RANGES: ClassVar[Ranges] = {"region": range(REGION_COUNT), "cards": POSITIVE_COUNTS, "deck": range(len(DECKS))}
    SEATS: ClassVar[tuple[str, ...]] = ()
    NEXT_STEPS: ClassVar[NextSteps] = ("Attack", "Watch", "RebelAttack")

    def __init__(self, player: int, region: int, cards: int, deck: int) -> None:
        super().__init__(player)
        self.region: Final = region
        self.cards: Final = cards
        self.deck: Final = deck

    def happen(self, s: RurikState) -> None:
        revealed_cards = 0
        for _ in range(self.cards):
            card = take_top(s, self.deck)
            if card < 0:
                break
            revealed_cards |= 1 << card
            s.add_note(TURNED_UP, self.player, SCHEME_KINDS[KIND[card]])
            renew(s)
            if LOSS_SCHEMES >> card & 1:
                break
        loss = revealed_cards & LOSS_SCHEMES != 0
        discard(s, revealed_cards)
        s.add_note(CASUALTY if loss else NO_CASUALTY, self.player, revealed_cards.bit_count(), REGIONS[self.region])
        if loss:
            decides = s.variant.own_casualty == "any" and self.player < s.players
            if decides and s.leader_at[self.player] == self.region:
                s.schedule(LoseFigure(self.player, self.region))
            elif s.figures(self.player, self.region) and s.lose_figure(self.player, self.region):
                s.add_note(LEADER_FALLS, self.player, LEADERS[s.leaders[self.player]], REGIONS[self.region])


class LoseFigure(Decision[RurikState]):
    """Choose whether the figure you lost is a troop or your leader."""

    CLAUSE: ClassVar[str] = "rurik.attack.own_leader"
    RANGES: ClassVar[Ranges] = {"region": range(REGION_COUNT)}
    NEXT_STEPS: ClassVar[NextSteps] = ("Attack",)

    def __init__(self, player: int, region: int) -> None:
        super().__init__(player)
        self.region: Final = region

    def options(self, s: RurikState) -> list[Action]:
        return [*lose.members] if s.troops[self.player * REGION_COUNT + self.region] else [lose[1]]

    def take(self, s: RurikState, action: Action) -> None:
        if lose.of(action).choice == 0:
            s.troops[self.player * REGION_COUNT + self.region] -= 1
        else:
            s.leader_at[self.player] = -1

    def refusal(self, s: RurikState, action: Action) -> Refusal:
        if lose.has(action):
            return Refusal("no_troop_of_yours", self.CLAUSE, {"region": REGIONS[self.region]})
        return self.default_refusal(action)

    def position_error(self, s: RurikState) -> str:
        return "" if s.leader_at[self.player] == self.region else f"no leader in {REGIONS[self.region]} to lose"
