"""The state of a game of Rurik, and queries about it: figures, rulers, households."""

from typing import ClassVar, Final

from regnum.core import i64
from regnum.core.codec import ANY_LENGTH, Codec, Count, Flag, ListOf, OneOf, Seat, SetOf
from regnum.games.rurik import components as box
from regnum.games.rurik.codecs import Amounts, Sets, Spaces
from regnum.games.rurik.components import (
    BOAT,
    GOOD_COUNT,
    IN_PLAY,
    MAX_GOODS_COST,
    REGION_COUNT,
    STRONGHOLD,
    STRUCTURE_COUNT,
    SVIATOPOLK,
    YAROSLAV,
)
from regnum.games.rurik.deeds.cards import ALL_DEEDS, DEEDS
from regnum.games.rurik.fields import RurikFields
from regnum.games.rurik.solo.cards import CARD_ROWS, CARDS, MAX_MAT_COINS, PRIORITIES, REBEL_TROOPS

ALL_REGIONS: Final[list[int]] = [(1 << count) - 1 for count in IN_PLAY]
"""For each number of sides, the regions in play [rurik.setup.regions]."""


class RurikState(RurikFields):
    """A state of Rurik. Sets of regions, cards and rewards are bit masks; lists have one entry, or one row, per side.

    The ruler of a region is not stored, but computed from the figures and strongholds there.
    """

    FIELDS: ClassVar[dict[str, Codec]] = {
        "round": Count(0, box.ROUNDS),
        "first": Seat(),
        "marker": Seat(),
        "region_goods": ListOf(
            OneOf(box.GOODS, optional=False), REGION_COUNT, immutable=True, names=box.REGIONS, initial=box.PRINTED_GOODS
        ),
        "goods": SetOf(box.REGIONS, initial=ALL_REGIONS.__getitem__),
        "rebels": SetOf(box.REGIONS, initial=ALL_REGIONS.__getitem__),
        "rewards": SetOf(box.REWARDS, initial=box.ALL_REWARDS),
        "defeated": ListOf(SetOf(box.REWARDS)),
        "leaders": ListOf(OneOf(box.LEADERS), immutable=True),
        "leader_at": ListOf(OneOf(box.REGIONS)),
        "troops": Amounts(box.REGIONS, max(box.TROOPS, REBEL_TROOPS)),
        "structures": Sets(box.STRUCTURES, box.REGIONS),
        "coins": ListOf(Count(initial=box.START_COINS)),
        "boat": Amounts(box.GOODS),
        "dock": Amounts(box.GOODS),
        "tracks": Amounts(box.TRACKS, box.TRACK_TOP),
        "war": ListOf(Count(0, box.WAR_TOP)),
        "advisors": ListOf(SetOf(box.ADVISORS)),
        "board": Spaces(),
        "exchanges": ListOf(SetOf(box.EXCHANGES, initial=(1 << len(box.EXCHANGES)) - 1)),
        "ability_used": ListOf(Flag(), immutable=True),
        "deed_deck": SetOf(DEEDS, initial=ALL_DEEDS),
        "deed_row": ListOf(OneOf(DEEDS), ANY_LENGTH, immutable=True, max_length=box.DEED_ROW),
        "deeds": ListOf(SetOf(DEEDS)),
        "accomplished": ListOf(SetOf(DEEDS)),
        "left_deck": ListOf(OneOf(box.SCHEMES), ANY_LENGTH, immutable=True),
        "right_deck": ListOf(OneOf(box.SCHEMES), ANY_LENGTH, immutable=True),
        "left_known": ListOf(Seat(), ANY_LENGTH, immutable=True, max_length=len(box.SCHEMES)),
        "right_known": ListOf(Seat(), ANY_LENGTH, immutable=True, max_length=len(box.SCHEMES)),
        "discards": SetOf(box.SCHEMES, initial=box.ALL_SCHEMES),
        "drawn": ListOf(OneOf(box.SCHEMES), ANY_LENGTH, immutable=True),
        "hand": ListOf(SetOf(box.HAND)),
        "agenda_stage": ListOf(OneOf(box.AGENDA_STAGES, optional=False), immutable=True),
        "offered": ListOf(SetOf(box.AGENDAS), immutable=True),
        "agenda": ListOf(OneOf(box.AGENDAS), immutable=True),
        "active": Count(-1, len(box.COLUMNS) * box.ROWS - 1),
        "acted": Flag(),
        "points": ListOf(Count(), len(box.POINTS), names=box.POINTS),
        # the main action's unused points; they are no longer in `points` once the action is over
        "main_points": Count(),
        "bonus": SetOf(box.BONUSES),
        "put_off": SetOf(box.PUT_OFF_BITS),
        # the solo game: neutral troops; the rebellion's cards (bottom first), which of them are known, and how many
        # rows of the bottom one are shown; its priority; the coins left on its mat; whether its turn runs without stops
        "neutral": SetOf(box.REGIONS),
        "rebel_deck": ListOf(OneOf(CARDS), ANY_LENGTH, immutable=True),
        "rebel_known": SetOf(CARDS),
        "rebel_rows": Count(0, CARD_ROWS),
        "priority": OneOf(PRIORITIES),
        "mat_coins": ListOf(Count(0, MAX_MAT_COINS), len(PRIORITIES), immutable=True, names=PRIORITIES),
        "running": Flag(),
    }
    HIDDEN_FIELDS: ClassVar[tuple[str, ...]] = (
        "hand",
        "drawn",
        "left_deck",
        "right_deck",
        "offered",
        "rebel_deck",
        "agenda",
    )
    __slots__ = ()

    def clone(self) -> "RurikState":
        """Return an independent copy."""
        return RurikState(self.game, self.players, self.seed, self.options, self)

    # The map.

    def regions(self) -> int:
        """Return the regions in play [rurik.setup.regions]."""
        return ALL_REGIONS[self.sides]

    def occupied_regions(self, player: int) -> int:
        """Return the regions where a player has a figure [rurik.regions.occupy]."""
        start = player * REGION_COUNT
        mask = 0
        bit = 1
        for place in range(start, start + IN_PLAY[self.sides]):
            if self.troops[place]:
                mask |= bit
            bit <<= 1
        at = self.leader_at[player]
        return mask | 1 << at if at >= 0 else mask

    def figures(self, player: int, region: int) -> int:
        """Return the number of a player's figures in a region: troops, and the leader [rurik.leaders.troop]."""
        return self.troops[player * REGION_COUNT + region] + (self.leader_at[player] == region)

    def most_figures(self, player: int) -> int:
        """Return the highest number of figures that a player has in any region."""
        start = player * REGION_COUNT
        most = max(self.troops[start : start + REGION_COUNT])
        at = self.leader_at[player]
        return max(most, self.troops[start + at] + 1) if at >= 0 else most

    def all_troops(self, player: int) -> int:
        """Return the total number of a side's troops [rurik.setup.figures, rurik.solo.side]."""
        return box.TROOPS if player < self.players else REBEL_TROOPS

    def supply(self, player: int) -> int:
        """Return the number of a player's troops in the supply."""
        start = player * REGION_COUNT
        return self.all_troops(player) - sum(self.troops[start : start + REGION_COUNT])

    def is_led_by(self, player: int, leader: int, region: int) -> bool:
        """Return whether a player's leader is this one and is in the region."""
        return self.leader_at[player] == region and self.leaders[player] == leader

    def is_disabled(self, player: int, region: int) -> bool:
        """Return whether an opponent's Yaroslav in a region disables a player's structures there.

        rurik.leaders.yaroslav_structures
        """
        for other in range(self.sides):
            if other != player and self.leader_at[other] == region and self.leaders[other] == YAROSLAV:
                return True
        return False

    def strength(self, player: int, region: int) -> int:
        """Return a player's strength for ruling a region: figures and stronghold, and the rebel for Sviatopolk.

        rurik.regions.rule, rurik.structures.stronghold_rule, rurik.leaders.sviatopolk, rurik.regions.lone_stronghold
        """
        count = self.troops[player * REGION_COUNT + region]
        if self.leader_at[player] == region:
            count += 1
            if self.leaders[player] == SVIATOPOLK:
                count += self.rebels >> region & 1
        if self.structures[player * STRUCTURE_COUNT + STRONGHOLD] >> region & 1 and not self.is_disabled(
            player, region
        ):
            if count or self.variant.lone_stronghold == "rules":
                count += 1
        return count

    def can_attack(self, side: int) -> bool:
        """Return whether a side may attack another; an option forbids it at the end of the war track.

        rurik.attack.war
        """
        return self.war[side] < box.WAR_TOP or self.variant.war_top == "stays"

    def rules(self, player: int, region: int) -> bool:
        """Return whether a player rules a region: is stronger than any other player, the rebels and neutral troops.

        rurik.regions.rule, rurik.regions.rebels, rurik.regions.tie, rurik.leaders.yaroslav_ties,
        rurik.solo.neutral_rule
        """
        own_strength = self.strength(player, region)
        if own_strength == 0:
            return False
        needed = own_strength
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

    def ruled_regions(self, player: int) -> int:
        """Return the regions that a player rules."""
        candidates = self.occupied_regions(player) | self.structures[player * STRUCTURE_COUNT + STRONGHOLD]
        mask = 0
        for region in range(IN_PLAY[self.sides]):
            if candidates >> region & 1 and self.rules(player, region):
                mask |= 1 << region
        return mask

    def structure_regions(self, player: int) -> int:
        """Return the regions where a player has a structure."""
        start = player * STRUCTURE_COUNT
        return self.structures[start] | self.structures[start + 1] | self.structures[start + 2]

    def regions_with_structure(self, kind: int) -> int:
        """Return the regions with a structure of this kind, of any owner [rurik.structures.one_each]."""
        mask = 0
        for player in range(self.sides):
            mask |= self.structures[player * STRUCTURE_COUNT + kind]
        return mask

    # Households.

    def stock(self, player: int, good: int) -> int:
        """Return how many of a good a player has, on the boat and the dock."""
        place = player * GOOD_COUNT + good
        return self.boat[place] + self.dock[place]

    def store_index(self, player: int) -> int:
        """Return the index in GOODS_COMBINATIONS of a player's goods, to look up what they can pay for."""
        boat = self.boat
        dock = self.dock
        number: i64 = 0
        for place in range(player * GOOD_COUNT, player * GOOD_COUNT + GOOD_COUNT):
            amount: i64 = boat[place]
            amount += dock[place]
            number = number * (MAX_GOODS_COST + 1) + (amount if amount < MAX_GOODS_COST else MAX_GOODS_COST)
        return number

    def goods_count(self, player: int) -> int:
        """Return the number of a player's goods."""
        count = 0
        for place in range(player * GOOD_COUNT, player * GOOD_COUNT + GOOD_COUNT):
            count += self.boat[place] + self.dock[place]
        return count

    def gain_good(self, player: int, good: int) -> None:
        """Put a good from the supply on the boat if there is a slot for it, else on the dock.

        rurik.tax.stow, rurik.setup.supply
        """
        place = player * GOOD_COUNT + good
        if self.boat[place] < BOAT[good]:
            self.boat[place] += 1
        else:
            self.dock[place] += 1

    def pay_good(self, player: int, good: int, amount: int = 1) -> None:
        """Give goods back to the supply, from the dock first [rurik.tax.stow]."""
        place = player * GOOD_COUNT + good
        from_dock = min(amount, self.dock[place])
        self.dock[place] -= from_dock
        self.boat[place] -= amount - from_dock

    def full_column_count(self, player: int) -> int:
        """Return the number of full columns on a player's boat."""
        start = player * GOOD_COUNT
        return sum(1 for good in range(GOOD_COUNT) if self.boat[start + good] == BOAT[good])

    def random_bit(self, mask: int) -> int:
        """Return the number of a set bit of the mask, drawn at random."""
        for _ in range(self.random_below(mask.bit_count())):
            mask &= mask - 1
        return (mask & -mask).bit_length() - 1

    # Figures.

    def add_troop(self, player: int, region: int) -> None:
        """Put a troop from the supply into a region."""
        self.troops[player * REGION_COUNT + region] += 1

    def lose_figure(self, player: int, region: int) -> bool:
        """Remove a player's figure from a region and return whether it was the leader, which goes last.

        rurik.attack.leader_last
        """
        place = player * REGION_COUNT + region
        if self.troops[place]:
            self.troops[place] -= 1
            return False
        self.leader_at[player] = -1
        return True

    def clockwise(self) -> list[int]:
        """Return all sides in clockwise order, beginning with the first player."""
        return [(self.first + step) % self.sides for step in range(self.sides)]

    def seats(self) -> list[int]:
        """Return the players, without the rebellion, in clockwise order, beginning with the first player."""
        return [side for side in self.clockwise() if side < self.players]

    # Schemes.

    def deck(self, deck: int) -> tuple[int, ...]:
        """Return the left (0) or right (1) scheme deck, with the top card last."""
        return self.right_deck if deck else self.left_deck

    def lay_deck(self, deck: int, cards: tuple[int, ...], known: tuple[int, ...]) -> None:
        """Replace a scheme deck and the players' knowledge of its cards."""
        if deck:
            self.right_deck = cards
            self.right_known = known
        else:
            self.left_deck = cards
            self.left_known = known

    def known_by(self, deck: int) -> tuple[int, ...]:
        """Return, for each card of a deck, the player who put it back and therefore knows it, or -1 for none."""
        return self.right_known if deck else self.left_known
