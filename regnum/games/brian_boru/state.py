"""What lies on the table in Brian Boru, who sees what of it, and what cannot be."""

from typing import ClassVar, Final

from regnum.core.atlas import bits
from regnum.core.field import Codec, Count, Each, One, Seat, Some
from regnum.core.game import Game
from regnum.core.option import Options
from regnum.core.state import State
from regnum.games.brian_boru.components import (
    ALL_TOWNS,
    BRIDES,
    CARDS,
    COLOUR_CARDS,
    COLOURS,
    DEALT,
    FLEETS,
    KEEP,
    PRINCESS,
    REGIONS,
    STAGES,
    START_COINS,
    START_POINTS,
    START_RENOWN,
    TOWNS,
    TRACK_TOP,
    TRICKS,
)

# Where a card is: (packet it was dealt to) * 8 + (stage of the draft at which it was taken). The player who takes from
# packet q at stage j is (q + j) % players, since packets go to the left.
WAITING: Final = 6
"""Instead of a stage: still in the packet."""
LATER: Final = 7
"""Instead of a stage, in what a player sees: he left it in the packet; there it is, or somebody took it after him."""
NOWHERE: Final = 63
"""Not dealt, or unknown."""

NO_CARDS: Final = -1
"""`stage` while nobody has cards: before the first deal and after the last power struggle of a round."""


class BrianState(State):
    """A game of Brian Boru. Sets of towns, cards, brides and regions are bit masks; lists have one entry per player.

    A new state is the table as it is set up: brian_boru.setup.supply, brian_boru.setup.discs,
    brian_boru.setup.coins_renown, brian_boru.setup.tracks, brian_boru.setup.region_tokens.
    """

    FIELDS: ClassVar[dict[str, Codec]] = {
        "round": Count(0, 4),
        "marker": Seat(),
        "points": Each(Count()),
        "coins": Each(Count()),
        "renown": Each(Count()),
        "discs": Each(Some(TOWNS)),
        "vikings": Some(TOWNS),
        "monasteries": Some(TOWNS),
        "track": Each(Count(0, TRACK_TOP)),
        "church": Each(Count()),
        "raiders": Each(Count()),
        "kept": Each(Count(), fixed=True),
        "battle_area": Count(),
        "open": Some(REGIONS),
        "owner": Each(Seat(), len(REGIONS)),
        "fleets": Each(One(FLEETS), len(FLEETS), fixed=True),
        "brides": Each(One(BRIDES), -2, fixed=True),
        "bride": One(BRIDES),
        "wed": Each(Some(BRIDES)),
        "pact": Seat(),
        "trade": Seat(),
        "stage": Count(-1, max(STAGES)),
        "to_keep": Each(Count(0, KEEP)),
        "slot": Each(Count(0, NOWHERE), len(CARDS)),
        "packet": Each(Some(CARDS)),
        "hand": Each(Some(CARDS)),
        "spent": Each(Some(CARDS)),
        "played": Each(One(CARDS)),
        "lacks": Each(Some(COLOURS)),
        "active": One(TOWNS),
    }
    __slots__ = tuple(FIELDS)

    def __init__(self, game: Game, players: int, seed: int, options: Options, of: "BrianState | None" = None) -> None:
        super().__init__(game, players, seed, options, of)
        n = players
        self.round: int = 0 if of is None else of.round
        self.marker: int = -1 if of is None else of.marker
        self.points: list[int] = [START_POINTS] * n if of is None else of.points[:]
        self.coins: list[int] = [START_COINS] * n if of is None else of.coins[:]
        self.renown: list[int] = [START_RENOWN] * n if of is None else of.renown[:]
        self.discs: list[int] = [0] * n if of is None else of.discs[:]
        self.vikings: int = 0 if of is None else of.vikings
        self.monasteries: int = 0 if of is None else of.monasteries
        self.track: list[int] = [0] * n if of is None else of.track[:]
        self.church: list[int] = [0] * n if of is None else of.church[:]
        self.raiders: list[int] = [0] * n if of is None else of.raiders[:]
        self.kept: tuple[int, ...] = (0,) * n if of is None else of.kept
        self.battle_area: int = 0 if of is None else of.battle_area
        self.open: int = 0 if of is None else of.open
        self.owner: list[int] = [-1] * len(REGIONS) if of is None else of.owner[:]
        self.fleets: tuple[int, ...] = (-1,) * len(FLEETS) if of is None else of.fleets
        self.brides: tuple[int, ...] = () if of is None else of.brides
        self.bride: int = -1 if of is None else of.bride
        self.wed: list[int] = [0] * n if of is None else of.wed[:]
        self.pact: int = -1 if of is None else of.pact
        self.trade: int = -1 if of is None else of.trade
        self.stage: int = NO_CARDS if of is None else of.stage
        self.to_keep: list[int] = [0] * n if of is None else of.to_keep[:]
        self.slot: list[int] = [NOWHERE] * len(CARDS) if of is None else of.slot[:]
        self.packet: list[int] = [0] * n if of is None else of.packet[:]
        self.hand: list[int] = [0] * n if of is None else of.hand[:]
        self.spent: list[int] = [0] * n if of is None else of.spent[:]
        self.played: list[int] = [-1] * n if of is None else of.played[:]
        self.lacks: list[int] = [0] * n if of is None else of.lacks[:]
        """The colours of which a player has shown, by what he led, that he holds no card."""
        self.active: int = -1 if of is None else of.active

    def clone(self) -> "BrianState":
        """Return an independent copy."""
        return BrianState(self.game, self.players, self.seed, self.options, self)

    # What is on the map.

    def occupied(self) -> int:
        """Return the towns with a disc, Viking discs lying over it or not."""
        mask = 0
        for discs in self.discs:
            mask |= discs
        return mask

    def free(self) -> int:
        """Return the towns without a disc."""
        return ALL_TOWNS & ~self.occupied()

    def controlled(self, player: int) -> int:
        """Return the towns that a player controls: those with his disc and no Viking disc on it."""
        return self.discs[player] & ~self.vikings

    def place_disc(self, player: int, town: int) -> None:
        """Put a player's disc on a free town; he controls it now [brian_boru.setup.unlimited]."""
        self.discs[player] |= 1 << town

    def clockwise(self) -> list[int]:
        """Return the players in clockwise order, beginning with the one who has the town marker."""
        return [(self.marker + step) % self.players for step in range(self.players)]

    # Cards.

    def holder(self, packet: int, stage: int) -> int:
        """Return who takes from a packet at a stage of the draft: packets go to the left."""
        return (packet + stage) % self.players

    def packet_before(self, player: int) -> int:
        """Return the number of the packet that a player looks through now."""
        return (player - self.stage) % self.players

    def barred(self, player: int) -> int:
        """Return the cards that everybody knows are not in a player's hand, as they are of a colour he lacks."""
        cards = 0
        for colour in bits(self.lacks[player]):
            cards |= COLOUR_CARDS[colour]
        return cards

    def take_card(self, player: int, card: int) -> None:
        """Move a card from the packet before the player to his hand."""
        packet = self.packet_before(player)
        self.packet[packet] ^= 1 << card
        self.hand[player] |= 1 << card
        self.slot[card] = packet * 8 + self.stage

    def play_card(self, player: int, card: int) -> None:
        """Play a card from the hand, face up."""
        self.hand[player] ^= 1 << card
        self.spent[player] |= 1 << card
        self.played[player] = card
        self.reveal()

    def hand_size(self, player: int) -> int:
        """Return how many cards a player has kept and not played: public, also where the hand is not."""
        if self.stage == NO_CARDS:
            return 0
        kept = min(self.stage * KEEP, DEALT[self.players])
        if self.stage < STAGES[self.players]:
            kept += KEEP - self.to_keep[player]
        return kept - self.spent[player].bit_count()

    def tricks_left(self) -> int:
        """Return how many power struggles of this round not everybody has played a card for."""
        return self.tricks() - min(spent.bit_count() for spent in self.spent)

    def struggle(self) -> int:
        """Return which power struggle of the round is on, from 1; while its cards are carried out still the same."""
        return self.tricks() - self.tricks_left() + (0 if min(self.played) >= 0 else 1)

    def tricks(self) -> int:
        """Return the number of power struggles in a round [brian_boru.action.tricks]."""
        return int(self.options["tricks_with_five"]) if self.players == 5 else TRICKS[self.players]

    def clear_cards(self) -> None:
        """Gather all action cards: nobody has any, nobody looks at them again [brian_boru.action.discard_closed]."""
        n = self.players
        self.stage = NO_CARDS
        self.slot = [NOWHERE] * len(CARDS)
        self.packet = [0] * n
        self.hand = [0] * n
        self.spent = [0] * n
        self.played = [-1] * n
        self.lacks = [0] * n

    # Results.

    def scores(self) -> list[int]:
        """Return the players' points; the final scoring is in them once the game is over."""
        return list(self.points)

    def standing(self, player: int) -> tuple[int, ...]:
        """Points, then region tokens, then marriage cards [brian_boru.scoring.winner, brian_boru.scoring.ties]."""
        return self.points[player], self.owner.count(player), self.wed[player].bit_count()

    def faults(self) -> list[str]:
        """Return everything that cannot be so in a game, one line each."""
        from regnum.games.brian_boru.faults import faults

        return faults(self)

    # Who sees what.

    def _saw(self, player: int, packet: int, stage: int) -> bool:
        """Tell whether a player has looked through a packet at this stage of the draft or before."""
        return 0 <= (player - packet) % self.players <= stage and player >= 0

    def hide(self, player: int) -> None:
        """Hide the decks' order, and the cards that others took, unless they were played [brian_boru.draft.look]."""
        drawn = self.round
        self.fleets = self.fleets[:drawn] + (-1,) * (len(FLEETS) - drawn)
        if self.brides:
            unseen = len(self.brides) - 1 - drawn
            if unseen > 0:
                self.brides = self.brides[:drawn] + (-1,) * unseen + (PRINCESS,)
        if self.stage == NO_CARDS:
            return
        shown = 0
        for spent in self.spent:
            shown |= spent
        for card in range(len(CARDS)):
            code = self.slot[card]
            if code == NOWHERE:
                continue
            packet, taken = code >> 3, code & 7
            latest = self.stage if taken == WAITING else taken
            if player >= 0 and self.holder(packet, latest) == player:
                continue
            if not self._saw(player, packet, latest):
                self.slot[card] = NOWHERE
            elif not shown >> card & 1:
                self.slot[card] = packet * 8 + LATER
        for other in range(self.players):
            if other != player:
                self.hand[other] = 0
                self.packet[self.packet_before(other)] = 0

    def deal_unknown(self, observer: int) -> None:
        """Deal the decks' unseen cards, and every action card whose place is unknown into a place that it may have."""
        self._deal_decks()
        if self.stage != NO_CARDS:
            self._deal_cards(observer)

    def _deal_decks(self) -> None:
        fleets = [fleet for fleet in range(len(FLEETS)) if fleet not in self.fleets]
        self.shuffle(fleets)
        self.fleets = tuple(fleet for fleet in self.fleets if fleet >= 0) + tuple(fleets)
        if -1 in self.brides:
            brides = [bride for bride in range(len(BRIDES)) if bride not in self.brides]
            self.shuffle(brides)
            self.brides = tuple(brides.pop() if bride < 0 else bride for bride in self.brides)

    def places(self, packet: int) -> list[int]:
        """Return the places of a packet's cards by what everybody knows: how many were taken at which stage."""
        left = DEALT[self.players]
        places: list[int] = []
        for stage in range(min(self.stage + 1, STAGES[self.players])):
            taken = min(KEEP, left)
            if stage == self.stage:
                taken -= self.to_keep[self.holder(packet, stage)]
            places += [packet * 8 + stage] * taken
            left -= taken
        return places + [packet * 8 + WAITING] * left

    def _deal_cards(self, observer: int) -> None:
        n = self.players
        slot = self.slot
        later: list[list[int]] = []
        left: list[list[int]] = [[] for _ in range(n)]
        anywhere = [NOWHERE] * (len(CARDS) - n * DEALT[n])
        for packet in range(n):
            places = self.places(packet)
            for code in slot:
                if code >> 3 == packet and code & 7 != LATER and code != NOWHERE:
                    places.remove(code)
            seen: list[int] = []
            for place in places:
                stage = place & 7 if place & 7 < WAITING else self.stage
                (seen if self._saw(observer, packet, stage) else anywhere).append(place)
            later.append(seen)
        self.shuffle(anywhere)
        player_of = [-1] * len(CARDS)
        for player in range(n):
            for card in bits(self.spent[player]):
                player_of[card] = player
        unknown: list[int] = []
        for card in range(len(CARDS)):
            code = slot[card]
            if code == NOWHERE:
                if player_of[card] < 0:
                    unknown.append(card)
                    continue
                for place in anywhere:
                    if place & 7 < WAITING and self.holder(place >> 3, place & 7) == player_of[card]:
                        slot[card] = place
                        anywhere.remove(place)
                        break
            elif code & 7 == LATER:
                left[code >> 3].append(card)
        self._deal_into(unknown, anywhere)
        for packet in range(n):
            self._deal_into(left[packet], later[packet])
        for card in range(len(CARDS)):
            code = slot[card]
            if code != NOWHERE and player_of[card] < 0:
                if code & 7 == WAITING:
                    self.packet[code >> 3] |= 1 << card
                else:
                    self.hand[self.holder(code >> 3, code & 7)] |= 1 << card

    def _deal_into(self, cards: list[int], places: list[int]) -> None:
        """Deal cards into as many places, first to those who lack the most colours.

        What one player lacks includes what whoever showed it later lacks, as free towns only become fewer: so the
        cards suffice, and every deal that fits is as likely as any other.
        """
        self.shuffle(cards)
        if any(self.lacks):
            barred = [self.barred(self.holder(place >> 3, place & 7)) if place != NOWHERE else 0 for place in places]
            for at in sorted(range(len(places)), key=lambda at: -barred[at].bit_count()):
                fitting = [card for card in cards if not barred[at] >> card & 1]
                if not fitting:
                    raise ValueError("lacks: no card is left that a player could hold")
                self.slot[fitting[0]] = places[at]
                cards.remove(fitting[0])
        else:
            for card, place in zip(cards, places, strict=True):
                self.slot[card] = place
