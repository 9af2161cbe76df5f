"""The state of a game of Wallenstein."""

from typing import ClassVar, Final

from regnum.core.codec import ANY_LENGTH, Codec, Count, ListOf, OneOf, Seat, SetOf
from regnum.games.wallenstein.components import (
    ACTION_CARDS,
    ALL_COINS,
    ARMIES,
    BANNERS,
    BLANK,
    BUILDING_TILES,
    BUILDINGS,
    CARDS,
    COMBATS,
    CONVERT_1,
    COURTIERS,
    EVENTS,
    FARMERS,
    FAVOURS,
    FIELDS,
    GROUP_SIZES,
    GROUPS,
    IN_PLAY,
    LANDS,
    PRICES,
    SEASONS,
    SITES,
    SPACES,
    START_COINS,
    TILES,
    TOWER_CARD,
    TOWER_CARDS,
    coins_on,
)
from regnum.games.wallenstein.fields import WallensteinFields
from regnum.games.wallenstein.notes import ARMIES_TO_TRAY, GAINS_COINS, GAINS_GRAIN, GAINS_POINTS, PAYS

ON_FIELD: Final = [*CARDS, "blank", "hidden"]


def groups_for(players: int) -> list[int]:
    """Return how many army groups of each size a player has in a game with this many players."""
    return [GROUPS[players].count(size) for size in GROUP_SIZES]


class WallensteinState(WallensteinFields):
    """A game of Wallenstein. Sets of lands and cards are bit masks; `supply`, `tray` and `tower` list the farmers last.

    For each player, `plan` is the card on each field, and `shown` the face-up fields. `fresh` is the lands whose cards
    the player gained during the round and can't plan with yet.
    """

    FIELDS: ClassVar[dict[str, Codec]] = {
        "year": Count(0, 2),
        "season": OneOf(SEASONS, initial=0),
        "points": ListOf(Count()),
        "coins": ListOf(Count(initial=lambda players: START_COINS[players])),
        "grain": ListOf(Count()),
        "lands": ListOf(SetOf(LANDS)),
        "armies": ListOf(Count(0, ARMIES), len(LANDS), names=LANDS),
        "unrest": ListOf(Count(), len(LANDS), names=LANDS),
        "buildings": ListOf(SetOf(LANDS), len(BUILDINGS), names=BUILDINGS),
        "supply": ListOf(Count(0, ARMIES), extra=1, initial=lambda players: [ARMIES] * players + [FARMERS]),
        "tray": ListOf(Count(0, ARMIES), extra=1),
        "tower": ListOf(Count(0, ARMIES), extra=1),
        "land_deck": ListOf(OneOf(LANDS), ANY_LENGTH, immutable=True),
        "known_below": Count(0, len(LANDS)),
        "open_lands": ListOf(OneOf(LANDS), 2, immutable=True),
        "offered": ListOf(SetOf(LANDS)),
        "groups": ListOf(ListOf(Count(0, 4), len(GROUP_SIZES), immutable=True, initial=groups_for)),
        "drafted": OneOf(LANDS),
        "event_deck": ListOf(OneOf(EVENTS), ANY_LENGTH, immutable=True),
        "open_events": SetOf(EVENTS),
        "event": OneOf(EVENTS),
        "past_events": SetOf(EVENTS),
        "order": ListOf(OneOf(ACTION_CARDS), ANY_LENGTH, immutable=True),
        "turned": Count(0, len(ACTION_CARDS)),
        "tiles": ListOf(OneOf(TILES), ANY_LENGTH, immutable=True),
        "plan": ListOf(ListOf(OneOf(ON_FIELD), len(FIELDS), immutable=True, names=FIELDS)),
        "confirmed": ListOf(Count(0, 1)),
        "changing": ListOf(Count(0, 1)),
        "shown": ListOf(SetOf(FIELDS)),
        "fresh": ListOf(SetOf(LANDS)),
        "space": ListOf(OneOf(list(range(1, SPACES + 1)))),
        "hall": ListOf(Count(0, COURTIERS)),
        "favour_deck": ListOf(OneOf(FAVOURS), ANY_LENGTH, immutable=True),
        "favours": ListOf(OneOf(FAVOURS), len(PRICES), immutable=True, names=PRICES),
        "past_favours": SetOf(FAVOURS),
        "ward": Seat(),
        "truce": ListOf(SetOf(COMBATS)),
        "banner": ListOf(Count(0, len(BANNERS) - 1)),
        "revolts": SetOf(LANDS),
    }
    HIDDEN_FIELDS: ClassVar[tuple[str, ...]] = ("land_deck", "event_deck", "favour_deck", "order", "plan", "changing")
    __slots__ = ()

    def clone(self) -> "WallensteinState":
        """Return an independent copy."""
        return WallensteinState(self.game, self.players, self.seed, self.options, self)

    # Lands.

    def owner(self, land: int) -> int:
        """Return the player with the card of a land, or -1 if it is neutral."""
        for player in range(self.players):
            if self.lands[player] >> land & 1:
                return player
        return -1

    def owned_lands(self) -> int:
        """Return a mask of the lands that have an owner."""
        owned = 0
        for lands in self.lands:
            owned |= lands
        return owned

    def neutral_lands(self) -> int:
        """Return a mask of the lands in play without an owner."""
        return IN_PLAY[self.players] & ~self.owned_lands()

    def not_own(self, player: int, land: int) -> str:
        """Return why a step in a player's own land is impossible, or "" if the player owns the land."""
        return "" if self.lands[player] >> land & 1 else f"{LANDS[land]} is not the player's land"

    def gain_land(self, player: int, land: int) -> None:
        """Give a player the card of a land, which cannot be used in plans before the next round.

        wallenstein.battle.card_at_once
        """
        self.lands[player] |= 1 << land
        self.fresh[player] |= 1 << land

    def lose_land(self, player: int, land: int) -> None:
        """Take the card of a land from a player; if it was planned, its field becomes blank.

        wallenstein.battle.card_at_once
        """
        self.lands[player] &= ~(1 << land)
        self.fresh[player] &= ~(1 << land)
        if land in self.plan[player]:
            self.put(player, self.plan[player].index(land), BLANK)

    def devastate(self, player: int, land: int) -> None:
        """Remove everything from a land, which becomes neutral [wallenstein.battle.tie]."""
        self.lose_land(player, land)
        self.armies[land] = 0
        self.unrest[land] = 0
        for building in range(len(BUILDINGS)):
            self.buildings[building] &= ~(1 << land)

    def building_count(self, land: int) -> int:
        """Return the number of buildings in a land."""
        count = 0
        bit = 1 << land
        for lands in self.buildings:
            if lands & bit:
                count += 1
        return count

    def can_build(self, building: int, land: int) -> bool:
        """Return whether a building may be put into a land: it needs a free site, none of its kind there, and a tile.

        wallenstein.actions.building_site, wallenstein.actions.building_once, wallenstein.actions.building_tiles
        """
        building_lands = self.buildings[building]
        if building_lands & 1 << land or self.building_count(land) >= SITES[land]:
            return False
        return building_lands.bit_count() < BUILDING_TILES[building]

    def is_event_among(self, events: int) -> bool:
        """Return whether this round's event is one of these, given as a mask."""
        return self.event >= 0 and events >> self.event & 1 == 1

    def pay(self, player: int, price: int) -> None:
        """Take coins from a player, who must have them."""
        self.coins[player] -= price
        if price:
            self.add_note(PAYS, player, price)

    # Armies.

    def enlist(self, player: int, land: int, count: int) -> None:
        """Move armies from a player's supply into a land."""
        self.supply[player] -= count
        self.armies[land] += count

    def gain(self, player: int, kind: str, amount: int) -> None:
        """Give a player coins, grain or points, or move up to `amount` armies from their supply to the tray."""
        if kind == "coins":
            self.coins[player] += amount
            self.add_note(GAINS_COINS, player, amount)
        elif kind == "grain":
            self.grain[player] += amount
            self.add_note(GAINS_GRAIN, player, amount)
        elif kind == "points":
            self.points[player] += amount
            self.add_note(GAINS_POINTS, player, amount)
        else:
            count = min(amount, self.supply[player])
            self.supply[player] -= count
            self.tray[player] += count
            self.add_note(ARMIES_TO_TRAY, player, count)

    # The boards.

    def put(self, player: int, field: int, card: int) -> None:
        """Lay a card on a field, or mark it as UNSET or BLANK."""
        plan = self.plan[player]
        self.plan[player] = (*plan[:field], card, *plan[field + 1 :])

    def field_count(self) -> int:
        """Return the number of fields in use, which include those of the supplementary board only at court."""
        return len(FIELDS) if self.variant.court else CONVERT_1

    def cards_of(self, player: int) -> int:
        """Return a mask of a player's land and coin cards."""
        return self.lands[player] | ALL_COINS

    def tower_cards(self) -> int:
        """Return the number of tower cards per player."""
        return TOWER_CARDS if self.variant.court else 0

    def hand(self, player: int) -> int:
        """Return a mask of the cards in a player's hand while planning; the tower card's bit is set if any is left."""
        free = self.cards_of(player)
        towers = self.tower_cards()
        for card in self.plan[player]:
            if 0 <= card < TOWER_CARD:
                free &= ~(1 << card)
            elif card == TOWER_CARD:
                towers -= 1
        return free | 1 << TOWER_CARD if towers > 0 else free

    def hand_size(self, player: int, hand: int) -> int:
        """Return the number of cards in a hand, given as the mask that `hand` returns."""
        if not hand >> TOWER_CARD & 1:
            return hand.bit_count()
        return hand.bit_count() - 1 + TOWER_CARDS - self.plan[player].count(TOWER_CARD)

    def can_bid(self, player: int) -> bool:
        """Return whether a player has enough cards to bid one after filling all other fields; always, with the option.

        wallenstein.planning.cards_run_out
        """
        if self.variant.missing_cards == "player_chooses":
            return True
        return self.cards_of(player).bit_count() + self.tower_cards() >= self.field_count()

    def can_afford(self, player: int, card: int) -> bool:
        """Return whether a player can pay for a card as a bid [wallenstein.planning.bid_affordable]."""
        return coins_on(card) <= self.coins[player]

    def tile(self, player: int) -> int:
        """Return the advantage tile of a player's space in the player order, or -1 if they have none."""
        return self.tiles[self.space[player]] if self.space[player] >= 0 and self.tiles else -1

    def players_in_order(self) -> list[int]:
        """Return the players who have chosen a space, in player order."""
        players = [-1] * SPACES
        for player in range(self.players):
            if self.space[player] >= 0:
                players[self.space[player]] = player
        return [player for player in players if player >= 0]

    def is_planning(self) -> bool:
        """Return whether any player is still planning."""
        return self.turned > 0 and 0 in self.confirmed
