"""Hidden information in Rurik: hides what a player may not know, and redeals it consistently."""

from regnum.core.rules.bitmask import bits
from regnum.games.rurik.components import AGENDAS, ALL_SCHEMES, CHOSEN, HIDDEN, SCHEMES, UNDEALT
from regnum.games.rurik.solo.cards import ALL_CARDS
from regnum.games.rurik.solo.table import agendas_in_box
from regnum.games.rurik.state import RurikState


def observed_values(s: RurikState, player: int) -> tuple[object, ...]:
    """Return the hidden fields as a player sees them.

    Hidden are the others' schemes and agendas, cards being drawn by another player, and the decks except for cards that
    the player put back. At the end of the game, all agendas are shown except those returned to the box. A rebellion
    card is known once it has been on top, or once its first row is shown at the bottom, because no two cards have the
    same first row.
    rurik.schemes.secret, rurik.agendas.secret, rurik.schemes.memory, rurik.end.reveal, rurik.solo.reveal
    """
    hand = s.hand[:]
    for other in range(s.sides):
        if other != player:
            hand[other] = ((1 << hand[other].bit_count()) - 1) << HIDDEN
    drawn = s.drawn
    if drawn and s.players_to_act != (player,):
        drawn = (-1,) * len(drawn)
    agenda = s.agenda
    if s.stack:
        agenda = tuple([agenda[seat] if seat == player else -1 for seat in range(s.sides)])
    return (
        hand,
        drawn,
        _deck_as_known(s, 0, player),
        _deck_as_known(s, 1, player),
        tuple([s.offered[seat] if seat == player else 0 for seat in range(s.sides)]),
        tuple([card if s.rebel_known >> card & 1 else -1 for card in s.rebel_deck]),
        agenda,
    )


def _deck_as_known(s: RurikState, deck: int, player: int) -> tuple[int, ...]:
    """Return a scheme deck in which only the cards that the player has put back are known."""
    known_order = s.known_by(deck)
    cards = s.deck(deck)
    if player in known_order and player >= 0:
        return tuple([card if known_order[place] == player else -1 for place, card in enumerate(cards)])
    return (-1,) * len(cards)


def deal_unknown(s: RurikState, observer: int) -> None:
    """Deal the unknown scheme cards to hands and decks, and unknown agendas to the other players."""
    _deal_schemes(s)
    if -1 in s.rebel_deck:
        _deal_rebel_cards(s)
    _deal_agendas(s, observer)


def _deal_schemes(s: RurikState) -> None:
    cards = s.discards
    for hand in s.hand:
        cards |= hand & ALL_SCHEMES
    for pile in (s.left_deck, s.right_deck, s.drawn):
        for card in pile:
            if card >= 0:
                cards |= 1 << card
    unknown = [card for card in range(len(SCHEMES)) if not cards >> card & 1]
    s.shuffle(unknown)
    for player in range(s.sides):
        hidden = s.hand[player] >> HIDDEN
        if hidden:
            hand = 0
            for _ in range(hidden.bit_count()):
                hand |= 1 << unknown.pop()
            s.hand[player] = hand
    if s.drawn:
        s.drawn = tuple([unknown.pop() if card < 0 else card for card in s.drawn])
    s.left_deck = tuple([unknown.pop() if card < 0 else card for card in s.left_deck])
    s.right_deck = tuple([unknown.pop() if card < 0 else card for card in s.right_deck])


def _deal_rebel_cards(s: RurikState) -> None:
    """Shuffle the rebellion cards that have not been seen yet [rurik.solo.cards, rurik.solo.reveal]."""
    unknown = list(bits(ALL_CARDS & ~s.rebel_known))
    s.shuffle(unknown)
    s.rebel_deck = tuple([unknown.pop() if card < 0 else card for card in s.rebel_deck])


def _deal_agendas(s: RurikState, observer: int) -> None:
    known_agendas = agendas_in_box(s) | (s.offered[observer] if observer >= 0 else 0)
    for shown in s.agenda:
        if shown >= 0:
            known_agendas |= 1 << shown
    unknown = [card for card in range(len(AGENDAS)) if not known_agendas >> card & 1]
    s.shuffle(unknown)
    offered = list(s.offered)
    agenda = list(s.agenda)
    for player in range(s.sides):
        if player != observer and s.agenda_stage[player] != UNDEALT:
            kept_agenda = agenda[player] if agenda[player] >= 0 else unknown.pop()
            offered[player] = 1 << kept_agenda | 1 << unknown.pop()
            if s.agenda_stage[player] == CHOSEN:
                agenda[player] = kept_agenda
    s.offered = tuple(offered)
    s.agenda = tuple(agenda)
