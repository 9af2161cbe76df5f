"""What can be said of a position of Rurik: who is where, who rules, what a household holds, who sees what."""

from regnum.games.rurik import check, sight
from regnum.games.rurik.components import (
    BOAT,
    IN_PLAY,
    STRONGHOLD,
    SVIATOPOLK,
    TROOPS,
    YAROSLAV,
)
from regnum.games.rurik.pieces import KINDS, PLENTY, SORTS, WIDTH, RurikPieces
from regnum.games.rurik.solo.cards import REBEL_TROOPS


class RurikState(RurikPieces):
    """A game of Rurik. Who rules a region is never stored: it follows from the figures and strongholds there."""

    __slots__ = ()

    def clone(self) -> "RurikState":
        """Return an independent copy."""
        return RurikState(self.game, self.players, self.seed, self.options, self)

    # The map.

    def regions(self) -> int:
        """Return the regions in play [rurik.setup.regions]."""
        return (1 << IN_PLAY[self.sides]) - 1

    def occupied(self, player: int) -> int:
        """Return the regions where a player has a figure [rurik.regions.occupy]."""
        start = player * WIDTH
        mask = 0
        bit = 1
        for count in self.troops[start : start + IN_PLAY[self.sides]]:
            if count:
                mask |= bit
            bit <<= 1
        at = self.leader_at[player]
        return mask | 1 << at if at >= 0 else mask

    def figures(self, player: int, region: int) -> int:
        """Return how many figures a player has in a region: troops, and the leader [rurik.leaders.troop]."""
        return self.troops[player * WIDTH + region] + (self.leader_at[player] == region)

    def most_figures(self, player: int) -> int:
        """Return how many figures a player has where he has most."""
        start = player * WIDTH
        most = max(self.troops[start : start + WIDTH])
        at = self.leader_at[player]
        return max(most, self.troops[start + at] + 1) if at >= 0 else most

    def all_troops(self, player: int) -> int:
        """Return how many troops a side has in all [rurik.setup.figures, rurik.solo.side]."""
        return TROOPS if player < self.players else REBEL_TROOPS

    def supply(self, player: int) -> int:
        """Return how many troops a player has in the supply."""
        start = player * WIDTH
        return self.all_troops(player) - sum(self.troops[start : start + WIDTH])

    def led_by(self, player: int, leader: int, region: int) -> bool:
        """Tell whether a player's leader is this one and stands in the region."""
        return self.leader_at[player] == region and self.leaders[player] == leader

    def disabled(self, player: int, region: int) -> bool:
        """Tell whether a player's structures in a region have no abilities, because of an opponent's Yaroslav there.

        rurik.leaders.yaroslav_structures
        """
        for other in range(self.sides):
            if other != player and self.leader_at[other] == region and self.leaders[other] == YAROSLAV:
                return True
        return False

    def strength(self, player: int, region: int) -> int:
        """Return what a player counts for ruling a region: figures and stronghold, for Sviatopolk the rebels too.

        rurik.regions.rule, rurik.structures.stronghold_rule, rurik.leaders.sviatopolk, rurik.regions.lone_stronghold
        """
        count = self.troops[player * WIDTH + region]
        if self.leader_at[player] == region:
            count += 1
            if self.leaders[player] == SVIATOPOLK:
                count += self.rebels >> region & 1
        if self.structures[player * KINDS + STRONGHOLD] >> region & 1 and not self.disabled(player, region):
            if count or self.options["lone_stronghold"] == "rules":
                count += 1
        return count

    def rules(self, player: int, region: int) -> bool:
        """Tell whether a player rules a region: more than each other player, and than the rebels or neutral troops.

        rurik.regions.rule, rurik.regions.rebels, rurik.regions.tie, rurik.leaders.yaroslav_ties,
        rurik.solo.neutral_rule
        """
        mine = self.strength(player, region)
        if mine == 0:
            return False
        needed = mine
        if self.leader_at[player] == region:
            leader = self.leaders[player]
            if leader == YAROSLAV:
                needed += 1
            elif leader == SVIATOPOLK:
                return (self.neutral >> region & 1) < needed and self._stronger_than_others(player, region, needed)
        nobodys = (self.rebels | self.neutral) >> region & 1
        return nobodys < needed and self._stronger_than_others(player, region, needed)

    def _stronger_than_others(self, player: int, region: int, needed: int) -> bool:
        strongest = 0
        for other in range(self.sides):
            if other != player:
                strongest = max(strongest, self.strength(other, region))
        return strongest < needed

    def ruled(self, player: int) -> int:
        """Return the regions that a player rules."""
        within = self.occupied(player) | self.structures[player * KINDS + STRONGHOLD]
        mask = 0
        for region in range(IN_PLAY[self.sides]):
            if within >> region & 1 and self.rules(player, region):
                mask |= 1 << region
        return mask

    def built(self, player: int) -> int:
        """Return the regions where a player has a structure."""
        start = player * KINDS
        return self.structures[start] | self.structures[start + 1] | self.structures[start + 2]

    def standing_structures(self, kind: int) -> int:
        """Return the regions where a structure of this kind stands, whosever it is [rurik.structures.one_each]."""
        mask = 0
        for player in range(self.sides):
            mask |= self.structures[player * KINDS + kind]
        return mask

    # Households.

    def stock(self, player: int, good: int) -> int:
        """Return how many of a good a player has, on the boat and the dock."""
        place = player * SORTS + good
        return self.boat[place] + self.dock[place]

    def store(self, player: int) -> int:
        """Return the number of the store that a player has, to look up in tables what it is enough for: see STORES."""
        boat = self.boat
        dock = self.dock
        number = 0
        for place in range(player * SORTS, player * SORTS + SORTS):
            amount = boat[place] + dock[place]
            number = number * (PLENTY + 1) + (amount if amount < PLENTY else PLENTY)
        return number

    def stocks(self, player: int) -> int:
        """Return how many goods a player has."""
        start = player * SORTS
        return sum(self.boat[start : start + SORTS]) + sum(self.dock[start : start + SORTS])

    def gain_good(self, player: int, good: int) -> None:
        """Put a good from the supply on the boat if there is a slot for it, else on the dock.

        rurik.tax.stow, rurik.setup.supply
        """
        place = player * SORTS + good
        if self.boat[place] < BOAT[good]:
            self.boat[place] += 1
        else:
            self.dock[place] += 1

    def pay_good(self, player: int, good: int, amount: int = 1) -> None:
        """Give goods back to the supply, from the dock first [rurik.tax.stow]."""
        place = player * SORTS + good
        from_dock = min(amount, self.dock[place])
        self.dock[place] -= from_dock
        self.boat[place] -= amount - from_dock

    def full_columns(self, player: int) -> int:
        """Return how many columns of a player's boat are full."""
        start = player * SORTS
        return sum(1 for good in range(SORTS) if self.boat[start + good] == BOAT[good])

    def any_of(self, mask: int) -> int:
        """Draw one of the numbers that are set in the mask."""
        for _ in range(self.below(mask.bit_count())):
            mask &= mask - 1
        return (mask & -mask).bit_length() - 1

    # Figures.

    def add_troop(self, player: int, region: int) -> None:
        """Put a troop from the supply into a region."""
        self.troops[player * WIDTH + region] += 1

    def lose_figure(self, player: int, region: int) -> bool:
        """Remove a figure of a player from a region, the leader only if he is the last; tell whether it was he.

        rurik.attack.leader_last
        """
        place = player * WIDTH + region
        if self.troops[place]:
            self.troops[place] -= 1
            return False
        self.leader_at[player] = -1
        return True

    def clockwise(self) -> list[int]:
        """Return the sides in clockwise order, beginning with the first player."""
        return [(self.first + step) % self.sides for step in range(self.sides)]

    def seats(self) -> list[int]:
        """Return those who decide, the players, in clockwise order, beginning with the first player."""
        return [side for side in self.clockwise() if side < self.players]

    # Schemes.

    def deck(self, deck: int) -> tuple[int, ...]:
        """Return a scheme deck, the top card last: 0 the left one, 1 the right one."""
        return self.right_deck if deck else self.left_deck

    def lay_deck(self, deck: int, cards: tuple[int, ...], known: tuple[int, ...]) -> None:
        """Replace a scheme deck, and who knows which of its cards."""
        if deck:
            self.right_deck = cards
            self.right_known = known
        else:
            self.left_deck = cards
            self.left_known = known

    def known(self, deck: int) -> tuple[int, ...]:
        """Return who knows each card of a deck, having put it back there; -1 for nobody."""
        return self.right_known if deck else self.left_known

    # Results.

    def scores(self) -> list[int]:
        """Return the players' points, as if the game ended now; agendas that are not known count nothing."""
        from regnum.games.rurik.scoring import final_points

        return [sum(lines.values()) for lines in final_points(self)]

    def standing(self, player: int) -> tuple[int, ...]:
        """Points, then regions ruled, then coins [rurik.end.winner, rurik.end.ties, rurik.solo.tie_break]."""
        scored = player >= self.players and self.options["rebellion_coins"] == "scored"
        return self.scores()[player], self.ruled(player).bit_count(), 0 if scored else self.coins[player]

    def faults(self) -> list[str]:
        """Return everything that cannot be so in a game, one line each."""
        return check.faults(self)

    # Who sees what.

    def hide(self, player: int) -> None:
        """Hide the others' schemes and agendas, the cards drawn by another, and the decks but for cards put back."""
        sight.hide(self, player)

    def deal_unknown(self, observer: int) -> None:
        """Deal the unknown scheme cards to hands and decks, and unknown agendas to the others."""
        sight.deal_unknown(self, observer)
