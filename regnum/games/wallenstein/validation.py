"""Checks for impossible states of Wallenstein: each error is one line that begins with the field.

The next step shows which part of the game it is. Each step checks its own successors and requirements.
"""

from collections.abc import Sequence
from typing import Any, Final

from regnum.core.packed import bit, popcount
from regnum.core.rules.bitmask import bits, mask_of
from regnum.core.rules.step import Step, steps_in
from regnum.core.rules.validation import (
    Check,
    changed_field_errors,
    duplicate_errors,
    failed_checks,
    misplaced_errors,
    places_by_side,
    step_errors,
)
from regnum.games.wallenstein import action_phase, battle, court, favours, landsknechte, move, scoring, setup, winter
from regnum.games.wallenstein import components as box
from regnum.games.wallenstein.planning import Planning
from regnum.games.wallenstein.player_order import ChooseSpace, DetermineEvent, RevealBids
from regnum.games.wallenstein.rounds import EndRound, LayActionCards, LayAdvantageTiles, LayFavourCards, Round, Year
from regnum.games.wallenstein.state import WallensteinState
from regnum.games.wallenstein.winter import Winter

_Kinds = tuple[type[Step[Any]], ...]
_SETTING_UP: Final[_Kinds] = tuple(steps_in(setup))
_LAYING_OUT: Final[_Kinds] = (LayActionCards, LayAdvantageTiles, LayFavourCards)
_BEFORE_PLANNING: Final[_Kinds] = (*_SETTING_UP, Year, Round, *_LAYING_OUT)
_BIDDING: Final[_Kinds] = (Planning, DetermineEvent, RevealBids)
_ACTING: Final[_Kinds] = (ChooseSpace, *steps_in(landsknechte, court, favours, action_phase, battle, move), EndRound)
_IN_ROUND: Final[_Kinds] = (*_LAYING_OUT, *_BIDDING, *_ACTING)
_IN_WINTER: Final[_Kinds] = tuple(step for step in steps_in(winter, scoring) if step is not Winter)


def position_errors(s: WallensteinState) -> list[str]:
    """Return everything that is impossible in a game, one line per error."""
    steps = [step for step in s.stack if not isinstance(step, battle.Revolt)]  # revolts happen in rounds and in winter
    top = steps[-1] if steps else None
    return [*_map(s), *_cards(s), *_boards(s), *_empty(s, top), *_time(s, top), *step_errors(s)]


def _count(s: WallensteinState, *kinds: type[Step[Any]]) -> int:
    return sum(1 for step in s.stack if isinstance(step, kinds))


def _map(s: WallensteinState) -> list[str]:
    """Return the errors of lands, cubes and buildings."""
    owned = s.owned_lands()
    occupied, in_unrest = (
        mask_of(land for land, count in enumerate(counts) if count) for counts in (s.armies, s.unrest)
    )
    drafted = bit(s.drafted) if s.drafted >= 0 else 0
    full = mask_of(land for land, sites in enumerate(box.SITES) if s.building_count(land) > sites)
    texts = duplicate_errors(places_by_side("lands", s.lands), box.LANDS)
    texts += misplaced_errors("lands", owned & ~box.IN_PLAY[s.players], box.LANDS, "is not in play")
    texts += misplaced_errors("armies", owned & ~occupied & ~drafted, box.LANDS, "has an owner, but no armies")
    texts += misplaced_errors("buildings", full, box.LANDS, "has more of them than sites")
    for field, lands in [("armies", occupied), ("unrest", in_unrest), *places_by_side("buildings", s.buildings)]:
        texts += misplaced_errors(field, lands & ~owned, box.LANDS, "has some there, which is neutral")
    for name, tiles, lands in zip(box.BUILDINGS, box.BUILDING_TILES, s.buildings, strict=True):
        texts += [f"buildings: more than {tiles} of {name}"] if lands.bit_count() > tiles else []
    moving = [(step.player, step.armies) for step in s.stack if isinstance(step, battle.Battle)]
    for colour, lands in enumerate([*s.lands, 0]):
        name, all_cubes = ("the farmers", box.FARMERS) if colour == s.players else (f"player {colour}", box.ARMIES)
        cubes = s.supply[colour] + s.tray[colour] + s.tower[colour] + sum(s.armies[land] for land in bits(lands))
        cubes += sum(armies for player, armies in moving if player == colour)
        texts += [f"supply: {name} with {cubes} cubes in all, not {all_cubes}"] if cubes != all_cubes else []
    return texts


def _cards(s: WallensteinState) -> list[str]:
    """Return the errors of cards: cards in two places, incomplete decks, open or kept favours that were never drawn."""
    lands = [*s.land_deck, *[land for land in s.open_lands if land >= 0], *bits(s.owned_lands())]
    events = [*s.event_deck, *bits(s.open_events), *bits(s.past_events), *([s.event] if s.event >= 0 else [])]
    favour_cards = [*s.favour_deck, *bits(s.past_favours)]
    on_display = [card for card in s.favours if card >= 0]
    taken_favours = [card for card in bits(s.past_favours) if card not in on_display]
    kinds, truces = (
        [box.FAVOUR_KIND[card] for card in taken_favours],
        [box.FAVOUR_TRUCE[card] for card in taken_favours],
    )
    unrecorded = [box.FAVOURS[card] for card in on_display if not s.past_favours >> card & 1]
    begun = s.year or (s.stack and isinstance(s.stack[-1], (setup.ShuffleFavours, Year)))
    checks: list[Check] = [
        (unrecorded, f"favours: {unrecorded} are not among past_favours"),
        (s.ward >= 0 and "calm" not in kinds, "ward: nobody can have taken the favour"),
        (any(kept and s.truce.count(kept) > truces.count(kept) for kept in s.truce), "truce: nobody can have taken it"),
    ]
    piles: list[tuple[str, list[int], Sequence[object], object]] = [
        ("land_deck", lands, box.LANDS, False),
        ("event_deck", events, box.EVENTS, begun),
        ("favour_deck", favour_cards, box.FAVOURS, s.year and s.variant.court),
        ("favours", on_display, box.FAVOURS, False),
    ]
    for name, cards, names, is_complete in piles:
        checks += [(cards.count(card) > 1, f"{name}: {card_name} twice") for card, card_name in enumerate(names)]
        checks.append((-1 in cards, f"{name}: a card is unknown"))
        checks.append(
            (is_complete and len(cards) != len(names), f"{name}: {len(cards)} cards in all, not {len(names)}")
        )
    return failed_checks(checks)


def _boards(s: WallensteinState) -> list[str]:
    """Return the errors of plans: other players' cards, cards on unused fields, bids that the player can't pay."""
    texts: list[str] = []
    last = s.field_count()
    for player, plan in enumerate(s.plan):
        path = f"plan[{player}]"
        cards = mask_of(card for card in plan if 0 <= card < box.TOWER_CARD)
        empty = mask_of(field for field, card in enumerate(plan) if card == box.UNSET)
        unpaid = not s.shown[player] >> box.BID & 1 and not s.can_afford(player, plan[box.BID])
        unfinished = s.changing[player] or box.UNSET in plan[:last]
        texts += misplaced_errors(path, cards & ~s.cards_of(player), box.CARDS, "is not the player's card")
        texts += misplaced_errors("shown", s.shown[player] & empty, box.FIELDS, f"of player {player} is empty")
        texts += misplaced_errors(
            "fresh", s.fresh[player] & ~s.lands[player], box.LANDS, f"is not player {player}'s land"
        )
        checks: list[Check] = [
            *[(plan.count(card) > 1, f"{path}: {box.CARDS[card]} twice") for card in bits(cards)],
            (plan[last:] != box.NO_PLAN[last:], f"{path}: a card on a field that is not in use"),
            (plan.count(box.TOWER_CARD) > s.tower_cards(), f"{path}: too many tower cards"),
            (box.HIDDEN in plan, f"{path}: a card is unknown"),
            (unpaid, f"{path}: the bid is more than the player has"),
            (s.confirmed[player] and unfinished, f"confirmed: the plan of player {player} is not complete"),
        ]
        texts += failed_checks(checks)
    return texts


def _empty(s: WallensteinState, top: Step[Any] | None) -> list[str]:
    """Return the fields that must be empty, as it is too early or too late for them or their expansion is not used."""
    planning_begun = not isinstance(top, _BEFORE_PLANNING)
    bids_shown = planning_begun and not isinstance(top, _BIDDING)
    drafted = s.year or isinstance(top, (setup.FillTower, setup.ShuffleEvents, setup.ShuffleFavours, Year))
    has_known_event = isinstance(top, (Round, Winter)) or _count(s, DetermineEvent)
    empty: list[tuple[object, list[str], str]] = [
        (isinstance(top, _SETTING_UP), ["year"], "the game is set up"),
        (drafted, ["land_deck", "open_lands", "offered"], "nobody drafts lands"),
        (not isinstance(top, setup.PlaceGroup), ["drafted"], "no army group is to be placed"),
        (not s.year, ["open_events", "event", "past_events", "past_favours"], "the first year has not begun"),
        (not bids_shown, ["space", "shown", "fresh", "truce"], "bids are not shown"),
        (not planning_begun, ["confirmed", "plan"], "planning has not begun"),
        (not isinstance(top, Planning), ["changing"], "nobody plans"),
        (has_known_event, ["event"], "another one is to be determined"),
        (not _count(s, winter.ChooseRevolt), ["revolts"], "nobody is to choose among them"),
        (not s.variant.court, ["hall", "favour_deck", "favours", "past_favours"], "the court is not played"),
        (not s.variant.landsknechte, ["banner"], "Landsknechte are not played"),
    ]
    texts = [
        error
        for has_begun, names, reason in empty
        if has_begun
        for error in changed_field_errors(s, names, f"something is there, but {reason}")
    ]
    return texts + (["groups: some are left, but nobody drafts lands"] if drafted and any(map(any, s.groups)) else [])


def _time(s: WallensteinState, top: Step[Any] | None) -> list[str]:
    """Return the fields that contradict the year, the season, the part of the round, or the steps still to come."""
    in_round = isinstance(top, _IN_ROUND)
    choosing = [step.player for step in s.stack if isinstance(step, ChooseSpace)]
    ordered = isinstance(top, (*_ACTING, Winter)) and len(choosing) < len(s.stack)
    placed = all(s.space[player] >= 0 or player in choosing for player in range(s.players))
    open_count = popcount(s.open_events)
    events = _count(s, Round, DetermineEvent, Winter)
    second = s.year == 1 and _count(s, Year)
    rounds = _count(s, Round) + (box.WINTER if second else 0)
    too_many = open_count > events and s.year and _count(s, Winter, Year)
    too_few = s.variant.court and s.year and len(s.favour_deck) < rounds * len(box.PRICES)
    in_order = _count(s, Planning, action_phase.ActionCard, action_phase.NextActionCard)
    checks: list[Check] = [
        (not s.year and (in_round or isinstance(top, (Round, Winter))), "year: the first has not begun"),
        (s.season == box.WINTER and in_round, "season: there is no such round in winter"),
        (isinstance(top, _IN_WINTER) and not (s.season == box.WINTER and s.year), "season: it is not winter"),
        (s.order and sorted(s.order) != list(range(len(box.ACTION_CARDS))), "order: not each action card once"),
        (s.tiles and sorted(s.tiles) != list(range(box.SPACES)), "tiles: not each advantage tile once"),
        (s.turned > len(s.order), "turned: more cards than lie there"),
        (s.known_below > len(s.land_deck), "known_below: more cards than the deck has"),
        (in_order and not s.order, "order: no cards"),
        (not s.tiles and _count(s, RevealBids, ChooseSpace), "tiles: none are there, but spaces are to be chosen"),
        (any(s.space.count(space) > 1 for space in range(box.SPACES)), "space: one twice"),
        (ordered and not placed, "space: a player has none, but the player order is needed"),
        (isinstance(top, (DetermineEvent, RevealBids)) and 0 in s.confirmed, "confirmed: a player has not planned"),
        (isinstance(top, Planning) and 0 not in s.confirmed, "confirmed: everybody has, but Planning goes on"),
        (open_count < events or too_many, f"open_events: {open_count}, but {events} are still needed this year"),
        (second and len(s.event_deck) < box.OPEN_EVENTS, "event_deck: too few for the second year"),
        (too_few, "favour_deck: too few are left"),
        (len(set(s.stack)) < len(s.stack), "stack: the same step stands there twice"),
    ]
    return failed_checks(checks)
