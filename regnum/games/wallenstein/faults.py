"""What cannot be on the table, or not at this time of a game: each fault is one line that begins with the field.

What time it is, the next step tells. What may come after what, and what a step needs, the steps say themselves.
"""

from collections.abc import Sequence
from typing import Any, Final

from regnum.core.atlas import bits, mask_of
from regnum.core.faults import elsewhere, step_faults
from regnum.core.step import Step, steps_in
from regnum.games.wallenstein import action_phase, battle, court, favours, landsknechte, move, scoring, setup, winter
from regnum.games.wallenstein.components import (
    ACTION_CARDS,
    ARMIES,
    BID,
    BUILDING_TILES,
    BUILDINGS,
    CARDS,
    EVENTS,
    FARMERS,
    FAVOUR_KIND,
    FAVOUR_TRUCE,
    FAVOURS,
    FIELDS,
    HIDDEN,
    IN_PLAY,
    LANDS,
    OPEN_EVENTS,
    PRICES,
    SITES,
    SPACES,
    TILES,
    TOWER_CARD,
    UNSET,
    WINTER,
)
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
_BEFORE_BIDS: Final[_Kinds] = (*_BEFORE_PLANNING, *_BIDDING)
_ACTING: Final[_Kinds] = (ChooseSpace, *steps_in(landsknechte, court, favours, action_phase, battle, move), EndRound)
_IN_ROUND: Final[_Kinds] = (*_LAYING_OUT, *_BIDDING, *_ACTING)
_IN_ORDER: Final[_Kinds] = (*_ACTING, Winter)
_IN_WINTER: Final[_Kinds] = tuple(steps_in(winter, scoring))


def faults(s: WallensteinState) -> list[str]:
    """Return everything that cannot be so in a game, one line each."""
    steps = [step for step in s.stack if not isinstance(step, battle.Revolt)]  # it comes in rounds and in winter
    top = steps[-1] if steps else None
    return [*_map(s), *_cards(s), *_boards(s), *_empty(s, top), *_time(s, top), *step_faults(s)]


def _count(s: WallensteinState, *kinds: type[Step[Any]]) -> int:
    return sum(1 for step in s.stack if isinstance(step, kinds))


def _map(s: WallensteinState) -> list[str]:
    """Return what is wrong with lands, cubes and buildings."""
    owned = s.owned()
    armed = mask_of([land for land in range(len(LANDS)) if s.armies[land]])
    unruly = mask_of([land for land in range(len(LANDS)) if s.unrest[land]])
    found = elsewhere([("lands", lands) for lands in s.lands], LANDS)
    found += [f"lands: {LANDS[land]} is not in play" for land in bits(owned & ~IN_PLAY[s.players])]
    found += [
        f"armies: none in {LANDS[land]}, which has an owner" for land in bits(owned & ~armed) if land != s.drafted
    ]
    for name, there in [("armies", armed), ("unrest", unruly), *[("buildings", lands) for lands in s.buildings]]:
        found += [f"{name}: some in {LANDS[land]}, which is neutral" for land in bits(there & ~owned)]
    for building, tiles in enumerate(BUILDING_TILES):
        if s.buildings[building].bit_count() > tiles:
            found.append(f"buildings: more than {tiles} of {BUILDINGS[building]}")
    found += [f"buildings: too many in {LANDS[land]}" for land in range(len(LANDS)) if s.built(land) > SITES[land]]
    cubes = [s.supply[colour] + s.tray[colour] + s.tower[colour] for colour in range(s.players + 1)]
    for player, lands in enumerate(s.lands):
        moving = [step for step in s.stack if isinstance(step, battle.Battle) and step.player == player]
        cubes[player] += sum(s.armies[land] for land in bits(lands)) + sum(step.armies for step in moving)
        if cubes[player] != ARMIES:
            found.append(f"supply: player {player} has {cubes[player]} armies in all, not {ARMIES}")
    return found + ([f"supply: there are {cubes[-1]} farmers in all, not {FARMERS}"] if cubes[-1] != FARMERS else [])


def _cards(s: WallensteinState) -> list[str]:
    """Return what is wrong with the decks, and with favours that lie open or are kept."""
    lands = [land for land in [*s.open_lands, *bits(s.owned())] if land >= 0]
    events = [*s.event_deck, *bits(s.open_events), *bits(s.past_events), *([s.event] if s.event >= 0 else [])]
    favours = [*s.favour_deck, *bits(s.past_favours)]
    there = [card for card in s.favours if card >= 0]
    taken = [card for card in bits(s.past_favours) if card not in there]
    found = [*_twice("land_deck", [*s.land_deck, *lands], LANDS), *_twice("event_deck", events, EVENTS)]
    found += [*_twice("favour_deck", favours, FAVOURS), *_twice("favours", there, FAVOURS)]
    found += [f"favours: {FAVOURS[card]} is not among past_favours" for card in there if not s.past_favours >> card & 1]
    if (s.year or (s.stack and isinstance(s.stack[-1], (setup.ShuffleFavours, Year)))) and len(events) != len(EVENTS):
        found.append(f"event_deck: {len(events)} event cards in all, not {len(EVENTS)}")
    if s.year and s.variant.court and len(favours) != len(FAVOURS):
        found.append(f"favour_deck: {len(favours)} favour cards in all, not {len(FAVOURS)}")
    if s.ward >= 0 and "calm" not in [FAVOUR_KIND[card] for card in taken]:
        found.append("ward: nobody can have taken the favour")
    truces = [FAVOUR_TRUCE[card] for card in taken]
    return found + [
        "truce: nobody can have taken it" for kept in set(s.truce) - {0} if s.truce.count(kept) > truces.count(kept)
    ]


def _twice(name: str, cards: Sequence[int], things: Sequence[object]) -> list[str]:
    found = [f"{name}: {things[card]} twice" for card in range(len(things)) if cards.count(card) > 1]
    return found + ([f"{name}: a card is unknown"] if -1 in cards else [])


def _boards(s: WallensteinState) -> list[str]:
    found: list[str] = []
    last = s.last_field()
    for player, plan in enumerate(s.plan):
        where = f"plan[{player}]"
        own = s.cards_of(player) | 1 << TOWER_CARD
        planned = mask_of([card for card in plan if 0 <= card < len(CARDS)])
        found += [f"{where}: {CARDS[card]} twice" for card in range(TOWER_CARD) if plan.count(card) > 1]
        found += [f"{where}: {CARDS[card]} is not the player's card" for card in bits(planned & ~own)]
        found += [
            f"{where}: a card on {FIELDS[f]}, which is not in use" for f in range(last, len(FIELDS)) if plan[f] >= 0
        ]
        if plan.count(TOWER_CARD) > s.tower_cards() or HIDDEN in plan:
            found.append(f"{where}: too many tower cards, or a card is unknown")
        if not s.shown[player] >> BID & 1 and not s.affordable(player, plan[BID]):
            found.append(f"{where}: the bid is more than the player has")
        if s.confirmed[player] and (UNSET in plan[:last] or s.changing[player]):
            found.append(f"confirmed: the plan of player {player} is not complete")
        found += [f"shown: {FIELDS[f]} of player {player} is empty" for f in bits(s.shown[player]) if plan[f] == UNSET]
        found += [f"fresh: {LANDS[land]} is not player {player}'s land" for land in bits(s.fresh[player] & ~own)]
    return found


def _empty(s: WallensteinState, top: Step[Any] | None) -> list[str]:
    """Return what is there too early or too late, or though its expansion is not played."""
    drafted = s.year > 0 or isinstance(top, (setup.FillTower, setup.ShuffleEvents, setup.ShuffleFavours, Year))
    told = isinstance(top, (Round, Winter)) or _count(s, DetermineEvent) > 0
    empty: list[tuple[bool, list[str], str]] = [
        (isinstance(top, _SETTING_UP), ["year"], "the game is set up"),
        (drafted, ["land_deck", "open_lands", "offered"], "nobody drafts lands"),
        (not isinstance(top, setup.PlaceGroup), ["drafted"], "no army group is to be placed"),
        (not s.year, ["open_events", "event", "past_events", "past_favours"], "the first year has not begun"),
        (isinstance(top, _BEFORE_BIDS), ["space", "shown", "fresh", "truce"], "bids are not shown"),
        (isinstance(top, _BEFORE_PLANNING), ["confirmed", "plan"], "planning has not begun"),
        (not isinstance(top, Planning), ["changing"], "nobody plans"),
        (told, ["event"], "another one is to be determined"),
        (not _count(s, winter.ChooseRevolt), ["revolts"], "nobody is to choose among them"),
        (not s.variant.court, ["hall", "favour_deck", "favours", "past_favours"], "the court is not played"),
        (not s.variant.landsknechte, ["banner"], "Landsknechte are not played"),
    ]
    blank = s.game.blank_state(s.players, 0, s.options)
    names = [(name, why) for now, fields, why in empty if now for name in fields]
    found = [
        f"{name}: something is there, but {why}" for name, why in names if getattr(s, name) != getattr(blank, name)
    ]
    return found + (["groups: some are left, but nobody drafts lands"] if drafted and any(map(any, s.groups)) else [])


def _time(s: WallensteinState, top: Step[Any] | None) -> list[str]:
    """Return what does not go with the year, the season, the part of a round, or what is still to come."""
    in_round = isinstance(top, _IN_ROUND)
    in_winter = isinstance(top, _IN_WINTER) and not isinstance(top, Winter)
    planned = isinstance(top, (DetermineEvent, RevealBids))
    choosing = [step.player for step in s.stack if isinstance(step, ChooseSpace)]
    ordered = isinstance(top, _IN_ORDER) and len(choosing) < len(s.stack)
    placed = all(s.space[player] >= 0 or player in choosing for player in range(s.players))
    opened = s.open_events.bit_count()
    events = _count(s, Round, DetermineEvent, Winter)
    second = s.year == 1 and _count(s, Year) > 0
    rounds = _count(s, Round) + (WINTER if second else 0)
    more = opened > events and s.year > 0 and _count(s, Winter, Year) > 0
    wrong = [
        (not s.year and (in_round or isinstance(top, (Round, Winter))), "year: the first has not begun"),
        (s.season == WINTER and in_round, "season: there is no such round in winter"),
        (in_winter and not (s.season == WINTER and s.year), "season: it is not winter"),
        (s.order != () and sorted(s.order) != list(range(len(ACTION_CARDS))), "order: not each action card once"),
        (s.tiles != () and sorted(s.tiles) != list(range(len(TILES))), "tiles: not each advantage tile once"),
        (s.turned > len(s.order), "turned: more cards than lie there"),
        (s.known_below > len(s.land_deck), "known_below: more cards than the deck has"),
        (
            not s.order and _count(s, Planning, action_phase.ActionCard, action_phase.NextActionCard) > 0,
            "order: no cards",
        ),
        (not s.tiles and _count(s, RevealBids, ChooseSpace) > 0, "tiles: none are there, but spaces are to be chosen"),
        (any(s.space.count(space) > 1 for space in range(SPACES)), "space: one twice"),
        (ordered and not placed, "space: a player has none, but the player order is needed"),
        (planned and 0 in s.confirmed, "confirmed: bids are to be shown, but a player has not planned"),
        (isinstance(top, Planning) and 0 not in s.confirmed, "confirmed: everybody has, but Planning goes on"),
        (opened < events or more, f"open_events: {opened}, but {events} are still needed this year"),
        (second and len(s.event_deck) < OPEN_EVENTS, "event_deck: too few for the second year"),
        (s.variant.court and s.year > 0 and len(s.favour_deck) < rounds * len(PRICES), "favour_deck: too few are left"),
        (len(set(s.stack)) < len(s.stack), "stack: the same step stands there twice"),
    ]
    return [fault for so, fault in wrong if so]
