"""The state of a game of Brian Boru, and the codes in its fields."""

from typing import ClassVar, Final

from regnum.core import i64
from regnum.core.codec import Codec, Count, ListOf, OneOf, Seat, SetOf
from regnum.core.packed import bit, filled, lowest, popcount
from regnum.games.brian_boru import components as box
from regnum.games.brian_boru.components import ALL_TOWNS, DEALT, KEEP, MATCHING, STAGES, TOWN_COLOUR, TRICKS
from regnum.games.brian_boru.fields import BrianBoruFields

# A card's slot is (packet it was dealt to) * 8 + (stage of the draft at which it was taken). The player who takes from
# packet q at stage j is (q + j) % players, since packets are passed to the left.
WAITING: Final = 6
"""The stage in the slot of a card that is still in the packet."""
LATER: Final = 7
"""The stage in an observed slot of a card that the observer left in the packet; others may have taken it since."""
NOWHERE: Final = 63
"""The slot of a card that was not dealt, or about which nothing is known."""

NO_CARDS: Final = -1
"""The value of `stage` while no player has cards: before the first deal and after a round's last power struggle."""


class BrianBoruState(BrianBoruFields):
    """A game of Brian Boru. Sets of towns, cards, brides and regions are bit masks; lists have one entry per player.

    A new state is the table after setup: brian_boru.setup.supply, brian_boru.setup.discs,
    brian_boru.setup.coins_renown, brian_boru.setup.tracks, brian_boru.setup.region_tokens.
    """

    FIELDS: ClassVar[dict[str, Codec]] = {
        "round": Count(0, 4),
        "marker": Seat(),
        "points": ListOf(Count(initial=box.START_POINTS), packed=True),
        "coins": ListOf(Count(initial=box.START_COINS), packed=True),
        "renown": ListOf(Count(initial=box.START_RENOWN), packed=True),
        "discs": ListOf(SetOf(box.TOWNS), packed=True),
        "vikings": SetOf(box.TOWNS),
        "monasteries": SetOf(box.TOWNS),
        "track": ListOf(Count(0, box.TRACK_TOP), packed=True),
        "church": ListOf(Count(), packed=True),
        "raiders": ListOf(Count(), packed=True),
        "kept": ListOf(Count(), immutable=True),
        "battle_area": Count(),
        "open": SetOf(box.REGIONS),
        "owner": ListOf(Seat(), len(box.REGIONS), names=box.REGIONS, packed=True),
        "fleets": ListOf(OneOf(box.FLEETS), len(box.FLEETS), immutable=True),
        "brides": ListOf(OneOf(box.BRIDES), -2, immutable=True),
        "bride": OneOf(box.BRIDES),
        "wed": ListOf(SetOf(box.BRIDES), packed=True),
        "pact": Seat(),
        "trade": Seat(),
        "stage": Count(NO_CARDS, max(STAGES)),
        "to_keep": ListOf(Count(0, KEEP), packed=True),
        "slot": ListOf(Count(0, NOWHERE, initial=NOWHERE), len(box.CARDS), names=box.CARDS, packed=True),
        "packet": ListOf(SetOf(box.CARDS), packed=True),
        "hand": ListOf(SetOf(box.CARDS), packed=True),
        "spent": ListOf(SetOf(box.CARDS), packed=True),
        "played": ListOf(OneOf(box.CARDS), packed=True),
        # colours that a player lacks, as they have shown by leading a card
        "lacks": ListOf(SetOf(box.COLOURS), packed=True),
        "active": OneOf(box.TOWNS),
    }
    HIDDEN_FIELDS: ClassVar[tuple[str, ...]] = ("fleets", "brides", "slot", "hand", "packet")
    __slots__ = ()

    def clone(self) -> "BrianBoruState":
        """Return an independent copy."""
        return BrianBoruState(self.game, self.players, self.seed, self.options, self)

    # The map.

    def occupied_towns(self) -> i64:
        """Return a mask of the towns with a player's disc, with or without a Viking disc on it."""
        mask = 0
        for discs in self.discs:
            mask |= discs
        return mask

    def free_towns(self) -> i64:
        """Return a mask of the towns without a disc."""
        return ALL_TOWNS & ~self.occupied_towns()

    def controlled_towns(self, player: i64) -> i64:
        """Return a mask of the towns that a player controls: those with their disc and no Viking disc on it."""
        return self.discs[player] & ~self.vikings

    def place_disc(self, player: i64, town: i64) -> None:
        """Put a player's disc on a free town, which they now control [brian_boru.setup.unlimited]."""
        self.discs[player] |= bit(town)

    def clockwise(self) -> list[int]:
        """Return the players in clockwise order, beginning with the owner of the town marker."""
        return [(self.marker + step) % self.players for step in range(self.players)]

    # Cards.

    def holder(self, packet: i64, stage: i64) -> i64:
        """Return the player who takes from a packet at a stage of the draft, as packets are passed to the left."""
        return (packet + stage) % self.players

    def packet_before(self, player: i64) -> i64:
        """Return the number of the packet that a player takes from at this stage."""
        return (player - self.stage) % self.players

    def take_card(self, player: i64, card: i64) -> None:
        """Move a card from the player's current packet to their hand."""
        packet = self.packet_before(player)
        self.packet[packet] ^= bit(card)
        self.hand[player] |= bit(card)
        self.slot[card] = packet * 8 + self.stage

    def play_card(self, player: i64, card: i64) -> None:
        """Play a card from the hand, face up."""
        self.hand[player] ^= bit(card)
        self.spent[player] |= bit(card)
        self.played[player] = card
        self.reveal()

    def hand_size(self, player: i64) -> i64:
        """Return the number of cards in a player's hand, which is public, unlike the hand itself."""
        if self.stage == NO_CARDS:
            return 0
        kept = min(self.stage * KEEP, DEALT[self.players])
        if self.stage < STAGES[self.players]:
            kept += KEEP - self.to_keep[player]
        return kept - popcount(self.spent[player])

    def tricks_left(self) -> i64:
        """Return the number of power struggles of this round in which some player has yet to play a card."""
        fewest = popcount(self.spent[0])
        for spent in self.spent:
            count = popcount(spent)
            if count < fewest:
                fewest = count
        return self.tricks() - fewest

    def struggle(self) -> i64:
        """Return the number of the current power struggle, from 1; the next one begins after its last action."""
        return self.tricks() - self.tricks_left() + (0 if lowest(self.played) >= 0 else 1)

    def tricks(self) -> i64:
        """Return the number of power struggles in a round [brian_boru.action.tricks]."""
        return self.variant.tricks_with_five if self.players == 5 else TRICKS[self.players]

    def winner(self) -> i64:
        """Return the player with the highest card in the active town's colour or white, or -1 if there is none.

        brian_boru.action.winner, brian_boru.action.nobles, brian_boru.action.no_winner
        """
        matching = MATCHING[TOWN_COLOUR[self.active]]
        best = -1
        winner = -1
        for player in range(self.players):
            card = self.played[player]
            if card > best and matching >> card & 1:
                best = card
                winner = player
        return winner

    def clear_cards(self) -> None:
        """Collect all action cards, which nobody may look at again [brian_boru.action.discard_closed]."""
        n = self.players
        self.stage = NO_CARDS
        self.slot = filled(len(box.CARDS), NOWHERE)
        self.packet = filled(n, 0)
        self.hand = filled(n, 0)
        self.spent = filled(n, 0)
        self.played = filled(n, -1)
        self.lacks = filled(n, 0)
