"""Hidden information in Brian Boru: what a seat may not know, and random deals that fit what it knows."""

from typing import Final

from regnum.core import i64
from regnum.core.packed import Packed, bit, filled, packed, popcount
from regnum.core.rules.bitmask import bits
from regnum.games.brian_boru.components import BRIDES, CARDS, COLOUR_CARDS, DEALT, FLEETS, KEEP, PRINCESS, STAGES
from regnum.games.brian_boru.state import LATER, NO_CARDS, NOWHERE, WAITING, BrianBoruState


def observed_values(s: BrianBoruState, player: i64) -> tuple[object, ...]:
    """Return the hidden fields as a player sees them, without deck orders and others' cards [brian_boru.draft.look].

    Cards that have been played are known.
    """
    drawn = s.round
    brides = s.brides
    unseen = len(brides) - 1 - drawn
    if brides and unseen > 0:
        brides = brides[:drawn] + (-1,) * unseen + (PRINCESS,)
    fleets = s.fleets[:drawn] + (-1,) * (len(FLEETS) - drawn)
    if s.stage == NO_CARDS:
        return fleets, brides, s.slot[:], s.hand[:], s.packet[:]
    visible: i64 = 0
    for spent in s.spent:
        visible |= spent
    slots = _slots_seen(s.players, s.stage, player)
    slot = s.slot[:]
    for card in range(len(slot)):
        code = slot[card]
        seen = slots[code]
        if seen != code and (seen == NOWHERE or not visible >> card & 1):
            slot[card] = seen
    hand = filled(s.players, 0)
    packet = filled(s.players, 0)
    if player >= 0:
        hand[player] = s.hand[player]
        seat_before = s.packet_before(player)
        packet[seat_before] = s.packet[seat_before]
    return fleets, brides, slot, hand, packet


_SLOTS_SEEN: Final[dict[tuple[int, int, int], Packed]] = {}


def _slots_seen(players: i64, stage: i64, player: i64) -> Packed:
    """Return for each slot what a player knows about an unplayed card there, at this stage of the draft."""
    slots = _SLOTS_SEEN.get((players, stage, player))
    if slots is None:
        slots = packed(range(NOWHERE + 1))
        for code in range(players * 8):
            packet, stage_taken = code >> 3, code & 7
            latest = stage if stage_taken == WAITING else stage_taken
            # The stage at which the player first takes from the packet, which returns after every player has had it.
            first = (player - packet) % players if player >= 0 else LATER
            if latest < first:
                slots[code] = NOWHERE
            elif latest % players != first:
                slots[code] = packet * 8 + LATER
        _SLOTS_SEEN[players, stage, player] = slots
    return slots


def _has_seen(s: BrianBoruState, player: i64, packet: i64, stage: i64) -> bool:
    """Return whether a player has seen a packet at this stage of the draft or before."""
    return player >= 0 and (player - packet) % s.players <= stage


def deal_unknown(s: BrianBoruState, observer: i64) -> None:
    """Shuffle the decks' unseen cards and give each action card whose slot is unknown a possible one."""
    _deal_decks(s)
    if s.stage != NO_CARDS:
        _deal_cards(s, observer)


def _deal_decks(s: BrianBoruState) -> None:
    fleets = [fleet for fleet in range(len(FLEETS)) if fleet not in s.fleets]
    s.shuffle(fleets)
    s.fleets = tuple(fleet for fleet in s.fleets if fleet >= 0) + tuple(fleets)
    if -1 in s.brides:
        brides = [bride for bride in range(len(BRIDES)) if bride not in s.brides]
        s.shuffle(brides)
        s.brides = tuple(brides.pop() if bride < 0 else bride for bride in s.brides)


def slots_of_packet(s: BrianBoruState, packet: i64) -> list[int]:
    """Return the slots of a packet's cards, which follow from how many were taken at each stage."""
    remaining = DEALT[s.players]
    numbers: list[int] = []
    for stage in range(min(s.stage + 1, STAGES[s.players])):
        taken_count = min(KEEP, remaining)
        if stage == s.stage:
            taken_count -= s.to_keep[s.holder(packet, stage)]
        numbers += [packet * 8 + stage] * taken_count
        remaining -= taken_count
    return numbers + [packet * 8 + WAITING] * remaining


def _deal_cards(s: BrianBoruState, observer: i64) -> None:  # noqa: C901
    """Deal cards that the observer left in a packet into later slots of it, and unseen cards into other slots."""
    n = s.players
    slot = s.slot
    later_slots: list[list[int]] = []
    cards_left: list[list[int]] = [[] for _ in range(n)]
    anywhere = [NOWHERE] * (len(CARDS) - n * DEALT[n])
    for packet in range(n):
        unfilled = slots_of_packet(s, packet)
        for code in slot:
            if code >> 3 == packet and code & 7 != LATER and code != NOWHERE:
                unfilled.remove(code)
        seen: list[int] = []
        for place in unfilled:
            stage = place & 7 if place & 7 < WAITING else s.stage
            (seen if _has_seen(s, observer, packet, stage) else anywhere).append(place)
        later_slots.append(seen)
    s.shuffle(anywhere)
    player_of = [-1] * len(CARDS)
    for player in range(n):
        for card in bits(s.spent[player]):
            player_of[card] = player
    unknown: list[int] = []
    for card, code in enumerate(slot):
        if code == NOWHERE:
            if player_of[card] < 0:
                unknown.append(card)
                continue
            for place in anywhere:
                if place & 7 < WAITING and s.holder(place >> 3, place & 7) == player_of[card]:
                    slot[card] = place
                    anywhere.remove(place)
                    break
        elif code & 7 == LATER:
            cards_left[code >> 3].append(card)
    _deal_into(s, unknown, anywhere)
    for packet in range(n):
        _deal_into(s, cards_left[packet], later_slots[packet])
    packets, taken = cards_by_slot(s)
    for player in range(n):
        s.packet[player] |= packets[player]
        s.hand[player] |= taken[player] & ~s.spent[player]


def cards_by_slot(s: BrianBoruState) -> tuple[list[int], list[int]]:
    """Return masks of the cards in each packet, and of those that each player has taken, according to the slots."""
    packets = [0] * s.players
    taken = [0] * s.players
    for card, code in enumerate(s.slot):
        if code & 7 == WAITING:
            packets[code >> 3] |= bit(card)
        elif code != NOWHERE:
            taken[s.holder(code >> 3, code & 7)] |= bit(card)
    return packets, taken


def _deal_into(s: BrianBoruState, cards: list[int], slots: list[int]) -> None:
    """Deal cards into slots at random, first to the players who lack the most colours.

    Free towns only become fewer, so the colours that one player is known to lack include all that others reveal later.
    Therefore, there are enough cards, and all valid deals are equally likely. Raises ValueError if no card fits a slot.
    """
    s.shuffle(cards)
    if any(s.lacks):
        unfit = [impossible_cards(s, s.holder(place >> 3, place & 7)) if place != NOWHERE else 0 for place in slots]
        for at in sorted(range(len(slots)), key=lambda at: -popcount(unfit[at])):
            fitting = [card for card in cards if not unfit[at] >> card & 1]
            if not fitting:
                raise ValueError("lacks: no card is left that a player could hold")
            s.slot[fitting[0]] = slots[at]
            cards.remove(fitting[0])
    else:
        for card, place in zip(cards, slots, strict=True):
            s.slot[card] = place


def impossible_cards(s: BrianBoruState, player: i64) -> i64:
    """Return a mask of the cards that a player is publicly known not to have, as they lack these colours."""
    cards = 0
    for colour in bits(s.lacks[player]):
        cards |= COLOUR_CARDS[colour]
    return cards
